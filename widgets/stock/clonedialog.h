// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/clonespec.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace sandglass {

class MetadataEditor;
class TimeoutChooser;
class ToneLabel;

// What clones can be made of: checkpoints of one sandbox, or running sandboxes themselves.
struct CloneSource
{
    QString label;                // "its state now", a checkpoint's name
    CheckpointId checkpoint;      // or
    QList<SandboxId> sandboxes{}; // each of them is forked
    QString name{};               // what it is called where clones are spoken of

    friend bool operator==(const CloneSource &, const CloneSource &) = default;
};

// How many clones of what, called how, for how long. Says how many that is in all. Use open().
class CloneDialog : public QDialog
{
    Q_OBJECT

public:
    struct Facts
    {
        QList<CloneSource> sources; // not empty; the first one is chosen
        bool renewing = false;      // lifetimes that renew are possible
        bool waiting = false;       // it can wait for room
        QMap<QString, QStringList> labels{};
    };

    explicit CloneDialog(const Facts &facts, QWidget *parent = nullptr);

    [[nodiscard]] QList<CloneSpec> specs() const; // one for each source's sandbox
    [[nodiscard]] QString title() const;          // "3 clones of web-1"

private:
    void build();
    void check();
    [[nodiscard]] const CloneSource &source() const;
    [[nodiscard]] int total() const;

    Facts m_facts;
    QComboBox *m_source;
    QSpinBox *m_count;
    QLineEdit *m_name;
    ToneLabel *m_fault;
    TimeoutChooser *m_timeout;
    MetadataEditor *m_metadata;
    QCheckBox *m_wait;
    ToneLabel *m_note;
    QPushButton *m_accept;
};

} // namespace sandglass
