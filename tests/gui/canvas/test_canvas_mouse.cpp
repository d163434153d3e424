#include "tests/gui/canvas/canvas_fixture.h"
#include "tests/test_program.h"

#include <QLineEdit>

namespace test_canvas_mouse {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

using Ids = std::set<std::string>;

/// Selecting, moving, inserting and deleting with the mouse.
class TestCanvasMouse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<CanvasFixture>();
        m->openChain();
    }
    void cleanup() { m.reset(); }

    void clickingSelects();
    void clickingAWireSelectsIt();
    void everyPixelOfANodeIsTheNode();
    void neighboursLinesAttract();
    void theBandSelects();
    void escapeBringsTheSelectionBack();
    void movingIsOneStepOnTheGrid();
    void movingSeveral();
    void escapeLeavesNodesWhereTheyWere();
    void aPressAloneMovesNothing();
    void droppingOnAWireInserts();
    void aWiredNodeIsNotInserted();
    void deletingRejoins();
    void deletingAWireDisconnects();
    void undoDuringADragCancelsIt();
    void anotherProjectDuringAGesture();
    void doubleClickAsksForALayer();
    void doubleClickOnANodeRenames();
    void theLossIsNoLayer();
    void theViewFollowsADragPastItsEdge();
    void cursorsTellWhatAPressDoes();

private:
    std::unique_ptr<CanvasFixture> m;
};

void TestCanvasMouse::clickingSelects()
{
    m->click(m->middleOf("conv2d_1"));
    QCOMPARE(m->selected(), Ids{"conv2d_1"});
    QVERIFY(m->item("conv2d_1").hasSelection());
    m->click(m->middleOf("dense_1"), Qt::ControlModifier);
    QCOMPARE(m->selected(), (Ids{"conv2d_1", "dense_1"}));
    m->click(m->middleOf("conv2d_1"), Qt::ShiftModifier);
    QCOMPARE(m->selected(), Ids{"dense_1"});
    QVERIFY(!m->item("conv2d_1").hasSelection());
    m->click(m->ground());
    QVERIFY(m->document.selection().empty());
    QCOMPARE(m->steps(), 0);
}

void TestCanvasMouse::clickingAWireSelectsIt()
{
    m->click(m->wire("conv2d_1", "flatten_1"));
    QCOMPARE(m->document.selection().edges().size(), 1u);
    QCOMPARE(m->document.selection().edges().front().from.node, std::string("conv2d_1"));
    QVERIFY(m->selected().empty());
    QCOMPARE(m->graph().edges.size(), 3u);
}

void TestCanvasMouse::everyPixelOfANodeIsTheNode()
{
    Graph graph;
    addNode(graph, CanvasFixture::layer("dense"), {190.0, 230.0}); // across x = 256 and y = 256
    m->open(graph);
    m->canvas.centerOn(256.0, 256.0);
    const QRectF node = m->item("dense_1").rectangle().adjusted(12.0, 2.0, -12.0, -2.0); // beside its ports
    for (double y = node.top(); y <= node.bottom(); y += 1.0)
        for (double x = node.left(); x <= node.right(); x += 1.0) {
            const Hit hit = m->canvas.network().at({x, y}, 1.0);
            QVERIFY2(hit.kind == Hit::Kind::node, qPrintable(u"(%1, %2)"_s.arg(x).arg(y)));
        }
    m->click(m->viewOf({256.0, 256.0}));
    QCOMPARE(m->selected(), Ids{"dense_1"});
}

