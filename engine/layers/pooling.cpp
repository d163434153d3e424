#include "engine/layers/pooling.h"

#include "engine/layers/shape_checks.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/pool2d.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    std::vector<std::int64_t> poolSize{2, 2};
    std::vector<std::int64_t> strides;
    std::string padding = "valid";
};

Window2d windowOf(const Parameters& p, const Shape& image)
{
    const Size2 pool = size2(p.poolSize);
    return windowFor(sizeOf(image), pool, p.strides.empty() ? pool : size2(p.strides), {1, 1}, p.padding);
}

std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    requireImage(inputs[0]);
    const Size2 output = windowOf(p, inputs[0]).outputOf(sizeOf(inputs[0]));
    return {Shape{output.height, output.width, inputs[0][2]}};
}

void lower(const Parameters& p, LayerCall& call, const OpSpec& op)
{
    const Shape input = call.emitter().shape(call.input());
    auto attributes = std::make_shared<Pool2dAttributes>();
    attributes->window = windowOf(p, input.withoutBatch());
    attributes->inputShape = input;
    call.setOutput(0, call.emitter().emit(op, attributes, {call.input()})[0]);
}

} // namespace

LayerSpec poolingLayer(std::string id, std::string title, std::string doc, const OpSpec& op)
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .sizes("pool_size", &Parameters::poolSize, 2, 2, NS_TEXT("pooling2d", "Pool size"),
               NS_TEXT("pooling2d", "Height and width of the window."))
        .range(1, 65536)
        .usual(2, 4)
        .unit(NS_TEXT("unit", "pixels"))
        .sizes("strides", &Parameters::strides, 0, 2, NS_TEXT("pooling2d", "Strides"),
               NS_TEXT("pooling2d", "How far the window moves down and right; left empty, by its own size."))
        .range(1, 65536)
        .usual(1, 4)
        .unit(NS_TEXT("unit", "pixels"))
        .choice("padding", &Parameters::padding, NS_TEXT("pooling2d", "Padding"),
                NS_TEXT("pooling2d", "Whether the image is padded so that no pixel is left out. Padding itself is never counted."),
                {{"same", NS_TEXT("pooling2d", "Same")}, {"valid", NS_TEXT("pooling2d", "Valid")}});
    return LayerBuilder<Parameters>(std::move(id), 1, Category::pooling, std::move(title), std::move(doc))
        .parameters(parameters)
        .shapes(shapes)
        .lower([&op](const Parameters& p, LayerCall& call) { lower(p, call, op); })
        .build();
}

} // namespace netsmith::layer
