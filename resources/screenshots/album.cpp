#include "engine/graph/blocks/blocks.h"
#include "engine/graph/project/project_hash.h"
#include "gui/app/files/project_files.h"
#include "gui/app/language.h"
#include "gui/app/window/actions.h"
#include "gui/attribution/attribution_window.h"
#include "gui/canvas/canvas.h"
#include "gui/compare/compare_panel.h"
#include "gui/document/block_commands.h"
#include "gui/predictions/predictions_page.h"
#include "gui/profiler/profiler_session.h"
#include "gui/progress/run_actions.h"
#include "gui/runs/runs_panel.h"
#include "gui/runs/table/run_table.h"
#include "gui/training/preflight_outcome.h"
#include "gui/tryit/token_view.h"
#include "gui/twin/twin_panel.h"
#include "resources/screenshots/album.h"
#include "resources/screenshots/runs_to_show.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace netsmith::pictures {

void refuse(const char* sentence, const QString& what)
{
    std::fprintf(stderr, "netsmith_pictures: %s: %s\n", sentence, qUtf8Printable(what));
    std::exit(1);
}

Look lookFrom(const QString& name)
{
    static const QRegularExpression form(u"^(dark|light)-(en|zh_CN)-(\\d+)x(\\d+)(?:-(\\d+))?$"_s);
    const QRegularExpressionMatch match = form.match(name);
    if (!match.hasMatch())
        refuse("expected a look such as dark-en-1280x720", name);
    return {name, match.captured(1) == u"dark"_s ? Theme::Mode::dark : Theme::Mode::light, match.captured(2),
            QSize(match.captured(3).toInt(), match.captured(4).toInt()),
            match.captured(5).isEmpty() ? 100 : match.captured(5).toInt()};
}

Album::Album(QString folder, QStringList states, QList<Look> looks)
    : m_folder(std::move(folder))
    , m_states(std::move(states))
    , m_looks(std::move(looks))
    , m_studio(m_preferences, {.autosave = {}, .untitledRuns = m_home.filePath(u"runs"_s), .dataDir = {}})
    , m_window(m_studio.openWindow())
{
}

void Album::take(const QString& sample, int epochs)
{
    page(u"start"_s, nullptr);
    m_window.files().openSample(sample);
    waitFor([this] { return m_window.canvas().isVisible(); });
    set("training.epochs=" + std::to_string(epochs));
    page(u"predictions-none"_s, "predictions");
    page(u"embedding-none"_s, "embedding");
    page(u"compress-none"_s, "compress");
    m_window.openPage(u"network"_s);
    page(u"no-run"_s, "propertiesDock");
    page(u"problems-none"_s, "problemsDock");
    m_window.document().selection().select("conv2d_2");
    page(u"editor"_s, "propertiesDock");
    page(u"outline"_s, "outlineDock");
    page(u"data"_s, "dataDock");
    page(u"settings"_s, "trainingSettingsDock");
    m_window.raisePanel("layersDock");
    m_window.raisePanel("propertiesDock");
    takeBlock();
    takeError();
    takeMenus();
    takeShelf();
    takeFineTuning();
    if (m_states.contains(u"starts-none"_s))
        takeStarts();
    if (std::ranges::any_of(m_states, [](const QString& state) {
            return QStringList{u"pre-flight"_s, u"heat"_s,          u"training"_s, u"finished"_s,   u"runs"_s,     u"try-it"_s,
                               u"outputs"_s,    u"output-detail"_s, u"moment"_s,   u"machine"_s,    u"run-card"_s, u"costs"_s,
                               u"export"_s,     u"starts-row"_s,    u"starts"_s,   u"starts-done"_s}
                       .contains(state)
                || state.startsWith(u"predictions-"_s) || state.startsWith(u"explain-"_s) || state.startsWith(u"fork"_s)
                || state.startsWith(u"weights-"_s) || state.startsWith(u"why"_s)
                || (state.startsWith(u"embedding"_s) && state != u"embedding-none"_s)
                || (state.startsWith(u"compress"_s) && state != u"compress-none"_s);
        }))
        takeRun();
    if (m_states.contains(u"failed"_s))
        takeFailure();
    page(u"doctor-none"_s, "doctorDock");
    if (m_states.contains(u"doctor"_s))
        takeDiagnoses();
    page(u"steps-none"_s, "stepsDock");
    if (std::ranges::any_of(m_states,
                            [](const QString& state) { return state.startsWith(u"steps-"_s) && state != u"steps-none"_s; }))
        takeSteps();
    page(u"profiler-none"_s, "profiler");
    if (m_states.contains(u"profiler"_s) || m_states.contains(u"profiler-whole"_s))
        takeProfile();
    page(u"twin-none"_s, "twin");
    if (m_states.contains(u"twin"_s))
        takeTwin(u"twin"_s, u"fp16-emulated"_s);
    if (m_states.contains(u"twin-bf16"_s))
        takeTwin(u"twin-bf16"_s, u"bf16-emulated"_s);
    page(u"compare-none"_s, "compare");
    if (m_states.contains(u"compare"_s))
        takeComparison();
}

