// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/desktopscheme.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/statusmark.h"
#include "widgets/theme/terminallook.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/themecolors.h"

#include <QApplication>
#include <QDBusVariant>
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
constexpr double HighText = 7.0;
constexpr double HighGraphics = 4.5;

struct Look
{
    const char *name;
    const ThemeColors &colors;
};

QList<Look> allLooks()
{
    return {{"light", lightColors()},
            {"dark", darkColors()},
            {"contrast light", contrastLightColors()},
            {"contrast dark", contrastDarkColors()}};
}

using Named = QList<std::pair<QString, QColor>>;

// All that rows, fields and panels are painted with.
Named surfacesOf(const ThemeColors &c)
{
    Named surfaces{{QStringLiteral("window"), c.window},       {QStringLiteral("base"), c.base},
                   {QStringLiteral("alternate"), c.alternate}, {QStringLiteral("hover"), c.hover},
                   {QStringLiteral("selection"), c.selection}, {QStringLiteral("field"), c.field},
                   {QStringLiteral("button"), c.button}};
    for (std::size_t i = 0; i < c.ruleSurfaces.size(); ++i)
        surfaces.append({QStringLiteral("rule %1").arg(i), c.ruleSurfaces[i]});
    return surfaces;
}

Named textsOf(const ThemeColors &c)
{
    Named texts{{QStringLiteral("text"), c.text},
                {QStringLiteral("muted"), c.muted},
                {QStringLiteral("accent"), c.accent},
                {QStringLiteral("warning"), c.warning}};
    for (const Status status : AllStatuses)
        texts.append({statusName(status), c.status(status)});
    return texts;
}

