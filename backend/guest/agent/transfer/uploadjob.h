// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backend/guest/agent/transfer/filewriter.h"
#include "backend/guest/agent/transfer/gzip.h"
#include "backend/guest/agent/transfer/multipart.h"
#include "backend/guest/agent/userdatabase.h"

namespace sandglass::guest {

// What an upload is: known from its head.
struct UploadPlan
{
    std::optional<std::string> path;     // of the query
    std::optional<std::string> boundary; // multipart, else the body is the file
    bool isGzip = false;
    User user;
    std::string workingDirectory;
    Metadata metadata;
};

// The body of an upload on its way to the disk: unpacked, taken apart, written. In the disk threads, one call
// at a time. Nothing of it is kept but the parser's remainder, so its size does not matter.
class UploadJob
{
public:
    struct End
    {
        int status = 200;
        std::string body;
    };

    explicit UploadJob(UploadPlan plan);

    // How the upload ended, when it did.
    std::optional<End> take(std::string_view bytes, bool last);

private:
    bool decode(std::string_view bytes);
    bool consume(std::string_view bytes);
    bool beginPart(const MultipartParser::Part &part);
    bool openFile(const std::string &asked);
    bool closeFile();
    bool note(HttpError error);
    std::optional<End> finish();

    UploadPlan m_plan;
    std::unique_ptr<GzipInflater> m_inflater;
    std::unique_ptr<MultipartParser> m_parser;
    std::unique_ptr<FileWriter> m_file;
    std::vector<std::string> m_written;
    HttpError m_error;
};

} // namespace sandglass::guest
