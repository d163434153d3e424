#include "engine/cuda/kernels/recurrence_sequence.h"

#include "engine/cuda/kernels/launch_stages.h"
#include "engine/cuda/kernels/recurrence_cell.h"

namespace netsmith::cuda::kernels {
namespace {

/// Numbers that are read and written at once.
template <int count>
struct alignas(4 * sizeof(float)) Numbers {
    float at[count];
};

/// Products of a block's samples [samples, depth] with its part of a matrix [depth, columns], which stays in shared memory. Each
/// thread has four columns and a slice of the rows.
template <int samples>
class TileProduct {
public:
    NS_DEVICE TileProduct(const ThreadBlock& block, std::int64_t depth, int columns)
        : m_block(block)
        , m_depth(static_cast<int>(depth))
        , m_quads(quadsOf(columns))
        , m_lanes(m_quads < block.size() ? m_quads : block.size())
        , m_slices(slicesOf(m_quads, block.size() / m_lanes))
        , m_rows(block.shared<Numbers<samples>>())
        , m_parts(reinterpret_cast<Numbers<4>*>(m_rows + m_depth))
        , m_matrix(m_parts + m_slices * samples * m_quads)
    {
    }
    /// For a block of `threads`.
    static std::int64_t sharedBytes(std::int64_t depth, int columns, int threads)
    {
        const std::int64_t quads = quadsOf(columns);
        const std::int64_t slices = slicesOf(quadsOf(columns), threads / std::min(quadsOf(columns), threads));
        return samples * depth * std::int64_t{sizeof(float)}
        + quads * (slices * samples + depth) * std::int64_t{sizeof(Numbers<4>)};
    }

    /// `of(column)` points to the first element of a column, the others follow by `rowStep`; of a null column all are 0.
    template <class Column>
    NS_DEVICE void load(int columns, std::int64_t rowStep, const Column& of)
    {
        auto* const numbers = reinterpret_cast<float*>(m_matrix);
        const int width = 4 * m_quads;
        const auto copy = [&](int row, int column) {
            const float* const from = column < columns ? of(column) : nullptr;
            numbers[row * width + column] = from ? from[row * rowStep] : 0.0f;
        };
        // Neighbours read what lies side by side.
        if (rowStep == 1)
            for (int i = m_block.rank(); i < m_depth * width; i += m_block.size())
                copy(i % m_depth, i / m_depth);
        else
            for (int i = m_block.rank(); i < m_depth * width; i += m_block.size())
                copy(i / width, i % width);
    }
    /// `input(sample, row)` gives the samples' numbers. Afterwards every thread can read `result`.
    template <class Input>
    NS_DEVICE void multiply(const Input& input)
    {
        // Several rows at once, so that their loads overlap.
        constexpr int together = 16 / samples;
        for (int first = m_block.rank(); first < m_depth; first += together * m_block.size()) {
            Numbers<samples> numbers[together];
            for (int k = 0; k < together; ++k)
                for (int s = 0; s < samples; ++s) {
                    const int row = first + k * m_block.size();
                    numbers[k].at[s] = row < m_depth ? input(s, row) : 0.0f;
                }
            for (int k = 0; k < together; ++k)
                if (const int row = first + k * m_block.size(); row < m_depth)
                    m_rows[row] = numbers[k];
        }
        m_block.sync();
        const int slice = m_block.rank() / m_lanes;
        if (slice < m_slices)
            for (int quad = m_block.rank() % m_lanes; quad < m_quads; quad += m_lanes)
                addSlice(slice, quad);
        m_block.sync();
        addSlices();
        m_block.sync();
    }
    NS_DEVICE float result(int sample, int column) const
    {
        return reinterpret_cast<const float*>(m_parts)[sample * 4 * m_quads + column];
    }

private:
    NS_DEVICE static int quadsOf(int columns) { return (columns + 3) / 4; }
    /// As many as there are threads for, within 32 KiB of partial sums.
    NS_DEVICE static int slicesOf(int quads, int threads)
    {
        constexpr int mostParts = 2048;
        constexpr int mostSlices = 32;
        const int room = mostParts / (samples * quads);
        const int most = room < mostSlices ? room : mostSlices;
        return threads < most ? threads : most > 1 ? most : 1;
    }
    NS_DEVICE void addSlice(int slice, int quad)
    {
        Numbers<4> sums[samples] = {};
        const int end = m_depth * (slice + 1) / m_slices;
        for (int row = m_depth * slice / m_slices; row < end; ++row) {
            const Numbers<samples> numbers = m_rows[row];
            const Numbers<4> factors = m_matrix[row * m_quads + quad];
            for (int s = 0; s < samples; ++s)
                for (int k = 0; k < 4; ++k)
                    sums[s].at[k] += numbers.at[s] * factors.at[k];
        }
        for (int s = 0; s < samples; ++s)
            m_parts[(slice * samples + s) * m_quads + quad] = sums[s];
    }

    /// Into the first.
    NS_DEVICE void addSlices()
    {
        auto* const parts = reinterpret_cast<float*>(m_parts);
        const int stride = samples * 4 * m_quads;
        for (int i = m_block.rank(); i < stride; i += m_block.size()) {
            float sums[2] = {};
            int slice = 0;
            for (; slice + 1 < m_slices; slice += 2) {
                sums[0] += parts[slice * stride + i];
                sums[1] += parts[(slice + 1) * stride + i];
            }
            if (slice < m_slices)
                sums[0] += parts[slice * stride + i];
            parts[i] = sums[0] + sums[1];
        }
    }

    const ThreadBlock& m_block;
    int m_depth;
    int m_quads; ///< of columns
    int m_lanes; ///< quads at once
    int m_slices; ///< of the rows, at once
    Numbers<samples>* m_rows;
    Numbers<4>* m_parts; ///< [slices, samples, quads]
    Numbers<4>* m_matrix; ///< [depth, quads]
};

/// A block's samples and units.
template <int samples>
struct Tile {
    RecurrenceShape shape;
    int units; ///< of a block
    std::int64_t firstSample;
    std::int64_t firstUnit;
    int present; ///< samples

    NS_DEVICE Tile(const RecurrenceShape& layer, int unitsOfBlock, const StagePlace& place)
        : shape(layer)
        , units(unitsOfBlock)
        , firstSample(std::int64_t{place.group} * samples)
        , firstUnit(std::int64_t{place.member} * unitsOfBlock)
        , present(static_cast<int>(layer.samples - firstSample < samples ? layer.samples - firstSample : samples))
    {
    }
    /// `body(sample, unit, s, u)` for each of the thread's, with where they are in the block.
    template <class Body>
    NS_DEVICE void each(const ThreadBlock& block, const Body& body) const
    {
        for (int i = block.rank(); i < samples * units; i += block.size()) {
            const int s = i / units, u = i % units;
            if (s < present && firstUnit + u < shape.units)
                body(firstSample + s, firstUnit + u, s, u);
        }
    }
};

/// A step forward. The states that blocks read of each other are written alternately to one half of `states` and the other.
template <int samples, class T>
struct SequenceForward {
    CellForward<T> cell;
    const float* u;
    float* states; ///< [2, samples, units]
    int units;

    NS_DEVICE void operator()(const ThreadBlock& block, const StagePlace& place) const
    {
        const RecurrenceShape& shape = cell.shape;
        const int gates = static_cast<int>(shape.gates());
        const Tile<samples> tile(shape, units, place);
        const StepPlaces steps(shape, place.stage);
        TileProduct<samples> product(block, shape.units, gates * units);
        if (steps.isFirst)
            product.load(gates * units, steps.width, [&](int column) {
                const std::int64_t unit = tile.firstUnit + column % units;
                return unit < shape.units ? u + column / units * shape.units + unit : nullptr;
            });
        const std::int64_t all = shape.samples * shape.units;
        const float* before = steps.isFirst ? cell.at.h0 : states + (place.stage + 1) % 2 * all;
        float* after = states + place.stage % 2 * all;
        if (before)
            product.multiply([&, first = before + tile.firstSample * shape.units](int s, int row) {
                return s < tile.present ? first[s * shape.units + row] : 0.0f;
            });
        tile.each(block, [&](std::int64_t sample, std::int64_t unit, int s, int ofBlock) {
            const UnitPlace at = steps.place(sample, unit);
            float sums[mostGates] = {};
            if (before)
                for (int gate = 0; gate < gates; ++gate)
                    sums[gate] = product.result(s, gate * units + ofBlock);
            after[at.own] = cell(steps, at, before ? before[at.own] : 0.0f, sums);
        });
    }
};

/// A step backward: a unit gets back what the gates of the following step were given of it.
template <int samples, class T>
struct SequenceBackward {
    CellBackward<T> cell;
    const float* u;
    int units;

