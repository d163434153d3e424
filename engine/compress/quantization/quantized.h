#pragma once

#include "engine/compress/quantization/calibration.h"
#include "engine/compress/quantization/weight_format.h"

namespace netsmith::compress {

/// Which numbers are rounded.
enum class QuantizationMode {
    staticRanges, ///< kernels and inputs, whose ranges samples give: predictions compute with integers of 8 bits
    /// Kernels, the inputs of dense layers by the ranges of their rows in each prediction, and the states of recurrent ones:
    /// predictions on the CPU compute with integers, and no samples are needed. Of convolutions only kernels.
    dynamic,
    weights, ///< weights alone: the file gets smaller, and nothing gets faster
};
/// "static", "dynamic", "weights".
std::string_view idOf(QuantizationMode mode);
/// Throws `compress.quantization`.
QuantizationMode quantizationNamed(std::string_view id);

struct QuantizationOptions {
    QuantizationMode mode = QuantizationMode::staticRanges;
    WeightFormat format = WeightFormat::int8; ///< of `QuantizationMode::weights`; the other mode is of int8
    CalibrationOptions calibration{};
    std::vector<std::string> layers{}; ///< only these; within a block "BLOCK/LAYER"; empty: all that can be
    std::vector<std::string> floatLayers{}; ///< but not these
    /// That the judged value may lose: as many more layers stay in floats as that takes, see `mixedPlan`; nothing: none.
    std::optional<double> points{};
    bool learnsRanges = false; ///< static ones: a later training learns them like weights, instead of following its inputs
    std::uint64_t seed = 1; ///< of the choice of the samples that `points` are measured on
    std::filesystem::path dataDir{}; ///< searched first for samples
};

/// What became of a layer.
struct QuantizedLayer {
    std::string node;
    std::optional<InputRange> input{}; ///< of static ranges
    std::optional<SeenNumbers> seen{}; ///< which the range was chosen from
    bool isDynamic = false; ///< each prediction finds the ranges; if it has neither, only its kernels were rounded
    double weightSignalToNoise = 0.0; ///< in decibels: Σw² against the squared error; infinite where nothing was lost
    std::optional<Message> kept{}; ///< why it stayed as it was
    bool left = false; ///< it was not asked for
    bool roundsAlready = false; ///< to 8 bits, before this
    std::optional<Message> note{}; ///< why its weights have another format than was asked for
};

/// A network with its rounded weights, and with the ranges of layers whose inputs are rounded.
struct QuantizedNetwork {
    Project project; ///< the run's, with "quantization" set in layers that round to 8 bits
    std::vector<std::byte> weights; ///< a file for `InitialWeights`
    /// In the order of execution: those with kernels for products, or with kernels and embeddings for formats other than int8.
    std::vector<QuantizedLayer> layers;
};

/// The kernels of dense, convolutional and recurrent layers become integers of 8 bits, and training keeps them rounded; those of
/// embeddings too, unless inputs get ranges beforehand, but not in a training. The other formats
/// take kernels and embeddings of all layers, and are the weights' alone. Layers that compute with integers already keep their
/// ranges, such as those that a training has followed or learned; only their kernels are rounded again. Throws the project's first
/// error, `compress.quantized_layer` for a layer that is unknown or can't be quantized, `compress.no_products` if none can,
/// `compress.format_range` for weights that are too large for a format, and what `inputHistograms` and `withItsZeros` say. The
/// options' points are not looked at.
QuantizedNetwork quantized(const SavedRun& run, const QuantizationOptions& options);
/// The same with histograms that are known, of these options or of such with more layers.
QuantizedNetwork quantized(const SavedRun& run, const QuantizationOptions& options,
                           const std::map<std::string, InputHistogram>& histograms);
/// Those of the layers whose ranges samples give; empty if there are none.
std::map<std::string, InputHistogram> inputHistogramsFor(const SavedRun& run, const QuantizationOptions& options);

} // namespace netsmith::compress
