// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/transfer/filewriter.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>

#include "backend/guest/agent/filesystem/entry.h"
#include "backend/guest/agent/filesystem/operations.h"
#include "backend/guest/agent/paths.h"

namespace sandglass::guest {

namespace {

constexpr std::string_view attributePrefix = "user.e2b.";
constexpr std::string_view headerPrefix = "x-metadata-";
constexpr std::size_t keyLimit = 246;
constexpr std::size_t metadataLimit = 4096;

} // namespace

HttpError FileWriter::open(const std::string &path, const User &user, const Metadata &metadata)
{
    m_path = path;
    if (const auto error = ensureDirectories(parentOf(path), user)) {
        const int status = error->code == "resource_exhausted" ? 507
                           : error->code == "invalid_argument" ? 400
                                                               : 500;
        return {status, "error ensuring directories: " + error->message};
    }
    struct stat status
    {
    };
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return {400, "path is a directory: " + path};
    if (exists && !S_ISREG(status.st_mode))
        return {400, "path is not a regular file: " + path};
    // Non-blocking, in case that it became a pipe since. Without O_CREAT for what is there: in a folder like
    // /tmp the kernel refuses that with another user's file, even to root (fs.protected_regular).
    constexpr int flags = O_WRONLY | O_TRUNC | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    m_file.reset(::open(path.c_str(), exists ? flags : flags | O_CREAT, 0644));
    if (!m_file)
        return fileHttpError(errno, "cannot open", path);
    if (user.uid != ::geteuid() || exists) {
        if (::fchown(m_file.get(), user.uid, user.gid) != 0)
            return fileHttpError(errno, "cannot give away", path);
    }
    return replaceMetadata(metadata);
}

HttpError FileWriter::replaceMetadata(const Metadata &metadata) const
{
    for (const auto &[key, value] : readMetadata(m_path)) {
        if (!metadata.contains(key))
            ::fremovexattr(m_file.get(), (std::string(attributePrefix) + key).c_str());
    }
    for (const auto &[key, value] : metadata) {
        const std::string name = std::string(attributePrefix) + key;
        if (::fsetxattr(m_file.get(), name.c_str(), value.data(), value.size(), 0) != 0)
            return fileHttpError(errno, "cannot keep metadata of", m_path);
    }
    return {};
}

HttpError FileWriter::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_file.get(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return fileHttpError(errno, "cannot write", m_path);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

HttpError FileWriter::close()
{
    if (::close(m_file.release()) != 0)
        return fileHttpError(errno, "cannot write", m_path);
    return {};
}

std::variant<Metadata, HttpError> metadataOf(const Request &request)
{
    Metadata metadata;
    std::size_t total = 0;
    for (auto it = request.headers.lower_bound(headerPrefix);
         it != request.headers.end() && it->first.starts_with(headerPrefix); ++it) {
        const std::string key = it->first.substr(headerPrefix.size());
        const std::string &value = it->second;
        total += key.size() + value.size();
        const auto isPrintable = [](char c) {
            return c >= ' ' && c <= '~';
        };
        if (key.empty() || key.size() > keyLimit || total > metadataLimit)
            return HttpError{400, "the metadata is too long or has no key"};
        if (!std::all_of(value.begin(), value.end(), isPrintable))
            return HttpError{400, "the metadata '" + key + "' is not printable ASCII"};
        metadata.emplace(key, value);
    }
    return metadata;
}

} // namespace sandglass::guest
