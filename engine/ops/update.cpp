#include "engine/ops/update.h"

#include "engine/ops/checks.h"
#include "engine/ops/control.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith {
namespace {

std::string textOf(const std::vector<UpdateRange>& ranges)
{
    std::string out;
    for (const UpdateRange& range : ranges) {
        out += fmt::format(" {}..{}", range.begin, range.end);
        if (range.rateScale != 1.0f)
            out += fmt::format(" rate×{}", range.rateScale);
        if (!range.decay)
            out += " undecayed";
    }
    return out;
}

} // namespace

std::string GuardAttributes::text() const
{
    return clipNorm == 0.0 ? "" : fmt::format("clip {}", clipNorm);
}

std::string SgdAttributes::text() const
{
    return fmt::format("momentum {}{} decay {}{}", momentum, nesterov ? " nesterov" : "", weightDecay, textOf(ranges));
}

std::string AdamAttributes::text() const
{
    return fmt::format("beta1 {} beta2 {} epsilon {} decay {}{}", beta1, beta2, epsilon, weightDecay, textOf(ranges));
}

std::string AdvanceAttributes::text() const
{
    return fmt::format("batch {}{}", batch, countsStep ? " step" : "");
}

namespace ops {
namespace {

void expectScalar(const InputCheck& check, std::size_t index)
{
    check.expectScalar(index);
    check.expectType(index, {DataType::f32});
}

/// The arenas at the front: flat, f32, of one size.
void expectArenas(const InputCheck& check, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        check.expectRank(i, 1);
        check.expectShape(i, check.shape(0));
        check.expectType(i, {DataType::f32});
    }
}

/// rates, counters, scale, status from `first` on.
void expectControl(const InputCheck& check, std::size_t first)
{
    check.expectShape(first, {control::maximumSteps});
    check.expectType(first, {DataType::f32});
    expectCounters(check, first + 1);
    expectScalar(check, first + 2);
    expectStatus(check, first + 3);
}

/// In order, disjoint and within the arena.
void expectRanges(const InputCheck& check, const std::vector<UpdateRange>& ranges)
{
    std::int64_t end = 0;
    for (const UpdateRange& range : ranges) {
        check.expect(range.begin >= end && range.end >= range.begin && range.end <= check.shape(0)[0],
                     fmt::format("0 ≤ begin ≤ end ≤ {}", check.shape(0)[0]), fmt::format("{}..{}", range.begin, range.end));
        check.expect(std::isfinite(range.rateScale), "|rate| < ∞", fmt::format("{}", range.rateScale));
        end = range.end;
    }
}

void expectShare(const InputCheck& check, std::string_view name, double value)
{
    check.expect(value >= 0.0 && value < 1.0, fmt::format("0 ≤ {} < 1", name), fmt::format("{}", value));
}

void expectDecay(const InputCheck& check, double decay)
{
    check.expect(decay >= 0.0 && std::isfinite(decay), "weight_decay ≥ 0", fmt::format("{}", decay));
}

std::vector<TensorType> inferSumSquares(const Attributes&, std::span<const TensorInfo> inputs)
{
    expectArenas(InputCheck("sum_squares", inputs, {"gradients"}, 1), 1);
    return {{Shape(), DataType::f32}};
}

double flopsSumSquares(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 2.0 * static_cast<double>(inputs[0].shape.elements());
}

std::vector<TensorType> inferGuard(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("guard", inputs, {"the sum of squares", "samples", "a loss or the status"}, 3, true);
    const double clip = static_cast<const GuardAttributes&>(attributes).clipNorm;
    check.expect(clip >= 0.0 && std::isfinite(clip), "clip_norm ≥ 0", fmt::format("{}", clip));
    const std::size_t status = check.count() - 1;
    for (std::size_t i = 0; i < status; ++i)
        expectScalar(check, i);
    expectStatus(check, status);
    return {{Shape(), DataType::f32}, check.same(status)};
}

std::vector<TensorType> inferSgd(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const SgdAttributes&>(base);
    const bool plain = attributes.momentum == 0.0;
    const InputCheck check = plain
        ? InputCheck("sgd", inputs, {"weights", "gradients", "rates", "counters", "scale", "status"}, 6)
        : InputCheck("sgd", inputs, {"weights", "gradients", "velocity", "rates", "counters", "scale", "status"}, 7);
    const std::size_t arenas = plain ? 2 : 3;
    expectShare(check, "momentum", attributes.momentum);
    expectDecay(check, attributes.weightDecay);
    expectArenas(check, arenas);
    expectControl(check, arenas);
    expectRanges(check, attributes.ranges);
    return plain ? std::vector{check.same(0)} : std::vector{check.same(0), check.same(2)};
}

double flopsSgd(const Attributes& base, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    const double each = static_cast<const SgdAttributes&>(base).momentum == 0.0 ? 3.0 : 5.0;
    return each * static_cast<double>(inputs[0].shape.elements());
}

std::vector<TensorType> inferAdam(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const AdamAttributes&>(base);
    const InputCheck check("adam", inputs, {"weights", "gradients", "m", "v", "rates", "counters", "scale", "status"}, 8);
    expectShare(check, "beta1", attributes.beta1);
    expectShare(check, "beta2", attributes.beta2);
    check.expect(attributes.epsilon >= 0.0 && std::isfinite(attributes.epsilon), "epsilon ≥ 0",
                 fmt::format("{}", attributes.epsilon));
    expectDecay(check, attributes.weightDecay);
    expectArenas(check, 4);
    expectControl(check, 4);
    expectRanges(check, attributes.ranges);
    return {check.same(0), check.same(2), check.same(3)};
}

double flopsAdam(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 12.0 * static_cast<double>(inputs[0].shape.elements());
}

std::vector<TensorType> inferCommit(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("commit_statistics", inputs, {"staged", "status", "statistics"}, 3);
    expectArenas(check, 1);
    expectStatus(check, 1);
    check.expectShape(2, check.shape(0));
    check.expectType(2, {DataType::f32});
    return {check.same(2)};
}

std::vector<TensorType> inferAdvance(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("advance", inputs, {"counters", "status"}, 2);
    const std::int64_t batch = static_cast<const AdvanceAttributes&>(attributes).batch;
    check.expect(batch >= 1, "batch ≥ 1", std::to_string(batch));
    expectCounters(check, 0);
    expectStatus(check, 1);
    return {check.same(0)};
}

std::vector<TensorType> inferRecord(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("record", inputs, {"a value", "a value or the counters"}, 2, true);
    const std::size_t counters = check.count() - 1;
    for (std::size_t i = 0; i < counters; ++i)
        expectScalar(check, i);
    expectCounters(check, counters);
    return {{{control::maximumSteps, static_cast<std::int64_t>(counters)}, DataType::f32}};
}

} // namespace

constinit const OpSpec sumSquares{.name = "sum_squares", .infer = inferSumSquares, .flops = flopsSumSquares};
constinit const OpSpec guard{.name = "guard", .infer = inferGuard};
constinit const OpSpec sgd{.name = "sgd", .infer = inferSgd, .flops = flopsSgd};
constinit const OpSpec adam{.name = "adam", .infer = inferAdam, .flops = flopsAdam};
constinit const OpSpec commitStatistics{.name = "commit_statistics", .infer = inferCommit};
constinit const OpSpec advance{.name = "advance", .infer = inferAdvance};
constinit const OpSpec record{.name = "record", .infer = inferRecord};

} // namespace ops
} // namespace netsmith
