#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/inspect/layer_view.h"
#include "gui/inspect/layer_window.h"
#include "gui/tryit/drawing_pad.h"
#include "gui/widgets/number_text.h"
#include "tests/gui/app/studio_fixture.h"

#include <QAction>
#include <QLabel>
#include <QMouseEvent>
#include <QToolButton>

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
    void everyKindOfNetwork_data();
    void everyKindOfNetwork();

private:
    MainWindow& window() { return m_studio->window(); }
    Canvas& canvas() { return *m_studio->child<Canvas>("canvas"); }
    void open(const QString& sample) { m_studio->openForSteps(sample); }
    void trainAStep() { m_studio->trainAStep(); }
    /// Clicks the button on the canvas.
    void toggle() { QTest::mouseClick(m_studio->child<QToolButton>("activationsActionButton"), Qt::LeftButton); }
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

QTEST_MAIN(TestLayerOutputs)
#include "test_layer_outputs.moc"
