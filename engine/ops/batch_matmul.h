#pragma once

#include "engine/ops/emitter.h"

namespace netsmith {

/// Which of the two matrices of a product are stored transposed.
struct BatchMatmulAttributes : Attributes {
    BatchMatmulAttributes(bool left, bool right)
        : transposeLeft(left)
        , transposeRight(right)
    {
    }
    bool transposeLeft;
    bool transposeRight;
    std::string text() const override;
};

namespace ops {
/// a […,M,K], b […,K,N] → y […,M,N]: a matrix product for each position of the leading axes, which both share. A matrix that is
/// stored transposed is […,K,M] or […,N,K].
extern const OpSpec batchMatmul;
} // namespace ops

/// The product of the last two axes of `left` and `right`.
TensorId emitBatchMatmul(Emitter& emitter, TensorId left, TensorId right, bool transposeLeft, bool transposeRight);

/// The sizes of one product of the batch, and their number, from the shapes of both sides.
struct BatchMatmulSizes {
    std::int64_t count;
    std::int64_t rows; ///< of the result: M
    std::int64_t inner; ///< K
    std::int64_t columns; ///< N

    BatchMatmulSizes(const BatchMatmulAttributes& attributes, const Shape& left, const Shape& right);
};

} // namespace netsmith
