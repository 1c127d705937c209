// SPDX-License-Identifier: GPL-3.0-or-later
#include "backend/guest/agent/spawn.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <grp.h>
#include <linux/close_range.h>
#include <linux/sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace sandglass::guest {

namespace {

struct Pipe
{
    FileDescriptor read;
    FileDescriptor write;
};

Pipe makePipe()
{
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return {};
    return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

void setNonBlocking(const FileDescriptor &fd)
{
    if (fd)
        ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
}

// Everything the child needs, made before the fork: after it only system calls are allowed.
struct ChildView
{
    std::vector<const char *> candidates;
    std::vector<char *> arguments;
    std::vector<char *> environment;
    const SpawnPlan *plan = nullptr;
    int in = -1;
    int out = -1;
    int err = -1;
    int failure = -1;
    bool switchUser = false;
};

std::vector<char *> pointers(const std::vector<std::string> &strings)
{
    std::vector<char *> result;
    result.reserve(strings.size() + 1);
    for (const std::string &text : strings)
        result.push_back(const_cast<char *>(text.c_str()));
    result.push_back(nullptr);
    return result;
}

[[noreturn]] void report(const ChildView &view, SpawnFailure::Stage stage, int error)
{
    const SpawnFailure failure{stage, error};
    [[maybe_unused]] const ssize_t written = ::write(view.failure, &failure, sizeof failure);
    ::_exit(127);
}

void resetSignals()
{
    struct sigaction action
    {
    };
    action.sa_handler = SIG_DFL;
    for (int number = 1; number < SIGRTMIN; ++number)
        ::sigaction(number, &action, nullptr);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void setPriorities()
{
    if (const int fd = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); fd >= 0) {
        [[maybe_unused]] const ssize_t written = ::write(fd, "100", 3);
        ::close(fd);
    }
    // The agent itself may hold more descriptors than programs are used to.
    constexpr rlim_t usual = 1024;
    rlimit descriptors{};
    if (::getrlimit(RLIMIT_NOFILE, &descriptors) == 0 && descriptors.rlim_cur > usual) {
        descriptors.rlim_cur = usual;
        ::setrlimit(RLIMIT_NOFILE, &descriptors);
    }
    constexpr int whoProcess = 1;
    constexpr int bestEffort4 = 2 << 13 | 4;
    ::syscall(SYS_ioprio_set, whoProcess, 0, bestEffort4);
    ::setpriority(PRIO_PROCESS, 0, 0);
}

[[noreturn]] void runChild(const ChildView &view)
{
    resetSignals();
    ::setsid();
    if (view.plan->terminal && ::ioctl(view.in, TIOCSCTTY, 0) != 0)
        report(view, SpawnFailure::Stage::Identity, errno);
    if (::dup2(view.in, STDIN_FILENO) < 0 || ::dup2(view.out, STDOUT_FILENO) < 0 ||
        ::dup2(view.err, STDERR_FILENO) < 0)
        report(view, SpawnFailure::Stage::Identity, errno);
    // Ours close on exec anyway; this is for what whoever started the agent left open.
    ::syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    setPriorities();
    const User &user = view.plan->user;
    // The C library's functions would speak to all threads of the agent first, which are not here.
    if (view.switchUser && (::syscall(SYS_setgroups, user.groups.size(), user.groups.data()) != 0 ||
                            ::syscall(SYS_setgid, user.gid) != 0 || ::syscall(SYS_setuid, user.uid) != 0))
        report(view, SpawnFailure::Stage::Identity, errno);
    if (::chdir(view.plan->directory.c_str()) != 0)
        report(view, SpawnFailure::Stage::Directory, errno);
    ::umask(0022);
    int error = ENOENT;
    for (const char *candidate : view.candidates) {
        ::execve(candidate, view.arguments.data(), view.environment.data());
        if (errno != ENOENT && errno != ENOTDIR)
            error = errno;
    }
    report(view, SpawnFailure::Stage::Program, error);
}

} // namespace

namespace {

// The three standard streams: our ends in the child's handle, its own ends here until after the fork.
struct Streams
{
    FileDescriptor in;
    FileDescriptor out;
    FileDescriptor err;
};

bool openPipes(const SpawnPlan &plan, SpawnedChild &child, Streams &theirs)
{
    Pipe in =
        plan.stdinOpen ? makePipe() : Pipe{FileDescriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)), {}};
    Pipe out = makePipe();
    Pipe err = makePipe();
    if (!in.read || !out.read || !err.read)
        return false;
    child.in = std::move(in.write);
    child.out = std::move(out.read);
    child.err = std::move(err.read);
    theirs = {std::move(in.read), std::move(out.write), std::move(err.write)};
    return true;
}

bool openTerminal(const SpawnPlan &plan, SpawnedChild &child, Streams &theirs)
{
    FileDescriptor master(::open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC));
    int locked = 0;
    if (!master || ::ioctl(master.get(), TIOCSPTLCK, &locked) != 0)
        return false;
    FileDescriptor slave(::ioctl(master.get(), TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC));
    child.in.reset(::fcntl(master.get(), F_DUPFD_CLOEXEC, 0));
    if (!slave || !child.in || !resizeTerminal(master.get(), *plan.terminal))
        return false;
    // So that programs of the user may open it by its name.
    if (::geteuid() == 0 && ::fchown(slave.get(), plan.user.uid, static_cast<gid_t>(-1)) != 0)
        return false;
    child.out = std::move(master);
    theirs.in = std::move(slave);
    return true;
}

// Born in its control group: moving there later would make all wait for the kernel's grace periods. The child
// may do no more than after a plain fork.
pid_t forkInto(int group)
{
    if (group >= 0) {
        clone_args arguments{};
        arguments.flags = CLONE_INTO_CGROUP;
        arguments.exit_signal = SIGCHLD;
        arguments.cgroup = static_cast<std::uint64_t>(group);
        const long pid = ::syscall(SYS_clone3, &arguments, sizeof arguments);
        if (pid >= 0)
            return static_cast<pid_t>(pid);
    }
    return ::fork();
}

} // namespace

bool resizeTerminal(int master, TerminalSize size)
{
    winsize window{};
    window.ws_col = size.columns;
    window.ws_row = size.rows;
    return ::ioctl(master, TIOCSWINSZ, &window) == 0;
}

SpawnedChild spawn(const SpawnPlan &plan)
{
    SpawnedChild child;
    Streams theirs;
    Pipe failure = makePipe();
    if (!failure.read ||
        !(plan.terminal ? openTerminal(plan, child, theirs) : openPipes(plan, child, theirs)))
        return child;
    ChildView view;
    for (const std::string &candidate : plan.candidates)
        view.candidates.push_back(candidate.c_str());
    view.arguments = pointers(plan.arguments);
    view.environment = pointers(plan.environment);
    view.plan = &plan;
    view.in = theirs.in.get();
    view.out = plan.terminal ? view.in : theirs.out.get();
    view.err = plan.terminal ? view.in : theirs.err.get();
    view.failure = failure.write.get();
    view.switchUser = ::geteuid() == 0;
    const pid_t pid = forkInto(plan.group);
    if (pid < 0)
        return child;
    if (pid == 0)
        runChild(view);
    child.pid = pid;
    child.processFd.reset(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    child.failure = std::move(failure.read);
    for (const FileDescriptor *fd : {&child.in, &child.out, &child.err, &child.failure})
        setNonBlocking(*fd);
    return child;
}

} // namespace sandglass::guest
