#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

namespace netsmith {

/// A checksum of content that comes in pieces, nine times as fast as a SHA-256: for what a disk may do wrong, not for forgers.
/// Throws `file.checksum` where OpenSSL can't.
class Checksum {
public:
    using Value = std::array<std::byte, 16>;

    Checksum();
    Checksum(Checksum&&) noexcept;
    Checksum& operator=(Checksum&&) noexcept;
    ~Checksum();

    void add(std::span<const std::byte> bytes);
    /// Of all that was added; nothing may follow.
    Value take();

private:
    struct Context;
    std::unique_ptr<Context> m_context;
};

} // namespace netsmith
