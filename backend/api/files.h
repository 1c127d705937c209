// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/bytes.h"
#include "backend/core/clock.h"
#include "backend/core/ids.h"
#include "backend/core/pending.h"

#include <QList>
#include <QObject>

#include <memory>
#include <optional>

namespace sandglass {

// Of a link, what it leads to; Other: devices, sockets, pipes, and links that lead nowhere.
enum class FileType { File, Folder, Other };

// One entry of a folder inside a sandbox.
struct FileEntry
{
    QString name;
    QString path; // absolute
    FileType type = FileType::File;
    Bytes size;
    QString permissions; // "-rw-r--r--"
    QString owner;
    QString group;
    WallTime modifiedAt{};
    QString linkTarget; // empty: no link

    friend bool operator==(const FileEntry &, const FileEntry &) = default;
};

// A file on its way. Exactly one `finished` ends it; deleting it, or cancel(), stops it where it is (an
// upload that was stopped leaves the old file as it was). Lives in the caller's thread.
class FileTransfer : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    virtual void cancel() = 0; // `finished` comes with Cancelled

signals:
    // Bytes; `total` is -1 while it is not known. At most 30 a second.
    void progressed(qint64 done, qint64 total);
    void finished(const sandglass::Result<sandglass::Done> &end);
};

// Files inside the sandboxes of one fleet, as their ordinary user sees them: looking. Changes nothing in a
// sandbox. Paths are absolute, or below the user's home; "~" is the home. Errors: NotFound, InvalidArgument
// (not a folder, not a file), PermissionDenied, LimitReached (too much), GuestUnreachable, IllegalTransition.
class Files
{
public:
    virtual ~Files() = default;
    [[nodiscard]] virtual Pending<FileEntry> stat(const SandboxId &id, const QString &path) = 0;
    // In no order.
    [[nodiscard]] virtual Pending<QList<FileEntry>> list(const SandboxId &id, const QString &path) = 0;
    // A whole file of at most so many bytes.
    [[nodiscard]] virtual Pending<QByteArray> read(const SandboxId &id, const QString &path, Bytes most) = 0;
    // Into a file of this machine, which is replaced once everything is there. Never null.
    [[nodiscard]] virtual std::unique_ptr<FileTransfer> download(const SandboxId &id, const QString &path,
                                                                 const QString &hostPath) = 0;
};

// The same, acting. What is made belongs to the ordinary user.
class FileChanges
{
public:
    virtual ~FileChanges() = default;
    [[nodiscard]] virtual Pending<FileEntry> makeFolder(const SandboxId &id, const QString &path) = 0;
    [[nodiscard]] virtual Pending<FileEntry> move(const SandboxId &id, const QString &from,
                                                  const QString &to) = 0;
    // A folder with all that is in it. Done also when it is gone already.
    [[nodiscard]] virtual Pending<Done> remove(const SandboxId &id, const QString &path) = 0;
    // A whole small file, new or over an old one.
    [[nodiscard]] virtual Pending<Done> write(const SandboxId &id, const QString &path,
                                              const QByteArray &bytes) = 0;
    // From a file of this machine. Never null.
    [[nodiscard]] virtual std::unique_ptr<FileTransfer> upload(const SandboxId &id, const QString &hostPath,
                                                               const QString &path) = 0;
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::FileEntry)
