#include "tests/gui/canvas/canvas_fixture.h"

#include "engine/graph/blocks/block_inside.h"
#include "gui/canvas/overlays/block_bar.h"
#include "gui/document/block_commands.h"
#include "tests/test_program.h"

#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

namespace test_canvas_blocks {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

using Ids = std::set<std::string>;

/// Blocks on the canvas, with mouse and keys.
class TestCanvasBlocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<CanvasFixture>();
        openRow();
    }
    void cleanup() { m.reset(); }

    void ctrlGMakesABlockAndAsksItsName();
    void whatCantBeABlockIsRefusedBesideIt();
    void theMenuSaysWhyNot();
    void aDoubleClickOpensIt();
    void keysOpenAndLeaveIt();
    void crumbsLeadBack();
    void itsInsideIsEditedLikeAnyGraph();
    void anEditShowsWhereverItStands();
    void undoLeadsToWhereTheEditWasMade();
    void ctrlShiftGTakesItApart();
    void itIsDroppedAndDuplicated();
    void itIsPastedIntoAnotherProject();
    void aBlockInItselfIsRefused();
    void itsViewIsKept();
    void sharedWeightsAreMarked();

private:
    /// input_1 → conv2d_1 → relu_1 → flatten_1 → dense_1, in a row.
    void openRow();
    /// Makes a block of conv2d_1 and relu_1 with the title "Stem".
    void makeStem();
    QLineEdit* renameField() { return m->canvas.findChild<QLineEdit*>(u"canvasRename"_s); }
    BlockBar* bar() { return m->canvas.findChild<BlockBar*>(u"blockBar"_s); }
    QStringList crumbs();

    std::unique_ptr<CanvasFixture> m;
};

void TestCanvasBlocks::openRow()
{
    Graph graph;
    addNode(graph, CanvasFixture::layer("input"), {0.0, 0.0});
    for (const char* id : {"conv2d", "relu", "flatten", "dense"})
        addBehind(graph, layers(), CanvasFixture::layer(id), graph.nodes.back().id);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        graph.nodes[i].x = 170.0 * static_cast<double>(i);
        graph.nodes[i].y = 0.0;
    }
    m->open(graph);
}

void TestCanvasBlocks::makeStem()
{
    m->document.selection().set({"conv2d_1", "relu_1"});
    m->key(Qt::Key_G, Qt::ControlModifier);
    QTest::keyClicks(renameField(), u"Stem"_s);
    QTest::keyClick(renameField(), Qt::Key_Return);
}

QStringList TestCanvasBlocks::crumbs()
{
    QStringList texts;
    if (bar()->isVisible())
        for (const QToolButton* crumb : bar()->findChildren<QToolButton*>())
            if (!crumb->isHidden())
                texts << crumb->text();
    return texts;
}

void TestCanvasBlocks::ctrlGMakesABlockAndAsksItsName()
{
    m->document.selection().set({"conv2d_1", "relu_1"});
    m->key(Qt::Key_G, Qt::ControlModifier);
    QCOMPARE(m->selected(), Ids{"block_1"});
    QVERIFY(m->wired("input_1", "block_1") && m->wired("block_1", "flatten_1"));
    QCOMPARE(m->graph().nodes.size(), 4u);
    QVERIFY(renameField()->isVisible());
    QCOMPARE(renameField()->text(), u"Block 1"_s);
    QTest::keyClicks(renameField(), u"Stem"_s);
    QTest::keyClick(renameField(), Qt::Key_Return);
    QCOMPARE(m->item("block_1").face().title, u"Stem"_s);
    QCOMPARE(m->item("block_1").inputs(), std::vector<std::string>{"input"});
    QVERIFY(m->item("block_1").face().count.size() > 0); // the number of its weights
    m->document.undoStack().undo();
    m->document.undoStack().undo();
    QVERIFY(m->graph().find("conv2d_1") && m->graph().blocks.empty());
    QVERIFY(m->canvas.network().node("relu_1"));
}

void TestCanvasBlocks::whatCantBeABlockIsRefusedBesideIt()
{
    m->document.selection().set({"input_1", "conv2d_1"});
    m->key(Qt::Key_G, Qt::ControlModifier);
    QVERIFY2(m->reason().contains(u"input_1"_s), qPrintable(m->reason()));
    QCOMPARE(m->steps(), 0);
    m->document.selection().set({"conv2d_1", "flatten_1"});
    m->key(Qt::Key_G, Qt::ControlModifier);
    QVERIFY2(m->reason().contains(u"relu_1"_s), qPrintable(m->reason()));
    m->key(Qt::Key_Escape); // any other action hides it
    QCOMPARE(m->reason(), QString());
    m->key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(!m->reason().isEmpty()); // nothing there to take apart
    m->click(m->ground());
    QCOMPARE(m->reason(), QString());
}

