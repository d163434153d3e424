#include "engine/cuda/kernels/column_sums.h"

#include "engine/cuda/kernels/column_slices.h"
#include "engine/cuda/kernels/float16.h"

namespace netsmith::cuda::kernels {
namespace {

template <class T>
struct GatherSums {
    using Value = float;
    using Join = Plus;

    struct Sum {
        const T* rows;
        float sum = 0.0f;
        template <int count>
        NS_DEVICE void take(std::int64_t i, std::int64_t stride)
        {
            float some = 0.0f;
            for (int k = 0; k < count; ++k)
                some += static_cast<float>(rows[i + k * stride]);
            sum += some;
        }
        NS_DEVICE float value() const { return sum; }
    };

    const T* rows;
    NS_DEVICE Sum start(std::int64_t) const { return {rows}; }
};

struct StoreColumn {
    float* out;
    NS_DEVICE void operator()(std::int64_t column, float sum) const { out[column] = sum; }
};

} // namespace

std::int64_t columnPartials(std::int64_t rows, std::int64_t columns)
{
    const ColumnSlices cut(rows, columns);
    return cut.slices == 1 ? 0 : cut.parts();
}

template <class T>
void columnSums(Stream& stream, const T* rows, float* out, std::int64_t count, std::int64_t columns, float* partials)
{
    const ColumnSlices cut(count, columns);
    if (cut.slices == 1) {
        gatherSlices(stream, cut, GatherSums<T>{rows}, out);
        return;
    }
    gatherSlices(stream, cut, GatherSums<T>{rows}, partials);
    joinSlices<GatherSums<T>>(stream, cut, partials, StoreColumn{out});
}

#define INSTANTIATE(T) template void columnSums(Stream&, const T*, float*, std::int64_t, std::int64_t, float*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels
