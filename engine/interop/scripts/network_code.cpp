#include "engine/interop/scripts/network_code.h"

#include "engine/core/ascii_case.h"
#include "engine/core/error.h"
#include "engine/graph/graph_index.h"
#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/interop/weights/project_weights.h"
#include "engine/plan/checks/project_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

namespace netsmith::interop {
namespace {

/// Words that no layer may be called: those of the language, the script's own names, and members of nn.Module.
constexpr std::string_view pythonWords[] = {
    "and",      "as",         "assert", "async",  "await",    "break",  "class",   "continue",      "def",
    "del",      "elif",       "else",   "except", "finally",  "for",    "from",    "global",        "if",
    "import",   "in",         "is",     "lambda", "nonlocal", "not",    "or",      "pass",          "raise",
    "return",   "try",        "while",  "with",   "yield",    "None",   "True",    "False",         "self",
    "layers",   "keras",      "torch",  "nn",     "np",       "x",      "model",   "super",         "forward",
    "F",        "train",      "eval",   "half",   "float",    "double", "type",    "modules",       "children",
    "training", "parameters", "apply",  "cpu",    "cuda",     "to",     "compile", "requires_grad_"};

std::string withMaskAt(std::string expression, std::size_t place)
{
    const std::string from = "{0}";
    if (const auto at = expression.find(from); at != std::string::npos)
        expression.replace(at, from.size(), fmt::format("{{{}}}", place));
    return expression;
}

/// Builds the statements layer by layer.
class NetworkWriter {
public:
    NetworkWriter(const CheckedProject& project, ScriptFramework framework)
        : m_project(project)
        , m_graph(project.flat().graph)
        , m_framework(framework)
        , m_weights(layerWeightsOf(project))
    {
    }

    NetworkCode take()
    {
        requireCounterparts();
        for (const std::string& id : m_project.shapes().order)
            if (const Node* node = m_graph.find(id); node && readsField(*specOf(*node)))
                addInput(*node);
        for (const std::string& id : m_project.shapes().order)
            if (const Node* node = m_graph.find(id); node && !readsField(*specOf(*node)))
                addLayer(*node);
        for (const Objective& objective : m_project.flat().training.objectives)
            addOutput(objective);
        leaveActivations();
        return std::move(m_code);
    }

private:
    /// A value, with what is known about it beyond its place.
    struct Value {
        int index = 0;
        Shape shape{};
        AxisOrder order = AxisOrder::channelsLast;
        Shape flattened{}; ///< the map whose numbers it holds with the channels first; no axes: none
        std::optional<std::pair<int, std::string>> mask{};
    };

    bool isTorch() const { return m_framework == ScriptFramework::pytorch; }
    const LayerSpec* specOf(const Node& node) const { return m_project.catalog().layers->find(node.layer); }

    const std::function<void(const ParameterMap&, LayerCode&)>* writerOf(const LayerSpec& spec) const
    {
        if (!spec.exports)
            return nullptr;
        const auto& writer = isTorch() ? spec.exports->pytorch : spec.exports->keras;
        return writer ? &writer : nullptr;
    }

    void requireCounterparts() const
    {
        std::vector<std::string> missing;
        for (const std::string& id : m_project.shapes().order)
            if (const Node* node = m_graph.find(id); node && !readsField(*specOf(*node)) && !writerOf(*specOf(*node)))
                missing.push_back(node->label());
        if (!missing.empty())
            throw Error(ErrorKind::input,
                        NS_MESSAGE("scripts.layers",
                                   "{0} has no counterpart of {1}; replace what is named, or write a script for another framework"),
                        std::string(titleOf(m_framework)), fmt::format("{}", fmt::join(missing, ", ")));
    }

    int add(NetworkCode::Statement statement)
    {
        m_code.statements.push_back(std::move(statement));
        return static_cast<int>(m_code.inputs.size() + m_code.statements.size()) - 1;
    }

    static bool isOneOrder(const Shape& shape) { return shape.elements() == shape[-1] || shape[-1] == 1; }

