#pragma once

#include "engine/train/training_data.h"

namespace netsmith::test {

/// Points around a centre for each class.
struct Samples {
    std::int64_t train = 400, test = 400;
    int features = 8, classes = 3;
    double apart = 1.5; ///< the deviation of the centres; that of the points is 1
    double offset = 0.0, factor = 1.0; ///< of all numbers
    bool sorted = false; ///< by class
    bool random = false; ///< classes have nothing to do with the points
    bool copies = false; ///< the test samples are training samples
    double rare = 1.0; ///< how often the last class appears beside the others
    double wrong = 0.0; ///< share of training samples with another class
};

/// The fields "point", "label" and "onehot", in memory.
train::LoadedData dataOf(const Samples& wanted, std::uint64_t seed);

} // namespace netsmith::test
