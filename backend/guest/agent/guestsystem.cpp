// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/guestsystem.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <linux/random.h>
#include <sys/ioctl.h>

namespace sandglass::guest {

namespace {

// A program that waits for a disk stands still only when that is done.
constexpr std::chrono::milliseconds HoldTakes{500};

// The folders above a file of the guest, made when missing.
bool makeParents(const std::string &path, std::size_t from)
{
    for (std::size_t slash = path.find('/', from + 1); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
        if (!makeFolder(path.substr(0, slash), 0755))
            return false;
    }
    return true;
}

} // namespace

RealSystem::RealSystem() : m_random(::open("/dev/random", O_WRONLY | O_CLOEXEC)) {}

bool RealSystem::setClock(std::int64_t nanosecondsSinceEpoch)
{
    constexpr std::int64_t second = 1'000'000'000;
    const timespec time{nanosecondsSinceEpoch / second, nanosecondsSinceEpoch % second};
    return ::clock_settime(CLOCK_REALTIME, &time) == 0;
}

bool RealSystem::addEntropy(std::string_view bytes)
{
    // Credited, and the generator seeded anew at once: siblings of one checkpoint must not share a single
    // byte.
    constexpr std::size_t most = 512;
    const std::size_t size = std::min(bytes.size(), most);
    alignas(rand_pool_info) std::array<char, sizeof(rand_pool_info) + most> memory{};
    auto *pool = reinterpret_cast<rand_pool_info *>(memory.data());
    pool->entropy_count = static_cast<int>(size * 8);
    pool->buf_size = static_cast<int>(size);
    std::memcpy(memory.data() + sizeof(rand_pool_info), bytes.data(), size);
    return ::ioctl(m_random.get(), RNDADDENTROPY, memory.data()) == 0 &&
           ::ioctl(m_random.get(), RNDRESEEDCRNG) == 0;
}

bool RealSystem::setHostName(const std::string &name)
{
    return ::sethostname(name.data(), name.size()) == 0;
}

bool RealSystem::powerOff()
{
    constexpr int systemdPowerOff = 4;
    return ::kill(1, SIGRTMIN + systemdPowerOff) == 0;
}

bool RealSystem::holdPrograms()
{
    return m_hold.hold(HoldTakes);
}

bool RealSystem::write(const std::string &path, std::string_view text, mode_t mode)
{
    return makeParents(path, 0) && writeFile(path, text, mode);
}

bool FolderSystem::setClock(std::int64_t nanosecondsSinceEpoch)
{
    return write("/clock", std::to_string(nanosecondsSinceEpoch), 0644);
}

bool FolderSystem::addEntropy(std::string_view bytes)
{
    return write("/entropy", bytes, 0600);
}

bool FolderSystem::setHostName(const std::string &name)
{
    return write("/hostname", name, 0644);
}

bool FolderSystem::powerOff()
{
    return write("/poweroff", "asked", 0644);
}

bool FolderSystem::holdPrograms()
{
    return write("/held", "1", 0644);
}

void FolderSystem::releasePrograms()
{
    write("/held", "0", 0644);
}

bool FolderSystem::write(const std::string &path, std::string_view text, mode_t mode)
{
    return makeParents(m_folder + path, m_folder.size()) && writeFile(m_folder + path, text, mode);
}

} // namespace sandglass::guest
