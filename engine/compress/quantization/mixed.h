#pragma once

#include "engine/compress/quantization/quantized.h"
#include "engine/train/evaluation.h"

#include <functional>

namespace netsmith::compress {

struct MixedOptions {
    /// With points. As many validation samples are judged as give ranges, or all if there are fewer.
    QuantizationOptions quantization{};
    std::function<void(std::int64_t done, std::int64_t total)> progress{}; ///< of evaluations; the total is an estimate
};

/// What a layer loses if it alone is rounded.
struct MixedLayer {
    std::string layer;
    double value = 0.0; ///< of the network
    double drop = 0.0; ///< see `dropOf`
    bool isFloat = false; ///< it stays in floats
};

/// Which layers of a network stay in floats, so that it loses little.
struct MixedPlan {
    std::string judged{}; ///< the value that is looked at: "accuracy"
    std::int64_t samples = 0;
    double value = 0.0; ///< of the network in floats, on the same samples
    double rounded = 0.0; ///< with all layers rounded that can be
    double mixed = 0.0; ///< with those that are
    std::vector<MixedLayer> layers{}; ///< that can be rounded, in the order of execution; empty if all of them are
    std::vector<std::string> floatLayers{}; ///< those that the options named, and those that were found
};

/// Rounds all layers, those that round already among them, and if that loses too much leaves those in floats that lose most alone,
/// one after the other, until it loses no more than the points; then rounds again each one that is not needed. Throws what
/// `quantized`, `samplesToJudge` and `Judge` say, `compress.plan_points` if the judged value is not in percent,
/// `compress.mixed_none` if no layer could be rounded, and `data.cancelled`.
MixedPlan mixedPlan(const SavedRun& run, const MixedOptions& options);
/// The same on these samples.
MixedPlan mixedPlan(const SavedRun& run, const train::JudgedSamples& judged, const MixedOptions& options);

/// Throws `compress.points` for a loss that is no number of percentage points.
void requirePoints(double points);

/// A plan, for programs.
Json mixedJson(const MixedPlan& plan, double points);

} // namespace netsmith::compress
