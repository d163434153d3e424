#pragma once

#include <string_view>

namespace netsmith::kernels {

/// The instruction sets that own kernels are compiled for; each contains those before it.
enum class Isa { baseline, avx2, avx512 };

/// The instruction set in use: the best this processor has, capped by the environment variable NETSMITH_ISA (baseline, avx2,
/// avx512).
Isa isa();
/// "baseline", "avx2" or "avx512".
std::string_view isaName();

/// Changes the cap, for tests; never beyond what the processor has. Not while kernels run.
void capIsa(Isa limit);

/// Picks a function's version for `isa()`: one call through a pointer, and no ifunc, which sanitizers don't support.
template <class F>
F* pickVersion(F* baseline, F* avx2, F* avx512)
{
    const Isa best = isa();
    return best == Isa::avx512 ? avx512 : best == Isa::avx2 ? avx2 : baseline;
}

} // namespace netsmith::kernels

/// A function compiled by each_isa.h, in the version for this processor. A template's arguments may hold no comma.
#define NETSMITH_VERSION(function)                                                                                                 \
    ::netsmith::kernels::pickVersion(&::netsmith::kernels::baseline::function, &::netsmith::kernels::avx2::function,               \
                                     &::netsmith::kernels::avx512::function)
