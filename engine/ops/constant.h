#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct ConstantAttributes : Attributes {
    explicit ConstantAttributes(double value, Shape shape = Shape())
        : value(value)
        , shape(std::move(shape))
    {
    }
    double value;
    Shape shape; ///< of the output; a scalar by default
    std::string text() const override;
};

namespace ops {
extern const OpSpec constant; ///< → f32, each number `value`
} // namespace ops

} // namespace netsmith
