#include "engine/cli/compress_goal.h"
#include "engine/cli/compress_stages.h"
#include "engine/cli/words/words.h"
#include "engine/core/utf8.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith::cli {
namespace {

using compress::ChainRun;
using compress::Measures;
using enum Table::Align;

std::string percentText(double share)
{
    return fmt::format("{:.2f} %", 100.0 * share);
}

std::string decibelsText(double decibels)
{
    return std::isinf(decibels) ? "exact" : fmt::format("{:.1f} dB", decibels);
}

/// A table of what became of each layer or array.
struct MadeTable {
    std::string operator()(const compress::PrunedNetwork& network) const
    {
        Table table({left, right, right, left}, 2);
        table.add({"layer", "channels", "left", ""});
        for (const compress::PrunedLayer& layer : network.layers) {
            const std::string before = layer.before > 0 ? grouped(layer.before) : "";
            table.add({visibleText(layer.node), before, layer.kept ? before : grouped(layer.after),
                       layer.kept ? "kept: " + visibleText(layer.kept->text()) : ""});
        }
        return table.text();
    }
    std::string operator()(const compress::FactorizedNetwork& network) const
    {
        Table table({left, right, right, right, left}, 2);
        table.add({"layer", "kernel", "rank", "error", ""});
        for (const compress::FactorizedLayer& layer : network.layers)
            table.add({visibleText(layer.node), fmt::format("{}×{}", layer.rows, layer.columns),
                       layer.kept ? "" : grouped(layer.rank), layer.kept ? "" : percentText(layer.error),
                       layer.kept ? "kept: " + visibleText(layer.kept->text()) : "after " + visibleText(layer.added)});
        return table.text();
    }
    std::string operator()(const compress::SparseNetwork& network) const
    {
        Table table({left, right, right, right, left}, 2);
        table.add({"weights", "number", "zeros", "", ""});
        for (const compress::SparseArray& array : network.arrays)
            table.add({visibleText(array.id), grouped(array.weights), grouped(array.zeros),
                       percentText(static_cast<double>(array.zeros) / static_cast<double>(array.weights)),
                       array.kept ? "kept: " + visibleText(array.kept->text()) : ""});
        return table.text();
    }
    std::string operator()(const compress::SharedNetwork& network) const
    {
        Table table({left, right, right, right}, 2);
        table.add({"weights", "number", "values", "RMS change"});
        for (const compress::SharedArray& array : network.arrays)
            table.add({visibleText(array.id), grouped(array.weights), grouped(array.values), fmt::format("{:.2e}", array.error)});
        return table.text();
    }
    std::string operator()(const compress::QuantizedNetwork& network) const
    {
        Table table({left, right, right, right, right, left}, 2);
        table.add({"layer", "input from … to", "clipped", "input S/N", "weights S/N", ""});
        for (const compress::QuantizedLayer& layer : network.layers) {
            std::vector<std::string> row{visibleText(layer.node), "", "", "", "", ""};
            if (layer.input) {
                row[1] = fmt::format("{:.3g} … {:.3g}", layer.input->low, layer.input->high);
                row[2] = fmt::format("{:.3f} %", 100.0 * layer.input->clipped);
                row[3] = decibelsText(layer.input->signalToNoise);
            }
            if (layer.isDynamic)
                row[1] = "of each row";
            if (layer.kept)
                row[5] = "floats: " + visibleText(layer.kept->text());
            else
                row[4] = decibelsText(layer.weightSignalToNoise);
            if (layer.note)
                row[5] = visibleText(layer.note->text());
            table.add(std::move(row));
        }
        return table.text();
    }
    std::string operator()(const compress::DistilledNetwork& network) const
    {
        Table table({left, right, right}, 2);
        table.add({"network", "parameters", "FLOPs a sample"});
        table.add({"teacher", grouped(network.before.parameters), countText(network.before.flops)});
        table.add({"student", grouped(network.after.parameters), countText(network.after.flops)});
        return table.text();
    }
    std::string operator()(const compress::GraduatedNetwork&) const { return {}; }
};

/// The chain as texts: a line for each stage, the first of them the heads.
std::vector<std::vector<std::string>> chainTexts(std::span<const ChainRun> runs)
{
    const Measures& original = *runs.front().measures;
    const bool hasZeros = std::ranges::any_of(runs, [](const ChainRun& run) { return run.measures->zeros > 0.0; });
    const std::string judged = compress::judgedValue(original);
    std::vector<std::string> heads{"", "parameters", "FLOPs a sample"};
    if (hasZeros)
        heads.push_back("zeros");
    heads.insert(heads.end(), {"weights file", "memory"});
    for (const compress::Latency& latency : original.latencies)
        heads.push_back(fmt::format("p50 / p99 of batch {}, ms", latency.batch));
    for (const auto& [name, value] : original.values)
        heads.push_back(name);
    if (intervalOf(original, judged))
        heads.push_back(judged + ", 95 %");
    std::vector<std::vector<std::string>> lines{heads};
    for (const ChainRun& run : runs) {
        const Measures& measures = *run.measures;
        std::vector<std::string> line{stageName(run), grouped(measures.size.parameters), countText(measures.size.flops)};
        if (hasZeros)
            line.push_back(percentText(measures.zeros));
        line.push_back(bytesText(static_cast<double>(measures.bytes)));
        line.push_back(bytesText(static_cast<double>(measures.memory)));
        for (const compress::Latency& latency : measures.latencies)
            line.push_back(fmt::format("{:.3g} / {:.3g}", 1e3 * latency.p50, 1e3 * latency.p99));
        for (const auto& [name, value] : measures.values)
            line.push_back(fmt::format("{:.4f}", value));
        if (const auto interval = intervalOf(measures, judged))
            line.push_back(fmt::format("{:.4f} … {:.4f}", interval->low, interval->high));
        line.resize(heads.size());
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<std::vector<std::string>> turned(const std::vector<std::vector<std::string>>& lines)
{
    std::vector<std::vector<std::string>> columns(lines.front().size());
    for (const std::vector<std::string>& line : lines)
        for (std::size_t i = 0; i < columns.size(); ++i)
            columns[i].push_back(line[i]);
    return columns;
}

/// What was measured, in words: a compressed network that is no faster must say so.
std::string verdict(const Measures& original, const Measures& last)
{
    std::string text = fmt::format("the weights file has {:.3f} of its bytes",
                                   static_cast<double>(last.bytes) / static_cast<double>(original.bytes));
    for (std::size_t i = 0; i < std::min(original.latencies.size(), last.latencies.size()); ++i)
        text += fmt::format("{}batches of {} take {:.2f} of the time", i == 0 ? "; on this machine " : ", ",
                            original.latencies[i].batch, last.latencies[i].p50 / original.latencies[i].p50);
    return text;
}

std::string pastOf(std::string_view change)
{
    return change == "distill"  ? "distilled"
        : change == "cluster"   ? "clustered"
        : change == "quantize"  ? "quantized"
        : change == "factorize" ? "factorized"
                                : "pruned";
}

} // namespace

void showMade(Console& console, const compress::MadeRun& made)
{
    Json json{{"run", made.run.string()}, {"parent", made.parent.string()}, {"parent_step", made.parentStep}};
    json.update(made.how);
    console.event(pastOf(made.change), json);
    console.note("run: " + made.run.string());
    if (made.mixed)
        showMixed(console, *made.mixed);
    if (made.plan)
        showPlan(console, *made.plan);
    else if (made.step == made.steps)
        console.print(std::visit(MadeTable(), made.network));
}

std::string stageName(const ChainRun& run)
{
    if (run.change.empty())
        return "original";
    const std::string step = run.step > 0 ? fmt::format("step {}, ", run.step) : std::string();
    return step + (run.isTrained ? "retrained" : pastOf(run.change));
}

void tellMeasured(Console& console, const ChainRun& run)
{
    Json json{{"stage", stageName(run)}, {"run", run.run.string()}};
    Json measures = measuresJson(*run.measures);
    Json values = Json::object();
    for (const auto& [name, value] : run.measures->values)
        values[name] = jsonOf(value);
    if (const auto interval = intervalOf(*run.measures, compress::judgedValue(*run.measures)))
        json["interval"] = {interval->low, interval->high};
    measures["values"] = std::move(values);
    for (const char* const known : {"version", "each_sample_once", "latencies"}) // the latencies come in the end
        measures.erase(known);
    json.update(measures);
    console.event("stage", json);
}

void showChain(Console& console, std::span<const ChainRun> runs)
{
    for (const ChainRun& run : runs)
        if (!run.measures->latencies.empty())
            console.event(
                "latency",
                {{"stage", stageName(run)}, {"run", run.run.string()}, {"latencies", measuresJson(*run.measures).at("latencies")}});
    // A column for each stage, or a row where there are many.
    constexpr std::size_t mostColumns = 6;
    std::vector<std::vector<std::string>> lines = chainTexts(runs);
    if (runs.size() <= mostColumns)
        lines = turned(lines);
    Table table(std::vector(lines.front().size(), right), 2);
    for (std::vector<std::string>& line : lines)
        table.add(std::move(line));
    console.print(table.text());
    console.line(verdict(*runs.front().measures, *runs.back().measures));
}

} // namespace netsmith::cli
