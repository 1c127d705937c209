// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace sandglass::gateway {

// Follows the frames of a Connect stream (one flag byte, four bytes of length, the message) as they pass by,
// to know at its end whether a frame was cut and whether the stream said its last word. Holds nothing of
// them.
class FrameTracker
{
public:
    void feed(QByteArrayView bytes);
    [[nodiscard]] bool atBoundary() const { return m_left == 0 && m_head.isEmpty(); }
    [[nodiscard]] bool sawEnd() const { return m_sawEnd && atBoundary(); }

private:
    QByteArray m_head;  // of the frame that begins
    quint32 m_left = 0; // of the message that passes
    bool m_sawEnd = false;
};

// The end-of-stream frame with an error, as section 3.1 has it.
[[nodiscard]] QByteArray endFrame(const char *code, const QByteArray &message);

} // namespace sandglass::gateway
