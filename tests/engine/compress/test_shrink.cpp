#include "engine/compress/pruning.h"
#include "engine/core/philox.h"
#include "engine/layers/quantization.h"
#include "tests/engine/compress/drawn_network.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <set>

namespace test_shrink {

using namespace netsmith;
using namespace netsmith::compress;
using namespace netsmith::test;

/// Smaller networks: exact where nothing was lost, and refused where nothing can be.
class TestShrink : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void emptyChannelsLeaveNoTrace_data();
    void emptyChannelsLeaveNoTrace();
    void drawsEveryKindOfLayer();
    void roundingHidesNoChannels();
    void changesNothingElse();
    void sharesAreOfCandidates();
    void largerSharesRemoveMore();
    void leavesMultiples();
    void tellsWhatIsWrong();
    void readsGoals();
};

void TestShrink::emptyChannelsLeaveNoTrace_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 40; ++seed)
        QTest::addRow("%d", seed) << seed;
}

/// Channels whose filters, biases, scales and shifts are 0 are 0 themselves: without them every prediction has the same bits.
void TestShrink::emptyChannelsLeaveNoTrace()
{
    QFETCH(int, seed);
    const CheckedProject project = checkedImages(randomProject(static_cast<std::uint64_t>(seed)));
    const Structure structure = structureOf(project);
    const RemovalOrder order(structure, randomScores(structure, static_cast<std::uint64_t>(seed)), Scope::global, {});
    const SafetensorsFile weights = drawnWeights(project, static_cast<std::uint64_t>(seed));
    for (const double share : {0.2, 0.5, 0.95}) {
        const std::vector<bool> removed = order.removedShare(share);
        const SafetensorsFile emptied = withoutFilters(structure, removed, weights);
        const std::vector<float> expected = predictions(project, emptied);
        const auto [smaller, left] = shrunk(project, structure, removed, emptied);
        QVERIFY(networkSize(smaller).parameters < networkSize(project).parameters);
        QVERIFY(networkSize(smaller).flops < networkSize(project).flops);
        const std::vector<float> found = predictions(smaller, left);
        QVERIFY2(found == expected, qPrintable(QString::number(share)));
    }
}

/// The networks above hold what they are meant to test.
void TestShrink::drawsEveryKindOfLayer()
{
    std::set<std::string> layers;
    int cut = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const CheckedProject project = checkedImages(randomProject(seed));
        const Structure structure = structureOf(project);
        for (const Node& node : project.project().graph.nodes)
            layers.insert(node.layer);
        for (const ProducingLayer& layer : structure.layers)
            cut += structure.uncutNamed(layer.node) ? 0 : 1;
    }
    for (const char* layer : {"add", "batch_normalization", "concatenate", "conv2d_transpose", "depthwise_conv2d", "flatten",
                              "global_average_pooling2d", "max_pooling2d", "prelu", "separable_conv2d"})
        QVERIFY2(layers.contains(layer), layer);
    QVERIFY2(cut > 250, qPrintable(QString::number(cut)));
}

/// Layers that round to 8 bits have the channels that they have in floats, and smaller networks of them hold rounded weights.
void TestShrink::roundingHidesNoChannels()
{
    const std::string settings[] = {"weights", "int8", "learned"};
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Project floats = randomProject(seed);
        Project project = floats;
        std::size_t drawn = seed;
        for (Node& node : project.graph.nodes)
            if (node.layer == "conv2d" || node.layer == "dense")
                node.parameters["quantization"] = settings[drawn++ % 3];
        const CheckedProject rounded = checkedImages(project);
        const Structure structure = structureOf(rounded), expected = structureOf(checkedImages(floats));
        QCOMPARE(structure.groups.size(), expected.groups.size());
        QCOMPARE(structure.layers.size(), expected.layers.size());
        for (const ProducingLayer& layer : expected.layers) {
            QVERIFY2(structure.layerNamed(layer.node), layer.node.c_str());
            QCOMPARE(structure.layerNamed(layer.node)->channels.groups, layer.channels.groups);
            QCOMPARE(structure.layerNamed(layer.node)->kernel, layer.kernel);
        }
        const RemovalOrder order(structure, randomScores(structure, seed), Scope::global, {});
        const std::vector<bool> removed = order.removedShare(0.5);
        const SafetensorsFile weights = drawnWeights(rounded, seed);
        std::vector<std::tuple<std::string, Shape, std::vector<float>>> arrays;
        for (const TensorView& each : weights.tensors) {
            WeightArray array{each.shape, {}};
            for (const double weight : numbersIn(weights, each.name))
                array.values.push_back(static_cast<float>(weight));
            arrays.emplace_back(each.name, each.shape,
                                layer::roundedKernel(array, each.name.ends_with(".kernel") ? "weights" : "none").values);
        }
        const auto [smaller, left] = shrunk(rounded, structure, removed, arraysFile(arrays));
        for (const Node& node : smaller.project().graph.nodes) {
            if (node.layer != "conv2d" && node.layer != "dense")
                continue;
            const TensorView* kernel = left.find(node.id + ".kernel");
            WeightArray array{kernel->shape, {}};
            for (const double weight : numbersIn(left, node.id + ".kernel"))
                array.values.push_back(static_cast<float>(weight));
            QCOMPARE(layer::roundedKernel(array, "weights").values, array.values);
        }
    }
}

