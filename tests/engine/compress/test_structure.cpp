#include "engine/compress/structure/structure.h"
#include "engine/catalog/catalog.h"
#include "engine/compress/importance/importance.h"
#include "engine/compress/shrink/removal.h"
#include "engine/graph/blocks/make_block.h"
#include "engine/predict/field_types.h"
#include "tests/engine/compress/drawn_network.h"
#include "tests/test_program.h"

#include <QtTest>

#include <set>

namespace test_structure {

using namespace netsmith;
using namespace netsmith::compress;
using namespace netsmith::test;

namespace {

using Groups = std::vector<int>;

Groups groupsOf(const Structure& structure, const std::string& layer)
{
    const ProducingLayer* found = structure.layerNamed(layer);
    return found ? found->channels.groups : Groups();
}

std::string keptBecause(const Structure& structure, const std::string& layer)
{
    const UncutLayer* uncut = structure.uncutNamed(layer);
    return uncut ? uncut->reason.text() : std::string();
}

/// The network with two dense layers at its end, the first of them "dense_1".
CheckedProject finished(NetworkSketch& sketch, const std::string& last)
{
    const std::string hidden = sketch.add("dense", {sketch.add("flatten", {last})}, units(5));
    (void)sketch.add("dense", {hidden}, units(3, "softmax"));
    return checkedImages(sketch.project());
}

} // namespace

/// Which channels of a network go together.
class TestStructure : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsFlattenedMaps();
    void tiesSums();
    void joinsInOrder();
    void tiesDepthwise();
    void tiesGroups();
    void keepsWhatMixesChannels_data();
    void keepsWhatMixesChannels();
    void keepsInputsAndOutputs();
    void broadcastsTieNothing();
    void sharedWeightsGoTogether();
    void looksIntoBlocks();
    void namesRecurrentLayers();
};

/// A channel of the map is one row of the next weights at each of its positions.
void TestStructure::followsFlattenedMaps()
{
    NetworkSketch sketch;
    const CheckedProject project = finished(sketch, sketch.add("conv2d", {"input"}, filters(4)));
    const Structure structure = structureOf(project);
    const Groups made = groupsOf(structure, "conv2d_1");
    QCOMPARE(std::set(made.begin(), made.end()).size(), 4u);
    const std::vector<ChannelAxis>& axes = structure.arrays.at("dense_1.kernel");
    QCOMPARE(axes.size(), 2u);
    QCOMPARE(axes[0].stride, 1);
    QCOMPARE(axes[1].stride, 5);
    QCOMPARE(axes[1].groups.size(), 8u * 8 * 4);
    for (std::size_t row = 0; row < axes[1].groups.size(); ++row)
        QCOMPARE(axes[1].groups[row], made[row % 4]);
    QCOMPARE(structure.layerNamed("conv2d_1")->bias, std::string("conv2d_1.bias"));
}

void TestStructure::tiesSums()
{
    NetworkSketch sketch;
    const std::string first = sketch.add("conv2d", {"input"}, filters(4));
    const std::string second = sketch.add("conv2d", {first}, filters(6));
    const std::string third = sketch.add("conv2d", {second}, filters(4));
    const Structure structure = structureOf(finished(sketch, sketch.add("add", {third, first})));
    QCOMPARE(groupsOf(structure, "conv2d_1"), groupsOf(structure, "conv2d_3"));
    QVERIFY(groupsOf(structure, "conv2d_1") != groupsOf(structure, "conv2d_2"));
    const auto setOf = [&](const char* layer) {
        return structure.groups[static_cast<std::size_t>(groupsOf(structure, layer).front())].set;
    };
    QCOMPARE(setOf("conv2d_1"), setOf("conv2d_3"));
    QVERIFY(setOf("conv2d_1") != setOf("conv2d_2"));
    QCOMPARE(keptBecause(structure, "conv2d_1"), std::string());
}

void TestStructure::joinsInOrder()
{
    NetworkSketch sketch;
    const std::string left = sketch.add("conv2d", {"input"}, filters(2));
    const std::string right = sketch.add("conv2d", {"input"}, filters(3));
    const std::string joined = sketch.add("batch_normalization", {sketch.add("concatenate", {left, right})});
    const Structure structure = structureOf(finished(sketch, sketch.add("conv2d", {joined}, filters(4))));
    Groups expected = groupsOf(structure, "conv2d_1");
    const Groups others = groupsOf(structure, "conv2d_2");
    expected.insert(expected.end(), others.begin(), others.end());
    QCOMPARE(structure.scales.at(0).groups, expected);
    QCOMPARE(structure.arrays.at("conv2d_3.kernel").at(1).groups, expected);
    QCOMPARE(structure.arrays.at("batch_normalization_1.moving_mean").at(0).groups, expected);
}

