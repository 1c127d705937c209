# SPDX-License-Identifier: GPL-3.0-or-later
"""What can go wrong, as a closed set: the console turns each kind into its own sentence."""
import re

KINDS = (
    "network",    # the mirror was not reached
    "package",    # a package is unknown or did not install: field `package`
    "disk",       # not enough free space: fields `needed_mib`, `free_mib`, `path`
    "tool",       # a program is missing: field `package` names what to install
    "namespace",  # user namespaces cannot be used
    "busy",       # another build holds the folder
    "recipe",     # a recipe is wrong
    "internal",   # anything else; the log says more
)


class BuildError(Exception):
    def __init__(self, kind, text, **fields):
        super().__init__(text)
        assert kind in KINDS
        self.kind = kind
        self.text = text
        self.fields = fields


# The tools report only by words, so this table is the one place that reads them.
_PATTERNS = (
    ("disk", r"No space left on device|You don't have enough free space"),
    ("package", r"Unable to locate package (?P<package>\S+)"),
    ("package", r"Package '?(?P<package>[a-z0-9.+:-]+)'? has no installation candidate"),
    ("package", r"dpkg: error processing package (?P<package>\S+)"),
    ("package", r"^ (?P<package>\S+) : (?:Depends|PreDepends|Breaks|Conflicts):"),
    ("network", r"Temporary failure resolving|Could not resolve|Could not connect|Connection (?:failed|timed out|refused)"
                r"|Failed to fetch|Network is unreachable|Unable to fetch some archives|is not valid yet"
                r"|The repository .* does not have a Release file|apt-get update .*failed"),
    ("namespace", r"unshare: .*(?:failed|not permitted)|write to uid_map failed|newuidmap|invalid subuid|no subuid range"
                  r"|cannot .*CLONE_NEWUSER"),
)


def classify(log_tail, text, **fields):
    """The error that the end of a tool's output speaks of; `text` is kept as the plain fact."""
    for kind, pattern in _PATTERNS:
        found = re.search(pattern, log_tail, re.MULTILINE)
        if found:
            fields.update({key: value for key, value in found.groupdict().items() if value})
            line = log_tail[log_tail.rfind("\n", 0, found.start()) + 1:].split("\n", 1)[0].strip()
            return BuildError(kind, line[:300] or text, **fields)
    return BuildError("internal", text, **fields)
