#pragma once

#include "tests/engine/layers/layer_run.h"

#include <cstdint>
#include <optional>

namespace netsmith::test {

/// A layer with random parameters, inputs, weights and statistics that fit; nothing if none were found. The same for a seed.
std::optional<LayerInput> randomLayer(const LayerSpec& layer, std::uint64_t seed, bool training);

} // namespace netsmith::test
