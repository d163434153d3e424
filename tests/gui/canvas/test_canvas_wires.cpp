#include "tests/gui/canvas/canvas_fixture.h"

#include "gui/widgets/theme.h"
#include "tests/test_program.h"

namespace test_canvas_wires {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// Wires drawn, rejected, rewired and fixed with the mouse.
class TestCanvasWires : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<CanvasFixture>();
        openPieces();
    }
    void cleanup() { m.reset(); }

    void fromOutputToInput();
    void fromInputToOutput();
    void ontoTheNodeItself();
    void refused_data();
    void refused();
    void aMergeTakesMany();
    void onGroundALayerIsAskedFor();
    void theEndOfAWireComesLoose();
    void aLooseEndOnGroundDisconnects();
    void theOtherEndComesLooseToo();
    void escapeKeepsTheWire();
    void aMergeKeepsTheOrderOfItsWires();
    void aMisfitConnectsTurnsRedAndIsFixed();
    void aMisfitWithinTheNetworkIsTold();
    void theWireSnapsToThePort();
    void anOptionalPortIsWiredWhereItIs();

private:
    /// input_1 → conv2d_1 → flatten_1, and dense_1, add_1, conv2d_2 by themselves in a second row.
    void openPieces();

    std::unique_ptr<CanvasFixture> m;
};

void TestCanvasWires::openPieces()
{
    Graph graph;
    const auto add = [&graph](const char* layer, double x, double y) {
        return addNode(graph, CanvasFixture::layer(layer), {x, y});
    };
    add("input", 0.0, 0.0);
    add("conv2d", 170.0, 0.0);
    add("flatten", 340.0, 0.0);
    add("dense", 0.0, 150.0);
    add("add", 200.0, 150.0);
    add("conv2d", 400.0, 150.0);
    netsmith::gui::connect(graph, {"input_1", "output"}, {"conv2d_1", "input"});
    netsmith::gui::connect(graph, {"conv2d_1", "output"}, {"flatten_1", "input"});
    m->open(graph);
}

void TestCanvasWires::fromOutputToInput()
{
    m->drag(m->output("flatten_1"), m->input("dense_1"));
    QVERIFY(m->wired("flatten_1", "dense_1"));
    QCOMPARE(m->steps(), 1);
    QCOMPARE(m->canvas.network().wires().size(), 3u);
    m->document.undoStack().undo();
    QCOMPARE(m->graph().edges.size(), 2u);
    QCOMPARE(m->canvas.network().wires().size(), 2u);
}

void TestCanvasWires::fromInputToOutput()
{
    m->drag(m->input("dense_1"), m->output("flatten_1"));
    QVERIFY(m->wired("flatten_1", "dense_1"));
    QCOMPARE(m->steps(), 1);
}

void TestCanvasWires::ontoTheNodeItself()
{
    m->drag(m->output("flatten_1"), m->middleOf("dense_1"));
    QVERIFY(m->wired("flatten_1", "dense_1"));
}

void TestCanvasWires::refused_data()
{
    QTest::addColumn<QString>("from"); // a node whose output is dragged
    QTest::addColumn<bool>("output");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("reason");
    QTest::newRow("occupied") << u"dense_1"_s << true << u"flatten_1"_s << u"takes only one wire"_s;
    QTest::newRow("circle") << u"flatten_1"_s << true << u"conv2d_1"_s << u"takes only one wire"_s;
    QTest::newRow("itself") << u"dense_1"_s << true << u"dense_1"_s << u"cannot feed itself"_s;
    QTest::newRow("without an input") << u"dense_1"_s << true << u"input_1"_s << u"has no input"_s;
}

void TestCanvasWires::refused()
{
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, reason);
    const QPoint start = m->output(from.toUtf8().constData());
    m->dragOn(start, start + QPoint(30, 30));
    m->moveTo(m->middleOf(to.toUtf8().constData()));
    QVERIFY2(m->reason().contains(reason), qPrintable(m->reason()));
    QCOMPARE(m->canvas.viewport()->cursor().shape(), Qt::ForbiddenCursor);
    m->release(m->middleOf(to.toUtf8().constData()));
    QVERIFY(m->reason().isEmpty());
    QCOMPARE(m->steps(), 0);
    QCOMPARE(m->graph().edges.size(), 2u);
}

