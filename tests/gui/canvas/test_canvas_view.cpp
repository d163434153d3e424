#include "gui/canvas/overlays/minimap.h"
#include "tests/gui/canvas/canvas_fixture.h"

#include "gui/widgets/theme.h"
#include "tests/test_program.h"

#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QToolButton>

namespace test_canvas_view {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The view of the network: zoom, pan, fit, with mouse, touchpad and buttons.
class TestCanvasView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<CanvasFixture>();
        m->openChain();
    }
    void cleanup()
    {
        Theme::instance().setTextPercent(100);
        m.reset();
    }

    void theWheelZoomsAtThePointer();
    void zoomHasLimits();
    void twoFingersPan();
    void twoFingersWithControlZoom();
    void pinchingZooms();
    void theMiddleButtonPans();
    void spacePans();
    void panningLeavesTheDocumentAlone();
    void theZoomBar();
    void aNewProjectIsShownWhole();
    void theWholeStaysWholeUntilItIsTouched();
    void aBarLeavesTheZoom();
    void namesAreReadLongest();
    void theMinimapShowsAnotherPart();
    void textSizeEnlargesTheNetwork();
    void revealingBringsIntoView();
    void everyControlHasANameToRead();

private:
    QPointF shown(QPoint place) { return m->canvas.mapToScene(place); }

    std::unique_ptr<CanvasFixture> m;
};

void TestCanvasView::theWheelZoomsAtThePointer()
{
    const QPoint place(700, 200);
    const QPointF under = shown(place);
    m->wheel(place, 3);
    QVERIFY(m->canvas.zoom() > 1.5);
    QVERIFY2((shown(place) - under).manhattanLength() < 2.0, "the point under the pointer has moved");
    m->wheel(place, -3);
    QCOMPARE(m->canvas.zoom(), 1.0);
}

void TestCanvasView::zoomHasLimits()
{
    m->wheel({500, 300}, 60);
    QCOMPARE(m->canvas.zoom(), Canvas::mostZoom);
    QVERIFY(!m->canvas.findChild<QToolButton*>(u"canvasZoomIn"_s)->isEnabled());
    m->wheel({500, 300}, -90);
    QCOMPARE(m->canvas.zoom(), Canvas::leastZoom);
    QVERIFY(!m->canvas.findChild<QToolButton*>(u"canvasZoomOut"_s)->isEnabled());
}

void TestCanvasView::twoFingersPan()
{
    const QPointF before = shown({0, 0});
    QWheelEvent event(QPointF(400, 300), m->canvas.viewport()->mapToGlobal(QPointF(400, 300)), QPoint(-30, 40), QPoint(-60, 80),
                      Qt::NoButton, Qt::NoModifier, Qt::ScrollUpdate, false);
    QApplication::sendEvent(m->canvas.viewport(), &event);
    QCOMPARE(m->canvas.zoom(), 1.0);
    QCOMPARE(shown({0, 0}), before + QPointF(30.0, -40.0));
}

void TestCanvasView::twoFingersWithControlZoom()
{
    QWheelEvent event(QPointF(400, 300), m->canvas.viewport()->mapToGlobal(QPointF(400, 300)), QPoint(0, 40), QPoint(0, 120),
                      Qt::NoButton, Qt::ControlModifier, Qt::ScrollUpdate, false);
    QApplication::sendEvent(m->canvas.viewport(), &event);
    QVERIFY(m->canvas.zoom() > 1.1);
}

void TestCanvasView::pinchingZooms()
{
    const QPointF place(300.0, 300.0);
    const QPointF under = shown(place.toPoint());
    QNativeGestureEvent event(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, place, place,
                              m->canvas.viewport()->mapToGlobal(place), 0.25, QPointF());
    QApplication::sendEvent(m->canvas.viewport(), &event);
    QCOMPARE(m->canvas.zoom(), 1.25);
    QVERIFY((shown(place.toPoint()) - under).manhattanLength() < 2.0);
}

void TestCanvasView::theMiddleButtonPans()
{
    const QPointF before = shown({0, 0});
    m->dragOn(m->middleOf("conv2d_1"), m->middleOf("conv2d_1") + QPoint(60, 90), {}, Qt::MiddleButton);
    QCOMPARE(m->canvas.viewport()->cursor().shape(), Qt::ClosedHandCursor);
    QCOMPARE(shown({0, 0}), before - QPointF(60.0, 90.0));
    m->release({300, 300}, {}, Qt::MiddleButton);
}

