#include "engine/compress/sensitivity/goal_plan.h"

#include "engine/compress/judge.h"
#include "engine/compress/sensitivity/drop_curve.h"
#include "engine/losses/measured_quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace netsmith::compress {
namespace {

[[noreturn]] void refuseGoal(std::string_view text)
{
    throw Error(ErrorKind::usage,
                NS_MESSAGE("compress.plan_goal",
                           "expected the share of the FLOPs to remove, and the points that may be lost if that matters, such as "
                           "flops:0.5 or flops:0.5,points:0.5, got \"{0}\""),
                text);
}

DropCurve curveOf(const Sensitivity& sensitivity, const LayerSensitivity& layer)
{
    std::vector<std::pair<std::int64_t, double>> points;
    for (const SensitivityPoint& point : layer.points)
        points.emplace_back(point.removed, sensitivity.drop(point.value));
    return DropCurve(points);
}

/// The sizes of a run's network without some channels of its layers.
class ShrunkSizes {
public:
    ShrunkSizes(const SavedRun& run, const Sensitivity& sensitivity, const PruningOptions& pruning)
        : m_project(checkedRun(run))
        , m_structure(structureOf(m_project))
        , m_order(m_structure, importanceIn(run, m_structure, pruning), Scope::layer, {}, pruning.multiple)
    {
        for (const LayerSensitivity& layer : sensitivity.layers)
            m_sets.push_back(setOfLayer(m_structure, layer.layer));
    }

    NetworkSize whole() const { return networkSize(m_project); }
    NetworkSize without(std::span<const std::int64_t> counts) const
    {
        return networkSize(
            CheckedProject(shrunkProject(m_project, m_structure, removedFor(counts)), m_project.catalog(), m_project.fields()));
    }

private:
    std::vector<bool> removedFor(std::span<const std::int64_t> counts) const
    {
        std::map<int, std::int64_t> removed;
        for (std::size_t i = 0; i < counts.size(); ++i)
            removed[m_sets[i]] = counts[i];
        return m_order.removedFrom(removed);
    }

    CheckedProject m_project;
    Structure m_structure;
    RemovalOrder m_order;
    std::vector<int> m_sets;
};

} // namespace

CompressionGoal CompressionGoal::parsed(std::string_view text)
{
    std::optional<double> flops, points;
    if (text.ends_with(','))
        refuseGoal(text);
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        const std::size_t colon = part.find(':');
        const std::string_view name = part.substr(0, colon);
        const std::string_view number = colon == std::string_view::npos ? std::string_view() : part.substr(colon + 1);
        std::optional<double>& into = name == "flops" ? flops : points;
        double value = 0.0;
        const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
        if ((name != "flops" && name != "points") || into || error != std::errc() || end != number.data() + number.size())
            refuseGoal(text);
        into = value;
    }
    if (!flops || (points && !(*points >= 0.0 && *points <= 100.0)))
        refuseGoal(text);
    requireShare(*flops);
    return {*flops, points};
}

GoalPlan goalPlan(const SavedRun& run, const CompressionGoal& goal, const SensitivityOptions& options)
{
    return goalPlan(run, goal, sensitivityOf(run, options), options.pruning);
}

GoalPlan goalPlan(const SavedRun& run, const CompressionGoal& goal, Sensitivity sensitivity, const PruningOptions& pruning)
{
    requireShare(goal.flops);
    if (goal.points)
        requirePercent(sensitivity.judged);
    GoalPlan plan;
    plan.pruning = pruning;
    plan.pruning.shares.clear();
    plan.pruning.goal.ofFlops = true;
    std::vector<DropCurve> curves;
    for (const LayerSensitivity& layer : sensitivity.layers)
        curves.push_back(curveOf(sensitivity, layer));
    std::optional<ShrunkSizes> sizes;
    std::optional<DropBudget> chosen;
    for (const std::int64_t multiple : multiplesOf(plan.pruning)) {
        PruningOptions rounded = plan.pruning;
        rounded.multiple = multiple;
        sizes.emplace(run, sensitivity, rounded);
        plan.before = sizes->whole();
        const double most = (1.0 - goal.flops) * plan.before.flops;
        chosen = leastBudget(curves, [&](std::span<const std::int64_t> counts) { return sizes->without(counts).flops <= most; });
        if (!chosen)
            continue;
        plan.pruning.multiple = multiple;
        break;
    }
    if (!chosen) {
        std::vector<std::int64_t> last;
        for (const DropCurve& curve : curves)
            last.push_back(curve.last());
        refuse(
            NS_MESSAGE("compress.plan_flops",
                       "with the largest shares that were tried {0} of the FLOPs are left, and at most {1} were asked for; name a "
                       "smaller share, or try larger ones with --shares"),
            fmt::format("{:.2f} %", 100.0 * sizes->without(last).flops / plan.before.flops),
            fmt::format("{:.2f} %", 100.0 * (1.0 - goal.flops)));
    }
    plan.sensitivity = std::move(sensitivity);

    plan.budget = chosen->budget;
    plan.after = sizes->without(chosen->counts);
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const LayerSensitivity& layer = plan.sensitivity.layers[i];
        const std::int64_t removed = chosen->counts[i]; // a multiple is left: single channels beyond it are not needed
        plan.layers.push_back({layer.layer, layer.tied, layer.count, removed, curves[i].at(removed)});
        plan.drop += plan.layers.back().drop;
        if (removed > 0)
            plan.pruning.shares.emplace_back(layer.layer, static_cast<double>(removed) / static_cast<double>(layer.count));
    }
    const bool isHigherBetter = measuredQuantity(plan.sensitivity.judged).higherIsBetter;
    plan.expected = plan.sensitivity.value + (isHigherBetter ? -plan.drop : plan.drop);
    if (isHigherBetter && isInPercent(plan.sensitivity.judged))
        plan.expected = std::max(plan.expected, 0.0);
    if (goal.points)
        plan.holds = isWithin(plan.drop, *goal.points);
    return plan;
}

Json planJson(const GoalPlan& plan)
{
    Json layers = Json::array();
    for (std::size_t i = 0; i < plan.layers.size(); ++i) {
        const PlannedLayer& layer = plan.layers[i];
        layers.push_back({{"layer", layer.layer},
                          {"tied", layer.tied},
                          {"channels", layer.channels},
                          {"removed", layer.removed},
                          {"drop", layer.drop},
                          {"points", pointsJson(plan.sensitivity.layers[i].points)}});
    }
    Json json{{"judged", plan.sensitivity.judged},
              {"samples", plan.sensitivity.samples},
              {"value", plan.sensitivity.value},
              {"expected", plan.expected},
              {"budget", plan.budget},
              {"flops_before", plan.before.flops},
              {"flops", plan.after.flops},
              {"parameters_before", plan.before.parameters},
              {"parameters", plan.after.parameters}};
    if (plan.holds)
        json["holds_untrained"] = *plan.holds;
    json["layers"] = std::move(layers);
    return json;
}

} // namespace netsmith::compress
