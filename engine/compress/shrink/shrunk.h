#pragma once

#include "engine/compress/structure/structure.h"
#include "engine/store/safetensors.h"

#include <vector>

namespace netsmith::compress {

/// A project whose layers have fewer channels: only the parameters for their number differ, of a layer in a block those set where
/// the block is used.
Project shrunkProject(const CheckedProject& project, const Structure& structure, const std::vector<bool>& removed);

/// The weights and statistics of what is left, as a file of weights in our own layout: bit by bit those of the whole network.
/// `shrunk` is the checked project that `shrunkProject` returned. Throws its first error, and `compress.shape` if an array would
/// not fit it.
std::vector<std::byte> shrunkWeights(const CheckedProject& shrunk, const Structure& structure, const std::vector<bool>& removed,
                                     const SafetensorsFile& weights);

/// Whether each element of an array stays; empty: all of them do.
std::vector<bool> stayingElements(const std::vector<ChannelAxis>& axes, const std::vector<bool>& removed, std::size_t elements);

/// The number of a layer's channels that stay.
std::int64_t channelsLeft(const std::vector<int>& groups, const std::vector<bool>& removed);

/// What a network needs.
struct NetworkSize {
    std::int64_t parameters = 0; ///< without the statistics of normalizations
    double flops = 0.0; ///< to predict one sample; a multiplication and an addition count as two, of integers too
};
/// Throws the project's first error.
NetworkSize networkSize(const CheckedProject& project);

} // namespace netsmith::compress
