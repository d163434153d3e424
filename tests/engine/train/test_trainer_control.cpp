#include "engine/catalog/catalog.h"
#include "engine/data/source.h"
#include "engine/predict/field_types.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <memory>
#include <sstream>

namespace test_trainer_control {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

/// The first `count` images of the tiny validation data, repeated as needed.
data::Field someImages(std::int64_t count)
{
    const LoadedData loaded = tinyData(23, std::max<std::int64_t>(count, 1));
    data::Field field = loaded.set.test.field("image");
    field.count = count;
    return field;
}

std::vector<std::vector<float>> answersOf(LiveRun& run, std::int64_t count)
{
    const data::Field field = someImages(count);
    return run.predict(std::span(&field, 1));
}

/// The predictions of a checkpoint's weights, on a network of their own.
std::vector<std::vector<float>> answersOf(const fs::path& checkpoint, const std::string& device, std::int64_t count)
{
    Project project = tinyProject();
    project.training.device = device;
    const LoadedData data = tinyData();
    const auto fields = fieldTypes(data.set.train);
    CompiledNetwork network(*backendFor(device).take(), {CheckedProject(project, catalog(), fields)}, {project.training.batch});
    restoreWeights(network.state(), network.plan(), readCheckpoint(checkpoint).take().weights, "");
    std::vector<data::FieldSpec> specs;
    for (const data::Field& field : data.set.train.fields)
        specs.push_back(field.spec);
    const data::Field field = someImages(count);
    return NetworkPrediction(network, project, specs).predict(std::span(&field, 1));
}

} // namespace

/// Queries and orders to a run while it trains, and its preparation.
class TestTrainerControl : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void asksBeforeEveryLaunch();
    void ordersTellTheSteps();
    void predictsAsOfNow_data() { devices(); }
    void predictsAsOfNow();
    void predictionsLeaveNoTrace_data() { devices(); }
    void predictionsLeaveNoTrace();
    void namesWhatItPredicts();
    void wrongSamplesAreRefused();
    void stopsFromTheHook_data();
    void stopsFromTheHook();
    void stopsAfterTheStepsAskedFor_data();
    void stopsAfterTheStepsAskedFor();
    void pausesCostTheRunNothing();
    void whatTheHookThrowsEndsTheRun();
    void tellsEveryStep();
    void tellsHowItPrepares();
    void cancelsWhileItPrepares();

private:
    void devices();
    fs::path at(const std::string& name) const { return m_root / name; }
    void compareRuns(const fs::path& a, const fs::path& b);

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestTrainerControl::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestTrainerControl::devices()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << device;
}

void TestTrainerControl::compareRuns(const fs::path& a, const fs::path& b)
{
    QCOMPARE(contentOf(a / "metrics.csv"), contentOf(b / "metrics.csv"));
    const auto steps = CheckpointStore(a / "checkpoints").steps();
    QVERIFY(!steps.empty());
    QCOMPARE(CheckpointStore(b / "checkpoints").steps(), steps);
    for (const std::int64_t step : steps)
        for (const char* file : {"weights.safetensors", "optimizer.safetensors", "state.json"})
            QVERIFY2(contentOf(CheckpointStore(a / "checkpoints").at(step) / file)
                         == contentOf(CheckpointStore(b / "checkpoints").at(step) / file),
                     file);
}

