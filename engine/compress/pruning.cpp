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

/// The fewest of the candidates without which at most the rest of the FLOPs is left; nothing if even without all of them more is:
/// `least` then.
std::optional<std::vector<bool>> removedForFlops(const CheckedProject& project, const Structure& structure,
                                                 const RemovalOrder& order, double most, double& least)
{
    const auto flopsWithout = [&](std::int64_t count) {
        return networkSize(checkedLike(project, shrunkProject(project, structure, order.removed(count)))).flops;
    };
    std::int64_t low = 0, high = order.candidates();
    least = flopsWithout(high);
    if (least > most)
        return std::nullopt;
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (flopsWithout(middle) <= most ? high : low) = middle;
    }
    return order.removed(high);
}

[[noreturn]] void refuseGoal(double least, double most, std::int64_t multiple)
{
    const std::string left = fmt::format("{:.2f} %", 100.0 * least), asked = fmt::format("{:.2f} %", 100.0 * most);
    if (multiple > 1)
        refuse(
            NS_MESSAGE("compress.flops_multiple",
                       "without all channels that can be removed while multiples of {2} are left, {0} of the FLOPs are left, and "
                       "at most {1} were asked for; name a smaller share, or a smaller multiple"),
            left, asked, multiple);
    refuse(NS_MESSAGE("compress.flops",
                      "without all channels that can be removed {0} of the FLOPs are left, and at most {1} were asked for; name a "
                      "smaller share"),
           left, asked);
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

std::vector<std::int64_t> multiplesOf(const PruningOptions& options)
{
    if (options.multiple > 0)
        return {options.multiple};
    std::vector<std::int64_t> multiples{1};
    if (options.shares.empty() && options.goal.ofFlops) // for speed
        for (std::int64_t each = 2; each <= fastMultiple; each *= 2)
            multiples.insert(multiples.begin(), each);
    return multiples;
}

PrunedNetwork prune(const SavedRun& run, const PruningOptions& options)
{
    if (options.shares.empty())
        requireShare(options.goal.share);
    const CheckedProject project = checkedRun(run);
    const Structure structure = structureOf(project);
    const bool isPlanned = !options.shares.empty();
    const std::vector<double> importance = importanceIn(run, structure, options);
    PrunedNetwork pruned{.project = {}, .weights = {}, .layers = {}, .before = networkSize(project), .after = {}};
    const double most = (1.0 - options.goal.share) * pruned.before.flops;
    std::optional<std::vector<bool>> found;
    double least = 0.0;
    for (const std::int64_t multiple : multiplesOf(options)) {
        const RemovalOrder order(structure, importance, isPlanned ? Scope::layer : options.scope,
                                 isPlanned ? std::span<const std::string>() : options.layers, multiple);
        pruned.multiple = multiple;
        pruned.candidates = order.candidates();
        found = isPlanned          ? order.removedShares(structure, options.shares)
            : options.goal.ofFlops ? removedForFlops(project, structure, order, most, least)
                                   : order.removedShare(options.goal.share);
        if (found)
            break;
    }
    if (!found)
        refuseGoal(least / pruned.before.flops, 1.0 - options.goal.share, pruned.multiple);
    const std::vector<bool>& removed = *found;
    pruned.project = shrunkProject(project, structure, removed);
    const CheckedProject shrunk = checkedLike(project, pruned.project);
    shrunk.requireOk();
    pruned.weights = shrunkWeights(shrunk, structure, removed, run.checkpoint.weights);
    pruned.layers = layersOf(project, structure, removed);
    pruned.after = networkSize(shrunk);
    pruned.removed = std::ranges::count(removed, true);
    return pruned;
}

} // namespace netsmith::compress
