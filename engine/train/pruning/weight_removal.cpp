#include "engine/train/pruning/weight_removal.h"

#include "engine/core/error.h"
#include "engine/core/philox.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace netsmith::train {
namespace {

constexpr std::uint64_t randomWeights = 0x737061727365; // the stream of the control's draws

} // namespace

std::string_view idOf(WeightCriterion criterion)
{
    switch (criterion) {
    case WeightCriterion::magnitude: return "magnitude";
    case WeightCriterion::movement: return "movement";
    case WeightCriterion::random: break;
    }
    return "random";
}

WeightCriterion weightCriterionNamed(std::string_view id)
{
    const auto* found = std::ranges::find(weightCriteria, id, [](WeightCriterion criterion) { return idOf(criterion); });
    if (found == weightCriteria.end())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("compress.weight_criterion",
                               "there is no criterion \"{0}\" for single weights; they go by magnitude, by movement or at random "
                               "(random)"),
                    id);
    return *found;
}

RemovalCandidates::RemovalCandidates(std::vector<double> values)
    : importance(std::move(values))
    , gone(importance.size())
{
}

void removeLeast(std::span<RemovalCandidates> arrays, std::int64_t count)
{
    std::vector<double> all;
    for (const RemovalCandidates& array : arrays)
        all.insert(all.end(), array.importance.begin(), array.importance.end());
    if (count <= 0)
        return;
    const auto last = all.begin() + static_cast<std::ptrdiff_t>(std::min(count, std::ssize(all)) - 1);
    std::ranges::nth_element(all, last);
    const double limit = *last;
    std::int64_t equal = count - std::ranges::count_if(all, [&](double one) { return one < limit; });
    for (RemovalCandidates& array : arrays)
        for (std::size_t i = 0; i < array.importance.size(); ++i)
            if (const double one = array.importance[i]; one < limit || (one == limit && equal-- > 0))
                array.gone[i] = true;
}

std::vector<double> importanceOf(std::span<const double> weights, std::span<const float> first, WeightCriterion criterion,
                                 std::uint64_t seed, std::uint64_t array)
{
    RandomStream random(seed, randomWeights + array);
    std::vector<double> importance(weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const double drawn = criterion == WeightCriterion::random ? random.uniform() : 0.0; // for zeros too: others stay the same
        if (weights[i] == 0.0)
            importance[i] = -std::numeric_limits<double>::infinity();
        else if (criterion == WeightCriterion::random)
            importance[i] = drawn;
        else if (criterion == WeightCriterion::movement)
            importance[i] = weights[i] * weights[i] - double{first[i]} * first[i];
        else
            importance[i] = std::abs(weights[i]);
    }
    return importance;
}

std::int64_t countOf(double share, std::int64_t weights)
{
    return std::llround(share * static_cast<double>(weights));
}

double scheduledShare(double from, double to, double time, double before)
{
    return time >= 1.0 ? to : to + (from - to) * std::pow((1.0 - time) / (1.0 - before), 3.0);
}

} // namespace netsmith::train
