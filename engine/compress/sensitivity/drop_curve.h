#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace netsmith::compress {

/// How much worse a network is without some channels of one layer.
class DropCurve {
public:
    /// Through (0, 0) and measured points (removed, drop) in ascending order of `removed`, linear between them. Made monotone: a
    /// drop is at least that of fewer channels, and at least 0, for a small gain on some samples is chance.
    explicit DropCurve(std::span<const std::pair<std::int64_t, double>> points);

    /// Without this many channels, in the value's unit; infinite beyond the last point.
    double at(std::int64_t removed) const;
    /// The most channels that can go at a drop of at most `budget` ≥ 0.
    std::int64_t mostWithin(double budget) const;
    /// The most that were measured.
    std::int64_t last() const { return m_points.back().first; }

private:
    std::vector<std::pair<std::int64_t, double>> m_points;
};

/// How many channels each layer loses, and the drop that none of them exceeds.
struct DropBudget {
    std::vector<std::int64_t> counts;
    double budget = 0.0;
};

/// Every layer is given one budget and loses the most channels within it; the least budget that is enough makes the largest drop of
/// a layer as small as it can be. That is how PaddleSlim chooses shares by sensitivity (`get_ratios_by_loss`), there for a budget
/// that the user names. Since many channels may have the same drop, all layers then get back the same part of what they lost more
/// than at the next smaller budget, as far as it is still enough, and after that any single channel that is not needed. `isEnough`
/// of counts that are enough stays true for larger ones.
/// Nothing if even the last points of all curves are not enough.
std::optional<DropBudget> leastBudget(std::span<const DropCurve> curves,
                                      const std::function<bool(std::span<const std::int64_t> counts)>& isEnough);

} // namespace netsmith::compress
