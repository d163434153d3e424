#include "engine/graph/blocks/blocks.h"
#include "engine/graph/project/project_hash.h"
#include "engine/runs/store/run_label.h"
#include "gui/app/files/project_files.h"
#include "gui/app/language.h"
#include "gui/app/studio.h"
#include "gui/app/window/actions.h"
#include "gui/attribution/attribution_window.h"
#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/compare/compare_panel.h"
#include "gui/document/block_commands.h"
#include "gui/embedding/embedding_page.h"
#include "gui/embedding/embedding_view.h"
#include "gui/explanations/explanation_panel.h"
#include "gui/plots/plot_panel.h"
#include "gui/predictions/predictions_page.h"
#include "gui/profiler/profiler_page.h"
#include "gui/profiler/profiler_session.h"
#include "gui/progress/run_actions.h"
#include "gui/runs/runs_panel.h"
#include "gui/runs/table/run_table.h"
#include "gui/steps/layer_table.h"
#include "gui/steps/steps_panel.h"
#include "gui/training/preflight_outcome.h"
#include "gui/tryit/token_view.h"
#include "gui/twin/twin_panel.h"
#include "gui/weights/weights_panel.h"
#include "gui/widgets/icon.h"
#include "resources/screenshots/runs_to_show.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 600000; // milliseconds, for what a slow machine trains
constexpr int settling = 400; // milliseconds, for docks that move and what is drawn later

[[noreturn]] void refuse(const char* sentence, const QString& what)
{
    std::fprintf(stderr, "netsmith_pictures: %s: %s\n", sentence, qUtf8Printable(what));
    std::exit(1);
}

/// One way to see the window, as its file's name tells it: "dark-en-1280x720", at twice the text size "dark-en-1280x720-200".
struct Look {
    QString name;
    Theme::Mode theme;
    QString language;
    QSize size;
    int textPercent;
};

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

/// Leads one window through its states and takes a picture of each in every look.
class Album {
public:
    Album(QString folder, QStringList states, QList<Look> looks)
        : m_folder(std::move(folder))
        , m_states(std::move(states))
        , m_looks(std::move(looks))
        , m_studio(m_preferences, {.autosave = {}, .untitledRuns = m_home.filePath(u"runs"_s), .dataDir = {}})
        , m_window(m_studio.openWindow())
    {
    }

