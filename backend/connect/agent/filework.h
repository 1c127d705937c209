// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/files.h"
#include "backend/connect/agent/guestcall.h"

#include <QElapsedTimer>
#include <QFile>
#include <QSaveFile>

#include <functional>

namespace sandglass::connect {

[[nodiscard]] GuestRequest uploadRequest(const QString &path);

// One transfer as it is done, in the files' thread: it reads and writes disks. Told to stop, it cleans up and
// reports Cancelled.
class FileWork : public QObject
{
    Q_OBJECT

public:
    struct Report
    {
        std::function<void(qint64 done, qint64 total)> progress;
        std::function<void(const Result<Done> &end)> end; // last, once
    };

    explicit FileWork(Report report) : m_report(std::move(report)) { m_sinceReport.start(); }

    virtual void begin() = 0;
    virtual void stop() = 0;

protected:
    void progress(qint64 done, qint64 total);
    void end(const Result<Done> &result);
    [[nodiscard]] bool hasEnded() const { return m_ended; }

private:
    Report m_report;
    QElapsedTimer m_sinceReport;
    bool m_ended = false;
};

class DownloadWork final : public FileWork
{
    Q_OBJECT

public:
    DownloadWork(GuestHttp &http, SandboxId id, const QString &path, const QString &hostPath, Report report);

    void begin() override;
    void stop() override;

private:
    void take(const QByteArray &bytes);
    void streamEnded(const Result<Done> &result);

    GuestHttp &m_http;
    SandboxId m_id;
    QString m_path;
    QSaveFile m_file; // the old one stays until everything is there
    std::unique_ptr<GuestCall> m_call;
    QByteArray m_refusal;
    qint64 m_done = 0;
    qint64 m_total = -1;
};

class UploadWork final : public FileWork
{
    Q_OBJECT

public:
    UploadWork(GuestHttp &http, SandboxId id, const QString &hostPath, const QString &path, Report report);

    void begin() override;
    void stop() override;

private:
    void sendSome();
    void streamEnded(const Result<Done> &result);
    void putInPlace();
    void giveUp(const Error &why);

    GuestHttp &m_http;
    SandboxId m_id;
    QString m_path;
    QString m_partPath; // beside the target until all of it is there
    QFile m_file;
    std::unique_ptr<GuestCall> m_call;
    QByteArray m_answer;
    qint64 m_read = 0;
    qint64 m_total = 0;
    bool m_sent = false;
};

// The consumer's handle on a work that lives in the files' thread.
class AgentTransfer final : public FileTransfer
{
    Q_OBJECT

public:
    // `make` is called in the thread of `there`, whose child the work becomes.
    AgentTransfer(QObject *there, std::function<FileWork *(FileWork::Report)> make);
    ~AgentTransfer() override;

    void cancel() override;

private:
    QObject *m_there;
    std::shared_ptr<Postbox> m_box;
    std::shared_ptr<FileWork *> m_work; // in its own thread only
};

} // namespace sandglass::connect
