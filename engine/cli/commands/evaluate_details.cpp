#include "engine/cli/evaluate_details.h"

#include "engine/cli/terminal/output_file.h"
#include "engine/cli/words/words.h"
#include "engine/core/files/safe_file.h"
#include "engine/inspect/predictions/class_report.h"
#include "engine/inspect/predictions/prediction_tables.h"
#include "engine/runs/table/table_text.h"

#include <fmt/format.h>

namespace netsmith::cli {
namespace {

using inspect::ClassOutcomes;
using inspect::RunPredictions;

std::string percentCell(const std::optional<double>& share)
{
    return share ? fmt::format("{:.2f} %", 100.0 * *share) : std::string("-");
}

std::string cellOf(const std::optional<double>& number)
{
    return number ? fmt::format("{:.4f}", *number) : std::string("-");
}

void tellClasses(Console& console, const std::string& node, const inspect::OutputPredictions& predictions)
{
    constexpr std::size_t rowsAtMost = 100;
    using enum Table::Align;
    const ClassOutcomes& outcomes = *predictions.classes;
    const inspect::ClassReport& report = predictions.report;
    Table table({left, right, right, right, right, right, right}, 2);
    table.add({"class", "samples", "precision", "recall", "F1", "AUC", "average precision"});
    for (std::size_t c = 0; c < report.classes.size(); ++c) {
        const inspect::ClassScores& scores = report.classes[c];
        const std::string name = outcomes.output().nameOf(scores.classNumber);
        console.event("class",
                      {{"output", node},
                       {"class", scores.classNumber},
                       {"name", name},
                       {"samples", scores.truths},
                       {"predicted", scores.predictions},
                       {"right", scores.hits},
                       {"precision", jsonOf(scores.precision)},
                       {"recall", jsonOf(scores.recall)},
                       {"f1", jsonOf(scores.f1)},
                       {"auc", jsonOf(scores.auc)},
                       {"average_precision", jsonOf(scores.averagePrecision)}});
        if (c < rowsAtMost)
            table.add({name, grouped(scores.truths), percentCell(scores.precision), percentCell(scores.recall), cellOf(scores.f1),
                       cellOf(scores.auc), cellOf(scores.averagePrecision)});
    }
    console.event("classes",
                  {{"output", node},
                   {"samples", outcomes.count()},
                   {"not_finite", outcomes.notFinite()},
                   {"accuracy", report.accuracy},
                   {"precision", report.precision},
                   {"recall", report.recall},
                   {"f1", report.f1},
                   {"calibration_error", jsonOf(report.calibrationError)}});
    console.print(table.text());
    if (report.classes.size() > rowsAtMost)
        console.print(fmt::format("  and {} more classes; --output writes all",
                                  grouped(std::ssize(report.classes) - static_cast<std::int64_t>(rowsAtMost))));
    console.print(fmt::format("accuracy {}, mean of the classes: precision {}, recall {}, F1 {:.4f}{}",
                              percentCell(report.accuracy), percentCell(report.precision), percentCell(report.recall), report.f1,
                              report.calibrationError
                                  ? fmt::format("; expected calibration error {}", percentCell(report.calibrationError))
                                  : std::string()));
}

void tellConfusions(Console& console, const std::string& node, const inspect::OutputPredictions& predictions)
{
    constexpr int shownAtMost = 10;
    using enum Table::Align;
    Table table({left, left, right, right}, 2);
    table.add({"right", "predicted", "samples", "of the class"});
    int shown = 0;
    const ClassOutcomes& outcomes = *predictions.classes;
    for (const inspect::ConfusionCell& cell : predictions.cells) {
        if (cell.truth == cell.predicted)
            continue;
        if (shown++ == shownAtMost)
            break;
        const auto name = [&](std::int64_t number) { return outcomes.output().nameOf(number); };
        const double share = static_cast<double>(cell.count) / static_cast<double>(outcomes.truths(cell.truth));
        console.event("confusion",
                      {{"output", node}, {"right", cell.truth}, {"predicted", cell.predicted}, {"samples", cell.count}});
        table.add({name(cell.truth), name(cell.predicted), grouped(cell.count), percentCell(share)});
    }
    if (shown == 0)
        return;
    console.print("most common confusions:");
    console.print(table.text());
}

void tellMistakes(Console& console, const RunPredictions& run, const ClassOutcomes& outcomes, int atMost)
{
    using enum Table::Align;
    const auto worst = worstMistakes(outcomes, static_cast<std::size_t>(atMost));
    if (worst.empty())
        return;
    const char* kind = outcomes.areShares() ? "probability" : "score";
    Table table({left, left, left, right, right}, 2);
    table.add({"sample", "right", "predicted", kind, "of the right one"});
    const PredictedOutput& output = outcomes.output();
    const bool hasSteps = output.shape.elements() > output.numbersAClass();
    for (const inspect::ClassOutcome& one : worst) {
        const std::string name = sampleName(run, one.sample);
        Json json{{"output", output.node},      {"sample", name},       {"right", one.truth},
                  {"predicted", one.predicted}, {kind, one.confidence}, {std::string(kind) + "_of_right", one.truthShare}};
        if (hasSteps)
            json["step"] = one.step;
        console.event("mistake", json);
        table.add({hasSteps ? fmt::format("{} step {}", name, one.step + 1) : name, output.nameOf(one.truth),
                   output.nameOf(one.predicted), fmt::format("{:.4g}", one.confidence), fmt::format("{:.4g}", one.truthShare)});
    }
    console.print("worst mistakes:");
    console.print(table.text());
}

void tellValues(Console& console, const RunPredictions& run, const inspect::ValueOutcomes& outcomes, int atMost)
{
    using enum Table::Align;
    const inspect::TableRows rows = errorRows(outcomes);
    Table table({left, right, right, right, right, right}, 2);
    table.add({"column", "numbers", "mean error", "mean absolute error", "root mean squared error", "R²"});
    for (std::size_t column = 0; column < outcomes.columns(); ++column) {
        const inspect::ValueScores scores = outcomes.scores(column);
        console.event("errors",
                      {{"output", outcomes.output().node},
                       {"column", rows[column + 1][0]},
                       {"numbers", scores.count},
                       {"not_finite", outcomes.notFinite()},
                       {"mean_error", scores.meanError},
                       {"mean_absolute_error", scores.meanAbsoluteError},
                       {"root_mean_squared_error", scores.rootMeanSquaredError},
                       {"r2", jsonOf(scores.r2)}});
        table.add({rows[column + 1][0], grouped(scores.count), fmt::format("{:.4g}", scores.meanError),
                   fmt::format("{:.4g}", scores.meanAbsoluteError), fmt::format("{:.4g}", scores.rootMeanSquaredError),
                   cellOf(scores.r2)});
    }
    console.print(table.text());
    Table errors({left, right}, 2);
    errors.add({"sample", "root mean squared error"});
    for (const auto& [sample, error] : outcomes.worst(static_cast<std::size_t>(atMost))) {
        console.event("mistake", {{"output", outcomes.output().node}, {"sample", sampleName(run, sample)}, {"error", error}});
        errors.add({sampleName(run, sample), fmt::format("{:.4g}", error)});
    }
    console.print("largest errors:");
    console.print(errors.text());
}

void write(Console& console, const std::string& folder, const RunPredictions& run)
{
    makeFolder(folder);
    const std::vector<inspect::NamedTable> tables = tablesOf(run);
    for (const inspect::NamedTable& table : tables) {
        const std::string text = runs::csvText(table.rows());
        writeFileSafely(std::filesystem::path(folder) / (table.name + ".csv"), std::as_bytes(std::span(text))).take();
    }
    console.event("tables", {{"folder", folder}, {"files", tables.size()}});
    console.line(fmt::format("{} tables written to {}", tables.size(), folder));
}

} // namespace

void tellDetails(Console& console, const std::string& run, const train::EvaluateOptions& options, const EvaluationDetails& details)
{
    const RunPredictions predictions = inspect::predictionsOfRun(run, options);
    for (const inspect::OutputPredictions& output : predictions.outputs) {
        const std::string& node = output.output().node;
        if (const std::int64_t broken = output.classes ? output.classes->notFinite() : output.values->notFinite(); broken > 0)
            console.warn(
                fmt::format("{} predictions of {} are not finite (NaN or infinite) and are left out", grouped(broken), node));
        if (predictions.outputs.size() > 1)
            console.line(node + ":");
        if (output.classes) {
            tellClasses(console, node, output);
            tellConfusions(console, node, output);
            tellMistakes(console, predictions, *output.classes, details.worst);
        } else {
            tellValues(console, predictions, *output.values, details.worst);
        }
    }
    if (!details.output.empty())
        write(console, details.output, predictions);
}

} // namespace netsmith::cli
