#include "engine/compress/pruned_run.h"
#include "engine/compress/sensitivity/goal_plan.h"
#include "engine/compress/sensitivity/zeroed.h"
#include "tests/engine/compress/drawn_network.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

namespace test_sensitivity {

using namespace netsmith;
using namespace netsmith::compress;
using namespace netsmith::test;

namespace {

using Numbers = std::vector<float>;

/// Of four units two are zero, and each of the other two tells one class; each of the two units after them hands one of these on.
SavedRun someRun()
{
    NetworkSketch sketch;
    const std::string first = sketch.add("dense", {sketch.add("global_average_pooling2d", {"input"})}, units(4));
    const std::string second = sketch.add("dense", {first}, units(2));
    (void)sketch.add("dense", {second}, units(3, "softmax"));
    return runOf(sketch.project(),
                 arraysFile({{"dense_1.kernel", {2, 4}, {1, 0, 0, 0, 0, 0, 2, 0}}, // units 0 and 2
                             {"dense_1.bias", {4}, {0, 0, 0, 0}},
                             {"dense_2.kernel", {4, 2}, {1, 0, 5, 5, 0, 2, 5, 5}},
                             {"dense_2.bias", {2}, {0, 0}},
                             {"dense_3.kernel", {2, 3}, {10, -10, 0, -10, 10, 0}},
                             {"dense_3.bias", {3}, {0, 1, -100}}})); // nothing is known: class 1
}

/// A sum of two convolutions of four channels, a third one and the output, with drawn weights.
SavedRun residualRun()
{
    NetworkSketch sketch;
    const std::string first = sketch.add("conv2d", {"input"}, filters(4));
    const std::string second = sketch.add("conv2d", {first}, filters(4));
    const std::string third = sketch.add("conv2d", {sketch.add("add", {first, second})}, filters(6));
    (void)sketch.add("dense", {sketch.add("global_average_pooling2d", {third})}, units(3, "softmax"));
    return runOf(sketch.project(), drawnWeights(checkedImages(sketch.project()), 4));
}

std::vector<double> valuesOf(const LayerSensitivity& layer)
{
    std::vector<double> values;
    for (const SensitivityPoint& point : layer.points)
        values.push_back(point.value);
    return values;
}

std::vector<std::int64_t> removedOf(const LayerSensitivity& layer)
{
    std::vector<std::int64_t> removed;
    for (const SensitivityPoint& point : layer.points)
        removed.push_back(point.removed);
    return removed;
}

} // namespace

/// What each layer alone is worth, and plans made of it, on networks whose answer is known.
class TestSensitivity : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void zerosPredictWhatSmallerNetworksDo();
    void whatReadsThemIsZeroToo();
    void emptyChannelsLoseNothing();
    void onlyTheLayersNamed();
    void singleWeights();
    void lossWithoutAMetric();
    void theSameSamplesForAll();
    void tiedLayersLoseTogether();
    void tellsHowFar();
    void plansReachTheirGoal();
    void plansLeaveMultiples();
    void sharesAreKept();
    void refuses_data();
    void refuses();
    void readsGoals();
};

/// With weights of any size where the channels are made and read.
void TestSensitivity::zerosPredictWhatSmallerNetworksDo()
{
    int changed = 0;
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        const CheckedProject project = checkedImages(randomProject(seed));
        const Structure structure = structureOf(project);
        const LogicalPlan plan = buildPlan(project, {.batch = 1, .fuse = false, .programs = {programs::predict}});
        const SafetensorsFile weights = drawnWeights(project, seed);
        const RemovalOrder order(structure, randomScores(structure, seed), Scope::global, {});
        for (const double share : {0.2, 0.6}) {
            const std::vector<bool> removed = order.removedShare(share);
            const auto [smaller, left] = shrunk(project, structure, removed, weights);
            const std::vector<float> expected = predictions(smaller, left);
            const std::vector<float> found = predictions(project, withZeros(weights, zerosOf(structure, removed, plan)));
            QCOMPARE(found.size(), expected.size());
            for (std::size_t i = 0; i < found.size(); ++i)
                QVERIFY2(std::abs(found[i] - expected[i]) < 1e-5f, qPrintable(QString::number(seed)));
            changed += predictions(project, weights) != found ? 1 : 0;
        }
    }
    QVERIFY2(changed > 40, qPrintable(QString::number(changed)));
}

