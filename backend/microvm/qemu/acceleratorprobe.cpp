// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/qemu/acceleratorprobe.h"

#include "backend/core/logging.h"
#include "backend/microvm/qemu/machinelauncher.h"
#include "backend/microvm/qemu/machinespec.h"
#include "backend/microvm/uniquefd.h"

#include <QFile>
#include <QSaveFile>

#include <nlohmann/json.hpp>

#include <fcntl.h>

#include <cerrno>
#include <csignal>

namespace sandglass::microvm {

using namespace std::chrono_literals;

namespace {

using nlohmann::json;

constexpr auto LookInterval = 50ms;
constexpr qint64 MaxVerdict = 64 * 1024;
constexpr qint64 MaxSerial = 4 * 1024 * 1024;

// Whatever could change the answer is part of the question.
std::string keyOf(const ProbeInput &input)
{
    return QStringList{input.bootId, input.kernelHash, input.qemuBinary, input.qemuVersion}
        .join(QLatin1Char('|'))
        .toStdString();
}

std::optional<Accelerator> remembered(const ProbeInput &input)
{
    QFile file(input.verdictPath);
    if (input.verdictPath.isEmpty() || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QByteArray text = file.read(MaxVerdict);
    const json value = json::parse(text.begin(), text.end(), nullptr, false);
    if (!value.is_object() || value.value("key", json()) != json(keyOf(input)))
        return std::nullopt;
    const json kvm = value.value("kvm_boots", json());
    if (!kvm.is_boolean())
        return std::nullopt;
    return kvm.get<bool>() ? Accelerator::Kvm : Accelerator::Tcg;
}

void remember(const ProbeInput &input, bool boots)
{
    if (input.verdictPath.isEmpty())
        return;
    const std::string text = json{{"key", keyOf(input)}, {"kvm_boots", boots}}.dump();
    QSaveFile file(input.verdictPath);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) < 0 ||
        !file.commit())
        qCWarning(lcEngine) << "the accelerator's verdict was not kept:" << file.errorString();
}

} // namespace

AcceleratorProbe::AcceleratorProbe(QObject *parent) : QObject(parent)
{
    m_limit.setSingleShot(true);
    m_look.setInterval(LookInterval);
    connect(&m_look, &QTimer::timeout, this, &AcceleratorProbe::look);
    connect(&m_limit, &QTimer::timeout, this, [this] {
        remember(m_input, false);
        conclude(Accelerator::Tcg, AcceleratorReason::ProbeFailed);
    });
    connect(&m_watcher, &ProcessWatcher::ended, this, [this] {
        m_process = {};
        look();
        if (!m_running)
            return;
        remember(m_input, false);
        conclude(Accelerator::Tcg, AcceleratorReason::ProbeFailed);
    });
}

AcceleratorProbe::~AcceleratorProbe()
{
    killMachine();
}

void AcceleratorProbe::start(const ProbeInput &input, std::chrono::milliseconds deadline)
{
    if (m_running)
        return;
    m_running = true;
    m_input = input;
    m_deadline = deadline;
    QMetaObject::invokeMethod(this, &AcceleratorProbe::boot, Qt::QueuedConnection);
}

void AcceleratorProbe::boot()
{
    if (!m_running)
        return;
    const UniqueFd device(::open(QFile::encodeName(m_input.kvmDevice).constData(), O_RDWR | O_CLOEXEC));
    if (!device.isValid()) {
        const bool denied = errno == EACCES || errno == EPERM;
        return conclude(Accelerator::Tcg,
                        denied ? AcceleratorReason::NoPermission : AcceleratorReason::NoDevice);
    }
    if (const auto known = remembered(m_input)) {
        return conclude(*known, *known == Accelerator::Kvm ? AcceleratorReason::KvmBooted
                                                           : AcceleratorReason::ProbeFailed);
    }
    m_folder = std::make_unique<QTemporaryDir>();
    MachineSpec spec;
    spec.name = QStringLiteral("sandglass-probe");
    spec.memory = Bytes::fromMiB(256);
    spec.accelerator = Accelerator::Kvm;
    spec.kernel = m_input.kernel;
    spec.initrd = m_input.initrd;
    spec.append = {QStringLiteral("console=ttyS0"), QStringLiteral("panic=-1"), QStringLiteral("reboot=t"),
                   QStringLiteral("loglevel=4"), QStringLiteral("sandglass.probe=1")};
    spec.qmpSocket = m_folder->filePath(QStringLiteral("qmp"));
    spec.serialLog = m_folder->filePath(QStringLiteral("serial"));
    const Result<ProcessRef> process =
        startMachine(m_input.qemuBinary, commandLine(spec), m_folder->filePath(QStringLiteral("stderr")),
                     m_folder->path());
    if (!process) {
        qCWarning(lcEngine) << "KVM probe:" << process.error().toLogLine();
        return conclude(Accelerator::Tcg, AcceleratorReason::ProbeFailed);
    }
    m_process = *process;
    m_watcher.watch(m_process);
    m_look.start();
    m_limit.start(m_deadline);
}

void AcceleratorProbe::look()
{
    QFile serial(m_folder->filePath(QStringLiteral("serial")));
    if (!serial.open(QIODevice::ReadOnly) || !serial.read(MaxSerial).contains(InitFirstLine))
        return;
    remember(m_input, true);
    conclude(Accelerator::Kvm, AcceleratorReason::KvmBooted);
}

void AcceleratorProbe::cancel()
{
    m_running = false;
    killMachine();
}

void AcceleratorProbe::conclude(Accelerator accelerator, AcceleratorReason reason)
{
    m_running = false;
    killMachine();
    emit finished(accelerator, reason);
}

void AcceleratorProbe::killMachine()
{
    m_look.stop();
    m_limit.stop();
    if (!m_process.isNull() && !signalProcess(m_process, SIGKILL))
        qCDebug(lcEngine) << "the probe's machine had ended already";
    m_process = {};
    m_watcher.stop();
    m_folder.reset();
}

} // namespace sandglass::microvm
