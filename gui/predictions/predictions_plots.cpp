#include "gui/data/sample_view.h"
#include "gui/predictions/class_table.h"
#include "gui/predictions/predictions_page.h"
#include "gui/predictions/score_plot.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/distinct_colors.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/guarded.h"
#include "gui/widgets/forms/choice_box.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/number_text.h"

#include "engine/fields/single_sample.h"
#include "engine/inspect/predictions/class_report.h"
#include "engine/inspect/predictions/prediction_tables.h"

#include <QStackedWidget>

#include <algorithm>
#include <cmath>

// What the page shows of an output: its plots and its samples.

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr std::size_t curvesAtMost = 10; ///< of classes in one plot
constexpr int residualBins = 40;
constexpr std::size_t dotsAtMost = 4000;
constexpr std::size_t samplesAtMost = 200;
const QCPRange unit(0.0, 1.0 + 1e-6); // with the last tick

QString areaText(const std::optional<double>& area)
{
    return area ? QLocale().toString(*area, 'f', 4) : u"–"_s;
}

std::vector<QPointF> pointsOf(const std::vector<inspect::ThresholdPoint>& curve)
{
    std::vector<QPointF> points;
    for (const inspect::ThresholdPoint& point : curve)
        points.emplace_back(point.x, point.y);
    return points;
}

/// How many residuals are in each of equal intervals.
ScoreSeries histogramOf(const std::vector<inspect::ValueOutcome>& outcomes)
{
    ScoreSeries bars{.name = {}, .form = ScoreSeries::Form::bars, .points = {}};
    double least = INFINITY, most = -INFINITY;
    for (const inspect::ValueOutcome& one : outcomes) {
        least = std::min(least, one.residual());
        most = std::max(most, one.residual());
    }
    if (least > most)
        return bars;
    bars.width = most > least ? (most - least) / residualBins : 1.0;
    bars.points.resize(most > least ? residualBins : 1);
    for (std::size_t i = 0; i < bars.points.size(); ++i)
        bars.points[i].setX(most > least ? least + (static_cast<double>(i) + 0.5) * bars.width : least);
    for (const inspect::ValueOutcome& one : outcomes) {
        const auto bin = static_cast<std::size_t>((one.residual() - least) / bars.width);
        bars.points[std::min(bin, bars.points.size() - 1)].ry() += 1.0;
    }
    return bars;
}

QString className(const inspect::OutputPredictions& predictions, std::int64_t classNumber)
{
    return classTitle(predictions.output().target, classNumber);
}

QString samplesTitle(const inspect::OutputPredictions& predictions, const std::optional<ConfusionPlace>& cell,
                     std::int64_t classNumber)
{
    if (predictions.values)
        return PredictionsPage::tr("Largest errors first");
    const inspect::ClassOutcomes& outcomes = *predictions.classes;
    const auto name = [&](std::int64_t number) { return className(predictions, number); };
    if (cell) {
        const QString count = countText(outcomes.cell(cell->truth, cell->predicted));
        return cell->truth == cell->predicted
            ? PredictionsPage::tr("%1, predicted as such: %2").arg(name(cell->truth), count)
            : PredictionsPage::tr("%1, predicted as %2: %3").arg(name(cell->truth), name(cell->predicted), count);
    }
    if (classNumber >= 0)
        return (outcomes.truths(classNumber) > outcomes.hits(classNumber) ? PredictionsPage::tr("Worst mistakes with %1")
                                                                          : PredictionsPage::tr("No mistakes with %1"))
            .arg(name(classNumber));
    return outcomes.count() > outcomes.right() ? PredictionsPage::tr("Worst mistakes first") : PredictionsPage::tr("No mistakes");
}

/// Samples of a report, and their positions in it.
struct ListedSamples {
    std::vector<DataPreview::Sample> samples;
    std::vector<std::int32_t> positions;
};

/// On any thread.
ListedSamples shownSamples(const inspect::RunPredictions& report, const inspect::OutputPredictions& predictions,
                           const std::optional<ConfusionPlace>& cell, std::int64_t classNumber)
{
    ListedSamples listed;
    const auto add = [&](std::int32_t position, const QString& label, const QString& tip) {
        const std::int32_t sample = report.samples[static_cast<std::size_t>(position)];
        const QString which = PredictionsPage::tr("Sample %1").arg(fromStd(sampleName(report, position)));
        listed.samples.push_back({contentOf(report.split.field(report.input), sample), label, which + u'\n' + tip});
        listed.positions.push_back(position);
    };
    if (predictions.values) {
        for (const auto& [sample, error] : predictions.values->worst(samplesAtMost)) {
            const QString text = significantText(static_cast<double>(error));
            add(sample, text, PredictionsPage::tr("Root mean squared error %1").arg(text));
        }
        return listed;
    }
    const inspect::ClassOutcomes& outcomes = *predictions.classes;
    const auto name = [&](std::int64_t number) { return className(predictions, number); };
    const auto score = [&](float number) {
        return outcomes.areShares() ? percentText(static_cast<double>(number)) : significantText(static_cast<double>(number));
    };
    const std::vector<inspect::ClassOutcome> shown = cell ? outcomesIn(outcomes, cell->truth, cell->predicted, samplesAtMost)
        : classNumber >= 0                                ? worstMistakes(outcomes, samplesAtMost, classNumber)
                                                          : worstMistakes(outcomes, samplesAtMost);
    for (const inspect::ClassOutcome& one : shown) {
        if (one.isRight()) {
            add(one.sample, score(one.confidence), PredictionsPage::tr("%1: %2").arg(name(one.truth), score(one.confidence)));
            continue;
        }
        const QString tip = PredictionsPage::tr("predicted %1: %2\ntrue class %3: %4")
                                .arg(name(one.predicted), score(one.confidence), name(one.truth), score(one.truthShare));
        add(one.sample, PredictionsPage::tr("%1 → %2").arg(name(one.truth), name(one.predicted)), tip);
    }
    return listed;
}

} // namespace

/// All classes if they are few, else those that are told worst; or the chosen one.
void PredictionsPage::showCurves(const inspect::OutputPredictions& predictions)
{
    const inspect::ClassOutcomes& outcomes = *predictions.classes;
    std::vector<inspect::ClassScores> shown;
    if (const int chosen = m_subject->currentIndex(); chosen > 0) {
        shown.push_back(predictions.report.classes[static_cast<std::size_t>(chosen - 1)]);
    } else {
        shown = predictions.report.classes;
        if (shown.size() > curvesAtMost) {
            std::erase_if(shown, [](const inspect::ClassScores& scores) { return !scores.auc; });
            std::ranges::stable_sort(shown, {}, [](const inspect::ClassScores& scores) { return *scores.auc; });
            shown.resize(std::min(shown.size(), curvesAtMost));
        }
    }
    std::vector<ScoreSeries> roc, precisionRecall;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const std::int64_t classNumber = shown[i].classNumber;
        const QString name = classTitle(outcomes.output().target, classNumber);
        const bool repeats = i >= distinctTokens.size();
        const QString areas =
            tr("%1  AUC %2  AP %3", "average precision").arg(name, areaText(shown[i].auc), areaText(shown[i].averagePrecision));
        roc.push_back(
            {.name = name, .token = distinctToken(i), .points = pointsOf(rocCurve(outcomes, classNumber)), .dashed = repeats});
        precisionRecall.push_back({.name = name,
                                   .listed = areas,
                                   .token = distinctToken(i),
                                   .points = pointsOf(precisionRecallCurve(outcomes, classNumber)),
                                   .dashed = repeats});
    }
    static_cast<QBoxLayout*>(m_plots->layout())->setStretch(1, 3); // with the legend
    m_left->setAxes({tr("False positive rate"), true, unit}, {tr("True positive rate"), true, unit});
    m_left->setSeries(std::move(roc), true);
    m_right->setAxes({tr("Recall"), true, unit}, {tr("Precision"), true, unit});
    m_right->setSeries(std::move(precisionRecall), false);
    m_stack->setCurrentWidget(m_plots);
}

void PredictionsPage::showCalibration(const inspect::ClassOutcomes& outcomes)
{
    constexpr double width = 1.0 / inspect::ClassOutcomes::confidenceBins;
    ScoreSeries accuracy{.name = {}, .form = ScoreSeries::Form::bars, .points = {}, .width = width};
    ScoreSeries counts = accuracy;
    for (std::size_t i = 0; i < outcomes.confidences().size(); ++i) {
        const inspect::ClassOutcomes::ConfidenceBin& bin = outcomes.confidences()[i];
        const double middle = (static_cast<double>(i) + 0.5) * width;
        if (bin.count > 0)
            accuracy.points.emplace_back(middle, bin.accuracy());
        counts.points.emplace_back(middle, static_cast<double>(bin.count));
    }
    static_cast<QBoxLayout*>(m_plots->layout())->setStretch(1, 2);
    m_left->setAxes({tr("Probability of the predicted class"), true, unit}, {tr("How often it is right"), true, unit});
    m_left->setSeries({accuracy}, true);
    m_right->setAxes({tr("Probability of the predicted class"), true, unit}, {tr("Samples"), false, std::nullopt});
    m_right->setSeries({counts}, false);
    m_stack->setCurrentWidget(m_plots);
}

