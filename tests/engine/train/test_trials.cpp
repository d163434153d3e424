#include "engine/backend/loader.h"
#include "engine/train/trial_runner.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <memory>

namespace test_trials {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

using Settings = std::vector<std::string>;

Project with(const Settings& settings)
{
    Project project = tinyProject();
    for (const std::string& each : settings)
        applySetting(project, each);
    return project;
}

} // namespace

/// Trials: variants of a project that are trained in memory, a part at a time.
class TestTrials : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void areRunsWhateverIsTrainedBetween_data() { devices(); }
    void areRunsWhateverIsTrainedBetween();
    void goOnWithLargerBudgets();
    void areForkedWithOtherSettings_data() { devices(); }
    void areForkedWithOtherSettings();
    void pauseWhereTheirReportOrAStopSaysSo();
    void endEarlyOrDiverge();
    void tellWhatIsWrong();

private:
    void devices();
    fs::path at(const std::string& name) const { return m_root / name; }
    /// Fails where the trial's weights are not those that a run of its project ends with.
    void expectRun(TrialRunner& runner, int trial, const std::string& device, const std::string& name);

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestTrials::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestTrials::devices()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << device;
}

void TestTrials::expectRun(TrialRunner& runner, int trial, const std::string& device, const std::string& name)
{
    const DoneEvent done = trainTiny(device, optionsFor(at(name)), runner.project(trial));
    const Checkpoint checkpoint = checkpointOf(at(name), done.step);
    const SafetensorsFile weights = runner.weights(trial);
    QVERIFY(weights.tensors.size() >= 6);
    for (const TensorView& array : weights.tensors)
        QVERIFY2(std::ranges::equal(array.bytes, checkpoint.weights.find(array.name)->bytes), (name + " " + array.name).c_str());
    const TrialResult result = runner.result(trial);
    QVERIFY(result.state == TrialState::done);
    QCOMPARE(result.step, done.step);
    QCOMPARE(result.epochsDone, done.epochsDone);
    QVERIFY(result.values == done.values);
    QCOMPARE(result.best->epoch + 1, done.bestEpoch);
}

/// Rates, schedules and lengths share a network; what the plan knows does not.
void TestTrials::areRunsWhateverIsTrainedBetween()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    const auto backend = backendFor(device.toStdString()).take();
    TrialRunner runner(with({"training.device=" + backend->devices().front().id}), tinyData(), *backend, {});
    const int usual = runner.begin(), slow = runner.begin(Settings{"optimizer.learning_rate=0.004", "training.epochs=4"}),
              falling = runner.begin(Settings{"schedule=exponential", "schedule.decay_rate=0.5", "training.monitor=loss"});
    for (const std::int64_t steps : {2, 3, 7})
        for (const int trial : {usual, slow, falling}) {
            const TrialResult result = runner.train(trial, {.steps = steps});
            QCOMPARE(result.step, steps);
            QVERIFY(result.state == TrialState::paused);
        }
    for (const int trial : {falling, usual, slow})
        QVERIFY(runner.train(trial).state == TrialState::done);
    QCOMPARE(runner.compilations(), 1);
    const int larger = runner.begin(Settings{"training.batch=8", "training.ema_momentum=0.9"});
    runner.train(larger, {.steps = 4});
    QCOMPARE(runner.compilations(), 2);
    expectRun(runner, usual, device.toStdString(), "usual");
    QVERIFY(runner.train(larger).state == TrialState::done);
    expectRun(runner, larger, device.toStdString(), "larger");
    expectRun(runner, falling, device.toStdString(), "falling");
    expectRun(runner, slow, device.toStdString(), "slow");
    QVERIFY(runner.result(slow).values != runner.result(usual).values);
}

void TestTrials::goOnWithLargerBudgets()
{
    const auto backend = backendFor("reference").take();
    TrialRunner runner(with({"training.device=reference"}), tinyData(), *backend, {});
    const int trial = runner.begin();
    QVERIFY(runner.weights(trial).tensors.empty());
    QCOMPARE(runner.result(trial).step, 0);
    std::vector<std::int64_t> epochs;
    const auto report = [&](const TrialResult& result) {
        epochs.push_back(result.epochsDone);
        return true;
    };
    QCOMPARE(runner.train(trial, {.epochs = 1}, report).step, 5);
    QCOMPARE(runner.train(trial, {.epochs = 1}, report).step, 5); // which is spent
    QCOMPARE(runner.train(trial, {.epochs = 2}, report).step, 10);
    QVERIFY(runner.train(trial, {.epochs = 99}, report).state == TrialState::done);
    QVERIFY(runner.train(trial, {}, report).state == TrialState::done);
    QCOMPARE(epochs, (std::vector<std::int64_t>{1, 2, 3}));
    expectRun(runner, trial, "reference", "whole");
}

