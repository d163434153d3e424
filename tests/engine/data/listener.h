#pragma once

#include <functional>
#include <string>
#include <thread>

namespace netsmith::test {

/// Listens on a port of this machine: serves one connection after the other, on a thread of its own.
class Listener {
public:
    explicit Listener(std::function<void(int connection)> serve);
    /// Waits for the connection that is served.
    ~Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    /// "127.0.0.1:" and the port.
    const std::string& address() const { return m_address; }

private:
    int m_socket;
    std::string m_address;
    std::thread m_thread;
};

} // namespace netsmith::test
