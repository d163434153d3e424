#include "engine/cuda/kernels/gather.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/ops/control.h"

namespace netsmith::cuda::kernels {
namespace {

/// The positions of a batch's elements.
template <class From>
struct Batch {
    const From* x;
    const std::int32_t* order;
    const std::int64_t* counters;
    std::int64_t elements;
    std::int64_t stride;
    NS_DEVICE From at(std::int64_t i) const
    {
        const std::int64_t row = i / elements;
        return x[order[counters[control::position] + row] * stride + i - row * elements];
    }
};

template <class From, class To>
struct Gather {
    Batch<From> batch;
    float subtract;
    float divide;
    To* y;
    NS_DEVICE void operator()(std::int64_t i) const { y[i] = To((static_cast<float>(batch.at(i)) - subtract) / divide); }
};

template <class From>
struct GatherInts {
    Batch<From> batch;
    std::int32_t* y;
    NS_DEVICE void operator()(std::int64_t i) const { y[i] = static_cast<std::int32_t>(batch.at(i)); }
};

} // namespace

template <class From, class To>
void gather(Stream& stream, const From* x, const std::int32_t* order, const std::int64_t* counters, float subtract, float divide,
            To* y, std::int64_t rows, std::int64_t elements, std::int64_t stride)
{
    launchEach(stream, rows * elements, Gather<From, To>{{x, order, counters, elements, stride}, subtract, divide, y});
}

template <class From>
void gatherInts(Stream& stream, const From* x, const std::int32_t* order, const std::int64_t* counters, std::int32_t* y,
                std::int64_t rows, std::int64_t elements, std::int64_t stride)
{
    launchEach(stream, rows * elements, GatherInts<From>{{x, order, counters, elements, stride}, y});
}

#define FROM(From, To)                                                                                                             \
    template void gather(Stream&, const From*, const std::int32_t*, const std::int64_t*, float, float, To*, std::int64_t,          \
                         std::int64_t, std::int64_t);
#define INSTANTIATE(To)                                                                                                            \
    FROM(std::uint8_t, To)                                                                                                         \
    FROM(std::int32_t, To)                                                                                                         \
    FROM(std::int64_t, To)                                                                                                         \
    FROM(float, To)                                                                                                                \
    FROM(double, To)
NS_FOR_FLOAT_TYPES(INSTANTIATE)

#define INSTANTIATE_INTS(From)                                                                                                     \
    template void gatherInts(Stream&, const From*, const std::int32_t*, const std::int64_t*, std::int32_t*, std::int64_t,          \
                             std::int64_t, std::int64_t);
INSTANTIATE_INTS(std::uint8_t)
INSTANTIATE_INTS(std::int32_t)
INSTANTIATE_INTS(std::int64_t)

} // namespace netsmith::cuda::kernels
