# SPDX-License-Identifier: GPL-3.0-or-later
"""Contexts: kernels with an id, a folder and a state that lasts from one run to the next."""

import asyncio
import json
import os
import uuid

import kernels

ENVIRONMENT = "/run/e2b/environment.json"


def sandbox_environment():
    """The sandbox's variables, as its agent keeps them."""
    try:
        with open(ENVIRONMENT, encoding="utf-8") as file:
            known = json.load(file)
        return {str(name): str(value) for name, value in known.items()}
    except (OSError, ValueError, AttributeError):
        return {}


class Context:
    def __init__(self, language, cwd):
        self.id = str(uuid.uuid4())
        self.language, self.cwd = language, cwd
        self.lock = asyncio.Lock()  # one run at a time
        self.kernel = None
        self.environment = {}

    def facts(self):
        return {"id": self.id, "language": self.language, "cwd": self.cwd}

    async def start(self):
        self.environment = sandbox_environment()
        self.kernel = kernels.KERNELS[self.language](self.id, self.cwd, self.environment)
        await self.kernel.start()

    async def restart(self):
        await self.kernel.stop()
        await self.start()

    async def stop(self):
        await self.kernel.stop()

    async def run(self, code, variables):
        async with self.lock:
            # A clone has other variables than the sandbox that its kernels were started in.
            fresh = {name: value for name, value in sandbox_environment().items() if self.environment.get(name) != value}
            try:
                async for line in self.kernel.run(code, {**fresh, **(variables or {})}):
                    yield line
            except kernels.KernelDied:
                yield kernels.died(self.language)
                await self.restart()


class ContextBook:
    def __init__(self, home):
        self.home = home
        self.contexts = {}
        self.defaults = {}
        self.lock = asyncio.Lock()  # two first runs of a language share its context

    async def create(self, language, cwd):
        context = Context(language, cwd or self.home)
        await context.start()
        self.contexts[context.id] = context
        return context

    async def default(self, language):
        async with self.lock:
            known = self.contexts.get(self.defaults.get(language))
            if known is None:
                known = await self.create(language, self.home)
                self.defaults[language] = known.id
            return known

    async def remove(self, context):
        self.contexts.pop(context.id, None)
        await context.stop()

    async def renew(self):
        """Everything as it was at the start: what made the kernels warm leaves no trace in them."""
        for context in list(self.contexts.values()):
            await self.remove(context)
        self.defaults.clear()
        for language in kernels.KERNELS:
            await self.default(language)


def usable_folder(path):
    return os.path.isdir(path) and os.access(path, os.X_OK)