    void addInput(const Node& node)
    {
        const PortRef port{node.id, specOf(node)->outputs[0].name};
        const Shape shape = *m_project.shapes().at(port);
        const auto field = node.parameters.find("field");
        NetworkCode::Input input{.name = pythonName(node.id, m_names),
                                 .field = std::get<std::string>(field == node.parameters.end()
                                                                    ? specOf(node)->parameter("field")->defaultValue
                                                                    : field->second),
                                 .shape = shape};
        for (const FieldType& type : m_project.fields())
            if (type.name == input.field) {
                input.type = type.type;
                input.classes = type.classes;
            }
        m_code.inputs.push_back(std::move(input));
        m_values[node.id + "/" + port.port] = {.index = static_cast<int>(m_code.inputs.size()) - 1,
                                               .shape = shape,
                                               .order = isTorch() && shape.rank() > 2 ? AxisOrder::channelsFirst
                                                                                      : AxisOrder::channelsLast};
    }

    /// The same numbers with the axes in another order, or a flattened map with its channels last.
    Value inOrder(const Value& value, AxisOrder order)
    {
        const int rank = value.shape.rank();
        if (!isTorch() || order == AxisOrder::any || (rank > 1 && value.order == order)
            || (rank <= 1 && value.flattened.rank() == 0))
            return value;
        const auto known = m_ordered.find(value.index);
        if (known != m_ordered.end())
            return known->second;
        Value result = value;
        std::string call;
        if (rank <= 1) {
            const Shape& map = value.flattened;
            std::vector<std::int64_t> sizes(map.sizes().begin(), map.sizes().end());
            std::rotate(sizes.begin(), sizes.end() - 1, sizes.end());
            call = "{0}.unflatten(1, " + pythonTuple(sizes) + ").permute" + permutation(map.rank(), false) + ".flatten(1)";
            result.flattened = Shape();
        } else {
            call = rank == 2 ? "{0}.transpose(1, 2)" : "{0}.permute" + permutation(rank, order == AxisOrder::channelsFirst);
            result.order = order;
        }
        result.index = add({.call = call, .inputs = {value.index}});
        m_ordered[value.index] = result;
        return result;
    }

    static std::string permutation(int rank, bool channelsToFront)
    {
        std::vector<std::int64_t> axes(static_cast<std::size_t>(rank) + 1);
        std::iota(axes.begin(), axes.end(), 0);
        if (channelsToFront)
            std::rotate(axes.begin() + 1, axes.end() - 1, axes.end());
        else
            std::rotate(axes.begin() + 1, axes.begin() + 2, axes.end());
        return pythonTuple(axes);
    }

    void addLayer(const Node& node)
    {
        const LayerSpec& spec = *specOf(node);
        std::vector<Value> inputs;
        std::vector<Shape> shapes;
        for (const PortSpec& port : spec.inputs)
            for (const Edge* edge : m_graph.into(node.id, port.name)) {
                inputs.push_back(m_values.at(edge->from.node + "/" + edge->from.port));
                shapes.push_back(inputs.back().shape);
            }
        std::vector<Shape> outputs;
        for (const PortSpec& port : spec.outputs)
            outputs.push_back(*m_project.shapes().at({node.id, port.name}));
        std::optional<std::pair<int, std::string>> mask;
        if (!inputs.empty())
            mask = inputs[0].mask;
        LayerCode code(spec, node.parameters, shapes, outputs, mask ? withMaskAt(mask->second, shapes.size()) : std::string());
        (*writerOf(spec))(node.parameters, code);
        if (code.refusal())
            throw Error(ErrorKind::input, NS_MESSAGE("scripts.layer", "{0} can't be written for {1}: {2}"), node.label(),
                        std::string(titleOf(m_framework)), *code.refusal());

        Value result{.shape = outputs[0]};
        if (isTorch())
            arrange(node, code, inputs, result);
        emit(node, code, inputs, mask, result);
        if (code.newMask())
            result.mask = {inputs[0].index, *code.newMask()};
        else if (spec.keepsSteps)
            result.mask = mask;
        m_values[node.id + "/" + spec.outputs[0].name] = result;
    }

    /// Puts the inputs into the order that the layer takes, and finds out that of its output.
    void arrange(const Node& node, const LayerCode& code, std::vector<Value>& inputs, Value& result)
    {
        const bool isFlatten = code.takes() == AxisOrder::any && code.gives() == AxisOrder::any && code.output().rank() == 1
            && inputs.size() == 1 && code.input().rank() > 1;
        for (Value& input : inputs) {
            if (input.shape.rank() > 1 && code.takes() == AxisOrder::any)
                input = inOrder(input, inputs[0].order); // all in the first one's
            else if (input.shape.rank() > 1)
                input = inOrder(input, code.takes());
            else if (input.flattened.rank() > 0 && !keepsFlattened(node, code, inputs))
                input = inOrder(input, AxisOrder::channelsLast);
        }
        if (inputs.empty())
            return;
        if (isFlatten) {
            if (inputs[0].order == AxisOrder::channelsFirst && !isOneOrder(inputs[0].shape))
                result.flattened = inputs[0].shape;
        } else if (code.gives() == AxisOrder::any) {
            result.order = inputs[0].order;
            result.flattened = inputs[0].flattened;
        } else {
            result.order = code.gives();
        }
    }

