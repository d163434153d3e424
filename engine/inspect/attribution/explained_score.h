#pragma once

#include "engine/predict/network_prediction.h"

namespace netsmith::inspect {

/// The one number y of an output that is explained, and its gradient.
///
/// For a class y is its logit less the mean of all logits: also after a softmax, whose probabilities near 1 have no gradient left.
/// Where one number decides between two classes it is that number's logit, or minus it. Otherwise it is one number of the output,
/// as its loss takes it. Of a sequence of answers it is the last one's.
class ExplainedScore {
public:
    /// Throws `attribution.target` where the output has no such class or number.
    ExplainedScore(const PredictedOutput& output, std::size_t index, std::int64_t target);

    std::size_t output() const { return m_index; }
    std::int64_t target() const { return m_target; }
    /// Of the output's numbers for one sample.
    double of(std::span<const double> numbers) const;
    /// dy/d(numbers).
    std::vector<double> gradient(std::span<const double> numbers) const;

private:
    /// Whether these are the only numbers that y depends on.
    std::span<const double> partOf(std::span<const double> numbers) const;
    bool isOfClasses() const { return m_width > 1; }

    OutputForm m_form;
    std::size_t m_index;
    std::int64_t m_target;
    std::size_t m_first = 0; ///< of the numbers that it is about
    std::size_t m_width = 1; ///< 1: a number, or a binary answer
    bool m_isBinary = false;
};

/// The class that an output predicts, or its first number: of the last step.
std::int64_t defaultTarget(const PredictedOutput& output, std::span<const double> numbers);

} // namespace netsmith::inspect
