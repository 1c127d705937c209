# SPDX-License-Identifier: GPL-3.0-or-later
"""The guest image builder. One module a concern; `cli` puts them together."""
