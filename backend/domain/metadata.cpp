// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/domain/metadata.h"

#include <algorithm>

namespace sandglass {

namespace {

bool isKeyCharacter(QChar c)
{
    const char16_t u = c.unicode();
    return (u >= u'A' && u <= u'Z') || (u >= u'a' && u <= u'z') || (u >= u'0' && u <= u'9') || u == u'_' ||
           u == u'.' || u == u'-';
}

bool isReserved(const QString &key)
{
    return key == u"source" || key == u"task_name";
}

} // namespace

Result<void> checkMetadataEntry(const QString &key, const QString &value)
{
    if (key.isEmpty() || key.size() > MaxMetadataKeyLength || !std::ranges::all_of(key, isKeyCharacter))
        return fail(ErrorCode::InvalidMetadataKey, key);
    if (isReserved(key))
        return fail(ErrorCode::ReservedMetadataKey, key);
    const auto isControl = [](QChar c) {
        return c.category() == QChar::Other_Control;
    };
    // Characters are counted as people count them: a surrogate pair is one.
    if (value.toUcs4().size() > MaxMetadataValueLength || std::ranges::any_of(value, isControl))
        return fail(ErrorCode::InvalidMetadataValue, key);
    return {};
}

Result<void> checkMetadata(const Metadata &metadata)
{
    if (metadata.size() > MaxMetadataKeys)
        return fail(ErrorCode::TooManyMetadataKeys, QString::number(metadata.size()));
    for (auto it = metadata.cbegin(); it != metadata.cend(); ++it) {
        if (auto checked = checkMetadataEntry(it.key(), it.value()); !checked)
            return checked;
    }
    return {};
}

Result<std::pair<QString, QString>> parseMetadataEntry(QStringView text)
{
    const qsizetype equals = text.indexOf(u'=');
    if (equals <= 0)
        return fail(ErrorCode::InvalidMetadataKey, text.toString());
    return std::pair(text.first(equals).trimmed().toString(), text.sliced(equals + 1).trimmed().toString());
}

bool containsAll(const Metadata &metadata, const Metadata &wanted)
{
    for (auto it = wanted.cbegin(); it != wanted.cend(); ++it) {
        const auto found = metadata.constFind(it.key());
        if (found == metadata.cend() || *found != it.value())
            return false;
    }
    return true;
}

} // namespace sandglass
