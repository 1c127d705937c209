// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/api/fleet.h"
#include "backend/connect/sandglass/rpcclient.h"
#include "backend/connect/sandglass/sandglassaccess.h"
#include "backend/connect/sandglass/sandglasscontrol.h"
#include "backend/connect/sandglass/sandglassexec.h"
#include "backend/connect/sandglass/sandglassfeed.h"
#include "backend/connect/sandglass/sandglassstock.h"

namespace sandglass::connect {

struct SandglassFleetOptions
{
    RpcClientOptions client;
    ContextId context; // empty: the engine's own
};

// The fleet of an engine in another process of the same user, over its local socket
// (`backend/gateway/local`). One thread; the clock outlives it. Connects when the feed is started and again
// after each loss; commands without a connection are refused with EngineUnreachable.
class SandglassFleet final : public Fleet
{
public:
    SandglassFleet(const SandglassFleetOptions &options, const Clock &clock)
        : m_client(options.client), m_feed(m_client, options.context, clock), m_control(m_client, m_feed),
          m_display(m_client, m_feed), m_exec(m_client), m_access(m_client), m_stock(m_client),
          m_stockControl(m_client, m_feed)
    {}

    [[nodiscard]] FleetFeed &feed() override { return m_feed; }
    [[nodiscard]] FleetControl *control() override { return &m_control; }
    [[nodiscard]] Display *display() override { return &m_display; }
    [[nodiscard]] Exec *exec() override { return &m_exec; }
    [[nodiscard]] ProgramAccess *programAccess() override { return &m_access; }
    [[nodiscard]] FleetStock *stock() override { return &m_stock; }
    [[nodiscard]] StockControl *stockControl() override { return &m_stockControl; }
    [[nodiscard]] const ServerInfo &server() const { return m_client.server(); }

private:
    RpcClient m_client;
    SandglassFeed m_feed;
    SandglassControl m_control;
    SandglassDisplay m_display;
    SandglassExec m_exec;
    SandglassAccess m_access;
    SandglassStock m_stock;
    SandglassStockControl m_stockControl;
};

} // namespace sandglass::connect
