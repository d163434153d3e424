#include "tests/engine/train/tiny_training.h"

#include "engine/core/files/safe_file.h"
#include "engine/ops/loss_scale.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <memory>

namespace test_loss_scale {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

/// A project whose gradients overflow FP16 with the first scale, and fit once it has been halved a few times.
Project overflowingProject()
{
    Project project = tinyProject();
    project.training.precision = "fp16-emulated";
    project.training.objectives[0].weight = 1e3;
    return project;
}

} // namespace

/// What a run reports about its loss scale, step by step.
class TestLossScale : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void everyStepIsTold_data();
    void everyStepIsTold();
    void launchesOfAnyLengthAgree_data();
    void launchesOfAnyLengthAgree();
    void aScaleThatStaysIsToldAsItIs();
    void whatAlwaysOverflowsEnds();
    void theTableGoesOn();
    void growsAndKeepsWhatItCounted_data();
    void growsAndKeepsWhatItCounted();

private:
    fs::path at(const char* name) const { return m_root / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestLossScale::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestLossScale::everyStepIsTold_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("stepsPerLaunch");
    QTest::addColumn<int>("accumulate");
    for (const char* device : {"reference", "cpu"}) {
        QTest::addRow("%s, one by one", device) << device << 1 << 1;
        QTest::addRow("%s, four a launch", device) << device << 4 << 1;
        QTest::addRow("%s, several batches a step", device) << device << 2 << 2;
    }
}

/// Also within a launch: the scale is halved after each skipped step, and after no other. Such a step uses no rate: the schedule
/// goes on with the next one that counts.
void TestLossScale::everyStepIsTold()
{
    QFETCH(QString, device);
    QFETCH(int, stepsPerLaunch);
    QFETCH(int, accumulate);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = overflowingProject();
    project.training.gradientAccumulationSteps = accumulate;
    project.training.epochs = 3 * accumulate;
    std::vector<StepValues> steps;
    StepEvent last;
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = stepsPerLaunch;
    options.events.step = [&](const StepEvent& event) {
        steps.insert(steps.end(), event.steps.begin(), event.steps.end());
        last = event;
    };
    trainTiny(device.toStdString(), options, project);
    QCOMPARE(std::ssize(steps), last.totalSteps);
    QCOMPARE(*steps.front().lossScale, 65536.0);
    std::int64_t skipped = 0;
    const LearningRates rates(project.training, trainingLength(project.training, 23));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QCOMPARE(steps[i].learningRate, rates.at(static_cast<std::int64_t>(i) - skipped).front());
        const double scale = *steps[i].lossScale, next = i + 1 < steps.size() ? *steps[i + 1].lossScale : *last.lossScale;
        QCOMPARE(next, steps[i].skipped ? scale / 2 : scale);
        skipped += steps[i].skipped ? 1 : 0;
    }
    QCOMPARE(skipped, last.skippedSteps);
    QVERIFY2(skipped > 4 && skipped < std::ssize(steps), qPrintable(QString::number(skipped)));

    const std::string table = contentOf(at("run") / "metrics.csv");
    QVERIFY(table.starts_with("kind,epoch,step,lr,loss,accuracy,val_loss,val_accuracy,loss_scale,skipped\nstep,1,1,"));
    const std::string first = table.substr(table.find('\n') + 1);
    QVERIFY2(first.substr(0, first.find('\n')).ends_with(",,,65536,1"), first.substr(0, first.find('\n')).c_str());
    const std::string epoch = table.substr(table.find("\nepoch,") + 1);
    QVERIFY2(epoch.substr(0, epoch.find('\n')).ends_with(",,"), epoch.substr(0, epoch.find('\n')).c_str()); // only steps have them
    QCOMPARE(std::ranges::count(table, '\n'), 1 + std::ssize(steps) + project.training.epochs);
}

void TestLossScale::launchesOfAnyLengthAgree_data()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << device;
}

/// Even with skipped steps within them, and another rate for each step.
void TestLossScale::launchesOfAnyLengthAgree()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    for (const int steps : {1, 4}) {
        TrainOptions options = optionsFor(at(steps == 1 ? "one" : "four"));
        options.stepsPerLaunch = steps;
        trainTiny(device.toStdString(), options, overflowingProject());
    }
    for (const char* file : {"metrics.csv", "checkpoints/000015/weights.safetensors", "checkpoints/000015/optimizer.safetensors"})
        QVERIFY2(contentOf(at("one") / file) == contentOf(at("four") / file), file);
}

