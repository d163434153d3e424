#include "engine/ops/blur.h"
#include "engine/ops/erase.h"
#include "engine/ops/length_mask.h"
#include "engine/ops/mix.h"
#include "engine/ops/recolor.h"
#include "engine/ops/warp_boxes.h"
#include "tests/engine/ops/op_cases.h"

#include <cmath>

namespace netsmith::test {
namespace {

constexpr std::uint64_t transformSeed = 0xfedcba9876543210ULL;
constexpr std::int64_t drawn = (std::int64_t{3} << 32) + 40; // samples before these

OpInput images(const Shape& shape)
{
    OpInput input = activationInput(shape, uniform(shape.elements(), 21, 0.0, 1.0));
    input.wanted = false; // data, which needs no gradient
    return input;
}

WarpStep step(WarpStep::Kind kind, const Shape& x, double low0, double high0, double low1, double high1)
{
    WarpStep out{.kind = kind, .key = static_cast<std::uint32_t>(kind) + 7};
    out.height = out.outputHeight = static_cast<std::int32_t>(x[1]);
    out.width = out.outputWidth = static_cast<std::int32_t>(x[2]);
    out.low[0] = low0;
    out.high[0] = high0;
    out.low[1] = low1;
    out.high[1] = high1;
    return out;
}

OpCase warpCase(const std::string& name, const Shape& x, std::vector<WarpStep> steps, WarpFill fill = WarpFill::constant,
                bool nearest = false, int taps = 1)
{
    auto attributes = std::make_shared<WarpAttributes>();
    attributes->steps = std::move(steps);
    attributes->fill = fill;
    attributes->nearest = nearest;
    attributes->value = 0.375;
    attributes->taps = taps;
    attributes->seed = transformSeed;
    OpCase made{"warp, " + name, &ops::warp, attributes, {images(x), countersInput(0, 0, drawn, 0)}};
    made.differences = false;
    return made;
}

/// Boxes anywhere on an image of 7×6 and beyond it, some of them masked out.
OpCase boxesCase(const std::string& name, std::vector<WarpStep> steps, double leastVisible = 0.0, std::int64_t numbers = 5)
{
    auto attributes = std::make_shared<WarpBoxesAttributes>();
    attributes->steps = std::move(steps);
    attributes->seed = transformSeed;
    attributes->leastVisible = leastVisible;
    const Shape boxes{3, 11, numbers};
    std::vector<double> edges = uniform(boxes.elements(), 31, -1.0, 7.0), mask = uniform(33, 32, 0.0, 1.0);
    for (std::size_t at = 0; at < edges.size(); at += static_cast<std::size_t>(numbers)) {
        edges[at + 2] = edges[at] + 0.25 + std::abs(edges[at + 2]);
        edges[at + 3] = edges[at + 1] + 0.25 + std::abs(edges[at + 3]);
    }
    for (double& counts : mask)
        counts = counts < 0.8 ? 1.0 : 0.0;
    OpCase made{"warp_boxes, " + name,
                &ops::warpBoxes,
                attributes,
                {givenInput(boxes, std::move(edges)), givenInput({3, 11}, std::move(mask)), countersInput(0, 0, drawn, 0)}};
    made.differences = false;
    return made;
}

void addBoxes(std::vector<OpCase>& cases)
{
    using Kind = WarpStep::Kind;
    const Shape grey{3, 7, 6, 1};
    const WarpStep flip = step(Kind::flip, grey, 0.0, 0.5, 0.0, 0.5), window = step(Kind::window, grey, -3.0, 3.0, -3.0, 3.0);
    cases.push_back(boxesCase("flip", {flip}));
    cases.push_back(boxesCase("window", {window}, 0.0, 4));
    cases.push_back(boxesCase("window, half of each", {window}, 0.5));
    cases.push_back(boxesCase("rotate", {step(Kind::rotate, grey, -0.7, 0.7, 0.0, 0.0)}));
    cases.push_back(boxesCase("shear", {step(Kind::shear, grey, -0.4, 0.4, -0.4, 0.4)}));
    cases.push_back(boxesCase("tilt", {step(Kind::tilt, grey, -0.3, 0.3, -0.3, 0.3)}, 0.1));
    cases.push_back(boxesCase("flip, scale, shift",
                              {flip, step(Kind::scale, grey, 0.5, 1.5, 0.5, 1.5), step(Kind::shift, grey, -0.5, 0.5, -0.5, 0.5)}));
    cases.push_back({"length_mask", &ops::lengthMask, std::make_shared<LengthMaskAttributes>(5), {givenInput({4}, {0, 5, 1, 3})}});
}

OpCase colorCase(const std::string& name, const Shape& x, std::vector<ColorStep> steps, bool toGrey = false)
{
    auto attributes = std::make_shared<RecolorAttributes>();
    attributes->steps = std::move(steps);
    attributes->toGrey = toGrey;
    attributes->seed = transformSeed;
    OpCase made{"recolor, " + name, &ops::recolor, attributes, {images(x), countersInput(0, 0, drawn, 0)}};
    made.differences = false;
    return made;
}

void addWarps(std::vector<OpCase>& cases)
{
    using Kind = WarpStep::Kind;
    const Shape grey{3, 7, 6, 1}, color{2, 5, 8, 3}, deep{1, 4, 5, 70};
    for (const WarpFill fill : {WarpFill::constant, WarpFill::nearest, WarpFill::reflect, WarpFill::wrap}) {
        const std::string beyond = ", fill " + std::to_string(static_cast<int>(fill));
        cases.push_back(warpCase("rotate" + beyond, grey, {step(Kind::rotate, grey, -0.7, 0.7, 0.0, 0.0)}, fill));
        cases.push_back(warpCase("shift" + beyond, color, {step(Kind::shift, color, -1.5, 1.5, -1.5, 1.5)}, fill));
        cases.push_back(warpCase("window" + beyond, color, {step(Kind::window, color, -4.0, 4.0, -6.0, 6.0)}, fill));
    }
    cases.push_back(warpCase("flip", {6, 7, 6, 1}, {step(Kind::flip, {6, 7, 6, 1}, 0.0, 0.5, 0.0, 0.5)}));
    cases.push_back(warpCase("scale, linked", grey, {[&] {
                                 WarpStep scale = step(Kind::scale, grey, 0.5, 2.0, 0.5, 2.0);
                                 scale.linked = 1;
                                 return scale;
                             }()}));
    cases.push_back(
        warpCase("shear, the nearest pixel", color, {step(Kind::shear, color, 0.0, 0.2, -0.4, 0.4)}, WarpFill::constant, true));
    cases.push_back(warpCase("tilt", color, {step(Kind::tilt, color, -0.45, 0.45, -0.45, 0.45)}));
    cases.push_back(warpCase("many channels", deep, {step(Kind::rotate, deep, -0.3, 0.3, 0.0, 0.0)}));
    WarpStep smaller = step(Kind::resize, {2, 12, 9, 3}, 0.0, 0.0, 0.0, 0.0);
    smaller.outputHeight = 5;
    smaller.outputWidth = 4;
    cases.push_back(warpCase("resize", {2, 12, 9, 3}, {smaller}, WarpFill::nearest, false, 3));
    cases.back().inputs[1].absent = true; // nothing is drawn
    const Shape digits{32, 28, 28, 1};
    cases.push_back(warpCase("all at once", digits,
                             {step(Kind::flip, digits, 0.0, 0.0, 0.0, 0.5), step(Kind::rotate, digits, -0.3, 0.3, 0.0, 0.0),
                              step(Kind::scale, digits, 0.8, 1.2, 0.8, 1.2), step(Kind::shift, digits, -0.1, 0.1, -0.1, 0.1)}));
}

void addColors(std::vector<OpCase>& cases)
{
    using Kind = ColorStep::Kind;
    const std::vector<ColorStep> all{{Kind::brightness, 1, -0.3, 0.3},
                                     {Kind::contrast, 2, 0.5, 1.5},
                                     {Kind::saturation, 3, 0.0, 2.0},
                                     {Kind::hue, 4, -0.5, 0.5},
                                     {Kind::grey, 5, 0.0, 0.5}};
    for (const ColorStep& each : all) {
        const std::string kind = std::to_string(static_cast<int>(each.kind));
        cases.push_back(colorCase("kind " + kind + " of colours", {4, 3, 5, 3}, {each}));
        cases.push_back(colorCase("kind " + kind + " of greys", {4, 3, 5, 1}, {each}));
    }
    cases.push_back(colorCase("all kinds", {9, 32, 32, 3}, all));
    cases.push_back(colorCase("to grey", {2, 4, 3, 3}, {}, true));
    cases.back().inputs[1].absent = true;
}

} // namespace

void addTransformCases(std::vector<OpCase>& cases)
{
    addBoxes(cases);
    addWarps(cases);
    addColors(cases);

    for (const int axis : {1, 2}) {
        const BlurSettings blur{.axis = axis, .radius = 4, .lowest = 0.4, .highest = 2.0, .key = 3, .seed = transformSeed};
        cases.push_back({"blur along axis " + std::to_string(axis),
                         &ops::blur,
                         std::make_shared<BlurAttributes>(blur),
                         {images({3, 6, 71, 3}), countersInput(0, 0, drawn, 0)}});
        cases.back().differences = false;
    }

    const EraseSettings erase{.probability = 0.7, .value = 0.25, .key = 9, .seed = transformSeed};
    cases.push_back(
        {"erase", &ops::erase, std::make_shared<EraseAttributes>(erase), {images({9, 11, 8, 3}), countersInput(0, 0, drawn, 0)}});
    cases.back().differences = false;

    for (const bool cut : {false, true}) {
        const std::string name = cut ? "cutmix" : "mixup";
        const MixSettings mix{
            .cut = cut, .alpha = 0.7, .probability = 0.8, .height = 6, .width = 7, .key = 5, .seed = transformSeed};
        cases.push_back({name + " of images",
                         &ops::mixImages,
                         std::make_shared<MixAttributes>(mix),
                         {images({5, 6, 7, 3}), countersInput(0, 0, drawn, 0)}});
        cases.back().differences = false;
        cases.push_back({name + " of classes",
                         &ops::mixTargets,
                         std::make_shared<MixAttributes>(mix, 4),
                         {givenInput({5}, {0, 3, 1, 1, 2}, DataType::i32), countersInput(0, 0, drawn, 0)}});
        cases.push_back({name + " of numbers",
                         &ops::mixTargets,
                         std::make_shared<MixAttributes>(mix),
                         {givenInput({4, 3}, uniform(12, 8, -1.0, 1.0)), countersInput(0, 0, drawn, 0)}});
    }
}

} // namespace netsmith::test
