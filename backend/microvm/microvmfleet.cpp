// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/microvm/microvmfleet.h"

#include "backend/microvm/fleet/consolelogs.h"
#include "backend/microvm/fleet/enginefeed.h"
#include "backend/microvm/fleet/enginehttp.h"
#include "backend/microvm/fleet/engineports.h"
#include "backend/microvm/fleet/enginethread.h"
#include "backend/microvm/fleet/stockports.h"

namespace sandglass::microvm {

MicroVmFleet::MicroVmFleet(EngineOptions options)
    : m_console(std::make_unique<ConsoleLogs>(options.dataFolder + QStringLiteral("/machines"))),
      m_engine(std::make_unique<EngineThread>(std::move(options))),
      m_feed(std::make_unique<EngineFeed>(*m_engine)), m_control(std::make_unique<EngineControl>(*m_engine)),
      m_display(std::make_unique<EngineDisplay>(*m_engine)), m_exec(std::make_unique<EngineExec>(*m_engine)),
      m_http(std::make_unique<EngineHttp>(*m_engine)), m_stock(std::make_unique<EngineStock>(*m_engine)),
      m_stockControl(std::make_unique<EngineStockControl>(*m_engine))
{}

MicroVmFleet::~MicroVmFleet() = default;

FleetFeed &MicroVmFleet::feed()
{
    return *m_feed;
}

FleetControl *MicroVmFleet::control()
{
    return m_control.get();
}

Display *MicroVmFleet::display()
{
    return m_display.get();
}

Exec *MicroVmFleet::exec()
{
    return m_exec.get();
}

GuestHttp *MicroVmFleet::guestHttp()
{
    return m_http.get();
}

FleetStock *MicroVmFleet::stock()
{
    return m_stock.get();
}

StockControl *MicroVmFleet::stockControl()
{
    return m_stockControl.get();
}

ConsoleLog *MicroVmFleet::consoleLog()
{
    return m_console.get();
}

} // namespace sandglass::microvm
