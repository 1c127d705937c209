// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

namespace sandglass::guest {

// What the agent may hold for its peers, all sessions together. Output that waits for its reader has a floor
// for every stream and a pool above it; a stream may take an eighth of what is free of the pool, so that a
// few slow readers use much of it and many of them still leave each other room. Requests that are gathered
// whole and input that waits for its process share the other pool; when that is used up, a request is
// refused. The agent's only thread.
class MemoryBudget
{
public:
    static constexpr std::size_t outputPool = 16 << 20;
    static constexpr std::size_t outputFloor = 32 << 10;
    static constexpr std::size_t inputPool = 24 << 20;

    // How much one stream may have waiting now.
    std::size_t outputShare() const
    {
        return outputFloor + (outputPool - std::min(m_output, outputPool)) / 8;
    }
    std::size_t outputFree() const { return outputPool - std::min(m_output, outputPool); }
    void addOutput(std::size_t count) { m_output += count; }
    void removeOutput(std::size_t count) { m_output -= std::min(count, m_output); }

    bool addInput(std::size_t count)
    {
        if (count > inputPool - std::min(m_input, inputPool))
            return false;
        m_input += count;
        return true;
    }
    void removeInput(std::size_t count) { m_input -= std::min(count, m_input); }
    std::size_t input() const { return m_input; }

private:
    std::size_t m_output = 0;
    std::size_t m_input = 0;
};

// A part of the input pool that is given back when this goes.
class InputCharge
{
public:
    InputCharge() = default;
    explicit InputCharge(std::shared_ptr<MemoryBudget> budget) : m_budget(std::move(budget)) {}
    InputCharge(InputCharge &&other) noexcept
        : m_budget(std::move(other.m_budget)), m_size(std::exchange(other.m_size, 0))
    {}
    InputCharge &operator=(InputCharge &&other) noexcept
    {
        release();
        m_budget = std::move(other.m_budget);
        m_size = std::exchange(other.m_size, 0);
        return *this;
    }
    InputCharge(const InputCharge &) = delete;
    InputCharge &operator=(const InputCharge &) = delete;
    ~InputCharge() { release(); }

    bool grow(std::size_t count)
    {
        if (!m_budget || !m_budget->addInput(count))
            return false;
        m_size += count;
        return true;
    }
    // Shrinks only.
    void resize(std::size_t size)
    {
        if (m_budget && size < m_size) {
            m_budget->removeInput(m_size - size);
            m_size = size;
        }
    }
    const std::shared_ptr<MemoryBudget> &budget() const { return m_budget; }
    void release()
    {
        if (m_budget)
            m_budget->removeInput(std::exchange(m_size, 0));
    }

private:
    std::shared_ptr<MemoryBudget> m_budget;
    std::size_t m_size = 0;
};

} // namespace sandglass::guest
