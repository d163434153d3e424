#pragma once

#include "engine/ops/op.h"

namespace netsmith {

/// Removes ops whose results are not read and are not `kept`: for example a softmax that was fused into the loss.
void dropUnused(std::span<const TensorInfo> tensors, Program& program, std::span<const TensorId> kept);

/// Removes all ops but those that the `wanted` tensors are computed by, also those that write what lasts beyond the program.
void keepOnly(Program& program, std::span<const TensorId> wanted);

} // namespace netsmith
