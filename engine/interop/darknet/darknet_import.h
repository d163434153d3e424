#pragma once

#include "engine/interop/onnx/import/onnx_import.h"
#include "engine/interop/weights/darknet_network.h"
#include "engine/interop/weights/weight_file.h"

#include <filesystem>

namespace netsmith::interop {

/// A network of layers made of a Darknet network and its weights. Sections that only decode boxes ([yolo], [region]) are left out:
/// what they read are the outputs. Throws errors of kind `input` about the network as a whole; what no layer expresses is in
/// `refusals`.
ImportedOnnx importDarknet(const DarknetNetwork& network, const WeightFile& weights, const LayerRegistry& layers);

/// The network in a .cfg file, as a project with its weights; without a path these are in the .weights file of the same name beside
/// it. Throws `darknet.no_weights`, and what reading both files and `completeModel` do.
ImportedModel importDarknetFile(const std::filesystem::path& path, const std::filesystem::path& weights,
                                const LayerRegistry& layers);

} // namespace netsmith::interop
