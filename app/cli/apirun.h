// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandrun.h"

namespace sandglass::cli {

// api: the address and keys of the engine's HTTP API. A key is written to standard output and nowhere else.
class ApiRun final : public CommandRun
{
    Q_OBJECT

public:
    ApiRun(Fleet &fleet, const Clock &clock, const Output &output, ShowApi request)
        : CommandRun(fleet, clock, output), m_request(std::move(request))
    {}
    void begin() override;

private:
    void showAddress(ProgramAccess &access);
    void showKeys(ProgramAccess &access);
    void create(ProgramAccess &access);
    void revoke(ProgramAccess &access);

    ShowApi m_request;
};

} // namespace sandglass::cli
