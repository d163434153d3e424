#include "engine/layers/upsampling_layer.h"

#include "engine/core/checked.h"
#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/positions.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/upsample.h"

#include <algorithm>

namespace netsmith::layer {
namespace {

struct Parameters {
    std::vector<std::int64_t> size;
    std::string interpolation = "nearest";
};

std::vector<Shape> shapes(const Parameters& p, const Shape& input)
{
    const auto axes = static_cast<int>(p.size.size());
    requirePositions(input, axes);
    std::vector<std::int64_t> sizes(input.sizes().begin(), input.sizes().end());
    for (std::size_t i = 0; i < p.size.size(); ++i)
        sizes[i] = checkedMultiply(sizes[i], p.size[i]).value_or(0); // which no shape may hold
    return {Shape(sizes)};
}

void lower(const Parameters& p, LayerCall& call)
{
    const auto interpolation = p.interpolation == "bilinear" ? Interpolation::linear : Interpolation::nearest;
    const auto attributes = std::make_shared<UpsampleAttributes>(p.size, interpolation);
    call.setOutput(0, call.emitter().emitOne(ops::upsample, attributes, {call.input()}));
}

void exportOnnx(const Parameters& p, OnnxCall& call)
{
    const auto axes = static_cast<int>(p.size.size());
    WeightArray scales = filled({axes + 2}, 1.0f);
    std::ranges::transform(p.size, scales.values.begin() + 2, [](std::int64_t factor) { return static_cast<float>(factor); });
    const bool linear = p.interpolation == "bilinear";
    OnnxCall::Attributes attributes{{"mode", linear ? "linear" : "nearest"},
                                    {"coordinate_transformation_mode", linear ? "half_pixel" : "asymmetric"}};
    if (!linear)
        attributes.push_back({"nearest_mode", "floor"});
    const OnnxCall::Value x = call.channelsFirst(call.input(), axes);
    call.setOutput(0, call.channelsLast(call.add("Resize", {x, "", call.numbers(scales)}, std::move(attributes)), axes));
}

void writeTorch(const Parameters& p, LayerCode& code)
{
    const std::string mode = p.interpolation == "bilinear" ? "mode=\"bilinear\"" : "";
    code.order(AxisOrder::channelsFirst);
    code.module("nn.Upsample", {"scale_factor=" + (p.size.size() == 1 ? std::to_string(p.size[0]) : pythonSize(p.size)), mode});
}

} // namespace

LayerSpec upsamplingLayer(UpsamplingNames names, int axes)
{
    ParameterBuilder<Parameters> parameters(Parameters{std::vector<std::int64_t>(static_cast<std::size_t>(axes), 2)});
    parameters.sizes("size", &Parameters::size, axes, axes, NS_TEXT("up_sampling", "Size"), std::move(names.sizeDoc))
        .range(1, 65536)
        .usual(1, 8);
    if (axes == 2)
        parameters.choice(
            "interpolation", &Parameters::interpolation, NS_TEXT("up_sampling", "Interpolation"),
            NS_TEXT("up_sampling",
                    "How new pixels are computed: as the nearest one, or from the four around, weighted by their distance."),
            {{"bilinear", NS_TEXT("up_sampling", "Bilinear")}, {"nearest", NS_TEXT("up_sampling", "Nearest")}});
    return LayerBuilder<Parameters>(std::move(names.id), 1, Category::shape, std::move(names.title), std::move(names.doc))
        .alsoKnownAs(std::move(names.alsoKnownAs))
        .shortTitle(std::move(names.shortTitle))
        .parameters(parameters)
        .passesValues()
        .shapes([](const Parameters& p, std::span<const Shape> inputs) { return shapes(p, inputs[0]); })
        .lower(lower)
        .exports(layerExports(parameters)
                     .onnx(exportOnnx)
                     .keras([axes](const Parameters&, LayerCode& code) {
                         code.kerasLayer("UpSampling" + std::to_string(axes) + "D", {"size"});
                     })
                     .pytorch(writeTorch))
        .build();
}

} // namespace netsmith::layer
