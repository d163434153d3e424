#include "engine/plan/passes/fixed_tensors.h"
#include "engine/plan/passes/fusion.h"
#include "tests/engine/plan/drawn_prediction.h"
#include "tests/engine/plan/random_network.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_prepacking {

using namespace netsmith;
using namespace netsmith::test;

// What a network for prediction has computed from its weights is as old as these: after any change of them, by whomever, it
// predicts as one that never had others.

namespace {

int countFixed(const LogicalPlan& plan, std::string_view op)
{
    const FixedTensors fixed(plan);
    int count = 0;
    for (const Program& program : plan.programs)
        count += static_cast<int>(
            std::ranges::count_if(program.ops, [&](const Op& one) { return one.spec->name == op && fixed.makes(one); }));
    return count;
}

LogicalPlan planOf(const char* name, std::vector<std::string_view> programs)
{
    const Project project = sample(name);
    const std::vector<FieldType> fields = fieldsOf(project);
    return fuse(buildPlan({project, catalog(), fields}, {.batch = 2, .programs = std::move(programs)}), {});
}

} // namespace

class TestPrepacking : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void predictionsFollowWhatIsWritten_data();
    void predictionsFollowWhatIsWritten();
    void predictionsFollowATraining();
    void twoSizesShareAState();
    void randomNetworksPredictAsTheReference();
    void onlyWhatNobodyWritesIsFixed();
    void theMemoryIsThatOfTheEstimate();
};

void TestPrepacking::predictionsFollowWhatIsWritten_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("precision");
    for (const char* const precision : {"fp32", "bf16"})
        for (const char* const name :
             {"mnist_mlp", "mnist_cnn", "mnist_residual", "cifar_resnet", "mobilenet_small", "resnext_small", "text_lstm",
              "char_lstm", "row_lstm", "tang_poems", "sine_forecast", "faint_loss"})
            QTest::addRow("%s %s", name, precision) << QString(name) << QString(precision);
}

void TestPrepacking::predictionsFollowWhatIsWritten()
{
    QFETCH(const QString, name);
    QFETCH(const QString, precision);
    const Precision in = precision == QLatin1StringView("bf16") ? Precision::bf16 : Precision::fp32;
    const std::vector<DeviceInfo> devices = backendFor("cpu").take()->devices();
    for (const PrecisionSupport& support : devices.front().precisions)
        if (support.precision == in && !support.available)
            QSKIP("this processor has no such instructions");
    const Project project = sample(name.toStdString());
    const std::vector<FieldType> fields = fieldsOf(project);
    const auto fresh = [&](std::uint64_t weights) {
        Prediction prediction(project, fields, 2, in);
        writeWeights(prediction.state(), prediction.plan, weights);
        return prediction.outputs(1);
    };
    const Values first = fresh(1), second = fresh(2);
    QVERIFY(first != second);
    Prediction prediction(project, fields, 2, in);
    writeWeights(prediction.state(), prediction.plan, 1);
    QCOMPARE(prediction.outputs(1), first);
    QVERIFY(prediction.outputs(2) != first);
    writeWeights(prediction.state(), prediction.plan, 2);
    QCOMPARE(prediction.outputs(1), second);
    writeWeights(prediction.state(), prediction.plan, 1);
    QCOMPARE(prediction.outputs(1), first);
}

void TestPrepacking::predictionsFollowATraining()
{
    for (const char* const name : {"mnist_cnn", "mnist_residual"}) {
        const Project project = sample(name);
        const std::vector<FieldType> fields = fieldsOf(project);
        SmallTraining training(project, "cpu", {.batch = 4});
        Prediction prediction(project, fields, 2, Precision::fp32, &training.state());
        const Values before = prediction.outputs(1);
        training.train(1, 0.01f);
        const Values after = prediction.outputs(1);
        QVERIFY(after != before);
        Prediction fresh(project, fields, 2, Precision::fp32, &training.state());
        QCOMPARE(after, fresh.outputs(1));
    }
}

