#pragma once

#include "engine/ops/emitter.h"

#include <map>

namespace netsmith {

/// A scalar to differentiate, and d(objective)/d(it), also a scalar tensor.
struct Differentiated {
    TensorId loss;
    TensorId seed;
};

/// Appends the backward ops of everything in the emitter's program that leads from a trainable part of the weights to the losses,
/// and assigns the gradient of each part its place in the gradients arena. `trainable` is indexed by segment. Nothing is emitted
/// for what depends only on data, except for the tensors of `wanted`. A part no loss depends on has no gradient written: its place
/// in the arena stays zero. Returns the gradient of each tensor that has one.
std::map<TensorId, TensorId> appendBackward(Emitter& emitter, std::vector<TensorInfo>& tensors,
                                            std::span<const Differentiated> losses, const std::vector<bool>& trainable,
                                            std::span<const TensorId> wanted = {});

} // namespace netsmith