/// A sigmoid of 0 is a half: a channel without a filter still says something to what reads it.
void TestSensitivity::whatReadsThemIsZeroToo()
{
    NetworkSketch sketch;
    ParameterMap parameters = filters(6);
    parameters["activation"] = std::string("sigmoid");
    const std::string flat = sketch.add("flatten", {sketch.add("conv2d", {"input"}, parameters)});
    (void)sketch.add("dense", {sketch.add("dense", {flat}, units(5, "sigmoid"))}, units(3, "softmax"));
    const CheckedProject project = checkedImages(sketch.project());
    const Structure structure = structureOf(project);
    const LogicalPlan plan = buildPlan(project, {.batch = 1, .fuse = false, .programs = {programs::predict}});
    const SafetensorsFile weights = drawnWeights(project, 9);
    const std::vector<bool> removed = RemovalOrder(structure, randomScores(structure, 9), Scope::layer, {}).removedShare(0.5);
    const auto [smaller, left] = shrunk(project, structure, removed, weights);
    const std::vector<float> expected = predictions(smaller, left);
    const auto farthest = [&](const std::vector<float>& found) {
        float most = 0.0f;
        for (std::size_t i = 0; i < found.size(); ++i)
            most = std::max(most, std::abs(found[i] - expected[i]));
        return most;
    };
    QVERIFY(farthest(predictions(project, withZeros(weights, zerosOf(structure, removed, plan)))) < 1e-5f);
    QVERIFY(farthest(predictions(project, withoutFilters(structure, removed, weights))) > 1e-3f);
}

void TestSensitivity::emptyChannelsLoseNothing()
{
    const SavedRun run = someRun();
    const Sensitivity found = sensitivityOf(run, someImages(), {.shares = {0.9, 0.25, 0.5, 0.75}});
    QCOMPARE(found.judged, std::string("accuracy"));
    QCOMPARE(found.value, 1.0);
    QCOMPARE(found.samples, 8);
    QCOMPARE(found.layers.size(), 2u);
    const LayerSensitivity &first = found.layers[0], &second = found.layers[1];
    QCOMPARE(first.layer, std::string("dense_1"));
    QCOMPARE(first.count, 4);
    QCOMPARE(removedOf(first), (std::vector<std::int64_t>{1, 2, 3, 3})); // one stays
    QCOMPARE(valuesOf(first), (std::vector{1.0, 1.0, 0.5, 0.5})); // then the smaller one that tells a class
    QCOMPARE(second.layer, std::string("dense_2"));
    QCOMPARE(removedOf(second), (std::vector<std::int64_t>{1, 1, 1, 1}));
    QCOMPARE(valuesOf(second), (std::vector{0.5, 0.5, 0.5, 0.5}));
    QCOMPARE(first.points[3].share, 0.9);
    QVERIFY(run.checkpoint.weights.find("dense_1.kernel")->bytes[0]
            == someRun().checkpoint.weights.find("dense_1.kernel")->bytes[0]);
}

void TestSensitivity::onlyTheLayersNamed()
{
    const Sensitivity found = sensitivityOf(someRun(), someImages(), {.shares = {0.1, 0.5}, .pruning = {.layers = {"dense_2"}}});
    QCOMPARE(found.layers.size(), 1u);
    QCOMPARE(removedOf(found.layers[0]), (std::vector<std::int64_t>{0, 1}));
    QCOMPARE(valuesOf(found.layers[0]), (std::vector{1.0, 0.5}));
}

/// Of 8 weights 6 are zero; of the others the smaller goes first.
void TestSensitivity::singleWeights()
{
    const Sensitivity found =
        sensitivityOf(someRun(), someImages(), {.of = SensitivityOf::weights, .shares = {0.25, 0.75, 0.875, 0.99}});
    QCOMPARE(found.layers.size(), 3u);
    QCOMPARE(found.layers[0].layer, std::string("dense_1.kernel"));
    QCOMPARE(found.layers[0].count, 8);
    QCOMPARE(removedOf(found.layers[0]), (std::vector<std::int64_t>{6, 6, 7, 7}));
    QCOMPARE(valuesOf(found.layers[0]), (std::vector{1.0, 1.0, 0.5, 0.5}));
    // 1 goes before 2, and both before 5, which stand where nothing is read; two zeros are there.
    QCOMPARE(removedOf(found.layers[1]), (std::vector<std::int64_t>{2, 6, 7, 7}));
    QCOMPARE(found.layers[1].points[0].value, 1.0);
    QCOMPARE(found.layers[1].points[1].value, 0.5);
}

