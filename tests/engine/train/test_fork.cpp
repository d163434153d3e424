#include "engine/train/trainer/fork.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <functional>
#include <memory>

namespace test_fork {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

constexpr const char* forkedFiles[] = {"weights.safetensors", "optimizer.safetensors", "state.json", "manifest.json"};

/// Two phases that take turns, each with an optimizer of its own, which counts its own steps.
Project inTurns()
{
    Project project = withoutBatchNorm();
    project.training.groups = {{.name = "one", .layers = {"dense_1"}, .optimizer = {"sgd", {{"momentum", 0.9}}}},
                               {.name = "two", .layers = {"dense_2"}}};
    project.training.phases = {{.name = "first", .groups = {"one"}, .steps = 2}, {.name = "second", .groups = {"two"}, .steps = 1}};
    return project;
}

Project inHalfPrecision()
{
    Project project = tinyProject();
    project.training.precision = "fp16-emulated";
    return project;
}

} // namespace

/// A new run from another one's checkpoint.
class TestFork : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void goesOnAsTheRunItself_data();
    void goesOnAsTheRunItself();
    void theRunItselfStays();
    void whatMayChange_data();
    void whatMayChange();
    void anotherOptimizerStartsFresh_data();
    void anotherOptimizerStartsFresh();
    void onlyWeightsFitOtherSettings_data();
    void onlyWeightsFitOtherSettings();
    void otherDataIsNotGoneOnWith();
    void refusesWhenNothingIsLeft();
    void aForkIsResumedAndForked();
    void theBestOfTheRunStaysTheBest();
    void theBestMayBeGone();
    void leavesNothingThatDidNotStart();

private:
    fs::path at(const std::string& name) const { return m_root / name; }
    fs::path checkpointAt(const std::string& run, std::int64_t step) const
    {
        return CheckpointStore(at(run) / "checkpoints").at(step);
    }
    Fork forkAt(const fs::path& from, Project project, const std::string& device = "reference", std::int64_t samples = 23) const
    {
        project.training.device = backendFor(device).take()->devices().front().id;
        return forkOf(from, project, tinyData(samples));
    }
    DoneEvent fork(const fs::path& from, TrainOptions options, Project project, const std::string& device = "reference") const
    {
        const Fork taken = forkAt(from, project, device);
        Backend& backend = *backendFor(device).take();
        project.training.device = backend.devices().front().id;
        return trainFork(taken, std::move(project), tinyData(), backend, std::move(options));
    }
    void compareEnds(const std::string& a, const std::string& b, std::int64_t step);

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestFork::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestFork::compareEnds(const std::string& a, const std::string& b, std::int64_t step)
{
    QCOMPARE(contentOf(at(a) / "metrics.csv"), contentOf(at(b) / "metrics.csv"));
    for (const char* file : forkedFiles)
        QVERIFY2(contentOf(checkpointAt(a, step) / file) == contentOf(checkpointAt(b, step) / file), file);
    const RunRecord left = readRunRecord(at(a)).take(), right = readRunRecord(at(b)).take();
    QCOMPARE(left.state, right.state);
    QCOMPARE(left.steps, right.steps);
    QCOMPARE(left.epochsDone, right.epochsDone);
    QVERIFY(left.values == right.values);
    QCOMPARE(left.bestEpoch, right.bestEpoch);
    QVERIFY(left.weightsFrom == right.weightsFrom);
}

void TestFork::goesOnAsTheRunItself_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("step");
    for (const char* device : {"reference", "cpu"})
        for (const char* kind : {"adam", "turns", "half"})
            for (const int step : {0, 3, 5, 12})
                if (kind != std::string_view("half") || device == std::string_view("reference"))
                    QTest::addRow("%s %s %d", device, kind, step) << device << kind << step;
}

