#pragma once

#include "engine/fields/dataset.h"
#include "engine/interop/scripts/network_code.h"
#include "engine/store/safetensors.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace netsmith::interop {

struct ScriptOptions {
    ScriptFramework framework = ScriptFramework::keras;
    std::string name{}; ///< of the script's file without its suffix, for its words
    std::string dataFolder{}; ///< where the data set's files are; empty: unknown
    bool training = true; ///< false: only the network and its weights
};

/// A Python script that needs nothing but its framework and NumPy, and its weights.
struct Script {
    std::string source{};
    std::vector<std::byte> weights{}; ///< a safetensors file, which belongs beside the script under the same name
    bool readsData = false; ///< its samples are to be in NAME.data.safetensors; see `dataArrays`
};

/// A script that builds the network of a valid project, loads `arrays` (by "layer.weight") and trains as the project says. Throws
/// `scripts.*` for what has no counterpart in the framework.
Script scriptFor(const CheckedProject& project, const SafetensorsFile& arrays, const ScriptOptions& options);

/// Samples of a script: some of a split, in this order.
struct ScriptSamples {
    std::string name{}; ///< "train" or "validation"
    const data::DataSplit* split = nullptr;
    std::span<const std::int32_t> order{};
};
/// The safetensors file that a script with `readsData` reads: the fields of its inputs and targets under "train/image" and so on,
/// as its network reads them: scaled, and for PyTorch with the channels of images first.
std::vector<std::byte> dataArrays(const CheckedProject& project, ScriptFramework framework, std::span<const ScriptSamples> samples);

/// "keras" or "pytorch". Throws `scripts.framework`.
ScriptFramework scriptFramework(std::string_view id);

} // namespace netsmith::interop
