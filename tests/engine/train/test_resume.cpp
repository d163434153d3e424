#include "tests/engine/train/tiny_training.h"

#include "engine/core/files/safe_file.h"
#include "engine/graph/json/json_text.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <functional>
#include <memory>
#include <set>

namespace test_resume {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

constexpr const char* checkpointFiles[] = {"weights.safetensors", "optimizer.safetensors", "state.json", "manifest.json"};

/// Writes a run's newest checkpoint again with another `state.json` and valid checksums.
void changeState(const fs::path& run, const std::function<void(Json&)>& change)
{
    const fs::path folder = CheckpointStore(run / "checkpoints").newest().value();
    Json state = readJson(contentOf(folder / "state.json")).take();
    change(state);
    const auto arrays = [&](const char* name) { return parseSafetensors(readFile(folder / name).take(), name).take(); };
    const CheckpointFiles files{ArraysToWrite(arrays("weights.safetensors")), ArraysToWrite(arrays("optimizer.safetensors")),
                                writeJson(state)};
    writeCheckpoint(OpenFolder::open(folder.parent_path()).take(), folder.filename(), files).take();
}

} // namespace

/// Whatever happens to a run, its files end up with the same bytes.
class TestResume : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void sameRunTwice_data() { devices(); }
    void sameRunTwice();
    void stepsALaunchDoNotMatter_data() { devices(); }
    void stepsALaunchDoNotMatter();
    void stopsAnywhereAndGoesOn_data();
    void stopsAnywhereAndGoesOn();
    void stopsOften();
    void stopsWhileItValidates();
    void goesOnFromAnOlderCheckpoint();
    void goesOnAfterACrash();
    void trainsLonger_data() { devices(); }
    void trainsLonger();
    void refusesFewerEpochsThanThereAre();
    void refusesAnotherState_data();
    void refusesAnotherState();
    void keepsTheNewestAndTheBest();
    void writesACheckpointOnRequest();

private:
    void devices();
    fs::path at(const char* name) const { return m_root / name; }
    void compareRuns(const fs::path& a, const fs::path& b);

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestResume::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestResume::devices()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << device;
}

void TestResume::compareRuns(const fs::path& a, const fs::path& b)
{
    QCOMPARE(contentOf(a / "metrics.csv"), contentOf(b / "metrics.csv"));
    const auto steps = CheckpointStore(a / "checkpoints").steps();
    QVERIFY(!steps.empty());
    QCOMPARE(CheckpointStore(b / "checkpoints").steps(), steps);
    for (const std::int64_t step : steps)
        for (const char* file : checkpointFiles)
            QVERIFY2(contentOf(CheckpointStore(a / "checkpoints").at(step) / file)
                         == contentOf(CheckpointStore(b / "checkpoints").at(step) / file),
                     file);
}

void TestResume::sameRunTwice()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    const DoneEvent first = trainTiny(device.toStdString(), optionsFor(at("a")));
    QCOMPARE(first.step, 15);
    QCOMPARE(first.epochsDone, 3);
    trainTiny(device.toStdString(), optionsFor(at("b")));
    compareRuns(at("a"), at("b"));

    Project other = tinyProject();
    other.training.seed = 2;
    trainTiny(device.toStdString(), optionsFor(at("c")), other);
    QVERIFY(contentOf(at("a") / "metrics.csv") != contentOf(at("c") / "metrics.csv"));
}

void TestResume::stepsALaunchDoNotMatter()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    for (const int steps : {1, 2, 3, 256}) {
        TrainOptions options = optionsFor(at(std::to_string(steps).c_str()));
        options.stepsPerLaunch = steps;
        trainTiny(device.toStdString(), options);
        compareRuns(at("1"), at(std::to_string(steps).c_str()));
    }
}

void TestResume::stopsAnywhereAndGoesOn_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("step");
    for (const char* device : {"reference", "cpu"})
        for (int step = 0; step < 15; ++step)
            QTest::newRow((device + (" " + std::to_string(step))).c_str()) << device << step;
}

