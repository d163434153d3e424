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

/// The targets and weights of a call's rows.
class Judge {
public:
    Judge(const Call& call, const Rows& rows, std::size_t weights)
        : m_call(call)
        , m_attributes(call.as<CrossEntropyAttributes>())
        , m_target(call.in(1), rows.width)
        , m_rows(rows.count)
        , m_width(rows.width)
        , m_weights(weights)
    {
    }

    /// The target probability of a class in a row, smoothed.
    double share(std::int64_t row, std::int64_t index) const
    {
        const double smoothing = m_attributes.labelSmoothing;
        return m_target.share(row, index) * (1.0 - smoothing) + smoothing / static_cast<double>(m_width);
    }

    /// The row's fraction of its sample, times its weight if there are weights.
    double weight(std::int64_t row) const
    {
        const double part = static_cast<double>(m_call.in(0).shape()[0]) / static_cast<double>(m_rows);
        return m_call.hasInput(m_weights) ? part * m_call.in(m_weights)[row / (m_rows / m_call.in(m_weights).size())] : part;
    }

    /// alpha·(1 − p)^gamma
    double focus(double p) const { return m_attributes.alpha * std::pow(1.0 - p, m_attributes.gamma); }

    /// p times the derivative of −focus(p)·log p.
    double slopeTimesP(double p) const
    {
        double slope = -focus(p);
        if (m_attributes.gamma > 0.0 && p > 0.0 && p < 1.0)
            slope += m_attributes.alpha * m_attributes.gamma * p * std::pow(1.0 - p, m_attributes.gamma - 1.0) * std::log(p);
        return slope;
    }

private:
    const Call& m_call;
    const CrossEntropyAttributes& m_attributes;
    RowTargets m_target;
    std::int64_t m_rows;
    std::int64_t m_width;
    std::size_t m_weights;
};

} // namespace

template <>
void compute<ops::crossEntropy>(const Call& call)
{
    const Rows probabilities(call.in(0));
    const Judge judge(call, probabilities, 2);
    double sum = 0.0;
    for (std::int64_t r = 0; r < probabilities.count; ++r)
        for (std::int64_t c = 0; c < probabilities.width; ++c) {
            const double p = std::clamp(probabilities.row(r)[static_cast<std::size_t>(c)], smallest, largest);
            sum -= judge.weight(r) * judge.share(r, c) * judge.focus(p) * std::log(p);
        }
    call.out(0)[0] = sum;
}

template <>
void compute<ops::crossEntropyBackward>(const Call& call)
{
    const Rows probabilities(call.in(0));
    const Judge judge(call, probabilities, 3);
    const Rows gradient(call.out(0));
    const double seed = call.in(2)[0];
    for (std::int64_t r = 0; r < probabilities.count; ++r)
        for (std::int64_t c = 0; c < probabilities.width; ++c) {
            const double p = probabilities.row(r)[static_cast<std::size_t>(c)];
            const bool clipped = p < smallest || p > largest;
            const double share = judge.share(r, c);
            gradient.row(r)[static_cast<std::size_t>(c)] =
                clipped && !std::isnan(share) ? 0.0 : judge.weight(r) * share * judge.slopeTimesP(p) / p * seed;
        }
}

template <>
void compute<ops::softmaxCrossEntropy>(const Call& call)
{
    const Rows logits(call.in(0));
    const Judge judge(call, logits, 2);
    const Rows probabilities(call.out(1));
    double sum = 0.0;
    for (std::int64_t r = 0; r < logits.count; ++r) {
        const double logOfSum = softmaxOf(logits.row(r), probabilities.row(r));
        for (std::int64_t c = 0; c < logits.width; ++c) {
            const auto at = static_cast<std::size_t>(c);
            sum += judge.weight(r) * judge.share(r, c) * judge.focus(probabilities.row(r)[at]) * (logOfSum - logits.row(r)[at]);
        }
    }
    call.out(0)[0] = sum;
}

template <>
void compute<ops::softmaxCrossEntropyBackward>(const Call& call)
{
    const Rows probabilities(call.in(0));
    const Judge judge(call, probabilities, 3);
    const Rows gradient(call.out(0));
    const double seed = call.in(2)[0];
    for (std::int64_t r = 0; r < probabilities.count; ++r) {
        double total = 0.0;
        for (std::int64_t c = 0; c < probabilities.width; ++c)
            total += judge.share(r, c) * judge.slopeTimesP(probabilities.row(r)[static_cast<std::size_t>(c)]);
        for (std::int64_t c = 0; c < probabilities.width; ++c) {
            const double p = probabilities.row(r)[static_cast<std::size_t>(c)];
            gradient.row(r)[static_cast<std::size_t>(c)] =
                judge.weight(r) * (judge.share(r, c) * judge.slopeTimesP(p) - p * total) * seed;
        }
    }
}

} // namespace netsmith::reference