void TestShrink::changesNothingElse()
{
    const CheckedProject project = checkedImages(randomProject(3));
    const Structure structure = structureOf(project);
    const RemovalOrder order(structure, randomScores(structure, 3), Scope::layer, {});
    Project smaller = shrunkProject(project, structure, order.removedShare(0.5));
    int changed = 0;
    for (std::size_t i = 0; i < smaller.graph.nodes.size(); ++i) {
        Node& node = smaller.graph.nodes[i];
        const Node& before = project.project().graph.nodes[i];
        changed += node != before ? 1 : 0;
        for (const char* parameter : {"filters", "units", "groups"})
            if (before.parameters.contains(parameter))
                node.parameters[parameter] = before.parameters.at(parameter);
    }
    QVERIFY(changed > 3);
    QVERIFY(smaller == project.project());
}

/// In one layer of four, half are two; across layers the least important go first.
void TestShrink::sharesAreOfCandidates()
{
    NetworkSketch sketch;
    std::string last = sketch.add("conv2d", {"input"}, filters(4));
    last = sketch.add("conv2d", {last}, filters(6));
    (void)sketch.add("dense", {sketch.add("flatten", {last})}, units(3, "softmax"));
    const CheckedProject project = checkedImages(sketch.project());
    const Structure structure = structureOf(project);
    std::vector<double> importance(structure.groups.size(), 0.0);
    const auto& first = structure.layerNamed("conv2d_1")->channels.groups;
    const auto& second = structure.layerNamed("conv2d_2")->channels.groups;
    for (std::size_t i = 0; i < first.size(); ++i)
        importance[static_cast<std::size_t>(first[i])] = static_cast<double>(i);
    for (std::size_t i = 0; i < second.size(); ++i)
        importance[static_cast<std::size_t>(second[i])] = 10.0 + static_cast<double>(i);

    const RemovalOrder global(structure, importance, Scope::global, {});
    QCOMPARE(global.candidates(), 10);
    std::vector<bool> gone = global.removedShare(0.3);
    QCOMPARE(channelsLeft(first, gone), 1); // channel 3 of conv2d_1 is the only one left
    QCOMPARE(channelsLeft(second, gone), 6);
    QVERIFY(!gone[static_cast<std::size_t>(first[3])]);
    gone = global.removedShare(0.4); // it stays: the next is one of conv2d_2
    QCOMPARE(channelsLeft(first, gone), 1);
    QCOMPARE(channelsLeft(second, gone), 5);
    QVERIFY(gone[static_cast<std::size_t>(second[0])]);

    const RemovalOrder layer(structure, importance, Scope::layer, {});
    gone = layer.removedShare(0.5);
    QCOMPARE(channelsLeft(first, gone), 2);
    QCOMPARE(channelsLeft(second, gone), 3);
    gone = layer.removedShare(0.99);
    QCOMPARE(channelsLeft(first, gone), 1);
    QCOMPARE(channelsLeft(second, gone), 1);

    const RemovalOrder only(structure, importance, Scope::global, std::vector<std::string>{"conv2d_2"});
    QCOMPARE(only.candidates(), 6);
    gone = only.removedShare(0.5);
    QCOMPARE(channelsLeft(first, gone), 4);
    QCOMPARE(channelsLeft(second, gone), 3);
}

void TestShrink::largerSharesRemoveMore()
{
    const CheckedProject project = checkedImages(randomProject(7));
    const Structure structure = structureOf(project);
    for (const Scope scope : {Scope::global, Scope::layer}) {
        const RemovalOrder order(structure, randomScores(structure, 7), scope, {});
        std::vector<bool> before = order.removed(0);
        QVERIFY(std::ranges::find(before, true) == before.end());
        for (std::int64_t count = 1; count <= order.candidates(); ++count) {
            const std::vector<bool> gone = order.removed(count);
            for (std::size_t i = 0; i < gone.size(); ++i)
                QVERIFY(!before[i] || gone[i]);
            before = gone;
        }
        for (const ProducingLayer& layer : structure.layers)
            QVERIFY(channelsLeft(layer.channels.groups, before) >= 1);
    }
}

