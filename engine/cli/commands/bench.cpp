#include "engine/backend/loader.h"
#include "engine/cli/command_line.h"
#include "engine/cli/project_options.h"
#include "engine/cli/words/words.h"
#include "engine/core/median.h"
#include "engine/core/parallel.h"
#include "engine/data/source.h"
#include "engine/fields/field_fit.h"
#include "engine/inspect/prediction_times.h"
#include "engine/inspect/training_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>

namespace netsmith::cli {
namespace {

using inspect::TrainingSteps;

constexpr std::int64_t largestPredictedBatch = 256; // in powers of two, if none is named

struct BenchOptions {
    ProjectOptions project;
    int steps = 100;
    int repeats = 5;
    bool kernels = false;
    bool compareFusion = false;
    bool predict = false;
    std::vector<std::int64_t> batches;
};

struct Data {
    data::DataSplit split;
    std::string words;
};

/// The project's own data if it is found; else noise of its shape, enough for a few hundred steps.
Data dataFor(const Project& project, const ProjectOptions& options)
{
    const data::DataPaths paths = data::dataPaths(options.dataDir);
    const std::shared_ptr<const data::Source> source = data::sourceFor(project.data, paths);
    if (source->find(paths).available) {
        data::DataSet set = source->load(paths, {}).take();
        for (data::Field& field : set.train.fields)
            field = data::fittedToAll(field);
        return {std::move(set.train), set.origin.text()};
    }
    data::DataSplit noise = inspect::noiseFor(source->fields(), project.training.batch);
    std::string words = fmt::format("{} random samples of {}'s shape", noise.count(), source->info().title);
    return {std::move(noise), std::move(words)};
}

/// This process's peak memory, in bytes.
std::int64_t peakBytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::stoll(line.substr(6)) * 1024;
    return 0;
}

double millisecondsOf(TrainingSteps& network, int steps)
{
    const train::Stopwatch watch;
    network.run(steps);
    return 1000.0 * watch.seconds() / steps;
}

/// Caches, pages, clocks and the length of launches settle.
void warmUp(TrainingSteps& network, int steps)
{
    network.run(std::min(steps, 30));
}

void listKernels(Console& console, const TrainingSteps& network)
{
    using enum Table::Align;
    Table table({left, left, left, right, right}, 2);
    table.add({"kernel", "from", "runs as", "FLOPs", "bytes"});
    for (const KernelInfo& kernel : network.kernels()) {
        std::string origin;
        for (const std::string& node : kernel.origin)
            origin += (origin.empty() ? "" : ", ") + node;
        console.event("kernel",
                      {{"op", kernel.op},
                       {"attributes", kernel.attributes},
                       {"origin", kernel.origin},
                       {"implementation", kernel.implementation},
                       {"flops", kernel.flops},
                       {"bytes", kernel.bytes}});
        table.add(
            {kernel.op, origin, kernel.implementation, kernel.flops > 0.0 ? countText(kernel.flops) : "", bytesText(kernel.bytes)});
    }
    console.print(table.text());
}

/// Runs the same network with and without fusion, alternating, so that other load affects both alike.
void compareFusion(Console& console, const BenchOptions& options, const Project& project, Backend& backend, const Data& data)
{
    std::vector<std::unique_ptr<TrainingSteps>> networks;
    for (const bool fuse : {true, false}) {
        networks.push_back(std::make_unique<TrainingSteps>(project, fuse, backend, data.split));
        warmUp(*networks.back(), options.steps);
    }
    std::vector<std::vector<double>> times(2);
    for (int repeat = 0; repeat < options.repeats; ++repeat)
        for (std::size_t i = 0; i < 2; ++i)
            times[i].push_back(millisecondsOf(*networks[i], options.steps));

    using enum Table::Align;
    Table table({left, right, right, right}, 2);
    table.add({"", "operations", "bytes per step", "ms per step"});
    std::vector<Json> figures;
    for (std::size_t i = 0; i < 2; ++i) {
        int operations = 0;
        double bytes = 0.0;
        for (const KernelInfo& kernel : networks[i]->kernels())
            if (kernel.implementation != "view") {
                ++operations;
                bytes += kernel.bytes;
            }
        const double ms = medianOf(times[i]);
        figures.push_back({{"operations", operations}, {"bytes", bytes}, {"ms_step", ms}});
        table.add({i == 0 ? "fused" : "not fused", std::to_string(operations), bytesText(bytes), fmt::format("{:.3f}", ms)});
    }
    const auto saved = [&](const char* key) { return figures[1][key].get<double>() - figures[0][key].get<double>(); };
    table.add(
        {"saved", fmt::format("{:.0f}", saved("operations")), bytesText(saved("bytes")), fmt::format("{:.3f}", saved("ms_step"))});
    console.print(table.text());
    console.event("fusion", {{"fused", figures[0]}, {"unfused", figures[1]}});
}

/// How long single samples and batches of them take to predict.
void benchPredictions(Console& console, const BenchOptions& options, const Project& project, Backend& backend, const Data& data)
{
    std::vector<std::int64_t> batches = options.batches;
    if (batches.empty())
        for (std::int64_t batch = 1; batch <= largestPredictedBatch; batch *= 2)
            batches.push_back(batch);
    using enum Table::Align;
    Table table({right, right, right, right, right}, 2);
    table.add({"batch", "p50 ms", "p90 ms", "p99 ms", "samples/s"});
    for (std::size_t i = 0; i < batches.size(); ++i) {
        console.progress("bench", static_cast<std::int64_t>(i), static_cast<std::int64_t>(batches.size()));
        const inspect::PredictionTimes times =
            inspect::timePredictions(project, !options.project.noFusion, backend, data.split, batches[i], {.calls = options.steps});
        const auto ms = [](double seconds) { return fmt::format("{:.3f}", 1000.0 * seconds); };
        table.add({std::to_string(times.batch), ms(times.p50), ms(times.p90), ms(times.p99),
                   fmt::format("{:.0f}", times.samplesPerSecond)});
        console.event("predict",
                      {{"project", options.project.path},
                       {"device", backend.name()},
                       {"precision", project.training.precision},
                       {"batch", times.batch},
                       {"calls", times.calls},
                       {"ms_p50", 1000.0 * times.p50},
                       {"ms_p90", 1000.0 * times.p90},
                       {"ms_p99", 1000.0 * times.p99},
                       {"samples_per_s", times.samplesPerSecond},
                       {"data", data.words},
                       {"threads", threadCount()}});
    }
    console.print(table.text());
}

int run(Console& console, const BenchOptions& options)
{
    applyMachineOptions(options.project);
    const Project project = openProject(options.project);
    Backend& backend = *backendFor(project.training.device).take();
    const Data data = dataFor(project, options.project);
    console.note(fmt::format("data: {}", data.words));
    if (options.compareFusion) {
        compareFusion(console, options, project, backend, data);
        return 0;
    }
    if (options.predict) {
        benchPredictions(console, options, project, backend, data);
        return 0;
    }
    const bool fuse = !options.project.noFusion;
    TrainingSteps network(project, fuse, backend, data.split);
    if (options.kernels)
        listKernels(console, network);
    warmUp(network, options.steps);
    std::vector<double> times;
    for (int repeat = 0; repeat < options.repeats; ++repeat) {
        console.progress("bench", repeat, options.repeats);
        times.push_back(millisecondsOf(network, options.steps));
    }
    const double ms = medianOf(times);
    const double rate = 1000.0 * static_cast<double>(project.training.batch) / ms;
    console.event("bench",
                  {{"project", options.project.path},
                   {"device", backend.name()},
                   {"precision", project.training.precision},
                   {"batch", project.training.batch},
                   {"ms_step", ms},
                   {"samples_per_s", rate},
                   {"peak_bytes", peakBytes()},
                   {"data", data.words},
                   {"fused", fuse},
                   {"threads", threadCount()},
                   {"ms_repeats", times}});
    console.print(fmt::format("{:.3f} ms per training step (median of {} times {} steps), {:.0f} samples/s, peak memory {}", ms,
                              options.repeats, options.steps, rate, bytesText(static_cast<double>(peakBytes()))));
    return 0;
}

} // namespace

