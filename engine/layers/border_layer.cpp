#include "engine/layers/border_layer.h"

#include "engine/core/checked.h"
#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/positions.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/pad.h"

#include <fmt/format.h>

#include <array>

namespace netsmith::layer {
namespace {

struct Parameters {
    std::vector<std::int64_t> amounts;
};

/// What the op adds on each side of each axis, the batch axis and the channels included.
PadAttributes attributesOf(const Parameters& p, int axes, bool cuts)
{
    const auto given = p.amounts.size();
    const auto count = static_cast<std::size_t>(axes);
    if (given != count && given != 2 * count)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("border.count", "expected {0:number|numbers}, one per axis, or {1}, one per side, got {2}"), count,
                    2 * count, given);
    PadAttributes attributes(std::vector<std::int64_t>(count + 2, 0), std::vector<std::int64_t>(count + 2, 0));
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t before = given == count ? p.amounts[i] : p.amounts[2 * i];
        const std::int64_t after = given == count ? p.amounts[i] : p.amounts[2 * i + 1];
        attributes.before[i + 1] = cuts ? -before : before;
        attributes.after[i + 1] = cuts ? -after : after;
    }
    return attributes;
}

std::vector<Shape> shapes(const Parameters& p, const Shape& input, int axes, bool cuts)
{
    requirePositions(input, axes);
    const PadAttributes attributes = attributesOf(p, axes, cuts);
    std::vector<std::int64_t> sizes(input.sizes().begin(), input.sizes().end());
    for (std::size_t i = 0; i < static_cast<std::size_t>(axes); ++i) {
        const std::int64_t added = attributes.before[i + 1] + attributes.after[i + 1];
        if (cuts && -added >= sizes[i])
            throw Error(ErrorKind::input,
                        NS_MESSAGE("cropping.size", "expected to cut off less than the {0} of axis {1} of {2}, got {3} in all"),
                        sizes[i], i + 1, input.text(), -added);
        sizes[i] = checkedAdd(sizes[i], added).value_or(0); // which no shape may hold
    }
    return {Shape(sizes)};
}

void exportOnnx(const Parameters& p, OnnxCall& call, int axes, bool cuts)
{
    const PadAttributes attributes = attributesOf(p, axes, cuts);
    std::vector<std::int64_t> starts, ends, over; // of the positions, channels first
    std::vector<std::int64_t> pads{0, 0}, after{0, 0};
    for (int axis = 0; axis < axes; ++axis) {
        const std::int64_t before = attributes.before[static_cast<std::size_t>(axis) + 1];
        starts.push_back(-before);
        ends.push_back(call.outputShape(0)[axis] - before);
        over.push_back(axis + 2);
        pads.push_back(before);
        after.push_back(attributes.after[static_cast<std::size_t>(axis) + 1]);
    }
    pads.insert(pads.end(), after.begin(), after.end());
    const OnnxCall::Value x = call.channelsFirst(call.input(), axes);
    const OnnxCall::Value y = cuts ? call.add("Slice", {x, call.integers(starts), call.integers(ends), call.integers(over)})
                                   : call.add("Pad", {x, call.integers(pads)});
    call.setOutput(0, call.channelsLast(y, axes));
}

std::vector<std::array<std::int64_t, 2>> sidesOf(const Parameters& p, int axes)
{
    const PadAttributes attributes = attributesOf(p, axes, false);
    std::vector<std::array<std::int64_t, 2>> sides;
    for (std::size_t i = 1; i <= static_cast<std::size_t>(axes); ++i)
        sides.push_back({attributes.before[i], attributes.after[i]});
    return sides;
}

void writeKeras(const Parameters& p, LayerCode& code, int axes, bool cuts)
{
    std::string all;
    for (const auto& side : sidesOf(p, axes))
        all += (all.empty() ? "" : ", ") + pythonTuple(side);
    code.module("layers." + std::string(cuts ? "Cropping" : "ZeroPadding") + std::to_string(axes) + "D",
                {axes == 1 ? all : "(" + all + ")"});
}

void writeTorch(const Parameters& p, LayerCode& code, int axes, bool cuts)
{
    std::vector<std::int64_t> amounts; // the last axis comes first there
    std::string cut;
    int axis = 0;
    for (const auto& [before, after] : sidesOf(p, axes)) {
        amounts.insert(amounts.begin(), {before, after});
        cut += fmt::format(", {}:{}", before, code.input()[axis++] - after);
    }
    code.order(AxisOrder::channelsFirst);
    if (cuts)
        code.expression("{0}[:, :" + cut + "]");
    else
        code.module(fmt::format("nn.ZeroPad{}d", axes), {pythonTuple(amounts)});
}

} // namespace

LayerSpec borderLayer(BorderNames names, int axes, bool cuts, std::vector<std::int64_t> amounts)
{
    ParameterBuilder<Parameters> parameters(Parameters{std::move(amounts)});
    const int least = axes == 1 ? 2 : axes;
    parameters
        .sizes(names.parameter, &Parameters::amounts, least, 2 * axes, std::move(names.parameterTitle),
               std::move(names.parameterDoc))
        .range(0, 65536)
        .usual(0, 8);
    return LayerBuilder<Parameters>(std::move(names.id), 1, Category::shape, std::move(names.title), std::move(names.doc))
        .alsoKnownAs(std::move(names.alsoKnownAs))
        .shortTitle(std::move(names.shortTitle))
        .parameters(parameters)
        .passesValues()
        .shapes([=](const Parameters& p, std::span<const Shape> inputs) { return shapes(p, inputs[0], axes, cuts); })
        .lower([=](const Parameters& p, LayerCall& call) {
            const auto attributes = std::make_shared<PadAttributes>(attributesOf(p, axes, cuts));
            call.setOutput(0, call.emitter().emitOne(ops::pad, attributes, {call.input()}));
        })
        .exports(layerExports(parameters)
                     .onnx([=](const Parameters& p, OnnxCall& call) { exportOnnx(p, call, axes, cuts); })
                     .keras([=](const Parameters& p, LayerCode& code) { writeKeras(p, code, axes, cuts); })
                     .pytorch([=](const Parameters& p, LayerCode& code) { writeTorch(p, code, axes, cuts); }))
        .build();
}

} // namespace netsmith::layer
