// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QList>

#include <algorithm>

namespace sandglass {

// A short list of values that is replaced as a whole by its source. The replacement is told to views as the
// removals, insertions, moves and changes that it is, so that selections survive. `Key` finds a value again.
// GUI thread.
template<typename Value, typename Key> class ValueListModel : public QAbstractListModel
{
public:
    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_values.size());
    }
    [[nodiscard]] const QList<Value> &values() const { return m_values; }
    [[nodiscard]] int rowOf(const Key &key) const
    {
        const auto found = std::ranges::find_if(m_values, [&](const Value &v) { return keyOf(v) == key; });
        return found == m_values.cend() ? -1 : static_cast<int>(found - m_values.cbegin());
    }

protected:
    [[nodiscard]] virtual Key keyOf(const Value &value) const = 0;

    void replaceValues(const QList<Value> &wanted)
    {
        const auto isWanted = [&](const Value &v) {
            return std::ranges::any_of(wanted, [&](const Value &w) { return keyOf(w) == keyOf(v); });
        };
        for (int row = rowCount() - 1; row >= 0; --row) {
            if (isWanted(m_values.at(row)))
                continue;
            beginRemoveRows({}, row, row);
            m_values.removeAt(row);
            endRemoveRows();
        }
        for (int row = 0; row < wanted.size(); ++row)
            place(wanted.at(row), row);
    }

private:
    void place(const Value &value, int row)
    {
        const int old = rowOf(keyOf(value));
        if (old < 0) {
            beginInsertRows({}, row, row);
            m_values.insert(row, value);
            endInsertRows();
            return;
        }
        if (old != row) { // old > row: everything before row is in place already
            beginMoveRows({}, old, old, {}, row);
            m_values.move(old, row);
            endMoveRows();
        }
        if (m_values.at(row) != value) {
            m_values[row] = value;
            emit dataChanged(index(row), index(row));
        }
    }

    QList<Value> m_values;
};

} // namespace sandglass
