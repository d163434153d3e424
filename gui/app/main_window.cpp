#include "gui/app/main_window.h"

#include "gui/app/dock.h"
#include "gui/app/focus_order.h"
#include "gui/app/memory_estimate.h"
#include "gui/app/plot_feed.h"
#include "gui/app/status_line.h"
#include "gui/app/try_it_feed.h"
#include "gui/app/twin_colours.h"
#include "gui/app/untitled_runs.h"
#include "gui/canvas/canvas.h"
#include "gui/compare/compare_panel.h"
#include "gui/data/data_panel.h"
#include "gui/data/drop_verdict.h"
#include "gui/outline/outline_panel.h"
#include "gui/palette/layer_picker.h"
#include "gui/palette/palette.h"
#include "gui/plots/plot_panel.h"
#include "gui/problems/problems_panel.h"
#include "gui/properties/properties_panel.h"
#include "gui/start/start_page.h"
#include "gui/training/device_panel.h"
#include "gui/training/preflight_card.h"
#include "gui/training/run_bars.h"
#include "gui/training/run_notifier.h"
#include "gui/training/runs_panel.h"
#include "gui/training/rate_finder.h"
#include "gui/training/settings_panel.h"
#include "gui/training/sleep_inhibitor.h"
#include "gui/tryit/try_it_pages.h"
#include "gui/twin/twin_panel.h"
#include "gui/widgets/engine_text.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QPointer>
#include <QStackedWidget>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

MainWindow::MainWindow(Preferences& preferences, const Places& places)
    : m_preferences(preferences)
    , m_places(places)
    , m_document(nullptr)
    , m_session(m_document)
    , m_actions(new Actions(*this))
    , m_runActions(new RunActions(m_session, this))
    , m_bars(new MessageBars)
    , m_autosave(new Autosave(m_document, places.autosave, this))
    , m_files(new ProjectFiles(m_document, preferences, *m_autosave, *m_bars, *this))
    , m_untitled(new UntitledRuns(places.untitledRuns, m_session, this))
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
    m_card->standOver(*m_canvas, *m_status);
    connect(new MemoryEstimate(m_document, this), &MemoryEstimate::estimated, m_status, &StatusLine::setMemory);
    m_plotFeed = new PlotFeed(m_session, *m_plots, this);
    m_tryItFeed = new TryItFeed(m_document, m_session, *m_tryIt, this);
    new TwinColours(*m_twin, *findChild<Dock*>(u"twinDock"_s), *m_canvas, this);
    connectActions();
    connectRooms();
    connectTraining();
    connectComparison();
    retranslate();

    if (!restoreGeometry(preferences.geometry))
        resize(1440, 900);
    arrangeDocks();
    restoreDocks(preferences.docks);
    m_runs->setArrangement(preferences.runs);
    m_editing = true; // the panels stand as they will
    showStartPage();
}

MainWindow::~MainWindow()
{
    // Panels hear that they lose the focus and are hidden while there is still a document to look at; and the session, which stops
    // what is under way as it goes, tells it to nobody who is gone.
    m_session.disconnect();
    m_document.disconnect();
    QList<QPointer<QWidget>> children;
    for (QWidget* child : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        children << child;
    for (const QPointer<QWidget>& child : children)
        delete child;
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
    m_canvas = new Canvas(m_document, m_pages);
    m_start->setSamples(ProjectFiles::samplesFolder());
    m_start->setRecent(m_preferences.recent);
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_canvas);
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
    m_pages->setCurrentWidget(m_start);
    for (Dock* dock : m_docks)
        dock->hide();
    m_status->hide();
    m_toolBar->hide();
    m_start->setFocus();
    refreshTitle();
}

