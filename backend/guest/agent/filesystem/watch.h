// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <boost/asio/posix/stream_descriptor.hpp>

#include "backend/guest/agent/diskpool.h"
#include "backend/guest/agent/filesystem/treewatch.h"

namespace sandglass::guest {

// A TreeWatch that is read as long as its reader wants events, in the disk threads. Lives on the agent's
// thread. Events are the texts of FilesystemEvent messages.
class Watch : public std::enable_shared_from_this<Watch>
{
public:
    Watch(const boost::asio::any_io_executor &executor, DiskPool &disk, std::unique_ptr<TreeWatch> tree,
          bool includeEntry);

    // `onEvents` answers whether there is room for more; if not, resume() goes on. `lost` says that the
    // kernel had more than it could keep.
    void begin(std::function<bool(std::vector<std::string> events, bool lost)> onEvents);
    void resume();
    void close();

private:
    struct Batch
    {
        std::vector<std::string> events;
        bool lost = false;
    };
    static Batch read(TreeWatch &tree, bool includeEntry);

    DiskPool &m_disk;
    std::shared_ptr<TreeWatch> m_tree;
    boost::asio::posix::stream_descriptor m_readable;
    bool m_includeEntry;
    bool m_reading = false;
    std::function<bool(std::vector<std::string>, bool)> m_onEvents;
};

} // namespace sandglass::guest
