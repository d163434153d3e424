#pragma once

#include "tests/engine/data/listener.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>

using SSL_CTX = struct ssl_ctx_st;

namespace netsmith::test {

/// A web server on this machine that speaks TLS with a certificate it signed itself, and gives each client the same reply.
class TlsServer {
public:
    /// The certificate is for `name`, "IP:127.0.0.1" or "DNS:elsewhere.example", and is written to the file `certificate`.
    TlsServer(std::string reply, const std::string& name, const std::filesystem::path& certificate);
    ~TlsServer();
    TlsServer(const TlsServer&) = delete;
    TlsServer& operator=(const TlsServer&) = delete;

    std::string url() const { return "https://" + m_listener->address() + "/"; }
    int connections() const { return m_connections; }
    /// The number of requests read; a client sends one only after it has accepted the certificate.
    int requests() const { return m_requests; }

private:
    void serve(int connection);

    std::string m_reply;
    SSL_CTX* m_context;
    std::atomic<int> m_connections = 0;
    std::atomic<int> m_requests = 0;
    std::unique_ptr<Listener> m_listener; ///< the last, because it uses the others
};

} // namespace netsmith::test
