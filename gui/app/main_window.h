#pragma once

#include "gui/app/actions.h"
#include "gui/app/autosave.h"
#include "gui/app/message_bars.h"
#include "gui/app/preferences.h"
#include "gui/app/project_files.h"
#include "gui/document/document.h"
#include "gui/training/run_actions.h"
#include "gui/training/training_session.h"

#include <QMainWindow>

#include <functional>

class QActionGroup;
class QLabel;
class QStackedWidget;
class QToolBar;

namespace netsmith::gui {

class Canvas;
class ComparePanel;
class DataPanel;
class DevicePanel;
class Dock;
class HelpWindow;
class LastRun;
class LayerPicker;
class OutlinePanel;
class Palette;
class PlotFeed;
class PlotPanel;
class PreflightCard;
class ProblemsPanel;
class PropertiesPanel;
class RunBars;
class RunsPanel;
class SleepInhibitor;
class StartPage;
class StatusLine;
class TrainingSettingsPanel;
class TryItFeed;
class TryItPages;
class TwinPanel;
class UnsavedProjects;
class UntitledRuns;
class WorkPages;

/// The studio's window: puts the rooms' views together and connects them; what each does is its own affair.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    struct Places {
        QString autosave; ///< empty: no copies of unsaved work
        QString untitledRuns; ///< where the runs of projects that were never saved go
        QString dataDir; ///< looked into first for data; may be empty
    };

    MainWindow(Preferences& preferences, const Places& places);
    ~MainWindow() override;

    Document& document() { return m_document; }
    const Document& document() const { return m_document; }
    TrainingSession& session() { return m_session; }
    const TrainingSession& session() const { return m_session; }
    /// A run is live, a comparison, which is several one after another, or one that is trained again.
    bool isTraining() const;
    /// Asked before a run begins: why it may not, or nothing.
    void setTrainingGuard(std::function<QString()> guard) { m_guard = std::move(guard); }
    ProjectFiles& files() { return *m_files; }
    Actions& actions() { return *m_actions; }
    RunActions& runActions() { return *m_runActions; }
    Canvas& canvas() { return *m_canvas; }
    MessageBars& bars() { return *m_bars; }

    void showStartPage();
    void showEditor();
    void raisePanel(const char* dock);
    /// Brings a setting of the training to the front, with the keys in its field; empty: all of them.
    void showSetting(const QString& setting);
    /// What stands in the middle: "network", "compare" or "twin".
    void openPage(const QString& page);
    /// Ends what trains and closes; asks nothing more.
    void shutDown(bool keepCheckpoint);

Q_SIGNALS:
    /// Every window is to be closed.
    void quitWanted();
    /// The program is to end and start again, and then to go on with the run, if any.
    void restartWanted(const QString& resume);
    /// What trained has ended and the window is gone.
    void closed();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void buildCentre();
    void connectPages();
    void fitNetwork();
    void closeProject();
    void takeDropped(const QUrl& url);
    void refreshBrand();
    void refreshUndoTexts();
    void enableBlockActions();
    void buildDocks();
    void arrangeDocks();
    void sizeSidePanels();
    /// As a window stood that may have known fewer panels.
    void restoreDocks(const QByteArray& state);
    void buildToolBar();
    void buildMenus();
    void connectActions();
    void connectRooms();
    void connectStartPage();
    void connectTraining();
    void connectComparison();
    /// What else computes, in this window or another, so that nothing may begin; empty: nothing does.
    QString whyBusy() const;
    /// One thing at a time has the processor or the device to itself, and keeps the machine awake.
    void allotDevice();
    void retranslate();
    void refreshTitle();
    void applyPlace();
    void projectOpened(const QString& runs);
    /// Asks for what is unsaved, and then for the restart.
    void restart();
    /// What was typed counts, though it were not committed.
    void commitFields();
    /// Tells the autosave of runs that only this window knows the place of.
    void keepTrackOfRuns();
    void pickLayer(const QPoint& global, QPointF scene, const std::optional<PortRef>& from);
    void revealProblem();
    void downloadData();
    void placeCard();
    void chooseTheme(Theme::Mode mode);
    void chooseLanguage(const QString& language);
    QString diagnostics() const;
    void showAbout();

    Preferences& m_preferences;
    Places m_places;
    Document m_document;
    TrainingSession m_session;
    Actions* m_actions;
    HelpWindow* m_help = nullptr; ///< made when it is asked for
    RunActions* m_runActions;
    MessageBars* m_bars;
    Autosave* m_autosave;
    ProjectFiles* m_files;
    UntitledRuns* m_untitled;
    UnsavedProjects* m_unsaved;
    SleepInhibitor* m_sleep;

    QStackedWidget* m_pages = nullptr;
    WorkPages* m_work = nullptr; ///< the network, or a page in its place
    StartPage* m_start = nullptr;
    Canvas* m_canvas = nullptr;
    PreflightCard* m_card = nullptr;
    RunBars* m_runBars = nullptr;
    Palette* m_palette = nullptr;
    LayerPicker* m_picker = nullptr;
    DataPanel* m_data = nullptr;
    OutlinePanel* m_outline = nullptr;
    PropertiesPanel* m_properties = nullptr;
    TrainingSettingsPanel* m_settings = nullptr;
    DevicePanel* m_device = nullptr;
    PlotPanel* m_plots = nullptr;
    ProblemsPanel* m_problems = nullptr;
    RunsPanel* m_runs = nullptr;
    TryItPages* m_tryIt = nullptr;
    TwinPanel* m_twin = nullptr;
    ComparePanel* m_compare = nullptr;
    StatusLine* m_status = nullptr;
    PlotFeed* m_plotFeed = nullptr;
    LastRun* m_lastRun = nullptr;
    TryItFeed* m_tryItFeed = nullptr;
    QList<Dock*> m_docks;
    QByteArray m_dockState; ///< as it was before the start page hid them
    bool m_sizePanelsWhenShown = false; ///< texts got another size while they were hidden
    QLabel* m_brand = nullptr;
    QToolBar* m_toolBar = nullptr;
    std::function<QString()> m_guard;
    bool m_editing = false; ///< a project is shown, not the start page
    bool m_fitWhenShown = false; ///< the network, which was opened while a page stood in its place
    bool m_closing = false;
    bool m_goodbye = false; ///< the session is shut down: the next close is the last
};

} // namespace netsmith::gui
