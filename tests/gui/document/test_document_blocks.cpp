#include "engine/graph/blocks/block_inside.h"
#include "engine/layers/registry.h"
#include "gui/document/block_commands.h"
#include "gui/document/document.h"
#include "gui/document/graph_edits.h"
#include "gui/document/node_text.h"
#include "tests/test_program.h"

#include <QTranslator>
#include <QtTest>

#include <algorithm>
#include <random>

namespace test_document_blocks {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

/// A language in which a block is called "Kasten".
class German : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char*, const char* text, const char*, int) const override
    {
        const QString english = QString::fromUtf8(text);
        return english == u"Block %1"_s ? u"Kasten %1"_s : english == u"Input"_s ? u"Eingang"_s : QString();
    }
};

} // namespace

/// The document with one of its blocks open.
class TestDocumentBlocks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void blocksAreLayers();
    void whatCanBeSetOfThem();
    void theirShapesAreThoseOfThePlace();
    void editsGoIntoTheBlock();
    void aMoveChangesOnlyLooks();
    void editsAreUndoneToTheByte();
    void problemsAreSeenWhereTheyAre();
    void aFixGoesIntoTheBlock();
    void aPlaceThatGoesIsLeft();
    void objectivesFollow();
    void listsOfLayersFollow();
    void anObjectiveInTheMiddleRefuses();
    void unusedBlocksAreDeleted();
    void whatNobodyNamedIsSaidInTheWindowsLanguage();

private:
    std::unique_ptr<Document> m_document;
};

void TestDocumentBlocks::init()
{
    m_document = std::make_unique<Document>();
    m_document->reset(loadProject(NETSMITH_PROJECTS "/mnist_residual/mnist_residual.netsmith").take(), {});
}

void TestDocumentBlocks::blocksAreLayers()
{
    const LayerSpec* block = m_document->layers().find("block:residual");
    QVERIFY(block && isBlock(*block));
    QCOMPARE(layerTitle(*block), u"Residual block"_s);
    QCOMPARE(block->inputs.size(), 1u);
    QCOMPARE(m_document->layers().of(*m_document->graph().find("res_1")), block);
    QVERIFY(outputFor(*block, Shape{14, 14, 32}) == (Shape{14, 14, 32}));
    QVERIFY(!outputFor(*block, Shape{14, 14, 8})); // the two inputs of the sum differ
    QVERIFY(!outputFor(*block, Shape{10}));
    const std::vector<FittingLayer> fitting = fittingLayers(m_document->layers(), Shape{14, 14, 32});
    QVERIFY(std::ranges::any_of(fitting, [&](const FittingLayer& each) { return each.layer == block; }));
    // A node of it is like any other.
    Graph graph = m_document->graph();
    const std::string id = addBehind(graph, m_document->layers(), *block, "res_3");
    QCOMPARE(blockOf(*graph.find(id)), std::string("residual"));
    QVERIFY(!graph.into(id, "input").empty());
}

void TestDocumentBlocks::whatCanBeSetOfThem()
{
    const LayerSpec* block = m_document->layers().find("block:residual");
    const ParameterSpec* filters = block->parameter("conv2d_1.filters");
    QVERIFY(filters);
    QCOMPARE(filters->defaultValue, ParameterValue(std::int64_t{32})); // the default is the block's value, not the layer's
    QVERIFY(block->parameter("trainable"));
    const auto set = [this](std::int64_t count) {
        m_document->editGraph(
            u"set"_s, [&](Graph& graph) { setParameter(graph, m_document->layers(), {"res_1"}, "conv2d_1.filters", count); });
    };
    set(8);
    QCOMPARE(m_document->graph().find("res_1")->parameters.at("conv2d_1.filters"), ParameterValue(std::int64_t{8}));
    set(32);
    QVERIFY(!m_document->graph().find("res_1")->parameters.contains("conv2d_1.filters"));
    // Nested, with its path; the values that the outer block sets for the inner one are the defaults.
    const std::string outer = makeBlock(*m_document, {"res_1"});
    m_document->open(outer);
    set(8);
    m_document->open({});
    const LayerSpec* spec = m_document->layers().of(*m_document->graph().find(outer));
    QVERIFY(spec->parameter("res_1/conv2d_1.filters"));
    QCOMPARE(spec->parameter("res_1/conv2d_1.filters")->defaultValue, ParameterValue(std::int64_t{8}));
}