/// A layer with filters for each channel has the channels of its input.
void TestStructure::tiesDepthwise()
{
    NetworkSketch sketch;
    const std::string made = sketch.add("conv2d", {"input"}, filters(3));
    const std::string own = sketch.add("depthwise_conv2d", {made}, {{"depth_multiplier", std::int64_t{2}}});
    const Structure structure = structureOf(finished(sketch, own));
    const Groups groups = groupsOf(structure, "conv2d_1");
    const Groups twice{groups[0], groups[0], groups[1], groups[1], groups[2], groups[2]};
    QCOMPARE(structure.arrays.at("depthwise_conv2d_1.kernel").at(0).groups, twice);
    QCOMPARE(structure.arrays.at("depthwise_conv2d_1.bias").at(0).groups, twice);
    QVERIFY(!structure.layerNamed("depthwise_conv2d_1"));
}

/// The n-th channels of all groups go together, so that the groups stay equally large.
void TestStructure::tiesGroups()
{
    NetworkSketch sketch;
    const std::string made = sketch.add("conv2d", {"input"}, filters(4));
    const Structure structure = structureOf(finished(sketch, sketch.add("conv2d", {made}, filters(6, 3, 2))));
    const Groups before = groupsOf(structure, "conv2d_1"), after = groupsOf(structure, "conv2d_2");
    QCOMPARE(before, (Groups{before[0], before[1], before[0], before[1]}));
    QCOMPARE(after, (Groups{after[0], after[1], after[2], after[0], after[1], after[2]}));
    QCOMPARE((std::set{before[0], before[1], after[0], after[1], after[2]}.size()), 5u);
}

void TestStructure::keepsWhatMixesChannels_data()
{
    QTest::addColumn<QString>("layer");
    QTest::addColumn<QByteArray>("parameters");
    QTest::addColumn<QString>("reason");
    QTest::newRow("layer normalization") << "layer_normalization" << QByteArray()
                                         << "layer_normalization \"layer_normalization_1\"";
    QTest::newRow("softmax") << "softmax" << QByteArray() << "uses all of them together";
    QTest::newRow("halves") << "glu" << QByteArray() << "uses all of them together";
    QTest::newRow("fixed shape") << "reshape" << QByteArray("fixed") << "gives them a fixed shape";
    QTest::newRow("moved axes") << "permute" << QByteArray("axes") << "uses all of them together";
}

void TestStructure::keepsWhatMixesChannels()
{
    QFETCH(QString, layer);
    QFETCH(QByteArray, parameters);
    QFETCH(QString, reason);
    NetworkSketch sketch;
    const std::string made = sketch.add("conv2d", {"input"}, filters(4));
    ParameterMap map;
    if (parameters == "fixed")
        map = {{"target_shape", std::vector<std::int64_t>{64, 4}}};
    if (parameters == "axes")
        map = {{"dims", std::vector<std::int64_t>{3, 1, 2}}};
    const Structure structure = structureOf(finished(sketch, sketch.add(layer.toStdString(), {made}, map)));
    const QString why = QString::fromStdString(keptBecause(structure, "conv2d_1"));
    QVERIFY2(why.contains(reason), qPrintable(why));
    QCOMPARE(keptBecause(structure, "dense_1"), std::string());
}

void TestStructure::keepsInputsAndOutputs()
{
    NetworkSketch sketch;
    const std::string made = sketch.add("conv2d", {"input"}, filters(2));
    const Structure structure = structureOf(finished(sketch, sketch.add("add", {made, "input"})));
    QCOMPARE(keptBecause(structure, "conv2d_1"), std::string("they are joined with an input of the network"));
    QCOMPARE(keptBecause(structure, "dense_2"), std::string("they are an output of the network"));
    QCOMPARE(keptBecause(structure, "dense_1"), std::string());
}

/// A map of one channel that weighs all others is repeated for as many as there are; one number for each channel is tied to it.
void TestStructure::broadcastsTieNothing()
{
    NetworkSketch sketch;
    const std::string made = sketch.add("conv2d", {"input"}, filters(4));
    const std::string map = sketch.add("conv2d", {made}, filters(1));
    const std::string where = sketch.add("multiply", {made, map});
    const std::string means = sketch.add("global_average_pooling2d", {where}, {{"keepdims", true}});
    const std::string weighted = sketch.add("multiply", {where, sketch.add("dense", {means}, units(4, "sigmoid"))});
    const CheckedProject project = finished(sketch, weighted);
    const Structure structure = structureOf(project);
    const Groups groups = groupsOf(structure, "conv2d_1");
    QCOMPARE(std::set(groups.begin(), groups.end()).size(), 4u);
    QCOMPARE(keptBecause(structure, "conv2d_1"), std::string());
    QVERIFY(keptBecause(structure, "conv2d_2").find("multiply") != std::string::npos);
    QCOMPARE(groupsOf(structure, "dense_1"), groups);
    const RemovalOrder order(structure, randomScores(structure, 1), Scope::layer, {});
    const std::vector<bool> removed = order.removedShare(0.5);
    const SafetensorsFile weights = drawnWeights(project, 1);
    const auto [smaller, left] = shrunk(project, structure, removed, weights);
    QCOMPARE(predictions(smaller, left).size(), predictions(project, weights).size());
}

