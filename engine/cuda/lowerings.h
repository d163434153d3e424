#pragma once

#include "engine/cuda/kernel.h"

namespace netsmith::cuda {

// Each in the file of its op's basename; `kernel_table.cpp` names them all.
Lowered lowerAbsoluteError(const LoweringContext& context, const Op& op);
Lowered lowerAccuracy(const LoweringContext& context, const Op& op);
Lowered lowerActivation(const LoweringContext& context, const Op& op);
Lowered lowerActivationBackward(const LoweringContext& context, const Op& op);
Lowered lowerAdam(const LoweringContext& context, const Op& op);
Lowered lowerAdd(const LoweringContext& context, const Op& op);
Lowered lowerAdvance(const LoweringContext& context, const Op& op);
Lowered lowerAvgPool2d(const LoweringContext& context, const Op& op);
Lowered lowerAvgPool2dBackward(const LoweringContext& context, const Op& op);
Lowered lowerBatchNorm(const LoweringContext& context, const Op& op);
Lowered lowerBatchNormBackward(const LoweringContext& context, const Op& op);
Lowered lowerBatchNormInference(const LoweringContext& context, const Op& op);
Lowered lowerCast(const LoweringContext& context, const Op& op);
Lowered lowerCommitStatistics(const LoweringContext& context, const Op& op);
Lowered lowerConcat(const LoweringContext& context, const Op& op);
Lowered lowerConstant(const LoweringContext& context, const Op& op);
Lowered lowerConv2d(const LoweringContext& context, const Op& op);
Lowered lowerConv2dBackwardData(const LoweringContext& context, const Op& op);
Lowered lowerConv2dBackwardWeights(const LoweringContext& context, const Op& op);
Lowered lowerCopy(const LoweringContext& context, const Op& op);
Lowered lowerCrossEntropy(const LoweringContext& context, const Op& op);
Lowered lowerCrossEntropyBackward(const LoweringContext& context, const Op& op);
Lowered lowerDense(const LoweringContext& context, const Op& op);
Lowered lowerDenseBackwardData(const LoweringContext& context, const Op& op);
Lowered lowerDenseBackwardWeights(const LoweringContext& context, const Op& op);
Lowered lowerDropout(const LoweringContext& context, const Op& op);
Lowered lowerDropoutBackward(const LoweringContext& context, const Op& op);
Lowered lowerFoldBatchNorm(const LoweringContext& context, const Op& op);
Lowered lowerGather(const LoweringContext& context, const Op& op);
Lowered lowerGuard(const LoweringContext& context, const Op& op);
Lowered lowerMaxPool2d(const LoweringContext& context, const Op& op);
Lowered lowerMaxPool2dBackward(const LoweringContext& context, const Op& op);
Lowered lowerRecord(const LoweringContext& context, const Op& op);
Lowered lowerReshape(const LoweringContext& context, const Op& op);
Lowered lowerSgd(const LoweringContext& context, const Op& op);
Lowered lowerSlice(const LoweringContext& context, const Op& op);
Lowered lowerSoftmax(const LoweringContext& context, const Op& op);
Lowered lowerSoftmaxBackward(const LoweringContext& context, const Op& op);
Lowered lowerSoftmaxCrossEntropy(const LoweringContext& context, const Op& op);
Lowered lowerSoftmaxCrossEntropyBackward(const LoweringContext& context, const Op& op);
Lowered lowerSquaredError(const LoweringContext& context, const Op& op);
Lowered lowerSquaredErrorBackward(const LoweringContext& context, const Op& op);
Lowered lowerSumSquares(const LoweringContext& context, const Op& op);

} // namespace netsmith::cuda
