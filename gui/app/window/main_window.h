#pragma once

#include "gui/app/files/autosave.h"
#include "gui/app/files/project_files.h"
#include "gui/app/preferences.h"
#include "gui/app/window/actions.h"
#include "gui/app/window/message_bars.h"
#include "gui/document/document.h"
#include "gui/progress/run_actions.h"
#include "gui/training/training_session.h"
#include "gui/widgets/side_thread.h"

#include <QMainWindow>

class QActionGroup;
class QLabel;
class QStackedWidget;
class QToolBar;

namespace netsmith::gui {

class ActivationFeed;
class Canvas;
class ComparePanel;
class CompressPage;
class DataPanel;
class DevicePanel;
class Dock;
class HeatFeed;
class HelpWindow;
class LastRun;
class LayerPicker;
class ModelImport;
class MomentBar;
class Palette;
class PlotFeed;
class PlotPanel;
class EmbeddingPage;
class PredictionsPage;
class ProfilerPage;
class PreflightCard;
class ProblemsPanel;
class PropertiesPanel;
class RunBars;
class RunsPanel;
class SleepInhibitor;
class StartPage;
class StatusLine;
class StepsPanel;
class TrainingSettingsPanel;
class TryItFeed;
class TryItPages;
class TwinPanel;
class UnsavedProjects;
class UntitledRuns;
class WorkPages;
struct DropVerdict;

/// The main window: creates and connects the views of all rooms.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    struct Places {
        QString autosave; ///< empty: no copies of unsaved work
        QString untitledRuns; ///< the folder for the runs of projects that were never saved
        QString dataDir; ///< searched first for data; may be empty
    };

    MainWindow(Preferences& preferences, const Places& places, JobScheduler& scheduler);
    ~MainWindow() override;

    Document& document() { return m_document; }
    const Document& document() const { return m_document; }
    TrainingSession& session() { return m_session; }
    const TrainingSession& session() const { return m_session; }
    /// Whether a run, a comparison (several runs one after another), a compression, or a check that retrains a run is in progress.
    bool isTraining() const { return m_jobs.isTraining(); }
    ProjectFiles& files() { return *m_files; }
    Actions& actions() { return *m_actions; }
    RunActions& runActions() { return *m_runActions; }
    Canvas& canvas() { return *m_canvas; }
    MessageBars& bars() { return *m_bars; }

    void showStartPage();
    void showEditor();
    void raisePanel(const char* dock);
    /// Shows a training setting and focuses its field; empty: all settings.
    void showSetting(const QString& setting);
    /// Opens a page in the centre: "network", "compare", "twin", "predictions", "embedding", "profiler" or
    /// "compress".
    void openPage(const QString& page);
    /// Stops all runs and closes without asking.
    void shutDown(bool keepCheckpoint);

Q_SIGNALS:
    /// All windows should be closed.
    void quitWanted();
    /// The program should restart, and then resume the run, if any.
    void restartWanted(const QString& resume);
    /// All runs have ended and the window is closed.
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
    void shutDownSafely(bool keepCheckpoint);
    void sayGoodbye();
    void takeDropped(const QUrl& url);
    void follow(const DropVerdict& verdict);
    void refreshBrand();
    void refreshUndoTexts();
    void enableBlockActions();
    void buildDocks();
    void arrangeDocks();
    void sizeSidePanels();
    /// Restores the layout of an earlier version, which may have had fewer panels.
    void restoreDocks(const QByteArray& state);
    void buildToolBar();
    void buildMenus();
    void connectActions();
    void openModelShelf(ModelImport& models);
    void connectRooms();
    void connectStartPage();
    void connectTraining();
    void connectComparison();
    void connectCompression();
    void connectJobs();
    /// Shows which pages work, and keeps the machine awake meanwhile.
    void followJobs();
    void retranslate();
    void refreshTitle();
    void applyPlace();
    void projectOpened(const QString& runs);
    /// Asks about unsaved changes, then requests the restart.
    void restart();
    /// Commits uncommitted text in fields.
    void commitFields();
    /// Tells the autosave about runs whose folder only this window knows.
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
    WindowJobs m_jobs;
    TrainingSession m_session;
    Actions* m_actions;
    HelpWindow* m_help = nullptr; ///< created when first opened
    RunActions* m_runActions;
    MessageBars* m_bars;
    Autosave* m_autosave;
    ProjectFiles* m_files;
    UntitledRuns* m_untitled;
    UnsavedProjects* m_unsaved;
    SleepInhibitor* m_sleep;

    QStackedWidget* m_pages = nullptr;
    WorkPages* m_work = nullptr; ///< the network, or another page in its place
    StartPage* m_start = nullptr;
    Canvas* m_canvas = nullptr;
    PreflightCard* m_card = nullptr;
    RunBars* m_runBars = nullptr;
    Palette* m_palette = nullptr;
    LayerPicker* m_picker = nullptr;
    DataPanel* m_data = nullptr;
    PropertiesPanel* m_properties = nullptr;
    TrainingSettingsPanel* m_settings = nullptr;
    DevicePanel* m_device = nullptr;
    PlotPanel* m_plots = nullptr;
    ProblemsPanel* m_problems = nullptr;
    RunsPanel* m_runs = nullptr;
    StepsPanel* m_steps = nullptr;
    TryItPages* m_tryIt = nullptr;
    TwinPanel* m_twin = nullptr;
    ComparePanel* m_compare = nullptr;
    PredictionsPage* m_predictions = nullptr;
    EmbeddingPage* m_embedding = nullptr;
    ProfilerPage* m_profiler = nullptr;
    CompressPage* m_compress = nullptr;
    StatusLine* m_status = nullptr;
    PlotFeed* m_plotFeed = nullptr;
    LastRun* m_lastRun = nullptr;
    TryItFeed* m_tryItFeed = nullptr;
    ActivationFeed* m_activations = nullptr;
    HeatFeed* m_heat = nullptr;
    MomentBar* m_moments = nullptr;
    QList<Dock*> m_docks;
    QByteArray m_dockState; ///< before the start page hid them
    bool m_sizePanelsWhenShown = false; ///< the text size changed while they were hidden
    QLabel* m_brand = nullptr;
    QToolBar* m_toolBar = nullptr;
    bool m_editing = false; ///< a project is shown, not the start page
    bool m_fitWhenShown = false; ///< the network was opened while another page was shown
    bool m_closing = false;
    SideThread m_dropped{"netsmith-drop"}; ///< looks at files that are dropped
    bool m_goodbye = false; ///< shutting down: the next close is final
};

} // namespace netsmith::gui
