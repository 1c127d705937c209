// SPDX-License-Identifier: GPL-3.0-or-later
// What a listener of live events may send.
#include "backend/gateway/e2b/live/websocket.h"
#include "tests/fuzz/pieces.h"

using namespace sandglass::gateway;
using sandglass::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 4)
        return 0;
    std::uint32_t seed = 0;
    for (std::size_t i = 0; i < 4; ++i)
        seed = seed << 8U | data[i];
    const std::string_view text = sandglass::fuzz::textOf(data + 4, size - 4);
    WebSocketReader whole;
    WebSocketReader pieces;
    const QByteArray answer = whole.feed(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
    QByteArray sum;
    sandglass::fuzz::inPieces(text, seed, [&](std::string_view piece) {
        sum += pieces.feed(QByteArrayView(piece.data(), static_cast<qsizetype>(piece.size())));
        return true;
    });
    require(answer == sum && whole.isOver() == pieces.isOver());
    require(answer.size() <= static_cast<qsizetype>(text.size()) + 4);
    return 0;
}
