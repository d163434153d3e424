#pragma once

#include "engine/cpu/kernels/batch_norm.h"
#include "engine/cpu/kernels/ranges.h"

namespace netsmith::kernels {

/// Splits the rows of a batch norm into parts that are summed separately and then merged in order, with two floats per channel for
/// each part and two for the whole. Their number depends only on the shape, so that no bit depends on the threads.
class NormParts {
public:
    static constexpr std::int64_t most = 16;

    NormParts(const NormShape& shape, float* scratch)
        : m_rows(shape.rows)
        , m_channels(shape.channels)
        , m_count(countOf(shape))
        , m_scratch(scratch)
    {
    }

    static std::int64_t countOf(const NormShape& shape)
    {
        return std::clamp<std::int64_t>(shape.rows * shape.channels / elementGrain, 1,
                                        std::min(most, std::max<std::int64_t>(shape.rows, 1)));
    }

    std::int64_t count() const { return m_count; }
    std::int64_t rowsOf(std::int64_t part) const { return begin(part + 1) - begin(part); }
    /// Rows that fit the first cache together.
    std::int64_t pieceRows() const { return std::max<std::int64_t>(8, 6144 / m_channels); }

    float* first(std::int64_t part) const { return m_scratch + (2 + 2 * part) * m_channels; }
    float* second(std::int64_t part) const { return first(part) + m_channels; }
    float* first() const { return m_scratch; }
    float* second() const { return m_scratch + m_channels; }

    /// Calls `body(begin, end, first, second)` for each part, on all threads.
    template <class Body>
    void each(const Body& body) const
    {
        forRanges(m_count, 1, [&](std::int64_t from, std::int64_t to) {
            for (std::int64_t part = from; part < to; ++part)
                body(begin(part), begin(part + 1), first(part), second(part));
        });
    }

private:
    std::int64_t begin(std::int64_t part) const { return m_rows * part / m_count; }

    std::int64_t m_rows;
    std::int64_t m_channels;
    std::int64_t m_count;
    float* m_scratch;
};

} // namespace netsmith::kernels
