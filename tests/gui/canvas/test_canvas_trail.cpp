#include "tests/gui/canvas/canvas_fixture.h"

#include "gui/canvas/items/trail_layer.h"
#include "gui/canvas/network_trail.h"
#include "gui/document/block_commands.h"
#include "gui/widgets/theme.h"
#include "tests/test_program.h"

namespace test_canvas_trail {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// A walk through the network, marked on the canvas.
class TestCanvasTrail : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<CanvasFixture>();
        m->openChain();
    }
    void cleanup() { m.reset(); }

    void theCurrentLayerIsOutlined();
    void dotsMoveAlongTheWires();
    void theGradientComesFromTheNextLayer();
    void anUpdateMovesNothing();
    void aBlockStandsForItsLayers();
    void itFollowsTheGraph();

private:
    using Way = NetworkTrail::Way;
    const TrailLayer& trail() { return m->canvas.network().trail(); }
    std::set<std::string> idsOf(const std::vector<const NodeItem*>& nodes)
    {
        std::set<std::string> ids;
        for (const NodeItem* node : nodes)
            ids.insert(node->id());
        return ids;
    }
    /// How many pixels around a node are nearly of this colour.
    int colored(const char* node, Token token)
    {
        const QImage image = m->canvas.viewport()->grab().toImage();
        const QRect around = m->canvas.mapFromScene(m->item(node).rectangle().adjusted(-8, -8, 8, 8)).boundingRect();
        const QColor color = Theme::instance().color(token);
        int count = 0;
        for (int y = std::max(around.top(), 0); y < std::min(around.bottom(), image.height()); ++y)
            for (int x = std::max(around.left(), 0); x < std::min(around.right(), image.width()); ++x) {
                const QColor pixel = image.pixelColor(x, y);
                count += std::abs(pixel.red() - color.red()) + std::abs(pixel.green() - color.green())
                        + std::abs(pixel.blue() - color.blue())
                    < 36;
            }
        return count;
    }

    std::unique_ptr<CanvasFixture> m;
};

void TestCanvasTrail::theCurrentLayerIsOutlined()
{
    QVERIFY(colored("conv2d_1", Token::accent) < 20);
    m->canvas.setTrail(NetworkTrail{.way = Way::forward, .current = "conv2d_1", .passed = {"input_1"}});
    QCOMPARE(idsOf(trail().currentNodes()), std::set<std::string>{"conv2d_1"});
    QCOMPARE(idsOf(trail().passedNodes()), std::set<std::string>{"input_1"});
    const int current = colored("conv2d_1", Token::accent), passed = colored("input_1", Token::accent);
    QVERIFY2(passed > 10, qPrintable(QString::number(passed)));
    QVERIFY(current > passed + passed / 2); // thicker, so that it doesn't depend on colour
    m->canvas.setTrail(std::nullopt);
    QVERIFY(colored("conv2d_1", Token::accent) < 20);
    QVERIFY(colored("input_1", Token::accent) < 20);
}

void TestCanvasTrail::dotsMoveAlongTheWires()
{
    m->canvas.setTrail(NetworkTrail{.way = Way::forward, .current = "flatten_1"});
    QCOMPARE(trail().routes().size(), std::size_t{1});
    const QPolygonF route = trail().routes().front();
    QCOMPARE(route.front(), m->item("conv2d_1").portPosition("output", false));
    QCOMPARE(route.back(), m->item("flatten_1").portPosition("input", true));
    QCOMPARE(trail().isMoving(), Theme::instance().motion() > 0);
    QTRY_VERIFY(!trail().isMoving()); // once, not for ever
    // The loss is the end of the way forward.
    m->canvas.setTrail(NetworkTrail{.way = Way::forward, .current = {}, .passed = {"dense_1"}});
    QCOMPARE(trail().currentNodes().size(), std::size_t{1});
    QCOMPARE(trail().routes().size(), std::size_t{1});
    QCOMPARE(trail().routes().front().front(), m->item("dense_1").portPosition("output", false));
}

void TestCanvasTrail::theGradientComesFromTheNextLayer()
{
    m->canvas.setTrail(NetworkTrail{.way = Way::back, .current = "conv2d_1", .passed = {"flatten_1", "dense_1"}});
    const QPolygonF route = trail().routes().front();
    QCOMPARE(route.front(), m->item("flatten_1").portPosition("input", true));
    QCOMPARE(route.back(), m->item("conv2d_1").portPosition("output", false));
    QVERIFY(colored("conv2d_1", Token::validation) > 100);
    QVERIFY(colored("conv2d_1", Token::accent) < 20);
}

void TestCanvasTrail::anUpdateMovesNothing()
{
    m->canvas.setTrail(NetworkTrail{.way = Way::update, .current = "dense_1"});
    QVERIFY(trail().routes().empty());
    QVERIFY(!trail().isMoving());
    QVERIFY(colored("dense_1", Token::accent) > 100);
}

void TestCanvasTrail::aBlockStandsForItsLayers()
{
    const std::string block = makeBlock(m->document, {"conv2d_1", "flatten_1"});
    QVERIFY(!block.empty());
    m->canvas.setTrail(
        NetworkTrail{.way = Way::forward, .current = block + "/flatten_1", .passed = {"input_1", block + "/conv2d_1"}});
    QCOMPARE(idsOf(trail().currentNodes()), std::set<std::string>{block});
    QCOMPARE(idsOf(trail().passedNodes()), std::set<std::string>{"input_1"}); // the block itself is current
    QVERIFY(m->canvas.openBlock(block));
    QCOMPARE(idsOf(trail().currentNodes()), std::set<std::string>{"flatten_1"});
    QCOMPARE(idsOf(trail().passedNodes()), std::set<std::string>{"conv2d_1"});
    m->canvas.setTrail(NetworkTrail{.way = Way::forward, .current = "dense_1"});
    QVERIFY(trail().currentNodes().empty()); // it is not in the block
    m->canvas.leaveBlock();
    QCOMPARE(idsOf(trail().currentNodes()), std::set<std::string>{"dense_1"});
}

void TestCanvasTrail::itFollowsTheGraph()
{
    m->canvas.setTrail(NetworkTrail{.way = Way::forward, .current = "dense_1", .passed = {"flatten_1"}});
    m->document.editGraph(u"move"_s, [](Graph& graph) { move(graph, {"dense_1"}, {0.0, 200.0}); });
    QVERIFY(trail().boundingRect().contains(m->item("dense_1").rectangle()));
    QVERIFY(colored("dense_1", Token::accent) > 100);
    m->drag(m->middleOf("dense_1"), m->middleOf("dense_1") + QPoint(60, 60));
    QVERIFY(trail().boundingRect().contains(m->item("dense_1").rectangle()));
    m->document.selection().set({"dense_1"});
    m->canvas.deleteSelection();
    QVERIFY(trail().currentNodes().empty());
    QVERIFY(trail().routes().empty());
    m->document.undoStack().undo();
    QCOMPARE(idsOf(trail().currentNodes()), std::set<std::string>{"dense_1"});
}

NETSMITH_WINDOW_TEST(TestCanvasTrail)

} // namespace test_canvas_trail

#include "test_canvas_trail.moc"
