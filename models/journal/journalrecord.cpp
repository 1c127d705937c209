// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/journal/journalrecord.h"

#include <QIODevice>
#include <QtEndian>

namespace sandglass {

namespace {

constexpr quint32 LargestRecord = 1024 * 1024;
constexpr qsizetype HeadSize = 8;
constexpr qint32 MostLabels = 1000;

enum class Type : quint8 { Event = 1, Facts = 2, Start = 3, Loss = 4 };

// FNV-1a, 32 bits (Fowler, Noll, Vo): tells a torn write from a whole one.
quint32 checksum(QByteArrayView bytes)
{
    quint32 hash = 2166136261U;
    for (const char c : bytes) {
        hash ^= static_cast<quint8>(c);
        hash *= 16777619U;
    }
    return hash;
}

void put(QDataStream &stream, WallTime time)
{
    stream << qint64(time.time_since_epoch().count());
}

WallTime takeTime(QDataStream &stream)
{
    qint64 millis = 0;
    stream >> millis;
    return WallTime(std::chrono::milliseconds(millis));
}

void put(QDataStream &stream, const QString &text)
{
    stream << text.toUtf8();
}

QString takeText(QDataStream &stream)
{
    QByteArray text;
    stream >> text;
    return QString::fromUtf8(text);
}

void put(QDataStream &stream, const SandboxKey &key)
{
    put(stream, key.context.toString());
    put(stream, key.id.toString());
}

SandboxKey takeKey(QDataStream &stream)
{
    const ContextId context(takeText(stream));
    return {context, SandboxId(takeText(stream))};
}

void put(QDataStream &stream, const Event &event)
{
    stream << event.cursor;
    put(stream, event.at);
    put(stream, eventTypeName(event.type));
    put(stream, event.sandbox);
    put(stream, event.sandboxName);
    put(stream, statusName(event.from));
    put(stream, statusName(event.to));
    put(stream, causeName(event.cause));
    put(stream, event.error ? errorCodeName(*event.error) : QString());
    put(stream, event.text);
}

std::optional<Event> takeEvent(QDataStream &stream)
{
    Event event;
    stream >> event.cursor;
    event.at = takeTime(stream);
    const QString type = takeText(stream);
    event.type = type == eventTypeName(EventType::Status)      ? EventType::Status
                 : type == eventTypeName(EventType::Heartbeat) ? EventType::Heartbeat
                                                               : EventType::Message;
    event.sandbox = takeKey(stream);
    event.sandboxName = takeText(stream);
    const auto from = statusFromName(takeText(stream));
    const auto to = statusFromName(takeText(stream));
    const auto cause = causeFromName(takeText(stream));
    const QString error = takeText(stream);
    event.text = takeText(stream);
    if (!from || !to || !cause)
        return std::nullopt;
    event.from = *from;
    event.to = *to;
    event.cause = *cause;
    if (!error.isEmpty())
        event.error = errorCodeFromName(error);
    return event;
}

void put(QDataStream &stream, const SandboxFacts &facts)
{
    put(stream, facts.key);
    put(stream, facts.name);
    put(stream, kindName(facts.kind));
    put(stream, facts.templateId.toString());
    put(stream, modeName(facts.mode));
    put(stream, facts.createdAt);
    stream << qint32(facts.resources.vcpus) << qint64(facts.resources.memory.value)
           << qint64(facts.resources.disk.value) << qint32(facts.metadata.size());
    for (auto it = facts.metadata.cbegin(); it != facts.metadata.cend(); ++it) {
        put(stream, it.key());
        put(stream, it.value());
    }
}

std::optional<SandboxFacts> takeFacts(QDataStream &stream)
{
    SandboxFacts facts;
    facts.key = takeKey(stream);
    facts.name = takeText(stream);
    facts.kind = kindFromName(takeText(stream)).value_or(Kind::Code);
    facts.templateId = TemplateId(takeText(stream));
    facts.mode = modeFromName(takeText(stream)).value_or(Mode::Ephemeral);
    facts.createdAt = takeTime(stream);
    qint32 vcpus = 0;
    qint32 labels = 0;
    stream >> vcpus >> facts.resources.memory.value >> facts.resources.disk.value >> labels;
    facts.resources.vcpus = vcpus;
    if (labels < 0 || labels > MostLabels)
        return std::nullopt;
    for (qint32 i = 0; i < labels; ++i) {
        const QString key = takeText(stream);
        facts.metadata.insert(key, takeText(stream));
    }
    return facts;
}

template<typename T> std::optional<JournalRecord> asRecord(const std::optional<T> &value)
{
    return value ? std::optional<JournalRecord>(*value) : std::nullopt;
}

std::optional<JournalRecord> takeRecord(QDataStream &stream)
{
    quint8 type = 0;
    stream >> type;
    switch (static_cast<Type>(type)) {
    case Type::Event:
        return asRecord(takeEvent(stream));
    case Type::Facts:
        return asRecord(takeFacts(stream));
    case Type::Start:
        return JournalStart{takeTime(stream)};
    case Type::Loss: {
        JournalLoss loss;
        loss.at = takeTime(stream);
        stream >> loss.count;
        return loss;
    }
    }
    return std::nullopt;
}

struct Encoder
{
    QDataStream &stream;

