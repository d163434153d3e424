#include "gui/app/plot_feed.h"

#include "gui/plots/plot_panel.h"
#include "gui/training/run_plots.h"
#include "gui/training/training_session.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/theme.h"

#include <QDateTime>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

std::string idOf(const std::filesystem::path& run)
{
    return run.string();
}

/// When it began, where its folder tells ("20261121-093000-mnist"), as short as tells runs apart; else the folder's name.
QString beginningOf(const std::filesystem::path& run)
{
    constexpr int stamp = 15;
    const QString folder = fromStd(run.filename().string());
    const QDateTime began = QDateTime::fromString(folder.left(stamp), u"yyyyMMdd-HHmmss"_s);
    if (!began.isValid())
        return folder;
    return began.toString(began.date() == QDate::currentDate() ? u"HH:mm:ss"_s : u"MM-dd HH:mm"_s);
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
            add(idOf(m_session.run()->folder), points);
    });
    connect(&Theme::instance(), &Theme::changed, this, &PlotFeed::tellShown);
    chooseQuantities();
}

void PlotFeed::tellShown()
{
    std::map<std::filesystem::path, QColor> colours;
    for (const PlotRun& run : m_plots.runs())
        if (run.visible)
            colours[run.id] = m_plots.colorOf(run.id);
    Q_EMIT shownChanged(colours);
}

QString PlotFeed::nameOf(const std::filesystem::path& run) const
{
    const auto given = m_names.find(idOf(run));
    return given == m_names.end() ? beginningOf(run) : given->second;
}

void PlotFeed::setNames(const std::vector<runs::RunSummary>& runs)
{
    m_names.clear();
    for (const runs::RunSummary& run : runs)
        if (!run.label.name.empty())
            m_names[idOf(run.folder)] = fromStd(run.label.name);
    for (PlotRun run : std::vector(m_plots.runs()))
        if (const QString name = nameOf(run.id); name != run.name) {
            run.name = name;
            m_plots.setRun(run);
        }
}

void PlotFeed::beginRun()
{
    const auto& facts = m_session.run();
    if (!facts)
        return;
    const std::string id = idOf(facts->folder);
    m_plots.removeRun(id);
    PlotRun run;
    run.id = id;
    run.name = nameOf(facts->folder);
    run.epochs = static_cast<double>(facts->epochs);
    run.steps = static_cast<double>(facts->epochs * facts->stepsPerEpoch);
    m_plots.setRun(run);
    m_plots.setCurrentRun(id);
    tellShown();
}

bool PlotFeed::trains(const std::filesystem::path& folder) const
{
    return m_session.isLive() && m_session.run() && m_session.run()->folder == folder;
}

void PlotFeed::showRun(const std::filesystem::path& folder, const runs::RunCurves& curves)
{
    const std::string id = idOf(folder);
    if (trains(folder)) { // its points came as they were made
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
    run.name = nameOf(folder);
    m_plots.setRun(run);
    if (!m_session.isLive())
        m_plots.setCurrentRun(id);
    add(id, curves);
    tellShown();
}

void PlotFeed::hideRun(const std::filesystem::path& folder)
{
    const std::string id = idOf(folder);
    const auto run = std::ranges::find(m_plots.runs(), id, &PlotRun::id);
    if (run == m_plots.runs().end())
        return;
    if (trains(folder)) {
        PlotRun hidden = *run;
        hidden.visible = false;
        m_plots.setRun(hidden);
    } else
        m_plots.removeRun(id);
    tellShown();
}

void PlotFeed::clear()
{
    m_plots.clear();
    m_measured.clear();
    chooseQuantities();
    tellShown();
}

void PlotFeed::add(const std::string& run, const runs::RunCurves& points)
{
    if (plotPoints(m_plots, run, points, m_measured))
        chooseQuantities();
}

void PlotFeed::chooseQuantities()
{
    m_plots.setQuantities(plotsOf(m_measured));
}

} // namespace netsmith::gui
