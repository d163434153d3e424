#pragma once

#include "engine/ops/activation.h"

namespace netsmith {

/// y = activation(x·w + b) over the last axis; leading axes are rows.
struct DenseAttributes : Attributes {
    Activation activation = Activation::none; ///< set by fusion
    bool bias = true;
    std::string text() const override;
};

namespace ops {
extern const OpSpec dense; ///< x […,K], w [K,N][, b [N]] → y […,N]
extern const OpSpec denseBackwardData; ///< dy […,N], w → dx […,K]
extern const OpSpec denseBackwardWeights; ///< x, dy → dw[, db]: f32 whatever the type of x
} // namespace ops

} // namespace netsmith
