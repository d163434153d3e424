#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct ConfusionAttributes : Attributes {
    bool rows =
        true; ///< rows of C numbers, the first maximum of which is the class; else each number is a class, 1 above `threshold`
    double threshold = 0.5;
    bool totals = false; ///< three sums per class instead of the matrix
    std::string text() const override;
};

namespace ops {
/// prediction, target → counts, f32. Rows: the target is i32 classes or f32 distributions whose first maximum counts. Else it has
/// the prediction's shape, and is 1 where it is more than a half. The counts are a matrix [C·C], row by row of the right class,
/// within it by the predicted one, C being 2 without rows; or totals [3·C]: how often each class was right, predicted, there;
/// without rows those of class 1 alone, [3]. What holds a NaN or names a class out of range (without rows: one below 0) is not
/// counted.
extern const OpSpec confusion;
} // namespace ops

} // namespace netsmith