void TestFork::goesOnAsTheRunItself()
{
    QFETCH(const QString, device);
    QFETCH(const QString, kind);
    QFETCH(const int, step);
    const std::string on = device.toStdString();
    if (!hasBackend(on))
        QSKIP("this backend is not built");
    const Project project = kind == QStringLiteral("adam") ? tinyProject()
        : kind == QStringLiteral("turns")                  ? inTurns()
                                                           : inHalfPrecision();
    const DoneEvent whole = trainTiny(on, optionsFor(at("whole")), project);
    trainUntil(on, step, optionsFor(at("stopped")), project);
    const Fork taken = forkAt(at("stopped"), project, on);
    QVERIFY2(taken.goesOn(), taken.words().text().c_str());
    QCOMPARE(taken.origin.step, step);
    std::int64_t began = -1;
    TrainOptions options = optionsFor(at("fork"));
    options.events.start = [&](const StartEvent& event) { began = event.step; };
    const DoneEvent done = fork(at("stopped"), options, project, on);
    QCOMPARE(began, step);
    QCOMPARE(done.step, whole.step);
    compareEnds("whole", "fork", whole.step);
    const auto origin = forkOriginOf(at("fork"));
    QVERIFY(origin);
    QCOMPARE(origin->run, at("stopped").string());
    QCOMPARE(origin->step, step);
    QVERIFY(!forkOriginOf(at("whole")));
    // The time up to the fork counts as well.
    QVERIFY(readRunRecord(at("fork")).take().seconds > 0.0);
}

void TestFork::theRunItselfStays()
{
    trainUntil("reference", 7, optionsFor(at("run")));
    const auto filesOf = [&] {
        std::map<std::string, std::string> files;
        for (const auto& entry : fs::recursive_directory_iterator(at("run")))
            if (entry.is_regular_file())
                files[entry.path().string()] = contentOf(entry.path());
        return files;
    };
    const auto before = filesOf();
    fork(at("run"), optionsFor(at("fork")), tinyProject());
    QVERIFY(before == filesOf());
    fs::remove_all(at("run")); // and is no longer needed
    TrainOptions options;
    options.resume = at("fork");
    Project longer = tinyProject();
    longer.training.epochs = 4;
    QCOMPARE(trainTiny("reference", options, longer).epochsDone, 4);
}

void TestFork::whatMayChange_data()
{
    QTest::addColumn<QString>("setting");
    for (const char* setting : {"optimizer.learning_rate=0.5", "optimizer.beta_1=0.5", "optimizer.weight_decay=0.1",
                                "training.epochs=5", "training.seed=9", "schedule=constant", "training.keep_checkpoints=8",
                                "training.global_clipnorm=0.001", "dropout_1.rate=0.1", "early_stopping.patience=9"})
        QTest::newRow(setting) << setting;
}

void TestFork::whatMayChange()
{
    QFETCH(const QString, setting);
    Project project = tinyProject();
    project.training.keepCheckpoints = 9;
    trainTiny("reference", optionsFor(at("run")), project);
    Project changed = project;
    applySetting(changed, setting.toStdString());
    const fs::path from = checkpointAt("run", 5);
    const Fork taken = forkAt(from, changed);
    QVERIFY2(taken.goesOn(), taken.words().text().c_str());
    const DoneEvent done = fork(from, optionsFor(at("fork")), changed);
    QCOMPARE(done.epochsDone, changed.training.epochs);
    for (const char* file : {"weights.safetensors", "optimizer.safetensors"})
        QCOMPARE(contentOf(checkpointAt("fork", 5) / file), contentOf(from / file));
    // The table begins with the run's own rows, and then shows the change.
    const std::string before = contentOf(at("run") / "metrics.csv"), after = contentOf(at("fork") / "metrics.csv");
    const std::size_t known = before.find("\nstep,2,6,");
    QCOMPARE(after.substr(0, known), before.substr(0, known));
    const bool changesNumbers = !setting.contains(QStringLiteral("epochs")) && !setting.contains(QStringLiteral("keep"))
        && !setting.contains(QStringLiteral("patience"));
    if (changesNumbers)
        QVERIFY(after != before);
}

void TestFork::anotherOptimizerStartsFresh_data()
{
    QTest::addColumn<QString>("then");
    QTest::addColumn<QString>("now");
    QTest::newRow("another one") << "optimizer=adam"
                                 << "optimizer=sgd";
    QTest::newRow("another one with as many slots") << "optimizer=adam"
                                                    << "optimizer=nadam";
    QTest::newRow("more slots") << "optimizer=sgd"
                                << "optimizer.momentum=0.9";
}

