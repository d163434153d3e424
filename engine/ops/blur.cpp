#include "engine/ops/blur.h"

#include "engine/ops/checks.h"

#include <fmt/format.h>

namespace netsmith {

std::string BlurAttributes::text() const
{
    return fmt::format("axis {} radius {} deviation [{}, {}] seed {} key {:08x}", settings.axis, settings.radius, settings.lowest,
                       settings.highest, settings.seed, settings.key);
}

namespace ops {
namespace {

std::vector<TensorType> infer(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const BlurSettings& settings = static_cast<const BlurAttributes&>(base).settings;
    const InputCheck check("blur", inputs, {"x", "counters"}, 2);
    check.expectFloating(0);
    check.expectRank(0, 4);
    expectCounters(check, 1);
    check.expect(settings.axis == 1 || settings.axis == 2, "axis 1 or 2", std::to_string(settings.axis));
    check.expect(settings.radius >= 1 && settings.radius <= BlurAttributes::mostRadius, "1 ≤ radius ≤ 32",
                 std::to_string(settings.radius));
    check.expect(settings.lowest > 0.0 && settings.lowest <= settings.highest && settings.highest <= 1e3,
                 "0 < lowest ≤ highest ≤ 1000", fmt::format("{} and {}", settings.lowest, settings.highest));
    return {check.same(0)};
}

} // namespace

constinit const OpSpec blur{.name = "blur", .infer = infer, .precision = PrecisionRule::f32};

} // namespace ops
} // namespace netsmith
