# SPDX-License-Identifier: GPL-3.0-or-later
"""The initial file system: a cpio archive of a few files, written by hand so that it is the same every time."""
import stat


def _entry(index, name, mode, data=b"", device=(0, 0)):
    fields = (index, mode, 0, 0, 1, 0, len(data), 0, 0, device[0], device[1], len(name) + 1, 0)
    head = b"070701" + b"".join(b"%08x" % field for field in fields) + name.encode() + b"\0"
    head += b"\0" * (-len(head) % 4)
    return head + data + b"\0" * (-len(data) % 4)


def archive(init, agent, modules):
    """`modules` are (file name, data) in loading order; /modules/order lists them for init."""
    folders = ["dev", "modules", "proc", "sys", "sysroot"]
    entries = [(name, stat.S_IFDIR | 0o755, b"", (0, 0)) for name in folders]
    # The kernel opens /dev/console for init before anything is mounted.
    entries.append(("dev/console", stat.S_IFCHR | 0o600, b"", (5, 1)))
    entries.append(("init", stat.S_IFREG | 0o755, init, (0, 0)))
    entries.append(("agent", stat.S_IFREG | 0o755, agent, (0, 0)))
    order = "".join(name + "\n" for name, _ in modules).encode()
    entries.append(("modules/order", stat.S_IFREG | 0o644, order, (0, 0)))
    entries += [("modules/" + name, stat.S_IFREG | 0o644, data, (0, 0)) for name, data in modules]
    body = b"".join(_entry(index + 1, *entry) for index, entry in enumerate(entries))
    body += _entry(0, "TRAILER!!!", 0)
    return body + b"\0" * (-len(body) % 512)
