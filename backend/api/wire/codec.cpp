// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/api/wire/codec.h"

#include <limits>
#include <utility>

namespace sandglass::wire {

namespace {

template<typename T> Result<T> decodeInteger(const Json &json)
{
    if (json.is_number_unsigned()) {
        const auto value = json.get<std::uint64_t>();
        if (value <= static_cast<std::uint64_t>(std::numeric_limits<T>::max()))
            return static_cast<T>(value);
    } else if (json.is_number_integer()) {
        const auto value = json.get<std::int64_t>();
        if (std::in_range<T>(value))
            return static_cast<T>(value);
    }
    return fail(ErrorCode::ProtocolViolation, QStringLiteral("no integer in range"));
}

} // namespace

tl::unexpected<Error> wrongField(const char *what, const Error &inner)
{
    return fail(inner.code(), QStringLiteral("%1: %2").arg(QLatin1StringView(what), inner.detail()));
}

template<> Json Codec<QString>::encode(const QString &value)
{
    // What the other side would refuse for its length is cut; nothing that people name is that long.
    const QByteArray utf8 = value.toUtf8();
    return utf8.size() <= MaxText ? utf8.toStdString() : value.left(MaxText / 4).toUtf8().toStdString();
}

template<> Result<QString> Codec<QString>::decode(const Json &json)
{
    if (!json.is_string())
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("no text"));
    const auto &text = json.get_ref<const std::string &>();
    if (text.size() > static_cast<std::size_t>(MaxText))
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("text of %1 bytes").arg(text.size()));
    return QString::fromStdString(text);
}

template<> Json Codec<bool>::encode(const bool &value)
{
    return value;
}

template<> Result<bool> Codec<bool>::decode(const Json &json)
{
    if (!json.is_boolean())
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("no boolean"));
    return json.get<bool>();
}

template<> Json Codec<int>::encode(const int &value)
{
    return value;
}

template<> Result<int> Codec<int>::decode(const Json &json)
{
    return decodeInteger<int>(json);
}

template<> Json Codec<qint64>::encode(const qint64 &value)
{
    return static_cast<std::int64_t>(value);
}

template<> Result<qint64> Codec<qint64>::decode(const Json &json)
{
    return decodeInteger<qint64>(json);
}

template<> Json Codec<quint64>::encode(const quint64 &value)
{
    return static_cast<std::uint64_t>(value);
}

template<> Result<quint64> Codec<quint64>::decode(const Json &json)
{
    return decodeInteger<quint64>(json);
}

template<> Json Codec<QByteArray>::encode(const QByteArray &value)
{
    return value.toBase64().toStdString();
}

template<> Result<QByteArray> Codec<QByteArray>::decode(const Json &json)
{
    if (!json.is_string())
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("no base64"));
    const auto &text = json.get_ref<const std::string &>();
    auto decoded = QByteArray::fromBase64Encoding(QByteArray::fromStdString(text),
                                                  QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("no base64"));
    return *decoded;
}

template<> Json Codec<QMap<QString, QString>>::encode(const QMap<QString, QString> &value)
{
    Json object = Json::object();
    for (auto it = value.cbegin(); it != value.cend(); ++it)
        object[it.key().toUtf8().toStdString()] = wire::encode(it.value());
    return object;
}

template<> Result<QMap<QString, QString>> Codec<QMap<QString, QString>>::decode(const Json &json)
{
    if (!json.is_object() || json.size() > MaxElements)
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("no map of texts"));
    QMap<QString, QString> map;
    for (const auto &[key, element] : json.items()) {
        Result<QString> value = wire::decode<QString>(element);
        if (!value)
            return fail(value.error());
        map.insert(QString::fromStdString(key), *value);
    }
    return map;
}

} // namespace sandglass::wire
