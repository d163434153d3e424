#include "engine/layers/dropout_layer.h"

#include "engine/core/philox.h"
#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/layers/positions.h"
#include "engine/ops/layer_call.h"

namespace netsmith::layer {
namespace {

struct Parameters {
    double rate = 0.5;
};

void lower(const Parameters& p, LayerCall& call, Dropped what)
{
    if (!call.training() || p.rate == 0.0) {
        call.setOutput(0, call.input());
        return;
    }
    const auto attributes = std::make_shared<DropoutAttributes>(p.rate, call.seed(), nameHash(call.node()), what);
    call.setOutput(0, call.emitter().emitOne(ops::dropout, attributes, {call.input(), call.counters()}));
}

void writeKeras(LayerCode& code, Dropped what, int axes)
{
    code.kerasLayer(what == Dropped::channels         ? "SpatialDropout" + std::to_string(axes) + "D"
                        : what == Dropped::toNegative ? "AlphaDropout"
                                                      : "Dropout",
                    {"rate"});
}

void writeTorch(const Parameters& p, LayerCode& code, Dropped what, int axes)
{
    code.order(what == Dropped::channels ? AxisOrder::channelsFirst : AxisOrder::any);
    code.module(what == Dropped::channels         ? "nn.Dropout" + std::to_string(axes) + "d"
                    : what == Dropped::toNegative ? "nn.AlphaDropout"
                                                  : "nn.Dropout",
                {pythonText(p.rate)});
}

} // namespace

LayerSpec dropoutLayer(DropoutNames names, Dropped what, int axes)
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("rate", &Parameters::rate, NS_TEXT("dropout", "Rate"),
              what == Dropped::channels
                  ? NS_TEXT("dropout", "The fraction of channels set to 0 at each step; the others are scaled up to compensate.")
                  : what == Dropped::toNegative
                  ? NS_TEXT("dropout", "The fraction of values set to SELU's lower limit at each step; mean and variance are kept.")
                  : NS_TEXT("dropout", "The fraction of values set to 0 at each step; the others are scaled up to compensate."))
        .hard({0.0, 1.0, false, true})
        .usual(0.1, 0.5);
    return LayerBuilder<Parameters>(std::move(names.id), 1, Category::regularisation, std::move(names.title), std::move(names.doc))
        .alsoKnownAs(std::move(names.alsoKnownAs))
        .shortTitle(std::move(names.shortTitle))
        .parameters(parameters)
        .passesValues()
        .keepsSteps()
        .shapes([axes](const Parameters&, std::span<const Shape> inputs) {
            if (axes > 0)
                requirePositions(inputs[0], axes);
            return std::vector<Shape>{inputs[0]};
        })
        .lower([what](const Parameters& p, LayerCall& call) { lower(p, call, what); })
        .exports(layerExports(parameters)
                     .onnx([](const Parameters&, OnnxCall& call) { call.setOutput(0, call.input()); })
                     .keras([what, axes](const Parameters&, LayerCode& code) { writeKeras(code, what, axes); })
                     .pytorch([what, axes](const Parameters& p, LayerCode& code) { writeTorch(p, code, what, axes); }))
        .build();
}

} // namespace netsmith::layer
