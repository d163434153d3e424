#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace netsmith::test {

struct Request {
    std::string path; ///< "/file"
    std::size_t from = 0; ///< where the asked-for range begins
};

struct Reply {
    std::string status = "200 OK";
    std::string headers{}; ///< lines that end in \r\n
    std::string body{};
    bool declareLength = true;
    std::size_t cut = 0; ///< of the declared body, so many bytes are not sent
    bool hold = false; ///< keeps the connection until the client leaves
};

/// A web server on this machine that says what a test wants it to say, one connection after the other.
class LocalServer {
public:
    explicit LocalServer(std::function<Reply(const Request&)> answer);
    ~LocalServer();
    LocalServer(const LocalServer&) = delete;
    LocalServer& operator=(const LocalServer&) = delete;

    std::string url(const std::string& path) const;
    std::vector<Request> requests() const;

private:
    void serve();
    void answerOne(int connection);

    std::function<Reply(const Request&)> m_answer;
    int m_listener = -1;
    int m_port = 0;
    mutable std::mutex m_mutex;
    std::vector<Request> m_requests;
    std::thread m_thread;
};

} // namespace netsmith::test
