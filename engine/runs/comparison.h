#pragma once

#include "engine/backend/backend.h"
#include "engine/runs/run_summary.h"
#include "engine/train/train_options.h"

namespace netsmith::runs {

/// What a project is trained with, one after another; an empty list is what the project says.
struct ComparedSettings {
    std::vector<std::string> precisions{};
    std::vector<std::int64_t> batches{};
    std::vector<std::string> devices{};
    std::vector<bool> fusion{};
    std::vector<double> learningRates{}; ///< of the optimizer
    std::vector<std::int64_t> seeds{};
};

/// One of the trainings that are compared.
struct Variant {
    Message name; ///< what sets it apart: "BF16", "BF16, seed 2"
    Project project;
    bool fuse = true;
    Message setting{}; ///< its name without the seed: trainings of one setting repeat each other; may be empty
};

/// How many trainings these are, each value taken once.
std::size_t countOf(const ComparedSettings& settings);
inline constexpr std::size_t mostTrainings = 1000;

/// Every combination, the first values first; all else, the seed and the order of samples too, is the same. Throws `compare.one`
/// where there is but one, and `compare.many` past `mostTrainings`.
std::vector<Variant> variantsOf(const Project& project, const ComparedSettings& settings, bool fuse);
/// The ways of computing among them, each once: neither a learning rate nor a seed changes how long a training takes. Throws
/// `compare.many`.
std::vector<Variant> waysOf(const Project& project, ComparedSettings settings, bool fuse);

/// What came of a variant.
struct VariantResult {
    Message name;
    Message setting{}; ///< as of its variant
    std::filesystem::path run{}; ///< empty where it failed before there was one
    std::optional<Message> error{}; ///< why it failed; the rest then may not be known
    bool stopped = false; ///< before its end; what is known is of that moment
    std::optional<std::pair<std::string, double>> metric{}; ///< see `RunSummary::best`
    std::optional<double> samplesPerSecond{}; ///< see `RunRecord::samplesPerSecond`
    std::optional<double> stepSeconds{}; ///< likewise
    std::optional<double> peakShare{}; ///< of what the device was measured at in its precision
    std::optional<double> others{}; ///< share of the processors that other programs used meanwhile
    std::int64_t batch = 0;
    double seconds = 0.0; ///< of the whole run
    MemoryUse memory{};
    std::optional<double> joules{};
    std::optional<Message> note{}; ///< what the device says of the precision, where that is not FP32
    NamedValues persistence{}; ///< see `train::persistenceErrors`
};

struct CompareOptions {
    std::stop_token stop{}; ///< ends the training that runs, with a checkpoint and a result, and all that would come
    /// What a training is told beside its project. Called before each.
    std::function<train::TrainOptions(const Variant&)> options{};
    /// The share of the processors that other programs used since it was asked last.
    std::function<std::optional<double>()> othersShare{};
    std::function<void(const VariantResult&)> done{};
};

/// Trains the variants one after another as ordinary runs, whose names tell what sets them apart as those of all runs do. One that
/// fails does not keep the others from being trained.
std::vector<VariantResult> trainVariants(const std::vector<Variant>& variants, const CompareOptions& options);

} // namespace netsmith::runs
