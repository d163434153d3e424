#include "tests/gui/canvas/annotations_fixture.h"
#include "tests/test_program.h"

namespace test_canvas_frames {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// Frames around layers.
class TestCanvasFrames : public QObject, AnnotationsFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { openChain(); }
    void cleanup() { m.reset(); }
    void aFrameStandsAroundTheSelection();
    void aFrameTakesItsContentsAlong();
    void aFrameIsResized();
    void nodesLeaveAndJoinFrames();
    void aDroppedLayerJoinsTheFrame();
    void deletingAFrameKeepsItsNodes();
    void aFrameHasAColour();
    void layingOutKeepsFramesAroundTheirNodes();
    void theMiddleOfAFrameIsGround();
};

void TestCanvasFrames::aFrameStandsAroundTheSelection()
{
    const int steps = m->steps();
    frame({"conv2d_1", "flatten_1"}, u"Encoder"_s);
    QCOMPARE(m->steps(), steps + 1); // with its title
    QCOMPARE(m->graph().groups.size(), 1u);
    QCOMPARE(group().title, std::string("Encoder"));
    QCOMPARE(group().nodes, (std::vector<std::string>{"conv2d_1", "flatten_1"}));
    for (const char* id : {"conv2d_1", "flatten_1"})
        QVERIFY(rectangle().contains(m->item(id).rectangle()));
    QVERIFY(!rectangle().intersects(m->item("dense_1").rectangle()));
    QCOMPARE(shown({"frame_1", {}}), rectangle());
    QCOMPARE(m->document.selection().annotations().frames, Ids{"frame_1"});
    // Renamed in place.
    doubleClick(titleOf());
    QVERIFY(titleField()->isVisible());
    QCOMPARE(titleField()->text(), u"Encoder"_s);
    QTest::keyClicks(titleField(), u"Body"_s);
    QTest::keyClick(titleField(), Qt::Key_Return);
    QCOMPARE(group().title, std::string("Body"));
    QCOMPARE(m->steps(), steps + 2);
    m->document.undoStack().undo();
    QCOMPARE(group().title, std::string("Encoder"));
    m->document.undoStack().undo();
    QVERIFY(m->graph().groups.empty());
    m->document.undoStack().redo();
    QCOMPARE(group().title, std::string("Encoder"));
    // Without layers there is nothing to frame.
    m->document.selection().clear();
    m->key(Qt::Key_G);
    QCOMPARE(m->graph().groups.size(), 1u);
    QVERIFY(!m->reason().isEmpty());
}

void TestCanvasFrames::aFrameTakesItsContentsAlong()
{
    frame({"conv2d_1", "flatten_1"}, u"Outer"_s);
    frame({"conv2d_1"}, u"Inner"_s);
    m->document.editGraph(u"Note"_s, [this](Graph& graph) {
        resizeFrame(graph, "frame_1", rectangle(0).adjusted(-20.0, -50.0, 20.0, 100.0));
        addNote(graph, rectangle(0).bottomLeft() + QPointF(0.0, 10.0), "inside");
        resizeNote(graph, 0, noteRectangle(graph.notes[0]).translated(0.0, 0.0));
    });
    QVERIFY(rectangle(0).contains(rectangle(1)));
    QVERIFY(rectangle(0).contains(noteRect()));
    const QRectF outer = rectangle(0), inner = rectangle(1), remark = noteRect();
    const QPointF dense = place("dense_1"), conv = place("conv2d_1");
    const int steps = m->steps();
    m->dragOn(titleOf(0), titleOf(0) + QPoint(0, 130));
    QCOMPARE(shown({"frame_1", {}}), outer.translated(0.0, 130.0)); // while it is dragged
    QCOMPARE(m->item("conv2d_1").pos(), conv + QPointF(0.0, 130.0));
    m->release(m->viewOf(outer.topLeft() + QPointF(40.0, 145.0)));
    QCOMPARE(m->steps(), steps + 1);
    QCOMPARE(rectangle(0), outer.translated(0.0, 130.0));
    QCOMPARE(rectangle(1), inner.translated(0.0, 130.0));
    QCOMPARE(noteRect(), remark.translated(0.0, 130.0));
    QCOMPARE(place("conv2d_1"), conv + QPointF(0.0, 130.0));
    QCOMPARE(place("dense_1"), dense);
    m->document.undoStack().undo();
    QCOMPARE(rectangle(0), outer);
    QCOMPARE(noteRect(), remark);
}

void TestCanvasFrames::aFrameIsResized()
{
    frame({"conv2d_1", "flatten_1"}, u"Frame"_s);
    const QRectF before = rectangle();
    const int steps = m->steps();
    const QPoint edge = m->viewOf({before.right(), before.center().y() + 30.0});
    m->dragOn(edge, edge + QPoint(170, 0));
    QCOMPARE(m->canvas.viewport()->cursor().shape(), Qt::SizeHorCursor);
    keepPicture(u"resized"_s);
    QVERIFY(shown({"frame_1", {}}).contains(m->item("dense_1").rectangle()));
    m->release(edge + QPoint(170, 0));
    QCOMPARE(group().nodes.size(), 3u);
    QCOMPARE(m->steps(), steps + 1);
    // Made smaller, it releases the layers outside.
    const QPoint corner = m->viewOf(rectangle().bottomRight());
    m->drag(corner, m->viewOf({m->item("conv2d_1").rectangle().right() + 10.0, rectangle().bottom()}));
    QCOMPARE(group().nodes, std::vector<std::string>{"conv2d_1"});
    m->document.undoStack().undo();
    m->document.undoStack().undo();
    QCOMPARE(rectangle(), before);
}

