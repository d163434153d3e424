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

/// Each sequence from its last step to its first.
template <class T>
void turnTime(Stream& stream, const SequenceShape& shape, const T* from, T* to);

/// Sequences of 0 but for the last step, which is `last` [samples, width].
template <class T>
void endIn(Stream& stream, const SequenceShape& shape, const T* last, T* to);

/// The last step of each [samples, width].
template <class T>
void endOf(Stream& stream, const SequenceShape& shape, const T* from, T* last);

} // namespace netsmith::cuda::kernels