void TestSensitivity::lossWithoutAMetric()
{
    SavedRun run = someRun();
    run.project.training.objectives.front().metrics.clear();
    const Sensitivity found = sensitivityOf(run, someImages(), {.shares = {0.5, 0.75}});
    QCOMPARE(found.judged, std::string("loss"));
    const std::vector<double> values = valuesOf(found.layers[0]);
    QVERIFY(std::abs(values[0] - found.value) < 1e-9);
    // Without unit 0 half of the samples have the logits 0 and 1, and the other half −20·2 and 41.
    const double expected = 0.5 * std::log1p(std::exp(1.0));
    QVERIFY2(std::abs(values[1] - expected) < 1e-4, qPrintable(QString::number(values[1])));
    QVERIFY(found.drop(values[1]) > 0.5);
    QCOMPARE(found.drop(std::nan("")), HUGE_VAL);
}

void TestSensitivity::theSameSamplesForAll()
{
    train::JudgedSamples judged = someImages();
    const auto valueOf = [&](std::int64_t samples, std::uint64_t seed) {
        const Sensitivity found =
            sensitivityOf(someRun(), judged, {.shares = {0.75}, .samples = samples, .pruning = {.seed = seed}});
        return std::pair(found.samples, found.layers[0].points[0].value);
    };
    QCOMPARE(valueOf(100, 1), (std::pair<std::int64_t, double>(8, 0.5)));
    QCOMPARE(valueOf(3, 1).first, 3);
    QCOMPARE(valueOf(3, 1), valueOf(3, 1));
    std::set<double> values;
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
        values.insert(valueOf(3, seed).second);
    QVERIFY(values.size() >= 3); // of how many of three are of class 1
    judged.samples = {0, 2, 4, 6}; // all of class 0
    QCOMPARE(valueOf(2, 5).second, 0.0);
}

void TestSensitivity::tiedLayersLoseTogether()
{
    const SavedRun run = residualRun();
    const SensitivityOptions options{.shares = {0.25, 0.5, 0.75}};
    const Sensitivity found = sensitivityOf(run, someImages(), options);
    QCOMPARE(found.layers.size(), 2u);
    QCOMPARE(found.layers[0].layer, std::string("conv2d_1"));
    QCOMPARE(found.layers[0].tied, (std::vector<std::string>{"conv2d_2"}));
    QCOMPARE(found.layers[1].layer, std::string("conv2d_3"));
    QVERIFY(found.layers[1].tied.empty());

    const GoalPlan plan = goalPlan(run, {.flops = 0.4}, found, options.pruning);
    const PrunedNetwork pruned = prune(run, plan.pruning);
    QVERIFY(pruned.after.flops <= 0.6 * pruned.before.flops);
    QCOMPARE(pruned.layers[0].after, pruned.layers[1].after);
    QCOMPARE(pruned.layers[0].after, 4 - plan.layers[0].removed);
    QCOMPARE(pruned.layers[2].after, 6 - plan.layers[1].removed);
    QCOMPARE(pruned.after.flops, plan.after.flops);
    QCOMPARE(pruned.after.parameters, plan.after.parameters);
    const std::string words = errorOf([&] { (void)prune(run, {.shares = {{"conv2d_1", 0.5}, {"conv2d_2", 0.25}}}); });
    QVERIFY2(words.find("\"conv2d_1\" and \"conv2d_2\" lose the same channels") != std::string::npos, words.c_str());
}

void TestSensitivity::tellsHowFar()
{
    std::vector<std::int64_t> told;
    std::stop_source stop;
    SensitivityOptions options{.shares = {0.25, 0.75}, .pruning = {.stop = stop.get_token()}};
    options.progress = [&](std::int64_t done, std::int64_t total) {
        QCOMPARE(total, 4);
        told.push_back(done);
        if (done == 2)
            stop.request_stop();
    };
    try {
        (void)sensitivityOf(someRun(), someImages(), options);
        QFAIL("it was not stopped");
    } catch (const Error& error) {
        QVERIFY2(error.cause() == MessageFacts::Cause::cancelled, error.what());
    }
    QCOMPARE(told, (std::vector<std::int64_t>{0, 1, 2}));
}

