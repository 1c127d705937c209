// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/programhold.h"

#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandglass::guest {

namespace {

constexpr const char *Mounted = "/sys/fs/cgroup";
constexpr const char *Programs = "/programs";

using Clock = std::chrono::steady_clock;

bool put(const std::string &path, char value)
{
    const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    return file && ::write(file.get(), &value, 1) == 1;
}

std::vector<std::string> foldersIn(const std::string &path)
{
    std::vector<std::string> names;
    const std::unique_ptr<DIR, int (*)(DIR *)> folder(::opendir(path.c_str()), ::closedir);
    while (const dirent *entry = folder ? ::readdir(folder.get()) : nullptr) {
        if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
            names.emplace_back(entry->d_name);
    }
    return names;
}

// Waits for the kernel's word: it wakes whoever polls the file when the state changes.
bool awaitFrozen(const std::string &group, Clock::time_point until)
{
    const FileDescriptor events(::open((group + "/cgroup.events").c_str(), O_RDONLY | O_CLOEXEC));
    if (!events)
        return false;
    while (true) {
        std::string text(256, '\0');
        const ssize_t got = ::pread(events.get(), text.data(), text.size(), 0);
        if (got < 0)
            return errno == ENODEV; // the group is gone, and its programs with it
        text.resize(static_cast<std::size_t>(got));
        if (text.find("frozen 1") != std::string::npos)
            return true;
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
        if (left.count() <= 0)
            return false;
        pollfd change{events.get(), POLLPRI, 0};
        ::poll(&change, 1, static_cast<int>(left.count()));
    }
}

} // namespace

std::string ownGroup(const std::string &text)
{
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string line = text.substr(begin, end - begin);
        if (line.rfind("0::/", 0) == 0)
            return line.substr(3);
        begin = end + 1;
    }
    return {};
}

ProgramHold::ProgramHold() : ProgramHold(Mounted, ownGroup(readFile("/proc/self/cgroup", 4096))) {}

ProgramHold::ProgramHold(std::string root, std::string own) : m_root(std::move(root)), m_own(std::move(own))
{
    if (m_own.size() < 2) // the root itself cannot be told apart from the rest
        return;
    const std::string programs = m_root + m_own + Programs;
    if (::mkdir(programs.c_str(), 0755) == 0 || errno == EEXIST)
        m_programs.reset(::open(programs.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

std::vector<std::string> ProgramHold::others() const
{
    std::vector<std::string> groups;
    std::size_t end = 0;
    while (end != std::string::npos) {
        const std::string level = m_root + m_own.substr(0, end);
        const std::size_t next = m_own.find('/', end + 1);
        const std::string onTheWay = m_own.substr(end + 1, next == std::string::npos ? next : next - end - 1);
        for (const std::string &name : foldersIn(level)) {
            if (name != onTheWay)
                groups.push_back(level + '/' + name);
        }
        end = next;
    }
    for (const std::string &name : foldersIn(m_root + m_own))
        groups.push_back(m_root + m_own + '/' + name);
    return groups;
}

bool ProgramHold::hold(std::chrono::milliseconds limit)
{
    if (m_own.size() < 2)
        return false;
    const std::scoped_lock lock(m_mutex);
    const auto until = Clock::now() + limit;
    for (const std::string &group : others()) {
        if (put(group + "/cgroup.freeze", '1'))
            m_held.push_back(group);
    }
    bool all = !m_held.empty();
    for (const std::string &group : m_held)
        all = awaitFrozen(group, until) && all;
    return all;
}

void ProgramHold::release()
{
    const std::scoped_lock lock(m_mutex);
    for (const std::string &group : m_held)
        put(group + "/cgroup.freeze", '0');
    m_held.clear();
}

} // namespace sandglass::guest
