#include "engine/inspect/attribution/attribution.h"

#include "engine/backend/loader.h"
#include "engine/catalog/catalog.h"
#include "engine/inspect/attribution/quadrature.h"
#include "engine/predict/field_types.h"
#include "engine/predict/preparing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace netsmith::inspect {
namespace {

constexpr std::int64_t samplesAtOnce = 16;
constexpr std::string_view methodIds[attributionMethods] = {"saliency", "input_gradient", "integrated_gradients", "grad_cam",
                                                            "occlusion"};

/// Windows along an axis: all of `patch`, but for the last ones what is left.
struct Windows {
    std::int64_t size = 1;
    std::int64_t patch = 1;
    std::int64_t stride = 1;

    std::int64_t count() const { return size <= patch ? 1 : (size - patch + stride - 1) / stride + 1; }
    std::int64_t first(std::int64_t window) const { return window * stride; }
    std::int64_t end(std::int64_t window) const { return std::min(size, window * stride + patch); }
};

Windows windowsOf(std::int64_t size, const AttributionRequest& request)
{
    const std::int64_t patch = request.patch > 0 ? request.patch : std::max<std::int64_t>(1, size / 7);
    return {size, std::min(patch, size), request.stride > 0 ? request.stride : std::max<std::int64_t>(1, patch / 2)};
}

bool holdsClasses(const data::FieldSpec& input)
{
    return input.classes > 0;
}

/// Says how far it is.
void tell(const AttributionRequest& request, std::int64_t done, std::int64_t all)
{
    if (request.progress)
        request.progress(done, all);
}

} // namespace

std::string_view idOf(AttributionMethod method)
{
    return methodIds[static_cast<std::size_t>(method)];
}

AttributionNetwork::AttributionNetwork(const std::filesystem::path& run, const std::string& device)
{
    SavedRun saved = openSavedRun(run, device);
    m_project = std::move(saved.project);
    m_step = control::stepsTaken(saved.checkpoint.state.position.counters);
    prepare(saved.record.fields, saved.record.fuse, saved.checkpoint.weights, saved.checkpoint.folder.string());
}

AttributionNetwork::AttributionNetwork(const NetworkCopy& copy)
    : m_project(copy.project)
    , m_step(copy.step)
{
    prepare(copy.fields, copy.fuse, copy.weights, "copy");
}

void AttributionNetwork::update(const NetworkCopy& copy)
{
    restoreWeights(m_network->state(), m_network->plan(), copy.weights, "copy");
    m_step = copy.step;
}

void AttributionNetwork::prepare(const std::vector<data::FieldSpec>& specs, bool fuse, const SafetensorsFile& weights,
                                 const std::string& place)
{
    const Project& project = m_project;
    m_checked = std::make_unique<CheckedProject>(project, catalog(), fieldTypes(specs));
    const NetworkRequest request{*m_checked,
                                 precisionFrom(project.training.precision),
                                 {.fuse = fuse},
                                 {programs::predict, programs::inputGradients},
                                 {std::string(everyLayer)}};
    Backend& backend = *backendFor(project.training.device).take();
    m_network = std::make_unique<CompiledNetwork>(backend, request, std::vector{std::min(project.training.batch, samplesAtOnce)});
    restoreWeights(m_network->state(), m_network->plan(), weights, place);
    m_prediction = std::make_unique<NetworkPrediction>(*m_network, project, specs);
    const LogicalPlan& plan = m_network->plan();
    m_program = plan.programIndex(programs::inputGradients);
    std::ranges::copy_if(m_prediction->outputs(), std::back_inserter(m_outputs),
                         [](const PredictedOutput& output) { return output.source == OutputSource::objective; });
    for (const TensorId tensor : plan.inputGradients.inputs) {
        const std::string name = plan.tensor(tensor).name.substr(programs::inputGradients.size() + 1);
        const auto input = std::ranges::find(inputs(), name, &data::FieldSpec::name);
        m_inputOf.push_back(input == inputs().end() ? -1 : static_cast<int>(input - inputs().begin()));
    }
    if (inputs().empty())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("attribution.no_input", "the network reads no samples, so nothing of them can be explained"));
}

