#pragma once

#include "tests/engine/plan/step_training.h"

namespace netsmith::test {

/// Samples with an image of 8×8×4, one of 4 classes and 3 numbers, drawn by the seed.
std::vector<Given> randomSamples(std::uint64_t seed, std::int64_t count);

/// A network over these fields, drawn by the seed: convolutions, norms, activations, pooling, sums and dense layers in sequence,
/// often with several readers of one tensor, and with objectives both on an inner tensor and at the end.
Project randomNetwork(std::uint64_t seed);

} // namespace netsmith::test