void TestPrepacking::twoSizesShareAState()
{
    const Project project = sample("mnist_residual");
    const std::vector<FieldType> fields = fieldsOf(project);
    Prediction one(project, fields, 1, Precision::fp32);
    Prediction eight(project, fields, 8, Precision::fp32, &one.state());
    for (const std::uint64_t seed : {1, 2, 3}) {
        writeWeights(one.state(), one.plan, seed);
        const Values single = one.outputs(1);
        const Values several = eight.outputs(1); // the first sample is the same
        for (std::size_t i = 0; i < single.size(); ++i)
            QVERIFY(std::abs(single[i] - several[i]) < 1e-5);
    }
}

void TestPrepacking::randomNetworksPredictAsTheReference()
{
    constexpr std::int64_t batch = 4;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        const Project project = randomNetwork(seed);
        std::vector<FieldType> fields;
        for (const Given& given : randomSamples(seed, batch))
            fields.push_back(given.type);
        Prediction prediction(project, fields, batch, Precision::fp32);
        StepTraining reference(project, "reference", randomSamples(seed, batch), batch);
        for (const std::uint64_t weights : {seed, seed + 1}) {
            writeWeights(prediction.state(), prediction.plan, weights);
            Values all(static_cast<std::size_t>(prediction.plan.parameters.elements));
            prediction.state().readArena(Arena::weights, std::span<double>(all)).take();
            reference.setWeights(all);
            Values statistics(static_cast<std::size_t>(prediction.plan.statistics.elements));
            prediction.state().readArena(Arena::statistics, std::span<double>(statistics)).take();
            reference.setStatistics(statistics);
            for (const TensorId input : prediction.plan.predictInputs) {
                const Given given = randomSamples(seed, batch)[0];
                prediction.executable->write(input, Values(given.numbers.begin(), given.numbers.end())).take();
            }
            prediction.executable->run(std::array{prediction.plan.programIndex(programs::predict)}, 1, {}, {}).take();
            const Values expected = reference.predict();
            std::size_t at = 0;
            for (const TensorId output : prediction.plan.predictions) {
                Values out(static_cast<std::size_t>(prediction.plan.tensor(output).shape.elements()));
                prediction.executable->read(output, out).take();
                for (const double value : out) {
                    const double wanted = expected[at++];
                    QVERIFY2(std::abs(value - wanted) <= 1e-3 * std::max(1.0, std::abs(wanted)),
                             qPrintable(QString("network %1: %2, not %3").arg(seed).arg(value).arg(wanted)));
                }
            }
        }
    }
}

void TestPrepacking::onlyWhatNobodyWritesIsFixed()
{
    QCOMPARE(countFixed(planOf("cifar_resnet", {programs::predict}), "fold_batch_norm"), 21);
    QCOMPARE(countFixed(planOf("cifar_resnet", {}), "fold_batch_norm"), 0); // the same program may run between steps
    const LogicalPlan training = planOf("mnist_cnn", {});
    const FixedTensors fixed(training);
    for (TensorId id = 0; id < static_cast<TensorId>(training.tensors.size()); ++id)
        QVERIFY2(!fixed.contains(id), training.tensor(id).name.c_str());
    const LogicalPlan predict = planOf("mnist_cnn", {programs::predict});
    const FixedTensors predicting(predict);
    for (const Segment& segment : predict.parameters.segments)
        QVERIFY2(predicting.contains(predict.findTensor(segment.id)), segment.id.c_str());
    for (const TensorId input : predict.predictInputs)
        QVERIFY(!predicting.contains(input));
    for (const TensorId output : predict.predictions)
        QVERIFY(!predicting.contains(output));
}

void TestPrepacking::theMemoryIsThatOfTheEstimate()
{
    for (const char* const name : {"mnist_residual", "cifar_resnet", "text_lstm"}) {
        const Project project = sample(name);
        const std::vector<FieldType> fields = fieldsOf(project);
        Prediction prediction(project, fields, 4, Precision::fp32);
        const MemoryUse estimated = backendFor("cpu").take()->estimate(prediction.plan, {}).take();
        QCOMPARE(prediction.executable->memory().total(), estimated.total());
    }
}

NETSMITH_TEST(TestPrepacking)

} // namespace test_prepacking

#include "test_prepacking.moc"
