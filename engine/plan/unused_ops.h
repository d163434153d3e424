#pragma once

#include "engine/ops/op.h"

namespace netsmith {

/// Removes ops whose results nobody reads and that end in no `kept` tensor: a softmax that was fused into the loss.
void dropUnused(std::span<const TensorInfo> tensors, Program& program, std::span<const TensorId> kept);

} // namespace netsmith
