#include "gui/canvas/drop_preview.h"
#include "tests/gui/canvas/canvas_fixture.h"

#include <QMenu>

#include <map>

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

using Ids = std::set<std::string>;

/// Layers that come from the palette and from quick-add, and what the context menus do.
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
    void thePreviewLiesWhereTheLayerWill();
    void thePreviewShowsWhatComesOfIt_data();
    void thePreviewShowsWhatComesOfIt();
    void aDraggedNodeIsShownWhereItWillLie_data();
    void aDraggedNodeIsShownWhereItWillLie();
    void aCancelledDropLeavesEverythingAsItWas();
    void noNodeCoversAnother();
    void aNetworkOfDroppedLayers();
    void pickedForALooseWire();
    void pickedBehindAFlatten();
    void pickedForALooseInput();
    void unknownLayersAreNoLayers();
    void menuOfANode();
    void menuOfAWire();
    void menuOfTheGround();
    void menuByKeyboard();
    void layingOut();

private:
    QMenu* menuAt(QPoint place, QContextMenuEvent::Reason reason = QContextMenuEvent::Mouse);
    void choose(QMenu* menu, const char* action);
    QPoint globalOf(QPoint place) { return m->canvas.viewport()->mapToGlobal(place); }
    bool overlapping() const;
    /// From a node; null where the loss judges another, or none.
    WireItem* wireToLoss(const char* node)
    {
        for (WireItem* wire : m->item(node).wires())
            if (wire->leadsToLoss())
                return wire;
        return nullptr;
    }

    /// What is seen of the network, by what it is called.
    std::map<QString, QPointF> places() const
    {
        std::map<QString, QPointF> places;
        for (const auto& [id, item] : m->canvas.network().nodes())
            places[QString::fromStdString(id)] = item->pos();
        if (const NodeItem* loss = m->canvas.network().lossNode(0))
            places[u"the loss"_s] = loss->pos();
        return places;
    }
    /// The chain's row and columns beside the grid, as a file may have them.
    void offTheGrid()
    {
        m->document.editGraph(u"Shift"_s, [](Graph& graph) {
            for (Node& node : graph.nodes) {
                node.x = node.x * 1.05 + 3.0;
                node.y = 4.0;
            }
        });
    }
    const DropPreview* preview() const
    {
        for (const QGraphicsItem* item : m->canvas.network().items())
            if (const auto* found = dynamic_cast<const DropPreview*>(item))
                return found;
        return nullptr;
    }
    QPointF placeNamed(const QString& name)
    {
        if (name == u"in a wire"_s)
            return m->canvas.mapToScene(m->wire("conv2d_1", "flatten_1"));
        if (name == u"beside a wire"_s)
            return m->canvas.mapToScene(m->wire("conv2d_1", "flatten_1")) + QPointF(7.0, 11.0);
        if (name == u"on a layer"_s)
            return m->item("flatten_1").rectangle().center() + QPointF(0.0, 24.0);
        if (name == u"in line with a column"_s)
            return m->item("flatten_1").rectangle().center() + QPointF(3.0, 203.0);
        if (name == u"in the row"_s)
            return m->item("input_1").rectangle().center() + QPointF(-203.0, 4.0);
        if (name == u"before the loss"_s)
            return (m->item("dense_1").rectangle().center() + m->canvas.network().lossNode(0)->rectangle().center()) / 2.0;
        if (name == u"on the loss"_s)
            return m->canvas.network().lossNode(0)->rectangle().center() + QPointF(11.0, 7.0);
        return {303.0, 257.0};
    }
    void addPlaces()
    {
        QTest::addColumn<bool>("onTheGrid");
        for (const bool onTheGrid : {true, false})
            for (const char* place : {"in a wire", "beside a wire", "on a layer", "in line with a column", "in the row",
                                      "before the loss", "on the loss", "free"})
                QTest::addRow("%s%s", place, onTheGrid ? "" : ", off the grid") << onTheGrid;
    }
    QString placeOfRow() const { return QString::fromLatin1(QTest::currentDataTag()).section(u',', 0, 0); }

    std::unique_ptr<CanvasFixture> m;
};

bool TestCanvasLayers::overlapping() const
{
    const std::vector<Node>& nodes = m->graph().nodes;
    for (const Node& one : nodes)
        for (const Node& other : nodes)
            if (&one != &other && std::abs(one.x - other.x) < nodeSize.x() && std::abs(one.y - other.y) < nodeSize.y())
                return true;
    return false;
}

