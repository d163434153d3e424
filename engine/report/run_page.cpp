#include "engine/report/run_page.h"

#include "engine/inspect/predictions/predictions.h"
#include "engine/losses/measured_quantity.h"
#include "engine/report/html_table.h"
#include "engine/report/markup.h"
#include "engine/report/measured_words.h"
#include "engine/report/network/network_drawing.h"
#include "engine/report/page_style.h"
#include "engine/report/predictions_part.h"
#include "engine/report/run_plots.h"
#include "engine/runs/cross_validation.h"
#include "engine/runs/machine/run_energy.h"
#include "engine/runs/run_card.h"
#include "engine/runs/store/run_store.h"
#include "engine/store/telemetry_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace netsmith::report {
namespace {

using runs::RunCurves;

/// The run as it is listed among those of its folder, which knows whether it is being trained.
runs::RunSummary summaryOf(const std::filesystem::path& folder)
{
    if (const std::filesystem::path parent = folder.parent_path(); runs::isStore(parent))
        for (runs::RunSummary& run : runs::RunStore(parent).list())
            if (run.folder == folder)
                return std::move(run);
    return runs::summarize(folder);
}

std::string section(std::string_view id, std::string_view title, std::string_view content)
{
    return fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", id, escaped(title), content);
}

/// Puts a run's page together, part by part.
class PageDraft {
public:
    PageDraft(const std::filesystem::path& run, const PageOptions& options)
        : m_options(options)
        , m_facts(runs::readFacts(run))
        , m_run(summaryOf(m_facts.folder))
        , m_curves(runs::readRunCurves(run))
    {
        m_facts.name = m_run.name();
        for (const runs::FoldPlace& place : runs::begunFolds(run))
            m_folds.push_back(runs::readRunCurves(place.run()));
        m_card = runs::cardOf(m_facts, options.costs);
    }

    std::string html()
    {
        std::string body = head();
        body += section("network", "Network", network());
        body += section("curves", "Curves", curves());
        if (m_options.predictions)
            body += section("predictions", "Predictions", predictions());
        body += section("settings", "Settings", factsTable("settings"));
        if (hasEnergy())
            body += section("energy", "Energy and costs", factsTable("energy"));
        body += section("card", "Reproducibility card", card());
        return fmt::format(
            "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
            "<meta charset=\"utf-8\"/>\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
            "<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n<main>\n{}"
            "<footer>Made with Netsmith. \"netsmith-cli verify RUN\" trains again and checks that the result is the "
            "same.</footer>\n</main>\n</body>\n</html>\n",
            escaped(title() == m_facts.name ? title() : title() + " – " + m_facts.name), pageStyle(), body);
    }

private:
    std::string title() const { return m_facts.record.title.empty() ? m_facts.name : m_facts.record.title; }

    std::string head() const
    {
        const RunRecord& record = m_facts.record;
        std::string lead = escaped(m_facts.name) + fmt::format(" · <span class=\"state\">{}</span>", escaped(m_run.stateName()));
        const auto add = [&](const std::string& text) {
            if (!text.empty())
                lead += " · " + escaped(text);
        };
        std::string when = record.started.substr(0, 16); // "2026-03-01T12:00"
        std::ranges::replace(when, 'T', ' ');
        add(when.empty() ? when : when + " UTC");
        add(record.deviceName.empty() ? record.device : record.deviceName);
        add(record.precision);
        std::string text = fmt::format("<header>\n<h1>{}</h1>\n<p class=\"lead\">{}</p>\n", escaped(title()), lead);
        if (!record.data.text().empty())
            text += paragraph(record.data.text(), "lead");
        text += figures() + "</header>\n";
        if (!record.error.empty())
            text += paragraph(record.error, "bad");
        else if (m_run.problem)
            text += paragraph(m_run.problem->text(), "careful");
        if (!m_run.label.notes.empty())
            text += paragraph(m_run.label.notes);
        return text;
    }

    /// The result first.
    std::string figures() const
    {
        const RunRecord& record = m_facts.record;
        std::string text = "<dl class=\"figures\">\n";
        const auto add = [&](const std::string& name, const std::string& value, const std::string& more, bool first = false) {
            text += fmt::format("<div{}><dt>{}</dt><dd>{}{}</dd></div>\n", first ? " class=\"first\"" : "", escaped(name),
                                escaped(value), more.empty() ? std::string() : fmt::format("<small>{}</small>", escaped(more)));
        };
        if (const auto* best = m_run.best()) {
            const auto deviation = m_run.bestDeviation();
            const std::string value = measuredText(best->first, best->second)
                + (deviation ? " ± " + measuredText(best->first, *deviation) : std::string());
            add(quantityTitle(best->first), value,
                record.folds > 0      ? fmt::format("mean of {} folds", m_folds.size())
                    : m_run.bestEpoch ? fmt::format("best: epoch {} of {}", *m_run.bestEpoch, record.epochsDone)
                                      : std::string(),
                true);
            for (const auto& [name, other] : besideBest(best->first))
                add(quantityTitle(name), measuredText(name, other), record.folds > 0 ? "" : "in that epoch");
        } else {
            add("Result", "none yet", "no epoch was finished", true);
        }
        add("Parameters", groupedText(record.parameters), {});
        add("Training time", durationText(record.seconds),
            record.samplesPerSecond > 0.0 ? groupedText(std::llround(record.samplesPerSecond)) + " samples/s" : std::string());
        add("Samples", groupedText(record.trainSamples),
            record.validationSamples > 0 ? "and " + groupedText(record.validationSamples) + " for validation" : std::string());
        return text + "</dl>\n";
    }

