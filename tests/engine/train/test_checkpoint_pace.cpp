#include "engine/train/trainer/checkpoint_pacer.h"
#include "tests/engine/train/recorded_disk.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <new>
#include <set>
#include <stdexcept>

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

/// Training with a fake clock: a step and a sync take a given time.
struct Timed {
    double stepSeconds = 0.0;
    double syncSeconds = 0.0;
    double now = 0.0;
    double syncing = 0.0;
    double longestLoss = 0.0; ///< the most training time that was not on the disk at any moment
    double writtenAt = 0.0;
    std::int64_t syncs = 0;

    /// Trains into `folder`, and stops at a step if one is given.
    DoneEvent train(const fs::path& folder, const Project& project, std::int64_t stopAt = -1)
    {
        RecordedDisk disk(folder);
        disk.atSync = [this] {
            now += syncSeconds;
            syncing += syncSeconds;
        };
        TrainOptions options = optionsFor(folder);
        options.stepsPerLaunch = 1;
        options.clock = [this] { return now; };
        std::stop_source stop;
        options.stop = stop.get_token();
        std::set<std::int64_t> seen;
        options.between = [&](LiveRun& run) -> LaunchOrder {
            for (const std::int64_t step : CheckpointStore(folder / "checkpoints").steps())
                if (seen.insert(step).second)
                    writtenAt = now;
            longestLoss = std::max(longestLoss, now + (run.position().validating ? 0.0 : stepSeconds) - writtenAt);
            return {};
        };
        options.events.step = [&](const StepEvent& event) {
            now += stepSeconds;
            if (event.step == stopAt)
                stop.request_stop();
        };
        const DoneEvent done = trainTiny("reference", options, project);
        syncs = disk.syncs();
        return done;
    }
};

Project projectOf(std::int64_t epochs)
{
    Project project = tinyProject();
    project.training.epochs = epochs;
    project.training.keepCheckpoints = 2;
    return project;
}

/// The files of a run by name, except those with times.
std::map<std::string, std::string> filesOf(const fs::path& run)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(run))
        if (const fs::path name = entry.path().filename(); entry.is_regular_file() && name != "run.json" && name != "timing.csv"
            && name != "telemetry.csv" // of the clock, too
            && entry.path().string().find(".new") == std::string::npos) // unfinished
            files[entry.path().lexically_relative(run).string()] = contentOf(entry.path());
    return files;
}

} // namespace

/// When checkpoints are written: the share of the time that this takes, how much a crash loses, and that the final files depend
/// only on steps.
class TestCheckpointPace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void shortEpochsAreNotEachSynced();
    void longEpochsLoseHalfAMinute();
    void writingTakesATwentiethAtMost();
    void everySoManyStepsIfAsked_data();
    void everySoManyStepsIfAsked();
    void aResumedRunCountsFromItsStep();
    void resultsDoNotDependOnSpeed();
    void aFailureKeepsWhatWasTaken_data();
    void aFailureKeepsWhatWasTaken();
    void everyPrefixCanBeGoneOnFrom();

