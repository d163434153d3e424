#include "engine/inspect/profiler/sharing.h"

#include "engine/core/three_digits.h"
#include "engine/data/random_data.h"
#include "engine/inspect/measures/step_profile.h"

#include <algorithm>
#include <utility>

namespace netsmith::inspect {
namespace {

constexpr std::int64_t mostDense = std::int64_t{1} << 26; ///< parameters of a dense layer that is measured
constexpr int measuredSteps = 3;
constexpr int batchesOfNoise = 2;
const std::string first = "input_1", before = "before", flat = "flat", measured = "layer";

/// "conv2d_1" of a network without its blocks.
const Node* convolutionIn(const train::TrainingSetup& setup, const std::string& layer)
{
    const Node* node = setup.checked().flat().graph.find(layer);
    return node && node->layer == "conv2d" ? node : nullptr;
}

std::optional<Shape> outputOf(train::TrainingSetup& setup, const std::string& layer)
{
    const LogicalPlan& plan = setup.network().plan();
    const auto found = std::ranges::find(plan.layers, layer, &LayerTensors::node);
    if (found == plan.layers.end() || found->output == noTensor)
        return std::nullopt;
    return plan.tensor(found->output).shape.withoutBatch();
}

std::string sourceOf(const Graph& graph, const std::string& layer)
{
    const auto found = std::ranges::find_if(graph.edges, [&](const Edge& edge) { return edge.to.node == layer; });
    return found == graph.edges.end() ? std::string() : found->from.node;
}

std::vector<std::int64_t> sizesOf(const Shape& shape)
{
    std::vector<std::int64_t> sizes;
    for (int axis = 0; axis < shape.rank(); ++axis)
        sizes.push_back(shape[axis]);
    return sizes;
}

Node nodeOf(const std::string& id, const std::string& layer, ParameterMap parameters = {})
{
    return {.id = id, .layer = layer, .version = 1, .title = {}, .parameters = std::move(parameters)};
}

/// A network of this layer alone. `isInner`: a layer before it learns, so that the way back goes through it.
Project projectOf(const Project& whole, const Shape& input, Node layer, bool isInner)
{
    Project project;
    project.data.source = "noise";
    project.data.validation = "none";
    project.training.device = whole.training.device;
    project.training.precision = whole.training.precision;
    project.training.batch = whole.training.batch;
    project.training.optimizer = {"sgd", {{"learning_rate", 1e-6}}};
    project.training.schedule = {"constant", {}};
    Objective objective;
    objective.targetValue = 0.0;
    objective.loss = {"mean_squared_error", {}};
    objective.metrics.clear();
    project.training.objectives = {objective};
    std::vector<Node>& nodes = project.graph.nodes;
    nodes.push_back(nodeOf(first, "input", {{"shape", sizesOf(input)}}));
    if (isInner)
        nodes.push_back(nodeOf(before, "batch_normalization"));
    if (layer.layer == "dense")
        nodes.push_back(nodeOf(flat, "flatten"));
    layer.id = measured;
    nodes.push_back(std::move(layer));
    for (std::size_t i = 1; i < nodes.size(); ++i)
        project.graph.edges.push_back({{nodes[i - 1].id, "output"}, {nodes[i].id, "input"}, Json::object()});
    return project;
}

train::LoadedData noise(const Shape& shape, std::int64_t batch)
{
    train::LoadedData loaded;
    loaded.set.id = "noise";
    loaded.set.train = data::randomSplit({{.name = "image", .type = DataType::f32, .shape = shape}}, batchesOfNoise * batch, 1);
    loaded.words = Message(NS_MESSAGE("profile.noise", "noise"));
    return loaded;
}

/// Fills in what it has and takes.
void measure(ConnectionCosts& costs, const Project& project, const Shape& input, Backend& backend, const PreparingWatch& watch)
{
    train::TrainingSetup setup(project, noise(input, project.training.batch), backend, {}, watch);
    for (const Segment& segment : setup.network().plan().parameters.segments)
        if (segment.id.starts_with(measured + '.'))
            costs.parameters += segment.elements();
    setup.network().drawWeights();
    const StepProfile profile = profileSteps(setup, {.steps = measuredSteps, .watch = watch});
    for (const LayerMeasures& layer : profile.layers.layers)
        if (layer.node == measured || layer.node == flat) {
            costs.seconds += layer.seconds();
            costs.flops += layer.flops;
        }
}

/// The numbers of groups to compare, from the fewest: as it is, ungrouped, in a few groups, and one for each channel.
std::vector<std::int64_t> groupsFor(std::int64_t own, std::int64_t channels, std::int64_t filters)
{
    std::vector<std::int64_t> all{1, own};
    for (const std::int64_t groups : {4, 2, 3, 8})
        if (groups < channels && channels % groups == 0 && filters % groups == 0) {
            all.push_back(groups);
            break;
        }
    if (filters % channels == 0)
        all.push_back(channels);
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    return all;
}

std::int64_t groupsOf(const Node& convolution)
{
    const auto found = convolution.parameters.find("groups");
    return found == convolution.parameters.end() ? 1 : std::get<std::int64_t>(found->second);
}

double times(double more, double fewer)
{
    return fewer > 0.0 ? threeDigits(more / fewer) : 0.0;
}

} // namespace

std::string_view idOf(Connection connection)
{
    switch (connection) {
    case Connection::dense: return "dense";
    case Connection::convolution: return "convolution";
    case Connection::grouped: return "grouped";
    case Connection::depthwise: break;
    }
    return "depthwise";
}

const ConnectionCosts* SharingCosts::find(Connection connection) const
{
    const auto found = std::ranges::find(connections, connection, &ConnectionCosts::connection);
    return found == connections.end() ? nullptr : &*found;
}

std::string slowestConvolution(const TrainingProfile& profile, const train::TrainingSetup& setup)
{
    std::string slowest;
    double most = 0.0;
    for (const LayerShare& layer : layersOf(profile))
        if (layer.seconds() > most && convolutionIn(setup, layer.layer)) {
            slowest = layer.layer;
            most = layer.seconds();
        }
    return slowest;
}

std::optional<SharingCosts> measureSharing(train::TrainingSetup& setup, Backend& backend, const std::string& layer,
                                           const PreparingWatch& watch)
{
    const Node* convolution = convolutionIn(setup, layer);
    if (!convolution)
        return std::nullopt;
    const std::string source = sourceOf(setup.checked().flat().graph, layer);
    const std::optional<Shape> input = outputOf(setup, source), output = outputOf(setup, layer);
    if (!input || !output || input->rank() != 3 || output->rank() != 3)
        return std::nullopt;
    const Node* before = setup.checked().flat().graph.find(source);
    const bool isInner = before && before->layer != "input";
    SharingCosts costs{.layer = layer, .input = *input, .output = *output, .batch = setup.batch(), .connections = {}};
    const std::int64_t channels = (*input)[2], filters = (*output)[2];
    const std::vector<std::int64_t> groups = groupsFor(groupsOf(*convolution), channels, filters);
    const auto tell = [&] {
        watch.tell(PreparingStage::measuring,
                   Message(NS_MESSAGE("prepare.sharing", "Timing a convolution beside other layers of the same shape")),
                   std::ssize(costs.connections), std::ssize(groups) + 1);
    };
    tell();
    ConnectionCosts dense{.connection = Connection::dense};
    const std::int64_t weights = (input->elements() + 1) * output->elements();
    const auto bytes = static_cast<double>(weights) * 4.0 * 4.0; // weights, gradients, and copies on the way
    if (weights <= mostDense && bytes < static_cast<double>(setup.device().memoryFree) / 2.0) {
        Node node = nodeOf(measured, "dense", {{"units", output->elements()}});
        for (const char* same : {"activation", "use_bias"})
            if (const auto found = convolution->parameters.find(same); found != convolution->parameters.end())
                node.parameters[same] = found->second;
        measure(dense, projectOf(setup.project(), *input, std::move(node), isInner), *input, backend, watch);
    } else
        dense.parameters = weights;
    costs.connections.push_back(dense);
    for (const std::int64_t each : groups) {
        tell();
        ConnectionCosts one{.connection = each == 1 ? Connection::convolution
                                : each == channels  ? Connection::depthwise
                                                    : Connection::grouped,
                            .groups = each};
        Node node = *convolution;
        node.parameters["groups"] = each;
        measure(one, projectOf(setup.project(), *input, std::move(node), isInner), *input, backend, watch);
        costs.connections.push_back(one);
    }
    return costs;
}

std::vector<Message> wordsOf(const SharingCosts& costs)
{
    std::vector<Message> words;
    const ConnectionCosts *dense = costs.find(Connection::dense), *shared = costs.find(Connection::convolution);
    if (!dense || !shared)
        return words;
    const auto ratio = [](const ConnectionCosts& more, const ConnectionCosts& fewer) {
        return times(static_cast<double>(more.parameters), static_cast<double>(fewer.parameters));
    };
    if (dense->seconds > 0.0)
        words.emplace_back(
            NS_MESSAGE("profile.sharing.dense",
                       "A dense layer in place of \"{0}\" would have {1} times as many parameters and take {2} times "
                       "as long: a convolution shares its weights between all places of the picture."),
            costs.layer, ratio(*dense, *shared), times(dense->seconds, shared->seconds));
    else
        words.emplace_back(NS_MESSAGE("profile.sharing.huge",
                                      "A dense layer in place of \"{0}\" would have {1} times as many parameters, too many to "
                                      "measure: a convolution shares its weights between all places of the picture."),
                           costs.layer, ratio(*dense, *shared));
    if (const ConnectionCosts* grouped = costs.find(Connection::grouped))
        words.emplace_back(NS_MESSAGE("profile.sharing.grouped",
                                      "In {0:group|groups} \"{1}\" has {2} times fewer parameters and takes {3} % of the time."),
                           grouped->groups, costs.layer, ratio(*shared, *grouped),
                           threeDigits(100.0 * grouped->seconds / shared->seconds));
    if (const ConnectionCosts* depthwise = costs.find(Connection::depthwise))
        words.emplace_back(NS_MESSAGE("profile.sharing.depthwise",
                                      "With each channel on its own \"{0}\" has {1} times fewer parameters and takes {2} % of the "
                                      "time."),
                           costs.layer, ratio(*shared, *depthwise), threeDigits(100.0 * depthwise->seconds / shared->seconds));
    return words;
}

} // namespace netsmith::inspect
