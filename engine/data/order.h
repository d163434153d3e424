#pragma once

#include <cstdint>
#include <vector>

namespace netsmith::data {

/// Samples 0 … count−1 in order: for evaluation, and for training without shuffling.
std::vector<std::int32_t> identityOrder(std::int64_t count);

/// The order of `samples` in one epoch: a Fisher–Yates shuffle (Durstenfeld 1964) drawn from Philox, so it depends only on its
/// arguments; a resumed run draws the same.
std::vector<std::int32_t> epochOrder(std::vector<std::int32_t> samples, std::uint64_t seed, std::uint32_t epoch);
/// The same over samples 0 … count−1.
std::vector<std::int32_t> epochOrder(std::int64_t count, std::uint64_t seed, std::uint32_t epoch);

/// Arranges `samples`, each of which continues the one before it, into batches that continue each other: the i-th of a batch
/// follows the i-th of the previous batch. An incomplete last batch is left out.
std::vector<std::int32_t> laneOrder(const std::vector<std::int32_t>& samples, std::int64_t batch);

} // namespace netsmith::data
