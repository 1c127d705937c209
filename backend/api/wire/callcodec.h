// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/display.h"
#include "backend/api/exec.h"
#include "backend/api/wire/sandboxcodec.h"

namespace sandglass::wire {

// Screens and programs.
template<> Json Codec<DisplayAddress>::encode(const DisplayAddress &value);
template<> Result<DisplayAddress> Codec<DisplayAddress>::decode(const Json &json);
template<> Json Codec<ExecRequest>::encode(const ExecRequest &value);
template<> Result<ExecRequest> Codec<ExecRequest>::decode(const Json &json);
template<> Json Codec<ExitStatus>::encode(const ExitStatus &value);
template<> Result<ExitStatus> Codec<ExitStatus>::decode(const Json &json);

} // namespace sandglass::wire
