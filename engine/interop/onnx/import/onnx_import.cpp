#include "engine/interop/onnx/import/onnx_import.h"

#include "engine/core/error.h"
#include "engine/interop/onnx/import/model_inputs.h"
#include "engine/interop/onnx/import/operators.h"
#include "engine/interop/onnx/import/patterns.h"

#include <algorithm>
#include <array>

namespace netsmith::interop {
namespace {

/// One walk over a model's nodes.
class OnnxWalk {
public:
    OnnxWalk(const OnnxModel& model, const LayerRegistry& layers, const OnnxImportOptions& options, std::int64_t openBatch)
        : m_model(model)
        , m_nodes(withFunctions(model.graph))
        , m_inputs(modelInputs(model, options, openBatch))
        , m_network(layers, m_inputs.batch)
    {
        for (const OnnxNode& node : m_nodes)
            for (const std::string& input : node.inputs)
                ++m_uses[input];
        for (const OnnxValue& output : model.graph.outputs)
            ++m_uses[output.name];
    }

    ImportedOnnx run()
    {
        for (const OnnxTensor& initializer : m_model.graph.initializers)
            if (bitsOf(initializer.type) > 0 && (isInteger(initializer.type) || isFloatingPoint(initializer.type)))
                m_values.emplace(initializer.name, Constant(initializer));
        for (const ModelInput& input : m_inputs.inputs)
            addInput(input);
        for (const OnnxNode& node : m_nodes)
            walk(node);
        ImportedOnnx result;
        std::vector<PortRef> outputs;
        for (const OnnxValue& output : m_model.graph.outputs)
            addOutput(output.name, outputs);
        result.nodes = m_model.graph.nodes.size();
        result.refusals = m_inputs.refusals;
        result.refusals.insert(result.refusals.end(), m_refusals.begin(), m_refusals.end());
        result.outputs = std::move(m_outputs);
        for (ImportedPort& input : m_inputPorts)
            outputs.push_back({input.node, "output"}); // an input that nothing uses is still there
        result.inputs = std::move(m_inputPorts);
        result.project.graph = m_network.take(outputs);
        result.weights = m_network.takeWeights();
        result.notes = m_model.notes;
        return result;
    }

private:
    void addInput(const ModelInput& input)
    {
        std::vector<int> places(input.dims.size(), AxisLayout::batchFactor);
        std::vector<std::int64_t> sizes;
        for (const int axis : input.order) {
            places[static_cast<std::size_t>(axis)] = static_cast<int>(sizes.size());
            sizes.push_back(input.dims[static_cast<std::size_t>(axis)]);
        }
        if (sizes.empty()) // one number a sample
            sizes.push_back(1);
        const auto placed = m_network.add("input", {{"shape", sizes}, {"field", input.field}}, {}, input.name);
        Flow flow = Flow::of(placed.port, placed.shape, m_network.batch(), places);
        flow.isInteger = input.isInteger;
        m_inputPorts.push_back({input.name, placed.id, placed.shape, flow.layout});
        m_values[input.name] = flow;
    }

    void walk(const OnnxNode& node)
    {
        NodeCall call(node, m_model.opset().value_or(1), m_network, m_values, m_uses);
        const OperatorImport import = importOf(node.op);
        const bool isSupported = node.domain.empty() && (import || isFolded(node.op));
        for (int input = 0; isSupported && input < call.inputs(); ++input)
            if (call.has(input) && !call.isFlow(input) && !call.isConstant(input)
                && !isKnown(node.inputs[static_cast<std::size_t>(input)]))
                return; // the node that makes it was refused
        try {
            if (!node.domain.empty())
                throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.domain", "operators of {0} are not supported"), node.domain);
            if (foldConstants(call))
                return;
            if (!import)
                throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.operator", "no layer computes this"));
            import(call);
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::input)
                throw;
            m_refusals.push_back({node.title(), error.message()});
        }
    }

    /// Initializers of types that no layer reads: a node that needs one says so itself.
    bool isKnown(const std::string& name) const
    {
        return std::ranges::find(m_model.graph.initializers, name, &OnnxTensor::name) != m_model.graph.initializers.end();
    }

    void addOutput(const std::string& name, std::vector<PortRef>& outputs)
    {
        const auto found = m_values.find(name);
        if (found == m_values.end())
            return;
        Flow* flow = std::get_if<Flow>(&found->second);
        if (!flow || flow->layout.batchAxis() < 0) {
            m_refusals.push_back(
                {name, Message(NS_MESSAGE("onnx.import.output", "this output is not computed from each sample by itself"))});
            return;
        }
        const auto isInput = [&](const ImportedPort& input) { return input.node == flow->port.node; };
        if (std::ranges::any_of(m_inputPorts, isInput)) // an output is a layer's, be it one that changes nothing
            *flow = m_network.apply("rescaling", {}, *flow, name);
        outputs.push_back(flow->port);
        m_outputs.push_back({name, flow->port.node, flow->shape, flow->layout});
    }

