#include "gui/runs/table/run_table_text.h"

#include "gui/runs/table/run_cell_text.h"

#include <charconv>
#include <cmath>

namespace netsmith::gui {
namespace {

constexpr double wholeLimit = 1e15; ///< below it every integer is exact

/// As few digits as convert back to the same value.
std::string plainNumber(double value)
{
    if (std::trunc(value) == value && std::abs(value) < wholeLimit)
        return std::to_string(static_cast<std::int64_t>(value));
    char text[32];
    return {text, std::to_chars(std::begin(text), std::end(text), value).ptr};
}

std::string plainText(const runs::Cell& cell)
{
    if (const auto* words = std::get_if<std::string>(&cell))
        return *words;
    const auto* number = std::get_if<double>(&cell);
    return number ? plainNumber(*number) : std::string();
}

/// The title of an exported column; a spread has two columns.
void addPlainHead(std::vector<std::string>& head, const runs::RunColumn& fact, bool spread)
{
    if (!spread) {
        head.push_back(fact.id);
        return;
    }
    head.push_back(fact.id + ".mean");
    head.push_back(fact.id + ".deviation");
}

void addPlainCells(std::vector<std::string>& row, const runs::RunColumn& fact, const runs::RunGroup& group, bool spread)
{
    if (!spread) {
        row.push_back(isShared(fact) || group.runs.size() == 1 ? plainText(fact.value(*group.runs.front())) : std::string());
        return;
    }
    const runs::Spread values = runs::spreadOf(group, fact);
    row.push_back(values.count > 0 ? plainNumber(values.mean) : std::string());
    row.push_back(values.deviation ? plainNumber(*values.deviation) : std::string());
}

} // namespace

runs::TextRows runTableText(const RunTableModel& model, std::span<const int> rows, std::span<const int> columns, TableReader reader)
{
    runs::TextRows out(1);
    const bool plain = reader == TableReader::program;
    const auto isSpreadHere = [&](const runs::RunColumn& fact) { return model.isGrouped() && isSpread(fact); };
    std::vector<int> facts;
    for (const int column : columns)
        if (column >= RunTableModel::firstFact)
            facts.push_back(column);
    for (const int column : facts)
        if (plain)
            addPlainHead(out.front(), model.factOf(column), isSpreadHere(model.factOf(column)));
        else
            out.front().push_back(model.titleOf(column).toStdString());
    if (model.isGrouped())
        out.front().push_back(plain ? std::string("runs") : RunTableModel::countTitle().toStdString());
    for (const int row : rows) {
        auto& cells = out.emplace_back();
        const auto runs = model.runsAt(row);
        const runs::RunGroup group{{runs.begin(), runs.end()}};
        for (const int column : facts)
            if (plain)
                addPlainCells(cells, model.factOf(column), group, isSpreadHere(model.factOf(column)));
            else
                cells.push_back(model.index(row, column).data().toString().toStdString());
        if (model.isGrouped())
            cells.push_back(std::to_string(runs.size()));
    }
    return out;
}

} // namespace netsmith::gui
