#include "gui/app/window/main_window.h"

#include "gui/app/asking/try_it_feed.h"
#include "gui/app/files/untitled_runs.h"
#include "gui/app/window/plot_feed.h"
#include "gui/app/window/work_pages.h"
#include "gui/canvas/canvas.h"
#include "gui/compare/compare_panel.h"
#include "gui/compress/compress_page.h"
#include "gui/inspect/moment_bar.h"
#include "gui/problems/problems_panel.h"
#include "gui/progress/preflight_card.h"
#include "gui/progress/run_bars.h"
#include "gui/progress/sleep_inhibitor.h"
#include "gui/runs/runs_panel.h"
#include "gui/settings/folds_choice.h"
#include "gui/settings/initial/initial_weights_row.h"
#include "gui/settings/rate_finder.h"
#include "gui/settings/settings_panel.h"
#include "gui/settings/start_choice.h"
#include "gui/profiler/profiler_page.h"
#include "gui/steps/steps_panel.h"
#include "gui/twin/twin_panel.h"
#include "gui/widgets/forms/parameter_row.h"
#include "gui/widgets/number_text.h"

#include <QFileInfo>
#include <QScrollArea>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

void MainWindow::connectTraining()
{
    connect(&m_session, &TrainingSession::preflightChanged, this, &MainWindow::placeCard);
    connect(&m_session, &TrainingSession::held, this,
            [this](const QString& why) { m_bars->show(u"guardBar"_s, NoteBox::Kind::careful, why); });
    connect(&m_session, &TrainingSession::runChanged, this, &MainWindow::keepTrackOfRuns);
    connect(&m_session, &TrainingSession::stateChanged, this, [this](TrainingState state) {
        followJobs();
        placeCard();
        const QWidget* doctor = findChild<Dock*>(u"doctorDock"_s);
        if (state == TrainingState::running && doctor->visibleRegion().isEmpty()) // else it is what is wanted of the run
            raisePanel("curvesDock");
    });
    connect(&m_session, &TrainingSession::refused, this, [this](int errors) {
        if (m_document.project().graph.nodes.empty()) { // not an error: there is nothing to show yet
            m_bars->show(u"emptyBar"_s, NoteBox::Kind::info, tr("There is no network to train yet. Start with an Input layer."),
                         {{u"emptyInput"_s, tr("Add Input"), [this] { m_canvas->addLayer(u"input"_s); }}});
            return;
        }
        const auto missing = m_document.missingData();
        if (missing && errors == 1) {
            m_bars->show(u"refusedBar"_s, NoteBox::Kind::info, tr("The training data has not been downloaded yet."),
                         {{u"refusedDownload"_s, tr("Download %1").arg(bytesText(missing->bytes)), [this] { downloadData(); }}});
            return;
        }
        m_bars->show(u"refusedBar"_s, NoteBox::Kind::bad,
                     tr("The network has %n error(s), so it can't be trained yet.", nullptr, errors),
                     {{u"refusedShow"_s, tr("Show"), [this] { revealProblem(); }}});
    });
    connect(m_problems, &ProblemsPanel::downloadAsked, this, &MainWindow::downloadData);
    connect(&m_session, &TrainingSession::runChanged, this, [this] { m_bars->hide(u"refusedBar"_s); });
    connect(&m_document, &Document::analysed, this, [this] {
        if (m_document.analysis().errorCount() == 0)
            m_bars->hide(u"refusedBar"_s);
        if (!m_document.project().graph.nodes.empty())
            m_bars->hide(u"emptyBar"_s);
    });
    connect(m_runs, &RunsPanel::runOpened, this,
            [this](const std::filesystem::path& run, const runs::RunCurves& curves, bool toFront) {
                m_plotFeed->showRun(run, curves);
                if (toFront)
                    raisePanel("curvesDock");
            });
    connect(m_runs, &RunsPanel::runHidden, m_plotFeed, &PlotFeed::hideRun);
    m_session.setRunNamer([this](const std::filesystem::path& run) { return m_runs->nameOf(run); });
    m_plotFeed->setNamer([this](const std::vector<std::filesystem::path>& runs) { return m_runs->namesOf(runs); });
    connect(m_runs, &RunsPanel::listed, m_plotFeed, &PlotFeed::follow);
    connect(m_runs, &RunsPanel::listed, m_tryItFeed, &TryItFeed::setRuns);
    connect(m_runs, &RunsPanel::listed, m_runBars,
            [this] { m_runBars->setRunName(m_session.run() ? m_runs->nameOf(m_session.placeOfRun()) : QString()); });
    connect(m_runs, &RunsPanel::listed, &m_settings->startChoice(), &StartChoice::setRuns);
    connect(m_runs, &RunsPanel::listed, &m_settings->initialWeights(), &InitialWeightsRow::setRuns);
    connect(m_runs, &RunsPanel::beginAsked, &m_settings->initialWeights(), &InitialWeightsRow::beginFrom);
    connect(&m_settings->initialWeights(), &InitialWeightsRow::chosen, this, [this](const InitialWeights& weights) {
        m_bars->show(u"initialWeightsBar"_s, NoteBox::Kind::good,
                     tr("The next run starts from %1.").arg(m_settings->initialWeights().nameOf(weights.path)),
                     {{u"initialWeightsShow"_s, tr("Show"), [this] { raisePanel("trainingSettingsDock"); }}});
    });
    connect(&m_settings->startChoice(), &StartChoice::chosen, &m_session, &TrainingSession::setWeights);
    // A start that was asked for does not go on from other weights unseen: it says that its own are gone.
    const auto startFromChoice = [this] {
        if (m_session.isResting())
            m_session.setWeights(m_settings->startChoice().run());
    };
    connect(&m_settings->startChoice(), &StartChoice::lost, this, startFromChoice);
    connect(&m_session, &TrainingSession::stateChanged, this, startFromChoice);
    connect(m_moments, &MomentBar::forkWanted, this, [this](const std::filesystem::path& checkpoint) {
        m_settings->startChoice().choose(checkpoint, [this, checkpoint] { return m_session.nameOf(checkpoint); });
        m_session.allows(TrainingAction::run) ? m_session.start() : m_session.runAnew();
    });
    connect(&m_settings->foldsChoice(), &FoldsChoice::chosen, &m_session, &TrainingSession::setFolds);
    connect(&m_session, &TrainingSession::foldsChanged, &m_settings->foldsChoice(), &FoldsChoice::setFolds);
    connect(m_runs, &RunsPanel::projectAsked, m_files,
            [this](const std::filesystem::path& file) { m_files->openSample(QString::fromStdString(file.string())); });
    connect(m_plotFeed, &PlotFeed::shownChanged, m_runs, &RunsPanel::setColours);
    connect(m_runBars, &RunBars::settingsAsked, this, &MainWindow::showSetting);
    connect(m_runBars, &RunBars::saveElsewhereAsked, this, [this] { m_files->saveAs(); });
    connect(m_runBars, &RunBars::dataAsked, this, [this] { raisePanel("dataDock"); });
    connect(m_runBars, &RunBars::tryAsked, this, [this] { raisePanel("tryItDock"); });
    connect(m_runBars, &RunBars::mistakesAsked, m_tryItFeed, &TryItFeed::showMistakes);
    connect(m_runBars, &RunBars::precisionsAsked, this, [this] { openPage(u"compare"_s); });
    connect(m_runBars, &RunBars::restartAsked, this, &MainWindow::restart);
    connect(m_runBars, &RunBars::closingConfirmed, this, &MainWindow::shutDownSafely);
    connect(m_runBars, &RunBars::closingDeclined, this, [this] { m_closing = false; });
    connect(m_card, &PreflightCard::settingsAsked, this, [this] { raisePanel("trainingSettingsDock"); });
    connect(&m_session, &TrainingSession::finishedShutdown, this, &MainWindow::sayGoodbye);
}

