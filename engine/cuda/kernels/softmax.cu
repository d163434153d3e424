#include "engine/cuda/kernels/softmax.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/cuda/kernels/row_exponentials.h"

namespace netsmith::cuda::kernels {
namespace {

// A thread writes only elements that no other thread reads, so a row may be overwritten in place.

template <class T>
struct Softmax {
    const T* x;
    T* y;
    std::int64_t columns;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t row) const
    {
        const T* from = x + row * columns;
        const RowExponentials of = exponentialsOf(block, from, columns);
        const float scale = 1.0f / of.sum;
        for (std::int64_t c = block.rank(); c < columns; c += block.size())
            y[row * columns + c] = T(std::exp(static_cast<float>(from[c]) - of.most) * scale);
    }
};

template <class T>
struct SoftmaxBackward {
    const T* y;
    const T* dy;
    T* dx;
    std::int64_t columns;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t row) const
    {
        const std::int64_t first = row * columns + block.rank();
        const std::int64_t end = (row + 1) * columns;
        float product = 0.0f;
        for (std::int64_t i = first; i < end; i += block.size())
            product += static_cast<float>(y[i]) * static_cast<float>(dy[i]);
        product = joined(block, product, Plus());
        for (std::int64_t i = first; i < end; i += block.size())
            dx[i] = T(static_cast<float>(y[i]) * (static_cast<float>(dy[i]) - product));
    }
};

} // namespace

template <class T>
void softmax(Stream& stream, const T* x, T* y, std::int64_t rows, std::int64_t columns)
{
    launchBlocks(stream, rows, sizeof(float), Softmax<T>{x, y, columns}, blockSizeForRow(columns));
}

template <class T>
void softmaxBackward(Stream& stream, const T* y, const T* dy, T* dx, std::int64_t rows, std::int64_t columns)
{
    launchBlocks(stream, rows, sizeof(float), SoftmaxBackward<T>{y, dy, dx, columns}, blockSizeForRow(columns));
}

#define INSTANTIATE(T)                                                                                                             \
    template void softmax(Stream&, const T*, T*, std::int64_t, std::int64_t);                                                      \
    template void softmaxBackward(Stream&, const T*, const T*, T*, std::int64_t, std::int64_t);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels
