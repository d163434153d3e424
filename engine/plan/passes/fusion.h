#pragma once

#include "engine/plan/logical_plan.h"

namespace netsmith {

/// What a backend's kernels can fuse; a backend enables what it supports.
struct FusionOptions {
    bool activationIntoProduct = true; ///< conv2d, conv3d or dense, then an activation
    bool reluIntoMaxPool = true; ///< relu, then max pooling, and both backward
    bool activationIntoNorm = true; ///< batch norm[, then add], then relu, and all backward
    bool activationIntoAdd = true; ///< add or add_bias, then an activation
    bool embeddingIntoRecurrence = true; ///< embedding, then a recurrent layer, and all backward: see `fuseEmbeddingIntoRecurrence`
    bool prepacks = false; ///< what depends on weights alone is computed once: see `FixedTensors`
    bool quantizedProducts = false; ///< rounding to 8 bits, then a product: see `fuseQuantizedProducts`
    bool foldNorm = true; ///< conv2d or dense, then batch norm by fixed statistics
};

/// The same plan with fewer ops: only ops are rewritten. Tensors keep their ids; some no longer have an op. Pure, so that
/// every backend shares it and it is tested without one.
LogicalPlan fuse(const LogicalPlan& plan, const FusionOptions& options);

} // namespace netsmith