    /// What else was measured in the best epoch: the same of the training, and the validation's loss, come first.
    NamedValues besideBest(const std::string& judgedBy) const
    {
        constexpr std::size_t shownAtMost = 2;
        NamedValues values = m_run.bestValues.empty() ? m_run.values : m_run.bestValues;
        std::erase_if(values, [&](const auto& each) { return each.first == judgedBy || !std::isfinite(each.second); });
        std::ranges::stable_sort(values, {}, [&](const auto& each) {
            return measureTitle(each.first) == measureTitle(judgedBy) ? 0 : measuredQuantity(each.first).ofValidation ? 1 : 2;
        });
        values.resize(std::min(values.size(), shownAtMost));
        return values;
    }

    std::string network() const
    {
        const NetworkDrawing drawing = drawingOf(m_facts.project);
        std::string text = "<div class=\"network\">" + svgOf(drawing, Painting::colorsOfPage) + "</div>\n";
        if (!m_facts.project.description.empty())
            text = paragraph(m_facts.project.description) + text;
        return text;
    }

    std::string curves() const
    {
        const std::vector<Plot> plots = m_facts.record.folds > 0 ? plotsOf(m_folds) : plotsOf(m_curves, m_facts.record.judgedBy);
        if (plots.empty())
            return paragraph(m_facts.record.epochsDone > 0 ? "The run has no table of its measurements, or all of them are NaN."
                                                           : "Nothing was measured yet.",
                             "quiet");
        std::string text = "<div class=\"plots\">\n";
        for (const Plot& plot : plots)
            text += "<figure>" + svgOf(plot) + "</figure>\n";
        return text + "</div>\n" + epochs();
    }

    /// Each epoch's values; of very many epochs some, evenly spread, and the best.
    std::string epochs() const
    {
        constexpr std::size_t rowsAtMost = 1000;
        const RunCurves::Epochs& epochs = m_curves.epochs;
        const std::size_t count = m_curves.epochCount();
        if (count == 0)
            return {};
        HtmlTable table("numbers");
        std::vector<std::string> cells{"epoch", "step", "time"};
        for (const RunCurves::Series& series : epochs.series)
            cells.push_back(series.name);
        table.addHeader(cells);
        const std::size_t stride = (count + rowsAtMost - 1) / rowsAtMost;
        for (std::size_t i = 0; i < count; ++i) {
            const bool best = epochs.epoch[i] == m_curves.bestEpoch;
            if (i % stride != 0 && i + 1 != count && !best)
                continue;
            cells = {std::to_string(epochs.epoch[i]), groupedText(epochs.step[i]), durationText(epochs.seconds[i])};
            for (const RunCurves::Series& series : epochs.series)
                cells.push_back(measuredText(series.name, series.values[i]));
            table.addRow(cells, best ? "best" : "");
        }
        std::string text = table.html();
        if (stride > 1)
            text += paragraph(fmt::format("One of {} epochs is shown; metrics.csv in the run's folder has all.", stride), "quiet");
        return foldedPart(count == 1 ? "The epoch" : fmt::format("All {} epochs", groupedText(static_cast<std::int64_t>(count))),
                          text);
    }

    std::string predictions() const
    {
        if (m_facts.record.folds > 0)
            return paragraph("Each fold has a network and validation samples of its own; the page of a fold's run, in the folder "
                             "\"folds\", shows what it predicts.",
                             "quiet");
        try {
            return predictionsPart(inspect::predictionsOfRun(m_facts.folder, m_options.evaluation, 0, m_options.progress));
        } catch (const Error& error) {
            if (m_options.evaluation.stop.stop_requested())
                throw;
            return paragraph("The validation samples could not be predicted: " + error.message().text(), "careful");
        }
    }

    const runs::CardSection* cardSection(std::string_view id) const
    {
        const auto found = std::ranges::find(m_card, id, &runs::CardSection::id);
        return found == m_card.end() ? nullptr : &*found;
    }

    std::string factsTable(std::string_view id) const
    {
        const runs::CardSection* facts = cardSection(id);
        HtmlTable table("facts");
        for (const runs::CardFact& fact : facts ? facts->facts : std::vector<runs::CardFact>()) {
            const bool isHash = fact.value.size() >= 40 && fact.value.find_first_not_of("0123456789abcdef") == std::string::npos;
            const std::string deviation = fact.deviation ? fmt::format(" ± {:.4g}", *fact.deviation) : std::string();
            table.addRow({fact.title, fact.value + deviation}, isHash ? "hash" : "");
        }
        return table.empty() ? paragraph("None.", "quiet") : table.html();
    }

    bool hasEnergy() const
    {
        return runs::energyOf(m_facts.record, 0, readTelemetry(m_facts.folder), m_options.costs).kilowattHours.has_value();
    }

    std::string card() const
    {
        std::string text = "<div class=\"cards\">\n";
        for (const runs::CardSection& facts : m_card)
            if (facts.id != "settings" && facts.id != "energy" && !facts.facts.empty())
                text += fmt::format("<div><h3>{}</h3>\n{}</div>\n", escaped(facts.title), factsTable(facts.id));
        return text + "</div>\n";
    }

    const PageOptions& m_options;
    runs::RunFacts m_facts;
    runs::RunSummary m_run;
    RunCurves m_curves;
    std::vector<RunCurves> m_folds;
    std::vector<runs::CardSection> m_card;
};

} // namespace

std::string runPage(const std::filesystem::path& run, const PageOptions& options)
{
    return PageDraft(run, options).html();
}

} // namespace netsmith::report
