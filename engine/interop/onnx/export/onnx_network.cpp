#include "engine/interop/onnx/export/onnx_network.h"

#include "engine/core/error.h"
#include "engine/graph/graph_index.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/interop/onnx/export/onnx_layouts.h"

#include <algorithm>

namespace netsmith::interop {
namespace {

constexpr std::int64_t exportedIr = 8; // the first with all of this opset
constexpr std::int64_t exportedOpset = 18;

using Masks = std::map<OnnxCall::Value, OnnxCall::Value>;

/// One node's view of the network being exported.
class ExportedNode : public OnnxCall {
public:
    ExportedNode(OnnxBuilder& builder, const OnnxNetwork& network, const Node& node, const Node& owner, std::vector<Value> inputs,
                 std::vector<Shape> inputShapes, std::vector<Shape> outputShapes, Masks& masks)
        : m_builder(builder)
        , m_network(network)
        , m_node(node)
        , m_owner(owner)
        , m_inputs(std::move(inputs))
        , m_inputShapes(std::move(inputShapes))
        , m_outputShapes(std::move(outputShapes))
        , m_outputs(m_outputShapes.size())
        , m_masks(masks)
    {
    }

    const std::vector<Value>& inputs() const override { return m_inputs; }
    const Shape& inputShape(std::size_t index) const override { return m_inputShapes.at(index); }
    const Shape& outputShape(std::size_t index) const override { return m_outputShapes.at(index); }
    void setOutput(std::size_t index, Value value) override
    {
        m_builder.setRank(value, m_outputShapes.at(index).rank() + 1);
        m_outputs.at(index) = std::move(value);
    }
    WeightArray weight(const std::string& name) override { return m_network.weight(m_owner.id + "." + name); }
    WeightArray statistic(const std::string& name) override { return m_network.weight(m_node.id + "." + name); }
    Value parameter(const std::string& name, WeightArray array) override
    {
        return m_builder.parameter(m_node.id, m_owner.id + "." + name, m_node.id + "." + name, array);
    }
    Value number(double value) override { return m_builder.number(value); }
    Value numbers(WeightArray array) override { return m_builder.numbers(array); }
    Value integers(const std::vector<std::int64_t>& values) override { return m_builder.integers(values); }
    Value integer(std::int64_t value) override { return m_builder.integer(value); }
    Value bytes(const WeightArray& array, bool isSigned) override { return m_builder.bytes(array, isSigned); }
    std::vector<Value> add(std::string_view op, std::vector<Value> inputs, Attributes attributes, std::size_t outputs) override
    {
        return m_builder.add(m_node.id, op, std::move(inputs), std::move(attributes), outputs);
    }
    using OnnxCall::add;
    Value asIntegers(const Value& value) override { return m_builder.asIntegers(m_node.id, value); }
    Value mask() const override { return m_inputs.empty() ? Value() : maskOf(m_inputs[0]); }
    void setMask(Value mask) override { m_masks[m_outputs[0]] = std::move(mask); }

    /// As in the plan: where a layer keeps the steps of its inputs, the first mask among them is the output's.
    void keepMask()
    {
        for (std::size_t i = 0; i < m_inputs.size(); ++i)
            if (const Value mask = maskOf(m_inputs[i]); !mask.empty()) {
                const Shape& output = m_outputShapes[0];
                if (output.rank() >= 1 && output[0] == m_inputShapes[i][0]) // not so after a join along the steps
                    setMask(mask);
                return;
            }
    }

    const std::vector<Value>& outputs() const { return m_outputs; }

private:
    Value maskOf(const Value& value) const
    {
        const auto found = m_masks.find(value);
        return found == m_masks.end() ? Value() : found->second;
    }

    OnnxBuilder& m_builder;
    const OnnxNetwork& m_network;
    const Node& m_node;
    const Node& m_owner; ///< of the weights
    std::vector<Value> m_inputs;
    std::vector<Shape> m_inputShapes;
    std::vector<Shape> m_outputShapes;
    std::vector<Value> m_outputs;
    Masks& m_masks;
};

} // namespace

OnnxOutputs exportLayers(OnnxBuilder& builder, const OnnxNetwork& network, const std::function<OnnxEntry(const Node&)>& entry)
{
    const GraphIndex graph(network.graph);
    OnnxOutputs outputs;
    Masks masks;
    for (const std::string& id : network.shapes.order) {
        const Node& node = *graph.find(id);
        const LayerSpec& spec = *network.layers.find(node.layer);
        if (!spec.exports || !spec.exports->onnx)
            refuse(NS_MESSAGE("onnx_export.layer", "{0} can't be expressed in ONNX; replace it by other layers"), node.label());
        std::vector<Shape> outputShapes, inputShapes;
        std::vector<OnnxCall::Value> inputs;
        for (const PortSpec& port : spec.outputs)
            outputShapes.push_back(*network.shapes.at({id, port.name}));
        if (spec.inputs.empty()) {
            const OnnxEntry entering = entry(node);
            inputs.push_back(entering.value);
            inputShapes.push_back(outputShapes.at(0));
            if (!entering.mask.empty())
                masks[entering.value] = entering.mask;
        }
        for (const PortSpec& port : spec.inputs)
            for (const Edge* edge : graph.into(id, port.name)) {
                inputs.push_back(outputs.at({edge->from.node, edge->from.port}));
                inputShapes.push_back(*network.shapes.at(edge->from));
            }
        const Node& owner = node.shares.empty() ? node : *graph.find(node.shares);
        ExportedNode call(builder, network, node, owner, std::move(inputs), std::move(inputShapes), outputShapes, masks);
        spec.exports->onnx(node.parameters, call);
        if (spec.keepsSteps)
            call.keepMask();
        for (std::size_t i = 0; i < spec.outputs.size(); ++i)
            outputs[{id, spec.outputs[i].name}] = call.outputs()[i];
    }
    return outputs;
}

OnnxModel finishedModel(OnnxBuilder& builder, std::string name)
{
    moveTransposes(builder.graph(), builder.ranks());
    removeUnused(builder.graph());
    OnnxModel model;
    model.irVersion = exportedIr;
    model.producer = "netsmith";
    model.opsets.push_back({"", exportedOpset});
    model.graph = std::move(builder.graph());
    model.graph.name = std::move(name);
    model.content = builder.takeContent();
    return model;
}

} // namespace netsmith::interop
