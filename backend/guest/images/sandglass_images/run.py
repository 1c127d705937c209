# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the tools: as root of a namespace where the files of any guest user can be made, with their words in the log."""
import collections
import os
import signal
import subprocess
import threading

from .errors import classify

_SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "inside.sh")


def namespace_prefix():
    """Own mounts and processes; an ordinary user is root in there, with the subordinate ids as everyone else."""
    command = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
    if os.geteuid() != 0:
        command += ["--user", "--map-root-user", "--map-auto"]
    return command


def inside(*arguments):
    """The command line for one action of inside.sh."""
    return namespace_prefix() + ["bash", _SCRIPT, *arguments]


def _die_with_us():
    # A builder that was killed must not leave tools behind that write into its folder.
    import ctypes
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def run(progress, command, what, on_line=None, on_status=None, stdin_text=None, env=None, keep=60,
        **fields):
    """Runs to the end and returns the last `keep` lines (None: all); raises the classified error when it fails. `on_status` gets the lines of apt's status descriptor."""
    progress.log("$ " + " ".join(command))
    status_read, status_write = os.pipe()
    environment = dict(os.environ, LC_ALL="C.UTF-8", SANDGLASS_STATUS_FD=str(status_write), **(env or {}))
    process = subprocess.Popen(command, stdin=subprocess.PIPE if stdin_text is not None else subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                               pass_fds=(status_write,), env=environment, preexec_fn=_die_with_us)
    os.close(status_write)

    def read_status():
        with os.fdopen(status_read, "r", errors="replace") as lines:
            for line in lines:
                if on_status:
                    on_status(line.rstrip("\n"))

    reader = threading.Thread(target=read_status, daemon=True)
    reader.start()
    if stdin_text is not None:
        process.stdin.write(stdin_text)
        process.stdin.close()
    tail = collections.deque(maxlen=keep)
    for line in process.stdout:
        progress.log(line)
        tail.append(line.rstrip("\n"))
        if on_line:
            on_line(line.rstrip("\n"))
    code = process.wait()
    reader.join(timeout=5)
    if code != 0:
        raise classify("\n".join(tail), f"{what} failed with exit code {code}", **fields)
    return list(tail)