AttributionNetwork::~AttributionNetwork() = default;

const std::vector<data::FieldSpec>& AttributionNetwork::inputs() const
{
    return m_prediction->inputs();
}

std::vector<double> AttributionNetwork::readSample(TensorId tensor, std::int64_t index, std::int64_t elements)
{
    std::vector<double> all(static_cast<std::size_t>(m_network->plan().tensor(tensor).shape.elements()));
    m_network->at(m_network->batch()).executable->read(tensor, all).take();
    const auto first = all.begin() + index * elements;
    return {first, first + elements};
}

/// The samples, at most a batch of them. The gradient of y needs the output first: the program runs twice.
AttributionNetwork::Pass AttributionNetwork::pass(std::span<const Numbers> samples, const ExplainedScore& score,
                                                  bool wantsGradients)
{
    const LogicalPlan& plan = m_network->plan();
    const InputGradients& tensors = plan.inputGradients;
    Executable& executable = *m_network->at(m_network->batch()).executable;
    const auto sizeOf = [&](TensorId id) { return static_cast<std::size_t>(plan.tensor(id).shape.elements()); };
    for (std::size_t i = 0; i < tensors.inputs.size(); ++i) {
        std::vector<double> all;
        for (const Numbers& sample : samples)
            if (m_inputOf[i] >= 0)
                all.insert(all.end(), sample[static_cast<std::size_t>(m_inputOf[i])].begin(),
                           sample[static_cast<std::size_t>(m_inputOf[i])].end());
        all.resize(sizeOf(tensors.inputs[i]), 0.0);
        executable.write(tensors.inputs[i], all).take();
    }
    std::vector<std::vector<double>> seeds;
    for (const TensorId seed : tensors.seeds)
        executable.write(seed, seeds.emplace_back(sizeOf(seed), 0.0)).take();
    executable.run(std::span(&m_program, 1), 1, {}, {}).take();

    const TensorId output = tensors.outputs[score.output()];
    std::vector<double> outputs(sizeOf(output));
    executable.read(output, outputs).take();
    const std::size_t width = outputs.size() / static_cast<std::size_t>(m_network->batch());
    Pass made;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const auto numbers = std::span(outputs).subspan(i * width, width);
        made.scores.push_back(score.of(numbers));
        std::ranges::copy(score.gradient(numbers), seeds[score.output()].begin() + static_cast<std::ptrdiff_t>(i * width));
    }
    if (!wantsGradients)
        return made;
    executable.write(tensors.seeds[score.output()], seeds[score.output()]).take();
    executable.run(std::span(&m_program, 1), 1, {}, {}).take();
    made.gradients.assign(samples.size(), Numbers(inputs().size()));
    for (std::size_t t = 0; t < tensors.inputs.size(); ++t) {
        if (m_inputOf[t] < 0 || tensors.gradients[t] == noTensor)
            continue;
        const std::int64_t elements = std::ssize(samples[0][static_cast<std::size_t>(m_inputOf[t])]);
        for (std::size_t i = 0; i < samples.size(); ++i)
            made.gradients[i][static_cast<std::size_t>(m_inputOf[t])] =
                readSample(tensors.gradients[t], static_cast<std::int64_t>(i), elements);
    }
    return made;
}

