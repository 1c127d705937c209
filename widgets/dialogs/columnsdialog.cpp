// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dialogs/columnsdialog.h"

#include "models/views/columnnames.h"
#include "widgets/parts/tonelabel.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace sandglass {

namespace {

constexpr int NameRole = Qt::UserRole;
constexpr qsizetype MostOrders = 4;

} // namespace

ColumnsDialog::ColumnsDialog(const QStringList &shown, const ViewColumns &columns,
                             const QList<ViewOrder> &order, const QStringList &labelKeys, QWidget *parent)
    : QDialog(parent), m_list(new QTreeWidget(this)), m_fit(new QCheckBox(tr("As many as fit"), this)),
      m_labels(new QComboBox(this)), m_order(order)
{
    setObjectName(QStringLiteral("columnsDialog"));
    setWindowTitle(tr("Columns"));
    setAttribute(Qt::WA_DeleteOnClose);
    for (const ViewColumn &column : columns.columns)
        m_widths.insert(column.name, column.width);
    m_list->setObjectName(QStringLiteral("columnList"));
    m_list->setAccessibleName(tr("Columns"));
    m_list->setHeaderLabels({tr("Column"), tr("Order")});
    m_list->setRootIsDecorated(false);
    m_list->setDragDropMode(QAbstractItemView::InternalMove);
    m_list->setMinimumHeight(44 * Grid);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setStretchLastSection(false);
    m_list->installEventFilter(this);
    QStringList rest = columnNames();
    for (const QString &name : shown) {
        addColumn(name, true);
        rest.removeOne(name);
    }
    for (const QString &name : std::as_const(rest))
        addColumn(name, false);
    m_fit->setObjectName(QStringLiteral("columnsFit"));
    m_fit->setToolTip(tr("Those that have no room are left out for as long"));
    m_fit->setChecked(columns.automatic);
    addLabelChoice(labelKeys);
    auto *up = new QPushButton(tr("Up"), this);
    auto *down = new QPushButton(tr("Down"), this);
    up->setToolTip(tr("Further to the left (Alt+Up)"));
    down->setToolTip(tr("Further to the right (Alt+Down)"));
    auto *moves = new QHBoxLayout;
    moves->addWidget(m_fit, 1);
    moves->addWidget(up);
    moves->addWidget(down);
    auto *buttons = new QDialogButtonBox(this);
    buttons->addButton(QDialogButtonBox::Close)->setText(tr("Close"));
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(Grid + HalfGrid);
    layout->addWidget(
        makeNoteLabel(tr("Check what to show, drag it where it belongs. A click on “Order” (or O) "
                         "orders by a column: rising, falling, not at all."),
                      this));
    layout->addWidget(m_list, 1);
    layout->addLayout(moves);
    layout->addWidget(m_labels);
    layout->addWidget(buttons);
    refreshOrder();
    m_list->setCurrentItem(m_list->topLevelItem(0));
    m_list->setFocus();
    resize(52 * Grid, 68 * Grid);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connectParts(*up, *down);
    m_telling = false;
}

void ColumnsDialog::connectParts(QPushButton &up, QPushButton &down)
{
    connect(&up, &QPushButton::clicked, this, [this] { move(-1); });
    connect(&down, &QPushButton::clicked, this, [this] { move(1); });
    connect(m_fit, &QCheckBox::toggled, this, &ColumnsDialog::tell);
    connect(m_list, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem *, int column) {
        if (column == 0 && !m_telling) {
            m_fit->setChecked(false); // what was chosen is shown
            tell();
        }
    });
    connect(m_list, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem *item, int column) {
        if (column == 1)
            turnOrder(item);
    });
    connect(m_list->model(), &QAbstractItemModel::rowsInserted, this, &ColumnsDialog::tell,
            Qt::QueuedConnection);
}