/// The first layer loses an empty unit for nothing; without a unit that tells a class half of the accuracy goes.
void TestSensitivity::plansReachTheirGoal()
{
    const SavedRun run = someRun();
    const Sensitivity found = sensitivityOf(run, someImages(), {.shares = {0.25, 0.5, 0.75}});
    const auto savedBy = [&](const std::vector<LayerShare>& shares) {
        const PrunedNetwork pruned = prune(run, {.shares = shares});
        return 0.999 * (1.0 - pruned.after.flops / pruned.before.flops);
    };
    const double one = savedBy({{"dense_1", 0.25}}), three = savedBy({{"dense_1", 0.75}});
    const GoalPlan cheap = goalPlan(run, {.flops = one, .points = 0.5}, found, {});
    QCOMPARE(cheap.budget, 0.0);
    QCOMPARE(cheap.drop, 0.0);
    QCOMPARE(cheap.expected, 1.0);
    QVERIFY(cheap.holds && *cheap.holds);
    QCOMPARE(cheap.layers[0].removed, 1); // of two that cost nothing: one is enough
    QCOMPARE(cheap.pruning.shares, (std::vector<LayerShare>{{"dense_1", 0.25}}));
    QVERIFY(cheap.after.flops <= (1.0 - one) * cheap.before.flops);
    QCOMPARE(prune(run, cheap.pruning).layers[0].after, 3);

    const GoalPlan dear = goalPlan(run, {.flops = three, .points = 49.0}, found, {});
    QCOMPARE(dear.budget, 0.5);
    QVERIFY(dear.after.flops <= (1.0 - three) * dear.before.flops);
    QCOMPARE(prune(run, dear.pruning).after.flops, dear.after.flops);
    double sum = 0.0;
    for (const PlannedLayer& layer : dear.layers) {
        QVERIFY(layer.drop <= dear.budget);
        sum += layer.drop;
    }
    QCOMPARE(dear.drop, sum);
    QCOMPARE(dear.expected, 1.0 - sum);
    QVERIFY(!*dear.holds);
}

/// A plan counts the channels that are left for speed, and the pruning leaves as many.
void TestSensitivity::plansLeaveMultiples()
{
    NetworkSketch sketch;
    const std::string first = sketch.add("conv2d", {"input"}, filters(64));
    const std::string second = sketch.add("conv2d", {first}, filters(40));
    (void)sketch.add("dense", {sketch.add("global_average_pooling2d", {second})}, units(3, "softmax"));
    const SavedRun run = runOf(sketch.project(), drawnWeights(checkedImages(sketch.project()), 2));
    for (const double flops : {0.2, 0.5, 0.8}) {
        const Sensitivity found = sensitivityOf(run, someImages(), {.shares = {0.25, 0.5, 0.75, 0.9}});
        const GoalPlan plan = goalPlan(run, {.flops = flops}, found, {});
        const PrunedNetwork pruned = prune(run, plan.pruning);
        QVERIFY(pruned.after.flops <= (1.0 - flops) * pruned.before.flops);
        QCOMPARE(pruned.after.flops, plan.after.flops);
        for (std::size_t i = 0; i < plan.layers.size(); ++i)
            QCOMPARE(pruned.layers[i].after, plan.layers[i].channels - plan.layers[i].removed);
        QCOMPARE(pruned.layers[0].after % 16, 0);
        QCOMPARE(pruned.layers[1].after % 8, 0);
        const PrunedNetwork byShare = prune(run, {.goal = {.share = flops, .ofFlops = true}});
        QCOMPARE(byShare.layers[0].after % 16, 0);
        QVERIFY(byShare.after.flops <= (1.0 - flops) * byShare.before.flops);
        const PrunedNetwork exact = prune(run, {.goal = {.share = flops, .ofFlops = true}, .multiple = 1});
        QVERIFY(exact.after.flops > byShare.after.flops);
    }
    // What multiples of 16 can't reach, smaller ones do, unless they were asked for.
    const PruningGoal most{.share = 0.97, .ofFlops = true};
    const PrunedNetwork least = prune(run, {.goal = most});
    QVERIFY(least.multiple < 16 && least.after.flops <= 0.03 * least.before.flops);
    const std::string words = errorOf([&] { (void)prune(run, {.goal = most, .multiple = 16}); });
    QVERIFY2(words.find("while multiples of 16 are left") != std::string::npos, words.c_str());
    const Sensitivity found = sensitivityOf(run, someImages(), {.shares = {0.5, 0.97}});
    QVERIFY(goalPlan(run, {.flops = 0.97}, found, {}).pruning.multiple < 16);
    const std::string small = errorOf([&] { (void)prune(run, {.goal = {.share = 0.05}, .multiple = 16}); });
    QVERIFY2(small.find("removes no channel while multiples of 16") != std::string::npos, small.c_str());
    QCOMPARE(prune(run, {.goal = {.share = 0.1}}).removed, 10); // of 104: a share of the channels is what it says
}