void TestTrainerControl::asksBeforeEveryLaunch()
{
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = 2;
    std::vector<LivePosition> asked;
    std::vector<std::size_t> stepsTold; // how many step events came before each
    std::size_t told = 0;
    options.events.step = [&](const StepEvent&) { ++told; };
    options.between = [&](LiveRun& run) {
        asked.push_back(run.position());
        stepsTold.push_back(told);
        return LaunchOrder{};
    };
    trainTiny("reference", options);
    // Three epochs of two launches of two steps, the smaller last batch, then two launches of validation.
    QCOMPARE(asked.size(), std::size_t{15});
    QCOMPARE(stepsTold, (std::vector<std::size_t>{0, 1, 2, 3, 3, 3, 4, 5, 6, 6, 6, 7, 8, 9, 9}));
    const auto check = [&](std::size_t index, const LivePosition& wanted) {
        const LivePosition& got = asked[index];
        QCOMPARE(got.epoch, wanted.epoch);
        QCOMPARE(got.epochs, 3);
        QCOMPARE(got.step, wanted.step);
        QCOMPARE(got.totalSteps, 15);
        QCOMPARE(got.validating, wanted.validating);
        QCOMPARE(got.samplesDone, wanted.samplesDone);
        QCOMPARE(got.samples, wanted.validating ? 7 : 23);
    };
    check(0, {.epoch = 1, .step = 0});
    check(2, {.epoch = 1, .step = 4, .samplesDone = 20});
    check(3, {.epoch = 1, .step = 5, .validating = true, .samplesDone = 0});
    check(4, {.epoch = 1, .step = 5, .validating = true, .samplesDone = 5});
    check(5, {.epoch = 2, .step = 5});
    check(14, {.epoch = 3, .step = 15, .validating = true, .samplesDone = 5});
}

void TestTrainerControl::ordersTellTheSteps()
{
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = 4;
    std::vector<std::size_t> launched;
    options.events.step = [&](const StepEvent& event) { launched.push_back(event.steps.size()); };
    options.between = [](LiveRun& run) {
        // The first epoch one by one, the second by threes, the third as usual.
        return LaunchOrder{run.position().epoch == 1 ? 1 : run.position().epoch == 2 ? 3 : 0};
    };
    trainTiny("reference", options);
    QCOMPARE(launched, (std::vector<std::size_t>{1, 1, 1, 1, 1, 3, 1, 1, 4, 1}));
    trainTiny("reference", optionsFor(at("straight")));
    compareRuns(at("straight"), at("run"));
}

void TestTrainerControl::predictsAsOfNow()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = tinyProject();
    project.training.keepCheckpoints = 100;
    std::map<std::int64_t, std::vector<std::vector<float>>> answers;
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = 1;
    options.between = [&](LiveRun& run) {
        // One more sample each time: less than a batch, a whole one and more.
        answers[run.position().step] = answersOf(run, 1 + run.position().step);
        return LaunchOrder{};
    };
    trainTiny(device.toStdString(), options, project);
    QCOMPARE(answers.size(), std::size_t{16});
    for (const std::int64_t step : {0, 5, 10, 15}) {
        QCOMPARE(answers[step].size(), std::size_t{1});
        QCOMPARE(answers[step][0].size(), static_cast<std::size_t>(3 * (1 + step)));
        QVERIFY(answers[step] == answersOf(CheckpointStore(at("run") / "checkpoints").at(step), device.toStdString(), 1 + step));
    }
    QVERIFY(answers[5] != answersOf(CheckpointStore(at("run") / "checkpoints").at(0), device.toStdString(), 6));
}

void TestTrainerControl::predictionsLeaveNoTrace()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    for (const int steps : {1, 3}) {
        TrainOptions options = optionsFor(at("quiet" + std::to_string(steps)));
        options.stepsPerLaunch = steps;
        trainTiny(device.toStdString(), options);
        options.runFolder = at("asked" + std::to_string(steps));
        int times = 0;
        options.between = [&](LiveRun& run) {
            for (const std::int64_t count : {1, 3, 5, 13})
                answersOf(run, count);
            ++times;
            return LaunchOrder{};
        };
        trainTiny(device.toStdString(), options);
        QVERIFY(times >= 15);
        compareRuns(at("quiet" + std::to_string(steps)), at("asked" + std::to_string(steps)));
    }
}

