#pragma once

#include "engine/compress/quantization/calibration.h"

namespace netsmith::compress {

/// Which numbers become integers of 8 bits.
enum class QuantizationMode {
    staticRanges, ///< kernels and inputs, whose ranges samples give: predictions compute with integers
    weights, ///< kernels alone: the file gets smaller, and nothing gets faster
};
/// "static", "weights".
std::string_view idOf(QuantizationMode mode);
/// Throws `compress.quantization`.
QuantizationMode quantizationNamed(std::string_view id);

struct QuantizationOptions {
    QuantizationMode mode = QuantizationMode::staticRanges;
    CalibrationOptions calibration{};
    std::vector<std::string> layers{}; ///< only these; within a block "BLOCK/LAYER"; empty: all that can be
    std::vector<std::string> floatLayers{}; ///< but not these
    std::filesystem::path dataDir{}; ///< searched first for samples
};

/// What became of a layer.
struct QuantizedLayer {
    std::string node;
    std::optional<InputRange> input{}; ///< empty: only its kernel was rounded
    double weightSignalToNoise = 0.0; ///< in decibels: Σw² against the squared error; infinite where nothing was lost
    std::optional<Message> kept{}; ///< why it still computes with floats
};

/// A network whose layers round to 8 bits, with its rounded weights and its ranges.
struct QuantizedNetwork {
    Project project; ///< the run's, with "quantization" set in its layers
    std::vector<std::byte> weights; ///< a file for `InitialWeights`
    std::vector<QuantizedLayer> layers; ///< those with kernels for products, in the order of execution
};

/// Layers that compute with integers already keep their ranges, such as those that a training has followed; only their kernels are
/// rounded again. Throws the project's first error, `compress.quantized_layer` for a layer that is unknown or can't be quantized,
/// `compress.no_products` if none can, and what `inputHistograms` says.
QuantizedNetwork quantized(const SavedRun& run, const QuantizationOptions& options);

} // namespace netsmith::compress
