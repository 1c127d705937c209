// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QVBoxLayout;

namespace sandglass {

class Workbench;
struct CloneBatch;
struct ContextJob;

// Long work of the backends: what, how far, for how long, with cancel; what ended stays readable, with the
// reason of a failure and the path of its log.
class JobsPopover : public QFrame
{
    Q_OBJECT

public:
    explicit JobsPopover(Workbench &bench, QWidget *parent = nullptr);

    // Opens above `anchor`.
    void popUp(const QWidget *anchor);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void rebuild();
    QWidget *makeRow(const ContextJob &each);
    QWidget *makeCloneRow(const CloneBatch &batch);

    Workbench &m_bench;
    QWidget *m_rows;
    QVBoxLayout *m_layout;
};

} // namespace sandglass