void Album::takeRuns(const QString& sample)
{
    const std::filesystem::path folder = m_home.filePath(u"net"_s).toStdString(), file = folder / "mnist_cnn.netsmith";
    const Project project = loadProject(sample.toStdString()).take();
    std::filesystem::create_directories(folder);
    saveProject(project, file).take();
    m_window.files().open(QString::fromStdString(file.string()));
    waitFor([this] { return m_window.canvas().isVisible(); });
    page(u"runs-none"_s, "runsDock");

    const int count = makeRuns(project, folder / "runs");
    m_window.findChild<RunsPanel*>()->setProjectFile(file);
    auto* table = m_window.findChild<RunTable*>();
    waitFor([&] { return table->model()->rowCount() == count; });
    const auto choose = [table](int row) {
        table->selectionModel()->select(table->model()->index(row, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    };
    choose(0);
    choose(2);
    QTest::keyClick(table, Qt::Key_Space);
    waitFor([&] { return table->model()->index(2, RunTableModel::colourColumn).data(Qt::DecorationRole).isValid(); });
    page(u"runs-table"_s, "runsDock");

    auto* filter = m_window.findChild<QLineEdit*>(u"runsFilter"_s);
    filter->setText(u"precision=fp16"_s);
    settle();
    page(u"runs-no-hit"_s, "runsDock");
    filter->setText(u"precisoin=fp16"_s);
    settle();
    page(u"runs-mistake"_s, "runsDock");
    filter->clear();
    settle();
    m_window.findChild<QToolButton*>(u"groupRunsButton"_s)->click();
    page(u"runs-group"_s, "runsDock");
    m_window.findChild<QToolButton*>(u"groupRunsButton"_s)->click();

    table->clearSelection();
    choose(0);
    choose(2);
    m_window.findChild<QAction*>(u"compareRunsAction"_s)->trigger();
    waitFor([this] { return m_window.findChild<QWidget*>(u"runDifferenceCard"_s)->isVisible(); });
    page(u"runs-differ"_s, "runsDock");
}

void Album::takeBlock()
{
    Document& document = m_window.document();
    const std::vector<Node>& nodes = document.graph().nodes;
    const auto block = std::ranges::find(nodes, blockLayer, &Node::layer);
    if (block == nodes.end())
        return;
    const std::string node = block->id;
    // One value is another there, and the next one of its kind learns with it.
    document.editGraph(u"Set"_s, [&](Graph& graph) {
        const LayerSpec& layer = *document.layers().of(*graph.find(node));
        for (const ParameterSpec& parameter : layer.parameters)
            if (parameter.name.ends_with(".use_bias"))
                graph.find(node)->parameters[parameter.name] = true;
        for (Node& other : graph.nodes)
            if (other.id != node && blockOf(other) == blockOf(*graph.find(node))) {
                other.parameters = graph.find(node)->parameters;
                other.shares = node;
                break;
            }
    });
    document.selection().select(node);
    page(u"block"_s, "propertiesDock");
    openBlock(document, node);
    page(u"inside"_s, "propertiesDock");
    document.open({});
    document.undoStack().undo();
    document.selection().clear();
}

void Album::takeError()
{
    Document& document = m_window.document();
    const int before = document.undoStack().index();
    document.edit(u"Remove"_s, [](Project& project) {
        std::erase_if(project.graph.edges, [](const Edge& edge) { return edge.to.node == "flatten_1"; });
    });
    document.edit(u"Set"_s, [](Project& project) {
        for (Node& node : project.graph.nodes)
            if (node.id == "conv2d_3")
                node.parameters["kernel_size"] = std::vector<std::int64_t>{7, 7};
    });
    document.selection().select("conv2d_3");
    page(u"error"_s, "problemsDock");
    document.undoStack().setIndex(before); // a sample without these layers was not changed
    document.selection().clear();
    m_window.raisePanel("curvesDock");
}

void Album::takeRun()
{
    TrainingSession& session = m_window.session();
    m_window.runActions().runAction()->trigger();
    waitFor([&] { return session.state() == TrainingState::preFlight && session.preflight() && session.preflight()->complete; });
    page(u"pre-flight"_s, nullptr);
    session.train();
    takeHeat();
    waitFor([&] { return session.snapshot().epoch >= session.snapshot().epochs && session.snapshot().epochShare > 0.2; });
    m_window.document().selection().select("conv2d_2");
    page(u"training"_s, "curvesDock");
    waitFor([&] { return session.state() == TrainingState::finished || session.state() == TrainingState::failed; });
    page(u"finished"_s, "curvesDock");
    takeMachine();
    page(u"runs"_s, "runsDock");
    m_window.raisePanel("tryItDock");
    settle();
    tryOut();
    page(u"try-it"_s, "tryItDock");
    takeWhy();
    takeOutputs();
    takeMoment();
    takePredictions();
    takeEmbedding();
    takeExport();
    takeCompression();
    takeFork();
    if (!m_states.contains(u"starts-none"_s))
        takeStarts();
    m_window.raisePanel("deviceDock");
}

void Album::takeFailure()
{
    TrainingSession& session = m_window.session();
    set("optimizer=sgd");
    set("optimizer.learning_rate=1e6");
    session.startAtOnce();
    waitFor([&] { return session.state() == TrainingState::failed || session.state() == TrainingState::finished; });
    page(u"failed"_s, "curvesDock");
}

void Album::takeTwin(const QString& state, const QString& precision)
{
    TwinSession& session = m_window.findChild<TwinPanel*>()->session();
    session.stop();
    waitFor([&] { return !session.isLive(); });
    auto* box = m_window.findChild<QComboBox*>(u"twinPrecision"_s);
    box->setCurrentIndex(box->findData(precision));
    m_window.findChild<QPushButton*>(u"twinStart"_s)->click();
    waitFor([&] { return session.moments().size() > 8 || !session.isLive(); });
    m_window.findChild<QPushButton*>(u"twinPause"_s)->click();
    settle();
    page(state, "twin");
}

void Album::takeComparison()
{
    m_window.findChild<TwinPanel*>()->session().stop();
    m_window.findChild<QPushButton*>(u"compareStart"_s)->click();
    const CompareSession& session = m_window.findChild<ComparePanel*>()->session();
    waitFor([&] { return !session.isLive(); });
    settle();
    page(u"compare"_s, "compare");
}

void Album::tryOut()
{
    const auto shown = [this](const QString& name) {
        auto* widget = m_window.findChild<QWidget*>(name);
        return widget && widget->isVisible() ? widget : nullptr;
    };
    if (QWidget* pad = shown(u"tryItPad"_s))
        drawThree(pad);
    else if (auto* prompt = qobject_cast<QPlainTextEdit*>(shown(u"textPrompt"_s))) {
        prompt->setPlainText(u"ROMEO:\n"_s);
        m_window.findChild<QPushButton*>(u"textWrite"_s)->click();
        const auto* view = m_window.findChild<TokenView*>();
        waitFor([&] { return view->tokenCount() >= 100; });
    } else if (auto* sentence = qobject_cast<QPlainTextEdit*>(shown(u"sentenceText"_s)))
        sentence->setPlainText(u"the movie was not good"_s);
    settle();
}

void Album::drawThree(QWidget* pad)
{
    const int side = std::min(pad->width(), pad->height());
    const QList<QPointF> three{{.32, .25}, {.45, .18}, {.60, .22}, {.64, .34}, {.56, .45}, {.46, .48},
                               {.60, .52}, {.68, .64}, {.62, .76}, {.48, .82}, {.32, .76}};
    const auto at = [&](QPointF point) {
        return QPoint((pad->width() - side) / 2, (pad->height() - side) / 2) + (point * side).toPoint();
    };
    QTest::mousePress(pad, Qt::LeftButton, {}, at(three.front()));
    for (const QPointF& point : three)
        QTest::mouseMove(pad, at(point));
    QTest::mouseRelease(pad, Qt::LeftButton, {}, at(three.back()));
    settle();
}

void Album::set(const std::string& assignment)
{
    m_window.document().edit(u"Set"_s, [&](Project& project) { applySetting(project, assignment); });
}

void Album::wear(const Look& look)
{
    speak(look.language);
    Theme::instance().setMode(look.theme);
    m_window.resize(look.size);
    m_window.findChild<QAction*>(u"textSize%1Action"_s.arg(look.textPercent))->trigger();
    settle();
}

void Album::raise(const char* place)
{
    if (QByteArray(place).endsWith("Dock"))
        m_window.raisePanel(place);
    else if (place)
        m_window.openPage(QString::fromLatin1(place));
}

void Album::page(const QString& state, const char* place, QWidget* other)
{
    raise(place);
    if (!m_states.contains(state))
        return;
    for (const Look& look : m_looks) {
        wear(look);
        if (m_window.canvas().isVisible()) { // as it would stand in a window opened at this size
            m_window.actions()["resetPanelsAction"]->trigger();
            raise(place);
            if (state.startsWith(u"steps-"_s) && state != u"steps-none"_s) // as its action makes it
                m_window.resizeDocks({m_window.findChild<QDockWidget*>(u"stepsDock"_s)}, {look.size.height() * 46 / 100},
                                     Qt::Vertical);
            settle();
            m_window.canvas().fitAll();
            settle();
        }
        if (auto* why = qobject_cast<AttributionWindow*>(other)) { // likewise
            why->resize(Theme::instance().scaled(1040), Theme::instance().scaled(600));
            settle();
        }
        const QPixmap picture = (other ? other : &m_window)->grab();
        const QString scale = picture.devicePixelRatio() > 1.0 ? u"-%1x"_s.arg(picture.devicePixelRatio()) : QString();
        const QString file = u"%1/%2-%3%4.png"_s.arg(m_folder, state, look.name, scale);
        if (!picture.save(file))
            refuse("can't write this", file);
        std::printf("%s\n", qUtf8Printable(file));
    }
}

} // namespace netsmith::pictures
