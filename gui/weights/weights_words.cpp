#include "gui/weights/weights_words.h"

#include "engine/runs/table/table_text.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <QCoreApplication>

#include <charconv>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

using inspect::WeightSheet;
using Form = WeightSheet::Form;

struct WeightsWords {
    Q_DECLARE_TR_FUNCTIONS(WeightsWords)
};

/// "3", or "8–15" where a cell stands for several numbers.
QString entry(std::int64_t cell, std::int64_t cells, std::int64_t whole)
{
    const std::int64_t first = WeightSheet::firstOf(cell, cells, whole), next = WeightSheet::firstOf(cell + 1, cells, whole);
    return next - first > 1 ? u"%1–%2"_s.arg(countText(first), countText(next - 1)) : countText(first);
}

QString sizeText(std::int64_t height, std::int64_t width)
{
    return u"%1×%2"_s.arg(countText(height), countText(width));
}

QString valueText(float value)
{
    return std::isfinite(value) ? significantText(static_cast<double>(value), 4) : WeightsWords::tr("not finite");
}

std::string exact(double number)
{
    char text[32];
    const auto [end, problem] = std::to_chars(text, text + sizeof text, number);
    return problem == std::errc() ? std::string(text, end) : std::string();
}

std::string exact(const std::optional<double>& number)
{
    return number ? exact(*number) : std::string();
}

} // namespace

QString arrayTitle(const inspect::WeightArray& array)
{
    return u"%1  %2"_s.arg(fromStd(array.facts.name), shapeText(array.facts.shape));
}

QString sheetWords(const WeightSheet& sheet)
{
    const QString size = sizeText(sheet.wholeHeight, sheet.wholeWidth), outputs = countText(sheet.totalOutputs),
                  inputs = countText(sheet.totalInputs);
    const QString rows = countText(sheet.wholeHeight), columns = countText(sheet.wholeWidth);
    switch (sheet.form) {
    case Form::filters:
        return sheet.totalInputs == 1
            ? WeightsWords::tr("%1 filters: the %2 weights that each slides over the picture").arg(outputs, size)
            : WeightsWords::tr("A row for each of %1 filters, a column for each of %2 input channels: %3 weights each")
                  .arg(outputs, inputs, size);
    case Form::colourFilters:
        return WeightsWords::tr("%1 filters: the %2 weights that each slides over the picture, for its red, green and blue")
            .arg(outputs, size);
    case Form::unitImages:
        return sheet.totalInputs == 1
            ? WeightsWords::tr("%1 units: the weight that each gives to every place of the %2 picture").arg(outputs, size)
            : WeightsWords::tr(
                  "A row for each of %1 units, a column for each of %2 maps that it reads: a weight for every place of %3")
                  .arg(outputs, inputs, size);
    case Form::colourUnitImages:
        return WeightsWords::tr("%1 units: the weight that each gives to every place of the %2 picture, in its red, green and blue")
            .arg(outputs, size);
    case Form::steps:
        return WeightsWords::tr("%1 filters: a row for each of %2 input channels, a column for each of %3 steps")
            .arg(outputs, rows, columns);
    case Form::gates:
        return WeightsWords::tr("The gates %1: for each a row for each of %2 inputs, a column for each of %3 units")
            .arg(fromStd([&] {
                     std::string names;
                     for (const std::string& gate : sheet.gates)
                         names += (names.empty() ? "" : ", ") + gate;
                     return names;
                 }()),
                 rows, columns);
    case Form::table: return WeightsWords::tr("A row for each of %1 tokens, a column for each of %2 dimensions").arg(rows, columns);
    case Form::vector: return WeightsWords::tr("A number for each of %1 outputs").arg(columns);
    case Form::matrix: break;
    }
    return WeightsWords::tr("A row for each of %1 inputs, a column for each of %2 outputs").arg(rows, columns);
}

QString partWords(const WeightSheet& sheet)
{
    QStringList parts;
    const auto add = [&](const QString& pattern, std::int64_t first, std::int64_t shown, std::int64_t total) {
        if (shown < total)
            parts << pattern.arg(countText(first), countText(first + shown - 1), countText(total));
    };
    add(WeightsWords::tr("Outputs %1 to %2 of %3"), sheet.firstOutput, sheet.outputs, sheet.totalOutputs);
    add(WeightsWords::tr("Inputs %1 to %2 of %3"), sheet.firstInput, sheet.inputs, sheet.totalInputs);
    return parts.join(u" · "_s);
}

