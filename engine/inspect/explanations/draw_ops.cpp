#include "engine/core/philox.h"
#include "engine/inspect/explanations/op_explainers.h"
#include "engine/inspect/explanations/plane.h"
#include "engine/ops/dropout.h"
#include "engine/ops/gaussian_noise.h"

#include <cmath>
#include <numbers>

namespace netsmith::inspect::explain {
namespace {

constexpr std::int64_t mostOfShare = 1 << 16; // numbers of the share that is kept

Philox::Words wordsFor(std::uint64_t seed, std::uint32_t node, std::int64_t sample, std::int64_t drawn)
{
    const auto number = static_cast<std::uint64_t>(sample);
    return Philox::draw(seed,
                        {static_cast<std::uint32_t>(drawn / 4), static_cast<std::uint32_t>(number),
                         static_cast<std::uint32_t>(number >> 32), node});
}

/// What is drawn for the numbers around the explained one.
template <class Drawn>
void draw(OpCall& call, MaskPicture picture, const Drawn& drawn)
{
    const Shape sample = call.outputShape().withoutBatch();
    WindowPicture cells = cellPicture(sample, call.step->at, drawn);
    picture.plane = std::move(cells.plane);
    picture.row = cells.vertical.first;
    picture.column = cells.horizontal.first;
    picture.draw = call.reader.draw;
    picture.drawn = drawn(call.element);
    const std::int64_t count = sample.elements(), every = std::max<std::int64_t>(1, count / mostOfShare);
    std::int64_t kept = 0, of = 0;
    for (std::int64_t i = 0; i < count; i += every, ++of)
        kept += drawn(i) != 0.0;
    picture.keptShare = static_cast<double>(kept) / static_cast<double>(of);
    call.step->kind = StepKind::mask;
    call.addOperand(0);
    call.step->terms.push_back(call.term(0, call.element));
    call.step->count = 1;
    call.step->mask = std::move(picture);
    call.follow(0, call.element);
}

} // namespace

double dropout(OpCall& call)
{
    const auto& attributes = call.as<DropoutAttributes>();
    const std::int64_t drawn = attributes.drawn(call.outputShape());
    const auto isKept = [&](std::int64_t element) {
        const std::int64_t at = element % drawn;
        const Philox::Words words = wordsFor(attributes.seed, attributes.node, call.reader.draw, at);
        // The rate as the kernels have it.
        return Philox::uniform(words[static_cast<std::size_t>(at % 4)]) >= static_cast<float>(attributes.rate) ? 1.0 : 0.0;
    };
    const double x = call.in(0, call.element);
    if (call.step) {
        MaskPicture picture;
        picture.rate = attributes.rate;
        picture.argument = x;
        picture.factor = attributes.factor();
        picture.shift = attributes.shift();
        picture.dropped = attributes.dropped();
        draw(call, std::move(picture), isKept);
    }
    return isKept(call.element) != 0.0 ? x * attributes.factor() + attributes.shift() : attributes.dropped();
}

double gaussianNoise(OpCall& call)
{
    const auto& attributes = call.as<GaussianNoiseAttributes>();
    const auto deviate = [&](std::int64_t element) {
        const Philox::Words words = wordsFor(attributes.seed, attributes.node, call.reader.draw, element);
        const auto pair = static_cast<std::size_t>(element % 4 / 2 * 2);
        const double radius = std::sqrt(-2.0 * std::log(1.0 - double{Philox::uniform(words[pair])}));
        const double angle = 2.0 * std::numbers::pi * double{Philox::uniform(words[pair + 1])};
        return radius * (element % 2 == 0 ? std::cos(angle) : std::sin(angle));
    };
    const double x = call.in(0, call.element), noise = attributes.deviation * deviate(call.element);
    if (call.step) {
        MaskPicture picture;
        picture.isNoise = true;
        picture.isMultiplied = attributes.multiplied;
        picture.rate = attributes.deviation;
        picture.argument = x;
        draw(call, std::move(picture), deviate);
    }
    return attributes.multiplied ? x * (1.0 + noise) : x + noise;
}

} // namespace netsmith::inspect::explain