private:
    fs::path at(const char* name) const { return m_root / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestCheckpointPace::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

/// 100 epochs of 5 steps, where a checkpoint has 12 syncs.
void TestCheckpointPace::shortEpochsAreNotEachSynced()
{
    Timed timed{.stepSeconds = 0.0005, .syncSeconds = 0.004};
    timed.train(at("run"), projectOf(100));
    // The first checkpoint, and at the end those that stay: two, the best, and the run's record.
    QVERIFY2(timed.syncs < 100, qPrintable(QString::number(timed.syncs)));
    QCOMPARE(readRunRecord(at("run")).take().epochsDone, 100);
}

/// An epoch is 5 steps of 9 seconds.
void TestCheckpointPace::longEpochsLoseHalfAMinute()
{
    Timed timed{.stepSeconds = 9.0, .syncSeconds = 0.004};
    timed.train(at("run"), projectOf(4));
    QVERIFY2(timed.longestLoss <= 30.0 + 9.0, qPrintable(QString::number(timed.longestLoss))); // a step can't be cut in two
    timed = {.stepSeconds = 0.5, .syncSeconds = 0.004};
    Project project = projectOf(60);
    project.training.batch = 1; // 23 steps
    timed.train(at("finer"), project);
    QVERIFY2(timed.longestLoss <= 30.0, qPrintable(QString::number(timed.longestLoss)));
}

/// Where a sync takes so long that both limits can't be met.
void TestCheckpointPace::writingTakesATwentiethAtMost()
{
    Timed timed{.stepSeconds = 2.0, .syncSeconds = 0.5};
    timed.train(at("run"), projectOf(80));
    const double first = 0.5 * 12, last = 0.5 * 60; // what is written at the start and the end is unavoidable
    QVERIFY2(timed.syncing <= 0.05 * timed.now + first + last, qPrintable(QString::number(timed.syncing)));
    QVERIFY2(timed.syncs > 60, qPrintable(QString::number(timed.syncs))); // but checkpoints are written
    QCOMPARE(CheckpointPacer::lossFor(0.1), 30.0);
    QCOMPARE(CheckpointPacer::lossFor(3.0), 60.0);
}

void TestCheckpointPace::everySoManyStepsIfAsked_data()
{
    QTest::addColumn<int>("stepsPerLaunch");
    QTest::newRow("step by step") << 1;
    QTest::newRow("as many steps a launch as fit") << 256;
}

void TestCheckpointPace::everySoManyStepsIfAsked()
{
    QFETCH(int, stepsPerLaunch);
    Project project = projectOf(3);
    project.training.checkpointEvery = 2;
    std::vector<std::int64_t> written;
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = stepsPerLaunch;
    options.clock = [] { return 0.0; }; // stands still
    options.between = [&](LiveRun&) -> LaunchOrder {
        const auto steps = CheckpointStore(at("run") / "checkpoints").steps();
        if (written.empty() || written.back() != steps.back())
            written.push_back(steps.back());
        return {};
    };
    trainTiny("reference", options, project);
    QCOMPARE(written, (std::vector<std::int64_t>{0, 2, 4, 5, 6, 8, 10, 12, 14}));
}

/// A run resumed from step 6 has a checkpoint of step 7.
void TestCheckpointPace::aResumedRunCountsFromItsStep()
{
    Project project = projectOf(3);
    project.training.checkpointEvery = 3;
    std::vector<std::int64_t> written;
    std::stop_source stop;
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = 1;
    options.clock = [] { return 0.0; };
    options.stop = stop.get_token();
    options.between = [&](LiveRun&) -> LaunchOrder {
        const std::int64_t newest = CheckpointStore(at("run") / "checkpoints").steps().back();
        if (written.empty() || written.back() != newest)
            written.push_back(newest);
        return {};
    };
    options.events.step = [&](const StepEvent& event) {
        if (event.step == 6)
            stop.request_stop();
    };
    trainTiny("reference", options, project);
    QCOMPARE(written, (std::vector<std::int64_t>{0, 3, 5}));
    written.clear();
    options.runFolder.clear();
    options.resume = at("run");
    options.stop = {};
    trainTiny("reference", options, project);
    QCOMPARE(written, (std::vector<std::int64_t>{6, 9, 10, 12, 15}));
}

/// Whatever time a step and a sync take, and wherever a run was stopped and resumed.
void TestCheckpointPace::resultsDoNotDependOnSpeed()
{
    const Project project = projectOf(12);
    Timed{.stepSeconds = 1e-6, .syncSeconds = 1.0}.train(at("slow disk"), project);
    Timed{.stepSeconds = 100.0, .syncSeconds = 1e-6}.train(at("slow steps"), project);
    Timed{.stepSeconds = 7.0, .syncSeconds = 0.01}.train(at("stopped"), project, 33);
    TrainOptions options;
    options.resume = at("stopped");
    trainTiny("reference", options, project);
    const auto files = filesOf(at("slow disk"));
    QVERIFY(files.contains("checkpoints/000060/weights.safetensors"));
    QVERIFY(filesOf(at("slow steps")) == files);
    QVERIFY(filesOf(at("stopped")) == files);
}

void TestCheckpointPace::aFailureKeepsWhatWasTaken_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("said");
    QTest::newRow("an error") << "error"
                              << "it failed";
    QTest::newRow("no memory") << "memory"
                               << "not enough memory";
    QTest::newRow("an exception of another library") << "other"
                                                     << "error in Netsmith itself: out of its range";
}

