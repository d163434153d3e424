#include "gui/app/asking/try_it_feed.h"
#include "gui/app/files/model_import.h"
#include "gui/app/files/picture_export.h"
#include "gui/app/help/help_window.h"
#include "gui/app/language.h"
#include "gui/app/window/dock.h"
#include "gui/app/window/machine_menu.h"
#include "gui/app/window/main_window.h"
#include "gui/app/window/panels.h"
#include "gui/app/window/plot_feed.h"
#include "gui/app/window/message_bars.h"
#include "gui/app/window/work_pages.h"
#include "gui/canvas/canvas.h"
#include "gui/document/block_commands.h"
#include "gui/document/fine_tuning.h"
#include "gui/inspect/activation_feed.h"
#include "gui/inspect/heat_feed.h"
#include "gui/models/model_shelf_window.h"
#include "gui/palette/palette.h"
#include "gui/problems/problems_panel.h"
#include "gui/settings/initial/initial_weights_row.h"
#include "gui/settings/settings_panel.h"
#include "gui/start/start_page.h"
#include "gui/steps/steps_on_canvas.h"
#include "gui/steps/steps_panel.h"
#include "gui/widgets/icon.h"

#include <QActionGroup>
#include <QLabel>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

constexpr int brandWidth = 250;

QMenu* menuIn(QMenuBar& bar, const char* name)
{
    QMenu* menu = bar.addMenu(QString());
    menu->setObjectName(QString::fromLatin1(name));
    menu->setToolTipsVisible(true);
    return menu;
}

/// Exclusive actions in a submenu.
QActionGroup* choices(QMenu& menu, const char* name)
{
    auto* group = new QActionGroup(&menu);
    group->setObjectName(QString::fromLatin1(name));
    return group;
}

QAction* choice(QActionGroup& group, QMenu& menu, const QString& name, bool checked)
{
    QAction* action = menu.addAction(QString());
    action->setObjectName(name);
    action->setCheckable(true);
    action->setChecked(checked);
    group.addAction(action);
    return action;
}

} // namespace

