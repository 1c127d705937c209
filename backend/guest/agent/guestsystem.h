// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "backend/guest/agent/files.h"
#include "backend/guest/agent/programhold.h"

namespace sandglass::guest {

// What the agent changes of its machine. The real one needs root in a guest; the other one writes what it was
// told into a folder, for an agent that listens on a socket of a developer's machine, where nothing may be
// changed.
class GuestSystem
{
public:
    virtual ~GuestSystem() = default;
    // Each returns false when the kernel refused.
    virtual bool setClock(std::int64_t nanosecondsSinceEpoch) = 0;
    virtual bool addEntropy(std::string_view bytes) = 0;
    virtual bool setHostName(const std::string &name) = 0;
    virtual bool powerOff() = 0;
    // Every program but the agent stands still, or goes on; hold() may take a moment and may come from
    // another thread.
    virtual bool holdPrograms() = 0;
    virtual void releasePrograms() = 0;
    // The folder of the control group that programs are started in, or -1.
    virtual int programsGroup() const { return -1; }
    // Absolute paths of the guest.
    virtual bool write(const std::string &path, std::string_view text, mode_t mode) = 0;
};

class RealSystem : public GuestSystem
{
public:
    RealSystem();
    bool setClock(std::int64_t nanosecondsSinceEpoch) override;
    bool addEntropy(std::string_view bytes) override;
    bool setHostName(const std::string &name) override;
    bool powerOff() override;
    bool holdPrograms() override;
    void releasePrograms() override { m_hold.release(); }
    int programsGroup() const override { return m_hold.programs().get(); }
    bool write(const std::string &path, std::string_view text, mode_t mode) override;

private:
    FileDescriptor m_random; // open from the start: a clone's first act should not look paths up
    ProgramHold m_hold;
};

class FolderSystem : public GuestSystem
{
public:
    explicit FolderSystem(std::string folder) : m_folder(std::move(folder)) {}
    bool setClock(std::int64_t nanosecondsSinceEpoch) override;
    bool addEntropy(std::string_view bytes) override;
    bool setHostName(const std::string &name) override;
    bool powerOff() override;
    bool holdPrograms() override;
    void releasePrograms() override;
    bool write(const std::string &path, std::string_view text, mode_t mode) override;

private:
    std::string m_folder;
};

} // namespace sandglass::guest
