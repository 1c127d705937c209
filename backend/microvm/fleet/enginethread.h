// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/core/pending.h"
#include "backend/microvm/engine/engine.h"

#include <QThread>

#include <memory>

namespace sandglass::microvm {

// Owns the engine and its thread. Made and used in the GUI thread; `ask` is the one way in, and signals are
// the one way out.
class EngineThread : public QObject
{
    Q_OBJECT

public:
    explicit EngineThread(EngineOptions options);
    ~EngineThread() override;

    [[nodiscard]] const EngineOptions &options() const { return m_options; }
    // To be called after everything is connected.
    void start();

    // Runs `question` in the engine's thread; its reply becomes the answer. EngineUnreachable when the engine
    // could not be opened, EngineStopping when it goes away before it answers.
    template<typename T>
    [[nodiscard]] Pending<T> ask(std::function<void(Engine &, const Reply<T> &)> question)
    {
        auto promise = std::make_shared<QPromise<Result<T>>>();
        promise->start();
        const Pending<T> answer = promise->future();
        // A promise that nobody fulfils cancels its future when the last copy goes.
        post([promise, question = std::move(question)](Engine *engine) {
            const Reply<T> reply = [promise](Result<T> result) {
                promise->addResult(std::move(result));
                promise->finish();
            };
            if (engine)
                question(*engine, reply);
            else
                reply(fail(ErrorCode::EngineUnreachable));
        });
        return answer;
    }

    void moveToEngine(QObject &object) { object.moveToThread(&m_thread); }

    // Fire and forget; the argument is null when there is no engine.
    void post(std::function<void(Engine *)> act);

signals:
    void published(const sandglass::microvm::EngineNews &news);
    void openFailed(const sandglass::Error &why);

private:
    EngineOptions m_options;
    QThread m_thread;
    QObject *m_anchor;                // lives in the thread; what is posted runs in its name
    std::unique_ptr<Engine> m_engine; // made and destroyed in the thread
};

} // namespace sandglass::microvm
