#include "engine/cuda/convolutions/convolution.h"

#include "engine/cuda/convolutions/convolution_choice.h"
#include "engine/cuda/convolutions/im2col_convolution.h"
#include "engine/cuda/convolutions/planned_convolution.h"

namespace netsmith::cuda {

bool planConvolutions = true;

namespace {

template <class Plan, class Im2col>
Lowered lowerBy(const Plan& plan, const Im2col& im2col, const LoweringContext& context, const Op& op, const Convolution& conv)
{
    if (planConvolutions)
        if (auto planned = plan(context, op, conv))
            return fasterConvolution(context, op, *std::move(planned), [&] { return im2col(context, op, conv); });
    return im2col(context, op, conv);
}

} // namespace

Lowered lowerForward(const LoweringContext& context, const Op& op, const Convolution& conv)
{
    return lowerBy(planForward, lowerForwardByIm2col, context, op, conv);
}

Lowered lowerBackwardData(const LoweringContext& context, const Op& op, const Convolution& conv)
{
    return lowerBy(planBackwardData, lowerBackwardDataByIm2col, context, op, conv);
}

Lowered lowerBackwardWeights(const LoweringContext& context, const Op& op, const Convolution& conv)
{
    return lowerBy(planBackwardWeights, lowerBackwardWeightsByIm2col, context, op, conv);
}

} // namespace netsmith::cuda
