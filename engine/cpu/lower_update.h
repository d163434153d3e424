#pragma once

#include "engine/cpu/kernel.h"
#include "engine/cpu/kernels/optimizer.h"
#include "engine/cpu/weight_split.h"
#include "engine/ops/update.h"

#include <vector>

namespace netsmith::cpu {

/// The inputs of an optimizer besides its arenas: learning rates, counters, the gradients' scale, the status.
struct UpdateControl {
    float rate = 0.0f;
    double step = 1.0; ///< this one's number, from 1
    float gradientScale = 1.0f;
    bool commits = true;

    /// They are the last inputs of the op.
    explicit UpdateControl(const Addresses& at);
};

/// A part of the arenas that one thread updates, by the rules of one range.
struct UpdatePiece {
    ArenaPiece piece;
    std::size_t range;
};

/// What each thread updates.
using UpdateShares = std::vector<std::vector<UpdatePiece>>;

UpdateShares updateShares(const LoweringContext& context, const Op& op, const std::vector<UpdateRange>& ranges);

/// What a step does to a range of `attributes`: fills in what is the same for all optimizers.
template <class Step>
Step stepOf(const UpdateAttributes& attributes, const UpdateRange& range, const UpdateControl& now, Step step)
{
    step.rate = now.rate * range.rateScale;
    step.decay = range.decay ? step.rate * static_cast<float>(attributes.weightDecay) : 0.0f;
    step.gradientScale = now.gradientScale;
    return step;
}

/// An optimizer of one pass: `plan(now)` gives the step of all ranges but for their rates and decays, `body(step, at, piece)`
/// updates a piece on its thread.
template <class Attributes, class Plan, class Body>
Lowered lowerUpdate(const LoweringContext& context, const Op& op, const Attributes& attributes, Plan plan, Body body)
{
    using Step = decltype(plan(std::declval<const UpdateControl&>()));
    return lowerTo([attributes, plan, body, shares = updateShares(context, op, attributes.ranges),
                    steps = std::vector<Step>(attributes.ranges.size())](const Addresses& at) mutable {
        const UpdateControl now(at);
        if (!now.commits)
            return;
        const Step common = plan(now);
        for (std::size_t i = 0; i < steps.size(); ++i)
            steps[i] = stepOf(attributes, attributes.ranges[i], now, common);
        eachPart(static_cast<int>(shares.size()), [&](int part) {
            for (const UpdatePiece& piece : shares[static_cast<std::size_t>(part)])
                body(steps[piece.range], at, piece.piece);
        });
    });
}

} // namespace netsmith::cpu
