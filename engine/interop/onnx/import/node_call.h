#pragma once

#include "engine/interop/onnx/import/constant.h"
#include "engine/interop/onnx/import/network_builder.h"
#include "engine/interop/onnx/onnx_file.h"

#include <map>
#include <string>
#include <string_view>
#include <variant>

namespace netsmith::interop {

/// What stands for a tensor of a model: nothing, as its node was refused, or an optional input is left out.
using ImportedValue = std::variant<std::monostate, Constant, Flow>;

/// A node of a model while it becomes layers, or a constant.
class NodeCall {
public:
    NodeCall(const OnnxNode& node, std::int64_t opset, NetworkBuilder& network, std::map<std::string, ImportedValue>& values,
             const std::map<std::string, int>& uses)
        : m_node(node)
        , m_opset(opset)
        , m_network(network)
        , m_values(values)
        , m_uses(uses)
    {
    }

    const OnnxNode& node() const { return m_node; }
    std::int64_t opset() const { return m_opset; }
    NetworkBuilder& network() { return m_network; }
    /// What its layers are called after.
    std::string name() const;

    int inputs() const { return static_cast<int>(m_node.inputs.size()); }
    int outputs() const { return static_cast<int>(m_node.outputs.size()); }
    bool has(int input) const;
    bool isConstant(int input) const;
    bool isFlow(int input) const;
    /// Whether all inputs that are there are constants, so that the node is computed now.
    bool allConstant() const;
    /// An input that must be known before the model runs. Throws `onnx.import.not_constant`.
    const Constant& constant(int input) const;
    /// Throws `onnx.import.all_constant`.
    Flow flow(int input) const;
    /// Whether somebody reads an output.
    bool isRead(int output) const;

    bool hasAttribute(std::string_view key) const { return m_node.attribute(key) != nullptr; }
    std::int64_t integer(std::string_view key, std::int64_t otherwise) const { return m_node.integer(key, otherwise); }
    double number(std::string_view key, double otherwise) const;
    std::string text(std::string_view key, std::string_view otherwise) const;
    std::vector<std::int64_t> integers(std::string_view key) const;
    std::vector<double> numbers(std::string_view key) const;
    std::vector<std::string> texts(std::string_view key) const;
    /// A list that is an attribute in older versions and an input in newer ones; empty if it is neither.
    std::vector<std::int64_t> listAt(int input, std::string_view key) const;
    /// Likewise of one number.
    std::optional<double> numberAt(int input, std::string_view key) const;

    void setOutput(int index, ImportedValue value);
    void setFlow(Flow flow) { setOutput(0, std::move(flow)); }

private:
    const ImportedValue* value(int input) const;

    const OnnxNode& m_node;
    std::int64_t m_opset;
    NetworkBuilder& m_network;
    std::map<std::string, ImportedValue>& m_values;
    const std::map<std::string, int>& m_uses;
};

} // namespace netsmith::interop
