#include "engine/ops/lamb.h"

#include "engine/cpu/kernels/lamb.h"
#include "engine/cpu/lower_update.h"

#include <algorithm>
#include <cmath>

namespace netsmith::cpu {
namespace {

/// Norms are summed over parts of a parameter that do not depend on the number of threads.
constexpr std::int64_t stretch = 4096;

std::vector<UpdatePiece> stretchesOf(const std::vector<UpdateRange>& ranges)
{
    std::vector<UpdatePiece> pieces;
    for (std::size_t r = 0; r < ranges.size(); ++r)
        for (std::int64_t begin = ranges[r].begin; begin < ranges[r].end; begin += stretch)
            pieces.push_back({{begin, std::min(begin + stretch, ranges[r].end)}, r});
    return pieces;
}

kernels::LambStep stepAt(const LambAttributes& attributes, const UpdateControl& now)
{
    kernels::LambStep step;
    step.ofMean = static_cast<float>(1.0 / (1.0 - std::pow(attributes.beta1, now.step)));
    step.ofSquare = static_cast<float>(1.0 / (1.0 - std::pow(attributes.beta2, now.step)));
    step.oneMinusBeta1 = static_cast<float>(1.0 - attributes.beta1);
    step.oneMinusBeta2 = static_cast<float>(1.0 - attributes.beta2);
    step.epsilon = static_cast<float>(attributes.epsilon);
    return step;
}

/// The optimizer's two passes, and the work between them.
class Lamb {
public:
    explicit Lamb(const LambAttributes& attributes)
        : m_attributes(attributes)
        , m_pieces(stretchesOf(attributes.ranges))
        , m_steps(attributes.ranges.size())
        , m_rates(attributes.ranges.size())
    {
    }

    std::int64_t workspace() const { return static_cast<std::int64_t>(m_pieces.size() * sizeof(kernels::LambSums)); }

    void operator()(const Addresses& at)
    {
        const UpdateControl now(at);
        if (!now.commits)
            return;
        const kernels::LambStep common = stepAt(m_attributes, now);
        for (std::size_t r = 0; r < m_steps.size(); ++r)
            m_steps[r] = stepOf(m_attributes, m_attributes.ranges[r], now, common);
        auto* sums = static_cast<kernels::LambSums*>(at.workspace);
        eachPiece([&](const UpdatePiece& piece, std::size_t i) {
            const auto [begin, end] = piece.piece;
            sums[i] = kernels::lambMoments(m_steps[piece.range], at.in<float>(1) + begin, at.out<float>(0) + begin,
                                           at.out<float>(1) + begin, at.out<float>(2) + begin, end - begin);
        });
        weigh(sums);
        eachPiece([&](const UpdatePiece& piece, std::size_t) {
            const auto [begin, end] = piece.piece;
            kernels::lambApply(m_steps[piece.range], m_rates[piece.range], at.out<float>(0) + begin, at.out<float>(1) + begin,
                               at.out<float>(2) + begin, end - begin);
        });
    }

private:
    template <class Body>
    void eachPiece(const Body& body) const
    {
        const auto range = [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i)
                body(m_pieces[static_cast<std::size_t>(i)], static_cast<std::size_t>(i));
        };
        parallelFor(static_cast<std::int64_t>(m_pieces.size()), 4, std::cref(range));
    }

    /// Each parameter's rate times its ratio; the pieces of one follow each other.
    void weigh(const kernels::LambSums* sums)
    {
        std::size_t i = 0;
        for (std::size_t r = 0; r < m_steps.size(); ++r) {
            kernels::LambSums all;
            for (; i < m_pieces.size() && m_pieces[i].range == r; ++i) {
                all.weights += sums[i].weights;
                all.change += sums[i].change;
            }
            const bool known = all.weights > 0.0 && all.change > 0.0;
            const double trust = known ? std::sqrt(all.weights) / std::sqrt(all.change) : 1.0;
            m_rates[r] = static_cast<float>(m_steps[r].rate * trust);
        }
    }

    LambAttributes m_attributes;
    std::vector<UpdatePiece> m_pieces;
    std::vector<kernels::LambStep> m_steps;
    std::vector<float> m_rates;
};

} // namespace

template <>
Lowered lower<ops::lamb>(const LoweringContext&, const Op& op)
{
    Lamb lamb(op.as<LambAttributes>());
    const std::int64_t workspace = lamb.workspace();
    return lowerTo(std::move(lamb), {workspace, {}});
}

} // namespace netsmith::cpu
