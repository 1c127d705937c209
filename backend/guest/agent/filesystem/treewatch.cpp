// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/filesystem/treewatch.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <sys/inotify.h>
#include <system_error>

#include "backend/guest/agent/filesystem/fileerror.h"

namespace sandglass::guest {

namespace {

constexpr std::uint32_t inside = IN_CREATE | IN_MOVED_TO | IN_MODIFY | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM;
constexpr std::uint32_t itself = IN_DELETE_SELF | IN_MOVE_SELF;
constexpr std::size_t bufferSize = 16 << 10;
constexpr std::size_t maximumAnnounced = 4096;

std::string join(const std::string &relative, const std::string &name)
{
    return relative.empty() ? name : relative + "/" + name;
}

} // namespace

const char *eventTypeName(WatchEvent::Type type)
{
    switch (type) {
    case WatchEvent::Type::Create:
        return "EVENT_TYPE_CREATE";
    case WatchEvent::Type::Write:
        return "EVENT_TYPE_WRITE";
    case WatchEvent::Type::Remove:
        return "EVENT_TYPE_REMOVE";
    case WatchEvent::Type::Rename:
        return "EVENT_TYPE_RENAME";
    case WatchEvent::Type::Chmod:
        return "EVENT_TYPE_CHMOD";
    }
    return "EVENT_TYPE_UNSPECIFIED";
}

Answer<std::unique_ptr<TreeWatch>> TreeWatch::open(std::string folder, bool recursive)
{
    while (folder.size() > 1 && folder.back() == '/')
        folder.pop_back();
    std::unique_ptr<TreeWatch> watch(new TreeWatch(std::move(folder), recursive));
    watch->m_inotify.reset(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    if (!watch->m_inotify || watch->add({}, true) < 0)
        return fileError(errno, "cannot watch", watch->m_folder);
    if (recursive)
        watch->addTree({}, nullptr);
    if (watch->m_full)
        return ConnectError{"resource_exhausted", "there are too many folders to watch"};
    return watch;
}

std::string TreeWatch::pathOf(const std::string &relative) const
{
    return relative.empty() ? m_folder : (m_folder == "/" ? "" : m_folder) + "/" + relative;
}

int TreeWatch::add(const std::string &relative, bool isRoot)
{
    if (m_folders.size() >= maximumFolders) {
        m_full = true;
        return -1;
    }
    // Only the root tells of its own end; of other folders their parents do.
    const std::uint32_t mask = isRoot ? inside | itself | IN_ONLYDIR : inside | IN_ONLYDIR | IN_DONT_FOLLOW;
    const int watch = ::inotify_add_watch(m_inotify.get(), pathOf(relative).c_str(), mask);
    if (watch >= 0)
        m_folders[watch] = relative;
    else if (errno == ENOSPC)
        m_full = true;
    return watch;
}

// Of a folder that is watched already: everything in it, and the folders below.
void TreeWatch::addTree(const std::string &relative, Batch *announce)
{
    int watch = -1;
    for (const auto &[known, path] : m_folders) {
        if (path == relative)
            watch = known;
    }
    std::error_code error;
    for (std::filesystem::directory_iterator it(pathOf(relative), error), end; !error && it != end && !m_full;
         it.increment(error)) {
        const std::string name = it->path().filename().string();
        if (announce != nullptr) {
            announce->events.push_back({WatchEvent::Type::Create, join(relative, name)});
            if (m_announced.size() < maximumAnnounced)
                m_announced.emplace(watch, name);
        }
        std::error_code ignored;
        if (it->symlink_status(ignored).type() != std::filesystem::file_type::directory)
            continue;
        if (add(join(relative, name), false) >= 0)
            addTree(join(relative, name), announce);
    }
}

void TreeWatch::forget(const std::string &relative)
{
    for (auto it = m_folders.begin(); it != m_folders.end();) {
        const std::string &path = it->second;
        const bool below =
            path.starts_with(relative) && (path.size() == relative.size() || path[relative.size()] == '/');
        if (!below) {
            ++it;
            continue;
        }
        ::inotify_rm_watch(m_inotify.get(), it->first);
        it = m_folders.erase(it);
    }
}

TreeWatch::Batch TreeWatch::read()
{
    Batch batch;
    alignas(inotify_event) std::array<char, bufferSize> buffer; // NOLINT: filled by read
    const ssize_t count = ::read(m_inotify.get(), buffer.data(), buffer.size());
    for (ssize_t at = 0; at < count;) {
        inotify_event event{};
        std::memcpy(&event, buffer.data() + at, sizeof event);
        const char *name = buffer.data() + at + sizeof event;
        handle(event.wd, event.mask, event.len > 0 ? name : "", batch);
        at += static_cast<ssize_t>(sizeof event + event.len);
    }
    batch.lost = batch.lost || std::exchange(m_full, false);
    return batch;
}

void TreeWatch::handle(int watch, std::uint32_t mask, const std::string &name, Batch &batch)
{
    if ((mask & IN_Q_OVERFLOW) != 0) {
        batch.lost = true;
        return;
    }
    const auto found = m_folders.find(watch);
    if (found == m_folders.end())
        return; // its folder was moved away
    if ((mask & IN_IGNORED) != 0) {
        m_folders.erase(found);
        return;
    }
    const std::string relative = name.empty() && found->second.empty() ? "." : join(found->second, name);
    if (name.empty() && !found->second.empty())
        return; // a folder's own attributes: its parent tells of them
    const auto tell = [&](std::uint32_t bits, WatchEvent::Type type) {
        if ((mask & bits) != 0)
            batch.events.push_back({type, relative});
    };
    const bool appears = (mask & (IN_CREATE | IN_MOVED_TO)) != 0;
    if (appears && m_announced.erase({watch, name}) > 0)
        return;
    tell(IN_CREATE | IN_MOVED_TO, WatchEvent::Type::Create);
    tell(IN_MOVED_FROM | IN_MOVE_SELF, WatchEvent::Type::Rename);
    tell(IN_ATTRIB, WatchEvent::Type::Chmod);
    tell(IN_MODIFY, WatchEvent::Type::Write);
    tell(IN_DELETE | IN_DELETE_SELF, WatchEvent::Type::Remove);
    if (!m_recursive || (mask & IN_ISDIR) == 0)
        return;
    if ((mask & (IN_DELETE | IN_MOVED_FROM)) != 0)
        forget(relative);
    else if (appears && add(relative, false) >= 0)
        addTree(relative, &batch);
}

} // namespace sandglass::guest
