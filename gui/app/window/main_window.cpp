#include "gui/app/window/main_window.h"

#include "gui/app/asking/try_it_feed.h"
#include "gui/app/asking/why_feed.h"
#include "gui/app/files/unsaved_projects.h"
#include "gui/app/files/untitled_runs.h"
#include "gui/app/window/dock.h"
#include "gui/app/window/focus_order.h"
#include "gui/app/window/last_run.h"
#include "gui/app/window/memory_estimate.h"
#include "gui/app/window/plot_feed.h"
#include "gui/app/window/status_line.h"
#include "gui/app/window/twin_colours.h"
#include "gui/app/window/work_pages.h"
#include "gui/canvas/canvas.h"
#include "gui/compare/compare_panel.h"
#include "gui/compress/compress_page.h"
#include "gui/data/data_panel.h"
#include "gui/document/reveal.h"
#include "gui/embedding/embedding_page.h"
#include "gui/inspect/activation_feed.h"
#include "gui/inspect/heat_feed.h"
#include "gui/inspect/moment_bar.h"
#include "gui/outline/outline_panel.h"
#include "gui/palette/layer_picker.h"
#include "gui/palette/palette.h"
#include "gui/plots/plot_panel.h"
#include "gui/predictions/predictions_page.h"
#include "gui/problems/problems_panel.h"
#include "gui/profiler/profiler_page.h"
#include "gui/profiler/profiler_session.h"
#include "gui/progress/device_panel.h"
#include "gui/progress/preflight_card.h"
#include "gui/progress/run_bars.h"
#include "gui/progress/run_notifier.h"
#include "gui/progress/sleep_inhibitor.h"
#include "gui/properties/properties_panel.h"
#include "gui/runs/runs_panel.h"
#include "gui/settings/settings_panel.h"
#include "gui/start/start_page.h"
#include "gui/steps/steps_on_canvas.h"
#include "gui/steps/steps_panel.h"
#include "gui/tryit/try_it_pages.h"
#include "gui/twin/twin_panel.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QPointer>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

#include <set>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

MainWindow::MainWindow(Preferences& preferences, const Places& places, JobScheduler& scheduler)
    : m_preferences(preferences)
    , m_places(places)
    , m_document(nullptr)
    , m_jobs(scheduler, m_document)
    , m_session(m_document)
    , m_actions(new Actions(*this))
    , m_runActions(new RunActions(m_session, this))
    , m_bars(new MessageBars)
    , m_autosave(new Autosave(m_document, places.autosave, this))
    , m_files(new ProjectFiles(m_document, preferences, *m_autosave, *m_bars, *this))
    , m_untitled(new UntitledRuns(places.untitledRuns, m_session, this))
    , m_unsaved(new UnsavedProjects(places.untitledRuns, this))
    , m_sleep(new SleepInhibitor(this))
{
    setObjectName(u"mainWindow"_s);
    m_document.setDataDir(places.dataDir.toStdString());
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setMinimumSize(960, 600);

    new RunNotifier(m_session, this);
    buildCentre();
    buildDocks();
    buildToolBar();
    buildMenus();
    m_status = new StatusLine(m_document, this);
    setStatusBar(m_status);
    m_card->standOver(m_work->area(), *m_status);
    connect(new MemoryEstimate(m_document, this), &MemoryEstimate::estimated, m_status, &StatusLine::setMemory);
    m_plotFeed = new PlotFeed(m_session, *m_plots, this);
    m_lastRun = new LastRun(m_session, *m_runs, *m_runBars, this);
    connect(m_lastRun, &LastRun::shownChanged, m_device, &DevicePanel::setHasLastRun);
    m_tryItFeed = new TryItFeed(m_document, m_session, *m_tryIt, this);
    new WhyFeed(m_document, m_session, *m_tryItFeed, *m_tryIt, *m_predictions, this);
    new TwinColours(*m_twin, *m_canvas, this);
    m_activations = new ActivationFeed(m_session, *m_canvas, this);
    m_heat = new HeatFeed(m_session, m_document, *m_canvas, this);
    new StepsOnCanvas(
        *m_steps, *m_canvas, [this] { return !m_activations->isOn(); }, this);
    m_moments = new MomentBar(m_session, m_plots);
    m_plots->addBelow(m_moments);
    connectPages();
    connectActions();
    connectRooms();
    connectStartPage();
    connectTraining();
    connectComparison();
    connectCompression();
    connectJobs();
    retranslate();

    if (!restoreGeometry(preferences.geometry))
        resize(1440, 900);
    arrangeDocks();
    restoreDocks(preferences.docks);
    m_runs->setArrangement(preferences.runs);
    std::set<std::string> machine;
    for (const QString& id : preferences.machine)
        machine.insert(id.toStdString());
    m_plots->chooseMachine(machine, preferences.marks);
    openPage(preferences.page);
    m_editing = true; // the panels are in their final layout
    showStartPage();
}

