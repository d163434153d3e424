#pragma once

#include "engine/plan/network_lowering.h"

namespace netsmith {

/// For each node, in this order, the tensor of its first output and its gradient. `lowered` is the forward program before unused
/// ops were dropped; `gradients` are those of the emitter's program.
std::vector<LayerTensors> layerTensors(Emitter& emitter, const Program& lowered, const NetworkLowering::Outputs& outputs,
                                       std::span<const std::string> order, const std::map<TensorId, TensorId>& gradients);

} // namespace netsmith
