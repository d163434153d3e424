#pragma once

#include "engine/cuda/kernels/optimizer.h"
#include "engine/ops/lamb.h"

namespace netsmith::cuda::kernels {

/// The formula is in ops/lamb.h; each range is a parameter.
class Lamb {
public:
    explicit Lamb(const LambAttributes& attributes)
        : m_attributes(attributes)
    {
    }
    /// Bytes.
    std::int64_t workspace() const;
    void operator()(Stream& stream, const UpdateControl& control, const float* gradients, float* weights, float* m, float* v,
                    void* workspace) const;

private:
    LambAttributes m_attributes;
};

} // namespace netsmith::cuda::kernels
