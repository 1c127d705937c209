// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/gateway/local/localapi.h"
#include "tests/support/hostfleet.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace sandglass::test {

struct Ended
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

inline QStringList words(const char *line)
{
    return QString::fromLatin1(line).split(u' ');
}

// Runs the real program against a fleet in the test's own process: three sandboxes, two of one name.
class CliTest : public QObject
{
    Q_OBJECT

protected:
    void serve();
    [[nodiscard]] Ended run(const QStringList &arguments, const QByteArray &input = {});
    [[nodiscard]] std::unique_ptr<QProcess> start(const char *program, const QStringList &arguments);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<HostFleet> m_fleet;
    std::unique_ptr<gateway::LocalApi> m_api;

private slots:
    void init();
    void cleanup();
};

} // namespace sandglass::test
