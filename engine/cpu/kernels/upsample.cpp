#include "engine/cpu/kernels/upsample.h"

#include "engine/cpu/kernels/ranges.h"

#define NETSMITH_KERNELS "engine/cpu/kernels/upsample.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

/// A row of the input with each pixel repeated, and that row repeated.
template <class T>
void repeatRow(const UpsampleExtent& e, const T* x, T* y)
{
    const std::int64_t times = e.factors[2];
    for (std::int64_t ix = 0; ix < e.sizes[2]; ++ix) {
        const T* pixel = x + ix * e.channels;
        T* first = y + ix * times * e.channels;
        eachVector(e.channels, [&](std::int64_t c, auto used) {
            const Floats value = load(pixel + c, used);
            for (std::int64_t k = 0; k < times; ++k)
                store(first + k * e.channels + c, value, used);
        });
    }
    const std::int64_t elements = e.output(2) * e.channels;
    for (std::int64_t k = 1; k < e.factors[1]; ++k)
        std::memcpy(static_cast<void*>(y + k * elements), y, static_cast<std::size_t>(elements) * sizeof(T));
}

/// The input rows [begin, end), counted through all images and depths.
template <class T>
void upsampleNearest(const UpsampleExtent& extent, const T* x, T* y, std::int64_t begin, std::int64_t end)
{
    const UpsampleExtent e = extent;
    const std::int64_t repeated = e.factors[1] * e.output(2) * e.channels;
    for (std::int64_t row = begin; row < end; ++row) {
        const std::int64_t depth = row / e.sizes[1] * e.factors[0];
        const auto place = [&](std::int64_t k) { return y + ((depth + k) * e.sizes[1] + row % e.sizes[1]) * repeated; };
        repeatRow(e, x + row * e.sizes[2] * e.channels, place(0));
        for (std::int64_t k = 1; k < e.factors[0]; ++k)
            std::memcpy(static_cast<void*>(place(k)), place(0), static_cast<std::size_t>(repeated) * sizeof(T));
    }
}

/// The rows of the input around a row of the output: in depth, in height.
template <class T>
struct SourceRows {
    const T* rows[4];
    float shares[4];
    int count = 0;

    SourceRows(const UpsampleExtent& e, const T* x, std::int64_t row)
    {
        const std::int64_t images = row / e.output(1);
        const LinearReads height = linearReads(row % e.output(1), e.factors[1], e.sizes[1]);
        const LinearReads depth = linearReads(images % e.output(0), e.factors[0], e.sizes[0]);
        const std::int64_t image = images / e.output(0);
        for (int k = 0; k < 4; ++k) {
            const float share = (k < 2 ? 1.0f - depth.share : depth.share) * (k % 2 == 0 ? 1.0f - height.share : height.share);
            if (share == 0.0f)
                continue;
            const std::int64_t plane = image * e.sizes[0] + (k < 2 ? depth.first : depth.second);
            rows[count] = x + (plane * e.sizes[1] + (k % 2 == 0 ? height.first : height.second)) * e.sizes[2] * e.channels;
            shares[count++] = share;
        }
    }
};

/// A row of the output from `count` rows of the input, known when compiled.
template <int count, class T>
void blendRow(const UpsampleExtent& e, const SourceRows<T>& source, T* y)
{
    const std::int64_t factor = e.factors[2];
    const float part = 1.0f / static_cast<float>(2 * factor);
    for (std::int64_t ix = 0; ix < e.sizes[2]; ++ix)
        for (std::int64_t k = 0; k < factor; ++k) {
            // `linearReads` without its division.
            const std::int64_t place = 2 * k + 1 - factor;
            const std::int64_t first = place < 0 ? ix - 1 : ix;
            const float share = static_cast<float>(place < 0 ? place + 2 * factor : place) * part;
            const std::int64_t left = (first < 0 ? 0 : first) * e.channels;
            const std::int64_t right = (first + 1 < e.sizes[2] ? first + 1 : ix) * e.channels;
            T* pixel = y + (ix * factor + k) * e.channels;
            eachVector(e.channels, [&](std::int64_t c, auto used) {
                Floats sum{};
                for (int r = 0; r < count; ++r) {
                    const Floats a = load(source.rows[r] + left + c, used);
                    const Floats b = load(source.rows[r] + right + c, used);
                    sum += (a + (b - a) * share) * source.shares[r];
                }
                store(pixel + c, sum, used);
            });
        }
}

/// The output rows [begin, end), counted through all images and depths.
template <class T>
void upsampleLinear(const UpsampleExtent& extent, const T* x, T* y, std::int64_t begin, std::int64_t end)
{
    const UpsampleExtent e = extent;
    for (std::int64_t row = begin; row < end; ++row) {
        const SourceRows<T> source(e, x, row);
        T* to = y + row * e.output(2) * e.channels;
        if (source.count == 1)
            blendRow<1>(e, source, to);
        else if (source.count == 2)
            blendRow<2>(e, source, to);
        else
            blendRow<4>(e, source, to);
    }
}

