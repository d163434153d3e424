#include "engine/inspect/explanations/layer_explainer.h"

#include "engine/backend/loader.h"
#include "engine/cli/given_samples.h"
#include "engine/cli/words/explained_number.h"
#include "engine/fields/single_sample.h"
#include "engine/predict/observed_network.h"
#include "engine/predict/prediction.h"
#include "engine/train/setup.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <memory>

namespace netsmith::cli {
namespace {

struct ExplainOptions : SampleOptions {
    std::vector<std::int64_t> samples;
    std::string at;
    inspect::ExplanationRequest request;
};

/// "0,3,5,2"
inspect::Place outputPlace(const std::string& text)
{
    inspect::Place place;
    const char* next = text.data();
    const char* const end = next + text.size();
    while (next != end) {
        std::int64_t index = 0;
        const auto [after, problem] = std::from_chars(next, end, index);
        if (problem != std::errc() || index < 0 || (after != end && (*after != ',' || after + 1 == end)))
            throw Error(ErrorKind::usage,
                        NS_MESSAGE("cli.explain.at", "--at takes an index from 0 for each axis, such as 3,5,2, got \"{0}\""), text);
        place.push_back(index);
        next = after == end ? end : after + 1;
    }
    return place;
}

template <class Network>
void explainAll(Console& console, const ExplainOptions& options, Network& network, const std::vector<GivenSamples>& samples)
{
    const inspect::LayerExplainer explainer(network.checked(), network.network(), network.prediction());
    for (const GivenSamples& given : samples) {
        for (const Message& warning : given.samples.warnings)
            console.warn(warning.text());
        for (std::int64_t i = 0; i < given.samples.count(); ++i) {
            std::vector<data::Field> sample;
            for (const data::Field& input : given.samples.inputs)
                sample.push_back(data::sampleOf(input, i));
            const std::vector<std::vector<float>> values = network.predict(sample);
            const inspect::LayerExplanation explanation = explainer.explain(options.request, sample, values);
            Json json = jsonOf(explanation);
            json["input"] = given.nameOf(i);
            console.event("explanation", json);
            console.line(given.nameOf(i) + ":");
            console.print(wordsOf(explanation));
        }
    }
}

/// A project without a run: its weights are drawn from its seed.
void explainProject(Console& console, const ExplainOptions& options)
{
    Project project = loadProject(options.run).take();
    if (!options.device.empty())
        project.training.device = options.device;
    Backend& backend = *backendFor(project.training.device).take();
    train::LoadedData data = train::loadData(project, options.dataDir);
    const data::DataSplit test = data.set.test.count() > 0 ? data.set.test : data.set.train;
    train::TrainingSetup setup(project, std::move(data), backend, {});
    setup.network().drawWeights();
    const std::unique_ptr<ObservedNetwork> network = setup.observe();
    data::SampleReading reading{.inputs = network->inputs(), .targets = {}, .settings = setup.project().data};
    for (const PredictedOutput& output : network->outputs())
        if (output.source == OutputSource::objective)
            reading.targets.push_back(output.target);
    SampleOptions named = options;
    named.indices.clear();
    std::vector<GivenSamples> samples = givenSamples(named, reading);
    for (const std::int64_t index : options.indices)
        samples.push_back(givenSample(test, index, reading));
    explainAll(console, options, *network, samples);
}

int run(Console& console, ExplainOptions options)
{
    if (!options.at.empty())
        options.request.at = outputPlace(options.at);
    options.indices.insert(options.indices.end(), options.samples.begin(), options.samples.end());
    if (!options.isNamed() && options.indices.empty())
        options.indices = {0};
    std::error_code ignored;
    const std::filesystem::path place = options.run;
    if (std::filesystem::is_regular_file(place, ignored) || place.extension() == ".netsmith") {
        explainProject(console, options);
        return 0;
    }
    Predictor predictor(options.run, options.device, 1, {std::string(everyLayer)});
    explainAll(console, options, predictor, givenSamples(options, data::readingFor(predictor)));
    return 0;
}

} // namespace

void addExplain(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "explain", "Show how a number of a layer's output is made, term by term");
    const auto options = std::make_shared<ExplainOptions>();
    addSampleOptions(command, *options);
    command.get_option("RUN")->description("A run's folder, one of its checkpoints, or a project file: its first, random weights");
    command.add_option("--layer", options->request.node, "The layer, by its id (\"block/layer\" within a block)")
        ->type_name("LAYER")
        ->required();
    command.add_option("--at", options->at, "Which number, by an index from 0 for each axis, such as 3,5,2 (the largest)")
        ->type_name("PLACE");
    command.add_option("--sample", options->samples, "The same as --index; without samples the first one of the test set")
        ->check(wholeNumber(0))
        ->type_name("N")
        ->allow_extra_args(false);
    command
        .add_option("--map", options->request.channel, "The map of the input whose products are written out (that which adds most)")
        ->check(wholeNumber(0, 1000000000))
        ->type_name("N");
    command.add_option("--draw", options->request.draw, "Of a layer that draws in training: the sample, counted over the training")
        ->check(wholeNumber(0))
        ->type_name("N")
        ->capture_default_str();
    command.footer(
        "Computed again in double precision from the layer's inputs and weights. Up to 64 terms are written out, of more "
        "the largest 12 and the sum of the others.");
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli
