#include "engine/ops/mix.h"

#include "engine/ops/checks.h"

#include <fmt/format.h>

namespace netsmith {

std::string MixAttributes::text() const
{
    return fmt::format("{} alpha {} probability {} of {}×{} classes {} seed {} key {:08x}", settings.cut ? "cutmix" : "mixup",
                       settings.alpha, settings.probability, settings.height, settings.width, classes, settings.seed, settings.key);
}

namespace ops {
namespace {

void checkSettings(const InputCheck& check, const MixSettings& settings)
{
    expectCounters(check, 1);
    check.expect(settings.alpha > 0.0 && settings.alpha <= MixSettings::mostAlpha, "0 < alpha ≤ 4",
                 fmt::format("{}", settings.alpha));
    check.expect(settings.probability >= 0.0 && settings.probability <= 1.0, "0 ≤ probability ≤ 1",
                 fmt::format("{}", settings.probability));
    check.expect(settings.height >= 1 && settings.width >= 1, "images of at least one pixel",
                 fmt::format("{}×{}", settings.height, settings.width));
}

std::vector<TensorType> inferImages(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const MixSettings& settings = static_cast<const MixAttributes&>(base).settings;
    const InputCheck check("mix_images", inputs, {"x", "counters"}, 2);
    check.expectFloating(0);
    check.expectRank(0, 4);
    checkSettings(check, settings);
    check.expectShape(0, {check.shape(0)[0], settings.height, settings.width, check.shape(0)[3]});
    return {check.same(0)};
}

std::vector<TensorType> inferTargets(const Attributes& base, std::span<const TensorInfo> inputs)
{
    const auto& attributes = static_cast<const MixAttributes&>(base);
    const InputCheck check("mix_targets", inputs, {"target", "counters"}, 2);
    checkSettings(check, attributes.settings);
    check.expectType(0, {DataType::i32, DataType::f32});
    if (check.type(0) == DataType::f32) {
        check.expectRankAtLeast(0, 1);
        return {check.same(0)};
    }
    check.expectRank(0, 1);
    check.expect(attributes.classes >= 2, "2 classes or more", std::to_string(attributes.classes));
    return {{Shape{check.shape(0)[0], attributes.classes}, DataType::f32}};
}

} // namespace

constinit const OpSpec mixImages{.name = "mix_images", .infer = inferImages, .precision = PrecisionRule::f32};
constinit const OpSpec mixTargets{.name = "mix_targets", .infer = inferTargets, .precision = PrecisionRule::f32};

} // namespace ops
} // namespace netsmith
