// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/wire/connectcodec.h"

namespace sandglass::microvm {

using wire::connectEnvelope;
using wire::ConnectMessage;
using wire::ConnectParser;

} // namespace sandglass::microvm
