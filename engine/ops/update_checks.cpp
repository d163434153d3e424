#include "engine/ops/update_checks.h"

#include "engine/ops/control.h"

#include <fmt/format.h>

#include <cmath>

namespace netsmith {
namespace {

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

} // namespace

void expectNumber(const InputCheck& check, std::size_t index)
{
    check.expectScalar(index);
    check.expectType(index, {DataType::f32});
}

void expectArenas(const InputCheck& check, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i) {
        check.expectRank(i, 1);
        check.expectShape(i, check.shape(0));
        check.expectType(i, {DataType::f32});
    }
}

void expectUpdate(const InputCheck& check, std::size_t arenas, const UpdateAttributes& attributes)
{
    expectNotNegative(check, "weight_decay", attributes.weightDecay);
    expectArenas(check, arenas);
    check.expectShape(arenas, {control::maximumSteps});
    check.expectType(arenas, {DataType::f32});
    expectCounters(check, arenas + 1);
    expectNumber(check, arenas + 2);
    expectStatus(check, arenas + 3);
    expectRanges(check, attributes.ranges);
}

void expectShare(const InputCheck& check, std::string_view name, double value)
{
    check.expect(value >= 0.0 && value < 1.0, fmt::format("0 ≤ {} < 1", name), fmt::format("{}", value));
}

void expectNotNegative(const InputCheck& check, std::string_view name, double value)
{
    check.expect(value >= 0.0 && std::isfinite(value), fmt::format("{} ≥ 0", name), fmt::format("{}", value));
}

} // namespace netsmith