Explanation AttributionNetwork::explain(std::span<const data::Field> sample, const AttributionRequest& request)
{
    const Numbers numbers = m_prediction->readNumbers(sample);
    if (request.output >= m_outputs.size())
        throw Error(ErrorKind::input, NS_MESSAGE("attribution.output", "the network has no output {0}; it has {1:output|outputs}"),
                    static_cast<std::int64_t>(request.output), std::ssize(m_outputs));
    const PredictedOutput& output = m_outputs[request.output];
    pass(std::span(&numbers, 1), ExplainedScore(output, request.output, 0), false);
    const std::vector<double> answer =
        readSample(m_network->plan().inputGradients.outputs[request.output], 0, output.shape.elements());
    const ExplainedScore score(output, request.output, request.target.value_or(defaultTarget(output, answer)));

    Explanation out{.target = score.target()};
    const std::vector<float> said = m_prediction->predict(sample)[request.output]; // numbers in the target's own units
    if (const auto last = static_cast<std::size_t>(output.numbersAClass()); last > 0) {
        const ClassAnswer classes = classAnswer(output, std::span(said).last(last));
        out.answer = classes.values;
        out.answersShares = classes.areShares;
    } else {
        out.answer = readableNumbers(output, said);
    }
    Numbers nothing;
    for (std::size_t input = 0; input < numbers.size(); ++input)
        nothing.emplace_back(numbers[input].size(), holdsClasses(inputs()[input]) ? 0.0 : request.baseline);
    const Numbers both[] = {numbers, nothing};
    const Pass ends = m_network->batch() > 1 ? pass(both, score, true) : pass(std::span(both, 1), score, true);
    out.score = ends.scores[0];
    out.baseline = m_network->batch() > 1 ? ends.scores[1] : pass(std::span(both + 1, 1), score, false).scores[0];
    if (!std::isfinite(out.score) || !std::isfinite(out.baseline))
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("attribution.diverged",
                       "what \"{0}\" says of this sample is not finite (NaN or infinite), so no part of it explains that: the "
                       "training has diverged; choose an earlier moment of it, or another run"),
            output.node);
    if (request.method == AttributionMethod::gradCam) {
        out.inputs.push_back(ofMaps(numbers, score, request));
        return out;
    }

    const PreparingWatch watch{.report = {}, .stop = request.stop};
    Numbers integrated;
    if (request.method == AttributionMethod::integratedGradients) {
        if (std::ranges::any_of(inputs(), holdsClasses))
            throw Error(ErrorKind::input,
                        NS_MESSAGE("attribution.tokens",
                                   "there is nothing between two tokens, so gradients can't be integrated for the input \"{0}\"; "
                                   "choose \"input_gradient\" or \"occlusion\""),
                        std::ranges::find_if(inputs(), holdsClasses)->name);
        const Quadrature rule = gaussLegendre(request.steps);
        const auto all = std::ssize(rule.nodes);
        for (const std::vector<double>& each : numbers)
            integrated.emplace_back(each.size(), 0.0);
        for (std::size_t first = 0; first < rule.nodes.size(); first += static_cast<std::size_t>(m_network->batch())) {
            watch.throwIfStopped();
            const std::size_t count = std::min(static_cast<std::size_t>(m_network->batch()), rule.nodes.size() - first);
            tell(request, static_cast<std::int64_t>(first), all);
            std::vector<Numbers> between(count, nothing);
            for (std::size_t i = 0; i < count; ++i)
                for (std::size_t input = 0; input < numbers.size(); ++input)
                    for (std::size_t e = 0; e < numbers[input].size(); ++e)
                        between[i][input][e] += rule.nodes[first + i] * (numbers[input][e] - nothing[input][e]);
            const Pass made = pass(between, score, true);
            for (std::size_t i = 0; i < count; ++i)
                for (std::size_t input = 0; input < integrated.size(); ++input)
                    for (std::size_t e = 0; e < integrated[input].size(); ++e)
                        integrated[input][e] += rule.weights[first + i] * made.gradients[i][input][e];
        }
    }
    double sum = 0.0;
    for (std::size_t input = 0; input < inputs().size(); ++input) {
        const data::FieldSpec& spec = inputs()[input];
        Attribution attribution{spec.name, spec.shape, {}};
        if (request.method == AttributionMethod::occlusion) {
            attribution = occluded(input, numbers, score, out.score, request);
        } else if (holdsClasses(spec)) {
            attribution = ofTokens(input, numbers, score, request);
        } else {
            const bool integrates = request.method == AttributionMethod::integratedGradients;
            const std::vector<double>& slope = integrates ? integrated[input] : ends.gradients[0][input];
            for (std::size_t e = 0; e < slope.size(); ++e)
                attribution.values.push_back(request.method == AttributionMethod::saliency
                                                 ? std::abs(slope[e])
                                                 : slope[e] * (numbers[input][e] - (integrates ? nothing[input][e] : 0.0)));
        }
        sum += std::accumulate(attribution.values.begin(), attribution.values.end(), 0.0);
        out.inputs.push_back(std::move(attribution));
    }
    out.incompleteness = sum - (out.score - out.baseline);
    return out;
}

