#include "tests/gui/canvas/canvas_fixture.h"
#include "tests/test_program.h"

namespace test_canvas_layers {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

using Ids = std::set<std::string>;

/// Layers from the palette and from quick-add.
class TestCanvasLayers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<CanvasFixture>();
        m->openChain();
    }
    void cleanup() { m.reset(); }

    void aDoubleClickedLayerJoinsTheSelectedNode();
    void withoutASelectionItComesIntoView();
    void aDraggedLayerShowsWhereItGoes();
    void aDragBesideTheCanvasAddsNothing();
    void aDraggedLayerGoesIntoTheWire();
    void aLayerOnTheWireToTheLossGoesBeforeIt();
    void aLayerLetGoAfterTheLastIsJoined();
    void aLooseLayerLeavesTheLossWhereItIs();
    void aLooseLayerIsDraggedBeforeTheLoss();
    void noNodeCoversAnother();
    void aNetworkOfDroppedLayers();
    void pickedForALooseWire();
    void pickedBehindAFlatten();
    void pickedForALooseInput();
    void unknownLayersAreNoLayers();

private:
    std::unique_ptr<CanvasFixture> m;
};

void TestCanvasLayers::aDoubleClickedLayerJoinsTheSelectedNode()
{
    m->document.selection().select("dense_1");
    QCOMPARE(m->canvas.addLayer(u"dropout"_s), std::string("dropout_1"));
    QVERIFY(m->wired("dense_1", "dropout_1"));
    QCOMPARE(m->selected(), Ids{"dropout_1"});
    QCOMPARE(m->steps(), 1);
    // Between two layers it is inserted.
    m->document.selection().select("conv2d_1");
    m->canvas.addLayer(u"relu"_s);
    QVERIFY(m->wired("conv2d_1", "relu_1"));
    QVERIFY(m->wired("relu_1", "flatten_1"));
    QVERIFY(!m->wired("conv2d_1", "flatten_1"));
    QCOMPARE(m->steps(), 2);
}

void TestCanvasLayers::withoutASelectionItComesIntoView()
{
    m->canvas.centerOn(4000.0, 4000.0);
    const std::string id = m->canvas.addLayer(u"dense"_s);
    QVERIFY(m->canvas.viewport()->rect().contains(m->middleOf(id.c_str())));
    QCOMPARE(m->graph().edges.size(), 3u);
}

void TestCanvasLayers::aDraggedLayerShowsWhereItGoes()
{
    QVERIFY(m->canvas.layerDragMoved(m->globalOf(m->ground()), u"dropout"_s));
    QCOMPARE(m->steps(), 0);
    QVERIFY(m->canvas.layerDragMoved(m->globalOf(m->wire("conv2d_1", "flatten_1")), u"dropout"_s));
    const WireItem* wire = m->canvas.network().wire(m->graph().edges[1]);
    QVERIFY(wire->isTarget());
    QVERIFY(m->canvas.layerDragMoved(m->globalOf(m->ground()), u"dropout"_s));
    QVERIFY(!wire->isTarget());
    m->canvas.layerDragMoved(m->globalOf(m->wire("conv2d_1", "flatten_1")), u"dropout"_s);
    m->canvas.layerDragCancelled();
    QVERIFY(!wire->isTarget());
    // An input layer has no input, so it can't be inserted into a wire.
    QVERIFY(m->canvas.layerDragMoved(m->globalOf(m->wire("conv2d_1", "flatten_1")), u"input"_s));
    QVERIFY(!wire->isTarget());
    QVERIFY(m->canvas.layerDragEnded(m->globalOf(m->ground()), u"input"_s));
    QVERIFY(m->graph().find("input_2"));
    QVERIFY(m->canvas.hasFocus());
    QCOMPARE(m->steps(), 1);
}

void TestCanvasLayers::aDragBesideTheCanvasAddsNothing()
{
    QVERIFY(!m->canvas.layerDragMoved(m->globalOf({-50, 100}), u"dense"_s));
    QVERIFY(!m->canvas.layerDragEnded(m->globalOf({-50, 100}), u"dense"_s));
    QCOMPARE(m->graph().nodes.size(), 4u);
}

