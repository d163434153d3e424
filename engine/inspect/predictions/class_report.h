#pragma once

#include "engine/inspect/predictions/class_outcomes.h"

#include <optional>

namespace netsmith::inspect {

/// How well one class is told from the others. What is a quotient of nothing is empty.
struct ClassScores {
    std::int64_t classNumber = 0;
    std::int64_t truths = 0; ///< samples of the class
    std::int64_t predictions = 0;
    std::int64_t hits = 0;
    std::optional<double> precision{};
    std::optional<double> recall{};
    std::optional<double> f1{};
    std::optional<double> auc{}; ///< the area under the ROC curve
    std::optional<double> averagePrecision{}; ///< the area under the precision-recall curve, as steps
};

/// The quality of an output over all samples.
struct ClassReport {
    double accuracy = 0.0;
    /// Averaged over the classes that samples have or that are predicted, with 0 where one is empty, as scikit-learn's "macro".
    double precision = 0.0;
    double recall = 0.0;
    double f1 = 0.0;
    std::optional<double> calibrationError; ///< ECE, of probabilities
    std::vector<ClassScores> classes;
};

ClassReport reportOf(const ClassOutcomes& outcomes);

/// A threshold on the score of a class, and what it leads to.
struct ThresholdPoint {
    double threshold = 0.0;
    double x = 0.0;
    double y = 0.0;
};

/// True positive rate (y) over false positive rate (x), from (0, 0) to (1, 1); empty if there are only samples of the class, or
/// none.
std::vector<ThresholdPoint> rocCurve(const ClassOutcomes& outcomes, std::int64_t classNumber);
/// Precision (y) over recall (x), from the highest threshold to the lowest; empty if there are no samples of the class.
std::vector<ThresholdPoint> precisionRecallCurve(const ClassOutcomes& outcomes, std::int64_t classNumber);
/// By trapezoids: equal scores count half.
double areaUnder(std::span<const ThresholdPoint> roc);
/// Σ (Rₙ − Rₙ₋₁) Pₙ, as scikit-learn's average_precision_score.
double averagePrecision(std::span<const ThresholdPoint> precisionRecall);

/// The mean distance between confidence and accuracy (Guo et al. 2017), over 15 intervals; empty if the scores are no
/// probabilities.
std::optional<double> expectedCalibrationError(const ClassOutcomes& outcomes);

/// The wrong ones of the listed outcomes, the least probable right class first. `truth`: of this class only.
std::vector<ClassOutcome> worstMistakes(const ClassOutcomes& outcomes, std::size_t atMost, std::optional<std::int64_t> truth = {});
/// The listed outcomes of a cell, the most confident first.
std::vector<ClassOutcome> outcomesIn(const ClassOutcomes& outcomes, std::int64_t truth, std::int64_t predicted, std::size_t atMost);

} // namespace netsmith::inspect