void MainWindow::showEditor()
{
    if (!m_editing) {
        m_editing = true;
        m_runActions->setAvailable(true);
        m_pages->setCurrentWidget(m_canvas);
        m_status->show();
        restoreState(m_dockState);
        m_toolBar->show();
    }
    m_canvas->setFocus();
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
        m_document.reset(Project(), {});
        m_bars->hideAllBut(u"recoveryBar"_s); // what was said is of a project that is gone
        m_autosave->setRuns({});
        m_files->setVacant();
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
    connect(m_untitled, &UntitledRuns::moved, this, &MainWindow::applyPlace);
    connect(m_untitled, &UntitledRuns::failed, this,
            [this](const QString& sentence) { m_bars->show(u"runsMoveBar"_s, NoteBox::Kind::careful, sentence); });
    connect(m_files, &ProjectFiles::recentChanged, this, [this] { m_start->setRecent(m_preferences.recent); });
    connect(&m_document, &Document::modifiedChanged, this, &MainWindow::refreshTitle);
    connect(&m_document, &Document::pathChanged, this, &MainWindow::refreshTitle);

    connect(m_start, &StartPage::newWanted, m_files, &ProjectFiles::newProject);
    connect(m_start, &StartPage::openWanted, m_files, &ProjectFiles::openWithDialog);
    connect(m_start, &StartPage::recentWanted, m_files, [this](const QString& path) { m_files->open(path); });
    connect(m_start, &StartPage::sampleWanted, m_files, &ProjectFiles::openSample);
    connect(m_start, &StartPage::forgetWanted, this, [this](const QString& path) {
        m_preferences.forgetRecent(path);
        m_preferences.save();
        m_start->setRecent(m_preferences.recent);
    });

    connect(m_palette, &Palette::layerActivated, this, [this](const QString& layer) { m_canvas->addLayer(layer); });
    connect(m_palette, &Palette::layerDragMoved, m_canvas, &Canvas::layerDragMoved);
    connect(m_palette, &Palette::layerDragEnded, m_canvas, &Canvas::layerDragEnded);
    connect(m_palette, &Palette::layerDragCancelled, m_canvas, &Canvas::layerDragCancelled);
    connect(m_canvas, &Canvas::quickAddRequested, this, &MainWindow::pickLayer);
    connect(m_canvas, &Canvas::objectiveActivated, this, [this] { raisePanel("trainingSettingsDock"); });
    connect(m_status, &StatusLine::problemsAsked, this, [this] { raisePanel("problemsDock"); });
    connect(m_plots, &PlotPanel::exportFailed, this,
            [this](const QString& sentence) { m_bars->show(u"exportFailedBar"_s, NoteBox::Kind::bad, sentence); });
}

void MainWindow::connectTraining()
{
    connect(&m_session, &TrainingSession::preflightChanged, this, &MainWindow::placeCard);
    m_session.setGuard([this] {
        commitFields();
        if (m_compare->session().isLive())
            return tr("This project is being compared. Stop the comparison first, or let it come to its end.");
        return m_guard ? m_guard() : QString();
    });
    connect(&m_session, &TrainingSession::held, this,
            [this](const QString& why) { m_bars->show(u"guardBar"_s, NoteBox::Kind::careful, why); });
    connect(&m_session, &TrainingSession::runChanged, this, &MainWindow::keepTrackOfRuns);
    connect(&m_session, &TrainingSession::stateChanged, this, [this](TrainingState state) {
        allotDevice();
        placeCard();
        if (state == TrainingState::running)
            raisePanel("curvesDock");
    });
    connect(&m_session, &TrainingSession::refused, this, [this](int errors) {
        m_bars->show(u"refusedBar"_s, NoteBox::Kind::bad,
                     tr("The network has %n error(s), so it can't be trained yet.", nullptr, errors),
                     {{u"refusedShow"_s, tr("Show"), [this] { revealProblem(); }}});
    });
    connect(&m_session, &TrainingSession::runChanged, this, [this] { m_bars->hide(u"refusedBar"_s); });
    connect(&m_document, &Document::analysed, this, [this] {
        if (m_document.analysis().errorCount() == 0)
            m_bars->hide(u"refusedBar"_s);
    });
    connect(m_runs, &RunsPanel::runOpened, this,
            [this](const std::filesystem::path& run, const runs::RunCurves& curves, bool toFront) {
                m_plotFeed->showRun(run, curves);
                if (toFront)
                    raisePanel("curvesDock");
            });
    connect(m_runs, &RunsPanel::runHidden, m_plotFeed, &PlotFeed::hideRun);
    connect(m_runs, &RunsPanel::listed, m_plotFeed, &PlotFeed::setNames);
    connect(m_runs, &RunsPanel::projectAsked, m_files,
            [this](const std::filesystem::path& file) { m_files->openSample(QString::fromStdString(file.string())); });
    connect(m_plotFeed, &PlotFeed::shownChanged, m_runs, &RunsPanel::setColours);
    connect(m_runBars, &RunBars::settingsAsked, this, [this] { raisePanel("trainingSettingsDock"); });
    connect(m_runBars, &RunBars::dataAsked, this, [this] { raisePanel("dataDock"); });
    connect(m_runBars, &RunBars::tryAsked, this, [this] { raisePanel("tryItDock"); });
    connect(m_runBars, &RunBars::precisionsAsked, this, [this] { raisePanel("compareDock"); });
    connect(m_runBars, &RunBars::restartAsked, this, &MainWindow::restart);
    connect(m_runBars, &RunBars::closingConfirmed, this, &MainWindow::shutDown);
    connect(m_runBars, &RunBars::closingDeclined, this, [this] { m_closing = false; });
    connect(m_card, &PreflightCard::settingsAsked, this, [this] { raisePanel("trainingSettingsDock"); });
    connect(&m_session, &TrainingSession::finishedShutdown, this, [this] {
        m_goodbye = true;
        QTimer::singleShot(0, this, &QWidget::close);
    });
}

void MainWindow::restart()
{
    const auto next = [this] {
        QString resume;
        if (m_session.run() && m_session.allows(TrainingAction::resume)) // beside the project, if it was only saved now
            resume = QFileInfo(QString::fromStdString(m_session.run()->folder.string())).canonicalFilePath();
        Q_EMIT restartWanted(resume);
    };
    if (m_document.path().isEmpty()) // else nothing could be opened again
        m_files->save(next);
    else
        m_files->whenSafe(next);
}

