#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/explanations/explanation_panel.h"
#include "gui/explanations/step_picture.h"
#include "gui/explanations/step_words.h"
#include "gui/inspect/layer_view.h"
#include "gui/inspect/layer_window.h"
#include "gui/tryit/drawing_pad.h"
#include "gui/widgets/number_text.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace test_layer_outputs {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // ms

} // namespace

/// What each layer makes of a sample, on the canvas of the window.
class TestLayerOutputs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_studio = std::make_unique<StudioFixture>(); }
    void cleanup() { m_studio.reset(); }
    void withoutARunItSaysWhatToDo();
    void eachLayerShowsWhatItMakes();
    void picturesFollowThePen();
    void picturesFollowTheTraining();
    void aClickShowsALayerInDetail();
    void twoSamplesAreShownBesideEachOther();
    void aClickExplainsANumber();
    void keysAndButtonsMoveOn();
    void gatesOverTime();
    void everyLayerIsExplained_data();
    void everyLayerIsExplained();
    void everyKindOfNetwork_data();
    void everyKindOfNetwork();

private:
    MainWindow& window() { return m_studio->window(); }
    Canvas& canvas() { return *m_studio->child<Canvas>("canvas"); }
    void open(const QString& sample) { m_studio->openForSteps(sample); }
    void trainAStep() { m_studio->trainAStep(); }
    /// Clicks the button on the canvas.
    void toggle() { QTest::mouseClick(m_studio->child<QToolButton>("activationsActionButton"), Qt::LeftButton); }
    /// Opens a layer by a click on its picture.
    LayerWindow* openLayer(const char* node)
    {
        const NodeItem* item = canvas().network().node(node);
        canvas().centerOn(item);
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, canvas().mapFromScene(item->pictureRectangle().center()));
        auto* detail = window().findChild<LayerWindow*>();
        return detail && detail->isVisible() ? detail : nullptr;
    }
    static const inspect::LayerExplanation& explanationOf(const ExplanationPanel& panel) { return *panel.explanation(); }
    QImage imageOf(const char* node)
    {
        const NodeItem* item = canvas().network().node(node);
        return item && item->picture() ? item->picture()->image : QImage();
    }
    void keepPicture(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
            window().grab().save(folder + u'/' + name + u".png"_s);
    }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestLayerOutputs::withoutARunItSaysWhatToDo()
{
    open(u"mnist_mlp"_s);
    toggle();
    const auto* reason = m_studio->child<QLabel>("canvasReason");
    QVERIFY(reason->isVisible());
    QVERIFY2(reason->text().startsWith(u"Train the network, or choose a run"_s), qPrintable(reason->text()));
    QVERIFY(imageOf("dense_1").isNull());
    // Once there is one, a sample is shown without another click.
    trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(!imageOf("dense_1").isNull(), patience);
}

void TestLayerOutputs::eachLayerShowsWhatItMakes()
{
    open(u"mnist_mlp"_s);
    trainAStep();
    toggle();
    QTRY_VERIFY_WITH_TIMEOUT(!imageOf("dense_1").isNull(), patience);
    for (const Node& node : window().document().graph().nodes)
        QVERIFY2(!imageOf(node.id.c_str()).isNull(), node.id.c_str());
    QVERIFY(m_studio->child<QWidget>("pictureLegend")->isVisible());
    const QImage input = imageOf("input_1");
    QCOMPARE(input.size(), QSize(28, 28)); // the digit
    keepPicture(u"layer_outputs_mnist_mlp"_s);
    toggle();
    QVERIFY(imageOf("dense_1").isNull());
    QVERIFY(m_studio->child<QWidget>("pictureLegend")->isHidden());
    toggle(); // the same sample is still in Try it
    QTRY_COMPARE_WITH_TIMEOUT(imageOf("input_1"), input, patience);
}

void TestLayerOutputs::picturesFollowThePen()
{
    open(u"mnist_mlp"_s);
    trainAStep();
    toggle();
    QTRY_VERIFY_WITH_TIMEOUT(!imageOf("input_1").isNull(), patience);
    const QImage sample = imageOf("input_1");
    auto* pad = m_studio->child<DrawingPad>("tryItPad");
    const QPoint middle = pad->rect().center();
    QTest::mousePress(pad, Qt::LeftButton, {}, middle - QPoint(0, 60));
    for (int y = -50; y <= 60; y += 10)
        QTest::mouseMove(pad, middle + QPoint(0, y));
    QTest::mouseRelease(pad, Qt::LeftButton, {}, middle + QPoint(0, 60));
    QTRY_VERIFY_WITH_TIMEOUT(imageOf("input_1") != sample, patience);
}

