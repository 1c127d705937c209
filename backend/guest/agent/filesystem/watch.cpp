// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/filesystem/watch.h"

#include <fcntl.h>
#include <utility>

#include "backend/guest/agent/filesystem/entry.h"
#include "backend/guest/agent/jsonvalue.h"

namespace sandglass::guest {

Watch::Watch(const boost::asio::any_io_executor &executor, DiskPool &disk, std::unique_ptr<TreeWatch> tree,
             bool includeEntry)
    : m_disk(disk), m_tree(std::move(tree)),
      m_readable(executor, ::fcntl(m_tree->descriptor(), F_DUPFD_CLOEXEC, 0)), m_includeEntry(includeEntry)
{}

void Watch::begin(std::function<bool(std::vector<std::string> events, bool lost)> onEvents)
{
    m_onEvents = std::move(onEvents);
    resume();
}

void Watch::close()
{
    m_onEvents = nullptr;
    boost::system::error_code ignored;
    m_readable.close(ignored);
}

void Watch::resume()
{
    if (!m_onEvents || std::exchange(m_reading, true))
        return;
    m_readable.async_wait(
        boost::asio::posix::stream_descriptor::wait_read,
        [self = shared_from_this()](const boost::system::error_code &error) {
            if (error || !self->m_onEvents)
                return;
            self->m_disk.run(
                [tree = self->m_tree, entry = self->m_includeEntry]() { return read(*tree, entry); },
                [self](Batch batch) {
                    self->m_reading = false;
                    if (self->m_onEvents && self->m_onEvents(std::move(batch.events), batch.lost))
                        self->resume();
                });
        });
}

Watch::Batch Watch::read(TreeWatch &tree, bool includeEntry)
{
    Batch batch;
    auto seen = tree.read();
    batch.lost = seen.lost;
    Owners owners;
    for (const WatchEvent &event : seen.events) {
        nlohmann::json message{{"name", event.name}, {"type", eventTypeName(event.type)}};
        const bool isThere = event.type != WatchEvent::Type::Remove && event.type != WatchEvent::Type::Rename;
        if (includeEntry && isThere) {
            const std::string path = event.name == "."
                                         ? tree.folder()
                                         : (tree.folder() == "/" ? "" : tree.folder()) + "/" + event.name;
            auto entry = entryOf(path, owners); // it may be gone again
            if (auto *value = std::get_if<nlohmann::json>(&entry))
                message["entry"] = std::move(*value);
        }
        batch.events.push_back(dump(message));
    }
    return batch;
}

} // namespace sandglass::guest
