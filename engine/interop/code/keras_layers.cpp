#include "engine/interop/code/code_libraries.h"
#include "engine/layers/registry.h"

#include <algorithm>
#include <array>
#include <span>

namespace netsmith::interop::code {
namespace {

/// The order of a layer's positional arguments, by our layer's id.
struct KerasOrder {
    std::string_view layer;
    std::string_view names;
};
constexpr auto convolutionOrder = "filters kernel_size strides padding data_format dilation_rate groups activation use_bias";
constexpr auto convolution1dOrder = "filters kernel_size strides padding data_format dilation_rate groups activation use_bias";
constexpr auto separableOrder =
    "filters kernel_size strides padding data_format dilation_rate depth_multiplier activation use_bias";
constexpr auto transposedOrder = "filters kernel_size strides padding output_padding data_format dilation_rate activation use_bias";
constexpr auto poolingOrder = "pool_size strides padding data_format";
constexpr auto recurrentOrder = "units activation recurrent_activation use_bias";
constexpr std::array kerasOrders{
    KerasOrder{"alpha_dropout", "rate"},
    KerasOrder{"average_pooling1d", poolingOrder},
    KerasOrder{"average_pooling2d", poolingOrder},
    KerasOrder{"average_pooling3d", poolingOrder},
    KerasOrder{"batch_normalization", "axis momentum epsilon center scale"},
    KerasOrder{"concatenate", "axis"},
    KerasOrder{"conv1d", convolution1dOrder},
    KerasOrder{"conv2d", convolutionOrder},
    KerasOrder{"conv2d_transpose", transposedOrder},
    KerasOrder{"conv3d", convolutionOrder},
    KerasOrder{"cropping1d", "cropping"},
    KerasOrder{"cropping2d", "cropping"},
    KerasOrder{"cropping3d", "cropping"},
    KerasOrder{"dense", "units activation use_bias"},
    KerasOrder{"depthwise_conv2d", "kernel_size strides padding depth_multiplier data_format dilation_rate activation use_bias"},
    KerasOrder{"dot", "axes normalize"},
    KerasOrder{"dropout", "rate"},
    KerasOrder{"elu", "alpha"},
    KerasOrder{"embedding", "input_dim output_dim embeddings_initializer"},
    KerasOrder{"gaussian_dropout", "rate"},
    KerasOrder{"gaussian_noise", "stddev"},
    KerasOrder{"group_normalization", "groups axis epsilon center scale"},
    KerasOrder{"gru", recurrentOrder},
    KerasOrder{"layer_normalization", "axis epsilon center scale"},
    KerasOrder{"leaky_relu", "negative_slope"},
    KerasOrder{"lstm", recurrentOrder},
    KerasOrder{"max_pooling1d", poolingOrder},
    KerasOrder{"max_pooling2d", poolingOrder},
    KerasOrder{"max_pooling3d", poolingOrder},
    KerasOrder{"permute", "dims"},
    KerasOrder{"repeat_vector", "n"},
    KerasOrder{"rescaling", "scale offset"},
    KerasOrder{"reshape", "target_shape"},
    KerasOrder{"separable_conv2d", separableOrder},
    KerasOrder{"simple_rnn", "units activation use_bias"},
    KerasOrder{"spatial_dropout1d", "rate"},
    KerasOrder{"spatial_dropout2d", "rate"},
    KerasOrder{"spatial_dropout3d", "rate"},
    KerasOrder{"up_sampling1d", "size"},
    KerasOrder{"up_sampling2d", "size data_format interpolation"},
    KerasOrder{"up_sampling3d", "size"},
    KerasOrder{"zero_padding1d", "padding"},
    KerasOrder{"zero_padding2d", "padding data_format"},
    KerasOrder{"zero_padding3d", "padding data_format"},
};

/// Arguments that change nothing of the network.
constexpr std::array<std::string_view, 24> harmless{"name",
                                                    "renorm_clipping",
                                                    "renorm_momentum",
                                                    "synchronized",
                                                    "dtype",
                                                    "input_shape",
                                                    "batch_input_shape",
                                                    "batch_shape",
                                                    "input_length",
                                                    "trainable",
                                                    "autocast",
                                                    "implementation",
                                                    "unroll",
                                                    "noise_shape",
                                                    "seed",
                                                    "batch_size",
                                                    "shape",
                                                    "use_cudnn",
                                                    "zero_output_for_mask",
                                                    "sparse",
                                                    "input_tensor",
                                                    "weights",
                                                    "use_gpu",
                                                    "backward_layer"};

/// Arguments whose value must be this one, which is what our layer does.
struct KerasFixed {
    std::string_view argument;
    std::vector<std::string_view> values;
};
const std::vector<KerasFixed>& kerasFixed()
{
    static const std::vector<KerasFixed> all{
        {"data_format", {"channels_last"}},
        {"recurrent_activation", {"sigmoid"}},
        {"merge_mode", {"concat"}},
        {"reset_after", {"true"}},
        {"return_state", {"false"}},
        {"center", {"true", "1"}},
        {"scale", {"true", "1"}},
        {"axis", {"-1"}},
        {"output_padding", {}},
        {"keepdims", {"false"}},
        {"go_backwards", {"false"}},
        {"activation", {"tanh"}},
        {"renorm", {"false"}},
        {"fused", {"true", "false"}},
        {"groups", {"1"}},
        {"max_value", {}},
        {"threshold", {"0"}},
        {"negative_slope", {"0"}},
        {"dilation_rate", {"1"}},
        {"depth_multiplier", {"1"}},
        {"time_major", {"false"}},
        {"rms_scaling", {"false"}},
    };
    return all;
}

std::string wordOf(const Value& value)
{
    if (const auto* flag = as<bool>(value))
        return *flag ? "true" : "false";
    if (const auto number = integerOf(value))
        return std::to_string(*number);
    if (const List* list = pointer<List>(value); list && !list->items.empty()) { // the same along each axis
        const auto numbers = integersOf(value);
        const bool isOne = numbers && std::ranges::count(*numbers, numbers->front()) == std::ssize(*numbers);
        return isOne ? std::to_string(numbers->front()) : std::string();
    }
    return nameIn(value).value_or("");
}

std::vector<std::string> wordsIn(std::string_view text)
{
    std::vector<std::string> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        words.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

/// An axis that is the last one of these samples, counted as Keras does with that of the batch.
bool isLastAxis(const Value& value, const std::vector<Tensor>& inputs)
{
    const Value one = pointer<List>(value) && pointer<List>(value)->items.size() == 1 ? pointer<List>(value)->items[0] : value;
    const auto axis = integerOf(one);
    if (!axis)
        return false;
    const Use* use = inputs.empty() ? nullptr : inputs[0].use;
    return *axis == -1 || !use || (use->shape && *axis == use->shape->rank()); // what lacks a use is reported already
}

/// A layer of Keras while it becomes one of ours.
class KerasLayer {
public:
    KerasLayer(Interpreter& interpreter, Layer& layer, int line)
        : m_network(interpreter.network)
        , m_interpreter(interpreter)
        , m_layer(layer)
        , m_line(line)
        , m_class(lastPart(layer.type))
    {
    }

    Value apply(const std::vector<Tensor>& inputs)
    {
        if (m_class == "Bidirectional" || m_class == "TimeDistributed")
            return wrapped(inputs);
        if (m_class == "Activation")
            return activation(inputs);
        if (m_class == "ReLU")
            if (auto other = otherRelu())
                return m_network.place(m_layer, 0, other->id, std::move(other->parameters), inputs, m_line);
        const std::string id = layerIdFor(m_class);
        if (id.empty() || id == "block" || id == "input" || id == "random_normal") {
            if (isTransform())
                return transform(inputs);
            m_network.problem(m_layer.line, NS_MESSAGE("code.no_keras_layer", "Netsmith has no layer like Keras's {0}"), m_class);
            return Tensor();
        }
        if (inputs.size() > 1 && layers().find(id)->category != Category::merge) {
            m_network.problem(m_layer.line,
                              NS_MESSAGE("code.layer_inputs", "{0} reads {1} values here, and Netsmith's layer reads one"), m_class,
                              inputs.size());
            return Tensor();
        }
        if (id == "prelu" && !sharesSlopes(inputs)) {
            m_network.problem(m_layer.line,
                              NS_MESSAGE("code.prelu_axes",
                                         "{0} has a slope for each number here, and Netsmith's layer one for each channel: its "
                                         "shared_axes must be all axes but the last"),
                              m_class);
            return Tensor();
        }
        std::size_t index = 0;
        std::vector<Tensor> from = inputs;
        ParameterMap parameters = parametersFor(id, inputs);
        if (!m_ok)
            return Tensor();
        if (m_dropout > 0.0) // its mask is the same for all steps
            from = {m_network.place(m_layer, index++, "spatial_dropout1d", {{"rate", m_dropout}}, from, m_line)};
        Tensor made = m_network.place(m_layer, index++, id, std::move(parameters), from, m_line);
        if (m_after && made.use)
            if (const Value value = applyKerasLayer(m_interpreter, *m_after, {made}, m_line); as<Tensor>(value))
                made = *as<Tensor>(value);
        return made;
    }

private:
    /// What ReLU is with its arguments, if that is another layer of ours.
    std::optional<Component> otherRelu() const
    {
        const auto given = [&](std::size_t position, std::string_view name) -> std::optional<double> {
            const Value* value = m_layer.arguments.find(position, name);
            return value && !isNone(*value) ? numberOf(*value) : std::nullopt;
        };
        const auto most = given(0, "max_value");
        const double slope = given(1, "negative_slope").value_or(0.0);
        if (given(2, "threshold").value_or(0.0) != 0.0)
            return std::nullopt;
        if (most && *most == 6.0 && slope == 0.0)
            return Component{"relu6", {}};
        if (!most && slope > 0.0)
            return Component{"leaky_relu", {{"negative_slope", slope}}};
        return std::nullopt;
    }

    /// Keras's PReLU has a slope for each number unless axes share them; ours has one for each channel.
    bool sharesSlopes(const std::vector<Tensor>& inputs) const
    {
        const Use* use = inputs.empty() ? nullptr : inputs[0].use;
        if (!use || !use->shape)
            return true;
        std::vector<std::int64_t> wanted, shared;
        for (std::int64_t axis = 1; axis < use->shape->rank(); ++axis)
            wanted.push_back(axis);
        if (const Value* given = m_layer.arguments.find("shared_axes"); given && !isNone(*given))
            shared = integersOf(*given).value_or(std::vector<std::int64_t>());
        return shared == wanted;
    }

    Value activation(const std::vector<Tensor>& inputs)
    {
        const Value* given = m_layer.arguments.find(0, "activation");
        if (Layer* inner = given ? pointer<Layer>(*given) : nullptr)
            return applyKerasLayer(m_interpreter, *inner, inputs, m_line);
        const auto name = given ? nameIn(*given) : std::nullopt;
        const std::string id = name ? activationId(*name) : std::string();
        if (id == "none")
            return inputs[0];
        const LayerSpec* spec = layers().find(id);
        if (!spec || spec->category != Category::activation) {
            m_network.problem(m_layer.line, NS_MESSAGE("code.activation", "Netsmith has no activation {0}"), name.value_or("?"));
            return Tensor();
        }
        ParameterMap parameters;
        if (id == "leaky_relu")
            parameters["negative_slope"] = 0.2; // of Keras's function, unlike its layer's 0.3
        return m_network.place(m_layer, 0, id, std::move(parameters), inputs, m_line);
    }

    /// Bidirectional(LSTM(64)) is one of our layers; a dense layer is the same for each step by itself.
    Value wrapped(const std::vector<Tensor>& inputs)
    {
        const Value* given = m_layer.arguments.find(0, "layer");
        Layer* inner = given ? pointer<Layer>(*given) : nullptr;
        const std::string id = inner ? layerIdFor(lastPart(inner->type)) : std::string();
        const bool isDirected = m_class == "Bidirectional";
        const LayerSpec* spec = layers().find(id);
        if (!spec || (isDirected ? !spec->parameter("direction") : !spec->keepsSteps)) {
            m_network.problem(m_layer.line, NS_MESSAGE("code.wrapper", "what {0} does with this layer has no layer in Netsmith"),
                              m_class);
            return Tensor();
        }
        if (const Value* mode = m_layer.arguments.find(1, "merge_mode"); isDirected && mode && wordOf(*mode) != "concat") {
            m_network.problem(m_layer.line,
                              NS_MESSAGE("code.merge_mode",
                                         "Netsmith's bidirectional layers concatenate their "
                                         "directions: merge_mode must be concat"));
            return Tensor();
        }
        inner->inner = {};
        m_layer.inner = {inner};
        inner->trainable = inner->trainable && m_layer.trainable;
        if (inner->name.empty())
            inner->name = m_layer.name;
        KerasLayer made(m_interpreter, *inner, m_line);
        made.m_direction = isDirected ? "bidirectional" : "";
        return made.apply(inputs);
    }

    ParameterMap parametersFor(const std::string& id, const std::vector<Tensor>& inputs)
    {
        LayerArguments made(m_network, id, m_class, m_layer.line);
        const auto order = std::ranges::find(kerasOrders, id, &KerasOrder::layer);
        const std::vector<std::string> names = order == kerasOrders.end() ? std::vector<std::string>() : wordsIn(order->names);
        for (std::size_t i = 0; i < m_layer.arguments.positional.size(); ++i)
            if (i < names.size())
                take(made, names[i], m_layer.arguments.positional[i], inputs);
            else
                made.refuse(std::to_string(i + 1) + ".");
        for (const auto& [name, value] : m_layer.arguments.named)
            take(made, name, value, inputs);
        if (!m_direction.empty())
            made.parameters["direction"] = m_direction;
        m_ok = made.ok;
        return std::move(made.parameters);
    }

    void take(LayerArguments& made, std::string name, const Value& value, const std::vector<Tensor>& inputs)
    {
        if (name == "alpha" && !made.has("alpha") && made.has("negative_slope"))
            name = "negative_slope";
        if ((name == "axis") && made.has("axis") && as<std::int64_t>(value)) { // concatenate
            made.set(name, value);
            return;
        }
        if (name == "activation" && made.has(name) && pointer<Layer>(value)) {
            m_after = pointer<Layer>(value);
            return;
        }
        if (name == "dropout" || name == "recurrent_dropout") {
            const auto rate = numberOf(value);
            if (rate && *rate > 0.0 && name == "dropout") {
                m_dropout = *rate;
                m_network.note(m_layer.line,
                               NS_MESSAGE("code.input_dropout",
                                          "dropout of {0} is a layer before it, which drops "
                                          "the same inputs of all steps"),
                               m_class);
            } else if (!rate || *rate > 0.0)
                m_network.note(m_layer.line,
                               NS_MESSAGE("code.recurrent_dropout",
                                          "{0} of {1} is left out: Netsmith has none within "
                                          "recurrent layers"),
                               name, m_class);
            return;
        }
        if (name == "go_backwards" && made.has("direction")) {
            if (truthOf(value).value_or(false))
                made.parameters["direction"] = std::string("backward");
            return;
        }
        if (name == "shared_axes" && m_class == "PReLU") // see `sharesSlopes`
            return;
        if (std::ranges::find(harmless, name) != harmless.end() || (name == "input_dim" && !made.has("input_dim")))
            return;
        if (isNone(value) && name != "activation")
            return; // the default
        if (name == "padding" && as<std::string>(value) && *as<std::string>(value) == "causal") {
            made.refuse("padding=\"causal\"");
            return;
        }
        if (made.setWeightOption(name, value) || made.set(name, value))
            return;
        if (name == "axis" && isLastAxis(value, inputs))
            return;
        if (name == "mask_zero") {
            if (truthOf(value).value_or(true))
                m_network.note(m_layer.line,
                               NS_MESSAGE("code.mask_zero",
                                          "{0} of {1} is left out: steps of 0 count like all others, unless the data says how long "
                                          "each sample is"),
                               name, m_class);
            return;
        }
        if (name == "cropping")
            return;
        const auto fixed = std::ranges::find(kerasFixed(), name, &KerasFixed::argument);
        const std::string word = wordOf(value);
        if (fixed != kerasFixed().end() && std::ranges::find(fixed->values, word) != fixed->values.end())
            return;
        made.refuse(word.empty() ? name : name + '=' + word);
    }

    static constexpr std::array<std::string_view, 9> transforms{"RandomFlip",        "RandomRotation", "RandomZoom",
                                                                "RandomTranslation", "RandomContrast", "RandomBrightness",
                                                                "RandomCrop",        "CenterCrop",     "Resizing"};
    bool isTransform() const { return std::ranges::find(transforms, m_class) != transforms.end(); }

    /// Augmentation belongs to the data, before the network.
    Value transform(const std::vector<Tensor>& inputs)
    {
        const Use* use = inputs[0].use;
        while (use && !use->isInput && use->drawn->layer == "rescaling")
            use = use->inputs[0].use;
        const bool isSized = m_class == "RandomCrop" || m_class == "CenterCrop" || m_class == "Resizing";
        if (!use || !use->isInput || isSized) {
            m_network.problem(m_layer.line,
                              NS_MESSAGE("code.transform",
                                         "{0} changes pictures within the network; resize or augment "
                                         "them in the project's data instead"),
                              m_class);
            return Tensor();
        }
        if (!m_layer.drawn.empty())
            return inputs[0];
        Component component;
        component.id = layerIdOfTransform();
        const auto number = [&](std::size_t position, std::string_view name) -> std::optional<double> {
            const Value* given = m_layer.arguments.find(position, name);
            if (given && pointer<List>(*given) && !pointer<List>(*given)->items.empty())
                if (const auto last = numberOf(pointer<List>(*given)->items.back()))
                    return std::abs(*last);
            return given ? numberOf(*given) : std::nullopt;
        };
        bool ok = true;
        if (m_class == "RandomFlip") {
            const Value* mode = m_layer.arguments.find(0, "mode");
            const std::string word = mode ? wordOf(*mode) : "horizontal_and_vertical";
            component.parameters["mode"] = word;
        } else if (m_class == "RandomZoom") {
            const auto factor = number(0, "height_factor");
            ok = factor && *factor < 1.0;
            if (ok) {
                component.parameters["smallest"] = 1.0 - *factor;
                component.parameters["largest"] = 1.0 + *factor;
            }
        } else if (m_class == "RandomTranslation") {
            const auto height = number(0, "height_factor"), width = number(1, "width_factor");
            ok = height && width;
            if (ok) {
                component.parameters["height_factor"] = *height;
                component.parameters["width_factor"] = *width;
            }
        } else {
            const auto factor = number(0, "factor");
            ok = factor.has_value();
            if (ok)
                component.parameters["factor"] = *factor;
        }
        if (!ok) {
            m_network.problem(m_layer.line, NS_MESSAGE("code.transform_value", "how far {0} goes can't be read from the code"),
                              m_class);
            return Tensor();
        }
        m_network.note(m_layer.line,
                       NS_MESSAGE("code.transform_moved", "{0} became a transform of the data, which is only applied in training"),
                       m_class);
        if (std::ranges::find(m_network.training.transforms, component) == m_network.training.transforms.end())
            m_network.training.transforms.push_back(std::move(component));
        return inputs[0];
    }

    std::string layerIdOfTransform() const
    {
        std::string id = "random_";
        for (const char c : m_class.substr(6))
            id += static_cast<char>(c | 0x20);
        return id;
    }

    Network& m_network;
    Interpreter& m_interpreter;
    Layer& m_layer;
    int m_line;
    std::string m_class;
    std::string m_direction;
    Layer* m_after = nullptr; ///< an activation that is a layer
    double m_dropout = 0.0;
    bool m_ok = true;
};

} // namespace

Value applyKerasLayer(Interpreter& interpreter, Layer& layer, const std::vector<Tensor>& inputs, int line)
{
    if (layer.type == "keras.layers.InputLayer")
        return inputs[0];
    layer.isPart = true;
    const int at = line > 0 ? line : layer.line;
    const bool isLambda = layer.type == "keras.layers.Lambda";
    if (!layer.type.starts_with("keras.") || isLambda) {
        interpreter.network.problem(
            layer.line,
            NS_MESSAGE("code.own_layer",
                       "{0} computes what a program of its own says, which can't be read; replace it with layers"),
            lastPart(layer.type));
        return Tensor();
    }
    return KerasLayer(interpreter, layer, at).apply(inputs);
}

} // namespace netsmith::interop::code
