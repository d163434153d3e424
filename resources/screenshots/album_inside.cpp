#include "gui/app/window/actions.h"
#include "gui/attribution/attribution_window.h"
#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/embedding/embedding_page.h"
#include "gui/embedding/embedding_view.h"
#include "gui/explanations/explanation_panel.h"
#include "gui/plots/plot_panel.h"
#include "gui/predictions/predictions_page.h"
#include "gui/profiler/profiler_page.h"
#include "gui/profiler/profiler_session.h"
#include "gui/progress/run_actions.h"
#include "gui/runs/table/run_table.h"
#include "gui/steps/layer_table.h"
#include "gui/steps/steps_panel.h"
#include "gui/weights/weights_panel.h"
#include "resources/screenshots/album.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QTabBar>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include <algorithm>

using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace netsmith::pictures {

void Album::takeHeat()
{
    if (!m_states.contains(u"heat"_s))
        return;
    m_window.findChild<QAction*>(u"heat_timeAction"_s)->trigger();
    waitFor([this] {
        const auto measured = [this](const Node& node) { return m_window.canvas().network().node(node.id)->tint().has_value(); };
        return std::ranges::any_of(m_window.document().graph().nodes, measured);
    });
    page(u"heat"_s, "curvesDock");
    m_window.findChild<QAction*>(u"heat_noneAction"_s)->trigger();
}

void Album::takeMachine()
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

void Album::takeMoment()
{
    auto* moments = m_window.findChild<QSlider*>(u"momentSlider"_s);
    moments->setValue(0);
    page(u"moment"_s, "tryItDock");
    moments->setValue(moments->maximum());
}

void Album::takePredictions()
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

void Album::takeEmbedding()
{
    using State = EmbeddingFeed::State;
    if (std::ranges::none_of(m_states, [](const QString& state) { return state.startsWith(u"embedding"_s); }))
        return;
    m_window.openPage(u"embedding"_s);
    auto* embedding = m_window.findChild<EmbeddingPage*>();
    EmbeddingFeed& feed = embedding->feed();
    if (m_states.contains(u"embedding-stopped"_s)) {
        waitFor([&] { return feed.state() == State::placing && feed.share() > 0.2; });
        embedding->findChild<QPushButton*>(u"embeddingCancel"_s)->click();
        page(u"embedding-stopped"_s, "embedding");
        embedding->findChild<QPushButton*>(u"embeddingAgain"_s)->click();
    }
    waitFor([&] { return feed.state() == State::ready; }); // a few points are too quick to be stopped
    embedding->findChild<EmbeddingView*>()->choose(100);
    settle();
    page(u"embedding"_s, "embedding");
    embedding->findChild<QComboBox*>(u"embeddingMethod"_s)->setCurrentIndex(1);
    waitFor([&] { return feed.state() == State::ready && feed.result()->method == inspect::EmbeddingMethod::pca; });
    settle();
    page(u"embedding-pca"_s, "embedding");
    m_window.openPage(u"network"_s);
}

void Album::takeOutputs()
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

void Album::takeWeights(QWidget& detail)
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

void Album::takeWhy()
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

void Album::takeDiagnoses()
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

void Album::takeSteps()
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
    takeStepsOf(*steps);
    steps->session().end();
}

void Album::takeProfile()
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

} // namespace netsmith::pictures
