#include "engine/losses/crossentropy.h"
#include "engine/losses/losses.h"
#include "engine/ops/merge.h"
#include "engine/ops/objective_call.h"
#include "engine/ops/scale.h"
#include "engine/ops/softmax.h"

namespace netsmith::loss {
namespace {

struct Parameters {
    double temperature = 4.0;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .real("temperature", &Parameters::temperature, NS_TEXT("distillation", "Temperature"),
              NS_TEXT("distillation",
                      "What the logits of both are divided by: the higher, the more the classes count that the teacher finds less "
                      "likely."))
        .range(0.01, 1000.0);
    return parameters;
}

/// Σ −t·log p over the batch, for t the softmax of the teacher's logits and p that of these.
TensorId emitSum(LossCall& call, TensorId logits, TensorId teacher)
{
    std::vector<TensorId> inputs{logits, teacher};
    if (call.weights() != noTensor)
        inputs.push_back(call.weights());
    return call.emitter().emit(ops::softmaxCrossEntropy, std::make_shared<CrossEntropyAttributes>(), std::move(inputs))[0];
}

} // namespace

LossSpec distillation()
{
    const ParameterBuilder<Parameters> parameters = declare();
    LossSpec spec;
    spec.id = "distillation";
    spec.title = NS_TEXT("distillation", "Distillation");
    spec.shortTitle = NS_TEXT("distillation", "Distillation");
    spec.doc = NS_TEXT("distillation",
                       "How far the predicted distribution is from a teacher's at a temperature T: T²·Σ t·log(t/p) along the last "
                       "axis, where t and p are the softmax of both networks' logits, divided by T (Hinton et al. 2015). The "
                       "target is a layer of the network whose numbers are the teacher's logits.");
    spec.parameters = parameters.specs();
    spec.appliedActivation = "softmax";
    spec.targetIsLogits = true;
    spec.problem = [](const ParameterMap&, const Shape& output, const Shape& target, int classes) -> std::optional<Message> {
        if (classes > 0 || target.rank() == 0)
            return Message(NS_MESSAGE("distillation.target",
                                      "distillation learns from the logits of another network, not from classes or numbers; name "
                                      "its last layer as target_layer"));
        return shapeProblem(output, target);
    };
    // The difference of two cross-entropies: the student's, and the teacher's with itself, which no weight depends on.
    spec.lower = [parameters](const ParameterMap& values, LossCall& call) {
        const double temperature = parameters.bind(values).temperature;
        Emitter& emitter = call.emitter();
        const TensorId softened = emitScale(emitter, call.logits("softmax"), 1.0 / temperature);
        const TensorId taught = emitScale(emitter, call.target(), 1.0 / temperature);
        const TensorId teacher = emitter.emitOne(ops::softmax, noAttributes(), {taught});
        const TensorId divergence =
            emitMerge(emitter, Merge::subtract, emitSum(call, softened, teacher), emitSum(call, taught, teacher));
        call.setSum(emitScale(emitter, divergence, temperature * temperature));
    };
    return spec;
}

} // namespace netsmith::loss
