// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/alerts/alertkeeper.h"

#include "backend/core/inpool.h"
#include "backend/core/logging.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace sandglass {

namespace {

constexpr std::chrono::milliseconds Settle{300};
constexpr qint64 LargestFile = 8 * 1024 * 1024;

Result<void> write(const QString &path, const KeptAlerts &kept)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QSaveFile file(path);
    const QByteArray json = keptAlertsToJson(kept);
    if (file.open(QIODevice::WriteOnly) && file.write(json) == json.size() && file.commit())
        return {};
    qCWarning(lcStore) << "alerts were not written:" << file.errorString();
    return fail(Error(ErrorCode::StoreFailed, file.errorString()));
}

} // namespace

AlertKeeper::AlertKeeper(QString path, AlertBook &book, AlertEngine &engine, QObject *parent)
    : QObject(parent), m_path(std::move(path)), m_book(book), m_engine(engine)
{
    m_pool.setMaxThreadCount(1);
    m_settle.setSingleShot(true);
    m_settle.setInterval(Settle);
    connect(&m_settle, &QTimer::timeout, this, &AlertKeeper::save);
    if (m_path.isEmpty())
        return;
    read();
    m_written = m_engine.kept();
    connect(&engine, &AlertEngine::keptChanged, this, [this] {
        if (!m_settle.isActive())
            m_settle.start();
    });
}

AlertKeeper::~AlertKeeper()
{
    save(); // the pool ends when it is done
}

void AlertKeeper::read()
{
    QFile file(m_path);
    if (!file.exists())
        return;
    if (!file.open(QIODevice::ReadOnly)) {
        m_mayWrite = false;
        m_complaints = {tr("The alerts cannot be read: %1").arg(file.errorString())};
        return;
    }
    const QByteArray json = file.read(LargestFile + 1);
    const auto read = json.size() > LargestFile ? std::nullopt : keptAlertsFromJson(json);
    if (!read) {
        m_complaints = {tr("The file of the alerts is damaged, or another version of Sandglass wrote it.")};
        return keepAside();
    }
    m_complaints = read->complaints;
    if (!m_complaints.isEmpty())
        keepAside();
    // First where they stand, so that nothing begins anew.
    m_engine.restore(read->kept.progress, read->kept.history);
    m_book.restore(read->kept.rules, read->kept.quiet, read->kept.snoozedUntil);
}

void AlertKeeper::keepAside()
{
    for (int number = 1; m_aside.isEmpty() || QFile::exists(m_aside); ++number)
        m_aside = m_path + QStringLiteral(".unread-%1").arg(number);
    m_mayWrite = QFile::copy(m_path, m_aside);
    if (m_mayWrite)
        return;
    m_complaints.append(tr("They are left alone: a change of the alerts is not kept."));
    m_aside.clear();
}

void AlertKeeper::save()
{
    m_settle.stop();
    if (m_path.isEmpty() || !m_mayWrite)
        return;
    KeptAlerts kept = m_engine.kept();
    if (kept == m_written)
        return;
    m_written = kept;
    (void)inPool(m_pool, [path = m_path, kept = std::move(kept)] { return write(path, kept); });
}

} // namespace sandglass
