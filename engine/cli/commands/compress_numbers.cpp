#include "engine/backend/loader.h"
#include "engine/cli/compress_stages.h"
#include "engine/cli/words/words.h"
#include "engine/core/utf8.h"
#include "engine/inspect/prediction_times.h"
#include "engine/train/training_data.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith::cli {
namespace {

using compress::QuantizedLayer;
using compress::QuantizedNetwork;

std::string decibelsText(double decibels)
{
    return std::isinf(decibels) ? "exact" : fmt::format("{:.1f} dB", decibels);
}

void showQuantizedLayers(Console& console, const QuantizedNetwork& network)
{
    using enum Table::Align;
    Table table({left, right, right, right, right, left}, 2);
    table.add({"layer", "input from … to", "clipped", "input S/N", "weights S/N", ""});
    for (const QuantizedLayer& layer : network.layers) {
        const std::string node = visibleText(layer.node);
        if (layer.kept)
            table.add({node, "", "", "", "", "floats: " + visibleText(layer.kept->text())});
        else if (layer.input)
            table.add({node, fmt::format("{:.3g} … {:.3g}", layer.input->low, layer.input->high),
                       fmt::format("{:.3f} %", 100.0 * layer.input->clipped), decibelsText(layer.input->signalToNoise),
                       decibelsText(layer.weightSignalToNoise), ""});
        else
            table.add({node, "", "", "", decibelsText(layer.weightSignalToNoise), ""});
    }
    console.print(table.text());
}

/// A network and how long its predictions take, in milliseconds: half of them, and all but one in a hundred.
struct TimedStage {
    CompressStage stage;
    struct Latency {
        std::int64_t batch = 0;
        double p50 = 0.0;
        double p99 = 0.0;
    };
    std::vector<Latency> latencies;
};

constexpr std::int64_t timedBatches[] = {1, 64};

/// Times the networks in turn, so that what else the machine does falls on all of them.
void measure(Console& console, std::vector<TimedStage>& stages, const std::vector<std::filesystem::path>& runs,
             const CompressOptions& options, const SignalWatch& signals)
{
    constexpr int rounds = 3;
    const PreparingWatch watch{.report = {}, .stop = signals.token()};
    std::vector<SavedRun> opened;
    for (const std::filesystem::path& run : runs)
        opened.push_back(openSavedRun(run, options.device));
    train::LoadedData loaded = train::loadData(opened.front().project, options.dataDir, {{}, signals.token()});
    loaded.learnt = opened.front().record.fields;
    const train::TrainingData data = train::divideData(opened.front().project, std::move(loaded));
    for (const std::int64_t batch : timedBatches) {
        std::vector<TimedStage::Latency> best(stages.size(), {batch, HUGE_VAL, HUGE_VAL});
        for (int round = 0; round < rounds; ++round)
            for (std::size_t i = 0; i < stages.size(); ++i) {
                console.progress("measuring", round * std::ssize(stages) + static_cast<std::int64_t>(i),
                                 rounds * std::ssize(stages));
                Backend& backend = *backendFor(opened[i].project.training.device).take();
                const inspect::PredictionTimes times =
                    inspect::timePredictions(opened[i].project, opened[i].record.fuse, backend, data.trainSplit(), batch,
                                             {.calls = 20, .seconds = 0.2}, watch);
                best[i].p50 = std::min(best[i].p50, 1e3 * times.p50);
                best[i].p99 = std::min(best[i].p99, 1e3 * times.p99);
            }
        for (std::size_t i = 0; i < stages.size(); ++i)
            stages[i].latencies.push_back(best[i]);
    }
    for (std::size_t i = 0; i < stages.size(); ++i) {
        Json json{{"stage", stages[i].stage.name}, {"run", runs[i].string()}, {"latencies", Json::array()}};
        for (const TimedStage::Latency& latency : stages[i].latencies)
            json["latencies"].push_back({{"batch", latency.batch}, {"p50_ms", latency.p50}, {"p99_ms", latency.p99}});
        console.event("latency", json);
    }
}

/// A column for each stage.
void showTimedStages(Console& console, const std::vector<TimedStage>& stages)
{
    Table table(std::vector(stages.size() + 1, Table::Align::right), 2);
    const auto add = [&](const std::string& name, const auto& cell) {
        std::vector<std::string> row{name};
        for (const TimedStage& stage : stages)
            row.push_back(cell(stage));
        table.add(std::move(row));
    };
    add("", [](const TimedStage& stage) { return stage.stage.name; });
    add("weights file", [](const TimedStage& stage) { return bytesText(static_cast<double>(stage.stage.bytes)); });
    for (std::size_t i = 0; i < std::size(timedBatches); ++i)
        add(fmt::format("p50 / p99 of batch {}, ms", timedBatches[i]), [i](const TimedStage& stage) {
            return fmt::format("{:.3g} / {:.3g}", stage.latencies[i].p50, stage.latencies[i].p99);
        });
    const auto& values = stages.front().stage.evaluation.values;
    for (std::size_t i = 0; i < values.size(); ++i)
        add(values[i].first,
            [i](const TimedStage& stage) { return fmt::format("{:.4f}", stage.stage.evaluation.values.at(i).second); });
    console.print(table.text());
}

/// What was measured, in words: a compressed network that is no faster must say so.
std::string verdict(const std::vector<TimedStage>& stages)
{
    std::string text =
        fmt::format("the weights file has {:.3f} of its bytes",
                    static_cast<double>(stages.back().stage.bytes) / static_cast<double>(stages.front().stage.bytes));
    for (std::size_t i = 0; i < std::size(timedBatches); ++i)
        text += fmt::format("; batches of {} take {:.2f} of the time", timedBatches[i],
                            stages.back().latencies[i].p50 / stages.front().latencies[i].p50);
    return text + ", on this machine";
}

} // namespace

