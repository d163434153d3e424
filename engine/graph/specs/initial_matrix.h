#pragma once

#include "engine/core/philox.h"
#include "engine/core/shape.h"

#include <vector>

namespace netsmith {

/// Orthonormal columns, or rows where there are fewer of those, uniformly among all such (Saxe et al. 2014): the Q of a QR
/// decomposition of normal draws whose R has a positive diagonal. Axes but the last are the rows, as in Keras; a vector is one row.
/// O(rows · columns · min(rows, columns)).
std::vector<float> orthogonalMatrix(const Shape& shape, RandomStream& stream);

/// Ones on the diagonal of the last two axes, at the centre of those before: a convolution that changes nothing where its padding
/// is "same" and its sizes are odd. A vector is one row.
std::vector<float> identityKernel(const Shape& shape);

} // namespace netsmith
