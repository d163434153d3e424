#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct ScaleAttributes : Attributes {
    explicit ScaleAttributes(double factor)
        : factor(factor)
    {
    }
    double factor;
    std::string text() const override;
};

namespace ops {
extern const OpSpec scale; ///< x → factor · x
} // namespace ops

TensorId emitScale(Emitter& emitter, TensorId x, double factor);

} // namespace netsmith
