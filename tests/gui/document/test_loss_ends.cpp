#include "gui/document/clipboard.h"
#include "gui/document/block_commands.h"
#include "gui/document/document.h"
#include "gui/document/graph_edits.h"
#include "gui/document/loss_ends.h"
#include "gui/document/placement.h"
#include "tests/test_program.h"

#include <QTest>

#include <memory>

namespace test_loss_ends {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The loss follows the network's end through every edit, and names no layer that was removed.
class TestLossEnds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aLooseLayerNamesTheEnd();
    void whatWasNamedForItIsForgotten();
    void theEndIsDeleted();
    void aMergeAtTheEndIsDeleted();
    void everythingIsDeleted();
    void aLayerIsInsertedOnItsWire();
    void theEndIsCutAndPasted();
    void theEndBecomesABlock();
    void aLayerTakesTheOnlyOnesPlace();

private:
    void add(const char* layer, const char* after)
    {
        document->editGraph(u"Add"_s, [&](Graph& graph) { addBehind(graph, document->layers(), spec(layer), after); });
    }
    void addLoose(const char* layer)
    {
        document->editGraph(u"Add"_s, [&](Graph& graph) { addNode(graph, spec(layer), {0.0, 900.0}); });
    }
    void removeNodes(const std::set<std::string>& nodes)
    {
        document->editGraph(u"Delete"_s, [&](Graph& graph) { netsmith::gui::remove(graph, document->layers(), nodes, {}); });
    }
    const LayerSpec& spec(const char* layer) const { return *document->layers().find(layer); }
    const std::string& output() const { return document->project().training.objectives.front().output; }

    std::unique_ptr<Document> document;
};

/// input_1 → flatten_1 → dense_1
void TestLossEnds::init()
{
    document = std::make_unique<Document>();
    document->editGraph(u"Draw"_s, [this](Graph& graph) {
        addNode(graph, spec("input"), {});
        addBehind(graph, document->layers(), spec("flatten"), "input_1");
        addBehind(graph, document->layers(), spec("dense"), "flatten_1");
    });
    QCOMPARE(output(), std::string());
}

void TestLossEnds::aLooseLayerNamesTheEnd()
{
    addLoose("dense");
    QCOMPARE(output(), std::string("dense_1"));
    document->undoStack().undo();
    QCOMPARE(output(), std::string());
}

void TestLossEnds::whatWasNamedForItIsForgotten()
{
    addLoose("dense");
    removeNodes({"dense_2"});
    QCOMPARE(output(), std::string()); // dense_1 is the only end again
    document->undoStack().undo();
    QCOMPARE(output(), std::string("dense_1"));
}

void TestLossEnds::theEndIsDeleted()
{
    addLoose("dense");
    removeNodes({"dense_1"});
    QCOMPARE(output(), std::string("flatten_1"));
    removeNodes({"dense_2", "flatten_1"});
    QCOMPARE(output(), std::string());
    document->undoStack().undo();
    document->undoStack().undo();
    QCOMPARE(output(), std::string("dense_1"));
}

void TestLossEnds::aMergeAtTheEndIsDeleted()
{
    document->editGraph(u"Branch"_s, [this](Graph& graph) {
        const std::string other = addNode(graph, spec("dense"), {400.0, 200.0});
        netsmith::gui::connect(graph, {"flatten_1", "output"}, {other, "input"});
        const std::string merge = addNode(graph, spec("add"), {600.0, 0.0});
        for (const std::string& from : {std::string("dense_1"), other})
            netsmith::gui::connect(graph, {from, "output"}, {merge, "inputs"});
    });
    addLoose("relu");
    QCOMPARE(output(), std::string("add_1"));
    removeNodes({"add_1"});
    QCOMPARE(output(), std::string("dense_1")); // the first that fed it
    QCOMPARE(judgedBy(document->project().training.objectives.front(), document->graph())->id, std::string("dense_1"));
}

void TestLossEnds::everythingIsDeleted()
{
    addLoose("relu");
    QCOMPARE(output(), std::string("dense_1"));
    removeNodes({"input_1", "flatten_1", "dense_1", "relu_1"});
    QCOMPARE(output(), std::string());
    // A new layer that happens to have the same id is not the one that the loss was set to.
    document->editGraph(u"Draw"_s, [this](Graph& graph) {
        addNode(graph, spec("input"), {});
        addBehind(graph, document->layers(), spec("dense"), "input_1");
        addBehind(graph, document->layers(), spec("relu"), "dense_1");
    });
    QCOMPARE(output(), std::string());
    QCOMPARE(judgedBy(document->project().training.objectives.front(), document->graph())->id, std::string("relu_1"));
}

void TestLossEnds::aLayerIsInsertedOnItsWire()
{
    addLoose("relu");
    document->editGraph(u"Insert"_s, [this](Graph& graph) {
        placeLayer(graph, document->layers(), spec("softmax"), Edge{{"dense_1", "output"}, {}, {}}, {600.0, 0.0});
    });
    QCOMPARE(output(), std::string("softmax_1"));
    removeNodes({"relu_1"});
    QCOMPARE(output(), std::string());
}

void TestLossEnds::theEndIsCutAndPasted()
{
    addLoose("relu");
    const QString piece = copyText(document->graph(), {"dense_1"});
    removeNodes({"dense_1"});
    QCOMPARE(output(), std::string("flatten_1"));
    document->editGraph(u"Paste"_s, [&](Graph& graph) { QVERIFY(paste(graph, piece, QPointF(600.0, 300.0))); });
    QCOMPARE(output(), std::string("flatten_1")); // it came back unconnected, although with its old name
    QVERIFY(document->graph().find("dense_1"));
}

void TestLossEnds::theEndBecomesABlock()
{
    addLoose("relu");
    const std::string block = makeBlock(*document, {"dense_1"});
    QVERIFY(!block.empty());
    QCOMPARE(output(), block);
    removeNodes({"relu_1"});
    takeApart(*document, block);
    QCOMPARE(judgedBy(document->project().training.objectives.front(), document->graph())->id, std::string("dense_1"));
}

void TestLossEnds::aLayerTakesTheOnlyOnesPlace()
{
    removeNodes({"input_1", "flatten_1"});
    addLoose("relu");
    QCOMPARE(output(), std::string("dense_1"));
    // The same number of layers and wires as before, but different ones.
    document->editGraph(u"Replace"_s, [this](Graph& graph) {
        netsmith::gui::remove(graph, document->layers(), {"dense_1"}, {});
        addNode(graph, spec("softmax"), {});
    });
    QCOMPARE(output(), std::string());
}

NETSMITH_WINDOW_TEST(TestLossEnds)

} // namespace test_loss_ends

#include "test_loss_ends.moc"
