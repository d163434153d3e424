#pragma once

#include <stop_token>
#include <thread>

namespace netsmith::cli {

/// Turns SIGINT, SIGTERM and SIGHUP into a stop token, and SIGUSR2, which launchers pass on to all processes, so that a run can
/// write its checkpoint; another signal more than a second after the first ends the process at once. Threads that must not receive
/// signals must start after it.
class SignalWatch {
public:
    SignalWatch();
    ~SignalWatch();
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;

    std::stop_token token() const { return m_stop.get_token(); }
    /// 128 + the signal, as shells count: 129 for SIGHUP, 130 for SIGINT, 143 for SIGTERM and SIGUSR2; 0 before any came.
    int exitCode() const;

private:
    std::stop_source m_stop;
    std::jthread m_thread;
};

} // namespace netsmith::cli
