#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct TopKAccuracyAttributes : Attributes {
    explicit TopKAccuracyAttributes(std::int64_t k)
        : k(k)
    {
    }
    std::int64_t k;
    std::string text() const override { return "k " + std::to_string(k); }
};

namespace ops {
/// prediction […,C], target (i32 classes, or f32 distributions whose first maximum counts) → the number of rows where fewer than k
/// numbers are larger than the right class's, divided by the rows a sample; a row with a NaN is wrong; f32
extern const OpSpec topKAccuracy;
} // namespace ops

} // namespace netsmith
