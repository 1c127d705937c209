// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/api/terminals.h"

// The port has no code of its own; its meta-object is built here.
#include "moc_terminals.cpp"
