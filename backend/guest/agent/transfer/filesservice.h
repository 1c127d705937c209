// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "backend/guest/agent/diskpool.h"
#include "backend/guest/agent/exchange.h"
#include "backend/guest/agent/sandboxdefaults.h"
#include "backend/guest/agent/transfer/httperror.h"
#include "backend/guest/agent/userdatabase.h"

namespace sandglass::guest {

// GET and POST /files and POST /files/compose of the E2B contract. What waits for the disk runs in its
// threads. The agent's thread.
class FilesService
{
public:
    FilesService(DiskPool &disk, const SandboxDefaults &defaults) : m_disk(disk), m_defaults(defaults) {}

    // True when the path is one of ours; the exchange is answered, now or later. A trusted peer needs neither
    // token nor signature.
    bool handle(const std::shared_ptr<Exchange> &exchange, bool isTrusted);

private:
    using Query = std::map<std::string, std::string>;
    void download(const std::shared_ptr<Exchange> &exchange, const Query &query, const User &user);
    void upload(const std::shared_ptr<Exchange> &exchange, const Query &query, const User &user);
    void compose(const std::shared_ptr<Exchange> &exchange, std::string_view body);
    HttpError findUser(const std::string &name, User &user) const;

    DiskPool &m_disk;
    const SandboxDefaults &m_defaults;
};

} // namespace sandglass::guest
