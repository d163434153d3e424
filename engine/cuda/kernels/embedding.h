#pragma once

#include "engine/cuda/device/stream.h"

#include <cstdint>

namespace netsmith::cuda::kernels {

/// y[p] = table[ids[p]]; see `embeddingRow`.
void embedding(Stream& stream, const float* table, const float* ids, float* y, std::int64_t rows, std::int64_t size,
               std::int64_t places);

/// How the gradient of a table [rows, size] is added up: places in chunks, each counted by a thread of its own into a row of
/// counts, so that the order is that of the places without atomics; then each row in slices of its places, which are added at the
/// end. All of it depends only on the shape.
struct EmbeddingSum {
    std::int64_t rows;
    std::int64_t size;
    std::int64_t places;
    std::int64_t padding;
    std::int64_t chunks;
    std::int64_t slices;

    EmbeddingSum(std::int64_t rows, std::int64_t size, std::int64_t places, std::int64_t padding);
    std::int64_t workspaceBytes() const;
};

/// dtable[r] = Σ dy[p] over the places p whose id is r; 0 in the row `padding`.
void embeddingBackward(Stream& stream, const EmbeddingSum& sum, const float* ids, const float* dy, float* dTable, void* workspace);

} // namespace netsmith::cuda::kernels
