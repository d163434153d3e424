#include "engine/interop/code/code_libraries.h"
#include "engine/interop/code/torch_modules.h"
#include "engine/layers/registry.h"

#include <algorithm>

namespace netsmith::interop::code {
namespace {

// PyTorch's own names.
constexpr std::string_view hiddenSize = "hidden_size", paddingName = "padding";

/// A module of PyTorch while it becomes layers of ours.
class TorchLayer {
public:
    TorchLayer(Interpreter& interpreter, Layer& layer, const TorchModule& module, int line)
        : m_interpreter(interpreter)
        , m_network(interpreter.network)
        , m_layer(layer)
        , m_module(module)
        , m_line(line)
    {
    }

    Value apply(Tensor x)
    {
        if (!x.use)
            return Tensor();
        const std::string_view id = m_module.layer;
        if (id == "lstm" || id == "gru" || id == "simple_rnn")
            return recurrent(x);
        if (id == "embedding")
            return embedding(x);
        if (id == "dense")
            return dense(x);
        if (id.starts_with("conv"))
            return convolution(x);
        if (id.find("pooling") != std::string_view::npos)
            return pooling(x);
        return plain(x);
    }

private:
    using Sizes = std::vector<std::int64_t>;

    const Value* argument(std::string_view name) const
    {
        std::size_t position = 0;
        std::string_view names = m_module.arguments;
        while (!names.empty()) {
            const std::size_t end = std::min(names.find(' '), names.size());
            if (names.substr(0, end) == name)
                return m_layer.arguments.find(position, name);
            names.remove_prefix(std::min(end + 1, names.size()));
            ++position;
        }
        return m_layer.arguments.find(name);
    }
    std::optional<std::int64_t> integer(std::string_view name, std::optional<std::int64_t> otherwise = std::nullopt) const
    {
        const Value* value = argument(name);
        return value ? integerOf(*value) : otherwise;
    }
    bool flag(std::string_view name, bool otherwise) const
    {
        const Value* value = argument(name);
        return value ? truthOf(*value).value_or(otherwise) : otherwise;
    }
    std::string word(std::string_view name, std::string_view otherwise) const
    {
        const Value* value = argument(name);
        return value ? nameIn(*value).value_or("?") : std::string(otherwise);
    }

    template <class... Arguments>
    Tensor refuseLayer(MessageTemplate sentence, Arguments&&... arguments)
    {
        m_network.problem(m_layer.line > 0 ? m_layer.line : m_line, sentence, std::forward<Arguments>(arguments)...);
        return {};
    }

    /// The parameters of the arguments that only have another name; none after a problem.
    std::optional<ParameterMap> parameters()
    {
        LayerArguments made(m_network, std::string(m_module.layer), std::string(m_module.name), m_layer.line);
        for (const auto& [theirs, ours] : m_module.parameters)
            if (const Value* value = argument(theirs);
                value && !isNone(*value) && !made.set(std::string(ours), *value) && integerOf(*value) != 1)
                made.refuse(std::string(theirs));
        return made.ok ? std::optional(std::move(made.parameters)) : std::nullopt;
    }

    /// An argument that says how many channels or features come in, against what does.
    bool fits(std::string_view name, const Tensor& x)
    {
        const auto wanted = integer(name);
        if (!wanted || !x.use->shape || (*x.use->shape)[-1] == *wanted)
            return true;
        refuseLayer(NS_MESSAGE("code.features", "{0} of {1} is {2}, but {3} come in"), std::string(name),
                    std::string(m_module.name), *wanted, (*x.use->shape)[-1]);
        return false;
    }

    Tensor unknownInput(const std::string& example)
    {
        return refuseLayer(NS_MESSAGE("code.input_shape",
                                      "the shape of the network's input is not in the code; give it with "
                                      "--input-shape, as in --input-shape {0}"),
                           example);
    }

    /// Sizes along each axis; one stands for all.
    std::optional<Sizes> sizes(std::string_view name, std::size_t axes, std::int64_t otherwise)
    {
        const Value* value = argument(name);
        if (!value || isNone(*value))
            return Sizes(axes, otherwise);
        auto all = integersOf(*value);
        if (all && all->size() == 1)
            all->resize(axes, all->front());
        if (all && all->size() == axes
            && std::ranges::all_of(*all, [](std::int64_t size) { return size >= 0 && size < (1 << 20); }))
            return all;
        refuseLayer(NS_MESSAGE("code.argument", "what {0} of {1} is can't be read from the code; write it as a plain value"),
                    std::string(name), std::string(m_module.name));
        return std::nullopt;
    }