    /// Whether a layer may read a map as it was flattened: because it works on each number by itself, or because the rows of its
    /// kernel can be put into that order.
    bool keepsFlattened(const Node& node, const LayerCode& code, const std::vector<Value>& inputs)
    {
        if (code.takes() == AxisOrder::any && code.gives() == AxisOrder::any)
            return std::ranges::all_of(inputs, [&](const Value& one) { return one.flattened == inputs[0].flattened; });
        const bool isShared = !node.shares.empty()
            || std::ranges::any_of(m_project.flat().graph.nodes, [&](const Node& other) { return other.shares == node.id; });
        if (inputs.size() != 1 || isShared)
            return false;
        LayerWeight* kernel = nullptr;
        for (LayerWeight& weight : m_weights)
            if (weight.layer == node.id && weight.kind == WeightKind::kernel)
                kernel = &weight;
        if (!kernel || kernel->shape.rank() != 2 || kernel->gates > 0 || kernel->shape[0] != inputs[0].shape.elements())
            return false;
        m_rows[node.id] = inputs[0].flattened;
        return true;
    }

    void emit(const Node& node, const LayerCode& code, const std::vector<Value>& inputs,
              const std::optional<std::pair<int, std::string>>& mask, Value& result)
    {
        const std::string& owner = node.shares.empty() ? node.id : node.shares;
        std::vector<int>& modules = m_modules[owner];
        const bool isNew = modules.empty();
        std::vector<int> from;
        for (const Value& input : inputs)
            from.push_back(input.index);
        const std::string maskPlace = fmt::format("{{{}}}", from.size());
        std::size_t nextModule = 0;
        for (const CodeStep& step : code.steps()) {
            if (step.module.empty() && step.call == "{0}")
                continue;
            NetworkCode::Statement statement{.name = node.id, .call = step.call, .inputs = from};
            if (mask && step.call.find(maskPlace) != std::string::npos)
                statement.inputs.push_back(mask->first);
            if (!step.module.empty()) {
                if (isNew)
                    modules.push_back(addModule(node, owner, step, code.steps().size() == 1));
                statement.module = modules[nextModule++];
                ++m_code.modules[static_cast<std::size_t>(statement.module)].uses;
            }
            from = {add(std::move(statement))};
        }
        result.index = from.empty() ? 0 : from[0];
    }

    int addModule(const Node& node, const std::string& owner, const CodeStep& step, bool isOnly)
    {
        NetworkCode::Module module{.creates = step.module, .leadingAxes = step.leadingAxes};
        for (LayerWeight weight : m_weights) {
            if (weight.layer != owner)
                continue;
            weight.flattened.clear();
            if (const auto rows = m_rows.find(owner); rows != m_rows.end() && weight.kind == WeightKind::kernel)
                weight.flattened = {rows->second};
            if (step.isLayer)
                module.weights.emplace_back(weight, weight.name);
            for (const auto& [ours, there] : step.weights)
                if (ours == weight.name)
                    module.weights.emplace_back(weight, there);
        }
        const Node* ownerNode = m_graph.find(owner);
        module.frozen = !module.weights.empty() && !weightOptionsOf(ownerNode ? ownerNode->parameters : node.parameters).trainable;
        std::string name = owner + (step.name.empty() ? "" : "_" + step.name);
        if (module.weights.empty() && !isOnly)
            name +=
                "_" + lowerAscii(step.module.substr(step.module.find('.') + 1, step.module.find('(') - step.module.find('.') - 1));
        module.name = pythonName(name, m_moduleNames);
        m_code.modules.push_back(std::move(module));
        return static_cast<int>(m_code.modules.size()) - 1;
    }

    void addOutput(const Objective& objective)
    {
        const Node* node = objectiveNode(m_project.flat().graph, objective);
        if (!node || std::ranges::find(m_code.outputs, node->id, &NetworkCode::Output::node) != m_code.outputs.end())
            return;
        const Value& value = m_values.at(node->id + "/" + specOf(*node)->outputs[0].name);
        const Value ordered = inOrder(value, value.shape.rank() > 2 ? AxisOrder::channelsFirst : AxisOrder::channelsLast);
        m_code.outputs.push_back({.node = node->id, .value = ordered.index});
    }

