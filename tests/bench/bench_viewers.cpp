// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen costs: painting a whole and a small change of 1280x800, and a whole frame's way from the
// server's socket into the view. Prints `name value unit`.
#include "tests/support/rfbpeer.h"
#include "viewers/screen/screenpainter.h"
#include "viewers/screen/screenview.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QPainter>
#include <QTest>

#include <cstdio>
#include <cstring>

using namespace sandglass::viewers;
using sandglass::test::RfbPeer;

namespace {

constexpr int Rounds = 50;

void print(const char *name, double value, const char *unit)
{
    std::printf("%s %.3f %s\n", name, value, unit);
}

template<typename Work> double meanMs(Work work)
{
    work(); // warm
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < Rounds; ++i)
        work();
    return double(timer.nsecsElapsed()) / 1e6 / Rounds;
}

void benchPainting()
{
    const QSize guest(1280, 800);
    QImage frame(guest, QImage::Format_RGB32);
    frame.fill(Qt::darkCyan);
    QImage view(960, 600, QImage::Format_RGB32);
    const ScreenGeometry fit(guest, view.size(), 1, ScaleMode::Fit);
    const ScreenGeometry plain(guest, guest, 1, ScaleMode::OneToOne);
    QImage large(guest, QImage::Format_RGB32);
    const auto paint = [&](QImage &on, const ScreenGeometry &geometry, const QRect &dirty) {
        QPainter painter(&on);
        paintScreen(painter, {frame, geometry, {}, false, false, {}, {}}, on.rect(), dirty, {});
    };
    const double copy =
        meanMs([&] { std::memcpy(large.bits(), frame.constBits(), size_t(frame.sizeInBytes())); });
    const double whole = meanMs([&] { paint(view, fit, view.rect()); });
    const double dirty = meanMs([&] { paint(view, fit, fit.toView({600, 400, 64, 64})); });
    const double plainMs = meanMs([&] { paint(large, plain, large.rect()); });
    print("viewer_paint_fit_whole_ms", whole, "ms");
    print("viewer_paint_fit_64x64_ms", dirty, "ms");
    print("viewer_paint_1to1_whole_ms", plainMs, "ms");
    print("viewer_paint_1to1_over_memcpy_ratio", plainMs / copy, "x");
    print("viewer_paint_dirty_over_whole_ratio", dirty / whole, "x");
}

bool benchFrames()
{
    RfbPeer::Script script;
    script.size = QSize(1280, 800);
    RfbPeer peer(script);
    VncOptions options;
    options.frameInterval = std::chrono::milliseconds(0);
    ScreenView view(nullptr, options);
    view.resize(960, 600);
    view.show();
    if (!peer.listen())
        return false;
    view.openScreen({peer.path(), {}, 0, {}});
    if (!QTest::qWaitFor([&] { return view.guestSize().isValid(); }))
        return false;
    QElapsedTimer timer;
    timer.start();
    constexpr int Frames = 30;
    for (int i = 0; i < Frames; ++i) {
        const QColor colour(i * 8, 255 - i * 8, 7);
        peer.sendRect(QRect(QPoint(), script.size), colour);
        if (!QTest::qWaitFor([&] { return view.grabFrame().pixelColor(1279, 799) == colour; }))
            return false;
    }
    print("viewer_frame_roundtrip_ms", double(timer.nsecsElapsed()) / 1e6 / Frames, "ms");
    return true;
}

} // namespace

int main(int argc, char **argv)
{
    const QApplication app(argc, argv);
    benchPainting();
    return benchFrames() ? 0 : 1;
}
