#include "gui/app/window/dock.h"
#include "gui/app/window/main_window.h"
#include "gui/app/window/panels.h"
#include "gui/app/window/tool_line.h"
#include "gui/app/window/work_pages.h"
#include "gui/canvas/canvas.h"
#include "gui/compare/compare_panel.h"
#include "gui/compress/compress_page.h"
#include "gui/data/data_panel.h"
#include "gui/embedding/embedding_page.h"
#include "gui/palette/palette.h"
#include "gui/plots/plot_panel.h"
#include "gui/predictions/predictions_page.h"
#include "gui/profiler/profiler_page.h"
#include "gui/problems/problems_panel.h"
#include "gui/progress/device_panel.h"
#include "gui/progress/run_controls.h"
#include "gui/progress/run_progress.h"
#include "gui/properties/properties_panel.h"
#include "gui/runs/runs_panel.h"
#include "gui/settings/run_choices.h"
#include "gui/settings/settings_panel.h"
#include "gui/steps/steps_panel.h"
#include "gui/tryit/try_it_pages.h"
#include "gui/twin/twin_panel.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/icon.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/theme.h"

#include <QDataStream>
#include <QHBoxLayout>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

/// The panel after whose tab a panel is placed in a new window; null for the first of its place.
const PanelSpec* before(const PanelSpec& panel)
{
    const PanelSpec* found = nullptr;
    for (const PanelSpec& each : panels()) {
        if (&each == &panel)
            return found;
        if (each.place == panel.place)
            found = &each;
    }
    return nullptr;
}

Qt::DockWidgetArea areaOf(PanelPlace place)
{
    switch (place) {
    case PanelPlace::left: return Qt::LeftDockWidgetArea;
    case PanelPlace::right:
    case PanelPlace::rightBelow: return Qt::RightDockWidgetArea;
    case PanelPlace::bottom: break;
    }
    return Qt::BottomDockWidgetArea;
}

/// The title of the current tab of the group that contains `title`; `title` itself if it has no tabs.
QString frontOf(const QMainWindow& window, const QString& title)
{
    for (const QTabBar* tabs : window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
        for (int i = 0; i < tabs->count(); ++i)
            if (tabs->tabText(i) == title)
                return tabs->tabText(tabs->currentIndex());
    return title;
}

} // namespace

void MainWindow::buildDocks()
{
    const PanelParts parts{m_document, m_session, m_places.dataDir, this};
    for (const PanelSpec& panel : panels())
        m_docks << new Dock(QString::fromLatin1(panel.id), panel.make(parts), panel.scrolls, this);
    const auto take = [this](auto*& panel) { panel = findChild<std::remove_reference_t<decltype(panel)>>(); };
    take(m_palette);
    take(m_data);
    take(m_properties);
    take(m_settings);
    take(m_device);
    take(m_plots);
    take(m_problems);
    take(m_runs);
    take(m_steps);
    take(m_tryIt);
    m_twin = new TwinPanel(m_document, this);
    m_compare = new ComparePanel(m_document, *m_settings, this);
    m_predictions = new PredictionsPage(m_session, this);
    m_embedding = new EmbeddingPage(m_session, this);
    m_profiler = new ProfilerPage(m_document, this);
    m_compress = new CompressPage(m_document, this);
    const auto page = [this](const char* name, const char* action, QWidget* content) {
        auto* scroller = new Scroller(m_work);
        scroller->setWidget(content);
        m_work->add(QString::fromLatin1(name), scroller, *(*m_actions)[action]);
    };
    page("compare", "comparePageAction", m_compare);
    page("twin", "twinPageAction", m_twin);
    page("predictions", "predictionsPageAction", m_predictions);
    page("embedding", "embeddingPageAction", m_embedding);
    page("profiler", "profilerPageAction", m_profiler);
    page("compress", "compressPageAction", m_compress);
}

void MainWindow::arrangeDocks()
{
    const auto dock = [this](const char* name) { return findChild<Dock*>(QString::fromLatin1(name)); };
    for (Dock* each : m_docks) {
        each->setFloating(false);
        each->show();
    }
    for (const PanelSpec& panel : panels()) {
        if (const PanelSpec* first = before(panel))
            tabifyDockWidget(dock(first->id), dock(panel.id));
        else
            addDockWidget(areaOf(panel.place), dock(panel.id));
    }
    for (const PanelSpec& panel : panels())
        if (!before(panel))
            dock(panel.id)->raise();
    sizeSidePanels();
    resizeDocks({dock("curvesDock")}, {height() * 30 / 100}, Qt::Vertical);
    resizeDocks({dock("propertiesDock"), dock("deviceDock")}, {height() * 60 / 100, height() * 34 / 100}, Qt::Vertical);
}

