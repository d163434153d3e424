#include "engine/cuda/kernels/begin_state.h"

#include "engine/cuda/kernels/launch.h"
#include "engine/ops/control.h"

namespace netsmith::cuda::kernels {
namespace {

struct BeginState {
    const float* state;
    const std::int64_t* counters;
    float* y;
    NS_DEVICE void operator()(std::int64_t i) const { y[i] = counters[control::position] == 0 ? 0.0f : state[i]; }
};

} // namespace

void beginState(Stream& stream, const float* state, const std::int64_t* counters, float* y, std::int64_t count)
{
    launchEach(stream, count, BeginState{state, counters, y});
}

} // namespace netsmith::cuda::kernels
