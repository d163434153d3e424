#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::interop {

struct DarknetShape {
    std::int64_t height = 0, width = 0, channels = 0;
    bool operator==(const DarknetShape&) const = default;
};

/// A layer as a .cfg describes it. What reads its options throws `darknet.value`, with its line.
struct DarknetSection {
    std::string file{}; ///< its name in errors
    std::string type{}; ///< "convolutional"
    int line = 0;
    std::map<std::string, std::string> options{}; ///< the first of each, as in Darknet
    DarknetShape output{};

    bool has(const std::string& key) const { return options.contains(key); }
    std::string text(const std::string& key, const std::string& otherwise) const;
    /// An integer from 0 on; what follows its digits is ignored, as in Darknet.
    std::int64_t number(const std::string& key, std::int64_t otherwise) const;
    std::int64_t positive(const std::string& key, std::int64_t otherwise) const;
    double real(const std::string& key, double otherwise) const;
    [[noreturn]] void refuseValue(const std::string& key, const std::string& value) const;
};

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
    std::size_t section = 0;
};

struct DarknetNetwork {
    DarknetShape input{};
    std::vector<DarknetSection> sections{}; ///< those of layers, which Darknet counts from 0
    std::vector<DarknetLayer> layers{}; ///< those with weights

    /// The layers that an option of a section names, each by its number or, below 0, by how many it is before that section. Throws
    /// `darknet.value` if one is not before it.
    std::vector<std::size_t> sources(std::size_t section, const std::string& key) const;
};

/// A network in Darknet's .cfg format. The shape of every layer's output is followed as Darknet's parser does
/// (github.com/pjreddie/darknet, src/parser.c, and what AlexeyAB's fork adds), for it decides the sizes of weights. Throws the
/// first thing that can't be read, with its line; `name` stands for the file.
DarknetNetwork readDarknetNetwork(std::string_view text, const std::string& name);

} // namespace netsmith::interop
