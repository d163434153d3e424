#include "engine/graph/specs/layer_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace netsmith {
namespace {

struct ActivationNames {
    std::string_view id;
    std::string_view torch;
    std::string_view keras; ///< an expression; empty: the id itself names it
};

constexpr std::array activationNames{
    ActivationNames{"elu", "nn.ELU()", ""},
    ActivationNames{"gelu", "nn.GELU()", ""},
    ActivationNames{"gelu_tanh", "nn.GELU(approximate=\"tanh\")", "lambda x: keras.activations.gelu(x, approximate=True)"},
    ActivationNames{"hard_sigmoid", "nn.Hardsigmoid()", ""},
    ActivationNames{"hard_silu", "nn.Hardswish()", ""},
    ActivationNames{"hard_tanh", "nn.Hardtanh()", ""},
    ActivationNames{"leaky_relu", "nn.LeakyReLU(0.2)", ""},
    ActivationNames{"mish", "nn.Mish()", ""},
    ActivationNames{"relu", "nn.ReLU()", ""},
    ActivationNames{"relu6", "nn.ReLU6()", ""},
    ActivationNames{"selu", "nn.SELU()", ""},
    ActivationNames{"sigmoid", "nn.Sigmoid()", ""},
    ActivationNames{"silu", "nn.SiLU()", ""},
    ActivationNames{"softmax", "nn.Softmax(dim={})", ""},
    ActivationNames{"softplus", "nn.Softplus()", ""},
    ActivationNames{"softsign", "nn.Softsign()", ""},
    ActivationNames{"tanh", "nn.Tanh()", ""},
};

const ActivationNames* namesOf(std::string_view id)
{
    const auto found = std::ranges::find(activationNames, id, &ActivationNames::id);
    return found == activationNames.end() ? nullptr : found;
}

/// What PyTorch's modules call a weight.
std::string torchName(std::string_view weight)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> names{{
        {"alpha", "weight"},
        {"beta", "bias"},
        {"bias", "bias"},
        {"embeddings", "weight"},
        {"gamma", "weight"},
        {"kernel", "weight"},
        {"moving_mean", "running_mean"},
        {"moving_variance", "running_var"},
        {"scale", "weight"},
    }};
    const auto found = std::ranges::find(names, weight, &std::pair<std::string_view, std::string_view>::first);
    return std::string(found == names.end() ? weight : found->second);
}

} // namespace

std::string pythonString(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            result += '\\';
        if (c == '\n')
            result += "\\n";
        else
            result += c;
    }
    return result + '"';
}

std::string pythonTuple(std::span<const std::int64_t> sizes)
{
    return fmt::format("({}{})", fmt::join(sizes, ", "), sizes.size() == 1 ? "," : "");
}

std::string pythonSize(std::span<const std::int64_t> sizes)
{
    const bool equal = !sizes.empty() && std::ranges::all_of(sizes, [&](std::int64_t size) { return size == sizes[0]; });
    return equal ? std::to_string(sizes[0]) : pythonTuple(sizes);
}

std::string pythonText(const ParameterValue& value)
{
    struct Writer {
        std::string operator()(bool v) const { return v ? "True" : "False"; }
        std::string operator()(std::int64_t v) const { return std::to_string(v); }
        std::string operator()(double v) const
        {
            std::string text = fmt::format("{}", v);
            return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
        }
        std::string operator()(const std::string& v) const { return pythonString(v); }
        std::string operator()(const std::vector<std::int64_t>& v) const { return pythonSize(v); }
        std::string operator()(const std::vector<double>& v) const
        {
            std::vector<std::string> parts;
            for (const double one : v)
                parts.push_back((*this)(one));
            return fmt::format("[{}]", fmt::join(parts, ", "));
        }
        std::string operator()(const std::vector<std::string>& v) const
        {
            std::vector<std::string> parts;
            for (const std::string& one : v)
                parts.push_back(pythonString(one));
            return fmt::format("[{}]", fmt::join(parts, ", "));
        }
    };
    return std::visit(Writer(), value);
}

std::string pythonCall(std::string_view name, std::span<const std::string> arguments)
{
    std::vector<std::string_view> given;
    for (const std::string& argument : arguments)
        if (!argument.empty())
            given.push_back(argument);
    return fmt::format("{}({})", name, fmt::join(given, ", "));
}

std::string torchActivation(std::string_view id, std::string_view channels)
{
    const ActivationNames* names = namesOf(id);
    return names ? fmt::format(fmt::runtime(names->torch), channels) : std::string();
}

std::string kerasActivation(std::string_view id)
{
    const ActivationNames* names = namesOf(id);
    return names && !names->keras.empty() ? std::string(names->keras) : pythonString(id);
}

LayerCode::LayerCode(const LayerSpec& spec, const ParameterMap& values, std::span<const Shape> inputs,
                     std::span<const Shape> outputs, std::string mask)
    : m_spec(spec)
    , m_values(values)
    , m_inputs(inputs.begin(), inputs.end())
    , m_outputs(outputs.begin(), outputs.end())
    , m_mask(std::move(mask))
{
}

void LayerCode::module(std::string_view name, std::initializer_list<std::string> arguments)
{
    step({.module = pythonCall(name, std::span(arguments.begin(), arguments.size()))});
}

void LayerCode::torchModule(std::string_view name, std::initializer_list<std::string> arguments)
{
    CodeStep step{.module = pythonCall(name, std::span(arguments.begin(), arguments.size()))};
    for (const std::string_view weight :
         {"kernel", "bias", "embeddings", "alpha", "gamma", "scale", "beta", "moving_mean", "moving_variance"})
        step.weights.emplace_back(weight, torchName(weight));
    m_steps.push_back(std::move(step));
}

void LayerCode::kerasLayer(std::string_view className, std::initializer_list<std::string_view> positional,
                           std::initializer_list<std::string_view> omitted, std::initializer_list<std::string> extra)
{
    const auto valueOf = [&](const ParameterSpec& parameter) {
        const auto set = m_values.find(parameter.name);
        return set == m_values.end() ? parameter.defaultValue : normalised(parameter, set->second);
    };
    const auto text = [&](const ParameterSpec& parameter) {
        const ParameterValue value = valueOf(parameter);
        return parameter.name == "activation" ? kerasActivation(std::get<std::string>(value)) : pythonText(value);
    };
    const std::vector<ParameterSpec> ofWeights = weightParameters(m_spec.weights);
    std::vector<std::string> arguments;
    for (const std::string_view name : positional)
        if (const ParameterSpec* parameter = m_spec.parameter(name))
            arguments.push_back(text(*parameter));
    for (const ParameterSpec& parameter : m_spec.parameters) {
        const auto isOne = [&](std::string_view name) { return name == parameter.name; };
        if (std::ranges::any_of(positional, isOne) || std::ranges::any_of(omitted, isOne)
            || std::ranges::find(ofWeights, parameter.name, &ParameterSpec::name) != ofWeights.end()
            || valueOf(parameter) == parameter.defaultValue)
            continue;
        arguments.push_back(parameter.name + "=" + text(parameter));
    }
    arguments.insert(arguments.end(), extra.begin(), extra.end());
    step({.module = pythonCall("layers." + std::string(className), arguments), .isLayer = true});
}

void LayerCode::torchActivation(std::string_view id)
{
    const std::string_view axis = m_gives == AxisOrder::channelsFirst && output().rank() > 1 ? "1" : "-1";
    if (std::string module = netsmith::torchActivation(id, axis); !module.empty())
        step({.module = std::move(module)});
}

void LayerCode::order(AxisOrder takes, AxisOrder gives)
{
    m_takes = takes;
    m_gives = gives;
}

void LayerCode::refuse(MessageTemplate reason)
{
    if (!m_refusal)
        m_refusal.emplace(reason);
}

} // namespace netsmith