void ColumnsDialog::addLabelChoice(const QStringList &labelKeys)
{
    m_labels->setObjectName(QStringLiteral("columnLabels"));
    m_labels->setAccessibleName(tr("A column for a label"));
    m_labels->addItem(tr("Add a column for a label…"));
    for (const QString &key : labelKeys)
        m_labels->addItem(key, QStringLiteral("meta.") + key);
    m_labels->setEnabled(!labelKeys.isEmpty());
    connect(m_labels, &QComboBox::activated, this, [this](int index) {
        const QString name = m_labels->itemData(index).toString();
        m_labels->setCurrentIndex(0);
        if (name.isEmpty())
            return;
        for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
            if (m_list->topLevelItem(i)->data(0, NameRole) == name) {
                m_list->topLevelItem(i)->setCheckState(0, Qt::Checked);
                return;
            }
        }
        m_list->setCurrentItem(addColumn(name, true));
        m_fit->setChecked(false);
        tell();
    });
}

QTreeWidgetItem *ColumnsDialog::addColumn(const QString &name, bool shown)
{
    const QScopedValueRollback guard(m_telling, true);
    auto *item = new QTreeWidgetItem;
    item->setText(0, columnTitle(name));
    item->setData(0, NameRole, name);
    item->setCheckState(0, shown ? Qt::Checked : Qt::Unchecked);
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled;
    if (name != u"name") // a list without names helps nobody
        flags |= Qt::ItemIsUserCheckable;
    item->setFlags(flags);
    m_list->addTopLevelItem(item);
    return item;
}

void ColumnsDialog::tell()
{
    if (m_telling)
        return;
    ViewColumns columns{.automatic = m_fit->isChecked(), .columns = {}};
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        const QTreeWidgetItem *item = m_list->topLevelItem(i);
        const QString name = item->data(0, NameRole).toString();
        if (item->checkState(0) == Qt::Checked)
            columns.columns.append({name, m_widths.value(name)});
    }
    emit columnsChosen(columns);
}

void ColumnsDialog::move(int by)
{
    QTreeWidgetItem *item = m_list->currentItem();
    const int from = m_list->indexOfTopLevelItem(item);
    const int to = from + by;
    if (from < 0 || to < 0 || to >= m_list->topLevelItemCount())
        return;
    {
        const QScopedValueRollback guard(m_telling, true);
        m_list->insertTopLevelItem(to, m_list->takeTopLevelItem(from));
        m_list->setCurrentItem(item);
    }
    tell();
}

void ColumnsDialog::turnOrder(QTreeWidgetItem *item)
{
    const QString name = item->data(0, NameRole).toString();
    const auto at = std::ranges::find(m_order, name, &ViewOrder::column);
    if (at == m_order.end()) {
        if (m_order.size() >= MostOrders)
            m_order.removeLast();
        m_order.append({name, false});
    } else if (!at->falling) {
        at->falling = true;
    } else if (m_order.size() > 1) {
        m_order.erase(at);
    } else {
        at->falling = false; // there is always an order
    }
    refreshOrder();
    emit orderChosen(m_order);
}

void ColumnsDialog::refreshOrder()
{
    const QScopedValueRollback guard(m_telling, true);
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        QTreeWidgetItem *item = m_list->topLevelItem(i);
        const auto at = std::ranges::find(m_order, item->data(0, NameRole).toString(), &ViewOrder::column);
        if (at == m_order.end()) {
            item->setText(1, {});
            continue;
        }
        const auto place = at - m_order.begin() + 1;
        item->setText(1, at->falling ? tr("%1 falling", "place in the order").arg(place)
                                     : tr("%1 rising", "place in the order").arg(place));
    }
}

bool ColumnsDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_list || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto *press = static_cast<QKeyEvent *>(event);
    const bool alt = press->modifiers() == Qt::AltModifier;
    if (alt && (press->key() == Qt::Key_Up || press->key() == Qt::Key_Down)) {
        move(press->key() == Qt::Key_Up ? -1 : 1);
        return true;
    }
    if (press->key() == Qt::Key_O && press->modifiers() == Qt::NoModifier && m_list->currentItem()) {
        turnOrder(m_list->currentItem());
        return true;
    }
    return false;
}

} // namespace sandglass
