# SPDX-License-Identifier: GPL-3.0-or-later
"""The unmodified Python SDK against a running engine; the environment says where. One line a check."""
import os
import sys
import time

from e2b import CommandExitException, NotFoundException, PtySize, Sandbox, SandboxQuery, TimeoutException

failures = 0


def check(name, test):
    global failures
    begun = time.monotonic()
    try:
        test()
        print(f"ok {name} ({int((time.monotonic() - begun) * 1000)} ms)", flush=True)
    except Exception as error:  # each check stands for itself
        failures += 1
        print(f"not ok {name}: {type(error).__name__} {str(error).splitlines()[:1]}", flush=True)


def raises(kind, act):
    try:
        act()
    except kind as error:
        return error
    raise AssertionError(f"no {kind}")


begun = time.monotonic()
sandbox = Sandbox.create(os.environ.get("SANDGLASS_TEMPLATE", "base"), timeout=600, metadata={"suite": "py"},
                         envs={"GREETING": "hello"}, request_timeout=600)
sandbox.commands.run("true")
print(f"create_to_first_command_ms {int((time.monotonic() - begun) * 1000)}", flush=True)


def commands():
    result = sandbox.commands.run("echo out; echo err >&2; echo $GREETING")
    assert (result.stdout, result.stderr, result.exit_code) == ("out\nhello\n", "err\n", 0), result
    assert raises(CommandExitException, lambda: sandbox.commands.run("exit 4")).exit_code == 4
    raises(TimeoutException, lambda: sandbox.commands.run("sleep 30", timeout=1))


def background():
    handle = sandbox.commands.run("cat", background=True, stdin=True)
    sandbox.commands.send_stdin(handle.pid, "ping\n")
    assert any(one.pid == handle.pid for one in sandbox.commands.list())
    assert handle.kill()


def files():
    sandbox.files.write("py.txt", "Grüße")
    assert sandbox.files.read("py.txt") == "Grüße"
    assert any(one.name == "py.txt" for one in sandbox.files.list("/home/user"))
    sandbox.files.remove("py.txt")
    assert not sandbox.files.exists("py.txt")
    raises(NotFoundException, lambda: sandbox.files.read("py.txt"))


def watching():
    sandbox.files.make_dir("py-watched")
    handle = sandbox.files.watch_dir("py-watched")
    sandbox.files.write("py-watched/a", "x")
    names = set()
    for _ in range(50):
        names |= {event.name for event in handle.get_new_events()}
        if "a" in names:
            break
        time.sleep(0.1)
    handle.stop()
    assert "a" in names


def listing():
    found = Sandbox.list(query=SandboxQuery(metadata={"suite": "py"})).next_items()
    assert [one.sandbox_id for one in found] == [sandbox.sandbox_id], found
    assert sandbox.get_info().metadata == {"suite": "py"}


def metrics_and_pages():
    for _ in range(120):
        samples = sandbox.get_metrics()
        if samples:
            break
        time.sleep(0.5)
    assert samples[0].mem_total > 0, samples
    other = Sandbox.create(os.environ.get("SANDGLASS_TEMPLATE", "base"), timeout=300, metadata={"suite": "py"},
                           request_timeout=600)
    pages = Sandbox.list(query=SandboxQuery(metadata={"suite": "py"}), limit=1)
    seen = []
    while pages.has_next:
        seen += [one.sandbox_id for one in pages.next_items()]
    assert seen == [other.sandbox_id, sandbox.sandbox_id], seen
    assert other.kill()


def git():
    sandbox.git.configure_user("Ada", "ada@example.org")
    sandbox.git.init("/home/user/py-repo")
    sandbox.files.write("/home/user/py-repo/a", "x")
    sandbox.git.add("/home/user/py-repo")
    sandbox.git.commit("/home/user/py-repo", "first")
    assert not sandbox.git.status("/home/user/py-repo").file_status


def terminal():
    said = bytearray()
    handle = sandbox.pty.create(PtySize(cols=80, rows=24), timeout=0)
    sandbox.pty.send_stdin(handle.pid, b"stty size; exit\n")
    for _, _, piece in handle:
        if piece:
            said += piece
    assert b"24 80" in bytes(said), said


def pausing():
    sandbox.pause()
    assert not sandbox.is_running()
    again = Sandbox.connect(sandbox.sandbox_id, timeout=600, request_timeout=300)
    assert again.commands.run("echo awake").stdout == "awake\n"


def killing():
    assert sandbox.kill()
    assert not sandbox.kill()
    assert not sandbox.is_running()


for test in (commands, background, files, watching, listing, metrics_and_pages, git, terminal, pausing, killing):
    check(test.__name__, test)
sys.exit(1 if failures else 0)
