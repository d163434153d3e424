#include "tests/gui/canvas/canvas_fixture.h"

#include "gui/widgets/theme.h"
#include "tests/test_program.h"

#include <QHelpEvent>
#include <QToolTip>

namespace test_canvas_items {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// What the items show, and that an edit changes only the items it concerns.
class TestCanvasItems : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<CanvasFixture>();
        m->openChain();
    }
    void cleanup()
    {
        Theme::instance().setMode(Theme::Mode::system);
        m.reset();
    }

    void faces_data();
    void faces();
    void captionsTellShapes();
    void countsAreThere();
    void aParameterChangesWithoutNewItems();
    void itemsFollowEveryEdit();
    void problemsAreMarked();
    void unknownLayersAreShown();
    void severalLosses();
    void wiresKeepOffNodes();
    void paintsWithoutTextsWhenSmall();
    void bothThemesAndEveryZoomPaint();
    void toolTips();

private:
    QImage painted();

    std::unique_ptr<CanvasFixture> m;
};

QImage TestCanvasItems::painted()
{
    return m->canvas.viewport()->grab().toImage();
}

void TestCanvasItems::faces_data()
{
    QTest::addColumn<QString>("layer");
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("details");
    QTest::newRow("input") << u"input"_s << u"Input"_s << u"28×28×1"_s;
    QTest::newRow("conv2d") << u"conv2d"_s << u"Conv2D"_s << u"32 · 3×3"_s;
    QTest::newRow("pooling") << u"max_pooling2d"_s << u"MaxPool2D"_s << u"2×2"_s;
    QTest::newRow("dense") << u"dense"_s << u"Dense"_s << u"64"_s;
    QTest::newRow("dropout") << u"dropout"_s << u"Dropout"_s << u"Rate 0.5"_s;
    QTest::newRow("batch norm") << u"batch_normalization"_s << u"BatchNorm"_s << QString();
}

void TestCanvasItems::faces()
{
    QFETCH(QString, layer);
    QFETCH(QString, title);
    QFETCH(QString, details);
    const std::string id = m->canvas.dropLayer(layer, {300.0, 300.0});
    const NodeFace& face = m->item(id.c_str()).face();
    QCOMPARE(face.title, title);
    QCOMPARE(face.details, details);
}

void TestCanvasItems::captionsTellShapes()
{
    const auto caption = [this](std::size_t edge) { return m->canvas.network().wire(m->graph().edges[edge])->caption(); };
    QCOMPARE(caption(0), u"28×28×1"_s);
    QCOMPARE(caption(1), u"26×26×32"_s);
    QCOMPARE(caption(2), u"21632"_s);
    QCOMPARE(m->item("flatten_1").face().details, u"26×26×32 → 21632"_s);
    m->document.edit(u"stride"_s,
                     [](Project& project) { setParameter(project.graph, layers(), {"conv2d_1"}, "filters", std::int64_t{8}); });
    QCOMPARE(caption(1), u"26×26×8"_s);
    QCOMPARE(caption(2), u"5408"_s);
    QCOMPARE(m->item("flatten_1").face().details, u"26×26×8 → 5408"_s);
    QCOMPARE(m->item("conv2d_1").face().details, u"8 · 3×3"_s);
    m->document.edit(u"cut"_s, [](Project& project) { netsmith::gui::disconnect(project.graph, Edge(project.graph.edges[0])); });
    QCOMPARE(m->canvas.network().wire(m->graph().edges[0])->caption(), QString());
}

void TestCanvasItems::countsAreThere()
{
    QCOMPARE(m->item("conv2d_1").face().count, u"320"_s);
    QCOMPARE(m->item("dense_1").face().count, u"216k"_s);
    QCOMPARE(m->item("flatten_1").face().count, QString());
}

