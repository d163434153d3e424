#include "engine/core/ascii_case.h"
#include "engine/interop/code/code_libraries.h"
#include "engine/layers/registry.h"

#include <algorithm>
#include <array>

namespace netsmith::interop::code {
namespace {

/// A value as a parameter of this type; none if it is not known or of another type.
std::optional<ParameterValue> parameterFrom(const ParameterSpec& spec, const Value& value)
{
    switch (spec.type) {
    case ParameterType::boolean:
        if (const auto* flag = as<bool>(value))
            return *flag;
        if (const auto number = integerOf(value); number && (*number == 0 || *number == 1))
            return *number == 1;
        return std::nullopt;
    case ParameterType::integer:
        if (const auto number = integerOf(value))
            return *number;
        if (const List* list = pointer<List>(value); list && list->items.size() == 1)
            if (const auto number = integerOf(list->items[0]))
                return *number;
        return std::nullopt;
    case ParameterType::real:
        if (const auto number = numberOf(value))
            return *number;
        return std::nullopt;
    case ParameterType::choice:
    case ParameterType::text:
        if (isNone(value) && spec.name == "activation")
            return std::string("none");
        if (const auto name = nameIn(value))
            return spec.name == "activation" ? activationId(*name) : lowerAscii(*name);
        return std::nullopt;
    case ParameterType::sizes:
        if (const auto sizes = integersOf(value))
            return *sizes;
        return std::nullopt;
    case ParameterType::reals:
    case ParameterType::names: return std::nullopt;
    }
    return std::nullopt;
}

/// "HeNormal" and "he_normal" → "he_normal".
std::string snakeCase(std::string_view name)
{
    std::string out;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool isUpper = name[i] >= 'A' && name[i] <= 'Z';
        if (isUpper && i > 0 && name[i - 1] >= 'a' && name[i - 1] <= 'z')
            out += '_';
        out += isUpper ? static_cast<char>(name[i] | 0x20) : name[i];
    }
    return out;
}

/// The initializer that Keras's VarianceScaling is with these arguments; its own name if it is none.
std::string scalingInitializer(const Made& made)
{
    struct Known {
        double scale;
        std::string_view mode, distribution, id;
    };
    static constexpr std::array<Known, 6> all{{
        {1.0, "fan_avg", "uniform", "glorot_uniform"},
        {1.0, "fan_avg", "normal", "glorot_normal"},
        {1.0, "fan_in", "uniform", "lecun_uniform"},
        {1.0, "fan_in", "normal", "lecun_normal"},
        {2.0, "fan_in", "uniform", "he_uniform"},
        {2.0, "fan_in", "normal", "he_normal"},
    }};
    const Value* scale = made.arguments.find(0, "scale");
    const auto word = [&](std::size_t position, std::string_view name, std::string_view otherwise) {
        const Value* value = made.arguments.find(position, name);
        const std::string text = value ? nameIn(*value).value_or("") : std::string(otherwise);
        return text == "truncated_normal" ? std::string("normal") : text;
    };
    const std::string mode = word(1, "mode", "fan_in"), distribution = word(2, "distribution", "normal");
    const double size = scale ? numberOf(*scale).value_or(0.0) : 1.0;
    for (const Known& known : all)
        if (known.scale == size && known.mode == mode && known.distribution == distribution)
            return std::string(known.id);
    return "variance_scaling";
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 10> otherActivations{{
    {"linear", "none"},
    {"swish", "silu"},
    {"hard_swish", "hard_silu"},
    {"hardswish", "hard_silu"},
    {"hardsigmoid", "hard_sigmoid"},
    {"hardtanh", "hard_tanh"},
    {"leakyrelu", "leaky_relu"},
    {"relu_", "relu"},
    {"log_softmax", "softmax"},
    {"logsoftmax", "softmax"},
}};

constexpr std::array<std::pair<std::string_view, std::string_view>, 11> otherClasses{{
    {"avgpool1d", "average_pooling1d"},
    {"avgpool2d", "average_pooling2d"},
    {"avgpool3d", "average_pooling3d"},
    {"convolution1d", "conv1d"},
    {"convolution2d", "conv2d"},
    {"globalavgpool2d", "global_average_pooling2d"},
    {"globalmaxpool2d", "global_max_pooling2d"},
    {"maxpool1d", "max_pooling1d"},
    {"maxpool2d", "max_pooling2d"},
    {"maxpool3d", "max_pooling3d"},
    {"separableconvolution2d", "separable_conv2d"},
}};

} // namespace

std::string activationId(std::string_view name)
{
    const std::string lower = snakeCase(name);
    const std::string plain = plainName(name);
    for (const std::string& candidate : {lower, plain})
        for (const auto& [other, id] : otherActivations)
            if (candidate == other)
                return std::string(id);
    return layerIdFor(name).empty() ? lower : layerIdFor(name);
}

std::string plainName(std::string_view name)
{
    std::string plain = lowerAscii(name);
    std::erase(plain, '_');
    return plain;
}

std::string layerIdFor(std::string_view className)
{
    const std::string plain = plainName(className);
    for (const auto& [other, id] : otherClasses)
        if (plain == other)
            return std::string(id);
    for (const LayerSpec& spec : layers())
        if (plainName(spec.id) == plain)
            return spec.id;
    return {};
}

LayerArguments::LayerArguments(Network& network, const std::string& layer, const std::string& shownName, int line)
    : m_network(network)
    , m_spec(layers().find(layer))
    , m_shownName(shownName)
    , m_line(line)
{
}

bool LayerArguments::has(std::string_view parameter) const
{
    return m_spec->parameter(parameter);
}

bool LayerArguments::set(const std::string& parameter, const Value& value)
{
    const ParameterSpec* spec = m_spec->parameter(parameter);
    if (!spec)
        return false;
    if (auto converted = parameterFrom(*spec, value)) {
        parameters.insert_or_assign(parameter, normalised(*spec, std::move(*converted)));
        return true;
    }
    ok = false;
    m_network.problem(m_line,
                      NS_MESSAGE("code.argument", "what {0} of {1} is can't be read from the code; write it as a plain value"),
                      parameter, m_shownName);
    return true;
}

void LayerArguments::refuse(const std::string& argument)
{
    ok = false;
    m_network.problem(m_line, NS_MESSAGE("code.no_parameter", "{0} of {1} is nothing that Netsmith's layer has"), argument,
                      m_shownName);
}

bool LayerArguments::setWeightOption(const std::string& argument, const Value& value)
{
    const std::size_t end = argument.rfind('_');
    if (end == std::string::npos || end == 0)
        return false;
    const std::string kind = argument.substr(0, end), option = argument.substr(end + 1);
    const Made* made = pointer<Made>(value);
    const auto name = nameIn(value);
    if (option == "initializer") {
        if (isNone(value))
            return true;
        std::string id = name ? snakeCase(*name) : std::string();
        if (id == "normal" || id == "uniform")
            id = "random_" + id;
        if (id == "variance_scaling" && made)
            id = scalingInitializer(*made);
        const ParameterSpec* choice = m_spec->parameter(kind + "_initializer");
        if (!choice || std::ranges::find(choice->choices, id, &Choice::id) == choice->choices.end()) {
            if (!m_network.hasWeights)
                m_network.note(m_line, NS_MESSAGE("code.initializer", "{0} of {1} is left as it is by default"), argument,
                               m_shownName);
            return true;
        }
        parameters[kind + "_initializer"] = id;
        if (made)
            for (const auto& [argumentName, given] : made->arguments.named)
                if (has(kind + '_' + argumentName))
                    set(kind + '_' + argumentName, given);
        return true;
    }
    if (option == "regularizer") {
        if (isNone(value))
            return true;
        const std::string id = name ? lowerAscii(*name) : std::string();
        if ((id != "l1" && id != "l2" && id != "l1_l2" && id != "l1l2") || !has(kind + "_l2")) {
            m_network.note(m_line, NS_MESSAGE("code.regularizer", "{0} of {1} is left out"), argument, m_shownName);
            return true;
        }
        for (const std::string penalty : {"l1", "l2"}) {
            const bool isOnly = id == penalty;
            const Value* given = made ? made->arguments.find(penalty) : nullptr;
            if (!given && made && isOnly)
                given = made->arguments.find(0, "l");
            if (!given && made && id.size() > 2)
                given = made->arguments.find(penalty == "l1" ? 0 : 1, penalty);
            if (given)
                set(kind + '_' + penalty, *given);
            else if (isOnly)
                parameters[kind + '_' + penalty] = 0.01; // Keras's default
        }
        return true;
    }
    if (option == "constraint") {
        if (isNone(value))
            return true;
        const Value* most = made ? made->arguments.find(0, "max_value") : nullptr;
        if (kind == "kernel" && name && plainName(*name) == "maxnorm" && has("max_norm"))
            parameters["max_norm"] = most ? numberOf(*most).value_or(2.0) : 2.0;
        else
            m_network.note(m_line, NS_MESSAGE("code.regularizer", "{0} of {1} is left out"), argument, m_shownName);
        return true;
    }
    return false;
}

} // namespace netsmith::interop::code
