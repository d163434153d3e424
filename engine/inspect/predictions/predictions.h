#pragma once

#include "engine/inspect/predictions/class_report.h"
#include "engine/inspect/predictions/value_outcomes.h"
#include "engine/train/evaluation.h"
#include "engine/train/trainer/live_run.h"

#include <functional>

namespace netsmith::inspect {

/// What one output of a network predicted for samples whose targets are known: classes or numbers.
struct OutputPredictions {
    std::optional<ClassOutcomes> classes;
    std::optional<ValueOutcomes> values;
    ClassReport report{}; ///< of the classes, and ...
    std::vector<ConfusionCell> cells{}; ///< ... theirs, as `ClassOutcomes::cells`

    const PredictedOutput& output() const { return classes ? classes->output() : values->output(); }
};

/// A network to ask, with its current weights.
struct PredictingNetwork {
    std::span<const data::FieldSpec> inputs;
    std::span<const PredictedOutput> outputs;
    std::function<std::vector<std::vector<float>>(std::span<const data::Field>)> predict;
    std::int64_t batch = 1; ///< of its predictions
    DataSettings settings{}; ///< of its training: a target that is also an input, as in an autoencoder, is scaled like it
};

/// What it is asked about.
struct PredictedSamples {
    const data::DataSplit& split;
    std::span<const std::int32_t> order; ///< samples of the split
};

/// `done` samples of the order are predicted; returns whether to go on.
using PredictionProgress = std::function<bool(std::int64_t done)>;

/// Every output that learns a field of the data, in order. Steps beyond a sample's length, and padding, are left out. Nothing if
/// stopped. Throws `predictions.no_target` if there is no such output, and what `NetworkPrediction::predict` says.
std::optional<std::vector<OutputPredictions>> predictionsOf(const PredictingNetwork& network, const PredictedSamples& samples,
                                                            const PredictionProgress& progress = {});

/// At most this many of them, evenly spread.
std::vector<std::int32_t> spread(std::span<const std::int32_t> samples, std::int64_t atMost);

/// What a run's network predicted, and the samples that it is about.
struct RunPredictions {
    std::filesystem::path checkpoint;
    std::int64_t step = 0;
    std::int64_t epochsDone = 0;
    Message data; ///< a description of the data
    train::Evaluation::Part part = train::Evaluation::Part::validation;
    std::vector<Message> warnings;
    data::DataSplit split;
    std::vector<std::int32_t> samples; ///< of the split; outcomes name their positions in this
    std::string input; ///< the field that shows what a sample is: the network's first
    std::int64_t available = 0; ///< how many there are, of which these are some
    std::vector<OutputPredictions> outputs;
};

/// Predicts for a run's validation samples, its training samples or given ones, see `train::evaluateRun`, whose errors it throws.
/// `atMost`: this many samples; 0: all. `progress`: of how many, in a second number.
RunPredictions predictionsOfRun(const std::filesystem::path& run, const train::EvaluateOptions& options, std::int64_t atMost = 0,
                                const std::function<void(std::int64_t done, std::int64_t all)>& progress = {});

/// The same of a run between two launches, with its current weights: for as many samples, evenly spread, as can be predicted in
/// `seconds`, measured with one batch. Training continues bit-identically.
RunPredictions predictionsOfLiveRun(train::LiveRun& run, bool training, double seconds);

} // namespace netsmith::inspect
