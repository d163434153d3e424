#include "engine/cpu/kernels/embedding.h"

#include "engine/cpu/kernels/ranges.h"
#include "engine/ops/embedding.h"

#include <utility>

#define NETSMITH_KERNELS "engine/cpu/kernels/embedding.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

/// sum += Σ dy[places[i]], rows of `size` numbers.
void addRows(const float* dy, const std::int32_t* places, std::int64_t count, float* sum, std::int64_t size)
{
    for (std::int64_t i = 0; i < count; ++i) {
        const float* row = dy + places[i] * size;
        eachVector(size, [&](std::int64_t c, auto used) { store(sum + c, load(sum + c, used) + load(row + c, used), used); });
    }
}

#else

namespace netsmith::kernels {

void embedding(const float* table, const float* ids, float* y, std::int64_t rows, std::int64_t size, std::int64_t places) noexcept
{
    forRanges(places, rowGrain(size), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t p = begin; p < end; ++p)
            std::copy_n(table + embeddingRow(ids[p], rows) * size, size, y + p * size);
    });
}

std::int64_t EmbeddingSum::workspaceBytes() const
{
    return (rows + 1 + places) * static_cast<std::int64_t>(sizeof(std::int32_t));
}

void embeddingBackward(const EmbeddingSum& how, const float* ids, const float* dy, float* dTable, void* workspace) noexcept
{
    const auto [rows, size, places, padding] = how;
    auto* scratch = static_cast<std::int32_t*>(workspace);
    // A stable counting sort of the places by their rows: those of row r come to lie at sorted[ends[r − 1] … ends[r]).
    std::int32_t* ends = scratch + 1;
    std::int32_t* sorted = scratch + 1 + rows;
    std::fill_n(scratch, rows + 1, 0);
    for (std::int64_t p = 0; p < places; ++p)
        ++ends[embeddingRow(ids[p], rows)];
    std::int32_t before = 0;
    for (std::int64_t r = 0; r < rows; ++r)
        before += std::exchange(ends[r], before);
    for (std::int64_t p = 0; p < places; ++p)
        sorted[ends[embeddingRow(ids[p], rows)]++] = static_cast<std::int32_t>(p);

    const auto run = NETSMITH_VERSION(addRows);
    const std::int64_t grain = rowGrain(size * std::max<std::int64_t>(1, places / rows));
    forRanges(rows, grain, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t r = begin; r < end; ++r) {
            float* sum = dTable + r * size;
            std::fill_n(sum, size, 0.0f);
            if (r != padding)
                run(dy, sorted + scratch[r], ends[r] - scratch[r], sum, size);
        }
    });
}

} // namespace netsmith::kernels

#endif
