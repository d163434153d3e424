#include "engine/ops/update.h"

#include "engine/cpu/kernels/copy.h"
#include "engine/cpu/kernels/optimizer.h"
#include "engine/cpu/kernels/sum_squares.h"
#include "engine/cpu/lowerings.h"
#include "engine/ops/control.h"

#include <cmath>

namespace netsmith::cpu {
namespace {

/// What an optimizer reads besides its arenas: learning rates, counters, the gradients' scale, the status.
struct Control {
    float rate = 0.0f;
    double step = 1.0; ///< this one's number, from 1
    float gradientScale = 1.0f;
    bool commits = true;

    Control(const Addresses& at, std::size_t first)
    {
        const auto* counters = at.in<std::int64_t>(first + 1);
        rate = at.in<float>(first)[counters[control::launch]];
        step = static_cast<double>(counters[control::step] + 1);
        gradientScale = *at.in<float>(first + 2);
        commits = *at.in<std::int32_t>(first + 3) == control::good;
    }
};

} // namespace

Lowered lowerSumSquares(const LoweringContext& context, const Op& op)
{
    return lowerTo([count = context.input(op, 0).shape.elements()](const Addresses& at) {
        *at.out<float>(0) = static_cast<float>(kernels::sumSquares(at.in<float>(0), count));
    });
}

Lowered lowerGuard(const LoweringContext&, const Op& op)
{
    return lowerTo([clip = op.as<GuardAttributes>().clipNorm, inputs = op.inputs.size()](const Addresses& at) {
        const double squares = *at.in<float>(0);
        const double samples = *at.in<float>(1);
        bool finite = std::isfinite(squares);
        for (std::size_t i = 2; i + 1 < inputs; ++i)
            finite = finite && std::isfinite(*at.in<float>(i));
        const double norm = std::sqrt(squares) / samples;
        *at.out<float>(0) = static_cast<float>((clip > 0.0 && norm > clip ? clip / norm : 1.0) / samples);
        if (!finite)
            *at.out<std::int32_t>(1) = control::notFinite;
    });
}

Lowered lowerSgd(const LoweringContext&, const Op& op)
{
    return lowerTo([attributes = op.as<SgdAttributes>()](const Addresses& at) {
        const bool plain = attributes.momentum == 0.0;
        const Control now(at, plain ? 2 : 3);
        if (!now.commits)
            return;
        for (const UpdateRange& range : attributes.ranges) {
            const float rate = now.rate * range.rateScale;
            const kernels::SgdStep step{.rate = rate,
                                        .momentum = static_cast<float>(attributes.momentum),
                                        .nesterov = attributes.nesterov,
                                        .decay = range.decay ? rate * static_cast<float>(attributes.weightDecay) : 0.0f,
                                        .gradientScale = now.gradientScale};
            kernels::sgd(step, at.in<float>(1) + range.begin, at.out<float>(0) + range.begin,
                         plain ? nullptr : at.out<float>(1) + range.begin, range.end - range.begin);
        }
    });
}

Lowered lowerAdam(const LoweringContext&, const Op& op)
{
    return lowerTo([attributes = op.as<AdamAttributes>()](const Addresses& at) {
        const Control now(at, 4);
        if (!now.commits)
            return;
        const double correction =
            std::sqrt(1.0 - std::pow(attributes.beta2, now.step)) / (1.0 - std::pow(attributes.beta1, now.step));
        for (const UpdateRange& range : attributes.ranges) {
            const float rate = now.rate * range.rateScale;
            const kernels::AdamStep step{.rate = static_cast<float>(rate * correction),
                                         .oneMinusBeta1 = static_cast<float>(1.0 - attributes.beta1),
                                         .oneMinusBeta2 = static_cast<float>(1.0 - attributes.beta2),
                                         .epsilon = static_cast<float>(attributes.epsilon),
                                         .decay = range.decay ? rate * static_cast<float>(attributes.weightDecay) : 0.0f,
                                         .gradientScale = now.gradientScale};
            kernels::adam(step, at.in<float>(1) + range.begin, at.out<float>(0) + range.begin, at.out<float>(1) + range.begin,
                          at.out<float>(2) + range.begin, range.end - range.begin);
        }
    });
}

Lowered lowerCommitStatistics(const LoweringContext& context, const Op& op)
{
    return lowerTo([bytes = context.input(op, 0).shape.elements() * 4](const Addresses& at) {
        if (*at.in<std::int32_t>(1) == control::good)
            kernels::copyRuns(at.in<std::byte>(0), bytes, at.out<std::byte>(0), bytes, bytes, 1);
    });
}

Lowered lowerAdvance(const LoweringContext&, const Op& op)
{
    return lowerTo(
        [batch = op.as<AdvanceAttributes>().batch, countsStep = op.as<AdvanceAttributes>().countsStep](const Addresses& at) {
            if (*at.in<std::int32_t>(1) != control::good)
                return;
            auto* counters = at.out<std::int64_t>(0);
            counters[control::position] += batch;
            counters[control::samples] += batch;
            counters[control::launch] += 1;
            counters[control::step] += countsStep ? 1 : 0;
        });
}

Lowered lowerRecord(const LoweringContext&, const Op& op)
{
    return lowerTo([columns = op.inputs.size() - 1](const Addresses& at) {
        float* row = at.out<float>(0) + at.in<std::int64_t>(columns)[control::launch] * static_cast<std::int64_t>(columns);
        for (std::size_t i = 0; i < columns; ++i)
            row[i] = *at.in<float>(i);
    });
}

} // namespace netsmith::cpu