QMenu* TestCanvasLayers::menuAt(QPoint place, QContextMenuEvent::Reason reason)
{
    QContextMenuEvent event(reason, place, globalOf(place));
    QApplication::sendEvent(m->canvas.viewport(), &event);
    return qobject_cast<QMenu*>(QApplication::activePopupWidget());
}

void TestCanvasLayers::choose(QMenu* menu, const char* action)
{
    QVERIFY(menu);
    auto* found = menu->findChild<QAction*>(QString::fromLatin1(action));
    QVERIFY2(found, action);
    QVERIFY2(found->isEnabled(), action);
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(found).center());
    QCoreApplication::processEvents();
}

void TestCanvasLayers::aDoubleClickedLayerJoinsTheSelectedNode()
{
    m->document.selection().select("dense_1");
    QCOMPARE(m->canvas.addLayer(u"dropout"_s), std::string("dropout_1"));
    QVERIFY(m->wired("dense_1", "dropout_1"));
    QCOMPARE(m->selected(), Ids{"dropout_1"});
    QCOMPARE(m->steps(), 1);
    // Between two it goes in between.
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
    QVERIFY(m->canvas.layerDragMoved(globalOf(m->ground()), u"dropout"_s));
    QCOMPARE(m->steps(), 0);
    QVERIFY(m->canvas.layerDragMoved(globalOf(m->wire("conv2d_1", "flatten_1")), u"dropout"_s));
    const WireItem* wire = m->canvas.network().wire(m->graph().edges[1]);
    QVERIFY(wire->isTarget());
    QVERIFY(m->canvas.layerDragMoved(globalOf(m->ground()), u"dropout"_s));
    QVERIFY(!wire->isTarget());
    m->canvas.layerDragMoved(globalOf(m->wire("conv2d_1", "flatten_1")), u"dropout"_s);
    m->canvas.layerDragCancelled();
    QVERIFY(!wire->isTarget());
    // An input has no way in, so it goes into no wire.
    QVERIFY(m->canvas.layerDragMoved(globalOf(m->wire("conv2d_1", "flatten_1")), u"input"_s));
    QVERIFY(!wire->isTarget());
    QVERIFY(m->canvas.layerDragEnded(globalOf(m->ground()), u"input"_s));
    QVERIFY(m->graph().find("input_2"));
    QVERIFY(m->canvas.hasFocus());
    QCOMPARE(m->steps(), 1);
}

void TestCanvasLayers::aDragBesideTheCanvasAddsNothing()
{
    QVERIFY(!m->canvas.layerDragMoved(globalOf({-50, 100}), u"dense"_s));
    QVERIFY(!m->canvas.layerDragEnded(globalOf({-50, 100}), u"dense"_s));
    QCOMPARE(m->graph().nodes.size(), 4u);
}

void TestCanvasLayers::aDraggedLayerGoesIntoTheWire()
{
    QVERIFY(m->canvas.layerDragEnded(globalOf(m->wire("conv2d_1", "flatten_1")), u"max_pooling2d"_s));
    QVERIFY(m->wired("conv2d_1", "max_pooling2d_1"));
    QVERIFY(m->wired("max_pooling2d_1", "flatten_1"));
    QVERIFY(!overlapping());
    QCOMPARE(m->steps(), 1);
    m->document.undoStack().undo();
    QCOMPARE(m->node("flatten_1").x, 340.0);
}

void TestCanvasLayers::aLayerOnTheWireToTheLossGoesBeforeIt()
{
    const NodeItem* loss = m->canvas.network().lossNode(0);
    const QPointF between = (m->item("dense_1").portPosition("output", false) + loss->portPosition("loss", true)) / 2.0;
    QVERIFY(m->canvas.layerDragMoved(globalOf(m->viewOf(between)), u"dropout"_s));
    QVERIFY(wireToLoss("dense_1")->isTarget());
    QVERIFY(m->canvas.layerDragEnded(globalOf(m->viewOf(between)), u"dropout"_s));
    QVERIFY(m->wired("dense_1", "dropout_1"));
    QVERIFY(wireToLoss("dropout_1"));
    QVERIFY(!overlapping());
    QCOMPARE(m->document.analysis().errorCount(), 0);
    QCOMPARE(m->steps(), 1);
    m->document.undoStack().undo();
    QVERIFY(wireToLoss("dense_1"));
    // On the loss itself, too.
    const QPointF onIt = m->canvas.network().lossNode(0)->rectangle().center();
    QVERIFY(m->canvas.layerDragEnded(globalOf(m->viewOf(onIt)), u"dropout"_s));
    QVERIFY(m->wired("dense_1", "dropout_1"));
    QVERIFY(wireToLoss("dropout_1"));
}

