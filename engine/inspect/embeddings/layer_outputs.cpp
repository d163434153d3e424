#include "engine/inspect/embeddings/layer_outputs.h"

#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/fields/chosen_samples.h"
#include "engine/fields/element.h"
#include "engine/inspect/embeddings/known_targets.h"
#include "engine/inspect/predictions/predictions.h"
#include "engine/plan/checks/project_nodes.h"
#include "engine/predict/field_types.h"
#include "engine/predict/prediction.h"
#include "engine/predict/size_text.h"
#include "engine/train/setup.h"

#include <algorithm>
#include <cmath>

namespace netsmith::inspect {
namespace {

constexpr std::int64_t savedBatch = 64; ///< as `Predictor`'s own
constexpr std::int64_t chunkBytes = std::int64_t{16} << 20; ///< of samples, and of what the network makes of them

/// A network to ask for the outputs of a layer.
struct AskedLayers {
    std::span<const data::FieldSpec> inputs;
    std::span<const PredictedOutput> outputs;
    std::function<std::vector<std::vector<float>>(std::span<const data::Field>)> predict;
    std::int64_t batch = 1;
};

LayerReading readingOf(const Shape& shape, bool hasTargetsOfSteps)
{
    if (shape.rank() == 2)
        return hasTargetsOfSteps ? LayerReading::lastStep : LayerReading::stepMeans;
    return shape.rank() > 2 && shape.elements() > widestMaps ? LayerReading::channelMeans : LayerReading::whole;
}

/// Appends the row of a sample; `validSteps`: of its sequence.
void appendRow(std::vector<float>& numbers, std::span<const float> output, LayerReading reading, const Shape& shape,
               std::int64_t validSteps)
{
    if (reading == LayerReading::whole) {
        numbers.insert(numbers.end(), output.begin(), output.end());
        return;
    }
    const auto width = static_cast<std::size_t>(shape[-1]), steps = output.size() / width;
    const std::size_t valid =
        reading == LayerReading::channelMeans ? steps : std::clamp<std::size_t>(static_cast<std::size_t>(validSteps), 1, steps);
    if (reading == LayerReading::lastStep) {
        const auto last = output.subspan((valid - 1) * width, width);
        numbers.insert(numbers.end(), last.begin(), last.end());
        return;
    }
    for (std::size_t channel = 0; channel < width; ++channel) {
        double sum = 0.0;
        for (std::size_t step = 0; step < valid; ++step)
            sum += static_cast<double>(output[step * width + channel]);
        numbers.push_back(static_cast<float>(sum / static_cast<double>(valid)));
    }
}

/// How many steps of the layer's output are valid: in proportion, if it has fewer than the input.
std::int64_t stepsOf(const ValidSteps& steps, std::int64_t layerSteps, std::int32_t sample)
{
    const std::int64_t all = steps.steps();
    if (all == 0)
        return layerSteps;
    return (steps.of(sample) * layerSteps + all - 1) / all;
}

void refuseTooWide(const LayerOutputs& out, std::int64_t width)
{
    const std::int64_t rowBytes = width * static_cast<std::int64_t>(sizeof(float)), fit = layerBytesAtMost / rowBytes;
    if (std::ssize(out.samples) > fit)
        throw Error(ErrorKind::resources,
                    NS_MESSAGE("embedding.memory",
                               "the outputs of \"{0}\" for {1:sample|samples} take {2}; ask for {3} at most, or for another layer"),
                    out.layer, std::ssize(out.samples), sizeText(std::ssize(out.samples) * rowBytes), fit);
}

/// Fills in what the layer makes of `out.samples`.
void collect(const AskedLayers& network, LayerOutputs& out, const std::function<void(std::int64_t done)>& progress)
{
    const auto layer = std::ranges::find_if(network.outputs, [&](const PredictedOutput& each) {
        return each.source != OutputSource::objective && each.node == out.layer;
    });
    const auto chosen = static_cast<std::size_t>(layer - network.outputs.begin());
    TargetReader targets(network.outputs, out.split);
    const Shape shape = layer->shape;
    const std::size_t size = static_cast<std::size_t>(shape.elements());
    out.reading = readingOf(shape, targets.hasSteps());
    const std::int64_t width = out.reading == LayerReading::whole ? shape.elements() : shape[-1];
    refuseTooWide(out, width);
    const ValidSteps steps(network.inputs, out.split);

    std::int64_t bytes = 1;
    for (const data::FieldSpec& input : network.inputs)
        bytes += input.sampleBytes();
    for (const PredictedOutput& output : network.outputs)
        bytes += output.shape.elements() * static_cast<std::int64_t>(sizeof(float));
    const std::int64_t chunk = std::max<std::int64_t>(1, chunkBytes / bytes / network.batch) * network.batch;
    const std::vector<std::int32_t> asked = std::move(out.samples);
    out.samples.clear();
    out.numbers = {0, width, {}};
    out.numbers.numbers.reserve(asked.size() * static_cast<std::size_t>(width));
    for (std::int64_t done = 0; done < std::ssize(asked); done += chunk) {
        progress(done);
        const auto part = std::span(asked).subspan(static_cast<std::size_t>(done),
                                                   static_cast<std::size_t>(std::min(chunk, std::ssize(asked) - done)));
        std::vector<data::Field> given;
        for (const data::FieldSpec& input : network.inputs)
            given.push_back(data::chosenSamples(out.split.field(input.name), part));
        const std::vector<std::vector<float>> numbers = network.predict(given);
        for (std::size_t i = 0; i < part.size(); ++i) {
            const auto output = std::span(numbers[chosen]).subspan(i * size, size);
            const std::size_t before = out.numbers.numbers.size();
            appendRow(out.numbers.numbers, output, out.reading, shape, shape.rank() == 2 ? stepsOf(steps, shape[0], part[i]) : 0);
            if (std::ranges::any_of(std::span(out.numbers.numbers).subspan(before),
                                    [](float each) { return !std::isfinite(each); })) {
                out.numbers.numbers.resize(before);
                ++out.notFinite;
                continue;
            }
            out.samples.push_back(part[i]);
            targets.add(part[i], numbers, i);
        }
    }
    progress(std::ssize(asked));
    out.numbers.rows = std::ssize(out.samples);
    out.known = targets.take();
    if (out.notFinite > 0 && out.samples.empty())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("embedding.diverged",
                               "the outputs of \"{0}\" are not finite (NaN or infinite) for any sample: the training has diverged; "
                               "choose an earlier moment of it, or another run"),
                    out.layer);
}

/// The layer that was asked for. Throws `embedding.layer`.
void chooseLayer(LayerOutputs& out, const CheckedProject& project, const LayerRequest& request)
{
    out.layers = layersToEmbed(project);
    const auto isThere = [&] { return std::ranges::find(out.layers, out.layer, &LayerChoice::node) != out.layers.end(); };
    out.layer = request.layer;
    if (out.layer.empty() || (request.orDefault && !isThere()))
        out.layer = layerBeforeOutput(project);
    if (!isThere()) {
        std::string names;
        for (const LayerChoice& each : out.layers)
            names += (names.empty() ? "" : ", ") + each.node;
        throw Error(ErrorKind::input,
                    NS_MESSAGE("embedding.layer", "no layer \"{0}\" is computed for a prediction; name one of these: {1}"),
                    out.layer, names);
    }
}

} // namespace

