#include "engine/inspect/predictions/prediction_tables.h"

#include "engine/inspect/predictions/class_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace netsmith::inspect {
namespace {

std::string numberCell(double number)
{
    return std::isfinite(number) ? fmt::format("{:.9g}", number) : std::string();
}

std::string numberCell(const std::optional<double>& number)
{
    return number ? numberCell(*number) : std::string();
}

/// The points of the curves of all classes, one after another.
TableRows curveRows(const ClassOutcomes& outcomes, const char* x, const char* y,
                    std::vector<ThresholdPoint> (*curve)(const ClassOutcomes& outcomes, std::int64_t classNumber))
{
    TableRows rows{{"class", "threshold", x, y}};
    for (std::int64_t c = 0; c < outcomes.classes(); ++c)
        for (const ThresholdPoint& point : curve(outcomes, c))
            rows.push_back({outcomes.output().nameOf(c), numberCell(point.threshold), numberCell(point.x), numberCell(point.y)});
    return rows;
}

/// "column" and, in a larger output, the number of it.
std::string columnName(const ValueOutcomes& outcomes, std::size_t column)
{
    const std::vector<data::Column>& named = outcomes.output().target.columns;
    if (named.size() == outcomes.columns())
        return named[column].name;
    return outcomes.columns() > 1 ? std::to_string(column + 1) : "all";
}

} // namespace

std::string sampleName(const RunPredictions& run, std::int32_t position)
{
    const std::int32_t sample = run.samples[static_cast<std::size_t>(position)];
    return run.split.names.empty() ? std::to_string(sample) : run.split.names[static_cast<std::size_t>(sample)];
}

TableRows confusionRows(const ClassOutcomes& outcomes, std::int64_t columns)
{
    const PredictedOutput& output = outcomes.output();
    if (outcomes.classes() > columns) {
        TableRows rows{{"right", "predicted", "count"}};
        for (const ConfusionCell& cell : outcomes.cells())
            rows.push_back({output.nameOf(cell.truth), output.nameOf(cell.predicted), std::to_string(cell.count)});
        return rows;
    }
    TableRows rows{{"right \\ predicted"}};
    for (std::int64_t c = 0; c < outcomes.classes(); ++c)
        rows.front().push_back(output.nameOf(c));
    for (std::int64_t truth = 0; truth < outcomes.classes(); ++truth) {
        std::vector<std::string>& row = rows.emplace_back(1, output.nameOf(truth));
        for (std::int64_t predicted = 0; predicted < outcomes.classes(); ++predicted)
            row.push_back(std::to_string(outcomes.cell(truth, predicted)));
    }
    return rows;
}

TableRows classRows(const ClassOutcomes& outcomes)
{
    TableRows rows{{"class", "samples", "predicted", "right", "precision", "recall", "f1", "auc", "average_precision"}};
    for (const ClassScores& scores : reportOf(outcomes).classes)
        rows.push_back({outcomes.output().nameOf(scores.classNumber), std::to_string(scores.truths),
                        std::to_string(scores.predictions), std::to_string(scores.hits), numberCell(scores.precision),
                        numberCell(scores.recall), numberCell(scores.f1), numberCell(scores.auc),
                        numberCell(scores.averagePrecision)});
    return rows;
}

TableRows rocRows(const ClassOutcomes& outcomes)
{
    return curveRows(outcomes, "false_positive_rate", "true_positive_rate", rocCurve);
}

TableRows precisionRecallRows(const ClassOutcomes& outcomes)
{
    return curveRows(outcomes, "recall", "precision", precisionRecallCurve);
}

TableRows calibrationRows(const ClassOutcomes& outcomes)
{
    TableRows rows{{"from", "to", "samples", "confidence", "accuracy"}};
    const auto edge = [](std::size_t bin) { return numberCell(static_cast<double>(bin) / ClassOutcomes::confidenceBins); };
    for (std::size_t i = 0; i < outcomes.confidences().size(); ++i) {
        const ClassOutcomes::ConfidenceBin& bin = outcomes.confidences()[i];
        const bool any = bin.count > 0;
        rows.push_back({edge(i), edge(i + 1), std::to_string(bin.count), any ? numberCell(bin.meanConfidence()) : "",
                        any ? numberCell(bin.accuracy()) : ""});
    }
    return rows;
}