const ObservedLayer* AttributionNetwork::embeddingOf(std::size_t input) const
{
    const std::int64_t tokens = inputs()[input].shape.elements();
    for (const ObservedLayer& layer : m_network->plan().observed) {
        const Graph& graph = m_checked->flat().graph;
        const Node* node = graph.find(layer.tensors.node);
        if (layer.program != m_program || layer.tensors.gradient == noTensor || !node || node->layer != "embedding"
            || layer.shape.withoutBatch().elements() % tokens != 0)
            continue;
        const bool readsIt = std::ranges::any_of(graph.edges, [&](const Edge& edge) {
            const Node* from = edge.to.node == node->id ? graph.find(edge.from.node) : nullptr;
            const LayerSpec* spec = from ? catalog().layers->find(from->layer) : nullptr;
            return spec && readsField(*spec) && inputField(*from, *spec) == inputs()[input].name;
        });
        if (readsIt)
            return &layer;
    }
    return nullptr;
}

/// By the embedding that reads them: the length of each token's gradient, or its product with the embedded token.
Attribution AttributionNetwork::ofTokens(std::size_t input, const Numbers& sample, const ExplainedScore& score,
                                         const AttributionRequest& request)
{
    const ObservedLayer* layer = embeddingOf(input);
    if (!layer)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("attribution.classes",
                               "the input \"{0}\" holds classes that no embedding reads, so they have no gradient; choose "
                               "\"occlusion\""),
                    inputs()[input].name);
    pass(std::span(&sample, 1), score, true);
    const std::int64_t elements = layer->shape.withoutBatch().elements(), tokens = inputs()[input].shape.elements();
    const std::int64_t width = elements / tokens;
    const std::vector<double> values = readSample(layer->tensors.output, 0, elements);
    const std::vector<double> slopes = readSample(layer->tensors.gradient, 0, elements);
    Attribution out{inputs()[input].name, inputs()[input].shape, std::vector(static_cast<std::size_t>(tokens), 0.0)};
    const bool isSaliency = request.method == AttributionMethod::saliency;
    for (std::size_t e = 0; e < slopes.size(); ++e)
        out.values[e / static_cast<std::size_t>(width)] += slopes[e] * (isSaliency ? slopes[e] : values[e]);
    if (isSaliency)
        std::ranges::transform(out.values, out.values.begin(), [](double square) { return std::sqrt(square); });
    return out;
}

bool AttributionNetwork::hasMaps(const ObservedLayer& layer) const
{
    return layer.program == m_program && layer.shape.rank() == 4 && layer.shape[1] * layer.shape[2] > 1
        && layer.tensors.gradient != noTensor;
}

std::vector<std::string> AttributionNetwork::layersWithMaps() const
{
    std::vector<std::string> layers;
    for (const ObservedLayer& layer : m_network->plan().observed)
        if (hasMaps(layer))
            layers.push_back(layer.tensors.node);
    return layers;
}

bool AttributionNetwork::suits(AttributionMethod method) const
{
    switch (method) {
    case AttributionMethod::saliency:
    case AttributionMethod::inputGradient:
        for (std::size_t input = 0; input < inputs().size(); ++input)
            if (holdsClasses(inputs()[input]) && !embeddingOf(input))
                return false;
        return true;
    case AttributionMethod::integratedGradients: return std::ranges::none_of(inputs(), holdsClasses);
    case AttributionMethod::gradCam:
        return std::ranges::any_of(m_network->plan().observed, [this](const ObservedLayer& layer) { return hasMaps(layer); });
    case AttributionMethod::occlusion: return true;
    }
    return false;
}