void TestDocumentBlocks::theirShapesAreThoseOfThePlace()
{
    QVERIFY(m_document->open("res_1"));
    QCOMPARE(*m_document->analysis().shapeAt({"in:input", "output"}), (Shape{14, 14, 32}));
    QCOMPARE(*m_document->analysis().shapeAt({"conv2d_2", "output"}), (Shape{14, 14, 32}));
    QCOMPARE(m_document->analysis().order().front(), std::string("in:input"));
    QCOMPARE(m_document->analysis().order().back(), std::string("out:output"));
    QCOMPARE(m_document->analysis().order().size(), m_document->graph().nodes.size());
    QVERIFY(m_document->analysis().figuresOf("conv2d_1")->parameters > 0);
    QVERIFY(m_document->open("res_3"));
    QCOMPARE(*m_document->analysis().shapeAt({"in:input", "output"}), (Shape{7, 7, 32}));
    QVERIFY(m_document->open({}));
    QCOMPARE(m_document->analysis().order().size(), m_document->graph().nodes.size());
    QVERIFY(!m_document->open("conv2d_1"));
}

void TestDocumentBlocks::editsGoIntoTheBlock()
{
    const std::size_t nodes = m_document->project().graph.nodes.size();
    m_document->open("res_1");
    Change told;
    connect(m_document.get(), &Document::changed, this, [&told](const Change& change) { told = change; });
    m_document->editGraph(u"add"_s, [this](Graph& graph) {
        addBehind(graph, m_document->layers(), *m_document->layers().find("dropout"), "relu_2");
    });
    QCOMPARE(m_document->project().graph.nodes.size(), nodes);
    QVERIFY(findBlock(m_document->project().graph, "residual")->nodes.back().id == "dropout_1");
    QVERIFY(told.structure && told.blocks && told.nodes.contains("dropout_1"));
    QVERIFY(!told.nodes.contains("res_1")); // it is not in here
    QCOMPARE(m_document->undoStack().count(), 1);
    m_document->editGraph(u"nothing"_s, [](Graph&) {});
    QCOMPARE(m_document->undoStack().count(), 1);
}

void TestDocumentBlocks::aMoveChangesOnlyLooks()
{
    m_document->open("res_1");
    Change told;
    connect(m_document.get(), &Document::changed, this, [&told](const Change& change) { told = change; });
    m_document->editGraph(u"move"_s, [](Graph& graph) { move(graph, {"relu_1"}, {10.0, 0.0}); });
    QCOMPARE(told.nodes, std::set<std::string>{"relu_1"});
    QVERIFY(told.appearance);
}

void TestDocumentBlocks::editsAreUndoneToTheByte()
{
    std::mt19937 random(7); // NOLINT: the same edits each time
    const Project before = m_document->project();
    std::vector<std::string> places{"", "res_1", "res_3"};
    std::vector<Project> states{before};
    for (int i = 0; i < 60; ++i) {
        m_document->open(places[random() % places.size()]);
        const Graph& here = m_document->graph();
        const std::string node = here.nodes[random() % here.nodes.size()].id;
        m_document->editGraph(u"edit"_s, [&](Graph& graph) {
            switch (random() % 4) {
            case 0: move(graph, {node}, {10.0, 20.0}); break;
            case 1: addBehind(graph, m_document->layers(), *m_document->layers().find("dropout"), node); break;
            case 2: rename(graph, node, "node " + std::to_string(i)); break;
            default: remove(graph, m_document->layers(), {node}, {});
            }
        });
        if (static_cast<int>(states.size()) == m_document->undoStack().count())
            states.push_back(m_document->project());
        if (!blockAt(m_document->project().graph, "res_1") || !blockAt(m_document->project().graph, "res_3"))
            break; // one of the ends is gone
    }
    QVERIFY(states.size() > 10);
    for (auto state = states.rbegin() + 1; state != states.rend(); ++state) {
        m_document->undoStack().undo();
        QVERIFY(m_document->project() == *state);
    }
    while (m_document->undoStack().canRedo())
        m_document->undoStack().redo();
    QVERIFY(m_document->project() == states.back());
}