    Tensor place(std::size_t index, const std::string& layer, ParameterMap parameters, const Tensor& x)
    {
        return m_network.place(m_layer, index, layer, std::move(parameters), {x}, m_line);
    }

    /// Zeros around the axes of an image, a sequence or a volume.
    Tensor padded(std::size_t index, const Tensor& x, const Sizes& amounts)
    {
        Sizes sides;
        for (const std::int64_t amount : amounts)
            sides.insert(sides.end(), {amount, amount});
        return place(index, "zero_padding" + std::to_string(amounts.size()) + 'd', {{"padding", sides}}, x);
    }

    Value dense(Tensor x)
    {
        const auto in = integer("in_features");
        if (!x.use->shape && in)
            m_network.settle(x, *in);
        // A training loop that lays pictures out as vectors before it calls the network.
        if (const auto& shape = x.use->shape;
            shape && in && x.use->isInput && shape->rank() > 1 && (*shape)[-1] != *in && shape->elements() == *in) {
            m_network.note(m_layer.line,
                           NS_MESSAGE("code.flatten_added", "a flatten before the first layer makes vectors of the samples"));
            x = flattened(m_interpreter, x, *in, m_line);
        }
        if (x.channelsFirst && x.use->shape && x.use->shape->rank() > 1)
            return refuseLayer(NS_MESSAGE("code.linear_image", "{0} gets an image of {1}; flatten it first"),
                               std::string(m_module.name), x.use->shape->text());
        auto made = parameters();
        if (!made || !fits("in_features", x))
            return Tensor();
        Tensor y = place(0, "dense", std::move(*made), x);
        y.reordered = false;
        return y;
    }

    Value embedding(const Tensor& x)
    {
        if (!x.use->shape)
            return unknownInput("100");
        if (const Value* padding = argument("padding_idx"); padding && !isNone(*padding))
            m_network.note(m_layer.line,
                           NS_MESSAGE("code.padding_idx",
                                      "padding_idx is left out: the vector of the padding is learned "
                                      "like others"));
        auto made = parameters();
        return made ? Value(place(0, "embedding", std::move(*made), x)) : Value(Tensor());
    }

    Value convolution(Tensor x)
    {
        const bool isTransposed = m_module.layer == "conv2d_transpose";
        const std::size_t axes = m_module.layer == "conv1d" ? 1 : m_module.layer == "conv3d" ? 3 : 2;
        if (!x.use->shape)
            return unknownInput(std::to_string(integer("in_channels", 3).value_or(3))
                                + (axes == 1       ? ",100"
                                       : axes == 2 ? ",32,32"
                                                   : ",16,32,32"));
        if (axes == 1 && x.use->isInput && !x.channelsFirst && x.use->shape->rank() == 2) { // given as C,L
            x.use->shape = Shape{(*x.use->shape)[1], (*x.use->shape)[0]};
            x.use->drawn->parameters["shape"] = Sizes{(*x.use->shape)[0], (*x.use->shape)[1]};
            x.channelsFirst = true;
        }
        if (!x.channelsFirst)
            return refuseLayer(NS_MESSAGE("code.convolution_axes", "{0} gets {1}, whose channels are not its first axis"),
                               std::string(m_module.name), x.use->shape->text());
        auto made = parameters();
        if (!made || !fits("in_channels", x))
            return Tensor();
        if (const std::string mode = word("padding_mode", "zeros"); mode != "zeros")
            return refuseLayer(NS_MESSAGE("code.padding_mode", "Netsmith pads with zeros only, and padding_mode is {0}"), mode);
        std::size_t index = 0;
        if (const Value* text = argument("padding"); text && as<std::string>(*text)) {
            (*made)["padding"] = *as<std::string>(*text);
            return place(index, std::string(m_module.layer), std::move(*made), x);
        }
        const auto padding = sizes("padding", axes, 0), kernel = sizes("kernel_size", axes, 1), stride = sizes("stride", axes, 1),
                   dilation = sizes("dilation", axes, 1);
        if (!padding || !kernel || !stride || !dilation)
            return Tensor();
        const bool hasPadding = std::ranges::any_of(*padding, [](std::int64_t size) { return size > 0; });
        if (isTransposed)
            return transposed(x, std::move(*made), *padding, *kernel, *stride);
        bool isSame = true;
        for (std::size_t i = 0; i < axes; ++i)
            isSame = isSame && (*stride)[i] == 1 && 2 * (*padding)[i] == (*dilation)[i] * ((*kernel)[i] - 1);
        if (hasPadding && isSame)
            (*made)["padding"] = std::string("same");
        else if (hasPadding)
            x = padded(index++, x, *padding);
        return place(index, std::string(m_module.layer), std::move(*made), x);
    }

