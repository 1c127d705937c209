// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <optional>
#include <span>

namespace sandglass::query {

// What can be asked about. `Text` is a bare word: name and id together.
enum class Field {
    Text,
    Name,
    Id,
    Status,
    Kind,
    Mode,
    Template,
    Agent,
    Owner,
    Backend,
    Meta,
    Has,
    Age,
    Unchanged,
    Left,
    Cost,
    Rate,
    Cpus,
    Memory,
    Disk,
};

// How its values are written and compared.
enum class FieldType { Text, Choice, Label, Property, Span, Money, Size, Count };

struct FieldInfo
{
    Field field;
    const char *name; // as people type it; empty for Text
    FieldType type;
};

// Every field but Text, in the order in which they are offered.
[[nodiscard]] std::span<const FieldInfo> fields();
[[nodiscard]] const FieldInfo &infoOf(Field field);
// Ignores case and knows a few other names, such as "context" for the backend.
[[nodiscard]] std::optional<Field> fieldFromName(QStringView name);

// The values of Status, Kind and Mode by number; the properties of Has.
[[nodiscard]] const QStringList &choicesOf(Field field);
// An amount that can be compared: everything from Age on.
[[nodiscard]] bool isQuantity(FieldType type);

// The one of `names` that was most likely meant: at most a third of its letters differ.
[[nodiscard]] std::optional<QString> nearest(QStringView typed, const QStringList &names);
[[nodiscard]] QStringList fieldNames();

} // namespace sandglass::query