void TestDocumentBlocks::problemsAreSeenWhereTheyAre()
{
    m_document->edit(u"break"_s, [](Project& project) {
        findBlock(project.graph, "residual")->nodes[0].parameters["filters"] = std::int64_t{0};
    });
    const Analysis& analysis = m_document->analysis();
    QCOMPARE(analysis.problems().size(), 3u); // in every place
    QCOMPARE(analysis.listed().size(), 1u);
    QCOMPARE(analysis.listed().front().at.size(), 3u);
    QCOMPARE(analysis.errorCount(), 1);
    QCOMPARE(analysis.problems().front().node, std::string("res_1/conv2d_1"));
    QVERIFY(analysis.problemOf("res_1") && analysis.problemOf("res_2"));
    QVERIFY(!analysis.problemOf("conv2d_1")); // the one beside the blocks
    m_document->open("res_2");
    QVERIFY(analysis.problemOf("conv2d_1"));
    QCOMPARE(analysis.problemsHere().size(), 1u);
    QVERIFY(problemSentence(m_document->graph(), analysis.problemsHere().front()).startsWith(u"Filters"_s));
    // An override in one place gives another problem.
    m_document->undoStack().undo();
    m_document->edit(u"override"_s, [](Project& project) {
        project.graph.find("res_1")->parameters["conv2d_1.filters"] = std::int64_t{0};
        project.graph.find("res_3")->parameters["conv2d_1.filters"] = std::int64_t{-1};
    });
    QCOMPARE(analysis.listed().size(), 2u);
    QCOMPARE(analysis.listed().back().at.size(), 1u);
}

void TestDocumentBlocks::aFixGoesIntoTheBlock()
{
    m_document->open("res_1");
    m_document->editGraph(u"dense"_s, [this](Graph& graph) {
        const std::string flat = addNode(graph, *m_document->layers().find("flatten"), {0.0, 200.0});
        netsmith::gui::connect(graph, {"relu_1", "output"}, {flat, "input"});
        const std::string pool = addNode(graph, *m_document->layers().find("dense"), {0.0, 300.0});
        netsmith::gui::connect(graph, {flat, "output"}, {pool, "input"});
    });
    // A problem with a fix is fixed in the block, not in the network.
    QuickFix insert;
    insert.layer = "flatten";
    Problem problem{Severity::error, "dense_1", "input", {}, insert};
    applyFix(*m_document, problem);
    QVERIFY(m_document->graph().find("flatten_2"));
    QVERIFY(!m_document->project().graph.find("flatten_2"));
    // Outside the block it has no fix, because that would change another graph.
    problem.node = "res_1/dense_1";
    QVERIFY(seenAt("res_1", problem)->fix);
    QCOMPARE(seenAt("res_1", problem)->node, std::string("dense_1"));
    QVERIFY(!seenAt({}, problem)->fix);
    QCOMPARE(seenAt({}, problem)->node, std::string("res_1"));
    QVERIFY(!seenAt("res_2", problem));
}

void TestDocumentBlocks::aPlaceThatGoesIsLeft()
{
    const std::string outer = makeBlock(*m_document, {"res_1", "res_2"});
    m_document->open(outer + "/res_1");
    m_document->edit(u"gone"_s, [&](Project& project) {
        std::erase_if(findBlock(project.graph, blockOf(*project.graph.find(outer)))->nodes,
                      [](const Node& node) { return node.id == "res_1"; });
    });
    QCOMPARE(m_document->place(), outer);
    m_document->reset(Project(), {});
    QCOMPARE(m_document->place(), std::string());
}

void TestDocumentBlocks::objectivesFollow()
{
    m_document->edit(u"judge"_s, [](Project& project) { project.training.objectives[0].output = "dense_1"; });
    const std::string made = makeBlock(*m_document, {"global_average_pooling2d_1", "dense_1"});
    QCOMPARE(m_document->project().training.objectives[0].output, made);
    QCOMPARE(m_document->analysis().errorCount(), 0);
    takeApart(*m_document, made);
    QCOMPARE(m_document->project().training.objectives[0].output, std::string("dense_1"));
    QCOMPARE(m_document->analysis().errorCount(), 0);
}

void TestDocumentBlocks::listsOfLayersFollow()
{
    using Names = std::vector<std::string>;
    const auto kept = [this] { return m_document->project().training.fp32Layers; };
    m_document->edit(u"keep"_s, [](Project& project) { project.training.fp32Layers = {"dense_1", "res_1/conv2d_1", "res_2"}; });
    const std::string made = makeBlock(*m_document, {"global_average_pooling2d_1", "dense_1"});
    QCOMPARE(kept(), (Names{made + "/dense_1", "res_1/conv2d_1", "res_2"}));
    QCOMPARE(m_document->analysis().errorCount(), 0);
    takeApart(*m_document, made);
    QCOMPARE(kept(), (Names{"dense_1", "res_1/conv2d_1", "res_2"}));

    QVERIFY(openBlock(*m_document, "res_1"));
    const std::string inner = makeBlock(*m_document, {"conv2d_1", "batch_normalization_1"});
    QCOMPARE(kept(), (Names{"dense_1", "res_1/" + inner + "/conv2d_1", "res_2"}));
    QCOMPARE(m_document->analysis().errorCount(), 0);
    m_document->undoStack().undo();
    QCOMPARE(kept(), (Names{"dense_1", "res_1/conv2d_1", "res_2"}));
    m_document->editGraph(u"delete"_s,
                          [](Graph& graph) { std::erase_if(graph.nodes, [](const Node& n) { return n.id == "conv2d_1"; }); });
    QCOMPARE(kept(), (Names{"dense_1", "res_2"}));
    m_document->undoStack().undo();
    QCOMPARE(kept(), (Names{"dense_1", "res_1/conv2d_1", "res_2"}));
}

