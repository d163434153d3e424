#include "gui/app/plot_feed.h"

#include "gui/plots/plot_panel.h"
#include "gui/training/training_session.h"
#include "gui/training/training_words.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/theme.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr std::string_view validationPrefix = "val_";
constexpr const char* lossScaleQuantity = "loss_scale";

std::string idOf(const std::filesystem::path& run)
{
    return run.string();
}

/// When it began, where its folder tells ("20261121-093000-mnist"), as short as tells runs apart; else the folder's name.
QString nameOf(const std::filesystem::path& run)
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
    connect(&session, &TrainingSession::curvesAdded, this, [this](const RunCurves& points, bool begin) {
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

void PlotFeed::showRun(const std::filesystem::path& folder, const RunCurves& curves)
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

void PlotFeed::add(const std::string& run, const RunCurves& points)
{
    std::vector<CurvePoint> batch;
    const auto append = [&](const std::string& quantity, CurveKind kind) {
        if (!batch.empty())
            m_plots.append(run, quantity, kind, batch);
        batch.clear();
    };
    const auto remember = [this](const std::string& quantity) {
        if (std::ranges::find(m_measured, quantity) == m_measured.end()) {
            m_measured.push_back(quantity);
            chooseQuantities();
        }
    };
    const RunCurves::Steps& steps = points.steps;
    for (const RunCurves::Series& series : steps.series) {
        remember(series.name);
        for (std::size_t i = 0; i < series.values.size(); ++i)
            if (!std::isnan(series.values[i]))
                batch.push_back({steps.step[i], steps.epoch[i], steps.seconds[i], series.values[i]});
        append(series.name, CurveKind::train);
    }
    for (std::size_t i = 0; i < steps.step.size(); ++i)
        batch.push_back({steps.step[i], steps.epoch[i], steps.seconds[i], steps.learningRate[i]});
    append("learning_rate", CurveKind::plain);
    if (!steps.lossScale.empty())
        remember(lossScaleQuantity);
    const auto addScale = [&](std::size_t i) {
        if (!std::isnan(steps.lossScale[i]))
            batch.push_back({steps.step[i], steps.epoch[i], steps.seconds[i], steps.lossScale[i]});
    };
    for (std::size_t i = 0; i < steps.lossScale.size(); ++i)
        addScale(i);
    append(lossScaleQuantity, CurveKind::plain);
    for (const std::int64_t step : steps.skipped)
        if (const auto found = std::ranges::lower_bound(steps.step, step); found != steps.step.end())
            addScale(static_cast<std::size_t>(found - steps.step.begin()));
    append(lossScaleQuantity, CurveKind::marks);

    const RunCurves::Epochs& epochs = points.epochs;
    for (const RunCurves::Series& series : epochs.series) {
        if (!series.name.starts_with(validationPrefix))
            continue; // the training's own mean lies within its curve
        const std::string quantity = series.name.substr(validationPrefix.size());
        remember(quantity);
        for (std::size_t i = 0; i < series.values.size(); ++i)
            if (!std::isnan(series.values[i]))
                batch.push_back({epochs.step[i], static_cast<double>(epochs.epoch[i]), epochs.seconds[i], series.values[i]});
        append(quantity, CurveKind::validation);
    }
}

void PlotFeed::chooseQuantities()
{
    std::vector<PlotQuantity> quantities{{"loss", quantityTitle("loss"), Better::lower, false}};
    bool anyMetric = false;
    for (const std::string& name : m_measured)
        if (name != "loss" && name != lossScaleQuantity) {
            const bool share = name.find("accuracy") != std::string::npos;
            quantities.push_back({name, quantityTitle(name), share ? Better::higher : Better::lower, share});
            anyMetric = true;
        }
    if (!anyMetric)
        quantities.push_back({"accuracy", quantityTitle("accuracy"), Better::higher, true});
    quantities.push_back({"learning_rate", quantityTitle("learning_rate"), Better::neither, false});
    if (std::ranges::find(m_measured, std::string(lossScaleQuantity)) != m_measured.end())
        quantities.push_back({lossScaleQuantity, quantityTitle(lossScaleQuantity), Better::neither, false, true});
    m_plots.setQuantities(std::move(quantities));
}

} // namespace netsmith::gui