void addBench(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "bench", "Time training steps (median milliseconds, samples per second, peak memory) or predictions");
    const auto options = std::make_shared<BenchOptions>();
    addProjectOptions(command, options->project);
    command.add_option("--steps", options->steps, "Steps in each repeat")
        ->check(wholeNumber(1, 1000000))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--repeats", options->repeats, "Number of times the steps are timed")
        ->check(wholeNumber(1, 10000))
        ->type_name("N")
        ->capture_default_str();
    CLI::Option* kernels = command.add_flag("--kernels", options->kernels, "List what a step runs: kernels, FLOPs and bytes");
    command.add_flag("--compare-fusion", options->compareFusion, "Time with and without fusion, alternating")->excludes(kernels);
    CLI::Option* predict = command.add_flag("--predict", options->predict,
                                            "Time predictions instead: the milliseconds that half, 90 % and 99 % of the calls take "
                                            "at most, and samples per second, for batches of 1, 2, 4 … 256; --steps is the number "
                                            "of calls at least");
    predict->excludes(kernels);
    command.add_option("--batches", options->batches, "The sizes of batches to predict, such as 1,64")
        ->delimiter(',')
        ->check(wholeNumber(1, 1 << 20))
        ->type_name("N,…")
        ->needs(predict);
    command.footer("Without the project's data, random data of its shape is used.");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli
