#include "engine/interop/code/code_libraries.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace netsmith::interop::code {
namespace {

using Axes = std::vector<std::int64_t>;

/// The functions that are a module's: torch.nn.functional.max_pool2d(x, 2) and x.relu().
struct TorchFunction {
    std::string_view name;
    std::string_view module;
};
constexpr std::array torchFunctions{
    TorchFunction{"adaptive_avg_pool1d", "AdaptiveAvgPool1d"},
    TorchFunction{"adaptive_avg_pool2d", "AdaptiveAvgPool2d"},
    TorchFunction{"adaptive_max_pool2d", "AdaptiveMaxPool2d"},
    TorchFunction{"alpha_dropout", "AlphaDropout"},
    TorchFunction{"avg_pool1d", "AvgPool1d"},
    TorchFunction{"avg_pool2d", "AvgPool2d"},
    TorchFunction{"avg_pool3d", "AvgPool3d"},
    TorchFunction{"dropout", "Dropout"},
    TorchFunction{"dropout2d", "Dropout2d"},
    TorchFunction{"elu", "ELU"},
    TorchFunction{"gelu", "GELU"},
    TorchFunction{"glu", "GLU"},
    TorchFunction{"hardsigmoid", "Hardsigmoid"},
    TorchFunction{"hardswish", "Hardswish"},
    TorchFunction{"hardtanh", "Hardtanh"},
    TorchFunction{"interpolate", "Upsample"},
    TorchFunction{"leaky_relu", "LeakyReLU"},
    TorchFunction{"log_softmax", "LogSoftmax"},
    TorchFunction{"max_pool1d", "MaxPool1d"},
    TorchFunction{"max_pool2d", "MaxPool2d"},
    TorchFunction{"max_pool3d", "MaxPool3d"},
    TorchFunction{"mish", "Mish"},
    TorchFunction{"pad", "ZeroPad2d"},
    TorchFunction{"relu", "ReLU"},
    TorchFunction{"relu6", "ReLU6"},
    TorchFunction{"relu_", "ReLU"},
    TorchFunction{"selu", "SELU"},
    TorchFunction{"sigmoid", "Sigmoid"},
    TorchFunction{"silu", "SiLU"},
    TorchFunction{"softmax", "Softmax"},
    TorchFunction{"softplus", "Softplus"},
    TorchFunction{"softsign", "Softsign"},
    TorchFunction{"tanh", "Tanh"},
};

Tensor refuseTensor(Interpreter& interpreter, int line, const std::string& name)
{
    interpreter.network.problem(line, NS_MESSAGE("code.tensor_method", "what \"{0}\" makes of a tensor can't be read"), name);
    return {};
}

/// The sizes of a tensor as PyTorch's code counts them, without the batch's.
Axes torchSizes(const Tensor& tensor)
{
    const Shape& shape = *tensor.use->shape;
    Axes sizes(shape.sizes().begin(), shape.sizes().end());
    if (tensor.channelsFirst && sizes.size() > 1)
        std::ranges::rotate(sizes, sizes.end() - 1);
    return sizes;
}

bool isOrdered(const Tensor& tensor)
{
    const Axes sizes = torchSizes(tensor);
    return !tensor.channelsFirst || sizes.size() < 2 || sizes[0] == 1
        || std::accumulate(sizes.begin() + 1, sizes.end(), std::int64_t{1}, std::multiplies<>()) == 1;
}

/// A tensor with its values in the order that PyTorch's code has.
Tensor channelsMovedFirst(Network& network, const Tensor& tensor, int line)
{
    if (isOrdered(tensor))
        return tensor;
    Axes order{tensor.use->shape->rank()};
    for (int axis = 1; axis < tensor.use->shape->rank(); ++axis)
        order.push_back(axis);
    Tensor moved = network.place("permute", {{"dims", order}}, {tensor}, line);
    moved.channelsFirst = false;
    return moved;
}

/// x.view(-1, 64, 7, 7): the batch's size, then those of a sample.
Value viewOf(Interpreter& interpreter, const Tensor& x, Axes sizes, int line)
{
    Network& network = interpreter.network;
    if (sizes.size() == 1) {
        const auto& shape = x.use->shape;
        if (shape && shape->elements() == 1)
            return x; // a number of each sample
        return refuseTensor(interpreter, line, "view");
    }
    sizes.erase(sizes.begin());
    const bool isOpen = std::ranges::count(sizes, -1) > 0;
    if (sizes.size() == 1)
        return flattened(interpreter, x, isOpen ? std::nullopt : std::optional(sizes[0]), line);
    if (x.reordered) {
        network.problem(line,
                        NS_MESSAGE("code.view_order",
                                   "a flattened image takes another shape here, which depends on the order of its values; "
                                   "change its shape in one step"));
        return Tensor();
    }
    if (!x.use->shape) {
        network.problem(
            line,
            NS_MESSAGE("code.view_unknown", "the shape before this view is not known; give that of the input with --input-shape"));
        return Tensor();
    }
    if (isOpen) {
        const std::int64_t known =
            -std::accumulate(sizes.begin(), sizes.end(), std::int64_t{1},
                             [](std::int64_t a, std::int64_t b) { return a * std::clamp<std::int64_t>(b, -1, 1 << 20); });
        if (std::ranges::count(sizes, -1) == 1 && known > 0 && x.use->shape->elements() % known == 0)
            std::ranges::replace(sizes, -1, x.use->shape->elements() / known);
    }
    if (sizes == torchSizes(x))
        return x;
    const Tensor ordered = channelsMovedFirst(network, x, line);
    const bool isImage = sizes.size() >= 3;
    const bool staysInOrder = sizes[0] == 1 || std::ranges::count(sizes.begin() + 1, sizes.end(), 1) == std::ssize(sizes) - 1;
    if (isImage && staysInOrder) { // as with a single channel, or a single place
        std::ranges::rotate(sizes, sizes.begin() + 1);
        Tensor y = network.place("reshape", {{"target_shape", sizes}}, {ordered}, line);
        y.channelsFirst = true;
        return y;
    }
    Tensor y = network.place("reshape", {{"target_shape", sizes}}, {ordered}, line);
    y.channelsFirst = false;
    if (!isImage)
        return y;
    Axes order;
    for (std::size_t axis = 2; axis <= sizes.size(); ++axis)
        order.push_back(static_cast<std::int64_t>(axis));
    order.push_back(1);
    y = network.place("permute", {{"dims", order}}, {y}, line);
    y.channelsFirst = true;
    return y;
}

/// An axis as PyTorch counts it, with that of the batch first, as one of a sample in our order; none where it is not one of those.
std::optional<int> sampleAxisOf(const Tensor& x, const Value* value)
{
    const auto axis = value ? integerOf(*value) : std::nullopt;
    if (!axis || !x.use->shape)
        return std::nullopt;
    const int rank = x.use->shape->rank();
    const std::int64_t at = *axis < 0 ? *axis + rank : *axis - 1;
    if (at < 0 || at >= rank)
        return std::nullopt;
    if (!x.channelsFirst || rank < 2)
        return static_cast<int>(at);
    return at == 0 ? rank - 1 : static_cast<int>(at) - 1;
}

Value joined(Interpreter& interpreter, const std::vector<Tensor>& tensors, const Value* dim, int line)
{
    Network& network = interpreter.network;
    if (tensors.size() == 2 && tensors[0].part == Tensor::Part::forward && tensors[1].part == Tensor::Part::backward
        && tensors[0].use->drawn == tensors[1].use->drawn) { // the last states of both directions
        Tensor both = tensors[0];
        both.part = Tensor::Part::state;
        return both;
    }
    const Value last = std::int64_t{1};
    const Tensor& first = tensors[0];
    const auto axis = sampleAxisOf(first, dim ? dim : &last);
    const bool sameOrder =
        std::ranges::all_of(tensors, [&](const Tensor& tensor) { return tensor.channelsFirst == first.channelsFirst; });
    const bool isReordered = std::ranges::any_of(tensors, &Tensor::reordered);
    if (!axis || !sameOrder)
        return std::ranges::any_of(tensors, [](const Tensor& tensor) { return !tensor.use; })
            ? Value(Tensor())
            : Value(refuseTensor(interpreter, line, "cat"));
    const bool isLast = *axis == first.use->shape->rank() - 1;
    Tensor y =
        network.place("concatenate", isLast ? ParameterMap() : ParameterMap{{"axis", std::int64_t{*axis + 1}}}, tensors, line);
    y.reordered = isReordered;
    return y;
}

/// The mean or the maximum over all places of an image or over all steps.
std::optional<Tensor> pooledOver(Network& network, const Tensor& x, const Value* dims, bool isMax, int line)
{
    if (!x.use->shape || !dims)
        return std::nullopt;
    const int rank = x.use->shape->rank();
    const List* list = pointer<List>(*dims);
    const std::vector<Value> all = list ? list->items : std::vector<Value>{*dims};
    std::vector<int> axes;
    for (const Value& value : all)
        if (const auto axis = sampleAxisOf(x, &value))
            axes.push_back(*axis);
        else
            return std::nullopt;
    std::ranges::sort(axes);
    std::vector<int> places(static_cast<std::size_t>(rank - 1));
    std::iota(places.begin(), places.end(), 0);
    if (rank < 2 || axes != places)
        return std::nullopt;
    Tensor y = network.place(std::string(isMax ? "global_max_pooling" : "global_average_pooling") + std::to_string(rank - 1) + 'd',
                             {}, {x}, line);
    y.channelsFirst = false;
    return y;
}

/// A permutation of all axes with that of the batch first.
Value permuted(Interpreter& interpreter, const Tensor& x, const Axes& order, int line)
{
    const int rank = x.use->shape ? x.use->shape->rank() : 0;
    Axes sorted = order;
    std::ranges::sort(sorted);
    Axes all(static_cast<std::size_t>(rank) + 1);
    std::iota(all.begin(), all.end(), 0);
    if (rank < 2 || sorted != all || x.reordered)
        return refuseTensor(interpreter, line, "permute");
    if (order == all)
        return x;
    // Moving the channels to the other end leaves our order as it is.
    Axes toFront(all), toEnd(all);
    std::ranges::rotate(toFront.begin() + 1, toFront.end() - 1, toFront.end());
    std::ranges::rotate(toEnd.begin() + 1, toEnd.begin() + 2, toEnd.end());
    Tensor y = x;
    if (order == (x.channelsFirst ? toEnd : toFront)) {
        y.channelsFirst = !x.channelsFirst;
        return y;
    }
    if (order[0] != 0) {
        if (order[0] == 1 && rank == 2 && order[1] == 0 && order[2] == 2) // (T, N, C): the batch's place does not matter
            return x;
        return refuseTensor(interpreter, line, "permute");
    }
    if (x.channelsFirst)
        return refuseTensor(interpreter, line, "permute");
    y = interpreter.network.place("permute", {{"dims", Axes(order.begin() + 1, order.end())}}, {x}, line);
    return y;
}

} // namespace

