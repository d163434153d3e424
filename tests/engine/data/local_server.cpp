#include "tests/engine/data/local_server.h"

#include <sys/socket.h>

namespace netsmith::test {
namespace {

Request parse(const std::string& head)
{
    Request request;
    const std::size_t from = head.find(' ') + 1;
    request.path = head.substr(from, head.find(' ', from) - from);
    constexpr std::string_view range = "Range: bytes=";
    if (const std::size_t at = head.find(range); at != std::string::npos)
        request.from = std::stoul(head.substr(at + range.size()));
    return request;
}

void sendAll(int connection, const std::string& bytes)
{
    for (std::size_t sent = 0; sent < bytes.size();) {
        const ssize_t count = ::send(connection, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (count <= 0)
            return; // the client closed the connection, as in some tests
        sent += static_cast<std::size_t>(count);
    }
}

} // namespace

LocalServer::LocalServer(std::function<Reply(const Request&)> answer)
    : m_answer(std::move(answer))
    , m_listener([this](int connection) { serve(connection); })
{
}

std::string LocalServer::url(const std::string& path) const
{
    return "http://" + m_listener.address() + path;
}

std::vector<Request> LocalServer::requests() const
{
    const std::lock_guard lock(m_mutex);
    return m_requests;
}

void LocalServer::serve(int connection)
{
    std::string head;
    for (char byte = 0; !head.ends_with("\r\n\r\n");) {
        if (::recv(connection, &byte, 1, 0) != 1)
            return;
        head += byte;
    }
    const Request request = parse(head);
    {
        const std::lock_guard lock(m_mutex);
        m_requests.push_back(request);
    }
    const Reply reply = m_answer(request);
    std::string out = "HTTP/1.1 " + reply.status + "\r\nConnection: close\r\n" + reply.headers;
    if (reply.declareLength)
        out += "Content-Length: " + std::to_string(reply.body.size()) + "\r\n";
    sendAll(connection, out + "\r\n" + reply.body.substr(0, reply.body.size() - reply.cut));
    if (char byte = 0; reply.hold)
        ::recv(connection, &byte, 1, 0);
    ::shutdown(connection, SHUT_WR);
}

} // namespace netsmith::test
