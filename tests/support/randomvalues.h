// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/display.h"
#include "backend/api/exec.h"
#include "backend/api/fleetfeed.h"
#include "backend/api/fleetstock.h"
#include "backend/domain/clonespec.h"

#include <QRandomGenerator>

namespace sandglass::test {

// Values of the domain with every field filled at random, extremes among them. The same seed gives the same
// values, so a failure can be repeated.
class RandomValues
{
public:
    explicit RandomValues(quint32 seed) : m_random(seed) {}

    [[nodiscard]] bool flag() { return m_random.bounded(2) == 1; }
    [[nodiscard]] int below(int bound) { return m_random.bounded(bound); }
    [[nodiscard]] qint64 integer();
    [[nodiscard]] QString text();
    [[nodiscard]] QByteArray bytes();
    [[nodiscard]] WallTime time() { return WallTime(std::chrono::milliseconds(integer())); }
    [[nodiscard]] Error error(int depth = 0);
    [[nodiscard]] QMap<QString, QString> map();

    [[nodiscard]] Money money();
    [[nodiscard]] Lifetime lifetime();
    [[nodiscard]] Usage usage();
    [[nodiscard]] Resources resources();
    [[nodiscard]] Sandbox sandbox();
    [[nodiscard]] Event event();
    [[nodiscard]] Job job();
    [[nodiscard]] TemplateInfo templateInfo();
    [[nodiscard]] ContextInfo context();
    [[nodiscard]] Capabilities capabilities();
    [[nodiscard]] PriceBook prices();
    [[nodiscard]] LaunchSpec launchSpec();
    [[nodiscard]] CheckpointInfo checkpoint();
    [[nodiscard]] CloneSpec cloneSpec();
    [[nodiscard]] PoolInfo pool();
    [[nodiscard]] FleetPolicy policy();
    [[nodiscard]] Agent agent();
    [[nodiscard]] FleetDelta delta();
    [[nodiscard]] DisplayAddress address();
    [[nodiscard]] ExecRequest execRequest();
    [[nodiscard]] ExitStatus exitStatus();

private:
    template<typename T, typename Make> std::optional<T> maybe(Make make)
    {
        return flag() ? std::optional<T>(make()) : std::nullopt;
    }
    template<typename E> E oneOf(int count) { return static_cast<E>(below(count)); }
    template<typename Span> Span span() { return Span(integer()); }
    [[nodiscard]] Bytes size() { return Bytes{qAbs(integer() / 2)}; }
    [[nodiscard]] QSize screen() { return {below(65536), below(65536)}; }

    QRandomGenerator m_random;
};

} // namespace sandglass::test
