#include "tests/gui/canvas/canvas_fixture.h"
#include "tests/test_program.h"

#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace test_canvas_keys {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

using Ids = std::set<std::string>;

/// The canvas with the keyboard only.
class TestCanvasKeys : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<CanvasFixture>();
        m->openChain();
    }
    void cleanup() { m.reset(); }

    void nudgingIsOneStep();
    void altFollowsTheWires();
    void altGoesAmongSiblings();
    void tabGoesFromNodeToNodeAndOut();
    void renaming();
    void renamingIsGivenUp();
    void copyCutPasteDuplicate();
    void foreignTextIsSaid();
    void zooming();
    void selectingAllAndNothing();
    void finding();
    void keysNeedTheFocus();

private:
    std::unique_ptr<CanvasFixture> m;
};

void TestCanvasKeys::nudgingIsOneStep()
{
    m->document.selection().select("conv2d_1");
    for (int i = 0; i < 3; ++i)
        m->key(Qt::Key_Right);
    m->key(Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(m->node("conv2d_1").x, 200.0);
    QCOMPARE(m->node("conv2d_1").y, 50.0);
    QCOMPARE(m->steps(), 1);
    // Another selection is another gesture.
    m->document.selection().select("dense_1");
    m->key(Qt::Key_Up);
    QCOMPARE(m->node("dense_1").y, -10.0);
    QCOMPARE(m->steps(), 2);
    m->document.undoStack().undo();
    m->document.undoStack().undo();
    QCOMPARE(m->node("conv2d_1").x, 170.0);
    QCOMPARE(m->node("conv2d_1").y, 0.0);
}

void TestCanvasKeys::altFollowsTheWires()
{
    m->key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(m->selected(), Ids{"input_1"});
    m->key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(m->selected(), Ids{"conv2d_1"});
    m->key(Qt::Key_Left, Qt::AltModifier);
    m->key(Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(m->selected(), Ids{"input_1"});
    QCOMPARE(m->steps(), 0);
}

void TestCanvasKeys::altGoesAmongSiblings()
{
    m->document.edit(u"branch"_s, [](Project& project) {
        const std::string id = addNode(project.graph, CanvasFixture::layer("flatten"), {340.0, 120.0});
        netsmith::gui::connect(project.graph, {"conv2d_1", "output"}, {id, "input"});
    });
    m->document.selection().select("flatten_1");
    m->key(Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(m->selected(), Ids{"flatten_2"});
    m->key(Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(m->selected(), Ids{"flatten_1"});
}

void TestCanvasKeys::tabGoesFromNodeToNodeAndOut()
{
    for (const char* id : {"input_1", "conv2d_1", "flatten_1", "dense_1"}) {
        m->key(Qt::Key_Tab);
        QCOMPARE(m->selected(), Ids{id});
    }
    m->key(Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(m->selected(), Ids{"flatten_1"});
    m->key(Qt::Key_Tab);
    QVERIFY(m->canvas.hasFocus());
    m->key(Qt::Key_Tab); // after the last comes the next control
    QVERIFY(!m->canvas.hasFocus());
    QCOMPARE(QApplication::focusWidget()->objectName(), u"canvasZoomOut"_s);
}

void TestCanvasKeys::renaming()
{
    m->document.selection().select("conv2d_1");
    m->key(Qt::Key_F2);
    auto* field = m->canvas.findChild<QLineEdit*>(u"canvasRename"_s);
    QVERIFY(field->isVisible() && field->hasFocus());
    QVERIFY(!field->accessibleName().isEmpty());
    QTest::keyClicks(field, u"stem"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!field->isVisible());
    QVERIFY(m->canvas.hasFocus());
    QCOMPARE(m->node("conv2d_1").title, std::string("stem"));
    QCOMPARE(m->steps(), 1);
    m->key(Qt::Key_F2);
    field->clear();
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(m->node("conv2d_1").title, std::string());
    QCOMPARE(m->item("conv2d_1").face().title, u"Conv2D"_s);
}

void TestCanvasKeys::renamingIsGivenUp()
{
    m->document.selection().select("conv2d_1");
    m->key(Qt::Key_F2);
    auto* field = m->canvas.findChild<QLineEdit*>(u"canvasRename"_s);
    QTest::keyClicks(field, u"stem"_s);
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!field->isVisible());
    QCOMPARE(m->node("conv2d_1").title, std::string());
    QCOMPARE(m->steps(), 0);
}

void TestCanvasKeys::copyCutPasteDuplicate()
{
    m->document.selection().set({"conv2d_1", "flatten_1"});
    m->key(Qt::Key_C, Qt::ControlModifier);
    QVERIFY(m->canvas.canPaste());
    m->key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(m->selected(), (Ids{"conv2d_2", "flatten_2"}));
    QVERIFY(m->wired("conv2d_2", "flatten_2"));
    QCOMPARE(m->steps(), 1);
    m->key(Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(m->selected(), (Ids{"conv2d_3", "flatten_3"}));
    QCOMPARE(m->steps(), 2);
    m->key(Qt::Key_X, Qt::ControlModifier);
    QVERIFY(!m->graph().find("conv2d_3"));
    QCOMPARE(m->steps(), 3);
    m->key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(m->graph().nodes.size(), 8u);
    for (int i = 0; i < 4; ++i)
        m->document.undoStack().undo();
    QCOMPARE(m->graph().nodes.size(), 4u);
    QCOMPARE(m->canvas.network().nodes().size(), 4u);
}

void TestCanvasKeys::foreignTextIsSaid()
{
    QGuiApplication::clipboard()->setText(u"a letter"_s);
    QVERIFY(!m->canvas.canPaste());
    QSignalSpy said(&m->canvas, &Canvas::noticed);
    m->key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(said.count(), 1);
    QCOMPARE(m->steps(), 0);
}

void TestCanvasKeys::zooming()
{
    m->key(Qt::Key_Minus, Qt::ControlModifier);
    QCOMPARE(m->canvas.zoom(), 0.8);
    m->key(Qt::Key_Plus, Qt::ControlModifier);
    m->key(Qt::Key_Plus, Qt::ControlModifier);
    QCOMPARE(m->canvas.zoom(), 1.25);
    m->key(Qt::Key_0, Qt::ControlModifier);
    QCOMPARE(m->canvas.zoom(), 1.0);
    m->canvas.centerOn(5000.0, 5000.0);
    m->key(Qt::Key_F);
    QVERIFY(m->canvas.viewport()->rect().contains(m->middleOf("input_1")));
    QVERIFY(m->canvas.viewport()->rect().contains(m->middleOf("dense_1")));
    m->document.selection().select("dense_1");
    m->key(Qt::Key_Period);
    QVERIFY((m->middleOf("dense_1") - m->canvas.viewport()->rect().center()).manhattanLength() < 60);
    QVERIFY(m->canvas.zoom() > 1.0);
}

void TestCanvasKeys::selectingAllAndNothing()
{
    m->key(Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(m->selected().size(), 4u);
    m->key(Qt::Key_Escape);
    QVERIFY(m->selected().empty());
}

void TestCanvasKeys::finding()
{
    m->document.edit(u"name"_s, [](Project& project) { netsmith::gui::rename(project.graph, "dense_1", "head"); });
    m->key(Qt::Key_F, Qt::ControlModifier);
    auto* field = m->canvas.findChild<QLineEdit*>(u"canvasFindText"_s);
    auto* result = m->canvas.findChild<QLabel*>(u"canvasFindResult"_s);
    QVERIFY(field->isVisible() && field->hasFocus());
    QTest::keyClicks(field, u"t"_s); // Input, Convolution 2D, Flatten
    QCOMPARE(m->selected(), Ids{"input_1"});
    QCOMPARE(result->text(), u"1 of 3"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(m->selected(), Ids{"conv2d_1"});
    QTest::keyClick(field, Qt::Key_Return);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(m->selected(), Ids{"input_1"});
    QTest::keyClick(field, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(m->selected(), Ids{"flatten_1"});
    m->canvas.centerOn(9000.0, 9000.0);
    field->selectAll();
    QTest::keyClicks(field, u"HEAD"_s);
    QCOMPARE(m->selected(), Ids{"dense_1"});
    QVERIFY(m->canvas.viewport()->rect().contains(m->middleOf("dense_1")));
    field->selectAll();
    QTest::keyClicks(field, u"nothing"_s);
    QCOMPARE(result->text(), u"none"_s);
    QVERIFY(!m->canvas.findNode(u"nothing"_s));
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!field->isVisible());
    QVERIFY(m->canvas.hasFocus());
}

void TestCanvasKeys::keysNeedTheFocus()
{
    m->document.selection().select("conv2d_1");
    m->key(Qt::Key_F, Qt::ControlModifier);
    auto* field = m->canvas.findChild<QLineEdit*>(u"canvasFindText"_s);
    QTest::keyClick(field, Qt::Key_Delete);
    QTest::keyClick(field, Qt::Key_Backspace);
    QVERIFY(m->graph().find("conv2d_1"));
    QCOMPARE(m->steps(), 0);
}

NETSMITH_WINDOW_TEST(TestCanvasKeys)

} // namespace test_canvas_keys

#include "test_canvas_keys.moc"
