// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fleet/timeslider.h"

#include "models/wording.h"
#include "widgets/fleet/timetravel.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

#include <chrono>

namespace sandglass {

namespace {

constexpr int Steps = 10'000;
constexpr std::chrono::milliseconds Settle{80};

qint64 millisOf(WallTime time)
{
    return time.time_since_epoch().count();
}

} // namespace

TimeSlider::TimeSlider(TimeTravel &travel, QWidget *parent)
    : QWidget(parent), m_travel(travel), m_text(new QLabel(this)),
      m_note(new ToneLabel(ToneLabel::Tone::Muted, {}, this)), m_slider(new QSlider(Qt::Horizontal, this)),
      m_before(new QToolButton(this)), m_after(new QToolButton(this)),
      m_back(new QPushButton(tr("Back to now"), this))
{
    setObjectName(QStringLiteral("timeSlider"));
    QFont strong = tabularFont(font());
    strong.setWeight(QFont::DemiBold);
    m_text->setFont(strong);
    m_text->setObjectName(QStringLiteral("timeText"));
    m_note->setObjectName(QStringLiteral("timeNote"));
    m_note->setWordWrap(true);
    m_slider->setObjectName(QStringLiteral("timeHandle"));
    m_slider->setAccessibleName(tr("The moment that the list shows"));
    m_slider->setRange(0, Steps);
    m_slider->setPageStep(Steps / 50);
    m_before->setObjectName(QStringLiteral("timeBefore"));
    m_before->setText(QStringLiteral("◂"));
    m_before->setAutoRaise(true);
    m_before->setToolTip(tr("To the event before"));
    m_before->setAccessibleName(tr("To the event before"));
    m_after->setObjectName(QStringLiteral("timeAfter"));
    m_after->setText(QStringLiteral("▸"));
    m_after->setAutoRaise(true);
    m_after->setToolTip(tr("To the next event"));
    m_after->setAccessibleName(tr("To the next event"));
    m_back->setObjectName(QStringLiteral("timeBack"));
    auto *row = new QHBoxLayout;
    row->addWidget(m_text);
    row->addWidget(m_before);
    row->addWidget(m_slider, 1);
    row->addWidget(m_after);
    row->addWidget(m_back);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(Grid + HalfGrid, HalfGrid, Grid, HalfGrid);
    layout->setSpacing(2);
    layout->addLayout(row);
    layout->addWidget(m_note);
    m_settle.setSingleShot(true);
    m_settle.setInterval(Settle);
    connect(&m_settle, &QTimer::timeout, this, [this] { slide(m_slider->value()); });
    connect(m_slider, &QSlider::valueChanged, this, [this] {
        if (!m_refreshing)
            m_settle.start();
    });
    connect(m_before, &QToolButton::clicked, this, [this] { stepEvent(-1); });
    connect(m_after, &QToolButton::clicked, this, [this] { stepEvent(1); });
    connect(m_back, &QPushButton::clicked, this, &TimeSlider::backRequested);
    connect(&travel, &TimeTravel::stateChanged, this, &TimeSlider::refresh);
    connect(&travel, &TimeTravel::momentChanged, this, &TimeSlider::refresh);
    refresh();
}

int TimeSlider::positionOf(qint64 millis) const
{
    const qint64 first = millisOf(m_travel.earliest());
    const qint64 span = std::max<qint64>(millisOf(m_travel.latest()) - first, 1);
    return static_cast<int>(std::clamp<qint64>((millis - first) * Steps / span, 0, Steps));
}

void TimeSlider::slide(int value)
{
    const qint64 first = millisOf(m_travel.earliest());
    const qint64 span = std::max<qint64>(millisOf(m_travel.latest()) - first, 1);
    m_travel.goTo(WallTime(std::chrono::milliseconds(first + span * value / Steps)));
}

void TimeSlider::stepEvent(int by)
{
    const JournalPast *past = m_travel.past();
    if (!past || past->entries.empty())
        return;
    std::optional<WallTime> to;
    for (const JournalEntry &entry : past->entries) {
        const WallTime at = entry.event.at;
        if (by > 0 && at > m_travel.moment())
            to = to ? std::min(*to, at) : at;
        if (by < 0 && at < m_travel.moment())
            to = to ? std::max(*to, at) : at;
    }
    if (to)
        m_travel.goTo(*to);
}

void TimeSlider::refresh()
{
    const QScopedValueRollback guard(m_refreshing, true);
    const TimeTravel::State state = m_travel.state();
    const bool there = state == TimeTravel::State::There;
    for (QWidget *widget : {static_cast<QWidget *>(m_slider), static_cast<QWidget *>(m_before),
                            static_cast<QWidget *>(m_after)})
        widget->setEnabled(there);
    QString note;
    switch (state) {
    case TimeTravel::State::Now:
        break;
    case TimeTravel::State::Reading:
        note = tr("Reading the journal…");
        break;
    case TimeTravel::State::TooMany:
        note = tr("The past can be shown of at most %L1 sandboxes.").arg(TimeTravel::MostSandboxes);
        break;
    case TimeTravel::State::NothingKept:
        note = tr("No journal is kept, so there is no past to look at.");
        break;
    case TimeTravel::State::There:
        note = m_travel.isInGap()
                   ? tr("Nobody listened at that time: what is shown is what was known before.")
                   : tr("As it was then; nothing can be done to it. The journal goes back to %1.")
                         .arg(wording::clockText(m_travel.earliest()));
        break;
    }
    m_note->setTone(there && !m_travel.isInGap() ? ToneLabel::Tone::Muted : ToneLabel::Tone::Warning);
    m_note->setText(note);
    m_text->setText(there ? wording::clockText(m_travel.moment()) : tr("The past"));
    // An answer to what was asked before must not take the handle out of the hand that moved it since.
    if (there && !m_slider->isSliderDown() && !m_settle.isActive())
        m_slider->setValue(positionOf(millisOf(m_travel.moment())));
    update();
}

void TimeSlider::paintEvent(QPaintEvent *)
{
    const ThemeColors &colors = themeColors(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colors.warningSurface);
    painter.fillRect(QRect(0, 0, 3, height()), colors.warning);
    painter.fillRect(QRect(0, height() - 1, width(), 1), colors.border);
    // Where nobody listened.
    const JournalPast *past = m_travel.past();
    if (!past)
        return;
    const QRect track = m_slider->geometry();
    for (const JournalGap &gap : past->gaps) {
        const int left = track.left() + positionOf(millisOf(gap.from)) * track.width() / Steps;
        const int right = track.left() + positionOf(millisOf(gap.until)) * track.width() / Steps;
        if (right > left)
            painter.fillRect(QRect(left, track.bottom() - 2, right - left, 3), colors.muted);
    }
}

} // namespace sandglass
