#pragma once

#include "engine/backend/backend.h"
#include "engine/backend/communicator.h"
#include "engine/fields/dataset.h"
#include "engine/graph/project/project.h"

#include <vector>

namespace netsmith::test {

/// Noise in the shape of images, each of one of some classes.
data::DataSplit noiseOf(const Shape& image, int classes, std::int64_t count);

/// A few steps of a network over samples in their order.
struct Training {
    Backend& backend;
    const Project& project;
    const data::DataSplit& samples;
    std::int64_t batch; ///< of one rank
    int steps;
    double rate = 0.01;
};

using Arenas = std::vector<std::vector<double>>;
/// The weights, the optimizer's first slot and the statistics after some steps of one rank; null: of the only one. Each rank takes
/// what the ranks before it leave of a batch of all.
Arenas trained(const Training& training, Communicator* ranks, Expected<int>* ran = nullptr);

} // namespace netsmith::test