/// Of 64 channels 43 would be left: 48 are, the most important ones among them, and as many of a layer that is tied to it.
void TestShrink::leavesMultiples()
{
    QCOMPARE(channelsLeftOf(64, 21, 16), 48);
    QCOMPARE(channelsLeftOf(64, 16, 16), 48);
    QCOMPARE(channelsLeftOf(64, 15, 16), 64);
    QCOMPARE(channelsLeftOf(64, 63, 16), 16);
    QCOMPARE(channelsLeftOf(100, 1, 16), 100); // no multiple, and none that is larger
    QCOMPARE(channelsLeftOf(100, 5, 16), 96);
    QCOMPARE(channelsLeftOf(12, 5, 16), 8); // of 2
    QCOMPARE(channelsLeftOf(3, 1, 16), 2);
    QCOMPARE(channelsLeftOf(64, 21, 1), 43);

    NetworkSketch sketch;
    const std::string first = sketch.add("conv2d", {"input"}, filters(64));
    const std::string second = sketch.add("conv2d", {first}, filters(64));
    const std::string third = sketch.add("conv2d", {sketch.add("add", {first, second})}, filters(20));
    (void)sketch.add("dense", {sketch.add("global_average_pooling2d", {third})}, units(3, "softmax"));
    const CheckedProject project = checkedImages(sketch.project());
    const Structure structure = structureOf(project);
    const std::vector<double> scores = randomScores(structure, 6);
    for (const Scope scope : {Scope::global, Scope::layer}) {
        const RemovalOrder free(structure, scores, scope, {}), order(structure, scores, scope, {}, 16);
        std::vector<bool> before = order.removed(0);
        for (std::int64_t count = 1; count <= order.candidates(); ++count) {
            const std::vector<bool> all = free.removed(count), gone = order.removed(count);
            for (const ProducingLayer& layer : structure.layers) {
                if (structure.uncutNamed(layer.node))
                    continue;
                const std::vector<int>& groups = layer.channels.groups;
                const std::int64_t left = channelsLeft(groups, gone), least = channelsLeft(groups, all);
                const std::int64_t multiple = groups.size() == 64 ? 16 : 4;
                QVERIFY(left % multiple == 0 && left >= least && left < least + multiple);
            }
            double mostGone = -1.0, leastKept = 2.0; // of those that were to go from the third layer
            for (const int group : structure.layerNamed(third)->channels.groups) {
                const auto i = static_cast<std::size_t>(group);
                QVERIFY(!gone[i] || all[i]);
                QVERIFY(!before[i] || gone[i]);
                (gone[i] ? mostGone : leastKept) = gone[i] ? std::max(mostGone, scores[i]) : std::min(leastKept, scores[i]);
            }
            QVERIFY(mostGone < leastKept);
            before = gone;
        }
    }
}

void TestShrink::tellsWhatIsWrong()
{
    NetworkSketch sketch;
    std::string last = sketch.add("conv2d", {"input"}, filters(4));
    (void)sketch.add("dense", {sketch.add("flatten", {last})}, units(3, "softmax"));
    const CheckedProject project = checkedImages(sketch.project());
    const Structure structure = structureOf(project);
    const std::vector<double> scores = randomScores(structure, 1);
    using Names = std::vector<std::string>;
    const auto order = [&](const Names& layers) { (void)RemovalOrder(structure, scores, Scope::global, layers); };
    const std::pair<std::string, const char*> cases[] = {
        {errorOf([&] { (void)RemovalOrder(structure, scores, Scope::global, {}).removedShare(0.0); }), "above 0 and below 1"},
        {errorOf([&] { (void)RemovalOrder(structure, scores, Scope::global, {}).removedShare(1.0); }), "above 0 and below 1"},
        {errorOf([&] { (void)RemovalOrder(structure, scores, Scope::global, {}).removedShare(0.01); }), "removes none of them"},
        {errorOf([&] { order({"conv2d_9"}); }),
         "there is no layer \"conv2d_9\" whose channels can be removed; there are: conv2d_1"},
        {errorOf([&] { order({"dense_1"}); }), "\"dense_1\" can't be removed: they are an output of the network"},
        {errorOf([&] { (void)criterionNamed("l3"); }), "there is no criterion \"l3\""},
        {errorOf([&] { (void)scopeNamed("room"); }), "there is no scope \"room\""},
    };
    for (const auto& [words, expected] : cases)
        QVERIFY2(words.find(expected) != std::string::npos, words.c_str());

    NetworkSketch single; // the only channel
    last = single.add("conv2d", {"input"}, filters(1));
    (void)single.add("dense", {single.add("flatten", {last})}, units(3, "softmax"));
    const Structure none = structureOf(checkedImages(single.project()));
    const std::string words = errorOf([&] { (void)RemovalOrder(none, randomScores(none, 1), Scope::layer, {}); });
    QVERIFY2(words.find("no channels to remove") != std::string::npos, words.c_str());
}

void TestShrink::readsGoals()
{
    QCOMPARE(PruningGoal::parsed("0.25").share, 0.25);
    QVERIFY(!PruningGoal::parsed("0.25").ofFlops);
    QCOMPARE(PruningGoal::parsed("flops:0.5").share, 0.5);
    QVERIFY(PruningGoal::parsed("flops:0.5").ofFlops);
    for (const char* text : {"", "half", "0.5x", "flops:", "flops:1", "0", "1", "-0.5", "nan", "inf"})
        QVERIFY2(errorOf([&] { (void)PruningGoal::parsed(text); }).starts_with("expected "), text);
}

NETSMITH_TEST(TestShrink)

} // namespace test_shrink

#include "test_shrink.moc"