    /// PyTorch cuts off `padding` on each side, less at the end by `output_padding`.
    Value transposed(const Tensor& x, ParameterMap made, const Sizes& padding, const Sizes& kernel, const Sizes& stride)
    {
        const auto added = sizes("output_padding", 2, 0);
        if (!added)
            return Tensor();
        bool isSame = true, isWhole = true;
        Sizes cut;
        for (std::size_t i = 0; i < 2; ++i) {
            isSame = isSame && kernel[i] - stride[i] == 2 * padding[i] && (*added)[i] == 0;
            isWhole = isWhole && padding[i] == 0 && (*added)[i] == 0;
            cut.insert(cut.end(), {padding[i], padding[i] - (*added)[i]});
        }
        if (isSame && !isWhole)
            made["padding"] = std::string("same");
        const Tensor y = place(0, "conv2d_transpose", std::move(made), x);
        if (isSame || isWhole || !y.use)
            return y;
        if (std::ranges::any_of(cut, [](std::int64_t size) { return size < 0; }))
            return refuseLayer(
                NS_MESSAGE("code.output_padding", "output_padding is larger than padding, which no layer in Netsmith does"));
        return place(1, "cropping2d", {{"cropping", cut}}, y);
    }

    static bool isNeverNegative(const Use& use)
    {
        const LayerSpec* spec = layers().find(use.drawn->layer);
        const std::string activation = spec ? spec->activation(use.drawn->parameters) : std::string();
        if (activation == LayerSpec::passed || spec->id.find("pooling") != std::string::npos
            || spec->id.find("dropout") != std::string::npos)
            return !use.inputs.empty() && isNeverNegative(*use.inputs[0].use);
        return activation == "relu" || activation == "relu6" || activation == "sigmoid" || activation == "softmax";
    }

    Value pooling(Tensor x)
    {
        if (!x.use->shape)
            return unknownInput("3,32,32");
        const std::size_t axes = m_module.layer.ends_with("1d") ? 1 : m_module.layer.ends_with("3d") ? 3 : 2;
        const bool isMax = m_module.layer.starts_with("max");
        if (!x.channelsFirst || x.use->shape->rank() != static_cast<int>(axes) + 1)
            return refuseLayer(NS_MESSAGE("code.convolution_axes", "{0} gets {1}, whose channels are not its first axis"),
                               std::string(m_module.name), x.use->shape->text());
        auto made = parameters();
        const auto padding = sizes("padding", axes, 0), kernel = sizes("kernel_size", axes, 2),
                   dilation = sizes("dilation", axes, 1);
        if (!made || !padding || !kernel || !dilation)
            return Tensor();
        auto stride = argument("stride") && !isNone(*argument("stride")) ? sizes("stride", axes, 1) : kernel;
        if (!stride || std::ranges::count(*stride, 0) > 0)
            return Tensor();
        bool isSame = true, hasPadding = false, leavesRest = false;
        for (std::size_t i = 0; i < axes; ++i) {
            const std::int64_t size = (*x.use->shape)[static_cast<int>(i)];
            hasPadding = hasPadding || (*padding)[i] > 0;
            isSame = isSame && (*stride)[i] == 1 && 2 * (*padding)[i] == (*kernel)[i] - 1;
            leavesRest = leavesRest || (size + 2 * (*padding)[i] - (*kernel)[i]) % (*stride)[i] != 0;
        }
        if ((flag("ceil_mode", false) && leavesRest) || std::ranges::count(*dilation, 1) != static_cast<std::ptrdiff_t>(axes)
            || flag("return_indices", false))
            return refuseLayer(
                NS_MESSAGE("code.pooling", "{0} with ceil_mode, dilation or return_indices has no layer in Netsmith"),
                std::string(m_module.name));
        std::size_t index = 0;
        if (hasPadding && isSame && isMax)
            (*made)["padding"] = std::string("same");
        else if (hasPadding && (isMax ? isNeverNegative(*x.use) : flag("count_include_pad", true)))
            x = padded(index++, x, *padding);
        else if (hasPadding)
            return refuseLayer(NS_MESSAGE("code.pooling_padding",
                                          "{0} pads values that may be negative, which no layer in Netsmith "
                                          "does in the same way"),
                               std::string(m_module.name));
        return place(index, std::string(m_module.layer), std::move(*made), x);
    }

