#pragma once

#include "engine/cpu/weight_split.h"
#include "engine/ops/control.h"
#include "engine/ops/update.h"
#include "engine/ops/update_steps.h"

namespace netsmith::kernels {

/// The elements of an arena, and which thread works on which of them.
struct ArenaSplit {
    std::int64_t count = 0;
    std::vector<std::vector<cpu::ArenaPiece>> shares; ///< of each thread

    /// Calls `body(begin, end)` for every piece, each thread its own.
    template <class Body>
    void eachPiece(const Body& body) const
    {
        cpu::eachPart(static_cast<int>(shares.size()), [&](int part) {
            for (const cpu::ArenaPiece& piece : shares[static_cast<std::size_t>(part)])
                body(piece.begin, piece.end);
        });
    }
};

/// A part of an optimizer's arenas, by the rules of one range.
struct UpdatePiece {
    std::int64_t begin;
    std::int64_t end;
    std::size_t range;
};

/// The attributes of an optimizer, and what each thread updates.
template <class Attributes>
struct SplitUpdate {
    Attributes attributes;
    std::vector<std::vector<UpdatePiece>> shares;
};

/// What a step does to a range: fills in what is the same for all optimizers.
template <class Step>
Step stepOf(const UpdateAttributes& attributes, const UpdateRange& range, const UpdateControl& control, Step step)
{
    step.rate = control.rates[control.counters[control::rate]] * range.rateScale;
    step.decay = range.decay ? step.rate * static_cast<float>(attributes.weightDecay) : 0.0f;
    step.gradientScale = *control.gradientScale;
    return step;
}

/// An optimizer of one pass: `body(step, begin, count)` updates a piece on its thread; `step` is that of all ranges but for their
/// rates and decays.
template <class Attributes, class Step, class Body>
void update(const SplitUpdate<Attributes>& optimizer, const UpdateControl& control, const Step& step, const Body& body)
{
    if (!control.commits())
        return;
    const std::vector<UpdateRange>& ranges = optimizer.attributes.ranges;
    cpu::eachPart(static_cast<int>(optimizer.shares.size()), [&](int part) {
        for (const UpdatePiece& piece : optimizer.shares[static_cast<std::size_t>(part)])
            body(stepOf(optimizer.attributes, ranges[piece.range], control, step), piece.begin, piece.end - piece.begin);
    });
}

} // namespace netsmith::kernels