/// Checkpoints of epochs that wait to be written because writing is slow.
void TestCheckpointPace::aFailureKeepsWhatWasTaken()
{
    QFETCH(QString, kind);
    QFETCH(QString, said);
    double now = 0.0;
    RecordedDisk disk(at("run"));
    disk.atSync = [&] { now += 1.0; };
    const CheckpointStore store(at("run") / "checkpoints");
    std::vector<std::int64_t> before;
    TrainOptions options = optionsFor(at("run"));
    options.clock = [&] { return now; };
    options.events.step = [&](const StepEvent& event) {
        if (event.step <= 32)
            return;
        before = store.steps();
        if (kind == "memory")
            throw std::bad_alloc();
        if (kind == "other")
            throw std::out_of_range("out of its range");
        throw Error(ErrorKind::failed, NS_MESSAGE("test.failed", "it failed"));
    };
    options.stepsPerLaunch = 1;
    const Error error = errorOf([&] { trainTiny("reference", options, projectOf(12)); });
    QVERIFY2(mentions(error, said.toStdString()), error.what());
    QCOMPARE(error.kind(), kind == "memory" ? ErrorKind::resources : ErrorKind::failed);
    QCOMPARE(before, std::vector<std::int64_t>{0});
    QCOMPARE(store.steps().back(), 30);
    const RunRecord record = readRunRecord(at("run")).take();
    QCOMPARE(record.state, RunState::failed);
    QVERIFY2(record.error.find(said.toStdString()) != std::string::npos, record.error.c_str());
}

/// The power fails after each call in turn: then there is no run yet, or one that resumes to the same end as one that was never
/// interrupted.
void TestCheckpointPace::everyPrefixCanBeGoneOnFrom()
{
    Project project = projectOf(4);
    project.training.checkpointEvery = 3;
    RecordedDisk disk(at("run"));
    trainTiny("reference", optionsFor(at("run")), project);
    const auto files = filesOf(at("run"));
    std::size_t resumed = 0;
    bool begun = false;
    for (std::size_t moment = 0; moment <= disk.moments(); ++moment) {
        const fs::path run = at("restored");
        disk.restore(moment, run);
        const auto newest = CheckpointStore(run / "checkpoints").newest();
        QVERIFY2(newest || !begun, qPrintable(QString::number(moment))); // once there, it does not disappear
        if (!newest)
            continue;
        begun = true;
        TrainOptions options;
        options.resume = run;
        try {
            trainTiny("reference", options, project);
        } catch (const Error& error) {
            QFAIL(qPrintable(QString("after %1 of %2 calls: %3").arg(moment).arg(disk.moments()).arg(error.what())));
        }
        const auto restored = filesOf(run); // one that was about to be removed may remain
        for (const auto& [name, content] : files)
            QVERIFY2(restored.contains(name) && restored.at(name) == content,
                     qPrintable(QString("%1, %2").arg(moment).arg(QString::fromStdString(name))));
        ++resumed;
    }
    QVERIFY2(resumed > 40, qPrintable(QString::number(resumed)));
}

NETSMITH_TEST(TestCheckpointPace)
#include "test_checkpoint_pace.moc"
