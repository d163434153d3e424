#pragma once

#include "engine/core/expected.h"
#include "engine/interop/weights/darknet_network.h"
#include "engine/interop/weights/weight_file.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace netsmith::interop {

/// The weights of a Darknet network. A .weights file holds numbers alone; which they are follows from the .cfg file of the same
/// name beside it. Layers are counted by kind: "conv_0/kernel" (filters × channels of a group × height × width), "conv_0/bias" and,
/// of layers with batch normalisation, where that bias is its beta, "conv_0/gamma", "conv_0/moving_mean" and
/// "conv_0/moving_variance"; "connected_0/kernel" is units × inputs. Errors are of kind `input` and name the file and the layer.
Expected<WeightFile> readDarknetWeights(const std::filesystem::path& path);

/// The same of a network that is read already, from its file of weights.
Expected<WeightFile> readDarknetWeightsOf(const DarknetNetwork& network, const std::string& networkName,
                                          const std::filesystem::path& path);

/// The same from the text of a .cfg and the bytes of a .weights, which must outlive the result.
Expected<WeightFile> parseDarknetWeights(std::string_view network, std::span<const std::byte> bytes, std::string_view name);

} // namespace netsmith::interop
