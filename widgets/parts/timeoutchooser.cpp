// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parts/timeoutchooser.h"

#include "backend/domain/lifetime.h"
#include "models/wording.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/theme/metrics.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>

#include <array>

namespace sandglass {

using std::chrono::seconds;

namespace {

constexpr std::array<seconds, 8> Presets{
    std::chrono::minutes(5), std::chrono::minutes(15), std::chrono::minutes(30), std::chrono::hours(1),
    std::chrono::hours(2),   std::chrono::hours(6),    std::chrono::hours(12),   std::chrono::hours(24)};
constexpr qint64 Custom = -1;
constexpr qint64 Renewing = -2;
constexpr qint64 MostDigits = 9;

qint64 unitOf(QChar letter)
{
    switch (letter.toLower().unicode()) {
    case u's':
        return 1;
    case u'm':
        return 60;
    case u'h':
        return 3600;
    case u'd':
        return 86400;
    default:
        return 0;
    }
}

} // namespace

std::optional<seconds> parseDuration(QStringView text)
{
    text = text.trimmed();
    qint64 total = 0;
    qint64 number = 0;
    qsizetype digits = 0;
    bool any = false;
    for (const QChar c : text) {
        if (c >= u'0' && c <= u'9') {
            if (++digits > MostDigits)
                return std::nullopt;
            number = number * 10 + (c.unicode() - u'0');
        } else if (const qint64 unit = unitOf(c); unit > 0 && digits > 0) {
            total += number * unit;
            number = 0;
            digits = 0;
            any = true;
        } else if (!c.isSpace()) {
            return std::nullopt;
        }
    }
    if (digits > 0 && any)
        return std::nullopt;
    if (digits > 0)
        return std::chrono::minutes(number);
    return any ? std::optional(seconds(total)) : std::nullopt;
}

TimeoutChooser::TimeoutChooser(QWidget *parent)
    : QWidget(parent), m_choice(new QComboBox(this)), m_custom(new QLineEdit(this)),
      m_note(makeNoteLabel({}, this)), m_fault(makeFaultLabel(this))
{
    setObjectName(QStringLiteral("timeoutChooser"));
    m_choice->setObjectName(QStringLiteral("timeoutChoice"));
    m_choice->setAccessibleName(tr("Lifetime"));
    for (const seconds preset : Presets)
        m_choice->addItem(preset < std::chrono::hours(1)
                              ? tr("%n minute(s)", nullptr, int(preset.count() / 60))
                              : tr("%n hour(s)", nullptr, int(preset.count() / 3600)),
                          qint64(preset.count()));
    m_choice->addItem(tr("Another…"), Custom);
    m_choice->addItem(tr("A day, renewing"), Renewing);
    m_custom->setObjectName(QStringLiteral("timeoutCustom"));
    m_custom->setPlaceholderText(tr("90s, 15m, 6h, 2d"));
    m_custom->setAccessibleName(tr("Lifetime of your own, such as 15m or 6h"));
    m_fault->setObjectName(QStringLiteral("timeoutFault"));
    m_note->setObjectName(QStringLiteral("timeoutNote"));
    auto *fields = new QHBoxLayout;
    fields->addWidget(m_choice);
    fields->addWidget(m_custom, 1);
    fields->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(HalfGrid);
    layout->addLayout(fields);
    layout->addWidget(m_fault);
    layout->addWidget(m_note);
    setFocusProxy(m_choice);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &TimeoutChooser::refresh);
    connect(m_custom, &QLineEdit::textChanged, this, &TimeoutChooser::refresh);
    setTimeout(std::chrono::hours(1));
}

bool TimeoutChooser::isCustom() const
{
    return m_choice->currentData().toLongLong() == Custom;
}

bool TimeoutChooser::isRenewing() const
{
    return m_choice->currentData().toLongLong() == Renewing;
}

void TimeoutChooser::setTimeout(std::optional<seconds> timeout)
{
    const int index = m_choice->findData(timeout ? qint64(timeout->count()) : Renewing);
    if (index >= 0) {
        m_choice->setCurrentIndex(index);
    } else if (timeout) {
        m_choice->setCurrentIndex(m_choice->findData(Custom));
        m_custom->setText(QStringLiteral("%1s").arg(timeout->count()));
    }
    refresh();
}

std::optional<seconds> TimeoutChooser::timeout() const
{
    if (isRenewing())
        return std::nullopt;
    if (isCustom())
        return parseDuration(m_custom->text());
    return seconds(m_choice->currentData().toLongLong());
}

bool TimeoutChooser::isValid() const
{
    if (!isCustom())
        return true;
    const auto parsed = parseDuration(m_custom->text());
    return parsed && checkTimeout(parsed);
}

void TimeoutChooser::allowRenewing(bool allow)
{
    const int index = m_choice->findData(Renewing);
    if (!allow && index >= 0)
        m_choice->removeItem(index);
}

void TimeoutChooser::refresh()
{
    m_custom->setVisible(isCustom());
    QString fault;
    if (isCustom() && !m_custom->text().isEmpty()) {
        const auto parsed = parseDuration(m_custom->text());
        if (!parsed)
            fault = tr("This is not a duration. Write it like 90s, 15m, 6h or 1h30m.");
        else if (const auto checked = checkTimeout(parsed); !checked)
            fault = wording::errorSentence(checked.error());
    }
    m_fault->setText(fault);
    m_fault->setVisible(!fault.isEmpty());
    m_note->setText(isRenewing() ? tr("Begins another day by itself, until somebody sets an end.")
                                 : tr("Counts from now; somebody can give it more time before the end."));
    m_note->setVisible(fault.isEmpty());
    emit changed();
}

} // namespace sandglass
