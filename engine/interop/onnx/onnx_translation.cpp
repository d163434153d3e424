#include "engine/interop/onnx/onnx_translation.h"

#include <algorithm>
#include <map>
#include <utility>

namespace netsmith::interop {

void OnnxTranslation::begin(std::string label, std::string title)
{
    m_label = std::move(label);
    m_title = std::move(title);
}

OnnxTranslation::Value OnnxTranslation::input(const std::string& name, OnnxType type, const Shape& sample)
{
    return m_builder.input(name, type, sample);
}

void OnnxTranslation::output(const Value& value)
{
    m_builder.graph().outputs.push_back({value, OnnxType::float32, std::nullopt});
}

std::vector<OnnxTranslation::Value> OnnxTranslation::addSeveral(std::string_view op, std::vector<Value> inputs,
                                                                Attributes attributes, std::size_t outputs)
{
    m_origins.push_back({m_label, m_title});
    return m_builder.add(m_label, op, std::move(inputs), std::move(attributes), outputs);
}

OnnxTranslation::Value OnnxTranslation::add(std::string_view op, std::vector<Value> inputs, Attributes attributes)
{
    return addSeveral(op, std::move(inputs), std::move(attributes), 1)[0];
}

OnnxTranslation::Value OnnxTranslation::channelsFirst(const Value& value)
{
    return add("Transpose", {value}, {{"perm", std::vector<std::int64_t>{0, 3, 1, 2}}});
}

OnnxTranslation::Value OnnxTranslation::channelsLast(const Value& value)
{
    return add("Transpose", {value}, {{"perm", std::vector<std::int64_t>{0, 2, 3, 1}}});
}

OnnxTranslation::Value OnnxTranslation::weight(std::string_view ending, const WeightArray& array)
{
    const std::string name = m_label + "/" + std::string(ending);
    return m_builder.parameter(m_label, name, name, array);
}

void OnnxTranslation::refuse(Message reason)
{
    m_refusals.push_back({m_title, std::move(reason)});
}

ImportedOnnx OnnxTranslation::import(const LayerRegistry& layers)
{
    if (!m_refusals.empty()) { // the rest is looked through all the same
        if (m_builder.graph().inputs.empty())
            return {.refusals = std::move(m_refusals)};
        if (m_builder.graph().outputs.empty())
            output(m_builder.graph().inputs[0].name);
    }
    constexpr std::int64_t opset = 18;
    OnnxModel model;
    model.opsets = {{{}, opset}};
    model.graph = m_builder.graph();
    model.content = m_builder.takeContent();
    std::map<std::string, std::string> titles; ///< by those of the nodes
    for (std::size_t i = 0; i < m_origins.size(); ++i) {
        model.graph.nodes[i].name = m_origins[i].label;
        titles[model.graph.nodes[i].title()] = m_origins[i].title;
    }
    ImportedOnnx imported = importOnnx(model, layers);
    std::vector<RefusedNode> refusals = std::move(m_refusals);
    for (RefusedNode& each : imported.refusals) {
        if (const auto title = titles.find(each.title); title != titles.end())
            each.title = title->second;
        // One part may have become several nodes.
        if (std::ranges::find(refusals, each.title, &RefusedNode::title) == refusals.end())
            refusals.push_back(std::move(each));
    }
    imported.refusals = std::move(refusals);
    return imported;
}

} // namespace netsmith::interop
