#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/terminal/contact_sheet.h"
#include "engine/cli/terminal/output_file.h"
#include "engine/cli/terminal/signals.h"
#include "engine/cli/words/words.h"
#include "engine/inspect/activations/layer_summary.h"
#include "engine/inspect/weights/neighbors.h"
#include "engine/inspect/weights/spectrum.h"
#include "engine/inspect/weights/weight_history.h"
#include "engine/inspect/weights/weight_sheet.h"
#include "engine/store/checkpoint_store.h"
#include "engine/store/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <utility>

namespace netsmith::cli {
namespace {

using inspect::LayerWeights;
using inspect::RunWeights;
using inspect::WeightArray;
using inspect::WeightSheet;

struct WeightsOptions {
    std::string run;
    std::string layer;
    std::int64_t checkpoint = -1;
    bool spectrum = false;
    bool overTime = false;
    std::string neighbors;
    std::int64_t count = 10;
    std::string filters;
};

std::string figure(double number)
{
    return fmt::format("{:.4g}", number);
}

std::string figure(const std::optional<double>& number)
{
    return number ? figure(*number) : "-";
}

/// The checkpoint of this step, or the run's result.
std::filesystem::path placeOf(const WeightsOptions& options)
{
    if (options.checkpoint < 0)
        return options.run;
    const CheckpointStore store(std::filesystem::path(options.run) / RunFolder::checkpointsName);
    const std::vector<std::int64_t> steps = store.steps();
    if (std::ranges::find(steps, options.checkpoint) != steps.end())
        return store.at(options.checkpoint);
    std::string kept;
    for (const std::int64_t step : steps)
        kept += (kept.empty() ? "" : ", ") + std::to_string(step);
    throw Error(ErrorKind::input, NS_MESSAGE("cli.weights.checkpoint", "{0} keeps no checkpoint of step {1}; it has these: {2}"),
                options.run, options.checkpoint, kept);
}

/// How often numbers occur, in a character for each two intervals.
std::string bars(const std::vector<std::int64_t>& counts)
{
    constexpr const char* heights[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    std::vector<std::int64_t> pairs;
    for (std::size_t i = 0; i + 1 < counts.size(); i += 2)
        pairs.push_back(counts[i] + counts[i + 1]);
    const double most = static_cast<double>(std::max<std::int64_t>(1, *std::ranges::max_element(pairs)));
    std::string text;
    for (const std::int64_t count : pairs) // one number shows, too
        text += heights[static_cast<std::size_t>(std::ceil(8.0 * static_cast<double>(count) / most))];
    return text;
}

void tellArrays(Console& console, const std::vector<LayerWeights>& layers)
{
    using enum Table::Align;
    Table table({left, left, left, right, right, right, right, right, right}, 2);
    table.add({"layer", "weights", "shape", "numbers", "least", "most", "mean", "deviation", "norm"});
    std::int64_t notFinite = 0;
    for (const LayerWeights& weights : layers)
        for (const WeightArray& array : weights.arrays) {
            const inspect::LayerSummary summary = inspect::summaryOf(array.numbers);
            double squares = 0.0;
            for (const float number : array.numbers)
                squares += static_cast<double>(number) * static_cast<double>(number);
            notFinite += summary.notFinite;
            console.event("array",
                          {{"layer", weights.layer.node},
                           {"type", weights.layer.layer},
                           {"name", array.facts.name},
                           {"use", inspect::idOf(array.facts.use)},
                           {"shape", array.facts.shape.sizes()},
                           {"count", summary.count},
                           {"least", summary.least},
                           {"most", summary.most},
                           {"mean", summary.mean},
                           {"deviation", summary.deviation},
                           {"norm", std::sqrt(squares)},
                           {"zeros", summary.zeros},
                           {"not_finite", summary.notFinite}});
            const auto ofFinite = [&](double number) { return summary.notFinite < summary.count ? figure(number) : "-"; };
            table.add({weights.layer.node, array.facts.name, array.facts.shape.text(), grouped(summary.count),
                       ofFinite(summary.least), ofFinite(summary.most), ofFinite(summary.mean), ofFinite(summary.deviation),
                       ofFinite(std::sqrt(squares))});
        }
    console.print(table.text());
    if (notFinite > 0)
        console.warn(fmt::format("{} not finite (NaN or infinite): the training has diverged; least, most, mean and deviation are "
                                 "of the others",
                                 notFinite == 1 ? "one number is" : grouped(notFinite) + " numbers are"));
}

std::vector<inspect::Spectrum> spectraOf(Console& console, const LayerWeights& weights, const std::stop_token& stop)
{
    std::vector<inspect::Spectrum> all;
    for (const WeightArray& array : weights.arrays)
        for (inspect::Spectrum& spectrum :
             inspect::spectraOf(array, inspect::mostSpectrumWork, stop, [&, last = -1](double share) mutable {
                 constexpr int parts = 100;
                 const int now = static_cast<int>(share * parts);
                 if (std::exchange(last, now) != now)
                     console.progress("singular values of " + array.facts.id, now, parts);
             }))
            all.push_back(std::move(spectrum));
    return all;
}

void tellSpectra(Console& console, const std::vector<LayerWeights>& layers, const std::stop_token& stop)
{
    using enum Table::Align;
    Table table({left, left, left, right, right, right, right, right}, 2);
    table.add({"layer", "matrix", "size", "spectral norm", "norm", "stable rank", "rank", "condition"});
    std::vector<std::string> refusals;
    for (const LayerWeights& weights : layers)
        for (const inspect::Spectrum& spectrum : spectraOf(console, weights, stop)) {
            const std::string name = spectrum.gate.empty() ? spectrum.array : spectrum.array + ' ' + spectrum.gate;
            console.event("spectrum",
                          {{"layer", weights.layer.node},
                           {"name", spectrum.array},
                           {"gate", spectrum.gate.empty() ? Json() : Json(spectrum.gate)},
                           {"rows", spectrum.rows},
                           {"columns", spectrum.columns},
                           {"singular_values", spectrum.values},
                           {"spectral_norm", spectrum.spectralNorm},
                           {"frobenius_norm", spectrum.frobenius},
                           {"stable_rank", spectrum.stableRank},
                           {"rank", spectrum.rank},
                           {"condition", jsonOf(spectrum.condition)},
                           {"refused", spectrum.refusal ? Json(spectrum.refusal->text()) : Json()}});
            const std::string size = fmt::format("{}×{}", spectrum.rows, spectrum.columns);
            if (spectrum.refusal) {
                refusals.push_back(weights.layer.node + ' ' + name + ": " + spectrum.refusal->text());
                table.add({weights.layer.node, name, size, "-", "-", "-", "-", "-"});
                continue;
            }
            table.add({weights.layer.node, name, size, figure(spectrum.spectralNorm), figure(spectrum.frobenius),
                       figure(spectrum.stableRank), grouped(spectrum.rank),
                       spectrum.condition ? figure(*spectrum.condition) : "infinite"});
        }
    console.print(table.text());
    for (const std::string& refusal : refusals)
        console.warn(refusal);
}

void tellHistory(Console& console, const RunWeights& run, const std::vector<LayerWeights>& layers, const std::stop_token& stop)
{
    using enum Table::Align;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const inspect::WeightHistory history =
            inspect::weightHistory(run, layers[i].layer, {.stop = stop, .progress = [&](std::int64_t done, std::int64_t all) {
                                                              console.progress("checkpoints of " + layers[i].layer.node, done, all);
                                                          }});
        for (const inspect::ArrayHistory& array : history.arrays) {
            console.line(fmt::format("{} {}, {}: numbers from {} to {}", history.node, array.name, array.shape.text(),
                                     figure(array.least), figure(array.most)));
            Table table({right, right, right, right, right, left}, 2);
            table.add({"step", "norm", "RMS", "from the first", "per step", "distribution"});
            for (std::size_t moment = 0; moment < history.steps.size(); ++moment) {
                const inspect::WeightPoint& point = array.points[moment];
                console.event("moment",
                              {{"layer", history.node},
                               {"name", array.name},
                               {"step", history.steps[moment]},
                               {"drawn_again", history.beginsWithFirst && moment == 0},
                               {"norm", point.norm},
                               {"rms", point.rms},
                               {"distance", jsonOf(point.distance)},
                               {"change", jsonOf(point.change)},
                               {"update", jsonOf(point.update)},
                               {"not_finite", point.notFinite},
                               {"least", array.least},
                               {"most", array.most},
                               {"counts", array.counts[moment]}});
                table.add({grouped(history.steps[moment]), figure(point.norm), figure(point.rms), figure(point.distance),
                           figure(point.update), bars(array.counts[moment])});
            }
            console.print(table.text());
        }
        if (i > 0)
            continue; // the same for every layer
        if (history.firstUnknown)
            console.warn(fmt::format("the weights before training are not known: {}", history.firstUnknown->text()));
        for (const Message& skipped : history.skipped)
            console.warn(fmt::format("left out: {}", skipped.text()));
    }
}

void tellNeighbors(Console& console, const WeightsOptions& options, const std::vector<LayerWeights>& layers)
{
    const WeightArray* table = nullptr;
    const LayerWeights* owner = nullptr;
    for (const LayerWeights& weights : layers)
        for (const WeightArray& array : weights.arrays)
            if (array.facts.use == inspect::WeightUse::table && !table) {
                table = &array;
                owner = &weights;
            }
    if (!table)
        throw Error(ErrorKind::input, NS_MESSAGE("cli.weights.table", "--neighbours needs an embedding, and {0} has none"),
                    options.layer.empty() ? options.run : options.layer);
    const inspect::TokenNames names(owner->tokens, table->facts.shape[0]);
    const inspect::Neighbors found =
        inspect::neighborsOf(*table, names.idOf(options.neighbors), static_cast<std::size_t>(options.count));
    const auto json = [&](const std::vector<inspect::Neighbor>& list) {
        Json all = Json::array();
        for (const inspect::Neighbor& each : list)
            all.push_back({{"id", each.id}, {"word", names.wordOf(each.id)}, {"cosine", each.cosine}, {"distance", each.distance}});
        return all;
    };
    console.event("neighbors",
                  {{"layer", owner->layer.node},
                   {"id", found.id},
                   {"word", names.wordOf(found.id)},
                   {"norm", found.norm},
                   {"rows", table->facts.shape[0]},
                   {"not_finite_rows", found.leftOut},
                   {"by_cosine", json(found.byCosine)},
                   {"by_distance", json(found.byDistance)}});
    console.line(fmt::format("nearest to {} (row {}) in {}, whose vector has the norm {}", names.nameOf(found.id), found.id,
                             owner->layer.node, figure(found.norm)));
    using enum Table::Align;
    Table out({left, right, right, left, right, right}, 2);
    out.add({"by angle", "cosine", "distance", "  by distance", "cosine", "distance"});
    for (std::size_t i = 0; i < found.byDistance.size(); ++i) {
        std::vector<std::string> row;
        for (const auto* list : {&found.byCosine, &found.byDistance}) {
            const bool has = i < list->size();
            row.push_back((list == &found.byDistance ? "  " : "") + (has ? names.nameOf((*list)[i].id) : std::string()));
            row.push_back(has ? fmt::format("{:.4f}", (*list)[i].cosine) : "");
            row.push_back(has ? figure((*list)[i].distance) : "");
        }
        out.add(std::move(row));
    }
    console.print(out.text());
    if (found.leftOut > 0)
        console.warn(fmt::format("{} rows are not finite (NaN or infinite) and left out", grouped(found.leftOut)));
}

/// One map as grey or coloured bytes, zero in the middle, each number as a square of `scale` pixels.
std::vector<std::byte> pixelsOf(const WeightSheet& sheet, std::int64_t output, std::int64_t input, std::int64_t scale)
{
    std::vector<std::byte> pixels;
    pixels.reserve(static_cast<std::size_t>(sheet.height * sheet.width * scale * scale * sheet.channels));
    for (std::int64_t y = 0; y < sheet.height * scale; ++y)
        for (std::int64_t x = 0; x < sheet.width * scale; ++x)
            for (std::int64_t channel = 0; channel < sheet.channels; ++channel) {
                const auto number = static_cast<double>(sheet.at(output, input, y / scale, x / scale, channel));
                const double share = sheet.most > 0.0 && std::isfinite(number) ? number / sheet.most : 0.0;
                pixels.push_back(static_cast<std::byte>(std::lround(127.5 + 127.5 * share)));
            }
    return pixels;
}

void writeFilters(Console& console, const std::string& folder, const std::vector<LayerWeights>& layers)
{
    constexpr std::int64_t leastSide = 24; // pixels of a map
    constexpr inspect::SheetLimits limits{.side = 128, .onlySide = 2048, .outputs = 256, .inputs = 64, .cells = 1 << 22};
    makeFolder(folder);
    for (const LayerWeights& weights : layers)
        for (const WeightArray& array : weights.arrays) {
            const WeightSheet sheet = inspect::sheetOf(array, weights.layer, {}, limits);
            if (sheet.form == WeightSheet::Form::vector)
                continue;
            const std::int64_t scale = std::max<std::int64_t>(1, leastSide / std::max(sheet.height, sheet.width));
            std::vector<std::vector<std::byte>> images;
            for (std::int64_t output = 0; output < sheet.outputs; ++output)
                for (std::int64_t input = 0; input < sheet.inputs; ++input)
                    images.push_back(pixelsOf(sheet, output, input, scale));
            const auto columns = sheet.inputs > 1
                ? static_cast<std::size_t>(sheet.inputs)
                : static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(images.size()))));
            std::string name = array.facts.id + ".png";
            std::ranges::replace(name, '/', '.');
            OutputFile file((std::filesystem::path(folder) / name).string());
            file.write(contactSheet({sheet.height * scale, sheet.width * scale, sheet.channels}, images, columns).take());
            console.event("filters",
                          {{"layer", weights.layer.node},
                           {"name", array.facts.name},
                           {"form", inspect::idOf(sheet.form)},
                           {"output", file.path()},
                           {"height", sheet.height},
                           {"width", sheet.width},
                           {"whole_height", sheet.wholeHeight},
                           {"whole_width", sheet.wholeWidth},
                           {"outputs", sheet.outputs},
                           {"total_outputs", sheet.totalOutputs},
                           {"inputs", sheet.inputs},
                           {"total_inputs", sheet.totalInputs},
                           {"columns", columns},
                           {"scale", scale},
                           {"most", sheet.most}});
            console.line(fmt::format("wrote {}: {} of {} × {} of {} maps of {}×{}, black {} to white {}", file.path(),
                                     sheet.outputs, sheet.totalOutputs, sheet.inputs, sheet.totalInputs, sheet.wholeHeight,
                                     sheet.wholeWidth, figure(-sheet.most), figure(sheet.most)));
        }
}

