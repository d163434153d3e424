#pragma once

#include "engine/predict/network_prediction.h"

#include <array>
#include <unordered_map>

namespace netsmith::inspect {

/// What a network predicted for a sample of a known class, or for one step of a sequence of them.
struct ClassOutcome {
    std::int32_t sample = 0; ///< its position among the evaluated samples
    std::int32_t step = 0; ///< 0 for an output that predicts one class a sample
    std::int32_t truth = 0;
    std::int32_t predicted = 0;
    float confidence = 0.0F; ///< the probability of the predicted class, or its score
    float truthShare = 0.0F; ///< likewise of the right one

    bool isRight() const { return truth == predicted; }
};

/// A cell of the confusion matrix.
struct ConfusionCell {
    std::int32_t truth = 0;
    std::int32_t predicted = 0;
    std::int64_t count = 0;
};

/// Everything that an output predicted for samples of known classes, in memory that depends on the classes alone but for a list of
/// at most `listedAtMost` outcomes: counts, and for each class how its scores are distributed over its own samples and the others.
class ClassOutcomes {
public:
    static constexpr std::size_t listedAtMost = std::size_t{1} << 22;
    static constexpr int confidenceBins = 15;

    /// One of the intervals of confidence of equal width.
    struct ConfidenceBin {
        std::int64_t count = 0;
        std::int64_t right = 0;
        double confidence = 0.0; ///< summed

        double meanConfidence() const { return count > 0 ? confidence / static_cast<double>(count) : 0.0; }
        double accuracy() const { return count > 0 ? static_cast<double>(right) / static_cast<double>(count) : 0.0; }
    };

    /// Of an output that predicts classes.
    explicit ClassOutcomes(PredictedOutput output);

    /// `numbers`: the output's `numbersAClass()` for the sample or the step. A truth out of range is not counted, nor are numbers
    /// that are not finite, which `notFinite` counts.
    void add(std::int32_t sample, std::int32_t step, std::int64_t truth, std::span<const float> numbers);

    const PredictedOutput& output() const { return m_output; }
    std::int64_t classes() const { return std::ssize(m_truths); }
    /// Whether the scores are probabilities.
    bool areShares() const { return m_output.form != OutputForm::numbers; }
    std::int64_t count() const { return m_count; }
    std::int64_t right() const { return m_right; }
    std::int64_t notFinite() const { return m_notFinite; }
    /// How many samples have the class, how often it was predicted, and how often both.
    std::int64_t truths(std::int64_t classNumber) const { return m_truths[static_cast<std::size_t>(classNumber)]; }
    std::int64_t predictions(std::int64_t classNumber) const { return m_predictions[static_cast<std::size_t>(classNumber)]; }
    std::int64_t hits(std::int64_t classNumber) const { return cell(classNumber, classNumber); }
    std::int64_t cell(std::int64_t truth, std::int64_t predicted) const;
    /// The cells that are not 0, the largest first.
    std::vector<ConfusionCell> cells() const;
    /// In the order in which they were added.
    const std::vector<ClassOutcome>& listed() const { return m_listed; }
    const std::array<ConfidenceBin, confidenceBins>& confidences() const { return m_confidences; }

    /// How many of a class's own samples, and of the others, have each score; the lowest first.
    struct ScoreCounts {
        std::span<const std::uint32_t> own;
        std::span<const std::uint32_t> others;
    };
    ScoreCounts scores(std::int64_t classNumber) const;
    /// The least score that is counted in a bin.
    double scoreOf(std::size_t bin) const;

private:
    std::size_t binOf(double score) const;

    PredictedOutput m_output;
    std::int64_t m_count = 0;
    std::int64_t m_right = 0;
    std::int64_t m_notFinite = 0;
    std::vector<std::int64_t> m_truths;
    std::vector<std::int64_t> m_predictions;
    std::unordered_map<std::int64_t, std::int64_t> m_cells; ///< by truth · classes + predicted: most are 0 where there are many
    std::vector<ClassOutcome> m_listed;
    std::array<ConfidenceBin, confidenceBins> m_confidences{};
    std::size_t m_bins;
    std::vector<std::uint32_t> m_scores; ///< for each class the bins of its own samples, then those of the others
};

} // namespace netsmith::inspect