void MainWindow::restart()
{
    const auto next = [this] {
        QString resume;
        if (m_session.run() && m_session.allows(TrainingAction::resume)) // next to the project, if it has just been saved
            resume = QFileInfo(QString::fromStdString(m_session.run()->listed().string())).canonicalFilePath();
        Q_EMIT restartWanted(resume);
    };
    if (m_document.path().isEmpty()) // otherwise it couldn't be reopened
        m_files->save([this, next] { m_untitled->whenMoved(next); });
    else
        m_files->whenSafe(next);
}

void MainWindow::connectComparison()
{
    CompareSession& session = m_compare->session();
    connect(&session, &CompareSession::stateChanged, this, [this] {
        m_runs->reload();
        if (!m_compare->session().isLive())
            m_bars->hide(u"compareClosingBar"_s);
    });
    connect(&session, &CompareSession::runBegan, this, &MainWindow::keepTrackOfRuns);
    connect(&session, &CompareSession::runBegan, m_runs, &RunsPanel::reload);
    connect(&session, &CompareSession::resultCame, m_runs, &RunsPanel::reload);
    connect(m_compare, &ComparePanel::runWanted, m_runs, &RunsPanel::openRun);
}

void MainWindow::connectCompression()
{
    const CompressSession& session = m_compress->session();
    connect(m_runs, &RunsPanel::listed, m_compress, &CompressPage::setRuns);
    connect(&session, &CompressSession::stateChanged, this, [this] {
        m_runs->reload();
        keepTrackOfRuns();
        if (!m_compress->session().isLive())
            m_bars->hide(u"compressClosingBar"_s);
    });
    connect(&session, &CompressSession::runMade, m_runs, &RunsPanel::reload);
    connect(m_compress, &CompressPage::runChosen, this, [this](const std::filesystem::path& run) {
        m_runs->select(run);
        m_runs->openRun(run);
    });
}

