#include "gui/canvas/gestures/drop_preview.h"
#include "tests/gui/canvas/canvas_fixture.h"
#include "tests/test_program.h"

#include <map>

namespace test_canvas_previews {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The preview of a dragged layer is what dropping it gives.
class TestCanvasPreviews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<CanvasFixture>();
        m->openChain();
    }
    void cleanup() { m.reset(); }

    void thePreviewLiesWhereTheLayerWill();
    void thePreviewShowsWhatComesOfIt_data();
    void thePreviewShowsWhatComesOfIt();
    void aDraggedNodeIsShownWhereItWillLie_data();
    void aDraggedNodeIsShownWhereItWillLie();
    void aCancelledDropLeavesEverythingAsItWas();

private:
    /// The visible items of the network, by name.
    std::map<QString, QPointF> places() const
    {
        std::map<QString, QPointF> places;
        for (const auto& [id, item] : m->canvas.network().nodes())
            places[QString::fromStdString(id)] = item->pos();
        if (const NodeItem* loss = m->canvas.network().lossNode(0))
            places[u"the loss"_s] = loss->pos();
        return places;
    }
    /// The chain with rows and columns off the grid, as in some files.
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

void TestCanvasPreviews::thePreviewLiesWhereTheLayerWill()
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
        const QPoint at = m->globalOf(m->viewOf(place));
        QVERIFY(m->canvas.layerDragMoved(at, u"dropout"_s));
        const QPointF shown = preview();
        QVERIFY(m->canvas.layerDragEnded(at, u"dropout"_s));
        const Node& landed = m->graph().nodes.back();
        QCOMPARE(QPointF(landed.x, landed.y), shown);
        m->document.undoStack().undo();
    }
}

void TestCanvasPreviews::thePreviewShowsWhatComesOfIt_data()
{
    addPlaces();
}

/// Its position, the layers that make room for it, the loss, its wires and the lines it aligns with.
void TestCanvasPreviews::thePreviewShowsWhatComesOfIt()
{
    QFETCH(bool, onTheGrid);
    if (!onTheGrid)
        offTheGrid();
    const QPoint at = m->globalOf(m->viewOf(placeNamed(placeOfRow())));
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

void TestCanvasPreviews::aDraggedNodeIsShownWhereItWillLie_data()
{
    addPlaces();
}

void TestCanvasPreviews::aDraggedNodeIsShownWhereItWillLie()
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
    QVERIFY(!m->overlapping());
    QCOMPARE(m->steps(), steps + 1);
    // It ends up where one from the palette would if dropped there.
    const QPointF moved = m->item("dropout_1").pos();
    const std::vector<Edge> edges = m->graph().edges;
    m->document.undoStack().undo();
    m->document.undoStack().undo();
    QVERIFY(m->canvas.layerDragEnded(m->globalOf(at), u"dropout"_s));
    QCOMPARE(m->item("dropout_1").pos(), moved);
    QCOMPARE(m->graph().edges, edges);
}

void TestCanvasPreviews::aCancelledDropLeavesEverythingAsItWas()
{
    const std::map<QString, QPointF> before = places();
    const QPolygonF toLoss = m->wireToLoss("dense_1")->route();
    for (const char* place : {"in a wire", "before the loss"}) {
        m->canvas.layerDragMoved(m->globalOf(m->viewOf(placeNamed(QString::fromLatin1(place)))), u"dropout"_s);
        QVERIFY(places() != before);
        m->canvas.layerDragCancelled();
        QCOMPARE(places(), before);
        QCOMPARE(m->wireToLoss("dense_1")->route(), toLoss);
        for (const auto& [key, wire] : m->canvas.network().wires())
            QVERIFY(wire->isVisible() && !wire->isTarget());
    }
    QCOMPARE(m->steps(), 0);
}

NETSMITH_WINDOW_TEST(TestCanvasPreviews)

} // namespace test_canvas_previews

#include "test_canvas_previews.moc"
