#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

struct EmbeddingAttributes : Attributes {
    EmbeddingAttributes(std::int64_t rows, std::int64_t padding)
        : rows(rows)
        , padding(padding)
    {
    }
    std::int64_t rows; ///< of the table
    std::int64_t padding; ///< the id whose row gets no gradient; −1: every row gets one
    std::string text() const override;
};

/// The row of a table for an id: the nearest row if the id is out of range, so that nothing else is ever read.
constexpr std::int64_t embeddingRow(float id, std::int64_t rows)
{
    if (!(id > 0.0f)) // or a NaN
        return 0;
    return id < static_cast<float>(rows) && static_cast<std::int64_t>(id) < rows ? static_cast<std::int64_t>(id) : rows - 1;
}

namespace ops {
/// table [V, D], ids […], both f32 → […, D]: the rows that the ids name. In the backward op every row of the table sums the
/// gradients from where it was read, in order of position, so that no bit depends on threads.
extern const OpSpec embedding;
extern const OpSpec embeddingBackward; ///< ids, dy → dtable [V, D]
} // namespace ops

} // namespace netsmith
