#pragma once

#include "engine/graph/objective_spec.h"

/// The declaration of every metric, one file each.
namespace netsmith::metric {

MetricSpec accuracy();
MetricSpec auc();
MetricSpec balancedAccuracy();
MetricSpec binaryAccuracy();
MetricSpec cohenKappa();
MetricSpec confusionMatrix();
MetricSpec f1Score();
MetricSpec matthewsCorrelation();
MetricSpec meanAbsoluteError();
MetricSpec meanAbsolutePercentageError();
MetricSpec precision();
MetricSpec r2Score();
MetricSpec recall();
MetricSpec rootMeanSquaredError();
MetricSpec topKAccuracy();

} // namespace netsmith::metric
