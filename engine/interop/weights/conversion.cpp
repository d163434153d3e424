#include "engine/interop/weights/conversion.h"

#include <algorithm>
#include <numeric>

namespace netsmith::interop {
namespace {

using Sizes = std::vector<std::int64_t>;

Sizes sizesOf(const Shape& shape)
{
    return {shape.sizes().begin(), shape.sizes().end()};
}

Sizes withoutOnes(Sizes sizes)
{
    std::erase(sizes, 1);
    return sizes;
}

Sizes permuted(const Sizes& sizes, const std::vector<int>& axes)
{
    Sizes result;
    for (const int axis : axes)
        result.push_back(sizes[static_cast<std::size_t>(axis)]);
    return result;
}

/// O,I,… → …,I,O. It is that of transposed convolutions too, whose kernels are I,O,… there and …,O,I here.
std::vector<int> channelsToTheEnd(int rank)
{
    std::vector<int> axes(static_cast<std::size_t>(rank));
    std::iota(axes.begin(), axes.end(), 2);
    axes[axes.size() - 2] = 1;
    axes[axes.size() - 1] = 0;
    return axes;
}

/// For each of our gates its place in the other program's order. Ours are Keras's: i,f,c,o of an LSTM and z,r,h of a GRU.
std::vector<int> gatesIn(Framework framework, int gates)
{
    if (gates == 4 && framework == Framework::onnx)
        return {0, 2, 3, 1}; // i,o,f,c
    if (gates == 3 && framework == Framework::pytorch)
        return {1, 0, 2}; // r,z,n
    return {};
}

bool isMap(const Shape& part)
{
    return part.rank() > 1 && part[-1] > 1 && part.elements() > part[-1];
}

/// Those along the first axis, if their order differs where the channels are first.
std::vector<Shape> mapsOf(Framework framework, const LayerWeight& weight)
{
    const bool channelsFirst = !isOurLayout(framework) && framework != Framework::tflite;
    return channelsFirst && std::ranges::any_of(weight.flattened, isMap) ? weight.flattened : std::vector<Shape>();
}

std::optional<Conversion> forKernel(Framework framework, const Sizes& given, const LayerWeight& weight)
{
    const Sizes wanted = sizesOf(weight.shape);
    Conversion result;
    if (framework == Framework::tflite) {
        result.axes = {1, 2, 3, 0}; // O,H,W,I
        if (given.size() == 4
            && (permuted(given, result.axes) == wanted
                || (wanted.size() == 3 && given[1] == 1 && Sizes{given[2], given[3], given[0]} == wanted)))
            return result;
        return std::nullopt;
    }
    Sizes whole = given;
    whole.resize(std::max(whole.size(), wanted.size()), 1); // a matrix is a kernel of one point
    result.axes = channelsToTheEnd(weight.shape.rank());
    if (whole.size() != wanted.size() || (given.size() != wanted.size() && given.size() != 2)
        || permuted(whole, result.axes) != wanted)
        return std::nullopt;
    if (given.size() == 2)
        result.axes = {1, 0};
    return result;
}

std::optional<Conversion> forMatrix(Framework framework, const Sizes& given, const LayerWeight& weight, bool isGemmAsIs)
{
    Conversion result;
    result.flattened = mapsOf(framework, weight);
    Sizes matrix = given;
    while (matrix.size() > 2 && matrix.back() == 1) // a kernel of one point
        matrix.pop_back();
    const Sizes wanted = sizesOf(weight.shape);
    if (matrix.size() == 4 && framework == Framework::tflite) { // a kernel of one point, O,H,W,I
        result.axes = {1, 2, 3, 0};
        return permuted(matrix, result.axes) == Sizes{1, 1, wanted[0], wanted[1]} ? std::optional(result) : std::nullopt;
    }
    const bool asIs = framework == Framework::onnx && matrix == wanted && (matrix[0] != matrix[1] || isGemmAsIs);
    if (asIs)
        return result;
    if (matrix.size() != 2 || permuted(matrix, {1, 0}) != wanted)
        return std::nullopt;
    result.axes = {1, 0};
    return result;
}

/// A kernel over the inputs or over the state.
std::optional<Conversion> forGates(Framework framework, Sizes given, const LayerWeight& weight)
{
    Conversion result;
    if (framework == Framework::onnx && given.size() == 3) { // directions, gates · units, inputs
        result.direction = weight.name.ends_with("_backward") && given[0] == 2 ? 1 : 0;
        given.erase(given.begin());
    }
    if (given.size() != 2 || permuted(given, {1, 0}) != sizesOf(weight.shape))
        return std::nullopt;
    result.axes = {1, 0};
    result.gates = gatesIn(framework, weight.gates);
    return result;
}

std::optional<Conversion> forGateBias(Framework framework, Sizes given, const LayerWeight& weight, int tensors)
{
    Conversion result;
    result.gates = gatesIn(framework, weight.gates);
    const bool both = weight.shape.rank() == 2; // ours keeps the two of a GRU apart
    const std::int64_t width = weight.shape[-1];
    result.join = both ? Conversion::Join::stack : Conversion::Join::sum;
    if (tensors == 2)
        return given == Sizes{width} ? std::optional(result) : std::nullopt;
    if (framework == Framework::onnx) { // directions, 2 · gates · units
        if (given.size() == 2) {
            result.direction = weight.name.ends_with("_backward") && given[0] == 2 ? 1 : 0;
            given.erase(given.begin());
        }
        result.halves = true;
        return given == Sizes{2 * width} ? std::optional(result) : std::nullopt;
    }
    result.join = Conversion::Join::none;
    return !both && given == Sizes{width} ? std::optional(result) : std::nullopt;
}

/// A new order of the axes.
std::vector<float> transposed(const std::vector<float>& values, const Sizes& sizes, const std::vector<int>& axes)
{
    const std::size_t rank = axes.size();
    Sizes strides(rank, 1), steps(rank), at(rank, 0);
    for (std::size_t axis = rank - 1; axis > 0; --axis)
        strides[axis - 1] = strides[axis] * sizes[axis];
    for (std::size_t axis = 0; axis < rank; ++axis)
        steps[axis] = strides[static_cast<std::size_t>(axes[axis])];
    const Sizes counts = permuted(sizes, axes);
    std::vector<float> result(values.size());
    std::int64_t from = 0;
    for (float& value : result) {
        value = values[static_cast<std::size_t>(from)];
        for (std::size_t axis = rank; axis-- > 0;) {
            from += steps[axis];
            if (++at[axis] < counts[axis])
                break;
            from -= steps[axis] * counts[axis];
            at[axis] = 0;
        }
    }
    return result;
}

/// Blocks along the last axis, of `width` numbers in all, in another order.
void reorderGates(std::vector<float>& values, std::int64_t width, const std::vector<int>& gates)
{
    if (gates.empty())
        return;
    const auto row = static_cast<std::size_t>(width), units = row / gates.size();
    std::vector<float> old(row);
    for (std::size_t start = 0; start + row <= values.size(); start += row) {
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(start), row, old.begin());
        for (std::size_t gate = 0; gate < gates.size(); ++gate)
            std::copy_n(old.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(gates[gate]) * units), units,
                        values.begin() + static_cast<std::ptrdiff_t>(start + gate * units));
    }
}

