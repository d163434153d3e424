#include "engine/ops/erase.h"

#include "engine/cpu/float_types.h"
#include "engine/cpu/kernel.h"
#include "engine/cpu/kernels/ranges.h"
#include "engine/ops/control.h"

#include <cstring>

namespace netsmith::cpu {
namespace {

template <class T>
void eraseImages(const EraseSettings& settings, const Shape& shape, std::uint64_t firstSample, const T* x, T* y)
{
    const std::int64_t elements = shape[1] * shape[2] * shape[3];
    kernels::forRanges(shape[0], kernels::rowGrain(elements), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t n = begin; n < end; ++n) {
            if (x != y)
                std::memcpy(static_cast<void*>(y + n * elements), x + n * elements, static_cast<std::size_t>(elements) * sizeof(T));
            const PixelBox box = erasedBox(settings, shape[1], shape[2], firstSample + static_cast<std::uint64_t>(n));
            for (std::int64_t row = box.top; row < box.bottom; ++row)
                std::fill_n(y + n * elements + (row * shape[2] + box.left) * shape[3], (box.right - box.left) * shape[3],
                            static_cast<T>(static_cast<float>(settings.value)));
        }
    });
}

} // namespace

template <>
Lowered lower<ops::erase>(const LoweringContext& context, const Op& op)
{
    const Shape shape = context.input(op, 0).shape;
    return forFloatType(context.input(op, 0).type, [&]<class T>(T) {
        return lowerTo(
            [shape, settings = op.as<EraseAttributes>().settings](const Addresses& at) {
                const auto first = static_cast<std::uint64_t>(at.in<std::int64_t>(1)[control::samples]);
                eraseImages(settings, shape, first, at.in<T>(0), at.out<T>(0));
            },
            {0, {{0, 0}}});
    });
}

} // namespace netsmith::cpu
