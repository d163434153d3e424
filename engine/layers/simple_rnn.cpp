#include "engine/layers/layers.h"
#include "engine/layers/quantization.h"
#include "engine/layers/recurrent_layer.h"
#include "engine/layers/sequence_mask.h"

namespace netsmith::layer {

LayerSpec simpleRnn()
{
    using Parameters = RecurrentParameters;
    ParameterBuilder<Parameters> parameters;
    declareWalk(parameters);
    parameters.choice("activation", &Parameters::activation, NS_TEXT("simple_rnn", "Activation"),
                      NS_TEXT("simple_rnn", "The activation function applied to each step's result."),
                      {{"relu", NS_TEXT("activation", "ReLU")}, {"tanh", NS_TEXT("activation", "Tanh")}});
    declareBias(parameters);
    declareRecurrentQuantization(parameters);
    return LayerBuilder<Parameters>(
               "simple_rnn", 1, Category::recurrent, NS_TEXT("simple_rnn", "Simple RNN"),
               NS_TEXT("simple_rnn", "Reads a sequence step by step: each result is made of the step and of the result before it."))
        .alsoKnownAs(NS_TEXT("simple_rnn", "recurrent, elman, vanilla rnn, bidirectional"))
        .inputs({{"input", ""}, maskPort()})
        .parameters(parameters)
        .weights({WeightKind::kernel, WeightKind::recurrent, WeightKind::bias})
        .width("units")
        .keepsState(stateParameter)
        .activation([](const Parameters& p) { return p.activation; })
        .shapes([](const Parameters& p, std::span<const Shape> inputs) { return recurrentShapes(p, Cell::simple, inputs); })
        .lower([](const Parameters& p, LayerCall& call) { lowerRecurrent(p, Cell::simple, call); })
        .exports(layerExports(parameters)
                     .onnx([](const Parameters& p, OnnxCall& call) { exportRecurrent(p, Cell::simple, call); })
                     .keras([](const Parameters& p, LayerCode& code) { writeKerasRecurrent(p, "SimpleRNN", code); })
                     .pytorch([](const Parameters& p, LayerCode& code) { writeTorchRecurrent(p, "RNN", code); }))
        .build();
}

} // namespace netsmith::layer
