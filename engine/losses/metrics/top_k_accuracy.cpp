#include "engine/losses/crossentropy.h"
#include "engine/losses/metrics/metrics.h"
#include "engine/ops/objective_call.h"
#include "engine/ops/top_k_accuracy.h"

namespace netsmith::metric {
namespace {

struct Parameters {
    std::int64_t k = 5;
};

ParameterBuilder<Parameters> declare()
{
    ParameterBuilder<Parameters> parameters;
    parameters
        .integer("k", &Parameters::k, NS_TEXT("top_k_accuracy", "k"),
                 NS_TEXT("top_k_accuracy", "The right class must be among this many of the largest outputs."))
        .range(1, 65536)
        .usual(2, 10);
    return parameters;
}

} // namespace

MetricSpec topKAccuracy()
{
    const ParameterBuilder<Parameters> parameters = declare();
    MetricSpec spec;
    spec.id = "top_k_accuracy";
    spec.title = NS_TEXT("top_k_accuracy", "Top-k accuracy");
    spec.shortTitle = NS_TEXT("top_k_accuracy", "Top k");
    spec.doc = NS_TEXT("top_k_accuracy", "The fraction of samples whose right class is among the k largest outputs.");
    spec.higherIsBetter = true;
    spec.format = MetricFormat::percent;
    spec.parameters = parameters.specs();
    spec.problem = [parameters](const ParameterMap& values, const Shape& output, const Shape& target,
                                int classes) -> std::optional<Message> {
        if (auto misfit = loss::distributionProblem(output, target, classes))
            return misfit;
        const std::int64_t k = parameters.bind(values).k;
        if (k > output[-1])
            return Message(NS_MESSAGE("metric.k", "k is {0}, more than the {1:output|outputs} of a sample; choose at most {1}"), k,
                           output[-1]);
        return std::nullopt;
    };
    spec.lower = [parameters](const ParameterMap& values, LossCall& call) {
        // A softmax keeps the order, so it is not needed if the loss takes the logits.
        const TensorId logits = call.beforeActivation("softmax");
        const TensorId ranked = logits == noTensor ? call.prediction() : logits;
        call.setSum(call.emitter().emitOne(ops::topKAccuracy, std::make_shared<TopKAccuracyAttributes>(parameters.bind(values).k),
                                           {ranked, call.countedTarget()}));
    };
    return spec;
}

} // namespace netsmith::metric
