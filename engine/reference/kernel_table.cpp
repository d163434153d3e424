#include "engine/reference/kernels.h"

#include <algorithm>
#include <iterator>

namespace netsmith::reference {

Kernel kernelNamed(std::string_view op)
{
    struct Entry {
        std::string_view op;
        Kernel kernel;
    };
    static constexpr Entry table[] = {
        {"absolute_error", absoluteError},
        {"accuracy", accuracy},
        {"activation", activation},
        {"activation_backward", activationBackward},
        {"adam", adam},
        {"add", add},
        {"advance", advance},
        {"avg_pool2d", avgPool2d},
        {"avg_pool2d_backward", avgPool2dBackward},
        {"batch_norm", batchNorm},
        {"batch_norm_backward", batchNormBackward},
        {"batch_norm_inference", batchNormInference},
        {"cast", cast},
        {"commit_statistics", commitStatistics},
        {"concat", concat},
        {"constant", constant},
        {"conv2d", conv2d},
        {"conv2d_backward_data", conv2dBackwardData},
        {"conv2d_backward_weights", conv2dBackwardWeights},
        {"copy", copy},
        {"cross_entropy", crossEntropy},
        {"cross_entropy_backward", crossEntropyBackward},
        {"dense", dense},
        {"dense_backward_data", denseBackwardData},
        {"dense_backward_weights", denseBackwardWeights},
        {"dropout", dropout},
        {"dropout_backward", dropoutBackward},
        {"fold_batch_norm", foldBatchNorm},
        {"gather", gather},
        {"guard", guard},
        {"max_pool2d", maxPool2d},
        {"max_pool2d_backward", maxPool2dBackward},
        {"record", record},
        {"reshape", reshape},
        {"sgd", sgd},
        {"slice", slice},
        {"softmax", softmax},
        {"softmax_backward", softmaxBackward},
        {"softmax_cross_entropy", softmaxCrossEntropy},
        {"softmax_cross_entropy_backward", softmaxCrossEntropyBackward},
        {"squared_error", squaredError},
        {"squared_error_backward", squaredErrorBackward},
        {"sum_squares", sumSquares},
    };
    const auto* found = std::ranges::find(table, op, &Entry::op);
    return found == std::end(table) ? nullptr : found->kernel;
}

} // namespace netsmith::reference