void TestCanvasItems::aParameterChangesWithoutNewItems()
{
    const std::unordered_map<std::string, NodeItem*> nodes = m->canvas.network().nodes();
    const std::unordered_map<std::string, WireItem*> wires = m->canvas.network().wires();
    m->document.edit(u"units"_s,
                     [](Project& project) { setParameter(project.graph, layers(), {"dense_1"}, "units", std::int64_t{12}); });
    m->document.edit(u"move"_s, [](Project& project) { move(project.graph, {"dense_1"}, {0.0, 50.0}); });
    m->document.edit(u"add"_s, [](Project& project) { addNode(project.graph, CanvasFixture::layer("relu"), {0.0, 300.0}); });
    for (const auto& [id, item] : nodes)
        QCOMPARE(m->canvas.network().node(id), item);
    QCOMPARE(m->canvas.network().wires(), wires);
    QCOMPARE(m->canvas.network().nodes().size(), 5u);
}

void TestCanvasItems::itemsFollowEveryEdit()
{
    // After edits, undo and redo in any order, the items agree with the document.
    const auto agree = [this] {
        const NetworkScene& network = m->canvas.network();
        if (network.nodes().size() != m->graph().nodes.size() || network.wires().size() != m->graph().edges.size())
            return false;
        for (const Node& node : m->graph().nodes) {
            const NodeItem* item = network.node(node.id);
            if (!item || item->pos() != QPointF(node.x, node.y) || *network.map().find(node.id) != item->rectangle())
                return false;
        }
        for (const Edge& edge : m->graph().edges) {
            const WireItem* wire = network.wire(edge);
            if (!wire || wire->route().front() != network.node(edge.from.node)->portPosition(edge.from.port, false)
                || wire->route().back() != network.node(edge.to.node)->portPosition(edge.to.port, true))
                return false;
        }
        return true;
    };
    QVERIFY(agree());
    m->canvas.selectAll();
    m->canvas.duplicate();
    QVERIFY(agree());
    m->drag(m->middleOf("conv2d_2"), m->middleOf("conv2d_2") + QPoint(0, 120));
    QVERIFY(agree());
    m->canvas.autoLayout(LayoutDirection::topToBottom);
    QVERIFY(agree());
    m->document.selection().set({"conv2d_1", "flatten_2"});
    m->canvas.deleteSelection();
    QVERIFY(agree());
    while (m->document.undoStack().canUndo()) {
        m->document.undoStack().undo();
        QVERIFY(agree());
    }
    while (m->document.undoStack().canRedo()) {
        m->document.undoStack().redo();
        QVERIFY(agree());
    }
}

void TestCanvasItems::problemsAreMarked()
{
    QVERIFY(!m->item("conv2d_1").problem());
    m->click(m->wire("input_1", "conv2d_1"));
    m->key(Qt::Key_Delete);
    QVERIFY(m->item("conv2d_1").problem() == Severity::error);
    QVERIFY(!m->item("flatten_1").problem()); // it is caused by the other
    m->document.undoStack().undo();
    QVERIFY(!m->item("conv2d_1").problem());
}

void TestCanvasItems::unknownLayersAreShown()
{
    Graph graph = m->graph();
    graph.nodes[1].layer = "teleport";
    m->open(graph);
    QCOMPARE(m->item("conv2d_1").face().title, u"teleport"_s);
    QVERIFY(m->item("conv2d_1").problem() == Severity::error);
    QVERIFY(!painted().isNull());
    m->click(m->middleOf("conv2d_1"));
    m->key(Qt::Key_Delete);
    QVERIFY(!m->graph().find("conv2d_1"));
}

void TestCanvasItems::severalLosses()
{
    m->document.edit(u"two"_s, [](Project& project) {
        Objective second = project.training.objectives.front();
        second.output = "flatten_1";
        second.weight = 0.5;
        project.training.objectives.front().output = "dense_1";
        project.training.objectives.push_back(second);
    });
    NodeItem* first = m->canvas.network().lossNode(0);
    NodeItem* second = m->canvas.network().lossNode(1);
    QVERIFY(first && second);
    QVERIFY(!first->rectangle().intersects(second->rectangle()));
    QVERIFY(!second->rectangle().intersects(m->item("dense_1").rectangle()));
    QVERIFY2(second->face().details.contains(u"0.5"_s), qPrintable(second->face().details));
    m->document.undoStack().undo();
    QVERIFY(!m->canvas.network().lossNode(1));
}