std::vector<LayerChoice> layersToEmbed(const CheckedProject& project)
{
    const LogicalPlan plan =
        buildPlan(project, {.batch = 1, .programs = {programs::predict}, .observe = {std::string(everyLayer)}});
    std::vector<LayerChoice> layers;
    for (const ObservedLayer& layer : plan.observed)
        layers.push_back({layer.tensors.node, layer.shape.withoutBatch(), plan.tensor(layer.tensors.output).role == Role::input});
    return layers;
}

std::string layerBeforeOutput(const CheckedProject& project)
{
    const Project& flat = project.flat();
    const std::vector<LayerChoice> layers = layersToEmbed(project);
    const auto isThere = [&](const std::string& node) {
        return std::ranges::find(layers, node, &LayerChoice::node) != layers.end();
    };
    const auto before = [&](const Node& node) -> const Node* {
        const auto wire = std::ranges::find_if(flat.graph.edges, [&](const Edge& edge) { return edge.to.node == node.id; });
        return wire == flat.graph.edges.end() ? nullptr : flat.graph.find(wire->from.node);
    };
    const auto hasWeights = [&](const Node& node) {
        const LayerSpec* spec = project.catalog().layers->find(node.layer);
        return spec && spec->hasWeights();
    };
    const Node* node = flat.training.objectives.empty() ? nullptr : objectiveNode(flat.graph, flat.training.objectives.front());
    const Node* last = node;
    while (node && !hasWeights(*node))
        node = before(*node);
    if (node) {
        last = node; // its weights make the classes or numbers
        node = before(*node);
    }
    while (node && !isThere(node->id))
        node = before(*node);
    const bool isInput =
        node && std::ranges::any_of(layers, [&](const LayerChoice& each) { return each.node == node->id && each.isInput; });
    if (node && !isInput)
        return node->id;
    if (last && isThere(last->id))
        return last->id;
    return layers.empty() ? std::string() : layers.back().node;
}

