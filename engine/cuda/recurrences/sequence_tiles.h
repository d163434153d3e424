#pragma once

#include "engine/cuda/kernels/recurrence_sequence.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::cuda {

using SequenceTiles = kernels::SequenceTiles;

/// The tiles in which all of a layer fits this GPU at once.
std::vector<SequenceTiles> sequenceTiles(const kernels::RecurrenceShape& shape);
bool fits(const kernels::RecurrenceShape& shape, const SequenceTiles& tiles);

/// "own:sequence:4x32" for 4 samples and 32 units, and back; nothing for another name.
std::string nameOf(const SequenceTiles& tiles);
std::optional<SequenceTiles> sequenceTilesFrom(std::string_view name);

} // namespace netsmith::cuda
