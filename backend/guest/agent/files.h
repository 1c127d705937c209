// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <unistd.h>
#include <utility>

namespace sandglass::guest {

// Owns one file descriptor. Everything here opens with O_CLOEXEC, so a started command inherits nothing.
class FileDescriptor
{
public:
    FileDescriptor() = default;
    explicit FileDescriptor(int fd) : m_fd(fd) {}
    FileDescriptor(FileDescriptor &&other) noexcept : m_fd(other.release()) {}
    FileDescriptor &operator=(FileDescriptor &&other) noexcept
    {
        reset(other.release());
        return *this;
    }
    FileDescriptor(const FileDescriptor &) = delete;
    FileDescriptor &operator=(const FileDescriptor &) = delete;
    ~FileDescriptor() { reset(); }

    int get() const { return m_fd; }
    explicit operator bool() const { return m_fd >= 0; }
    int release() { return std::exchange(m_fd, -1); }
    void reset(int fd = -1)
    {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = fd;
    }

private:
    int m_fd = -1;
};

// At most `limit` bytes of a file; empty when it cannot be read.
std::string readFile(const std::string &path, std::size_t limit);

// Replaces a file in one step (a new file, then a rename), or in place where the folder does not allow that.
bool writeFile(const std::string &path, std::string_view text, mode_t mode);

bool makeFolder(const std::string &path, mode_t mode);

} // namespace sandglass::guest
