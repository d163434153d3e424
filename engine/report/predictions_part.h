#pragma once

#include "engine/inspect/predictions/predictions.h"

namespace netsmith::report {

/// What a run's network predicted, as parts of a page: for classes the confusion matrix, or the most common confusions if there are
/// many, and each class's scores; for numbers their errors and a diagram of predicted over right ones.
std::string predictionsPart(const inspect::RunPredictions& predictions);

} // namespace netsmith::report
