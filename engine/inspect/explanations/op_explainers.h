#pragma once

#include "engine/inspect/explanations/program_reader.h"
#include "engine/ops/activation.h"

/// What computes single numbers of ops and says how; see `explainerOf`.
namespace netsmith::inspect::explain {

// windows
double conv2d(OpCall& call);
double conv3d(OpCall& call);
double averagePool(OpCall& call);
double maxPool(OpCall& call);
double upsample(OpCall& call);

// sums
double dense(OpCall& call);
double batchMatmul(OpCall& call);
double addBias(OpCall& call);
double add(OpCall& call);
double merge(OpCall& call);
double scale(OpCall& call);
double affine(OpCall& call);

// functions
double activation(OpCall& call);
double prelu(OpCall& call);
double fakeQuantize(OpCall& call);
double fakeQuantizeRows(OpCall& call);
double fakeQuantizeWeights(OpCall& call);
double softmax(OpCall& call);

// normalizations
double batchNorm(OpCall& call);
double batchNormOfBatch(OpCall& call);
double batchNormBackward(OpCall& call);
double batchNormInferenceBackward(OpCall& call);
double groupNorm(OpCall& call);
double layerNorm(OpCall& call);

// moves
double view(OpCall& call);
double transpose(OpCall& call);
double pad(OpCall& call);
double concat(OpCall& call);
double slice(OpCall& call);
double maskSteps(OpCall& call);
double lengthMask(OpCall& call);
double tokenMask(OpCall& call);
double constant(OpCall& call);
double embedding(OpCall& call);

// draws
double dropout(OpCall& call);
double gaussianNoise(OpCall& call);

double recurrence(OpCall& call);

// gradients
double denseBackwardData(OpCall& call);
double denseBackwardWeights(OpCall& call);
double activationBackward(OpCall& call);
double softmaxBackward(OpCall& call);
double crossEntropyBackward(OpCall& call);

// gradients of windows
double conv2dBackwardData(OpCall& call);
double conv2dBackwardWeights(OpCall& call);
double conv3dBackwardData(OpCall& call);
double conv3dBackwardWeights(OpCall& call);
double maxPoolBackward(OpCall& call);
double averagePoolBackward(OpCall& call);

/// A function of one number; `alpha` of those that have one.
double activate(Activation kind, double x, double alpha);
/// Its derivative, from what `slopeReads` says. Where it has no short formula, its difference quotient: twelve digits are the same.
double slopeFrom(const ActivationAttributes& of, double read);

} // namespace netsmith::inspect::explain