void TestCanvasBlocks::theMenuSaysWhyNot()
{
    m->document.selection().set({"input_1", "conv2d_1"});
    QContextMenuEvent event(QContextMenuEvent::Mouse, m->middleOf("conv2d_1"), m->canvas.mapToGlobal(m->middleOf("conv2d_1")));
    QApplication::sendEvent(m->canvas.viewport(), &event);
    auto* menu = m->canvas.findChild<QMenu*>(u"canvasMenu"_s);
    QVERIFY(menu);
    const auto* making = menu->findChild<QAction*>(u"canvasMenuMakeBlock"_s);
    QVERIFY(making && !making->isEnabled());
    QVERIFY(making->toolTip().contains(u"input_1"_s));
    QVERIFY(!menu->findChild<QAction*>(u"canvasMenuOpenBlock"_s)); // not a block
    menu->close();
}

void TestCanvasBlocks::aDoubleClickOpensIt()
{
    makeStem();
    QTest::mouseDClick(m->canvas.viewport(), Qt::LeftButton, {}, m->middleOf("block_1"));
    QCOMPARE(m->document.place(), std::string("block_1"));
    QVERIFY(m->canvas.network().node("in:input") && m->canvas.network().node("conv2d_1") && m->canvas.network().node("out:output"));
    QVERIFY(!m->canvas.network().node("dense_1"));
    QVERIFY(!m->canvas.network().lossNode(0)); // there is no loss in here
    QVERIFY(m->wired("in:input", "conv2d_1") && m->wired("relu_1", "out:output"));
    // The shapes are those of the node from which it was opened.
    QCOMPARE(m->item("conv2d_1").facts().in, std::optional(netsmith::Shape{28, 28, 1}));
    QCOMPARE(m->item("in:input").face().details, u"28×28×1"_s);
    QCOMPARE(m->item("in:input").face().title, u"Input"_s);
    QVERIFY(!renameField()->isVisible());
}

