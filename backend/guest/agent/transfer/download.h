// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include "backend/guest/agent/diskpool.h"
#include "backend/guest/agent/exchange.h"

namespace sandglass::guest {

// Answers with a file: Range, If-Modified-Since and If-Range, gzip where it is asked for and worth its time
// (files up to 8 MiB; the channel is faster than packing larger ones), any size in pieces of 128 KiB as the
// reader takes them. A file of size 0 is read to its end, because those of procfs say so of themselves.
void sendFile(const std::shared_ptr<Exchange> &exchange, DiskPool &disk, const std::string &path);

} // namespace sandglass::guest
