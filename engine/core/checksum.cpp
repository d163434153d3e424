#include "engine/core/checksum.h"

#include "engine/core/error.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

namespace netsmith {

namespace {

/// A sum that was not computed must not look like one that agrees.
void must(bool done)
{
    if (!done)
        throw Error(ErrorKind::failed, NS_MESSAGE("file.checksum", "OpenSSL can't compute a checksum (GMAC); reinstall it"));
}

} // namespace

/// OpenSSL's GMAC under a key that everybody knows: processors multiply polynomials with an instruction of their own.
struct Checksum::Context {
    struct Free {
        void operator()(EVP_MAC* algorithm) const { EVP_MAC_free(algorithm); }
        void operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }
    };
    std::unique_ptr<EVP_MAC, Free> algorithm{EVP_MAC_fetch(nullptr, "GMAC", nullptr)};
    std::unique_ptr<EVP_MAC_CTX, Free> context{EVP_MAC_CTX_new(algorithm.get())};
};

Checksum::Checksum()
    : m_context(std::make_unique<Context>())
{
    constexpr unsigned char key[16] = {}, nonce[12] = {};
    char cipher[] = "AES-128-GCM";
    const OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_CIPHER, cipher, 0),
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_IV, const_cast<unsigned char*>(nonce), sizeof nonce),
        OSSL_PARAM_construct_end(),
    };
    must(m_context->context && EVP_MAC_init(m_context->context.get(), key, sizeof key, parameters) == 1);
}

Checksum::Checksum(Checksum&&) noexcept = default;
Checksum& Checksum::operator=(Checksum&&) noexcept = default;
Checksum::~Checksum() = default;

void Checksum::add(std::span<const std::byte> bytes)
{
    must(EVP_MAC_update(m_context->context.get(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()) == 1);
}

Checksum::Value Checksum::take()
{
    Value value{};
    std::size_t length = 0;
    must(EVP_MAC_final(m_context->context.get(), reinterpret_cast<unsigned char*>(value.data()), &length, value.size()) == 1);
    return value;
}

} // namespace netsmith
