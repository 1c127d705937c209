// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/files.h"
#include "backend/core/error.h"

#include <QElapsedTimer>
#include <QQueue>
#include <QWidget>

#include <functional>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace sandglass {

// Uploads and downloads, one after the other: which one, how far, how fast and how long still, with a way to
// stop it or all of them. What failed stays to be read and tried again. Takes no room while there is nothing.
// GUI thread; transfers go on while the strip is not seen.
class TransferStrip : public QWidget
{
    Q_OBJECT

public:
    struct Job
    {
        QString text; // "Uploading a.txt to web-scraper-3"
        std::function<std::unique_ptr<FileTransfer>()> begin;
        std::function<void()> done; // may be empty
    };

    explicit TransferStrip(QWidget *parent);
    ~TransferStrip() override;

    void add(const Job &job);
    [[nodiscard]] bool isBusy() const { return m_transfer != nullptr; }
    [[nodiscard]] qsizetype failureCount() const { return m_failed.size(); }

signals:
    void idle(); // the last one ended

private:
    struct Failure
    {
        Job job;
        Error error;
    };

    void next();
    void progressed(qint64 done, qint64 total);
    void finished(const Result<Done> &end);
    void cancelAll();
    void retry();
    void showState();

    QQueue<Job> m_waiting;
    Job m_job;
    std::unique_ptr<FileTransfer> m_transfer;
    QList<Failure> m_failed;
    QElapsedTimer m_since;
    QWidget *m_running;
    QLabel *m_text = nullptr;
    QLabel *m_rate = nullptr;
    QProgressBar *m_bar = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_cancelAll = nullptr;
    QWidget *m_failures;
    QLabel *m_fault = nullptr;
};

} // namespace sandglass
