# SPDX-License-Identifier: GPL-3.0-or-later
"""What the host offers: its Debian release and mirrors, its proxy, the tools, free space, user namespaces."""
import glob
import os
import pwd
import re
import shutil
import subprocess

from .errors import BuildError

SUITES = ("bookworm", "trixie")
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
TOOLS = {
    "mmdebstrap": "mmdebstrap", "mke2fs": "e2fsprogs", "dpkg-deb": "dpkg", "apt-config": "apt", "tar": "tar",
    "zstd": "zstd", "unshare": "util-linux", "chroot": "coreutils", "qemu-img": "qemu-utils",
}


def codename():
    try:
        with open("/etc/os-release", encoding="utf-8") as file:
            values = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', file.read(), re.MULTILINE))
    except OSError:
        values = {}
    name = values.get("VERSION_CODENAME", "")
    return name if values.get("ID") == "debian" and name in SUITES else None


def default_sources(suite):
    return [("http://deb.debian.org/debian", suite), ("http://deb.debian.org/debian", f"{suite}-updates"),
            ("http://deb.debian.org/debian-security", f"{suite}-security")]


def _entries():
    for path in ["/etc/apt/sources.list"] + sorted(glob.glob("/etc/apt/sources.list.d/*")):
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except (OSError, UnicodeDecodeError):
            continue
        if path.endswith(".sources"):
            for block in re.split(r"\n\s*\n", text):
                fields = {key.lower(): value.split() for key, value in
                          re.findall(r"^([A-Za-z-]+):[ \t]*(.*(?:\n[ \t].*)*)", block, re.MULTILINE)}
                if "deb" in fields.get("types", []) and fields.get("enabled", ["yes"]) != ["no"]:
                    for uri in fields.get("uris", []):
                        for suite in fields.get("suites", []):
                            yield uri, suite, fields.get("components", [])
        elif path.endswith(".list"):
            for line in text.splitlines():
                found = re.match(r"\s*deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s+([^#]*)", line)
                if found:
                    yield found[1], found[2], found[3].split()


def _is_debian(uri, suite):
    """Debian's own archive, a mirror included: by the origin in its signed release file, else by its name."""
    name = re.sub(r"^\w+://", "", uri).strip("/") + f"/dists/{suite}"
    for ending in ("InRelease", "Release"):
        path = "/var/lib/apt/lists/" + name.replace("/", "_") + "_" + ending
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                return re.search(r"^Origin: Debian$", file.read(4096), re.MULTILINE) is not None
        except OSError:
            continue
    return re.match(r"https?://([\w.-]+\.)?debian\.org/", uri) is not None


def apt_sources(suite, mirror=None):
    """(uri, suite) pairs; the host's own Debian mirrors when it runs the same release."""
    if mirror:
        return [(mirror, suite), (mirror, f"{suite}-updates"),
                (re.sub(r"/debian/?$", "/debian-security", mirror), f"{suite}-security")]
    found = []
    if codename() == suite:
        for uri, name, components in _entries():
            wanted = name in (suite, f"{suite}-updates", f"{suite}-security")
            pair = (uri.rstrip("/"), name)
            if wanted and "main" in components and re.match("https?://", uri) and pair not in found:
                if _is_debian(uri, name):
                    found.append(pair)
    return found if any(name == suite for _, name in found) else default_sources(suite)


def apt_settings():
    """The host's proxy as apt sees it, as lines of an apt.conf."""
    lines = []
    for scheme in ("http", "https"):
        key = f"Acquire::{scheme}::Proxy"
        value = ""
        try:
            shown = subprocess.run(["apt-config", "dump", "--format", "%v%n", key], capture_output=True, text=True)
            value = shown.stdout.strip()
        except OSError:
            pass
        value = value or os.environ.get(f"{scheme}_proxy", "")
        if value and '"' not in value and "\n" not in value:
            lines.append(f'{key} "{value}";')
    return lines


def check_tools():
    os.environ["PATH"] = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
    for tool, package in TOOLS.items():
        if not shutil.which(tool):
            raise BuildError("tool", f"'{tool}' is not installed (Debian package {package})", package=package)
    if not os.path.exists(KEYRING):
        raise BuildError("tool", "Debian's archive keys are not installed (package debian-archive-keyring)",
                         package="debian-archive-keyring")
    if os.geteuid() != 0 and not (shutil.which("newuidmap") and shutil.which("newgidmap")):
        raise BuildError("tool", "'newuidmap' is not installed (Debian package uidmap)", package="uidmap")


def check_namespaces(command):
    """`command` is the prefix that every later step runs under; fails with what the person can do."""
    if os.geteuid() != 0:
        name = pwd.getpwuid(os.geteuid()).pw_name
        for path in ("/etc/subuid", "/etc/subgid"):
            try:
                with open(path, encoding="utf-8") as file:
                    listed = any(line.split(":")[0] in (name, str(os.geteuid())) for line in file)
            except OSError:
                listed = False
            if not listed:
                raise BuildError("namespace", f"{path} has no range for {name}; "
                                 f"sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 {name}",
                                 remedy=f"sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 {name}")
    tried = subprocess.run(command + ["true"], capture_output=True, text=True)
    if tried.returncode != 0:
        reason = (tried.stderr.strip().splitlines() or ["unshare failed"])[-1]
        raise BuildError("namespace", f"namespaces cannot be used here: {reason}",
                         remedy="sudo sysctl kernel.unprivileged_userns_clone=1 user.max_user_namespaces=10000")


def check_space(path, needed_mib):
    status = os.statvfs(path)
    free = status.f_bavail * status.f_frsize >> 20
    if free < needed_mib:
        raise BuildError("disk", f"{path} has {free} MiB free, the build needs {needed_mib} MiB",
                         needed_mib=needed_mib, free_mib=free, path=path)