void TestResume::stopsAnywhereAndGoesOn()
{
    QFETCH(QString, device);
    QFETCH(int, step);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    trainTiny(device.toStdString(), optionsFor(at("straight")));

    const DoneEvent stopped = trainUntil(device.toStdString(), step, optionsFor(at("stopped")));
    QCOMPARE(stopped.state, RunState::stopped);
    QCOMPARE(stopped.step, step);
    QVERIFY(stopped.words.text() == "stopped at step " + std::to_string(step) + " with a checkpoint");
    QCOMPARE(readRunRecord(at("stopped")).take().state, RunState::stopped);

    TrainOptions options;
    options.resume = at("stopped");
    const DoneEvent done = trainTiny(device.toStdString(), options);
    QCOMPARE(done.state, RunState::done);
    // The checkpoint of the stop is one of the newest for a while.
    keepTheNewest(at("straight"));
    keepTheNewest(at("stopped"));
    compareRuns(at("straight"), at("stopped"));
}

void TestResume::stopsOften()
{
    trainTiny("reference", optionsFor(at("straight")));
    trainUntil("reference", 1, optionsFor(at("stopped")));
    TrainOptions options;
    options.resume = at("stopped");
    for (int step = 2; step < 15; ++step)
        QCOMPARE(trainUntil("reference", step, options).step, step);
    trainTiny("reference", options);
    keepTheNewest(at("straight"));
    keepTheNewest(at("stopped"));
    compareRuns(at("straight"), at("stopped"));
}

void TestResume::stopsWhileItValidates()
{
    // Step 5 ends the epoch's training: validation remains.
    trainUntil("reference", 5, optionsFor(at("run")));
    const Checkpoint checkpoint = readCheckpoint(at("run") / "checkpoints/000005").take();
    QCOMPARE(checkpoint.state.position.epoch, 0);
    QCOMPARE(checkpoint.state.position.counters[control::position], 23);
    QVERIFY(contentOf(at("run") / "metrics.csv").find("epoch,1,") == std::string::npos);

    TrainOptions options;
    options.resume = at("run");
    trainUntil("reference", 6, options);
    QVERIFY(contentOf(at("run") / "metrics.csv").find("epoch,1,5,") != std::string::npos);
    QCOMPARE(readCheckpoint(at("run") / "checkpoints/000005").take().state.position.epoch, 1);
}

void TestResume::goesOnFromAnOlderCheckpoint()
{
    trainTiny("reference", optionsFor(at("straight")));
    trainTiny("reference", optionsFor(at("again")));
    TrainOptions options;
    options.resume = at("again") / "checkpoints/000010";
    std::int64_t begun = -1;
    options.events.start = [&](const StartEvent& event) {
        begun = event.step;
        QCOMPARE(CheckpointStore(at("again") / "checkpoints").steps().back(), 10);
    };
    trainTiny("reference", options);
    QCOMPARE(begun, 10);
    compareRuns(at("straight"), at("again"));
}

void TestResume::goesOnAfterACrash()
{
    trainTiny("reference", optionsFor(at("straight")));
    trainUntil("reference", 7, optionsFor(at("crashed")));
    // Rows beyond the checkpoint, one of them half written, and an unfinished checkpoint.
    const std::string whole = contentOf(at("straight") / "metrics.csv");
    const std::string rows = contentOf(at("crashed") / "metrics.csv");
    QVERIFY(whole.starts_with(rows));
    QVERIFY(writeFileSafely(at("crashed") / "metrics.csv", whole.substr(0, rows.size() + 130)));
    fs::create_directories(at("crashed") / "checkpoints/000010.new");
    fs::create_directories(at("crashed") / "checkpoints/000009");
    TrainOptions options;
    options.resume = at("crashed");
    trainTiny("reference", options);
    fs::remove_all(at("crashed") / "checkpoints/000009");
    QVERIFY(!fs::exists(at("crashed") / "checkpoints/000010.new"));
    compareRuns(at("straight"), at("crashed"));
}

