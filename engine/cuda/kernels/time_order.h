#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// Sequences [samples, steps, width].
struct SequenceShape {
    std::int64_t samples = 0;
    std::int64_t steps = 0;
    std::int64_t width = 0;
    std::int64_t elements() const { return samples * steps * width; }
};

/// The sequences' steps in order, each with all samples [steps, samples, width]; from the last step to the first where
/// they are `reversed`.
template <class T>
void bySteps(Stream& stream, const SequenceShape& shape, bool reversed, const T* from, T* to);

/// Back.
template <class T>
void bySamples(Stream& stream, const SequenceShape& shape, bool reversed, const T* from, T* to);

} // namespace netsmith::cuda::kernels