void TestTrainerControl::namesWhatItPredicts()
{
    LoadedData data = tinyData();
    data.set.train.fields[1].spec.classNames = {"upper", "middle", "lower"};
    TrainOptions options = optionsFor(at("run"));
    std::vector<PredictedOutput> outputs;
    std::vector<data::FieldSpec> inputs;
    options.between = [&](LiveRun& run) {
        outputs = run.outputs();
        inputs = run.inputs();
        return LaunchOrder{};
    };
    Project project = tinyProject();
    project.training.epochs = 1;
    Trainer(project, data, *backendFor("reference").take(), options).run();
    QCOMPARE(inputs.size(), std::size_t{1});
    QCOMPARE(inputs[0].name, std::string("image"));
    QCOMPARE(outputs.size(), std::size_t{1});
    QCOMPARE(outputs[0].node, std::string("dense_2"));
    QVERIFY(outputs[0].shape == Shape({3}));
    QCOMPARE(outputs[0].classNames, (std::vector<std::string>{"upper", "middle", "lower"}));
}

void TestTrainerControl::wrongSamplesAreRefused()
{
    TrainOptions options = optionsFor(at("run"));
    options.between = [](LiveRun& run) {
        const auto field = data::makeField({.name = "image", .type = DataType::u8, .shape = {5, 4, 1}}, 1).field;
        const Error error = errorOf([&] { run.predict(std::span(&field, 1)); });
        QTest::qCompare(error.message().id(), std::string("predict.input"), "id", "predict.input", __FILE__, __LINE__);
        return LaunchOrder{};
    };
    trainTiny("reference", options);
    trainTiny("reference", optionsFor(at("straight")));
    compareRuns(at("straight"), at("run"));
}

void TestTrainerControl::stopsFromTheHook_data()
{
    QTest::addColumn<int>("call");
    for (const int call : {0, 3, 5, 6, 14})
        QTest::addRow("call %d", call) << call;
}

void TestTrainerControl::stopsFromTheHook()
{
    QFETCH(int, call);
    std::stop_source stop;
    TrainOptions options = optionsFor(at("run"));
    options.stop = stop.get_token();
    options.stepsPerLaunch = 1;
    int calls = 0;
    std::int64_t step = -1, steps = 0;
    options.events.step = [&](const StepEvent& event) { steps = event.step; };
    options.between = [&](LiveRun& run) {
        if (calls++ == call) {
            stop.request_stop();
            step = run.position().step;
        }
        return LaunchOrder{};
    };
    const DoneEvent done = trainTiny("reference", options);
    QCOMPARE(done.state, RunState::stopped);
    QCOMPARE(done.ending, Ending::stopRequested);
    QCOMPARE(calls, call + 1); // not called again after the end
    QCOMPARE(done.step, step);
    QCOMPARE(steps, step); // and no launch followed
    trainTiny("reference", optionsFor(at("straight")));
    TrainOptions resume;
    resume.resume = at("run");
    trainTiny("reference", resume);
    for (const char* run : {"straight", "run"})
        keepTheNewest(at(run));
    compareRuns(at("straight"), at("run"));
}

void TestTrainerControl::stopsAfterTheStepsAskedFor_data()
{
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("epochs"); ///< that were completed, including validation
    QTest::newRow("within an epoch") << 3 << 0;
    QTest::newRow("at the end of an epoch") << 10 << 2;
    QTest::newRow("within the last one") << 14 << 2;
}

void TestTrainerControl::stopsAfterTheStepsAskedFor()
{
    QFETCH(int, steps);
    QFETCH(int, epochs);
    TrainOptions options = optionsFor(at("run"));
    options.steps = steps;
    options.stepsPerLaunch = 4;
    const DoneEvent part = trainTiny("reference", options);
    QCOMPARE(part.state, RunState::stopped);
    QCOMPARE(part.step, steps);
    QCOMPARE(part.epochsDone, epochs);
    QCOMPARE(CheckpointStore(at("run") / "checkpoints").steps().back(), steps);

    TrainOptions resume;
    resume.resume = at("run");
    resume.steps = steps;
    QCOMPARE(trainTiny("reference", resume).step, steps); // counted from the run's beginning
    resume.steps = 100; // more than there are
    QCOMPARE(trainTiny("reference", resume).state, RunState::done);
    trainTiny("reference", optionsFor(at("straight")));
    for (const char* run : {"straight", "run"})
        keepTheNewest(at(run));
    compareRuns(at("straight"), at("run"));
}