void TestLayerOutputs::picturesFollowTheTraining()
{
    open(u"mnist_mlp"_s);
    trainAStep();
    toggle();
    QTRY_VERIFY_WITH_TIMEOUT(!imageOf("dense_2").isNull(), patience);
    const QImage before = imageOf("dense_2"), input = imageOf("input_1");
    window().raisePanel("propertiesDock"); // even if the sample is out of view
    window().session().goOn();
    QTRY_VERIFY_WITH_TIMEOUT(imageOf("dense_2") != before, patience);
    QCOMPARE(imageOf("input_1"), input);
    window().session().stop();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::stopped, patience);
    QVERIFY(!canvas().network().pictures().nodes.empty());
    m_studio->closeUnchanged(); // another project has none of them
    QTRY_VERIFY(canvas().network().pictures().nodes.empty());
}

/// A click on a picture opens the layer's output: all maps, and the number under the pointer.
void TestLayerOutputs::aClickShowsALayerInDetail()
{
    open(u"mnist_cnn"_s);
    trainAStep();
    toggle();
    QTRY_VERIFY_WITH_TIMEOUT(!imageOf("conv2d_1").isNull(), patience);
    const NodeItem* item = canvas().network().node("conv2d_1");
    QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, canvas().mapFromScene(item->pictureRectangle().center()));
    auto* detail = window().findChild<LayerWindow*>();
    QVERIFY(detail && detail->isVisible());
    QCOMPARE(detail->windowTitle(), u"Output of conv2d_1"_s);
    auto* view = detail->findChild<LayerView*>();
    QTRY_COMPARE_WITH_TIMEOUT(view->picture().shown, 32, patience);
    QCOMPARE(view->picture().shape, (Shape{26, 26, 32}));
    QTRY_VERIFY(view->height() > 100);
    const auto* pointed = detail->findChild<QLabel*>(u"layerPointed"_s);
    const int map = 2, row = 5, column = 20;
    const QPointF place = view->cellRectangle(map, row, column).center();
    QMouseEvent move(QEvent::MouseMove, place, view->mapToGlobal(place), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(view, &move); // the window may not be on top
    const float value = view->picture().cells[static_cast<std::size_t>((map * 26 + row) * 26 + column)];
    QTRY_COMPARE(pointed->text(), u"Map 2, row 5, column 20: %1"_s.arg(significantText(value, 4)));
    if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
        detail->grab().save(folder + u"/layer_detail.png"_s);
    // It follows another sample.
    const std::vector<float> before = view->picture().cells;
    m_studio->child<QAction>("nextSampleAction")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(view->picture().cells != before, patience);
    QTest::keyClick(detail, Qt::Key_Escape);
    QVERIFY(!detail->isVisible());
}