MainWindow::~MainWindow()
{
    // Panels lose the focus and are hidden while the document still exists; and the session, which stops its jobs as it is
    // destroyed, must not signal destroyed objects.
    m_session.disconnect();
    m_jobs.disconnect();
    m_document.disconnect();
    QList<QPointer<QWidget>> children;
    for (QWidget* child : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        children << child;
    for (const QPointer<QWidget>& child : children)
        delete child;
    delete m_files; // what is being saved is on disk before the copy of unsaved edits is removed
}

void MainWindow::buildCentre()
{
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_runBars = new RunBars(m_session, centre);
    m_pages = new QStackedWidget(centre);
    m_start = new StartPage(m_pages);
    m_work = new WorkPages(m_pages);
    m_canvas = new Canvas(m_document, m_work);
    m_start->setSamples(ProjectFiles::samplesFolder());
    m_start->setRecent(m_preferences.recent, m_preferences.opened);
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_work);
    m_work->add(u"network"_s, m_canvas, *(*m_actions)["networkPageAction"]);
    column->addWidget(m_bars);
    column->addWidget(m_runBars);
    column->addWidget(m_pages, 1);
    setCentralWidget(centre);
    m_card = new PreflightCard(m_session, this);
    m_card->hide();
    m_picker = new LayerPicker(m_document, this);
}

void MainWindow::showStartPage()
{
    if (m_editing)
        m_dockState = saveState();
    m_editing = false;
    m_runActions->setAvailable(false);
    m_work->setAvailable(false);
    m_pages->setCurrentWidget(m_start);
    for (Dock* dock : m_docks)
        dock->hide();
    m_status->hide();
    m_toolBar->hide();
    m_unsaved->read();
    m_start->setFocus();
    refreshTitle();
}

void MainWindow::showEditor()
{
    if (!m_editing) {
        m_editing = true;
        m_runActions->setAvailable(true);
        m_work->setAvailable(true);
        m_pages->setCurrentWidget(m_work);
        m_status->show();
        restoreState(m_dockState);
        if (std::exchange(m_sizePanelsWhenShown, false))
            sizeSidePanels();
        m_toolBar->show();
    }
    m_work->setFocus();
    refreshTitle();
}

void MainWindow::closeProject()
{
    m_files->whenSafe([this] {
        if (m_session.isLive()) {
            m_bars->show(u"stopFirstBar"_s, NoteBox::Kind::careful,
                         tr("This project is training. Stop the run before you close it."));
            return;
        }
        if (m_compare->session().isLive()) {
            m_bars->show(u"stopFirstBar"_s, NoteBox::Kind::careful,
                         tr("This project is being compared. Stop the comparison before you close it."));
            return;
        }
        if (m_compress->session().isLive()) {
            m_bars->show(u"stopFirstBar"_s, NoteBox::Kind::careful,
                         tr("A run of this project is being compressed. Stop that before you close it."));
            return;
        }
        m_document.reset(Project(), {});
        // Messages about the closed project are hidden, except where its runs remained, which was shown just now.
        m_bars->hideAllBut({u"recoveryBar"_s, u"runsMoveBar"_s});
        m_autosave->setRuns({});
        m_files->setVacant();
        m_untitled->renew();
        m_runs->setProjectFile({});
        m_lastRun->forget();
        m_plotFeed->clear();
        showStartPage();
    });
}