void TestCanvasLayers::aLayerLetGoAfterTheLastIsJoined()
{
    const QPointF after = m->item("dense_1").rectangle().center() + QPointF(220.0, 30.0);
    QVERIFY(m->canvas.layerDragEnded(globalOf(m->viewOf(after)), u"softmax"_s));
    QVERIFY(m->wired("dense_1", "softmax_1"));
    QVERIFY(wireToLoss("softmax_1"));
    // What has no way in, and what lies well below, is joined to nothing.
    m->canvas.layerDragEnded(globalOf(m->viewOf(m->item("softmax_1").rectangle().center() + QPointF(0.0, 200.0))), u"relu"_s);
    m->canvas.layerDragEnded(globalOf(m->viewOf(m->item("dense_1").rectangle().center() + QPointF(0.0, 200.0))), u"input"_s);
    QCOMPARE(m->graph().edges.size(), 4u);
}

void TestCanvasLayers::aLooseLayerLeavesTheLossWhereItIs()
{
    m->canvas.dropLayer(u"dense"_s, {300.0, 250.0});
    QVERIFY(wireToLoss("dense_1"));
    QCOMPARE(m->document.project().training.objectives.front().output, std::string("dense_1"));
    m->document.undoStack().undo();
    QCOMPARE(m->document.project().training.objectives.front().output, std::string());
    m->document.undoStack().redo();
    // Wired behind, it is what the loss judges; taken away, the loss judges what came before it.
    m->drag(m->output("dense_1"), m->input("dense_2"));
    QVERIFY(m->wired("dense_1", "dense_2"));
    QVERIFY(wireToLoss("dense_2"));
    m->document.selection().select("dense_2");
    m->canvas.deleteSelection();
    QVERIFY(wireToLoss("dense_1"));
    QCOMPARE(m->document.analysis().errorCount(), 0);
}

void TestCanvasLayers::aLooseLayerIsDraggedBeforeTheLoss()
{
    m->canvas.dropLayer(u"dropout"_s, {300.0, 250.0});
    const NodeItem* loss = m->canvas.network().lossNode(0);
    const QPointF between = (m->item("dense_1").portPosition("output", false) + loss->portPosition("loss", true)) / 2.0;
    m->dragOn(m->middleOf("dropout_1"), m->viewOf(between));
    QVERIFY(wireToLoss("dense_1")->isTarget());
    m->release(m->viewOf(between));
    QVERIFY(m->wired("dense_1", "dropout_1"));
    QVERIFY(wireToLoss("dropout_1"));
    QVERIFY(!overlapping());
}

void TestCanvasLayers::thePreviewLiesWhereTheLayerWill()
{
    const auto preview = [this]() -> QPointF {
        for (const QGraphicsItem* item : m->canvas.network().items())
            if (const auto* found = dynamic_cast<const DropPreview*>(item))
                return found->pos();
        return {-1e9, -1e9};
    };
    const QPointF places[] = {m->canvas.mapToScene(m->wire("conv2d_1", "flatten_1")),
                              {303.0, 257.0},
                              m->item("flatten_1").rectangle().center(),
                              m->canvas.network().lossNode(0)->rectangle().center() + QPointF(11.0, 7.0)};
    for (const QPointF& place : places) {
        const QPoint at = globalOf(m->viewOf(place));
        QVERIFY(m->canvas.layerDragMoved(at, u"dropout"_s));
        const QPointF shown = preview();
        QVERIFY(m->canvas.layerDragEnded(at, u"dropout"_s));
        const Node& landed = m->graph().nodes.back();
        QCOMPARE(QPointF(landed.x, landed.y), shown);
        m->document.undoStack().undo();
    }
}

void TestCanvasLayers::thePreviewShowsWhatComesOfIt_data()
{
    addPlaces();
}

