#include "engine/cuda/kernels/cross_entropy.h"

#include "engine/cuda/kernels/row_exponentials.h"
#include "engine/cuda/kernels/softmax.h"
#include "engine/cuda/kernels/sums.h"

#include <cmath>
#include <limits>

namespace netsmith::cuda::kernels {
namespace {

constexpr float leastProbability = 1e-7f; // Keras's epsilon
constexpr float mostProbability = 1.0f - leastProbability;

/// The share of a class in a row; NaN throughout a row whose class is not there.
NS_DEVICE inline float shareOf(const std::int32_t* target, std::int64_t row, std::int64_t column, std::int64_t columns)
{
    const std::int64_t wanted = target[row];
    if (wanted < 0 || wanted >= columns)
        return std::numeric_limits<float>::quiet_NaN();
    return wanted == column ? 1.0f : 0.0f;
}
NS_DEVICE inline float shareOf(const float* target, std::int64_t row, std::int64_t column, std::int64_t columns)
{
    return target[row * columns + column];
}

NS_DEVICE inline float clipped(float p)
{
    return p < leastProbability ? leastProbability : p > mostProbability ? mostProbability : p;
}

template <class Target>
struct CrossEntropy {
    const float* probabilities;
    const Target* target;
    double* losses;
    std::int64_t columns;

    NS_DEVICE void operator()(const Team& team, std::int64_t row) const
    {
        const float* p = probabilities + row * columns;
        float loss = 0.0f;
        for (std::int64_t c = team.rank(); c < columns; c += team.size())
            loss -= shareOf(target, row, c, columns) * std::log(clipped(p[c]));
        loss = joined(team, loss, Plus());
        if (team.rank() == 0)
            losses[row] = static_cast<double>(loss);
    }
};

template <class Target>
struct CrossEntropyBackward {
    const float* probabilities;
    const Target* target;
    const float* seed;
    float* dp;
    std::int64_t columns;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const float p = probabilities[i];
        const float share = shareOf(target, i / columns, i % columns, columns);
        const bool isClipped = p < leastProbability || p > mostProbability;
        dp[i] = isClipped && !std::isnan(share) ? 0.0f : -share / p * *seed;
    }
};

template <class Target>
struct SoftmaxCrossEntropy {
    const float* logits;
    const Target* target;
    float* probabilities;
    double* losses;
    std::int64_t columns;

    NS_DEVICE void operator()(const Team& team, std::int64_t row) const
    {
        const float* x = logits + row * columns;
        const RowExponentials of = exponentialsOf(team, x, columns);
        const float scale = 1.0f / of.sum;
        const float logOfSum = std::log(of.sum);
        float loss = 0.0f;
        for (std::int64_t c = team.rank(); c < columns; c += team.size()) {
            loss += shareOf(target, row, c, columns) * (logOfSum + (of.most - x[c]));
            probabilities[row * columns + c] = std::exp(x[c] - of.most) * scale;
        }
        loss = joined(team, loss, Plus());
        if (team.rank() == 0)
            losses[row] = static_cast<double>(loss);
    }
};

template <class Target>
struct SoftmaxCrossEntropyBackward {
    const float* probabilities;
    const Target* target;
    const float* seed;
    float* dlogits;
    std::int64_t columns;

    NS_DEVICE void operator()(const Team& team, std::int64_t row) const
    {
        float total = 0.0f;
        for (std::int64_t c = team.rank(); c < columns; c += team.size())
            total += shareOf(target, row, c, columns);
        total = joined(team, total, Plus());
        for (std::int64_t c = team.rank(); c < columns; c += team.size()) {
            const std::int64_t i = row * columns + c;
            dlogits[i] = (probabilities[i] * total - shareOf(target, row, c, columns)) * *seed;
        }
    }
};

} // namespace

std::int64_t crossEntropyWorkspace(std::int64_t rows)
{
    return (rows + partialSums(rows)) * static_cast<std::int64_t>(sizeof(double));
}

template <class Target>
void crossEntropy(Stream& stream, const float* probabilities, const Target* target, float* loss, void* workspace, std::int64_t rows,
                  std::int64_t columns)
{
    auto* losses = static_cast<double*>(workspace);
    launchTeams(stream, rows, sizeof(float), CrossEntropy<Target>{probabilities, target, losses, columns}, teamOfRow(columns));
    launchSum(stream, rows, ReadPartial{losses}, StoreSum{loss}, losses + rows);
}

template <class Target>
void crossEntropyBackward(Stream& stream, const float* probabilities, const Target* target, const float* seed, float* dp,
                          std::int64_t rows, std::int64_t columns)
{
    launchEach(stream, rows * columns, CrossEntropyBackward<Target>{probabilities, target, seed, dp, columns});
}

template <class Target>
void softmaxCrossEntropy(Stream& stream, const float* logits, const Target* target, float* loss, float* probabilities,
                         void* workspace, std::int64_t rows, std::int64_t columns)
{
    auto* losses = static_cast<double*>(workspace);
    launchTeams(stream, rows, sizeof(float), SoftmaxCrossEntropy<Target>{logits, target, probabilities, losses, columns},
                teamOfRow(columns));
    launchSum(stream, rows, ReadPartial{losses}, StoreSum{loss}, losses + rows);
}

template <class Target>
void softmaxCrossEntropyBackward(Stream& stream, const float* probabilities, const Target* target, const float* seed,
                                 float* dlogits, std::int64_t rows, std::int64_t columns)
{
    launchTeams(stream, rows, sizeof(float), SoftmaxCrossEntropyBackward<Target>{probabilities, target, seed, dlogits, columns},
                teamOfRow(columns));
}

#define INSTANTIATE(Target)                                                                                                        \
    template void crossEntropy(Stream&, const float*, const Target*, float*, void*, std::int64_t, std::int64_t);                   \
    template void crossEntropyBackward(Stream&, const float*, const Target*, const float*, float*, std::int64_t, std::int64_t);    \
    template void softmaxCrossEntropy(Stream&, const float*, const Target*, float*, float*, void*, std::int64_t, std::int64_t);    \
    template void softmaxCrossEntropyBackward(Stream&, const float*, const Target*, const float*, float*, std::int64_t,            \
                                              std::int64_t);
INSTANTIATE(std::int32_t)
INSTANTIATE(float)

} // namespace netsmith::cuda::kernels
