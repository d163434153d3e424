#pragma once

#include "engine/core/bfloat16.h"
#include "engine/ops/upsample.h"

#include <vector>

namespace netsmith::kernels {

/// The weights of inputs along one axis in their readers. All inputs between the ends have the same, so they are computed once,
/// before the steps.
class ReaderShares {
public:
    ReaderShares(const UpsampleExtent& extent, std::size_t axis);

    UpsampleReaders readers(std::int64_t input) const { return readersOf(m_interpolation, input, m_factor, m_inputs); }
    /// The first is that of the first reader.
    const float* of(std::int64_t input) const
    {
        const bool first = input == 0;
        const bool last = input == m_inputs - 1;
        return m_shares.data() + ((first ? 1 : 0) + (last ? 2 : 0)) * 2 * m_factor;
    }

private:
    Interpolation m_interpolation;
    std::int64_t m_factor;
    std::int64_t m_inputs;
    std::vector<float> m_shares; ///< of an input between the ends, the first, the last, the only one
};

/// What the gradient needs: the shares along depth, height and width.
struct UpsampleGradient {
    UpsampleExtent extent;
    std::array<ReaderShares, 3> shares;

    explicit UpsampleGradient(const UpsampleExtent& upsampled)
        : extent(upsampled)
        , shares{ReaderShares(upsampled, 0), ReaderShares(upsampled, 1), ReaderShares(upsampled, 2)}
    {
    }
};

// f32 or BFloat16, added up in f32.
template <class T>
void upsample(const UpsampleExtent& extent, const T* x, T* y) noexcept;
template <class T>
void upsampleBackward(const UpsampleGradient& gradient, const T* dy, T* dx) noexcept;

} // namespace netsmith::kernels
