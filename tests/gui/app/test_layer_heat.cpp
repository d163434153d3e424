#include "engine/backend/loader.h"
#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace test_layer_heat {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // ms

} // namespace

/// The layers coloured by what training costs and changes, in the window.
class TestLayerHeat : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_studio = std::make_unique<StudioFixture>(); }
    void cleanup() { m_studio.reset(); }
    void withoutARunItSaysWhatToDo();
    void everyQuantityIsShown();
    void itFollowsTheTraining();
    void anotherProjectHasNone();

private:
    MainWindow& window() { return m_studio->window(); }
    Canvas& canvas() { return *m_studio->child<Canvas>("canvas"); }
    void open(const QString& sample) { m_studio->openForSteps(sample); }
    void trainAStep() { m_studio->trainAStep(); }
    void choose(const char* heat);
    const NodeTint* tintOf(const char* node)
    {
        const NodeItem* item = canvas().network().node(node);
        return item && item->tint() ? &*item->tint() : nullptr;
    }
    QString legend() { return m_studio->child<QWidget>("canvasLegend")->accessibleName(); }

    std::unique_ptr<StudioFixture> m_studio;
};

/// From the menu that the button on the canvas opens.
void TestLayerHeat::choose(const char* heat)
{
    auto* button = m_studio->child<QToolButton>("heatMenuActionButton");
    QVERIFY(button->isVisible());
    QCOMPARE(button->popupMode(), QToolButton::InstantPopup);
    QAction* action = m_studio->child<QAction>((QByteArray("heat_") + heat + "Action").constData());
    QVERIFY(button->defaultAction()->menu<QMenu*>()->actions().contains(action));
    action->trigger();
    QVERIFY(action->isChecked());
}

void TestLayerHeat::withoutARunItSaysWhatToDo()
{
    open(u"mnist_mlp"_s);
    choose("time");
    const auto* reason = m_studio->child<QLabel>("canvasReason");
    QVERIFY(reason->isVisible());
    QVERIFY2(reason->text().startsWith(u"Train the network"_s), qPrintable(reason->text()));
    QCOMPARE(legend(), u"Time of a batch: forward + backward"_s);
    QVERIFY(!tintOf("dense_1"));
    trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(tintOf("dense_1"), patience);
    choose("none");
    QVERIFY(!tintOf("dense_1"));
    QVERIFY(m_studio->child<QWidget>("canvasLegend")->isHidden());
}

/// Switched on while the run is paused, and then for a step that changes the weights.
void TestLayerHeat::everyQuantityIsShown()
{
    open(u"mnist_cnn"_s);
    trainAStep();
    choose("time");
    QTRY_VERIFY_WITH_TIMEOUT(tintOf("conv2d_2"), patience);
    double shares = 0.0;
    for (const Node& node : window().document().graph().nodes)
        if (const NodeTint* tint = tintOf(node.id.c_str()))
            shares += tint->level;
    QVERIFY2(shares > 0.9 && shares < 1.0 + 1e-9, qPrintable(QString::number(shares)));
    QVERIFY(tintOf("conv2d_2")->level > tintOf("dense_2")->level);
    QVERIFY2(tintOf("conv2d_2")->details.contains(u" + "_s), qPrintable(tintOf("conv2d_2")->details));
    QVERIFY(tintOf("input_1") && !tintOf("input_1")->details.contains(u" + "_s)); // nothing goes back to it
    QCOMPARE(tintOf("flatten_1") != nullptr, !backendFor("cpu")); // only the reference copies for it
    choose("update");
    QVERIFY(!tintOf("conv2d_2")); // no step was measured yet
    trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(tintOf("conv2d_2"), patience);
    QVERIFY(tintOf("conv2d_2")->step >= 3); // Adam's first steps: more than a thousandth of the weights
    QVERIFY(!tintOf("max_pooling2d_1"));
    for (const char* heat : {"flops", "bytes", "gradient"}) {
        choose(heat);
        QVERIFY2(tintOf("conv2d_1") && !tintOf("conv2d_1")->details.isEmpty(), heat);
    }
    choose("dead");
    QVERIFY(tintOf("dense_1") && !tintOf("dense_2"));
    choose("saturated");
    QVERIFY(tintOf("dense_2") && !tintOf("dense_1"));
    if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
        for (const char* heat : {"time", "gradient", "update", "dead"}) {
            choose(heat);
            window().grab().save(folder + u"/heat_"_s + QString::fromLatin1(heat) + u".png"_s);
        }
}

void TestLayerHeat::itFollowsTheTraining()
{
    open(u"mnist_mlp"_s);
    trainAStep();
    choose("gradient");
    trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(tintOf("dense_1"), patience);
    const QString before = tintOf("dense_1")->details;
    window().session().goOn();
    QTRY_VERIFY_WITH_TIMEOUT(tintOf("dense_1")->details != before, patience);
    window().session().stop();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::stopped, patience);
    QVERIFY(tintOf("dense_1")); // of the last moment
    window().session().setStepsPerLaunch(0);
}

void TestLayerHeat::anotherProjectHasNone()
{
    open(u"mnist_mlp"_s);
    trainAStep();
    choose("time");
    QTRY_VERIFY_WITH_TIMEOUT(tintOf("dense_1"), patience);
    window().session().stop();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::stopped, patience);
    m_studio->closeUnchanged();
    open(u"mnist_cnn"_s);
    QVERIFY(!tintOf("dense_1"));
}

NETSMITH_WINDOW_TEST(TestLayerHeat)

} // namespace test_layer_heat

#include "test_layer_heat.moc"
