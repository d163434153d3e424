#pragma once

#include "engine/inspect/profiler/training_profile.h"
#include "engine/predict/preparing.h"
#include "engine/train/setup.h"

#include <optional>

namespace netsmith::inspect {

/// How the numbers of one layer are connected to those of the next.
enum class Connection {
    dense, ///< each with each, every connection with its own weight
    convolution, ///< each with those in a window around it; all places share their weights
    grouped, ///< likewise, but only with the channels of its own group
    depthwise, ///< likewise, with one channel
};
/// "grouped", as in JSON.
std::string_view idOf(Connection connection);

struct ConnectionCosts {
    Connection connection{};
    std::int64_t groups = 1;
    std::int64_t parameters = 0;
    double flops = 0.0; ///< of a batch, forward and backward; a multiplication and an addition count as two
    double seconds = 0.0; ///< of a batch, forward and backward; 0: not measured, since it needs too much memory
};

/// A convolution beside layers that make an output of the same shape of the same input.
struct SharingCosts {
    std::string layer; ///< its path
    Shape input; ///< of a sample
    Shape output;
    std::int64_t batch = 0;
    std::vector<ConnectionCosts> connections; ///< from the most parameters to the fewest
    const ConnectionCosts* find(Connection connection) const;
};

/// The Conv2D layer that takes most of a training step; empty: there is none.
std::string slowestConvolution(const TrainingProfile& profile, const train::TrainingSetup& setup);

/// Trains the layer alone on noise, in memory: as it is, dense, in groups and depthwise, as far as its channels can be divided.
/// Nothing if it is not a Conv2D layer of the network. Throws `data.cancelled` and what the device says.
std::optional<SharingCosts> measureSharing(train::TrainingSetup& setup, Backend& backend, const std::string& layer,
                                           const PreparingWatch& watch = {});

/// What sharing weights saves, and what groups save, in a sentence each.
std::vector<Message> wordsOf(const SharingCosts& costs);

} // namespace netsmith::inspect
