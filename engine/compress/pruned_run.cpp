#include "engine/compress/pruned_run.h"

#include "engine/core/files/safe_file.h"
#include "engine/graph/json/json_text.h"
#include "engine/graph/project/project_file.h"
#include "engine/store/temporary_folder.h"
#include "engine/train/project_checks.h"

#include <cmath>

namespace netsmith::compress {
namespace {

namespace fs = std::filesystem;

/// A folder beside a run that does not exist yet: "RUN-compressed", "RUN-compressed-2".
fs::path besideRun(const fs::path& run)
{
    const std::string first = run.filename().string() + "-compressed";
    std::error_code ignored;
    for (int i = 1;; ++i) {
        const fs::path folder = run.parent_path() / (i == 1 ? first : first + '-' + std::to_string(i));
        if (!fs::exists(folder, ignored))
            return folder;
    }
}

/// The project file next to a run's folder of runs; empty if it is not known.
fs::path projectFileOf(const ParentRun& parent)
{
    const fs::path runs = parent.folder.parent_path();
    return parent.saved.record.projectFile.empty() || runs.filename() != "runs"
        ? fs::path()
        : runs.parent_path() / parent.saved.record.projectFile;
}

train::TrainOptions trainOptions(const PrunedRunOptions& options)
{
    return {.dataDir = options.dataDir, .stop = options.stop, .events = options.events};
}

} // namespace

ParentRun openParent(const fs::path& path, const std::string& device)
{
    SavedRun saved = openSavedRun(path, device);
    if (saved.isPacked)
        throw Error(
            ErrorKind::usage,
            NS_MESSAGE("compress.packed", "a packed model can't be trained or compressed; name the run that it was packed from"));
    const CheckpointPlace place = checkpointPlace(path);
    const std::int64_t step = control::stepsTaken(saved.checkpoint.state.position.counters);
    return {std::move(saved), {place.run.string(), step}, place.run};
}

Json compressionOf(const fs::path& run)
{
    const Expected<std::string> text = readTextFile(run / compressionName);
    if (!text)
        return {};
    Expected<Json> json = readJson(*text);
    return json && json->is_object() ? std::move(json).take() : Json();
}

std::int64_t weightBytes(const SavedRun& run)
{
    return static_cast<std::int64_t>(fs::file_size(run.checkpoint.folder / "weights.safetensors"));
}

Json pruningJson(const PrunedNetwork& network, const PruningOptions& pruning)
{
    Json layers = Json::array();
    for (const PrunedLayer& layer : network.layers) {
        Json one{{"layer", layer.node}};
        if (layer.kept)
            one["kept"] = layer.kept->text();
        else
            one.update({{"before", layer.before}, {"after", layer.after}});
        layers.push_back(std::move(one));
    }
    Json json;
    for (const auto& [layer, share] : pruning.shares)
        json["shares"].push_back({{"layer", layer}, {"share", share}});
    if (pruning.shares.empty())
        json[pruning.goal.ofFlops ? "flops_share" : "share"] = pruning.goal.share;
    if (network.multiple > 1)
        json["round_to"] = network.multiple;
    json["criterion"] = idOf(pruning.criterion);
    json["scope"] = idOf(pruning.shares.empty() ? pruning.scope : Scope::layer);
    if (pruning.shares.empty() && !pruning.layers.empty())
        json["only"] = pruning.layers;
    if (pruning.criterion == Criterion::random)
        json["seed"] = pruning.seed;
    if (pruning.criterion == Criterion::taylor)
        json["samples"] = pruning.samples;
    json.update({{"groups", network.candidates},
                 {"removed", network.removed},
                 {"parameters_before", network.before.parameters},
                 {"parameters", network.after.parameters},
                 {"flops_before", network.before.flops},
                 {"flops", network.after.flops},
                 {"layers", std::move(layers)}});
    return json;
}

Json pruningJson(const SparseNetwork& network, const SparsityOptions& pruning)
{
    Json arrays = Json::array();
    for (const SparseArray& array : network.arrays)
        arrays.push_back(
            {{"array", array.id}, {"weights", array.weights}, {"zeros_before", array.zerosBefore}, {"zeros", array.zeros}});
    for (std::size_t i = 0; i < network.arrays.size(); ++i)
        if (network.arrays[i].kept)
            arrays[i]["kept"] = network.arrays[i].kept->text();
    Json json{{"sparsity", pruning.share}, {"criterion", idOf(pruning.criterion)}, {"scope", idOf(pruning.scope)}};
    if (pruning.isTwoOfFour)
        json = {{"sparsity", pruning.share}, {"pattern", "2:4"}};
    if (pruning.isGradual)
        json["gradual"] = true;
    if (!pruning.layers.empty())
        json["only"] = pruning.layers;
    if (pruning.criterion == WeightCriterion::random)
        json["seed"] = pruning.seed;
    json.update({{"weights", network.count()},
                 {"zeros_before", network.zerosBefore()},
                 {"zeros", network.zeros()},
                 {"arrays", std::move(arrays)}});
    return json;
}

Json clusteringJson(const SharedNetwork& network, std::int64_t clusters)
{
    Json arrays = Json::array();
    for (const SharedArray& array : network.arrays)
        arrays.push_back({{"array", array.id}, {"weights", array.weights}, {"values", array.values}, {"rms_change", array.error}});
    return {{"clusters", clusters}, {"arrays", std::move(arrays)}};
}

Json quantizationJson(const QuantizedNetwork& network, const QuantizationOptions& quantization)
{
    const bool isStatic = quantization.mode == QuantizationMode::staticRanges;
    Json layers = Json::array();
    for (const QuantizedLayer& layer : network.layers) {
        Json one{{"layer", layer.node}};
        if (layer.kept)
            one["kept"] = layer.kept->text();
        if (layer.left)
            one["left"] = true;
        if (layer.input) {
            one["input"] = {{"low", layer.input->low}, {"high", layer.input->high}};
            if (layer.input->signalToNoise != 0.0)
                one["input"].update({{"clipped", layer.input->clipped}, {"snr_db", layer.input->signalToNoise}});
            if (layer.seen)
                one["input"]["seen"] = {{"low", layer.seen->low}, {"high", layer.seen->high}, {"shares", layer.seen->shares}};
        }
        if (layer.isDynamic)
            one["dynamic"] = true;
        if (layer.note)
            one["note"] = layer.note->text();
        if (!layer.kept)
            one["weights_snr_db"] =
                std::isfinite(layer.weightSignalToNoise) ? Json(layer.weightSignalToNoise) : Json(); // null: nothing was lost
        layers.push_back(std::move(one));
    }
    Json json{{"quantization", idOf(quantization.mode)}};
    if (quantization.mode == QuantizationMode::weights)
        json["format"] = idOf(quantization.format);
    if (isStatic)
        json.update({{"calibration", idOf(quantization.calibration.calibration)}, {"samples", quantization.calibration.samples}});
    if (isStatic && quantization.learnsRanges)
        json["ranges"] = "learned";
    json["layers"] = std::move(layers);
    return json;
}

Json factorizationJson(const FactorizedNetwork& network, const FactorizationOptions& factorization)
{
    Json layers = Json::array();
    for (const FactorizedLayer& layer : network.layers) {
        Json one{{"layer", layer.node}};
        if (layer.kept)
            one["kept"] = layer.kept->text();
        else
            one.update({{"added", layer.added},
                        {"rows", layer.rows},
                        {"columns", layer.columns},
                        {"rank", layer.rank},
                        {"error", layer.error}});
        layers.push_back(std::move(one));
    }
    Json json{{factorization.rank.ofEnergy ? "energy_share" : "rank_share", factorization.rank.share}};
    if (!factorization.layers.empty())
        json["only"] = factorization.layers;
    json.update({{"parameters_before", network.before.parameters},
                 {"parameters", network.after.parameters},
                 {"flops_before", network.before.flops},
                 {"flops", network.after.flops},
                 {"layers", std::move(layers)}});
    return json;
}

fs::path writeCompressedRun(const ParentRun& parent, Project project, std::span<const std::byte> weights, const Json& how,
                            const PrunedRunOptions& options)
{
    const TemporaryFolder passing("netsmith-compress");
    const fs::path file = passing.path() / compressedWeightsName;
    writeFileSafely(file, weights).take();
    for (const std::string& setting : options.settings)
        applySetting(project, setting, train::settingOfParameter);
    if (options.epochs > 0)
        project.training.epochs = options.epochs;
    InitialWeights initial{.path = file.string()};
    for (const std::string& layer : options.drawnLayers)
        initial.changes.push_back("=" + layer);
    setInitialWeights(project, initial);

    train::TrainOptions told = trainOptions(options);
    told.projectFile = projectFileOf(parent);
    told.runFolder = options.runFolder;
    if (told.runFolder.empty() && told.projectFile.empty())
        told.runFolder = besideRun(parent.folder);
    told.fuse = parent.saved.record.fuse;
    told.featureCache = options.epochs > 0;
    told.recordMachine = false;
    told.steps = 0;
    told.events = {.preparing = options.events.preparing};
    const fs::path run = train::trainProject(project, std::move(told)).run;

    // The run keeps its first weights, so that it can be trained again, and names the run that they came from.
    const RunFolder folder = RunFolder::open(run);
    writeFileSafely(folder.folder(), compressedWeightsName, weights).take();
    writeFileSafely(folder.folder(), compressionName, writeJson(how)).take();
    Project kept = loadProject(projectPathOf(run)).take();
    std::optional<InitialWeights> origin = initialWeightsOf(kept);
    origin->path = (run / compressedWeightsName).string();
    setInitialWeights(kept, origin);
    folder.save(kept).take();
    RunRecord record = readRunRecord(run).take();
    record.weightsFrom = parent.origin;
    if (options.epochs == 0)
        record.state = RunState::done;
    folder.save(record).take();
    return run;
}

train::DoneEvent retrain(const fs::path& run, const PrunedRunOptions& options)
{
    Project project = loadProject(projectPathOf(run)).take();
    const RunRecord record = readRunRecord(run).take();
    project.training.device = record.device;
    train::TrainOptions told = trainOptions(options);
    told.resume = run;
    told.fuse = record.fuse;
    return train::trainProject(std::move(project), std::move(told));
}

} // namespace netsmith::compress
