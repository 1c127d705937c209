// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/transfer/uploadjob.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "backend/guest/agent/jsonvalue.h"
#include "backend/guest/agent/paths.h"

namespace sandglass::guest {

UploadJob::UploadJob(UploadPlan plan) : m_plan(std::move(plan))
{
    if (m_plan.isGzip)
        m_inflater = std::make_unique<GzipInflater>();
    if (m_plan.boundary)
        m_parser = std::make_unique<MultipartParser>(
            *m_plan.boundary,
            MultipartParser::Sink{
                [this](const MultipartParser::Part &part) { return beginPart(part); },
                [this](std::string_view data) { return !m_file || note(m_file->write(data)); },
                [this]() {
                    return closeFile();
                }});
}

std::optional<UploadJob::End> UploadJob::take(std::string_view bytes, bool last)
{
    // The file is there even when its body is empty.
    if (!m_parser && !m_file && m_written.empty() && !openFile(m_plan.path.value_or("")))
        return finish();
    if (!decode(bytes) || last)
        return finish();
    return std::nullopt;
}

bool UploadJob::decode(std::string_view bytes)
{
    if (!m_inflater)
        return consume(bytes);
    const bool worked = m_inflater->feed(bytes, [this](std::string_view piece) { return consume(piece); });
    return worked || note({400, "error decompressing request body"});
}

bool UploadJob::consume(std::string_view bytes)
{
    if (!m_parser)
        return note(m_file->write(bytes));
    return m_parser->feed(bytes) || note({400, "error reading form: " + m_parser->error()});
}

bool UploadJob::beginPart(const MultipartParser::Part &part)
{
    if (part.name != "file")
        return true; // its body goes nowhere
    return openFile(m_plan.path.value_or(part.fileName.value_or("")));
}

bool UploadJob::openFile(const std::string &asked)
{
    auto path = resolvePath(asked, m_plan.user, m_plan.workingDirectory);
    if (const auto *error = std::get_if<ConnectError>(&path))
        return note({400, error->message});
    const std::string &resolved = std::get<std::string>(path);
    if (std::find(m_written.begin(), m_written.end(), resolved) != m_written.end())
        return note({400, "you cannot upload multiple files to the same path '" + resolved +
                              "' in one upload request, only the first specified file was uploaded"});
    m_file = std::make_unique<FileWriter>();
    return note(m_file->open(resolved, m_plan.user, m_plan.metadata));
}

bool UploadJob::closeFile()
{
    if (!m_file)
        return true;
    const auto file = std::exchange(m_file, nullptr);
    m_written.push_back(file->path());
    return note(file->close());
}

// The first error is the one that is told.
bool UploadJob::note(HttpError error)
{
    if (m_error.status == 0)
        m_error = std::move(error);
    return m_error.status == 0;
}

std::optional<UploadJob::End> UploadJob::finish()
{
    if (m_inflater && !m_inflater->isComplete())
        note({400, "error decompressing request body"});
    if (m_parser && !m_parser->isComplete())
        note({400, "error reading form: it does not end"});
    if (!m_parser && m_file)
        closeFile();
    if (m_error.status != 0)
        return End{m_error.status, httpErrorBody(m_error)};
    nlohmann::json entries = nlohmann::json::array();
    for (const std::string &path : m_written) {
        nlohmann::json entry{{"path", path}, {"name", baseName(path)}, {"type", "file"}};
        if (!m_plan.metadata.empty())
            entry["metadata"] = m_plan.metadata;
        entries.push_back(std::move(entry));
    }
    return End{200, dump(entries)};
}

} // namespace sandglass::guest
