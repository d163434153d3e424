#include "engine/compress/factorize/factorized.h"
#include "engine/core/error.h"
#include "engine/core/philox.h"
#include "engine/graph/blocks/make_block.h"
#include "engine/catalog/catalog.h"
#include "tests/engine/compress/drawn_network.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace test_factorized {

using namespace netsmith;
using namespace netsmith::compress;
using namespace netsmith::test;

namespace {

using Numbers = std::vector<double>;

/// The product of two factors.
Numbers product(const Factors& factors, std::int64_t rows, std::int64_t columns)
{
    Numbers out(static_cast<std::size_t>(rows * columns), 0.0);
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t k = 0; k < factors.rank; ++k)
            for (std::int64_t j = 0; j < columns; ++j)
                out[static_cast<std::size_t>(i * columns + j)] += factors.left[static_cast<std::size_t>(i * factors.rank + k)]
                    * factors.right[static_cast<std::size_t>(k * columns + j)];
    return out;
}

double norm(const Numbers& numbers)
{
    double squares = 0.0;
    for (const double number : numbers)
        squares += number * number;
    return std::sqrt(squares);
}

Numbers difference(Numbers a, const Numbers& b)
{
    for (std::size_t i = 0; i < a.size(); ++i)
        a[i] -= b[i];
    return a;
}

Numbers drawn(RandomStream& random, std::int64_t count)
{
    Numbers numbers(static_cast<std::size_t>(count));
    std::ranges::generate(numbers, [&] { return random.normal(); });
    return numbers;
}

/// Convolutions with strides, a dilation and padding, one of size 1, and two dense layers.
Project someProject()
{
    NetworkSketch sketch;
    ParameterMap strided = filters(12);
    strided["strides"] = std::vector<std::int64_t>{2, 2};
    strided["activation"] = std::string("relu");
    std::string last = sketch.add("conv2d", {"input"}, strided);
    ParameterMap dilated = filters(10);
    dilated["dilation_rate"] = std::vector<std::int64_t>{2, 1};
    last = sketch.add("conv2d", {last}, dilated);
    last = sketch.add("conv2d", {last}, filters(14, 1));
    last = sketch.add("dense", {sketch.add("flatten", {last})}, units(20));
    (void)sketch.add("dense", {last}, units(3, "softmax"));
    return sketch.project();
}

SavedRun savedRun(const Project& project, SafetensorsFile weights)
{
    SavedRun run{.project = project, .record = {}, .checkpoint = {}};
    run.record.fields = imageFields();
    run.checkpoint.weights = std::move(weights);
    return run;
}

SavedRun someSavedRun()
{
    return savedRun(someProject(), drawnWeights(checkedImages(someProject()), 3));
}

std::vector<float> predictionsOf(const FactorizedNetwork& network)
{
    return predictions(checkedImages(network.project), parseSafetensors(network.weights, "factors").take());
}

std::string refusalOf(const std::function<void()>& call)
{
    try {
        call();
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was thrown";
}

const FactorizedLayer& layerIn(const FactorizedNetwork& network, const std::string& node)
{
    return *std::ranges::find(network.layers, node, &FactorizedLayer::node);
}

} // namespace

/// Layers that become two: exact where nothing was lost, and as near as singular values say elsewhere.
class TestFactorized : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void twoByTwo();
    void nothingIsNearer();
    void choosesRanks();
    void fullRankPredictsTheSame();
    void exactRankLosesNothing();
    void staysARun();
    void settingsFollow();
    void averagesDecideFactors();
    void keepsWhatCannot_data();
    void keepsWhatCannot();
    void refuses();
};

/// ((3, 0), (4, 5)) has the singular values 3√5 and √5: Strang, "Introduction to linear algebra", 7.1.
void TestFactorized::twoByTwo()
{
    const Numbers matrix{3, 0, 4, 5};
    const Factors one = lowRank(matrix, 2, 2, {.share = 0.5});
    QCOMPARE(one.rank, 1);
    QVERIFY(std::abs(one.error - std::sqrt(5.0 / 50.0)) < 1e-12);
    // 3√5 · (1, 3)/√10 · (1, 1)/√2 = ((1.5, 1.5), (4.5, 4.5))
    QVERIFY(norm(difference(product(one, 2, 2), {1.5, 1.5, 4.5, 4.5})) < 1e-12);
    QVERIFY(std::abs(norm(one.left) - norm(one.right)) < 1e-12);
    const Factors both = lowRank(matrix, 2, 2, {.share = 0.95});
    QCOMPARE(both.rank, 2);
    QCOMPARE(both.error, 0.0);
    QVERIFY(norm(difference(product(both, 2, 2), matrix)) < 1e-12);
    const Factors none = lowRank(Numbers(6, 0.0), 2, 3, {.share = 0.5});
    QCOMPARE(none.error, 0.0);
    QVERIFY(product(none, 2, 3) == Numbers(6, 0.0));
}

/// The error is that of the product, and no other factors of that rank that are tried come nearer.
void TestFactorized::nothingIsNearer()
{
    RandomStream random(3, 0);
    for (int round = 0; round < 30; ++round) {
        const std::int64_t rows = 1 + random.below(12), columns = 1 + random.below(12);
        const Numbers matrix = drawn(random, rows * columns);
        const Factors best = lowRank(matrix, rows, columns, {.share = random.uniform(0.1, 0.9)});
        const double lost = norm(difference(product(best, rows, columns), matrix));
        QVERIFY(std::abs(lost - best.error * norm(matrix)) < 1e-9);
        for (int other = 0; other < 20; ++other) {
            Factors near = best;
            for (Numbers* numbers : {&near.left, &near.right})
                for (double& number : *numbers)
                    number += 0.02 * random.normal();
            QVERIFY(norm(difference(product(near, rows, columns), matrix)) >= lost - 1e-12);
        }
    }
}

void TestFactorized::choosesRanks()
{
    const Numbers values{4, 2, 1, 0.5}; // squares 16, 4, 1, 0.25 of 21.25
    QCOMPARE((RankGoal{.share = 0.5}.rankOf(values)), 2);
    QCOMPARE((RankGoal{.share = 0.01}.rankOf(values)), 1);
    QCOMPARE((RankGoal{.share = 0.99}.rankOf(values)), 4);
    QCOMPARE((RankGoal{.share = 0.75, .ofEnergy = true}.rankOf(values)), 1); // 0.753
    QCOMPARE((RankGoal{.share = 0.94, .ofEnergy = true}.rankOf(values)), 2); // 0.941
    QCOMPARE((RankGoal{.share = 0.95, .ofEnergy = true}.rankOf(values)), 3);
    QCOMPARE((RankGoal{.share = 0.99, .ofEnergy = true}.rankOf(values)), 4);
    QCOMPARE(RankGoal::parsed("0.25"), (RankGoal{.share = 0.25}));
    QCOMPARE(RankGoal::parsed("energy:0.9"), (RankGoal{.share = 0.9, .ofEnergy = true}));
    for (const char* text : {"", "half", "energy:", "energy:1", "0", "1", "nan", "rank:0.5"})
        QVERIFY2(refusalOf([&] { (void)RankGoal::parsed(text); }).starts_with("expected "), text);
}

void TestFactorized::fullRankPredictsTheSame()
{
    const SavedRun run = someSavedRun();
    const FactorizedNetwork network = factorized(run, {.rank = {.share = 0.999}, .mustSave = false});
    QCOMPARE(network.layers.size(), 5u);
    for (const FactorizedLayer& layer : network.layers) {
        QVERIFY2(!layer.kept, layer.node.c_str());
        QCOMPARE(layer.rank, std::min(layer.rows, layer.columns));
        QVERIFY(layer.error < 1e-12);
    }
    const std::vector<float> before = predictions(checkedImages(run.project), run.checkpoint.weights);
    const std::vector<float> after = predictionsOf(network);
    QCOMPARE(after.size(), before.size());
    for (std::size_t i = 0; i < after.size(); ++i)
        QVERIFY2(std::abs(after[i] - before[i]) <= 1e-5f, qPrintable(QString::number(after[i] - before[i])));
}

/// A kernel that is a product of two thin ones, at their rank: 128·20 multiplications become 148·3.
void TestFactorized::exactRankLosesNothing()
{
    NetworkSketch sketch;
    (void)sketch.add("dense", {sketch.add("dense", {sketch.add("flatten", {"input"})}, units(20))}, units(3, "softmax"));
    RandomStream random(5, 0);
    const Factors thin{.rank = 3, .left = drawn(random, 128 * 3), .right = drawn(random, 3 * 20)};
    const Numbers kernel = product(thin, 128, 20), next = drawn(random, 60);
    const auto floats = [](const Numbers& numbers) { return std::vector<float>(numbers.begin(), numbers.end()); };
    const SavedRun run = savedRun(sketch.project(),
                                  arraysFile({{"dense_1.kernel", {128, 20}, floats(kernel)},
                                              {"dense_1.bias", {20}, floats(drawn(random, 20))},
                                              {"dense_2.kernel", {20, 3}, floats(next)},
                                              {"dense_2.bias", {3}, {0, 1, 2}}}));
    const FactorizedNetwork network = factorized(run, {.rank = {.share = 0.15}, .layers = {"dense_1"}});
    const FactorizedLayer& layer = layerIn(network, "dense_1");
    QCOMPARE(layer.rank, 3);
    QCOMPARE(layer.rows, 128);
    QCOMPARE(layer.columns, 20);
    QVERIFY2(layer.error < 1e-6, qPrintable(QString::number(layer.error)));
    const std::vector<float> before = predictions(checkedImages(run.project), run.checkpoint.weights),
                             after = predictionsOf(network);
    for (std::size_t i = 0; i < after.size(); ++i)
        QVERIFY(std::abs(after[i] - before[i]) <= 1e-5f);
    QCOMPARE(network.before.parameters - network.after.parameters, 128 * 20 - 148 * 3);
}

