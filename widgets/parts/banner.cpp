// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parts/banner.h"

#include "models/wording.h"
#include "widgets/theme/icons.h"
#include "widgets/theme/metrics.h"
#include "widgets/theme/themecolors.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace sandglass {

namespace {

constexpr int MostBanners = 4;

struct BannerLook
{
    Icon icon;
    QColor mark;
    QColor surface;
};

BannerLook lookOf(Severity severity, const QPalette &palette)
{
    const ThemeColors &colors = themeColors(palette);
    switch (severity) {
    case Severity::Notice:
        return {Icon::Info, colors.accent, colors.infoSurface};
    case Severity::Warning:
        return {Icon::Warning, colors.warning, colors.warningSurface};
    case Severity::Failure:
        return {Icon::Error, colors.error, colors.errorSurface};
    }
    Q_UNREACHABLE();
}

} // namespace

Banner::Banner(Severity severity, const QString &sentence, const QString &details, QWidget *parent)
    : QFrame(parent), m_severity(severity), m_details(details), m_mark(new QLabel(this)),
      m_text(new QLabel(sentence, this)), m_actions(new QWidget(this))
{
    setObjectName(QStringLiteral("banner"));
    setAccessibleName(sentence);
    m_text->setObjectName(QStringLiteral("bannerText"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *actions = new QHBoxLayout(m_actions);
    actions->setContentsMargins(0, 0, 0, 0);
    if (!details.isEmpty()) {
        auto *copy = new QPushButton(tr("Copy details"), m_actions);
        copy->setObjectName(QStringLiteral("copyDetails"));
        connect(copy, &QPushButton::clicked, this,
                [this] { QGuiApplication::clipboard()->setText(m_details); });
        actions->addWidget(copy);
    }
    auto *dismiss = new QToolButton(this);
    dismiss->setObjectName(QStringLiteral("dismissBanner"));
    dismiss->setAutoRaise(true);
    dismiss->setIcon(themeIcon(Icon::Close));
    dismiss->setToolTip(tr("Dismiss"));
    dismiss->setAccessibleName(tr("Dismiss this message"));
    connect(dismiss, &QToolButton::clicked, this, &Banner::dismissed);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(Grid + HalfGrid, HalfGrid, HalfGrid, HalfGrid);
    layout->addWidget(m_mark);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_actions);
    layout->addWidget(dismiss);
    refreshMark();
}

QString Banner::sentence() const
{
    return m_text->text();
}

void Banner::setSentence(const QString &sentence)
{
    m_text->setText(sentence);
    setAccessibleName(sentence);
}

QPushButton *Banner::addAction(const QString &text)
{
    // The same message once more, in the banner that is there already: its button gets the new meaning.
    for (auto *known : m_actions->findChildren<QPushButton *>()) {
        if (known->text() != text)
            continue;
        QObject::disconnect(known, &QPushButton::clicked, nullptr, nullptr);
        return known;
    }
    auto *button = new QPushButton(text, m_actions);
    qobject_cast<QHBoxLayout *>(m_actions->layout())->insertWidget(0, button);
    return button;
}

void Banner::refreshMark()
{
    const BannerLook look = lookOf(m_severity, palette());
    m_mark->setPixmap(tintedPixmap(look.icon, look.mark, 18, devicePixelRatioF()));
}

void Banner::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        refreshMark();
    QFrame::changeEvent(event);
}

void Banner::paintEvent(QPaintEvent *)
{
    const BannerLook look = lookOf(m_severity, palette());
    QPainter painter(this);
    painter.fillRect(rect(), look.surface);
    painter.fillRect(QRect(0, 0, 3, height()), look.mark);
    painter.fillRect(QRect(0, height() - 1, width(), 1), themeColors(palette()).border);
}

BannerStack::BannerStack(QWidget *parent) : QWidget(parent), m_layout(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("banners"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
}

Banner *BannerStack::showError(const Error &error, const QString &about)
{
    QString sentence = wording::errorSentence(error);
    if (!about.isEmpty())
        sentence = tr("%1: %2", "thing, what happened to it").arg(about, sentence);
    return showNotice(errorTraits(error.code()).severity, sentence, error.toLogLine());
}

Banner *BannerStack::showNotice(Severity severity, const QString &sentence, const QString &details)
{
    for (Banner *banner : std::as_const(m_banners)) {
        if (banner->sentence() == sentence)
            return banner;
    }
    auto *banner = new Banner(severity, sentence, details, this);
    connect(banner, &Banner::dismissed, this, [this, banner] { remove(banner); });
    m_layout->insertWidget(0, banner);
    m_banners.prepend(banner);
    while (m_banners.size() > MostBanners)
        remove(m_banners.constLast());
    return banner;
}

void BannerStack::remove(Banner *banner)
{
    if (m_banners.removeOne(banner))
        banner->deleteLater();
    banner->hide();
}

} // namespace sandglass