Tensor flattened(Interpreter& interpreter, const Tensor& x, std::optional<std::int64_t> size, int line)
{
    Network& network = interpreter.network;
    if (!x.use)
        return {};
    if (!x.use->shape && size)
        network.settle(x, *size);
    const auto& shape = x.use->shape;
    if (shape && size && shape->elements() != *size) {
        network.problem(line, NS_MESSAGE("code.view", "this makes vectors of {0:number|numbers}, but {1} has {2}"), *size,
                        shape->text(), shape->elements());
        return {};
    }
    if (shape && shape->rank() == 1 && !x.use->isInput)
        return x;
    if (shape && !isOrdered(x))
        network.note(line,
                     NS_MESSAGE("code.flatten_order",
                                "PyTorch flattens channels first and Netsmith channels last: the network is the same, and "
                                "the matching of weights rearranges the rows of the next layer"));
    const bool isReordered = shape && !isOrdered(x);
    Tensor y = network.place("flatten", {}, {x}, line);
    y.channelsFirst = false;
    y.reordered = isReordered || x.reordered;
    return y;
}

Value adaptivePooling(Interpreter& interpreter, Layer& layer, const Tensor& x, const std::string& name, int line)
{
    Network& network = interpreter.network;
    const bool isMax = name.find("Max") != std::string::npos;
    const std::size_t axes = name.ends_with("1d") ? 1 : name.ends_with("3d") ? 3 : 2;
    const Value* given = layer.arguments.find(0, "output_size");
    auto size = given ? integersOf(*given) : std::nullopt;
    if (size && size->size() == 1)
        size->resize(axes, size->front());
    const std::string suffix = std::to_string(axes) + 'd', kind = isMax ? "max_pooling" : "average_pooling";
    if (size && std::ranges::count(*size, 1) == static_cast<std::ptrdiff_t>(axes)) {
        Tensor y = network.place(layer, 0, "global_" + kind + suffix, {}, {x}, line);
        y.channelsFirst = false;
        return y;
    }
    if (size && size->size() == axes && x.use->shape && x.use->shape->rank() == static_cast<int>(axes) + 1) {
        std::vector<std::int64_t> pool;
        bool divides = true, isWhole = true;
        for (std::size_t i = 0; i < axes; ++i) {
            const std::int64_t from = (*x.use->shape)[static_cast<int>(i)], to = (*size)[i] == -1 ? from : (*size)[i];
            divides = divides && to > 0 && from % to == 0;
            isWhole = isWhole && from == to;
            pool.push_back(to > 0 ? from / to : 1);
        }
        if (isWhole)
            return x;
        if (divides)
            return network.place(layer, 0, kind + suffix, {{"pool_size", pool}}, {x}, line);
    }
    network.problem(
        line, NS_MESSAGE("code.adaptive", "{0} of {1} to this size has no layer in Netsmith; a size that divides the image's has"),
        name, x.use->shape ? x.use->shape->text() : std::string("?"));
    return Tensor();
}

