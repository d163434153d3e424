#pragma once

#include <cstdint>

// What the kernels of pointwise losses are given, on every device.

namespace netsmith {

/// Numbers p [count] against t [count] (float, or i32 classes). With weights, each of them counts for `each` numbers in a row;
/// null for none.
template <class Target>
struct PointwisePair {
    const float* prediction;
    const Target* target;
    std::int64_t count;
    const float* weight = nullptr;
    std::int64_t each = 1;
};

} // namespace netsmith