void TestCanvasMouse::neighboursLinesAttract()
{
    Graph graph;
    addNode(graph, CanvasFixture::layer("dense"), {0.0, 0.0});
    addNode(graph, CanvasFixture::layer("dense"), {300.0, 200.0});
    graph.nodes[0].x = 3.0; // off the grid
    graph.nodes[0].y = 7.0;
    m->open(graph);
    const auto guides = [this] {
        return std::ranges::count_if(m->canvas.network().items(),
                                     [](const QGraphicsItem* item) { return dynamic_cast<const QGraphicsLineItem*>(item); });
    };
    const QPoint from = m->middleOf("dense_2");
    m->dragOn(from, from + QPoint(-60, -188)); // to (240, 12)
    QCOMPARE(m->item("dense_2").pos(), QPointF(240.0, 7.0)); // in line with the first
    QCOMPARE(guides(), 1);
    m->moveTo(from + QPoint(-60, -180)); // to (240, 20), which is far enough
    QCOMPARE(m->item("dense_2").pos(), QPointF(240.0, 20.0));
    QCOMPARE(guides(), 0);
    m->moveTo(from + QPoint(-293, -60)); // to (7, 140)
    QCOMPARE(m->item("dense_2").pos(), QPointF(3.0, 140.0));
    QCOMPARE(guides(), 1);
    m->release(from + QPoint(-293, -60));
    QCOMPARE(guides(), 0);
    QCOMPARE(m->node("dense_2").x, 3.0);
}

void TestCanvasMouse::theBandSelects()
{
    m->drag(m->viewOf({-30.0, -40.0}), m->viewOf({200.0, 80.0}));
    QCOMPARE(m->selected(), (Ids{"conv2d_1", "input_1"}));
    m->drag(m->viewOf({480.0, 120.0}), m->viewOf({560.0, 10.0}), Qt::ShiftModifier);
    QCOMPARE(m->selected(), (Ids{"conv2d_1", "dense_1", "input_1"}));
    m->drag(m->viewOf({480.0, 120.0}), m->viewOf({560.0, 10.0}));
    QCOMPARE(m->selected(), Ids{"dense_1"});
    QCOMPARE(m->steps(), 0);
}

void TestCanvasMouse::escapeBringsTheSelectionBack()
{
    m->click(m->middleOf("dense_1"));
    m->dragOn(m->viewOf({-30.0, -40.0}), m->viewOf({200.0, 80.0}));
    QCOMPARE(m->selected(), (Ids{"conv2d_1", "input_1"}));
    m->key(Qt::Key_Escape);
    QCOMPARE(m->selected(), Ids{"dense_1"});
    m->release(m->viewOf({200.0, 80.0}));
    QCOMPARE(m->selected(), Ids{"dense_1"});
}

void TestCanvasMouse::movingIsOneStepOnTheGrid()
{
    const QPoint from = m->middleOf("conv2d_1");
    m->dragOn(from, from + QPoint(43, 98));
    QCOMPARE(m->item("conv2d_1").pos(), QPointF(210.0, 100.0)); // as shown
    QCOMPARE(m->node("conv2d_1").y, 0.0); // as stored
    m->release(from + QPoint(43, 98));
    QCOMPARE(m->node("conv2d_1").x, 210.0);
    QCOMPARE(m->node("conv2d_1").y, 100.0);
    QCOMPARE(m->steps(), 1);
    const WireItem* wire = m->canvas.network().wire(m->graph().edges.front());
    QCOMPARE(wire->route().back(), m->item("conv2d_1").portPosition("input", true));
    m->document.undoStack().undo();
    QCOMPARE(m->node("conv2d_1").x, 170.0);
    QCOMPARE(m->item("conv2d_1").pos(), QPointF(170.0, 0.0));
    QCOMPARE(m->canvas.network().wire(m->graph().edges.front())->route().size(), 2);
}

void TestCanvasMouse::movingSeveral()
{
    m->document.selection().set({"conv2d_1", "flatten_1"});
    const QPoint from = m->middleOf("flatten_1");
    m->drag(from, from + QPoint(0, 150));
    QCOMPARE(m->node("conv2d_1").y, 150.0);
    QCOMPARE(m->node("flatten_1").y, 150.0);
    QCOMPARE(m->node("dense_1").y, 0.0);
    QCOMPARE(m->steps(), 1);
    QCOMPARE(m->selected().size(), 2u);
    // The wire between the two moved with them.
    for (const auto& [key, wire] : m->canvas.network().wires()) {
        QCOMPARE(wire->pos(), QPointF());
        QCOMPARE(wire->route().front(), m->canvas.network().node(wire->edge().from.node)->portPosition("output", false));
        QCOMPARE(wire->route().back(), m->canvas.network().node(wire->edge().to.node)->portPosition("input", true));
    }
}

