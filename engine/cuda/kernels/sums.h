#pragma once

#include "engine/cuda/kernels/launch.h"

namespace netsmith::cuda::kernels {

/// The number of partial sums that `launchSum` writes for `count` terms; 0 where one block does it all. The order of adding depends
/// on the count alone, never on the device.
inline std::int64_t partialSums(std::int64_t count)
{
    constexpr std::int64_t perBlock = 1024;
    constexpr std::int64_t most = 1024;
    return count <= 2 * perBlock ? 0 : std::min((count + perBlock - 1) / perBlock, most);
}

/// Σ term(i) over i = first, first + stride, … < count in double, four terms at a time so that their loads overlap.
template <class Term>
NS_DEVICE double stridedSum(const Term& term, std::int64_t first, std::int64_t count, std::int64_t stride)
{
    constexpr int together = 4;
    double sums[together] = {};
    std::int64_t i = first;
    for (; i + (together - 1) * stride < count; i += together * stride)
        for (int k = 0; k < together; ++k)
            sums[k] += static_cast<double>(term(i + k * stride));
    for (; i < count; i += stride)
        sums[0] += static_cast<double>(term(i));
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/// Adds `term(i)` for the block's share of i < count.
template <class Term>
struct PartOfSum {
    Term term;
    std::int64_t count;
    std::int64_t blocks;
    double* partials;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t index) const
    {
        const std::int64_t first = index * block.size() + block.rank();
        const double sum = joined(block, stridedSum(term, first, count, blocks * block.size()), Plus());
        if (block.rank() == 0)
            partials[index] = sum;
    }
};

/// Adds everything and passes it to `finish(sum)`, once.
template <class Term, class Finish>
struct WholeSum {
    Term term;
    Finish finish;
    std::int64_t count;

    NS_DEVICE void operator()(const ThreadBlock& block, std::int64_t) const
    {
        const double sum = joined(block, stridedSum(term, block.rank(), count, block.size()), Plus());
        if (block.rank() == 0)
            finish(sum);
    }
};

struct ReadPartial {
    const double* partials;
    NS_DEVICE double operator()(std::int64_t i) const { return partials[i]; }
};

/// `finish(Σ term(i))` over i < count, accumulated in double; `partials` has room for `partialSums(count)`.
template <class Term, class Finish>
void launchSum(Stream& stream, std::int64_t count, const Term& term, const Finish& finish, double* partials)
{
    const std::int64_t blocks = partialSums(count);
    if (blocks == 0) {
        launchBlocks(stream, 1, sizeof(double), WholeSum<Term, Finish>{term, finish, count});
        return;
    }
    launchBlocks(stream, blocks, sizeof(double), PartOfSum<Term>{term, count, blocks, partials});
    launchBlocks(stream, 1, sizeof(double), WholeSum<ReadPartial, Finish>{ReadPartial{partials}, finish, blocks});
}

/// Stores a sum, times a factor.
struct StoreSum {
    float* out;
    double factor = 1.0;
    NS_DEVICE void operator()(double sum) const { *out = static_cast<float>(sum * factor); }
};

} // namespace netsmith::cuda::kernels
