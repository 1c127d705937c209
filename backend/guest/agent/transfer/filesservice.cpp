// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/transfer/filesservice.h"

#include <ctime>
#include <utility>
#include <vector>

#include "backend/guest/agent/access.h"
#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/jsonvalue.h"
#include "backend/guest/agent/paths.h"
#include "backend/guest/agent/transfer/compose.h"
#include "backend/guest/agent/transfer/download.h"
#include "backend/guest/agent/transfer/upload.h"

namespace sandglass::guest {

namespace {

constexpr std::size_t composeLimit = 1 << 20;

std::string textOf(const std::map<std::string, std::string> &query, const char *name)
{
    const auto found = query.find(name);
    return found == query.end() ? std::string() : found->second;
}

} // namespace

bool FilesService::handle(const std::shared_ptr<Exchange> &exchange, bool isTrusted)
{
    const Request &request = exchange->request;
    const bool isGet = request.method == "GET";
    if (request.path == "/files/compose" && request.method == "POST") {
        const std::weak_ptr<Exchange> weak = exchange; // it owns this function
        exchange->collect(composeLimit, [this, weak](const std::string &body) {
            if (const auto open = weak.lock())
                compose(open, body);
        });
        return true;
    }
    if (request.path != "/files" || (!isGet && request.method != "POST"))
        return false;
    const auto query = parseQuery(request.query);
    if (!query) {
        refuse(*exchange, {400, "the query is malformed"});
        return true;
    }
    const std::string refusal =
        isTrusted ? std::string()
                  : refuseFileRequest(request, *query, isGet ? FileOperation::Read : FileOperation::Write,
                                      m_defaults.accessToken, std::time(nullptr));
    User user;
    const HttpError error =
        refusal.empty() ? findUser(textOf(*query, "username"), user) : HttpError{401, refusal};
    if (error.status != 0)
        refuse(*exchange, error);
    else if (isGet)
        download(exchange, *query, user);
    else
        upload(exchange, *query, user);
    return true;
}

HttpError FilesService::findUser(const std::string &name, User &user) const
{
    const std::string &wanted = name.empty() ? m_defaults.user : name;
    if (wanted.empty())
        return {400, "username not provided"};
    auto found = sandglass::guest::findUser(wanted);
    if (!found)
        return {401, "error looking up user '" + wanted + "': unknown user " + wanted};
    user = std::move(*found);
    return {};
}

void FilesService::download(const std::shared_ptr<Exchange> &exchange, const Query &query, const User &user)
{
    auto path = resolvePath(textOf(query, "path"), user, m_defaults.workingDirectory);
    if (const auto *error = std::get_if<ConnectError>(&path))
        return refuse(*exchange, {400, error->message});
    sendFile(exchange, m_disk, std::get<std::string>(path));
}

void FilesService::upload(const std::shared_ptr<Exchange> &exchange, const Query &query, const User &user)
{
    UploadPlan plan;
    if (query.contains("path"))
        plan.path = query.at("path");
    plan.user = user;
    plan.workingDirectory = m_defaults.workingDirectory;
    auto metadata = metadataOf(exchange->request);
    if (const auto *error = std::get_if<HttpError>(&metadata))
        return refuse(*exchange, *error);
    plan.metadata = std::move(std::get<Metadata>(metadata));
    if (const HttpError error = readUploadHead(exchange->request, plan); error.status != 0)
        return refuse(*exchange, error);
    takeUpload(exchange, m_disk, std::move(plan));
}

void FilesService::compose(const std::shared_ptr<Exchange> &exchange, std::string_view body)
{
    const auto parsed = parseObject(body);
    if (const auto *error = std::get_if<ConnectError>(&parsed))
        return refuse(*exchange, {400, "invalid request body: " + error->message});
    const auto &message = std::get<nlohmann::json>(parsed);
    const auto *name = member(message, "username");
    User user;
    if (const HttpError error = findUser(name != nullptr ? plainText(*name).value_or("") : "", user);
        error.status != 0)
        return refuse(*exchange, error);
    auto plan = parseCompose(message, user, m_defaults.workingDirectory);
    if (const auto *error = std::get_if<HttpError>(&plan))
        return refuse(*exchange, *error);
    m_disk.run([plan = std::move(std::get<ComposePlan>(plan))]() { return composeFile(plan); },
               [exchange](const ComposeResult &result) {
                   if (result.error.status != 0)
                       refuse(*exchange, result.error);
                   else
                       exchange->respond(200, "application/json", result.body);
               });
}

} // namespace sandglass::guest
