#pragma once

#include "engine/predict/compiled_network.h"
#include "engine/store/run_record.h"
#include "engine/train/launch_pacer.h"
#include "engine/train/metric_table.h"

#include <filesystem>
#include <functional>
#include <stop_token>

namespace netsmith::train {

/// The sums of the plan's columns over the first `count` samples bound to "evaluate", batch by batch, the last one smaller; each
/// size has been compiled. Nothing where a stop came first. `between` is called before each launch with the samples done, and says
/// how many steps it has, 0 for what the pacer says.
std::optional<std::vector<double>> evaluateSums(CompiledNetwork& network, std::int64_t count, LaunchPacer& pacer,
                                                const std::stop_token& stop, const std::function<int(std::int64_t)>& between = {});

/// The mean absolute error and the root of the mean squared one of a forecast of the field "target" that repeats the number known
/// last, over these samples; empty where the data are no series.
NamedValues persistenceErrors(const data::DataSplit& split, std::span<const std::int32_t> samples);
/// These, where there are any, as a sentence.
Message persistenceWords(const NamedValues& errors);

/// What `evaluate` may be told beside the run.
struct EvaluateOptions {
    std::string device; ///< empty: the run's
    std::filesystem::path dataDir;
    std::vector<std::filesystem::path> inputs; ///< files and folders of samples to judge by; empty: the run's own
    std::stop_token stop;
};

struct Evaluation {
    std::filesystem::path checkpoint;
    std::int64_t step = 0;
    std::int64_t epochsDone = 0;
    std::string device;
    Message data; ///< a description of the data
    enum class Part { validation, training, given };
    Part part = Part::validation; ///< which samples it was judged by; the training's where nothing validates
    std::vector<Message> warnings; ///< of what was given
    std::int64_t samples = 0;
    NamedValues values; ///< "loss", "accuracy"
    std::vector<ConfusionTable> tables;
    NamedValues persistence; ///< of a series, what a forecast that repeats the last known number reaches; else empty
    double seconds = 0.0;
};

/// Judges a run's result (see `openSavedRun`), or the checkpoint named, by the run's own validation samples or by those given.
/// Throws `run.none`, `run.checkpoint`, `evaluate.*`, and what checkpoint, data and device say.
Evaluation evaluateRun(const std::filesystem::path& run, const EvaluateOptions& options);

} // namespace netsmith::train
