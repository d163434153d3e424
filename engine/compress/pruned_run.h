#pragma once

#include "engine/compress/distill/distilled.h"
#include "engine/compress/factorize/factorized.h"
#include "engine/compress/pruning.h"
#include "engine/compress/quantization/quantized.h"
#include "engine/compress/weights/clusters.h"
#include "engine/train/trainer/trainer.h"

#include <functional>

namespace netsmith::compress {

/// The file in a run's folder that holds the weights which pruning left: what the run starts from.
inline constexpr const char* compressedWeightsName = "compressed.safetensors";
/// The file that says what was removed.
inline constexpr const char* compressionName = "compression.json";
/// What that file of a run says; null if there is none, or none that can be read.
Json compressionOf(const std::filesystem::path& run);

/// The run that is pruned.
struct ParentRun {
    SavedRun saved;
    WeightsOrigin origin;
    std::filesystem::path folder;
};
/// Throws what `openSavedRun` says, and `compress.packed`.
ParentRun openParent(const std::filesystem::path& path, const std::string& device);

struct PrunedRunOptions {
    std::filesystem::path runFolder{}; ///< empty: where the parent's other runs are
    std::filesystem::path dataDir{}; ///< searched first for data
    std::int64_t epochs = 0; ///< of the training that follows; 0: none
    std::vector<std::string> drawnLayers{}; ///< which the weights are not of
    std::vector<std::string> settings{}; ///< of that training: "optimizer.learning_rate=0.001"
    std::stop_token stop{};
    train::TrainEvents events{};
};

/// Writes a network with the weights that are left as a complete run that names the parent as the source of its weights and keeps
/// `how` in `compressionName`, and returns its folder. Nothing is trained yet. Throws what `Trainer` says; `data.cancelled` for a
/// stop, after which nothing is on disk.
std::filesystem::path writeCompressedRun(const ParentRun& parent, Project project, std::span<const std::byte> weights,
                                         const Json& how, const PrunedRunOptions& options);

/// Trains it for the epochs that `writeCompressedRun` was given: it is resumed from its first step, so that a training that was
/// stopped or killed is resumed like any other. Throws what `Trainer` says.
train::DoneEvent retrain(const std::filesystem::path& run, const PrunedRunOptions& options);

/// What was removed, for programs.
Json pruningJson(const PrunedNetwork& network, const PruningOptions& pruning);
Json pruningJson(const SparseNetwork& network, const SparsityOptions& pruning);
Json clusteringJson(const SharedNetwork& network, std::int64_t clusters);
Json quantizationJson(const QuantizedNetwork& network, const QuantizationOptions& quantization);
Json factorizationJson(const FactorizedNetwork& network, const FactorizationOptions& factorization);

/// The bytes of the weights of a run's result, or of a checkpoint. Throws what `checkpointPlace` says.
std::int64_t weightBytes(const SavedRun& run);

} // namespace netsmith::compress
