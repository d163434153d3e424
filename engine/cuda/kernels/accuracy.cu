#include "engine/cuda/kernels/accuracy.h"

#include "engine/cuda/kernels/softmax.h"
#include "engine/cuda/kernels/sums.h"

#include <cmath>
#include <limits>

namespace netsmith::cuda::kernels {
namespace {

struct Candidate {
    float value;
    std::int64_t index;
};

/// The larger, of equal ones the first.
struct Better {
    NS_DEVICE Candidate operator()(const Candidate& a, const Candidate& b) const
    {
        return a.value > b.value || (a.value == b.value && a.index < b.index) ? a : b;
    }
};

/// −1 where there is a NaN.
NS_DEVICE inline std::int64_t firstMaximum(const ThreadBlock& block, const float* row, std::int64_t columns)
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    Candidate best{-infinity, columns};
    for (std::int64_t c = block.rank(); c < columns; c += block.size())
        best = Better()(std::isnan(row[c]) ? Candidate{infinity, -1} : Candidate{row[c], c}, best);
    return joined(block, best, Better()).index;
}

NS_DEVICE inline std::int64_t expectedClass(const ThreadBlock&, const std::int32_t* target, std::int64_t row, std::int64_t)
{
    return target[row];
}
NS_DEVICE inline std::int64_t expectedClass(const ThreadBlock& block, const float* target, std::int64_t row, std::int64_t columns)
{
    return firstMaximum(block, target + row * columns, columns);
}

/// 1 for a right row, else 0.
template <class Target>
struct RightRows {
    const float* prediction;
    const Target* target;
    double* right;
    std::int64_t columns;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t row) const
    {
        const std::int64_t predicted = firstMaximum(block, prediction + row * columns, columns);
        const std::int64_t expected = expectedClass(block, target, row, columns);
        if (block.rank() == 0)
            right[row] = predicted >= 0 && predicted == expected ? 1.0 : 0.0;
    }
};

} // namespace

std::int64_t accuracyWorkspace(std::int64_t rows)
{
    return (rows + partialSums(rows)) * static_cast<std::int64_t>(sizeof(double));
}

template <class Target>
void accuracy(Stream& stream, const float* prediction, const Target* target, double rowsPerSample, float* out, void* workspace,
              std::int64_t rows, std::int64_t columns)
{
    auto* right = static_cast<double*>(workspace);
    launchBlocks(stream, rows, sizeof(Candidate), RightRows<Target>{prediction, target, right, columns}, blockSizeForRow(columns));
    launchSum(stream, rows, ReadPartial{right}, StoreSum{out, 1.0 / rowsPerSample}, right + rows);
}

template void accuracy(Stream&, const float*, const std::int32_t*, double, float*, void*, std::int64_t, std::int64_t);
template void accuracy(Stream&, const float*, const float*, double, float*, void*, std::int64_t, std::int64_t);

} // namespace netsmith::cuda::kernels