    Value recurrent(Tensor x)
    {
        const auto in = integer("input_size"), units = integer("hidden_size"), count = integer("num_layers", 1);
        if (!x.use->shape)
            return unknownInput("100," + std::to_string(in.value_or(1)));
        if (!units || !count || *count < 1 || *count > 64)
            return refuseLayer(
                NS_MESSAGE("code.argument", "what {0} of {1} is can't be read from the code; write it as a plain value"),
                std::string(hiddenSize), std::string(m_module.name));
        if (x.use->isInput && x.use->shape->rank() == 3 && in && *in > 0 && x.use->shape->elements() % *in == 0) {
            m_network.note(m_layer.line,
                           NS_MESSAGE("code.rows_added", "a reshape before the first layer makes sequences of the samples"));
            x = m_network.place("reshape", {{"target_shape", Sizes{x.use->shape->elements() / *in, *in}}}, {x}, m_line);
            x.channelsFirst = false;
        }
        if (x.channelsFirst || !fits("input_size", x))
            return x.channelsFirst
                ? refuseLayer(NS_MESSAGE("code.sequence_axes", "{0} gets {1}, whose steps are not its first axis"),
                              std::string(m_module.name), x.use->shape->text())
                : Tensor();
        const bool isBoth = flag("bidirectional", false);
        ParameterMap made{{"units", *units}, {"return_sequences", true}, {"use_bias", flag("bias", true)}};
        if (isBoth)
            made["direction"] = std::string("bidirectional");
        if (m_module.layer == "lstm")
            made["unit_forget_bias"] = false; // PyTorch's begins like the other gates
        if (m_module.layer == "simple_rnn")
            made["activation"] = word("nonlinearity", "tanh");
        const Value* dropout = argument("dropout");
        const double rate = dropout ? numberOf(*dropout).value_or(0.0) : 0.0;
        std::size_t index = 0;
        for (std::int64_t i = 0; i < *count && x.use; ++i) {
            if (i > 0 && rate > 0.0)
                x = place(index++, "dropout", {{"rate", rate}}, x);
            x = place(index++, std::string(m_module.layer), made, x);
        }
        if (m_module.layer != "gru" && flag("bias", true))
            m_network.note(m_layer.line,
                           NS_MESSAGE("code.two_biases",
                                      "PyTorch counts two biases of {0}, which are added: Netsmith has "
                                      "their sum"),
                           std::string(m_module.name));
        Tensor steps = x, states = x;
        steps.part = Tensor::Part::steps;
        states.part = Tensor::Part::states;
        const Value state = m_module.layer == "lstm" ? m_interpreter.makeList({states, Unknown()}, true) : Value(states);
        return m_interpreter.makeList({steps, state}, true);
    }

