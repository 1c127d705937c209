# SPDX-License-Identifier: GPL-3.0-or-later
"""As much C++ as the checks need: code without comments and texts, calls and their arguments."""
import re

_TOKENS = re.compile(r'//[^\n]*|/\*.*?\*/|R"([^()\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)


def code_only(text):
    """The code, with comments and the insides of literals blanked; positions and lines stay."""
    def blank(match):
        found = match.group(0)
        if found.startswith(("//", "/*")):
            return re.sub(r"[^\n]", " ", found)
        if len(found) <= 2 or found[0] == "'" and not found.endswith("'"):
            return found
        return found[0] + re.sub(r"[^\n]", "_", found[1:-1]) + found[-1]

    # A digit separator (1'000) is no character.
    return _TOKENS.sub(blank, re.sub(r"(?<=\d)'(?=\d)", "_", text))


def calls(code, pattern):
    """(start, text between the brackets) of each call whose name and opening bracket match."""
    for match in re.finditer(pattern, code):
        depth, position = 1, match.end()
        while position < len(code) and depth:
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(code[position], 0)
            position += 1
        yield match.start(), code[match.end():position - 1]


def call_arguments(text):
    """The arguments of a call, cut at the commas of its own level."""
    found, depth, begin = [], 0, 0
    for position, character in enumerate(text):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(character, 0)
        if character == "," and depth == 0:
            found.append(text[begin:position])
            begin = position + 1
    return found + [text[begin:]]
