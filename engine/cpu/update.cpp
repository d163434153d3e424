#include "engine/ops/update.h"

#include "engine/cpu/kernels/copy.h"
#include "engine/cpu/kernels/optimizer.h"
#include "engine/cpu/kernels/sum_squares.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/weight_split.h"
#include "engine/ops/control.h"

#include <algorithm>
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

/// Gradients are summed in stretches that no number of threads moves.
constexpr std::int64_t stretch = 4096;

/// A stretch of the arenas that one thread updates, by the rules of one range.
struct UpdatePiece {
    ArenaPiece piece;
    std::size_t range;
};

/// What each thread updates.
using UpdateShares = std::vector<std::vector<UpdatePiece>>;

UpdateShares updateShares(const LoweringContext& context, const Op& op, const std::vector<UpdateRange>& ranges)
{
    UpdateShares shares;
    for (const auto& pieces : shareOut(context.plan.parameters, context.input(op, 0).shape.elements())) {
        std::vector<UpdatePiece>& mine = shares.emplace_back();
        for (const ArenaPiece& piece : pieces)
            for (std::size_t r = 0; r < ranges.size(); ++r) {
                const ArenaPiece common{std::max(piece.begin, ranges[r].begin), std::min(piece.end, ranges[r].end)};
                if (common.begin < common.end)
                    mine.push_back({common, r});
            }
    }
    return shares;
}

/// Calls `body(piece, step)` for every piece, each thread its own; `steps` has one entry a range.
template <class Step, class Body>
void updateAll(const UpdateShares& shares, const std::vector<Step>& steps, const Body& body)
{
    eachPart(static_cast<int>(shares.size()), [&](int part) {
        for (const UpdatePiece& piece : shares[static_cast<std::size_t>(part)])
            body(piece.piece, steps[piece.range]);
    });
}

} // namespace

template <>
Lowered lower<ops::sumSquares>(const LoweringContext& context, const Op& op)
{
    // Each stretch by the thread that owns its beginning.
    const std::int64_t count = context.input(op, 0).shape.elements();
    const std::int64_t stretches = (count + stretch - 1) / stretch;
    std::vector<std::vector<std::int64_t>> shares;
    for (const auto& pieces : shareOut(context.plan.parameters, count)) {
        std::vector<std::int64_t>& mine = shares.emplace_back();
        for (const ArenaPiece& piece : pieces)
            for (std::int64_t i = (piece.begin + stretch - 1) / stretch; i * stretch < piece.end; ++i)
                mine.push_back(i);
    }
    return lowerTo(
        [shares = std::move(shares), count, stretches](const Addresses& at) {
            auto* sums = static_cast<double*>(at.workspace);
            eachPart(static_cast<int>(shares.size()), [&](int part) {
                for (const std::int64_t i : shares[static_cast<std::size_t>(part)])
                    sums[i] = kernels::sumSquares(at.in<float>(0) + i * stretch, std::min(stretch, count - i * stretch));
            });
            double sum = 0.0;
            for (std::int64_t i = 0; i < stretches; ++i)
                sum += sums[i];
            *at.out<float>(0) = static_cast<float>(sum);
        },
        {stretches * static_cast<std::int64_t>(sizeof(double)), {}});
}

template <>
Lowered lower<ops::guard>(const LoweringContext&, const Op& op)
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

template <>
Lowered lower<ops::sgd>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<SgdAttributes>();
    return lowerTo([attributes, shares = updateShares(context, op, attributes.ranges),
                    steps = std::vector<kernels::SgdStep>(attributes.ranges.size())](const Addresses& at) mutable {
        const bool plain = attributes.momentum == 0.0;
        const Control now(at, plain ? 2 : 3);
        if (!now.commits)
            return;
        std::ranges::transform(attributes.ranges, steps.begin(), [&](const UpdateRange& range) {
            const float rate = now.rate * range.rateScale;
            return kernels::SgdStep{.rate = rate,
                                    .momentum = static_cast<float>(attributes.momentum),
                                    .nesterov = attributes.nesterov,
                                    .decay = range.decay ? rate * static_cast<float>(attributes.weightDecay) : 0.0f,
                                    .gradientScale = now.gradientScale};
        });
        updateAll(shares, steps, [&](const ArenaPiece& piece, const kernels::SgdStep& step) {
            kernels::sgd(step, at.in<float>(1) + piece.begin, at.out<float>(0) + piece.begin,
                         plain ? nullptr : at.out<float>(1) + piece.begin, piece.end - piece.begin);
        });
    });
}

template <>
Lowered lower<ops::adam>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<AdamAttributes>();
    return lowerTo([attributes, shares = updateShares(context, op, attributes.ranges),
                    steps = std::vector<kernels::AdamStep>(attributes.ranges.size())](const Addresses& at) mutable {
        const Control now(at, 4);
        if (!now.commits)
            return;
        const double correction =
            std::sqrt(1.0 - std::pow(attributes.beta2, now.step)) / (1.0 - std::pow(attributes.beta1, now.step));
        std::ranges::transform(attributes.ranges, steps.begin(), [&](const UpdateRange& range) {
            const float rate = now.rate * range.rateScale;
            return kernels::AdamStep{.rate = static_cast<float>(rate * correction),
                                     .oneMinusBeta1 = static_cast<float>(1.0 - attributes.beta1),
                                     .oneMinusBeta2 = static_cast<float>(1.0 - attributes.beta2),
                                     .epsilon = static_cast<float>(attributes.epsilon),
                                     .decay = range.decay ? rate * static_cast<float>(attributes.weightDecay) : 0.0f,
                                     .gradientScale = now.gradientScale};
        });
        updateAll(shares, steps, [&](const ArenaPiece& piece, const kernels::AdamStep& step) {
            kernels::adam(step, at.in<float>(1) + piece.begin, at.out<float>(0) + piece.begin, at.out<float>(1) + piece.begin,
                          at.out<float>(2) + piece.begin, piece.end - piece.begin);
        });
    });
}

template <>
Lowered lower<ops::commitStatistics>(const LoweringContext& context, const Op& op)
{
    return lowerTo([bytes = context.input(op, 0).shape.elements() * 4](const Addresses& at) {
        if (*at.in<std::int32_t>(1) == control::good)
            kernels::copyRuns(at.in<std::byte>(0), bytes, at.out<std::byte>(0), bytes, bytes, 1);
    });
}

template <>
Lowered lower<ops::advance>(const LoweringContext&, const Op& op)
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

template <>
Lowered lower<ops::record>(const LoweringContext&, const Op& op)
{
    return lowerTo([columns = op.inputs.size() - 1](const Addresses& at) {
        float* row = at.out<float>(0) + at.in<std::int64_t>(columns)[control::launch] * static_cast<std::int64_t>(columns);
        for (std::size_t i = 0; i < columns; ++i)
            row[i] = *at.in<float>(i);
    });
}

} // namespace netsmith::cpu
