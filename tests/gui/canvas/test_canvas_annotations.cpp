#include "tests/gui/canvas/annotations_fixture.h"
#include "tests/test_program.h"

namespace test_canvas_annotations {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// What frames and notes have in common.
class TestCanvasAnnotations : public QObject, AnnotationsFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { openChain(); }
    void cleanup() { m.reset(); }
    void copiesBringTheirContents();
    void cutTakesTheContents();
    void theBandSelectsThem();
    void tabLeadsToThem();
    void arrowsMoveThem();
    void blocksHaveNone();
    void theFileKeepsThem();
    void aGestureIsLeftByEscape();
};

void TestCanvasAnnotations::copiesBringTheirContents()
{
    frame({"conv2d_1", "flatten_1"}, u"Frame"_s);
    note(rectangle().bottomLeft() + QPointF(20.0, 60.0), u"beside"_s);
    m->document.selection().set({}, {}, {{"frame_1"}, {0}});
    const int steps = m->steps();
    m->key(Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(m->steps(), steps + 1);
    QCOMPARE(m->graph().groups.size(), 2u);
    QCOMPARE(m->graph().notes.size(), 2u);
    QCOMPARE(group(1).title, std::string("Frame"));
    QCOMPARE(group(1).nodes, (std::vector<std::string>{"conv2d_2", "flatten_2"}));
    QVERIFY(m->wired("conv2d_2", "flatten_2"));
    QCOMPARE(rectangle(1), rectangle(0).translated(30.0, 30.0));
    QCOMPARE(noteRect(1), noteRect(0).translated(30.0, 30.0));
    QCOMPARE(m->document.selection().annotations().frames, Ids{group(1).id});
    m->document.undoStack().undo();
    QCOMPARE(m->graph().groups.size(), 1u);
    QCOMPARE(m->graph().nodes.size(), 4u);
}

void TestCanvasAnnotations::cutTakesTheContents()
{
    frame({"conv2d_1", "flatten_1"}, u"Frame"_s);
    m->key(Qt::Key_X, Qt::ControlModifier);
    QVERIFY(m->graph().groups.empty());
    QCOMPARE(m->graph().nodes.size(), 2u);
    m->key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(m->graph().groups.size(), 1u);
    QCOMPARE(group().nodes.size(), 2u);
    QCOMPARE(m->graph().nodes.size(), 4u);
}

void TestCanvasAnnotations::theBandSelectsThem()
{
    frame({"conv2d_1"}, u"Frame"_s);
    note({200.0, 200.0}, u"one"_s);
    const QRectF all = rectangle() | noteRect();
    m->drag(m->viewOf(all.topLeft() - QPointF(20.0, 20.0)), m->viewOf(all.bottomRight() + QPointF(10.0, 10.0)));
    QCOMPARE(m->document.selection().annotations(), (Annotations{{"frame_1"}, {0}}));
    // A band within a frame selects what it meets there, not the frame.
    m->drag(m->viewOf(rectangle().topLeft() + QPointF(10.0, 38.0)), m->viewOf(rectangle().center()));
    QVERIFY(m->document.selection().annotations().empty());
    QCOMPARE(m->selected(), Ids{"conv2d_1"});
    m->key(Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(m->document.selection().annotations(), (Annotations{{"frame_1"}, {0}}));
    QCOMPARE(m->selected().size(), 4u);
}

void TestCanvasAnnotations::tabLeadsToThem()
{
    frame({"conv2d_1"}, u"Frame"_s);
    note({200.0, 200.0}, u"one"_s);
    m->document.selection().select("dense_1");
    m->key(Qt::Key_Tab);
    QCOMPARE(m->document.selection().annotations().frames, Ids{"frame_1"});
    m->key(Qt::Key_Tab);
    QCOMPARE(m->document.selection().annotations().notes, (std::set<std::size_t>{0}));
    m->key(Qt::Key_Backtab, Qt::ShiftModifier);
    m->key(Qt::Key_F2);
    QVERIFY(titleField()->isVisible());
    QTest::keyClick(titleField(), Qt::Key_Escape);
}

void TestCanvasAnnotations::arrowsMoveThem()
{
    frame({"conv2d_1"}, u"Frame"_s);
    const QRectF before = rectangle();
    const int steps = m->steps();
    m->key(Qt::Key_Down);
    m->key(Qt::Key_Down);
    QCOMPARE(rectangle(), before.translated(0.0, 20.0));
    QCOMPARE(m->steps(), steps + 1);
    QCOMPARE(m->node("conv2d_1").y, 20.0);
}

void TestCanvasAnnotations::blocksHaveNone()
{
    m->document.selection().set({"conv2d_1", "flatten_1"});
    m->canvas.makeBlock();
    QTest::keyClick(titleField(), Qt::Key_Escape);
    m->key(Qt::Key_Return);
    QVERIFY(!m->document.place().empty());
    const int steps = m->steps();
    m->key(Qt::Key_N);
    QVERIFY(!noteField()->isVisible());
    QVERIFY(!m->reason().isEmpty());
    m->document.selection().set({"conv2d_1"});
    m->key(Qt::Key_G);
    QVERIFY(!m->reason().isEmpty());
    QCOMPARE(m->steps(), steps);
}

void TestCanvasAnnotations::theFileKeepsThem()
{
    frame({"conv2d_1"}, u"Frame"_s);
    note({200.0, 200.0}, u"one\ttwo"_s);
    m->document.editGraph(u"Look"_s, [](Graph& graph) {
        resizeFrame(graph, "frame_1", {100.0, -100.0, 300.0, 300.0});
        colorFrames(graph, {"frame_1"}, "violet");
        resizeNote(graph, 0, {200.0, 210.0, 300.0, 90.0});
    });
    const std::string text = toJson(m->document.project());
    const auto read = projectFromJson(text);
    QVERIFY(read);
    QVERIFY(read->graph == m->graph());
    QCOMPARE(frameRectangle(read->graph, read->graph.groups[0]), rectangle());
    QCOMPARE(m->document.analysis().errorCount(), 0); // its keys are known ones
    // An invalid size is an error that says where.
    Json wrong = Json::parse(text);
    wrong["graph"]["groups"][0]["size"] = "big";
    const auto refused = projectFromJson(wrong.dump());
    QVERIFY(!refused);
    QVERIFY(QString::fromStdString(refused.error().message().text()).contains(u"/graph/groups/0/size"_s));
}

void TestCanvasAnnotations::aGestureIsLeftByEscape()
{
    frame({"conv2d_1"}, u"Frame"_s);
    const QRectF before = rectangle();
    m->dragOn(titleOf(), titleOf() + QPoint(60, 80));
    m->key(Qt::Key_Escape);
    m->release(titleOf());
    QCOMPARE(rectangle(), before);
    QCOMPARE(shown({"frame_1", {}}), before);
    const QPoint corner = m->viewOf(before.bottomRight());
    m->dragOn(corner, corner + QPoint(60, 80));
    QVERIFY(shown({"frame_1", {}}) != before);
    m->key(Qt::Key_Escape);
    m->release(corner);
    QCOMPARE(shown({"frame_1", {}}), before);
}

NETSMITH_WINDOW_TEST(TestCanvasAnnotations)

} // namespace test_canvas_annotations

#include "test_canvas_annotations.moc"