void TestCanvasWires::aMergeTakesMany()
{
    m->drag(m->output("input_1"), m->input("add_1", "inputs"));
    m->drag(m->output("conv2d_1"), m->input("add_1", "inputs"));
    QVERIFY(m->wired("input_1", "add_1"));
    QVERIFY(m->wired("conv2d_1", "add_1"));
    // The same wire twice, a cycle, and an output on an output.
    m->dragOn(m->output("input_1"), m->input("add_1", "inputs"));
    QVERIFY2(m->reason().contains(u"already connected"_s), qPrintable(m->reason()));
    m->release(m->input("add_1", "inputs"));
    m->drag(m->output("add_1"), m->input("conv2d_2"));
    m->dragOn(m->output("conv2d_2"), m->input("add_1", "inputs"));
    QVERIFY2(m->reason().contains(u"cycle"_s), qPrintable(m->reason()));
    m->release(m->input("add_1", "inputs"));
    m->dragOn(m->output("dense_1"), m->output("add_1"));
    QVERIFY2(m->reason().contains(u"connect it to an input"_s), qPrintable(m->reason()));
    m->release(m->output("add_1"));
    QCOMPARE(m->steps(), 3);
}

void TestCanvasWires::onGroundALayerIsAskedFor()
{
    QSignalSpy asked(&m->canvas, &Canvas::quickAddRequested);
    m->drag(m->output("flatten_1"), m->ground());
    QCOMPARE(asked.count(), 1);
    const auto from = asked.front().at(2).value<std::optional<PortRef>>();
    QVERIFY(from);
    QCOMPARE(from->node, std::string("flatten_1"));
    QCOMPARE(from->port, std::string("output"));
    QCOMPARE(m->steps(), 0);
}

void TestCanvasWires::theEndOfAWireComesLoose()
{
    m->drag(m->input("flatten_1"), m->input("conv2d_2"));
    QVERIFY(!m->wired("conv2d_1", "flatten_1"));
    QVERIFY(m->wired("conv2d_1", "conv2d_2"));
    QCOMPARE(m->steps(), 1);
    m->document.undoStack().undo();
    QVERIFY(m->wired("conv2d_1", "flatten_1"));
}

void TestCanvasWires::aLooseEndOnGroundDisconnects()
{
    QSignalSpy asked(&m->canvas, &Canvas::quickAddRequested);
    m->drag(m->input("flatten_1"), m->ground());
    QVERIFY(!m->wired("conv2d_1", "flatten_1"));
    QCOMPARE(m->steps(), 1);
    QCOMPARE(asked.count(), 0);
}

void TestCanvasWires::theOtherEndComesLooseToo()
{
    // Beside the output, on the wire: the port itself would start a new one.
    const QPoint near = m->output("conv2d_1") + QPoint(16, 0);
    m->drag(near, m->output("input_1"));
    QVERIFY(m->wired("input_1", "flatten_1"));
    QVERIFY(!m->wired("conv2d_1", "flatten_1"));
    QCOMPARE(m->steps(), 1);
}

void TestCanvasWires::escapeKeepsTheWire()
{
    m->dragOn(m->input("flatten_1"), m->ground());
    const WireItem* wire = m->canvas.network().wire(m->graph().edges[1]);
    QVERIFY(!wire->isVisible());
    m->key(Qt::Key_Escape);
    QVERIFY(wire->isVisible());
    m->release(m->ground());
    QVERIFY(m->wired("conv2d_1", "flatten_1"));
    QCOMPARE(m->steps(), 0);
    // Dropping it on its own port changes nothing either.
    m->dragOn(m->input("flatten_1"), m->ground());
    m->moveTo(m->input("flatten_1"));
    m->release(m->input("flatten_1"));
    QVERIFY(m->wired("conv2d_1", "flatten_1"));
    QCOMPARE(m->steps(), 0);
}

void TestCanvasWires::aMergeKeepsTheOrderOfItsWires()
{
    m->drag(m->output("input_1"), m->input("add_1", "inputs"));
    m->drag(m->output("conv2d_1"), m->input("add_1", "inputs"));
    const Edge first = m->graph().edges[2];
    m->document.selection().set({}, {first});
    m->drag(m->input("add_1", "inputs"), m->ground());
    QCOMPARE(m->graph().edges.size(), 3u);
    QVERIFY(!m->wired("input_1", "add_1"));
    m->document.undoStack().undo();
    QCOMPARE(m->graph().edges[2], first);
}

void TestCanvasWires::aMisfitConnectsTurnsRedAndIsFixed()
{
    m->openChain();
    m->document.edit(u"break"_s,
                     [](Project& project) { setParameter(project.graph, layers(), {"dense_1"}, "units", std::int64_t{64}); });
    NodeItem* loss = m->canvas.network().lossNode(0);
    const WireItem* wire = loss->wires().empty() ? nullptr : loss->wires().front();
    for (const WireItem* one : m->item("dense_1").wires())
        if (one->leadsToLoss())
            wire = one;
    QVERIFY(wire && wire->isWrong());
    const MisfitCard* card = m->canvas.network().cardOf(*wire);
    QVERIFY(card);
    QVERIFY2(card->sentence().contains(u"64"_s) && card->sentence().contains(u"10"_s), qPrintable(card->sentence()));
    QVERIFY2(card->fix().contains(u"10"_s), qPrintable(card->fix()));
    QVERIFY(m->item("dense_1").problem() == Severity::error);
    m->click(m->viewOf(card->fixRectangle().center()));
    QCOMPARE(std::get<std::int64_t>(valueOf(m->node("dense_1"), *CanvasFixture::layer("dense").parameter("units"))), 10);
    QVERIFY(!wire->isWrong());
    QVERIFY(!m->canvas.network().cardOf(*wire));
    QCOMPARE(m->steps(), 2);
    m->document.undoStack().undo();
    QVERIFY(wire->isWrong());
}

