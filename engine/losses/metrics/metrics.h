#pragma once

#include "engine/graph/specs/objective_spec.h"

#include <array>

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

/// All of them, in alphabetical order of their ids.
inline constexpr std::array all{accuracy,
                                auc,
                                balancedAccuracy,
                                binaryAccuracy,
                                cohenKappa,
                                confusionMatrix,
                                f1Score,
                                matthewsCorrelation,
                                meanAbsoluteError,
                                meanAbsolutePercentageError,
                                precision,
                                r2Score,
                                recall,
                                rootMeanSquaredError,
                                topKAccuracy};

} // namespace netsmith::metric