/// Where it lies, what made room for it, the loss, the wires to it and the lines that it is in.
void TestCanvasLayers::thePreviewShowsWhatComesOfIt()
{
    QFETCH(bool, onTheGrid);
    if (!onTheGrid)
        offTheGrid();
    const QPoint at = globalOf(m->viewOf(placeNamed(placeOfRow())));
    QVERIFY(m->canvas.layerDragMoved(at + QPoint(-40, 90), u"dropout"_s)); // on the way there
    QVERIFY(m->canvas.layerDragMoved(at, u"dropout"_s));
    const DropPreview* shown = preview();
    QVERIFY(shown);
    std::map<QString, QPointF> expected = places();
    expected[u"dropout_1"_s] = shown->pos();
    std::vector<QPolygonF> wires;
    for (const QPolygonF& wire : shown->wires())
        wires.push_back(wire.translated(shown->pos()));
    const std::vector<QLineF> guides = shown->guides();

    QVERIFY(m->canvas.layerDragEnded(at, u"dropout"_s));
    QCOMPARE(places(), expected);
    std::vector<QPolygonF> drawn;
    for (const bool first : {true, false})
        for (const WireItem* wire : m->item("dropout_1").wires())
            if ((wire->edge().to.node == "dropout_1") == first)
                drawn.push_back(wire->way());
    QCOMPARE(drawn, wires);
    const QPointF middle = m->item("dropout_1").rectangle().center();
    for (const QLineF& guide : guides) {
        QCOMPARE(guide.p2(), middle);
        QVERIFY(guide.p1().x() == middle.x() || guide.p1().y() == middle.y());
        QVERIFY(m->canvas.network().nodeAt(guide.p1()));
        QCOMPARE(m->canvas.network().nodeAt(guide.p1())->rectangle().center(), guide.p1());
    }
    if (placeOfRow() == u"in line with a column"_s || placeOfRow() == u"in the row"_s)
        QVERIFY(!guides.empty());
}

void TestCanvasLayers::aDraggedNodeIsShownWhereItWillLie_data()
{
    addPlaces();
}

void TestCanvasLayers::aDraggedNodeIsShownWhereItWillLie()
{
    QFETCH(bool, onTheGrid);
    if (!onTheGrid)
        offTheGrid();
    m->canvas.dropLayer(u"dropout"_s, {-100.0, 250.0});
    const QPoint at = m->viewOf(placeNamed(placeOfRow()));
    m->dragOn(m->middleOf("dropout_1"), at);
    const std::map<QString, QPointF> expected = places();
    const int steps = m->steps();
    m->release(at);
    QCOMPARE(places(), expected);
    QVERIFY(!overlapping());
    QCOMPARE(m->steps(), steps + 1);
    // It settles where one from the palette does that is let go there.
    const QPointF moved = m->item("dropout_1").pos();
    const std::vector<Edge> edges = m->graph().edges;
    m->document.undoStack().undo();
    m->document.undoStack().undo();
    QVERIFY(m->canvas.layerDragEnded(globalOf(at), u"dropout"_s));
    QCOMPARE(m->item("dropout_1").pos(), moved);
    QCOMPARE(m->graph().edges, edges);
}

void TestCanvasLayers::aCancelledDropLeavesEverythingAsItWas()
{
    const std::map<QString, QPointF> before = places();
    const QPolygonF toLoss = wireToLoss("dense_1")->route();
    for (const char* place : {"in a wire", "before the loss"}) {
        m->canvas.layerDragMoved(globalOf(m->viewOf(placeNamed(QString::fromLatin1(place)))), u"dropout"_s);
        QVERIFY(places() != before);
        m->canvas.layerDragCancelled();
        QCOMPARE(places(), before);
        QCOMPARE(wireToLoss("dense_1")->route(), toLoss);
        for (const auto& [key, wire] : m->canvas.network().wires())
            QVERIFY(wire->isVisible() && !wire->isTarget());
    }
    QCOMPARE(m->steps(), 0);
}

void TestCanvasLayers::noNodeCoversAnother()
{
    for (int i = 0; i < 4; ++i)
        m->canvas.dropLayer(u"dense"_s, {300.0, 250.0});
    QVERIFY(!overlapping());
    for (const char* next : {"conv2d_1", "relu_1", "relu_2", "relu_3"})
        m->canvas.layerDragEnded(globalOf(m->wire("input_1", next)), u"relu"_s);
    QVERIFY(!overlapping());
    QVERIFY(m->wired("input_1", "relu_4"));
}

