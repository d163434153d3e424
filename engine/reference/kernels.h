#pragma once

#include "engine/reference/call.h"

namespace netsmith::reference {

// Each in the file of its op's basename; `kernel_table.cpp` names them all.
void absoluteError(const Call& call);
void accuracy(const Call& call);
void activation(const Call& call);
void activationBackward(const Call& call);
void adam(const Call& call);
void add(const Call& call);
void advance(const Call& call);
void avgPool2d(const Call& call);
void avgPool2dBackward(const Call& call);
void batchNorm(const Call& call);
void batchNormBackward(const Call& call);
void batchNormInference(const Call& call);
void cast(const Call& call);
void commitStatistics(const Call& call);
void concat(const Call& call);
void constant(const Call& call);
void conv2d(const Call& call);
void conv2dBackwardData(const Call& call);
void conv2dBackwardWeights(const Call& call);
void copy(const Call& call);
void crossEntropy(const Call& call);
void crossEntropyBackward(const Call& call);
void dense(const Call& call);
void denseBackwardData(const Call& call);
void denseBackwardWeights(const Call& call);
void dropout(const Call& call);
void dropoutBackward(const Call& call);
void foldBatchNorm(const Call& call);
void gather(const Call& call);
void guard(const Call& call);
void maxPool2d(const Call& call);
void maxPool2dBackward(const Call& call);
void record(const Call& call);
void reshape(const Call& call);
void sgd(const Call& call);
void slice(const Call& call);
void softmax(const Call& call);
void softmaxBackward(const Call& call);
void softmaxCrossEntropy(const Call& call);
void softmaxCrossEntropyBackward(const Call& call);
void squaredError(const Call& call);
void squaredErrorBackward(const Call& call);
void sumSquares(const Call& call);

} // namespace netsmith::reference
