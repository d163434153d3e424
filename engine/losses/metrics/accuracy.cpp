#include "engine/ops/accuracy.h"

#include "engine/losses/crossentropy.h"
#include "engine/losses/metrics/metrics.h"
#include "engine/ops/objective_call.h"

namespace netsmith::metric {

MetricSpec accuracy()
{
    MetricSpec spec;
    spec.id = "accuracy";
    spec.title = NS_TEXT("accuracy", "Accuracy");
    spec.doc = NS_TEXT("accuracy", "The fraction of samples whose largest output is the right class.");
    spec.higherIsBetter = true;
    spec.format = MetricFormat::percent;
    spec.problem = [](const ParameterMap&, const Shape& output, const Shape& target, int classes) {
        return classes > 0 ? loss::classProblem(output, target, classes) : loss::shapeProblem(output, target);
    };
    spec.lower = [](const ParameterMap&, LossCall& call) {
        // A softmax keeps the order, so it is not needed if the loss takes the logits.
        const TensorId logits = call.beforeActivation("softmax");
        const TensorId ranked = logits == noTensor ? call.prediction() : logits;
        call.setSum(call.emitter().emitOne(ops::accuracy, noAttributes(), {ranked, call.countedTarget()}));
    };
    return spec;
}

} // namespace netsmith::metric
