#include "gui/plots/curve_plot.h"
#include "gui/plots/machine_choice.h"
#include "gui/plots/mark_lines.h"
#include "gui/plots/plot_panel.h"
#include "gui/plots/plot_ticks.h"
#include "gui/plots/plot_title.h"
#include "gui/plots/plot_toolbar.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/theme.h"

#include <algorithm>

// What the panel shows of the machine, and the titles of all plots.

namespace netsmith::gui {

void PlotPanel::offerMachine(std::vector<PlotQuantity> quantities, std::map<std::string, QString> absence)
{
    m_machine = std::move(quantities);
    m_absence = std::move(absence);
    m_toolbar->machine().offer(m_machine);
    buildCells();
    pointsCame();
}

void PlotPanel::chooseMachine(const std::set<std::string>& chosen, bool marks)
{
    m_toolbar->machine().choose(chosen, marks);
    buildCells();
    curvesChanged();
}

const std::set<std::string>& PlotPanel::chosenMachine() const
{
    return m_toolbar->machine().chosen();
}

bool PlotPanel::marksRuns() const
{
    return m_toolbar->machine().marks();
}

void PlotPanel::machineChanged()
{
    buildCells();
    curvesChanged();
    Q_EMIT machineChosen();
}

void PlotPanel::mark(const std::string& run, std::span<const PlotMark> marks)
{
    std::vector<PlotMark>& all = m_marks[run];
    for (const PlotMark& mark : marks) {
        // The end of a validation belongs to its beginning, which may have come before.
        const auto open = std::find_if(all.rbegin(), all.rend(), [&](const PlotMark& one) { return one.kind == mark.kind; });
        // Of short epochs, two may be of the same millisecond.
        if (open != all.rend() && open->begin.seconds == mark.begin.seconds && open->begin.step == mark.begin.step)
            *open = mark;
        else
            all.push_back(mark);
    }
    pointsCame();
}

std::vector<PlotMark> PlotPanel::marksOf(const std::string& run) const
{
    const auto marks = m_marks.find(run);
    return marks == m_marks.end() ? std::vector<PlotMark>() : marks->second;
}

std::optional<CurvePoint> PlotPanel::lastValidation(const std::string& run) const
{
    const auto marks = m_marks.find(run);
    if (marks == m_marks.end())
        return std::nullopt;
    const auto isValidation = [](const PlotMark& mark) { return mark.kind == PlotMark::Kind::validation; };
    const auto last = std::find_if(marks->second.rbegin(), marks->second.rend(), isValidation);
    return last == marks->second.rend() ? std::nullopt : std::optional(last->begin);
}

const std::vector<PlotMark>* PlotPanel::shownMarks() const
{
    const bool machine = std::ranges::any_of(m_quantities, &PlotQuantity::machine);
    const auto run = std::ranges::find(m_runs, m_current, &PlotRun::id);
    const auto marks = m_marks.find(m_current);
    const bool shown = machine && marksRuns() && run != m_runs.end() && run->visible && marks != m_marks.end();
    return shown ? &marks->second : nullptr;
}

/// Its marks, and words in place of a plot that has no curves.
void PlotPanel::showMachine(const Cell& cell)
{
    cell.plot->setMarks(shownMarks());
    if (!cell.absence)
        return;
    const bool any = std::ranges::any_of(cell.plot->curves(), [](const PlotCurve& curve) { return !curve.series->empty(); });
    const auto why = m_absence.find(cell.plot->quantity().id);
    cell.absence->setText(why == m_absence.end() ? tr("Nothing was recorded of this.") : why->second);
    cell.plot->setVisible(any);
    cell.absence->setVisible(!any);
}

/// What a curve of the machine is called in the title and beside the crosshair.
QString PlotPanel::machineName(const PlotRun& run, const PlotQuantity& quantity, CurveKind kind, bool several) const
{
    if (kind == CurveKind::machineAll)
        return several ? tr("%1, all programs").arg(run.name) : tr("all programs");
    return several ? run.name : m_model.find({run.id, quantity.id, CurveKind::machineAll}) ? tr("this run") : quantity.title;
}

QString PlotPanel::presentValue(const PlotCurve& curve, const PlotQuantity& quantity) const
{
    const std::span<const double> values = curve.series->values(curve.shown());
    if (const int count = static_cast<int>(values.size()); curve.kind == CurveKind::marks)
        return tr("%n skipped", nullptr, count);
    return valueText(quantity, values.back());
}

void PlotPanel::refreshTitles()
{
    for (const Cell& cell : m_cells) {
        const PlotQuantity& quantity = cell.plot->quantity();
        std::vector<PlotCurve> curves = cell.plot->curves();
        std::erase_if(curves, [](const PlotCurve& curve) { return curve.series->empty(); });
        if (severalRuns()) {
            titleRuns(*cell.title, quantity, std::move(curves));
            continue;
        }
        std::vector<PlotTitle::Entry> entries;
        for (const PlotCurve& curve : curves) {
            QString value = presentValue(curve, quantity);
            const bool validates = curve.kind == CurveKind::validation;
            const std::size_t count = curve.series->size();
            if (validates && count > 1 && curve.series->best(CurveTraceKind::raw, quantity.better) == count - 1)
                value = tr("%1 best").arg(value);
            const bool named = curve.kind == CurveKind::train || validates || (isOfMachine(curve.kind) && curves.size() > 1);
            entries.push_back({curve.color, isDashed(curve.kind), named ? curve.name : QString(), value});
        }
        cell.title->setEntries(std::move(entries));
    }
}

/// The current run first; each with its name and the current value of each of its curves.
void PlotPanel::titleRuns(PlotTitle& title, const PlotQuantity& quantity, std::vector<PlotCurve> curves) const
{
    std::ranges::stable_partition(curves, [this](const PlotCurve& curve) { return curve.run == m_current; });
    std::vector<PlotTitle::Entry> entries, key;
    const QColor grey = Theme::instance().color(Token::textSecondary);
    const auto explain = [&](bool dashed, const QString& word) {
        if (std::ranges::find(key, dashed, &PlotTitle::Entry::dashed) == key.end())
            key.push_back({grey, dashed, word, {}});
    };
    const std::string* run = nullptr;
    for (const PlotCurve& curve : curves) {
        const bool dashed = isDashed(curve.kind);
        const bool another = !run || *run != curve.run;
        run = &curve.run;
        entries.push_back({colorOf(curve.run), dashed, another ? nameOf(curve.run) : QString(), presentValue(curve, quantity)});
        if (curve.kind == CurveKind::validation)
            explain(true, tr("validation"));
        else if (curve.kind == CurveKind::train)
            explain(false, tr("train"));
        else if (curve.kind == CurveKind::machineAll)
            explain(true, tr("all programs"));
    }
    title.setRuns(std::move(entries), std::move(key));
}

} // namespace netsmith::gui