TableRows outcomeRows(const ClassOutcomes& outcomes, const RunPredictions& run)
{
    const PredictedOutput& output = outcomes.output();
    const bool hasSteps = output.shape.elements() > output.numbersAClass();
    const char* kind = outcomes.areShares() ? "probability" : "score";
    TableRows rows{{"sample", "right", "predicted", kind, std::string(kind) + "_of_right"}};
    if (hasSteps)
        rows.front().insert(rows.front().begin() + 1, "step");
    for (const ClassOutcome& one : outcomes.listed()) {
        std::vector<std::string>& row = rows.emplace_back();
        row = {sampleName(run, one.sample), output.nameOf(one.truth), output.nameOf(one.predicted),
               numberCell(static_cast<double>(one.confidence)), numberCell(static_cast<double>(one.truthShare))};
        if (hasSteps)
            row.insert(row.begin() + 1, std::to_string(one.step));
    }
    return rows;
}

TableRows outcomeRows(const ValueOutcomes& outcomes, const RunPredictions& run)
{
    TableRows rows{{"column", "sample", "right", "predicted", "residual"}};
    for (std::size_t column = 0; column < outcomes.columns(); ++column)
        for (const ValueOutcome& one : outcomes.listed(column))
            rows.push_back({columnName(outcomes, column), sampleName(run, one.sample), numberCell(static_cast<double>(one.truth)),
                            numberCell(static_cast<double>(one.predicted)), numberCell(one.residual())});
    return rows;
}

TableRows errorRows(const ValueOutcomes& outcomes)
{
    TableRows rows{{"column", "numbers", "mean_error", "mean_absolute_error", "root_mean_squared_error", "r2"}};
    for (std::size_t column = 0; column < outcomes.columns(); ++column) {
        const ValueScores scores = outcomes.scores(column);
        rows.push_back({columnName(outcomes, column), std::to_string(scores.count), numberCell(scores.meanError),
                        numberCell(scores.meanAbsoluteError), numberCell(scores.rootMeanSquaredError), numberCell(scores.r2)});
    }
    return rows;
}

std::vector<NamedTable> tablesOf(const RunPredictions& run)
{
    std::vector<NamedTable> all;
    std::map<std::string, int> seen;
    for (const OutputPredictions& output : run.outputs) {
        const std::string& node = output.output().node;
        std::string prefix = run.outputs.size() > 1 ? node + "." : std::string();
        if (const int before = seen[node]++; before > 0) // several losses apply to it
            prefix = fmt::format("{}_{}.", node, before + 1);
        std::ranges::replace(prefix, '/', '.'); // of a layer within a block
        const auto add = [&](const char* name, std::function<TableRows()> rows) {
            all.push_back({prefix + name, std::move(rows)});
        };
        if (output.classes) {
            const ClassOutcomes& outcomes = *output.classes;
            add("confusion_matrix", [&outcomes] { return confusionRows(outcomes); });
            add("classes", [&outcomes] { return classRows(outcomes); });
            add("roc", [&outcomes] { return rocRows(outcomes); });
            add("precision_recall", [&outcomes] { return precisionRecallRows(outcomes); });
            if (outcomes.areShares())
                add("calibration", [&outcomes] { return calibrationRows(outcomes); });
            add("predictions", [&outcomes, &run] { return outcomeRows(outcomes, run); });
        } else {
            const ValueOutcomes& outcomes = *output.values;
            add("errors", [&outcomes] { return errorRows(outcomes); });
            add("residuals", [&outcomes, &run] { return outcomeRows(outcomes, run); });
        }
    }
    return all;
}

} // namespace netsmith::inspect
