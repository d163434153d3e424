#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>

using SSL_CTX = struct ssl_ctx_st;

namespace netsmith::test {

/// A web server on this machine that speaks TLS with a certificate it signed itself, and gives each client the same reply.
class TlsServer {
public:
    /// `name` is whom the certificate is for, "IP:127.0.0.1" or "DNS:elsewhere.example"; it is written to `certificate`.
    TlsServer(std::string reply, const std::string& name, const std::filesystem::path& certificate);
    ~TlsServer();
    TlsServer(const TlsServer&) = delete;
    TlsServer& operator=(const TlsServer&) = delete;

    std::string url() const { return "https://127.0.0.1:" + std::to_string(m_port) + "/"; }
    int connections() const { return m_connections; }
    /// Requests that were read, which comes after the client has accepted the certificate.
    int requests() const { return m_requests; }

private:
    void serve();

    std::string m_reply;
    SSL_CTX* m_context;
    int m_listener = -1;
    int m_port = 0;
    std::atomic<int> m_connections = 0;
    std::atomic<int> m_requests = 0;
    std::thread m_thread;
};

} // namespace netsmith::test
