# SPDX-License-Identifier: GPL-3.0-or-later
"""The house's rules as tables."""

TOP_LEVEL = {
    "CMakeLists.txt", "app", "widgets", "models", "viewers", "backend", "resources", "translations", "tests", "README.md",
    "LICENSE", "CMakePresets.json", ".ci", ".clang-format", ".clang-tidy", ".editorconfig", ".gitignore",
}

_API = {"backend/core", "backend/domain", "backend/api"}
_WIRED = _API | {"backend/api/wire"}
_PRIVATE = {"backend/microvm", "backend/gateway", "backend/connect", "backend/synthetic", "backend/secrets"}

# Which rooms a room may include besides itself.
INCLUDES = {
    "backend/core": set(),
    "backend/domain": {"backend/core"},
    "backend/api": {"backend/core", "backend/domain"},
    "backend/api/wire": _API,
    "backend/microvm": _WIRED,  # the journal keeps its values in the wire's JSON
    "backend/gateway": _WIRED,
    "backend/gateway/local": _WIRED,
    "backend/gateway/e2b": _WIRED,
    "backend/connect": _WIRED,
    "backend/connect/sandglass": _WIRED,
    "backend/connect/agent": _WIRED,
    "backend/synthetic": _API,
    "backend/secrets": _API,
    "backend/guest": set(),
    "models": _API,
    "viewers": _API,
    "widgets": _API | {"models", "viewers"},
    "app": _WIRED | {"models", "widgets", "viewers", "translations", "app/cli"},
    "translations": set(),
    # One file names the private folders; everything else of app goes through it.
    "app/wiring.cpp": _WIRED | _PRIVATE | {"app", "backend/gateway/local", "backend/gateway/e2b", "backend/connect/sandglass",
                                           "backend/connect/agent"},
    "app/cli": _WIRED | {"models"},
}

# Each has a README.md.
ROOMS = sorted({room for room in INCLUDES if "." not in room} | {"resources", "translations", "tests"})

_GUI = (r"Q(Widget|Application|GuiApplication|Painter|Paint\w+|Color|Icon|Image|Pixmap|Font\w*|Palette|Brush|Pen|Window|Screen|"
        r"Style\w*|Key\w*Event|MouseEvent|WheelEvent|Clipboard|Cursor|Action|Menu|Dialog|Label|Push\w+|MainWindow|Table\w+|"
        r"Chart\w*)$|QtGui|QtWidgets|QtCharts")
_NO_GUI = [(_GUI, "no Gui here")]
_IO = r"Q(File|Dir|Process|Socket\w*|Local(Socket|Server)|Tcp\w+|Network\w+|Sql\w+|Timer|Thread\w*|Object|Settings)$|QtNetwork|QtSql"

# Headers in angle brackets that a room does without.
FORBIDDEN_QT = {
    "backend/core": _NO_GUI,
    "backend/domain": _NO_GUI + [(_IO, "plain values without I/O")],
    "backend/api": _NO_GUI,
    "backend/api/wire": _NO_GUI + [(_IO, "pure functions")],
    "backend/microvm": _NO_GUI,
    "backend/gateway": _NO_GUI,
    "backend/gateway/local": _NO_GUI,
    "backend/gateway/e2b": _NO_GUI,
    "backend/connect": _NO_GUI,
    "backend/connect/sandglass": _NO_GUI,
    "backend/connect/agent": _NO_GUI,
    "backend/synthetic": _NO_GUI,
    "backend/secrets": _NO_GUI,
    "backend/guest": [(r"Q[A-Z]|Qt", "no Qt in the guest")],
    "models": _NO_GUI + [(r"Q(Tcp\w+|Local(Socket|Server)|Network\w+|Sql\w+|Process|WebSocket\w*)$|QSettings$|QSortFilterProxyModel$|nlohmann/",
                          "models are Qt Core and know no wire")],
    "widgets": [(r"QSettings$|QSql\w*$|QProcess$|QSortFilterProxyModel$|nlohmann/", "not the window's business")],
    "viewers": [(r"QSettings$|nlohmann/", "not a viewer's business")],
}

# In code (comments and texts are not looked at), outside tests.
BANNED_CODE = [
    (r"\bthrow\s+\w", "exceptions do not cross a folder, a thread or a slot; answer a Result"),
]
BANNED_CODE_OUTSIDE_GUEST = [
    (r"\bBlockingQueuedConnection\b", "one thread never waits for another"),
    (r"\bprocessEvents\b", "the loop is never entered from within"),
    (r"\bQEventLoop\b", "no nested loops"),
    (r"(\.|->|std::)terminate\s*\(", "a thread or process is asked to end"),
    (r"\b(sleep|usleep|nanosleep|msleep|sleep_for|sleep_until)\s*\(", "nothing sleeps"),
    (r"\bwaitFor(Connected|ReadyRead|BytesWritten|Disconnected|Started|Finished|NewConnection|Encrypted|Done)\s*\(",
     "nothing waits"),
    (r"(?<!\w)(SIGNAL|SLOT)\s*\(", "connections by pointer"),
    (r"\binstance\s*\(\s*\)", "no singletons"),
    (r"\bQ(MessageBox|InputDialog|FileDialog|ColorDialog)::(get|question|information|warning|critical)\w*\s*\(",
     "a modal box runs a nested loop"),
    (r"^[ \t]*(static|thread_local|inline static)\s+(?!const\b|constexpr\b|consteval\b|inline\s+const)"
     r"[\w:<>,\s\*&]+?\s[\*&]*\w+(\s*=|\s*;|\s*\{|\[)", "no mutable statics"),
]

# In every text of ours, comments included.
BANNED_WORDS = [
    (r"\b(TODO|FIXME|XXX|HACK)\b", "do it or file it"),
    (r"(?i)\b(stub|placeholder|dummy|simplified)\b(?!\()", "say what it is"),
    (r"(?i)\bfor now\b", "say what it is"),
    (r"(?<![\w.\-}/])/(root|work)/[\w.]", "a path of one machine"),
    (r"/tmp/w\b", "a path of one machine"),
    (r"\.\./shared\b", "outside the tree"),
]

LIMITS = {"file": 500, "header": 150, "function": 60, "readme": 60}

PACKAGE_SCOPES = {"build", "run", "images", "test", "sdk", "check", "speed"}
