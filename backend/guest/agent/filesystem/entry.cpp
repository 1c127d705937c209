// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/filesystem/entry.h"

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "backend/guest/agent/filesystem/fileerror.h"
#include "backend/guest/agent/paths.h"
#include "backend/guest/agent/userdatabase.h"

namespace sandglass::guest {

namespace {

constexpr std::string_view metadataPrefix = "user.e2b.";
constexpr std::size_t metadataLimit = 16 << 10;

const char *typeOf(mode_t mode)
{
    return S_ISREG(mode) ? "FILE_TYPE_FILE" : S_ISDIR(mode) ? "FILE_TYPE_DIRECTORY" : nullptr;
}

// Fully resolved; of a broken link, where it points.
std::string targetOf(const std::string &path)
{
    const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
    if (resolved)
        return resolved.get();
    std::array<char, PATH_MAX> text{};
    const ssize_t size = ::readlink(path.c_str(), text.data(), text.size());
    const std::string target(text.data(), static_cast<std::size_t>(size > 0 ? size : 0));
    return target.starts_with('/') ? target : cleanPath(parentOf(path) + "/" + target);
}

} // namespace

void Owners::load()
{
    if (std::exchange(m_loaded, true))
        return;
    m_users = userNames();
    m_groups = groupNames();
}

std::string Owners::user(uid_t id)
{
    load();
    const auto found = m_users.find(id);
    return found == m_users.end() ? std::to_string(id) : found->second;
}

std::string Owners::group(gid_t id)
{
    load();
    const auto found = m_groups.find(id);
    return found == m_groups.end() ? std::to_string(id) : found->second;
}

std::string permissionText(mode_t mode)
{
    std::string text;
    if (S_ISDIR(mode))
        text += 'd';
    if (S_ISLNK(mode))
        text += 'L';
    if (S_ISBLK(mode) || S_ISCHR(mode))
        text += 'D';
    if (S_ISFIFO(mode))
        text += 'p';
    if (S_ISSOCK(mode))
        text += 'S';
    if ((mode & S_ISUID) != 0)
        text += 'u';
    if ((mode & S_ISGID) != 0)
        text += 'g';
    if (S_ISCHR(mode))
        text += 'c';
    if ((mode & S_ISVTX) != 0)
        text += 't';
    if (text.empty())
        text = "-";
    constexpr std::string_view letters = "rwxrwxrwx";
    for (std::size_t i = 0; i < letters.size(); ++i)
        text += (mode >> (letters.size() - 1 - i) & 1U) != 0 ? letters[i] : '-';
    return text;
}

std::string timestampText(const timespec &time)
{
    std::tm parts{};
    ::gmtime_r(&time.tv_sec, &parts);
    std::array<char, 64> text{};
    std::string result(text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts));
    if (time.tv_nsec != 0) {
        std::snprintf(text.data(), text.size(), ".%09ld", time.tv_nsec);
        std::string decimals = text.data();
        while (decimals.ends_with("000"))
            decimals.resize(decimals.size() - 3);
        result += decimals;
    }
    return result + "Z";
}

std::map<std::string, std::string> readMetadata(const std::string &path)
{
    std::map<std::string, std::string> metadata;
    std::array<char, metadataLimit> names; // NOLINT: filled by the kernel
    const ssize_t size = ::listxattr(path.c_str(), names.data(), names.size());
    std::string_view rest(names.data(), static_cast<std::size_t>(size > 0 ? size : 0));
    while (!rest.empty()) {
        const std::string name(rest.substr(0, rest.find('\0')));
        rest.remove_prefix(std::min(name.size() + 1, rest.size()));
        if (!name.starts_with(metadataPrefix))
            continue;
        std::vector<char> value(metadataLimit);
        const ssize_t length = ::getxattr(path.c_str(), name.c_str(), value.data(), value.size());
        if (length >= 0)
            metadata.emplace(name.substr(metadataPrefix.size()),
                             std::string(value.data(), static_cast<std::size_t>(length)));
    }
    return metadata;
}

Answer<nlohmann::json> entryOf(const std::string &path, Owners &owners)
{
    struct stat own
    {
    };
    if (::lstat(path.c_str(), &own) != 0)
        return fileError(errno, "cannot look at", path);
    struct stat target = own;
    const bool isLink = S_ISLNK(own.st_mode);
    const bool isBroken = isLink && ::stat(path.c_str(), &target) != 0;
    nlohmann::json entry{{"name", baseName(path)},
                         {"path", path},
                         {"size", std::to_string(own.st_size)},
                         {"mode", (isBroken ? own.st_mode : target.st_mode) & 0777},
                         {"permissions", permissionText(own.st_mode)},
                         {"owner", owners.user(own.st_uid)},
                         {"group", owners.group(own.st_gid)},
                         {"modifiedTime", timestampText(own.st_mtim)}};
    if (const char *type = isBroken ? nullptr : typeOf(target.st_mode))
        entry["type"] = type;
    if (isLink)
        entry["symlinkTarget"] = targetOf(path);
    if (!isLink && (S_ISREG(own.st_mode) || S_ISDIR(own.st_mode))) {
        if (auto metadata = readMetadata(path); !metadata.empty())
            entry["metadata"] = std::move(metadata);
    }
    return entry;
}

} // namespace sandglass::guest
