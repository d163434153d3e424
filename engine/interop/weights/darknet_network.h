#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::interop {

/// A layer that has weights.
struct DarknetLayer {
    enum class Kind { convolutional, connected };
    Kind kind = Kind::convolutional;
    std::string name{}; ///< "conv_0", "connected_0", counted by kind
    int line = 0; ///< of its section
    std::int64_t outputs = 0; ///< filters, or units
    std::int64_t inputs = 0; ///< channels of one group, or everything that is connected
    std::int64_t size = 1; ///< of the kernel
    bool batchNormalize = false;
    bool flipped = false; ///< its filters are stored as the innermost axis
};

/// The layers with weights of a network in Darknet's .cfg format, in order. The shape of every layer's output is followed as
/// Darknet's parser does (github.com/pjreddie/darknet, src/parser.c, and what AlexeyAB's fork adds), for it decides the sizes of
/// weights. Throws the first thing that can't be read, with its line; `name` stands for the file.
std::vector<DarknetLayer> readDarknetNetwork(std::string_view text, const std::string& name);

} // namespace netsmith::interop
