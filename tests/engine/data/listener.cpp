#include "tests/engine/data/listener.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdexcept>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace netsmith::test {

Listener::Listener(std::function<void(int connection)> serve)
    : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    if (::bind(m_socket, plain, size) != 0 || ::listen(m_socket, 8) != 0 || ::getsockname(m_socket, plain, &size) != 0)
        throw std::runtime_error("no local port to listen on");
    m_address = "127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    m_thread = std::thread([socket = m_socket, serve = std::move(serve)] {
        for (int connection = 0; (connection = ::accept(socket, nullptr, nullptr)) >= 0; ::close(connection))
            serve(connection);
    });
}

Listener::~Listener()
{
    ::shutdown(m_socket, SHUT_RDWR); // wakes accept
    m_thread.join();
    ::close(m_socket);
}

} // namespace netsmith::test
