#pragma once

#include "engine/graph/specs/layer_spec.h"
#include "engine/graph/specs/onnx_call.h"
#include "engine/ops/layer_call.h"

// What layers share that leave out steps of a sequence.
namespace netsmith::layer {

/// The optional port "mask", beside the sequence's own.
PortSpec maskPort();

/// Throws `layer.mask` unless the wire into "mask", if there is one, brings one number for each step of the sequence.
void requireMask(std::span<const Shape> inputs);

/// Which steps count, f32 [N,T] with 0 for those that don't: by the wire into "mask", or else by the sequence's own padding;
/// `noTensor` if all count.
TensorId stepMask(LayerCall& call);

/// The same in an ONNX graph: 1 or 0 for each step; empty if all count.
OnnxCall::Value onnxStepMask(OnnxCall& call);

} // namespace netsmith::layer
