#include "tests/engine/interop/foreign_weights.h"

#include <cstring>
#include <numeric>

namespace netsmith::test {
namespace {

using interop::Framework;
using interop::LayerWeight;

LayerWeight weightOf(const std::string& layer, const std::string& name, std::optional<WeightKind> kind, const Shape& shape,
                     const std::string& after)
{
    LayerWeight weight;
    weight.layer = layer;
    weight.name = name;
    weight.kind = kind;
    weight.shape = shape;
    weight.after = after;
    return weight;
}

/// The place of one of our gates in the other program.
std::int64_t gateThere(Framework framework, int gates, std::int64_t gate)
{
    if (gates == 4 && framework == Framework::onnx) // i,f,c,o in i,o,f,c
        return gate == 0 ? 0 : gate == 3 ? 1 : gate + 1;
    if (gates == 3 && framework == Framework::pytorch) // z,r,h in r,z,n
        return gate == 2 ? 2 : 1 - gate;
    return gate;
}

/// The row of a flattened feature map where the channels are first.
std::int64_t rowThere(const std::vector<Shape>& maps, std::int64_t row)
{
    std::int64_t start = 0;
    for (const Shape& map : maps) {
        if (row < start + map.elements()) {
            const std::int64_t channels = map[-1], points = map.elements() / channels, at = row - start;
            return start + at % channels * points + at / channels;
        }
        start += map.elements();
    }
    return row;
}

bool channelsFirst(Framework framework)
{
    return framework == Framework::pytorch || framework == Framework::onnx || framework == Framework::darknet;
}

} // namespace

ForeignFile& ForeignFile::add(const std::string& name, const Shape& shape, const Numbers& values)
{
    m_bytes.emplace_back(values.size() * sizeof(float));
    std::memcpy(m_bytes.back().data(), values.data(), m_bytes.back().size());
    file.tensors.push_back({name, "float32", DataType::f32, shape, m_bytes.back()});
    return *this;
}

ForeignFile& ForeignFile::add(const std::string& name, const Shape& shape, DataType type)
{
    m_bytes.emplace_back(static_cast<std::size_t>(shape.elements()) * sizeOf(type));
    file.tensors.push_back({name, std::string(nameOf(type)), type, shape, m_bytes.back()});
    return *this;
}

Numbers counted(std::size_t count, float first)
{
    Numbers values(count);
    std::iota(values.begin(), values.end(), first);
    return values;
}

std::pair<Shape, Numbers> foreignOf(Framework framework, const LayerWeight& weight, const Numbers& values)
{
    const Shape& shape = weight.shape;
    if (interop::isOurLayout(framework) || weight.kind == WeightKind::embeddings)
        return {shape, values};
    Numbers result(values.size());
    if (shape.rank() == 1) {
        for (std::size_t i = 0; i < values.size(); ++i)
            result[static_cast<std::size_t>(channelsFirst(framework) ? rowThere(weight.flattened, static_cast<std::int64_t>(i))
                                                                     : static_cast<std::int64_t>(i))] = values[i];
        return {shape, result};
    }
    if (weight.kind == WeightKind::depthwise) { // H,W,C,M → C·M,1,H,W
        const std::int64_t points = shape[0] * shape[1], results = shape[2] * shape[3];
        for (std::int64_t point = 0; point < points; ++point)
            for (std::int64_t one = 0; one < results; ++one)
                result[static_cast<std::size_t>(one * points + point)] = values[static_cast<std::size_t>(point * results + one)];
        return {Shape{results, 1, shape[0], shape[1]}, result};
    }
    const std::int64_t outputs = shape[-1];
    if (shape.rank() == 2) {
        const std::int64_t units = weight.gates > 0 ? outputs / weight.gates : outputs;
        for (std::int64_t row = 0; row < shape[0]; ++row)
            for (std::int64_t column = 0; column < outputs; ++column) {
                const std::int64_t to =
                    weight.gates > 0 ? gateThere(framework, weight.gates, column / units) * units + column % units : column;
                const std::int64_t from = channelsFirst(framework) ? rowThere(weight.flattened, row) : row;
                result[static_cast<std::size_t>(to * shape[0] + from)] = values[static_cast<std::size_t>(row * outputs + column)];
            }
        return {Shape{outputs, shape[0]}, result};
    }
    const std::int64_t inputs = shape[-2], points = shape.elements() / inputs / outputs;
    const bool last = framework == Framework::tflite;
    for (std::int64_t point = 0; point < points; ++point)
        for (std::int64_t in = 0; in < inputs; ++in)
            for (std::int64_t out = 0; out < outputs; ++out) {
                const std::int64_t to = last ? (out * points + point) * inputs + in : (out * inputs + in) * points + point;
                result[static_cast<std::size_t>(to)] = values[static_cast<std::size_t>((point * inputs + in) * outputs + out)];
            }
    std::vector<std::int64_t> sizes{outputs};
    if (!last)
        sizes.push_back(inputs);
    sizes.insert(sizes.end(), shape.sizes().begin(), shape.sizes().end() - 2);
    if (last)
        sizes.push_back(inputs);
    return {Shape(sizes), result};
}

void addForeign(ForeignFile& file, const std::string& path, const std::vector<LayerWeight>& layer,
                const std::map<std::string, Numbers>& values)
{
    const Framework framework = file.file.framework;
    for (const LayerWeight& weight : layer) {
        const Numbers& mine = values.at(weight.name);
        if (interop::isOurLayout(framework)) {
            file.add(path + "/" + weight.name, weight.shape, mine);
            continue;
        }
        const bool backward = weight.name.ends_with("_backward");
        const std::string side = backward ? "_l0_reverse" : "_l0";
        if (weight.gates > 0 && weight.kind == WeightKind::bias) {
            // Two biases of a row each, whose sum or pair is ours.
            LayerWeight row = weight;
            row.kind = WeightKind::kernel;
            row.shape = {1, weight.shape[-1]};
            const auto width = static_cast<std::ptrdiff_t>(weight.shape[-1]);
            Numbers first(mine.begin(), mine.begin() + width), second(static_cast<std::size_t>(width), 0.0f);
            if (weight.shape.rank() == 2)
                second.assign(mine.begin() + width, mine.end());
            file.add(path + ".bias_ih" + side, {weight.shape[-1]}, foreignOf(framework, row, first).second);
            file.add(path + ".bias_hh" + side, {weight.shape[-1]}, foreignOf(framework, row, second).second);
            continue;
        }
        std::string part = "weight";
        if (weight.kind == WeightKind::bias || weight.kind == WeightKind::beta)
            part = "bias";
        else if (!weight.kind)
            part = weight.name == "moving_mean" ? "running_mean" : "running_var";
        else if (weight.gates > 0)
            part = (weight.kind == WeightKind::recurrent ? "weight_hh" : "weight_ih") + side;
        const auto [shape, numbers] = foreignOf(framework, weight, mine);
        file.add(path + "." + part, shape, numbers);
    }
}

std::vector<LayerWeight> convolution(const std::string& layer, const Shape& kernel, const std::string& after)
{
    return {weightOf(layer, "kernel", WeightKind::kernel, kernel, after),
            weightOf(layer, "bias", WeightKind::bias, {kernel[-1]}, after)};
}

std::vector<LayerWeight> depthwise(const std::string& layer, const Shape& kernel, const std::string& after)
{
    return {weightOf(layer, "kernel", WeightKind::depthwise, kernel, after),
            weightOf(layer, "bias", WeightKind::bias, {kernel[-1] * kernel[-2]}, after)};
}

std::vector<LayerWeight> norm(const std::string& layer, std::int64_t channels, const std::string& after)
{
    return {weightOf(layer, "gamma", WeightKind::gamma, {channels}, after),
            weightOf(layer, "beta", WeightKind::beta, {channels}, after),
            weightOf(layer, "moving_mean", std::nullopt, {channels}, after),
            weightOf(layer, "moving_variance", std::nullopt, {channels}, after)};
}

std::vector<LayerWeight> denseLayer(const std::string& layer, std::int64_t inputs, std::int64_t units, const std::string& after,
                                    const std::vector<Shape>& flattened)
{
    std::vector<LayerWeight> weights{weightOf(layer, "kernel", WeightKind::kernel, {inputs, units}, after),
                                     weightOf(layer, "bias", WeightKind::bias, {units}, after)};
    weights[0].flattened = flattened;
    return weights;
}

std::vector<LayerWeight> recurrentLayer(const std::string& layer, int gates, std::int64_t inputs, std::int64_t units, bool both)
{
    std::vector<LayerWeight> weights;
    for (const std::string suffix : {"", "_backward"}) {
        const std::int64_t width = gates * units;
        weights.push_back(weightOf(layer, "kernel" + suffix, WeightKind::kernel, {inputs, width}, {}));
        weights.push_back(weightOf(layer, "recurrent_kernel" + suffix, WeightKind::recurrent, {units, width}, {}));
        weights.push_back(weightOf(layer, "bias" + suffix, WeightKind::bias, gates == 3 ? Shape{2, width} : Shape{width}, {}));
        if (!both)
            break;
    }
    for (LayerWeight& weight : weights)
        weight.gates = gates;
    return weights;
}

std::vector<LayerWeight> embeddingLayer(const std::string& layer, std::int64_t tokens, std::int64_t width)
{
    return {weightOf(layer, "embeddings", WeightKind::embeddings, {tokens, width}, {})};
}

} // namespace netsmith::test
