#pragma once

#include "engine/runner/serve/inference_queue.h"
#include "engine/runner/serve/metrics.h"

#include <memory>
#include <string>

namespace netsmith::runner {

/// What a server allows its clients.
struct ServerLimits {
    std::size_t bodyBytes = std::size_t{64} << 20; ///< of a request
    int connections = 64; ///< at a time; further ones wait in the system's queue
    int seconds = 10; ///< without a byte of a request, and for the whole of its body
};

/// Answers requests to infer with one model over HTTP; see protocol.h. Also /metrics.
class Server {
public:
    /// The networks outlive the server. Throws `serve.bind`. `port`: 0 takes a free one.
    Server(PackedNetwork& single, PackedNetwork& many, std::string model, const std::string& host, int port,
           const ServerLimits& limits);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    int port() const;
    /// Returns after `stop`, when every request that was being read or computed is answered.
    void run();
    /// From any thread.
    void stop();

private:
    class Http;
    std::unique_ptr<Http> m_http;
};

} // namespace netsmith::runner
