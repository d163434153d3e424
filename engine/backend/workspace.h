#pragma once

#include <cstddef>
#include <cstdint>

namespace netsmith {

/// A piece of an op's workspace.
struct Piece {
    std::int64_t offset = 0;
    std::int64_t elements = 0;

    /// Its address, from the addresses that a backend gives an op.
    template <class T, class Addresses>
    T* of(const Addresses& at) const
    {
        return reinterpret_cast<T*>(static_cast<std::byte*>(at.workspace) + offset);
    }
};

/// Allocates parts of an op's workspace while it is lowered.
class Workspace {
public:
    /// Room for `elements` elements of `size` bytes each, aligned for vectors and caches.
    Piece take(std::int64_t elements, std::size_t size = sizeof(float))
    {
        constexpr std::int64_t alignment = 256;
        const Piece piece{m_bytes, elements};
        m_bytes += (elements * static_cast<std::int64_t>(size) + alignment - 1) / alignment * alignment;
        return piece;
    }
    std::int64_t bytes() const { return m_bytes; }

private:
    std::int64_t m_bytes = 0;
};

} // namespace netsmith
