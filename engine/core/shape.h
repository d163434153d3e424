#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace netsmith {

/// The sizes of a tensor's axes, outermost first (N,H,W,C for images); a small value that never allocates.
class Shape {
public:
    static constexpr int maxRank = 6;

    Shape() = default;
    Shape(std::initializer_list<std::int64_t> sizes)
        : Shape(std::span(sizes.begin(), sizes.size()))
    {
    }
    /// Throws `shape.rank` past `maxRank` axes, `shape.size` on a size below 1.
    explicit Shape(std::span<const std::int64_t> sizes);

    int rank() const { return m_rank; }
    std::int64_t operator[](int axis) const { return m_sizes[static_cast<std::size_t>(axis < 0 ? axis + m_rank : axis)]; }
    std::span<const std::int64_t> sizes() const { return {m_sizes.data(), static_cast<std::size_t>(m_rank)}; }

    /// The number of elements; throws `shape.overflow` when it leaves 64 bits. A scalar (rank 0) has one.
    std::int64_t elements() const;

    /// This shape with a new outermost axis: (H,W,C) → (N,H,W,C).
    Shape withBatch(std::int64_t batch) const;
    /// This shape without its outermost axis.
    Shape withoutBatch() const;

    /// "32×28×28×1"; "scalar" for rank 0.
    std::string text() const;

    bool operator==(const Shape&) const = default;

private:
    std::array<std::int64_t, maxRank> m_sizes{};
    int m_rank = 0;
};

} // namespace netsmith