void TestTrainerControl::pausesCostTheRunNothing()
{
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = 1;
    double away = 0.0, told = 0.0, epochs = 0.0;
    options.between = [&](LiveRun& run) {
        const Stopwatch watch;
        for (int i = 0; i < 200; ++i)
            answersOf(run, 5);
        away += watch.seconds();
        return LaunchOrder{};
    };
    options.events.step = [&](const StepEvent& event) { told = event.seconds; };
    options.events.epoch = [&](const EpochEvent& event) { epochs += event.seconds; };
    const Stopwatch watch;
    const DoneEvent done = trainTiny("reference", options);
    const double all = watch.seconds();
    // Not a time limit: the time spent in the hook must not be counted.
    QVERIFY2(done.seconds <= all - away, qPrintable(QString("%1 of %2, %3 away").arg(done.seconds).arg(all).arg(away)));
    QVERIFY(told <= done.seconds && epochs <= all - away);
    QVERIFY(readRunRecord(at("run")).take().seconds <= all - away);
    double launches = 0.0;
    std::istringstream timing(contentOf(at("run") / "timing.csv"));
    std::string line;
    std::getline(timing, line);
    while (std::getline(timing, line))
        launches += std::stod(line.substr(line.rfind(',') + 1)) / 1000.0;
    QVERIFY(launches > 0.0 && launches <= all - away);
}

void TestTrainerControl::whatTheHookThrowsEndsTheRun()
{
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = 1;
    options.between = [](LiveRun& run) -> LaunchOrder {
        if (run.position().step == 2)
            throw Error(ErrorKind::failed, NS_MESSAGE("test.hook", "the hook gave up"));
        return {};
    };
    QCOMPARE(errorOf([&] { trainTiny("reference", options); }).message().id(), std::string("test.hook"));
    QCOMPARE(readRunRecord(at("run")).take().state, RunState::failed);
}

void TestTrainerControl::tellsEveryStep()
{
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = 3;
    std::string rows;
    double seconds = 0.0;
    double rate = 0.0;
    NamedValues epochValues;
    options.events.step = [&](const StepEvent& event) {
        QVERIFY(!event.steps.empty());
        QCOMPARE(event.steps.back().step, event.step);
        QCOMPARE(event.steps.back().learningRate, event.learningRate);
        for (std::size_t i = 0; i < event.values.size(); ++i)
            QCOMPARE(event.steps.back().values[i], event.values[i].second);
        for (const StepValues& step : event.steps) {
            rows += "step," + std::to_string(event.epoch) + ',' + std::to_string(step.step) + ',' + csvNumber(step.learningRate);
            for (const double value : step.values)
                rows += ',' + csvNumber(value);
            rows += ",,\n";
        }
        QVERIFY(event.seconds >= seconds);
        seconds = event.seconds;
        epochValues = event.epochValues;
        rate = event.learningRate;
    };
    int epochs = 0;
    options.events.epoch = [&](const EpochEvent& event) {
        ++epochs;
        QCOMPARE(event.values.size(), std::size_t{4});
        QVERIFY(std::equal(epochValues.begin(), epochValues.end(), event.values.begin())); // now the mean of the whole epoch
        QVERIFY(event.totalSeconds >= seconds);
        QCOMPARE(event.learningRate, rate);
    };
    const DoneEvent done = trainTiny("reference", options);
    QCOMPARE(epochs, 3);
    QVERIFY(done.seconds >= seconds);
    std::string table;
    std::istringstream metrics(contentOf(at("run") / "metrics.csv"));
    for (std::string line; std::getline(metrics, line);)
        if (line.starts_with("step,"))
            table += line + '\n';
    QCOMPARE(QString::fromStdString(rows), QString::fromStdString(table));
}

