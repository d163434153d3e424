#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/inspect/layer_view.h"
#include "gui/inspect/layer_window.h"
#include "gui/tryit/table_panel.h"
#include "gui/widgets/controls/plane_view.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QToolButton>

#include <set>

namespace test_playground {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // ms

} // namespace

/// Networks of one or two numbers: what they make of every place, beside the data and at each layer.
class TestPlayground : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_studio = std::make_unique<StudioFixture>(); }
    void cleanup() { m_studio.reset(); }
    void theSurfaceIsBehindThePoints();
    void aClickAsksThere();
    void theSurfaceFollowsTheTraining();
    void eachUnitHasItsSurface();
    void aCurveIsFitted();
    void otherNetworksHaveNone();

private:
    MainWindow& window() { return m_studio->window(); }
    Canvas& canvas() { return *m_studio->child<Canvas>("canvas"); }
    PlaneView& plane() { return *m_studio->child<PlaneView>("tablePlane"); }
    void open(const QString& sample)
    {
        m_studio->openForSteps(sample);
        window().raisePanel("tryItDock");
    }
    void trainAStep() { m_studio->trainAStep(); }
    QImage picture() { return plane().grab().toImage(); }
    QString field(int index)
    {
        return m_studio->child<QLineEdit>((QByteArray("tableField") + QByteArray::number(index)).constData())->text();
    }
    QImage imageOf(const char* node)
    {
        const NodeItem* item = canvas().network().node(node);
        return item && item->picture() ? item->picture()->image : QImage();
    }
    void toggleOutputs() { QTest::mouseClick(m_studio->child<QToolButton>("activationsActionButton"), Qt::LeftButton); }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestPlayground::theSurfaceIsBehindThePoints()
{
    open(u"points"_s);
    QVERIFY(!plane().isVisible()); // there is no network yet
    trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(plane().isVisible(), patience);
    QVERIFY(!plane().isCurve());
    // The place that is asked about at first, and its answer.
    QTRY_COMPARE(field(0), u"0"_s);
    // The ground has many shades once the network has answered.
    const auto shades = [&] {
        const QImage image = picture();
        std::set<QRgb> colors;
        for (int y = 0; y < image.height(); y += 4)
            for (int x = 0; x < image.width(); x += 4)
                colors.insert(image.pixel(x, y));
        return colors.size();
    };
    QTRY_VERIFY_WITH_TIMEOUT(shades() > 100, patience);
    // Both moons are in view: they reach from −1.5 to 1.5.
    const QRectF seen(plane().rect());
    for (const QPointF corner : {QPointF(-1.5, -0.7), QPointF(1.5, 0.7)})
        QVERIFY(seen.contains(plane().placeOf(corner)));
}

void TestPlayground::aClickAsksThere()
{
    open(u"points"_s);
    trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(plane().isVisible(), patience);
    QSignalSpy answered(&window().session(), &TrainingSession::answered);
    QTest::mouseClick(&plane(), Qt::LeftButton, {}, plane().placeOf({1.0, -0.5}).toPoint());
    QVERIFY(std::abs(field(0).toDouble() - 1.0) < 0.05 && std::abs(field(1).toDouble() + 0.5) < 0.05);
    QTRY_VERIFY_WITH_TIMEOUT(!answered.isEmpty(), patience);
    // And a number that is typed moves the mark.
    auto* first = m_studio->child<QLineEdit>("tableField0");
    const QImage before = picture();
    first->selectAll();
    QTest::keyClicks(first, u"-1"_s);
    QTRY_VERIFY(picture() != before);
}

void TestPlayground::theSurfaceFollowsTheTraining()
{
    open(u"points"_s);
    QSignalSpy answered(&window().session(), &TrainingSession::answered);
    trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(plane().isVisible() && !answered.isEmpty(), patience);
    const QImage before = picture();
    window().session().setStepsPerLaunch(0);
    window().session().goOn();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::finished, patience);
    QTRY_VERIFY_WITH_TIMEOUT(picture() != before, patience);
}

void TestPlayground::eachUnitHasItsSurface()
{
    open(u"points"_s);
    trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(plane().isVisible(), patience);
    toggleOutputs();
    QTRY_VERIFY_WITH_TIMEOUT(!imageOf("dense_1").isNull(), patience);
    QTRY_COMPARE(m_studio->child<QWidget>("pictureLegend")->accessibleName(),
                 u"Units for all inputs, each layer on its own scale"_s);
    const NodeItem* item = canvas().network().node("dense_1");
    QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, canvas().mapFromScene(item->pictureRectangle().center()));
    auto* detail = window().findChild<LayerWindow*>();
    QVERIFY(detail && detail->isVisible());
    auto* view = detail->findChild<LayerView*>();
    QTRY_COMPARE_WITH_TIMEOUT(view->picture().shape, (Shape{48, 48, 8}), patience);
    // A tanh of the coordinates: each unit is monotonous along a row.
    const std::vector<float>& cells = view->picture().cells;
    for (std::size_t unit = 0; unit < 8; ++unit) {
        const float* row = cells.data() + unit * 48 * 48 + 20 * 48;
        const bool rises = row[47] > row[0];
        for (int x = 1; x < 48; ++x)
            QVERIFY((row[x] >= row[x - 1]) == rises || row[x] == row[x - 1]);
    }
    const QPointF place = view->cellRectangle(3, 10, 20).center();
    QMouseEvent move(QEvent::MouseMove, place, view->mapToGlobal(place), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(view, &move);
    const auto* pointed = detail->findChild<QLabel*>(u"layerPointed"_s);
    QTRY_VERIFY2(pointed->text().startsWith(u"Unit 3 at ("_s), qPrintable(pointed->text()));
}

void TestPlayground::aCurveIsFitted()
{
    open(u"curve"_s);
    trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(plane().isVisible(), patience);
    QVERIFY(plane().isCurve());
    QTest::mouseClick(&plane(), Qt::LeftButton, {}, plane().rect().center());
    QVERIFY(!field(0).isEmpty());
    const QImage before = picture();
    window().session().setStepsPerLaunch(0);
    window().session().goOn();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::finished, patience);
    QTRY_VERIFY_WITH_TIMEOUT(picture() != before, patience);
    toggleOutputs();
    QTRY_VERIFY_WITH_TIMEOUT(!imageOf("dense_1").isNull(), patience);
    QCOMPARE(imageOf("dense_1").width(), 124); // a strip, from left to right
}

void TestPlayground::otherNetworksHaveNone()
{
    open(u"points"_s);
    trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(plane().isVisible(), patience);
    window().session().stop();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::stopped, patience);
    m_studio->closeUnchanged();
    open(u"table_classifier"_s);
    trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<TablePanel>("tablePanel")->isVisible(), patience);
    QVERIFY(!plane().isVisible());
}

NETSMITH_WINDOW_TEST(TestPlayground)

} // namespace test_playground

#include "test_playground.moc"
