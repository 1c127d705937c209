// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/commandhistory.h"
#include "widgets/inspector/guestpage.h"

#include <QHash>

class QStackedWidget;

namespace sandglass {

class ExecPane;

// Commands in the selected sandbox. Each sandbox has its pane, which lives on while others are looked at
// unless it is empty.
class ExecPage : public GuestPage
{
    Q_OBJECT

public:
    explicit ExecPage(Workbench &bench, QWidget *parent = nullptr);

    void setHistory(const QMap<QString, QStringList> &commands) { m_history = CommandHistory(commands); }
    [[nodiscard]] const QMap<QString, QStringList> &history() const { return m_history.all(); }
    void focusCommand();

signals:
    void historyChanged();

protected:
    [[nodiscard]] bool isOffered(Fleet &fleet) const override;
    [[nodiscard]] QString notOfferedText() const override;
    [[nodiscard]] QString resumeText() const override;
    [[nodiscard]] bool showsStopped(const Sandbox &sandbox) const override;
    void enter(const Sandbox &sandbox) override;
    void present(const Sandbox &sandbox) override;
    void leave() override;

private:
    void drop(const SandboxKey &key);
    void forgetDeleted();

    QStackedWidget *m_stack;
    CommandHistory m_history;
    QHash<SandboxKey, ExecPane *> m_panes;
};

} // namespace sandglass
