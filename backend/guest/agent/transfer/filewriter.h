// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <variant>

#include "backend/guest/agent/exchange.h"
#include "backend/guest/agent/files.h"
#include "backend/guest/agent/transfer/httperror.h"
#include "backend/guest/agent/userdatabase.h"

namespace sandglass::guest {

using Metadata = std::map<std::string, std::string>;

// One uploaded file: its folders are made, an existing one is truncated and changes hands, its metadata is
// replaced as a whole. For the disk threads, one at a time.
class FileWriter
{
public:
    // Each gives an error without a status when it worked.
    HttpError open(const std::string &path, const User &user, const Metadata &metadata);
    HttpError write(std::string_view bytes);
    HttpError close();

    const std::string &path() const { return m_path; }

private:
    HttpError replaceMetadata(const Metadata &metadata) const;

    std::string m_path;
    FileDescriptor m_file;
};

// The metadata in a request's headers (x-metadata-KEY), or why it is refused: a key of 246 bytes at most,
// printable ASCII, 4 KiB in all.
std::variant<Metadata, HttpError> metadataOf(const Request &request);

} // namespace sandglass::guest
