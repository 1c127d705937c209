// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/gateway/e2b/proxy/frametracker.h"

#include "backend/api/wire/rpcmessage.h"

#include <QtEndian>

#include <algorithm>

namespace sandglass::gateway {

namespace {

constexpr qsizetype HeadSize = 5;
constexpr char EndFlag = 0x02;

} // namespace

void FrameTracker::feed(QByteArrayView bytes)
{
    while (!bytes.isEmpty()) {
        if (m_left > 0) {
            const qsizetype passed = std::min<qsizetype>(m_left, bytes.size());
            m_left -= static_cast<quint32>(passed);
            bytes = bytes.sliced(passed);
            continue;
        }
        const qsizetype wanted = std::min(HeadSize - m_head.size(), bytes.size());
        m_head.append(bytes.first(wanted));
        bytes = bytes.sliced(wanted);
        if (m_head.size() == HeadSize) {
            m_left = qFromBigEndian<quint32>(m_head.constData() + 1);
            m_sawEnd = (m_head[0] & EndFlag) != 0;
            m_head.clear();
        }
    }
}

QByteArray endFrame(const char *code, const QByteArray &message)
{
    const QByteArray body = wire::jsonText({{"error", {{"code", code}, {"message", message.toStdString()}}}});
    QByteArray frame(1, EndFlag);
    QByteArray length(4, '\0');
    qToBigEndian(static_cast<quint32>(body.size()), length.data());
    return frame + length + body;
}

} // namespace sandglass::gateway