    NS_DEVICE void operator()(const ThreadBlock& block, const StagePlace& place) const
    {
        const RecurrenceShape& shape = cell.shape;
        const std::int64_t count = shape.steps - 1 - place.stage;
        const Tile<samples> tile(shape, units, place);
        const StepPlaces steps(shape, count);
        TileProduct<samples> product(block, steps.width, units);
        if (steps.isLast)
            product.load(units, 1, [&](int column) {
                const std::int64_t unit = tile.firstUnit + column;
                return unit < shape.units ? u + unit * steps.width : nullptr;
            });
        else
            multiply(product, tile, StepPlaces(shape, count + 1));
        tile.each(block, [&](std::int64_t sample, std::int64_t unit, int s, int ofBlock) {
            cell(steps, steps.place(sample, unit), steps.isLast ? 0.0f : product.result(s, ofBlock));
        });
    }

private:
    /// Of what the gates were given at the step behind. GRU's candidate was given the state's product times its reset gate.
    NS_DEVICE void multiply(TileProduct<samples>& product, const Tile<samples>& tile, const StepPlaces& behind) const
    {
        const UnitPlace first = behind.place(tile.firstSample, 0);
        const std::int64_t direct = cell.dProduct ? 2 * behind.units : behind.width;
        const float* gates = cell.dz + first.gate;
        const float* candidates = cell.dProduct ? cell.dProduct + first.state - direct : nullptr;
        product.multiply([&](int s, int row) {
            if (s >= tile.present)
                return 0.0f;
            const std::int64_t rows = s * behind.steps;
            return row < direct ? gates[rows * behind.width + row] : candidates[rows * behind.units + row];
        });
    }
};

/// Many, since a step is a chain of short works; with 16 samples each has too many sums for more.
constexpr int threadsOfBlock(int samples)
{
    return samples > 8 ? 256 : 512;
}

StagedLaunch stagedLaunch(const RecurrenceShape& shape, const SequenceTiles& tiles)
{
    return {.groups = tiles.groups(shape),
            .members = tiles.members(shape),
            .threads = threadsOfBlock(tiles.samples),
            .stages = shape.steps,
            .sharedBytes = tiles.sharedBytes(shape)};
}

/// `body(constant)` with the number of a block's samples as a constant.
template <class Body>
auto forSamples(int samples, const Body& body)
{
    switch (samples) {
    case 4: return body(std::integral_constant<int, 4>());
    case 8: return body(std::integral_constant<int, 8>());
    default: return body(std::integral_constant<int, 16>());
    }
}

} // namespace

int SequenceTiles::groups(const RecurrenceShape& shape) const
{
    return static_cast<int>((shape.samples + samples - 1) / samples);
}

int SequenceTiles::members(const RecurrenceShape& shape) const
{
    return static_cast<int>((shape.units + units - 1) / units);
}

std::int64_t SequenceTiles::sharedBytes(const RecurrenceShape& shape) const
{
    return forSamples(samples, [&]<int count>(std::integral_constant<int, count>) {
        const int columns = static_cast<int>(shape.gates()) * units;
        return std::max(TileProduct<count>::sharedBytes(shape.units, columns, threadsOfBlock(count)),
                        TileProduct<count>::sharedBytes(shape.width(), units, threadsOfBlock(count)));
    });
}

std::int64_t SequenceTiles::workspace(const RecurrenceShape& shape) const
{
    return stageCounters(groups(shape)) + 2 * shape.samples * shape.units;
}

template <class T>
void recurrenceSequence(Stream& stream, const RecurrenceShape& shape, const SequenceTiles& tiles, const RecurrenceStates<T>& at,
                        const float* u, const float* bias, T* last, float* workspace)
{
    const StagedLaunch launch = stagedLaunch(shape, tiles);
    float* const states = workspace + stageCounters(launch.groups);
    forSamples(tiles.samples, [&]<int count>(std::integral_constant<int, count>) {
        launchStages(stream, launch, workspace, SequenceForward<count, T>{{shape, at, bias, last}, u, states, tiles.units});
    });
}

template <class T>
void recurrenceSequenceBackward(Stream& stream, const RecurrenceShape& shape, const SequenceTiles& tiles,
                                const RecurrenceStates<const T>& at, const float* u, const T* dy, bool ofLast, float* direct,
                                float* toCell, float* dz, float* dProduct, float* workspace)
{
    forSamples(tiles.samples, [&]<int count>(std::integral_constant<int, count>) {
        launchStages(stream, stagedLaunch(shape, tiles), workspace,
                     SequenceBackward<count, T>{{shape, at, dy, ofLast, direct, toCell, dz, dProduct}, u, tiles.units});
    });
}

#define INSTANTIATE(T)                                                                                                             \
    template void recurrenceSequence<T>(Stream&, const RecurrenceShape&, const SequenceTiles&, const RecurrenceStates<T>&,         \
                                        const float*, const float*, T*, float*);                                                   \
    template void recurrenceSequenceBackward<T>(Stream&, const RecurrenceShape&, const SequenceTiles&,                             \
                                                const RecurrenceStates<const T>&, const float*, const T*, bool, float*, float*,    \
                                                float*, float*, float*);
NS_FOR_FLOAT_TYPES(INSTANTIATE)

} // namespace netsmith::cuda::kernels