void TestCanvasBlocks::keysOpenAndLeaveIt()
{
    makeStem();
    m->canvas.setFocus();
    m->key(Qt::Key_Return);
    QCOMPARE(m->document.place(), std::string("block_1"));
    m->key(Qt::Key_Tab); // from node to node, including the ends
    QCOMPARE(m->selected(), Ids{"in:input"});
    m->key(Qt::Key_Escape); // first it clears the selection
    QCOMPARE(m->document.place(), std::string("block_1"));
    m->key(Qt::Key_Escape);
    QCOMPARE(m->document.place(), std::string());
    QCOMPARE(m->selected(), Ids{"block_1"}); // where it was opened from
    m->key(Qt::Key_Enter);
    m->document.selection().select("relu_1");
    m->key(Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(m->document.place(), std::string());
    m->document.selection().select("dense_1");
    m->key(Qt::Key_Return); // not a block
    QCOMPARE(m->document.place(), std::string());
}

void TestCanvasBlocks::crumbsLeadBack()
{
    makeStem();
    m->document.selection().set({"block_1", "flatten_1"});
    m->key(Qt::Key_G, Qt::ControlModifier);
    QTest::keyClicks(renameField(), u"Front"_s);
    QTest::keyClick(renameField(), Qt::Key_Return);
    QVERIFY(crumbs().isEmpty());
    m->document.open("block_2/block_1");
    QCOMPARE(crumbs(), (QStringList{m->document.name(), u"Front"_s, u"Stem"_s}));
    QVERIFY(m->canvas.network().node("conv2d_1"));
    QTest::mouseClick(bar()->findChild<QToolButton*>(u"crumb1"_s), Qt::LeftButton);
    QCOMPARE(m->document.place(), std::string("block_2"));
    QVERIFY(m->canvas.network().node("flatten_1"));
    QTest::mouseClick(bar()->findChild<QToolButton*>(u"crumb0"_s), Qt::LeftButton);
    QCOMPARE(m->document.place(), std::string());
    QVERIFY(!bar()->isVisible());
    QVERIFY(m->canvas.hasFocus());
}

void TestCanvasBlocks::itsInsideIsEditedLikeAnyGraph()
{
    makeStem();
    m->document.open("block_1");
    m->document.selection().select("relu_1");
    QCOMPARE(m->canvas.addLayer(u"dropout"_s), std::string("dropout_1"));
    QVERIFY(m->wired("relu_1", "dropout_1") && m->wired("dropout_1", "out:output"));
    const double before = m->node("dropout_1").x;
    m->key(Qt::Key_Right);
    QCOMPARE(m->node("dropout_1").x, before + 10.0);
    m->key(Qt::Key_D, Qt::ControlModifier);
    QVERIFY(m->graph().find("dropout_2"));
    m->key(Qt::Key_Delete);
    QVERIFY(!m->graph().find("dropout_2"));
    // An end is moved, named and wired like any node.
    m->document.selection().select("in:input");
    m->key(Qt::Key_Left);
    m->key(Qt::Key_F2);
    QTest::keyClicks(renameField(), u"Picture"_s);
    QTest::keyClick(renameField(), Qt::Key_Return);
    QCOMPARE(m->item("in:input").face().title, u"Picture"_s);
    QCOMPARE(m->canvas.dropLayer(u"block_output"_s, {300.0, 300.0}), std::string("out:output_2"));
    m->drag(m->output("conv2d_1"), m->input("out:output_2"));
    QVERIFY(m->wired("conv2d_1", "out:output_2"));
    m->document.open({});
    QCOMPARE(m->item("block_1").outputs(), (std::vector<std::string>{"output", "output_2"}));
    // A block within a block.
    m->document.open("block_1");
    m->document.selection().set({"dropout_1"});
    m->key(Qt::Key_G, Qt::ControlModifier);
    QTest::keyClick(renameField(), Qt::Key_Return);
    QCOMPARE(m->graph().blocks.size(), 2u);
    QVERIFY(m->wired("relu_1", "block_1"));
    m->key(Qt::Key_Return);
    QCOMPARE(m->document.place(), std::string("block_1/block_1"));
}

void TestCanvasBlocks::anEditShowsWhereverItStands()
{
    makeStem();
    m->document.selection().select("block_1");
    QCOMPARE(m->canvas.addLayer(u"block:block_1"_s), std::string("block_2")); // its name in quick-add and the palette
    QVERIFY(m->wired("block_1", "block_2"));
    m->document.open("block_2");
    QCOMPARE(m->item("conv2d_1").facts().in, std::optional(netsmith::Shape{26, 26, 32})); // not those of block_1
    m->document.editGraph(u"filters"_s,
                          [](Graph& graph) { setParameter(graph, layers(), {"conv2d_1"}, "filters", std::int64_t{8}); });
    m->document.open({});
    QCOMPARE(m->document.analysis().shapeAt({"block_1", "output"})->sizes().back(), 8);
    QCOMPARE(m->document.analysis().shapeAt({"block_2", "output"})->sizes().back(), 8);
}

void TestCanvasBlocks::undoLeadsToWhereTheEditWasMade()
{
    makeStem();
    m->document.open("block_1");
    m->document.selection().select("relu_1");
    m->key(Qt::Key_Delete);
    QVERIFY(m->wired("conv2d_1", "out:output"));
    m->document.open({});
    m->document.undoStack().undo();
    QCOMPARE(m->document.place(), std::string("block_1"));
    QVERIFY(m->graph().find("relu_1"));
    // After more undo steps the block does not exist, and the network around it is shown.
    m->document.undoStack().undo();
    m->document.undoStack().undo();
    QCOMPARE(m->document.place(), std::string());
    QVERIFY(m->canvas.network().node("conv2d_1"));
    for (int i = 0; i < 3; ++i)
        m->document.undoStack().redo();
    QCOMPARE(m->document.place(), std::string("block_1"));
    QVERIFY(!m->graph().find("relu_1"));
}

void TestCanvasBlocks::ctrlShiftGTakesItApart()
{
    makeStem();
    m->document.editGraph(u"override"_s,
                          [](Graph& graph) { graph.find("block_1")->parameters["conv2d_1.filters"] = std::int64_t{4}; });
    const int before = m->steps();
    m->document.selection().select("block_1");
    m->key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(m->steps(), before + 1);
    QCOMPARE(m->selected(), (Ids{"conv2d_1", "relu_1"}));
    QVERIFY(m->wired("input_1", "conv2d_1") && m->wired("relu_1", "flatten_1"));
    QCOMPARE(m->node("conv2d_1").parameters.at("filters"), ParameterValue(std::int64_t{4}));
    QVERIFY(findBlock(m->graph(), "block_1")); // it can be used again
}

void TestCanvasBlocks::itIsDroppedAndDuplicated()
{
    makeStem();
    // Dragged from the palette onto a wire.
    const QPoint wire = m->canvas.viewport()->mapToGlobal(m->wire("flatten_1", "dense_1"));
    QVERIFY(m->canvas.layerDragMoved(wire, u"block:block_1"_s));
    QVERIFY(m->canvas.layerDragEnded(wire, u"block:block_1"_s));
    QVERIFY(m->wired("flatten_1", "block_2") && m->wired("block_2", "dense_1"));
    m->document.selection().select("block_1");
    m->key(Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(blockOf(m->node("block_3")), std::string("block_1"));
    QCOMPARE(m->graph().blocks.size(), 1u);
}

void TestCanvasBlocks::itIsPastedIntoAnotherProject()
{
    makeStem();
    m->document.selection().select("block_1");
    m->key(Qt::Key_C, Qt::ControlModifier);
    openRow();
    m->key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(m->graph().blocks.size(), 1u);
    QCOMPARE(m->item("block_1").face().title, u"Stem"_s);
    // If another block has its name, it gets a number.
    m->document.edit(u"other"_s,
                     [](Project& project) { project.graph.blocks[0].nodes[0].parameters["filters"] = std::int64_t{3}; });
    m->key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(m->graph().blocks.size(), 2u);
    QCOMPARE(m->graph().blocks[1].id, std::string("block_1_2"));
    QCOMPARE(m->item("block_2").face().title, u"Stem 2"_s);
    m->key(Qt::Key_V, Qt::ControlModifier);
    QCOMPARE(m->graph().blocks.size(), 2u); // which now exists
}

void TestCanvasBlocks::aBlockInItselfIsRefused()
{
    makeStem();
    m->document.selection().select("block_1");
    m->key(Qt::Key_C, Qt::ControlModifier);
    m->document.open("block_1");
    const int before = m->steps();
    const QPoint middle = m->canvas.viewport()->mapToGlobal(m->ground());
    QVERIFY(!m->canvas.layerDragMoved(middle, u"block:block_1"_s));
    QVERIFY2(m->reason().contains(u"Stem"_s), qPrintable(m->reason()));
    QVERIFY(!m->canvas.layerDragEnded(middle, u"block:block_1"_s));
    QCOMPARE(m->reason(), QString());
    QCOMPARE(m->canvas.addLayer(u"block:block_1"_s), std::string());
    QVERIFY(m->reason().contains(u"Stem"_s));
    m->key(Qt::Key_V, Qt::ControlModifier);
    QVERIFY2(m->reason().contains(u"Stem"_s), qPrintable(m->reason()));
    QCOMPARE(m->steps(), before);
    QCOMPARE(m->graph().blocks.size(), 1u);
}

void TestCanvasBlocks::itsViewIsKept()
{
    makeStem();
    m->canvas.setZoom(2.0);
    m->canvas.centerOn(500.0, 40.0);
    const QPointF middle = m->canvas.mapToScene(m->canvas.viewport()->rect().center());
    m->document.open("block_1");
    QVERIFY(m->canvas.zoom() < 2.0); // all of it
    m->document.open({});
    QCOMPARE(m->canvas.zoom(), 2.0);
    const QPointF again = m->canvas.mapToScene(m->canvas.viewport()->rect().center());
    QVERIFY(QLineF(middle, again).length() < 30.0); // the breadcrumbs take a part of the height
}

void TestCanvasBlocks::sharedWeightsAreMarked()
{
    m->document.selection().select("conv2d_1");
    m->canvas.addLayer(u"conv2d"_s);
    m->document.editGraph(u"share"_s, [](Graph& graph) { share(graph, "conv2d_2", "conv2d_1"); });
    QCOMPARE(m->item("conv2d_2").face().count, u"= conv2d_1"_s);
    m->document.editGraph(u"own"_s, [](Graph& graph) { share(graph, "conv2d_2", {}); });
    QVERIFY(m->item("conv2d_2").face().count != u"= conv2d_1"_s);
}

NETSMITH_WINDOW_TEST(TestCanvasBlocks)

} // namespace test_canvas_blocks

#include "test_canvas_blocks.moc"
