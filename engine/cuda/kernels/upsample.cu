#include "engine/cuda/kernels/upsample.h"

#include "engine/cuda/kernels/float16.h"
#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {
namespace {

/// The coordinates of an element of images of the sizes that `size(axis)` gives.
struct VoxelPlace {
    std::int64_t image;
    std::int64_t at[3];
    std::int64_t channel;

    template <class Size>
    NS_DEVICE VoxelPlace(std::int64_t index, std::int64_t channels, Size size)
        : image(index / channels)
        , at()
        , channel(index - image * channels)
    {
        for (int axis = 2; axis >= 0; --axis) {
            const std::int64_t count = size(static_cast<std::size_t>(axis));
            const std::int64_t next = image / count;
            at[axis] = image - next * count;
            image = next;
        }
    }
};

/// One element of the output.
template <class T>
struct Repeat {
    UpsampleExtent e;
    const T* x;
    T* y;

    NS_DEVICE void operator()(std::int64_t index) const
    {
        const VoxelPlace to(index, e.channels, [this](std::size_t axis) { return e.output(axis); });
        std::int64_t from = to.image;
        for (std::size_t axis = 0; axis < 3; ++axis)
            from = from * e.sizes[axis] + to.at[axis] / e.factors[axis];
        y[index] = x[from * e.channels + to.channel];
    }
};

/// One element of the output, from its two neighbouring inputs along each axis.
template <class T>
struct BlendNeighbours {
    UpsampleExtent e;
    const T* x;
    T* y;

    NS_DEVICE void operator()(std::int64_t index) const
    {
        const VoxelPlace to(index, e.channels, [this](std::size_t axis) { return e.output(axis); });
        LinearReads reads[3];
        for (std::size_t axis = 0; axis < 3; ++axis)
            reads[axis] = linearReads(to.at[axis], e.factors[axis], e.sizes[axis]);
        float sum = 0.0f;
        for (unsigned corner = 0; corner < 8; ++corner) {
            std::int64_t from = to.image;
            float share = 1.0f;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const bool second = (corner >> (2 - axis)) % 2 == 1;
                from = from * e.sizes[axis] + (second ? reads[axis].second : reads[axis].first);
                share *= second ? reads[axis].share : 1.0f - reads[axis].share;
            }
            if (share != 0.0f)
                sum += share * static_cast<float>(x[from * e.channels + to.channel]);
        }
        y[index] = T(sum);
    }
};

/// One element of the input adds up its shares of the outputs that read it.
template <class T>
struct UpsampleBackward {
    UpsampleExtent e;
    const T* dy;
    T* dx;

    NS_DEVICE void operator()(std::int64_t index) const
    {
        const VoxelPlace to(index, e.channels, [this](std::size_t axis) { return e.sizes[axis]; });
        UpsampleReaders readers[3];
        for (std::size_t axis = 0; axis < 3; ++axis)
            readers[axis] = readersOf(e.interpolation, to.at[axis], e.factors[axis], e.sizes[axis]);
        float sum = 0.0f;
        for (std::int64_t oz = readers[0].begin; oz < readers[0].end; ++oz)
            for (std::int64_t oy = readers[1].begin; oy < readers[1].end; ++oy) {
                const std::int64_t row = ((to.image * e.output(0) + oz) * e.output(1) + oy) * e.output(2);
                float along = 0.0f;
                for (std::int64_t ox = readers[2].begin; ox < readers[2].end; ++ox)
                    along += share(ox, to, 2) * static_cast<float>(dy[(row + ox) * e.channels + to.channel]);
                sum += share(oz, to, 0) * share(oy, to, 1) * along;
            }
        dx[index] = T(sum);
    }

private:
    NS_DEVICE float share(std::int64_t output, const VoxelPlace& to, std::size_t axis) const
    {
        return shareOf(e.interpolation, output, to.at[axis], e.factors[axis], e.sizes[axis]);
    }
};

} // namespace

template <class T>
void upsample(Stream& stream, const UpsampleExtent& extent, const T* x, T* y)
{
    if (extent.interpolation == Interpolation::nearest)
        launchEach(stream, extent.outputElements(), Repeat<T>{extent, x, y});
    else
        launchEach(stream, extent.outputElements(), BlendNeighbours<T>{extent, x, y});
}

template <class T>
void upsampleBackward(Stream& stream, const UpsampleExtent& extent, const T* dy, T* dx)
{
    launchEach(stream, extent.inputElements(), UpsampleBackward<T>{extent, dy, dx});
}

#define INSTANTIATE(T)                                                                                                             \
    template void upsample(Stream&, const UpsampleExtent&, const T*, T*);                                                          \
    template void upsampleBackward(Stream&, const UpsampleExtent&, const T*, T*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels
