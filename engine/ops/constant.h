#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct ConstantAttributes : Attributes {
    explicit ConstantAttributes(double value)
        : value(value)
    {
    }
    double value;
    std::string text() const override;
};

namespace ops {
extern const OpSpec constant; ///< → an f32 scalar
} // namespace ops

} // namespace netsmith
