#pragma once

#include "engine/backend/backend.h"
#include "engine/runs/store/run_summary.h"
#include "engine/train/train_options.h"

namespace netsmith::runs {

/// What a training of a project with initial weights starts from, and which of its layers are trained.
enum class Start {
    pretrained, ///< the project as it is: its initial weights, and what it freezes stays as it is
    fineTuned, ///< the same weights, but all layers are trained from the first epoch on
    scratch, ///< random weights, and all layers are trained
};
inline constexpr Start starts[] = {Start::pretrained, Start::fineTuned, Start::scratch};
/// "pretrained", "fine-tuned", "scratch".
std::string_view idOf(Start start);
/// "from scratch".
Message wordsOf(Start start);
/// Throws `compare.start`.
Start startNamed(std::string_view id);
/// Why a project can't be trained like this, or would be trained as `Start::pretrained` does.
std::optional<Message> obstacleTo(Start start, const Project& project);

/// The settings that a project is trained with, one after another; an empty list keeps the project's setting.
struct ComparedSettings {
    std::vector<std::string> precisions{};
    std::vector<std::int64_t> batches{};
    std::vector<std::string> devices{};
    std::vector<bool> fusion{};
    std::vector<double> learningRates{}; ///< of the optimizer
    std::vector<std::int64_t> seeds{};
    std::vector<Start> starts{};
};

/// One of the trainings that are compared.
struct Variant {
    Message name; ///< what distinguishes it: "BF16", "BF16, seed 2"
    Project project;
    bool fuse = true;
    Message setting{}; ///< its name without the seed: trainings of one setting repeat each other; may be empty
    Start start = Start::pretrained;
};

/// The number of trainings, counting each value once.
std::size_t countOf(const ComparedSettings& settings);
inline constexpr std::size_t mostTrainings = 1000;

/// Every combination, the first values first; everything else, including the seed and the order of samples, is the same. Throws
/// `compare.one` if there is only one, `compare.many` beyond `mostTrainings`, and what `obstacleTo` says.
std::vector<Variant> variantsOf(const Project& project, const ComparedSettings& settings, bool fuse);
/// Their distinct compute settings: neither a learning rate nor a seed changes how long a training takes. Throws
/// `compare.many`, and what `obstacleTo` says.
std::vector<Variant> waysOf(const Project& project, ComparedSettings settings, bool fuse);

/// The result of a variant.
struct VariantResult {
    Message name;
    Message setting{}; ///< as of its variant
    std::filesystem::path run{}; ///< empty if it failed before there was one
    std::optional<Message> error{}; ///< why it failed; the rest may then be unknown
    bool stopped = false; ///< before its end; the values are those at that moment
    std::optional<std::pair<std::string, double>> metric{}; ///< see `RunSummary::best`
    std::optional<double> samplesPerSecond{}; ///< see `RunRecord::samplesPerSecond`
    std::optional<double> stepSeconds{}; ///< likewise
    std::optional<double> peakShare{}; ///< of the device's measured peak in its precision
    std::optional<double> others{}; ///< fraction of the processors that other programs used meanwhile
    std::int64_t batch = 0;
    double seconds = 0.0; ///< of the whole run
    MemoryUse memory{};
    std::optional<double> joules{};
    std::optional<Message> note{}; ///< the device's note on the precision, if that is not FP32
    NamedValues persistence{}; ///< see `train::persistenceErrors`
};

struct CompareOptions {
    std::stop_token stop{}; ///< ends the current training, with a checkpoint and a result, and all remaining ones
    /// The options of a training besides its project. Called before each.
    std::function<train::TrainOptions(const Variant&)> options{};
    /// The fraction of the processors that other programs used since the last call.
    std::function<std::optional<double>()> othersShare{};
    std::function<void(const VariantResult&)> done{};
};

/// Trains the variants one after another as ordinary runs, whose names show the settings that differ, as for all runs. If one
/// fails, the others are still trained.
std::vector<VariantResult> trainVariants(const std::vector<Variant>& variants, const CompareOptions& options);

} // namespace netsmith::runs
