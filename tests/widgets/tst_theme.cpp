// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/icons.h"
#include "widgets/theme/statusmark.h"
#include "widgets/theme/terminallook.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QApplication>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QTest>
#include <QToolTip>

#include <algorithm>
#include <cmath>

using namespace sandglass;

namespace {

double channel(double value)
{
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

// WCAG 2.1, relative luminance and contrast ratio.
double luminance(const QColor &color)
{
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) +
           0.0722 * channel(color.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double lighter = qMax(luminance(a), luminance(b));
    const double darker = qMin(luminance(a), luminance(b));
    return (lighter + 0.05) / (darker + 0.05);
}

constexpr double Text = 4.5;
constexpr double Graphics = 3.0;

} // namespace

class TestTheme : public QObject
{
    Q_OBJECT

private slots:
    void contrastKnowsItsEnds()
    {
        QCOMPARE(qRound(contrast(Qt::black, Qt::white) * 10), 210);
        QVERIFY(contrast(QColor(0x77, 0x77, 0x77), Qt::white) < Text);
    }

    void terminalsAreReadable()
    {
        for (const ThemeColors *theme : {&lightColors(), &darkColors()}) {
            const bool dark = theme == &darkColors();
            const viewers::TerminalColors c = terminalColors(makePalette(*theme));
            QVERIFY(contrast(c.foreground, c.background) >= Text);
            QVERIFY(contrast(c.foreground, c.selection) >= Text);
            QVERIFY(contrast(c.onCursor, c.cursor) >= Text);
            for (std::size_t i = dark ? 1 : 0; i < c.ansi.size(); ++i) {
                const double ratio = contrast(c.ansi[i], c.background);
                QVERIFY2(ratio >= Text, qPrintable(QStringLiteral("%1 %2 %3").arg(dark).arg(i).arg(ratio)));
            }
        }
    }

    // What a tip says may come out of a sandbox.
    void tipsAreNeverRichText()
    {
        Theme theme;
        QToolTip::showText({}, QStringLiteral("<img src='/dev/zero'>"));
        const QWidgetList all = QApplication::topLevelWidgets();
        const auto tip =
            std::ranges::find_if(all, [](const QWidget *each) { return each->inherits("QTipLabel"); });
        QVERIFY(tip != all.end());
        QCOMPARE(qobject_cast<QLabel *>(*tip)->textFormat(), Qt::PlainText);
        QToolTip::hideText();
    }

    void everyTextMeetsAA_data()
    {
        QTest::addColumn<QColor>("text");
        QTest::addColumn<QColor>("surface");
        QTest::addColumn<double>("least");
        for (const bool dark : {false, true}) {
            const ThemeColors &c = dark ? darkColors() : lightColors();
            const QList<std::pair<const char *, QColor>> surfaces{
                {"window", c.window}, {"base", c.base},           {"alternate", c.alternate},
                {"hover", c.hover},   {"selection", c.selection}, {"field", c.field}};
            QList<std::pair<QString, QColor>> texts{{QStringLiteral("text"), c.text},
                                                    {QStringLiteral("muted"), c.muted},
                                                    {QStringLiteral("accent"), c.accent},
                                                    {QStringLiteral("warning"), c.warning}};
            for (const Status status : AllStatuses)
                texts.append({statusName(status), c.status(status)});
            for (const auto &[name, color] : std::as_const(texts)) {
                for (const auto &[surface, ground] : surfaces)
                    QTest::addRow("%s %s on %s", dark ? "dark" : "light", qPrintable(name), surface)
                        << color << ground << Text;
            }
            const char *theme = dark ? "dark" : "light";
            QTest::addRow("%s text on a default button", theme) << c.onAccent << c.accent << Text;
            QTest::addRow("%s text on an error banner", theme) << c.text << c.errorSurface << Text;
            QTest::addRow("%s text on a warning banner", theme) << c.text << c.warningSurface << Text;
            QTest::addRow("%s text on a notice", theme) << c.text << c.infoSurface << Text;
            QTest::addRow("%s border of a field", theme) << c.strongBorder << c.base << Graphics;
            QTest::addRow("%s border of a button", theme) << c.strongBorder << c.window << Graphics;
            for (std::size_t i = 0; i < c.series.size(); ++i)
                QTest::addRow("%s curve %d", theme, int(i)) << c.series[i] << c.base << Text;
        }
    }

    void everyTextMeetsAA()
    {
        QFETCH(QColor, text);
        QFETCH(QColor, surface);
        QFETCH(double, least);
        const double found = contrast(text, surface);
        QVERIFY2(found >= least, qPrintable(QString::number(found)));
    }

    void paletteNamesItsTable()
    {
        QVERIFY(!isDark(makePalette(lightColors())));
        QVERIFY(isDark(makePalette(darkColors())));
        QCOMPARE(&themeColors(makePalette(darkColors())), &darkColors());
        QCOMPARE(&themeColors(makePalette(lightColors())), &lightColors());
    }

    // What stands for another thing must look like another thing, also without colour.
    void restingStatusesDifferInShape()
    {
        QList<Status> resting;
        for (const Status status : AllStatuses) {
            if (!isTransitional(status))
                resting.append(status);
        }
        for (qsizetype i = 0; i < resting.size(); ++i) {
            for (qsizetype j = i + 1; j < resting.size(); ++j)
                QVERIFY(markShape(resting.at(i)) != markShape(resting.at(j)));
            for (const Status status : AllStatuses) {
                if (isTransitional(status))
                    QVERIFY(markShape(resting.at(i)) != markShape(status));
            }
        }
    }

    void everyMarkPaintsSomething()
    {
        for (const Status status : AllStatuses) {
            const QImage image = statusPixmap(status, makePalette(lightColors()), 16, 2).toImage();
            int painted = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x)
                    painted += qAlpha(image.pixel(x, y)) > 128 ? 1 : 0;
            }
            QVERIFY2(painted > 40, qPrintable(statusName(status)));
        }
    }

    void everyIconIsThereAndTakesTheColor()
    {
        const QStringList files = iconFileNames();
        QVERIFY(files.size() > 40);
        for (int i = 0; i < files.size(); ++i) {
            const QImage image = tintedPixmap(static_cast<Icon>(i), Qt::red, 32, 1).toImage();
            bool red = false;
            for (int y = 0; y < image.height() && !red; ++y) {
                for (int x = 0; x < image.width() && !red; ++x)
                    red = image.pixelColor(x, y) == QColor(Qt::red);
            }
            QVERIFY2(red, qPrintable(files.at(i)));
        }
        QVERIFY(!applicationIcon().pixmap(64, 64).isNull());
    }

    void iconsFollowTheTheme()
    {
        Theme theme;
        theme.setChoice(ThemeChoice::Light);
        const QImage light = themeIcon(Icon::Menu).pixmap(24, 24).toImage();
        theme.setChoice(ThemeChoice::Dark);
        QVERIFY(theme.dark());
        QVERIFY(themeIcon(Icon::Menu).pixmap(24, 24).toImage() != light);
        theme.setChoice(ThemeChoice::Light);
        QVERIFY(!theme.dark());
        QCOMPARE(themeIcon(Icon::Menu).pixmap(24, 24).toImage(), light);
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