Attribution AttributionNetwork::ofMaps(const Numbers& sample, const ExplainedScore& score, const AttributionRequest& request)
{
    const ObservedLayer* chosen = nullptr;
    for (const ObservedLayer& layer : m_network->plan().observed)
        if (hasMaps(layer) && (request.layer.empty() || layer.tensors.node == request.layer))
            chosen = &layer;
    if (!chosen)
        throw Error(ErrorKind::input,
                    request.layer.empty()
                        ? NS_MESSAGE("attribution.no_maps",
                                     "the network has no layer with maps, which Grad-CAM explains; choose "
                                     "\"integrated_gradients\" or \"occlusion\"")
                        : NS_MESSAGE("attribution.layer", "\"{0}\" is no layer with maps that the output depends on"),
                    request.layer);
    pass(std::span(&sample, 1), score, true);
    const std::int64_t height = chosen->shape[1], width = chosen->shape[2], maps = chosen->shape[3];
    const std::vector<double> values = readSample(chosen->tensors.output, 0, height * width * maps);
    const std::vector<double> slopes = readSample(chosen->tensors.gradient, 0, height * width * maps);
    std::vector<double> weights(static_cast<std::size_t>(maps), 0.0);
    for (std::size_t e = 0; e < slopes.size(); ++e)
        weights[e % weights.size()] += slopes[e] / static_cast<double>(height * width);
    Attribution out{chosen->tensors.node, {height, width}, std::vector(static_cast<std::size_t>(height * width), 0.0)};
    for (std::size_t e = 0; e < values.size(); ++e)
        out.values[e / weights.size()] += weights[e % weights.size()] * values[e];
    std::ranges::transform(out.values, out.values.begin(), [](double value) { return std::max(value, 0.0); });
    return out;
}

/// Each number's share: the mean over all windows that cover it.
Attribution AttributionNetwork::occluded(std::size_t input, const Numbers& sample, const ExplainedScore& score, double whole,
                                         const AttributionRequest& request)
{
    const data::FieldSpec& spec = inputs()[input];
    const Shape& shape = spec.shape;
    const bool isImage = shape.rank() == 3 && !holdsClasses(spec);
    const bool single = holdsClasses(spec) && request.patch == 0; // token by token
    AttributionRequest along = request;
    if (single)
        along.patch = along.stride = 1;
    const Windows down = windowsOf(shape.rank() > 0 ? shape[0] : 1, along);
    const Windows across = isImage ? windowsOf(shape[1], along) : Windows{};
    const auto inner = static_cast<std::int64_t>(sample[input].size()) / (down.size * across.size); // numbers at a place
    const double cover = spec.padding ? static_cast<double>(*spec.padding) : holdsClasses(spec) ? 0.0 : request.baseline;

    Attribution out{spec.name, shape, std::vector(sample[input].size(), 0.0)};
    std::vector<double> covered(sample[input].size(), 0.0);
    const PreparingWatch watch{.report = {}, .stop = request.stop};
    std::vector<Numbers> waiting;
    std::vector<std::int64_t> windows;
    const auto eachIn = [&](std::int64_t window, const auto& visit) {
        const std::int64_t y = window / across.count(), x = window % across.count();
        for (std::int64_t row = down.first(y); row < down.end(y); ++row)
            for (std::int64_t column = across.first(x); column < across.end(x); ++column)
                for (std::int64_t e = 0; e < inner; ++e)
                    visit(static_cast<std::size_t>((row * across.size + column) * inner + e));
    };
    const auto flush = [&] {
        watch.throwIfStopped();
        if (waiting.empty())
            return;
        const Pass made = pass(waiting, score, false);
        for (std::size_t i = 0; i < windows.size(); ++i)
            eachIn(windows[i], [&](std::size_t e) {
                out.values[e] += whole - made.scores[i];
                ++covered[e];
            });
        waiting.clear();
        windows.clear();
    };
    const std::int64_t all = down.count() * across.count();
    for (std::int64_t window = 0; window < all; ++window) {
        waiting.push_back(sample);
        windows.push_back(window);
        eachIn(window, [&](std::size_t e) { waiting.back()[input][e] = cover; });
        if (std::ssize(waiting) == m_network->batch()) {
            flush();
            tell(request, window + 1, all);
        }
    }
    flush();
    for (std::size_t e = 0; e < covered.size(); ++e)
        if (covered[e] > 0.0)
            out.values[e] /= covered[e];
    return out;
}

} // namespace netsmith::inspect