void TestCanvasMouse::escapeLeavesNodesWhereTheyWere()
{
    const QPoint from = m->middleOf("conv2d_1");
    m->dragOn(from, from + QPoint(0, 120));
    QCOMPARE(m->item("conv2d_1").pos().y(), 120.0);
    m->key(Qt::Key_Escape);
    QCOMPARE(m->item("conv2d_1").pos().y(), 0.0);
    m->release(from + QPoint(0, 120));
    QCOMPARE(m->node("conv2d_1").y, 0.0);
    QCOMPARE(m->steps(), 0);
}

void TestCanvasMouse::aPressAloneMovesNothing()
{
    const QPoint from = m->middleOf("conv2d_1");
    m->press(from);
    m->moveTo(from + QPoint(2, 3));
    m->release(from + QPoint(2, 3));
    QCOMPARE(m->steps(), 0);
    QCOMPARE(m->selected(), Ids{"conv2d_1"});
}

void TestCanvasMouse::droppingOnAWireInserts()
{
    m->document.edit(u"add"_s, [](Project& project) { addNode(project.graph, CanvasFixture::layer("dropout"), {0.0, 200.0}); });
    m->drag(m->middleOf("dropout_1"), m->wire("conv2d_1", "flatten_1"));
    QVERIFY(m->wired("conv2d_1", "dropout_1"));
    QVERIFY(m->wired("dropout_1", "flatten_1"));
    QVERIFY(!m->wired("conv2d_1", "flatten_1"));
    QCOMPARE(m->steps(), 2);
    // Room was made: in a row, without overlaps.
    QVERIFY(m->node("dropout_1").x >= m->node("conv2d_1").x + nodeSize.x());
    QVERIFY(m->node("flatten_1").x >= m->node("dropout_1").x + nodeSize.x());
    QVERIFY(m->node("dense_1").x >= m->node("flatten_1").x + nodeSize.x());
    m->document.undoStack().undo();
    QVERIFY(m->wired("conv2d_1", "flatten_1"));
    QCOMPARE(m->node("flatten_1").x, 340.0);
}

void TestCanvasMouse::aWiredNodeIsNotInserted()
{
    const QPoint to = m->wire("flatten_1", "dense_1");
    m->drag(m->middleOf("conv2d_1"), to);
    QCOMPARE(m->graph().edges.size(), 3u);
    QVERIFY(m->wired("flatten_1", "dense_1"));
}

void TestCanvasMouse::deletingRejoins()
{
    m->click(m->middleOf("conv2d_1"));
    m->key(Qt::Key_Delete);
    QVERIFY(!m->graph().find("conv2d_1"));
    QVERIFY(m->wired("input_1", "flatten_1"));
    QCOMPARE(m->steps(), 1);
    QVERIFY(!m->canvas.network().node("conv2d_1"));
    QCOMPARE(m->canvas.network().wires().size(), 2u);
    m->document.undoStack().undo();
    QVERIFY(m->wired("input_1", "conv2d_1"));
    QCOMPARE(m->canvas.network().wires().size(), 3u);
}

void TestCanvasMouse::deletingAWireDisconnects()
{
    m->click(m->wire("conv2d_1", "flatten_1"));
    m->key(Qt::Key_Backspace);
    QVERIFY(!m->wired("conv2d_1", "flatten_1"));
    QCOMPARE(m->graph().nodes.size(), 4u);
    QCOMPARE(m->steps(), 1);
}

void TestCanvasMouse::undoDuringADragCancelsIt()
{
    m->drag(m->middleOf("dense_1"), m->middleOf("dense_1") + QPoint(0, 100));
    m->dragOn(m->output("flatten_1"), m->ground());
    m->document.undoStack().undo();
    m->release(m->ground());
    QCOMPARE(m->node("dense_1").y, 0.0);
    QCOMPARE(m->graph().edges.size(), 3u);
}

