#include "engine/cuda/kernels/transpose2d.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

/// Writes are contiguous; the caches absorb the strided reads.
template <class From, class To>
struct Transpose2d {
    const From* from;
    To* to;
    std::int64_t rows;
    std::int64_t columns;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t column = i / rows;
        to[i] = static_cast<To>(from[(i - column * rows) * columns + column]);
    }
};

} // namespace

template <class From, class To>
void transpose2d(Stream& stream, const From* from, To* to, std::int64_t rows, std::int64_t columns)
{
    launchEach(stream, rows * columns, Transpose2d<From, To>{from, to, rows, columns});
}

#define INSTANTIATE(T) template void transpose2d(Stream&, const T*, T*, std::int64_t, std::int64_t);
NS_FOR_FLOAT_TYPES(INSTANTIATE)
template void transpose2d(Stream&, const BFloat16*, float*, std::int64_t, std::int64_t);
template void transpose2d(Stream&, const Float16*, float*, std::int64_t, std::int64_t);

} // namespace netsmith::cuda::kernels