void TestCanvasLayers::aDraggedLayerGoesIntoTheWire()
{
    QVERIFY(m->canvas.layerDragEnded(m->globalOf(m->wire("conv2d_1", "flatten_1")), u"max_pooling2d"_s));
    QVERIFY(m->wired("conv2d_1", "max_pooling2d_1"));
    QVERIFY(m->wired("max_pooling2d_1", "flatten_1"));
    QVERIFY(!m->overlapping());
    QCOMPARE(m->steps(), 1);
    m->document.undoStack().undo();
    QCOMPARE(m->node("flatten_1").x, 340.0);
}

void TestCanvasLayers::aLayerOnTheWireToTheLossGoesBeforeIt()
{
    const NodeItem* loss = m->canvas.network().lossNode(0);
    const QPointF between = (m->item("dense_1").portPosition("output", false) + loss->portPosition("loss", true)) / 2.0;
    QVERIFY(m->canvas.layerDragMoved(m->globalOf(m->viewOf(between)), u"dropout"_s));
    QVERIFY(m->wireToLoss("dense_1")->isTarget());
    QVERIFY(m->canvas.layerDragEnded(m->globalOf(m->viewOf(between)), u"dropout"_s));
    QVERIFY(m->wired("dense_1", "dropout_1"));
    QVERIFY(m->wireToLoss("dropout_1"));
    QVERIFY(!m->overlapping());
    QCOMPARE(m->document.analysis().errorCount(), 0);
    QCOMPARE(m->steps(), 1);
    m->document.undoStack().undo();
    QVERIFY(m->wireToLoss("dense_1"));
    // Also on the loss itself.
    const QPointF onIt = m->canvas.network().lossNode(0)->rectangle().center();
    QVERIFY(m->canvas.layerDragEnded(m->globalOf(m->viewOf(onIt)), u"dropout"_s));
    QVERIFY(m->wired("dense_1", "dropout_1"));
    QVERIFY(m->wireToLoss("dropout_1"));
}

void TestCanvasLayers::aLayerLetGoAfterTheLastIsJoined()
{
    const QPointF after = m->item("dense_1").rectangle().center() + QPointF(220.0, 30.0);
    QVERIFY(m->canvas.layerDragEnded(m->globalOf(m->viewOf(after)), u"softmax"_s));
    QVERIFY(m->wired("dense_1", "softmax_1"));
    QVERIFY(m->wireToLoss("softmax_1"));
    // A layer without inputs, or well below, is connected to nothing.
    m->canvas.layerDragEnded(m->globalOf(m->viewOf(m->item("softmax_1").rectangle().center() + QPointF(0.0, 200.0))), u"relu"_s);
    m->canvas.layerDragEnded(m->globalOf(m->viewOf(m->item("dense_1").rectangle().center() + QPointF(0.0, 200.0))), u"input"_s);
    QCOMPARE(m->graph().edges.size(), 4u);
}

void TestCanvasLayers::aLooseLayerLeavesTheLossWhereItIs()
{
    m->canvas.dropLayer(u"dense"_s, {300.0, 250.0});
    QVERIFY(m->wireToLoss("dense_1"));
    QCOMPARE(m->document.project().training.objectives.front().output, std::string("dense_1"));
    m->document.undoStack().undo();
    QCOMPARE(m->document.project().training.objectives.front().output, std::string());
    m->document.undoStack().redo();
    // Wired after the last, it gets the loss; if it is deleted, the loss goes back to the layer before it.
    m->drag(m->output("dense_1"), m->input("dense_2"));
    QVERIFY(m->wired("dense_1", "dense_2"));
    QVERIFY(m->wireToLoss("dense_2"));
    m->document.selection().select("dense_2");
    m->canvas.deleteSelection();
    QVERIFY(m->wireToLoss("dense_1"));
    QCOMPARE(m->document.analysis().errorCount(), 0);
}

