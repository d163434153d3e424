#include "engine/compress/sensitivity/sensitivity.h"

#include "engine/compress/judge.h"
#include "engine/compress/sensitivity/zeroed.h"
#include "engine/compress/weights/sparsity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace netsmith::compress {
namespace {

/// What can be taken from a network, a piece at a time.
struct Part {
    LayerSensitivity layer;
    std::int64_t least = 0; ///< that have gone already
    std::int64_t most = 0; ///< that can go
    std::function<Zeros(std::int64_t removed)> zeros;
};

std::vector<double> sharesOf(const SensitivityOptions& options)
{
    std::vector<double> shares = options.shares;
    if (shares.empty())
        throw Error(ErrorKind::usage, NS_MESSAGE("compress.no_shares", "expected shares to try, such as 0.25,0.5,0.75; got none"));
    std::ranges::for_each(shares, requireShare);
    std::ranges::sort(shares);
    shares.erase(std::ranges::unique(shares).begin(), shares.end());
    return shares;
}

/// Each set of tied layers that loses channels, named by the first of its layers.
std::vector<Part> channelParts(const Structure& structure, const RemovalOrder& order, const LogicalPlan& plan)
{
    std::vector<Part> parts;
    std::map<int, std::size_t> known;
    for (const ProducingLayer& layer : structure.layers) {
        const int set = structure.groups[static_cast<std::size_t>(layer.channels.groups.front())].set;
        if (structure.uncutNamed(layer.node) || order.removableOf(set) == 0)
            continue;
        const auto [at, isNew] = known.emplace(set, parts.size());
        if (!isNew) {
            parts[at->second].layer.tied.push_back(layer.node);
            continue;
        }
        parts.push_back({.layer = {.layer = layer.node, .count = order.candidatesOf(set)},
                         .most = order.removableOf(set),
                         .zeros = [&structure, &order, &plan, set](std::int64_t removed) {
                             return zerosOf(structure, order.removedFrom({{set, removed}}), plan);
                         }});
    }
    return parts;
}

/// Each kernel and embedding, whose smallest weights go first; those that are zero have gone already.
std::vector<Part> weightParts(const SavedRun& run, std::span<const std::string> layers)
{
    std::vector<Part> parts;
    for (const SparseArray& array : withItsZeros(run, layers).arrays)
        parts.push_back({.layer = {.layer = array.id, .count = array.weights},
                         .least = array.zeros,
                         .most = std::max(array.weights - 1, array.zeros),
                         .zeros = [&weights = run.checkpoint.weights, array](std::int64_t removed) {
                             const std::vector<double> numbers = numbersIn(weights, array.id);
                             std::vector<std::size_t> indices(numbers.size());
                             std::iota(indices.begin(), indices.end(), std::size_t{0});
                             std::ranges::stable_sort(indices, {}, [&](std::size_t i) { return std::abs(numbers[i]); });
                             std::vector<bool> gone(numbers.size(), false);
                             for (std::int64_t i = 0; i < removed; ++i)
                                 gone[indices[static_cast<std::size_t>(i)]] = true;
                             return Zeros{{array.id, std::move(gone)}};
                         }});
    return parts;
}

} // namespace

std::string_view idOf(SensitivityOf of)
{
    return of == SensitivityOf::channels ? "channels" : "weights";
}

SensitivityOf sensitivityNamed(std::string_view id)
{
    if (id != idOf(SensitivityOf::channels) && id != idOf(SensitivityOf::weights))
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.sensitivity_of", "a sensitivity is that of channels or of weights, got \"{0}\""), id);
    return id == idOf(SensitivityOf::channels) ? SensitivityOf::channels : SensitivityOf::weights;
}

double Sensitivity::drop(double other) const
{
    return dropOf(judged, value, other);
}

Json pointsJson(std::span<const SensitivityPoint> points)
{
    Json all = Json::array();
    for (const SensitivityPoint& point : points)
        all.push_back({{"share", point.share},
                       {"removed", point.removed},
                       {"value", std::isfinite(point.value) ? Json(point.value) : Json()}});
    return all;
}

Sensitivity sensitivityOf(const SavedRun& run, const train::JudgedSamples& judged, const SensitivityOptions& options)
{
    const std::vector<double> shares = sharesOf(options);
    const std::vector<std::int32_t> samples = someOf(judged.samples, options.samples, options.pruning.seed, run.project);
    Judge judge(run, judged.split, samples, options.pruning.stop);
    std::optional<Structure> structure;
    std::optional<RemovalOrder> order;
    std::vector<Part> parts;
    if (options.of == SensitivityOf::channels) {
        structure = structureOf(checkedRun(run));
        order.emplace(*structure, importanceIn(run, *structure, options.pruning), Scope::layer, options.pruning.layers);
        parts = channelParts(*structure, *order, judge.plan());
    } else {
        parts = weightParts(run, options.pruning.layers);
    }

    Sensitivity found{
        .of = options.of, .judged = judge.judged(), .value = judge.value(), .samples = std::ssize(samples), .layers = {}};
    const auto total = static_cast<std::int64_t>(parts.size() * shares.size());
    for (Part& part : parts) {
        SensitivityPoint last{.share = 0.0, .removed = part.least, .value = found.value};
        for (const double share : shares) {
            if (options.progress)
                options.progress(std::ssize(found.layers) * std::ssize(shares) + std::ssize(part.layer.points), total);
            last.share = share;
            const std::int64_t asked = std::llround(share * static_cast<double>(part.layer.count));
            const std::int64_t count = std::clamp(asked, part.least, part.most);
            if (count != last.removed) {
                last.removed = count;
                last.value = judge.valueWith(withZeros(run.checkpoint.weights, part.zeros(count)));
            }
            part.layer.points.push_back(last);
        }
        found.layers.push_back(std::move(part.layer));
    }
    return found;
}

Sensitivity sensitivityOf(const SavedRun& run, const SensitivityOptions& options)
{
    return sensitivityOf(
        run,
        train::samplesToJudge(
            run, {.device = {}, .dataDir = options.pruning.dataDir, .inputs = {}, .training = false, .stop = options.pruning.stop}),
        options);
}

} // namespace netsmith::compress