/// The new project differs by its layers alone, and what it takes is less.
void TestFactorized::staysARun()
{
    const SavedRun run = someSavedRun();
    const FactorizedNetwork network = factorized(run, {.rank = {.share = 0.3}});
    QVERIFY(network.after.flops < network.before.flops);
    QVERIFY(network.after.parameters < network.before.parameters);
    const Node& basis = *network.project.graph.find("conv2d_1_basis");
    const Node& rest = *network.project.graph.find("conv2d_1");
    QCOMPARE(layerIn(network, "conv2d_1").added, std::string("conv2d_1_basis"));
    QCOMPARE(basis.parameters.at("filters"), ParameterValue(layerIn(network, "conv2d_1").rank));
    QCOMPARE(basis.parameters.at("strides"), ParameterValue(std::vector<std::int64_t>{2, 2}));
    QCOMPARE(basis.parameters.at("activation"), ParameterValue(std::string("none")));
    QCOMPARE(basis.parameters.at("use_bias"), ParameterValue(false));
    QCOMPARE(rest.parameters.at("kernel_size"), ParameterValue(std::vector<std::int64_t>{1, 1}));
    QVERIFY(!rest.parameters.contains("strides"));
    QCOMPARE(rest.parameters.at("filters"), ParameterValue(std::int64_t{12}));
    QCOMPARE(rest.parameters.at("activation"), ParameterValue(std::string("relu")));
    QVERIFY(basis.x != rest.x || basis.y != rest.y);
    for (const FactorizedLayer& layer : network.layers)
        QVERIFY(layer.kept || layer.rank * (layer.rows + layer.columns) < layer.rows * layer.columns);
}

/// What names the layer names the new one too: groups of a recipe and of the drawing, and the layers without decay.
void TestFactorized::settingsFollow()
{
    SavedRun run = someSavedRun();
    run.project.training.excludeFromWeightDecay = {"conv2d_2", "dense_1"};
    run.project.graph.groups.push_back({.id = "group_1", .title = "head", .nodes = {"flatten_1", "dense_1"}});
    const FactorizedNetwork network = factorized(run, {.rank = {.share = 0.2}, .layers = {"dense_1"}});
    using Names = std::vector<std::string>;
    QCOMPARE(network.project.training.excludeFromWeightDecay, (Names{"conv2d_2", "dense_1", "dense_1_basis"}));
    QCOMPARE(network.project.graph.groups[0].nodes, (Names{"flatten_1", "dense_1", "dense_1_basis"}));
    QVERIFY(layerIn(network, "conv2d_2").kept);
    QVERIFY(network.project.graph.find("dense_1_basis") && !network.project.graph.find("conv2d_2_basis"));
}

/// The average is what predicts; both begin as its factors.
void TestFactorized::averagesDecideFactors()
{
    NetworkSketch sketch;
    (void)sketch.add("dense", {sketch.add("dense", {sketch.add("flatten", {"input"})}, units(20))}, units(3, "softmax"));
    SavedRun run = savedRun(sketch.project(), {});
    run.project.training.emaMomentum = 0.9;
    RandomStream random(6, 0);
    const auto floats = [&](std::int64_t count) {
        const Numbers numbers = drawn(random, count);
        return std::vector<float>(numbers.begin(), numbers.end());
    };
    run.checkpoint.weights = arraysFile({{"dense_1.kernel", {128, 20}, floats(128 * 20)},
                                         {"dense_1.kernel/average", {128, 20}, std::vector<float>(128 * 20, 0.5f)},
                                         {"dense_1.bias", {20}, floats(20)},
                                         {"dense_1.bias/average", {20}, floats(20)},
                                         {"dense_2.kernel", {20, 3}, floats(60)},
                                         {"dense_2.kernel/average", {20, 3}, floats(60)},
                                         {"dense_2.bias", {3}, floats(3)},
                                         {"dense_2.bias/average", {3}, floats(3)}});
    const FactorizedNetwork network = factorized(run, {.rank = {.share = 0.9, .ofEnergy = true}, .layers = {"dense_1"}});
    QCOMPARE(layerIn(network, "dense_1").rank, 1); // all numbers are the same
    const SafetensorsFile file = parseSafetensors(network.weights, "factors").take();
    for (const char* layer : {"dense_1", "dense_1_basis"}) {
        const TensorView* weights = file.find(std::string(layer) + ".kernel");
        const TensorView* average = file.find(std::string(layer) + ".kernel/average");
        QVERIFY(weights && average && std::ranges::equal(weights->bytes, average->bytes));
    }
}

