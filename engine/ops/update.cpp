#include "engine/ops/update.h"

#include "engine/ops/control.h"
#include "engine/ops/update_checks.h"

#include <fmt/format.h>

namespace netsmith {

std::string UpdateAttributes::updateText() const
{
    std::string out = fmt::format(" decay {}", weightDecay);
    for (const UpdateRange& range : ranges) {
        out += fmt::format(" {}..{}", range.begin, range.end);
        if (range.rateScale != 1.0f)
            out += fmt::format(" rate×{}", range.rateScale);
        if (!range.decay)
            out += " undecayed";
    }
    return out;
}

std::string GuardAttributes::text() const
{
    return clipNorm == 0.0 ? "" : fmt::format("clip {}", clipNorm);
}

std::string SgdAttributes::text() const
{
    return fmt::format("momentum {}{}", momentum, nesterov ? " nesterov" : "") + updateText();
}

std::string AdamAttributes::text() const
{
    return fmt::format("beta1 {} beta2 {} epsilon {}", beta1, beta2, epsilon) + updateText();
}

std::string CommitAttributes::text() const
{
    std::string out;
    for (const Range& range : recurrentState)
        out += fmt::format("{}{}..{}", out.empty() ? "recurrent state " : " ", range.begin, range.end);
    return out;
}

std::string AdvanceAttributes::text() const
{
    return fmt::format("batch {}{}{}{}", batch, countsStep ? " step" : "", countsLaunch ? "" : " accumulated",
                       settles ? "" : " beside");
}

namespace ops {
namespace {

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
    expectNotNegative(check, "clip_norm", clip);
    const std::size_t status = check.count() - 1;
    for (std::size_t i = 0; i < status; ++i)
        expectNumber(check, i);
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
    expectUpdate(check, arenas, attributes);
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
    expectNotNegative(check, "epsilon", attributes.epsilon);
    expectUpdate(check, 4, attributes);
    return {check.same(0), check.same(2), check.same(3)};
}

double flopsAdam(const Attributes&, std::span<const TensorInfo> inputs, std::span<const TensorInfo>)
{
    return 12.0 * static_cast<double>(inputs[0].shape.elements());
}

std::vector<TensorType> inferCommit(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("commit_statistics", inputs, {"staged", "status", "statistics"}, 3);
    expectArenas(check, 1);
    expectStatus(check, 1);
    check.expectShape(2, check.shape(0));
    check.expectType(2, {DataType::f32});
    const auto& commit = static_cast<const CommitAttributes&>(attributes);
    for (const CommitAttributes::Range& range : commit.recurrentState)
        check.expect(range.begin >= 0 && range.begin <= range.end && range.end <= check.shape(0).elements(), "ranges of the arena",
                     commit.text());
    return {check.same(2)};
}

std::vector<TensorType> inferAdvance(const Attributes& attributes, std::span<const TensorInfo> inputs)
{
    const InputCheck check("advance", inputs, {"counters", "status"}, 2);
    const std::int64_t batch = static_cast<const AdvanceAttributes&>(attributes).batch;
    check.expect(batch >= 1, "batch ≥ 1", std::to_string(batch));
    expectCounters(check, 0);
    expectStatus(check, 1);
    return {check.same(0), check.same(1)};
}

std::vector<TensorType> inferRecord(const Attributes&, std::span<const TensorInfo> inputs)
{
    const InputCheck check("record", inputs, {"a value", "a value or the counters"}, 2, true);
    const std::size_t counters = check.count() - 1;
    std::int64_t columns = 0;
    for (std::size_t i = 0; i < counters; ++i) {
        if (check.shape(i).rank() != 0)
            check.expectRank(i, 1);
        check.expectType(i, {DataType::f32});
        columns += check.shape(i).elements();
    }
    expectCounters(check, counters);
    return {{{control::maximumSteps, columns}, DataType::f32}};
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
