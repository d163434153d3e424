#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/layer_call.h"
#include "engine/ops/pool2d.h"
#include "engine/ops/reshape.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    bool keepDims = false;
};

std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    requireImage(inputs[0]);
    const std::int64_t channels = inputs[0][2];
    return {p.keepDims ? Shape{1, 1, channels} : Shape{channels}};
}

void lower(const Parameters& p, LayerCall& call)
{
    const Shape input = call.emitter().shape(call.input());
    auto attributes = std::make_shared<Pool2dAttributes>();
    attributes->window.kernel = attributes->window.stride = sizeOf(input.withoutBatch());
    attributes->inputShape = input;
    const TensorId mean = call.emitter().emitOne(ops::avgPool2d, attributes, {call.input()});
    call.setOutput(0, p.keepDims ? mean : emitReshape(call.emitter(), mean, {input[0], input[3]}));
}

} // namespace

LayerSpec globalAveragePooling2d()
{
    ParameterBuilder<Parameters> parameters;
    parameters.boolean("keepdims", &Parameters::keepDims, NS_TEXT("global_average_pooling2d", "Keep axes"),
                       NS_TEXT("global_average_pooling2d", "Whether the output stays an image of one pixel instead of a vector."));
    return LayerBuilder<Parameters>(
               "global_average_pooling2d", 1, Category::pooling, NS_TEXT("global_average_pooling2d", "Global average pooling 2D"),
               NS_TEXT("global_average_pooling2d", "The mean of each channel over the whole image: one number a channel."))
        .alsoKnownAs(NS_TEXT("global_average_pooling2d", "gap, global pooling, avgpool"))
        .shortTitle(NS_TEXT("global_average_pooling2d", "GlobalAvgPool"))
        .parameters(parameters)
        .shapes(shapes)
        .lower(lower)
        .build();
}

} // namespace netsmith::layer