void TestCanvasWires::aMisfitWithinTheNetworkIsTold()
{
    m->drag(m->output("flatten_1"), m->input("conv2d_2"));
    QVERIFY(m->wired("flatten_1", "conv2d_2")); // it connects anyway
    const WireItem* wire = m->canvas.network().wire(m->graph().edges.back());
    QVERIFY(wire->isWrong());
    const MisfitCard* card = m->canvas.network().cardOf(*wire);
    QVERIFY(card);
    QVERIFY2(card->sentence().contains(u"H×W×C"_s) && card->sentence().contains(u"21632"_s), qPrintable(card->sentence()));
    QVERIFY(!m->canvas.network().wire(m->graph().edges[1])->isWrong());
    // At the layer concerned, even if its wire comes from the end of another row.
    m->document.edit(u"move"_s, [](Project& project) {
        project.graph.find("conv2d_2")->x = -900.0;
        project.graph.find("conv2d_2")->y = 400.0;
    });
    const QRectF stands = m->item("conv2d_2").sceneBoundingRect();
    QTRY_VERIFY(std::abs(card->sceneBoundingRect().left() - stands.left()) < 12.0);
    m->document.undoStack().undo();
    m->click(m->input("conv2d_2") - QPoint(14, 0));
    m->key(Qt::Key_Delete);
    QCOMPARE(m->graph().edges.size(), 2u);
}

void TestCanvasWires::theWireSnapsToThePort()
{
    // A few pixels beside the port are close enough.
    const QPoint near = m->input("dense_1") - QPoint(15, 8);
    m->dragOn(m->output("flatten_1"), near);
    QVERIFY(m->reason().isEmpty());
    m->release(near);
    QVERIFY(m->wired("flatten_1", "dense_1"));
}

void TestCanvasWires::anOptionalPortIsWiredWhereItIs()
{
    Graph graph;
    for (const auto& [layer, place] : {std::pair("input", QPointF(0.0, 0.0)), std::pair("input", QPointF(0.0, 150.0)),
                                       std::pair("lstm", QPointF(250.0, 0.0)), std::pair("dense", QPointF(420.0, 0.0))})
        addNode(graph, CanvasFixture::layer(layer), place);
    graph.nodes[1].parameters["shape"] = std::vector<std::int64_t>{28};
    netsmith::gui::connect(graph, {"lstm_1", "output"}, {"dense_1", "input"});
    m->open(graph);
    const auto into = [this](const char* port) {
        const auto wires = m->graph().into("lstm_1", port);
        return wires.empty() ? QString() : QString::fromStdString(wires.front()->from.node);
    };
    const QRectF lstm = m->item("lstm_1").rectangle();
    QCOMPARE(m->item("lstm_1").portPosition("input", true), QPointF(lstm.left(), lstm.center().y())); // as with one port
    m->drag(m->output("input_1"), m->viewOf(lstm.bottomRight() - QPointF(20.0, 8.0))); // anywhere on the layer
    QCOMPARE(into("input"), u"input_1"_s);
    QCOMPARE(into("mask"), QString());
    m->drag(m->output("input_2"), m->input("lstm_1", "mask"));
    QCOMPARE(into("mask"), u"input_2"_s);
    QCOMPARE(into("input"), u"input_1"_s);
    Graph other = m->graph();
    std::ranges::reverse(other.edges); // its shapes are those of the first port, whichever wire was drawn first
    for (const Graph& order : {m->graph(), other}) {
        m->open(order);
        QTRY_COMPARE(m->item("lstm_1").facts().in, std::optional(Shape{28, 28, 1}));
    }
    m->drag(m->input("lstm_1", "mask"), m->ground() + QPoint(0, 200)); // comes loose
    QCOMPARE(into("mask"), QString());
    QVERIFY(m->wired("input_1", "lstm_1"));

    m->document.editGraph(u"Remove"_s,
                          [this](Graph& edited) { netsmith::gui::remove(edited, m->document.layers(), {"lstm_1"}, {}); });
    QVERIFY(m->wired("input_1", "dense_1")); // a chain, though the layer has a second port
}

NETSMITH_WINDOW_TEST(TestCanvasWires)

} // namespace test_canvas_wires

#include "test_canvas_wires.moc"
