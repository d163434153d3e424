#pragma once

#include <cstdint>
#include <vector>

namespace netsmith::data {

/// Samples 0 … count−1 as they lie: for evaluation, and for training without shuffling.
std::vector<std::int32_t> identityOrder(std::int64_t count);

/// The order of `samples` in one epoch: a Fisher–Yates shuffle (Durstenfeld 1964) drawn from Philox, so a function of its
/// arguments alone; a resumed run draws the same.
std::vector<std::int32_t> epochOrder(std::vector<std::int32_t> samples, std::uint64_t seed, std::uint32_t epoch);
/// The same over samples 0 … count−1.
std::vector<std::int32_t> epochOrder(std::int64_t count, std::uint64_t seed, std::uint32_t epoch);

/// `samples`, of which each goes on where the one before it ended, as batches of which each goes on where the one before it ended:
/// the i-th of a batch is the one behind the i-th of the batch before. What makes no whole batch is left out.
std::vector<std::int32_t> laneOrder(const std::vector<std::int32_t>& samples, std::int64_t batch);

} // namespace netsmith::data
