#include "gui/app/dock.h"
#include "gui/app/main_window.h"
#include "gui/app/tool_line.h"
#include "gui/app/work_pages.h"
#include "gui/canvas/canvas.h"
#include "gui/compare/compare_panel.h"
#include "gui/data/data_panel.h"
#include "gui/outline/outline_panel.h"
#include "gui/palette/palette.h"
#include "gui/plots/plot_panel.h"
#include "gui/problems/problems_panel.h"
#include "gui/properties/properties_panel.h"
#include "gui/training/device_panel.h"
#include "gui/training/run_choices.h"
#include "gui/training/run_controls.h"
#include "gui/training/run_progress.h"
#include "gui/training/runs_panel.h"
#include "gui/training/settings_panel.h"
#include "gui/tryit/try_it_pages.h"
#include "gui/twin/twin_panel.h"
#include "gui/widgets/controls/scroller.h"
#include "gui/widgets/controls/text_label.h"
#include "gui/widgets/icon.h"
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

/// Panels that share tabs with the one before them, from the left.
constexpr std::pair<const char*, const char*> tabbedDocks[] = {
    {"layersDock", "dataDock"},
    {"dataDock", "outlineDock"},
    {"propertiesDock", "trainingSettingsDock"},
    {"trainingSettingsDock", "tryItDock"},
    {"curvesDock", "problemsDock"},
    {"problemsDock", "runsDock"},
};

/// The title of the tab that is in front of those beside `title`; that itself where it has none beside it.
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
    m_palette = new Palette(m_document, this);
    m_data = new DataPanel(m_document, DataShelf{.dataDir = m_places.dataDir.toStdString()}, this);
    m_outline = new OutlinePanel(m_document, this);
    m_properties = new PropertiesPanel(m_document, this);
    m_settings = new TrainingSettingsPanel(m_document, this);
    m_device = new DevicePanel(m_session, this);
    m_plots = new PlotPanel(this);
    m_problems = new ProblemsPanel(m_document, this);
    m_runs = new RunsPanel(m_session, this);
    m_tryIt = new TryItPages(this);
    m_twin = new TwinPanel(m_document, this);
    m_compare = new ComparePanel(m_document, *m_settings, this);
    const auto dock = [this](const char* name, QWidget* content, bool scrolls = false) {
        m_docks << new Dock(QString::fromLatin1(name), content, scrolls, this);
    };
    dock("layersDock", m_palette);
    dock("dataDock", m_data, true);
    dock("outlineDock", m_outline);
    dock("propertiesDock", m_properties, true);
    dock("trainingSettingsDock", m_settings, true);
    dock("deviceDock", m_device, true);
    dock("curvesDock", m_plots);
    dock("problemsDock", m_problems);
    dock("runsDock", m_runs);
    dock("tryItDock", m_tryIt, true);
    const auto page = [this](const char* name, const char* action, QWidget* content) {
        auto* scroller = new Scroller(m_work);
        scroller->setWidget(content);
        m_work->add(QString::fromLatin1(name), scroller, *(*m_actions)[action]);
    };
    page("compare", "comparePageAction", m_compare);
    page("twin", "twinPageAction", m_twin);
}

void MainWindow::arrangeDocks()
{
    const auto dock = [this](const char* name) { return findChild<Dock*>(QString::fromLatin1(name)); };
    for (Dock* each : m_docks) {
        each->setFloating(false);
        each->show();
    }
    addDockWidget(Qt::LeftDockWidgetArea, dock("layersDock"));
    addDockWidget(Qt::RightDockWidgetArea, dock("propertiesDock"));
    addDockWidget(Qt::RightDockWidgetArea, dock("deviceDock"));
    addDockWidget(Qt::BottomDockWidgetArea, dock("curvesDock"));
    for (const auto& [before, behind] : tabbedDocks)
        tabifyDockWidget(dock(before), dock(behind));
    for (const char* first : {"layersDock", "propertiesDock", "deviceDock", "curvesDock"})
        dock(first)->raise();
    sizeSidePanels();
    resizeDocks({dock("curvesDock")}, {height() * 30 / 100}, Qt::Vertical);
    resizeDocks({dock("propertiesDock"), dock("deviceDock")}, {height() * 60 / 100, height() * 34 / 100}, Qt::Vertical);
}

void MainWindow::restoreDocks(const QByteArray& state)
{
    if (!restoreState(state))
        return;
    for (const auto& [before, behind] : tabbedDocks) {
        QByteArray name;
        QDataStream written(&name, QIODevice::WriteOnly);
        written << QString::fromLatin1(behind); // as Qt writes the names of those it knows
        if (state.contains(name))
            continue;
        auto* there = findChild<Dock*>(QString::fromLatin1(before));
        auto* panel = findChild<Dock*>(QString::fromLatin1(behind));
        const QString inFront = frontOf(*this, there->windowTitle());
        removeDockWidget(panel); // wherever Qt has put it
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

/// Their tabs' words fit at each size of text, and the canvas keeps what it can.
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

/// What is done to the network or found in it is seen: then it is shown first.
void MainWindow::connectPages()
{
    const auto show = [this] { openPage(u"network"_s); };
    for (const char* name :
         {"cutAction",          "copyAction",        "pasteAction",     "duplicateAction",  "deleteAction",    "selectAllAction",
          "renameAction",       "findAction",        "zoomInAction",    "zoomOutAction",    "zoomResetAction", "fitAllAction",
          "fitSelectionAction", "addLayerAction",    "layoutAction",    "layoutDownAction", "makeBlockAction", "openBlockAction",
          "leaveBlockAction",   "renameBlockAction", "takeApartAction", "addNoteAction",    "addFrameAction"})
        connect((*m_actions)[name], &QAction::triggered, this, show);
    connect(m_palette, &Palette::layerActivated, this, show);
    connect(m_palette, &Palette::layerDragMoved, this, show);
    connect(&m_document.selection(), &Selection::revealed, this, show);
    connect(m_work, &WorkPages::opened, this, [this] {
        if (m_fitWhenShown)
            fitNetwork();
    });
}

/// Once it has its place.
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
    line->setOptional({m_brand, theme, redo, undo, choices}); // the title bar, menus and panels have them too
    bar->addWidget(line);
    bar->toggleViewAction()->setEnabled(false);
    addToolBar(bar);
}

} // namespace netsmith::gui