QByteArray nameOf(const Look &look, const QString &what, const QString &ground)
{
    return QStringLiteral("%1: %2 on %3").arg(QLatin1StringView(look.name), what, ground).toUtf8();
}

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
        theme.setChoice(ThemeChoice::Light);
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
        for (const Look &look : allLooks()) {
            const ThemeColors &c = look.colors;
            const double least = c.highContrast ? HighText : Text;
            const auto pair = [&](const QString &what, const QColor &color, const QString &ground,
                                  const QColor &surface, double ratio) {
                QTest::newRow(nameOf(look, what, ground).constData()) << color << surface << ratio;
            };
            for (const auto &[what, color] : textsOf(c)) {
                for (const auto &[ground, surface] : surfacesOf(c))
                    pair(what, color, ground, surface, least);
            }
            for (const auto &[what, color] : Named{{QStringLiteral("text"), c.text},
                                                   {QStringLiteral("error"), c.error},
                                                   {QStringLiteral("warning"), c.warning},
                                                   {QStringLiteral("accent"), c.accent}}) {
                pair(what, color, QStringLiteral("an error banner"), c.errorSurface, least);
                pair(what, color, QStringLiteral("a warning banner"), c.warningSurface, least);
                pair(what, color, QStringLiteral("a notice"), c.infoSurface, least);
            }
            pair(QStringLiteral("text"), c.onAccent, QStringLiteral("a default button"), c.accent, least);
            for (std::size_t i = 0; i < c.series.size(); ++i)
                pair(QStringLiteral("curve %1").arg(i), c.series[i], QStringLiteral("base"), c.base, least);
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

    // Borders, rings of focus, marks, bars: what has a meaning and is no text.
    void everyLineIsSeen_data()
    {
        QTest::addColumn<QColor>("text");
        QTest::addColumn<QColor>("surface");
        QTest::addColumn<double>("least");
        for (const Look &look : allLooks()) {
            const ThemeColors &c = look.colors;
            const double least = c.highContrast ? HighGraphics : Graphics;
            Named lines{{QStringLiteral("border"), c.strongBorder}, {QStringLiteral("focus"), c.accent}};
            if (c.highContrast)
                lines.append({{QStringLiteral("parting line"), c.border},
                              {QStringLiteral("disabled text"), c.disabled}});
            for (const auto &[what, color] : std::as_const(lines)) {
                QTest::newRow(nameOf(look, what, QStringLiteral("base")).constData())
                    << color << c.base << least;
                QTest::newRow(nameOf(look, what, QStringLiteral("window")).constData())
                    << color << c.window << least;
            }
            for (std::size_t i = 0; i < c.ruleMarks.size(); ++i) {
                const QString mark = QStringLiteral("mark %1").arg(i);
                for (const auto &[ground, surface] :
                     Named{{QStringLiteral("base"), c.base},
                           {QStringLiteral("selection"), c.selection},
                           {QStringLiteral("hover"), c.hover},
                           {QStringLiteral("its surface"), c.ruleSurfaces[i]}})
                    QTest::newRow(nameOf(look, mark, ground).constData())
                        << c.ruleMarks[i] << surface << least;
            }
            if (!c.highContrast)
                continue;
            // What is filled of a bar, on what is not.
            for (const auto &[what, color] :
                 Named{{QStringLiteral("bar"), c.accent}, {QStringLiteral("low bar"), c.warning}})
                QTest::newRow(nameOf(look, what, QStringLiteral("groove")).constData())
                    << color << c.border << Graphics;
        }
    }

    void everyLineIsSeen() { everyTextMeetsAA(); }

    // Colours by rule are told apart, and from rows without one.
    void ruleColorsDiffer()
    {
        for (const Look &look : allLooks()) {
            const auto &marks = look.colors.ruleMarks;
            for (std::size_t i = 0; i < marks.size(); ++i) {
                QVERIFY(look.colors.ruleSurfaces[i] != look.colors.base);
                for (std::size_t j = i + 1; j < marks.size(); ++j) {
                    const int apart = qAbs(marks[i].red() - marks[j].red()) +
                                      qAbs(marks[i].green() - marks[j].green()) +
                                      qAbs(marks[i].blue() - marks[j].blue());
                    QVERIFY2(
                        apart > 60,
                        qPrintable(
                            QStringLiteral("%1: %2 and %3").arg(QLatin1StringView(look.name)).arg(i).arg(j)));
                }
            }
        }
    }

    // A desktop's wish is followed only while nobody chose; garbage is no wish.
    void theDesktopMayWishForHighContrast()
    {
        Theme theme;
        theme.setChoice(ThemeChoice::System);
        auto *desktop = theme.findChild<DesktopScheme *>();
        QVERIFY(desktop);
        const auto say = [&](const char *group, const char *key, const QVariant &value) {
            QVERIFY(QMetaObject::invokeMethod(
                desktop, "settingChanged", Q_ARG(QString, QString::fromLatin1(group)),
                Q_ARG(QString, QString::fromLatin1(key)), Q_ARG(QDBusVariant, QDBusVariant(value))));
        };
        const char *const ours = "org.freedesktop.appearance";
        say("org.gnome.something", "contrast", 1U);
        say(ours, "contrast", QStringLiteral("high"));
        say(ours, "contrast", 7U);
        say(ours, "contrast", QVariantList{1, 2});
        say(ours, "color-scheme", QStringLiteral("dark"));
        QVERIFY(!theme.highContrast());
        say(ours, "color-scheme", 1U);
        say(ours, "contrast", QVariant::fromValue(QDBusVariant(1U))); // wrapped, as Read answers
        QVERIFY(theme.highContrast() && theme.dark());
        QCOMPARE(&themeColors(QApplication::palette()), &contrastDarkColors());
        say(ours, "color-scheme", 2U);
        QCOMPARE(&themeColors(QApplication::palette()), &contrastLightColors());
        theme.setChoice(ThemeChoice::Light);
        QCOMPARE(&themeColors(QApplication::palette()), &lightColors());
        theme.setChoice(ThemeChoice::System);
        say(ours, "contrast", 0U);
        QCOMPARE(&themeColors(QApplication::palette()), &lightColors());
        theme.setChoice(ThemeChoice::ContrastDark);
        QVERIFY(theme.highContrast() && theme.dark());
        theme.setChoice(ThemeChoice::Light);
    }

    void paletteNamesItsTable()
    {
        for (const Look &look : allLooks())
            QCOMPARE(&themeColors(makePalette(look.colors)), &look.colors);
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
