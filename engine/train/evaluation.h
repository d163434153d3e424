#pragma once

#include "engine/predict/compiled_network.h"
#include "engine/predict/saved_run.h"
#include "engine/store/run_record.h"
#include "engine/train/metric_table.h"
#include "engine/train/trainer/launch_pacer.h"

#include <filesystem>
#include <functional>
#include <stop_token>

namespace netsmith::train {

/// The sums of the plan's columns over the first `count` samples bound to "evaluate", batch by batch, the last one smaller; each
/// size has been compiled. Nothing if stopped first. `between` is called before each launch with the number of samples done, and
/// returns its number of steps, 0 to let the pacer decide.
std::optional<std::vector<double>> evaluateSums(CompiledNetwork& network, std::int64_t count, LaunchPacer& pacer,
                                                const std::stop_token& stop, const std::function<int(std::int64_t)>& between = {});

/// The mean absolute error and the root mean squared error of a forecast of the field "target" that repeats the last known number,
/// over these samples; empty if the data is not a series.
NamedValues persistenceErrors(const data::DataSplit& split, std::span<const std::int32_t> samples);
/// These, if any, as a sentence.
Message persistenceWords(const NamedValues& errors);

/// The options of `evaluate` besides the run.
struct EvaluateOptions {
    std::string device; ///< empty: the run's
    std::filesystem::path dataDir;
    std::vector<std::filesystem::path> inputs; ///< files and folders of samples to evaluate on; empty: the run's own
    bool training = false; ///< of those the ones that it was trained on
    std::stop_token stop;
};

struct Evaluation {
    std::filesystem::path checkpoint;
    std::int64_t step = 0;
    std::int64_t epochsDone = 0;
    std::string device;
    Message data; ///< a description of the data
    enum class Part { validation, training, given };
    Part part = Part::validation; ///< which samples it was evaluated on; the training's if there is no validation
    std::vector<Message> warnings; ///< of the given samples
    std::int64_t samples = 0;
    NamedValues values; ///< "loss", "accuracy"
    std::vector<ConfusionTable> tables;
    NamedValues persistence; ///< for a series, the errors of a forecast that repeats the last known number; else empty
    double seconds = 0.0;
};

/// The samples that a run is evaluated on.
struct JudgedSamples {
    data::DataSplit split;
    std::vector<std::int32_t> samples; ///< of it
    Evaluation::Part part = Evaluation::Part::validation;
    Message data; ///< a description of the data
    std::vector<Message> warnings;
};
/// Throws what data and record say.
JudgedSamples samplesToJudge(const SavedRun& saved, const EvaluateOptions& options);

/// Throws `evaluate.stopped`.
[[noreturn]] void throwStopped();

/// Evaluates a run's result (see `openSavedRun`), or a checkpoint, on the run's own validation samples or on given ones.
/// Throws `run.none`, `run.checkpoint`, `evaluate.*`, and what checkpoint, data and device say.
Evaluation evaluateRun(const std::filesystem::path& run, const EvaluateOptions& options);

} // namespace netsmith::train