int run(Console& console, const WeightsOptions& options)
{
    const SignalWatch signals;
    try {
        const RunWeights weights(placeOf(options));
        std::vector<LayerWeights> layers;
        if (options.layer.empty())
            for (const inspect::WeighedLayer& layer : weights.layers())
                layers.push_back(weights.weightsOf(layer));
        else
            layers.push_back(weights.weightsOf(weights.layer(options.layer)));
        console.event("weights", {{"run", options.run}, {"checkpoint", weights.checkpoint().string()}, {"step", weights.step()}});
        console.line(fmt::format("weights after step {} ({})", grouped(weights.step()), weights.checkpoint().string()));
        const bool onlyArrays = !options.spectrum && !options.overTime && options.neighbors.empty() && options.filters.empty();
        if (onlyArrays)
            tellArrays(console, layers);
        if (options.spectrum)
            tellSpectra(console, layers, signals.token());
        if (!options.neighbors.empty())
            tellNeighbors(console, options, layers);
        if (!options.filters.empty())
            writeFilters(console, options.filters, layers);
        weights.checkRead();
        if (options.overTime)
            tellHistory(console, weights, layers, signals.token());
    } catch (const Error& error) {
        if (!signals.exitCode())
            throw;
        console.note(error.what());
        return signals.exitCode();
    }
    return 0;
}

} // namespace