/// A copy goes on as the trial does, until its settings differ; neither changes the other.
void TestTrials::areForkedWithOtherSettings()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    const auto backend = backendFor(device.toStdString()).take();
    TrialRunner runner(with({"training.device=" + backend->devices().front().id}), tinyData(), *backend, {});
    const int trial = runner.begin();
    runner.train(trial, {.steps = 7});
    const int copy = runner.fork(trial), faster = runner.fork(trial, Settings{"optimizer.learning_rate=0.1"});
    QCOMPARE(runner.result(copy).step, 7);
    const auto sameWeights = [&](int one, int other) {
        const SafetensorsFile first = runner.weights(one), second = runner.weights(other);
        return std::ranges::equal(first.tensors, second.tensors,
                                  [](const TensorView& a, const TensorView& b) { return std::ranges::equal(a.bytes, b.bytes); });
    };
    QVERIFY(sameWeights(trial, faster));
    runner.train(faster);
    runner.train(copy);
    QVERIFY(!sameWeights(copy, faster));
    runner.drop(faster);
    QVERIFY(errorOf([&] { runner.result(faster); }).kind() == ErrorKind::usage);
    QVERIFY(!sameWeights(copy, trial));
    runner.train(trial);
    QVERIFY(sameWeights(copy, trial));
    expectRun(runner, trial, device.toStdString(), "whole");
}

void TestTrials::pauseWhereTheirReportOrAStopSaysSo()
{
    const auto backend = backendFor("reference").take();
    TrialRunner runner(with({"training.device=reference"}), tinyData(), *backend, {.stepsPerLaunch = 1});
    const int trial = runner.begin();
    const TrialResult first = runner.train(trial, {}, [](const TrialResult&) { return false; });
    QVERIFY(first.state == TrialState::paused);
    QCOMPARE(first.epochsDone, 1);
    QVERIFY(!first.values.empty());
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(runner.train(trial, {}, {}, stop.get_token()).step, 5);
    std::stop_source later;
    const TrialResult second = runner.train(
        trial, {},
        [&](const TrialResult&) {
            later.request_stop();
            return true;
        },
        later.get_token());
    QCOMPARE(second.epochsDone, 2);
    runner.train(trial);
    expectRun(runner, trial, "reference", "whole");
}

void TestTrials::endEarlyOrDiverge()
{
    const auto backend = backendFor("reference").take();
    TrialRunner runner(with({"training.device=reference", "training.epochs=20"}), tinyData(), *backend, {});
    const int early = runner.begin(Settings{"early_stopping.patience=1", "early_stopping.min_delta=100"});
    const TrialResult ended = runner.train(early);
    QVERIFY(ended.state == TrialState::done && ended.epochsDone < 5);
    const int steep = runner.begin(Settings{"data.divide=1e-307", "dense_1.activation=none"});
    const TrialResult diverged = runner.train(steep);
    QVERIFY(diverged.state == TrialState::diverged);
    QVERIFY(diverged.step < 5);
    QCOMPARE(runner.train(steep).step, diverged.step);
    expectRun(runner, early, "reference", "early"); // its network is as it was
}

void TestTrials::tellWhatIsWrong()
{
    const auto backend = backendFor("reference").take();
    TrialRunner runner(with({"training.device=reference"}), tinyData(), *backend, {});
    QVERIFY(mentions(errorOf([&] { runner.begin(Settings{"data.source=mnist"}); }), "share their data"));
    QVERIFY(mentions(errorOf([&] { runner.begin(Settings{"training.device=cpu"}); }), "share their data"));
    QVERIFY(mentions(errorOf([&] { runner.begin(Settings{"training.epohcs=3"}); }), "epochs"));
    QVERIFY(mentions(errorOf([&] { runner.train(7); }), "there is no trial 7"));
    const int wrong = runner.begin(Settings{"dense_1.units=-1"});
    QVERIFY(errorOf([&] { runner.train(wrong); }).kind() == ErrorKind::input);
    const int right = runner.begin();
    QVERIFY(runner.train(right).state == TrialState::done);
}

NETSMITH_TEST(TestTrials)

} // namespace test_trials

#include "test_trials.moc"