void TestCanvasLayers::aLooseLayerIsDraggedBeforeTheLoss()
{
    m->canvas.dropLayer(u"dropout"_s, {300.0, 250.0});
    const NodeItem* loss = m->canvas.network().lossNode(0);
    const QPointF between = (m->item("dense_1").portPosition("output", false) + loss->portPosition("loss", true)) / 2.0;
    m->dragOn(m->middleOf("dropout_1"), m->viewOf(between));
    QVERIFY(m->wireToLoss("dense_1")->isTarget());
    m->release(m->viewOf(between));
    QVERIFY(m->wired("dense_1", "dropout_1"));
    QVERIFY(m->wireToLoss("dropout_1"));
    QVERIFY(!m->overlapping());
}

void TestCanvasLayers::noNodeCoversAnother()
{
    for (int i = 0; i < 4; ++i)
        m->canvas.dropLayer(u"dense"_s, {300.0, 250.0});
    QVERIFY(!m->overlapping());
    for (const char* next : {"conv2d_1", "relu_1", "relu_2", "relu_3"})
        m->canvas.layerDragEnded(m->globalOf(m->wire("input_1", next)), u"relu"_s);
    QVERIFY(!m->overlapping());
    QVERIFY(m->wired("input_1", "relu_4"));
}

void TestCanvasLayers::aNetworkOfDroppedLayers()
{
    m->open(Graph());
    m->canvas.setZoom(1.0);
    m->canvas.centerOn(0.0, 0.0);
    m->canvas.layerDragEnded(m->globalOf(m->viewOf({-300.0, 0.0})), u"input"_s);
    m->canvas.layerDragEnded(m->globalOf(m->viewOf({-100.0, 0.0})), u"flatten"_s);
    m->canvas.layerDragEnded(m->globalOf(m->viewOf({100.0, 0.0})), u"dense"_s);
    for (const char* id : {"input_1", "flatten_1", "dense_1"})
        QVERIFY2(m->document.analysis().shapeAt({id, "output"}), id);
    QCOMPARE(m->steps(), 3); // each was dropped after the last one, and connected to it
    while (m->document.undoStack().canUndo())
        m->document.undoStack().undo();
    QVERIFY(m->graph().nodes.empty());
    QVERIFY(m->canvas.network().nodes().empty());
    QVERIFY(m->canvas.findChild<QWidget*>(u"canvasEmptyHint"_s)->isVisible());
}

void TestCanvasLayers::pickedForALooseWire()
{
    const std::string id = m->canvas.addPicked(u"dense"_s, {300.0, 250.0}, PortRef{"flatten_1", "output"}, false);
    QVERIFY(m->wired("flatten_1", id.c_str()));
    QVERIFY((m->item(id.c_str()).portPosition("input", true) - QPointF(300.0, 250.0)).manhattanLength() <= 10.0);
    QCOMPARE(m->steps(), 1);
    QCOMPARE(m->selected(), Ids{id});
}

void TestCanvasLayers::pickedBehindAFlatten()
{
    const std::string id = m->canvas.addPicked(u"dense"_s, {300.0, 250.0}, PortRef{"conv2d_1", "output"}, true);
    QVERIFY(m->wired("conv2d_1", "flatten_2"));
    QVERIFY(m->wired("flatten_2", id.c_str()));
    QVERIFY(!m->overlapping());
    QCOMPARE(m->steps(), 1);
}

void TestCanvasLayers::pickedForALooseInput()
{
    const std::string add = m->canvas.dropLayer(u"add"_s, {400.0, 250.0});
    const std::string id = m->canvas.addPicked(u"conv2d"_s, {200.0, 250.0}, PortRef{add, "inputs"}, false);
    QVERIFY(m->wired(id.c_str(), add.c_str()));
    QVERIFY((m->item(id.c_str()).portPosition("output", false) - QPointF(200.0, 250.0)).manhattanLength() <= 10.0);
}

void TestCanvasLayers::unknownLayersAreNoLayers()
{
    QVERIFY(m->canvas.addLayer(u"teleport"_s).empty());
    QVERIFY(m->canvas.dropLayer(u"teleport"_s, {}).empty());
    QVERIFY(!m->canvas.layerDragMoved(m->globalOf(m->ground()), u"teleport"_s));
    QCOMPARE(m->steps(), 0);
}

NETSMITH_WINDOW_TEST(TestCanvasLayers)

} // namespace test_canvas_layers

#include "test_canvas_layers.moc"