void TestFork::anotherOptimizerStartsFresh()
{
    QFETCH(const QString, then);
    QFETCH(const QString, now);
    Project project = tinyProject();
    applySetting(project, then.toStdString());
    project.training.keepCheckpoints = 9;
    trainTiny("reference", optionsFor(at("run")), project);
    applySetting(project, now.toStdString());
    const fs::path from = checkpointAt("run", 10);
    const Fork taken = forkAt(from, project);
    QVERIFY(!taken.goesOn());
    QCOMPARE(taken.change->id(), std::string("fork.optimizer"));
    std::vector<Message> warnings;
    TrainOptions options = optionsFor(at("fork"));
    options.events.start = [&](const StartEvent& event) {
        warnings = event.warnings;
        QCOMPARE(event.step, 0);
    };
    QCOMPARE(fork(from, options, project).epochsDone, 3);
    QVERIFY(std::ranges::any_of(warnings, [](const Message& each) { return each.id() == "fork.weights"; }));
    // It is what a run from these weights is.
    TrainOptions weights = optionsFor(at("weights"));
    weights.weights = from;
    trainTiny("reference", weights, project);
    QCOMPARE(contentOf(at("fork") / "metrics.csv"), contentOf(at("weights") / "metrics.csv"));
    const RunRecord record = readRunRecord(at("fork")).take();
    QVERIFY(record.weightsFrom);
    QCOMPARE(record.weightsFrom->step, 10);
    QVERIFY(!forkOriginOf(at("fork")));
}

void TestFork::onlyWeightsFitOtherSettings_data()
{
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("change");
    QTest::newRow("batch") << "training.batch=6"
                           << "fork.batch";
    QTest::newRow("accumulation") << "training.gradient_accumulation_steps=2"
                                  << "fork.batch";
    QTest::newRow("validation") << "data.validation=none"
                                << "fork.data";
    QTest::newRow("network") << "dense_1.units=7"
                             << "fork.network";
    QTest::newRow("averages") << "training.ema_momentum=0.9"
                              << "fork.average";
    QTest::newRow("precision") << "training.precision=fp16-emulated"
                               << "fork.precision";
}

void TestFork::onlyWeightsFitOtherSettings()
{
    QFETCH(const QString, setting);
    QFETCH(const QString, change);
    trainUntil("reference", 5, optionsFor(at("run")));
    Project project = tinyProject();
    applySetting(project, setting.toStdString());
    const Fork taken = forkAt(at("run"), project);
    QVERIFY(!taken.goesOn());
    QCOMPARE(QString::fromStdString(taken.change->id()), change);
    QVERIFY(taken.words().text().find(taken.change->text()) != std::string::npos);
    Project metrics = tinyProject();
    metrics.training.objectives.front().metrics.clear();
    QCOMPARE(forkAt(at("run"), metrics).change->id(), std::string("fork.losses"));
}

void TestFork::otherDataIsNotGoneOnWith()
{
    trainUntil("reference", 5, optionsFor(at("run")));
    QCOMPARE(forkAt(at("run"), tinyProject(), "reference", 24).change->id(), std::string("fork.data"));
}

void TestFork::refusesWhenNothingIsLeft()
{
    trainTiny("reference", optionsFor(at("run")));
    const Error over = errorOf([&] { forkAt(at("run"), tinyProject()); });
    QCOMPARE(over.message().id(), std::string("fork.epochs"));
    QVERIFY(mentions(over, "set more epochs"));
    Project longer = tinyProject();
    longer.training.epochs = 5;
    QCOMPARE(fork(at("run"), optionsFor(at("longer")), longer).epochsDone, 5);
    longer.training.earlyStopping.patience = 1;
    longer.training.monitor = "val_loss"; // which nothing has improved so far
    QCOMPARE(errorOf([&] { forkAt(at("run"), longer); }).message().id(), std::string("fork.patience"));
    QVERIFY(mentions(errorOf([&] { forkAt(at("nowhere"), tinyProject()); }), "nowhere"));
}

