#pragma once

#include "engine/ops/op.h"

namespace netsmith {

/// Removes ops whose results are not read and are not `kept`: for example a softmax that was fused into the loss.
void dropUnused(std::span<const TensorInfo> tensors, Program& program, std::span<const TensorId> kept);

} // namespace netsmith
