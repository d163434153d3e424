#pragma once

#include "engine/plan/checks/checked_project.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Smaller networks from trained ones.
namespace netsmith::compress {

/// The channels along one axis of an array: element e belongs to channel (e / stride) mod groups.size().
struct ChannelAxis {
    std::int64_t stride = 1; ///< elements from one channel to the next
    std::vector<int> groups{}; ///< of each channel, in `Structure::groups`; −1: it always stays
    bool operator==(const ChannelAxis&) const = default;
};

/// A layer that makes channels, whose number is one of its parameters.
struct ProducingLayer {
    std::string node; ///< of the unfolded network
    std::string parameter; ///< "filters"
    std::string kernel; ///< the array that makes the channels: "conv2d_1.kernel"
    ChannelAxis channels; ///< along the kernel
    std::string bias{}; ///< the array that is added to them; empty: none
    /// The groups of its input channels where each has filters of its own and the parameter "groups" counts them; else empty.
    std::vector<int> ownFilters{};
};

/// A normalization that scales channels one by one.
struct ChannelScale {
    std::string node;
    std::string gamma;
    std::string beta;
    std::vector<int> groups; ///< of each channel
};

/// Channels that can only be removed together, wherever they are.
struct ChannelGroup {
    int set = 0; ///< layers whose channels are tied to each other: all their groups are of one set, counted from 0
    std::optional<Message> obstacle{}; ///< why it stays
};

/// A layer whose output channels all stay, and why.
struct UncutLayer {
    std::string node;
    Message reason;
};

/// Which channels of a network can be removed, and what goes with them. The network's inputs and outputs stay.
struct Structure {
    std::vector<ChannelGroup> groups{};
    std::vector<ProducingLayer> layers{}; ///< in the order of execution
    std::vector<ChannelScale> scales{};
    std::map<std::string, std::vector<ChannelAxis>, std::less<>> arrays{}; ///< of parameters and statistics that have channels
    std::vector<UncutLayer> uncut{};
    int sets = 0;

    const ProducingLayer* layerNamed(std::string_view node) const;
    const UncutLayer* uncutNamed(std::string_view node) const;
};

/// Finds it by lowering the network for prediction and following each tensor's channels through the ops: sums tie the channels of
/// both sides, a depthwise convolution ties its output to its input, a flattened map has each channel as many times as it has
/// positions, and where a convolution has groups the n-th channels of all groups go together, so that they stay equally large. An
/// op that mixes channels in another way keeps those that it reads and makes. Throws the project's first error.
Structure structureOf(const CheckedProject& project);

} // namespace netsmith::compress
