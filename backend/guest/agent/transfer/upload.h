// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "backend/guest/agent/diskpool.h"
#include "backend/guest/agent/exchange.h"
#include "backend/guest/agent/transfer/uploadjob.h"

namespace sandglass::guest {

// The multipart boundary and the gzip flag of a request's head, or why such a body is not taken.
HttpError readUploadHead(const Request &request, UploadPlan &plan);

// Takes the body of an exchange to the disk. A piece is given back to the peer when it is written, so a slow
// disk holds back its own upload only, and an upload of any size needs one window of memory.
void takeUpload(const std::shared_ptr<Exchange> &exchange, DiskPool &disk, UploadPlan plan);

} // namespace sandglass::guest
