#pragma once

#include "engine/predict/saved_run.h"
#include "engine/train/training_data.h"

#include <array>
#include <map>
#include <span>
#include <stop_token>

namespace netsmith::compress {

/// How the range of a layer's input is chosen from the numbers that samples make of it.
enum class Calibration {
    minMax, ///< from the smallest to the largest
    percentile, ///< without the share of the numbers at the ends that is one in ten thousand
    entropy, ///< where the rounded numbers are distributed most like the numbers themselves: the least KL divergence, Migacz 2017
    mse, ///< with the least squared error of rounding and clipping
};
inline constexpr std::array calibrations{Calibration::minMax, Calibration::percentile, Calibration::entropy, Calibration::mse};
/// "min-max", "mse": as on the command line and in JSON.
std::string_view idOf(Calibration calibration);
/// Throws `compress.calibration`.
Calibration calibrationNamed(std::string_view id);

/// How often numbers of a layer's input fall into parts of equal width of its extent.
struct InputHistogram {
    static constexpr std::size_t parts = 2048;
    double low = 0.0; ///< of all numbers, and never above 0
    double high = 0.0; ///< never below 0
    std::array<double, parts> counts{};

    double width() const { return (high - low) / static_cast<double>(parts); }
    double middle(std::size_t part) const { return low + (static_cast<double>(part) + 0.5) * width(); }
};

/// The same in few parts, as shares of all numbers: to be looked at.
struct SeenNumbers {
    static constexpr std::size_t parts = 64;
    double low = 0.0;
    double high = 0.0;
    std::array<double, parts> shares{};
};
SeenNumbers seenIn(const InputHistogram& histogram);

/// A range, and what rounding to its 256 numbers costs.
struct InputRange {
    float low = 0.0f;
    float high = 0.0f;
    double clipped = 0.0; ///< the share of the numbers outside
    double signalToNoise = 0.0; ///< in decibels: Σx² against the squared error; 0: not measured
};
/// By one of the methods. Pure, so that each is tested by hand.
InputRange rangeOf(const InputHistogram& histogram, Calibration calibration);

struct CalibrationOptions {
    Calibration calibration = Calibration::minMax;
    std::int64_t samples = 1024; ///< at most, evenly spread over the training samples
    std::stop_token stop{};
};

/// The histograms of the first inputs of these layers of a run's network, by node, when it predicts for training samples. Throws
/// `compress.not_finite` for a layer with a NaN or an infinity among them, `data.cancelled`, and what `checkSameData` and
/// `Predictor` say.
std::map<std::string, InputHistogram> inputHistograms(const SavedRun& run, std::span<const std::string> layers,
                                                      train::LoadedData data, const CalibrationOptions& options);

} // namespace netsmith::compress
