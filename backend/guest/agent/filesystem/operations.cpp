// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/filesystem/operations.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "backend/guest/agent/filesystem/entry.h"
#include "backend/guest/agent/filesystem/fileerror.h"
#include "backend/guest/agent/paths.h"

namespace sandglass::guest {

namespace {

constexpr std::size_t listLimit = 16 << 20; // of the answer's text, roughly
constexpr std::size_t entryCost = 300;      // of one without its path

// "." and ".." count as the text says only below a folder that is no link; so only slashes are taken away.
std::string withoutTrailingSlashes(std::string path)
{
    while (path.size() > 1 && path.back() == '/')
        path.pop_back();
    return path;
}

class Walk
{
public:
    // Lexical order, a folder before what is in it; what vanishes meanwhile is skipped.
    bool list(const std::string &folder, std::uint32_t depth)
    {
        std::vector<std::string> names;
        std::error_code error;
        for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
             it.increment(error))
            names.push_back(it->path().filename().string());
        std::sort(names.begin(), names.end());
        for (const std::string &name : names) {
            const std::string path = (folder == "/" ? "" : folder) + "/" + name;
            auto entry = entryOf(path, m_owners);
            if (std::holds_alternative<ConnectError>(entry))
                continue;
            m_size += entryCost + 2 * path.size();
            if (m_size > listLimit)
                return false;
            auto &value = std::get<nlohmann::json>(entry);
            const bool descends = depth > 1 && value.contains("type") &&
                                  value["type"] == "FILE_TYPE_DIRECTORY" && !value.contains("symlinkTarget");
            entries.push_back(std::move(value));
            if (descends && !list(path, depth - 1))
                return false;
        }
        return true;
    }

    nlohmann::json entries = nlohmann::json::array();

private:
    Owners m_owners;
    std::size_t m_size = 0;
};

Answer<nlohmann::json> entryMessage(const std::string &path)
{
    Owners owners;
    auto entry = entryOf(path, owners);
    if (const auto *error = std::get_if<ConnectError>(&entry))
        return *error;
    return nlohmann::json{{"entry", std::move(std::get<nlohmann::json>(entry))}};
}

} // namespace

Answer<nlohmann::json> statPath(const std::string &path)
{
    return entryMessage(withoutTrailingSlashes(path));
}

Answer<nlohmann::json> listDirectory(const std::string &path, std::uint32_t depth)
{
    const std::string folder = withoutTrailingSlashes(path);
    struct stat status
    {
    };
    if (::stat(folder.c_str(), &status) != 0)
        return fileError(errno, "cannot list", folder);
    if (!S_ISDIR(status.st_mode))
        return ConnectError{"invalid_argument", "path is not a directory: " + folder};
    if (::access(folder.c_str(), R_OK | X_OK) != 0)
        return fileError(errno, "cannot list", folder);
    Walk walk;
    if (!walk.list(folder, std::max(depth, 1U)))
        return ConnectError{"resource_exhausted", "the list is too long: ask for less depth"};
    return nlohmann::json{{"entries", std::move(walk.entries)}};
}

std::optional<ConnectError> ensureDirectories(const std::string &path, const User &user)
{
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        const std::string part = path.substr(0, end);
        const bool made = ::mkdir(part.c_str(), 0755) == 0;
        if (made && user.uid != ::geteuid() && ::lchown(part.c_str(), user.uid, user.gid) != 0)
            return fileError(errno, "cannot give away", part);
        if (!made) {
            // Not only EEXIST: a read-only file system says so before it looks.
            const int refused = errno;
            struct stat status
            {
            };
            if (::stat(part.c_str(), &status) != 0)
                return fileError(refused == EEXIST ? errno : refused, "cannot make directory", part);
            if (!S_ISDIR(status.st_mode))
                return ConnectError{"invalid_argument", "path is a file: " + part};
        }
        if (end == std::string::npos)
            return std::nullopt;
    }
}

Answer<nlohmann::json> makeDirectory(const std::string &path, const User &user)
{
    const std::string folder = withoutTrailingSlashes(path);
    struct stat status
    {
    };
    if (::stat(folder.c_str(), &status) == 0) {
        if (S_ISDIR(status.st_mode))
            return ConnectError{"already_exists", "directory already exists: " + folder};
        return ConnectError{"invalid_argument", "path already exists but it is not a directory: " + folder};
    }
    if (auto error = ensureDirectories(folder, user))
        return *error;
    return entryMessage(folder);
}

Answer<nlohmann::json> movePath(const std::string &source, const std::string &destination, const User &user)
{
    const std::string from = withoutTrailingSlashes(source);
    const std::string to = withoutTrailingSlashes(destination);
    struct stat status
    {
    };
    if (::lstat(from.c_str(), &status) != 0)
        return fileError(errno, "cannot move", from);
    if (auto error = ensureDirectories(parentOf(to), user))
        return *error;
    if (::rename(from.c_str(), to.c_str()) != 0)
        return fileError(errno, "cannot move to", to);
    return entryMessage(to);
}

Answer<nlohmann::json> removePath(const std::string &path)
{
    const std::string victim = withoutTrailingSlashes(path);
    if (cleanPath(victim) == "/")
        return ConnectError{"invalid_argument", "the root directory cannot be removed"};
    std::error_code error;
    std::filesystem::remove_all(victim, error);
    if (error && error.value() != ENOENT && error.value() != ENOTDIR)
        return fileError(error.value(), "cannot remove", victim);
    return nlohmann::json::object();
}

std::optional<ConnectError> refuseToWatch(const std::string &path, bool allowNetworkMounts)
{
    struct stat status
    {
    };
    struct statfs system
    {
    };
    if (::stat(path.c_str(), &status) != 0 || ::statfs(path.c_str(), &system) != 0)
        return fileError(errno, "cannot watch", path);
    if (!S_ISDIR(status.st_mode))
        return ConnectError{"invalid_argument", "path is not a directory: " + path};
    constexpr std::array<std::uint32_t, 5> network{0x6969, 0xFF534D42, 0x517B, 0xFE534D42, 0x65735546};
    const auto type = static_cast<std::uint32_t>(system.f_type);
    if (!allowNetworkMounts && std::find(network.begin(), network.end(), type) != network.end())
        return ConnectError{"invalid_argument", "cannot watch path on network filesystem: " + path};
    return std::nullopt;
}

} // namespace sandglass::guest
