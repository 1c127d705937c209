// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/terminal/scrollback.h"

#include <utility>

namespace sandglass::viewers {

const TerminalLine &Scrollback::at(qint64 line) const
{
    static const TerminalLine nothing;
    if (line < begin() || line >= end())
        return nothing;
    return m_lines[static_cast<std::size_t>(line - m_begin)];
}

void Scrollback::push(TerminalLine line)
{
    m_cells += static_cast<qint64>(line.cells.size());
    m_lines.push_back(std::move(line));
    while (!m_lines.empty() &&
           (static_cast<qint64>(m_lines.size()) > m_limits.lines || m_cells > m_limits.cells)) {
        m_cells -= static_cast<qint64>(m_lines.front().cells.size());
        m_lines.pop_front();
        ++m_begin;
    }
}

TerminalLine Scrollback::pop()
{
    if (m_lines.empty())
        return {};
    TerminalLine line = std::move(m_lines.back());
    m_lines.pop_back();
    m_cells -= static_cast<qint64>(line.cells.size());
    return line;
}

void Scrollback::clear()
{
    m_begin = end();
    m_lines.clear();
    m_cells = 0;
}

} // namespace sandglass::viewers