void TestCanvasMouse::anotherProjectDuringAGesture()
{
    // Any gesture is cancelled without a trace.
    const Graph chain = m->graph();
    m->canvas.layerDragMoved(m->canvas.viewport()->mapToGlobal(m->wire("conv2d_1", "flatten_1")), u"relu"_s);
    for (const QPoint start : {m->output("flatten_1"), m->input("flatten_1"), m->middleOf("conv2d_1"), m->viewOf({-30.0, -40.0})}) {
        m->dragOn(start, start + QPoint(40, 150));
        m->open(chain);
        m->release(start + QPoint(40, 150));
        QCOMPARE(m->graph(), chain);
        QCOMPARE(m->item("conv2d_1").pos(), QPointF(170.0, 0.0));
    }
    m->canvas.layerDragCancelled();
    QCOMPARE(m->steps(), 0);
}

void TestCanvasMouse::doubleClickAsksForALayer()
{
    QSignalSpy asked(&m->canvas, &Canvas::quickAddRequested);
    m->click(m->ground());
    QTest::mouseDClick(m->canvas.viewport(), Qt::LeftButton, {}, m->ground());
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.front().at(0).toPoint(), m->canvas.viewport()->mapToGlobal(m->ground()));
    QVERIFY((asked.front().at(1).toPointF() - QPointF(300.0, 250.0)).manhattanLength() < 2.0);
    QVERIFY(!asked.front().at(2).value<std::optional<PortRef>>());
}

void TestCanvasMouse::doubleClickOnANodeRenames()
{
    QTest::mouseDClick(m->canvas.viewport(), Qt::LeftButton, {}, m->middleOf("conv2d_1"));
    auto* field = m->canvas.findChild<QLineEdit*>(u"canvasRename"_s);
    QVERIFY(field->isVisible());
    QTest::keyClicks(field, u"stem"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(m->node("conv2d_1").title, std::string("stem"));
    QCOMPARE(m->item("conv2d_1").face().title, u"stem"_s);
    QCOMPARE(m->steps(), 1);
}

void TestCanvasMouse::theLossIsNoLayer()
{
    NodeItem* loss = m->canvas.network().lossNode(0);
    QVERIFY(loss);
    QVERIFY(loss->pos().x() > m->node("dense_1").x);
    QSignalSpy asked(&m->canvas, &Canvas::objectiveActivated);
    const QPoint place = m->viewOf(loss->rectangle().center());
    m->click(place);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.front().front().toInt(), 0);
    m->drag(place, place + QPoint(0, 90));
    QCOMPARE(loss->pos().y(), 0.0);
    m->canvas.selectAll();
    QCOMPARE(m->selected().size(), 4u);
    m->key(Qt::Key_Delete);
    QVERIFY(!m->canvas.network().lossNode(0)); // nothing is left for a loss
    QCOMPARE(m->document.project().training.objectives.size(), 1u);
    m->document.undoStack().undo();
    QVERIFY(m->canvas.network().lossNode(0));
}

void TestCanvasMouse::theViewFollowsADragPastItsEdge()
{
    const QPointF corner = m->canvas.mapToScene(0, 0);
    m->dragOn(m->middleOf("conv2d_1"), {m->canvas.viewport()->width() - 2, 300});
    QTRY_VERIFY(m->canvas.mapToScene(0, 0).x() > corner.x() + 40.0);
    m->key(Qt::Key_Escape);
    m->release({10, 10});
    QCOMPARE(m->steps(), 0);
}

void TestCanvasMouse::cursorsTellWhatAPressDoes()
{
    const auto shapeAt = [this](QPoint place) {
        m->moveTo(place, Qt::NoButton);
        return m->canvas.viewport()->cursor().shape();
    };
    QCOMPARE(shapeAt(m->ground()), Qt::ArrowCursor);
    QCOMPARE(shapeAt(m->output("dense_1")), Qt::CrossCursor);
    QCOMPARE(shapeAt(m->wire("conv2d_1", "flatten_1")), Qt::PointingHandCursor);
    m->dragOn(m->middleOf("conv2d_1"), m->ground());
    QCOMPARE(m->canvas.viewport()->cursor().shape(), Qt::SizeAllCursor);
    m->key(Qt::Key_Escape);
}

NETSMITH_WINDOW_TEST(TestCanvasMouse)

} // namespace test_canvas_mouse

#include "test_canvas_mouse.moc"
