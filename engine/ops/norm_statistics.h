#pragma once

#include "engine/ops/norm_steps.h"

namespace netsmith {

/// Those of `ops::batchNorm`, whose inputs and outputs are at these addresses of a backend.
template <class Addresses>
NormStatistics statisticsAt(const Addresses& at, float epsilon, float momentum)
{
    return {.epsilon = epsilon,
            .momentum = momentum,
            .movingMean = at.template in<float>(3),
            .movingVariance = at.template in<float>(4),
            .mean = at.template out<float>(1),
            .inverse = at.template out<float>(2),
            .nextMean = at.template out<float>(3),
            .nextVariance = at.template out<float>(4)};
}

} // namespace netsmith