void MainWindow::buildMenus()
{
    const auto add = [this](QMenu* menu, std::initializer_list<const char*> names) {
        for (const char* name : names)
            *name ? menu->addAction((*m_actions)[name]) : void(menu->addSeparator());
    };
    QMenuBar& bar = *menuBar();

    QMenu* file = menuIn(bar, "fileMenu");
    add(file, {"newAction", "openAction"});
    QMenu* recent = file->addMenu(QString());
    recent->setObjectName(u"recentMenu"_s);
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        recent->clear();
        for (const QString& path : m_preferences.recent)
            recent->addAction(path, this, [this, path] { m_files->open(path); });
        if (recent->isEmpty())
            recent->addAction(tr("No recent projects"))->setEnabled(false);
    });
    add(file,
        {"importAction", "modelShelfAction", "", "saveAction", "saveAsAction", "exportPictureAction", "", "startPageAction",
         "closeAction", "quitAction"});

    QMenu* edit = menuIn(bar, "editMenu");
    add(edit,
        {"undoAction", "redoAction", "", "cutAction", "copyAction", "pasteAction", "duplicateAction", "deleteAction", "",
         "selectAllAction", "renameAction", "findAction"});

    QMenu* view = menuIn(bar, "viewMenu");
    add(view,
        {"networkPageAction", "comparePageAction", "twinPageAction", "predictionsPageAction", "embeddingPageAction",
         "profilerPageAction", "compressPageAction", "", "zoomInAction", "zoomOutAction", "zoomResetAction", "fitAllAction",
         "fitSelectionAction", "", "activationsAction"});
    QMenu* heat = view->addMenu(QString());
    heat->setObjectName(u"heatMenu"_s);
    heat->menuAction()->setObjectName(u"heatMenuAction"_s);
    heat->setIcon(icon(u"heat"_s, Token::textSecondary));
    QActionGroup* quantities = choices(*heat, "heatGroup");
    for (const Heat quantity : heats) {
        const QString name = u"heat_%1Action"_s.arg(QString::fromLatin1(idOf(quantity)));
        QAction* action = choice(*quantities, *heat, name, quantity == Heat::none);
        connect(action, &QAction::triggered, this, [this, quantity] { m_heat->setHeat(quantity); });
    }
    m_canvas->addButton(*heat->menuAction());
    m_canvas->addButton(*(*m_actions)["nextLayerAction"]);
    view->addSeparator();
    QMenu* panels = view->addMenu(QString());
    panels->setObjectName(u"panelsMenu"_s);
    for (Dock* dock : m_docks) {
        QAction* toggle = dock->toggleViewAction();
        toggle->setObjectName(dock->objectName() + u"Action"_s);
        panels->addAction(toggle);
    }
    panels->addSeparator();
    add(panels, {"resetPanelsAction"});
    QMenu* theme = view->addMenu(QString());
    theme->setObjectName(u"themeMenu"_s);
    QActionGroup* themes = choices(*theme, "themeGroup");
    for (const auto& [name, mode] :
         {std::pair{"themeSystemAction", Theme::Mode::system}, std::pair{"themeDarkAction", Theme::Mode::dark},
          std::pair{"themeLightAction", Theme::Mode::light}}) {
        QAction* action = choice(*themes, *theme, QString::fromLatin1(name), Theme::instance().mode() == mode);
        connect(action, &QAction::triggered, this, [this, mode = mode] { chooseTheme(mode); });
    }
    QMenu* text = view->addMenu(QString());
    text->setObjectName(u"textSizeMenu"_s);
    QActionGroup* sizes = choices(*text, "textSizeGroup");
    for (const int percent : {100, 125, 150, 175, 200}) {
        QAction* action = choice(*sizes, *text, u"textSize%1Action"_s.arg(percent), Theme::instance().textPercent() == percent);
        action->setData(percent);
        connect(action, &QAction::triggered, this, [this, percent] {
            m_preferences.textPercent = percent;
            m_preferences.save();
            Theme::instance().setTextPercent(percent);
            m_sizePanelsWhenShown = !m_editing;
            if (m_editing)
                sizeSidePanels();
        });
    }
    QMenu* language = view->addMenu(QString());
    language->setObjectName(u"languageMenu"_s);
    QActionGroup* spoken = choices(*language, "languageGroup");
    for (const Language& known : languages()) {
        QAction* action = choice(*spoken, *language, u"language_%1Action"_s.arg(known.id), false);
        action->setText(known.name);
        connect(action, &QAction::triggered, this, [this, id = known.id] { chooseLanguage(id); });
    }

    QMenu* network = menuIn(bar, "networkMenu");
    add(network,
        {"addLayerAction", "", "makeBlockAction", "openBlockAction", "leaveBlockAction", "renameBlockAction", "takeApartAction",
         ""});
    add(network, {"freezeAction", "unfreezeAction", "freezeBeforeAction", "fineTuneAction", ""});
    add(network, {"addNoteAction", "addFrameAction", "", "layoutAction", "layoutDownAction", "", "nextProblemAction"});

    QMenu* training = menuIn(bar, "trainingMenu");
    training->addActions(m_runActions->all());
    add(training, {"", "initialWeightsAction", "", "nextLayerAction", "", "nextSampleAction", "mistakesAction", ""});
    new MachineMenu(*training, m_jobs);

    QMenu* help = menuIn(bar, "helpMenu");
    add(help, {"guideAction", "shortcutsAction", "referenceAction", "", "copyDiagnosticsAction", "", "aboutAction"});
}

void MainWindow::openModelShelf(ModelImport& models)
{
    auto* shelf = findChild<ModelShelfWindow*>();
    if (!shelf) {
        shelf = new ModelShelfWindow(this);
        connect(shelf, &ModelShelfWindow::networkChosen, &models, &ModelImport::askWhere);
        connect(shelf, &ModelShelfWindow::weightsChosen, this,
                [this](const QString& file) { m_settings->initialWeights().beginFrom(file.toStdString()); });
    }
    shelf->open(m_document.dataDir());
}

