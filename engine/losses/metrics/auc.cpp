#include "engine/losses/metrics/counts.h"
#include "engine/losses/metrics/metrics.h"
#include "engine/losses/pointwise.h"
#include "engine/ops/threshold_counts.h"

namespace netsmith::metric {
namespace {

constexpr std::int64_t thresholds = 200; // Keras's

/// By trapezoids between the thresholds, as Keras's "interpolation" of a ROC curve.
double areaUnder(std::span<const double> counts)
{
    const auto positives = counts.first(counts.size() / 2), negatives = counts.last(counts.size() / 2);
    double area = 0.0;
    for (std::size_t k = 0; k + 1 < positives.size(); ++k)
        area += (share(positives[k], positives[0]) + share(positives[k + 1], positives[0])) / 2.0
            * (share(negatives[k], negatives[0]) - share(negatives[k + 1], negatives[0]));
    return area;
}

} // namespace

MetricSpec auc()
{
    MetricSpec spec;
    spec.id = "auc";
    spec.title = NS_TEXT("auc", "Area under the ROC curve");
    spec.shortTitle = NS_TEXT("auc", "AUC");
    spec.doc = NS_TEXT(
        "auc",
        "The probability that a positive sample gets a larger output than a negative one, estimated with 200 thresholds; with "
        "several classes each output is a yes or no to its class. An output without a sigmoid or softmax is taken as logits.");
    spec.higherIsBetter = true;
    spec.problem = [](const ParameterMap&, const Shape& output, const Shape& target, int classes) {
        return countsProblem(output, target, classes, 65536);
    };
    spec.lower = [](const ParameterMap&, LossCall& call) {
        Emitter& emitter = call.emitter();
        const TensorId probabilities = emitProbabilities(call);
        const bool rows = emitter.shape(call.prediction()).elements() != emitter.shape(call.target()).elements();
        call.setSum(emitter.emitOne(ops::thresholdCounts, std::make_shared<ThresholdCountsAttributes>(thresholds),
                                    {probabilities, rows ? call.countedTarget() : loss::shaped(call, call.countedTarget())}));
    };
    spec.finish = [](std::span<const double> counts, double) { return areaUnder(counts); };
    return spec;
}

} // namespace netsmith::metric