void TestFactorized::keepsWhatCannot_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("reason");
    QTest::newRow("groups") << u"groups"_qs << u"in groups"_qs;
    QTest::newRow("rounded") << u"rounded"_qs << u"rounded to 8 bits"_qs;
    QTest::newRow("zeros") << u"zeros"_qs << u"keeps its zeros"_qs;
    QTest::newRow("norm") << u"norm"_qs << u"norm of its weights is limited"_qs;
    QTest::newRow("shared") << u"shared"_qs << u"shares its weights"_qs;
    QTest::newRow("block") << u"block"_qs << u"in a block"_qs;
    QTest::newRow("rank") << u"rank"_qs << u"would need no fewer multiplications"_qs;
}

void TestFactorized::keepsWhatCannot()
{
    QFETCH(QString, what);
    QFETCH(QString, reason);
    NetworkSketch sketch;
    const std::string first = sketch.add("conv2d", {"input"}, filters(16));
    std::string last = sketch.add("conv2d", {first}, filters(16, 3, what == u"groups" ? 4 : 1));
    if (what == u"shared") {
        const std::string again = sketch.add("conv2d", {last}, filters(16));
        sketch.graph().find(again)->shares = last;
        last = again;
    }
    const std::string flat = sketch.add("flatten", {last});
    (void)sketch.add("dense", {flat}, units(3, "softmax"));
    Node& node = *sketch.graph().find("conv2d_2");
    if (what == u"rounded")
        node.parameters["quantization"] = std::string("weights");
    if (what == u"zeros")
        node.parameters["keep_zeros"] = true;
    if (what == u"norm")
        node.parameters["max_norm"] = 2.0;
    Project project = sketch.project();
    std::string id = "conv2d_2";
    if (what == u"block")
        id = makeBlock(project.graph, *catalog().layers, {"conv2d_2"}).node + "/" + id;
    const SavedRun run = savedRun(project, drawnWeights(checkedImages(project), 2));
    const FactorizedNetwork network = factorized(run, {.rank = {.share = what == u"rank" ? 0.45 : 0.2}, .layers = {}});
    const QString kept = QString::fromStdString(layerIn(network, id).kept.value_or(Message()).text());
    if (what == u"rank") // 18×16 at rank 7 of conv2d_1: 7·34 < 288; the dense layer of 1024×3 at rank 1
        QVERIFY(!layerIn(network, "conv2d_1").kept);
    else
        QVERIFY2(kept.contains(reason), qPrintable(kept));
    QVERIFY(predictionsOf(network).size() > 0);
    if (what != u"rank") {
        const std::string words = refusalOf([&] { (void)factorized(run, {.layers = {id}}); });
        QVERIFY2(QString::fromStdString(words).contains(reason), words.c_str());
    }
}

void TestFactorized::refuses()
{
    const SavedRun run = someSavedRun();
    const auto said = [&](const FactorizationOptions& options) {
        return QByteArray::fromStdString(refusalOf([&] { (void)factorized(run, options); }));
    };
    QVERIFY(
        said({.layers = {"dense_9"}}).contains("there is no layer \"dense_9\" that can be split into two; there are: conv2d_1"));
    QVERIFY(said({.layers = {"flatten_1"}}).contains("there is no layer \"flatten_1\""));
    QVERIFY(said({.rank = {.share = 0.999}}).contains("no layer of this network can be split"));
    QVERIFY(said({.rank = {.share = 1.0}}).contains("above 0 and below 1"));
    std::stop_source stop;
    stop.request_stop();
    try {
        (void)factorized(run, {.stop = stop.get_token()});
        QFAIL("it was not stopped");
    } catch (const Error& error) {
        QVERIFY2(error.cause() == MessageFacts::Cause::cancelled, error.what());
    }
}

NETSMITH_TEST(TestFactorized)

} // namespace test_factorized

#include "test_factorized.moc"