QString cellWords(const WeightSheet& sheet, std::int64_t output, std::int64_t input, std::int64_t row, std::int64_t column,
                  const std::optional<QString>& token)
{
    const QString at = entry(row, sheet.height, sheet.wholeHeight), across = entry(column, sheet.width, sheet.wholeWidth);
    const QString map = countText(sheet.firstOutput + output), channel = countText(sheet.firstInput + input);
    const QString value = valueText(sheet.at(output, input, row, column));
    switch (sheet.form) {
    case Form::filters:
        return WeightsWords::tr("Filter %1, input channel %2, row %3, column %4: %5").arg(map, channel, at, across, value);
    case Form::unitImages: return WeightsWords::tr("Unit %1, map %2, row %3, column %4: %5").arg(map, channel, at, across, value);
    case Form::colourFilters:
    case Form::colourUnitImages:
        return (sheet.form == Form::colourFilters ? WeightsWords::tr("Filter %1, row %2, column %3: red %4, green %5, blue %6")
                                                  : WeightsWords::tr("Unit %1, row %2, column %3: red %4, green %5, blue %6"))
            .arg(map, at, across, value, valueText(sheet.at(output, input, row, column, 1)),
                 valueText(sheet.at(output, input, row, column, 2)));
    case Form::steps: return WeightsWords::tr("Filter %1, input channel %2, step %3: %4").arg(map, at, across, value);
    case Form::gates:
        return WeightsWords::tr("Gate %1, input %2, unit %3: %4")
            .arg(fromStd(sheet.gates[static_cast<std::size_t>(sheet.firstOutput + output)]), at, across, value);
    case Form::table:
        return token ? WeightsWords::tr("Token %1 “%2”, dimension %3: %4").arg(at, *token, across, value)
                     : WeightsWords::tr("Token %1, dimension %2: %3").arg(at, across, value);
    case Form::vector: return WeightsWords::tr("Output %1: %2").arg(across, value);
    case Form::matrix: break;
    }
    return WeightsWords::tr("Input %1, output %2: %3").arg(at, across, value);
}

QString spectrumTitle(const inspect::Spectrum& spectrum)
{
    return spectrum.gate.empty() ? WeightsWords::tr("whole") : WeightsWords::tr("gate %1").arg(fromStd(spectrum.gate));
}

std::string weightsCsv(const inspect::WeightArray& array)
{
    const Shape& shape = array.facts.shape;
    runs::TextRows rows(1);
    for (int axis = 0; axis < shape.rank(); ++axis)
        rows[0].push_back("index_" + std::to_string(axis));
    rows[0].push_back("weight");
    for (std::int64_t element = 0; element < std::ssize(array.numbers); ++element) {
        std::vector<std::string> row(static_cast<std::size_t>(shape.rank()));
        std::int64_t rest = element;
        for (int axis = shape.rank() - 1; axis >= 0; --axis) {
            row[static_cast<std::size_t>(axis)] = std::to_string(rest % shape[axis]);
            rest /= shape[axis];
        }
        row.push_back(exact(static_cast<double>(array.numbers[static_cast<std::size_t>(element)])));
        rows.push_back(std::move(row));
    }
    return runs::csvText(rows);
}

std::string spectraCsv(const std::vector<inspect::Spectrum>& spectra)
{
    runs::TextRows rows{{"weights", "gate", "rows", "columns", "number", "singular_value"}};
    for (const inspect::Spectrum& spectrum : spectra)
        for (std::size_t i = 0; i < spectrum.values.size(); ++i)
            rows.push_back({spectrum.array, spectrum.gate, std::to_string(spectrum.rows), std::to_string(spectrum.columns),
                            std::to_string(i + 1), exact(spectrum.values[i])});
    return runs::csvText(rows);
}

std::string historyCsv(const inspect::WeightHistory& history)
{
    runs::TextRows rows{
        {"weights", "step", "norm", "rms", "distance_from_first", "change", "update_per_step", "not_finite", "least", "most"}};
    const std::size_t bins = history.arrays.empty() || history.arrays[0].counts.empty() ? 0 : history.arrays[0].counts[0].size();
    for (std::size_t bin = 0; bin < bins; ++bin)
        rows[0].push_back("bin_" + std::to_string(bin));
    for (const inspect::ArrayHistory& array : history.arrays)
        for (std::size_t i = 0; i < history.steps.size(); ++i) {
            const inspect::WeightPoint& point = array.points[i];
            std::vector<std::string> row{array.name,
                                         std::to_string(history.steps[i]),
                                         exact(point.norm),
                                         exact(point.rms),
                                         exact(point.distance),
                                         exact(point.change),
                                         exact(point.update),
                                         std::to_string(point.notFinite),
                                         exact(array.least),
                                         exact(array.most)};
            for (const std::int64_t count : array.counts[i])
                row.push_back(std::to_string(count));
            rows.push_back(std::move(row));
        }
    return runs::csvText(rows);
}

} // namespace netsmith::gui