    void operator()(const Event &event) const
    {
        stream << quint8(Type::Event);
        put(stream, event);
    }
    void operator()(const SandboxFacts &facts) const
    {
        stream << quint8(Type::Facts);
        put(stream, facts);
    }
    void operator()(const JournalStart &start) const
    {
        stream << quint8(Type::Start);
        put(stream, start.at);
    }
    void operator()(const JournalLoss &loss) const
    {
        stream << quint8(Type::Loss);
        put(stream, loss.at);
        stream << loss.count;
    }
};

} // namespace

SandboxFacts SandboxFacts::of(const Sandbox &sandbox)
{
    return {.key = sandbox.key,
            .name = sandbox.name,
            .kind = sandbox.kind,
            .templateId = sandbox.templateId,
            .mode = sandbox.mode,
            .createdAt = sandbox.createdAt,
            .resources = sandbox.resources,
            .metadata = sandbox.metadata};
}

Sandbox SandboxFacts::in(Status status, WallTime since) const
{
    Sandbox sandbox;
    sandbox.key = key;
    sandbox.name = name;
    sandbox.kind = kind;
    sandbox.templateId = templateId;
    sandbox.mode = mode;
    sandbox.status = status;
    sandbox.createdAt = createdAt;
    sandbox.statusSince = since;
    sandbox.resources = resources;
    sandbox.metadata = metadata;
    return sandbox;
}

WallTime timeOf(const JournalRecord &record)
{
    if (const auto *event = std::get_if<Event>(&record))
        return event->at;
    if (const auto *start = std::get_if<JournalStart>(&record))
        return start->at;
    if (const auto *loss = std::get_if<JournalLoss>(&record))
        return loss->at;
    return {};
}

QByteArray encodeRecord(const JournalRecord &record)
{
    QByteArray contents;
    QDataStream stream(&contents, QIODevice::WriteOnly);
    stream.setVersion(QDataStream::Qt_6_4);
    std::visit(Encoder{stream}, record);
    QByteArray bytes(HeadSize, '\0');
    qToLittleEndian(static_cast<quint32>(contents.size()), bytes.data());
    qToLittleEndian(checksum(contents), bytes.data() + 4);
    return bytes + contents;
}

std::optional<JournalRecord> decodeRecord(QByteArrayView bytes, qsizetype &at)
{
    while (bytes.size() - at >= HeadSize) {
        const auto length = qFromLittleEndian<quint32>(bytes.data() + at);
        const auto sum = qFromLittleEndian<quint32>(bytes.data() + at + 4);
        if (length > LargestRecord || bytes.size() - at - HeadSize < static_cast<qsizetype>(length))
            return std::nullopt;
        const QByteArrayView contents = bytes.sliced(at + HeadSize, static_cast<qsizetype>(length));
        if (checksum(contents) != sum)
            return std::nullopt;
        at += HeadSize + static_cast<qsizetype>(length);
        QDataStream stream(QByteArray::fromRawData(contents.data(), contents.size()));
        stream.setVersion(QDataStream::Qt_6_4);
        std::optional<JournalRecord> record = takeRecord(stream);
        if (record && stream.status() == QDataStream::Ok)
            return record;
    }
    return std::nullopt;
}

} // namespace sandglass
