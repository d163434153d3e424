#include "engine/ops/round.h"

#include "engine/core/bfloat16.h"
#include "engine/core/float16.h"
#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::round>(const Call& call)
{
    const bool half = call.as<RoundAttributes>().to == DataType::f16;
    for (std::int64_t i = 0; i < call.in(0).size(); ++i) {
        const auto value = static_cast<float>(call.in(0)[i]);
        call.out(0)[i] = half ? roundedToHalf(value) : static_cast<float>(BFloat16(value));
    }
}

} // namespace netsmith::reference
