#include "engine/losses/registry.h"

#include "engine/losses/losses.h"
#include "engine/losses/metrics/metrics.h"

namespace netsmith {

const LossRegistry& losses()
{
    static const LossRegistry registry({
        loss::binaryCrossentropy(),
        loss::binaryFocalCrossentropy(),
        loss::categoricalCrossentropy(),
        loss::categoricalFocalCrossentropy(),
        loss::cosineSimilarity(),
        loss::hinge(),
        loss::huber(),
        loss::klDivergence(),
        loss::logCosh(),
        loss::meanAbsoluteError(),
        loss::meanSquaredError(),
        loss::poisson(),
        loss::sparseCategoricalCrossentropy(),
        loss::squaredHinge(),
    });
    return registry;
}

const MetricRegistry& metrics()
{
    static const MetricRegistry registry({
        metric::accuracy(),
        metric::auc(),
        metric::balancedAccuracy(),
        metric::binaryAccuracy(),
        metric::cohenKappa(),
        metric::confusionMatrix(),
        metric::f1Score(),
        metric::matthewsCorrelation(),
        metric::meanAbsoluteError(),
        metric::meanAbsolutePercentageError(),
        metric::precision(),
        metric::r2Score(),
        metric::recall(),
        metric::rootMeanSquaredError(),
        metric::topKAccuracy(),
    });
    return registry;
}

} // namespace netsmith