void TestTrainerControl::tellsHowItPrepares()
{
    Project project = tinyProject();
    project.graph.nodes[0].parameters["shape"] = std::vector<std::int64_t>{32, 32, 3};
    project.graph.find("dense_2")->parameters["units"] = std::int64_t{10};
    project.data.source = "random_images";
    project.training.batch = 300;
    project.training.device = "reference";
    std::stop_source stop;
    TrainOptions options = optionsFor(at("run"));
    options.stop = stop.get_token();
    std::vector<PreparingEvent> told;
    std::size_t before = 0;
    options.events.preparing = [&](const PreparingEvent& event) { told.push_back(event); };
    options.events.start = [&](const StartEvent&) {
        before = told.size();
        stop.request_stop();
    };
    trainProject(project, options);
    QCOMPARE(told.size(), before);
    QCOMPARE(told.front().stage, PreparingStage::reading);
    QCOMPARE(told.front().words.text(), std::string("Reading " + data::source("random_images").info().title));
    QVERIFY(std::ranges::is_sorted(told, {}, &PreparingEvent::stage));
    for (const PreparingStage stage : {PreparingStage::planning, PreparingStage::compiling})
        QVERIFY(std::ranges::find(told, stage, &PreparingEvent::stage) != told.end());
    for (const PreparingEvent& event : told)
        QVERIFY(event.done <= event.total);

    // When resumed, it reads the checkpoint too.
    TrainOptions again;
    again.resume = at("run");
    told.clear();
    again.events.preparing = [&](const PreparingEvent& event) { told.push_back(event); };
    std::stop_source stopAgain;
    again.stop = stopAgain.get_token();
    again.events.start = [&](const StartEvent&) { stopAgain.request_stop(); };
    trainProject(project, again);
    QVERIFY(std::ranges::any_of(told, [](const PreparingEvent& event) { return event.words.id() == "prepare.checkpoint"; }));
}

void TestTrainerControl::cancelsWhileItPrepares()
{
    std::size_t events = 0;
    TrainOptions counting = optionsFor(at("counted"));
    counting.events.preparing = [&](const PreparingEvent&) { ++events; };
    trainTiny("reference", counting);
    QVERIFY(events >= 4);
    for (std::size_t which = 0; which < events; ++which) {
        std::stop_source stop;
        TrainOptions options = optionsFor(at("cancelled"));
        options.stop = stop.get_token();
        std::size_t seen = 0;
        options.events.preparing = [&](const PreparingEvent&) {
            if (seen++ == which)
                stop.request_stop();
        };
        QCOMPARE(errorOf([&] { trainTiny("reference", options); }).message().id(), std::string("data.cancelled"));
        QCOMPARE(seen, which + 1);
        QVERIFY(!fs::exists(at("cancelled")));
    }
    // Prepared already, but not begun.
    std::stop_source stop;
    TrainOptions options = optionsFor(at("cancelled"));
    options.stop = stop.get_token();
    Trainer trainer(tinyProject(), tinyData(), *backendFor("reference").take(), options);
    stop.request_stop();
    QCOMPARE(errorOf([&] { trainer.run(); }).message().id(), std::string("data.cancelled"));
    QVERIFY(!fs::exists(at("cancelled")));
    // A run to resume is unchanged.
    trainUntil("reference", 7, optionsFor(at("stopped")));
    const std::string record = contentOf(at("stopped") / "run.json");
    options.resume = at("stopped");
    QCOMPARE(errorOf([&] { trainTiny("reference", options); }).message().id(), std::string("data.cancelled"));
    QCOMPARE(contentOf(at("stopped") / "run.json"), record);
}

NETSMITH_TEST(TestTrainerControl)

} // namespace test_trainer_control

#include "test_trainer_control.moc"
