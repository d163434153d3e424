#include "engine/graph/specs/initial_matrix.h"

#include "engine/core/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace netsmith {
namespace {

/// In four parallel sums, which is as fast as memory allows and in the same order everywhere.
double dot(const double* a, const double* b, std::int64_t count)
{
    std::array<double, 4> sums{};
    std::int64_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (std::size_t lane = 0; lane < 4; ++lane)
            sums[lane] += a[i + static_cast<std::int64_t>(lane)] * b[i + static_cast<std::int64_t>(lane)];
    for (; i < count; ++i)
        sums[0] += a[i] * b[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// Modified Gram-Schmidt: each vector in turn is normalized and its component is removed from all that follow.
void orthonormalise(std::vector<double>& vectors, std::int64_t count, std::int64_t length)
{
    constexpr std::int64_t numbersATask = 1 << 15;
    const auto vector = [&](std::int64_t index) { return vectors.data() + index * length; };
    for (std::int64_t k = 0; k < count; ++k) {
        double* unit = vector(k);
        const double norm = std::sqrt(dot(unit, unit, length));
        for (std::int64_t i = 0; i < length; ++i)
            unit[i] /= norm;
        const auto takeOut = [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t other = begin; other < end; ++other) {
                double* rest = vector(k + 1 + other);
                const double share = dot(unit, rest, length);
                for (std::int64_t i = 0; i < length; ++i)
                    rest[i] -= share * unit[i];
            }
        };
        parallelFor(count - k - 1, std::max<std::int64_t>(1, numbersATask / length), std::cref(takeOut));
    }
}

} // namespace

std::vector<float> orthogonalMatrix(const Shape& shape, RandomStream& stream)
{
    const std::int64_t columns = shape.rank() == 0 ? 1 : shape[-1];
    const std::int64_t rows = columns == 0 ? 0 : shape.elements() / columns;
    const std::int64_t count = std::min(rows, columns);
    const std::int64_t length = std::max(rows, columns);
    std::vector<double> vectors(static_cast<std::size_t>(count * length));
    std::ranges::generate(vectors, [&] { return stream.normal(); });
    orthonormalise(vectors, count, length);
    orthonormalise(vectors, count, length); // removes the rounding errors of the first pass

    std::vector<float> values(vectors.size());
    const std::int64_t rowStep = rows < columns ? length : 1;
    const std::int64_t columnStep = rows < columns ? 1 : length;
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column)
            values[static_cast<std::size_t>(row * columns + column)] =
                static_cast<float>(vectors[static_cast<std::size_t>(row * rowStep + column * columnStep)]);
    return values;
}

std::vector<float> identityKernel(const Shape& shape)
{
    std::vector<float> values(static_cast<std::size_t>(shape.elements()), 0.0f);
    if (values.empty())
        return values;
    const int rank = static_cast<int>(shape.rank());
    const std::int64_t columns = rank >= 1 ? shape[-1] : 1;
    const std::int64_t rows = rank >= 2 ? shape[-2] : 1;
    std::int64_t centre = 0;
    for (int axis = 0; axis + 2 < rank; ++axis)
        centre = centre * shape[axis] + shape[axis] / 2;
    for (std::int64_t i = 0; i < std::min(rows, columns); ++i)
        values[static_cast<std::size_t>((centre * rows + i) * columns + i)] = 1.0f;
    return values;
}

} // namespace netsmith
