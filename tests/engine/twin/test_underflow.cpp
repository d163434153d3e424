#include "engine/data/sources/synthetic_digits.h"
#include "tests/engine/twin/twin_projects.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>

namespace test_underflow {

using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::twin;

namespace {

constexpr std::int64_t steps = 6;

train::LoadedData digits()
{
    train::LoadedData loaded;
    loaded.set.id = "mnist";
    loaded.set.origin = Message(NS_MESSAGE("test.origin", "drawn digits"));
    loaded.set.train = data::drawDigits(512, 1, 0, {});
    loaded.set.test = data::drawDigits(64, 1, 512, {});
    loaded.words = loaded.set.origin;
    return loaded;
}

Project sampleWith(double lossScale)
{
    Project project = loadProject(NETSMITH_PROJECTS "/faint_loss/faint_loss.netsmith").take();
    project.training.lossScale = lossScale;
    return project;
}

std::unique_ptr<Twin> twinOf(const std::string& device, Project project)
{
    Backend& backend = *backendFor(device).take();
    project.training.device = backend.devices().front().id;
    const std::string precision = project.training.precision;
    return std::make_unique<Twin>(std::move(project), digits(), backend, TwinOptions{.format = TwinFormat::named(precision)});
}

/// A layer's weights in the order of comparison: its kernel, then its bias.
std::vector<double> weightsOf(Twin& twin, const std::string& layer)
{
    std::vector<double> weights = twin.exactWeights(layer + ".kernel");
    const std::vector<double> bias = twin.exactWeights(layer + ".bias");
    weights.insert(weights.end(), bias.begin(), bias.end());
    return weights;
}

} // namespace

/// The sample project that is made to underflow does so, and its loss scale fixes it.
class TestUnderflow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void nothingIsLeftWithoutAScale_data() { devices(); }
    void nothingIsLeftWithoutAScale();
    void theScaleKeepsAll_data() { devices(); }
    void theScaleKeepsAll();
    void theScaleThatIsFoundOutFixesIt_data() { devices(); }
    void theScaleThatIsFoundOutFixesIt();

private:
    void devices();
};

void TestUnderflow::init()
{
    if (QTest::currentDataTag() && !hasBackend(QTest::currentDataTag()))
        QSKIP("this build has no such device");
}

void TestUnderflow::devices()
{
    QTest::addColumn<QString>("device");
    QTest::newRow("cpu") << "cpu";
    QTest::newRow("reference") << "reference";
}

/// Each gradient of each layer becomes 0, and the copy stays where it started while the other one learns.
void TestUnderflow::nothingIsLeftWithoutAScale()
{
    QFETCH(QString, device);
    const auto twin = twinOf(device.toStdString(), sampleWith(1.0));
    std::map<std::string, std::vector<double>> before;
    for (const char* layer : {"dense_1", "dense_2"})
        before[layer] = weightsOf(*twin, layer);
    const TwinResult result = runTwin(*twin, {.steps = steps, .every = 2});
    QVERIFY(!result.ended);
    QCOMPARE(result.moments.size(), 4u);
    for (const TwinMoment& moment : result.moments) {
        QCOMPARE(moment.lossScale, std::optional(1.0));
        for (const char* node : {"dense_1", "dense_2"})
            for (const auto& part : {layerOf(moment, node).arriving, layerOf(moment, node).gradient}) {
                QVERIFY2(part && part->nonzero > 0, node);
                QCOMPARE(part->lost, part->nonzero);
                QCOMPARE(part->lostShare(), 1.0);
                QCOMPARE(part->difference, 1.0);
                QCOMPARE(part->cosine, 0.0);
                QCOMPARE(part->subnormal, 0);
                QCOMPARE(part->overflowed, 0);
            }
    }
    for (const auto& [layer, first] : before) {
        const std::vector<double> now = weightsOf(*twin, layer);
        double moved = 0.0, size = 0.0;
        for (std::size_t i = 0; i < now.size(); ++i) {
            moved += (now[i] - first[i]) * (now[i] - first[i]);
            size += now[i] * now[i];
        }
        QVERIFY(moved > 0.0);
        QCOMPARE(layerOf(result.moments.back(), layer).weights->difference, std::sqrt(moved / size)); // it did not move at all
    }
    QVERIFY(*result.steps.back().loss < *result.steps.back().lowLoss);
    const TwinAdvice& advice = result.advice;
    QCOMPARE(advice.node, std::string("dense_2"));
    QCOMPARE(advice.lost, 1.0);
    QCOMPARE(advice.keptNow, 0.0);
    QCOMPARE(advice.keptThen, 1.0);
    QVERIFY2(advice.words[0].text().starts_with("dense_2 loses most: 100 % of its gradients become 0 in emulated FP16"),
             advice.words[0].text().c_str());
    QVERIFY2(advice.words[1].text().ends_with("would keep 100 % of the gradients from becoming 0 or infinite; 1 keeps 0 %"),
             advice.words[1].text().c_str());
}

/// The scale that the advice names.
void TestUnderflow::theScaleKeepsAll()
{
    QFETCH(QString, device);
    const double advised = *runTwin(*twinOf(device.toStdString(), sampleWith(1.0)), {.steps = steps, .every = 2}).advice.lossScale;
    const TwinResult result = runTwin(*twinOf(device.toStdString(), sampleWith(advised)), {.steps = steps, .every = 2});
    QVERIFY(!result.ended);
    for (const TwinMoment& moment : result.moments)
        for (const char* node : {"dense_1", "dense_2"})
            for (const auto& part : {layerOf(moment, node).arriving, layerOf(moment, node).gradient}) {
                QVERIFY(part->lost <= part->nonzero / 1000);
                QCOMPARE(part->overflowed, 0);
                const bool rounded = moment.step == 0; // only rounded; later a unit may be on in one copy and off in the other
                QVERIFY2(part->difference < (rounded ? 0.001 : 0.2), qPrintable(QString::number(part->difference)));
                QVERIFY2(part->cosine > (rounded ? 0.99999 : 0.98), qPrintable(QString::number(part->cosine)));
            }
    QVERIFY(result.advice.lost < 0.001);
    QVERIFY(result.advice.keptNow > 0.999);
}

/// The sample project as it is.
void TestUnderflow::theScaleThatIsFoundOutFixesIt()
{
    QFETCH(QString, device);
    const TwinResult result = runTwin(*twinOf(device.toStdString(), sampleWith(0.0)), {.steps = steps, .every = 2});
    QVERIFY(!result.ended);
    for (const TwinMoment& moment : result.moments) {
        QCOMPARE(moment.lossScale, std::optional(65536.0));
        QCOMPARE(moment.skipped, 0);
        for (const char* node : {"dense_1", "dense_2"}) {
            QVERIFY(layerOf(moment, node).lostShare() < 0.01);
            QVERIFY(layerOf(moment, node).gradientDifference() < (moment.step == 0 ? 0.02 : 0.2));
        }
    }
    for (const TwinStep& step : result.steps)
        QVERIFY(std::abs(*step.loss - *step.lowLoss) < 0.01);
}

NETSMITH_TEST(TestUnderflow)

} // namespace test_underflow

#include "test_underflow.moc"
