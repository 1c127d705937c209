// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/alerts/alertparts.h"
#include "widgets/consoleparts.h"
#include "widgets/consolesettings.h"

#include <QMainWindow>

#include <memory>

namespace sandglass {

class MainWindowPrivate;

// The console's window: one list of sandboxes of all fleets, the inspector, the events. GUI thread; owned by
// `app`, which shows it. The window starts the fleets' feeds.
//
// Closing: with running sandboxes of its own engine the window asks (or follows settings().onClose), carries
// the answer out (sends the pauses or deletes and waits for them in the feed, in sight and cancellable) and
// only then closes; `closeDecided` says what was chosen, `closed` that the window is gone. `app` then ends
// the program; VMs that still run are left alone.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(ConsoleParts parts, ConsoleSettings settings, QWidget *parent = nullptr,
               const AlertParts &alerts = {});
    ~MainWindow() override;

    [[nodiscard]] ConsoleSettings settings() const;
    // Puts a sentence into the banner area, e.g. a refusal met by `app`.
    void showError(const sandglass::Error &error);
    void showNotice(sandglass::Severity severity, const QString &sentence);

signals:
    void settingsChanged(const sandglass::ConsoleSettings &settings);
    void closeDecided(sandglass::CloseChoice choice);
    void closed();

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    std::unique_ptr<MainWindowPrivate> d;
};

} // namespace sandglass