void MainWindow::restoreDocks(const QByteArray& state)
{
    if (!restoreState(state))
        return;
    for (const PanelSpec& spec : panels()) {
        QByteArray name;
        QDataStream written(&name, QIODevice::WriteOnly);
        written << QString::fromLatin1(spec.id); // as Qt writes the names of known docks
        const PanelSpec* beside = before(spec);
        if (!beside || state.contains(name))
            continue;
        auto* there = findChild<Dock*>(QString::fromLatin1(beside->id));
        auto* panel = findChild<Dock*>(QString::fromLatin1(spec.id));
        const QString inFront = frontOf(*this, there->windowTitle());
        removeDockWidget(panel); // from wherever Qt has placed it
        if (there->isFloating())
            addDockWidget(dockWidgetArea(there), panel);
        else
            tabifyDockWidget(there, panel);
        panel->show();
        for (Dock* each : m_docks)
            if (each->windowTitle() == inFront)
                each->raise();
    }
}

/// Wide enough for the tab texts at each text size; the canvas gets the rest.
void MainWindow::sizeSidePanels()
{
    const auto width = [](int usual, int atTwice) {
        return usual + (atTwice - usual) * (Theme::instance().textPercent() - 100) / 100;
    };
    resizeDocks({findChild<Dock*>(u"layersDock"_s), findChild<Dock*>(u"propertiesDock"_s)}, {width(236, 344), width(300, 340)},
                Qt::Horizontal);
}

void MainWindow::raisePanel(const char* dock)
{
    auto* panel = findChild<Dock*>(QString::fromLatin1(dock));
    Q_ASSERT(panel);
    panel->show();
    panel->raise();
}

void MainWindow::openPage(const QString& page)
{
    m_work->open(page);
}

/// Shows the network's page before it is edited or something in it is revealed.
void MainWindow::connectPages()
{
    const auto show = [this] { openPage(u"network"_s); };
    for (const char* name :
         {"cutAction",          "copyAction",         "pasteAction",     "duplicateAction",  "deleteAction",    "selectAllAction",
          "renameAction",       "findAction",         "zoomInAction",    "zoomOutAction",    "zoomResetAction", "fitAllAction",
          "fitSelectionAction", "addLayerAction",     "layoutAction",    "layoutDownAction", "makeBlockAction", "openBlockAction",
          "leaveBlockAction",   "renameBlockAction",  "takeApartAction", "addNoteAction",    "addFrameAction",  "freezeAction",
          "unfreezeAction",     "freezeBeforeAction", "fineTuneAction"})
        connect((*m_actions)[name], &QAction::triggered, this, show);
    connect(m_palette, &Palette::layerActivated, this, show);
    connect(m_palette, &Palette::layerDragMoved, this, show);
    connect(&m_document.selection(), &Selection::revealed, this, show);
    connect(m_work, &WorkPages::opened, this, [this] {
        if (m_fitWhenShown)
            fitNetwork();
    });
}

/// After the layout.
void MainWindow::fitNetwork()
{
    m_fitWhenShown = m_work->current() != u"network"_s;
    if (!m_fitWhenShown)
        QTimer::singleShot(0, m_canvas, &Canvas::fitAll);
}

void MainWindow::buildToolBar()
{
    auto* bar = m_toolBar = new QToolBar(this);
    bar->setObjectName(u"mainToolBar"_s);
    bar->setMovable(false);
    bar->setContextMenuPolicy(Qt::PreventContextMenu);
    auto* line = new ToolLine(bar);
    QHBoxLayout* row = &line->row();

    m_brand = new TextLabel(TextRole::body, {}, line);
    m_brand->setObjectName(u"brand"_s);
    m_brand->setTextFormat(Qt::RichText);
    row->addWidget(m_brand);
    row->addSpacing(12);
    const auto button = [&](QAction* action) {
        auto* made = new QToolButton(line);
        made->setDefaultAction(action);
        made->setObjectName(action->objectName() + u"Button"_s);
        made->setToolButtonStyle(Qt::ToolButtonIconOnly);
        row->addWidget(made);
        return made;
    };
    QToolButton* undo = button((*m_actions)["undoAction"]);
    QToolButton* redo = button((*m_actions)["redoAction"]);
    row->addStretch(1);
    row->addWidget(new RunControls(*m_runActions, line));
    row->addSpacing(8);
    row->addWidget(new RunProgress(m_session, line), 6);
    row->addStretch(1);
    auto* choices = new RunChoices(m_document, *m_settings, line);
    row->addWidget(choices);
    QToolButton* theme = button((*m_actions)["toggleThemeAction"]);
    line->setOptional({m_brand, theme, redo, undo, choices}); // also available in the title bar, menus and panels
    bar->addWidget(line);
    bar->toggleViewAction()->setEnabled(false);
    addToolBar(bar);
}

} // namespace netsmith::gui
