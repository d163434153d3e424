#include "engine/layers/layers.h"
#include "engine/layers/quantization.h"
#include "engine/layers/recurrent_layer.h"
#include "engine/layers/sequence_mask.h"

namespace netsmith::layer {

LayerSpec gru()
{
    using Parameters = RecurrentParameters;
    ParameterBuilder<Parameters> parameters;
    declareWalk(parameters);
    declareBias(parameters);
    declareRecurrentQuantization(parameters);
    return LayerBuilder<Parameters>(
               "gru", 1, Category::recurrent, NS_TEXT("gru", "GRU"),
               NS_TEXT("gru", "Reads a sequence step by step, with two gates that choose what to keep and what to look back at."))
        .alsoKnownAs(NS_TEXT("gru", "gated recurrent unit, recurrent, rnn, bidirectional"))
        .inputs({{"input", ""}, maskPort()})
        .parameters(parameters)
        .weights({WeightKind::kernel, WeightKind::recurrent, WeightKind::bias})
        .width("units")
        .keepsState(stateParameter)
        .shapes([](const Parameters& p, std::span<const Shape> inputs) { return recurrentShapes(p, Cell::gru, inputs); })
        .lower([](const Parameters& p, LayerCall& call) { lowerRecurrent(p, Cell::gru, call); })
        .exports(layerExports(parameters)
                     .onnx([](const Parameters& p, OnnxCall& call) { exportRecurrent(p, Cell::gru, call); })
                     .keras([](const Parameters& p, LayerCode& code) { writeKerasRecurrent(p, "GRU", code); })
                     .pytorch([](const Parameters& p, LayerCode& code) { writeTorchRecurrent(p, "GRU", code); }))
        .build();
}

} // namespace netsmith::layer
