#include "engine/cpu/kernels/muon.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/muon.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

/// Unused lanes hold zeros and add nothing. A vector's sum is added up in double, because a parameter may be long.
inline double muonDirection(const MuonStep& step, const float* gradients, float* weights, float* momentum, float* direction,
                            std::int64_t count)
{
    const MuonStep s = step; // a copy, which the compiler knows that no store changes
    double squares = 0.0;
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats g = load(gradients + i, used) * s.gradientScale;
        const Floats w = load(weights + i, used);
        const Floats m = load(momentum + i, used) * s.momentum + g;
        const Floats ahead = s.nesterov ? g + m * s.momentum : m;
        store(weights + i, w - w * s.decay, used);
        store(momentum + i, m, used);
        store(direction + i, ahead, used);
        squares += static_cast<double>(sumOf(ahead * ahead));
    });
    return squares;
}

inline void muonApply(float rate, const float* change, float* weights, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) {
        store(weights + i, load(weights + i, used) - load(change + i, used) * rate, used);
    });
}

#else

namespace netsmith::kernels {

double muonDirection(const MuonStep& step, const float* gradients, float* weights, float* momentum, float* direction,
                     std::int64_t count) noexcept
{
    return NETSMITH_VERSION(muonDirection)(step, gradients, weights, momentum, direction, count);
}

void muonApply(float rate, const float* change, float* weights, std::int64_t count) noexcept
{
    NETSMITH_VERSION(muonApply)(rate, change, weights, count);
}

} // namespace netsmith::kernels

#endif
