#include "engine/inspect/predictions/class_report.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace netsmith::inspect {
namespace {

std::optional<double> quotient(double part, double whole)
{
    return whole > 0.0 ? std::optional(part / whole) : std::nullopt;
}

double totalOf(std::span<const std::uint32_t> counts)
{
    return std::accumulate(counts.begin(), counts.end(), 0.0);
}

/// Calls `visit(threshold, own, others)` for each score that occurs, the highest first, with how many are at least that high.
template <class Visit>
void eachThreshold(const ClassOutcomes& outcomes, std::int64_t classNumber, const Visit& visit)
{
    const auto [own, others] = outcomes.scores(classNumber);
    double ownAbove = 0.0, othersAbove = 0.0;
    for (std::size_t bin = own.size(); bin-- > 0;) {
        if (own[bin] == 0 && others[bin] == 0)
            continue;
        ownAbove += own[bin];
        othersAbove += others[bin];
        visit(outcomes.scoreOf(bin), ownAbove, othersAbove);
    }
}

ClassScores scoresOf(const ClassOutcomes& outcomes, std::int64_t classNumber)
{
    ClassScores scores{.classNumber = classNumber,
                       .truths = outcomes.truths(classNumber),
                       .predictions = outcomes.predictions(classNumber),
                       .hits = outcomes.hits(classNumber)};
    const auto hits = static_cast<double>(scores.hits);
    scores.precision = quotient(hits, static_cast<double>(scores.predictions));
    scores.recall = quotient(hits, static_cast<double>(scores.truths));
    scores.f1 = quotient(2.0 * hits, static_cast<double>(scores.truths + scores.predictions));
    if (const auto roc = rocCurve(outcomes, classNumber); !roc.empty())
        scores.auc = areaUnder(roc);
    if (const auto curve = precisionRecallCurve(outcomes, classNumber); !curve.empty())
        scores.averagePrecision = averagePrecision(curve);
    return scores;
}

std::vector<ClassOutcome> firstOf(std::vector<ClassOutcome> outcomes, std::size_t atMost,
                                  bool (*before)(const ClassOutcome& a, const ClassOutcome& b))
{
    const auto kept = outcomes.begin() + static_cast<std::ptrdiff_t>(std::min(atMost, outcomes.size()));
    std::partial_sort(outcomes.begin(), kept, outcomes.end(), before);
    outcomes.erase(kept, outcomes.end());
    return outcomes;
}

} // namespace

ClassReport reportOf(const ClassOutcomes& outcomes)
{
    ClassReport report;
    const auto count = static_cast<double>(outcomes.count());
    report.accuracy = quotient(static_cast<double>(outcomes.right()), count).value_or(0.0);
    report.calibrationError = expectedCalibrationError(outcomes);
    double present = 0.0;
    for (std::int64_t c = 0; c < outcomes.classes(); ++c) {
        const ClassScores& scores = report.classes.emplace_back(scoresOf(outcomes, c));
        present += scores.f1 ? 1.0 : 0.0;
        report.precision += scores.precision.value_or(0.0);
        report.recall += scores.recall.value_or(0.0);
        report.f1 += scores.f1.value_or(0.0);
    }
    for (double* mean : {&report.precision, &report.recall, &report.f1})
        *mean = quotient(*mean, present).value_or(0.0);
    return report;
}

std::vector<ThresholdPoint> rocCurve(const ClassOutcomes& outcomes, std::int64_t classNumber)
{
    const auto [own, others] = outcomes.scores(classNumber);
    const double ownAll = totalOf(own), othersAll = totalOf(others);
    if (ownAll == 0.0 || othersAll == 0.0)
        return {};
    std::vector<ThresholdPoint> points{{INFINITY, 0.0, 0.0}};
    eachThreshold(outcomes, classNumber, [&](double threshold, double ownAbove, double othersAbove) {
        points.push_back({threshold, othersAbove / othersAll, ownAbove / ownAll});
    });
    return points;
}

std::vector<ThresholdPoint> precisionRecallCurve(const ClassOutcomes& outcomes, std::int64_t classNumber)
{
    const double ownAll = totalOf(outcomes.scores(classNumber).own);
    std::vector<ThresholdPoint> points;
    if (ownAll > 0.0)
        eachThreshold(outcomes, classNumber, [&](double threshold, double ownAbove, double othersAbove) {
            points.push_back({threshold, ownAbove / ownAll, ownAbove / (ownAbove + othersAbove)});
        });
    return points;
}

double areaUnder(std::span<const ThresholdPoint> roc)
{
    double area = 0.0;
    for (std::size_t i = 1; i < roc.size(); ++i)
        area += (roc[i].x - roc[i - 1].x) * (roc[i].y + roc[i - 1].y) / 2.0;
    return area;
}

double averagePrecision(std::span<const ThresholdPoint> precisionRecall)
{
    double area = 0.0, before = 0.0;
    for (const ThresholdPoint& point : precisionRecall) {
        area += (point.x - before) * point.y;
        before = point.x;
    }
    return area;
}

std::optional<double> expectedCalibrationError(const ClassOutcomes& outcomes)
{
    if (!outcomes.areShares() || outcomes.count() == 0)
        return std::nullopt;
    double sum = 0.0;
    for (const ClassOutcomes::ConfidenceBin& bin : outcomes.confidences())
        sum += std::abs(static_cast<double>(bin.right) - bin.confidence);
    return sum / static_cast<double>(outcomes.count());
}

std::vector<ClassOutcome> worstMistakes(const ClassOutcomes& outcomes, std::size_t atMost, std::optional<std::int64_t> truth)
{
    std::vector<ClassOutcome> wrong;
    std::ranges::copy_if(outcomes.listed(), std::back_inserter(wrong),
                         [&](const ClassOutcome& one) { return !one.isRight() && (!truth || one.truth == *truth); });
    return firstOf(std::move(wrong), atMost, [](const ClassOutcome& a, const ClassOutcome& b) {
        return std::tuple(a.truthShare, -a.confidence, a.sample, a.step)
            < std::tuple(b.truthShare, -b.confidence, b.sample, b.step);
    });
}

std::vector<ClassOutcome> outcomesIn(const ClassOutcomes& outcomes, std::int64_t truth, std::int64_t predicted, std::size_t atMost)
{
    std::vector<ClassOutcome> in;
    std::ranges::copy_if(outcomes.listed(), std::back_inserter(in),
                         [&](const ClassOutcome& one) { return one.truth == truth && one.predicted == predicted; });
    return firstOf(std::move(in), atMost, [](const ClassOutcome& a, const ClassOutcome& b) {
        return std::tuple(-a.confidence, a.sample, a.step) < std::tuple(-b.confidence, b.sample, b.step);
    });
}

} // namespace netsmith::inspect
