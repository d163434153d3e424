#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct FoldBatchNormAttributes : Attributes {
    explicit FoldBatchNormAttributes(double epsilon)
        : epsilon(epsilon)
    {
    }
    double epsilon;
    std::string text() const override;
};

namespace ops {
/// w […,C], b or none, gamma, beta, mean, variance → w·s and (b − mean)·s + beta, where s = gamma/√(variance + ε): a convolution or
/// a matrix product that normalises its result by fixed statistics. Created by fusion for evaluation.
extern const OpSpec foldBatchNorm;
} // namespace ops

} // namespace netsmith