LayerOutputs layerOutputsOfRun(const std::filesystem::path& run, const train::EvaluateOptions& options, const LayerRequest& request,
                               const std::function<void(std::int64_t done, std::int64_t all)>& progress)
{
    LayerOutputs out;
    {
        SavedRun saved = openSavedRun(run, options.device);
        chooseLayer(out, CheckedProject(saved.project, catalog(), fieldTypes(saved.record.fields)), request);
        checkStopped(options.stop);
        train::JudgedSamples judged = train::samplesToJudge(saved, options);
        out.data = std::move(judged.data);
        out.part = judged.part;
        out.warnings = std::move(judged.warnings);
        out.split = std::move(judged.split);
        out.available = std::ssize(judged.samples);
        out.samples = spread(judged.samples, request.samples);
    }
    Predictor predictor(run, options.device, savedBatch, {out.layer});
    out.checkpoint = predictor.checkpoint();
    out.step = predictor.step();
    out.epochsDone = predictor.epochsDone();
    if (!predictor.inputs().empty())
        out.input = predictor.inputs().front().name;
    const std::int64_t all = std::ssize(out.samples);
    collect({predictor.inputs(), predictor.outputs(),
             [&](std::span<const data::Field> samples) { return predictor.predict(samples); }, savedBatch},
            out, [&](std::int64_t done) {
                checkStopped(options.stop);
                if (progress)
                    progress(done, all);
            });
    return out;
}

LayerOutputs layerOutputsOfLiveRun(train::LiveRun& run, bool training, const LayerRequest& request, double seconds)
{
    const train::TrainingData& data = run.setup().data();
    const bool validates = !data.validation.empty() && !training;
    const std::vector<std::int32_t>& all = validates ? data.validation : data.train;
    ObservedNetwork& observed = run.observed();
    LayerOutputs out;
    out.step = run.position().step;
    out.epochsDone = run.position().epoch - 1;
    out.data = data.loaded.words;
    out.part = validates ? train::Evaluation::Part::validation : train::Evaluation::Part::training;
    out.split = validates ? data.validationSplit() : data.trainSplit();
    out.available = std::ssize(all);
    if (!observed.inputs().empty())
        out.input = observed.inputs().front().name;
    chooseLayer(out, run.setup().checked(), request);
    const AskedLayers network{observed.inputs(), observed.outputs(),
                              [&](std::span<const data::Field> samples) { return observed.predict(samples); }, 1};
    const auto ask = [&](std::int64_t count) {
        out.notFinite = 0;
        out.samples = spread(all, count);
        collect(network, out, [](std::int64_t) {});
    };
    constexpr std::int64_t tried = 16;
    const std::int64_t most = request.samples > 0 ? std::min(request.samples, std::ssize(all)) : std::ssize(all);
    ask(std::min(tried, most)); // the first one prepares the network
    const train::Stopwatch watch;
    ask(std::min(tried, most));
    const double share = seconds / std::max(watch.seconds(), 1e-9);
    const auto count = static_cast<std::int64_t>(std::min(share * static_cast<double>(tried), static_cast<double>(most)));
    if (count > tried)
        ask(count);
    return out;
}

} // namespace netsmith::inspect