void TestStructure::sharedWeightsGoTogether()
{
    NetworkSketch sketch;
    const std::string made = sketch.add("conv2d", {"input"}, filters(4));
    const std::string first = sketch.add("conv2d", {made}, filters(4));
    const std::string again = sketch.add("conv2d", {first}, filters(4));
    sketch.graph().find(again)->shares = first;
    const CheckedProject project = finished(sketch, again);
    const Structure structure = structureOf(project);
    QCOMPARE(groupsOf(structure, "conv2d_1"), groupsOf(structure, "conv2d_2")); // its input is also its output
    QCOMPARE(groupsOf(structure, "conv2d_2"), groupsOf(structure, "conv2d_3"));
    const RemovalOrder order(structure, randomScores(structure, 2), Scope::layer, std::vector<std::string>{"conv2d_1"});
    const std::vector<bool> removed = order.removedShare(0.5);
    const SafetensorsFile emptied = withoutFilters(structure, removed, drawnWeights(project, 2));
    const auto [smaller, left] = shrunk(project, structure, removed, emptied);
    QCOMPARE(smaller.project().graph.find("conv2d_3")->parameters.at("filters"), ParameterValue(std::int64_t{2}));
    QVERIFY(predictions(smaller, left) == predictions(project, emptied));
}

/// Two uses of a block have weights of their own, and so numbers of filters of their own.
void TestStructure::looksIntoBlocks()
{
    NetworkSketch sketch;
    const std::string made = sketch.add("conv2d", {"input"}, filters(4));
    const std::string inner = sketch.add("conv2d", {made}, filters(6));
    const std::string last = sketch.add("conv2d", {sketch.add("relu", {inner})}, filters(4));
    Project& project = sketch.project();
    const MadeBlock block = makeBlock(project.graph, *catalog().layers, {inner, "relu_1", last});
    Node second = *project.graph.find(block.node);
    second.id = "second";
    project.graph.nodes.push_back(second);
    const std::string port = project.graph.outOf(made).front()->to.port;
    project.graph.edges.push_back({{block.node, block.outputs.front().second}, {"second", port}, Json::object()});
    const std::string flat = sketch.add("flatten", {});
    project.graph.edges.push_back({{"second", block.outputs.front().second}, {flat, "input"}, Json::object()});
    (void)sketch.add("dense", {flat}, units(3, "softmax"));
    const CheckedProject checked = checkedImages(project);
    const Structure structure = structureOf(checked);
    const std::string first = block.node + "/" + inner;
    QCOMPARE(groupsOf(structure, first).size(), 6u);
    QVERIFY(groupsOf(structure, first) != groupsOf(structure, "second/" + inner));

    const RemovalOrder order(structure, randomScores(structure, 3), Scope::global, std::vector<std::string>{first});
    const std::vector<bool> removed = order.removedShare(0.5);
    const SafetensorsFile emptied = withoutFilters(structure, removed, drawnWeights(checked, 3));
    const auto [smaller, left] = shrunk(checked, structure, removed, emptied);
    QCOMPARE(smaller.project().graph.find(block.node)->parameters.at(inner + ".filters"), ParameterValue(std::int64_t{3}));
    QVERIFY(!smaller.project().graph.find("second")->parameters.contains(inner + ".filters"));
    QVERIFY(predictions(smaller, left) == predictions(checked, emptied));
}

/// Recurrent layers and embeddings keep their channels; what reads them is cut.
void TestStructure::namesRecurrentLayers()
{
    NetworkSketch sketch;
    const std::string made = sketch.add("conv2d", {"input"}, filters(4));
    const std::string steps = sketch.add("reshape", {made}, {{"target_shape", std::vector<std::int64_t>{64, -1}}});
    const std::string memory = sketch.add("lstm", {steps}, {{"units", std::int64_t{6}}});
    const CheckedProject project = finished(sketch, memory);
    const Structure structure = structureOf(project);
    QVERIFY(keptBecause(structure, "lstm_1").find("can't be removed one by one") != std::string::npos);
    QCOMPARE(keptBecause(structure, "conv2d_1"), std::string()); // the rows of the recurrent kernel go with them
    QCOMPARE(keptBecause(structure, "dense_1"), std::string());
    const RemovalOrder order(structure, randomScores(structure, 4), Scope::layer, {});
    const std::vector<bool> removed = order.removedShare(0.5);
    const SafetensorsFile emptied = withoutFilters(structure, removed, drawnWeights(project, 4));
    const auto [smaller, left] = shrunk(project, structure, removed, emptied);
    QVERIFY(predictions(smaller, left) == predictions(project, emptied));
}

NETSMITH_TEST(TestStructure)

} // namespace test_structure

#include "test_structure.moc"
