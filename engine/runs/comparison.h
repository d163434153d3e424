#pragma once

#include "engine/backend/backend.h"
#include "engine/runs/run_summary.h"
#include "engine/train/train_options.h"

#include <span>

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
    Message name; ///< what sets it apart: "BF16", "BF16, batch 64"
    Project project;
    bool fuse = true;
};

/// Every combination, the first values first; all else, the seed and the order of samples too, is the same. Throws `compare.one`
/// where there is but one.
std::vector<Variant> variantsOf(const Project& project, const ComparedSettings& settings, bool fuse);

/// What came of a variant.
struct VariantResult {
    Message name;
    std::filesystem::path run{}; ///< empty where it failed before there was one
    std::optional<Message> error{}; ///< why it failed; the rest then may not be known
    bool stopped = false; ///< before its end; what is known is of that moment
    std::optional<std::pair<std::string, double>> metric{}; ///< see `RunSummary::best`
    std::optional<double> samplesPerSecond{}; ///< in launches of training alone
    std::optional<double> stepSeconds{}; ///< likewise
    double seconds = 0.0; ///< of the whole run
    MemoryUse memory{};
    std::optional<double> joules{};
    std::optional<Message> note{}; ///< what the device says of the precision, where that is not FP32
};

struct CompareOptions {
    std::stop_token stop{}; ///< ends the training that runs, with a checkpoint and a result, and all that would come
    /// What a training is told beside its project. Called before each.
    std::function<train::TrainOptions(const Variant&)> options{};
    std::function<void(const VariantResult&)> done{};
};

/// Trains the variants one after another as ordinary runs, named after what sets them apart. One that fails does not keep the
/// others from being trained.
std::vector<VariantResult> trainVariants(const std::vector<Variant>& variants, const CompareOptions& options);

/// What the other one gains and costs against the first, in a sentence; of one that failed or was stopped, that. A pure function.
Message conclusionOf(const VariantResult& base, const VariantResult& other);
/// Each of them against the first that was trained to its end. A pure function.
std::vector<Message> conclusionsOf(std::span<const VariantResult> results);

} // namespace netsmith::runs
