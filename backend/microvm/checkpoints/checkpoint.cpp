// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/checkpoints/checkpoint.h"

#include "backend/core/logging.h"

#include <QCryptographicHash>
#include <QDir>
#include <QSaveFile>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace sandglass::microvm {

namespace {

// QEMU opens the file of a guest's memory for writing even where it maps it privately (until 8.2 there is no
// other way), so all but root need the right; nothing writes to it.
constexpr auto RamPermissions = QFileDevice::ReadOwner | QFileDevice::WriteOwner;

using nlohmann::json;

json toJson(const Checkpoint &c)
{
    json j{{"template", c.key.templateId.toString().toStdString()},
           {"image", c.key.imageIdentity.toStdString()},
           {"vcpus", c.key.vcpus},
           {"memory", c.key.memory.value},
           {"kvm", c.key.accelerator == Accelerator::Kvm},
           {"qemu", c.key.qemuVersion.toStdString()},
           {"made_at", c.madeAt.time_since_epoch().count()},
           {"cold_boot_ms", c.coldBoot.count()}};
    if (c.tscKhz)
        j["tsc_khz"] = *c.tscKhz;
    if (c.screen)
        j["screen"] = {c.screen->width(), c.screen->height()};
    j["append"] = json::array();
    for (const QString &word : c.append)
        j["append"].push_back(word.toStdString());
    return j;
}

template<typename T> T read(const json &j, const char *key, T otherwise)
{
    const auto found = j.find(key);
    if (found == j.end())
        return otherwise;
    if constexpr (std::is_same_v<T, QString>)
        return found->is_string() ? QString::fromStdString(found->get<std::string>()) : otherwise;
    else if constexpr (std::is_same_v<T, bool>)
        return found->is_boolean() ? found->get<bool>() : otherwise;
    else
        return found->is_number_integer() ? found->get<T>() : otherwise;
}

Result<Checkpoint> fromJson(const json &j)
{
    if (!j.is_object())
        return fail(ErrorCode::CheckpointBroken, QStringLiteral("manifest"));
    Checkpoint c;
    c.key.templateId = TemplateId(read(j, "template", QString()));
    c.key.imageIdentity = read(j, "image", QString());
    c.key.vcpus = read(j, "vcpus", 0);
    c.key.memory = Bytes{read<qint64>(j, "memory", 0)};
    c.key.accelerator = read(j, "kvm", false) ? Accelerator::Kvm : Accelerator::Tcg;
    c.key.qemuVersion = read(j, "qemu", QString());
    c.madeAt = WallTime(std::chrono::milliseconds(read<qint64>(j, "made_at", 0)));
    c.coldBoot = std::chrono::milliseconds(read<qint64>(j, "cold_boot_ms", 0));
    if (j.contains("tsc_khz"))
        c.tscKhz = read<quint32>(j, "tsc_khz", 0);
    if (const auto screen = j.find("screen"); screen != j.end() && screen->is_array() &&
                                              screen->size() == 2 && (*screen)[0].is_number_integer() &&
                                              (*screen)[1].is_number_integer())
        c.screen = QSize((*screen)[0].get<int>(), (*screen)[1].get<int>());
    if (const auto append = j.find("append"); append != j.end() && append->is_array()) {
        for (const json &word : *append) {
            if (word.is_string())
                c.append.append(QString::fromStdString(word.get<std::string>()));
        }
    }
    return c;
}

} // namespace

CheckpointId CheckpointKey::id() const
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const QString text =
        QStringList{templateId.toString(),
                    imageIdentity,
                    QString::number(vcpus),
                    QString::number(memory.value),
                    accelerator == Accelerator::Kvm ? QStringLiteral("kvm") : QStringLiteral("tcg"),
                    qemuVersion}
            .join(u'\n');
    hash.addData(text.toUtf8());
    return CheckpointId(templateId.toString() + u'-' + QString::fromLatin1(hash.result().toHex().first(12)));
}

QByteArray Checkpoint::fingerprint() const
{
    const QString text = id().toString() + u'\n' + QString::number(madeAt.time_since_epoch().count()) +
                         u'\n' + QString::number(tscKhz.value_or(0)) + u'\n' + append.join(u' ');
    return QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Sha256);
}

CheckpointPaths CheckpointStore::paths(const CheckpointId &id) const
{
    return {m_folder + u'/' + id.toString()};
}

Result<Checkpoint> CheckpointStore::find(const CheckpointId &id) const
{
    const CheckpointPaths files = paths(id);
    QFile manifest(files.manifest());
    if (!manifest.open(QIODevice::ReadOnly))
        return fail(ErrorCode::NotFound, id.toString());
    auto checkpoint = fromJson(json::parse(manifest.readAll().toStdString(), nullptr, false));
    if (!checkpoint)
        return checkpoint;
    for (const QString &file : {files.ram(), files.state(), files.disk(), files.pristineOverlay(),
                                files.kernel(), files.initrd(), files.root()}) {
        if (!QFile::exists(file))
            return fail(ErrorCode::CheckpointBroken, file);
    }
    // Sealed by a version that took the right to write away.
    if (!QFile::permissions(files.ram()).testFlag(QFileDevice::WriteOwner) &&
        !QFile::setPermissions(files.ram(), RamPermissions))
        return fail(ErrorCode::CheckpointBroken, files.ram());
    return checkpoint;
}

std::vector<CheckpointId> CheckpointStore::all() const
{
    std::vector<CheckpointId> ids;
    for (const QString &name : QDir(m_folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        ids.emplace_back(name);
    return ids;
}

Result<void> CheckpointStore::seal(const Checkpoint &checkpoint) const
{
    const CheckpointPaths files = paths(checkpoint.id());
    constexpr auto ReadOnly = QFileDevice::ReadOwner;
    for (const QString &file :
         {files.state(), files.disk(), files.pristineOverlay(), files.kernel(), files.initrd()}) {
        if (!QFile::setPermissions(file, ReadOnly))
            return fail(ErrorCode::StoreFailed, file);
    }
    if (!QFile::setPermissions(files.ram(), RamPermissions))
        return fail(ErrorCode::StoreFailed, files.ram());
    QSaveFile manifest(files.manifest());
    if (!manifest.open(QIODevice::WriteOnly))
        return fail(ErrorCode::StoreFailed, manifest.errorString());
    manifest.write(QByteArray::fromStdString(toJson(checkpoint).dump(2)));
    if (!manifest.commit())
        return fail(ErrorCode::StoreFailed, manifest.errorString());
    return {};
}

void CheckpointStore::removeUnused(const std::vector<CheckpointId> &inUse,
                                   const std::function<bool(const Checkpoint &)> &worthKeeping) const
{
    for (const CheckpointId &id : all()) {
        if (std::ranges::find(inUse, id) != inUse.end())
            continue;
        const auto checkpoint = find(id);
        if (checkpoint && worthKeeping(*checkpoint))
            continue;
        qCInfo(lcEngine) << "removing an unused checkpoint:" << id.toString();
        QDir(paths(id).folder).removeRecursively();
    }
}

bool tscRatesAgree(std::optional<quint32> a, std::optional<quint32> b)
{
    if (!a || !b)
        return a.has_value() == b.has_value();
    const auto difference = std::max(*a, *b) - std::min(*a, *b);
    return quint64(difference) * 1000 <= *a;
}

} // namespace sandglass::microvm
