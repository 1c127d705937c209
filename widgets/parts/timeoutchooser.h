// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <chrono>
#include <optional>

class QComboBox;
class QLineEdit;

namespace sandglass {

class ToneLabel;

// How long a sandbox lives: presets, a duration of one's own ("90s", "15m", "6h", "2d"), or a day that renews
// by itself. Says when that is, and what is wrong with what was typed.
class TimeoutChooser : public QWidget
{
    Q_OBJECT

public:
    explicit TimeoutChooser(QWidget *parent = nullptr);

    // Nothing: a day, renewing.
    void setTimeout(std::optional<std::chrono::seconds> timeout);
    // Only meaningful while isValid().
    [[nodiscard]] std::optional<std::chrono::seconds> timeout() const;
    [[nodiscard]] bool isValid() const;
    void allowRenewing(bool allow);

signals:
    void changed();

private:
    void refresh();
    [[nodiscard]] bool isCustom() const;
    [[nodiscard]] bool isRenewing() const;

    QComboBox *m_choice;
    QLineEdit *m_custom;
    ToneLabel *m_note;
    ToneLabel *m_fault;
};

// "90s", "15m", "6h", "2d", "1h30m", or a bare number of minutes. Nothing for anything else.
[[nodiscard]] std::optional<std::chrono::seconds> parseDuration(QStringView text);

} // namespace sandglass
