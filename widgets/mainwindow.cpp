// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/mainwindow.h"

#include "widgets/mainwindowprivate.h"

#include <QCloseEvent>

namespace sandglass {

MainWindow::MainWindow(ConsoleParts parts, ConsoleSettings settings, QWidget *parent,
                       const AlertParts &alerts)
    : QMainWindow(parent), d(std::make_unique<MainWindowPrivate>(*this, parts, std::move(settings), alerts))
{
    d->restore();
}

MainWindow::~MainWindow()
{
    // The parts hold references into `d`; they go first.
    qDeleteAll(findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly));
}

ConsoleSettings MainWindow::settings() const
{
    return d->collectSettings();
}

void MainWindow::showError(const Error &error)
{
    d->showError(error, {});
}

void MainWindow::showNotice(Severity severity, const QString &sentence)
{
    d->showNotice(severity, sentence);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!d->mayClose()) {
        event->ignore();
        return;
    }
    emit settingsChanged(settings());
    event->accept();
    emit closed();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (d && (event->type() == QEvent::WindowStateChange))
        d->settingsTouched();
}

} // namespace sandglass
