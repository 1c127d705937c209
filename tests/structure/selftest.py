#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows that each rule of check.py can fail: a clean small tree passes, and one change at a time is found."""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from check import check  # noqa: E402

HEAD = "// SPDX-License-Identifier: GPL-3.0-or-later\n"
HASH = "# SPDX-License-Identifier: GPL-3.0-or-later\n"

CLEAN = {
    "README.md": "| `g++` | build | compiles |\n",
    "app/packages.txt": "build g++ compiles\n",
    "app/README.md": "# app\n",
    "models/README.md": "# models\n",
    "backend/core/README.md": "# core\n",
    "backend/core/thing.h": HEAD + "#pragma once\n#include <QString>\n// sleep() is a word in a comment\n",
    "models/thing.cpp": HEAD + '#include "backend/core/thing.h"\nvoid f()\n{\n    connect(a, &A::b, this, [] {});\n'
                               '    auto text = "processEvents";\n    static constexpr int n = 1\'000;\n}\n',
    "backend/guest/README.md": "# guest\n",
    "backend/guest/agent.cpp": HEAD + "#include <string>\nvoid f() { sleep(1); }\n",
}


def cpp(line):
    return HEAD + "void f()\n{\n    " + line + "\n}\n"


# rule, file, contents
BROKEN = [
    ("layout", "docs/readme.txt", "x\n"),
    ("readme", "widgets/thing.cpp", HEAD),
    ("readme", "models/README.md", "line\n" * 61),
    ("include", "models/upward.cpp", HEAD + '#include "app/cli/x.h"\n'),
    ("include", "models/private.cpp", HEAD + '#include "backend/microvm/x.h"\n'),
    ("include", "models/wire.cpp", HEAD + '#include "backend/api/wire/codec.h"\n'),
    ("include", "models/gui.cpp", HEAD + "#include <QWidget>\n"),
    ("include", "models/beside.cpp", HEAD + '#include "thing.h"\n'),
    ("include", "backend/guest/qt.cpp", HEAD + "#include <QString>\n"),
    ("banned", "models/a.cpp", cpp("QCoreApplication::processEvents();")),
    ("banned", "models/a.cpp", cpp("QEventLoop loop;")),
    ("banned", "models/a.cpp", cpp("thread.terminate();")),
    ("banned", "models/a.cpp", cpp("std::this_thread::sleep_for(1s);")),
    ("banned", "models/a.cpp", cpp("socket.waitForConnected();")),
    ("banned", "models/a.cpp", cpp("connect(a, SIGNAL(b()), c, d);")),
    ("banned", "models/a.cpp", cpp("connect(a, &A::b, [this] { f(1, 2); });")),
    ("banned", "models/a.cpp", cpp("call(Qt::BlockingQueuedConnection);")),
    ("banned", "models/a.cpp", cpp("static int counter = 0;")),
    ("banned", "models/a.cpp", cpp("static QHash<int, QString> cache;")),
    ("banned", "models/a.cpp", cpp("Registry::instance().add();")),
    ("banned", "models/a.cpp", cpp("auto j = nlohmann::json::parse(text);")),
    ("banned", "models/a.cpp", cpp("throw Error();")),
    ("banned", "models/a.cpp", cpp("tl::expected<int, Error> x;")),
    ("banned", "backend/core/words.cpp", cpp('auto s = tr("Hello");')),
    ("banned", "tests/a.cpp", cpp("QSKIP(\"no\");")),
    ("length", "models/a.cpp", HEAD + "int x;\n" * 500),
    ("length", "backend/core/a.h", HEAD + "#pragma once\n" + "int x;\n" * 150),
    ("length", "models/a.cpp", HEAD + "void f()\n{\n" + "    g();\n" * 61 + "}\n"),
    ("head", "models/a.cpp", "int x;\n"),
    ("head", "models/CMakeLists.txt", "project(x)\n"),
    ("head", "app/script", "#!/bin/sh\necho\n"),
    ("head", "backend/core/a.h", HEAD + "int x;\n"),
    ("name", "models/BigThing.cpp", HEAD),
    ("name", "models/stringutils.cpp", HEAD),
    ("word", "models/a.cpp", HEAD + "// TO" + "DO later\n"),
    ("word", "app/README.md", "This is a place" + "holder.\n"),
    ("word", "app/README.md", "See /ro" + "ot/project.\n"),
    ("word", "app/README.md", "See ../sha" + "red/x.\n"),
    ("cmake", "models/CMakeLists.txt", HASH + "file(GLOB sources *.cpp)\n"),
    ("cmake", "models/CMakeLists.txt", HASH + "add_library(x a.cpp)\n"),
    ("packages", "app/packages.txt", "build g++ compiles\nbuild cmake builds\n"),
    ("packages", "app/packages.txt", "build g++\n"),
    ("packages", "README.md", "| `g++` | build | x |\n| `cmake` | build | x |\n"),
    ("exception", "tests/structure/exceptions.txt", "length models/thing.cpp\n"),
    ("exception", "tests/structure/exceptions.txt", "length models/thing.cpp it was long once\n"),
]


def faults_of(changes):
    with tempfile.TemporaryDirectory() as root:
        subprocess.run(["git", "init", "-q", root], check=True)
        for path, text in {**CLEAN, "tests/README.md": "# tests\n", **changes}.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        return check(root)


def main():
    failed = 0
    clean = faults_of({})
    if clean:
        failed += 1
        print("a clean tree is blamed:", *clean, sep="\n  ")
    for rule, path, text in BROKEN:
        found = faults_of({path: text})
        if not any(f"[{rule}]" in fault for fault in found):
            failed += 1
            print(f"not found: {rule} in {path}: {text[-70:]!r}; found {found}")
    excused = {"models/a.cpp": HEAD + "int x;\n" * 500,
               "tests/structure/exceptions.txt": "length models/a.cpp a table that is read in one piece\n"}
    if faults_of(excused):
        failed += 1
        print("an exception does not excuse:", faults_of(excused))
    print(f"structure selftest: {len(BROKEN) + 2 - failed} of {len(BROKEN) + 2} as expected")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
