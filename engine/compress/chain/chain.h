#pragma once

#include "engine/compress/chain/measures.h"
#include "engine/compress/chain/stage.h"
#include "engine/train/trainer/trainer.h"

#include <functional>
#include <stop_token>

namespace netsmith::compress {

/// A run of a chain: the original, or what a stage made of the one before.
struct ChainRun {
    std::filesystem::path run; ///< its folder
    std::filesystem::path parent{}; ///< the folder of the run that it was made of; empty: the original
    std::string change{}; ///< what made it, see `idOf`; empty: the original
    std::int64_t step = 0; ///< of a share that is reached in several steps, from 1; 0: in one
    bool isTrained = false; ///< after the change
    Json how{}; ///< what was done, as in its file `compressionName`; null for the original
    std::optional<Measures> measures{};
};

/// What a stage has done, before it was trained or measured.
struct MadeRun {
    std::filesystem::path run;
    std::filesystem::path parent;
    std::int64_t parentStep = 0;
    std::string change;
    std::int64_t step = 1; ///< of a share that is reached in several steps
    std::int64_t steps = 1;
    std::variant<PrunedNetwork, FactorizedNetwork, SparseNetwork, SharedNetwork, QuantizedNetwork, DistilledNetwork,
                 GraduatedNetwork>
        network;
    Json how;
    std::optional<GoalPlan> plan{}; ///< that it was made by
    std::optional<MixedPlan> mixed{}; ///< that chose the layers in floats
};

struct ChainEvents {
    std::function<void(const Message& words, std::int64_t done, std::int64_t total)> progress{}; ///< of what is no training
    std::function<void(const MadeRun& made)> made{};
    std::function<void(const ChainRun& run)> measured{}; ///< not timed yet; the original first
    train::TrainEvents training{};
};

struct ChainOptions {
    std::vector<Stage> stages{};
    std::filesystem::path runFolder{}; ///< of the last run; empty: where the original's other runs are
    std::vector<std::string> settings{}; ///< of every training: "optimizer.learning_rate=0.001"
    std::string device{}; ///< empty: the run's
    std::filesystem::path dataDir{}; ///< searched first for data
    bool timed = true; ///< whether predictions are timed in the end
    std::stop_token stop{};
    ChainEvents events{};
};

struct ChainResult {
    /// The original first. A run that was trained after its change is there twice: as it was before, and after.
    std::vector<ChainRun> runs;
    std::filesystem::path last; ///< the newest run
    std::optional<std::int64_t> stopped; ///< the step at which its training was stopped, which can be resumed
    std::vector<Stage> left; ///< what comes after that training: the stages of a chain from that run
};

/// Makes a chain of runs of a trained one: each stage begins from the run of the stage before, and writes a run that is used like
/// any other. Nothing that was made is lost if a later stage fails or is stopped. The measures are kept with each run, and with the
/// original if its folder can be written. Throws what `requireSensible`, `openParent`, the changes and the trainer say, before
/// anything is written where the first stage can't be done; `data.cancelled` for a stop between trainings.
ChainResult runChain(const std::filesystem::path& run, const ChainOptions& options);

/// The runs that lead from an original to this one, the original first, with what was kept of them; just this one if it is no
/// result of a compression. Runs that were deleted end the chain. Reads files only.
std::vector<ChainRun> chainOf(const std::filesystem::path& run);

/// All runs in the folders that were made of the same original as one of them, the original first; `runs` are the folders of runs.
std::vector<ChainRun> familyOf(const std::filesystem::path& run, std::span<const std::filesystem::path> runs);

/// For each point whether no other is at least as good in both and better in one: a lower cost and a higher worth. Not for
/// NaN.
std::vector<bool> paretoFront(std::span<const std::pair<double, double>> costAndWorth);

} // namespace netsmith::compress
