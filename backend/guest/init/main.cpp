// SPDX-License-Identifier: GPL-3.0-or-later
// The first process of a guest: loads the modules that the kernel package keeps apart, mounts the root disk,
// puts the agent where a root disk cannot be older than it (/run/sandglass) and hands over to systemd.
// Static, no library but the C one; every step either works or says on the console what did not, and the
// guest stops.

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <string>
#include <sys/mount.h>
#include <sys/random.h>
#include <sys/reboot.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

// The agent's unit lives in /run, so that a new agent or a new unit needs a new initrd only.
constexpr const char *agentUnit = "[Unit]\n"
                                  "Description=Sandglass agent\n"
                                  "DefaultDependencies=no\n"
                                  "\n"
                                  "[Service]\n"
                                  "ExecStart=/run/sandglass/agent\n"
                                  "Restart=always\n"
                                  "RestartSec=200ms\n"
                                  "OOMScoreAdjust=-900\n"
                                  "KillMode=process\n"
                                  "Delegate=yes\n" // programs are in a group below the agent's
                                  "LimitNOFILE=65536\n"
                                  "TasksMax=infinity\n";

[[noreturn]] void fail(const char *what, const char *detail)
{
    std::fprintf(stderr, "sandglass-init: %s %s: %s\n", what, detail, std::strerror(errno));
    std::fflush(stderr);
    ::sync();
    // -no-reboot makes QEMU end here, so the engine sees it at once.
    ::reboot(RB_AUTOBOOT);
    std::_Exit(1);
}

void mountOrFail(const char *source, const char *target, const char *type, unsigned long flags,
                 const char *options = "")
{
    if (::mount(source, target, type, flags, options) != 0 && errno != EBUSY)
        fail("cannot mount", target);
}

std::string readAll(const char *path)
{
    const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return {};
    std::string text;
    std::array<char, 4096> buffer{};
    ssize_t count = 0;
    while ((count = ::read(fd, buffer.data(), buffer.size())) > 0)
        text.append(buffer.data(), static_cast<std::size_t>(count));
    ::close(fd);
    return text;
}

void writeFile(const std::string &path, const std::string &text, mode_t mode)
{
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (fd < 0)
        fail("cannot write", path.c_str());
    if (::write(fd, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        fail("cannot write", path.c_str());
    ::close(fd);
}

void loadModules()
{
    const std::string order = readAll("/modules/order");
    std::size_t begin = 0;
    while (begin < order.size()) {
        std::size_t end = order.find('\n', begin);
        end = end == std::string::npos ? order.size() : end;
        const std::string path = "/modules/" + order.substr(begin, end - begin);
        begin = end + 1;
        const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (fd < 0)
            fail("cannot open", path.c_str());
        // A module that a guest can live without (no such device, already there) is no reason to stop.
        if (::syscall(SYS_finit_module, fd, "", 0) != 0)
            std::fprintf(stderr, "sandglass-init: %s: %s\n", path.c_str(), std::strerror(errno));
        ::close(fd);
        ::unlink(path.c_str());
    }
}

void waitForDisk(const char *path)
{
    constexpr timespec pause{0, 2'000'000};
    constexpr int turns = 30'000; // a minute
    for (int turn = 0; turn < turns; ++turn) {
        if (::access(path, F_OK) == 0)
            return;
        ::nanosleep(&pause, nullptr);
    }
    errno = ETIMEDOUT;
    fail("no root disk", path);
}

void copyAgent()
{
    const int from = ::open("/agent", O_RDONLY | O_CLOEXEC);
    const int to = ::open("/sysroot/run/sandglass/agent", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);
    if (from < 0 || to < 0)
        fail("cannot copy", "/agent");
    ssize_t count = 0;
    while ((count = ::sendfile(to, from, nullptr, 1 << 20)) > 0) {
    }
    if (count < 0)
        fail("cannot copy", "/agent");
    ::close(from);
    ::close(to);
}

void makeMachineId()
{
    // The image has an empty one. A real one from the start spares systemd its first-boot work.
    const char *path = "/sysroot/etc/machine-id";
    struct stat status
    {
    };
    if (::stat(path, &status) == 0 && status.st_size > 0)
        return;
    std::array<unsigned char, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), GRND_NONBLOCK) != static_cast<ssize_t>(bytes.size()))
        return;
    bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0F) | 0x40);
    bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3F) | 0x80);
    std::string text;
    for (const unsigned char byte : bytes) {
        std::array<char, 3> digits{};
        std::snprintf(digits.data(), digits.size(), "%02x", byte);
        text += digits.data();
    }
    writeFile(path, text + "\n", 0444);
}

void prepareRun()
{
    mountOrFail("tmpfs", "/sysroot/run", "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755");
    for (const char *path : {"/sysroot/run/sandglass", "/sysroot/run/systemd", "/sysroot/run/systemd/system",
                             "/sysroot/run/systemd/system/sysinit.target.wants"}) {
        if (::mkdir(path, 0755) != 0)
            fail("cannot make", path);
    }
    copyAgent();
    writeFile("/sysroot/run/systemd/system/sandglass-agent.service", agentUnit, 0644);
    if (::symlink("../sandglass-agent.service",
                  "/sysroot/run/systemd/system/sysinit.target.wants/sandglass-agent.service") != 0)
        fail("cannot link", "sandglass-agent.service");
}

void switchRoot()
{
    for (const char *path : {"/agent", "/init", "/modules/order"})
        ::unlink(path); // the initial file system is memory that nobody would give back
    for (const char *path : {"/dev", "/proc", "/sys"}) {
        const std::string target = std::string("/sysroot") + path;
        if (::mount(path, target.c_str(), nullptr, MS_MOVE, nullptr) != 0)
            fail("cannot move", path);
    }
    if (::chdir("/sysroot") != 0 || ::mount(".", "/", nullptr, MS_MOVE, nullptr) != 0 || ::chroot(".") != 0 ||
        ::chdir("/") != 0)
        fail("cannot switch to", "/sysroot");
}

} // namespace

int main()
{
    mountOrFail("devtmpfs", "/dev", "devtmpfs", MS_NOSUID, "mode=0755");
    mountOrFail("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC);
    mountOrFail("sysfs", "/sys", "sysfs", MS_NOSUID | MS_NODEV | MS_NOEXEC);
    // The engine's accelerator probe waits for this line: the kernel and a first program run.
    std::fprintf(stderr, "sandglass-init: started\n");
    loadModules();
    ::chmod("/dev/fuse", 0666);
    waitForDisk("/dev/vda");
    mountOrFail("/dev/vda", "/sysroot", "ext4", MS_NOATIME);
    makeMachineId();
    prepareRun();
    switchRoot();
    const std::array<const char *, 2> arguments{"/lib/systemd/systemd", nullptr};
    ::execv(arguments[0], const_cast<char *const *>(arguments.data()));
    fail("cannot start", arguments[0]);
}
