#include "engine/ops/mix.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/kernels/ranges.h"
#include "engine/ops/control.h"

#include <cstring>

namespace netsmith::cpu {
namespace {

std::uint64_t firstSample(const Addresses& at)
{
    return static_cast<std::uint64_t>(at.in<std::int64_t>(1)[control::samples]);
}

template <class T>
void blend(float share, const T* own, const T* other, T* y, std::int64_t count)
{
    for (std::int64_t i = 0; i < count; ++i)
        y[i] = static_cast<T>(share * static_cast<float>(own[i]) + (1.0f - share) * static_cast<float>(other[i]));
}

/// `own` with the box of `other` in it.
template <class T>
void paste(const MixSettings& settings, const PixelBox& box, std::int64_t channels, const T* own, const T* other, T* y)
{
    const auto bytes = [](std::int64_t count) { return static_cast<std::size_t>(count) * sizeof(T); };
    std::memcpy(static_cast<void*>(y), own, bytes(settings.height * settings.width * channels));
    for (std::int64_t row = box.top; row < box.bottom; ++row) {
        const std::int64_t at = (row * settings.width + box.left) * channels;
        std::memcpy(static_cast<void*>(y + at), other + at, bytes((box.right - box.left) * channels));
    }
}

template <class T>
void mixImages(const MixSettings& settings, std::uint64_t first, std::int64_t images, std::int64_t channels, const T* x, T* y)
{
    const std::int64_t elements = settings.height * settings.width * channels;
    kernels::forRanges(images, kernels::rowGrain(elements), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t n = begin; n < end; ++n) {
            const Mixture mixture = mixtureOf(settings, first + static_cast<std::uint64_t>(n));
            const T* other = x + (images - 1 - n) * elements;
            if (settings.cut)
                paste(settings, mixture.box, channels, x + n * elements, other, y + n * elements);
            else
                blend(static_cast<float>(mixture.share), x + n * elements, other, y + n * elements, elements);
        }
    });
}

void mixClasses(const MixSettings& settings, std::uint64_t first, std::int64_t count, std::int64_t classes,
                const std::int32_t* target, float* y)
{
    std::fill_n(y, count * classes, 0.0f);
    for (std::int64_t n = 0; n < count; ++n) {
        const auto share = static_cast<float>(mixtureOf(settings, first + static_cast<std::uint64_t>(n)).share);
        y[n * classes + target[n]] += share;
        y[n * classes + target[count - 1 - n]] += 1.0f - share;
    }
}

} // namespace

template <>
Lowered lower<ops::mixImages>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.input(op, 0).shape;
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo([images = shape[0], channels = shape[3], settings = op.as<MixAttributes>().settings](const Addresses& at) {
            mixImages(settings, firstSample(at), images, channels, at.in<T>(0), at.out<T>(0));
        });
    });
}

template <>
Lowered lower<ops::mixTargets>(const LoweringContext& context, const Op& op)
{
    const Shape& shape = context.output(op, 0).shape;
    const std::int64_t count = shape[0], width = shape.elements() / shape[0];
    const MixSettings settings = op.as<MixAttributes>().settings;
    if (context.input(op, 0).type == DataType::i32)
        return lowerTo([=](const Addresses& at) {
            mixClasses(settings, firstSample(at), count, width, at.in<std::int32_t>(0), at.out<float>(0));
        });
    return lowerTo([=](const Addresses& at) {
        const float* target = at.in<float>(0);
        for (std::int64_t n = 0; n < count; ++n) {
            const auto share = static_cast<float>(mixtureOf(settings, firstSample(at) + static_cast<std::uint64_t>(n)).share);
            blend(share, target + n * width, target + (count - 1 - n) * width, at.out<float>(0) + n * width, width);
        }
    });
}

} // namespace netsmith::cpu