    const OnnxModel& m_model;
    std::vector<OnnxNode> m_nodes; ///< the model's, with functions for what they consist of
    ModelInputs m_inputs;
    NetworkBuilder m_network;
    std::map<std::string, ImportedValue> m_values;
    std::map<std::string, int> m_uses;
    std::vector<RefusedNode> m_refusals;
    std::vector<ImportedPort> m_inputPorts;
    std::vector<ImportedPort> m_outputs;
};

/// What an output is most likely trained for.
void addObjectives(ImportedOnnx& result)
{
    TrainingSettings& training = result.project.training;
    training.objectives.clear();
    std::set<std::string> taken;
    for (const ImportedPort& output : result.outputs) {
        if (!taken.insert(output.node).second)
            continue;
        Objective objective;
        const bool isClasses = output.shape.rank() == 1 && output.shape[0] > 1;
        objective.output = result.outputs.size() == 1 ? std::string() : output.node;
        if (!isClasses) {
            objective.target = "target";
            objective.loss = {"mean_squared_error", {}};
            objective.metrics = {{"mean_absolute_error", {}}};
        }
        training.objectives.push_back(objective);
    }
}

void chooseData(Project& project, const std::vector<ImportedPort>& inputs)
{
    const bool isImage = inputs.size() == 1 && inputs[0].shape.rank() == 3 && (inputs[0].shape[2] == 1 || inputs[0].shape[2] == 3);
    if (isImage) {
        project.data.source = "image_folder";
        project.data.parameters = {{"height", inputs[0].shape[0]}, {"width", inputs[0].shape[1]}, {"channels", inputs[0].shape[2]}};
        return;
    }
    project.data.source = "npy";
    std::string names;
    for (const ImportedPort& input : inputs)
        names += (names.empty() ? "" : ",") + input.node;
    if (inputs.size() > 1)
        project.data.parameters = {{"inputs", names}};
}

} // namespace

ImportedOnnx importOnnx(const OnnxModel& model, const LayerRegistry& layers, const OnnxImportOptions& options)
{
    constexpr std::size_t mostNodes = 20'000;
    if (model.graph.nodes.size() > mostNodes)
        throw Error(ErrorKind::input, NS_MESSAGE("onnx.import.nodes", "the model has {0:node|nodes}; at most {1} are supported"),
                    model.graph.nodes.size(), mostNodes);
    ImportedOnnx result = OnnxWalk(model, layers, options, openBatches[0]).run();
    if (model.graph.outputs.empty())
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.no_outputs", "the model has no output, so there is nothing to train"));
    const ImportedOnnx other = OnnxWalk(model, layers, options, openBatches[1]).run();
    if (result.refusals.empty() && !(result.project.graph == other.project.graph))
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("onnx.import.batch_size",
                       "what the model computes of a sample depends on the number of samples in a batch; export it with a batch of "
                       "fixed size"));
    result.project.title = model.graph.name;
    addObjectives(result);
    chooseData(result.project, result.inputs);
    return result;
}

ImportedModel completeModel(ImportedOnnx imported)
{
    if (!imported.refusals.empty()) {
        constexpr std::size_t mostListed = 12;
        const auto line = [](const RefusedNode& node) {
            return Message(NS_MESSAGE("onnx.import.refused_node", "{0}: {1}"), node.title, node.reason);
        };
        Message list = line(imported.refusals[0]);
        for (std::size_t i = 1; i < std::min(imported.refusals.size(), mostListed); ++i)
            list = Message(NS_MESSAGE("onnx.import.refused_nodes", "{0}; {1}"), std::move(list), line(imported.refusals[i]));
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.refused",
                               "{0:part of the model has|parts of the model have} no counterpart among the layers: {1}"),
                    imported.refusals.size(), std::move(list));
    }
    return {.project = std::move(imported.project), .weights = std::move(imported.weights), .notes = std::move(imported.notes)};
}

ImportedModel importOnnxFile(const std::filesystem::path& path, const LayerRegistry& layers, const OnnxImportOptions& options)
{
    const OnnxModel model = openOnnx(path).take();
    return completeModel(importOnnx(model, layers, options));
}

} // namespace netsmith::interop
