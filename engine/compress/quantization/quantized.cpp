#include "engine/compress/quantization/quantized.h"

#include "engine/catalog/catalog.h"
#include "engine/compress/importance/importance.h"
#include "engine/graph/blocks/layer_setting.h"
#include "engine/compress/pruning.h"
#include "engine/compress/weights/sparsity.h"
#include "engine/core/quantization_grid.h"
#include "engine/layers/quantization.h"
#include "engine/ops/quantized_product.h"
#include "engine/plan/build_plan.h"
#include "engine/plan/trained_parameters.h"
#include "engine/store/compact_arrays.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>

namespace netsmith::compress {
namespace {

constexpr std::string_view quantizationParameter = "quantization";
constexpr std::string_view averageName = "/average";

using Ends = std::array<float, 2>;

/// A layer whose product may be one of integers.
struct Product {
    std::string node;
    std::vector<std::string> kernels{}; ///< "conv2d_1.kernel": another layer's where they share weights
    std::optional<Ends> known{}; ///< of its input, where it computes with integers already
    std::optional<Message> obstacle{}; ///< why it can't compute with integers, though its kernel may be rounded
    bool isTable = false; ///< of an embedding, which is only rounded
    bool isRecurrent = false;
    bool canBeDynamic = false;
    bool left = false; ///< it was not asked for
    bool rounds = false; ///< to 8 bits already
    bool learnsRange = false;
};

bool isListed(std::span<const std::string> names, const std::string& name)
{
    return std::ranges::find(names, name) != names.end();
}

Message leftOut()
{
    return Message(NS_MESSAGE("compress.left", "it was left out"));
}

std::int64_t integerOf(const Node& node, const LayerSpec& spec, std::string_view name, std::int64_t otherwise)
{
    const auto set = node.parameters.find(std::string(name));
    if (set != node.parameters.end())
        return std::get<std::int64_t>(set->second);
    const ParameterSpec* parameter = spec.parameter(name);
    return parameter ? std::get<std::int64_t>(parameter->defaultValue) : otherwise;
}

/// What a layer is set to round.
std::string settingOf(const Node& node)
{
    const auto set = node.parameters.find(quantizationParameter);
    return set == node.parameters.end() ? "none" : std::get<std::string>(set->second);
}

/// Whether a layer rounds to 8 bits whatever its weights are.
bool roundsAlready(const Node& node)
{
    return settingOf(node) != "none";
}

/// The layers that have the setting, in the order of execution.
std::vector<Product> productsOf(const CheckedProject& checked)
{
    const LogicalPlan plan = buildPlan(checked, {.batch = 1, .fuse = false, .programs = {programs::predict}});
    const Graph& graph = checked.flat().graph;
    std::vector<Product> products;
    for (const std::string& id : checked.shapes().order) {
        const Node& node = *graph.find(id);
        const LayerSpec& spec = *checked.catalog().layers->find(node.layer);
        const ParameterSpec* parameter = spec.parameter(quantizationParameter);
        const auto offers = [&](std::string_view choice) {
            return parameter && std::ranges::find(parameter->choices, choice, &Choice::id) != parameter->choices.end();
        };
        Product product{.node = id,
                        .isTable = !parameter && std::ranges::find(spec.weights, WeightKind::embeddings) != spec.weights.end(),
                        .isRecurrent = parameter && !offers("int8"),
                        .canBeDynamic = offers("dynamic"),
                        .rounds = roundsAlready(node),
                        .learnsRange = settingOf(node) == "learned"};
        if (!parameter && !product.isTable)
            continue;
        const std::string owner = node.shares.empty() ? id : node.shares;
        const Segment* kernel = nullptr;
        for (const Segment& segment : plan.parameters.segments)
            if (segment.isKernel && layerOf(segment) == owner) {
                product.kernels.push_back(segment.id);
                kernel = kernel ? kernel : &segment;
            }
        if (!kernel)
            continue;
        if (integerOf(node, spec, "groups", 1) > 1)
            product.obstacle = Message(NS_MESSAGE("compress.groups", "its channels are in groups"));
        else if (kernel->elements() / kernel->shape[-1] > mostQuantizedProducts)
            product.obstacle = Message(NS_MESSAGE("compress.long_sums", "its sums are too long for 32 bits"));
        products.push_back(std::move(product));
    }
    return products;
}

/// The range that a training has found for a layer; nothing if it is not quantized, or nothing is known yet.
std::optional<Ends> knownRange(const SafetensorsFile& weights, const std::string& node)
{
    const std::string id = node + '.' + netsmith::layer::inputRangeName;
    if (!weights.find(id))
        return std::nullopt;
    const std::vector<double> ends = numbersIn(weights, id);
    const Ends range{static_cast<float>(ends[0]), static_cast<float>(ends[1])};
    return range[0] < range[1] ? std::optional(range) : std::nullopt;
}

/// Those that were asked for.
std::vector<Product> chosenOf(std::vector<Product> products, const QuantizationOptions& options)
{
    std::string names;
    for (const Product& product : products)
        names += (names.empty() ? "" : ", ") + product.node;
    if (std::ranges::all_of(products, &Product::isTable))
        refuse(NS_MESSAGE("compress.no_products",
                          "this network has no dense, convolutional or recurrent layers, whose numbers could become integers"));
    for (const auto& listed : {options.layers, options.floatLayers})
        for (const std::string& name : listed)
            if (std::ranges::find(products, name, &Product::node) == products.end())
                refuse(NS_MESSAGE("compress.quantized_layer",
                                  "there is no layer \"{0}\" that can compute with integers; there are: {1}"),
                       name, names);
    for (Product& product : products)
        product.left =
            isListed(options.floatLayers, product.node) || (!options.layers.empty() && !isListed(options.layers, product.node));
    return products;
}

/// Those of a run, with what is known of them and what the mode can't do.
std::vector<Product> productsFor(const SavedRun& run, const QuantizationOptions& options)
{
    std::vector<Product> products = chosenOf(productsOf(checkedRun(run)), options);
    const bool isStatic = options.mode == QuantizationMode::staticRanges;
    for (Product& product : products) {
        product.known = knownRange(run.checkpoint.weights, product.node);
        if (isStatic && product.isTable)
            product.obstacle = Message(NS_MESSAGE("compress.table", "its rows are looked up and multiplied by nothing"));
        else if (isStatic && product.isRecurrent)
            product.obstacle = Message(NS_MESSAGE("compress.only_dynamic", "its state has no range beforehand: it can be dynamic"));
    }
    return products;
}

/// A file of the run's weights with some arrays replaced and others added.
class WeightsFile {
public:
    explicit WeightsFile(const SafetensorsFile& weights)
        : m_arrays(weights.tensors)
    {
    }

