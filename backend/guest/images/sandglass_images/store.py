# SPDX-License-Identifier: GPL-3.0-or-later
"""The output folder: one builder at a time, products published by rename, half products removed at the next start."""
import fcntl
import glob
import json
import os
import shutil
import subprocess

from . import run
from .errors import BuildError

FORMAT = 1  # part of every hash: raise it when the builder itself starts to make something else of the same recipe


class Store:
    """Products carry their hash in the name, so that the one before stays whole until the manifest names the new one; the
    plain names (`vmlinux`, `root.raw`) are links to the current ones. Whoever needs a product for longer has a link of
    its own to the file (the engine's checkpoints do), so what no manifest names any more only takes room."""

    def __init__(self, out):
        self.out = os.path.abspath(out)
        self.cache = os.path.join(self.out, ".build")
        self.archives = os.path.join(self.cache, "archives")
        self._lock = None

    def open(self):
        os.makedirs(self.archives, exist_ok=True)
        self._lock = open(os.path.join(self.cache, "lock"), "w", encoding="utf-8")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BuildError("busy", f"another build is writing into {self.out}", path=self.out) from None

    def clean(self):
        """Removes what an interrupted build left behind; its files may belong to subordinate ids."""
        left = glob.glob(os.path.join(self.cache, "work-*")) + glob.glob(os.path.join(self.out, "*", "*.part"))
        left += glob.glob(os.path.join(self.cache, "*.part"))
        if left:
            subprocess.run(run.inside("remove", *left), check=False, capture_output=True)

    def work(self, name):
        path = os.path.join(self.cache, f"work-{name}")
        os.makedirs(path, exist_ok=True)
        return path

    def remove_work(self, path):
        if os.path.exists(path):
            subprocess.run(run.inside("remove", path), check=False, capture_output=True)

    def cached(self, name):
        """The path of a cached intermediate product; it is complete if it exists."""
        return os.path.join(self.cache, name)

    def publish(self, part, final):
        with open(part, "rb") as file:
            os.fsync(file.fileno())
        os.chmod(part, 0o444)
        os.rename(part, final)

    def product(self, folder, name):
        os.makedirs(os.path.join(self.out, folder), exist_ok=True)
        return os.path.join(self.out, folder, name)

    def link(self, folder, plain, name):
        path = self.product(folder, plain)
        if not (os.path.islink(path) and os.readlink(path) == name):
            if os.path.lexists(path + ".part"):
                os.unlink(path + ".part")
            os.symlink(name, path + ".part")
            os.rename(path + ".part", path)

    def manifest(self, folder):
        try:
            with open(os.path.join(self.out, folder, "manifest.json"), encoding="utf-8") as file:
                value = json.load(file)
        except (OSError, ValueError):
            return {}
        return value if isinstance(value, dict) else {}

    def write_manifest(self, folder, value):
        path = self.product(folder, "manifest.json")
        with open(path + ".part", "w", encoding="utf-8") as file:
            json.dump(value, file, indent=1, sort_keys=True)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        os.rename(path + ".part", path)

    def forget_products(self, folder, pattern, current):
        """Removes what a newer product has replaced; after the manifest names the newer one."""
        for path in glob.glob(os.path.join(self.out, folder, pattern)):
            if os.path.basename(path) != current and not os.path.islink(path):
                os.unlink(path)

    def forget_older(self, prefix, current):
        """Removes intermediate products of older recipes."""
        for path in glob.glob(os.path.join(self.cache, prefix + "-????????????????*")):
            if os.path.basename(path).split(".")[0] != f"{prefix}-{current}":
                shutil.rmtree(path, ignore_errors=True) if os.path.isdir(path) else os.unlink(path)

    def drop_archives(self):
        subprocess.run(run.inside("remove", self.archives), check=False, capture_output=True)
