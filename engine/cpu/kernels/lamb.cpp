#include "engine/cpu/kernels/lamb.h"

#include "engine/cpu/kernels/ranges.h"

#include <algorithm>
#include <cmath>

#define NETSMITH_KERNELS "engine/cpu/kernels/lamb.cpp"
#include "engine/cpu/kernels/each_isa.h"

#ifdef NETSMITH_LANES

inline Floats changeOf(const LambStep& step, Floats m, Floats v)
{
    return m * step.ofMean / (squareRoot(v * step.ofSquare) + step.epsilon);
}

/// Unused lanes hold zeros and add nothing. A vector's sums are added up in double, because a parameter may be long.
inline LambSums lambMoments(const LambStep& step, const float* gradients, float* weights, float* first, float* second,
                            std::int64_t count)
{
    const LambStep s = step; // a copy, which the compiler knows that no store changes
    LambSums sums;
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats g = load(gradients + i, used) * s.gradientScale;
        Floats w = load(weights + i, used);
        Floats m = load(first + i, used);
        Floats v = load(second + i, used);
        w -= w * s.decay;
        m += (g - m) * s.oneMinusBeta1;
        v += (g * g - v) * s.oneMinusBeta2;
        store(weights + i, w, used);
        store(first + i, m, used);
        store(second + i, v, used);
        const Floats change = inUse(changeOf(s, m, v), Floats{}, used);
        sums.weights += static_cast<double>(sumOf(w * w));
        sums.change += static_cast<double>(sumOf(change * change));
    });
    return sums;
}

inline void lambApply(const LambStep& step, float rate, float* weights, const float* first, const float* second, std::int64_t count)
{
    const LambStep s = step;
    eachVector(count, [&](std::int64_t i, auto used) {
        const Floats change = changeOf(s, load(first + i, used), load(second + i, used));
        store(weights + i, load(weights + i, used) - change * rate, used);
    });
}

#else

namespace netsmith::kernels {

LambSums lambMoments(const LambStep& step, const float* gradients, float* weights, float* m, float* v, std::int64_t count) noexcept
{
    return NETSMITH_VERSION(lambMoments)(step, gradients, weights, m, v, count);
}

void lambApply(const LambStep& step, float rate, float* weights, const float* m, const float* v, std::int64_t count) noexcept
{
    NETSMITH_VERSION(lambApply)(step, rate, weights, m, v, count);
}

namespace {

/// Norms are summed over parts of a parameter that do not depend on the number of threads.
constexpr std::int64_t stretch = 4096;

std::vector<UpdatePiece> stretchesOf(const std::vector<UpdateRange>& ranges)
{
    std::vector<UpdatePiece> pieces;
    for (std::size_t r = 0; r < ranges.size(); ++r)
        for (std::int64_t begin = ranges[r].begin; begin < ranges[r].end; begin += stretch)
            pieces.push_back({begin, std::min(begin + stretch, ranges[r].end), r});
    return pieces;
}

LambStep stepAt(const LambAttributes& attributes, double t)
{
    LambStep step;
    step.ofMean = static_cast<float>(1.0 / (1.0 - std::pow(attributes.beta1, t)));
    step.ofSquare = static_cast<float>(1.0 / (1.0 - std::pow(attributes.beta2, t)));
    step.oneMinusBeta1 = static_cast<float>(1.0 - attributes.beta1);
    step.oneMinusBeta2 = static_cast<float>(1.0 - attributes.beta2);
    step.epsilon = static_cast<float>(attributes.epsilon);
    return step;
}

} // namespace

Lamb::Lamb(const LambAttributes& attributes)
    : m_attributes(attributes)
    , m_pieces(stretchesOf(attributes.ranges))
    , m_rates(attributes.ranges.size())
{
}

std::int64_t Lamb::workspace() const
{
    return static_cast<std::int64_t>(m_pieces.size() * sizeof(LambSums));
}

void Lamb::operator()(const UpdateControl& control, const float* gradients, float* weights, float* m, float* v,
                      void* workspace) const
{
    if (!control.commits())
        return;
    const LambStep common = stepAt(m_attributes, control.step());
    auto* sums = static_cast<LambSums*>(workspace);
    eachPiece([&](const UpdatePiece& piece, std::size_t i) {
        const auto [begin, end, range] = piece;
        const LambStep step = stepOf(m_attributes, m_attributes.ranges[range], control, common);
        sums[i] = lambMoments(step, gradients + begin, weights + begin, m + begin, v + begin, end - begin);
    });
    weigh(control, sums);
    eachPiece([&](const UpdatePiece& piece, std::size_t) {
        const auto [begin, end, range] = piece;
        lambApply(common, m_rates[range], weights + begin, m + begin, v + begin, end - begin);
    });
}

template <class Body>
void Lamb::eachPiece(const Body& body) const
{
    forRanges(static_cast<std::int64_t>(m_pieces.size()), 4, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i)
            body(m_pieces[static_cast<std::size_t>(i)], static_cast<std::size_t>(i));
    });
}

/// The pieces of a parameter follow each other.
void Lamb::weigh(const UpdateControl& control, const LambSums* sums) const
{
    std::size_t i = 0;
    for (std::size_t r = 0; r < m_rates.size(); ++r) {
        LambSums all;
        for (; i < m_pieces.size() && m_pieces[i].range == r; ++i) {
            all.weights += sums[i].weights;
            all.change += sums[i].change;
        }
        const bool known = all.weights > 0.0 && all.change > 0.0;
        const double trust = known ? std::sqrt(all.weights) / std::sqrt(all.change) : 1.0;
        m_rates[r] = static_cast<float>(stepOf(m_attributes, m_attributes.ranges[r], control, UpdateStep{}).rate * trust);
    }
}

} // namespace netsmith::kernels

#endif
