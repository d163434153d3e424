#include "engine/layers/layers.h"
#include "engine/layers/quantization.h"
#include "engine/layers/recurrent_layer.h"
#include "engine/layers/sequence_mask.h"

namespace netsmith::layer {

LayerSpec lstm()
{
    using Parameters = RecurrentParameters;
    ParameterBuilder<Parameters> parameters;
    declareWalk(parameters);
    declareBias(parameters);
    parameters.boolean("unit_forget_bias", &Parameters::unitForgetBias, NS_TEXT("lstm", "Unit forget bias"),
                       NS_TEXT("lstm", "Whether the forget gate's bias begins at 1, so that the layer remembers at first."));
    declareRecurrentQuantization(parameters);
    return LayerBuilder<Parameters>(
               "lstm", 1, Category::recurrent, NS_TEXT("lstm", "LSTM"),
               NS_TEXT("lstm", "Reads a sequence step by step, with gates that choose what to remember, forget and output."))
        .alsoKnownAs(NS_TEXT("lstm", "long short-term memory, recurrent, rnn, bilstm, bidirectional"))
        .inputs({{"input", ""}, maskPort()})
        .parameters(parameters)
        .weights({WeightKind::kernel, WeightKind::recurrent, WeightKind::bias})
        .width("units")
        .keepsState(stateParameter)
        .shapes([](const Parameters& p, std::span<const Shape> inputs) { return recurrentShapes(p, Cell::lstm, inputs); })
        .lower([](const Parameters& p, LayerCall& call) { lowerRecurrent(p, Cell::lstm, call); })
        .exports(layerExports(parameters)
                     .onnx([](const Parameters& p, OnnxCall& call) { exportRecurrent(p, Cell::lstm, call); })
                     .keras([](const Parameters& p, LayerCode& code) { writeKerasRecurrent(p, "LSTM", code); })
                     .pytorch([](const Parameters& p, LayerCode& code) { writeTorchRecurrent(p, "LSTM", code); }))
        .build();
}

} // namespace netsmith::layer