void PredictionsPage::showValues(const inspect::ValueOutcomes& outcomes)
{
    const auto column = static_cast<std::size_t>(std::max(0, m_subject->currentIndex()));
    const std::vector<inspect::ValueOutcome>& all = outcomes.listed(std::min(column, outcomes.columns() - 1));
    ScoreSeries dots{.name = {}, .form = ScoreSeries::Form::dots, .points = {}};
    const std::size_t step = all.size() / dotsAtMost + 1;
    for (std::size_t i = 0; i < all.size(); i += step)
        dots.points.emplace_back(all[i].truth, all[i].predicted);
    static_cast<QBoxLayout*>(m_plots->layout())->setStretch(1, 2);
    m_left->setAxes({tr("True number"), false, std::nullopt}, {tr("Predicted number"), false, std::nullopt});
    m_left->setSeries({dots}, true);
    m_right->setAxes({tr("Residual: predicted − true"), false, std::nullopt}, {tr("Numbers"), false, std::nullopt});
    m_right->setSeries({histogramOf(all)}, false);
    m_stack->setCurrentWidget(m_plots);
}

/// Those of the chosen cell or class, or else the worst mistakes; read on another thread.
void PredictionsPage::showSamples()
{
    const auto chosen = output();
    if (!chosen)
        return;
    std::optional<ConfusionPlace> cell;
    std::int64_t classNumber = -1;
    if (chosen->classes) {
        if (m_view == View::confusion)
            cell = m_confusion->chosen();
        if (m_view == View::classes)
            classNumber = m_classes->chosen();
        if (m_view == View::curves)
            classNumber = m_subject->currentIndex() - 1;
    }
    m_samplesTitle->setText(samplesTitle(*chosen, cell, classNumber));
    m_reader.run([this, wanted = ++m_shownSamples, report = m_feed->report(), chosen, cell, classNumber] {
        ListedSamples listed;
        guarded([&] { listed = shownSamples(*report, *chosen, cell, classNumber); }, [](const Error&) {});
        m_reader.answer([this, wanted, report, listed = std::move(listed)] {
            if (wanted != m_shownSamples)
                return;
            m_samples->show(listed.samples);
            m_samplesOf = report;
            m_positions = listed.positions;
        });
    });
}

void PredictionsPage::chooseSample(int index)
{
    if (!m_samplesOf || index < 0 || index >= std::ssize(m_positions))
        return;
    const std::int32_t position = m_positions[static_cast<std::size_t>(index)];
    std::vector<data::Field> fields;
    for (const data::Field& field : m_samplesOf->split.fields)
        fields.push_back(data::sampleOf(field, m_samplesOf->samples[static_cast<std::size_t>(position)]));
    Q_EMIT sampleChosen(fields, tr("Sample %1").arg(fromStd(sampleName(*m_samplesOf, position))));
}

QString PredictionsPage::summary() const
{
    const inspect::OutputPredictions& chosen = *output();
    if (chosen.classes) {
        const inspect::ClassReport& report = chosen.report;
        QString words = tr("Accuracy %1 · F1 %2").arg(percentText(report.accuracy, 2), QLocale().toString(report.f1, 'f', 4));
        if (report.calibrationError)
            words += tr(" · calibration error %1").arg(percentText(*report.calibrationError, 2));
        if (const std::int64_t broken = chosen.classes->notFinite(); broken > 0)
            words += tr(" · %1 predictions are not finite").arg(countText(broken));
        return words;
    }
    const auto column = static_cast<std::size_t>(std::max(0, m_subject->currentIndex()));
    const inspect::ValueScores scores = chosen.values->scores(std::min(column, chosen.values->columns() - 1));
    QString words = tr("Root mean squared error %1 · mean absolute error %2 · mean error %3")
                        .arg(significantText(scores.rootMeanSquaredError), significantText(scores.meanAbsoluteError),
                             significantText(scores.meanError));
    if (scores.r2)
        words += tr(" · R² %1").arg(QLocale().toString(*scores.r2, 'f', 4));
    if (const std::int64_t broken = chosen.values->notFinite(); broken > 0)
        words += tr(" · %1 predictions are not finite").arg(countText(broken));
    return words;
}

} // namespace netsmith::gui
