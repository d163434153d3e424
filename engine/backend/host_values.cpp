#include "engine/backend/host_values.h"

#include "engine/core/bfloat16.h"
#include "engine/core/float16.h"

#include <algorithm>

namespace netsmith {
namespace {

/// Calls `body(T*)` with the tensor's element type.
template <class Bytes, class F>
void withType(DataType type, Bytes* data, F body)
{
    const auto as = [&]<class T>(T) {
        if constexpr (std::is_const_v<Bytes>)
            body(static_cast<const T*>(data));
        else
            body(static_cast<T*>(data));
    };
    if (type == DataType::bf16)
        as(BFloat16{});
    else
        withCppType(type, as);
}

} // namespace

void toDoubles(DataType type, const void* from, std::span<double> to)
{
    if (type == DataType::f16) {
        const auto* in = static_cast<const std::uint16_t*>(from);
        std::ranges::transform(in, in + to.size(), to.begin(), [](std::uint16_t bits) { return halfValue(bits); });
        return;
    }
    withType(type, from, [&](const auto* in) {
        for (double& value : to)
            value = static_cast<double>(*in++);
    });
}

void fromDoubles(DataType type, std::span<const double> from, void* to)
{
    if (type == DataType::f16) {
        std::ranges::transform(from, static_cast<std::uint16_t*>(to),
                               [](double value) { return halfBits(static_cast<float>(value)); });
        return;
    }
    withType(type, to, [&]<class T>(T* out) {
        for (const double value : from)
            *out++ = static_cast<T>(value);
    });
}

} // namespace netsmith
