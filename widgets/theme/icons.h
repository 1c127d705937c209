// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPixmap>

namespace sandglass {

// The line icons of resources/icons; the names of the files in the order of this list.
enum class Icon {
    Add,
    All,
    Browser,
    Camera,
    Check,
    ChevronDown,
    ChevronRight,
    ChevronUp,
    Clock,
    Close,
    Code,
    Columns,
    Control,
    Copy,
    Cost,
    Delete,
    Desktop,
    Detach,
    Download,
    Edit,
    Engine,
    Error,
    Events,
    File,
    Filter,
    Fit,
    Folder,
    Fullscreen,
    HandBack,
    Help,
    Info,
    Jobs,
    Key,
    Keyboard,
    Launch,
    Menu,
    Mobile,
    OneToOne,
    Palette,
    Pause,
    Pin,
    Quit,
    RemoveRow,
    Renew,
    Resume,
    Save,
    Screen,
    Search,
    Sidebar,
    Start,
    Stop,
    Sun,
    Terminal,
    Up,
    Upload,
    Warning,
};

// An icon that takes the colour of the application's palette each time it is painted (text colour, or the
// disabled one), so that it is right after a change of theme. GUI thread.
[[nodiscard]] QIcon themeIcon(Icon icon);
// The same in one fixed colour, e.g. of a banner.
[[nodiscard]] QPixmap tintedPixmap(Icon icon, const QColor &color, int side, qreal devicePixelRatio);
// The application's own icon.
[[nodiscard]] QIcon applicationIcon();
[[nodiscard]] QStringList iconFileNames();

} // namespace sandglass