void TestResume::trainsLonger()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = tinyProject();
    project.training.schedule = {"constant", {}};
    trainTiny(device.toStdString(), optionsFor(at("straight")), project);
    Project shorter = project;
    shorter.training.epochs = 1;
    QCOMPARE(trainTiny(device.toStdString(), optionsFor(at("longer")), shorter).ending, Ending::lastEpoch);
    TrainOptions options;
    options.resume = at("longer");
    for (const std::int64_t epochs : {2, 3}) {
        project.training.epochs = epochs;
        const DoneEvent done = trainTiny(device.toStdString(), options, project);
        QCOMPARE(done.epochsDone, epochs);
        QCOMPARE(done.ending, Ending::lastEpoch);
        const RunRecord record = readRunRecord(at("longer")).take();
        QCOMPARE(record.epochs, epochs);
        QCOMPARE(record.state, RunState::done);
    }
    compareRuns(at("straight"), at("longer"));
}

void TestResume::refusesFewerEpochsThanThereAre()
{
    trainUntil("reference", 12, optionsFor(at("run"))); // in the third epoch
    for (const std::int64_t epochs : {1, 2}) {
        Project project = tinyProject();
        project.training.epochs = epochs;
        TrainOptions options;
        options.resume = at("run");
        const Error error = errorOf([&] { trainTiny("reference", options, project); });
        QVERIFY2(mentions(error, "has already trained 2 epochs") && mentions(error, "set more epochs"), error.what());
    }
    QCOMPARE(readRunRecord(at("run")).take().epochs, 3);
}

void TestResume::refusesAnotherState_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("said");
    QTest::newRow("seed") << "seed"
                          << "2"
                          << "the seed 2, and the run has 1";
    QTest::newRow("batch") << "batch"
                           << "6"
                           << "the batch 6, and the run has 5";
    QTest::newRow("precision") << "precision"
                               << "\"bf16\""
                               << "the precision bf16, and the run has fp32";
}

/// A checkpoint that is from another run, or was changed.
void TestResume::refusesAnotherState()
{
    QFETCH(QString, key);
    QFETCH(QString, value);
    QFETCH(QString, said);
    trainUntil("reference", 7, optionsFor(at("run")));
    const std::string table = contentOf(at("run") / "metrics.csv");
    changeState(at("run"), [&](Json& state) { state[key.toStdString()] = Json::parse(value.toStdString()); });
    TrainOptions options;
    options.resume = at("run");
    const Error error = errorOf([&] { trainTiny("reference", options); });
    QCOMPARE(error.kind(), ErrorKind::input);
    QVERIFY2(mentions(error, said.toStdString()) && mentions(error, "000007/state.json"), error.what());
    QCOMPARE(contentOf(at("run") / "metrics.csv"), table);
    QCOMPARE(CheckpointStore(at("run") / "checkpoints").steps().back(), 7);
}

void TestResume::keepsTheNewestAndTheBest()
{
    Project project = tinyProject();
    project.training.epochs = 6;
    project.training.keepCheckpoints = 2;
    std::int64_t best = 0;
    TrainOptions options = optionsFor(at("run"));
    options.events.epoch = [&](const EpochEvent& event) { best = event.best ? event.step : best; };
    // From the third epoch on it gets worse, because the rate is far too high.
    trainTiny("reference", options, project);
    auto expected = std::vector<std::int64_t>{25, 30};
    if (best < 25)
        expected.insert(expected.begin(), best);
    QCOMPARE(CheckpointStore(at("run") / "checkpoints").steps(), expected);
    QCOMPARE(readRunRecord(at("run")).take().bestEpoch, std::optional(best / 5));
}

void TestResume::writesACheckpointOnRequest()
{
    std::atomic<bool> wanted = false;
    TrainOptions options = optionsFor(at("run"));
    options.checkpointWanted = &wanted;
    options.stepsPerLaunch = 1;
    options.events.step = [&](const StepEvent& event) {
        if (event.step == 12)
            wanted = true;
    };
    trainTiny("reference", options);
    QVERIFY(!wanted);
    const std::set<std::int64_t> expected{12, 15, 5 * readRunRecord(at("run")).take().bestEpoch.value()};
    QCOMPARE(CheckpointStore(at("run") / "checkpoints").steps(), std::vector(expected.begin(), expected.end()));
}

NETSMITH_TEST(TestResume)

} // namespace test_resume

#include "test_resume.moc"
