#include "engine/inspect/explanations/op_explainers.h"

#include "engine/ops/add.h"
#include "engine/ops/add_bias.h"
#include "engine/ops/affine.h"
#include "engine/ops/batch_matmul.h"
#include "engine/ops/batch_norm.h"
#include "engine/ops/cast.h"
#include "engine/ops/concat.h"
#include "engine/ops/constant.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/conv3d.h"
#include "engine/ops/copy.h"
#include "engine/ops/cross_entropy.h"
#include "engine/ops/dense.h"
#include "engine/ops/dropout.h"
#include "engine/ops/embedding.h"
#include "engine/ops/fake_quantize.h"
#include "engine/ops/gaussian_noise.h"
#include "engine/ops/group_norm.h"
#include "engine/ops/layer_norm.h"
#include "engine/ops/length_mask.h"
#include "engine/ops/mask_steps.h"
#include "engine/ops/merge.h"
#include "engine/ops/pad.h"
#include "engine/ops/pool2d.h"
#include "engine/ops/prelu.h"
#include "engine/ops/recurrence.h"
#include "engine/ops/reshape.h"
#include "engine/ops/scale.h"
#include "engine/ops/softmax.h"
#include "engine/ops/stop_gradient.h"
#include "engine/ops/token_mask.h"
#include "engine/ops/transpose.h"
#include "engine/ops/upsample.h"

#include <map>

namespace netsmith::inspect {

ExplainOp explainerOf(const OpSpec& op)
{
    static const std::map<const OpSpec*, ExplainOp> all{
        {&ops::activation, explain::activation},
        {&ops::activationBackward, explain::activationBackward},
        {&ops::add, explain::add},
        {&ops::addBias, explain::addBias},
        {&ops::affine, explain::affine},
        {&ops::avgPool2d, explain::averagePool},
        {&ops::avgPool2dBackward, explain::averagePoolBackward},
        {&ops::batchMatmul, explain::batchMatmul},
        {&ops::batchNorm, explain::batchNormOfBatch},
        {&ops::batchNormBackward, explain::batchNormBackward},
        {&ops::batchNormInference, explain::batchNorm},
        {&ops::batchNormInferenceBackward, explain::batchNormInferenceBackward},
        {&ops::cast, explain::view},
        {&ops::concat, explain::concat},
        {&ops::constant, explain::constant},
        {&ops::conv2d, explain::conv2d},
        {&ops::conv2dBackwardData, explain::conv2dBackwardData},
        {&ops::conv2dBackwardWeights, explain::conv2dBackwardWeights},
        {&ops::conv3d, explain::conv3d},
        {&ops::conv3dBackwardData, explain::conv3dBackwardData},
        {&ops::conv3dBackwardWeights, explain::conv3dBackwardWeights},
        {&ops::copy, explain::view},
        {&ops::crossEntropyBackward, explain::crossEntropyBackward},
        {&ops::dense, explain::dense},
        {&ops::denseBackwardData, explain::denseBackwardData},
        {&ops::denseBackwardWeights, explain::denseBackwardWeights},
        {&ops::dropout, explain::dropout},
        {&ops::embedding, explain::embedding},
        {&ops::fakeQuantize, explain::fakeQuantize},
        {&ops::fakeQuantizeRows, explain::fakeQuantizeRows},
        {&ops::fakeQuantizeWeights, explain::fakeQuantizeWeights},
        {&ops::gaussianNoise, explain::gaussianNoise},
        {&ops::groupNorm, explain::groupNorm},
        {&ops::layerNorm, explain::layerNorm},
        {&ops::lengthMask, explain::lengthMask},
        {&ops::maskSteps, explain::maskSteps},
        {&ops::maxPool2d, explain::maxPool},
        {&ops::maxPool2dBackward, explain::maxPoolBackward},
        {&ops::merge, explain::merge},
        {&ops::pad, explain::pad},
        {&ops::prelu, explain::prelu},
        {&ops::recurrence, explain::recurrence},
        {&ops::reshape, explain::view},
        {&ops::scale, explain::scale},
        {&ops::slice, explain::slice},
        {&ops::softmax, explain::softmax},
        {&ops::softmaxBackward, explain::softmaxBackward},
        {&ops::stopGradient, explain::view},
        {&ops::tokenMask, explain::tokenMask},
        {&ops::transpose, explain::transpose},
        {&ops::upsample, explain::upsample},
    };
    const auto found = all.find(&op);
    if (found != all.end())
        return found->second;
    return op.name == "affine" ? explain::affine : nullptr; // the one that stays in FP32
}

} // namespace netsmith::inspect
