// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/contextinfo.h"
#include "backend/microvm/qemu/processref.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTimer>

#include <chrono>
#include <memory>

namespace sandglass::microvm {

// What the probe needs to know and where it keeps what it learned.
struct ProbeInput
{
    QString qemuBinary;
    QString qemuVersion;
    QString kernel;
    QString initrd;
    QString kernelHash;  // part of the verdict's key
    QString bootId;      // of the host: a verdict holds for one boot
    QString verdictPath; // empty: nothing is remembered
    QString kvmDevice = QStringLiteral("/dev/kvm");
};

// Finds out whether guests run under KVM here, by really booting the guest kernel to the first line of its
// init under a deadline: /dev/kvm may open, make a VM and still hang a kernel. Never hangs; its QEMU is
// killed. Engine thread. `finished` comes once, through the event loop.
class AcceleratorProbe : public QObject
{
    Q_OBJECT

public:
    explicit AcceleratorProbe(QObject *parent = nullptr);
    ~AcceleratorProbe() override;

    void start(const ProbeInput &input, std::chrono::milliseconds deadline);
    // No `finished` comes any more.
    void cancel();

signals:
    void finished(sandglass::Accelerator accelerator, sandglass::AcceleratorReason reason);

private:
    void boot();
    void look();
    void conclude(Accelerator accelerator, AcceleratorReason reason);
    void killMachine();

    ProbeInput m_input;
    std::chrono::milliseconds m_deadline{};
    std::unique_ptr<QTemporaryDir> m_folder;
    ProcessRef m_process;
    ProcessWatcher m_watcher;
    QTimer m_look;
    QTimer m_limit;
    bool m_running = false;
};

// What the guest's init prints first on the serial console.
inline constexpr char InitFirstLine[] = "sandglass-init";

} // namespace sandglass::microvm
