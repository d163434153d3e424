#include "engine/ops/erase.h"

#include "engine/ops/checks.h"

#include <fmt/format.h>

namespace netsmith {

std::string EraseAttributes::text() const
{
    return fmt::format("probability {} area [{}, {}] ratio [{}, {}] value {} seed {} key {:08x}", settings.probability,
                       settings.smallest, settings.largest, settings.narrowest, settings.widest, settings.value, settings.seed,
                       settings.key);
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const EraseSettings& settings = static_cast<const EraseAttributes&>(base).settings;
    const InputCheck check("erase", inputs, {"x", "counters"}, 2);
    check.expectFloating(0);
    check.expectRank(0, 4);
    expectCounters(check, 1);
    check.expect(settings.probability >= 0.0 && settings.probability <= 1.0, "0 ≤ probability ≤ 1",
                 fmt::format("{}", settings.probability));
    check.expect(settings.smallest >= 0.0 && settings.smallest <= settings.largest && settings.largest <= 1.0,
                 "0 ≤ smallest ≤ largest ≤ 1", fmt::format("{} and {}", settings.smallest, settings.largest));
    check.expect(settings.narrowest > 0.0 && settings.narrowest <= settings.widest && settings.widest <= 1e3,
                 "0 < narrowest ≤ widest ≤ 1000", fmt::format("{} and {}", settings.narrowest, settings.widest));
    return {check.same(0)};
}

} // namespace

constinit const OpSpec erase{.name = "erase", .infer = infer, .precision = PrecisionRule::f32};

} // namespace ops
} // namespace netsmith
