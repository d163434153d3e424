#pragma once

#include "engine/graph/objective_spec.h"

/// The declaration of every metric, one file each.
namespace netsmith::metric {

MetricSpec accuracy();
MetricSpec auc();
MetricSpec binaryAccuracy();
MetricSpec confusionMatrix();
MetricSpec f1Score();
MetricSpec meanAbsoluteError();
MetricSpec precision();
MetricSpec r2Score();
MetricSpec recall();
MetricSpec rootMeanSquaredError();
MetricSpec topKAccuracy();

} // namespace netsmith::metric