void addWeights(CommandLine& line)
{
    CLI::App& command =
        line.add(line.app, "weights", "Show what a network has learned in its weights: filters, singular values, change over time");
    const auto options = std::make_shared<WeightsOptions>();
    command.add_option("RUN", options->run, "The run's folder, also while it is trained, or one of its checkpoints")
        ->required()
        ->type_name(folderType);
    command.add_option("--layer", options->layer, "The layer by its id, within a block BLOCK/LAYER (all that have weights)")
        ->type_name("LAYER");
    command.add_option("--checkpoint", options->checkpoint, "The step of a kept checkpoint of RUN (the run's result)")
        ->check(wholeNumber(0))
        ->type_name("N");
    command.add_flag("--spectrum", options->spectrum, "Singular values, spectral norm, stable rank and condition number");
    command.add_flag("--over-time", options->overTime, "Norms, updates and histograms over all kept checkpoints");
    command
        .add_option("--neighbours,--neighbors", options->neighbors,
                    "The rows of an embedding nearest to this word, or to a row by its number, as #12")
        ->type_name("WORD");
    command.add_option("--count", options->count, "How many of them")
        ->check(wholeNumber(1, 1000000))
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--filters", options->filters, "Write kernels as PNG pictures into this folder")->type_name(folderType);
    command.footer("Needs neither the data nor the device of the run. In pictures grey is 0, black the most negative number of the "
                   "array and white the most positive one; red, green and blue of a first layer that reads coloured pictures. The "
                   "weights before training are drawn again from the run's seed. A matrix larger than about 4096×4096 has no "
                   "singular values.");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli
