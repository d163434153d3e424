#pragma once

#include <cstdint>

namespace netsmith::kernels {

// table is [rows, size]; each of `places` ids names a row, as `embeddingRow` has it.
/// y[p] = table[ids[p]].
void embedding(const float* table, const float* ids, float* y, std::int64_t rows, std::int64_t size, std::int64_t places) noexcept;

/// How the gradient of a table [rows, size] is added up.
struct EmbeddingSum {
    std::int64_t rows;
    std::int64_t size;
    std::int64_t places;
    std::int64_t padding;

    std::int64_t workspaceBytes() const;
};
/// dTable[r] = Σ dy[p] over the places p whose id is r, in their order; 0 in the row `padding`.
void embeddingBackward(const EmbeddingSum& sum, const float* ids, const float* dy, float* dTable, void* workspace) noexcept;

} // namespace netsmith::kernels
