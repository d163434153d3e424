#include "gui/app/window/plot_feed.h"

#include "engine/runs/cross_validation.h"
#include "engine/telemetry/energy_meter.h"
#include "gui/plots/plot_panel.h"
#include "gui/runs/run_plots.h"
#include "gui/training/training_session.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/theme.h"

#include <algorithm>

namespace netsmith::gui {
namespace {

/// The run's canonical path: the runs of a saved project are also found by their old paths.
std::string idOf(const std::filesystem::path& run)
{
    std::error_code error;
    const std::filesystem::path place = std::filesystem::weakly_canonical(run, error);
    return error ? run.string() : place.string();
}

} // namespace

PlotFeed::PlotFeed(TrainingSession& session, PlotPanel& plots, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_plots(plots)
{
    connect(&session, &TrainingSession::curvesAdded, this, [this](const runs::RunCurves& points, bool begin) {
        if (begin)
            beginRun();
        if (m_session.run())
            add(idOf(m_session.placeOfCurves()), points);
    });
    connect(&session, &TrainingSession::stateChanged, this, &PlotFeed::offerMachine);
    connect(&Theme::instance(), &Theme::changed, this, &PlotFeed::tellShown);
    retranslate();
}

void PlotFeed::tellShown()
{
    nameRuns();
    std::map<std::filesystem::path, QColor> colours;
    for (const PlotRun& run : m_plots.runs())
        if (run.visible)
            colours[run.id] = m_plots.colorOf(run.id);
    Q_EMIT shownChanged(colours);
}

void PlotFeed::setNamer(Namer namer)
{
    m_namer = std::move(namer);
    nameRuns();
}

/// Gives the shown runs distinct names.
void PlotFeed::nameRuns()
{
    std::vector<PlotRun> shown;
    std::vector<std::filesystem::path> places;
    for (const PlotRun& run : m_plots.runs())
        if (run.visible) {
            shown.push_back(run);
            places.emplace_back(run.id);
        }
    const std::vector<QString> names = m_namer ? m_namer(places) : std::vector<QString>(places.size());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const QString name = names[i].isEmpty() ? fromStd(places[i].filename().string()) : names[i];
        if (name == shown[i].name)
            continue;
        shown[i].name = name;
        m_plots.setRun(shown[i]);
    }
}

void PlotFeed::follow()
{
    bool moved = false;
    for (const PlotRun& run : std::vector(m_plots.runs()))
        if (const std::string id = idOf(run.id); id != run.id) {
            m_plots.renameRun(run.id, id);
            moved = true;
        }
    nameRuns();
    if (moved)
        tellShown();
}

void PlotFeed::beginRun()
{
    const auto& facts = m_session.run();
    if (!facts)
        return;
    const std::string id = idOf(m_session.placeOfCurves());
    m_plots.removeRun(id);
    PlotRun run;
    run.id = id;
    run.epochs = static_cast<double>(facts->epochs);
    run.steps = static_cast<double>(facts->epochs * facts->stepsPerEpoch);
    m_plots.setRun(run);
    m_plots.setCurrentRun(id);
    tellShown();
}

bool PlotFeed::trains(const std::filesystem::path& folder) const
{
    return m_session.isLive() && m_session.run() && idOf(m_session.placeOfCurves()) == idOf(folder);
}

void PlotFeed::showRun(const std::filesystem::path& folder, const runs::RunCurves& curves)
{
    const std::string id = idOf(folder);
    if (trains(folder)) { // its points were added as they were measured
        const auto known = std::ranges::find(m_plots.runs(), id, &PlotRun::id);
        if (known != m_plots.runs().end()) {
            PlotRun shown = *known;
            shown.visible = true;
            m_plots.setRun(shown);
            tellShown();
            return;
        }
    }
    m_plots.removeRun(id);
    PlotRun run;
    run.id = id;
    m_plots.setRun(run);
    if (!m_session.isLive())
        m_plots.setCurrentRun(id);
    add(id, curves);
    tellShown();
}

void PlotFeed::hideRun(const std::filesystem::path& folder)
{
    const std::string id = idOf(folder);
    for (const PlotRun& run : std::vector(m_plots.runs())) {
        if (run.id != id && runs::parentOfFold(run.id) != id)
            continue;
        if (trains(run.id)) {
            PlotRun hidden = run;
            hidden.visible = false;
            m_plots.setRun(hidden);
        } else
            m_plots.removeRun(run.id);
    }
    tellShown();
}

void PlotFeed::clear()
{
    m_plots.clear();
    m_measured.clear();
    m_seen = {};
    retranslate();
    tellShown();
}

void PlotFeed::add(const std::string& run, const runs::RunCurves& points)
{
    if (plotPoints(m_plots, run, points, m_measured))
        chooseQuantities();
    const SeenMachine before = m_seen;
    if (!points.device.empty())
        m_seen.gpu = telemetry::isGpu(points.device);
    m_seen.samples = m_seen.samples
        || std::ranges::any_of(points.machine, [](const TelemetryRow& row) { return row.event == TelemetryEvent::sample; });
    if (m_seen != before)
        offerMachine();
}

void PlotFeed::retranslate()
{
    chooseQuantities();
    offerMachine();
}

void PlotFeed::offerMachine()
{
    m_seen.live = m_session.isLive();
    m_plots.offerMachine(machinePlots(m_seen), machineAbsence(m_seen));
}

void PlotFeed::chooseQuantities()
{
    m_plots.setQuantities(plotsOf(m_measured));
}

} // namespace netsmith::gui