void TestCanvasItems::wiresKeepOffNodes()
{
    // A wire past two layers of its row goes around them.
    m->document.edit(u"skip"_s, [](Project& project) {
        const std::string add = addNode(project.graph, CanvasFixture::layer("add"), {680.0, 0.0});
        netsmith::gui::connect(project.graph, {"dense_1", "output"}, {add, "inputs"});
        netsmith::gui::connect(project.graph, {"conv2d_1", "output"}, {add, "inputs"});
    });
    const QPolygonF& route = m->canvas.network().wire(m->graph().edges.back())->route();
    QCOMPARE(route.size(), 6);
    for (const char* id : {"flatten_1", "dense_1"})
        for (qsizetype i = 0; i + 1 < route.size(); ++i)
            QVERIFY(
                !QRectF(route[i], route[i + 1]).normalized().adjusted(-1.0, -1.0, 1.0, 1.0).intersects(m->item(id).rectangle()));
    // Without them it runs straight.
    m->document.edit(u"gone"_s, [](Project& project) { move(project.graph, {"flatten_1", "dense_1"}, {0.0, 300.0}); });
    QCOMPARE(m->canvas.network().wire(m->graph().edges.back())->route().size(), 2);
}

void TestCanvasItems::paintsWithoutTextsWhenSmall()
{
    // A longer title changes the picture only where texts are drawn.
    const auto withTitle = [this](double zoom, const char* title) {
        m->document.edit(u"title"_s, [&](Project& project) { netsmith::gui::rename(project.graph, "conv2d_1", title); });
        m->canvas.setZoom(zoom);
        m->canvas.centerOn(300.0, 100.0);
        return painted();
    };
    QVERIFY(withTitle(0.6, "one") != withTitle(0.6, "another"));
    QVERIFY(withTitle(0.3, "one") != withTitle(0.3, "another")); // names disappear last
    QVERIFY(withTitle(0.15, "one") == withTitle(0.15, "another"));
}

void TestCanvasItems::bothThemesAndEveryZoomPaint()
{
    QImage before;
    for (const Theme::Mode mode : {Theme::Mode::dark, Theme::Mode::light}) {
        Theme::instance().setMode(mode);
        const QColor ground = Theme::instance().color(Token::canvas);
        for (const double zoom : {0.1, 0.3, 0.5, 1.0, 4.0}) {
            m->canvas.setZoom(zoom);
            m->canvas.centerOn(m->item("conv2d_1").rectangle().center());
            const QImage image = painted();
            QVERIFY(image != before);
            QCOMPARE(image.pixelColor(3, 1), ground);
            const QPoint inside = m->middleOf("conv2d_1") - QPoint(static_cast<int>(20.0 * zoom), static_cast<int>(16.0 * zoom));
            QVERIFY2(image.pixelColor(inside) != ground, qPrintable(QString::number(zoom)));
            before = image;
        }
    }
}

void TestCanvasItems::toolTips()
{
    QHelpEvent event(QEvent::ToolTip, m->middleOf("conv2d_1"), m->canvas.viewport()->mapToGlobal(m->middleOf("conv2d_1")));
    QApplication::sendEvent(m->canvas.viewport(), &event);
    QVERIFY2(QToolTip::text().contains(u"28×28×1 → 26×26×32"_s), qPrintable(QToolTip::text()));
    QVERIFY(QToolTip::text().contains(u"320"_s));
}

NETSMITH_WINDOW_TEST(TestCanvasItems)

} // namespace test_canvas_items

#include "test_canvas_items.moc"
