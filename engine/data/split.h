#pragma once

#include <cstdint>
#include <vector>

namespace netsmith::data {

/// Which samples train and which judge.
struct Partition {
    std::vector<std::int32_t> train; ///< samples of `DataSet::train`, ascending
    std::vector<std::int32_t> validation; ///< samples of `DataSet::test`, or of `DataSet::train` where held out; ascending
    bool heldOut = false; ///< validation samples are taken out of the training split
};

/// How many of at least two training samples a share above 0 holds out: at least one and never all.
std::int64_t heldOutCount(std::int64_t trainCount, double share);

/// Holds out `share` of the training samples as validation, chosen by Philox from `seed`, at least one and never all; with a share
/// of 0 the test split validates. Throws `data.share` outside [0, 1), `data.share_samples` where too few samples are there.
Partition partition(std::int64_t trainCount, std::int64_t testCount, double share, std::uint64_t seed);

} // namespace netsmith::data
