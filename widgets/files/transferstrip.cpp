// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/files/transferstrip.h"

#include "models/wording.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace sandglass {

namespace {

constexpr qint64 RateIsKnownAfter = 700; // milliseconds
constexpr qsizetype MostFailures = 100;

} // namespace

TransferStrip::TransferStrip(QWidget *parent)
    : QWidget(parent), m_running(new QWidget(this)), m_failures(new QWidget(this))
{
    setObjectName(QStringLiteral("transferStrip"));
    m_text = new QLabel(m_running);
    m_text->setObjectName(QStringLiteral("transferText"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_rate = new ToneLabel(ToneLabel::Tone::Muted, {}, m_running);
    m_rate->setObjectName(QStringLiteral("transferRate"));
    m_rate->setFont(tabularFont(smallFont(font())));
    m_bar = new QProgressBar(m_running);
    m_bar->setObjectName(QStringLiteral("transferBar"));
    m_bar->setTextVisible(false);
    m_bar->setMaximumHeight(Grid);
    m_cancel = new QPushButton(tr("Stop"), m_running);
    m_cancel->setObjectName(QStringLiteral("transferCancel"));
    m_cancelAll = new QPushButton(tr("Stop all"), m_running);
    m_cancelAll->setObjectName(QStringLiteral("transferCancelAll"));
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_text);
    words->addWidget(m_bar);
    words->addWidget(m_rate);
    auto *running = new QHBoxLayout(m_running);
    running->setContentsMargins(Grid, HalfGrid, Grid, HalfGrid);
    running->addLayout(words, 1);
    running->addWidget(m_cancel);
    running->addWidget(m_cancelAll);
    m_fault = makeFaultLabel(m_failures);
    m_fault->setObjectName(QStringLiteral("transferFault"));
    m_fault->show();
    auto *again = new QPushButton(tr("Try again"), m_failures);
    again->setObjectName(QStringLiteral("transferRetry"));
    auto *dismiss = new QPushButton(tr("Dismiss"), m_failures);
    dismiss->setObjectName(QStringLiteral("transferDismiss"));
    auto *failures = new QHBoxLayout(m_failures);
    failures->setContentsMargins(Grid, HalfGrid, Grid, HalfGrid);
    failures->addWidget(m_fault, 1);
    failures->addWidget(again);
    failures->addWidget(dismiss);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_failures);
    layout->addWidget(m_running);
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        if (m_transfer)
            m_transfer->cancel();
    });
    connect(m_cancelAll, &QPushButton::clicked, this, &TransferStrip::cancelAll);
    connect(again, &QPushButton::clicked, this, &TransferStrip::retry);
    connect(dismiss, &QPushButton::clicked, this, [this] {
        m_failed.clear();
        showState();
    });
    showState();
}

TransferStrip::~TransferStrip() = default;

void TransferStrip::add(const Job &job)
{
    m_waiting.enqueue(job);
    if (!m_transfer)
        next();
    else
        showState();
}

void TransferStrip::next()
{
    if (m_waiting.isEmpty()) {
        showState();
        emit idle();
        return;
    }
    m_job = m_waiting.dequeue();
    m_transfer = m_job.begin();
    m_since.start();
    connect(m_transfer.get(), &FileTransfer::progressed, this, &TransferStrip::progressed);
    connect(m_transfer.get(), &FileTransfer::finished, this, &TransferStrip::finished);
    m_bar->setRange(0, 0);
    m_rate->clear();
    showState();
}

void TransferStrip::progressed(qint64 done, qint64 total)
{
    constexpr int Steps = 1000; // a bar counts in int
    m_bar->setRange(0, total > 0 ? Steps : 0);
    if (total > 0)
        m_bar->setValue(static_cast<int>(double(done) / double(total) * Steps));
    QString text = total > 0 ? tr("%1 of %2").arg(wording::bytesText({done}), wording::bytesText({total}))
                             : wording::bytesText({done});
    const qint64 elapsed = m_since.elapsed();
    if (elapsed >= RateIsKnownAfter && done > 0) {
        const qint64 perSecond = qMax<qint64>(1, done * 1000 / elapsed);
        text += tr(", %1 a second").arg(wording::bytesText({perSecond}));
        if (total > done)
            text +=
                tr(", %1 left").arg(wording::durationText(std::chrono::seconds((total - done) / perSecond)));
    }
    m_rate->setText(text);
}

void TransferStrip::finished(const Result<Done> &end)
{
    m_transfer->disconnect(this);
    m_transfer.release()->deleteLater(); // we are inside of its signal
    if (!end && end.error().code() != ErrorCode::Cancelled && m_failed.size() < MostFailures)
        m_failed.append({m_job, end.error()});
    const auto done = std::exchange(m_job.done, {});
    if (end && done)
        done();
    next();
}

void TransferStrip::cancelAll()
{
    m_waiting.clear();
    if (m_transfer)
        m_transfer->cancel();
}

void TransferStrip::retry()
{
    const QList<Failure> failed = std::exchange(m_failed, {});
    for (const Failure &each : failed)
        add(each.job);
    showState();
}

void TransferStrip::showState()
{
    m_running->setVisible(isBusy());
    m_failures->setVisible(!m_failed.isEmpty());
    setVisible(isBusy() || !m_failed.isEmpty());
    m_cancelAll->setVisible(!m_waiting.isEmpty());
    const int waiting = static_cast<int>(m_waiting.size());
    m_text->setText(waiting == 0 ? m_job.text : tr("%1 (%n more)", nullptr, waiting).arg(m_job.text));
    m_text->setToolTip(m_job.text);
    if (m_failed.isEmpty())
        return;
    const Failure &last = m_failed.constLast();
    QString text = tr("%1: %2").arg(last.job.text, wording::errorSentence(last.error));
    if (m_failed.size() > 1)
        text += u'\n' + tr("%n more failed as well.", nullptr, static_cast<int>(m_failed.size()) - 1);
    m_fault->setText(text);
}

} // namespace sandglass