void MainWindow::connectJobs()
{
    m_jobs.setDevices(&m_settings->devices());
    m_session.setJobs(m_jobs);
    m_settings->rateFinder().setJobs(m_jobs);
    m_twin->setJobs(m_jobs);
    m_profiler->setJobs(m_jobs);
    m_heat->setJobs(m_jobs);
    m_steps->setJobs(m_jobs);
    m_compare->setJobs(m_jobs);
    m_compress->setJobs(m_jobs);
    connect(&m_session, &TrainingSession::starting, this, &MainWindow::commitFields);
    connect(m_compare, &ComparePanel::starting, this, &MainWindow::commitFields);
    connect(&m_jobs, &WindowJobs::changed, this, &MainWindow::followJobs);
    connect(&m_twin->session(), &TwinSession::stateChanged, this, &MainWindow::followJobs);
}

void MainWindow::followJobs()
{
    if (m_jobs.whyNot(JobKind::run, {m_document.project().training.device}).isEmpty())
        m_bars->hide(u"guardBar"_s); // the run that it names has ended
    const bool compares = m_jobs.has(JobKind::comparison), twins = m_jobs.has(JobKind::twin);
    const bool compresses = m_jobs.has(JobKind::compression);
    m_untitled->setHeld(compares || compresses);
    m_work->setWorking(u"compare"_s, compares);
    m_work->setWorking(u"compress"_s, compresses);
    m_work->setWorking(u"twin"_s, twins);
    m_work->setWorking(u"profiler"_s, m_jobs.has(JobKind::profile));
    m_sleep->setWanted(compares || compresses || m_jobs.has(JobKind::verification) // while paused, the machine may sleep
                       || (m_session.isLive() && m_session.state() != TrainingState::paused)
                       || (twins && m_twin->session().state() != TwinSession::State::paused));
}

void MainWindow::showSetting(const QString& setting)
{
    raisePanel("trainingSettingsDock");
    const QString name = camelCase(setting.toStdString()) + u"Field"_s;
    for (auto* field : m_settings->findChildren<QWidget*>(name)) {
        if (!field->isVisible())
            continue;
        field->setFocus(Qt::OtherFocusReason);
        for (QWidget* above = field->parentWidget(); above; above = above->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(above))
                area->ensureWidgetVisible(field);
        return;
    }
}

void MainWindow::placeCard()
{
    m_card->setVisible(m_session.preflight() != nullptr
                       && (m_session.state() == TrainingState::preFlight || m_session.state() == TrainingState::preparing));
    if (m_card->isVisible())
        m_card->fit();
}

} // namespace netsmith::gui
