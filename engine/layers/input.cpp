#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/layers.h"
#include "engine/ops/layer_call.h"

#include <limits>

namespace netsmith::layer {
namespace {

struct Parameters {
    std::vector<std::int64_t> shape{28, 28, 1};
    std::string field = "image";
};

} // namespace

LayerSpec input()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .sizes("shape", &Parameters::shape, 1, 4, NS_TEXT("input", "Shape"),
               NS_TEXT("input", "The sizes of one sample's axes, such as height, width and channels."))
        .range(1, std::numeric_limits<std::int32_t>::max())
        .usual(1, 1024)
        .text("field", &Parameters::field, NS_TEXT("input", "Field"),
              NS_TEXT("input", "The field of the data set whose samples enter here."));
    return LayerBuilder<Parameters>("input", 1, Category::input, NS_TEXT("input", "Input"),
                                    NS_TEXT("input", "Where the samples of one field of the data set enter the network."))
        .alsoKnownAs(NS_TEXT("input", "data, source, image, start"))
        .inputs({})
        .parameters(parameters)
        .shapes([](const Parameters& p, std::span<const Shape>) { return std::vector{Shape(p.shape)}; })
        // The plan gathers the batch from the field and passes it as the call's only input.
        .lower([](const Parameters&, LayerCall& call) { call.setOutput(0, call.input()); })
        .exports(layerExports(parameters).onnx([](const Parameters&, OnnxCall& call) { call.setOutput(0, call.input()); }))
        .build();
}

} // namespace netsmith::layer
