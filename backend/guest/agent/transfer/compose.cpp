// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/transfer/compose.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/files.h"
#include "backend/guest/agent/jsonvalue.h"
#include "backend/guest/agent/paths.h"
#include "backend/guest/agent/transfer/filewriter.h"

namespace sandglass::guest {

namespace {

constexpr std::size_t maximumSources = 10000;

HttpError append(FileWriter &file, const std::string &path)
{
    const FileDescriptor source(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    struct stat status
    {
    };
    if (!source || ::fstat(source.get(), &status) != 0)
        return {404, "source file not found: " + path};
    if (!S_ISREG(status.st_mode))
        return {400, "source path is not a regular file: " + path};
    std::array<char, 128 << 10> buffer; // NOLINT: filled by read
    while (true) {
        const ssize_t count = ::read(source.get(), buffer.data(), buffer.size());
        if (count < 0)
            return fileHttpError(errno, "cannot read", path);
        if (count == 0)
            return {};
        if (auto error = file.write({buffer.data(), static_cast<std::size_t>(count)}); error.status != 0)
            return error;
    }
}

HttpError assemble(const ComposePlan &plan, const std::string &fresh)
{
    FileWriter file;
    HttpError error = file.open(fresh, plan.user, {});
    for (const std::string &source : plan.sources) {
        if (error.status == 0)
            error = append(file, source);
    }
    if (error.status == 0)
        error = file.close();
    if (error.status == 0 && ::rename(fresh.c_str(), plan.destination.c_str()) != 0)
        error = fileHttpError(errno, "cannot replace", plan.destination);
    return error;
}

} // namespace

std::variant<ComposePlan, HttpError> parseCompose(const nlohmann::json &message, const User &user,
                                                  std::string_view workingDirectory)
{
    ComposePlan plan;
    plan.user = user;
    const auto *sources = member(message, "source_paths");
    const auto *destination = member(message, "destination");
    if (sources == nullptr || !sources->is_array() || sources->empty() || sources->size() > maximumSources)
        return HttpError{400, "source_paths must not be empty"};
    const auto target = destination != nullptr ? plainText(*destination) : std::nullopt;
    if (!target || target->empty())
        return HttpError{400, "destination is required"};
    auto resolved = resolvePath(*target, user, workingDirectory);
    if (const auto *error = std::get_if<ConnectError>(&resolved))
        return HttpError{400, error->message};
    plan.destination = std::move(std::get<std::string>(resolved));
    for (const auto &entry : *sources) {
        const auto text = plainText(entry);
        auto source = text ? resolvePath(*text, user, workingDirectory)
                           : Answer<std::string>(ConnectError{"invalid_argument", "it is not a path"});
        if (const auto *error = std::get_if<ConnectError>(&source))
            return HttpError{400, "error resolving source path: " + error->message};
        if (std::get<std::string>(source) == plan.destination)
            return HttpError{400, "source path cannot be the same as destination"};
        plan.sources.push_back(std::move(std::get<std::string>(source)));
    }
    return plan;
}

ComposeResult composeFile(const ComposePlan &plan)
{
    struct stat status
    {
    };
    if (::stat(plan.destination.c_str(), &status) == 0 && S_ISDIR(status.st_mode))
        return {{400, "path is a directory: " + plan.destination}, {}};
    const std::string fresh = plan.destination + ".sandglass-" + std::to_string(::gettid());
    if (auto error = assemble(plan, fresh); error.status != 0) {
        ::unlink(fresh.c_str());
        return {std::move(error), {}};
    }
    for (const std::string &source : plan.sources)
        ::unlink(source.c_str());
    return {{}, dump({{"path", plan.destination}, {"name", baseName(plan.destination)}, {"type", "file"}})};
}

} // namespace sandglass::guest
