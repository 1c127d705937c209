// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/connect/agent/filework.h"

#include "backend/connect/agent/agentwire.h"
#include "backend/core/whenanswered.h"

#include <QPointer>
#include <QUuid>

namespace sandglass::connect {

using namespace std::chrono_literals;

namespace {

constexpr qsizetype MaxRefusal = 64 * 1024;
constexpr qsizetype Piece = 256 * 1024;
constexpr auto CallDeadline = 60s;
constexpr qint64 BetweenReports = 34; // milliseconds

Error fileError(const QFileDevice &file)
{
    switch (file.error()) {
    case QFileDevice::PermissionsError:
        return Error(ErrorCode::PermissionDenied, file.errorString());
    case QFileDevice::ResourceError:
        return Error(ErrorCode::DiskFull, file.errorString());
    default:
        return Error(ErrorCode::StoreFailed, file.errorString());
    }
}

} // namespace

GuestRequest uploadRequest(const QString &path)
{
    return {.method = "POST",
            .path = filePath(path),
            .fields = {{"content-type", "application/octet-stream"}},
            .hasBody = true};
}

void FileWork::progress(qint64 done, qint64 total)
{
    if (done != total && m_sinceReport.elapsed() < BetweenReports)
        return;
    m_sinceReport.restart();
    m_report.progress(done, total);
}

void FileWork::end(const Result<Done> &result)
{
    if (std::exchange(m_ended, true))
        return;
    m_report.end(result);
    deleteLater();
}

DownloadWork::DownloadWork(GuestHttp &http, SandboxId id, const QString &path, const QString &hostPath,
                           Report report)
    : FileWork(std::move(report)), m_http(http), m_id(std::move(id)), m_path(path), m_file(hostPath)
{}

void DownloadWork::begin()
{
    if (!m_file.open(QIODevice::WriteOnly))
        return end(fail(fileError(m_file)));
    m_call = std::make_unique<GuestCall>(m_http, m_id, GuestRequest{.path = filePath(m_path)});
    connect(m_call.get(), &GuestCall::answered, this, [this] {
        bool isNumber = false;
        const qint64 length = m_call->field("content-length").toLongLong(&isNumber);
        m_total = isNumber ? length : -1;
    });
    connect(m_call.get(), &GuestCall::arrived, this, &DownloadWork::take);
    connect(m_call.get(), &GuestCall::finished, this, &DownloadWork::streamEnded);
}

void DownloadWork::take(const QByteArray &bytes)
{
    if (hasEnded())
        return;
    if (m_call->status() != 200) {
        m_refusal.append(bytes.first(qMin(bytes.size(), MaxRefusal - m_refusal.size())));
    } else if (m_file.write(bytes) != bytes.size()) {
        return end(fail(fileError(m_file)));
    }
    m_done += bytes.size();
    m_call->taken(bytes.size());
    if (m_call->status() == 200)
        progress(m_done, m_total);
}

void DownloadWork::streamEnded(const Result<Done> &result)
{
    if (!result)
        return end(fail(result.error()));
    if (m_call->status() != 200)
        return end(fail(httpError(m_call->status(), m_refusal)));
    if (m_total >= 0 && m_done != m_total)
        return end(fail(ErrorCode::GuestUnreachable,
                        QStringLiteral("%1 of %2 bytes came").arg(m_done).arg(m_total)));
    if (!m_file.commit())
        return end(fail(fileError(m_file)));
    progress(m_done, m_done);
    end(Done{});
}

void DownloadWork::stop()
{
    end(fail(ErrorCode::Cancelled)); // the file was not committed, so it never was
}

UploadWork::UploadWork(GuestHttp &http, SandboxId id, const QString &hostPath, const QString &path,
                       Report report)
    : FileWork(std::move(report)), m_http(http), m_id(std::move(id)), m_path(path), m_file(hostPath)
{
    const qsizetype slash = path.lastIndexOf(u'/');
    m_partPath = path.left(slash + 1) + QStringLiteral(".upload-") +
                 QUuid::createUuid().toString(QUuid::Id128).left(12);
}

void UploadWork::begin()
{
    if (!m_file.open(QIODevice::ReadOnly))
        return end(fail(fileError(m_file)));
    m_total = m_file.size();
    m_call = std::make_unique<GuestCall>(m_http, m_id, uploadRequest(m_partPath));
    connect(m_call.get(), &GuestCall::sent, this, &UploadWork::sendSome);
    connect(m_call.get(), &GuestCall::arrived, this, [this](const QByteArray &bytes) {
        m_answer.append(bytes.first(qMin(bytes.size(), MaxRefusal - m_answer.size())));
        m_call->taken(bytes.size());
    });
    connect(m_call.get(), &GuestCall::finished, this, &UploadWork::streamEnded);
    sendSome();
}

void UploadWork::sendSome()
{
    if (hasEnded())
        return;
    while (!m_sent && m_call->unsent() + Piece <= GuestStream::MaxUnsent) {
        const QByteArray bytes = m_file.read(Piece);
        if (m_file.error() != QFileDevice::NoError)
            return giveUp(fileError(m_file));
        m_read += bytes.size();
        m_sent = bytes.isEmpty();
        if (m_sent)
            m_call->finishSending();
        else
            m_call->send(bytes);
    }
    const qint64 done = m_read - m_call->unsent();
    if (done < m_total)
        progress(done, m_total);
}

void UploadWork::streamEnded(const Result<Done> &result)
{
    if (hasEnded())
        return;
    if (!result)
        return giveUp(result.error());
    if (m_call->status() != 200)
        return giveUp(httpError(m_call->status(), m_answer));
    putInPlace();
}

void UploadWork::putInPlace()
{
    const auto moved = askGuest(m_http, m_id, callRequest("filesystem.Filesystem", "Move"),
                                moveBody(m_partPath, m_path), MaxRefusal, CallDeadline, this);
    whenAnswered(moved, this, [this](const Result<GuestReply> &reply) {
        if (!reply)
            return giveUp(reply.error());
        if (reply->status != 200)
            return giveUp(agentError(reply->body, ErrorCode::NotFound));
        progress(m_total, m_total);
        end(Done{});
    });
}

// The part is taken away by a question that outlives this work.
void UploadWork::giveUp(const Error &why)
{
    if (hasEnded())
        return;
    m_call.reset();
    (void)askGuest(m_http, m_id, callRequest("filesystem.Filesystem", "Remove"), pathBody(m_partPath),
                   MaxRefusal, CallDeadline, parent());
    end(fail(why));
}

void UploadWork::stop()
{
    giveUp(Error(ErrorCode::Cancelled));
}

AgentTransfer::AgentTransfer(QObject *there, std::function<FileWork *(FileWork::Report)> make)
    : m_there(there), m_box(std::make_shared<Postbox>(this)), m_work(std::make_shared<FileWork *>(nullptr))
{
    FileWork::Report report;
    report.progress = [this, box = m_box](qint64 done, qint64 total) {
        box->post([this, done, total] { emit progressed(done, total); });
    };
    report.end = [this, box = m_box, work = m_work](const Result<Done> &end) {
        *work = nullptr;
        box->post([this, end] { emit finished(end); });
    };
    QMetaObject::invokeMethod(m_there, [there, make = std::move(make), report, work = m_work] {
        *work = make(report);
        (*work)->setParent(there);
        (*work)->begin();
    });
}

AgentTransfer::~AgentTransfer()
{
    m_box->close();
    cancel();
}

void AgentTransfer::cancel()
{
    QMetaObject::invokeMethod(m_there, [work = m_work] {
        if (*work)
            (*work)->stop();
    });
}

} // namespace sandglass::connect
