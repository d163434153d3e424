#include "engine/inspect/predictions/value_outcomes.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace netsmith::inspect {

ValueOutcomes::ValueOutcomes(PredictedOutput output)
    : m_output(std::move(output))
    , m_columns(m_output.shape.elements() <= columnsAtMost ? static_cast<std::size_t>(m_output.shape.elements()) : 1)
{
}

void ValueOutcomes::Column::add(const ValueOutcome& one)
{
    const double residual = one.residual(), truth = one.truth;
    if (count % stride == 0) {
        if (listed.size() == listedAtMost) { // from now on half as many
            std::size_t kept = 0;
            for (std::size_t i = 0; i < listed.size(); i += 2)
                listed[kept++] = listed[i];
            listed.resize(kept);
            stride *= 2;
        }
        if (count % stride == 0)
            listed.push_back(one);
    }
    ++count;
    errors += residual;
    absolute += std::abs(residual);
    squares += residual * residual;
    const double before = truth - mean; // Welford 1962
    mean += before / static_cast<double>(count);
    variance += before * (truth - mean);
}

void ValueOutcomes::add(std::int32_t sample, std::span<const double> predicted, std::span<const double> truths)
{
    double squares = 0.0, count = 0.0;
    for (std::size_t i = 0; i < std::min(predicted.size(), truths.size()); ++i) {
        if (!std::isfinite(truths[i]))
            continue;
        if (!std::isfinite(predicted[i])) {
            ++m_notFinite;
            continue;
        }
        const ValueOutcome one{sample, static_cast<float>(predicted[i]), static_cast<float>(truths[i])};
        m_columns[m_columns.size() == 1 ? 0 : i].add(one);
        squares += one.residual() * one.residual();
        ++count;
    }
    if (count > 0.0)
        m_errors.push_back({sample, static_cast<float>(std::sqrt(squares / count))});
}

ValueScores ValueOutcomes::scores(std::size_t column) const
{
    const Column& sums = m_columns[column];
    if (sums.count == 0)
        return {};
    const auto count = static_cast<double>(sums.count);
    return {.count = sums.count,
            .meanError = sums.errors / count,
            .meanAbsoluteError = sums.absolute / count,
            .rootMeanSquaredError = std::sqrt(sums.squares / count),
            .r2 = sums.variance > 0.0 ? std::optional(1.0 - sums.squares / sums.variance) : std::nullopt};
}

std::vector<ValueOutcomes::SampleError> ValueOutcomes::worst(std::size_t atMost) const
{
    std::vector<SampleError> worst(std::min(atMost, m_errors.size()));
    std::ranges::partial_sort_copy(m_errors, worst, [](const SampleError& a, const SampleError& b) {
        return std::tuple(-a.error, a.sample) < std::tuple(-b.error, b.sample);
    });
    return worst;
}

} // namespace netsmith::inspect
