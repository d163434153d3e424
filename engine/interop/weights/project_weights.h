#pragma once

#include "engine/interop/weights/matching.h"
#include "engine/plan/checks/checked_project.h"
#include "engine/store/safetensors.h"

#include <filesystem>

namespace netsmith::interop {

/// The weights and statistics of a project's layers, in the network's order; of layers that use another one's, only those. The
/// project's shapes are known.
std::vector<LayerWeight> layerWeightsOf(const CheckedProject& project);

/// The weights of a run's result, of one of its checkpoints, or of another program's file. Throws what `weightSource` and
/// `readWeights` say.
WeightFile weightsAt(const std::filesystem::path& path);

/// The file whose hash says that weights are the same: a checkpoint's, or the one itself. Throws what `checkpointPlace` says.
std::filesystem::path weightsFileOf(const std::filesystem::path& path);

/// The arrays of a network that starts from these weights: `drawn` are those it has, by "layer.weight". What is found is replaced;
/// arrays that are stored as ours stay in their file, bit for bit. Throws what `numbersOf` says.
SafetensorsFile filledArrays(const WeightFile& file, const Matching& matching, const SafetensorsFile& drawn);

} // namespace netsmith::interop
