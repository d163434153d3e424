#include "engine/cli/terminal/signals.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <pthread.h>
#include <unistd.h>

namespace netsmith::cli {
namespace {

std::atomic<int> received = 0;

using Clock = std::chrono::steady_clock;

/// What ends the watching thread itself.
constexpr int wakeUp = SIGUSR1;

/// Programs may signal the same event twice: `timeout` signals its child and then the group, and both the kernel and the shell send
/// SIGHUP when a terminal closes. A signal this soon after the first is not a second request.
constexpr auto echo = std::chrono::seconds(1);

sigset_t watched()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, wakeUp);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR2}) {
        struct sigaction old { };
        // `nohup` and shells that start background jobs ignore some deliberately.
        if (sigaction(signal, nullptr, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaddset(&set, signal);
    }
    return set;
}

void watch(sigset_t set, std::stop_source stop, std::stop_token end)
{
    int signal = 0;
    Clock::time_point first;
    while (sigwait(&set, &signal) == 0) {
        if (signal == wakeUp) {
            if (end.stop_requested())
                return;
            continue;
        }
        if (received == 0) {
            first = Clock::now();
            received = 128 + (signal == SIGUSR2 ? SIGTERM : signal);
            stop.request_stop();
        } else if (Clock::now() - first > echo) {
            _exit(128 + (signal == SIGUSR2 ? SIGTERM : signal));
        }
    }
}

} // namespace

SignalWatch::SignalWatch()
{
    const sigset_t set = watched();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_thread = std::jthread([set, stop = m_stop](std::stop_token end) { watch(set, stop, end); });
}

SignalWatch::~SignalWatch()
{
    m_thread.request_stop();
    pthread_kill(m_thread.native_handle(), wakeUp);
    m_thread.join();
    // The signals stay blocked: all that is left is to write the last output and exit with the signal's exit code.
}

int SignalWatch::exitCode() const
{
    return received;
}

} // namespace netsmith::cli
