#include "engine/report/predictions_part.h"

#include "engine/inspect/predictions/prediction_tables.h"
#include "engine/report/curve_plot.h"
#include "engine/report/html_table.h"
#include "engine/report/markup.h"
#include "engine/report/measured_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace netsmith::report {
namespace {

using inspect::ClassOutcomes;
using inspect::OutputPredictions;
using inspect::ValueOutcomes;

constexpr std::int64_t matrixAtMost = 24; // classes
constexpr std::size_t classesAtMost = 200; // in the table of their scores
constexpr std::size_t nameAtMost = 28; // em of a class's name

std::string percentWords(const std::optional<double>& share)
{
    return share ? fmt::format("{:.2f} %", 100.0 * *share) : std::string("–");
}

std::string scoreWords(const std::optional<double>& score)
{
    return score ? fmt::format("{:.4f}", *score) : std::string("–");
}

std::string shortName(const std::string& name)
{
    return elided(name, 1.0, nameAtMost / 2.0);
}

/// A row for each right class, a column for each predicted one; the stronger the colour, the larger the part of the row.
std::string matrixOf(const ClassOutcomes& outcomes)
{
    const PredictedOutput& output = outcomes.output();
    bool isLong = false; // names of columns then stand upright
    for (std::int64_t c = 0; c < outcomes.classes(); ++c)
        isLong = isLong || textWidth(output.nameOf(c), 1.0) > 3.5;
    std::string text = fmt::format("<div class=\"scroll\"><table class=\"confusion{}\">\n<tr><td class=\"corner\">right ↓  "
                                   "predicted →</td>",
                                   isLong ? " upright" : "");
    for (std::int64_t c = 0; c < outcomes.classes(); ++c)
        text += fmt::format("<th scope=\"col\" title=\"{}\"><span>{}</span></th>", escaped(output.nameOf(c)),
                            escaped(shortName(output.nameOf(c))));
    text += "</tr>\n";
    for (std::int64_t truth = 0; truth < outcomes.classes(); ++truth) {
        text += fmt::format("<tr><th scope=\"row\" title=\"{}\">{}</th>", escaped(output.nameOf(truth)),
                            escaped(shortName(output.nameOf(truth))));
        for (std::int64_t predicted = 0; predicted < outcomes.classes(); ++predicted) {
            const std::int64_t count = outcomes.cell(truth, predicted);
            const double share = count > 0 ? static_cast<double>(count) / static_cast<double>(outcomes.truths(truth)) : 0.0;
            // Few mistakes are to be seen, too.
            const double strength = count == 0 ? 0.0
                : truth == predicted           ? 0.08 + 0.3 * share
                                               : 0.12 + 0.4 * std::min(1.0, 3.0 * share);
            text += fmt::format("<td class=\"{}\" style=\"--p:{}\">{}</td>",
                                count == 0               ? "none"
                                    : truth == predicted ? "hit"
                                                         : "miss",
                                coordinate(strength), groupedText(count));
        }
        text += "</tr>\n";
    }
    return text + "</table></div>\n";
}

std::string confusionsOf(const OutputPredictions& predictions)
{
    constexpr int shownAtMost = 20;
    const ClassOutcomes& outcomes = *predictions.classes;
    HtmlTable table("numbers two-names");
    table.addHeader({"right", "predicted", "samples", "of the class"});
    int shown = 0;
    for (const inspect::ConfusionCell& cell : predictions.cells)
        if (cell.truth != cell.predicted && shown++ < shownAtMost)
            table.addRow({outcomes.output().nameOf(cell.truth), outcomes.output().nameOf(cell.predicted), groupedText(cell.count),
                          percentWords(static_cast<double>(cell.count) / static_cast<double>(outcomes.truths(cell.truth)))});
    return table.empty() ? std::string() : "<h3>Most common confusions</h3>\n" + table.html();
}

std::string classesOf(const OutputPredictions& predictions)
{
    const ClassOutcomes& outcomes = *predictions.classes;
    HtmlTable table("numbers");
    table.addHeader({"class", "samples", "precision", "recall", "F1", "AUC"});
    for (const inspect::ClassScores& scores : predictions.report.classes) {
        table.addRow({outcomes.output().nameOf(scores.classNumber), groupedText(scores.truths), percentWords(scores.precision),
                      percentWords(scores.recall), scoreWords(scores.f1), scoreWords(scores.auc)});
        if (scores.classNumber + 1 == static_cast<std::int64_t>(classesAtMost))
            break;
    }
    std::string text = table.html();
    if (predictions.report.classes.size() > classesAtMost)
        text += paragraph(fmt::format("The first {} of {} classes; \"netsmith-cli evaluate RUN --output DIR\" writes all.",
                                      classesAtMost, groupedText(std::ssize(predictions.report.classes))),
                          "quiet");
    return foldedPart("Each class", text);
}

std::string classPart(const OutputPredictions& predictions)
{
    const ClassOutcomes& outcomes = *predictions.classes;
    const inspect::ClassReport& report = predictions.report;
    if (outcomes.count() == 0)
        return paragraph("No sample with a known class has a finite prediction.", "quiet");
    std::string text = paragraph(fmt::format(
        "Accuracy {}; mean of the classes: precision {}, recall {}, F1 {}{}.", percentWords(report.accuracy),
        percentWords(report.precision), percentWords(report.recall), scoreWords(report.f1),
        report.calibrationError ? "; expected calibration error " + percentWords(report.calibrationError) : std::string()));
    text += outcomes.classes() <= matrixAtMost ? matrixOf(outcomes) : confusionsOf(predictions);
    return text + classesOf(predictions);
}

std::string valuePart(const ValueOutcomes& outcomes)
{
    constexpr std::size_t diagramsAtMost = 6, pointsAtMost = 600;
    const inspect::TableRows rows = inspect::errorRows(outcomes); // which has the columns' names
    HtmlTable table("numbers");
    table.addHeader({"column", "numbers", "mean error", "mean absolute error", "root mean squared error", "R²"});
    std::string diagrams;
    for (std::size_t column = 0; column < outcomes.columns(); ++column) {
        const inspect::ValueScores scores = outcomes.scores(column);
        const std::string name = rows[column + 1][0];
        table.addRow({name, groupedText(scores.count), fmt::format("{:.4g}", scores.meanError),
                      fmt::format("{:.4g}", scores.meanAbsoluteError), fmt::format("{:.4g}", scores.rootMeanSquaredError),
                      scoreWords(scores.r2)});
        const std::vector<inspect::ValueOutcome>& listed = outcomes.listed(column);
        if (column >= diagramsAtMost || listed.empty())
            continue;
        PlotLine cloud{"predicted", Ink::accent, PlotLine::Style::cloud, {}};
        double least = INFINITY, most = -INFINITY;
        const std::size_t stride = (listed.size() + pointsAtMost - 1) / pointsAtMost;
        for (std::size_t i = 0; i < listed.size(); i += stride) {
            cloud.points.push_back({static_cast<double>(listed[i].truth), static_cast<double>(listed[i].predicted)});
            least = std::min(least, cloud.points.back().x);
            most = std::max(most, cloud.points.back().x);
        }
        const PlotLine ideal{"right", Ink::validation, PlotLine::Style::dashed, {{least, least}, {most, most}}};
        diagrams +=
            "<figure>" + svgOf(Plot{"Predicted: " + name, "right", {ideal, cloud}, false, false, std::nullopt}) + "</figure>\n";
    }
    return table.html() + "<div class=\"plots\">\n" + diagrams + "</div>\n";
}

} // namespace

std::string predictionsPart(const inspect::RunPredictions& predictions)
{
    using Part = train::Evaluation::Part;
    const char* kind = predictions.part == Part::validation ? "validation"
        : predictions.part == Part::training                ? "training"
                                                            : "given";
    std::string text = paragraph(fmt::format("{} {} samples, predicted with the weights of step {}.",
                                             groupedText(std::ssize(predictions.samples)), kind, groupedText(predictions.step)),
                                 "quiet");
    for (const Message& warning : predictions.warnings)
        text += paragraph(warning.text(), "careful");
    for (const OutputPredictions& output : predictions.outputs) {
        if (predictions.outputs.size() > 1)
            text += fmt::format("<h3>{}</h3>\n", escaped(output.output().node));
        const std::int64_t broken = output.classes ? output.classes->notFinite() : output.values->notFinite();
        if (broken > 0)
            text += paragraph(fmt::format("{} predictions are not finite (NaN or infinite) and are left out.", groupedText(broken)),
                              "careful");
        text += output.classes ? classPart(output) : valuePart(*output.values);
    }
    return text;
}

} // namespace netsmith::report
