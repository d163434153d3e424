#include "engine/core/philox.h"
#include "engine/graph/specs/initializer.h"
#include "engine/plan/passes/fixed_tensors.h"
#include "engine/plan/passes/fusion.h"
#include "tests/engine/plan/random_network.h"

#include <QtTest>

using namespace netsmith;
using namespace netsmith::test;

// What a network for prediction has computed from its weights is as old as these: after any change of them, by whomever, it
// predicts as one that never had others.

namespace {

/// Fills the arenas with numbers drawn by a seed; statistics, which include variances, are near their initial values.
void writeWeights(State& state, const LogicalPlan& plan, std::uint64_t seed)
{
    RandomStream random(seed, 3);
    for (const Segment& segment : plan.parameters.segments) {
        std::vector<float> values = drawInitial(segment.initializer, segment.shape, seed, segment.id);
        for (float& value : values)
            value += static_cast<float>(random.uniform(-0.1, 0.1));
        state.writePart(Arena::weights, segment.offset, std::span<const float>(values)).take();
        if (plan.averages)
            state.writePart(Arena::average, segment.offset, std::span<const float>(values)).take();
    }
    for (const Segment& segment : plan.statistics.segments) {
        Values values(static_cast<std::size_t>(segment.elements()));
        for (double& value : values)
            value = segment.constant + random.uniform(-0.4, 0.4);
        state.writePart(Arena::statistics, segment.offset, std::span<const double>(values)).take();
    }
}

/// The program `predict` of a project's network over a state of its own or of another.
class Prediction {
public:
    Prediction(const Project& project, const std::vector<FieldType>& fields, std::int64_t batch, Precision precision,
               State* state = nullptr)
        : plan(buildPlan({project, catalog(), fields}, {.batch = batch, .precision = precision, .programs = {programs::predict}}))
    {
        Backend& backend = *backendFor("cpu").take();
        if (!state)
            m_own = backend.createState(plan).take();
        m_state = state ? state : m_own.get();
        executable = backend.compile(plan, *m_state, {}).take();
    }

    State& state() { return *m_state; }

    /// For samples drawn by a seed.
    Values outputs(std::uint64_t seed)
    {
        RandomStream random(seed, 4);
        for (const TensorId input : plan.predictInputs) {
            const TensorInfo& info = plan.tensor(input);
            Values values(static_cast<std::size_t>(info.shape.elements()));
            for (double& value : values)
                value = random.uniform(0.0, 4.0); // a token is the integer below
            executable->write(input, values).take();
        }
        executable->run(std::array{plan.programIndex(programs::predict)}, 1, {}, {}).take();
        Values all;
        for (const TensorId output : plan.predictions) {
            Values out(static_cast<std::size_t>(plan.tensor(output).shape.elements()));
            executable->read(output, out).take();
            all.insert(all.end(), out.begin(), out.end());
        }
        return all;
    }

    LogicalPlan plan;
    std::unique_ptr<Executable> executable;

private:
    std::unique_ptr<State> m_own;
    State* m_state = nullptr;
};

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
    for (const PrecisionSupport& support : backendFor("cpu").take()->devices().front().precisions)
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

QTEST_GUILESS_MAIN(TestPrepacking)
#include "test_prepacking.moc"