void TestCanvasView::spacePans()
{
    const QPointF before = shown({0, 0});
    QTest::keyPress(&m->canvas, Qt::Key_Space);
    QCOMPARE(m->canvas.viewport()->cursor().shape(), Qt::OpenHandCursor);
    m->drag(m->middleOf("conv2d_1"), m->middleOf("conv2d_1") + QPoint(60, 90));
    QTest::keyRelease(&m->canvas, Qt::Key_Space);
    QCOMPARE(shown({0, 0}), before - QPointF(60.0, 90.0));
    QCOMPARE(m->canvas.viewport()->cursor().shape(), Qt::ArrowCursor);
    QVERIFY(m->selected().empty());
}

void TestCanvasView::panningLeavesTheDocumentAlone()
{
    m->canvas.panBy({100, 100});
    m->canvas.zoomIn();
    m->canvas.fitAll();
    QCOMPARE(m->steps(), 0);
    QVERIFY(!m->document.isModified());
}

void TestCanvasView::theZoomBar()
{
    auto* reset = m->canvas.findChild<QToolButton*>(u"canvasZoomReset"_s);
    QTest::mouseClick(m->canvas.findChild<QToolButton*>(u"canvasZoomIn"_s), Qt::LeftButton);
    QCOMPARE(m->canvas.zoom(), 1.25);
    QVERIFY(reset->text().contains(u"125"_s));
    QTest::mouseClick(m->canvas.findChild<QToolButton*>(u"canvasZoomOut"_s), Qt::LeftButton);
    QTest::mouseClick(m->canvas.findChild<QToolButton*>(u"canvasZoomOut"_s), Qt::LeftButton);
    QCOMPARE(m->canvas.zoom(), 0.8);
    QTest::mouseClick(reset, Qt::LeftButton);
    QCOMPARE(m->canvas.zoom(), 1.0);
    m->canvas.centerOn(9000.0, 9000.0);
    QTest::mouseClick(m->canvas.findChild<QToolButton*>(u"canvasFit"_s), Qt::LeftButton);
    QVERIFY(m->canvas.viewport()->rect().contains(m->middleOf("conv2d_1")));
}

void TestCanvasView::aNewProjectIsShownWhole()
{
    const auto project = loadProject(NETSMITH_PROJECTS "/cifar_resnet/cifar_resnet.netsmith");
    QVERIFY(project);
    m->document.reset(*project, {});
    const QRectF seen = m->canvas.mapToScene(m->canvas.viewport()->rect()).boundingRect();
    const QRectF network = m->canvas.network().networkRectangle();
    // A long row may be wider than the view at the lowest zoom, but never higher.
    QVERIFY(seen.contains(network) || m->canvas.zoom() == Canvas::leastZoom);
    QVERIFY(seen.contains(network.center()));
    QVERIFY(m->canvas.zoom() <= 1.0);
}

void TestCanvasView::theWholeStaysWholeUntilItIsTouched()
{
    m->canvas.fitAll();
    m->canvas.resize(500, 500);
    QVERIFY(m->canvas.viewport()->rect().contains(m->middleOf("dense_1")));
    QVERIFY(m->canvas.zoom() < 1.0);
    m->canvas.setZoom(1.0);
    m->canvas.resize(400, 500);
    QCOMPARE(m->canvas.zoom(), 1.0);
}

void TestCanvasView::aBarLeavesTheZoom()
{
    const auto project = loadProject(NETSMITH_PROJECTS "/cifar_resnet/cifar_resnet.netsmith");
    for (const QSize& size : {QSize(1000, 700), QSize(800, 420), QSize(1000, 330)}) {
        m->canvas.resize(size);
        m->document.reset(*project, {});
        const double zoom = m->canvas.zoom();
        QVERIFY(zoom < 1.0);
        m->canvas.resize(size.width(), size.height() - 44); // a bar appears
        QCOMPARE(m->canvas.zoom(), zoom);
        const QRectF seen = m->canvas.mapToScene(m->canvas.viewport()->rect()).boundingRect();
        QVERIFY(seen.contains(m->canvas.network().networkRectangle()));
        m->canvas.resize(size); // and disappears
        QCOMPARE(m->canvas.zoom(), zoom);
    }
    m->canvas.resize(1000, 200); // a much smaller view shows it smaller
    const QRectF seen = m->canvas.mapToScene(m->canvas.viewport()->rect()).boundingRect();
    QVERIFY(seen.contains(m->canvas.network().networkRectangle()));
}

