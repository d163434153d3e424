#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace netsmith {

/// A SHA-256 of content that comes in pieces.
class Sha256 {
public:
    Sha256();
    ~Sha256();

    /// Back to no content.
    void clear();
    void add(std::span<const std::byte> bytes);
    /// Of what was added so far, as 64 lower-case hexadecimal digits; more may follow.
    std::string text() const;

private:
    struct Context;
    std::unique_ptr<Context> m_context;
};

/// That of the whole content.
std::string sha256(std::span<const std::byte> content);

} // namespace netsmith