void MainWindow::connectRooms()
{
    m_files->setCommit([this] { commitFields(); });
    connect(m_files, &ProjectFiles::opened, this, &MainWindow::projectOpened);
    connect(m_files, &ProjectFiles::moved, this, [this](const QString& from, const QString& to) {
        if (from.isEmpty())
            m_untitled->follow(to);
        m_autosave->setRuns({});
        applyPlace();
    });
    connect(m_untitled, &UntitledRuns::moving, this, [this](bool isMoving) {
        m_session.holdRuns(isMoving ? tr("The runs are being moved next to the project; continue one of them after that.")
                                    : QString());
        if (!isMoving)
            m_bars->hide(u"guardBar"_s);
    });
    connect(m_untitled, &UntitledRuns::moved, this, [this] {
        m_plotFeed->follow();
        applyPlace();
    });
    connect(m_untitled, &UntitledRuns::left, this, [this] {
        if (!m_editing)
            m_unsaved->read();
    });
    connect(m_untitled, &UntitledRuns::failed, this,
            [this](const QString& sentence) { m_bars->show(u"runsMoveBar"_s, NoteBox::Kind::careful, sentence); });
    connect(m_files, &ProjectFiles::recentChanged, this,
            [this] { m_start->setRecent(m_preferences.recent, m_preferences.opened); });
    connect(&m_document, &Document::modifiedChanged, this, &MainWindow::refreshTitle);
    connect(&m_document, &Document::pathChanged, this, &MainWindow::refreshTitle);

    connect(m_palette, &Palette::layerActivated, this, [this](const QString& layer) { m_canvas->addLayer(layer); });
    connect(m_palette, &Palette::layerDragMoved, m_canvas, &Canvas::layerDragMoved);
    connect(m_palette, &Palette::layerDragEnded, m_canvas, &Canvas::layerDragEnded);
    connect(m_palette, &Palette::layerDragCancelled, m_canvas, &Canvas::layerDragCancelled);
    connect(m_canvas, &Canvas::quickAddRequested, this, &MainWindow::pickLayer);
    connect(m_canvas, &Canvas::objectiveActivated, this, [this] { raisePanel("trainingSettingsDock"); });
    connect(m_status, &StatusLine::problemsAsked, this, [this] { raisePanel("problemsDock"); });
    const auto exportFailed = [this](const QString& sentence) { m_bars->show(u"exportFailedBar"_s, NoteBox::Kind::bad, sentence); };
    connect(m_plots, &PlotPanel::exportFailed, this, exportFailed);
    connect(m_predictions, &PredictionsPage::exportFailed, this, exportFailed);
    connect(m_embedding, &EmbeddingPage::exportFailed, this, exportFailed);
    connect(m_profiler, &ProfilerPage::exportFailed, this, exportFailed);
    connect(m_compress, &CompressPage::exportFailed, this, exportFailed);
    connect(m_plots, &PlotPanel::machineChosen, this, [this] {
        m_preferences.machine.clear();
        for (const std::string& id : m_plots->chosenMachine())
            m_preferences.machine << QString::fromStdString(id);
        m_preferences.marks = m_plots->marksRuns();
        m_preferences.save();
    });
    connect(m_profiler, &ProfilerPage::layerAsked, this, [this](const std::string& layer) {
        if (revealLayer(m_document, layer))
            openPage(u"network"_s);
    });
}

void MainWindow::connectStartPage()
{
    connect(m_start, &StartPage::newWanted, m_files, &ProjectFiles::newProject);
    connect(m_start, &StartPage::openWanted, m_files, &ProjectFiles::openWithDialog);
    connect(m_start, &StartPage::recentWanted, m_files, [this](const QString& path) { m_files->open(path); });
    connect(m_start, &StartPage::sampleWanted, m_files, &ProjectFiles::openSample);
    connect(m_start, &StartPage::forgetWanted, this, [this](const QString& path) {
        m_preferences.forgetRecent(path);
        m_preferences.save();
        m_start->setRecent(m_preferences.recent, m_preferences.opened);
    });
    connect(m_start, &StartPage::unsavedWanted, this, [this](UnsavedProject project) {
        if (UntitledRuns::isOpen(project.folder)) {
            m_bars->show(u"openFailedBar"_s, NoteBox::Kind::info, tr("%1 is open in another window.").arg(project.name));
            m_unsaved->read();
            return;
        }
        m_files->openUnsaved(project);
    });
    connect(m_start, &StartPage::unsavedUnwanted, m_unsaved, &UnsavedProjects::moveToTrash);
    connect(m_unsaved, &UnsavedProjects::found, m_start, &StartPage::setUnsaved);
    connect(m_unsaved, &UnsavedProjects::failed, this,
            [this](const QString& sentence) { m_bars->show(u"trashFailedBar"_s, NoteBox::Kind::careful, sentence); });
    connect(m_unsaved, &UnsavedProjects::trashed, this, [this](const UnsavedProject& project, const QString& where) {
        m_bars->show(u"trashedBar"_s, NoteBox::Kind::info,
                     tr("%1 is in the trash, with its %n run(s).", nullptr, project.runs).arg(project.name),
                     {{u"trashedUndo"_s, tr("Undo"), [this, project, where] { m_unsaved->takeBack(project, where); }}});
    });
}

bool MainWindow::focusNextPrevChild(bool next)
{
    if (focusWidget() && !focusWidget()->isVisible()) { // a panel, bar or card that was hidden returns the focus to the page
        m_pages->currentWidget()->setFocus();
        return true;
    }
    return moveFocus(*this, next);
}

