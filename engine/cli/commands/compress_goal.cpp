#include "engine/cli/compress_goal.h"

#include "engine/cli/command_line.h"
#include "engine/cli/words/words.h"
#include "engine/compress/judge.h"
#include "engine/compress/weights/sparsity.h"
#include "engine/core/utf8.h"
#include "engine/losses/measured_quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith::cli {
namespace {

using compress::GoalPlan;
using compress::LayerSensitivity;
using compress::Sensitivity;
using compress::SensitivityOf;
using compress::SensitivityPoint;

/// "conv2d_1", "conv2d_1, conv2d_3", "conv2d_1 and 5 more".
std::string namesText(const std::string& layer, const std::vector<std::string>& tied)
{
    if (tied.size() > 1)
        return fmt::format("{} and {} more", visibleText(layer), tied.size());
    return tied.empty() ? visibleText(layer) : visibleText(layer) + ", " + visibleText(tied.front());
}

std::string valueText(double value)
{
    return std::isfinite(value) ? fmt::format("{:.4f}", value) : "–";
}

std::string shareText(double share)
{
    return fmt::format("{:.3g} %", 100.0 * share);
}

/// "accuracy", in percentage points or in its own unit.
std::string dropText(const std::string& judged, double drop)
{
    return measuredQuantity(judged).format == MetricFormat::percent ? fmt::format("{:.2f} points", 100.0 * drop)
                                                                    : fmt::format("{:.4f}", drop);
}

void tellSensitivity(Console& console, const Sensitivity& found)
{
    console.event("original",
                  {{"of", idOf(found.of)}, {"judged", found.judged}, {"value", found.value}, {"samples", found.samples}});
    for (const LayerSensitivity& layer : found.layers) {
        Json json{{found.of == SensitivityOf::channels ? "layer" : "array", layer.layer}};
        if (found.of == SensitivityOf::channels)
            json["tied"] = layer.tied;
        json.update({{idOf(found.of), layer.count}, {"points", compress::pointsJson(layer.points)}});
        console.event("layer", json);
    }
}

std::string valueIn(const NamedValues& values, const std::string& name)
{
    const auto found = std::ranges::find(values, name, &NamedValues::value_type::first);
    return found == values.end() ? "" : valueText(found->second);
}

} // namespace

void showSensitivity(Console& console, const Sensitivity& found)
{
    tellSensitivity(console, found);
    const bool ofChannels = found.of == SensitivityOf::channels;
    console.line(fmt::format("{} {} on {} samples, with all {}", found.judged, valueText(found.value), grouped(found.samples),
                             idOf(found.of)));
    std::vector<Table::Align> columns(2 + found.layers.front().points.size(), Table::Align::right);
    columns.front() = Table::Align::left;
    Table table(std::move(columns), 2);
    std::vector<std::string> header{ofChannels ? "layer" : "weights", ofChannels ? "channels" : "number"};
    for (const SensitivityPoint& point : found.layers.front().points)
        header.push_back("−" + shareText(point.share));
    table.add(std::move(header));
    for (const LayerSensitivity& layer : found.layers) {
        std::vector<std::string> row{namesText(layer.layer, layer.tied), grouped(layer.count)};
        for (const SensitivityPoint& point : layer.points)
            row.push_back(valueText(point.value));
        table.add(std::move(row));
    }
    console.print(table.text());
}

void showPlan(Console& console, const GoalPlan& plan)
{
    tellSensitivity(console, plan.sensitivity);
    console.event("plan", compress::planJson(plan));
    using enum Table::Align;
    Table table({left, right, right, right, right}, 2);
    table.add({"layer", "channels", "left", "removed", "loses alone"});
    for (const compress::PlannedLayer& layer : plan.layers)
        table.add({namesText(layer.layer, layer.tied), grouped(layer.channels), grouped(layer.channels - layer.removed),
                   shareText(static_cast<double>(layer.removed) / static_cast<double>(layer.channels)),
                   dropText(plan.sensitivity.judged, layer.drop)});
    console.print(table.text());
    const std::string& judged = plan.sensitivity.judged;
    console.line(fmt::format("expected: {:.3f} of the FLOPs, {:.3f} of the parameters; without retraining {} {} of {}, if the "
                             "layers lose together what each loses alone ({})",
                             plan.after.flops / plan.before.flops,
                             static_cast<double>(plan.after.parameters) / static_cast<double>(plan.before.parameters), judged,
                             valueText(plan.expected), valueText(plan.sensitivity.value), dropText(judged, plan.drop)));
    if (plan.holds)
        console.line(*plan.holds ? "the goal's points are expected to hold even without retraining"
                                 : "the goal's points are expected to hold after retraining at best");
}

void showMixed(Console& console, const compress::MixedPlan& plan)
{
    console.line(fmt::format("{} {} on {} samples; with all layers rounded {} ({})", plan.judged, valueText(plan.value),
                             grouped(plan.samples), valueText(plan.rounded),
                             dropText(plan.judged, compress::dropOf(plan.judged, plan.value, plan.rounded))));
    if (plan.layers.empty())
        return;
    using enum Table::Align;
    Table table({left, right, right, left}, 2);
    table.add({"layer", "rounded alone", "loses", ""});
    for (const compress::MixedLayer& layer : plan.layers)
        table.add(
            {visibleText(layer.layer), valueText(layer.value), dropText(plan.judged, layer.drop), layer.isFloat ? "floats" : ""});
    console.print(table.text());
    console.line(fmt::format("with the others rounded {} ({})", valueText(plan.mixed),
                             dropText(plan.judged, compress::dropOf(plan.judged, plan.value, plan.mixed))));
}

void showOutcome(Console& console, const GoalPlan& plan, const NamedValues& original, const NamedValues& pruned,
                 const std::optional<NamedValues>& retrained)
{
    using enum Table::Align;
    const std::string& judged = plan.sensitivity.judged;
    Table table({left, right, right}, 2);
    table.add({judged, "expected", "measured"});
    table.add({"original", fmt::format("{} on {} samples", valueText(plan.sensitivity.value), grouped(plan.sensitivity.samples)),
               valueIn(original, judged)});
    table.add({"pruned", valueText(plan.expected), valueIn(pruned, judged)});
    if (retrained)
        table.add({"retrained", "", valueIn(*retrained, judged)});
    console.print(table.text());
}

} // namespace netsmith::cli
