// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "backend/guest/agent/connect.h"
#include "backend/guest/agent/files.h"

namespace sandglass::guest {

struct WatchEvent
{
    enum class Type { Create, Write, Remove, Rename, Chmod };
    Type type = Type::Write;
    std::string name; // relative to the watched folder, "." for itself
};

const char *eventTypeName(WatchEvent::Type type);

// What changes in a folder, or in all folders below it, by inotify(7). Folders that appear later are watched,
// too, and what was put into them before that is told as created. Links are not followed. Not for the agent's
// own thread: adding a tree reads all its folders. One caller at a time.
class TreeWatch
{
public:
    static constexpr std::size_t maximumFolders = 16384;

    static Answer<std::unique_ptr<TreeWatch>> open(std::string folder, bool recursive);

    // Readable when there are events.
    int descriptor() const { return m_inotify.get(); }
    const std::string &folder() const { return m_folder; }

    struct Batch
    {
        std::vector<WatchEvent> events;
        bool lost = false; // the kernel's queue has overflowed, or there are too many folders
    };
    // What is there by now, a bounded piece of it; never waits for more.
    Batch read();

private:
    TreeWatch(std::string folder, bool recursive) : m_folder(std::move(folder)), m_recursive(recursive) {}

    int add(const std::string &relative, bool isRoot);
    void addTree(const std::string &relative, Batch *announce);
    void forget(const std::string &relative);
    void handle(int watch, std::uint32_t mask, const std::string &name, Batch &batch);
    std::string pathOf(const std::string &relative) const;

    std::string m_folder;
    bool m_recursive;
    FileDescriptor m_inotify;
    std::map<int, std::string> m_folders;              // by watch: the path below ours
    std::set<std::pair<int, std::string>> m_announced; // told already by looking into a new folder
    bool m_full = false;
};

} // namespace sandglass::guest
