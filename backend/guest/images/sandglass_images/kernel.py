# SPDX-License-Identifier: GPL-3.0-or-later
"""Debian's kernel package taken apart: the uncompressed ELF out of the bzImage, and the modules that init loads."""
import json
import lzma
import os
import re
import struct
import subprocess

from .errors import BuildError


def extract_vmlinux(image):
    """The ELF inside a bzImage. Booting it by PVH saves the guest its decompression (half of the time when emulated)."""
    if image[0x202:0x206] != b"HdrS":
        raise BuildError("internal", "the kernel image has no boot header")
    setup_sectors = image[0x1F1] or 4
    offset, length = struct.unpack_from("<II", image, 0x248)
    start = (setup_sectors + 1) * 512 + offset
    payload = image[start:start + length]
    if payload[:6] == b"\xfd7zXZ\0":
        elf = lzma.LZMADecompressor(format=lzma.FORMAT_XZ).decompress(payload)
    elif payload[:4] == b"\x28\xb5\x2f\xfd":
        # The last four bytes are the unpacked size, appended by the kernel's build.
        elf = subprocess.run(["zstd", "-dcq"], input=payload[:-4], capture_output=True, check=False).stdout
    else:
        raise BuildError("internal", f"the kernel's compression is unknown (magic {payload[:6].hex()})")
    if elf[:4] != b"\x7fELF":
        raise BuildError("internal", "the kernel's payload is not an ELF file")
    return elf


def unpacked_module(path):
    with open(path, "rb") as file:
        data = file.read()
    if path.endswith(".xz"):
        data = lzma.decompress(data)
    elif path.endswith(".zst"):
        data = subprocess.run(["zstd", "-dcq", path], capture_output=True, check=True).stdout
    elif path.endswith(".gz"):
        import gzip
        data = gzip.decompress(data)
    return data


def module_needs(data):
    """The names in a module's `depends=` note (its .modinfo section is a list of NUL-terminated words)."""
    found = re.search(rb"\0depends=([^\0]*)\0", data)
    return [name for name in (found[1].decode().split(",") if found else []) if name]


def _name(path):
    return re.sub(r"\.ko(\.\w+)?$", "", os.path.basename(path)).replace("-", "_")


def choose_modules(folder, boot, optional):
    """(name, data) in loading order: every module after those that it needs. Built-in ones are left out."""
    where = {}
    for base, _, names in os.walk(folder):
        for name in names:
            if re.search(r"\.ko(\.\w+)?$", name):
                where[_name(name)] = os.path.join(base, name)
    built_in = set()
    with open(os.path.join(folder, "modules.builtin"), encoding="utf-8") as file:
        built_in.update(_name(line.strip()) for line in file)
    chosen = {}

    def visit(name):
        if name in chosen or name in built_in:
            return
        data = unpacked_module(where[name])
        for need in module_needs(data):
            need = need.replace("-", "_")
            if need not in where and need not in built_in:
                raise BuildError("internal", f"the module {name} needs {need}, which the kernel package lacks")
            visit(need)
        chosen[name] = data

    for name in boot:
        if name not in where and name not in built_in:
            raise BuildError("internal", f"the kernel package has no module {name}")
        visit(name)
    for name in optional:
        if name in where:
            visit(name)
    return list(chosen.items())


def take_apart(package, recipe, into):
    """Unpacks the .deb, writes vmlinux, NN-name.ko files and kernel.json into the folder `into`."""
    tree = os.path.join(into, "tree")
    os.makedirs(tree)
    unpacked = subprocess.run(["dpkg-deb", "-x", package, tree], capture_output=True, text=True)
    if unpacked.returncode != 0:
        raise BuildError("package", unpacked.stderr.strip()[:300], package=os.path.basename(package))
    images = [name for name in os.listdir(os.path.join(tree, "boot")) if name.startswith("vmlinuz-")]
    if len(images) != 1:
        raise BuildError("internal", f"{os.path.basename(package)} holds {len(images)} kernels")
    version = images[0].removeprefix("vmlinuz-")
    with open(os.path.join(tree, "boot", images[0]), "rb") as file:
        elf = extract_vmlinux(file.read())
    with open(os.path.join(into, "vmlinux"), "wb") as file:
        file.write(elf)
    folders = [os.path.join(tree, prefix, "lib/modules", version) for prefix in ("", "usr")]
    folder = next((path for path in folders if os.path.isdir(path)), None)
    if not folder:
        raise BuildError("internal", f"{os.path.basename(package)} holds no modules")
    names = []
    for index, (name, data) in enumerate(choose_modules(folder, recipe["boot"], recipe.get("optional", []))):
        names.append(f"{index:02d}-{name}.ko")
        with open(os.path.join(into, names[-1]), "wb") as file:
            file.write(data)
    with open(os.path.join(into, "kernel.json"), "w", encoding="utf-8") as file:
        json.dump({"version": version, "package": os.path.basename(package), "modules": names}, file)
    subprocess.run(["rm", "-rf", tree], check=True)
