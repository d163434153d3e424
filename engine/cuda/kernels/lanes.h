#pragma once

#include <cstdint>
#include <type_traits>

namespace netsmith::cuda::kernels {

/// `body(constant)` with the number of adjacent channels that a thread takes: 4 where that divides them, else 1. They share the
/// arithmetic of a place, which takes longer than what is done there.
template <class Body>
void forLanes(std::int64_t channels, const Body& body)
{
    if (channels % 4 == 0)
        body(std::integral_constant<int, 4>());
    else
        body(std::integral_constant<int, 1>());
}

} // namespace netsmith::cuda::kernels
