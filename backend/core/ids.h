// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHashFunctions>
#include <QMetaType>
#include <QString>

#include <compare>
#include <utility>

namespace sandglass {

// A name that cannot be mistaken for another kind of name. Empty means 'none'.
template<typename Tag> class StrongId
{
public:
    StrongId() = default;
    explicit StrongId(QString value) : m_value(std::move(value)) {}

    [[nodiscard]] const QString &toString() const { return m_value; }
    [[nodiscard]] bool isEmpty() const { return m_value.isEmpty(); }

    friend bool operator==(const StrongId &a, const StrongId &b) = default;
    friend std::strong_ordering operator<=>(const StrongId &a, const StrongId &b)
    {
        return a.m_value.compare(b.m_value) <=> 0;
    }
    friend size_t qHash(const StrongId &id, size_t seed = 0) noexcept { return ::qHash(id.m_value, seed); }

private:
    QString m_value;
};

using ContextId = StrongId<struct ContextTag>;       // one fleet: an engine, an account, a cluster
using SandboxId = StrongId<struct SandboxTag>;       // unique within its context
using TemplateId = StrongId<struct TemplateTag>;     // what a sandbox is launched from
using CheckpointId = StrongId<struct CheckpointTag>; // a frozen VM that clones start from
using JobId = StrongId<struct JobTag>;               // long work of a backend that people can watch
using AgentId = StrongId<struct AgentTag>;           // a template with defaults, to launch from

// A sandbox anywhere in the console.
struct SandboxKey
{
    ContextId context;
    SandboxId id;

    friend bool operator==(const SandboxKey &a, const SandboxKey &b) = default;
    friend std::strong_ordering operator<=>(const SandboxKey &a, const SandboxKey &b) = default;
    friend size_t qHash(const SandboxKey &key, size_t seed = 0) noexcept
    {
        return qHashMulti(seed, key.context, key.id);
    }
};

} // namespace sandglass

Q_DECLARE_METATYPE(sandglass::SandboxKey)
