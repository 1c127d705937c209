// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/rfbpeer.h"
#include "viewers/vnc/vncconnection.h"

#include <vector>

namespace sandglass::test {

using namespace sandglass::viewers;
using namespace std::chrono_literals;

inline VncOptions hasty()
{
    VncOptions options;
    options.connectDeadline = 10000ms;
    options.messageDeadline = 300ms;
    options.backoff = Backoff(10ms, 40ms);
    options.mostTries = 1;
    return options;
}

inline VncOptions patient()
{
    VncOptions options = hasty();
    options.messageDeadline = 10000ms;
    options.mostTries = 5;
    return options;
}

// A connection with what it said.
struct Client
{
    explicit Client(const VncOptions &options) : connection(options)
    {
        QObject::connect(&connection, &VncConnection::frameArrived, &connection,
                         [this](const VncFrame &frame) {
                             frames.push_back(frame);
                             if (keepsAsking)
                                 connection.giveCredit();
                         });
        QObject::connect(&connection, &VncConnection::stateChanged, &connection,
                         [this](VncState state) { states.push_back(state); });
    }
    void open(const RfbPeer &peer, const QString &password = {})
    {
        connection.open({peer.path(), {}, 0, password});
    }
    [[nodiscard]] bool is(VncState state) const { return connection.state() == state; }
    [[nodiscard]] ErrorCode code() const
    {
        return connection.error() ? connection.error()->code() : ErrorCode::Internal;
    }
    [[nodiscard]] QColor pixel(QPoint at) const
    {
        const VncFrame &frame = frames.back();
        return frame.isWhole() ? frame.patches.front().pixels.pixelColor(at) : QColor();
    }

    std::vector<VncFrame> frames;
    std::vector<VncState> states;
    bool keepsAsking = false;
    VncConnection connection; // last: gone first
};

} // namespace sandglass::test
