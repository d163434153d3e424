#include "engine/cpu/kernels/bf16_speed.h"

namespace netsmith::kernels {

Bf16Speed bf16Speed(const Bf16Facts& facts)
{
    if (!facts.avx512 || !(facts.avx512Bf16 || facts.amx))
        return Bf16Speed::none;
    return facts.amx || facts.amd ? Bf16Speed::fast : Bf16Speed::slow;
}

} // namespace netsmith::kernels