    Value plain(Tensor x)
    {
        auto made = parameters();
        if (!made)
            return Tensor();
        const std::string_view name = m_module.name;
        const int rank = x.use->shape ? x.use->shape->rank() : 1;
        if (name.starts_with("BatchNorm")) {
            if (!x.use->shape && integer("num_features"))
                m_network.settle(x, *integer("num_features"));
            if (!fits("num_features", x))
                return Tensor();
            if (rank == 2 && !x.channelsFirst)
                return refuseLayer(NS_MESSAGE("code.norm_axes", "{0} gets {1}, whose channels are not its first axis"),
                                   std::string(name), x.use->shape->text());
            const Value* momentum = argument("momentum");
            (*made)["momentum"] = 1.0 - (momentum ? numberOf(*momentum).value_or(0.1) : 0.1);
            (*made).try_emplace("epsilon", 1e-5);
            if (!flag("affine", true) || !flag("track_running_stats", true))
                return refuseLayer(NS_MESSAGE("code.norm_affine", "{0} without scale or statistics has no layer in Netsmith"),
                                   std::string(name));
        }
        if (name == "LayerNorm" || name == "GroupNorm") {
            (*made).try_emplace("epsilon", 1e-5);
            const Value* shape = argument("normalized_shape");
            const auto normalized = shape ? integersOf(*shape) : Sizes{1};
            if (name == "LayerNorm" && (x.channelsFirst || !normalized || normalized->size() != 1))
                return refuseLayer(NS_MESSAGE("code.layer_norm", "LayerNorm over several axes has no layer in Netsmith"));
        }
        if (name == "LeakyReLU")
            (*made).try_emplace("negative_slope", 0.01);
        if (name == "GELU")
            (*made)["approximate"] = word("approximate", "none") == "tanh";
        if (name == "PReLU") {
            if (x.use->shape && integer("num_parameters", 1) != (*x.use->shape)[-1])
                return refuseLayer(
                    NS_MESSAGE("code.prelu", "Netsmith's PReLU has a slope for each channel: num_parameters must be their number"));
            (*made)["alpha_initializer"] = std::string("constant");
            (*made)["alpha_value"] = argument("init") ? numberOf(*argument("init")).value_or(0.25) : 0.25;
        }
        if (name == "Hardtanh" && (integer("min_val", -1) != -1 || integer("max_val", 1) != 1))
            return refuseLayer(NS_MESSAGE("code.hardtanh", "Netsmith's hard tanh is between -1 and 1"));
        if (name == "Softplus" && integer("beta", 1) != 1)
            return refuseLayer(NS_MESSAGE("code.softplus", "Netsmith's softplus has a beta of 1"));
        if (name == "Softmax" || name == "LogSoftmax" || name == "GLU") {
            const std::int64_t channels = x.channelsFirst ? 1 : rank; // with the batch's axis
            const std::int64_t dim = integer("dim", name == "GLU" ? -1 : channels).value_or(channels);
            if (dim != channels && !(dim == -1 && channels == rank))
                return refuseLayer(NS_MESSAGE("code.softmax_axis",
                                              "{0} along axis {1} has no layer in Netsmith, whose layers go along the "
                                              "channels"),
                                   std::string(name), dim);
        }
        if (name.starts_with("Upsampl")) {
            const auto scale = sizes("scale_factor", 2, 1);
            const std::string mode = word("mode", "nearest");
            if (!scale || !x.channelsFirst || rank != 3 || (mode != "nearest" && mode != "bilinear") || flag("align_corners", false)
                || !argument("scale_factor"))
                return refuseLayer(NS_MESSAGE("code.upsample",
                                              "only images are enlarged, by scale_factor, nearest or bilinear without "
                                              "align_corners"));
            *made = {{"size", *scale}, {"interpolation", mode}};
        }
        if (name == "ZeroPad2d") {
            const Value* given = argument("padding");
            auto sides = given ? integersOf(*given) : std::nullopt;
            if (sides && sides->size() == 1)
                sides->resize(4, sides->front());
            if (!sides || sides->size() != 4)
                return refuseLayer(
                    NS_MESSAGE("code.argument", "what {0} of {1} is can't be read from the code; write it as a plain value"),
                    std::string(paddingName), std::string(m_module.name));
            (*made)["padding"] = Sizes{(*sides)[2], (*sides)[3], (*sides)[0], (*sides)[1]};
        }
        Tensor y = place(0, std::string(m_module.layer), std::move(*made), x);
        if (y.use && name == "LogSoftmax")
            y.use->isLogarithm = true;
        return y;
    }

    Interpreter& m_interpreter;
    Network& m_network;
    Layer& m_layer;
    const TorchModule& m_module;
    int m_line;
};

} // namespace

Value applyTorchLayer(Interpreter& interpreter, Layer& layer, const std::vector<Value>& inputs, int line)
{
    const Tensor* x = inputs.empty() ? nullptr : as<Tensor>(inputs[0]);
    if (!x)
        return Output();
    layer.isPart = true;
    if (!x->use)
        return Tensor();
    const std::string name = lastPart(layer.type);
    const int at = layer.line > 0 ? layer.line : line;
    if (name == "Identity")
        return *x;
    if (name == "Flatten") {
        Tensor from = *x;
        if (layer.arguments.find(0, "start_dim") && integerOf(*layer.arguments.find(0, "start_dim")) != 1) {
            interpreter.network.problem(at,
                                        NS_MESSAGE("code.flatten_axes", "only all axes of a sample are flattened, from axis 1 on"));
            return Tensor();
        }
        return flattened(interpreter, from, std::nullopt, at);
    }
    if (name == "Unflatten") {
        Arguments arguments{{inputs[0], std::int64_t{-1}}, {}};
        if (const Value* size = layer.arguments.find(1, "unflattened_size"))
            if (const auto* items = interpreter.itemsOf(*size))
                arguments.positional.insert(arguments.positional.end(), items->begin(), items->end());
        return *callTorchFunction(interpreter, "view", arguments, at);
    }
    if (name.starts_with("Adaptive"))
        return adaptivePooling(interpreter, layer, *x, name, at);
    const auto module = std::ranges::find(torchModules(), name, &TorchModule::name);
    if (module == torchModules().end()) {
        interpreter.network.problem(at, NS_MESSAGE("code.no_torch_layer", "Netsmith has no layer like PyTorch's {0}"), name);
        return Tensor();
    }
    return TorchLayer(interpreter, layer, *module, at).apply(*x);
}

} // namespace netsmith::interop::code
