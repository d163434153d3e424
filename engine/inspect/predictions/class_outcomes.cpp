#include "engine/inspect/predictions/class_outcomes.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace netsmith::inspect {
namespace {

/// Probabilities are told apart by 1/64 of a logit, from 1e-14 on; other scores by 1.6 % of their size, from 0.001 on. With very
/// many classes less finely.
constexpr double scoreLimit = 32.0;
constexpr double leastScore = 1e-3;
constexpr std::size_t binsAtMost = 4096;
constexpr std::size_t binsAtLeast = 64;
constexpr std::size_t allBins = std::size_t{1} << 22;

} // namespace

ClassOutcomes::ClassOutcomes(PredictedOutput output)
    : m_output(std::move(output))
    , m_truths(static_cast<std::size_t>(m_output.target.classes))
    , m_predictions(m_truths.size())
    , m_bins(std::clamp(allBins / m_truths.size(), binsAtLeast, binsAtMost))
    , m_scores(2 * m_bins * m_truths.size())
{
}

std::size_t ClassOutcomes::binOf(double score) const
{
    const double logit = areShares() ? std::log(score) - std::log1p(-std::min(score, 1.0))
                                     : std::copysign(std::log1p(std::abs(score) / leastScore), score);
    const double at = (std::clamp(logit, -scoreLimit, scoreLimit) + scoreLimit) / (2.0 * scoreLimit) * static_cast<double>(m_bins);
    return std::min(static_cast<std::size_t>(at), m_bins - 1);
}

double ClassOutcomes::scoreOf(std::size_t bin) const
{
    const double logit = 2.0 * scoreLimit * static_cast<double>(bin) / static_cast<double>(m_bins) - scoreLimit;
    return areShares() ? 1.0 / (1.0 + std::exp(-logit)) : std::copysign(std::expm1(std::abs(logit)) * leastScore, logit);
}

void ClassOutcomes::add(std::int32_t sample, std::int32_t step, std::int64_t truth, std::span<const float> numbers)
{
    if (truth < 0 || truth >= classes())
        return;
    const auto isBroken = [](auto number) { return !std::isfinite(number); };
    if (std::ranges::any_of(numbers, isBroken)) {
        ++m_notFinite;
        return;
    }
    const ClassAnswer answer = classAnswer(m_output, numbers);
    if (std::ranges::any_of(answer.values, isBroken)) {
        ++m_notFinite;
        return;
    }
    const double confidence = answer.values[static_cast<std::size_t>(answer.best)];
    const bool isRight = truth == answer.best;
    ++m_count;
    m_right += isRight ? 1 : 0;
    ++m_truths[static_cast<std::size_t>(truth)];
    ++m_predictions[static_cast<std::size_t>(answer.best)];
    ++m_cells[truth * classes() + answer.best];
    if (m_listed.size() < listedAtMost)
        m_listed.push_back({sample, step, static_cast<std::int32_t>(truth), static_cast<std::int32_t>(answer.best),
                            static_cast<float>(confidence), static_cast<float>(answer.values[static_cast<std::size_t>(truth)])});
    if (areShares()) {
        ConfidenceBin& bin = m_confidences[static_cast<std::size_t>(
            std::clamp(std::ceil(confidence * confidenceBins) - 1.0, 0.0, confidenceBins - 1.0))]; // (from, to], as Guo et al. 2017
        ++bin.count;
        bin.right += isRight ? 1 : 0;
        bin.confidence += confidence;
    }
    std::uint32_t* counts = m_scores.data();
    for (std::int64_t c = 0; c < classes(); ++c, counts += 2 * m_bins)
        ++counts[(c == truth ? 0 : m_bins) + binOf(answer.values[static_cast<std::size_t>(c)])];
}

std::int64_t ClassOutcomes::cell(std::int64_t truth, std::int64_t predicted) const
{
    const auto found = m_cells.find(truth * classes() + predicted);
    return found == m_cells.end() ? 0 : found->second;
}

std::vector<ConfusionCell> ClassOutcomes::cells() const
{
    std::vector<ConfusionCell> all;
    for (const auto& [key, count] : m_cells)
        all.push_back({static_cast<std::int32_t>(key / classes()), static_cast<std::int32_t>(key % classes()), count});
    std::ranges::sort(all, [](const ConfusionCell& a, const ConfusionCell& b) {
        return std::tuple(-a.count, a.truth, a.predicted) < std::tuple(-b.count, b.truth, b.predicted);
    });
    return all;
}

ClassOutcomes::ScoreCounts ClassOutcomes::scores(std::int64_t classNumber) const
{
    const auto all = std::span(m_scores).subspan(static_cast<std::size_t>(classNumber) * 2 * m_bins, 2 * m_bins);
    return {all.first(m_bins), all.last(m_bins)};
}

} // namespace netsmith::inspect
