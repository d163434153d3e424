#include "engine/cuda/kernels/fake_quantize.h"

#include "engine/core/quantization_grid.h"
#include "engine/cuda/kernels/launch.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

struct FakeQuantize {
    const float* x;
    const float* range;
    float* y;
    NS_DEVICE void operator()(std::int64_t i) const { y[i] = QuantizationGrid::between(range[0], range[1]).represented(x[i]); }
};

struct FakeQuantizeBackward {
    const float* x;
    const float* range;
    const float* dy;
    float* dx;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        dx[i] = QuantizationGrid::between(range[0], range[1]).contains(x[i]) ? dy[i] : 0.0f;
    }
};

struct FakeQuantizeRangeGradient {
    const float* x;
    const float* range;
    const float* dy;
    float* gradient;
    std::int64_t count;
    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t) const
    {
        const QuantizationGrid grid = QuantizationGrid::between(range[0], range[1]);
        float low = 0.0f, high = 0.0f, within = 0.0f;
        for (std::int64_t i = block.rank(); i < count; i += block.size()) {
            if (grid.contains(x[i]))
                within += dy[i] * (nearestInteger(grid.position(x[i])) - x[i] * grid.inverse);
            else if (x[i] < 0.0f)
                low += dy[i];
            else
                high += dy[i];
        }
        within = joined(block, within, Plus()) / 255.0f;
        low = joined(block, low, Plus());
        high = joined(block, high, Plus());
        if (block.rank() != 0)
            return;
        gradient[0] = low - within;
        gradient[1] = high + within;
    }
};

struct Quantize {
    const float* x;
    const float* range;
    std::uint8_t* codes;
    NS_DEVICE void operator()(std::int64_t i) const { codes[i] = QuantizationGrid::between(range[0], range[1]).code(x[i]); }
};

struct WeightScale {
    const float* w;
    std::int64_t rows;
    std::int64_t channels;
    float* scales;
    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t channel) const
    {
        float largest = 0.0f;
        for (std::int64_t r = block.rank(); r < rows; r += block.size()) {
            const float size = std::fabs(w[r * channels + channel]);
            largest = size > largest ? size : largest;
        }
        largest = joined(block, largest, Larger());
        if (block.rank() == 0)
            scales[channel] = gridScale(largest);
    }
};

struct FakeQuantizeWeights {
    const float* w;
    const float* scales;
    float* quantized;
    std::int64_t channels;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const float scale = scales[i % channels];
        quantized[i] = weightSteps(w[i], 1.0f / scale) * scale;
    }
};

/// The step of a row of x, for all threads of a block.
NS_DEVICE float rowStep(const ThreadBlock& block, const float* x, std::int64_t columns)
{
    float largest = 0.0f;
    for (std::int64_t i = block.rank(); i < columns; i += block.size()) {
        const float size = std::fabs(x[i]);
        largest = size > largest ? size : largest;
    }
    return gridScale(joined(block, largest, Larger()));
}

struct FakeQuantizeRows {
    const float* x;
    float* y;
    std::int64_t columns;
    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t row) const
    {
        const float step = rowStep(block, x + row * columns, columns);
        for (std::int64_t i = block.rank(); i < columns; i += block.size())
            y[row * columns + i] = weightSteps(x[row * columns + i], 1.0f / step) * step;
    }
};

struct RowScales {
    const float* x;
    float* scales;
    std::int64_t columns;
    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t row) const
    {
        const float step = rowStep(block, x + row * columns, columns);
        if (block.rank() == 0)
            scales[row] = step;
    }
};

struct ObserveRange {
    const float* x;
    std::int64_t count;
    const float* range;
    float momentum;
    float* next;
    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t) const
    {
        float least = 0.0f, most = 0.0f; // of −x and x, so that the larger one is wanted of both
        for (std::int64_t i = block.rank(); i < count; i += block.size()) {
            least = -x[i] > least ? -x[i] : least;
            most = x[i] > most ? x[i] : most;
        }
        const float low = -joined(block, least, Larger());
        const float high = joined(block, most, Larger());
        if (block.rank() != 0)
            return;
        const bool begins = range[0] == 0.0f && range[1] == 0.0f;
        next[0] = begins ? low : momentum * range[0] + (1.0f - momentum) * low;
        next[1] = begins ? high : momentum * range[1] + (1.0f - momentum) * high;
    }
};

} // namespace

void fakeQuantize(Stream& stream, const float* x, const float* range, float* y, std::int64_t count)
{
    launchEach(stream, count, FakeQuantize{x, range, y});
}

void fakeQuantizeBackward(Stream& stream, const float* x, const float* range, const float* dy, float* dx, std::int64_t count)
{
    launchEach(stream, count, FakeQuantizeBackward{x, range, dy, dx});
}

void fakeQuantizeRangeGradient(Stream& stream, const float* x, const float* range, const float* dy, float* gradient,
                               std::int64_t count)
{
    launchBlocks(stream, 1, sizeof(float), FakeQuantizeRangeGradient{x, range, dy, gradient, count}, 1024);
}

void weightScales(Stream& stream, const float* w, std::int64_t rows, std::int64_t channels, float* scales)
{
    launchBlocks(stream, channels, sizeof(float), WeightScale{w, rows, channels, scales});
}

void fakeQuantizeWeights(Stream& stream, const float* w, float* quantized, std::int64_t rows, std::int64_t channels, float* scales)
{
    weightScales(stream, w, rows, channels, scales);
    launchEach(stream, rows * channels, FakeQuantizeWeights{w, scales, quantized, channels});
}

void fakeQuantizeRows(Stream& stream, const float* x, float* y, std::int64_t rows, std::int64_t columns)
{
    launchBlocks(stream, rows, sizeof(float), FakeQuantizeRows{x, y, columns});
}

void rowScales(Stream& stream, const float* x, std::int64_t rows, std::int64_t columns, float* scales)
{
    launchBlocks(stream, rows, sizeof(float), RowScales{x, scales, columns});
}

void observeRange(Stream& stream, const float* x, std::int64_t count, const float* range, float momentum, float* next)
{
    launchBlocks(stream, 1, sizeof(float), ObserveRange{x, count, range, momentum, next}, 1024);
}

void quantize(Stream& stream, const float* x, const float* range, std::uint8_t* codes, std::int64_t count)
{
    launchEach(stream, count, Quantize{x, range, codes});
}

} // namespace netsmith::cuda::kernels