void TestLayerOutputs::twoSamplesAreShownBesideEachOther()
{
    open(u"mnist_cnn"_s);
    trainAStep();
    toggle();
    QTRY_VERIFY_WITH_TIMEOUT(!imageOf("conv2d_1").isNull(), patience);
    LayerWindow* detail = openLayer("conv2d_1");
    QVERIFY(detail);
    auto* view = detail->findChild<LayerView*>(u"layerView"_s);
    auto* held = detail->findChild<LayerView*>(u"heldView"_s);
    auto* hold = detail->findChild<QPushButton*>(u"layerHold"_s);
    auto* panel = detail->findChild<ExplanationPanel*>();
    QTRY_VERIFY_WITH_TIMEOUT(panel->explanation(), patience);
    QVERIFY(!held->isVisible());
    const std::vector<float> first = view->picture().cells;
    QTest::mouseClick(hold, Qt::LeftButton);
    QVERIFY(held->isVisible() && !panel->isVisible());
    QCOMPARE(held->picture().cells, first);
    const auto* apart = detail->findChild<QLabel*>(u"layerApart"_s);
    QVERIFY2(apart->text().startsWith(u"Difference: 0 "_s), qPrintable(apart->text()));
    m_studio->child<QAction>("nextSampleAction")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(view->picture().cells != first, patience);
    QCOMPARE(held->picture().cells, first);
    const std::vector<float>& second = view->picture().cells;
    double squares = 0.0, largest = 0.0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        const double by = std::abs(double{first[i]} - double{second[i]});
        squares += by * by;
        largest = std::max(largest, by);
    }
    QCOMPARE(apart->text(),
             u"Difference: %1 (root mean square), at most %2"_s.arg(
                 significantText(std::sqrt(squares / static_cast<double>(first.size()))), significantText(largest)));
    // The same colours for the same numbers.
    QCOMPARE(held->picture().summary.most, view->picture().summary.most);
    QCOMPARE(view->picture().summary.most, double{std::max(std::ranges::max(first), std::ranges::max(second))});
    for (const char* step : {"layerStep", "heldStep"})
        QCOMPARE(detail->findChild<QLabel*>(QLatin1String(step))->text(), u"After step 1"_s);
    if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
        detail->grab().save(folder + u"/layer_beside.png"_s);
    QTest::mouseClick(hold, Qt::LeftButton);
    QVERIFY(!held->isVisible() && panel->isVisible());
    QCOMPARE(view->picture().summary.most, double{std::ranges::max(second)});
}

/// A click on a number shows how it is made: the window on the digit, the products and their sum, as the engine has them.
void TestLayerOutputs::aClickExplainsANumber()
{
    open(u"mnist_cnn"_s);
    trainAStep();
    toggle();
    QTRY_VERIFY_WITH_TIMEOUT(!imageOf("conv2d_1").isNull(), patience);
    LayerWindow* detail = openLayer("conv2d_1");
    QVERIFY(detail);
    auto* panel = detail->findChild<ExplanationPanel*>();
    QTRY_VERIFY_WITH_TIMEOUT(panel->explanation(), patience);
    auto* view = detail->findChild<LayerView*>();
    // First the largest number.
    const std::vector<float>& cells = view->picture().cells;
    QCOMPARE(explanationOf(*panel).recorded, double{*std::ranges::max_element(cells)});
    QCOMPARE(*view->chosen(), explanationOf(*panel).at);

    const int map = 2, row = 5, column = 20;
    QTest::mouseClick(view, Qt::LeftButton, {}, view->cellRectangle(map, row, column).center().toPoint());
    const inspect::Place place{row, column, map};
    QCOMPARE(*view->chosen(), place);
    QTRY_COMPARE_WITH_TIMEOUT(explanationOf(*panel).at, place, patience);
    const inspect::LayerExplanation& explanation = explanationOf(*panel);
    const double value{cells[static_cast<std::size_t>((map * 26 + row) * 26 + column)]};
    QCOMPARE(explanation.recorded, value);
    QVERIFY(std::abs(explanation.result - value) < 1e-5);
    QCOMPARE(panel->findChild<QLabel*>(u"explanationNumber"_s)->text(), u"[5, 20, 2] = "_s + explainedNumber(value));
    const auto* about = panel->findChild<QLabel*>(u"explanationAbout"_s);
    QVERIFY(about->text().contains(u"small patterns"_s));
    QCOMPARE(explanation.steps.size(), std::size_t{2}); // the products and the activation
    auto* products = panel->findChild<QWidget*>(u"explanationStep0"_s);
    auto* picture = products->findChild<StepPicture*>();
    QVERIFY(picture->isVisible() && picture->writesNumbers() && picture->height() > 100);
    QCOMPARE(picture->step().terms.size(), std::size_t{9});
    double sum = picture->step().bias.value_or(0.0);
    for (const inspect::Term& term : picture->step().terms)
        sum += term.input * term.factor;
    const QString written = products->findChild<QLabel*>(u"stepEquation"_s)->text();
    QVERIFY2(written.endsWith(u" = "_s + explainedNumber(sum)), qPrintable(written));
    QVERIFY(std::abs(std::max(0.0, sum) - value) < 1e-5); // the layer has a ReLU
    QVERIFY(products->findChild<QLabel*>(u"stepMeaning"_s)->text().contains(u"window"_s));
    QVERIFY(panel->findChild<QWidget*>(u"explanationStep1"_s)->isVisible());
    if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
        detail->grab().save(folder + u"/explain_conv.png"_s);
    // It follows another sample.
    m_studio->child<QAction>("nextSampleAction")->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(explanationOf(*panel).recorded,
                              double{view->picture().cells[static_cast<std::size_t>((map * 26 + row) * 26 + column)]}, patience);
    QCOMPARE(explanationOf(*panel).at, place);
}

