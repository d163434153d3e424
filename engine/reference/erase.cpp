#include "engine/ops/erase.h"

#include "engine/reference/call.h"

namespace netsmith::reference {

template <>
void compute<ops::erase>(const Call& call)
{
    const EraseSettings& settings = call.as<EraseAttributes>().settings;
    const Tensor& x = call.in(0);
    const Shape& shape = x.shape();
    const auto first = static_cast<std::uint64_t>(call.in(1)[control::samples]);
    for (std::int64_t i = 0; i < x.size(); ++i) {
        const std::int64_t pixel = i / shape[3] % (shape[1] * shape[2]);
        const std::int64_t image = i / shape[3] / (shape[1] * shape[2]);
        const PixelBox box = erasedBox(settings, shape[1], shape[2], first + static_cast<std::uint64_t>(image));
        call.out(0)[i] = box.contains(pixel / shape[2], pixel % shape[2]) ? settings.value : x[i];
    }
}

} // namespace netsmith::reference
