#include "engine/cuda/kernels/embedding.h"

#include "engine/cuda/kernels/launch.h"
#include "engine/ops/embedding.h"

namespace netsmith::cuda::kernels {
namespace {

struct ReadRows {
    const float* table;
    const float* ids;
    float* y;
    std::int64_t rows;
    std::int64_t size;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t place = i / size;
        y[i] = table[embeddingRow(ids[place], rows) * size + i - place * size];
    }
};

struct Zero {
    std::int32_t* numbers;
    NS_DEVICE void operator()(std::int64_t i) const { numbers[i] = 0; }
};

/// The start of a chunk's places.
NS_DEVICE std::int64_t chunkBegin(std::int64_t chunk, std::int64_t chunks, std::int64_t places)
{
    return places * chunk / chunks;
}

/// How often each row is read within a chunk.
struct CountChunk {
    const float* ids;
    std::int32_t* counts; ///< [rows, chunks]
    std::int64_t rows;
    std::int64_t places;
    std::int64_t chunks;
    NS_DEVICE void operator()(std::int64_t chunk) const
    {
        const std::int64_t end = chunkBegin(chunk + 1, chunks, places);
        for (std::int64_t p = chunkBegin(chunk, chunks, places); p < end; ++p)
            ++counts[embeddingRow(ids[p], rows) * chunks + chunk];
    }
};

/// Replaces each of a block's numbers by the sum of those before it, and passes the sum of all to `finish`, once.
template <class Finish>
NS_DEVICE void sumsBefore(const ThreadBlock& block, std::int32_t* numbers, std::int64_t count, const Finish& finish)
{
    auto* parts = block.shared<std::int32_t>();
    const std::int64_t begin = count * block.rank() / block.size(), end = count * (block.rank() + 1) / block.size();
    std::int32_t part = 0;
    for (std::int64_t i = begin; i < end; ++i)
        part += numbers[i];
    parts[block.rank()] = part;
    block.sync();
    std::int32_t before = 0;
    for (int i = 0; i < block.rank(); ++i)
        before += parts[i];
    for (std::int64_t i = begin; i < end; ++i) {
        const std::int32_t number = numbers[i];
        numbers[i] = before;
        before += number;
    }
    if (block.rank() == block.size() - 1)
        finish(before);
    block.sync();
}

/// Turns a row's counts into the number of its places in earlier chunks, and returns their total.
struct AddChunks {
    std::int32_t* counts;
    std::int32_t* totals;
    std::int64_t chunks;
    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t row) const
    {
        sumsBefore(block, counts + row * chunks, chunks, [&](std::int32_t total) { totals[row] = total; });
    }
};

/// starts[r] = Σ of what comes before row r; one more entry gives the end of the last one.
struct AddTotals {
    std::int32_t* totals; ///< becomes the starts
    std::int64_t rows;
    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t) const
    {
        sumsBefore(block, totals, rows, [&](std::int32_t total) { totals[rows] = total; });
    }
};

/// Writes the places of each row consecutively, in order.
struct SortChunk {
    const float* ids;
    std::int32_t* counts;
    const std::int32_t* starts;
    std::int32_t* sorted;
    std::int64_t rows;
    std::int64_t places;
    std::int64_t chunks;
    NS_DEVICE void operator()(std::int64_t chunk) const
    {
        const std::int64_t end = chunkBegin(chunk + 1, chunks, places);
        for (std::int64_t p = chunkBegin(chunk, chunks, places); p < end; ++p) {
            const std::int64_t row = embeddingRow(ids[p], rows);
            sorted[starts[row] + counts[row * chunks + chunk]++] = static_cast<std::int32_t>(p);
        }
    }
};

/// A number of a slice of a row.
struct AddSlice {
    const float* dy;
    const std::int32_t* starts;
    const std::int32_t* sorted;
    float* sums;
    std::int64_t rows;
    std::int64_t size;
    std::int64_t slices;
    std::int64_t padding;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        const std::int64_t slice = i / (rows * size), row = i / size % rows, column = i % size;
        const std::int64_t begin = starts[row], count = row == padding ? 0 : starts[row + 1] - begin;
        float sum = 0.0f;
        for (std::int64_t k = count * slice / slices; k < count * (slice + 1) / slices; ++k)
            sum += dy[sorted[begin + k] * size + column];
        sums[i] = sum;
    }
};

struct AddSlices {
    const float* sums;
    float* dTable;
    std::int64_t elements;
    std::int64_t slices;
    NS_DEVICE void operator()(std::int64_t i) const
    {
        float sum = 0.0f;
        for (std::int64_t slice = 0; slice < slices; ++slice)
            sum += sums[slice * elements + i];
        dTable[i] = sum;
    }
};

constexpr int chunkThreads = 64; ///< of a row: 16 chunks each at most

} // namespace

EmbeddingSum::EmbeddingSum(std::int64_t rows, std::int64_t size, std::int64_t places, std::int64_t padding)
    : rows(rows)
    , size(size)
    , places(places)
    , padding(padding)
    , chunks(std::clamp<std::int64_t>(std::min((std::int64_t{1} << 22) / rows, places / 4), 1, 1024))
    , slices(std::clamp<std::int64_t>(std::min((std::int64_t{1} << 22) / (rows * size), places / 256), 1, 32))
{
}

std::int64_t EmbeddingSum::workspaceBytes() const
{
    const std::int64_t integers = chunks * rows + rows + 1 + places;
    return 4 * (integers + (slices > 1 ? slices * rows * size : 0));
}

void embedding(Stream& stream, const float* table, const float* ids, float* y, std::int64_t rows, std::int64_t size,
               std::int64_t places)
{
    launchEach(stream, places * size, ReadRows{table, ids, y, rows, size});
}

void embeddingBackward(Stream& stream, const EmbeddingSum& sum, const float* ids, const float* dy, float* dTable, void* workspace)
{
    auto* counts = static_cast<std::int32_t*>(workspace);
    std::int32_t* starts = counts + sum.chunks * sum.rows;
    std::int32_t* sorted = starts + sum.rows + 1;
    auto* sums = sum.slices > 1 ? reinterpret_cast<float*>(sorted + sum.places) : dTable;
    launchEach(stream, sum.chunks * sum.rows, Zero{counts});
    launchEach(stream, sum.chunks, CountChunk{ids, counts, sum.rows, sum.places, sum.chunks});
    launchBlocks(stream, sum.rows, sizeof(std::int32_t), AddChunks{counts, starts, sum.chunks}, chunkThreads);
    launchBlocks(stream, 1, sizeof(std::int32_t), AddTotals{starts, sum.rows});
    launchEach(stream, sum.chunks, SortChunk{ids, counts, starts, sorted, sum.rows, sum.places, sum.chunks});
    launchEach(stream, sum.slices * sum.rows * sum.size,
               AddSlice{dy, starts, sorted, sums, sum.rows, sum.size, sum.slices, sum.padding});
    if (sum.slices > 1)
        launchEach(stream, sum.rows * sum.size, AddSlices{sums, dTable, sum.rows * sum.size, sum.slices});
}

} // namespace netsmith::cuda::kernels
