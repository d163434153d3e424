#include "tests/gui/app/studio_fixture.h"

#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/training/training_words.h"
#include "gui/twin/twin_panel.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QCheckBox>
#include <QLabel>
#include <QSlider>
#include <QtTest>

namespace test_twin_in_window {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

/// How the precision twin affects the rest of the window: the colours of the network.
class TestTwinInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_data.folder().string())); }
    void init();
    void cleanup() { m_studio.reset(); }
    void coloursTheNetwork();
    void coloursAreOnTheNetworkUntilTheyAreSwitchedOff();
    void coloursGoWithTheTwin();
    void theWindowSaysThatItTrains();

private:
    MainWindow& window() { return m_studio->window(); }
    TwinPanel& panel() { return *m_studio->child<TwinPanel>("twinPanel"); }
    NetworkScene& network() { return window().canvas().network(); }
    bool isColoured() { return network().tint().has_value(); }
    /// Starts a twin and waits for this many measurements.
    void start(std::size_t moments);

    SmallTraining m_data;
    std::unique_ptr<StudioFixture> m_studio;
};

void TestTwinInWindow::init()
{
    m_studio = std::make_unique<StudioFixture>();
    const QString path = m_studio->path(u"small.netsmith"_s);
    QVERIFY(saveProject(smallProject(1000), path.toStdString()).hasValue());
    window().files().open(path);
    awaitFiles(window());
    window().openPage(u"twin"_s);
    QTRY_VERIFY(panel().isVisible());
}

void TestTwinInWindow::start(std::size_t moments)
{
    m_studio->press("twinStart");
    QTRY_VERIFY_WITH_TIMEOUT(panel().session().moments().size() >= moments, 60000);
}

void TestTwinInWindow::coloursTheNetwork()
{
    QVERIFY(!isColoured());
    start(3);
    m_studio->press("twinPause");
    QTRY_VERIFY(!panel().session().isSlicing());
    QVERIFY(isColoured());
    const NodeItem& dense = *network().node("dense_1");
    QVERIFY(dense.tint());
    QVERIFY2(dense.tint()->details.startsWith(u"Δ "_s), qPrintable(dense.tint()->details));
    QVERIFY(!network().node("input_1")->tint()); // no gradient arrives there
    savePictures(window(), u"window-twin"_s);
    window().openPage(u"network"_s);
    QTRY_VERIFY(m_studio->child<QWidget>("canvasLegend")->isVisible());
    savePictures(window(), u"window-twin-colours"_s);

    // The colours are those of the moment shown.
    auto* slider = m_studio->child<QSlider>("twinSlider");
    const auto differenceAt = [&](int at) {
        slider->setValue(at);
        return *dense.tint();
    };
    const auto& moments = panel().session().moments();
    for (const int at : {0, slider->maximum()}) {
        const auto& layers = moments[static_cast<std::size_t>(at)].layers;
        const double difference = std::ranges::find(layers, "dense_1", &twin::TwinLayer::node)->stepDifference();
        const NodeTint tint = differenceAt(at);
        QCOMPARE(tint.step, difference < 1e-4 ? 0 : difference < 1e-3 ? 1 : difference < 1e-2 ? 2 : difference < 0.1 ? 3 : 4);
        QVERIFY(tint.level > 0.0 && tint.level < 1.0);
    }
}

void TestTwinInWindow::coloursAreOnTheNetworkUntilTheyAreSwitchedOff()
{
    start(1);
    QTRY_VERIFY(isColoured());
    window().openPage(u"network"_s);
    QTRY_VERIFY(m_studio->child<QWidget>("canvasLegend")->isVisible());
    QVERIFY(isColoured());
    window().openPage(u"twin"_s);
    auto* box = m_studio->child<QCheckBox>("twinColours");
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    QVERIFY(!isColoured());
    window().openPage(u"network"_s);
    QVERIFY(!m_studio->child<QWidget>("canvasLegend")->isVisible());
    box->click();
    QTRY_VERIFY(isColoured());
}

void TestTwinInWindow::coloursGoWithTheTwin()
{
    start(1);
    m_studio->press("twinStart"); // stops it; the measurements stay
    QVERIFY(isColoured());
    window().document().reset(smallProject(2), {});
    QVERIFY(!isColoured());
}

/// And not that nothing is running.
void TestTwinInWindow::theWindowSaysThatItTrains()
{
    const auto memory = [this] {
        auto* fact = m_studio->child<QLabel>("runMemoryFact");
        return fact ? fact->text() : QString();
    };
    window().raisePanel("deviceDock");
    QTRY_COMPARE(memory(), u"none used by training"_s);
    start(1);
    QCOMPARE(headlineOf(window().session()).state, u"The twin is training"_s);
    QTRY_COMPARE(memory(), u"used by the twin"_s);
    m_studio->press("twinStart");
    QCOMPARE(headlineOf(window().session()).state, u"Ready"_s);
    QTRY_COMPARE(memory(), u"none used by training"_s);
}

NETSMITH_WINDOW_TEST(TestTwinInWindow)

} // namespace test_twin_in_window

#include "test_twin_in_window.moc"
