#include "engine/compress/pruning.h"

#include "engine/catalog/catalog.h"
#include "engine/compress/importance/loss_change.h"
#include "engine/predict/field_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace netsmith::compress {
namespace {

CheckedProject checkedLike(const CheckedProject& project, Project changed)
{
    return {std::move(changed), project.catalog(), project.fields()};
}

/// The fewest of the candidates without which at most `flops` are left.
std::vector<bool> removedForFlops(const CheckedProject& project, const Structure& structure, const RemovalOrder& order,
                                  double before, double share)
{
    requireShare(share);
    const auto flopsWithout = [&](std::int64_t count) {
        return networkSize(checkedLike(project, shrunkProject(project, structure, order.removed(count)))).flops;
    };
    const double most = (1.0 - share) * before;
    std::int64_t low = 0, high = order.candidates();
    if (const double least = flopsWithout(high); least > most)
        refuse(
            NS_MESSAGE("compress.flops",
                       "without all channels that can be removed {0} of the FLOPs are left, and at most {1} were asked for; name a "
                       "smaller share"),
            fmt::format("{:.2f} %", 100.0 * least / before), fmt::format("{:.2f} %", 100.0 * (1.0 - share)));
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (flopsWithout(middle) <= most ? high : low) = middle;
    }
    return order.removed(high);
}

std::vector<PrunedLayer> layersOf(const CheckedProject& project, const Structure& structure, const std::vector<bool>& removed)
{
    std::vector<PrunedLayer> layers;
    for (const std::string& id : project.shapes().order) {
        const ProducingLayer* layer = structure.layerNamed(id);
        const UncutLayer* uncut = structure.uncutNamed(id);
        if (!layer && !uncut)
            continue;
        PrunedLayer pruned{.node = id, .kept = uncut ? std::optional(uncut->reason) : std::nullopt};
        if (layer) {
            pruned.before = std::ssize(layer->channels.groups);
            pruned.after = channelsLeft(layer->channels.groups, removed);
        }
        layers.push_back(std::move(pruned));
    }
    return layers;
}

} // namespace

PruningGoal PruningGoal::parsed(std::string_view text)
{
    constexpr std::string_view ofFlops = "flops:";
    PruningGoal goal{.ofFlops = text.starts_with(ofFlops)};
    const std::string_view number = goal.ofFlops ? text.substr(ofFlops.size()) : text;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), goal.share);
    if (error != std::errc() || end != number.data() + number.size())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.goal",
                               "expected the share of the channels to remove, such as 0.5, or of the FLOPs, such as flops:0.5, got "
                               "\"{0}\""),
                    text);
    requireShare(goal.share);
    return goal;
}

CheckedProject checkedRun(const SavedRun& run)
{
    CheckedProject checked(run.project, catalog(), fieldTypes(run.record.fields));
    checked.requireOk();
    return checked;
}

std::vector<double> importanceIn(const SavedRun& run, const Structure& structure, const PruningOptions& options)
{
    const SafetensorsFile& weights = run.checkpoint.weights;
    switch (options.criterion) {
    case Criterion::random: return randomScores(structure, options.seed);
    case Criterion::batchNorm:
        if (structure.scales.empty())
            refuse(
                NS_MESSAGE("compress.no_scales",
                           "the network has no batch normalization to rank channels by; choose another criterion: l1, l2, taylor "
                           "or random"));
        return importanceOf(structure, channelScales(structure, weights));
    case Criterion::taylor:
        return importanceOf(structure,
                            lossChanges(structure, run, train::loadData(run.project, options.dataDir, {{}, options.stop}),
                                        {.samples = options.samples, .stop = options.stop}));
    case Criterion::l1:
    case Criterion::l2: break;
    }
    return importanceOf(structure, filterNorms(structure, weights, options.criterion));
}

std::int64_t multipleOf(const PruningOptions& options)
{
    const bool isForSpeed = options.shares.empty() && options.goal.ofFlops;
    return options.multiple > 0 ? options.multiple : isForSpeed ? fastMultiple : 1;
}

PrunedNetwork prune(const SavedRun& run, const PruningOptions& options)
{
    const CheckedProject project = checkedRun(run);
    const Structure structure = structureOf(project);
    const bool isPlanned = !options.shares.empty();
    const RemovalOrder order(structure, importanceIn(run, structure, options), isPlanned ? Scope::layer : options.scope,
                             isPlanned ? std::span<const std::string>() : options.layers, multipleOf(options));
    PrunedNetwork pruned{.project = {}, .weights = {}, .layers = {}, .before = networkSize(project), .after = {}};
    const std::vector<bool> removed = isPlanned ? order.removedShares(structure, options.shares)
        : options.goal.ofFlops ? removedForFlops(project, structure, order, pruned.before.flops, options.goal.share)
                               : order.removedShare(options.goal.share);
    pruned.project = shrunkProject(project, structure, removed);
    const CheckedProject shrunk = checkedLike(project, pruned.project);
    shrunk.requireOk();
    pruned.weights = shrunkWeights(shrunk, structure, removed, run.checkpoint.weights);
    pruned.layers = layersOf(project, structure, removed);
    pruned.after = networkSize(shrunk);
    pruned.removed = std::ranges::count(removed, true);
    pruned.candidates = order.candidates();
    return pruned;
}

} // namespace netsmith::compress
