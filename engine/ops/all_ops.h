#pragma once

#include "engine/ops/accuracy.h"
#include "engine/ops/activation.h"
#include "engine/ops/adaptive_update.h"
#include "engine/ops/add.h"
#include "engine/ops/add_bias.h"
#include "engine/ops/affine.h"
#include "engine/ops/all_reduce.h"
#include "engine/ops/batch_matmul.h"
#include "engine/ops/batch_norm.h"
#include "engine/ops/begin_state.h"
#include "engine/ops/blur.h"
#include "engine/ops/cast.h"
#include "engine/ops/concat.h"
#include "engine/ops/confusion.h"
#include "engine/ops/constant.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/conv3d.h"
#include "engine/ops/copy.h"
#include "engine/ops/cosine_similarity.h"
#include "engine/ops/count_steps.h"
#include "engine/ops/cross_entropy.h"
#include "engine/ops/dense.h"
#include "engine/ops/dropout.h"
#include "engine/ops/embedding.h"
#include "engine/ops/erase.h"
#include "engine/ops/fold_batch_norm.h"
#include "engine/ops/gather.h"
#include "engine/ops/gaussian_noise.h"
#include "engine/ops/gradient_steps.h"
#include "engine/ops/group_norm.h"
#include "engine/ops/lamb.h"
#include "engine/ops/layer_norm.h"
#include "engine/ops/length_mask.h"
#include "engine/ops/loss_scale.h"
#include "engine/ops/mask_steps.h"
#include "engine/ops/max_norm.h"
#include "engine/ops/merge.h"
#include "engine/ops/mix.h"
#include "engine/ops/moving_average.h"
#include "engine/ops/muon.h"
#include "engine/ops/pad.h"
#include "engine/ops/pointwise_loss.h"
#include "engine/ops/pool2d.h"
#include "engine/ops/prelu.h"
#include "engine/ops/r2_sums.h"
#include "engine/ops/recolor.h"
#include "engine/ops/recurrence.h"
#include "engine/ops/reshape.h"
#include "engine/ops/round.h"
#include "engine/ops/scale.h"
#include "engine/ops/softmax.h"
#include "engine/ops/stop_gradient.h"
#include "engine/ops/target_weights.h"
#include "engine/ops/threshold_counts.h"
#include "engine/ops/token_mask.h"
#include "engine/ops/top_k_accuracy.h"
#include "engine/ops/transpose.h"
#include "engine/ops/update.h"
#include "engine/ops/upsample.h"
#include "engine/ops/warp.h"
#include "engine/ops/warp_boxes.h"
#include "engine/ops/weight_penalty.h"

#include <span>
#include <string_view>
#include <utility>

namespace netsmith {

template <const OpSpec&... specs>
struct OpList {
};

/// All ops, in alphabetical order: each backend builds its table from this, so that a missing one does not link.
using AllOps = OpList<
    // clang-format off
    ops::accumulateGradients,
    ops::accuracy,
    ops::activation,
    ops::activationBackward,
    ops::adadelta,
    ops::adagrad,
    ops::adam,
    ops::add,
    ops::addAccumulated,
    ops::addBias,
    ops::addBiasBackward,
    ops::advance,
    ops::affine,
    ops::allReduce,
    ops::avgPool2d,
    ops::avgPool2dBackward,
    ops::batchMatmul,
    ops::batchNorm,
    ops::batchNormBackward,
    ops::batchNormInference,
    ops::batchNormInferenceBackward,
    ops::beginState,
    ops::blur,
    ops::cast,
    ops::clipValues,
    ops::commitStatistics,
    ops::concat,
    ops::confusion,
    ops::constant,
    ops::conv2d,
    ops::conv2dBackwardData,
    ops::conv2dBackwardWeights,
    ops::conv3d,
    ops::conv3dBackwardData,
    ops::conv3dBackwardWeights,
    ops::copy,
    ops::cosineSimilarity,
    ops::cosineSimilarityBackward,
    ops::countSteps,
    ops::crossEntropy,
    ops::crossEntropyBackward,
    ops::dense,
    ops::denseBackwardData,
    ops::denseBackwardWeights,
    ops::dropout,
    ops::dropoutBackward,
    ops::embedding,
    ops::embeddingBackward,
    ops::erase,
    ops::foldBatchNorm,
    ops::gather,
    ops::gaussianNoise,
    ops::groupNorm,
    ops::groupNormBackward,
    ops::guard,
    ops::lamb,
    ops::layerNorm,
    ops::layerNormBackward,
    ops::lengthMask,
    ops::lion,
    ops::lossScale,
    ops::maskSteps,
    ops::maxNorm,
    ops::maxPool2d,
    ops::maxPool2dBackward,
    ops::merge,
    ops::mergeBackward,
    ops::mixImages,
    ops::mixTargets,
    ops::movingAverage,
    ops::muon,
    ops::nadam,
    ops::pad,
    ops::pointwiseLoss,
    ops::pointwiseLossBackward,
    ops::prelu,
    ops::preluBackward,
    ops::r2Sums,
    ops::recolor,
    ops::record,
    ops::recurrence,
    ops::recurrenceBackward,
    ops::recurrenceBackwardWeights,
    ops::reshape,
    ops::rmsprop,
    ops::round,
    ops::scale,
    ops::scaledGuard,
    ops::sgd,
    ops::slice,
    ops::softmax,
    ops::softmaxBackward,
    ops::softmaxCrossEntropy,
    ops::softmaxCrossEntropyBackward,
    ops::stopGradient,
    ops::sumSquares,
    ops::targetWeights,
    ops::thresholdCounts,
    ops::tokenMask,
    ops::topKAccuracy,
    ops::transpose,
    ops::upsample,
    ops::upsampleBackward,
    ops::warp,
    ops::warpBoxes,
    ops::weightPenalty,
    ops::weightPenaltyBackward
    // clang-format on
    >;

/// What a backend has for each op: `rows` pairs ops with functions.
template <class F>
F functionFor(std::string_view op, std::span<const std::pair<const OpSpec*, F>> rows)
{
    for (const auto& [spec, function] : rows)
        if (spec->name == op)
            return function;
    return nullptr;
}

} // namespace netsmith
