#include "engine/compress/factorize/factorized.h"

#include "engine/catalog/catalog.h"
#include "engine/compress/pruning.h"
#include "engine/graph/project/layer_lists.h"
#include "engine/graph/specs/kept_zeros.h"
#include "engine/plan/build_plan.h"
#include "engine/predict/preparing.h"
#include "engine/store/compact_arrays.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace netsmith::compress {
namespace {

constexpr std::string_view kernelSize = "kernel_size";

/// A layer whose kernel is a matrix: the last axis for its units or filters, all others for what they are sums of.
struct Splittable {
    FactorizedLayer layer;
    Shape kernel{};
};

template <class T>
T settingOf(const Node& node, const LayerSpec& spec, std::string_view name, T otherwise)
{
    const auto set = node.parameters.find(name);
    if (set != node.parameters.end())
        return std::get<T>(set->second);
    const ParameterSpec* parameter = spec.parameter(name);
    return parameter ? std::get<T>(parameter->defaultValue) : otherwise;
}

/// Why a layer with a kernel can't be split; nothing if it can.
std::optional<Message> obstacleOf(const Graph& flat, const Node& node, const LayerSpec& spec)
{
    if (node.id.find('/') != std::string::npos)
        return Message(NS_MESSAGE("compress.factor_block", "it is in a block"));
    const bool lends = std::ranges::any_of(flat.nodes, [&](const Node& other) { return other.shares == node.id; });
    if (!node.shares.empty() || lends)
        return Message(NS_MESSAGE("compress.factor_shared", "it shares its weights with another layer"));
    if (settingOf<std::int64_t>(node, spec, "groups", 1) > 1)
        return Message(NS_MESSAGE("compress.factor_groups", "its filters are in groups"));
    if (settingOf<std::string>(node, spec, "quantization", "none") != "none")
        return Message(NS_MESSAGE("compress.factor_rounded", "its numbers are rounded to 8 bits"));
    if (keepsZeros(node.parameters))
        return Message(NS_MESSAGE("compress.factor_zeros", "it keeps its zeros, which factors would not have"));
    if (settingOf<double>(node, spec, "max_norm", 0.0) > 0.0)
        return Message(NS_MESSAGE("compress.factor_norm", "the norm of its weights is limited, which factors would not keep"));
    return std::nullopt;
}

/// Dense layers and convolutions: those whose numbers could be rounded.
std::vector<Splittable> splittablesOf(const CheckedProject& checked)
{
    const LogicalPlan plan = buildPlan(checked, {.batch = 1, .fuse = false, .programs = {programs::predict}});
    const Graph& flat = checked.flat().graph;
    std::vector<Splittable> found;
    for (const std::string& id : checked.shapes().order) {
        const Node* node = flat.find(id);
        const LayerSpec* spec = node ? checked.catalog().layers->find(node->layer) : nullptr;
        if (!spec || !spec->parameter("quantization"))
            continue;
        const Segment* kernel = plan.parameters.find((node->shares.empty() ? id : node->shares) + ".kernel");
        if (!kernel)
            continue;
        Splittable one{.layer = {.node = id, .kept = obstacleOf(flat, *node, *spec)}, .kernel = kernel->shape};
        one.layer.columns = kernel->shape[-1];
        one.layer.rows = kernel->elements() / one.layer.columns;
        found.push_back(std::move(one));
    }
    return found;
}

void requireSplittable(std::span<const Splittable> found, std::span<const std::string> layers)
{
    std::string names;
    for (const Splittable& one : found)
        if (!one.layer.kept)
            names += (names.empty() ? "" : ", ") + one.layer.node;
    for (const std::string& name : layers) {
        const auto at = std::ranges::find(found, name, [](const Splittable& one) { return one.layer.node; });
        if (at == found.end())
            refuse(NS_MESSAGE("compress.factor_layer", "there is no layer \"{0}\" that can be split into two; there are: {1}"),
                   name, names.empty() ? std::string("–") : names);
        if (at->layer.kept)
            refuse(NS_MESSAGE("compress.factor_kept", "\"{0}\" can't be split into two: {1}"), name, *at->layer.kept);
    }
}

/// "dense_1_basis"; another id where that is taken or too long.
std::string idBefore(const Graph& graph, const Node& node)
{
    const std::string id = node.id + "_basis";
    return isName(id) && !graph.find(id) ? id : graph.freshId(node.layer);
}

/// The layer of the first factor: of the same kind, with the kernel's size, strides and padding.
Node basisOf(const Node& node, const LayerSpec& spec, const std::string& id, std::int64_t rank)
{
    Node basis = node;
    basis.id = id;
    basis.title = node.title.empty() ? "" : node.title + " (basis)";
    basis.y -= 80.0;
    std::erase_if(basis.parameters, [](const auto& parameter) { return parameter.first.starts_with("bias_"); });
    basis.parameters[spec.width] = rank;
    basis.parameters["activation"] = std::string("none");
    basis.parameters["use_bias"] = false;
    return basis;
}

/// What is left of the layer itself: a sum over the channels at each position.
void readBasis(Node& node, const LayerSpec& spec)
{
    const ParameterSpec* size = spec.parameter(kernelSize);
    if (!size)
        return;
    const auto axes = std::get<std::vector<std::int64_t>>(size->defaultValue).size();
    for (const char* name : {"strides", "padding", "explicit_padding", "dilation_rate"})
        if (const auto set = node.parameters.find(std::string_view(name)); set != node.parameters.end())
            node.parameters.erase(set);
    node.parameters[std::string(kernelSize)] = std::vector<std::int64_t>(axes, 1);
}

/// Puts the new layer before the old one, and into everything that names it.
void insertBefore(Project& project, const std::string& node, Node basis, const LayerSpec& spec)
{
    Graph& graph = project.graph;
    const std::string &input = spec.inputs.front().name, &output = spec.outputs.front().name, id = basis.id;
    for (Edge& edge : graph.edges)
        if (edge.to.node == node)
            edge.to.node = id;
    graph.edges.push_back({{id, output}, {node, input}, Json::object()});
    const auto at = std::ranges::find(graph.nodes, node, &Node::id);
    graph.nodes.insert(at, std::move(basis));
    for (Group& group : graph.groups)
        if (std::ranges::find(group.nodes, node) != group.nodes.end())
            group.nodes.push_back(id);
    eachLayerList(project.training, [&](std::string_view, std::vector<std::string>& layers) {
        if (std::ranges::find(layers, node) != layers.end())
            layers.push_back(id);
    });
}

/// The weights of a run, with arrays replaced and added.
class FactorFile {
public:
    explicit FactorFile(const SafetensorsFile& weights)
        : m_arrays(weights.tensors)
    {
    }

