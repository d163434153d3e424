#include "engine/cuda/kernels/cosine_similarity.h"

#include "engine/cuda/kernels/softmax.h"
#include "engine/cuda/kernels/sums.h"

#include <cmath>

namespace netsmith::cuda::kernels {
namespace {

constexpr float shortest = 1e-7f; // Keras's epsilon

NS_DEVICE inline float atLeastShortest(float length)
{
    return length < shortest ? shortest : length;
}

/// The lengths of two rows, and the cosine between them.
struct Angle {
    float length;
    float targetLength;
    float cosine;
};

NS_DEVICE inline Angle angleOf(const ThreadBlock& block, const float* p, const float* t, std::int64_t columns)
{
    float products = 0.0f, squares = 0.0f, targetSquares = 0.0f;
    for (std::int64_t c = block.rank(); c < columns; c += block.size()) {
        products += p[c] * t[c];
        squares += p[c] * p[c];
        targetSquares += t[c] * t[c];
    }
    const float length = atLeastShortest(std::sqrt(joined(block, squares, Plus())));
    const float targetLength = atLeastShortest(std::sqrt(joined(block, targetSquares, Plus())));
    return {length, targetLength, joined(block, products, Plus()) / length / targetLength};
}

struct Cosine {
    CosineRows rows;
    double* losses;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t row) const
    {
        const std::int64_t begin = row * rows.columns;
        const Angle angle = angleOf(block, rows.prediction + begin, rows.target + begin, rows.columns);
        if (block.rank() == 0)
            losses[row] = -static_cast<double>(rows.weightOf(row)) * static_cast<double>(angle.cosine);
    }
};

struct CosineBackward {
    CosineRows rows;
    float factor;
    const float* seed;
    float* dp;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t row) const
    {
        const float* p = rows.prediction + row * rows.columns;
        const float* t = rows.target + row * rows.columns;
        const Angle angle = angleOf(block, p, t, rows.columns);
        const float scale = factor * *seed * rows.weightOf(row) / angle.length;
        // If the length is clipped, it does not depend on the row.
        const float along = angle.length > shortest ? scale * angle.cosine / angle.length : 0.0f;
        const float across = scale / angle.targetLength;
        for (std::int64_t c = block.rank(); c < rows.columns; c += block.size())
            dp[row * rows.columns + c] = along * p[c] - across * t[c];
    }
};

} // namespace

std::int64_t cosineSimilarityWorkspace(std::int64_t rows)
{
    return (rows + partialSums(rows)) * static_cast<std::int64_t>(sizeof(double));
}

void cosineSimilarity(Stream& stream, const CosineRows& rows, double factor, float* sum, void* workspace)
{
    auto* losses = static_cast<double*>(workspace);
    launchBlocks(stream, rows.rows, sizeof(float), Cosine{rows, losses}, blockSizeForRow(rows.columns));
    launchSum(stream, rows.rows, ReadPartial{losses}, StoreSum{sum, factor}, losses + rows.rows);
}

void cosineSimilarityBackward(Stream& stream, const CosineRows& rows, double factor, const float* seed, float* dp)
{
    launchBlocks(stream, rows.rows, sizeof(float), CosineBackward{rows, static_cast<float>(factor), seed, dp},
                 blockSizeForRow(rows.columns));
}

} // namespace netsmith::cuda::kernels
