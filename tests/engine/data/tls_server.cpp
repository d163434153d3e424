#include "tests/engine/data/tls_server.h"

#include <csignal>
#include <cstdio>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdexcept>

namespace netsmith::test {
namespace {

/// A key and a self-signed certificate for it, valid for a day, in the context and in a file.
void certify(SSL_CTX* context, const std::string& name, const std::filesystem::path& file)
{
    const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
    const std::unique_ptr<X509, decltype(&X509_free)> made(X509_new(), X509_free);
    X509* certificate = made.get();
    X509_set_version(certificate, X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 86400);
    X509_set_pubkey(certificate, key.get());
    X509_NAME* subject = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("a test"), -1, -1, 0);
    X509_set_issuer_name(certificate, subject);
    for (const auto& [id, value] : {std::pair(NID_subject_alt_name, name.c_str()), std::pair(NID_basic_constraints, "CA:TRUE")}) {
        X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, id, value);
        X509_add_ext(certificate, extension, -1);
        X509_EXTENSION_free(extension);
    }
    X509_sign(certificate, key.get(), EVP_sha256());
    std::FILE* out = std::fopen(file.c_str(), "w");
    const bool written = out && PEM_write_X509(out, certificate) == 1;
    if (out)
        std::fclose(out);
    if (!written || SSL_CTX_use_certificate(context, certificate) != 1 || SSL_CTX_use_PrivateKey(context, key.get()) != 1)
        throw std::runtime_error("no certificate could be made");
}

} // namespace

TlsServer::TlsServer(std::string reply, const std::string& name, const std::filesystem::path& certificate)
    : m_reply(std::move(reply))
    , m_context(SSL_CTX_new(TLS_server_method()))
{
    std::signal(SIGPIPE, SIG_IGN); // a client that rejects the certificate closes the connection in the middle of a write
    certify(m_context, name, certificate);
    m_listener = std::make_unique<Listener>([this](int connection) { serve(connection); });
}

TlsServer::~TlsServer()
{
    m_listener.reset(); // it uses the context
    SSL_CTX_free(m_context);
}

void TlsServer::serve(int connection)
{
    ++m_connections;
    SSL* tls = SSL_new(m_context);
    SSL_set_fd(tls, connection);
    if (SSL_accept(tls) == 1) {
        std::string head;
        for (char byte = 0; !head.ends_with("\r\n\r\n") && SSL_read(tls, &byte, 1) == 1;)
            head += byte;
        if (head.ends_with("\r\n\r\n")) {
            ++m_requests;
            SSL_write(tls, m_reply.data(), static_cast<int>(m_reply.size()));
            SSL_shutdown(tls);
        }
    }
    SSL_free(tls);
}

} // namespace netsmith::test
