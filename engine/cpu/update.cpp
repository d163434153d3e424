#include "engine/ops/update.h"

#include "engine/cpu/kernels/copy.h"
#include "engine/cpu/kernels/sum_squares.h"
#include "engine/cpu/lower_update.h"
#include "engine/ops/control.h"

#include <algorithm>
#include <cmath>

namespace netsmith::cpu {
namespace {

/// Gradients are summed in parts that do not depend on the number of threads.
constexpr std::int64_t gradientStretch = 4096;

/// The whole arena is split like everything that processes it, a part of it evenly.
std::vector<std::vector<ArenaPiece>> sharesOf(const SegmentTable& parameters, std::int64_t count)
{
    if (count == parameters.elements)
        return shareOut(parameters, count);
    const int threads = WeightSplit(Shape{count}).parts;
    std::vector<std::vector<ArenaPiece>> shares;
    for (int thread = 0; thread < threads; ++thread)
        shares.push_back({{count * thread / threads, count * (thread + 1) / threads}});
    return shares;
}

} // namespace

template <>
Lowered lower<ops::sumSquares>(const LoweringContext& context, const Op& op)
{
    // Each part by the thread that owns its start.
    const std::int64_t count = context.input(op, 0).shape.elements();
    const std::int64_t stretches = (count + gradientStretch - 1) / gradientStretch;
    std::vector<std::vector<std::int64_t>> shares;
    for (const auto& pieces : sharesOf(context.plan.parameters, count)) {
        std::vector<std::int64_t>& mine = shares.emplace_back();
        for (const ArenaPiece& piece : pieces)
            for (std::int64_t i = (piece.begin + gradientStretch - 1) / gradientStretch; i * gradientStretch < piece.end; ++i)
                mine.push_back(i);
    }
    return lowerTo(
        [shares = std::move(shares), count, stretches](const Addresses& at) {
            auto* sums = static_cast<double*>(at.workspace);
            eachPart(static_cast<int>(shares.size()), [&](int part) {
                for (const std::int64_t i : shares[static_cast<std::size_t>(part)])
                    sums[i] = kernels::sumSquares(at.in<float>(0) + i * gradientStretch,
                                                  std::min(gradientStretch, count - i * gradientStretch));
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
    const auto plan = [momentum = static_cast<float>(attributes.momentum), nesterov = attributes.nesterov](const UpdateControl&) {
        kernels::SgdStep step;
        step.momentum = momentum;
        step.nesterov = nesterov;
        return step;
    };
    return lowerUpdate(
        context, op, attributes, plan, [](const kernels::SgdStep& step, const Addresses& at, const ArenaPiece& piece) {
            float* velocity = at.outputs.size() > 1 ? at.out<float>(1) + piece.begin : nullptr;
            kernels::sgd(step, at.in<float>(1) + piece.begin, at.out<float>(0) + piece.begin, velocity, piece.end - piece.begin);
        });
}

template <>
Lowered lower<ops::adam>(const LoweringContext& context, const Op& op)
{
    const auto& attributes = op.as<AdamAttributes>();
    const auto plan = [attributes](const UpdateControl& now) {
        kernels::AdamStep step;
        step.correction = std::sqrt(1.0 - std::pow(attributes.beta2, now.step)) / (1.0 - std::pow(attributes.beta1, now.step));
        step.oneMinusBeta1 = static_cast<float>(1.0 - attributes.beta1);
        step.oneMinusBeta2 = static_cast<float>(1.0 - attributes.beta2);
        step.epsilon = static_cast<float>(attributes.epsilon);
        return step;
    };
    return lowerUpdate(context, op, attributes, plan,
                       [](const kernels::AdamStep& step, const Addresses& at, const ArenaPiece& piece) {
                           kernels::adam(step, at.in<float>(1) + piece.begin, at.out<float>(0) + piece.begin,
                                         at.out<float>(1) + piece.begin, at.out<float>(2) + piece.begin, piece.end - piece.begin);
                       });
}

template <>
Lowered lower<ops::commitStatistics>(const LoweringContext& context, const Op& op)
{
    const std::int64_t bytes = context.input(op, 0).shape.elements() * 4;
    return lowerTo([bytes, recurrentState = op.as<CommitAttributes>().recurrentState](const Addresses& at) {
        const std::int32_t status = *at.in<std::int32_t>(1);
        if (status == control::good)
            kernels::copyRuns(at.in<std::byte>(0), bytes, at.out<std::byte>(0), bytes, bytes, 1);
        else if (status == control::skippedStep)
            for (const CommitAttributes::Range& range : recurrentState)
                std::copy(at.in<float>(0) + range.begin, at.in<float>(0) + range.end, at.out<float>(0) + range.begin);
    });
}

template <>
Lowered lower<ops::advance>(const LoweringContext&, const Op& op)
{
    return lowerTo([attributes = op.as<AdvanceAttributes>()](const Addresses& at) {
        const std::int32_t status = *at.in<std::int32_t>(1);
        if (status == control::notFinite)
            return;
        if (attributes.settles)
            *at.out<std::int32_t>(1) = control::good;
        auto* counters = at.out<std::int64_t>(0);
        counters[control::position] += attributes.batch;
        counters[control::samples] += attributes.batch;
        counters[control::launch] += attributes.countsLaunch ? 1 : 0;
        const int step = attributes.countsStep && status == control::good ? 1 : 0;
        counters[control::step] += step;
        counters[control::rate] += step;
    });
}

template <>
Lowered lower<ops::record>(const LoweringContext& context, const Op& op)
{
    std::vector<std::int64_t> counts;
    for (std::size_t i = 0; i + 1 < op.inputs.size(); ++i)
        counts.push_back(context.input(op, i).shape.elements());
    return lowerTo([counts, columns = context.output(op, 0).shape[1]](const Addresses& at) {
        float* next = at.out<float>(0) + at.in<std::int64_t>(counts.size())[control::launch] * columns;
        for (std::size_t i = 0; i < counts.size(); ++i)
            next = std::copy_n(at.in<float>(i), counts[i], next);
    });
}

} // namespace netsmith::cpu