void TestFork::aForkIsResumedAndForked()
{
    const DoneEvent whole = trainTiny("reference", optionsFor(at("whole")));
    trainUntil("reference", 4, optionsFor(at("first")));
    std::stop_source stop;
    TrainOptions options = optionsFor(at("second"));
    options.stop = stop.get_token();
    options.stepsPerLaunch = 1;
    options.events.step = [&](const StepEvent& event) {
        if (event.step >= 8)
            stop.request_stop();
    };
    QCOMPARE(fork(at("first"), options, tinyProject()).step, 8);
    fork(at("second"), optionsFor(at("third")), tinyProject());
    compareEnds("whole", "third", whole.step);
    TrainOptions resumed;
    resumed.resume = at("second");
    trainTiny("reference", resumed);
    compareEnds("whole", "second", whole.step);
}

/// The checkpoint of the best epoch comes with the fork, so that it can be the result.
void TestFork::theBestOfTheRunStaysTheBest()
{
    Project project = tinyProject();
    project.training.epochs = 4;
    project.training.keepCheckpoints = 1;
    project.training.earlyStopping = {.patience = 3, .minDelta = 0.0, .restoreBest = true};
    project.training.monitor = "val_loss";
    trainTiny("reference", optionsFor(at("whole")), project);
    for (int step = 5; step < 20; step += 5) {
        const std::string run = "run" + std::to_string(step), forked = "fork" + std::to_string(step);
        trainUntil("reference", step, optionsFor(at(run)), project);
        fork(at(run), optionsFor(at(forked)), project);
        const RunRecord left = readRunRecord(at("whole")).take(), right = readRunRecord(at(forked)).take();
        QCOMPARE(left.restoredStep, right.restoredStep);
        QCOMPARE(left.bestEpoch, right.bestEpoch);
        if (right.restoredStep)
            QVERIFY(fs::exists(checkpointAt(forked, *right.restoredStep) / "manifest.json"));
    }
}

void TestFork::theBestMayBeGone()
{
    Project project = tinyProject();
    project.training.epochs = 3;
    project.training.keepCheckpoints = 9;
    project.training.earlyStopping = {.patience = 2, .minDelta = 100.0, .restoreBest = true}; // only the first epoch improves
    trainTiny("reference", optionsFor(at("run")), project);
    QCOMPARE(readRunRecord(at("run")).take().restoredStep, std::optional<std::int64_t>(5));
    fs::remove_all(checkpointAt("run", 5));
    const DoneEvent done = fork(checkpointAt("run", 10), optionsFor(at("fork")), project);
    QVERIFY(!readRunRecord(at("fork")).take().restoredStep);
    QVERIFY(fs::exists(done.checkpoint / "manifest.json"));
}

void TestFork::leavesNothingThatDidNotStart()
{
    trainUntil("reference", 5, optionsFor(at("run")));
    std::stop_source stop;
    stop.request_stop();
    TrainOptions options = optionsFor(at("fork"));
    options.stop = stop.get_token();
    QCOMPARE(errorOf([&] { fork(at("run"), options, tinyProject()); }).cause(), MessageFacts::Cause::cancelled);
    QVERIFY(!fs::exists(at("fork")));
    // Another run's folder is not touched.
    const std::string before = contentOf(at("run") / "run.json");
    QCOMPARE(errorOf([&] { fork(at("run"), optionsFor(at("run")), tinyProject()); }).message().id(), std::string("run.exists"));
    QCOMPARE(contentOf(at("run") / "run.json"), before);
    // A damaged checkpoint is told.
    fs::resize_file(CheckpointStore(at("run") / "checkpoints").newest().value() / "optimizer.safetensors", 10);
    QVERIFY(mentions(errorOf([&] { fork(at("run"), optionsFor(at("fork")), tinyProject()); }), "it is truncated"));
    QVERIFY(!fs::exists(at("fork")));
}

NETSMITH_TEST(TestFork)

} // namespace test_fork

#include "test_fork.moc"