void TestCanvasFrames::nodesLeaveAndJoinFrames()
{
    frame({"conv2d_1", "flatten_1"}, u"Frame"_s);
    const int steps = m->steps();
    m->drag(m->middleOf("flatten_1"), m->middleOf("flatten_1") + QPoint(0, 200));
    QCOMPARE(group().nodes, std::vector<std::string>{"conv2d_1"});
    QCOMPARE(m->steps(), steps + 1);
    QVERIFY(!rectangle().contains(m->item("flatten_1").rectangle().center()));
    m->document.undoStack().undo();
    QCOMPARE(group().nodes.size(), 2u);
    // The last one leaves an empty frame in place.
    m->document.undoStack().undo();
    QVERIFY(m->graph().groups.empty());
    frame({"conv2d_1"}, u"One"_s);
    const QRectF before = rectangle();
    m->drag(m->middleOf("conv2d_1"), m->middleOf("conv2d_1") + QPoint(0, 200));
    QVERIFY(group().nodes.empty());
    QCOMPARE(rectangle(), before);
    m->drag(m->middleOf("flatten_1"), m->viewOf(before.center() + QPointF(0.0, 20.0)));
    QCOMPARE(group().nodes, std::vector<std::string>{"flatten_1"});
}

void TestCanvasFrames::aDroppedLayerJoinsTheFrame()
{
    frame({"conv2d_1", "flatten_1"}, u"Frame"_s);
    const QPoint at = m->canvas.viewport()->mapToGlobal(m->wire("conv2d_1", "flatten_1"));
    QVERIFY(m->canvas.layerDragMoved(at, u"dropout"_s));
    const QRectF preview = shown({"frame_1", {}});
    keepPicture(u"drop"_s);
    QVERIFY(m->canvas.layerDragEnded(at, u"dropout"_s));
    QCOMPARE(group().nodes.size(), 3u);
    QCOMPARE(rectangle(), preview); // the preview had the final size
    for (const std::string& id : group().nodes)
        QVERIFY(rectangle().contains(m->item(id.c_str()).rectangle()));
}

void TestCanvasFrames::deletingAFrameKeepsItsNodes()
{
    frame({"conv2d_1", "flatten_1"}, u"Frame"_s);
    const int steps = m->steps();
    m->click(titleOf());
    QCOMPARE(m->document.selection().annotations().frames, Ids{"frame_1"});
    m->key(Qt::Key_Delete);
    QVERIFY(m->graph().groups.empty());
    QCOMPARE(m->graph().nodes.size(), 4u);
    QCOMPARE(m->steps(), steps + 1);
    m->document.undoStack().undo();
    // It is deleted with its layers.
    m->document.selection().set({"conv2d_1", "flatten_1"});
    m->key(Qt::Key_Delete);
    QVERIFY(m->graph().groups.empty());
}

void TestCanvasFrames::aFrameHasAColour()
{
    frame({"conv2d_1"}, u"Frame"_s);
    QMenu* menu = menuAt(titleOf());
    QVERIFY(menu);
    auto* green = menu->findChild<QAction*>(u"canvasMenuColor_green"_s);
    QVERIFY(green && !green->isChecked());
    green->trigger();
    menu->close();
    QVERIFY(frameToken(group()) == Token::categoryPooling);
    QCOMPARE(m->canvas.network().annotations().item({"frame_1", {}})->face().token, Token::categoryPooling);
    m->document.undoStack().undo();
    QVERIFY(frameToken(group()) == Token::textMuted);
}

void TestCanvasFrames::layingOutKeepsFramesAroundTheirNodes()
{
    frame({"conv2d_1", "flatten_1"}, u"Frame"_s);
    m->document.editGraph(u"Spread"_s, [this](Graph& graph) {
        resizeFrame(graph, "frame_1", rectangle().adjusted(0.0, 0.0, 0.0, 400.0));
        addNote(graph, {10.0, 10.0}, "on the input");
        graph.find("flatten_1")->y = 300.0;
    });
    const int steps = m->steps();
    m->canvas.autoLayout(LayoutDirection::leftToRight);
    QCOMPARE(m->steps(), steps + 1);
    QCOMPARE(group().nodes.size(), 2u);
    for (const char* id : {"conv2d_1", "flatten_1"})
        QVERIFY(rectangle().contains(m->item(id).rectangle()));
    for (const char* id : {"input_1", "dense_1"})
        QVERIFY(!rectangle().intersects(m->item(id).rectangle()));
    for (const Node& node : m->graph().nodes)
        QVERIFY(!noteRect().intersects(m->item(node.id.c_str()).rectangle()));
}

void TestCanvasFrames::theMiddleOfAFrameIsGround()
{
    frame({"conv2d_1", "dense_1"}, u"Frame"_s);
    m->document.selection().clear();
    m->click(m->viewOf(rectangle().center() + QPointF(10.0, 45.0)));
    QVERIFY(m->document.selection().empty());
    m->click(m->middleOf("flatten_1")); // it is inside, on top
    QCOMPARE(m->selected(), Ids{"flatten_1"});
}

NETSMITH_WINDOW_TEST(TestCanvasFrames)

} // namespace test_canvas_frames

#include "test_canvas_frames.moc"
