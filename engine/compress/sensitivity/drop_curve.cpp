#include "engine/compress/sensitivity/drop_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace netsmith::compress {

namespace {

/// Gives back single channels that are not needed, first where that saves most.
std::vector<std::int64_t> withoutSpare(std::vector<std::int64_t> counts, std::span<const DropCurve> curves,
                                       const std::function<bool(std::span<const std::int64_t> counts)>& isEnough)
{
    const auto saving = [&](std::size_t i) { return counts[i] > 0 ? curves[i].at(counts[i]) - curves[i].at(counts[i] - 1) : 0.0; };
    std::vector<std::size_t> layers(counts.size());
    std::iota(layers.begin(), layers.end(), std::size_t{0});
    for (bool goesOn = true; goesOn;) {
        std::ranges::stable_sort(layers, std::ranges::greater(), saving);
        goesOn = std::ranges::any_of(layers, [&](std::size_t i) {
            if (counts[i] == 0)
                return false;
            --counts[i];
            if (isEnough(counts))
                return true;
            ++counts[i];
            return false;
        });
    }
    return counts;
}

} // namespace

DropCurve::DropCurve(std::span<const std::pair<std::int64_t, double>> points)
    : m_points{{0, 0.0}}
{
    for (const auto& [removed, drop] : points) {
        const double most = std::max(m_points.back().second, drop);
        if (removed > m_points.back().first)
            m_points.emplace_back(removed, most);
        else
            m_points.back().second = removed > 0 ? most : 0.0;
    }
}

double DropCurve::at(std::int64_t removed) const
{
    const auto above = std::ranges::lower_bound(m_points, removed, {}, &std::pair<std::int64_t, double>::first);
    if (above == m_points.end())
        return std::numeric_limits<double>::infinity();
    if (above->first == removed || std::isinf(above->second))
        return above->second;
    const auto& [before, least] = *std::prev(above);
    const double part = static_cast<double>(removed - before) / static_cast<double>(above->first - before);
    return least + part * (above->second - least);
}

std::int64_t DropCurve::mostWithin(double budget) const
{
    std::int64_t low = 0, high = last() + 1;
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (at(middle) <= budget ? low : high) = middle;
    }
    return low;
}

std::optional<DropBudget> leastBudget(std::span<const DropCurve> curves,
                                      const std::function<bool(std::span<const std::int64_t> counts)>& isEnough)
{
    std::vector<double> budgets;
    for (const DropCurve& curve : curves)
        for (std::int64_t removed = 1; removed <= curve.last() && std::isfinite(curve.at(removed)); ++removed)
            budgets.push_back(curve.at(removed));
    std::ranges::sort(budgets);
    budgets.erase(std::ranges::unique(budgets).begin(), budgets.end());
    const auto countsWithin = [&](double budget) {
        std::vector<std::int64_t> counts;
        for (const DropCurve& curve : curves)
            counts.push_back(curve.mostWithin(budget));
        return counts;
    };
    if (budgets.empty() || !isEnough(countsWithin(budgets.back())))
        return std::nullopt;
    const auto least = std::ranges::partition_point(budgets, [&](double budget) { return !isEnough(countsWithin(budget)); });
    const std::vector<std::int64_t> most = countsWithin(*least);
    std::vector<std::int64_t> fewest(curves.size(), 0);
    if (least != budgets.begin())
        fewest = countsWithin(*std::prev(least));

    std::int64_t steps = 0;
    for (std::size_t i = 0; i < most.size(); ++i)
        steps = std::max(steps, most[i] - fewest[i]);
    const auto countsAt = [&](std::int64_t step) {
        std::vector<std::int64_t> counts = fewest;
        for (std::size_t i = 0; i < counts.size(); ++i)
            counts[i] += (most[i] - fewest[i]) * step / steps;
        return counts;
    };
    std::int64_t low = 0, high = steps; // enough at `high`, not at `low`
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (isEnough(countsAt(middle)) ? high : low) = middle;
    }
    return DropBudget{withoutSpare(countsAt(high), curves, isEnough), *least};
}

} // namespace netsmith::compress
