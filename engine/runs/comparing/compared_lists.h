#pragma once

#include "engine/core/expected.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace netsmith::runs {

// Parse lists as users type them, separated by commas, semicolons or spaces, including the Chinese ones; empty for an empty text,
// and each value once. The error reports the error and shows the format.

/// Whole numbers from 0 up and ranges of them, "1, 2, 5-9"; at most `mostSeeds`.
Expected<std::vector<std::int64_t>> seedsFrom(std::string_view text);
inline constexpr std::size_t mostSeeds = 100;

/// Numbers above 0.
Expected<std::vector<double>> learningRatesFrom(std::string_view text);

/// Whole numbers from 1 up.
Expected<std::vector<std::int64_t>> batchSizesFrom(std::string_view text);

} // namespace netsmith::runs