void TestSensitivity::sharesAreKept()
{
    const PruningOptions pruning{.layers = {"dense_1"}, .shares = {{"dense_1", 0.5}, {"dense_2", 0.5}}};
    const PrunedNetwork pruned = prune(someRun(), pruning);
    QCOMPARE(pruned.layers[0].after, 2);
    QCOMPARE(pruned.layers[1].after, 1);
    const Json json = pruningJson(pruned, pruning);
    QCOMPARE(json["shares"].dump(), std::string(R"([{"layer":"dense_1","share":0.5},{"layer":"dense_2","share":0.5}])"));
    QVERIFY(!json.contains("share") && !json.contains("only"));
    QCOMPARE(json["scope"].get<std::string>(), std::string("layer"));
}

void TestSensitivity::refuses_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("no shares") << QByteArray("shares") << QByteArray("expected shares to try");
    QTest::newRow("a share of 1") << QByteArray("one") << QByteArray("above 0 and below 1");
    QTest::newRow("no such layer") << QByteArray("layer") << QByteArray("there is no layer \"dense_9\"");
    QTest::newRow("out of reach") << QByteArray("flops") << QByteArray("of the FLOPs are left, and at most 1.00 % were asked for");
    QTest::newRow("points of a loss") << QByteArray("points") << QByteArray("judged by its loss; leave the points out");
    QTest::newRow("too small") << QByteArray("small") << QByteArray("remove no channel of any layer");
    QTest::newRow("share of the output") << QByteArray("output") << QByteArray("they are an output of the network");
}

void TestSensitivity::refuses()
{
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, words);
    SavedRun run = someRun();
    SensitivityOptions options{.shares = {0.5}};
    CompressionGoal goal{.flops = 0.1};
    if (what == "shares")
        options.shares.clear();
    if (what == "one")
        options.shares.push_back(1.0);
    if (what == "layer")
        options.pruning.layers = {"dense_9"};
    if (what == "flops")
        goal.flops = 0.99;
    if (what == "points") {
        goal.points = 1.0;
        run.project.training.objectives.front().metrics.clear();
    }
    const std::string said = errorOf([&] {
        if (what == "small")
            (void)prune(run, {.shares = {{"dense_1", 0.1}, {"dense_2", 0.1}}});
        if (what == "output")
            (void)prune(run, {.shares = {{"dense_3", 0.5}}});
        (void)goalPlan(run, goal, sensitivityOf(run, someImages(), options), options.pruning);
    });
    QVERIFY2(QByteArray::fromStdString(said).contains(words), said.c_str());
}

void TestSensitivity::readsGoals()
{
    const CompressionGoal one = CompressionGoal::parsed("flops:0.25");
    QCOMPARE(one.flops, 0.25);
    QVERIFY(!one.points);
    const CompressionGoal two = CompressionGoal::parsed("points:0.5,flops:0.5");
    QCOMPARE(two.flops, 0.5);
    QCOMPARE(*two.points, 0.5);
    for (const char* text :
         {"", "0.5", "flops", "flops:", "flops:x", "flops:0.5x", "flops:0.5,", "points:1", "flops:0.5,points:-1",
          "flops:0.5,flops:0.5", "flops:0.5,loss:1", "flops:1", "flops:0", "flops:nan", "flops:0.5,points:nan"}) {
        const std::string words = errorOf([&] { (void)CompressionGoal::parsed(text); });
        QVERIFY2(words.starts_with("expected "), text);
    }
}

NETSMITH_TEST(TestSensitivity)

} // namespace test_sensitivity

#include "test_sensitivity.moc"
