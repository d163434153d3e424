#pragma once

#include "engine/plan/passes/fixed_tensors.h"

namespace netsmith {

/// A convolution of one group or a dense layer whose input and weights are rounded to 8 bits ⇒ a product of integers; and where
/// another such layer reads the result alone, the product stores that layer's codes. Only where weights and ranges are fixed.
/// After all other fusion.
void fuseQuantizedProducts(LogicalPlan& plan, Program& program, const FixedTensors& fixed);

} // namespace netsmith
