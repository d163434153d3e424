#pragma once

#include "engine/ops/op.h"

namespace netsmith {

/// The largest norm of the weights into each unit: those along all axes but the last (Srebro et al. 2005; Keras's MaxNorm over
/// these).
struct MaxNormAttributes : Attributes {
    explicit MaxNormAttributes(double limit)
        : limit(limit)
    {
    }
    double limit;
    std::string text() const override;
};

namespace ops {
/// w, status → w: columns longer than the limit are scaled down to it; nothing if status is not 0
extern const OpSpec maxNorm;
} // namespace ops

} // namespace netsmith
