#pragma once

#include "engine/graph/specs/spec.h"

namespace netsmith::metric {

struct Threshold {
    double threshold = 0.5;
};

inline ParameterBuilder<Threshold> declareThreshold()
{
    ParameterBuilder<Threshold> parameters;
    parameters
        .real("threshold", &Threshold::threshold, NS_TEXT("metric", "Threshold"),
              NS_TEXT("metric",
                      "The probability above which a single output says yes; with an output for each class, the largest counts."))
        .hard({0.0, 1.0, true, true})
        .usual(0.1, 0.9);
    return parameters;
}

} // namespace netsmith::metric
