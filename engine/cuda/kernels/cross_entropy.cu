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

/// The probability of a class in a row; NaN throughout a row whose class is out of range.
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

template <class Target>
NS_DEVICE float smoothShareOf(const Target* target, std::int64_t row, std::int64_t column, std::int64_t columns,
                              const CrossEntropyTerms& terms)
{
    return shareOf(target, row, column, columns) * (1.0f - terms.smoothing) + terms.smoothing / static_cast<float>(columns);
}

/// alpha·(1 − p)^gamma
NS_DEVICE inline float focusOf(float p, const CrossEntropyTerms& terms)
{
    return terms.gamma == 0.0f ? terms.alpha : p >= 1.0f ? 0.0f : terms.alpha * std::pow(1.0f - p, terms.gamma);
}

/// p times the derivative of −focus(p)·log p.
NS_DEVICE inline float slopeTimesP(float p, const CrossEntropyTerms& terms)
{
    const float focus = focusOf(p, terms);
    if (terms.gamma == 0.0f || p <= 0.0f || p >= 1.0f)
        return -focus;
    return terms.gamma * focus / (1.0f - p) * p * std::log(p) - focus;
}

NS_DEVICE inline float scaleOf(const CrossEntropyTerms& terms, const float* seed, std::int64_t row)
{
    return static_cast<float>(static_cast<double>(*seed) * terms.part * terms.weightOf(row));
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
    CrossEntropyTerms terms;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t row) const
    {
        const float* p = probabilities + row * columns;
        float loss = 0.0f;
        for (std::int64_t c = block.rank(); c < columns; c += block.size())
            loss -= smoothShareOf(target, row, c, columns, terms) * focusOf(clipped(p[c]), terms) * std::log(clipped(p[c]));
        loss = joined(block, loss, Plus());
        if (block.rank() == 0)
            losses[row] = static_cast<double>(loss) * terms.weightOf(row);
    }
};

template <class Target>
struct CrossEntropyBackward {
    const float* probabilities;
    const Target* target;
    const float* seed;
    float* dp;
    std::int64_t columns;
    CrossEntropyTerms terms;

    NS_DEVICE void operator()(std::int64_t i) const
    {
        const float p = probabilities[i];
        const std::int64_t row = i / columns;
        const float share = smoothShareOf(target, row, i % columns, columns, terms);
        const bool isClipped = p < leastProbability || p > mostProbability;
        dp[i] = isClipped && !std::isnan(share) ? 0.0f : share * slopeTimesP(p, terms) / p * scaleOf(terms, seed, row);
    }
};

template <class Target>
struct SoftmaxCrossEntropy {
    const float* logits;
    const Target* target;
    float* probabilities;
    double* losses;
    std::int64_t columns;
    CrossEntropyTerms terms;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t row) const
    {
        const float* x = logits + row * columns;
        const RowExponentials of = exponentialsOf(block, x, columns);
        const float scale = 1.0f / of.sum;
        const float logOfSum = std::log(of.sum);
        float loss = 0.0f;
        for (std::int64_t c = block.rank(); c < columns; c += block.size()) {
            const float p = std::exp(x[c] - of.most) * scale;
            loss += smoothShareOf(target, row, c, columns, terms) * focusOf(p, terms) * (logOfSum + (of.most - x[c]));
            probabilities[row * columns + c] = p;
        }
        loss = joined(block, loss, Plus());
        if (block.rank() == 0)
            losses[row] = static_cast<double>(loss) * terms.weightOf(row);
    }
};

template <class Target>
struct SoftmaxCrossEntropyBackward {
    const float* probabilities;
    const Target* target;
    const float* seed;
    float* dlogits;
    std::int64_t columns;
    CrossEntropyTerms terms;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t row) const
    {
        const float* p = probabilities + row * columns;
        float total = 0.0f;
        for (std::int64_t c = block.rank(); c < columns; c += block.size())
            total += smoothShareOf(target, row, c, columns, terms) * slopeTimesP(p[c], terms);
        total = joined(block, total, Plus());
        const float scale = scaleOf(terms, seed, row);
        for (std::int64_t c = block.rank(); c < columns; c += block.size())
            dlogits[row * columns + c] =
                (smoothShareOf(target, row, c, columns, terms) * slopeTimesP(p[c], terms) - p[c] * total) * scale;
    }
};

} // namespace

std::int64_t crossEntropyWorkspace(std::int64_t rows)
{
    return (rows + partialSums(rows)) * static_cast<std::int64_t>(sizeof(double));
}

template <class Target>
void crossEntropy(Stream& stream, const float* probabilities, const Target* target, float* loss, void* workspace, std::int64_t rows,
                  std::int64_t columns, const CrossEntropyTerms& terms)
{
    auto* losses = static_cast<double*>(workspace);
    launchBlocks(stream, rows, sizeof(float), CrossEntropy<Target>{probabilities, target, losses, columns, terms},
                 blockSizeForRow(columns));
    launchSum(stream, rows, ReadPartial{losses}, StoreSum{loss, terms.part}, losses + rows);
}

template <class Target>
void crossEntropyBackward(Stream& stream, const float* probabilities, const Target* target, const float* seed, float* dp,
                          std::int64_t rows, std::int64_t columns, const CrossEntropyTerms& terms)
{
    launchEach(stream, rows * columns, CrossEntropyBackward<Target>{probabilities, target, seed, dp, columns, terms});
}

template <class Target>
void softmaxCrossEntropy(Stream& stream, const float* logits, const Target* target, float* loss, float* probabilities,
                         void* workspace, std::int64_t rows, std::int64_t columns, const CrossEntropyTerms& terms)
{
    auto* losses = static_cast<double*>(workspace);
    launchBlocks(stream, rows, sizeof(float), SoftmaxCrossEntropy<Target>{logits, target, probabilities, losses, columns, terms},
                 blockSizeForRow(columns));
    launchSum(stream, rows, ReadPartial{losses}, StoreSum{loss, terms.part}, losses + rows);
}

template <class Target>
void softmaxCrossEntropyBackward(Stream& stream, const float* probabilities, const Target* target, const float* seed,
                                 float* dlogits, std::int64_t rows, std::int64_t columns, const CrossEntropyTerms& terms)
{
    launchBlocks(stream, rows, sizeof(float),
                 SoftmaxCrossEntropyBackward<Target>{probabilities, target, seed, dlogits, columns, terms},
                 blockSizeForRow(columns));
}

#define INSTANTIATE(Target)                                                                                                        \
    template void crossEntropy(Stream&, const float*, const Target*, float*, void*, std::int64_t, std::int64_t,                    \
                               const CrossEntropyTerms&);                                                                          \
    template void crossEntropyBackward(Stream&, const float*, const Target*, const float*, float*, std::int64_t, std::int64_t,     \
                                       const CrossEntropyTerms&);                                                                  \
    template void softmaxCrossEntropy(Stream&, const float*, const Target*, float*, float*, void*, std::int64_t, std::int64_t,     \
                                      const CrossEntropyTerms&);                                                                   \
    template void softmaxCrossEntropyBackward(Stream&, const float*, const Target*, const float*, float*, std::int64_t,            \
                                              std::int64_t, const CrossEntropyTerms&);
INSTANTIATE(std::int32_t)
INSTANTIATE(float)

} // namespace netsmith::cuda::kernels