void TestLossScale::aScaleThatStaysIsToldAsItIs()
{
    Project project = tinyProject();
    project.training.precision = "fp16-emulated";
    project.training.lossScale = 1000.0; // not a power of two
    std::vector<StepValues> steps;
    TrainOptions options = optionsFor(at("run"));
    options.events.step = [&](const StepEvent& event) { steps.insert(steps.end(), event.steps.begin(), event.steps.end()); };
    trainTiny("reference", options, project);
    QCOMPARE(steps.size(), 15u);
    for (const StepValues& step : steps)
        QVERIFY(step.lossScale == 1000.0 && !step.skipped);
    project.training.precision = "bf16-emulated"; // needs no scale
    steps.clear();
    options.runFolder = at("other");
    trainTiny("reference", options, project);
    for (const StepValues& step : steps)
        QVERIFY(!step.lossScale);
    QVERIFY(contentOf(at("other") / "metrics.csv").find("loss_scale") == std::string::npos);
}

/// What no scale fixes is reported like any other divergence, with the step and where to look.
void TestLossScale::whatAlwaysOverflowsEnds()
{
    Project project = overflowingProject();
    project.training.objectives[0].weight = 1e30;
    project.training.epochs = 20;
    const Error error = errorOf([&] { trainTiny("reference", optionsFor(at("run")), project); });
    QCOMPARE(error.message().id(), std::string("train.diverged"));
    QVERIFY2(mentions(error, "step 41 "), error.what()); // after the scale was halved 40 times
    QCOMPARE(readRunRecord(at("run")).take().state, RunState::diverged);
    const std::string table = contentOf(at("run") / "metrics.csv");
    QVERIFY(table.find(",65536,1\n") != std::string::npos && table.find(",1.1920929e-07,1\n") != std::string::npos);
}

void TestLossScale::theTableGoesOn()
{
    const Project project = overflowingProject();
    trainTiny("reference", optionsFor(at("straight")), project);
    trainUntil("reference", 3, optionsFor(at("run")), project); // while it is still halved
    TrainOptions options;
    options.resume = at("run");
    trainTiny("reference", options, project);
    QCOMPARE(contentOf(at("run") / "metrics.csv"), contentOf(at("straight") / "metrics.csv"));
}

void TestLossScale::growsAndKeepsWhatItCounted_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("away"); // steps after the one at which the scale grows
    for (const int away : {-1, 0, 7})
        QTest::addRow("reference, %d", away) << "reference" << away;
    QTest::addRow("cpu, 0") << "cpu" << 0;
}

/// The scale grows after enough good steps, and a run interrupted around that step goes on like one that was not: with the same
/// scale, and with the steps since its last change counted.
void TestLossScale::growsAndKeepsWhatItCounted()
{
    QFETCH(QString, device);
    QFETCH(int, away);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    constexpr std::int64_t interval = LossScaling::growthInterval;
    Project project = tinyProject();
    project.training.precision = "fp16-emulated";
    project.training.objectives[0].weight = 1e-2; // nothing overflows
    project.training.epochs = interval / 5 + 4; // of 5 steps each
    const std::string name = device.toStdString();
    TrainOptions options = optionsFor(at("straight"));
    options.stepsPerLaunch = 4;
    trainTiny(name, options, project);
    const auto rows = tableOf(at("straight") / "metrics.csv");
    std::vector<double> scales;
    for (const auto& row : rows)
        if (row[0] == "step")
            scales.push_back(std::stod(row[8]));
    QCOMPARE(scales[0], 65536.0);
    const auto grown = std::ranges::find(scales, 131072.0);
    QVERIFY(grown != scales.end()); // nothing overflowed before
    const std::int64_t grew = grown - scales.begin(); // the step after which it is larger
    QCOMPARE(grew, interval);

    const fs::path run = at("run");
    trainUntil(name, grew + away, optionsFor(run), project);
    const auto counters = readCheckpoint(*CheckpointStore(run / "checkpoints").newest()).take().state.position.counters;
    QCOMPARE(control::stepsTaken(counters), grew + away);
    QCOMPARE(counters[control::scaleShift], away < 0 ? 0 : 1);
    QCOMPARE(counters[control::goodSteps], away < 0 ? interval + away : away);
    QCOMPARE(counters[control::skipped], 0);
    options.runFolder.clear();
    options.resume = run;
    trainTiny(name, options, project);
    QCOMPARE(contentOf(run / "metrics.csv"), contentOf(at("straight") / "metrics.csv"));
    const fs::path last = fs::path("checkpoints") / CheckpointStore("").at(5 * project.training.epochs).filename();
    for (const char* file : {"weights.safetensors", "optimizer.safetensors"})
        QVERIFY2(contentOf(run / last / file) == contentOf(at("straight") / last / file), file);
}

NETSMITH_TEST(TestLossScale)

} // namespace test_loss_scale

#include "test_loss_scale.moc"
