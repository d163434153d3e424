#include "engine/inspect/activations/layer_summary.h"

#include "engine/cli/given_samples.h"
#include "engine/cli/terminal/output_file.h"
#include "engine/cli/words/words.h"
#include "engine/core/files/safe_file.h"
#include "engine/fields/single_sample.h"
#include "engine/input/arrays/npy.h"
#include "engine/predict/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace netsmith::cli {
namespace {

struct InspectOptions : SampleOptions {
    std::vector<std::string> layers;
    std::string output;
};

/// The outputs of one layer for all samples.
struct LayerValues {
    const PredictedOutput* layer = nullptr;
    std::vector<float> values;
};

std::string numberText(double number)
{
    return fmt::format("{:.4g}", number);
}

/// A table with a row for each layer.
void tell(Console& console, const std::string& sample, const std::vector<const PredictedOutput*>& layers,
          const std::vector<std::span<const float>>& values)
{
    constexpr auto left = Table::Align::left, right = Table::Align::right;
    const auto finite = [](const inspect::LayerSummary& summary) { return summary.notFinite < summary.count; };
    Table table({left, right, right, right, right, right, right}, 2);
    table.add({"layer", "output", "minimum", "maximum", "mean", "deviation", "zeros"});
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const PredictedOutput& layer = *layers[i];
        const inspect::LayerSummary summary = inspect::summaryOf(values[i]);
        Json sizes = Json::array();
        for (const std::int64_t size : layer.shape.sizes())
            sizes.push_back(size);
        console.event("layer",
                      {{"input", sample},
                       {"layer", layer.node},
                       {"shape", sizes},
                       {"minimum", finite(summary) ? Json(summary.least) : Json()},
                       {"maximum", finite(summary) ? Json(summary.most) : Json()},
                       {"mean", finite(summary) ? Json(summary.mean) : Json()},
                       {"deviation", finite(summary) ? Json(summary.deviation) : Json()},
                       {"zeros", summary.zeros},
                       {"not_finite", summary.notFinite}});
        const auto text = [&](double number) { return finite(summary) ? numberText(number) : std::string("-"); };
        table.add({layer.node, layer.shape.text(), text(summary.least), text(summary.most), text(summary.mean),
                   text(summary.deviation),
                   summary.notFinite > 0 ? fmt::format("{} not finite", grouped(summary.notFinite))
                                         : fmt::format("{:.1f} %", 100.0 * summary.zeroShare())});
    }
    console.line(sample + ":");
    console.print(table.text());
}

/// "res_1/dense_1" as the name of a file.
std::string fileName(std::string layer)
{
    std::ranges::replace(layer, '/', '.');
    return layer + ".npy";
}

/// Refuses to write an array over a sample. The names are files only in part.
void refuseInputs(const std::string& folder, const std::vector<const PredictedOutput*>& layers, std::span<const std::string> names)
{
    std::error_code code;
    for (const PredictedOutput* layer : layers)
        for (const std::string& name : names)
            if (const auto file = std::filesystem::path(folder) / fileName(layer->node);
                std::filesystem::equivalent(name, file, code))
                throw Error(ErrorKind::usage,
                            NS_MESSAGE("cli.inspect.output", "--output {0} would overwrite {1}; name another folder"), folder,
                            name);
}

void write(Console& console, const std::string& folder, const std::vector<LayerValues>& all, std::int64_t count)
{
    makeFolder(folder);
    for (const LayerValues& each : all)
        writeFileSafely(std::filesystem::path(folder) / fileName(each.layer->node),
                        data::npyOf(each.layer->shape.withBatch(count), each.values))
            .take();
    console.event("arrays", {{"folder", folder}, {"layers", all.size()}, {"samples", count}});
    console.line(fmt::format("{} arrays written to {}", all.size(), folder));
}

int run(Console& console, const InspectOptions& options)
{
    if (!options.isNamed() && options.indices.empty())
        throw Error(ErrorKind::usage,
                    NS_MESSAGE("cli.inspect.nothing",
                               "nothing to inspect: name files or folders of samples, texts with --text, or samples of the test "
                               "set with --index"));
    const bool every = options.layers.empty();
    Predictor predictor(options.run, options.device, 1, every ? std::vector{std::string(everyLayer)} : options.layers);
    std::vector<LayerValues> all;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < predictor.outputs().size(); ++i)
        if (const PredictedOutput& output = predictor.outputs()[i]; output.source != OutputSource::objective) {
            all.push_back({&output, {}});
            places.push_back(i);
        }
    std::vector<const PredictedOutput*> layers;
    std::ranges::transform(all, std::back_inserter(layers), &LayerValues::layer);
    std::int64_t count = 0;
    const std::vector<GivenSamples> samples = givenSamples(options, data::readingFor(predictor));
    if (!options.output.empty()) {
        refuseInputs(options.output, layers, options.inputs);
        for (const GivenSamples& given : samples) // for a folder, each of its files
            refuseInputs(options.output, layers, given.samples.names);
    }
    for (const GivenSamples& given : samples) {
        for (const Message& warning : given.samples.warnings)
            console.warn(warning.text());
        for (std::int64_t i = 0; i < given.samples.count(); ++i) {
            std::vector<data::Field> sample;
            for (const data::Field& input : given.samples.inputs)
                sample.push_back(data::sampleOf(input, i));
            const std::vector<std::vector<float>> made = predictor.predict(sample);
            std::vector<std::span<const float>> values;
            for (std::size_t l = 0; l < all.size(); ++l) {
                values.emplace_back(made[places[l]]);
                if (!options.output.empty())
                    all[l].values.insert(all[l].values.end(), values.back().begin(), values.back().end());
            }
            tell(console, given.nameOf(i), layers, values);
        }
        count += given.samples.count();
    }
    if (!options.output.empty())
        write(console, options.output, all, count);
    return 0;
}

} // namespace

void addInspect(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "inspect", "Show the output of each layer of a trained network for given samples");
    const auto options = std::make_shared<InspectOptions>();
    addSampleOptions(command, *options);
    command.add_option("--layer", options->layers, "Only this layer, by its id (\"block/layer\" within a block); may be repeated")
        ->type_name("LAYER")
        ->allow_extra_args(false);
    command.add_option("--output", options->output, "Also write each layer's outputs to an array LAYER.npy in this folder")
        ->type_name(folderType);
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli
