// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/store/recordjson.h"

#include "backend/api/wire/fields.h"
#include "backend/api/wire/sandboxcodec.h"

namespace sandglass::wire {

using microvm::Deadline;
using microvm::VmRecord;

template<> Json Codec<Deadline>::encode(const Deadline &value)
{
    return {{"wall_ms", wire::encode(value.wall)},
            {"boot_ns", wire::encode(qint64(value.boot.count()))},
            {"boot_id", wire::encode(value.bootId)}};
}

template<> Result<Deadline> Codec<Deadline>::decode(const Json &json)
{
    Deadline value;
    qint64 boot = 0;
    Fields fields(json);
    fields.read("wall_ms", value.wall).read("boot_ns", boot).read("boot_id", value.bootId);
    value.boot = BootTime(boot);
    return fields.into(value);
}

template<> Json Codec<VmRecord>::encode(const VmRecord &value)
{
    return {
        {"sandbox", wire::encode(value.sandbox)}, {"checkpoint", wire::encode(value.checkpoint.toString())},
        {"disk_owned", value.diskOwned},          {"delete_wanted", value.deleteWanted},
        {"expiry", wire::encode(value.expiry)},   {"work", wire::encode(value.work)},
        {"env", wire::encode(value.environment)}};
}

template<> Result<VmRecord> Codec<VmRecord>::decode(const Json &json)
{
    VmRecord value;
    QString checkpoint;
    Fields fields(json);
    fields.read("sandbox", value.sandbox)
        .read("checkpoint", checkpoint)
        .read("disk_owned", value.diskOwned)
        .read("delete_wanted", value.deleteWanted)
        .read("expiry", value.expiry)
        .read("work", value.work)
        .readIfThere("env", value.environment);
    value.checkpoint = CheckpointId(checkpoint);
    return fields.into(value);
}

} // namespace sandglass::wire

namespace sandglass::microvm {

namespace {

QString dumped(const wire::Json &json)
{
    return QString::fromStdString(json.dump(-1, ' ', false, wire::Json::error_handler_t::replace));
}

template<typename T> Result<T> parsed(const QByteArray &text)
{
    const wire::Json json = wire::Json::parse(text.begin(), text.end(), nullptr, false);
    if (json.is_discarded())
        return fail(ErrorCode::ProtocolViolation, QStringLiteral("no JSON"));
    return wire::decode<T>(json);
}

} // namespace

QString toJsonText(const VmRecord &record)
{
    return dumped(wire::encode(record));
}

QString toJsonText(const Event &event)
{
    return dumped(wire::encode(event));
}

Result<VmRecord> recordFromJsonText(const QByteArray &text)
{
    return parsed<VmRecord>(text);
}

Result<Event> eventFromJsonText(const QByteArray &text)
{
    return parsed<Event>(text);
}

} // namespace sandglass::microvm