/// The input rows [begin, end), counted through all images and depths.
template <class T>
void upsampleBackward(const UpsampleExtent& extent, const ReaderShares* shares, const T* dy, T* dx, std::int64_t begin,
                      std::int64_t end)
{
    const UpsampleExtent e = extent;
    const std::int64_t outputRow = e.output(2) * e.channels;
    for (std::int64_t row = begin; row < end; ++row) {
        const std::int64_t plane = row / e.sizes[1];
        const std::int64_t iy = row % e.sizes[1];
        const std::int64_t iz = plane % e.sizes[0];
        const T* image = dy + plane / e.sizes[0] * e.output(0) * e.output(1) * outputRow;
        const UpsampleReaders depths = shares[0].readers(iz);
        const UpsampleReaders rows = shares[1].readers(iy);
        const float* ofDepths = shares[0].of(iz);
        const float* ofRows = shares[1].of(iy);
        for (std::int64_t ix = 0; ix < e.sizes[2]; ++ix) {
            const UpsampleReaders columns = shares[2].readers(ix);
            const float* ofColumns = shares[2].of(ix);
            eachVector(e.channels, [&](std::int64_t c, auto used) {
                Floats sum{};
                for (std::int64_t oz = depths.begin; oz < depths.end; ++oz)
                    for (std::int64_t oy = rows.begin; oy < rows.end; ++oy) {
                        const T* from = image + (oz * e.output(1) + oy) * outputRow + columns.begin * e.channels + c;
                        Floats along{};
                        for (std::int64_t k = 0; k < columns.end - columns.begin; ++k)
                            along += load(from + k * e.channels, used) * ofColumns[k];
                        sum += along * (ofDepths[oz - depths.begin] * ofRows[oy - rows.begin]);
                    }
                store(dx + (row * e.sizes[2] + ix) * e.channels + c, sum, used);
            });
        }
    }
}

#else

namespace netsmith::kernels {

ReaderShares::ReaderShares(const UpsampleExtent& extent, std::size_t axis)
    : m_interpolation(extent.interpolation)
    , m_factor(extent.factors[axis])
    , m_inputs(extent.sizes[axis])
    , m_shares(static_cast<std::size_t>(4 * 2 * m_factor))
{
    // Three inputs have one at each end and one between; one alone is both ends.
    const auto fill = [&](std::size_t kind, std::int64_t input, std::int64_t inputs) {
        const UpsampleReaders range = readersOf(m_interpolation, input, m_factor, inputs);
        float* to = m_shares.data() + kind * static_cast<std::size_t>(2 * m_factor);
        for (std::int64_t o = range.begin; o < range.end; ++o)
            *to++ = shareOf(m_interpolation, o, input, m_factor, inputs);
    };
    fill(0, 1, 3);
    fill(1, 0, 3);
    fill(2, 2, 3);
    fill(3, 0, 1);
}

template <class T>
void upsample(const UpsampleExtent& extent, const T* x, T* y) noexcept
{
    if (extent.interpolation == Interpolation::nearest) {
        const auto run = NETSMITH_VERSION(upsampleNearest<T>);
        const std::int64_t results = extent.factors[0] * extent.factors[1] * extent.output(2) * extent.channels;
        forRanges(extent.images * extent.sizes[0] * extent.sizes[1], rowGrain(results),
                  [&](std::int64_t begin, std::int64_t end) { run(extent, x, y, begin, end); });
        return;
    }
    const auto run = NETSMITH_VERSION(upsampleLinear<T>);
    forRanges(extent.images * extent.output(0) * extent.output(1), rowGrain(extent.output(2) * extent.channels, elementGrain / 4),
              [&](std::int64_t begin, std::int64_t end) { run(extent, x, y, begin, end); });
}

template <class T>
void upsampleBackward(const UpsampleGradient& gradient, const T* dy, T* dx) noexcept
{
    const auto run = NETSMITH_VERSION(upsampleBackward<T>);
    const UpsampleExtent& extent = gradient.extent;
    const std::int64_t reads = extent.factors[0] * extent.factors[1] * extent.output(2) * extent.channels;
    forRanges(extent.images * extent.sizes[0] * extent.sizes[1], rowGrain(reads, elementGrain / 2),
              [&](std::int64_t begin, std::int64_t end) { run(extent, gradient.shares.data(), dy, dx, begin, end); });
}

#define INSTANTIATE(T)                                                                                                             \
    template void upsample<T>(const UpsampleExtent&, const T*, T*) noexcept;                                                       \
    template void upsampleBackward<T>(const UpsampleGradient&, const T*, T*) noexcept;
INSTANTIATE(float)
INSTANTIATE(BFloat16)

} // namespace netsmith::kernels

#endif
