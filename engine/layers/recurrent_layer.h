#pragma once

#include "engine/graph/specs/layer_code.h"
#include "engine/graph/specs/layer_exports.h"
#include "engine/graph/specs/layer_spec.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/ops/recurrence.h"

// What the recurrent layers share, declared once.
namespace netsmith::layer {

/// See `LayerSpec::keepsState`.
inline constexpr const char* stateParameter = "stateful";

struct RecurrentParameters {
    std::int64_t units = 64;
    std::string direction = "forward";
    bool returnSequences = false;
    bool stateful = false;
    bool useBias = true;
    std::string quantization = "none";
    // Options of only some of them.
    std::string activation = "tanh";
    bool unitForgetBias = true;
};

/// The units, the direction and what the layer returns.
template <class P>
void declareWalk(ParameterBuilder<P>& parameters)
{
    parameters
        .integer("units", &P::units, NS_TEXT("recurrent", "Units"),
                 NS_TEXT("recurrent", "How many numbers the layer remembers from step to step."))
        .range(1, 1 << 20)
        .usual(1, 1024)
        .choice("direction", &P::direction, NS_TEXT("recurrent", "Direction"),
                NS_TEXT("recurrent",
                        "From the first step to the last, from the last to the first, or both, with their results concatenated."),
                {{"backward", NS_TEXT("recurrent", "Backward")},
                 {"bidirectional", NS_TEXT("recurrent", "Bidirectional")},
                 {"forward", NS_TEXT("recurrent", "Forward")}})
        .boolean("return_sequences", &P::returnSequences, NS_TEXT("recurrent", "Return sequences"),
                 NS_TEXT("recurrent", "Whether every step gives a result, as the next recurrent layer needs, or only the last."))
        .boolean(stateParameter, &P::stateful, NS_TEXT("recurrent", "Stateful"),
                 NS_TEXT("recurrent",
                         "Whether each sample continues from the final state of the sample at its place in the previous batch, for "
                         "texts longer than a window. Every epoch and every validation starts again from zeros, an incomplete last "
                         "batch is left out, and gradients end where a window begins: truncated back-propagation through time."));
}

template <class P>
void declareBias(ParameterBuilder<P>& parameters)
{
    parameters.boolean("use_bias", &P::useBias, NS_TEXT("recurrent", "Bias"),
                       NS_TEXT("recurrent", "Whether a learned bias is added for each unit."));
}

/// T×C → units, or T×units with sequences; twice the units in both directions.
std::vector<Shape> recurrentShapes(const RecurrentParameters& p, Cell cell, std::span<const Shape> inputs);

/// As a layer of Keras, "LSTM", and as a module of PyTorch, "nn.LSTM".
void writeKerasRecurrent(const RecurrentParameters& p, std::string_view name, LayerCode& code);
void writeTorchRecurrent(const RecurrentParameters& p, std::string_view name, LayerCode& code);

void lowerRecurrent(const RecurrentParameters& p, Cell cell, LayerCall& call);

/// ONNX's layer of the same name. A stateful layer has no state in a prediction.
void exportRecurrent(const RecurrentParameters& p, Cell cell, OnnxCall& call);

} // namespace netsmith::layer
