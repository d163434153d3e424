#include "engine/cli/signals.h"

#include <atomic>
#include <csignal>
#include <pthread.h>
#include <unistd.h>

namespace netsmith::cli {
namespace {

std::atomic<int> received = 0;

/// What ends the watching thread itself.
constexpr int wakeUp = SIGUSR1;

sigset_t watched()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, wakeUp);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction old { };
        // `nohup` and shells that start background jobs have some ignored, and mean it.
        if (sigaction(signal, nullptr, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaddset(&set, signal);
    }
    return set;
}

void watch(sigset_t set, std::stop_source stop, std::stop_token end)
{
    int signal = 0;
    while (sigwait(&set, &signal) == 0) {
        if (signal == wakeUp) {
            if (end.stop_requested())
                return;
            continue;
        }
        if (received.exchange(128 + signal) != 0)
            _exit(128 + signal);
        stop.request_stop();
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
    // The signals stay blocked: what is left to do is writing the last words and leaving with the signal's exit code.
}

int SignalWatch::exitCode() const
{
    return received;
}

} // namespace netsmith::cli
