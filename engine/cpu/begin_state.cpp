#include "engine/ops/begin_state.h"

#include "engine/cpu/kernel.h"
#include "engine/ops/control.h"

#include <algorithm>

namespace netsmith::cpu {

template <>
Lowered lower<ops::beginState>(const LoweringContext& context, const Op& op)
{
    return lowerTo([count = context.output(op, 0).shape.elements()](const Addresses& at) {
        if (at.in<std::int64_t>(1)[control::position] == 0)
            std::fill_n(at.out<float>(0), count, 0.0f);
        else
            std::copy_n(at.in<float>(0), count, at.out<float>(0));
    });
}

} // namespace netsmith::cpu
