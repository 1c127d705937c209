# SPDX-License-Identifier: GPL-3.0-or-later
"""Recipes as data: one TOML file a template plus a tree of files; and the hash over all that a step reads."""
import hashlib
import json
import os
import tomllib

from .errors import BuildError

_REQUIRED = {"name": str, "packages": list}
_TEMPLATE = {"title": str, "kind": str, "from": str, "disk_mib": int, "vcpu": int, "memory_mib": int,
             "ready": list, "ready_timeout_s": int}


def load(folder, name):
    path = os.path.join(folder, name + ".toml")
    try:
        with open(path, "rb") as file:
            recipe = tomllib.load(file)
    except FileNotFoundError:
        raise BuildError("recipe", f"there is no recipe for the template '{name}'") from None
    except tomllib.TOMLDecodeError as error:
        raise BuildError("recipe", f"{name}.toml: {error}") from None
    wanted = dict(_REQUIRED)
    if "from" in recipe:
        wanted.update(_TEMPLATE)
    for key, kind in wanted.items():
        if not isinstance(recipe.get(key), kind):
            raise BuildError("recipe", f"{name}.toml: '{key}' is missing or of the wrong type")
    if recipe["name"] != name:
        raise BuildError("recipe", f"{name}.toml: the name inside is '{recipe['name']}'")
    return recipe


def load_kernel(folder):
    with open(os.path.join(folder, "kernel.toml"), "rb") as file:
        return tomllib.load(file)


def order(folder, names):
    """The wanted templates and all that they start from, parents first."""
    result = []

    def visit(name, above):
        if name in above:
            raise BuildError("recipe", f"the templates {' -> '.join(above + (name,))} start from each other")
        if any(recipe["name"] == name for recipe in result):
            return
        recipe = load(folder, name)
        if "from" in recipe:
            visit(recipe["from"], above + (name,))
        result.append(recipe)

    for name in names:
        visit(name, ())
    return result


def tree_files(folder, recipe):
    """(path in the guest, path here) of every file that the recipe adds, sorted."""
    root = os.path.join(folder, recipe["files"]) if "files" in recipe else None
    if not root:
        return []
    found = []
    for base, _, names in os.walk(root):
        for name in names:
            here = os.path.join(base, name)
            found.append(("/" + os.path.relpath(here, root), here))
    return sorted(found)


def digest(*parts):
    """A short stable hash of JSON-like values and of files (given as ('file', path))."""
    state = hashlib.sha256()
    for part in parts:
        if isinstance(part, tuple) and len(part) == 2 and part[0] == "file":
            with open(part[1], "rb") as file:
                state.update(hashlib.file_digest(file, "sha256").digest())
        else:
            state.update(json.dumps(part, sort_keys=True).encode())
        state.update(b"\0")
    return state.hexdigest()[:16]


def tree_digest(folder, recipe):
    files = tree_files(folder, recipe)
    modes = [[path, bool(os.stat(here).st_mode & 0o100)] for path, here in files]
    return digest(modes, *[("file", here) for _, here in files])
