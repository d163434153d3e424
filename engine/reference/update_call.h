#pragma once

#include "engine/ops/control.h"
#include "engine/ops/update.h"
#include "engine/reference/call.h"

namespace netsmith::reference {

inline bool isGood(const Tensor& status)
{
    return status[0] == static_cast<double>(control::good);
}

/// The position within a launch's rates or metrics, given by `counter`.
inline std::int64_t launchStep(const Tensor& counters, control::Counter counter)
{
    const auto step = static_cast<std::int64_t>(counters[counter]);
    if (step < 0 || step >= control::maximumSteps)
        throw Error(ErrorKind::failed, NS_MESSAGE("reference.launch", "the launch is at step {0} of at most {1}"), step,
                    control::maximumSteps);
    return step;
}

/// Which step an optimizer is at, from 1.
inline double optimizerStep(const Call& call)
{
    return call.in(call.inputCount() - 3)[control::step] + 1.0;
}

/// Calls `body(i, g, rate)` for every weight that an optimizer updates, with its decay already applied, unless the status is bad:
/// `g` is its scaled gradient, `rate` its learning rate.
template <class F>
void forEachWeight(const Call& call, const UpdateAttributes& attributes, F body)
{
    const std::size_t first = call.inputCount() - 4; // of rates, counters, scale, status
    if (!isGood(call.in(first + 3)))
        return;
    const double rate = call.in(first)[launchStep(call.in(first + 1), control::rate)];
    const double scale = call.in(first + 2)[0];
    const Tensor& w = call.out(0);
    for (const UpdateRange& range : attributes.ranges)
        for (std::int64_t i = range.begin; i < range.end; ++i) {
            const double lr = rate * range.rateScale;
            w[i] -= range.decay ? lr * attributes.weightDecay * w[i] : 0.0;
            body(i, call.in(1)[i] * scale, lr);
        }
}

} // namespace netsmith::reference
