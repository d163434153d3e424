#include "engine/cuda/lowerings.h"

#include <algorithm>

namespace netsmith::cuda {
namespace {

struct Row {
    std::string_view op;
    LowerFunction lower;
};

constexpr Row table[] = {
    // clang-format off
    {"absolute_error", &lowerAbsoluteError},
    {"accuracy", &lowerAccuracy},
    {"activation", &lowerActivation},
    {"activation_backward", &lowerActivationBackward},
    {"adam", &lowerAdam},
    {"add", &lowerAdd},
    {"advance", &lowerAdvance},
    {"avg_pool2d", &lowerAvgPool2d},
    {"avg_pool2d_backward", &lowerAvgPool2dBackward},
    {"batch_norm", &lowerBatchNorm},
    {"batch_norm_backward", &lowerBatchNormBackward},
    {"batch_norm_inference", &lowerBatchNormInference},
    {"cast", &lowerCast},
    {"commit_statistics", &lowerCommitStatistics},
    {"concat", &lowerConcat},
    {"constant", &lowerConstant},
    {"conv2d", &lowerConv2d},
    {"conv2d_backward_data", &lowerConv2dBackwardData},
    {"conv2d_backward_weights", &lowerConv2dBackwardWeights},
    {"copy", &lowerCopy},
    {"cross_entropy", &lowerCrossEntropy},
    {"cross_entropy_backward", &lowerCrossEntropyBackward},
    {"dense", &lowerDense},
    {"dense_backward_data", &lowerDenseBackwardData},
    {"dense_backward_weights", &lowerDenseBackwardWeights},
    {"dropout", &lowerDropout},
    {"dropout_backward", &lowerDropoutBackward},
    {"fold_batch_norm", &lowerFoldBatchNorm},
    {"gather", &lowerGather},
    {"guard", &lowerGuard},
    {"max_pool2d", &lowerMaxPool2d},
    {"max_pool2d_backward", &lowerMaxPool2dBackward},
    {"record", &lowerRecord},
    {"reshape", &lowerReshape},
    {"sgd", &lowerSgd},
    {"slice", &lowerSlice},
    {"softmax", &lowerSoftmax},
    {"softmax_backward", &lowerSoftmaxBackward},
    {"softmax_cross_entropy", &lowerSoftmaxCrossEntropy},
    {"softmax_cross_entropy_backward", &lowerSoftmaxCrossEntropyBackward},
    {"squared_error", &lowerSquaredError},
    {"squared_error_backward", &lowerSquaredErrorBackward},
    {"sum_squares", &lowerSumSquares},
    // clang-format on
};

} // namespace

LowerFunction lowering(std::string_view op)
{
    const auto found = std::ranges::find(table, op, &Row::op);
    return found == std::end(table) ? nullptr : found->lower;
}

} // namespace netsmith::cuda