void TestCanvasLayers::aNetworkOfDroppedLayers()
{
    m->open(Graph());
    m->canvas.setZoom(1.0);
    m->canvas.centerOn(0.0, 0.0);
    m->canvas.layerDragEnded(globalOf(m->viewOf({-300.0, 0.0})), u"input"_s);
    m->canvas.layerDragEnded(globalOf(m->viewOf({-100.0, 0.0})), u"flatten"_s);
    m->canvas.layerDragEnded(globalOf(m->viewOf({100.0, 0.0})), u"dense"_s);
    for (const char* id : {"input_1", "flatten_1", "dense_1"})
        QVERIFY2(m->document.analysis().shapeAt({id, "output"}), id);
    QCOMPARE(m->steps(), 3); // each was let go after the last, and joined to it
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
    QVERIFY(!overlapping());
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
    QVERIFY(!m->canvas.layerDragMoved(globalOf(m->ground()), u"teleport"_s));
    QCOMPARE(m->steps(), 0);
}

void TestCanvasLayers::menuOfANode()
{
    choose(menuAt(m->middleOf("flatten_1")), "canvasMenuDuplicate");
    QCOMPARE(m->selected(), Ids{"flatten_2"});
    choose(menuAt(m->middleOf("conv2d_1")), "canvasMenuDisconnect");
    QCOMPARE(m->graph().edges.size(), 1u);
    choose(menuAt(m->middleOf("conv2d_1")), "canvasMenuRename");
    QTRY_VERIFY(m->canvas.findChild<QWidget*>(u"canvasRename"_s)->isVisible());
    m->canvas.setFocus();
    choose(menuAt(m->middleOf("conv2d_1")), "canvasMenuDelete");
    QVERIFY(!m->graph().find("conv2d_1"));
    m->document.edit(u"break"_s, [](Project& project) {
        setParameter(project.graph, layers(), {"input_1"}, "shape", std::vector<std::int64_t>{8, 8, 1});
    });
    choose(menuAt(m->middleOf("input_1")), "canvasMenuMend");
    QVERIFY(!m->graph().find("input_1")->parameters.contains("shape")); // the data set's shape again, which is the default
}

void TestCanvasLayers::menuOfAWire()
{
    QSignalSpy asked(&m->canvas, &Canvas::quickAddRequested);
    const QPoint place = m->wire("conv2d_1", "flatten_1");
    choose(menuAt(place), "canvasMenuInsert");
    QCOMPARE(asked.count(), 1);
    m->canvas.addPicked(u"relu"_s, asked.front().at(1).toPointF(), std::nullopt, false);
    QVERIFY(m->wired("conv2d_1", "relu_1"));
    QVERIFY(m->wired("relu_1", "flatten_1"));
    choose(menuAt(m->wire("input_1", "conv2d_1")), "canvasMenuDelete");
    QVERIFY(!m->wired("input_1", "conv2d_1"));
}

void TestCanvasLayers::menuOfTheGround()
{
    QSignalSpy asked(&m->canvas, &Canvas::quickAddRequested);
    choose(menuAt(m->ground()), "canvasMenuAdd");
    QCOMPARE(asked.count(), 1);
    choose(menuAt(m->ground()), "canvasMenuSelectAll");
    QCOMPARE(m->selected().size(), 4u);
    m->canvas.copy();
    choose(menuAt(m->ground()), "canvasMenuPaste");
    QCOMPARE(m->graph().nodes.size(), 8u);
    const Node& first = *m->graph().find("input_2");
    QVERIFY((QPointF(first.x, first.y) - QPointF(300.0, 250.0)).manhattanLength() <= 10.0);
}

void TestCanvasLayers::menuByKeyboard()
{
    m->document.selection().select("dense_1");
    QMenu* menu = menuAt(m->ground(), QContextMenuEvent::Keyboard);
    QVERIFY(menu && menu->findChild<QAction*>(u"canvasMenuRename"_s));
    menu->close();
}

void TestCanvasLayers::layingOut()
{
    choose(menuAt(m->ground()), "canvasMenuLayoutDown");
    QVERIFY(m->node("conv2d_1").y > m->node("input_1").y);
    QCOMPARE(m->node("conv2d_1").x, m->node("input_1").x);
    choose(menuAt({5, 5}), "canvasMenuLayoutAcross");
    QVERIFY(m->node("conv2d_1").x > m->node("input_1").x);
    QVERIFY(!overlapping());
    QVERIFY(m->canvas.viewport()->rect().contains(m->middleOf("dense_1")));
}

QTEST_MAIN(TestCanvasLayers)
#include "test_canvas_layers.moc"
