#pragma once

#include "engine/fields/dataset.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::data {

/// Which samples are for training and which for validation.
struct Partition {
    std::vector<std::int32_t> train; ///< samples of `DataSet::train`, ascending
    std::vector<std::int32_t> validation; ///< samples of `DataSet::test`, or of `DataSet::train` where held out; ascending
    bool heldOut = false; ///< validation samples are taken out of the training split
};

/// How many of at least two training samples a fraction above 0 holds out: at least one and never all.
std::int64_t heldOutCount(std::int64_t trainCount, double share);

/// The same if each class, all of which have samples, keeps at least one.
std::int64_t heldOutCount(std::int64_t trainCount, double share, std::int64_t classes);
/// Throws `data.stratify` unless a field holds one class a sample.
void checkStratified(const FieldSpec& labels);

/// Holds out `share` of the training samples as validation, chosen by Philox from `seed`, at least one and never all; with a share
/// of 0 the test split validates. Throws `data.share` outside [0, 1), `data.share_samples` where too few samples are there.
Partition partition(std::int64_t trainCount, std::int64_t testCount, double share, std::uint64_t seed);

/// The same from each class by itself, so that the parts have the classes in the same proportions: of n samples of a class
/// share·n are held out, rounded so that they add up to `heldOutCount` (Hamilton's method), and at least one stays. `labels` holds
/// one class per sample. Throws `data.stratify` if it does not.
Partition stratifiedPartition(const Field& labels, double share, std::uint64_t seed);

/// Splits the training samples into `count` folds, drawn by Philox from `seed`: each sample is in one, ascending, and fold sizes
/// differ by at most one sample. If `labels` holds one class per sample, so do the counts of each class. Throws `data.folds` for a
/// count that is not from 2 to the number of samples.
std::vector<std::vector<std::int32_t>> folds(const Field& labels, std::int64_t count, std::uint64_t seed);

/// Holds out those of `trainCount` samples that `text` names, one on each line: by its name where the samples have any, or by its
/// number from 0. Empty lines mean nothing and a sample may be named twice. Throws `data.held_out*`, naming `file` and the line.
Partition namedPartition(std::string_view text, const std::string& file, std::span<const std::string> names,
                         std::int64_t trainCount);

} // namespace netsmith::data
