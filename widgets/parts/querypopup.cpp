// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parts/querypopup.h"

#include "backend/domain/query/termreader.h"
#include "backend/domain/sandbox.h"
#include "models/wording.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/themecolors.h"

#include <QListWidget>
#include <QPainter>
#include <QRegularExpression>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

namespace sandglass {

namespace {

constexpr int NoteRole = Qt::UserRole;
constexpr int MostRows = 12;
constexpr int Narrowest = 40 * Grid;
constexpr int Widest = 72 * Grid;

// The suggestion at the left, what it asks for at the right.
class SuggestionDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const QString text = index.data(Qt::DisplayRole).toString();
        QRect room =
            option.rect.adjusted(Grid + option.fontMetrics.horizontalAdvance(text) + 2 * Grid, 0, -Grid, 0);
        const QString note =
            option.fontMetrics.elidedText(index.data(NoteRole).toString(), Qt::ElideRight, room.width());
        painter->save();
        painter->setPen(themeColors(option.palette).muted);
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter, note);
        painter->restore();
    }
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return {QStyledItemDelegate::sizeHint(option, index).width(), option.fontMetrics.height() + Grid};
    }
};

// A state, a kind or a mode in the window's language, where that is another word.
QString meaningOf(QStringView value)
{
    QString meaning;
    if (const auto status = statusFromName(value))
        meaning = wording::statusText(*status);
    else if (const auto kind = kindFromName(value))
        meaning = wording::kindText(*kind);
    else if (const auto mode = modeFromName(value))
        meaning = wording::modeText(*mode);
    return meaning == value ? QString() : meaning;
}

QString noteOf(const query::Suggestion &suggestion)
{
    const QString meaning = meaningOf(QStringView(suggestion.text).sliced(suggestion.text.indexOf(u':') + 1));
    if (!meaning.isEmpty())
        return meaning;
    const qsizetype name = suggestion.text.indexOf(QRegularExpression(QStringLiteral("[:=<>]")));
    const auto field = query::fieldFromName(QStringView(suggestion.text).first(std::max<qsizetype>(name, 0)));
    if (field)
        return wording::queryFieldText(*field);
    switch (suggestion.kind) {
    case query::Suggestion::Kind::Label:
        return wording::queryFieldText(query::Field::Meta);
    case query::Suggestion::Kind::Value:
        return query::labelKey(suggestion.text) ? wording::queryFieldText(query::Field::Meta) : QString();
    case query::Suggestion::Kind::Example:
        return QueryPopup::tr("for example");
    default:
        return {};
    }
}

} // namespace

QueryPopup::QueryPopup(QWidget *window)
    : QFrame(window), m_fault(new ToneLabel(ToneLabel::Tone::Fault, {}, this)), m_list(new QListWidget(this))
{
    setObjectName(QStringLiteral("queryPopup"));
    setContentsMargins(1, 1, 1, 1);
    setFocusPolicy(Qt::NoFocus);
    m_fault->setObjectName(QStringLiteral("queryFault"));
    m_fault->setWordWrap(true);
    m_fault->setMargin(HalfGrid);
    m_list->setObjectName(QStringLiteral("querySuggestions"));
    m_list->setAccessibleName(tr("Suggestions"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setItemDelegate(new SuggestionDelegate(m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(m_fault);
    layout->addWidget(m_list);
    hide();
    connect(m_list, &QListWidget::itemClicked, this, [this](QListWidgetItem *item) {
        const int row = m_list->row(item);
        if (row >= 0 && row < m_suggestions.size())
            emit taken(m_suggestions.at(row));
    });
}

void QueryPopup::present(const QString &fault, const QList<query::Suggestion> &suggestions,
                         const QRect &below)
{
    if (fault.isEmpty() && suggestions.isEmpty()) {
        m_suggestions.clear();
        hide();
        return;
    }
    m_fault->setText(fault);
    m_fault->setVisible(!fault.isEmpty());
    if (suggestions != m_suggestions) {
        m_suggestions = suggestions;
        m_list->clear();
        for (const query::Suggestion &suggestion : suggestions) {
            auto *item = new QListWidgetItem(suggestion.text, m_list);
            const QString note = noteOf(suggestion);
            item->setData(NoteRole, note);
            item->setData(Qt::AccessibleTextRole,
                          note.isEmpty() ? suggestion.text : tr("%1: %2").arg(suggestion.text, note));
        }
    }
    m_list->setVisible(!suggestions.isEmpty());
    const int rows = std::min<int>(MostRows, static_cast<int>(suggestions.size()));
    m_list->setFixedHeight(rows * (fontMetrics().height() + Grid) + 2);
    const int room = std::max(parentWidget()->width() - below.left() - Grid, Narrowest);
    const int width = std::clamp(below.width(), Narrowest, std::min(Widest, room));
    m_fault->setFixedWidth(width - 2);
    const int faultHeight = fault.isEmpty() ? 0 : m_fault->heightForWidth(width - 2);
    setGeometry(below.left(), below.bottom() + 2, width,
                2 + faultHeight + (suggestions.isEmpty() ? 0 : m_list->height()));
    raise();
    show();
}

void QueryPopup::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const ThemeColors &colors = themeColors(palette());
    painter.setPen(colors.strongBorder);
    painter.setBrush(colors.base);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

bool QueryPopup::step(int by)
{
    if (!offersSomething())
        return false;
    const int count = m_list->count();
    // One place more than rows: none.
    const int place = (m_list->currentRow() + 1 + by + count + 1) % (count + 1);
    m_list->setCurrentRow(place - 1);
    if (place == 0)
        m_list->clearSelection();
    return true;
}

std::optional<query::Suggestion> QueryPopup::chosen() const
{
    const int row = m_list->currentRow();
    return offersSomething() && row >= 0 && row < m_suggestions.size() ? std::optional(m_suggestions.at(row))
                                                                       : std::nullopt;
}

} // namespace sandglass
