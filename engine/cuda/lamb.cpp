#include "engine/ops/lamb.h"

#include "engine/cuda/kernels/lamb.h"
#include "engine/cuda/update_control.h"

namespace netsmith::cuda {

template <>
Lowered lower<ops::lamb>(const LoweringContext&, const Op& op)
{
    return lowerTo(
        [attributes = op.as<LambAttributes>()](const Addresses& at, Stream& stream) {
            kernels::lamb(stream, attributes, updateControlOf(at), at.in<float>(1), at.out<float>(0), at.out<float>(1),
                          at.out<float>(2), at.workspace);
        },
        {kernels::lambWorkspace(), {}});
}

} // namespace netsmith::cuda