void TestCanvasView::namesAreReadLongest()
{
    const NodeItem& node = m->item("conv2d_1");
    const auto look = [&](double zoom) {
        m->canvas.setZoom(zoom);
        m->canvas.centerOn(node.rectangle().center());
        m->canvas.grab();
    };
    look(1.0);
    QCOMPARE(node.shownTitle(), u"Conv2D"_s);
    QVERIFY(!node.shownDetails().isEmpty());
    // First the shapes on the wires disappear, then the second line, then the names.
    QVERIFY(detailAt(0.7) == Detail::full && detailAt(0.55) == Detail::lines && detailAt(0.3) == Detail::names);
    look(0.5);
    QCOMPARE(node.shownTitle(), u"Conv2D"_s);
    QVERIFY(!node.shownDetails().isEmpty());
    look(0.3);
    QCOMPARE(node.shownTitle(), u"Conv2D"_s);
    QVERIFY(node.shownDetails().isEmpty());
    // Wherever a name is drawn, its letters are large enough to read.
    CanvasLook& texts = m->canvas.network().look();
    for (double zoom = 0.2; zoom <= 1.0; zoom += 0.01)
        QVERIFY2(texts.titleFont(textGrowth(zoom)).pixelSize() * zoom >= 8.9, qPrintable(QString::number(zoom)));
}

void TestCanvasView::theMinimapShowsAnotherPart()
{
    auto* map = m->canvas.findChild<Minimap*>(u"canvasMinimap"_s);
    m->canvas.fitAll();
    QVERIFY(!map->isVisible()); // everything is in view
    m->canvas.setZoom(3.0);
    m->canvas.centerOn(m->item("input_1").rectangle().center());
    QVERIFY(map->isVisible());
    QVERIFY(!m->canvas.viewport()->rect().contains(m->middleOf("dense_1")));
    const QPoint there = map->placeOf(m->item("dense_1").rectangle().center()).toPoint();
    QVERIFY(map->rect().contains(there));
    QTest::mouseClick(map, Qt::LeftButton, {}, there);
    QVERIFY(m->canvas.viewport()->rect().contains(m->middleOf("dense_1")));
    // Dragged by its frame, the visible part follows the pointer.
    const QPoint grip = map->placeOf(m->canvas.mapToScene(m->canvas.viewport()->rect().center())).toPoint() + QPoint(4, 2);
    QTest::mousePress(map, Qt::LeftButton, {}, grip);
    QVERIFY(m->canvas.viewport()->rect().contains(m->middleOf("dense_1"))); // it does not jump
    QTest::mouseMove(map, map->placeOf(m->item("input_1").rectangle().center()).toPoint() + QPoint(4, 2));
    QVERIFY(m->canvas.viewport()->rect().contains(m->middleOf("input_1")));
    QTest::mouseRelease(map, Qt::LeftButton);
    QCOMPARE(m->steps(), 0);
}

void TestCanvasView::textSizeEnlargesTheNetwork()
{
    Theme::instance().setTextPercent(150);
    QCOMPARE(m->canvas.zoom(), 1.0);
    QCOMPARE(m->canvas.scale(), 1.5);
    QCOMPARE(m->canvas.mapFromScene(QRectF(0.0, 0.0, 100.0, 10.0)).boundingRect().width(), 151);
}

void TestCanvasView::revealingBringsIntoView()
{
    m->canvas.centerOn(8000.0, 0.0);
    m->document.selection().reveal("conv2d_1");
    QVERIFY(m->canvas.viewport()->rect().contains(m->middleOf("conv2d_1")));
    QCOMPARE(m->selected(), std::set<std::string>{"conv2d_1"});
}

void TestCanvasView::everyControlHasANameToRead()
{
    QVERIFY(!m->canvas.accessibleName().isEmpty());
    QVERIFY(!m->canvas.accessibleDescription().isEmpty());
    m->canvas.openFind();
    for (const QToolButton* button : m->canvas.findChildren<QToolButton*>()) {
        QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(button->objectName()));
        QVERIFY2(!button->toolTip().isEmpty(), qPrintable(button->objectName()));
        QVERIFY(!button->objectName().isEmpty());
    }
}

NETSMITH_WINDOW_TEST(TestCanvasView)

} // namespace test_canvas_view

#include "test_canvas_view.moc"
