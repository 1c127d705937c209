// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/filesystem/filesystemservice.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "backend/guest/agent/filesystem/operations.h"
#include "backend/guest/agent/jsonvalue.h"
#include "backend/guest/agent/paths.h"
#include "backend/guest/agent/processrequest.h"
#include "backend/guest/agent/rpc.h"
#include "backend/guest/agent/subscriber.h"

namespace sandglass::guest {

namespace {

constexpr std::size_t messageLimit = 256 << 10;
constexpr std::string_view prefix = "/filesystem.Filesystem/";
constexpr const char *keepaliveMessage = R"({"keepalive":{}})";

bool flag(const nlohmann::json &message, const char *name, const char *snakeName)
{
    const auto *value = member(message, name);
    if (value == nullptr)
        value = member(message, snakeName);
    return value != nullptr && value->is_boolean() && value->get<bool>();
}

void settle(Exchange &exchange, const Answer<nlohmann::json> &result)
{
    if (const auto *error = std::get_if<ConnectError>(&result))
        refuseCall(exchange, *error);
    else
        answerCall(exchange, std::get<nlohmann::json>(result));
}

std::string watcherId(const nlohmann::json &message)
{
    const auto *id = member(message, "watcherId");
    if (id == nullptr)
        id = member(message, "watcher_id");
    return id != nullptr ? plainText(*id).value_or("") : std::string();
}

} // namespace

FilesystemService::FilesystemService(boost::asio::any_io_executor executor, DiskPool &disk,
                                     const SandboxDefaults &defaults)
    : m_executor(std::move(executor)), m_disk(disk), m_defaults(defaults)
{}

bool FilesystemService::handle(const std::shared_ptr<Exchange> &exchange)
{
    const Request &request = exchange->request;
    if (!request.path.starts_with(prefix))
        return false;
    if (request.method != "POST") {
        exchange->respond(405, "application/json", R"({"code":"unimplemented","message":"use POST"})");
        return true;
    }
    const std::weak_ptr<Exchange> weak = exchange; // it owns this function
    exchange->collect(messageLimit, [this, weak](const std::string &body) {
        const auto open = weak.lock();
        if (!open)
            return;
        const std::string method = open->request.path.substr(prefix.size());
        if (method == "WatchDir")
            watchDir(open, body);
        else
            unary(open, method, body);
    });
    return true;
}

Answer<User> FilesystemService::userOf(const Exchange &exchange) const
{
    const auto options = parseOptions(exchange.request, m_defaults.user);
    if (const auto *error = std::get_if<ConnectError>(&options))
        return *error;
    const std::string &name = std::get<StreamOptions>(options).user;
    auto user = findUser(name);
    if (!user)
        return ConnectError{"unauthenticated", "there is no user '" + name + "'"};
    return std::move(*user);
}

Answer<std::string> FilesystemService::pathOf(const nlohmann::json &message, const char *name,
                                              const User &user) const
{
    const auto *value = member(message, name);
    const auto text = value != nullptr ? plainText(*value) : std::optional<std::string>("");
    if (!text)
        return ConnectError{"invalid_argument", std::string(name) + " is not a path"};
    return resolvePath(*text, user, m_defaults.workingDirectory);
}

void FilesystemService::unary(const std::shared_ptr<Exchange> &exchange, std::string_view method,
                              std::string_view body)
{
    const auto message = callMessage(*exchange, body);
    if (!message)
        return;
    if (method == "CreateWatcher")
        return createWatcher(exchange, *message);
    if (method == "GetWatcherEvents")
        return watcherEvents(*exchange, *message);
    if (method == "RemoveWatcher")
        return removeWatcher(*exchange, *message);
    auto found = userOf(*exchange);
    if (const auto *error = std::get_if<ConnectError>(&found))
        return refuseCall(*exchange, *error);
    const auto &user = std::get<User>(found);
    auto first = pathOf(*message, method == "Move" ? "source" : "path", user);
    auto second = pathOf(*message, "destination", user);
    for (const auto *path : {&first, &second}) {
        if (const auto *error = std::get_if<ConnectError>(path))
            return refuseCall(*exchange, *error);
    }
    std::string path = std::move(std::get<std::string>(first));
    const auto done = [exchange](const Answer<nlohmann::json> &result) {
        settle(*exchange, result);
    };
    if (method == "Stat") {
        m_disk.run([path]() { return statPath(path); }, done);
    } else if (method == "MakeDir") {
        m_disk.run([path, user]() { return makeDirectory(path, user); }, done);
    } else if (method == "Remove") {
        m_disk.run([path]() { return removePath(path); }, done);
    } else if (method == "Move") {
        m_disk.run([path, user,
                    to = std::move(std::get<std::string>(second))]() { return movePath(path, to, user); },
                   done);
    } else if (method == "ListDir") {
        const auto *value = member(*message, "depth");
        const auto depth = value != nullptr ? integer(*value) : std::optional<std::int64_t>(0);
        if (!depth || *depth < 0 || *depth > std::numeric_limits<std::uint32_t>::max())
            return refuseCall(*exchange, {"invalid_argument", "depth is not a number"});
        m_disk.run([path, depth]() { return listDirectory(path, static_cast<std::uint32_t>(*depth)); }, done);
    } else {
        refuseCall(*exchange,
                   {"unimplemented", "filesystem.Filesystem has no method " + std::string(method)});
    }
}

Answer<FilesystemService::WatchRequest> FilesystemService::watchRequest(const Exchange &exchange,
                                                                        const nlohmann::json &message) const
{
    const auto user = userOf(exchange);
    if (const auto *error = std::get_if<ConnectError>(&user))
        return *error;
    auto path = pathOf(message, "path", std::get<User>(user));
    if (const auto *error = std::get_if<ConnectError>(&path))
        return *error;
    return WatchRequest{std::move(std::get<std::string>(path)), flag(message, "recursive", "recursive"),
                        flag(message, "includeEntry", "include_entry"),
                        flag(message, "allowNetworkMounts", "allow_network_mounts")};
}

void FilesystemService::openWatch(const WatchRequest &request, std::function<void(Opened)> done)
{
    if (m_watchers.size() + m_streams >= maximumWatches && !makeRoom())
        return done(ConnectError{"resource_exhausted", "too many folders are watched"});
    ++m_streams; // until it is known what becomes of it
    m_disk.run(
        [request]() -> Opened {
            if (auto error = refuseToWatch(request.path, request.allowNetworkMounts))
                return *error;
            return TreeWatch::open(request.path, request.recursive);
        },
        [this, done = std::move(done)](Opened opened) {
            --m_streams;
            done(std::move(opened));
        });
}

void FilesystemService::watchDir(const std::shared_ptr<Exchange> &exchange, std::string_view body)
{
    const auto message = streamMessage(*exchange, body);
    if (!message)
        return;
    auto request = watchRequest(*exchange, *message);
    if (const auto *error = std::get_if<ConnectError>(&request))
        return refuseStream(*exchange, *error);
    openWatch(std::get<WatchRequest>(request),
              [this, exchange, request = std::get<WatchRequest>(request)](Opened opened) {
                  if (const auto *error = std::get_if<ConnectError>(&opened))
                      refuseStream(*exchange, *error);
                  else
                      stream(exchange, std::move(std::get<std::unique_ptr<TreeWatch>>(opened)), request);
              });
}

void FilesystemService::stream(const std::shared_ptr<Exchange> &exchange, std::unique_ptr<TreeWatch> tree,
                               const WatchRequest &request)
{
    const auto parsed = parseOptions(exchange->request, m_defaults.user);
    const auto *options = std::get_if<StreamOptions>(&parsed);
    if (options == nullptr)
        return;
    const auto reader =
        std::make_shared<Subscriber>(m_executor, exchange, options->keepalive, keepaliveMessage);
    const auto watch = std::make_shared<Watch>(m_executor, m_disk, std::move(tree), request.includeEntry);
    ++m_streams;
    reader->open([watch]() { watch->resume(); },
                 [this, watch]() {
                     --m_streams;
                     watch->close();
                 });
    reader->send(R"({"start":{}})");
    if (options->timeout)
        reader->setDeadline(*options->timeout);
    watch->begin(
        [weak = std::weak_ptr<Subscriber>(reader)](const std::vector<std::string> &events, bool lost) {
            const auto open = weak.lock();
            if (!open)
                return false;
            for (const std::string &event : events)
                open->send("{\"filesystem\":" + event + "}");
            if (lost)
                open->finish(ConnectError{"resource_exhausted", "more changed than could be told"});
            return open->wantsMore();
        });
}

void FilesystemService::createWatcher(const std::shared_ptr<Exchange> &exchange,
                                      const nlohmann::json &message)
{
    auto request = watchRequest(*exchange, message);
    if (const auto *error = std::get_if<ConnectError>(&request))
        return refuseCall(*exchange, *error);
    const bool includeEntry = std::get<WatchRequest>(request).includeEntry;
    openWatch(std::get<WatchRequest>(request), [this, exchange, includeEntry](Opened opened) {
        if (const auto *error = std::get_if<ConnectError>(&opened))
            return refuseCall(*exchange, *error);
        const std::string id = "w" + std::to_string(m_nextId++);
        Gathered &entry = m_watchers[id];
        entry.charge = InputCharge(exchange->budget());
        entry.asked = std::chrono::steady_clock::now();
        entry.watch = std::make_shared<Watch>(
            m_executor, m_disk, std::move(std::get<std::unique_ptr<TreeWatch>>(opened)), includeEntry);
        entry.watch->begin([this, id](std::vector<std::string> events, bool lost) {
            return gather(id, std::move(events), lost);
        });
        answerCall(*exchange, {{"watcherId", id}});
    });
}

bool FilesystemService::gather(const std::string &id, std::vector<std::string> events, bool lost)
{
    const auto found = m_watchers.find(id);
    if (found == m_watchers.end())
        return false;
    Gathered &entry = found->second;
    entry.lost = entry.lost || lost;
    for (std::string &event : events) {
        if (!entry.charge.grow(event.size())) {
            entry.lost = true;
            break;
        }
        entry.size += event.size();
        entry.events.push_back(std::move(event));
    }
    return entry.size < gatheredLimit;
}

void FilesystemService::watcherEvents(Exchange &exchange, const nlohmann::json &message)
{
    const auto found = m_watchers.find(watcherId(message));
    if (found == m_watchers.end())
        return refuseCall(exchange, {"not_found", "there is no such watcher"});
    Gathered &entry = found->second;
    entry.asked = std::chrono::steady_clock::now();
    if (std::exchange(entry.lost, false))
        return refuseCall(exchange, {"resource_exhausted", "more changed than could be told"});
    std::string body = "{\"events\":[";
    for (const std::string &event : entry.events)
        body += (body.back() == '[' ? "" : ",") + event;
    entry.events.clear();
    entry.size = 0;
    entry.charge.release();
    exchange.respond(200, "application/json", body + "]}");
    entry.watch->resume();
}

void FilesystemService::removeWatcher(Exchange &exchange, const nlohmann::json &message)
{
    const auto found = m_watchers.find(watcherId(message));
    if (found == m_watchers.end())
        return refuseCall(exchange, {"not_found", "there is no such watcher"});
    found->second.watch->close();
    m_watchers.erase(found);
    answerCall(exchange, nlohmann::json::object());
}

// Clients that are gone leave their watchers behind.
bool FilesystemService::makeRoom()
{
    const auto oldest =
        std::min_element(m_watchers.begin(), m_watchers.end(),
                         [](const auto &a, const auto &b) { return a.second.asked < b.second.asked; });
    if (oldest == m_watchers.end() || std::chrono::steady_clock::now() - oldest->second.asked < idleLimit)
        return false;
    oldest->second.watch->close();
    m_watchers.erase(oldest);
    return true;
}

} // namespace sandglass::guest