std::vector<int> inverse(const std::vector<int>& order)
{
    std::vector<int> result(order.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        result[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
    return result;
}

/// Rows of feature maps from C,H,W to H,W,C, or back.
std::vector<float> reorderMaps(const std::vector<float>& values, const std::vector<Shape>& maps, bool toLast)
{
    std::int64_t rows = 0;
    for (const Shape& map : maps)
        rows += map.elements();
    const std::int64_t width = static_cast<std::int64_t>(values.size()) / std::max<std::int64_t>(rows, 1);
    std::vector<float> result(values.size());
    std::int64_t start = 0;
    for (const Shape& map : maps) {
        const std::int64_t channels = isMap(map) ? map[-1] : 1, points = map.elements() / channels;
        for (std::int64_t point = 0; point < points; ++point)
            for (std::int64_t channel = 0; channel < channels; ++channel) {
                const std::int64_t first = (start + channel * points + point) * width,
                                   last = (start + point * channels + channel) * width;
                std::copy_n(values.begin() + (toLast ? first : last), width, result.begin() + (toLast ? last : first));
            }
        start += map.elements();
    }
    return result;
}

} // namespace

bool isOurLayout(Framework framework)
{
    return framework == Framework::keras || framework == Framework::netsmith || framework == Framework::unknown;
}

std::optional<Conversion> conversionFor(Framework framework, const Shape& shape, const LayerWeight& weight, int tensors,
                                        bool isGemmAsIs)
{
    const Sizes given = sizesOf(shape), wanted = sizesOf(weight.shape);
    const bool isPlain = !weight.kind || (wanted.size() == 1 && weight.gates == 0);
    if (isPlain || weight.kind == WeightKind::embeddings) {
        if (tensors != 1 || (given != wanted && (!isPlain || withoutOnes(given) != withoutOnes(wanted))))
            return std::nullopt;
        Conversion result;
        if (isPlain)
            result.flattened = mapsOf(framework, weight);
        return result;
    }
    if (isOurLayout(framework))
        return given == wanted && tensors == 1 ? std::optional(Conversion()) : std::nullopt;
    if (weight.gates > 0)
        return weight.kind == WeightKind::bias ? forGateBias(framework, given, weight, tensors)
                                               : forGates(framework, given, weight);
    if (tensors != 1)
        return std::nullopt;
    if (weight.kind == WeightKind::depthwise) { // C·multiplier,1,H,W; of TFLite 1,H,W,C·multiplier
        const std::int64_t results = wanted[wanted.size() - 2] * wanted.back();
        const bool last = framework == Framework::tflite;
        Conversion result;
        if (!last)
            result.axes = channelsToTheEnd(static_cast<int>(wanted.size()));
        Sizes there = last ? Sizes{1} : Sizes{results, 1};
        there.insert(there.end(), wanted.begin(), wanted.end() - 2);
        if (last)
            there.push_back(results);
        return given == there ? std::optional(result) : std::nullopt;
    }
    return wanted.size() > 2 ? forKernel(framework, given, weight) : forMatrix(framework, given, weight, isGemmAsIs);
}

std::vector<float> convert(std::span<const WeightTensor* const> tensors, const Conversion& conversion)
{
    std::vector<float> values = floatsOf(*tensors[0]);
    Sizes sizes = sizesOf(tensors[0]->shape);
    if (conversion.direction >= 0) {
        const auto part = static_cast<std::ptrdiff_t>(values.size()) / sizes[0];
        values = {values.begin() + conversion.direction * part, values.begin() + (conversion.direction + 1) * part};
        sizes.erase(sizes.begin());
    }
    if (conversion.join != Conversion::Join::none) {
        std::vector<float> other;
        if (conversion.halves) {
            const auto half = static_cast<std::ptrdiff_t>(values.size() / 2);
            other.assign(values.begin() + half, values.end());
            values.resize(static_cast<std::size_t>(half));
            sizes.back() /= 2;
        } else if (tensors.size() > 1) {
            other = floatsOf(*tensors[1]);
        }
        if (conversion.join == Conversion::Join::stack)
            values.insert(values.end(), other.begin(), other.end());
        else
            std::ranges::transform(values, other, values.begin(), std::plus());
    }
    if (!conversion.axes.empty()) {
        sizes.resize(conversion.axes.size(), 1);
        values = transposed(values, sizes, conversion.axes);
        sizes = permuted(sizes, conversion.axes);
    }
    reorderGates(values, sizes.empty() ? 1 : sizes.back(), conversion.gates);
    return conversion.flattened.empty() ? values : reorderMaps(values, conversion.flattened, true);
}

std::vector<LaidOut> laidOutForPyTorch(const LayerWeight& weight, std::vector<float> values)
{
    Sizes sizes = sizesOf(weight.shape);
    if (!weight.kind || weight.kind == WeightKind::embeddings || (sizes.size() == 1 && weight.gates == 0))
        return {{weight.shape, std::move(values)}};
    if (weight.gates > 0) {
        reorderGates(values, weight.shape[-1], inverse(gatesIn(Framework::pytorch, weight.gates)));
        if (weight.kind == WeightKind::bias) {
            const Shape one{weight.shape[-1]};
            values.resize(2 * static_cast<std::size_t>(one[0])); // one bias is that of the inputs, beside zeros
            const auto half = values.begin() + one[0];
            return {{one, {values.begin(), half}}, {one, {half, values.end()}}};
        }
    }
    if (weight.kind == WeightKind::depthwise)
        sizes = {sizes[0], sizes[1], 1, sizes[2] * sizes[3]};
    if (!weight.flattened.empty())
        values = reorderMaps(values, weight.flattened, false);
    const std::vector<int> axes = sizes.size() == 2 ? std::vector{1, 0} : inverse(channelsToTheEnd(static_cast<int>(sizes.size())));
    return {{Shape(permuted(sizes, axes)), transposed(values, sizes, axes)}};
}

std::vector<Message> Conversion::words(Framework framework) const
{
    std::vector<Message> result;
    if (direction >= 0)
        result.emplace_back(direction == 0 ? NS_MESSAGE("conversion.forward", "of the forward direction")
                                           : NS_MESSAGE("conversion.backward", "of the backward direction"));
    if (join == Join::sum)
        result.emplace_back(NS_MESSAGE("conversion.sum", "both biases added up"));
    if (join == Join::stack)
        result.emplace_back(NS_MESSAGE("conversion.stack", "both biases, one below the other"));
    if (axes.size() == 2)
        result.emplace_back(NS_MESSAGE("conversion.transposed", "transposed"));
    else if (!axes.empty())
        result.emplace_back(framework == Framework::tflite
                                ? NS_MESSAGE("conversion.outputs_last", "axes from O,H,W,I to H,W,I,O")
                                : NS_MESSAGE("conversion.channels_last", "channels moved to the last axes, as H,W,I,O"));
    if (!gates.empty())
        result.emplace_back(gates.size() == 4 ? NS_MESSAGE("conversion.lstm_gates", "gates from i,o,f,c to i,f,c,o")
                                              : NS_MESSAGE("conversion.gru_gates", "gates from r,z,n to z,r,h"));
    if (!flattened.empty())
        result.emplace_back(NS_MESSAGE("conversion.flattened", "rows from C,H,W to H,W,C"));
    return result;
}

} // namespace netsmith::interop
