#include "engine/data/source.h"
#include "engine/inspect/estimate.h"
#include "engine/predict/prediction.h"
#include "engine/store/checkpoint_store.h"
#include "engine/train/evaluation.h"
#include "tests/engine/train/tiny_text.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>

namespace test_stateful_training {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

/// A text longer than a window, continued from batch to batch.
class TestStatefulTraining : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void batchesFollowEachOther();
    void tooFewToJudge();
    void otherSamplesStayAsTheyLie();
    void goesOnWithItsState_data();
    void goesOnWithItsState();
    void isJudgedAndAsked();

private:
    fs::path at(const std::string& name) const { return m_root / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

namespace {

/// Adjacent windows, the next token of each token as target, and a layer that remembers what came before the window.
Project statefulProject(const fs::path& folder)
{
    Project project = tinyTextProject(folder, true);
    Node lstm;
    lstm.id = "lstm_1";
    lstm.layer = "lstm";
    lstm.parameters = {{"units", std::int64_t{8}}, {"return_sequences", true}, {"stateful", true}};
    project.graph.nodes.push_back(lstm);
    project.graph.edges = {{{"input_1", "output"}, {"embedding_1", "input"}, Json::object()},
                           {{"embedding_1", "output"}, {"lstm_1", "input"}, Json::object()},
                           {{"lstm_1", "output"}, {"dense_1", "input"}, Json::object()}};
    project.data.parameters["step"] = std::int64_t{4};
    project.data.shuffle = false;
    project.training.batch = 8;
    project.training.epochs = 2;
    return project;
}

/// Trains to the end, or until `until` steps are done.
DoneEvent trainText(Project project, const QString& device, TrainOptions options, std::int64_t until = -1)
{
    Backend& backend = *backendFor(device.toStdString()).take();
    project.training.device = backend.devices().front().id;
    LoadedData data = loadData(project, {});
    std::stop_source stop;
    options.stop = stop.get_token();
    options.stepsPerLaunch = until < 0 ? 0 : 1;
    options.events.step = [&](const StepEvent& event) {
        if (event.step == until)
            stop.request_stop();
    };
    return Trainer(std::move(project), std::move(data), backend, std::move(options)).run();
}

double valueNamed(const NamedValues& values, std::string_view name)
{
    const auto found = std::ranges::find(values, name, [](const auto& value) { return std::string_view(value.first); });
    return found == values.end() ? -1.0 : found->second;
}

} // namespace

void TestStatefulTraining::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

/// Each window begins where the one at its place in the previous batch ended; an incomplete last batch is left out.
void TestStatefulTraining::batchesFollowEachOther()
{
    const Project project = statefulProject(m_root);
    const auto source = data::sourceFor(project.data, {});
    const TrainingData data = divideData(project, loadData(project, {}));
    for (const auto& [samples, count] :
         {std::pair(data.train, data.trainSplit().count()), {data.validation, data.validationSplit().count()}}) {
        QCOMPARE(std::ssize(samples), count / 8 * 8);
        QVERIFY(samples.size() >= 16);
        for (std::size_t i = 8; i < samples.size(); ++i)
            QCOMPARE(samples[i], samples[i - 8] + 1);
    }
    QVERIFY(data.validationSplit().count() % 8 != 0); // or nothing would be left out
    QCOMPARE(inspect::sampleCounts(project, *source).train, data.trainCount());
    QCOMPARE(inspect::sampleCounts(project, *source).validation, data.validationCount());
}

void TestStatefulTraining::tooFewToJudge()
{
    Project project = statefulProject(m_root);
    project.training.batch = 64;
    const Error error = errorOf([&] { divideData(project, loadData(project, {})); });
    QCOMPARE(error.message().id(), std::string("data.few_to_judge"));
    for (const char* word : {"samples validate", "64", "smaller batch"})
        QVERIFY2(mentions(error, word), error.what());
    project.data.validation = "none";
    QVERIFY(divideData(project, loadData(project, {})).validation.empty());
}

/// Samples that are not windows of one sequence keep the order of their author, as in Keras.
void TestStatefulTraining::otherSamplesStayAsTheyLie()
{
    Project project = statefulProject(m_root);
    project.data.source = "mnist";
    project.data.parameters.clear();
    project.training.batch = 5;
    const TrainingData data = divideData(project, tinyData());
    QCOMPARE(std::ssize(data.train), 20);
    for (std::size_t i = 0; i < data.train.size(); ++i)
        QCOMPARE(data.train[i], static_cast<std::int32_t>(i));
    QCOMPARE(std::ssize(data.validation), 5);
}

void TestStatefulTraining::goesOnWithItsState_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("step");
    for (const char* device : {"reference", "cpu"})
        for (const int step : {1, 5, 13, 14, 20})
            QTest::addRow("%s, %d", device, step) << device << step;
}

/// A run that was stopped within an epoch or at its end goes on with the same bits, whatever the number of steps a launch.
void TestStatefulTraining::goesOnWithItsState()
{
    QFETCH(QString, device);
    QFETCH(int, step);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    const Project project = statefulProject(m_root);
    const DoneEvent straight = trainText(project, device, optionsFor(at("straight")));
    QCOMPARE(straight.state, RunState::done);
    QVERIFY(step < straight.step);
    QCOMPARE(trainText(project, device, optionsFor(at("stopped")), step).step, step);
    const fs::path stopped = CheckpointStore(at("stopped") / "checkpoints").at(step);
    QVERIFY(contentOf(stopped / "weights.safetensors").find("lstm_1.state") != std::string::npos);
    QVERIFY(contentOf(stopped / "weights.safetensors").find("evaluated") == std::string::npos);
    TrainOptions options;
    options.resume = at("stopped");
    QCOMPARE(trainText(project, device, options).step, straight.step);
    QCOMPARE(contentOf(at("stopped") / "metrics.csv"), contentOf(at("straight") / "metrics.csv"));
    for (const char* file : {"weights.safetensors", "optimizer.safetensors", "state.json"})
        QVERIFY2(contentOf(CheckpointStore(at("stopped") / "checkpoints").at(straight.step) / file)
                     == contentOf(CheckpointStore(at("straight") / "checkpoints").at(straight.step) / file),
                 file);
}

/// A later evaluation gives the result of the training, batch by batch; a prediction for one sample has no state.
void TestStatefulTraining::isJudgedAndAsked()
{
    const QString device = hasBackend("cpu") ? "cpu" : "reference";
    trainText(statefulProject(m_root), device, optionsFor(at("run")));
    const RunRecord record = readRunRecord(at("run")).take();
    const Evaluation again = evaluateRun(at("run"), {});
    QCOMPARE(again.part, Evaluation::Part::validation);
    if (again.epochsDone == record.epochs)
        QCOMPARE(valueNamed(again.values, "loss"), valueNamed(record.values, "val_loss"));
    QVERIFY(valueNamed(again.values, "loss") > 0.0);
    Predictor one(at("run"), {}, 1);
    Predictor many(at("run"), {}, 8);
    const data::DataSplit split = loadData(statefulProject(m_root), {}).set.train;
    data::FieldSpec spec = split.fields[0].spec;
    spec.stride = 0;
    auto [text, bytes] = data::makeField(spec, 3);
    for (std::int64_t i = 0; i < 3; ++i)
        std::ranges::copy(split.fields[0].sample(i), bytes + i * spec.sampleBytes());
    const auto singly = one.predict(std::span(&text, 1)), together = many.predict(std::span(&text, 1));
    QCOMPARE(singly.size(), together.size());
    for (std::size_t i = 0; i < singly[0].size(); ++i)
        QVERIFY(std::abs(singly[0][i] - together[0][i]) < 1e-5f);
}

NETSMITH_TEST(TestStatefulTraining)

} // namespace test_stateful_training

#include "test_stateful_training.moc"
