// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/microvm/channel/agentcalls.h"
#include "backend/microvm/channel/agentclient.h"
#include "backend/microvm/disks/overlay.h"
#include "backend/microvm/images/imagestore.h"
#include "backend/microvm/qemu/machinelauncher.h"
#include "backend/microvm/qemu/machinespec.h"
#include "backend/microvm/qmp/qmpclient.h"

#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QTimer>

#include <csignal>
#include <fcntl.h>

namespace sandglass::microvm {

// Waits for an answer; tests may.
template<typename T> Result<T> await(const std::function<void(QObject *, Reply<T>)> &begin)
{
    QObject context;
    QEventLoop loop;
    std::optional<Result<T>> answer;
    begin(&context, [&](Result<T> result) {
        answer = std::move(result);
        loop.quit();
    });
    if (!answer)
        loop.exec();
    return *answer;
}

// One real VM of a test, killed at its end.
class RealMachine
{
public:
    using json = nlohmann::json;

    RealMachine(MachineSpec spec, const QString &folder) : m_spec(std::move(spec)), m_folder(folder)
    {
        QDir().mkpath(folder);
        m_spec.qmpSocket = folder + QStringLiteral("/qmp");
        m_spec.agentSocket = folder + QStringLiteral("/agent");
        m_spec.vncSocket = folder + QStringLiteral("/vnc");
        m_spec.serialLog = folder + QStringLiteral("/console");
    }
    ~RealMachine()
    {
        if (!m_process.isNull() && isAlive(m_process))
            (void)signalProcess(m_process, SIGKILL);
    }
    Q_DISABLE_COPY_MOVE(RealMachine)

    Result<Done> start()
    {
        const Result<QString> qemu = findQemu();
        if (!qemu)
            return fail(qemu.error());
        const auto process =
            startMachine(*qemu, commandLine(m_spec), m_folder + QStringLiteral("/stderr"), m_folder);
        if (!process)
            return fail(process.error());
        m_process = *process;
        QObject::connect(&qmp, &QmpClient::eventArrived, &qmp, [this](const QString &name, const json &data) {
            if (name == QStringLiteral("MIGRATION") && data.is_object())
                m_migration = QString::fromStdString(data.value("status", std::string()));
        });
        qmp.open(m_spec.qmpSocket, std::chrono::seconds(20));
        agent.open(m_spec.agentSocket, std::chrono::seconds(300));
        return Done{};
    }
    Result<json> execute(const char *command, const json &arguments = {},
                         std::chrono::seconds deadline = std::chrono::seconds(120))
    {
        return await<json>([&](QObject *context, Reply<json> reply) {
            qmp.execute(QString::fromLatin1(command), arguments, deadline, context, std::move(reply));
        });
    }
    // `migrate` to or `migrate-incoming` from a file, to its completion.
    Result<Done> stream(const char *command, const QString &path, bool ignoreShared)
    {
        const bool out = QByteArray(command) == "migrate";
        const UniqueFd file(::open(QFile::encodeName(path).constData(),
                                   (out ? O_RDWR | O_CREAT | O_TRUNC : O_RDONLY) | O_CLOEXEC, 0600));
        auto set = execute(
            "migrate-set-capabilities",
            {{"capabilities", json::array({{{"capability", "events"}, {"state", true}},
                                           {{"capability", "x-ignore-shared"}, {"state", ignoreShared}}})}});
        if (!set)
            return fail(set.error());
        set = execute("migrate-set-parameters", {{"max-bandwidth", qint64(1) << 40}});
        if (!set)
            return fail(set.error());
        const auto sent = await<json>([&](QObject *context, Reply<json> reply) {
            qmp.sendFd(QStringLiteral("state"), file.get(), std::chrono::seconds(10), context,
                       std::move(reply));
        });
        if (!sent)
            return fail(sent.error());
        m_migration.clear();
        const auto begun = execute(command, {{"uri", "fd:state"}});
        if (!begun)
            return fail(begun.error());
        QEventLoop loop;
        const auto look = [&] {
            if (m_migration == QStringLiteral("completed") || m_migration == QStringLiteral("failed"))
                loop.quit();
        };
        QObject::connect(&qmp, &QmpClient::eventArrived, &loop, look);
        QObject::connect(&qmp, &QmpClient::closed, &loop, &QEventLoop::quit);
        QTimer::singleShot(std::chrono::seconds(120), &loop, &QEventLoop::quit);
        if (m_migration != QStringLiteral("completed") && m_migration != QStringLiteral("failed"))
            loop.exec();
        if (m_migration != QStringLiteral("completed"))
            return fail(ErrorCode::QemuFailed, m_migration);
        return Done{};
    }
    Result<Done> closeAgent()
    {
        return await<Done>(
            [&](QObject *context, Reply<Done> reply) { agent.close(context, std::move(reply)); });
    }
    [[nodiscard]] Result<ExitStatus> run(const QStringList &argv, QByteArray *output)
    {
        QEventLoop loop;
        std::optional<Result<ExitStatus>> end;
        const auto session = execInGuest(
            agent, {.argv = argv, .user = {}, .workingFolder = {}, .environment = {}, .timeout = {}});
        QObject::connect(session.get(), &ExecSession::stdoutArrived, &loop,
                         [&](const QByteArray &bytes) { *output += bytes; });
        QObject::connect(session.get(), &ExecSession::finished, &loop, [&](const Result<ExitStatus> &status) {
            end = status;
            loop.quit();
        });
        QTimer::singleShot(std::chrono::seconds(60), &loop, &QEventLoop::quit);
        loop.exec();
        return end.value_or(fail(ErrorCode::TimedOut, QStringLiteral("the program's end was never told")));
    }
    [[nodiscard]] const ProcessRef &process() const { return m_process; }
    [[nodiscard]] QByteArray log(const char *name) const
    {
        QFile file(m_folder + QLatin1Char('/') + QLatin1StringView(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll().right(2000) : QByteArray();
    }

    QmpClient qmp;
    AgentClient agent;

private:
    MachineSpec m_spec;
    QString m_folder;
    ProcessRef m_process;
    QString m_migration;
};

} // namespace sandglass::microvm
