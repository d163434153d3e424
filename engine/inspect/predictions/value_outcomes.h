#pragma once

#include "engine/predict/network_prediction.h"

#include <optional>

namespace netsmith::inspect {

/// A predicted number and the right one.
struct ValueOutcome {
    std::int32_t sample = 0; ///< its position among the evaluated samples
    float predicted = 0.0F;
    float truth = 0.0F;

    double residual() const { return static_cast<double>(predicted) - static_cast<double>(truth); }
};

/// The errors of a column of predicted numbers.
struct ValueScores {
    std::int64_t count = 0;
    double meanError = 0.0; ///< of predicted − right: the bias
    double meanAbsoluteError = 0.0;
    double rootMeanSquaredError = 0.0;
    std::optional<double> r2{}; ///< the share of the variance that is explained; empty if the right numbers are all equal
};

/// Everything that an output predicted for samples whose numbers are known. An output of up to `columnsAtMost` numbers has a column
/// each, a larger one, such as an image, one for all of them.
class ValueOutcomes {
public:
    static constexpr std::int64_t columnsAtMost = 16;
    static constexpr std::size_t listedAtMost = std::size_t{1} << 16; ///< of a column

    explicit ValueOutcomes(PredictedOutput output);

    /// The numbers of a sample; those that are not finite, and those without a right number, are left out. `notFinite` counts the
    /// former.
    void add(std::int32_t sample, std::span<const double> predicted, std::span<const double> truths);

    const PredictedOutput& output() const { return m_output; }
    std::size_t columns() const { return m_columns.size(); }
    std::int64_t notFinite() const { return m_notFinite; }
    ValueScores scores(std::size_t column) const;
    /// Evenly spread over all that were added, in their order.
    const std::vector<ValueOutcome>& listed(std::size_t column) const { return m_columns[column].listed; }

    /// A sample with the root mean square of its errors.
    struct SampleError {
        std::int32_t sample = 0;
        float error = 0.0F;
    };
    /// The samples with the largest errors, the largest first.
    std::vector<SampleError> worst(std::size_t atMost) const;

private:
    struct Column {
        std::int64_t count = 0;
        double errors = 0.0, absolute = 0.0, squares = 0.0; ///< sums
        double mean = 0.0, variance = 0.0; ///< of the right numbers: the mean so far, and the sum of squares around it
        std::int64_t stride = 1; ///< one of this many is listed
        std::vector<ValueOutcome> listed;

        void add(const ValueOutcome& one);
    };

    PredictedOutput m_output;
    std::int64_t m_notFinite = 0;
    std::vector<Column> m_columns;
    std::vector<SampleError> m_errors;
};

} // namespace netsmith::inspect
