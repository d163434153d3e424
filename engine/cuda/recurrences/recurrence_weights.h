#pragma once

#include <array>
#include <cstdint>

namespace netsmith::cuda {

/// Where a library wants the weights of a recurrent layer, in elements from where they begin: of each gate, in our order, a kernel
/// of H rows of C, one of H rows of H, and a bias of H for each, whether we have one or not.
struct RecurrenceWeights {
    static constexpr std::size_t mostGates = 4;
    using Places = std::array<std::int64_t, mostGates>;

    std::int64_t inputs = 0; ///< C
    std::int64_t units = 0; ///< H
    std::int64_t gates = 0;
    std::int64_t biases = 0; ///< that we have a gate; where the library has one more, that is 0
    Places ofInput{};
    Places ofState{};
    Places inputBias{};
    Places stateBias{};
    std::int64_t elements = 0;
};

} // namespace netsmith::cuda