void MainWindow::projectOpened(const QString& runs)
{
    if (m_document.path().isEmpty())
        runs.isEmpty() ? m_untitled->renew() : m_untitled->adopt(runs);
    m_autosave->setRuns(m_document.path().isEmpty() ? runs : QString());
    m_bars->hideAllBut({u"recoveryBar"_s});
    m_lastRun->look(m_document.path().toStdString());
    applyPlace();
    m_plotFeed->clear();
    showEditor();
    refreshTitle();
    fitNetwork();
}

void MainWindow::commitFields()
{
    m_properties->commit();
    m_settings->commit();
}

void MainWindow::keepTrackOfRuns()
{
    if (m_document.path().isEmpty() && (m_session.run() || m_compare->session().isLive() || m_compress->session().isLive())) {
        m_untitled->hold();
        m_autosave->setRuns(m_untitled->folder());
    }
}

void MainWindow::applyPlace()
{
    TrainingPlace place;
    place.projectFile =
        m_document.path().isEmpty() ? m_untitled->projectFile(m_document.name()).toStdString() : m_document.path().toStdString();
    m_session.setPlace(place);
    m_compare->setPlace(place);
    m_runs->setProjectFile(place.projectFile);
}

void MainWindow::pickLayer(const QPoint& global, QPointF scene, const std::optional<PortRef>& from)
{
    const Shape* shape = from ? m_document.analysis().shapeAt(*from) : nullptr;
    disconnect(m_picker, &LayerPicker::picked, this, nullptr);
    connect(m_picker, &LayerPicker::picked, this,
            [this, scene, from](const QString& layer, bool withAdapter) { m_canvas->addPicked(layer, scene, from, withAdapter); });
    m_picker->openFor(shape ? std::optional(*shape) : std::nullopt, global);
}

void MainWindow::downloadData()
{
    raisePanel("dataDock"); // shows the progress
    m_data->download();
}

void MainWindow::revealProblem()
{
    raisePanel("problemsDock");
    m_problems->revealNext();
}

void MainWindow::refreshTitle()
{
    setWindowModified(m_document.isModified());
    setWindowTitle(m_editing ? tr("%1[*] – Netsmith").arg(m_document.name()) : u"Netsmith[*]"_s);
    refreshBrand();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_goodbye) {
        if (m_editing)
            m_dockState = saveState();
        m_preferences.geometry = saveGeometry();
        m_preferences.docks = m_dockState;
        m_preferences.runs = m_runs->arrangement();
        m_preferences.page = m_work->current();
        m_preferences.save();
        event->accept();
        Q_EMIT closed();
        return;
    }
    event->ignore();
    if (m_closing)
        return;
    m_files->whenSafe([this] {
        if (m_compare->session().isLive()) {
            m_bars->show(u"compareClosingBar"_s, NoteBox::Kind::careful,
                         tr("Closing ends the comparison. Finished runs are kept, and the current run saves a checkpoint."),
                         {{u"compareClose"_s, tr("Stop and close"), [this] { shutDownSafely(true); }},
                          {u"compareStay"_s, tr("Keep comparing"), {}}});
            return;
        }
        if (m_compress->session().isLive()) {
            m_bars->show(u"compressClosingBar"_s, NoteBox::Kind::careful,
                         tr("Closing ends the compression. The runs made so far are kept, and a training saves a checkpoint."),
                         {{u"compressClose"_s, tr("Stop and close"), [this] { shutDownSafely(true); }},
                          {u"compressStay"_s, tr("Keep compressing"), {}}});
            return;
        }
        m_closing = true;
        if (m_session.isLive())
            m_runBars->askBeforeClosing();
        else
            shutDown(true);
    });
}

/// After a question during which the project may have been edited.
void MainWindow::shutDownSafely(bool keepCheckpoint)
{
    m_closing = false; // the next question may be declined
    m_files->whenStillSafe([this, keepCheckpoint] { shutDown(keepCheckpoint); });
}

/// Closes once all is written and moved, which may take long. Runs that can't be moved are listed on the start page.
void MainWindow::sayGoodbye()
{
    m_files->whenIdle([this] {
        if (m_untitled->isMoving())
            m_bars->show(u"movingBar"_s, NoteBox::Kind::info, tr("Moving the runs next to the project…"));
        m_untitled->whenMoved([this] {
            m_goodbye = true;
            QTimer::singleShot(0, this, &QWidget::close);
        });
    });
}

void MainWindow::shutDown(bool keepCheckpoint)
{
    m_closing = true;
    setEnabled(false);
    m_twin->session().stop();
    m_profiler->session().cancel();
    m_steps->session().cancel();
    m_compare->session().stop();
    m_compress->session().stop();
    m_session.shutdown(keepCheckpoint ? TrainingSession::Keep::checkpoint : TrainingSession::Keep::nothing);
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QMainWindow::changeEvent(event);
}

} // namespace netsmith::gui