    void set(const std::string& name, const Shape& shape, std::vector<float> numbers)
    {
        const std::vector<float>& kept = m_numbers.emplace_back(std::move(numbers));
        const TensorView view{name, DataType::f32, shape, std::as_bytes(std::span(kept))};
        const auto found = std::ranges::find(m_arrays, name, &TensorView::name);
        if (found == m_arrays.end())
            m_arrays.push_back(view);
        else
            *found = view;
    }
    void erase(const std::string& name)
    {
        std::erase_if(m_arrays, [&](const TensorView& array) { return array.name == name; });
    }
    const TensorView* find(const std::string& name) const
    {
        const auto found = std::ranges::find(m_arrays, name, &TensorView::name);
        return found == m_arrays.end() ? nullptr : &*found;
    }
    std::vector<std::byte> bytes() const { return writeCompactSafetensors(m_arrays, {{"format", "netsmith"}}); }

private:
    std::vector<TensorView> m_arrays;
    std::deque<std::vector<float>> m_numbers;
};

/// The kernels of a layer as integers of 8 bits; returns how many decibels the error is below them.
double roundKernels(const SavedRun& run, const Product& product, WeightsFile& file)
{
    std::vector<double> all;
    std::vector<float> rounded;
    for (const std::string& kernel : product.kernels) {
        const std::vector<double> weights = numbersIn(run.checkpoint.weights, kernel);
        const Shape shape = file.find(kernel)->shape;
        const std::vector<float> numbers = inFormat(weights, shape[-1], WeightFormat::int8);
        for (const std::string& name : {kernel, kernel + std::string(averageName)})
            if (file.find(name))
                file.set(name, shape, numbers);
        all.insert(all.end(), weights.begin(), weights.end());
        rounded.insert(rounded.end(), numbers.begin(), numbers.end());
    }
    return signalToNoise(all, rounded);
}

double largestSize(std::span<const double> numbers)
{
    return std::abs(std::ranges::max(numbers, {}, [](double number) { return std::abs(number); }));
}

/// Kernels and embeddings in a format that no layer knows of.
QuantizedNetwork withRoundedWeights(const SavedRun& run, const QuantizationOptions& options)
{
    QuantizedNetwork network{.project = run.project, .weights = {}, .layers = {}};
    WeightsFile file(run.checkpoint.weights);
    const CheckedProject checked = checkedRun(run);
    if (!options.floatLayers.empty())
        (void)withItsZeros(run, options.floatLayers); // they must be there
    std::map<std::string, std::pair<std::vector<double>, std::vector<float>>> rounded; // of each layer
    for (const SparseArray& array : withItsZeros(run, options.layers).arrays) {
        const std::string node = array.id.substr(0, array.id.rfind('.'));
        if (std::ranges::find(network.layers, node, &QuantizedLayer::node) == network.layers.end())
            network.layers.push_back({.node = node});
        QuantizedLayer& layer = network.layers.back();
        if (isListed(options.floatLayers, node)) {
            layer.kept = leftOut();
            continue;
        }
        const bool rounds = roundsAlready(*checked.flat().graph.find(node)); // whatever a file has
        if (rounds)
            layer.note = Message(NS_MESSAGE("compress.rounds_already", "int8, which the layer rounds its weights to"));
        const WeightFormat format = rounds ? WeightFormat::int8 : options.format;
        const std::vector<double> before = numbersIn(run.checkpoint.weights, array.id);
        const Shape shape = file.find(array.id)->shape;
        const std::vector<float> after = inFormat(before, shape[-1], format);
        if (!std::ranges::all_of(after, [](float number) { return std::isfinite(number); }))
            refuse(NS_MESSAGE("compress.format_range",
                              "the weights {0} reach {1}, which is too large for {2}; choose another format, such as bfloat16, or "
                              "leave the layer out"),
                   array.id, largestSize(before), idOf(format));
        for (const std::string& name : {array.id, array.id + std::string(averageName)})
            if (file.find(name))
                file.set(name, shape, after);
        auto& [weights, numbers] = rounded[node];
        weights.insert(weights.end(), before.begin(), before.end());
        numbers.insert(numbers.end(), after.begin(), after.end());
        layer.weightSignalToNoise = signalToNoise(weights, numbers);
    }
    network.weights = file.bytes();
    return network;
}

} // namespace

std::string_view idOf(QuantizationMode mode)
{
    return mode == QuantizationMode::weights ? "weights" : mode == QuantizationMode::dynamic ? "dynamic" : "static";
}

QuantizationMode quantizationNamed(std::string_view id)
{
    for (const QuantizationMode mode : {QuantizationMode::staticRanges, QuantizationMode::dynamic, QuantizationMode::weights})
        if (id == idOf(mode))
            return mode;
    throw Error(ErrorKind::usage,
                NS_MESSAGE("compress.quantization", "there is no quantization \"{0}\"; there are: static, dynamic, weights"), id);
}

std::map<std::string, InputHistogram> inputHistogramsFor(const SavedRun& run, const QuantizationOptions& options)
{
    if (options.mode != QuantizationMode::staticRanges)
        return {};
    std::vector<std::string> observed;
    for (const Product& product : productsFor(run, options))
        if (!product.left && !product.obstacle && !product.known)
            observed.push_back(product.node);
    return observed.empty()
        ? std::map<std::string, InputHistogram>()
        : inputHistograms(run, observed, train::loadData(run.project, options.dataDir, {{}, options.calibration.stop}),
                          options.calibration);
}

QuantizedNetwork quantized(const SavedRun& run, const QuantizationOptions& options)
{
    return quantized(run, options, inputHistogramsFor(run, options));
}

QuantizedNetwork quantized(const SavedRun& run, const QuantizationOptions& options,
                           const std::map<std::string, InputHistogram>& histograms)
{
    if (options.mode == QuantizationMode::weights && options.format != WeightFormat::int8)
        return withRoundedWeights(run, options);
    const bool isStatic = options.mode == QuantizationMode::staticRanges, isDynamic = options.mode == QuantizationMode::dynamic;
    QuantizedNetwork network{.project = run.project, .weights = {}, .layers = {}};
    WeightsFile file(run.checkpoint.weights);
    for (const Product& product : productsFor(run, options)) {
        QuantizedLayer layer{.node = product.node, .left = product.left, .roundsAlready = product.rounds};
        if (product.left && product.rounds) {
            layer.kept = Message(NS_MESSAGE("compress.left_rounded", "it was left out, and rounds to 8 bits already"));
        } else if (product.left) {
            layer.kept = leftOut();
        } else if (isStatic && product.obstacle) {
            layer.kept = product.obstacle;
        } else if (isStatic && product.known) {
            layer.input = InputRange{.low = (*product.known)[0], .high = (*product.known)[1]};
        } else if (isStatic) {
            layer.input = rangeOf(histograms.at(product.node), options.calibration.calibration);
            layer.seen = seenIn(histograms.at(product.node));
            if (layer.input->high <= layer.input->low) {
                layer.input.reset();
                layer.kept = Message(NS_MESSAGE("compress.constant", "its input is always 0"));
            }
        }
        network.layers.push_back(layer);
        if (layer.kept)
            continue;
        QuantizedLayer& done = network.layers.back();
        done.isDynamic = isDynamic && product.canBeDynamic && !product.obstacle;
        if (!product.isTable)
            setLayerParameter(network.project.graph, product.node, std::string(quantizationParameter),
                              std::string(done.input && (product.learnsRange || options.learnsRanges) ? "learned"
                                              : done.input                                            ? "int8"
                                              : done.isDynamic                                        ? "dynamic"
                                                                                                      : "weights"));
        const std::string range = product.node + '.' + netsmith::layer::inputRangeName;
        for (const std::string& name : {range, range + std::string(averageName)})
            if (!done.input)
                file.erase(name); // its input has none any more
            else if (file.find(name) || name == range)
                file.set(name, {2}, {done.input->low, done.input->high});
        done.weightSignalToNoise = roundKernels(run, product, file);
    }
    network.weights = file.bytes();
    return network;
}

} // namespace netsmith::compress
