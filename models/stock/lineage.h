// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/checkpointinfo.h"

#include <vector>

namespace sandglass {

// Who was cloned from what, in one fleet.
struct LineageSource
{
    ContextId context;
    QString contextName;
    QList<CheckpointInfo> checkpoints;
    QList<Sandbox> sandboxes; // of whom those matter that are a clone or have one
};

// A template, a checkpoint, a sandbox, or how many there are besides.
struct LineageNode
{
    enum class Type { Template, Checkpoint, Sandbox, More };
    // Why it stands under its template and not under what it comes from.
    enum class Note {
        None,
        ParentGone, // which is not there any more
        Circle,     // it is said to come from itself, over others
        TooDeep,    // the line is longer than can be shown
    };

    Type type = Type::Template;
    Note note = Note::None;
    ContextId context;
    QString id;
    QString name;
    QString contextName; // of a template
    WallTime at{};       // when it was made
    std::optional<CheckpointInfo> checkpoint;
    std::optional<Status> status; // a sandbox's
    bool isFork = false;          // straight from a running sandbox
    bool isClone = false;         // of a checkpoint
    int hidden = 0;               // More: how many
    std::vector<LineageNode> children;

    // All but the children.
    [[nodiscard]] bool saysTheSame(const LineageNode &other) const;
    // Different for every node of a sound tree.
    [[nodiscard]] QString key() const;
};

inline constexpr qsizetype MostLineage = 5000; // nodes of one fleet; the rest is counted
inline constexpr int DeepestLineage = 48;

// One tree a template, each node beneath what it comes from: a checkpoint beneath its sandbox, or beneath the
// checkpoint that this one was cloned from when it is gone; a clone beneath its checkpoint, a fork beneath
// its sandbox. Whatever is said of parents, each node is there once and the tree ends. Pure.
[[nodiscard]] std::vector<LineageNode> lineageOf(const QList<LineageSource> &sources);

} // namespace sandglass