    /// Replaces the kernel of a layer by its factors; an average is the same again, for both began as it.
    void split(const FactorizedLayer& layer, const Shape& kernel, const Factors& factors)
    {
        std::vector<std::int64_t> first(kernel.sizes().begin(), kernel.sizes().end()), second(first.size(), 1);
        first.back() = factors.rank;
        second[second.size() - 2] = factors.rank;
        second.back() = layer.columns;
        const std::span<const std::byte> left = kept(factors.left), right = kept(factors.right);
        for (const char* average : {"", "/average"}) {
            const auto found = std::ranges::find(m_arrays, layer.node + ".kernel" + average, &TensorView::name);
            if (found == m_arrays.end())
                continue;
            *found = {found->name, DataType::f32, Shape(second), right};
            const TensorView added{layer.added + ".kernel" + average, DataType::f32, Shape(first), left};
            m_arrays.insert(found, added);
        }
    }
    std::vector<std::byte> bytes() const { return writeCompactSafetensors(m_arrays, {{"format", "netsmith"}}); }

private:
    std::span<const std::byte> kept(const std::vector<double>& numbers)
    {
        return std::as_bytes(std::span(m_numbers.emplace_back(numbers.begin(), numbers.end())));
    }

    std::vector<TensorView> m_arrays;
    std::deque<std::vector<float>> m_numbers;
};

} // namespace

FactorizedNetwork factorized(const SavedRun& run, const FactorizationOptions& options)
{
    requireShare(options.rank.share);
    const CheckedProject checked = checkedRun(run);
    std::vector<Splittable> found = splittablesOf(checked);
    requireSplittable(found, options.layers);
    FactorizedNetwork network{.project = run.project, .weights = {}, .layers = {}, .before = networkSize(checked), .after = {}};
    FactorFile file(run.checkpoint.weights);
    bool isSplit = false;
    for (Splittable& one : found) {
        PreparingWatch{.report = {}, .stop = options.stop}.throwIfStopped();
        FactorizedLayer& layer = network.layers.emplace_back(std::move(one.layer));
        if (!options.layers.empty() && std::ranges::find(options.layers, layer.node) == options.layers.end())
            layer.kept = Message(NS_MESSAGE("compress.factor_left", "it was not asked for"));
        if (layer.kept)
            continue;
        const std::vector<double> kernel = numbersIn(run.checkpoint.weights, layer.node + ".kernel");
        if (!std::ranges::all_of(kernel, [](double number) { return std::isfinite(number); })) {
            layer.kept = Message(NS_MESSAGE("compress.factor_not_finite", "a weight is not finite"));
            continue;
        }
        const Factors factors = lowRank(kernel, layer.rows, layer.columns, options.rank);
        layer.rank = factors.rank;
        layer.error = factors.error;
        if (options.mustSave && layer.rank * (layer.rows + layer.columns) >= layer.rows * layer.columns) {
            layer.kept = Message(
                NS_MESSAGE("compress.factor_no_gain", "two layers of rank {0} would need no fewer multiplications"), layer.rank);
            continue;
        }
        const Node node = *network.project.graph.find(layer.node);
        const LayerSpec& spec = *checked.catalog().layers->find(node.layer);
        layer.added = idBefore(network.project.graph, node);
        insertBefore(network.project, layer.node, basisOf(node, spec, layer.added, layer.rank), spec);
        readBasis(*network.project.graph.find(layer.node), spec);
        file.split(layer, one.kernel, factors);
        isSplit = true;
    }
    if (!isSplit)
        refuse(NS_MESSAGE("compress.factor_none",
                          "no layer of this network can be split into two that need fewer multiplications; choose a smaller rank"));
    network.weights = file.bytes();
    const CheckedProject split(network.project, checked.catalog(), checked.fields());
    split.requireOk();
    network.after = networkSize(split);
    return network;
}

} // namespace netsmith::compress
