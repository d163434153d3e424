#pragma once

#include <cstdint>

namespace netsmith::kernels {

// table is [rows, size]; each of `places` ids names a row, as `embeddingRow` has it.
/// y[p] = table[ids[p]].
void embedding(const float* table, const float* ids, float* y, std::int64_t rows, std::int64_t size, std::int64_t places) noexcept;

/// Integers of workspace that `embeddingBackward` needs.
std::int64_t embeddingScratch(std::int64_t rows, std::int64_t places);
/// dTable[r] = Σ dy[p] over the places p whose id is r, in their order; 0 in the row `padding`.
void embeddingBackward(const float* ids, const float* dy, float* dTable, std::int64_t rows, std::int64_t size, std::int64_t places,
                       std::int64_t padding, std::int32_t* scratch) noexcept;

} // namespace netsmith::kernels