void MainWindow::connectComparison()
{
    CompareSession& session = m_compare->session();
    m_compare->setGuard([this] {
        commitFields();
        return m_guard ? m_guard() : QString();
    });
    connect(&m_twin->session(), &TwinSession::stateChanged, this, &MainWindow::allotDevice);
    connect(&session, &CompareSession::stateChanged, this, [this] {
        allotDevice();
        m_runs->reload();
        if (!m_compare->session().isLive())
            m_bars->hide(u"compareClosingBar"_s);
    });
    connect(&session, &CompareSession::runBegan, this, &MainWindow::keepTrackOfRuns);
    connect(&session, &CompareSession::runBegan, m_runs, &RunsPanel::reload);
    connect(&session, &CompareSession::resultCame, m_runs, &RunsPanel::reload);
}

bool MainWindow::isTraining() const
{
    return m_session.isLive() || m_compare->session().isLive();
}

void MainWindow::allotDevice()
{
    const bool trains = m_session.isLive() || m_session.state() == TrainingState::preparing;
    m_settings->rateFinder().setAllowed(!isTraining());
    m_twin->setAllowed(!isTraining());
    m_compare->setBusy(trains                           ? ComparePanel::Busy::run
                           : m_twin->session().isLive() ? ComparePanel::Busy::twin
                                                        : ComparePanel::Busy::no);
    m_session.setOtherWork(m_compare->session().isLive()    ? TrainingSession::OtherWork::comparison
                               : m_twin->session().isLive() ? TrainingSession::OtherWork::twin
                                                            : TrainingSession::OtherWork::none);
    m_untitled->setHeld(m_compare->session().isLive());
    const TwinSession& twin = m_twin->session();
    m_sleep->setWanted(m_compare->session().isLive() // what is paused may sleep
                       || (m_session.isLive() && m_session.state() != TrainingState::paused)
                       || (twin.isLive() && twin.state() != TwinSession::State::paused));
}

void MainWindow::raisePanel(const char* dock)
{
    auto* panel = findChild<Dock*>(QString::fromLatin1(dock));
    Q_ASSERT(panel);
    panel->show();
    panel->raise();
}

void MainWindow::placeCard()
{
    m_card->setVisible(m_session.preflight() != nullptr
                       && (m_session.state() == TrainingState::preFlight || m_session.state() == TrainingState::preparing));
    if (m_card->isVisible())
        m_card->fit();
}

bool MainWindow::focusNextPrevChild(bool next)
{
    if (focusWidget() && !focusWidget()->isVisible()) { // a panel, a bar or the card that goes gives the keys back to the page
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
    m_bars->hideAllBut(u"recoveryBar"_s);
    applyPlace();
    m_plotFeed->clear();
    showEditor();
    refreshTitle();
    QTimer::singleShot(0, m_canvas, &Canvas::fitAll); // once the docks have their places
}

void MainWindow::commitFields()
{
    m_properties->commit();
    m_settings->commit();
}

void MainWindow::keepTrackOfRuns()
{
    if (m_document.path().isEmpty() && (m_session.run() || m_compare->session().isLive()))
        m_autosave->setRuns(m_untitled->folder());
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
            m_bars->show(
                u"compareClosingBar"_s, NoteBox::Kind::careful,
                tr("Closing ends the comparison. What was trained is kept, and the training under way keeps a checkpoint."),
                {{u"compareClose"_s, tr("Stop and close"), [this] { shutDown(true); }},
                 {u"compareStay"_s, tr("Go on comparing"), {}}});
            return;
        }
        m_closing = true;
        if (m_session.isLive())
            m_runBars->askBeforeClosing();
        else
            shutDown(true);
    });
}

void MainWindow::shutDown(bool keepCheckpoint)
{
    m_closing = true;
    setEnabled(false);
    m_twin->session().stop();
    m_compare->session().stop();
    m_session.shutdown(keepCheckpoint ? TrainingSession::Keep::checkpoint : TrainingSession::Keep::nothing);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls())
        takeDropped(url);
    event->acceptProposedAction();
}

void MainWindow::takeDropped(const QUrl& url)
{
    const DropVerdict verdict = recognise(url);
    switch (verdict.kind) {
    case DropVerdict::Kind::project: m_files->open(verdict.path); break;
    case DropVerdict::Kind::image:
        raisePanel("tryItDock");
        m_tryIt->openImage(verdict.path);
        break;
    case DropVerdict::Kind::data:
        m_data->useFolder(verdict.path, verdict.source);
        raisePanel("dataDock");
        m_bars->show(u"dropBar"_s, NoteBox::Kind::info, verdict.sentence);
        break;
    case DropVerdict::Kind::refused: m_bars->show(u"dropBar"_s, NoteBox::Kind::careful, verdict.sentence); break;
    }
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QMainWindow::changeEvent(event);
}

} // namespace netsmith::gui
