// SPDX-License-Identifier: GPL-3.0-or-later
// From the bytes of a client to where its request belongs and whether it may go there.
#include "backend/gateway/e2b/control/uri.h"
#include "backend/gateway/e2b/http/http1parser.h"
#include "backend/gateway/e2b/proxy/access.h"
#include "backend/gateway/e2b/proxy/route.h"
#include "tests/fuzz/pieces.h"

#include <algorithm>

using namespace sandglass::gateway;
using sandglass::SandboxId;
using sandglass::fuzz::require;

namespace {

struct Read
{
    RequestHead head;
    QByteArray body;
    bool hasHead = false;
    bool isDone = false;
    bool isBroken = false;
};

Read read(std::string_view text, std::uint32_t seed, bool whole)
{
    Http1Parser parser(Http1Parser::Kind::Request);
    Read read;
    const auto feed = [&](std::string_view piece) {
        read.isBroken = parser.feed(QByteArrayView(piece.data(), static_cast<qsizetype>(piece.size()))) !=
                        Http1Parser::Fault::None;
        read.body += parser.takeBody();
        return !read.isBroken && !parser.isDone();
    };
    if (whole)
        (void)feed(text);
    else
        sandglass::fuzz::inPieces(text, seed, feed);
    read.hasHead = parser.hasHead();
    read.isDone = parser.isDone();
    if (read.hasHead)
        read.head = parser.request();
    return read;
}

void route(const RequestHead &head)
{
    const Route route = routeOf(head, {"sand.example"});
    if (const auto *to = std::get_if<ToSandbox>(&route)) {
        const QString id = to->id.toString();
        require(to->port > 0 && !id.isEmpty() && std::ranges::all_of(id, [](QChar c) {
                    return (c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9');
                }));
    }
    if (const auto *nowhere = std::get_if<ToNowhere>(&route))
        require(nowhere->status == 400 || nowhere->status == 403);
    if (isAgentPath(head)) // what is the engine's alone has no other spelling
        require(!head.path().contains("init") || head.path().count('/') > 1);
    const Door door{.id = SandboxId(QStringLiteral("a")), .accessToken = "secret"};
    if (!checkAgentAccess(head, door, 0))
        require(head.field("x-access-token") == "secret" ||
                (head.method == "GET" && head.path() == "/health") ||
                Query(head.query()).has(QStringLiteral("signature")));
    if (const auto parts = pathParts(head.path()))
        require(std::ranges::none_of(
            *parts, [](const QString &part) { return part.isEmpty() || part == u"." || part == u".."; }));
    // A head that goes on to a guest says the same there, and no more.
    RequestHead passed = head;
    const QByteArray again = serialized(passed);
    const Read reread = read({again.constData(), static_cast<std::size_t>(again.size())}, 0, true);
    require(!reread.hasHead || reread.head.target == head.target);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 4)
        return 0;
    std::uint32_t seed = 0;
    for (std::size_t i = 0; i < 4; ++i)
        seed = seed << 8U | data[i];
    const std::string_view text = sandglass::fuzz::textOf(data + 4, size - 4);
    const Read whole = read(text, seed, true);
    const Read pieces = read(text, seed, false);
    if (!whole.isBroken && !pieces.isBroken) {
        require(whole.hasHead == pieces.hasHead && whole.isDone == pieces.isDone);
        require(whole.head.target == pieces.head.target && whole.head.fields == pieces.head.fields);
        require(whole.body == pieces.body);
    }
    if (whole.hasHead)
        route(whole.head);
    // Most of what the parser would refuse is still worth a look at the router: fields from the raw text.
    RequestHead made{.method = "GET",
                     .target = QByteArray(text.data(), static_cast<qsizetype>(text.size() / 2))};
    made.fields = {{"host", QByteArray(text.data() + text.size() / 2,
                                       static_cast<qsizetype>(text.size() - text.size() / 2))}};
    (void)routeOf(made);
    return 0;
}
