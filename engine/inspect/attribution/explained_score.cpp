#include "engine/inspect/attribution/explained_score.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace netsmith::inspect {
namespace {

constexpr double leastShare = 1e-30; ///< smaller probabilities are as good as none

double logOf(double share)
{
    return std::log(std::max(share, leastShare));
}

/// How many numbers are one answer.
std::size_t widthOf(const PredictedOutput& output)
{
    return static_cast<std::size_t>(std::max<std::int64_t>(1, output.numbersAClass()));
}

} // namespace

ExplainedScore::ExplainedScore(const PredictedOutput& output, std::size_t index, std::int64_t target)
    : m_form(output.form)
    , m_index(index)
    , m_target(target)
    , m_isBinary(output.isBinary())
{
    const bool hasClasses = output.numbersAClass() > 0;
    const std::int64_t most = hasClasses ? output.target.classes : output.shape.elements();
    if (target < 0 || target >= most)
        throw Error(ErrorKind::input,
                    hasClasses ? NS_MESSAGE("attribution.class", "the output \"{0}\" has no class {1}; its classes are 0 to {2}")
                               : NS_MESSAGE("attribution.number", "the output \"{0}\" has no number {1}; its numbers are 0 to {2}"),
                    output.node, target, most - 1);
    if (hasClasses) {
        m_width = widthOf(output);
        m_first = static_cast<std::size_t>(output.shape.elements()) - m_width;
    } else {
        m_first = static_cast<std::size_t>(target);
        if (m_form == OutputForm::shares || m_form == OutputForm::softmaxLogits)
            m_form = OutputForm::numbers; // such as a distribution that is learned
    }
}

std::span<const double> ExplainedScore::partOf(std::span<const double> numbers) const
{
    return numbers.subspan(m_first, m_width);
}

double ExplainedScore::of(std::span<const double> numbers) const
{
    const auto part = partOf(numbers);
    const bool isShares = m_form == OutputForm::shares;
    if (isOfClasses()) {
        double mean = 0.0;
        for (const double number : part)
            mean += (isShares ? logOf(number) : number) / static_cast<double>(m_width);
        const double own = part[static_cast<std::size_t>(m_target)];
        return (isShares ? logOf(own) : own) - mean;
    }
    if (!m_isBinary)
        return part[0];
    const double logit = isShares ? logOf(part[0]) - logOf(1.0 - part[0]) : part[0];
    return m_target == 1 ? logit : -logit;
}

std::vector<double> ExplainedScore::gradient(std::span<const double> numbers) const
{
    const auto part = partOf(numbers);
    const bool isShares = m_form == OutputForm::shares;
    std::vector<double> out(numbers.size(), 0.0);
    for (std::size_t i = 0; i < m_width; ++i) {
        double& slope = out[m_first + i];
        if (isOfClasses())
            slope = ((static_cast<std::int64_t>(i) == m_target ? 1.0 : 0.0) - 1.0 / static_cast<double>(m_width))
                / (isShares ? std::max(part[i], leastShare) : 1.0);
        else
            slope = !m_isBinary ? 1.0
                                : (m_target == 1 ? 1.0 : -1.0)
                    / (isShares ? std::max(part[0], leastShare) * std::max(1.0 - part[0], leastShare) : 1.0);
    }
    return out;
}

std::int64_t defaultTarget(const PredictedOutput& output, std::span<const double> numbers)
{
    if (output.numbersAClass() == 0)
        return 0;
    const std::vector<float> last(numbers.end() - static_cast<std::ptrdiff_t>(widthOf(output)), numbers.end());
    return classAnswer(output, last).best;
}

} // namespace netsmith::inspect
