#include "engine/cpu/kernels/add.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/add.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

template <class T>
void add(const T* a, const T* b, T* y, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) { store(y + i, load(a + i, used) + load(b + i, used), used); });
}

template <class T>
void addRelu(const T* a, const T* b, T* y, std::int64_t count)
{
    eachVector(count, [&](std::int64_t i, auto used) { store(y + i, rectified(load(a + i, used) + load(b + i, used)), used); });
}

#else

namespace netsmith::kernels {

template <class T>
void add(const T* a, const T* b, T* y, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(add<T>);
    forRanges(count, elementGrain,
              [&](std::int64_t begin, std::int64_t end) { run(a + begin, b + begin, y + begin, end - begin); });
}

template <class T>
void addRelu(const T* a, const T* b, T* y, std::int64_t count) noexcept
{
    const auto run = NETSMITH_VERSION(addRelu<T>);
    forRanges(count, elementGrain,
              [&](std::int64_t begin, std::int64_t end) { run(a + begin, b + begin, y + begin, end - begin); });
}

template void add<float>(const float*, const float*, float*, std::int64_t) noexcept;
template void add<BFloat16>(const BFloat16*, const BFloat16*, BFloat16*, std::int64_t) noexcept;
template void addRelu<float>(const float*, const float*, float*, std::int64_t) noexcept;
template void addRelu<BFloat16>(const BFloat16*, const BFloat16*, BFloat16*, std::int64_t) noexcept;

} // namespace netsmith::kernels

#endif
