#include "tests/gui/canvas/annotations_fixture.h"
#include "tests/test_program.h"

namespace test_canvas_notes {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// Notes on the canvas.
class TestCanvasNotes : public QObject, AnnotationsFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { openChain(); }
    void cleanup() { m.reset(); }
    void aNoteIsWritten();
    void aNoteThatSaysNothingIsNone();
    void aNoteIsEditedInPlace();
    void anEmptiedNoteGoes();
    void aNoteIsAsHighAsItsText();
    void aNoteIsMovedAndResized();
};

void TestCanvasNotes::aNoteIsWritten()
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

void TestCanvasNotes::aNoteThatSaysNothingIsNone()
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
    // Leaving the field commits the text.
    m->key(Qt::Key_N);
    QTest::keyClicks(noteField(), u"yes"_s);
    m->click(m->ground());
    QCOMPARE(m->graph().notes.size(), 1u);
}

void TestCanvasNotes::aNoteIsEditedInPlace()
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
    QCOMPARE(m->steps(), 2); // nothing was changed
}

void TestCanvasNotes::anEmptiedNoteGoes()
{
    note({200.0, 200.0}, u"one"_s);
    m->key(Qt::Key_F2);
    QTest::keyClick(noteField(), Qt::Key_Delete);
    QTest::keyClick(noteField(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(m->graph().notes.empty());
    m->document.undoStack().undo();
    QCOMPARE(m->graph().notes[0].text, std::string("one"));
}

void TestCanvasNotes::aNoteIsAsHighAsItsText()
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
    QVERIFY(noteRect().height() > 2.0 * height); // it has no place to wrap but is not cut off
}

void TestCanvasNotes::aNoteIsMovedAndResized()
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
    QVERIFY(noteRect().width() >= 60.0); // it does not flip
    QVERIFY(noteRect().right() <= before.right() + 60.0);
    m->document.undoStack().undo();
    m->document.undoStack().undo();
    QCOMPARE(noteRect(), before);
}

NETSMITH_WINDOW_TEST(TestCanvasNotes)

} // namespace test_canvas_notes

#include "test_canvas_notes.moc"
