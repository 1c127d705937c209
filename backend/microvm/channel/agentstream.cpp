// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/channel/agentstream.h"
