// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/files.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>

namespace sandglass::guest {

namespace {

bool writeTo(const std::string &path, std::string_view text, mode_t mode)
{
    const FileDescriptor file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode));
    if (!file)
        return false;
    while (!text.empty()) {
        const ssize_t count = ::write(file.get(), text.data(), text.size());
        if (count <= 0)
            return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return ::fchmod(file.get(), mode) == 0;
}

} // namespace

std::string readFile(const std::string &path, std::size_t limit)
{
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string text;
    if (!file)
        return text;
    std::array<char, 4096> buffer{};
    while (text.size() < limit) {
        const ssize_t count = ::read(file.get(), buffer.data(), std::min(buffer.size(), limit - text.size()));
        if (count <= 0)
            break;
        text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return text;
}

bool writeFile(const std::string &path, std::string_view text, mode_t mode)
{
    const std::string fresh = path + ".sandglass";
    if (writeTo(fresh, text, mode) && ::rename(fresh.c_str(), path.c_str()) == 0)
        return true;
    ::unlink(fresh.c_str());
    return writeTo(path, text, mode);
}

bool makeFolder(const std::string &path, mode_t mode)
{
    return ::mkdir(path.c_str(), mode) == 0 || errno == EEXIST;
}

} // namespace sandglass::guest
