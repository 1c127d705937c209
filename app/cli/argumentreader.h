// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QStringList>

#include <optional>
#include <span>
#include <utility>

namespace sandglass::cli {

// One option that a command knows.
struct Option
{
    const char *name; // "--name"
    const char *shortName = nullptr;
    bool takesValue = false;
    bool repeats = false;
};

// Arguments sorted into options, operands, and what follows "--". Options may stand anywhere before "--", as
// "--name value" or "--name=value". Pure.
class ArgumentReader
{
public:
    // Stops at the first operand when `firstOperandOnly` (what follows belongs to the operand).
    [[nodiscard]] bool read(const QStringList &arguments, std::span<const Option> known,
                            bool firstOperandOnly = false);

    [[nodiscard]] bool has(const char *option) const { return m_options.contains(QLatin1StringView(option)); }
    [[nodiscard]] QString value(const char *option) const;
    [[nodiscard]] QStringList values(const char *option) const;
    [[nodiscard]] const QStringList &operands() const { return m_operands; }
    // What follows "--", or, reading up to the first operand, what follows that.
    [[nodiscard]] const QStringList &rest() const { return m_rest; }
    // What follows "--" are operands that may look like options.
    void takeRestAsOperands() { m_operands += std::exchange(m_rest, {}); }
    [[nodiscard]] bool sawDashes() const { return m_sawDashes; }
    [[nodiscard]] const QString &fault() const { return m_fault; }

private:
    [[nodiscard]] qsizetype takeOption(const QStringList &arguments, qsizetype at,
                                       std::span<const Option> known);

    QMap<QString, QStringList> m_options;
    QStringList m_operands;
    QStringList m_rest;
    QString m_fault;
    bool m_sawDashes = false;
};

} // namespace sandglass::cli
