#include "engine/cpu/kernels/erase.h"

#include "engine/cpu/kernels/ranges.h"
#include "engine/ops/control.h"

#include <cstring>

namespace netsmith::kernels {

template <class T>
void erase(const EraseSettings& settings, std::int64_t images, std::int64_t height, std::int64_t width, std::int64_t channels,
           const std::int64_t* counters, const T* x, T* y) noexcept
{
    const auto firstSample = static_cast<std::uint64_t>(counters[control::samples]);
    const std::int64_t elements = height * width * channels;
    forRanges(images, rowGrain(elements), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t n = begin; n < end; ++n) {
            if (x != y)
                std::memcpy(static_cast<void*>(y + n * elements), x + n * elements, static_cast<std::size_t>(elements) * sizeof(T));
            const PixelBox box = erasedBox(settings, height, width, firstSample + static_cast<std::uint64_t>(n));
            for (std::int64_t row = box.top; row < box.bottom; ++row)
                std::fill_n(y + n * elements + (row * width + box.left) * channels, (box.right - box.left) * channels,
                            static_cast<T>(static_cast<float>(settings.value)));
        }
    });
}

#define INSTANTIATE(T)                                                                                                             \
    template void erase(const EraseSettings&, std::int64_t, std::int64_t, std::int64_t, std::int64_t, const std::int64_t*,         \
                        const T*, T*) noexcept;
INSTANTIATE(float)
INSTANTIATE(BFloat16)

} // namespace netsmith::kernels