Value torchTensorAttribute(Interpreter& interpreter, const Tensor& tensor, const std::string& name, int line)
{
    (void)line;
    if (name == "data")
        return tensor;
    if (name != "shape" || !tensor.use || !tensor.use->shape)
        return Unknown();
    std::vector<Value> sizes{BatchSize()};
    for (const std::int64_t size : torchSizes(tensor))
        sizes.emplace_back(size);
    return interpreter.makeList(std::move(sizes), true);
}

std::optional<Value> callTorchFunction(Interpreter& interpreter, const std::string& name, Arguments& arguments, int line)
{
    Network& network = interpreter.network;
    if (arguments.positional.empty())
        return std::nullopt;
    const auto several = tensorsIn(interpreter, arguments.positional[0]);
    if (!several)
        return std::nullopt;
    if (std::ranges::any_of(*several, [](const Tensor& tensor) { return !tensor.use; }))
        return Tensor();
    const Tensor x = several->front();
    if (name == "cat" || name == "concat" || name == "concatenate")
        return joined(interpreter, *several, arguments.find(1, "dim"), line);
    if (pointer<List>(arguments.positional[0]))
        return std::nullopt;
    if (name == "add" || name == "sub" || name == "mul" || name == "maximum" || name == "minimum") {
        const Value* other = arguments.find(1, "other");
        if (const Tensor* second = other ? as<Tensor>(*other) : nullptr)
            return network.place(name == "sub" ? "subtract" : name == "mul" ? "multiply" : name, {}, {x, *second}, line);
        return std::nullopt;
    }
    static constexpr std::array<std::string_view, 14> same{"expand", "expand_as", "contiguous",     "to",     "cuda",
                                                           "cpu",    "float",     "double",         "detach", "half",
                                                           "clone",  "type",      "requires_grad_", "long"};
    if (std::ranges::find(same, name) != same.end())
        return x;
    if (name == "size" || name == "dim") {
        const Value shape = torchTensorAttribute(interpreter, x, "shape", line);
        const List* sizes = pointer<List>(shape);
        const Value* axis = arguments.find(1, "dim");
        const auto at = axis ? integerOf(*axis) : std::nullopt;
        if (name == "dim")
            return sizes ? Value(static_cast<std::int64_t>(sizes->items.size())) : Value(Unknown());
        if (at == 0)
            return BatchSize();
        if (!axis || !sizes)
            return shape;
        const auto count = static_cast<std::int64_t>(sizes->items.size());
        return at && *at >= -count && *at < count ? sizes->items[static_cast<std::size_t>(*at < 0 ? *at + count : *at)]
                                                  : Value(Unknown());
    }
    if (name == "view" || name == "reshape" || name == "permute" || name == "transpose") {
        Axes sizes;
        std::vector<Value> given(arguments.positional.begin() + 1, arguments.positional.end());
        if (given.size() == 1 && pointer<List>(given[0])) {
            const std::vector<Value> inner = pointer<List>(given[0])->items;
            given = inner;
        }
        for (const Value& value : given)
            if (as<BatchSize>(value))
                sizes.push_back(-1);
            else if (const auto size = integerOf(value))
                sizes.push_back(*size);
            else if (sizes.empty()) // a batch's size that is not known
                sizes.push_back(-1);
            else
                return refuseTensor(interpreter, line, name);
        if (sizes.empty())
            return refuseTensor(interpreter, line, name);
        if (name == "view" || name == "reshape")
            return viewOf(interpreter, x, std::move(sizes), line);
        const std::int64_t rank = x.use->shape ? x.use->shape->rank() + 1 : 0;
        for (std::int64_t& axis : sizes)
            axis = axis < 0 ? axis + rank : axis;
        if (name == "permute")
            return permuted(interpreter, x, sizes, line);
        Axes order(static_cast<std::size_t>(rank));
        std::iota(order.begin(), order.end(), 0);
        if (sizes.size() != 2 || std::ranges::any_of(sizes, [&](std::int64_t axis) { return axis < 0 || axis >= rank; }))
            return refuseTensor(interpreter, line, name);
        std::swap(order[static_cast<std::size_t>(sizes[0])], order[static_cast<std::size_t>(sizes[1])]);
        return permuted(interpreter, x, order, line);
    }
    if (name == "flatten") {
        const Value* start = arguments.find(1, "start_dim");
        if (!start || integerOf(*start) != 1)
            return refuseTensor(interpreter, line, name);
        return flattened(interpreter, x, std::nullopt, line);
    }
    if (name == "squeeze" || name == "unsqueeze") {
        if (x.part == Tensor::Part::states && name == "squeeze" && !isBidirectional(*x.use))
            return lastState(network, x, line);
        if (name == "squeeze") {
            const Axes sizes = x.use->shape ? torchSizes(x) : Axes{};
            const bool isVector = sizes.size() > 1 && x.channelsFirst
                && std::ranges::count(sizes.begin() + 1, sizes.end(), 1) == std::ssize(sizes) - 1;
            return isVector ? flattened(interpreter, x, std::nullopt, line) : x;
        }
        const Value* axis = arguments.find(1, "dim");
        if (x.use->isInput && x.use->shape && axis && integerOf(*axis) == 1) {
            Axes sizes{-1, 1};
            const Axes rest = torchSizes(x);
            sizes.insert(sizes.end(), rest.begin(), rest.end());
            return sizes.size() == 4 ? viewOf(interpreter, x, std::move(sizes), line) : Value(x);
        }
        return refuseTensor(interpreter, line, name);
    }
    if (name == "mean" || name == "max" || name == "amax") {
        if (const auto pooled = pooledOver(network, x, arguments.find(1, "dim"), name != "mean", line))
            return name == "max" ? interpreter.makeList({*pooled, Unknown()}, true) : Value(*pooled);
        return refuseTensor(interpreter, line, name);
    }
    const auto function = std::ranges::find(torchFunctions, name, &TorchFunction::name);
    if (function == torchFunctions.end())
        return std::nullopt;
    Arguments rest = std::move(arguments);
    rest.positional.erase(rest.positional.begin());
    if (name == "pad" && rest.find(1, "mode") && nameIn(*rest.find(1, "mode")) != "constant")
        return refuseTensor(interpreter, line, name);
    if (name == "max_pool2d" || name == "max_pool1d" || name == "max_pool3d") // whose last two arguments are in another order
        if (rest.positional.size() > 4)
            return refuseTensor(interpreter, line, name);
    Layer* layer =
        network.heap.make(Layer{.type = "torch.nn." + std::string(function->module), .arguments = std::move(rest), .line = line});
    return applyTorchLayer(interpreter, *layer, {x}, line);
}

} // namespace netsmith::interop::code
