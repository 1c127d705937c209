// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/secretstore.h"

#include <QHash>

#include <optional>

namespace sandglass::test {

// A keyring in memory that fails, or keeps everybody waiting, as a test wants it.
class FakeSecrets final : public SecretStore
{
public:
    [[nodiscard]] Place place() const override { return Place::Keyring; }
    [[nodiscard]] Pending<QByteArray> read(const QString &name) override
    {
        return answer<QByteArray>([this, name]() -> Result<QByteArray> {
            if (!kept.contains(name))
                return fail(ErrorCode::NotFound, name);
            return kept.value(name);
        });
    }
    [[nodiscard]] Pending<Done> write(const QString &name, const QByteArray &secret) override
    {
        return answer<Done>([this, name, secret]() -> Result<Done> {
            kept.insert(name, secret);
            return Done{};
        });
    }
    [[nodiscard]] Pending<Done> remove(const QString &name) override
    {
        return answer<Done>([this, name]() -> Result<Done> {
            kept.remove(name);
            return Done{};
        });
    }
    // Answers what waits.
    void unlock()
    {
        isLocked = false;
        for (const auto &act : std::exchange(m_waiting, {}))
            act();
    }

    QHash<QString, QByteArray> kept;
    std::optional<ErrorCode> failure;
    bool isLocked = false;

private:
    template<typename T, typename Act> Pending<T> answer(Act act)
    {
        auto promise = std::make_shared<QPromise<Result<T>>>();
        promise->start();
        const auto finish = [this, promise, act] {
            promise->addResult(failure ? Result<T>(fail(*failure, QStringLiteral("as the test wants it")))
                                       : act());
            promise->finish();
        };
        if (isLocked)
            m_waiting.append(finish);
        else
            finish();
        return promise->future();
    }

    QList<std::function<void()>> m_waiting;
};

} // namespace sandglass::test
