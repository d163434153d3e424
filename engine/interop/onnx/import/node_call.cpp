#include "engine/interop/onnx/import/node_call.h"

#include "engine/core/error.h"

#include <algorithm>

namespace netsmith::interop {

std::string NodeCall::name() const
{
    if (!m_node.name.empty())
        return m_node.name;
    return m_node.outputs.empty() ? m_node.op : m_node.outputs[0];
}

const ImportedValue* NodeCall::value(int input) const
{
    if (input >= inputs() || m_node.inputs[static_cast<std::size_t>(input)].empty())
        return nullptr;
    const auto found = m_values.find(m_node.inputs[static_cast<std::size_t>(input)]);
    return found == m_values.end() ? nullptr : &found->second;
}

bool NodeCall::has(int input) const
{
    return input < inputs() && !m_node.inputs[static_cast<std::size_t>(input)].empty();
}

bool NodeCall::isConstant(int input) const
{
    const ImportedValue* found = value(input);
    return found && std::holds_alternative<Constant>(*found);
}

bool NodeCall::isFlow(int input) const
{
    const ImportedValue* found = value(input);
    return found && std::holds_alternative<Flow>(*found);
}

bool NodeCall::allConstant() const
{
    for (int input = 0; input < inputs(); ++input)
        if (has(input) && !isConstant(input))
            return false;
    return true;
}

const Constant& NodeCall::constant(int input) const
{
    if (!isConstant(input))
        throw Error(ErrorKind::input,
                    NS_MESSAGE("onnx.import.not_constant",
                               "its input {0} depends on the samples; only a constant or an initializer is supported there"),
                    input + 1);
    return std::get<Constant>(*value(input));
}

Flow NodeCall::flow(int input) const
{
    if (!isFlow(input))
        throw Error(
            ErrorKind::input,
            NS_MESSAGE("onnx.import.all_constant", "its input {0} does not depend on the samples; a layer needs one that does"),
            input + 1);
    Flow flow = std::get<Flow>(*value(input));
    const auto uses = m_uses.find(m_node.inputs[static_cast<std::size_t>(input)]);
    flow.exclusive = flow.exclusive && uses != m_uses.end() && uses->second == 1;
    return flow;
}

bool NodeCall::isRead(int output) const
{
    if (output >= outputs() || m_node.outputs[static_cast<std::size_t>(output)].empty())
        return false;
    const auto uses = m_uses.find(m_node.outputs[static_cast<std::size_t>(output)]);
    return uses != m_uses.end() && uses->second > 0;
}

double NodeCall::number(std::string_view key, double otherwise) const
{
    const OnnxAttribute* attribute = m_node.attribute(key);
    if (!attribute)
        return otherwise;
    if (const auto* number = std::get_if<float>(&attribute->value))
        return static_cast<double>(*number);
    const auto* integer = std::get_if<std::int64_t>(&attribute->value);
    return integer ? static_cast<double>(*integer) : otherwise;
}

std::string NodeCall::text(std::string_view key, std::string_view otherwise) const
{
    const OnnxAttribute* attribute = m_node.attribute(key);
    const auto* text = attribute ? std::get_if<std::string>(&attribute->value) : nullptr;
    return text ? *text : std::string(otherwise);
}

std::vector<std::int64_t> NodeCall::integers(std::string_view key) const
{
    const OnnxAttribute* attribute = m_node.attribute(key);
    const auto* list = attribute ? std::get_if<std::vector<std::int64_t>>(&attribute->value) : nullptr;
    return list ? *list : std::vector<std::int64_t>();
}

std::vector<double> NodeCall::numbers(std::string_view key) const
{
    const OnnxAttribute* attribute = m_node.attribute(key);
    const auto* list = attribute ? std::get_if<std::vector<float>>(&attribute->value) : nullptr;
    return list ? std::vector<double>(list->begin(), list->end()) : std::vector<double>();
}

std::vector<std::string> NodeCall::texts(std::string_view key) const
{
    const OnnxAttribute* attribute = m_node.attribute(key);
    const auto* list = attribute ? std::get_if<std::vector<std::string>>(&attribute->value) : nullptr;
    return list ? *list : std::vector<std::string>();
}

std::vector<std::int64_t> NodeCall::listAt(int input, std::string_view key) const
{
    return has(input) ? constant(input).integers() : integers(key);
}

std::optional<double> NodeCall::numberAt(int input, std::string_view key) const
{
    if (has(input)) {
        const Constant& given = constant(input);
        return given.elements() > 0 ? std::optional(given.at(0)) : std::nullopt;
    }
    return hasAttribute(key) ? std::optional(number(key, 0)) : std::nullopt;
}

void NodeCall::setOutput(int index, ImportedValue value)
{
    if (index < outputs() && !m_node.outputs[static_cast<std::size_t>(index)].empty())
        m_values[m_node.outputs[static_cast<std::size_t>(index)]] = std::move(value);
}

} // namespace netsmith::interop
