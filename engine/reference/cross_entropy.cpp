#include "engine/ops/cross_entropy.h"

#include "engine/reference/call.h"
#include "engine/reference/rows.h"
#include "engine/reference/softmax.h"

#include <algorithm>
#include <cmath>

namespace netsmith::reference {
namespace {

constexpr double smallest = 1e-7;
constexpr double largest = 1.0 - 1e-7;

} // namespace

template <>
void compute<ops::crossEntropy>(const Call& call)
{
    const Rows probabilities(call.in(0));
    const RowTargets target(call.in(1), probabilities.width);
    double sum = 0.0;
    for (std::int64_t r = 0; r < probabilities.count; ++r)
        for (std::int64_t c = 0; c < probabilities.width; ++c) {
            const double p = probabilities.row(r)[static_cast<std::size_t>(c)];
            sum -= target.share(r, c) * std::log(std::clamp(p, smallest, largest));
        }
    call.out(0)[0] = sum;
}

template <>
void compute<ops::crossEntropyBackward>(const Call& call)
{
    const Rows probabilities(call.in(0));
    const RowTargets target(call.in(1), probabilities.width);
    const Rows gradient(call.out(0));
    const double seed = call.in(2)[0];
    for (std::int64_t r = 0; r < probabilities.count; ++r)
        for (std::int64_t c = 0; c < probabilities.width; ++c) {
            const double p = probabilities.row(r)[static_cast<std::size_t>(c)];
            const bool clipped = p < smallest || p > largest;
            const double share = target.share(r, c);
            gradient.row(r)[static_cast<std::size_t>(c)] = clipped && !std::isnan(share) ? 0.0 : -share / p * seed;
        }
}

template <>
void compute<ops::softmaxCrossEntropy>(const Call& call)
{
    const Rows logits(call.in(0));
    const RowTargets target(call.in(1), logits.width);
    const Rows probabilities(call.out(1));
    double sum = 0.0;
    for (std::int64_t r = 0; r < logits.count; ++r) {
        const double logOfSum = softmaxOf(logits.row(r), probabilities.row(r));
        for (std::int64_t c = 0; c < logits.width; ++c)
            sum += target.share(r, c) * (logOfSum - logits.row(r)[static_cast<std::size_t>(c)]);
    }
    call.out(0)[0] = sum;
}

template <>
void compute<ops::softmaxCrossEntropyBackward>(const Call& call)
{
    const Rows probabilities(call.in(0));
    const RowTargets target(call.in(1), probabilities.width);
    const Rows gradient(call.out(0));
    const double seed = call.in(2)[0];
    for (std::int64_t r = 0; r < probabilities.count; ++r) {
        double total = 0.0;
        for (std::int64_t c = 0; c < probabilities.width; ++c)
            total += target.share(r, c);
        for (std::int64_t c = 0; c < probabilities.width; ++c) {
            const double p = probabilities.row(r)[static_cast<std::size_t>(c)];
            gradient.row(r)[static_cast<std::size_t>(c)] = (p * total - target.share(r, c)) * seed;
        }
    }
}

} // namespace netsmith::reference
