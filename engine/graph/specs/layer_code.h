#pragma once

#include "engine/core/message.h"
#include "engine/core/shape.h"
#include "engine/graph/specs/layer_spec.h"

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace netsmith {

/// Where a tensor of a PyTorch script has its channels. Images and volumes have them first there, and here always last.
enum class AxisOrder {
    any, ///< the layer works on each number by itself
    channelsFirst,
    channelsLast,
};

/// One thing that a script does for a layer: it creates a module and calls it, or it only evaluates an expression.
struct CodeStep {
    std::string module{}; ///< "nn.Conv2d(1, 32, 3)"; empty: `call` alone
    std::string call{}; ///< "{m}({0})[0]", of the module and the inputs; empty: the module is called with the input
    std::string name{}; ///< added to the layer's name if it becomes several modules with weights: "depthwise"
    /// For PyTorch: the names of the layer's weights here and in the module; "bias_a bias_b" becomes the two that it adds up.
    std::vector<std::pair<std::string, std::string>> weights{};
    bool isLayer = false; ///< for Keras: the module is the layer itself, and so has all of its weights
    int leadingAxes = 0; ///< of size 1, which Keras's weights have before ours
};

/// A value as Python source: "3", "0.5", "True", "\"same\"", "(3, 3)".
std::string pythonText(const ParameterValue& value);
/// Equal sizes as one number, others as a tuple: a kernel's "3" or "(3, 5)".
std::string pythonSize(std::span<const std::int64_t> sizes);
std::string pythonTuple(std::span<const std::int64_t> sizes);
/// `text` in quotes.
std::string pythonString(std::string_view text);
/// "name(a, b, key=value)" of the arguments that are not empty.
std::string pythonCall(std::string_view name, std::span<const std::string> arguments);

/// What a layer tells a script about itself; it knows the layer's parameters and shapes.
class LayerCode {
public:
    /// `spec` outlives it. The shapes are those of one sample, channels last; `mask`: the expression of its steps that count.
    LayerCode(const LayerSpec& spec, const ParameterMap& values, std::span<const Shape> inputs, std::span<const Shape> outputs,
              std::string mask = {});

    const Shape& input(std::size_t index = 0) const { return m_inputs[index]; }
    std::span<const Shape> inputs() const { return m_inputs; }
    const Shape& output() const { return m_outputs[0]; }
    std::int64_t channels() const { return input()[-1]; }

    /// Adds a step; steps run one after the other, the first on the layer's inputs.
    void step(CodeStep step) { m_steps.push_back(std::move(step)); }
    void module(std::string_view name, std::initializer_list<std::string> arguments = {});
    void expression(std::string call) { m_steps.push_back({.call = std::move(call)}); }
    /// The same for a module with weights, which have the names that PyTorch gives them: "kernel" is its "weight".
    void torchModule(std::string_view name, std::initializer_list<std::string> arguments);

    /// Creates Keras's layer of this class. Its parameters are the layer's own, under the same names: `positional` come first,
    /// without a name; of the others those that are not at their default, except `omitted`; then `extra`.
    void kerasLayer(std::string_view className, std::initializer_list<std::string_view> positional = {},
                    std::initializer_list<std::string_view> omitted = {}, std::initializer_list<std::string> extra = {});
    /// The module of an activation in PyTorch; nothing for "none".
    void torchActivation(std::string_view id);

    /// In which order PyTorch's modules take the axes of inputs and give those of outputs; the default is `channelsLast`.
    void order(AxisOrder takes, AxisOrder gives);
    void order(AxisOrder both) { order(both, both); }
    AxisOrder takes() const { return m_takes; }
    AxisOrder gives() const { return m_gives; }

    /// Says that the layer's steps may be left out: the expression is true for steps that count, "{0}" being the input.
    void setMask(std::string expression) { m_newMask = std::move(expression); }
    const std::string& mask() const { return m_mask; }
    const std::optional<std::string>& newMask() const { return m_newMask; }

    /// The script can't say this: why.
    void refuse(MessageTemplate reason);
    const std::optional<Message>& refusal() const { return m_refusal; }

    const std::vector<CodeStep>& steps() const { return m_steps; }

private:
    const LayerSpec& m_spec;
    const ParameterMap& m_values;
    std::vector<Shape> m_inputs;
    std::vector<Shape> m_outputs;
    std::vector<CodeStep> m_steps;
    std::string m_mask;
    std::optional<std::string> m_newMask;
    std::optional<Message> m_refusal;
    AxisOrder m_takes = AxisOrder::channelsLast;
    AxisOrder m_gives = AxisOrder::channelsLast;
};

/// The module of an activation in PyTorch, "nn.ReLU()"; empty for "none". `channels`: the axis that a softmax runs over.
std::string torchActivation(std::string_view id, std::string_view channels);
/// Keras's name of an activation, as an argument: "\"relu\"".
std::string kerasActivation(std::string_view id);

/// "key=value", or nothing where the value is the default.
template <class T>
std::string keyword(std::string_view name, const T& value, const T& usual)
{
    return value == usual ? std::string() : std::string(name) + "=" + pythonText(value);
}

} // namespace netsmith