void MainWindow::connectActions()
{
    const auto on = [this](const char* name, auto&& act) { connect((*m_actions)[name], &QAction::triggered, this, act); };
    on("newAction", [this] { m_files->newProject(); });
    on("openAction", [this] { m_files->openWithDialog(); });
    on("saveAction", [this] { m_files->save(); });
    on("saveAsAction", [this] { m_files->saveAs(); });
    auto* models = new ModelImport(*m_files, *m_bars, *this);
    on("importAction", [models] { models->ask(); });
    on("modelShelfAction", [this, models] { openModelShelf(*models); });
    on("exportPictureAction", [pictures = new PictureExport(*m_canvas, *m_bars, *this)] { pictures->ask(); });
    on("startPageAction", [this] { showStartPage(); });
    on("closeAction", [this] { closeProject(); });
    on("quitAction", [this] { Q_EMIT quitWanted(); });

    QAction* undo = (*m_actions)["undoAction"];
    QAction* redo = (*m_actions)["redoAction"];
    QUndoStack& stack = m_document.undoStack();
    connect(undo, &QAction::triggered, &stack, &QUndoStack::undo);
    connect(redo, &QAction::triggered, &stack, &QUndoStack::redo);
    connect(&stack, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    connect(&stack, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
    connect(&stack, &QUndoStack::indexChanged, this, &MainWindow::refreshUndoTexts);
    undo->setEnabled(false);
    redo->setEnabled(false);

    m_actions->keepTo(*m_canvas,
                      {"cutAction",       "copyAction",       "pasteAction",        "duplicateAction",    "deleteAction",
                       "selectAllAction", "renameAction",     "makeBlockAction",    "openBlockAction",    "leaveBlockAction",
                       "takeApartAction", "freezeAction",     "unfreezeAction",     "freezeBeforeAction", "addNoteAction",
                       "addFrameAction",  "fitAllAction",     "fitSelectionAction", "zoomInAction",       "zoomOutAction",
                       "zoomResetAction", "activationsAction"});
    on("cutAction", [this] { m_canvas->cut(); });
    on("copyAction", [this] { m_canvas->copy(); });
    on("pasteAction", [this] { m_canvas->paste(); });
    on("duplicateAction", [this] { m_canvas->duplicate(); });
    on("deleteAction", [this] { m_canvas->deleteSelection(); });
    on("selectAllAction", [this] { m_canvas->selectAll(); });
    on("renameAction", [this] { m_canvas->renameSelected(); });
    on("findAction", [this] { m_canvas->openFind(); });
    on("zoomInAction", [this] { m_canvas->zoomIn(); });
    on("zoomOutAction", [this] { m_canvas->zoomOut(); });
    on("zoomResetAction", [this] { m_canvas->zoomReset(); });
    on("fitAllAction", [this] { m_canvas->fitAll(); });
    on("fitSelectionAction", [this] { m_canvas->fitSelection(); });
    on("layoutAction", [this] { m_canvas->autoLayout(LayoutDirection::leftToRight); });
    on("layoutDownAction", [this] { m_canvas->autoLayout(LayoutDirection::topToBottom); });
    on("addLayerAction", [this] {
        raisePanel("layersDock");
        m_palette->focusSearch();
    });
    on("makeBlockAction", [this] { m_canvas->makeBlock(); });
    on("openBlockAction", [this] { m_canvas->openSelectedBlock(); });
    on("leaveBlockAction", [this] { m_canvas->leaveBlock(); });
    on("renameBlockAction", [this] { m_canvas->renameSelectedBlock(); });
    on("takeApartAction", [this] { m_canvas->takeApart(); });
    on("freezeAction", [this] { m_canvas->freeze(Freezing::freeze); });
    on("unfreezeAction", [this] { m_canvas->freeze(Freezing::unfreeze); });
    on("freezeBeforeAction", [this] { m_canvas->freeze(Freezing::freezeBefore); });
    on("fineTuneAction", [this] { m_canvas->fineTune(); });
    connect(m_canvas, &Canvas::fineTuningArranged, this, [this](const QString& sentence) {
        m_bars->show(u"fineTuningBar"_s, NoteBox::Kind::good, sentence);
        raisePanel("trainingSettingsDock");
    });
    on("addNoteAction", [this] { m_canvas->addNote(); });
    on("addFrameAction", [this] { m_canvas->addFrame(); });
    connect(&m_document, &Document::changed, this, &MainWindow::enableBlockActions);
    connect(&m_document.selection(), &Selection::changed, this, &MainWindow::enableBlockActions);
    enableBlockActions();
    on("nextProblemAction", [this] { revealProblem(); });
    on("nextSampleAction", [this] {
        raisePanel("tryItDock");
        m_tryItFeed->nextSample();
    });
    on("mistakesAction", [this] { m_tryItFeed->showMistakes(); });
    on("initialWeightsAction", [this] { m_settings->initialWeights().change(); });
    on("nextLayerAction", [this] {
        openPage(u"network"_s);
        raisePanel("stepsDock");
        auto* dock = findChild<Dock*>(u"stepsDock"_s);
        if (const int wanted = height() * 46 / 100; !dock->isFloating() && dock->height() < wanted) // for some rows and an equation
            resizeDocks({dock}, {wanted}, Qt::Vertical);
        m_steps->next();
    });
    QAction* activations = (*m_actions)["activationsAction"];
    activations->setCheckable(true);
    m_canvas->addButton(*activations);
    connect(activations, &QAction::toggled, m_activations, &ActivationFeed::setOn);
    connect(activations, &QAction::toggled, findChild<StepsOnCanvas*>(), &StepsOnCanvas::renew); // whose pictures it replaces
    connect(m_activations, &ActivationFeed::sampleWanted, (*m_actions)["nextSampleAction"], &QAction::trigger);
    on("resetPanelsAction", [this] { arrangeDocks(); });
    const auto showOtherTheme = [this] { // the icon shows what a click switches to
        (*m_actions)["toggleThemeAction"]->setIcon(icon(Theme::instance().isDark() ? u"sun"_s : u"moon"_s, Token::textSecondary));
    };
    connect(&Theme::instance(), &Theme::changed, this, showOtherTheme);
    showOtherTheme();
    on("toggleThemeAction", [this] { chooseTheme(Theme::instance().isDark() ? Theme::Mode::light : Theme::Mode::dark); });
    on("copyDiagnosticsAction", [this] { QApplication::clipboard()->setText(diagnostics()); });
    const auto help = [this](HelpWindow::Page page) {
        if (!m_help)
            m_help = new HelpWindow(m_actions->all() + m_runActions->all(), this);
        m_help->open(page);
    };
    on("guideAction", [help] { help(HelpWindow::Page::guide); });
    on("shortcutsAction", [help] { help(HelpWindow::Page::shortcuts); });
    on("referenceAction", [help] { help(HelpWindow::Page::reference); });
    on("aboutAction", [this] { showAbout(); });
    for (QAction* action : m_runActions->all())
        addAction(action);
}

void MainWindow::enableBlockActions()
{
    const std::set<std::string>& chosen = m_document.selection().nodes();
    const bool block = chosen.size() == 1 && !blockOfNode(m_document, *chosen.begin()).empty();
    for (const char* name : {"openBlockAction", "renameBlockAction", "takeApartAction"})
        (*m_actions)[name]->setEnabled(block);
    (*m_actions)["makeBlockAction"]->setEnabled(!chosen.empty());
    for (const auto& [name, what] : {std::pair{"freezeAction", Freezing::freeze},
                                     {"unfreezeAction", Freezing::unfreeze},
                                     {"freezeBeforeAction", Freezing::freezeBefore}})
        m_actions->allow(name, whyNoFreezing(m_document, what, chosen));
    m_actions->allow("fineTuneAction", whyNoFineTuning(m_document, chosen));
    (*m_actions)["leaveBlockAction"]->setEnabled(!m_document.place().empty());
    (*m_actions)["addNoteAction"]->setEnabled(m_document.place().empty());
    (*m_actions)["addFrameAction"]->setEnabled(m_document.place().empty() && !chosen.empty());
}

void MainWindow::chooseTheme(Theme::Mode mode)
{
    m_preferences.theme = mode;
    m_preferences.save();
    Theme::instance().setMode(mode);
    const char* name = mode == Theme::Mode::system ? "themeSystemAction"
        : mode == Theme::Mode::dark                ? "themeDarkAction"
                                                   : "themeLightAction";
    findChild<QAction*>(QString::fromLatin1(name))->setChecked(true);
    refreshBrand();
}

void MainWindow::chooseLanguage(const QString& language)
{
    m_preferences.language = speak(language);
    m_preferences.save();
}

void MainWindow::refreshUndoTexts()
{
    const QUndoStack& stack = m_document.undoStack();
    const QString undo = stack.undoText();
    const QString redo = stack.redoText();
    (*m_actions)["undoAction"]->setText(undo.isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(undo));
    (*m_actions)["redoAction"]->setText(redo.isEmpty() ? tr("&Redo") : tr("&Redo: %1").arg(redo));
}

void MainWindow::refreshBrand()
{
    const int width = Theme::instance().scaled(brandWidth);
    const int room = width - QFontMetrics(m_brand->font()).horizontalAdvance(u"Netsmith   /    • "_s) * 11 / 10;
    const QString mark = m_document.isModified()
        ? u" <span style='color:%1'>•</span>"_s.arg(Theme::instance().color(Token::careful).name())
        : QString();
    const QString name = m_editing
        ? u"&nbsp; <span style='color:%1'>/</span> &nbsp;%2%3"_s.arg(
            Theme::instance().color(Token::textMuted).name(),
            QFontMetrics(m_brand->font()).elidedText(m_document.name(), Qt::ElideMiddle, room).toHtmlEscaped(), mark)
        : QString();
    m_brand->setText(u"<b>Netsmith</b>"_s + name);
    m_brand->setFixedWidth(width); // so that the run's buttons don't move with the length of the name
    m_brand->setToolTip(m_editing ? m_document.name() : QString());
}

void MainWindow::retranslate()
{
    m_actions->retranslate();
    enableBlockActions(); // what is in their way is said in the same language
    m_runActions->retranslate();
    m_plotFeed->retranslate();
    m_activations->retranslate();
    m_heat->retranslate();
    const auto menu = [this](const char* name, const QString& title) {
        findChild<QMenu*>(QString::fromLatin1(name))->setTitle(title);
    };
    menu("fileMenu", tr("&File"));
    menu("recentMenu", tr("Open &recent"));
    menu("editMenu", tr("&Edit"));
    menu("viewMenu", tr("&View"));
    menu("panelsMenu", tr("&Panels"));
    menu("themeMenu", tr("&Theme"));
    menu("textSizeMenu", tr("Te&xt size"));
    menu("languageMenu", tr("&Language"));
    menu("networkMenu", tr("&Network"));
    menu("trainingMenu", tr("&Training"));
    menu("helpMenu", tr("&Help"));
    menu("heatMenu", tr("&Color layers by"));
    findChild<QMenu*>(u"heatMenu"_s)->menuAction()->setIconText(tr("Colors"));
    const auto action = [this](const QString& name, const QString& text) { findChild<QAction*>(name)->setText(text); };
    for (const Heat quantity : heats)
        action(u"heat_%1Action"_s.arg(QString::fromLatin1(idOf(quantity))), HeatWords::name(quantity));
    action(u"themeSystemAction"_s, tr("Follow the &system"));
    action(u"themeDarkAction"_s, tr("&Dark"));
    action(u"themeLightAction"_s, tr("&Light"));
    if (auto* spoken = findChild<QAction*>(u"language_%1Action"_s.arg(spokenLanguage())))
        spoken->setChecked(true); // also if set by the command line or another window
    for (const int percent : {100, 125, 150, 175, 200})
        action(u"textSize%1Action"_s.arg(percent), tr("%1 %").arg(percent));
    for (const PanelSpec& panel : panels())
        findChild<Dock*>(QString::fromLatin1(panel.id))->setTitle(panelTitle(panel));
    m_work->setTitle(u"network"_s, tr("Network"));
    m_work->setTitle(u"compare"_s, tr("Compare"));
    m_work->setTitle(u"twin"_s, tr("Precision twin"));
    m_work->setTitle(u"predictions"_s, tr("Predictions"));
    m_work->setTitle(u"embedding"_s, tr("Embedding"));
    m_work->setTitle(u"profiler"_s, tr("Profiler"));
    m_work->setTitle(u"compress"_s, tr("Compress"));
    findChild<MachineMenu*>()->retranslate();
    menuBar()->setAccessibleName(tr("Menus"));
    refreshUndoTexts();
    refreshTitle();
}

QString MainWindow::diagnostics() const
{
    QStringList lines{u"Netsmith %1, Qt %2, %3"_s.arg(QCoreApplication::applicationVersion(), QString::fromLatin1(qVersion()),
                                                      QSysInfo::prettyProductName())};
    lines << u"CPU architecture %1, platform %2, language %3"_s.arg(QSysInfo::currentCpuArchitecture(),
                                                                    QGuiApplication::platformName(), QLocale().name());
    lines << u"%1 layers, %2 wires, %3 problems"_s.arg(m_document.project().graph.nodes.size())
                 .arg(m_document.project().graph.edges.size())
                 .arg(m_document.analysis().listed().size());
    return lines.join(u'\n') + u'\n';
}

void MainWindow::showAbout()
{
    auto* box = new QMessageBox(this);
    box->setObjectName(u"aboutBox"_s);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Netsmith"));
    box->setIconPixmap(icon(u"netsmith"_s, Token::accent).pixmap(64, 64));
    box->setTextFormat(Qt::RichText);
    box->setText(tr("<b>Netsmith %1</b>").arg(QCoreApplication::applicationVersion()));
    box->setInformativeText(
        tr("A training studio for deep learning. Free software under the GNU General Public License, version 3 or "
           "later, with an additional permission to combine it with NVIDIA's libraries."));
    box->setModal(false);
    box->show();
}

} // namespace netsmith::gui
