#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the tree to the house's picture: who may include whom, words that are banned, lengths, heads, READMEs.

usage: check.py [--root FOLDER]   prints one line a fault and exits with 1 if there is any.
"""
import argparse
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from cxx import call_arguments, calls, code_only  # noqa: E402
from rules import (BANNED_CODE, BANNED_CODE_OUTSIDE_GUEST, BANNED_WORDS, FORBIDDEN_QT, INCLUDES, LIMITS,  # noqa: E402
                   PACKAGE_SCOPES, ROOMS, TOP_LEVEL)

CXX = (".h", ".cpp")
SCRIPTS = (".cmake", ".py", ".sh", "CMakeLists.txt")


class Tree:
    def __init__(self, root):
        self.root = root
        self.faults = []
        self.exceptions = {}
        self.files = self._list()
        self.exceptions = self._read_exceptions()

    def _list(self):
        listed = subprocess.run(["git", "-C", self.root, "ls-files", "-co", "--exclude-standard"],
                                capture_output=True, text=True, check=True)
        return sorted(f for f in set(listed.stdout.splitlines()) if os.path.isfile(os.path.join(self.root, f)))

    def text(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
            return file.read()

    def _read_exceptions(self):
        """Lines of `rule path reason...`; a line without a reason is itself a fault."""
        found = {}
        path = "tests/structure/exceptions.txt"
        if path not in self.files:
            return found
        for number, line in enumerate(self.text(path).splitlines(), 1):
            if not line.strip() or line.startswith("#"):
                continue
            parts = line.split(None, 2)
            if len(parts) < 3:
                self.fault(path, number, "exception", "an exception is `rule path reason`")
            else:
                found[(parts[0], parts[1])] = False
        return found

    def fault(self, path, line, rule, text):
        if (rule, path) in self.exceptions:
            self.exceptions[(rule, path)] = True
        else:
            self.faults.append(f"{path}:{line}: [{rule}] {text}")


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def room_of(path):
    """The longest room that the path lies in."""
    rooms = [room for room in INCLUDES if path.startswith(room + "/") or path == room]
    return max(rooms, key=len) if rooms else None


def check_layout(tree):
    for path in tree.files:
        top = path.split("/")[0]
        if top not in TOP_LEVEL:
            tree.fault(path, 1, "layout", f"'{top}' has no place at the top level")
    for room in ROOMS:
        inside = [f for f in tree.files if f.startswith(room + "/")]
        if inside and room + "/README.md" not in tree.files:
            tree.fault(room + "/README.md", 1, "readme", "each folder says what it is for")
    for path in tree.files:
        if path.endswith("README.md") and path != "README.md" and tree.text(path).count("\n") > LIMITS["readme"]:
            tree.fault(path, 1, "readme", f"more than a screen ({LIMITS['readme']} lines)")


def check_includes(tree, path, text):
    room = room_of(path)
    if room is None:
        return
    for match in re.finditer(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', text, re.MULTILINE):
        name, line = match.group(2), line_of(text, match.start())
        if match.group(1) == '"':
            target = room_of(name)
            if name.startswith(("moc_", "qrc_", "ui_")) or name.endswith(".moc"):
                continue
            if target is None:
                tree.fault(path, line, "include", f'"{name}" is not written from the root of the tree')
            elif target != room and target not in INCLUDES[room]:
                tree.fault(path, line, "include", f"{room} may not include {target}")
        else:
            for pattern, why in FORBIDDEN_QT.get(room, ()):
                if re.match(pattern, name):
                    tree.fault(path, line, "include", f"<{name}>: {why}")


def check_code(tree, path, text):
    code = code_only(text)
    banned = list(BANNED_CODE)
    if not path.startswith("backend/guest/"):
        banned += BANNED_CODE_OUTSIDE_GUEST
    if path.startswith("backend/"):
        banned.append((r"\btr\(|QCoreApplication::translate|QT_TR_NOOP|QT_TRANSLATE_NOOP", "no sentences below models"))
    for pattern, why in banned:
        for match in re.finditer(pattern, code, re.MULTILINE):
            tree.fault(path, line_of(code, match.start()), "banned", f"{match.group(0).strip()}: {why}")
    for start, arguments in calls(code, r"\bconnect\s*\("):
        given = call_arguments(arguments)
        if len(given) >= 3 and given[2].lstrip().startswith("["):
            tree.fault(path, line_of(code, start), "banned", "connect to a lambda without a context object")
    for start, arguments in calls(code, r"\b[Jj]son::parse\s*\("):
        if not call_arguments(arguments)[-1].strip() == "false":
            tree.fault(path, line_of(code, start), "banned", "json::parse that may throw")
    if path != "backend/core/result.h" and re.search(r"\btl::expected\b|<tl/", code):
        tree.fault(path, 1, "banned", "tl::expected is named in backend/core/result.h only")


def check_lengths(tree, path, text):
    lines = text.splitlines()
    limit = LIMITS["header"] if path.endswith(".h") and not path.startswith("tests/") else LIMITS["file"]
    if len(lines) > limit:
        tree.fault(path, len(lines), "length", f"{len(lines)} lines, {limit} at most")
    if path.startswith("tests/"):
        return  # tables of test data are long
    opened = None
    for number, line in enumerate(lines, 1):  # clang-format puts the braces of functions at the line's start
        if line == "{":
            opened = number
        elif line == "}" and opened is not None:
            if number - opened - 1 > LIMITS["function"]:
                tree.fault(path, opened, "length", f"function of {number - opened - 1} lines, {LIMITS['function']} at most")
            opened = None


def check_heads(tree, path, text):
    if path.startswith("backend/guest/recipes/"):
        return  # contents of a guest's disk
    head = "\n".join(text.splitlines()[:3])
    if "SPDX-License-Identifier: GPL-3.0-or-later" not in head:
        tree.fault(path, 1, "head", "no SPDX head")
    if path.endswith(".h") and "#pragma once" not in text:
        tree.fault(path, 1, "head", "no #pragma once")
    if path.endswith(CXX):
        name = os.path.basename(path)
        if name != name.lower():
            tree.fault(path, 1, "name", "file names are in lower case")
        if re.search(r"(util|helper|manager|common)s?\.(h|cpp)$", name):
            tree.fault(path, 1, "name", "says nothing about what it is for")


def check_words(tree, path, text):
    if path.startswith("tests/structure/") or path == "LICENSE" or path.endswith((".svg", ".ts", ".png")):
        return
    for pattern, why in BANNED_WORDS:
        if "machine" in why and path.startswith("backend/guest/"):
            continue  # a guest's own paths
        for match in re.finditer(pattern, text):
            tree.fault(path, line_of(text, match.start()), "word", f"'{match.group(0).strip()}': {why}")


def check_cmake(tree, path, text):
    for match in re.finditer(r"\bfile\s*\(\s*GLOB|\bGLOB_RECURSE", text):
        tree.fault(path, line_of(text, match.start()), "cmake", "sources are listed")
    if path.startswith(("app/cmake/", "backend/guest/", "tests/backend/guest/")):
        return
    for match in re.finditer(r"^\s*add_(library|executable)\s*\(", text, re.MULTILINE):
        tree.fault(path, line_of(text, match.start()), "cmake", "targets come from app/cmake/SandglassTargets.cmake")


def check_packages(tree):
    path = "app/packages.txt"
    if path not in tree.files:
        return
    readme = tree.text("README.md") if "README.md" in tree.files else ""
    for number, line in enumerate(tree.text(path).splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        parts = line.split(None, 2)
        if len(parts) < 3 or parts[0] not in PACKAGE_SCOPES:
            tree.fault(path, number, "packages", "a line is `scope package reason`")
        elif f"`{parts[1].split('|')[0]}`" not in readme:
            tree.fault(path, number, "packages", f"{parts[1]} is not in README.md's table")
    for name in re.findall(r"^\| `([^`]+)` \|", readme, re.MULTILINE):
        if not re.search(rf"^\w+\s+{re.escape(name)}[|\s]", tree.text(path), re.MULTILINE):
            tree.fault("README.md", 1, "packages", f"{name} is not in {path}")


def is_script(path, text):
    return path.endswith(SCRIPTS) or text.startswith("#!")


def check(root):
    tree = Tree(root)
    check_layout(tree)
    check_packages(tree)
    for path in tree.files:
        text = tree.text(path)
        check_words(tree, path, text)
        if path.endswith(CXX) or is_script(path, text):
            check_heads(tree, path, text)
        if path.endswith(CXX):
            check_includes(tree, path, text)
            check_lengths(tree, path, text)
            if not path.startswith("tests/"):
                check_code(tree, path, text)
            elif re.search(r"\bQSKIP\s*\(", code_only(text)):
                tree.fault(path, 1, "banned", "QSKIP: a test that does not run says nothing")
        if path.endswith(".cmake") or path.endswith("CMakeLists.txt"):
            check_cmake(tree, path, text)
    for (rule, path), used in tree.exceptions.items():
        if not used:
            tree.faults.append(f"tests/structure/exceptions.txt: [exception] {rule} {path} is not needed (any more)")
    return tree.faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", default=os.path.normpath(os.path.join(os.path.dirname(__file__), "..", "..")))
    faults = check(parser.parse_args().root)
    for fault in faults:
        print(fault)
    print(f"structure: {len(faults)} faults" if faults else "structure: as the house wants it")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
