#include "engine/core/sha256.h"

#include <openssl/evp.h>

#include <array>

namespace netsmith {

/// OpenSSL's: it uses the processor's own instructions.
struct Sha256::Context {
    struct Free {
        void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
    };
    std::unique_ptr<EVP_MD_CTX, Free> digest{EVP_MD_CTX_new()};
};

Sha256::Sha256()
    : m_context(std::make_unique<Context>())
{
    clear();
}

Sha256::~Sha256() = default;

void Sha256::clear()
{
    EVP_DigestInit_ex(m_context->digest.get(), EVP_sha256(), nullptr);
}

void Sha256::add(std::span<const std::byte> bytes)
{
    EVP_DigestUpdate(m_context->digest.get(), bytes.data(), bytes.size());
}

std::string Sha256::text() const
{
    const Context copy;
    EVP_MD_CTX_copy_ex(copy.digest.get(), m_context->digest.get());
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
    unsigned length = 0;
    EVP_DigestFinal_ex(copy.digest.get(), digest.data(), &length);
    std::string out;
    for (unsigned i = 0; i < length; ++i) {
        constexpr char digits[] = "0123456789abcdef";
        out += digits[digest[i] >> 4];
        out += digits[digest[i] & 15];
    }
    return out;
}

std::string sha256(std::span<const std::byte> content)
{
    Sha256 hash;
    hash.add(content);
    return hash.text();
}

} // namespace netsmith