    void take(const QString& sample, int epochs)
    {
        page(u"start"_s, nullptr);
        m_window.files().openSample(sample);
        waitFor([this] { return m_window.canvas().isVisible(); });
        set("training.epochs=" + std::to_string(epochs));
        page(u"predictions-none"_s, "predictions");
        page(u"embedding-none"_s, "embedding");
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
        if (std::ranges::any_of(m_states, [](const QString& state) {
                return QStringList{u"pre-flight"_s, u"heat"_s,          u"training"_s, u"finished"_s, u"runs"_s,     u"try-it"_s,
                                   u"outputs"_s,    u"output-detail"_s, u"moment"_s,   u"machine"_s,  u"run-card"_s, u"costs"_s}
                           .contains(state)
                    || state.startsWith(u"predictions-"_s) || state.startsWith(u"explain-"_s) || state.startsWith(u"weights-"_s)
                    || state.startsWith(u"why"_s) || (state.startsWith(u"embedding"_s) && state != u"embedding-none"_s);
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

    /// The table of runs: of a project that was never trained, of one with many runs, chosen among, grouped and compared.
    void takeRuns(const QString& sample)
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

private:
    /// A block that stands in the network, as it is chosen and as it is open; of a sample that has one.
    void takeBlock()
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

    /// The layer between pictures and vectors is missing.
    void takeError()
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

    void takeRun()
    {
        TrainingSession& session = m_window.session();
        m_window.runActions().runAction()->trigger();
        waitFor(
            [&] { return session.state() == TrainingState::preFlight && session.preflight() && session.preflight()->complete; });
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
        m_window.raisePanel("deviceDock");
    }

    /// The layers coloured by the time they take.
    void takeHeat()
    {
        if (!m_states.contains(u"heat"_s))
            return;
        m_window.findChild<QAction*>(u"heat_timeAction"_s)->trigger();
        waitFor([this] {
            const auto measured = [this](const Node& node) {
                return m_window.canvas().network().node(node.id)->tint().has_value();
            };
            return std::ranges::any_of(m_window.document().graph().nodes, measured);
        });
        page(u"heat"_s, "curvesDock");
        m_window.findChild<QAction*>(u"heat_noneAction"_s)->trigger();
    }

    /// The machine beside the loss; the run's card, and what it counts with.
    void takeMachine()
    {
        if (m_states.contains(u"machine"_s)) {
            const auto* curves = m_window.findChild<QWidget*>(u"curvesDock"_s); // Compare has such plots, too
            auto* plots = curves->findChild<PlotPanel*>();
            auto* axis = curves->findChild<QComboBox*>(u"plotAxis"_s);
            axis->setCurrentIndex(2);
            plots->chooseMachine({"machine/throughput", "machine/utilization", "machine/memory", "machine/power"}, true);
            page(u"machine"_s, "curvesDock");
            plots->chooseMachine({}, true);
            axis->setCurrentIndex(0);
        }
        if (!m_states.contains(u"run-card"_s) && !m_states.contains(u"costs"_s))
            return;
        m_window.raisePanel("runsDock");
        auto* table = m_window.findChild<RunTable*>();
        waitFor([&] { return table->model()->rowCount() > 0; });
        table->setCurrentIndex(table->model()->index(0, RunTableModel::columnOf("name")));
        m_window.findChild<QToolButton*>(u"cardOfRunButton"_s)->click();
        auto* text = m_window.findChild<QTextBrowser*>(u"runCardText"_s);
        waitFor([&] { return !text->toPlainText().isEmpty(); });
        auto* card = m_window.findChild<QWidget*>(u"runCardWindow"_s);
        card->resize(640, 1000); // with its energy
        page(u"run-card"_s, nullptr, card);
        m_window.findChild<QPushButton*>(u"runCardCosts"_s)->click();
        auto* costs = m_window.findChild<QWidget*>(u"costsWindow"_s);
        settle();
        page(u"costs"_s, nullptr, costs);
        costs->close();
        card->close();
    }

    /// The oldest kept checkpoint of the run.
    void takeMoment()
    {
        auto* moments = m_window.findChild<QSlider*>(u"momentSlider"_s);
        moments->setValue(0);
        page(u"moment"_s, "tryItDock");
        moments->setValue(moments->maximum());
    }

    /// Each view of what is predicted: "predictions-confusion", "predictions-classes", …
    void takePredictions()
    {
        m_window.openPage(u"predictions"_s);
        auto* predictions = m_window.findChild<PredictionsPage*>();
        waitFor([predictions] { return predictions->feed().state() == PredictionsFeed::State::ready; });
        for (const char* view : {"confusion", "classes", "curves", "calibration", "values"}) {
            const QString name = QString::fromLatin1(view);
            auto* button = predictions->findChild<QToolButton*>(name + u"Button"_s);
            if (!button->isVisible())
                continue;
            button->click();
            page(u"predictions-"_s + name, "predictions");
        }
        m_window.openPage(u"network"_s);
    }

    /// The points of a layer while they move and at rest, by both methods.
    void takeEmbedding()
    {
        using State = EmbeddingFeed::State;
        if (std::ranges::none_of(m_states, [](const QString& state) { return state.startsWith(u"embedding"_s); }))
            return;
        m_window.openPage(u"embedding"_s);
        auto* embedding = m_window.findChild<EmbeddingPage*>();
        EmbeddingFeed& feed = embedding->feed();
        waitFor([&] { return feed.state() == State::placing && feed.share() > 0.2; });
        embedding->findChild<QPushButton*>(u"embeddingCancel"_s)->click();
        page(u"embedding-stopped"_s, "embedding");
        embedding->findChild<QPushButton*>(u"embeddingAgain"_s)->click();
        waitFor([&] { return feed.state() == State::ready; });
        embedding->findChild<EmbeddingView*>()->choose(100);
        settle();
        page(u"embedding"_s, "embedding");
        embedding->findChild<QComboBox*>(u"embeddingMethod"_s)->setCurrentIndex(1);
        waitFor([&] { return feed.state() == State::ready && feed.result()->method == inspect::EmbeddingMethod::pca; });
        settle();
        page(u"embedding-pca"_s, "embedding");
        m_window.openPage(u"network"_s);
    }

    /// What each layer makes of the drawing, and the largest of them in detail.
    void takeOutputs()
    {
        QAction* outputs = m_window.actions()["activationsAction"];
        outputs->trigger();
        const auto pictured = [this](const Node& node) { return m_window.canvas().network().node(node.id)->picture().has_value(); };
        waitFor([&] { return std::ranges::all_of(m_window.document().graph().nodes, pictured); });
        page(u"outputs"_s, "tryItDock");
        Q_EMIT m_window.canvas().pictureActivated(m_window.document().graph().nodes[1].id);
        auto* detail = m_window.findChild<QWidget*>(u"layerWindow"_s);
        settle();
        page(u"output-detail"_s, nullptr, detail);
        // "explain-conv2d_1": how the largest number of that layer is made.
        for (const QString& state : m_states)
            if (state.startsWith(u"explain-"_s)) {
                const std::string layer = state.mid(8).toStdString();
                Q_EMIT m_window.canvas().pictureActivated(layer);
                auto* panel = detail->findChild<ExplanationPanel*>();
                waitFor([&] { return panel->explanation() && panel->explanation()->node == layer; });
                settle();
                page(state, nullptr, detail);
            }
        takeWeights(*detail);
        detail->close();
        outputs->trigger();
    }

    /// "weights-conv2d_1": what that layer has learned; of an embedding also what is near a token.
    void takeWeights(QWidget& detail)
    {
        for (const QString& state : m_states) {
            if (!state.startsWith(u"weights-"_s) || state == u"weights-more"_s)
                continue;
            Q_EMIT m_window.canvas().pictureActivated(state.mid(8).toStdString());
            detail.findChild<QTabBar*>(u"layerTabs"_s)->setCurrentIndex(1);
            const WeightsFeed& feed = detail.findChild<WeightsPanel*>()->feed();
            waitFor([&] { return feed.shown() && feed.history() && (feed.spectra() || feed.spectraWait()); });
            if (feed.shown()->numbers().facts.use == inspect::WeightUse::table) {
                detail.findChild<QLineEdit*>(u"neighborWord"_s)->setText(u"#20"_s);
                waitFor([&] { return feed.found() && feed.found()->neighbors; });
            }
            settle();
            page(state, nullptr, &detail);
        }
        // Below them what needs scrolling: "weights-more" of the last one.
        auto* bar = detail.findChild<QScrollArea*>(u"weightsSide"_s)->verticalScrollBar();
        bar->setValue(bar->maximum());
        settle();
        page(u"weights-more"_s, nullptr, &detail);
    }

    /// "why-saliency": what the network looked at in what is tried, by that method; "why": by the one that suits it.
    void takeWhy()
    {
        if (std::ranges::none_of(m_states, [](const QString& state) { return state.startsWith(u"why"_s); }))
            return;
        m_window.findChild<QToolButton*>(u"tryItWhy"_s)->click();
        auto* why = m_window.findChild<AttributionWindow*>();
        AttributionFeed& feed = why->feed();
        const auto rests = [&] { return feed.state() != AttributionFeed::State::working; };
        waitFor(rests);
        settle();
        page(u"why"_s, nullptr, why);
        for (int i = 0; i < inspect::attributionMethods; ++i) {
            const auto method = static_cast<inspect::AttributionMethod>(i);
            const QString state = u"why-"_s + QString::fromStdString(std::string(idOf(method)));
            if (!m_states.contains(state))
                continue;
            AttributionWishes wishes = feed.wishes();
            wishes.method = method;
            feed.setWishes(wishes);
            waitFor(rests);
            settle();
            page(state, nullptr, why);
        }
        why->close();
    }

    void takeFailure()
    {
        TrainingSession& session = m_window.session();
        set("optimizer=sgd");
        set("optimizer.learning_rate=1e6");
        session.startAtOnce();
        waitFor([&] { return session.state() == TrainingState::failed || session.state() == TrainingState::finished; });
        page(u"failed"_s, "curvesDock");
    }

    /// A network that has several things wrong with it.
    void takeDiagnoses()
    {
        TrainingSession& session = m_window.session();
        session.stop();
        waitFor([&] { return !session.isLive(); });
        for (const char* setting :
             {"data.divide=1", "training.batch=1", "optimizer=sgd", "optimizer.learning_rate=1000", "training.precision=fp32"})
            set(setting);
        m_window.raisePanel("doctorDock");
        session.startAtOnce();
        waitFor([&] {
            return session.snapshot().diagnoses && (session.state() == TrainingState::failed || session.snapshot().step > 200);
        });
        page(u"doctor"_s, "doctorDock");
    }

    /// A batch on its way through the network: forward, its loss after a weight was changed, back, and the update.
    void takeSteps()
    {
        TrainingSession& training = m_window.session();
        training.stop();
        waitFor([&] { return !training.isLive(); });
        m_window.raisePanel("stepsDock");
        auto* steps = m_window.findChild<StepsPanel*>();
        const auto click = [&](const char* button) { steps->findChild<QPushButton*>(QString::fromLatin1(button))->click(); };
        click("stepsBegin");
        waitFor([&] { return steps->session().state() == StepsSession::State::ready; });
        auto* view = steps->findChild<QAbstractItemView*>(u"stepsTable"_s);
        const auto goTo = [&](StepWay way, int number) {
            while (steps->stage()->way != way || steps->stage()->number < number)
                click("stepsNext");
            view->setCurrentIndex(steps->table().index(1, 1));
            settle();
        };
        goTo(StepWay::forward, 2);
        page(u"steps-forward"_s, "stepsDock");
        goTo(StepWay::loss, 1);
        page(u"steps-loss"_s, "stepsDock");
        goTo(StepWay::back, 2);
        page(u"steps-back"_s, "stepsDock");
        goTo(StepWay::update, 1);
        page(u"steps-update"_s, "stepsDock");
        click("stepsFirst");
        goTo(StepWay::forward, 3);
        if (const auto place = steps->table().weightAt(steps->table().index(1, 1)))
            steps->session().setWeight(*place, 1.0);
        waitFor([&] { return !steps->session().isComputing(); });
        settle();
        page(u"steps-edited"_s, "stepsDock");
        steps->session().end();
    }

    /// A step taken apart: what is in view, and the whole page.
    void takeProfile()
    {
        TrainingSession& session = m_window.session();
        session.stop();
        waitFor([&] { return !session.isLive(); });
        m_window.openPage(u"profiler"_s);
        auto* profiler = m_window.findChild<ProfilerPage*>();
        profiler->session().start();
        waitFor([&] { return !profiler->session().isBusy(); });
        page(u"profiler"_s, "profiler");
        page(u"profiler-whole"_s, "profiler", profiler);
    }

    /// FP32 beside a lower precision, some moments on.
    void takeTwin(const QString& state, const QString& precision)
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

    /// What is compared where nobody chose, trained to its end.
    void takeComparison()
    {
        m_window.findChild<TwinPanel*>()->session().stop();
        m_window.findChild<QPushButton*>(u"compareStart"_s)->click();
        const CompareSession& session = m_window.findChild<ComparePanel*>()->session();
        waitFor([&] { return !session.isLive(); });
        settle();
        page(u"compare"_s, "compare");
    }

    /// What the network was made for: digits, texts, sentences or series.
    void tryOut()
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

    /// With the mouse, as a person draws it.
    void drawThree(QWidget* pad)
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

    void set(const std::string& assignment)
    {
        m_window.document().edit(u"Set"_s, [&](Project& project) { applySetting(project, assignment); });
    }

    template <class Condition>
    void waitFor(const Condition& condition)
    {
        if (!QTest::qWaitFor(condition, patience))
            refuse("this did not come about", u"a state of the window"_s);
    }

    static void settle() { QTest::qWait(settling); }

    void wear(const Look& look)
    {
        speak(look.language);
        Theme::instance().setMode(look.theme);
        m_window.resize(look.size);
        m_window.findChild<QAction*>(u"textSize%1Action"_s.arg(look.textPercent))->trigger();
        settle();
    }

    /// A panel, on top of those that it shares a place with, or a page of the window's middle.
    void raise(const char* place)
    {
        if (QByteArray(place).endsWith("Dock"))
            m_window.raisePanel(place);
        else if (place)
            m_window.openPage(QString::fromLatin1(place));
    }

    /// `place`: what the picture is of, if not the window as it is; `other`: another window to take it of.
    void page(const QString& state, const char* place, QWidget* other = nullptr)
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
                    m_window.resizeDocks({m_window.findChild<QDockWidget*>(u"stepsDock"_s)}, {look.size.height() * 42 / 100},
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

    QString m_folder;
    QStringList m_states;
    QList<Look> m_looks;
    QTemporaryDir m_home;
    Preferences m_preferences{QString()};
    Studio m_studio;
    MainWindow& m_window;
};

} // namespace

/// netsmith_pictures FOLDER SAMPLE EPOCHS STATE,STATE… LOOK…
int main(int argc, char* argv[])
{
    const auto isUnset = [](const char* name) { return qEnvironmentVariableIsEmpty(name); };
    if (isUnset("DISPLAY") && isUnset("WAYLAND_DISPLAY") && isUnset("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen"); // no picture needs a display
    QCoreApplication::setApplicationName(u"netsmith"_s);
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() < 6)
        refuse("expected", u"FOLDER SAMPLE EPOCHS STATE,STATE... LOOK..."_s);
    const int epochs = arguments[3].toInt();
    if (epochs < 1)
        refuse("expected a number of epochs from 1 up, not", arguments[3]);
    QList<Look> looks;
    for (const QString& name : arguments.mid(5))
        looks << lookFrom(name);
    if (!QDir().mkpath(arguments[1]))
        refuse("can't make this folder", arguments[1]);
    QApplication::setApplicationDisplayName(u"Netsmith"_s);
    QApplication::setWindowIcon(icon(u"netsmith"_s, Token::accent));
    speak(looks.front().language);
    Theme::instance().setMode(looks.front().theme);
    Theme::instance().apply();
    const QString sample = QFileInfo(arguments[2]).absoluteFilePath();
    const QStringList states = arguments[4].split(u',');
    const QStringList ofRuns = states.filter(u"runs-"_s);
    if (ofRuns.size() < states.size())
        Album(arguments[1], states, looks).take(sample, epochs);
    if (!ofRuns.isEmpty())
        Album(arguments[1], states, looks).takeRuns(sample);
    return 0;
}