void TestLayerOutputs::keysAndButtonsMoveOn()
{
    open(u"mnist_cnn"_s);
    trainAStep();
    toggle();
    QTRY_VERIFY_WITH_TIMEOUT(!imageOf("max_pooling2d_1").isNull(), patience);
    LayerWindow* detail = openLayer("max_pooling2d_1");
    QVERIFY(detail);
    auto* panel = detail->findChild<ExplanationPanel*>();
    auto* view = detail->findChild<LayerView*>();
    QTRY_VERIFY_WITH_TIMEOUT(panel->explanation(), patience);
    QTest::mouseClick(view, Qt::LeftButton, {}, view->cellRectangle(0, 0, 11).center().toPoint());
    const auto isAt = [&](const inspect::Place& place) { return panel->explanation() && panel->explanation()->at == place; };
    QTRY_VERIFY_WITH_TIMEOUT(isAt({0, 11, 0}), patience);
    QVERIFY(detail->focusWidget()); // what was clicked does not keep the keys to itself
    QTest::keyClick(detail->focusWidget(), Qt::Key_Right);
    QTRY_VERIFY_WITH_TIMEOUT(isAt({0, 12, 0}), patience);
    QTest::keyClick(detail, Qt::Key_Right); // there is no further column
    QTest::keyClick(detail, Qt::Key_Down);
    QTRY_VERIFY_WITH_TIMEOUT(isAt({1, 12, 0}), patience);
    QTest::keyClick(detail, Qt::Key_PageDown);
    QTRY_VERIFY_WITH_TIMEOUT(isAt({1, 12, 1}), patience);
    QTest::mouseClick(panel->findChild<QToolButton*>(u"explanationNext"_s), Qt::LeftButton); // to the next row
    QTRY_VERIFY_WITH_TIMEOUT(isAt({2, 0, 1}), patience);
    QTest::mouseClick(panel->findChild<QToolButton*>(u"explanationPrevious"_s), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(isAt({1, 12, 1}), patience);
    const auto& terms = panel->explanation()->steps[0].terms;
    QCOMPARE(terms.size(), std::size_t{4});
    QCOMPARE(panel->explanation()->result, std::ranges::max(terms, {}, &inspect::Term::value).value);
    auto* play = panel->findChild<QToolButton*>(u"explanationPlay"_s);
    QTest::mouseClick(play, Qt::LeftButton);
    QVERIFY(panel->isPlaying());
    QTRY_VERIFY_WITH_TIMEOUT(isAt({2, 1, 1}), patience);
    QTest::mouseClick(play, Qt::LeftButton);
    QVERIFY(!panel->isPlaying());
    QTest::keyClick(detail, Qt::Key_Escape);
    QVERIFY(!detail->isVisible());
}

void TestLayerOutputs::gatesOverTime()
{
    open(u"char_lstm"_s);
    if (window().document().missingData() && window().document().analysis().errorCount() > 0)
        QSKIP("the data of char_lstm are not in NETSMITH_DATA_DIR");
    trainAStep();
    toggle();
    QTRY_VERIFY_WITH_TIMEOUT(!imageOf("lstm_1").isNull(), patience);
    LayerWindow* detail = openLayer("lstm_1");
    QVERIFY(detail);
    auto* panel = detail->findChild<ExplanationPanel*>();
    QTRY_VERIFY_WITH_TIMEOUT(panel->explanation(), patience);
    auto* view = detail->findChild<LayerView*>();
    QTest::mouseClick(view, Qt::LeftButton, {}, view->cellRectangle(0, 3, 10).center().toPoint());
    const inspect::Place place = *view->chosen();
    QTRY_COMPARE_WITH_TIMEOUT(explanationOf(*panel).at, place, patience);
    const inspect::CellPicture& cell = *explanationOf(*panel).steps.back().cell;
    QCOMPARE(cell.gates.size(), std::size_t{4});
    QCOMPARE(cell.step, place[0]);
    QCOMPARE(cell.unit, place[1]);
    const auto gate = [&](std::size_t i) { return cell.gates[i].result; };
    const double state = gate(3) * std::tanh(gate(1) * cell.cellBefore + gate(0) * gate(2));
    QVERIFY(std::abs(state - explanationOf(*panel).recorded) < 1e-5);
    const QString written = panel->findChild<QLabel*>(u"stepEquation"_s)->text();
    QVERIFY2(written.endsWith(u" = "_s + explainedNumber(state)), qPrintable(written));
    if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
        detail->grab().save(folder + u"/explain_lstm.png"_s);
}

void TestLayerOutputs::everyLayerIsExplained_data()
{
    QTest::addColumn<QString>("project");
    for (const char* project : {"mnist_cnn", "cifar_resnet", "table_classifier", "sentiment", "char_lstm", "sine_forecast"})
        QTest::newRow(project) << QString::fromLatin1(project);
}

/// Every layer of these networks is opened and has a picture of each step.
void TestLayerOutputs::everyLayerIsExplained()
{
    QFETCH(QString, project);
    open(project);
    if (window().document().missingData() && window().document().analysis().errorCount() > 0) // it would never train
        QSKIP(qPrintable(u"the data of %1 are not in NETSMITH_DATA_DIR"_s.arg(project)));
    trainAStep();
    toggle();
    const std::string last = window().document().graph().nodes.back().id;
    QTRY_VERIFY_WITH_TIMEOUT(!imageOf(last.c_str()).isNull(), patience);
    for (const Node& node : window().document().graph().nodes) {
        Q_EMIT canvas().pictureActivated(node.id);
        auto* detail = window().findChild<LayerWindow*>();
        QVERIFY(detail && detail->isVisible());
        auto* panel = detail->findChild<ExplanationPanel*>();
        QTRY_VERIFY_WITH_TIMEOUT(panel->explanation() && panel->explanation()->node == detail->layer(), patience);
        const inspect::LayerExplanation& explanation = *panel->explanation();
        QVERIFY2(std::abs(explanation.result - explanation.recorded) <= 1e-4 * std::max(1.0, std::abs(explanation.recorded)),
                 node.id.c_str());
        for (const inspect::ExplainedStep& step : explanation.steps)
            QVERIFY2(step.hasPicture() && !stepTitle(step).isEmpty() && !stepEquation(step).isEmpty()
                         && !stepMeaning(step).isEmpty(),
                     node.id.c_str());
        for (const StepPicture* picture : panel->findChildren<StepPicture*>())
            if (picture->isVisibleTo(panel))
                QVERIFY2(picture->sizeHint().height() > 0, node.id.c_str());
        if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
            detail->grab().save(folder + u"/explain_%1_%2.png"_s.arg(project, QString::fromStdString(node.id)));
    }
}

void TestLayerOutputs::everyKindOfNetwork_data()
{
    QTest::addColumn<QString>("project");
    for (const char* project : {"mnist_cnn", "cifar_resnet", "table_classifier", "sentiment", "char_lstm", "sine_forecast"})
        QTest::newRow(project) << QString::fromLatin1(project);
}

void TestLayerOutputs::everyKindOfNetwork()
{
    QFETCH(QString, project);
    open(project);
    if (window().document().missingData() && window().document().analysis().errorCount() > 0) // it would never train
        QSKIP(qPrintable(u"the data of %1 are not in NETSMITH_DATA_DIR"_s.arg(project)));
    trainAStep();
    toggle();
    const auto pictured = [&] {
        int count = 0;
        for (const Node& node : window().document().graph().nodes)
            count += imageOf(node.id.c_str()).isNull() ? 0 : 1;
        return count;
    };
    QTRY_COMPARE_WITH_TIMEOUT(pictured(), static_cast<int>(window().document().graph().nodes.size()), patience);
    keepPicture(u"layer_outputs_%1"_s.arg(project));
}

NETSMITH_WINDOW_TEST(TestLayerOutputs)

} // namespace test_layer_outputs

#include "test_layer_outputs.moc"
