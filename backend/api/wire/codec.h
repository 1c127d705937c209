// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/wire/json.h"
#include "backend/core/result.h"

#include <nlohmann/json.hpp>

#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace sandglass::wire {

// Limits on what is believed: characters of one text, elements of one list, nesting of one message.
inline constexpr qsizetype MaxText = qsizetype(1) << 16;
inline constexpr std::size_t MaxElements = 200'000;
inline constexpr int MaxDepth = 16;

// One value of the project as JSON and back. Decoding is strict about what it knows (types, ranges, names of
// enums: ProtocolViolation with the field's path) and ignores fields that it does not know. Pure; any thread.
template<typename T> struct Codec
{
    static Json encode(const T &value);
    static Result<T> decode(const Json &json);
};

template<typename T> [[nodiscard]] Json encode(const T &value)
{
    return Codec<T>::encode(value);
}

template<typename T> [[nodiscard]] Result<T> decode(const Json &json)
{
    return Codec<T>::decode(json);
}

template<> Json Codec<QString>::encode(const QString &value);
template<> Result<QString> Codec<QString>::decode(const Json &json);
template<> Json Codec<bool>::encode(const bool &value);
template<> Result<bool> Codec<bool>::decode(const Json &json);
template<> Json Codec<int>::encode(const int &value);
template<> Result<int> Codec<int>::decode(const Json &json);
template<> Json Codec<qint64>::encode(const qint64 &value);
template<> Result<qint64> Codec<qint64>::decode(const Json &json);
template<> Json Codec<quint64>::encode(const quint64 &value);
template<> Result<quint64> Codec<quint64>::decode(const Json &json);
// Bytes that need not be text travel as base64.
template<> Json Codec<QByteArray>::encode(const QByteArray &value);
template<> Result<QByteArray> Codec<QByteArray>::decode(const Json &json);
template<> Json Codec<QMap<QString, QString>>::encode(const QMap<QString, QString> &value);
template<> Result<QMap<QString, QString>> Codec<QMap<QString, QString>>::decode(const Json &json);

[[nodiscard]] tl::unexpected<Error> wrongField(const char *what, const Error &inner);

template<typename T> struct Codec<QList<T>>
{
    static Json encode(const QList<T> &values)
    {
        Json array = Json::array();
        for (const T &value : values)
            array.push_back(wire::encode(value));
        return array;
    }
    static Result<QList<T>> decode(const Json &json)
    {
        if (!json.is_array() || json.size() > MaxElements)
            return fail(ErrorCode::ProtocolViolation, QStringLiteral("no list"));
        QList<T> values;
        values.reserve(static_cast<qsizetype>(json.size()));
        for (const Json &element : json) {
            Result<T> value = wire::decode<T>(element);
            if (!value)
                return fail(value.error());
            values.append(std::move(*value));
        }
        return values;
    }
};

// Nothing is null, or a field that is not there.
template<typename T> struct Codec<std::optional<T>>
{
    static Json encode(const std::optional<T> &value) { return value ? wire::encode(*value) : Json(nullptr); }
    static Result<std::optional<T>> decode(const Json &json)
    {
        if (json.is_null())
            return std::optional<T>();
        Result<T> value = wire::decode<T>(json);
        if (!value)
            return fail(value.error());
        return std::optional<T>(std::move(*value));
    }
};

} // namespace sandglass::wire