void TestDocumentBlocks::anObjectiveInTheMiddleRefuses()
{
    m_document->edit(u"judge"_s, [](Project& project) {
        project.training.objectives[0].output = "dense_1";
        Objective second = project.training.objectives[0];
        second.output = "conv2d_1";
        project.training.objectives.push_back(second);
    });
    QVERIFY(whyNoBlock(*m_document, {"conv2d_1", "max_pooling2d_1"}).contains(u"conv2d_1"_s));
    QVERIFY(whyNoBlock(*m_document, {"conv2d_1"}).isEmpty());
}

void TestDocumentBlocks::unusedBlocksAreDeleted()
{
    QCOMPARE(placeOfBlock(*m_document, "residual"), u"res_1"_s);
    deleteBlock(*m_document, "residual");
    QCOMPARE(m_document->graph().blocks.size(), 1u); // it is used
    m_document->editGraph(u"delete"_s, [this](Graph& graph) {
        remove(graph, m_document->layers(), {"res_1", "res_2", "res_3"}, {});
    });
    QCOMPARE(placeOfBlock(*m_document, "residual"), QString());
    renameBlock(*m_document, "residual", u" Skip "_s);
    QCOMPARE(blockTitle(*m_document, "residual"), u"Skip"_s);
    deleteBlock(*m_document, "residual");
    QVERIFY(m_document->graph().blocks.empty());
    m_document->undoStack().undo();
    QVERIFY(m_document->layers().find("block:residual"));
}

void TestDocumentBlocks::whatNobodyNamedIsSaidInTheWindowsLanguage()
{
    const LayerBook& layers = m_document->layers();
    const auto shown = [&](const char* id) { return titleOf(layers, *m_document->graph().find(id)); };
    const std::string node = makeBlock(*m_document, {"res_2"});
    const std::string block = blockOfNode(*m_document, node);
    QCOMPARE(block, std::string("block_1"));
    QCOMPARE(blockTitle(*m_document, block), u"Block 1"_s);
    QCOMPARE(titleOf(Block{.id = "block_1_2", .title = {}}), u"Block 1 2"_s); // pasted beside the first
    const int steps = m_document->undoStack().count();
    renameBlock(*m_document, block, u" Block 1 "_s); // an unchanged name from the field
    QCOMPARE(m_document->undoStack().count(), steps);

    German german;
    QCoreApplication::installTranslator(&german);
    QCOMPARE(blockTitle(*m_document, block), u"Kasten 1"_s);
    QCOMPARE(shown(node.c_str()), u"Kasten 1"_s);
    QCOMPARE(shown("res_1"), u"Residual block"_s);
    renameBlock(*m_document, block, u"Block 1"_s); // now it is the user's
    QCOMPARE(shown(node.c_str()), u"Block 1"_s);
    m_document->editGraph(u"name"_s, [&](Graph& graph) { graph.find("res_1")->title = "Input"; });
    QCOMPARE(shown("res_1"), u"Input"_s);

    const auto end = [&](const char* id, const char* title) {
        return titleOf(layers, Node{.id = id, .layer = std::string(blockInputLayer), .title = title, .parameters = {}});
    };
    QCOMPARE(end("in:input", ""), u"Eingang"_s);
    QCOMPARE(end("in:input_2", ""), u"Eingang 2"_s);
    QCOMPARE(end("in:image", ""), u"image"_s);
    QCOMPARE(end("in:input", "Input"), u"Input"_s);
    QCOMPARE(end("in:input", "input"), u"input"_s);
    QCoreApplication::removeTranslator(&german);
}

NETSMITH_WINDOW_TEST(TestDocumentBlocks)

} // namespace test_document_blocks

#include "test_document_blocks.moc"
