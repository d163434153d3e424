#include "gui/canvas/canvas_fields.h"
#include "gui/document/annotations.h"
#include "tests/gui/canvas/canvas_fixture.h"

#include <QLineEdit>
#include <QMenu>

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

using Ids = std::set<std::string>;

/// Frames and notes, drawn by hand.
class TestCanvasAnnotations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<CanvasFixture>();
        m->openChain();
    }
    void cleanup() { m.reset(); }

    void aNoteIsWritten();
    void aNoteThatSaysNothingIsNone();
    void aNoteIsEditedInPlace();
    void anEmptiedNoteGoes();
    void aNoteIsAsHighAsItsText();
    void aNoteIsMovedAndResized();
    void aFrameStandsAroundTheSelection();
    void aFrameTakesItsContentsAlong();
    void aFrameIsResized();
    void nodesLeaveAndJoinFrames();
    void aDroppedLayerJoinsTheFrame();
    void deletingAFrameKeepsItsNodes();
    void aFrameHasAColour();
    void copiesBringTheirContents();
    void cutTakesTheContents();
    void theBandSelectsThem();
    void tabLeadsToThem();
    void arrowsMoveThem();
    void layingOutKeepsFramesAroundTheirNodes();
    void blocksHaveNone();
    void theFileKeepsThem();
    void theMiddleOfAFrameIsGround();
    void aGestureIsLeftByEscape();

private:
    QLineEdit* titleField() { return m->canvas.findChild<QLineEdit*>(u"canvasRename"_s); }
    NoteField* noteField() { return m->canvas.findChild<NoteField*>(); }
    void frame(const Ids& nodes, const QString& title)
    {
        m->document.selection().set(nodes);
        m->key(Qt::Key_G);
        QVERIFY(titleField()->isVisible());
        QTest::keyClicks(titleField(), title);
        QTest::keyClick(titleField(), Qt::Key_Return);
    }
    void note(QPointF scene, const QString& text)
    {
        m->moveTo(m->viewOf(scene), Qt::NoButton);
        QEnterEvent enter(m->viewOf(scene), m->viewOf(scene), m->viewOf(scene));
        QApplication::sendEvent(m->canvas.viewport(), &enter);
        m->key(Qt::Key_N);
        QVERIFY(noteField()->isVisible());
        QTest::keyClicks(noteField(), text);
        QTest::keyClick(noteField(), Qt::Key_Return, Qt::ControlModifier);
    }
    /// Where NETSMITH_PICTURES names a folder.
    void keepPicture(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
            m->canvas.grab().save(folder + u"/annotations_"_s + name + u".png"_s);
    }
    const Group& group(std::size_t index = 0) { return m->graph().groups.at(index); }
    QRectF rectangle(std::size_t index = 0) { return frameRectangle(m->graph(), group(index)); }
    QRectF noteRect(std::size_t index = 0) { return noteRectangle(m->graph().notes.at(index)); }
    QPoint titleOf(std::size_t index = 0) { return m->viewOf(rectangle(index).topLeft() + QPointF(40.0, 15.0)); }
    /// As it is shown, which during a gesture is what would come of it.
    QRectF shown(const AnnotationRef& ref) { return m->canvas.network().annotations().item(ref)->rectangle(); }
    QPointF place(const char* node) { return {m->node(node).x, m->node(node).y}; }
    void doubleClick(QPoint at)
    {
        QTest::mouseClick(m->canvas.viewport(), Qt::LeftButton, {}, at);
        QTest::mouseDClick(m->canvas.viewport(), Qt::LeftButton, {}, at);
    }
    QMenu* menuAt(QPoint at)
    {
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, m->canvas.viewport()->mapToGlobal(at));
        QApplication::sendEvent(m->canvas.viewport(), &event);
        return qobject_cast<QMenu*>(QApplication::activePopupWidget());
    }

    std::unique_ptr<CanvasFixture> m;
};

void TestCanvasAnnotations::aNoteIsWritten()
{
    note({200.0, 200.0}, u"Why so <b>wide</b>?"_s);
    QCOMPARE(m->graph().notes.size(), 1u);
    QCOMPARE(m->graph().notes[0].text, std::string("Why so <b>wide</b>?"));
    QCOMPARE(noteRect().topLeft(), QPointF(200.0, 200.0));
    QCOMPARE(m->document.selection().annotations().notes, (std::set<std::size_t>{0}));
    QCOMPARE(m->steps(), 1);
    QVERIFY(m->canvas.hasFocus());
    m->document.undoStack().undo();
    QVERIFY(m->graph().notes.empty());
    QVERIFY(m->document.selection().empty());
    QVERIFY(m->canvas.network().annotations().notes().empty());
}

