#include "engine/cuda/convolution.h"

#include "engine/cuda/patch_convolution.h"
#include "engine/cuda/planned_convolution.h"

namespace netsmith::cuda {

bool planConvolutions = true;

namespace {

template <class Plan, class Patches>
Lowered lowerBy(const Plan& plan, const Patches& patches, const LoweringContext& context, const Op& op, const Convolution& conv)
{
    if (planConvolutions)
        if (auto planned = plan(context, op, conv))
            return *std::move(planned);
    return patches(context, op, conv);
}

} // namespace

Lowered lowerForward(const LoweringContext& context, const Op& op, const Convolution& conv)
{
    return lowerBy(planForward, lowerForwardByPatches, context, op, conv);
}

Lowered lowerBackwardData(const LoweringContext& context, const Op& op, const Convolution& conv)
{
    return lowerBy(planBackwardData, lowerBackwardDataByPatches, context, op, conv);
}

Lowered lowerBackwardWeights(const LoweringContext& context, const Op& op, const Convolution& conv)
{
    return lowerBy(planBackwardWeights, lowerBackwardWeightsByPatches, context, op, conv);
}

} // namespace netsmith::cuda
