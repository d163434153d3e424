#pragma once

#include "tests/engine/data/listener.h"

#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace netsmith::test {

struct Request {
    std::string path; ///< "/file"
    std::size_t from = 0; ///< where the requested range begins
};

struct Reply {
    std::string status = "200 OK";
    std::string headers{}; ///< lines that end in \r\n
    std::string body{};
    bool declareLength = true;
    std::size_t cut = 0; ///< bytes at the end of the declared body that are not sent
    bool hold = false; ///< keeps the connection open until the client closes it
};

/// A web server on this machine that replies as a test wants, one connection after the other.
class LocalServer {
public:
    explicit LocalServer(std::function<Reply(const Request&)> answer);

    std::string url(const std::string& path) const;
    std::vector<Request> requests() const;

private:
    void serve(int connection);

    std::function<Reply(const Request&)> m_answer;
    mutable std::mutex m_mutex;
    std::vector<Request> m_requests;
    Listener m_listener; ///< the last, because it uses the others
};

} // namespace netsmith::test