void TestCanvasAnnotations::aNoteThatSaysNothingIsNone()
{
    m->key(Qt::Key_N);
    QTest::keyClicks(noteField(), u"   "_s);
    QTest::keyClick(noteField(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(!noteField()->isVisible());
    m->key(Qt::Key_N);
    QTest::keyClicks(noteField(), u"no"_s);
    QTest::keyClick(noteField(), Qt::Key_Escape);
    QVERIFY(!noteField()->isVisible());
    QCOMPARE(m->steps(), 0);
    // Leaving the field takes what was typed.
    m->key(Qt::Key_N);
    QTest::keyClicks(noteField(), u"yes"_s);
    m->click(m->ground());
    QCOMPARE(m->graph().notes.size(), 1u);
}

void TestCanvasAnnotations::aNoteIsEditedInPlace()
{
    note({200.0, 200.0}, u"one"_s);
    doubleClick(m->viewOf(noteRect().center()));
    QVERIFY(noteField()->isVisible());
    QCOMPARE(noteField()->toPlainText(), u"one"_s);
    keepPicture(u"field"_s);
    QVERIFY(noteField()->geometry().contains(m->viewOf(noteRect().center()) + m->canvas.viewport()->pos()));
    QTest::keyClicks(noteField(), u"two"_s);
    QTest::keyClick(noteField(), Qt::Key_Return);
    QTest::keyClicks(noteField(), u"lines"_s);
    QTest::keyClick(noteField(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m->graph().notes[0].text, std::string("two\nlines"));
    QCOMPARE(m->steps(), 2);
    m->key(Qt::Key_F2);
    QVERIFY(noteField()->isVisible());
    QTest::keyClick(noteField(), Qt::Key_Escape);
    m->key(Qt::Key_Return);
    QVERIFY(noteField()->isVisible());
    QTest::keyClick(noteField(), Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(m->steps(), 2); // nothing was altered
}

void TestCanvasAnnotations::anEmptiedNoteGoes()
{
    note({200.0, 200.0}, u"one"_s);
    m->key(Qt::Key_F2);
    QTest::keyClick(noteField(), Qt::Key_Delete);
    QTest::keyClick(noteField(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(m->graph().notes.empty());
    m->document.undoStack().undo();
    QCOMPARE(m->graph().notes[0].text, std::string("one"));
}

void TestCanvasAnnotations::aNoteIsAsHighAsItsText()
{
    note({200.0, 200.0}, u"one"_s);
    const double height = noteRect().height();
    m->document.editGraph(u"long"_s, [](Graph& graph) {
        for (int i = 0; i < 40; ++i)
            graph.notes[0].text += " many words";
    });
    QVERIFY(noteRect().height() > 2.0 * height);
    QCOMPARE(shown({{}, 0}), noteRect());
    m->document.editGraph(u"one word"_s, [](Graph& graph) { graph.notes[0].text = std::string(400, 'w'); });
    QVERIFY(noteRect().height() > 2.0 * height); // it has no place to break at but is not cut
}

void TestCanvasAnnotations::aNoteIsMovedAndResized()
{
    note({200.0, 200.0}, u"one"_s);
    m->drag(m->viewOf({300.0, 230.0}), m->viewOf({350.0, 270.0}));
    QCOMPARE(noteRect().topLeft(), QPointF(250.0, 240.0));
    QCOMPARE(m->steps(), 2);
    const QRectF before = noteRect();
    m->drag(m->viewOf(before.bottomRight()), m->viewOf(before.bottomRight() + QPointF(60.0, 40.0)));
    QCOMPARE(noteRect(), before.adjusted(0.0, 0.0, 60.0, 40.0));
    QCOMPARE(m->steps(), 3);
    m->drag(m->viewOf({noteRect().left(), noteRect().center().y()}),
            m->viewOf({noteRect().left() + 900.0, noteRect().center().y()}));
    QVERIFY(noteRect().width() >= 60.0); // it does not turn over
    QVERIFY(noteRect().right() <= before.right() + 60.0);
    m->document.undoStack().undo();
    m->document.undoStack().undo();
    QCOMPARE(noteRect(), before);
}

void TestCanvasAnnotations::aFrameStandsAroundTheSelection()
{
    frame({"conv2d_1", "flatten_1"}, u"Encoder"_s);
    QCOMPARE(m->graph().groups.size(), 1u);
    QCOMPARE(group().title, std::string("Encoder"));
    QCOMPARE(group().nodes, (std::vector<std::string>{"conv2d_1", "flatten_1"}));
    for (const char* id : {"conv2d_1", "flatten_1"})
        QVERIFY(rectangle().contains(m->item(id).rectangle()));
    QVERIFY(!rectangle().intersects(m->item("dense_1").rectangle()));
    QCOMPARE(shown({"frame_1", {}}), rectangle());
    QCOMPARE(m->document.selection().annotations().frames, Ids{"frame_1"});
    // Renamed where its title stands.
    doubleClick(titleOf());
    QVERIFY(titleField()->isVisible());
    QCOMPARE(titleField()->text(), u"Encoder"_s);
    QTest::keyClicks(titleField(), u"Body"_s);
    QTest::keyClick(titleField(), Qt::Key_Return);
    QCOMPARE(group().title, std::string("Body"));
    // Without layers there is nothing to stand around.
    m->document.selection().clear();
    m->key(Qt::Key_G);
    QCOMPARE(m->graph().groups.size(), 1u);
    QVERIFY(!m->reason().isEmpty());
}

void TestCanvasAnnotations::aFrameTakesItsContentsAlong()
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

void TestCanvasAnnotations::aFrameIsResized()
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
    // Made smaller, it lets go of what is outside.
    const QPoint corner = m->viewOf(rectangle().bottomRight());
    m->drag(corner, m->viewOf({m->item("conv2d_1").rectangle().right() + 10.0, rectangle().bottom()}));
    QCOMPARE(group().nodes, std::vector<std::string>{"conv2d_1"});
    m->document.undoStack().undo();
    m->document.undoStack().undo();
    QCOMPARE(rectangle(), before);
}

void TestCanvasAnnotations::nodesLeaveAndJoinFrames()
{
    frame({"conv2d_1", "flatten_1"}, u"Frame"_s);
    const int steps = m->steps();
    m->drag(m->middleOf("flatten_1"), m->middleOf("flatten_1") + QPoint(0, 200));
    QCOMPARE(group().nodes, std::vector<std::string>{"conv2d_1"});
    QCOMPARE(m->steps(), steps + 1);
    QVERIFY(!rectangle().contains(m->item("flatten_1").rectangle().center()));
    m->document.undoStack().undo();
    QCOMPARE(group().nodes.size(), 2u);
    // The last one leaves an empty frame where it was.
    m->document.undoStack().undo();
    m->document.undoStack().undo();
    frame({"conv2d_1"}, u"One"_s);
    const QRectF before = rectangle();
    m->drag(m->middleOf("conv2d_1"), m->middleOf("conv2d_1") + QPoint(0, 200));
    QVERIFY(group().nodes.empty());
    QCOMPARE(rectangle(), before);
    m->drag(m->middleOf("flatten_1"), m->viewOf(before.center() + QPointF(0.0, 20.0)));
    QCOMPARE(group().nodes, std::vector<std::string>{"flatten_1"});
}

void TestCanvasAnnotations::aDroppedLayerJoinsTheFrame()
{
    frame({"conv2d_1", "flatten_1"}, u"Frame"_s);
    const QPoint at = m->canvas.viewport()->mapToGlobal(m->wire("conv2d_1", "flatten_1"));
    QVERIFY(m->canvas.layerDragMoved(at, u"dropout"_s));
    const QRectF preview = shown({"frame_1", {}});
    keepPicture(u"drop"_s);
    QVERIFY(m->canvas.layerDragEnded(at, u"dropout"_s));
    QCOMPARE(group().nodes.size(), 3u);
    QCOMPARE(rectangle(), preview); // it was shown as large as it came to be
    for (const std::string& id : group().nodes)
        QVERIFY(rectangle().contains(m->item(id.c_str()).rectangle()));
}

void TestCanvasAnnotations::deletingAFrameKeepsItsNodes()
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
    // With its layers it goes, too.
    m->document.selection().set({"conv2d_1", "flatten_1"});
    m->key(Qt::Key_Delete);
    QVERIFY(m->graph().groups.empty());
}

void TestCanvasAnnotations::aFrameHasAColour()
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

void TestCanvasAnnotations::layingOutKeepsFramesAroundTheirNodes()
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
    // What is no size is an error that says where.
    Json wrong = Json::parse(text);
    wrong["graph"]["groups"][0]["size"] = "big";
    const auto refused = projectFromJson(wrong.dump());
    QVERIFY(!refused);
    QVERIFY(QString::fromStdString(refused.error().message().text()).contains(u"/graph/groups/0/size"_s));
}

void TestCanvasAnnotations::theMiddleOfAFrameIsGround()
{
    frame({"conv2d_1", "dense_1"}, u"Frame"_s);
    m->document.selection().clear();
    m->click(m->viewOf(rectangle().center() + QPointF(10.0, 45.0)));
    QVERIFY(m->document.selection().empty());
    m->click(m->middleOf("flatten_1")); // which lies in it, above
    QCOMPARE(m->selected(), Ids{"flatten_1"});
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

QTEST_MAIN(TestCanvasAnnotations)
#include "test_canvas_annotations.moc"