    /// The loss that applies the activation itself, if all losses of the output do.
    std::string appliedActivation(const std::string& node) const
    {
        std::string applied;
        for (const Objective& objective : m_project.flat().training.objectives) {
            const Node* output = objectiveNode(m_project.flat().graph, objective);
            if (!output || output->id != node)
                continue;
            const LossSpec* loss = m_project.catalog().losses->find(objective.loss.id);
            if (!loss || loss->appliedActivation.empty() || (!applied.empty() && applied != loss->appliedActivation))
                return {};
            applied = loss->appliedActivation;
        }
        return applied;
    }

    void leaveActivations()
    {
        if (!isTorch())
            return;
        for (std::size_t i = 0; i < m_code.outputs.size(); ++i) {
            NetworkCode::Output& output = m_code.outputs[i];
            const auto place = output.value - static_cast<int>(m_code.inputs.size());
            const Node& node = *m_graph.find(output.node);
            const std::string activation = specOf(node)->activation(node.parameters);
            if (place < 0 || activation != appliedActivation(output.node)
                || m_code.uses()[static_cast<std::size_t>(output.value)] != 1)
                continue;
            const NetworkCode::Statement statement = m_code.statements[static_cast<std::size_t>(place)];
            if (!m_code.isPlain(statement)
                || m_code.modules[static_cast<std::size_t>(statement.module)].creates != torchActivation(activation, "-1"))
                continue;
            --m_code.modules[static_cast<std::size_t>(statement.module)].uses;
            const int removed = output.value;
            output.value = statement.inputs[0];
            output.activation = activation;
            m_code.statements.erase(m_code.statements.begin() + place);
            for (NetworkCode::Statement& other : m_code.statements)
                for (int& input : other.inputs)
                    input -= input > removed ? 1 : 0;
            for (NetworkCode::Output& other : m_code.outputs)
                other.value -= other.value > removed ? 1 : 0;
        }
    }

    const CheckedProject& m_project;
    GraphIndex m_graph;
    ScriptFramework m_framework;
    std::vector<LayerWeight> m_weights;
    NetworkCode m_code;
    std::vector<std::string> m_names;
    std::vector<std::string> m_moduleNames;
    std::map<std::string, Value> m_values; ///< by "node/port"
    std::map<int, Value> m_ordered; ///< a value in the other order
    std::map<std::string, std::vector<int>> m_modules; ///< by the layer that owns them
    std::map<std::string, Shape> m_rows; ///< of the map whose order a layer's kernel takes, by layer
};

} // namespace

std::string_view titleOf(ScriptFramework framework)
{
    return framework == ScriptFramework::keras ? "Keras" : "PyTorch";
}

std::vector<int> NetworkCode::uses() const
{
    std::vector<int> counts(inputs.size() + statements.size(), 0);
    for (const Statement& statement : statements)
        for (const int value : statement.inputs)
            ++counts[static_cast<std::size_t>(value)];
    for (const Output& output : outputs)
        ++counts[static_cast<std::size_t>(output.value)];
    return counts;
}

bool NetworkCode::isStraight() const
{
    if (inputs.size() != 1 || outputs.size() != 1 || outputs[0].value != static_cast<int>(statements.size()))
        return false;
    for (std::size_t i = 0; i < statements.size(); ++i) {
        const Statement& statement = statements[i];
        if (!isPlain(statement) || statement.inputs != std::vector{static_cast<int>(i)}
            || modules[static_cast<std::size_t>(statement.module)].uses != 1)
            return false;
    }
    return !statements.empty();
}

NetworkCode networkCode(const CheckedProject& project, ScriptFramework framework)
{
    return NetworkWriter(project, framework).take();
}

std::string pythonName(std::string_view text, std::vector<std::string>& taken)
{
    std::string name;
    for (const char c : text) {
        const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        name += fits ? c : '_';
    }
    if (name.empty() || (name[0] >= '0' && name[0] <= '9') || name.starts_with("__"))
        name.insert(0, "layer_");
    if (std::ranges::find(pythonWords, name) != std::end(pythonWords))
        name += '_';
    std::string unique = name;
    for (int i = 2; std::ranges::find(taken, unique) != taken.end(); ++i)
        unique = fmt::format("{}_{}", name, i);
    taken.push_back(unique);
    return unique;
}

} // namespace netsmith::interop