int compressNumbers(Console& console, const CompressOptions& options, const SignalWatch& signals)
{
    const compress::QuantizationOptions how{.mode = compress::quantizationNamed(options.quantize),
                                            .calibration = {.calibration = compress::calibrationNamed(options.calibration),
                                                            .samples = options.samples,
                                                            .stop = signals.token()},
                                            .layers = options.layers,
                                            .floatLayers = options.floatLayers,
                                            .dataDir = options.dataDir};
    const compress::ParentRun parent = compress::openParent(options.run, options.device);
    const compress::NetworkSize size = compress::networkSize(compress::checkedRun(parent.saved));
    console.progress("calibrating", 0, 1);
    const QuantizedNetwork network = compress::quantized(parent.saved, how);
    compress::PrunedRunOptions written = options.runOptions(console, signals.token());
    if (options.retrain > 0)
        written.runFolder.clear(); // the run of the training; the named one is that of its result
    std::filesystem::path run = compress::writeQuantizedRun(parent, network, how, written);
    const auto tell = [&](const compress::ParentRun& from, const QuantizedNetwork& made) {
        Json json{{"run", run.string()}, {"parent", from.folder.string()}, {"parent_step", from.origin.step}};
        json.update(compress::quantizationJson(made, how));
        console.event("quantized", json);
        console.note("run: " + run.string());
    };
    tell(parent, network);
    showQuantizedLayers(console, network);

    std::vector<TimedStage> stages;
    std::vector<std::filesystem::path> runs;
    const auto add = [&](const std::string& name, const std::filesystem::path& of) {
        stages.push_back({stageOf(console, name, of, size, std::nullopt, options, signals.token()), {}});
        runs.push_back(of);
    };
    add("original", options.run);
    add("quantized", run);
    if (options.retrain > 0) {
        // Training moves the weights off their grids: they are rounded again, with the ranges that it followed.
        if (!retrained(console, run, written,
                       fmt::format("netsmith-cli compress {} --quantize {}", quoted(run.string()), options.quantize)))
            return signals.exitCode();
        const compress::ParentRun trained = compress::openParent(run, options.device);
        const QuantizedNetwork rounded = compress::quantized(trained.saved, how);
        written.runFolder = options.runDir;
        written.epochs = 0;
        written.settings.clear();
        run = compress::writeQuantizedRun(trained, rounded, how, written);
        tell(trained, rounded);
        add("retrained", run);
    }
    nameRun(run, options);
    measure(console, stages, runs, options, signals);
    showTimedStages(console, stages);
    console.line(verdict(stages));
    console.event("done", {{"run", run.string()}});
    console.line("done: " + run.string());
    return 0;
}

} // namespace netsmith::cli
