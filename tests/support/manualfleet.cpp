// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualfleet.h"

#include <algorithm>

namespace sandglass::test {

ManualFeed::ManualFeed(const ContextId &context)
{
    info.id = context;
    info.name = context.toString();
    info.state = ContextState::Live;
    can.launch = can.pause = can.stop = can.setTimeout = can.remove = can.renewing = true;
    for (const Mode mode : AllModes)
        can.modes.insert(static_cast<int>(mode));
}

void ManualFeed::put(const QList<Sandbox> &changedOnes)
{
    for (const Sandbox &sandbox : changedOnes) {
        const auto known = std::ranges::find_if(list, [&](const Sandbox &s) { return s.key == sandbox.key; });
        if (known == list.end())
            list.append(sandbox);
        else
            *known = sandbox;
    }
    emit changed({.changed = changedOnes, .removed = {}});
}

void ManualFeed::remove(const QList<SandboxId> &ids)
{
    list.removeIf([&](const Sandbox &sandbox) { return ids.contains(sandbox.key.id); });
    emit changed({.changed = {}, .removed = ids});
}

void ManualFeed::replaceAll(const QList<Sandbox> &sandboxes)
{
    list = sandboxes;
    emit reset();
}

Sandbox someSandbox(const QString &context, const QString &id, WallTime now)
{
    Sandbox sandbox;
    sandbox.key = {ContextId(context), SandboxId(id)};
    sandbox.name = id;
    sandbox.templateId = TemplateId(QStringLiteral("code"));
    sandbox.status = Status::Running;
    sandbox.createdAt = sandbox.statusSince = now;
    sandbox.lifetime = startedLifetime(std::chrono::hours(1), now);
    sandbox.resources = {.vcpus = 1, .memory = Bytes::fromGiB(1), .disk = Bytes::fromGiB(4)};
    sandbox.usage = sandbox.usage.running(now);
    sandbox.revision = 1;
    return sandbox;
}

} // namespace sandglass::test
