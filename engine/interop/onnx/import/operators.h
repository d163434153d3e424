#pragma once

#include "engine/interop/onnx/import/node_call.h"

#include <string_view>

namespace netsmith::interop {

/// Makes layers of a node, or constants. Throws why it can't.
using OperatorImport = void (*)(NodeCall&);

/// Nothing for an operator that no layer can express.
OperatorImport importOf(std::string_view op);
/// Computes a node all of whose inputs are constants, or that only asks for shapes; false: it can't.
bool foldConstants(NodeCall& call);
/// Whether it computes such a node if its inputs are constants.
bool isFolded(std::string_view op);

// By kin, as the sources are called.
void importConvolution(NodeCall& call);
void importTransposedConvolution(NodeCall& call);
void importMaxPooling(NodeCall& call);
void importAveragePooling(NodeCall& call);
void importGlobalPooling(NodeCall& call);
void importReduction(NodeCall& call);
void importGemm(NodeCall& call);
void importMatMul(NodeCall& call);
void importGather(NodeCall& call);
void importBatchNormalization(NodeCall& call);
void importInstanceNormalization(NodeCall& call);
void importGroupNormalization(NodeCall& call);
void importLayerNormalization(NodeCall& call);
void importActivation(NodeCall& call);
void importClip(NodeCall& call);
void importPRelu(NodeCall& call);
void importSoftmax(NodeCall& call);
void importDropout(NodeCall& call);
void importArithmetic(NodeCall& call);
void importVariadic(NodeCall& call);
void importPower(NodeCall& call);
void importIdentity(NodeCall& call);
void importReshape(NodeCall& call);
void importTranspose(NodeCall& call);
void importConcat(NodeCall& call);
void importSlice(NodeCall& call);
void importSplit(NodeCall& call);
void importPad(NodeCall& call);
void importCenterCropPad(NodeCall& call);
void importExpand(NodeCall& call);
void importTile(NodeCall& call);
void importBlocks(NodeCall& call);
void importResize(NodeCall& call);
void importRecurrence(NodeCall& call);

// What several of them do.

[[noreturn]] void refuseBatchAxis(int axis);
/// Throws `onnx.import.batch_places` unless they have as many axes, and the samples along the same one.
void requireSameBatchAxis(std::span<const Flow> flows);
[[noreturn]] void refuseIndex(std::int64_t index, std::int64_t size);
/// The flow with its channels, the model's axis 1, as the last axis and each other axis by itself before it, in order.
Flow channelsLast(NodeCall& call, const Flow& flow);
/// An activation of a layer's output becomes that layer's own where nothing else reads it.
Flow applyActivationOf(NodeCall& call, const Flow& flow, std::string_view layer, ParameterMap parameters = {});
/// Multiplies by a number and adds another.
Flow rescaled(NodeCall& call, const Flow& flow, double scale, double offset);
/// Zeros before and after along an axis, or, if negative, as many numbers fewer.
Flow padded(NodeCall& call, const Flow& flow, int axis, std::int64_t before, std::int64_t after);
/// Each `step`-th number along an axis from `first` on, `count` in all.
Flow sliced(NodeCall& call, const Flow& flow, int axis, std::int64_t first, std::int64_t count, std::int64_t step = 1);
/// The mean or the maximum along an axis, of which one number is left.
Flow reducedAxis(NodeCall& call, const Flow& flow, int axis, std::string_view pooling);
/// The flow repeated along axes of size 1 where the dims are larger.
Flow spread(NodeCall& call, const Flow& flow, std::span<const std::int64_t> dims);
/// Each number along an axis several times.
Flow repeatedAlong(NodeCall& call, const Flow& flow, int axis, std::int64_t times);
/// A layer that merges flows of one shape, or of sizes of 1 that it repeats.
Flow merged(NodeCall& call, std::string_view layer, std::vector<Flow> flows);
/// Flows as one shape with axes in one order, where broadcasting allows it: sizes of 1 remain.
std::vector<Flow> aligned(NodeCall& call, std::vector<Flow> flows);

} // namespace netsmith::interop
