#include "engine/cli/compress_stages.h"
#include "engine/cli/words/words.h"
#include "engine/core/utf8.h"

#include <fmt/format.h>

namespace netsmith::cli {
namespace {

using compress::FactorizedLayer;
using compress::FactorizedNetwork;

void showFactors(Console& console, const FactorizedNetwork& network)
{
    using enum Table::Align;
    Table table({left, right, right, right, left}, 2);
    table.add({"layer", "kernel", "rank", "error", ""});
    for (const FactorizedLayer& layer : network.layers) {
        const std::string kernel = fmt::format("{}×{}", layer.rows, layer.columns);
        if (layer.kept)
            table.add({visibleText(layer.node), kernel, "", "", "kept: " + visibleText(layer.kept->text())});
        else
            table.add({visibleText(layer.node), kernel, grouped(layer.rank), fmt::format("{:.2f} %", 100.0 * layer.error),
                       "after " + visibleText(layer.added)});
    }
    console.print(table.text());
}

/// A row for each stage.
void showFactorStages(Console& console, const std::vector<CompressStage>& stages)
{
    const auto& values = stages.front().evaluation.values;
    std::vector<Table::Align> columns(4 + values.size(), Table::Align::right);
    columns.front() = Table::Align::left;
    Table table(std::move(columns), 2);
    std::vector<std::string> header{"", "parameters", "FLOPs a sample", "weights file"};
    for (const auto& [name, value] : values)
        header.push_back(name);
    table.add(std::move(header));
    for (const CompressStage& stage : stages) {
        std::vector<std::string> row{stage.name, grouped(stage.size.parameters), countText(stage.size.flops),
                                     bytesText(static_cast<double>(stage.bytes))};
        for (const auto& [name, value] : stage.evaluation.values)
            row.push_back(fmt::format("{:.4f}", value));
        table.add(std::move(row));
    }
    console.print(table.text());
}

} // namespace

int compressFactors(Console& console, const CompressOptions& options, const SignalWatch& signals)
{
    const compress::FactorizationOptions how{
        .rank = compress::RankGoal::parsed(options.factorize), .layers = options.layers, .stop = signals.token()};
    const compress::ParentRun parent = compress::openParent(options.run, options.device);
    const compress::PrunedRunOptions written = options.runOptions(console, signals.token());
    console.progress("factorizing", 0, 1);
    const FactorizedNetwork network = compress::factorized(parent.saved, how);
    const std::filesystem::path run = compress::writeFactorizedRun(parent, network, how, written);
    nameRun(run, options);
    Json json{{"run", run.string()}, {"parent", parent.folder.string()}, {"parent_step", parent.origin.step}};
    json.update(compress::factorizationJson(network, how));
    console.event("factorized", json);
    console.note("run: " + run.string());
    showFactors(console, network);

    std::vector<CompressStage> stages;
    const auto add = [&](const std::string& name, const std::filesystem::path& of, const compress::NetworkSize& size) {
        stages.push_back(stageOf(console, name, of, size, std::nullopt, options, signals.token()));
    };
    add("original", options.run, network.before);
    add("factorized", run, network.after);
    if (options.retrain > 0) {
        if (!retrained(console, run, written))
            return signals.exitCode();
        add("retrained", run, network.after);
    }
    showFactorStages(console, stages);
    console.event("done", {{"run", run.string()}});
    console.line("done: " + run.string());
    return 0;
}

} // namespace netsmith::cli
