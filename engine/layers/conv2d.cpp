#include "engine/ops/conv2d.h"

#include "engine/graph/initializer.h"
#include "engine/layers/activation_layer.h"
#include "engine/layers/layers.h"
#include "engine/layers/shape_checks.h"
#include "engine/ops/layer_call.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    std::int64_t filters = 32;
    std::vector<std::int64_t> kernelSize{3, 3};
    std::vector<std::int64_t> strides{1, 1};
    std::string padding = "valid";
    std::vector<std::int64_t> explicitPadding{0, 0, 0, 0};
    std::vector<std::int64_t> dilationRate{1, 1};
    std::int64_t groups = 1;
    std::string activation = "none";
    bool useBias = true;
    std::string kernelInitializer = "glorot_uniform";
    std::string biasInitializer = "zeros";
};

Window2d windowOf(const Parameters& p, const Shape& image)
{
    const bool isExplicit = p.padding == "explicit";
    Window2d window =
        windowFor(sizeOf(image), size2(p.kernelSize), size2(p.strides), size2(p.dilationRate), isExplicit ? "valid" : p.padding);
    if (isExplicit) {
        window.top = p.explicitPadding[0];
        window.bottom = p.explicitPadding[1];
        window.left = p.explicitPadding[2];
        window.right = p.explicitPadding[3];
    }
    return window;
}

Shape kernelShape(const Parameters& p, std::int64_t channels)
{
    const Size2 kernel = size2(p.kernelSize);
    return {kernel.height, kernel.width, channels / p.groups, p.filters};
}

std::vector<Shape> shapes(const Parameters& p, std::span<const Shape> inputs)
{
    const Shape& image = inputs[0];
    requireImage(image);
    if (image[2] % p.groups != 0 || p.filters % p.groups != 0)
        throw Error(ErrorKind::input,
                    NS_MESSAGE("conv2d.groups",
                               "expected groups that divide {0:input channel|input channels} and {1:filter|filters}, got {2}"),
                    image[2], p.filters, p.groups);
    (void)kernelShape(p, image[2]).elements(); // throws where the weights alone leave 64 bits
    const Size2 output = windowOf(p, image).outputOf(sizeOf(image));
    return {Shape{output.height, output.width, p.filters}};
}

void lower(const Parameters& p, LayerCall& call)
{
    const Shape input = call.emitter().shape(call.input());
    auto attributes = std::make_shared<Conv2dAttributes>();
    attributes->window = windowOf(p, input.withoutBatch());
    attributes->groups = p.groups;
    attributes->bias = p.useBias;
    attributes->inputShape = input;
    attributes->kernelShape = kernelShape(p, input[3]);

    // As in Keras, where a grouped convolution's outgoing fan counts every filter.
    const Shape& kernel = attributes->kernelShape;
    const std::int64_t area = kernel[0] * kernel[1];
    std::vector<TensorId> inputs{call.input(),
                                 call.weight("kernel", kernel, {p.kernelInitializer, area * kernel[2], area * kernel[3]}, true)};
    if (p.useBias)
        inputs.push_back(call.weight("bias", {p.filters}, {p.biasInitializer, p.filters, p.filters}, false));
    const TensorId y = call.emitter().emitOne(ops::conv2d, attributes, inputs);
    call.setOutput(0, applyActivation(call.emitter(), y, p.activation));
}

ParameterBuilder<Parameters> parameters()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .integer("filters", &Parameters::filters, NS_TEXT("conv2d", "Filters"),
                 NS_TEXT("conv2d", "How many patterns are looked for: the channels that come out."))
        .range(1, 1 << 20)
        .usual(1, 512)
        .unit(NS_TEXT("unit", "channels"))
        .sizes("kernel_size", &Parameters::kernelSize, 2, 2, NS_TEXT("conv2d", "Kernel size"),
               NS_TEXT("conv2d", "Height and width of the patterns."))
        .range(1, 65536)
        .usual(1, 7)
        .unit(NS_TEXT("unit", "pixels"))
        .sizes("strides", &Parameters::strides, 2, 2, NS_TEXT("conv2d", "Strides"),
               NS_TEXT("conv2d", "How far the kernel moves down and right; 2 halves the image."))
        .range(1, 65536)
        .usual(1, 2)
        .unit(NS_TEXT("unit", "pixels"))
        .choice("padding", &Parameters::padding, NS_TEXT("conv2d", "Padding"),
                NS_TEXT("conv2d",
                        "What surrounds the image: zeros so that its size stays (same), nothing (valid), or as many as said."),
                {{"explicit", NS_TEXT("conv2d", "Explicit")},
                 {"same", NS_TEXT("conv2d", "Same")},
                 {"valid", NS_TEXT("conv2d", "Valid")}})
        .sizes("explicit_padding", &Parameters::explicitPadding, 4, 4, NS_TEXT("conv2d", "Explicit padding"),
               NS_TEXT("conv2d", "Zeros above, below, left and right, where the padding is explicit."))
        .range(0, 65536)
        .usual(0, 3)
        .unit(NS_TEXT("unit", "pixels"))
        .sizes("dilation_rate", &Parameters::dilationRate, 2, 2, NS_TEXT("conv2d", "Dilation"),
               NS_TEXT("conv2d", "The distance between the pixels that the kernel looks at; 1 takes neighbours."))
        .range(1, 65536)
        .usual(1, 4)
        .unit(NS_TEXT("unit", "pixels"))
        .integer(
            "groups", &Parameters::groups, NS_TEXT("conv2d", "Groups"),
            NS_TEXT("conv2d", "Into how many separate groups channels and filters are split; as many as channels is depthwise."))
        .range(1, 1 << 20)
        .usual(1, 512)
        .choice("activation", &Parameters::activation, NS_TEXT("conv2d", "Activation"),
                NS_TEXT("conv2d", "The function that each result goes through."), activationChoices())
        .boolean("use_bias", &Parameters::useBias, NS_TEXT("conv2d", "Bias"),
                 NS_TEXT("conv2d", "Whether a learned number is added to each channel."))
        .choice("kernel_initializer", &Parameters::kernelInitializer, NS_TEXT("conv2d", "Kernel initializer"),
                NS_TEXT("conv2d", "How the first weights are drawn."), initializerChoices())
        .choice("bias_initializer", &Parameters::biasInitializer, NS_TEXT("conv2d", "Bias initializer"),
                NS_TEXT("conv2d", "How the first biases are drawn."), initializerChoices());
    return parameters;
}

} // namespace

LayerSpec conv2d()
{
    return LayerBuilder<Parameters>("conv2d", 1, Category::convolution, NS_TEXT("conv2d", "Convolution 2D"),
                                    NS_TEXT("conv2d", "Looks for the same small patterns at every place of an image."))
        .alsoKnownAs(NS_TEXT("conv2d", "cnn, convolutional, filter, kernel"))
        .shortTitle(NS_TEXT("conv2d", "Conv2D"))
        .parameters(parameters())
        .width("filters")
        .activation([](const Parameters& p) { return p.activation; })
        .shapes(shapes)
        .lower(lower)
        .build();
}

} // namespace netsmith::layer
