// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sandbox.h"

#include <QWidget>

class QLabel;
class QStackedLayout;
class QToolButton;

namespace sandglass {

namespace viewers {
class ScreenView;
}

class ToneLabel;
class Workbench;

// The screen of the selected sandbox with its buttons. Connects only while it is visible and the sandbox
// runs, and says why when there is nothing to show. Watch-only until 'Take control'. It can go to a window of
// its own and back; the connection stays.
class ScreenPage : public QWidget
{
    Q_OBJECT

public:
    explicit ScreenPage(Workbench &bench, QWidget *parent = nullptr);

    void refresh();
    void setFits(bool fits);
    [[nodiscard]] bool fits() const;

signals:
    void fitsChanged(bool fits);
    void resumeRequested();
    void failed(const sandglass::Error &error, const QString &about);
    // Asks the inspector to put it into a window of its own, or to take it back.
    void windowToggled();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void buildToolBar();
    QToolButton *addTool(int icon, const QString &text, const char *objectName);
    void buildKeysMenu();
    void connectScreen(const Sandbox &sandbox);
    void disconnectScreen();
    void say(const QString &text, bool offerResume);
    void showControl();
    void toggleControl();
    void saveScreenshot();
    void copyScreenshot();

    Workbench &m_bench;
    viewers::ScreenView *m_view;
    QWidget *m_tools;
    QStackedLayout *m_stack;
    QWidget *m_sentence;
    ToneLabel *m_text;
    QWidget *m_resume;
    QToolButton *m_control = nullptr;
    QToolButton *m_fit = nullptr;
    QToolButton *m_keys = nullptr;
    QToolButton *m_picture = nullptr;
    QToolButton *m_window = nullptr;
    ToneLabel *m_hint;
    SandboxKey m_shown;
    quint64 m_generation = 0;
};

} // namespace sandglass
