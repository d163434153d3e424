#include "engine/catalog/catalog.h"
#include "engine/core/files/safe_file.h"
#include "engine/predict/field_types.h"
#include "tests/engine/core/file_size_limit.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <functional>
#include <limits>
#include <memory>

namespace test_trainer_errors {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

/// The reference backend on a device with little memory, or with other properties.
class OtherDevice final : public Backend {
public:
    explicit OtherDevice(std::function<void(DeviceInfo&)> change)
        : m_change(std::move(change))
    {
    }

    std::string_view name() const override { return m_backend.name(); }
    std::vector<DeviceInfo> devices() override
    {
        std::vector<DeviceInfo> devices = m_backend.devices();
        m_change(devices.front());
        return devices;
    }
    std::optional<Message> unsupported(const LogicalPlan& plan, const Op& op) const override
    {
        return m_backend.unsupported(plan, op);
    }
    Expected<MemoryUse> estimate(const LogicalPlan& plan, const CompileOptions& options) override
    {
        return m_backend.estimate(plan, options);
    }
    Expected<std::unique_ptr<State>> createState(const LogicalPlan& plan) override { return m_backend.createState(plan); }
    Expected<std::unique_ptr<Executable>> compile(const LogicalPlan& plan, State& state, const CompileOptions& options) override
    {
        return m_backend.compile(plan, state, options);
    }

private:
    std::function<void(DeviceInfo&)> m_change;
    Backend& m_backend = *backendFor("reference").take();
};

/// Changes a parameter's first weight in a checkpoint, which otherwise stays valid.
void setWeight(const Project& project, const fs::path& folder, std::string_view id, double weight)
{
    TrainingSetup setup(project, tinyData(), *backendFor("reference").take(), {});
    const Checkpoint checkpoint = readCheckpoint(folder).take();
    State& state = setup.network().state();
    const LogicalPlan& plan = setup.network().plan();
    restoreWeights(state, plan, checkpoint.weights, "");
    restoreSlots(state, plan, checkpoint.optimizer, "");
    std::vector<double> weights(static_cast<std::size_t>(plan.parameters.elements));
    state.readArena(Arena::weights, weights).take();
    weights[static_cast<std::size_t>(plan.parameters.find(id)->offset)] = weight;
    state.writeArena(Arena::weights, std::span<const double>(weights)).take();
    writeCheckpoint(OpenFolder::open(folder.parent_path()).take(), folder.filename(), takeCheckpoint(state, plan, checkpoint.state))
        .take();
}

using Change = std::function<void(Project&, LoadedData&)>;

} // namespace

/// Each problem gives an error message of its own, and changes no existing file.
class TestTrainerErrors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void refusesBeforeItBegins_data();
    void refusesBeforeItBegins();
    void estimatesMemory();
    void saysWhenNoBatchFits();
    void divergingNamesTheLayer_data();
    void divergingNamesTheLayer();
    void overflowingNormNamesTheLargestGradient_data() { divergingNamesTheLayer_data(); }
    void overflowingNormNamesTheLargestGradient();
    void infiniteWeightNamesItsLayer();
    void overflowingUpdateIsNoCheckpoint();
    void fullDiskEndsTheRunAndLeavesItWhole();
    void refusesTwoTrainersOnOneRun();
    void refusesToResumeAnotherProject_data();
    void refusesToResumeAnotherProject();
    void refusesOtherData();
    void refusesAnotherFingerprint();
    void refusesARunWithoutRows();
    void refusesADamagedCheckpoint();
    void refusesARunWithoutCheckpoint();

private:
    fs::path at(const char* name) const { return m_root / name; }
    TrainOptions resume(const fs::path& path) const
    {
        TrainOptions options;
        options.resume = path;
        return options;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestTrainerErrors::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestTrainerErrors::refusesBeforeItBegins_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("mention");
    const auto row = [](const char* name, Change change, const char* mention) {
        QTest::newRow(name) << change << QString::fromUtf8(mention);
    };
    const auto set = [](const char* assignment) {
        return [assignment](Project& project, LoadedData&) { applySetting(project, assignment); };
    };
    row("batch beyond the data", set("training.batch=24"), "choose at most 23");
    row("batch of 0", set("training.batch=0"), "training.batch");
    row("no epochs", set("training.epochs=0"), "training.epochs");
    row("learning rate of NaN", set("optimizer.learning_rate=nan"), "learning_rate");
    row("negative learning rate", set("optimizer.learning_rate=-1"), "learning_rate");
    row(
        "unknown schedule", [](Project& project, LoadedData&) { project.training.schedule.id = "sine"; }, "sine");
    row("unknown precision", set("training.precision=fp8"), "fp8");
    row("precision that the device lacks", set("training.precision=tf32"), "tf32");
    row(
        "another shape of images",
        [](Project& project, LoadedData&) {
            project.graph.nodes[0].parameters["shape"] = std::vector<std::int64_t>{5, 4, 1};
        },
        "5×4×1");
    row(
        "an unwired layer", [](Project& project, LoadedData&) { project.graph.edges.pop_back(); }, "dense_2");
    row(
        "a label out of range",
        [](Project&, LoadedData& data) {
            auto [label, classes] = data::makeField(data.set.train.fields[1].spec, 23);
            for (int i = 0; i < 23; ++i)
                classes[i] = std::byte{static_cast<unsigned char>(i == 21 ? 3 : 1)};
            data.set.train.fields[1] = std::move(label);
        },
        "sample 21 has the class 3");
    row(
        "no test samples to validate with", [](Project&, LoadedData& data) { data.set.test = {}; }, "no test samples");
    row(
        "no samples", [](Project&, LoadedData& data) { data.set.train = {}; }, "no training samples");
    row(
        "nothing left to train on",
        [](Project& project, LoadedData& data) {
            data = tinyData(1, 1);
            project.data.validation = "split";
        },
        "1 training sample");
}

void TestTrainerErrors::refusesBeforeItBegins()
{
    QFETCH(Change, change);
    QFETCH(QString, mention);
    const Error error = errorOf([&] {
        Project project = tinyProject();
        LoadedData data = tinyData();
        change(project, data);
        Trainer(std::move(project), std::move(data), *backendFor("reference").take(), optionsFor(at("run"))).run();
    });
    QCOMPARE(error.kind(), ErrorKind::input);
    QVERIFY2(mentions(error, mention.toStdString()), error.what());
    QVERIFY(!fs::exists(at("run")));
}

void TestTrainerErrors::estimatesMemory()
{
    // Exactly the memory for a batch of 2, and for the last ones of training and validation, is free.
    const Project project = tinyProject();
    const auto fields = fieldTypes(tinyData().set.train);
    const CheckedProject checked(project, catalog(), fields);
    const NetworkRequest request{checked};
    OtherDevice plenty([](DeviceInfo&) {});
    const std::int64_t free = plenty.estimate(planFor(request, 3), {}).take().total();
    OtherDevice tight([free](DeviceInfo& device) { device.memoryFree = free; });
    const Error error = errorOf([&] { TrainingSetup(tinyProject(), tinyData(), tight, {}); });
    QCOMPARE(error.kind(), ErrorKind::resources);
    QVERIFY2(mentions(error, "a batch of 3 fits") && mentions(error, "batch of 5"), error.what());

    Project smaller = tinyProject();
    smaller.training.batch = 1;
    QVERIFY(TrainingSetup(smaller, tinyData(), tight, {}).memory().total() <= free + smaller.training.batch * 30 * 17);
}

void TestTrainerErrors::saysWhenNoBatchFits()
{
    OtherDevice none([](DeviceInfo& device) { device.memoryFree = 1000; });
    const Error error = errorOf([&] { TrainingSetup(tinyProject(), tinyData(), none, {}); });
    QCOMPARE(error.kind(), ErrorKind::resources);
    QVERIFY2(mentions(error, "no batch fits"), error.what());
}

void TestTrainerErrors::divergingNamesTheLayer_data()
{
    QTest::addColumn<QString>("device");
    QTest::newRow("reference") << "reference";
    QTest::newRow("cpu") << "cpu";
}

void TestTrainerErrors::divergingNamesTheLayer()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    // A sum of inputs just below the largest number: the first product overflows.
    Project project = tinyProject();
    Node& stem = *project.graph.find("dense_1");
    stem.title = "stem";
    stem.parameters["activation"] = std::string("none");
    stem.parameters["kernel_initializer"] = std::string("ones");
    project.data.divide = device == "cpu" ? 2e-36 : 2e-306;
    const Error error = errorOf([&] { trainTiny(device.toStdString(), optionsFor(at("run")), project); });
    QCOMPARE(error.kind(), ErrorKind::diverged);
    QVERIFY2(mentions(error, "step 1 (epoch 1)") && mentions(error, "dense \"stem\"") && mentions(error, "checkpoints/000000"),
             error.what());
    QCOMPARE(contentOf(at("run") / "metrics.csv"), std::string("kind,epoch,step,lr,loss,accuracy,val_loss,val_accuracy\n"));
}

void TestTrainerErrors::overflowingNormNamesTheLargestGradient()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    // A weight whose square overflows: the loss and every gradient are finite, but the sum of squares is not.
    const Project project = tinyProject();
    trainUntil(device.toStdString(), 1, optionsFor(at("run")), project);
    setWeight(project, at("run") / "checkpoints/000001", "dense_2.kernel", device == "cpu" ? 1e30 : 1e200);
    const Error error = errorOf([&] { trainUntil(device.toStdString(), 3, resume(at("run")), project); });
    QVERIFY2(error.kind() == ErrorKind::diverged, error.what());
    QVERIFY2(mentions(error, "first in the gradients' norm (the largest is of batch_normalization_1."), error.what());
}

void TestTrainerErrors::infiniteWeightNamesItsLayer()
{
    Project project = tinyProject();
    project.graph.find("dense_2")->title = "head";
    trainUntil("reference", 7, optionsFor(at("run")), project);
    const fs::path folder = at("run") / "checkpoints/000007";
    setWeight(project, folder, "dense_2.kernel", std::numeric_limits<double>::infinity());
    const std::string before = contentOf(folder / "weights.safetensors");
    const Error error = errorOf([&] { trainTiny("reference", resume(at("run")), project); });
    QCOMPARE(error.kind(), ErrorKind::diverged);
    QVERIFY2(mentions(error, "step 8 (epoch 2)") && mentions(error, "dense \"head\"") && mentions(error, "is checkpoints/000007."),
             error.what());
    QVERIFY(contentOf(folder / "weights.safetensors") == before);
    QCOMPARE(CheckpointStore(at("run") / "checkpoints").steps().back(), 7);
    const RunRecord record = readRunRecord(at("run")).take();
    QCOMPARE(record.state, RunState::diverged);
    QCOMPARE(record.error, std::string(error.what()));
}

void TestTrainerErrors::overflowingUpdateIsNoCheckpoint()
{
    if (!hasBackend("cpu"))
        QSKIP("this backend is not built");
    // A step subtracts 1e9 times each weight from it: one of 1e36 leaves f32's range, while its loss and gradients are small.
    Project project = tinyProject();
    project.training.optimizer = {"sgd", {{"learning_rate", 1e6}, {"weight_decay", 1e3}}, Json::object()};
    project.training.schedule = {"constant", {}, Json::object()};
    trainUntil("cpu", 1, optionsFor(at("run")), project);
    setWeight(project, at("run") / "checkpoints/000001", "dense_1.kernel", 1e36);
    const Error error = errorOf([&] { trainUntil("cpu", 2, resume(at("run")), project); });
    QCOMPARE(error.kind(), ErrorKind::diverged);
    QVERIFY2(mentions(error, "step 2 left") && mentions(error, "dense_1.kernel") && mentions(error, "checkpoints/000001"),
             error.what());
    QCOMPARE(CheckpointStore(at("run") / "checkpoints").steps(), (std::vector<std::int64_t>{0, 1}));
}

void TestTrainerErrors::fullDiskEndsTheRunAndLeavesItWhole()
{
    trainTiny("reference", optionsFor(at("straight")));
    const std::string whole = contentOf(at("straight") / "metrics.csv");
    for (const double share : {0.5, 0.8, 0.95}) {
        const fs::path folder = at(std::to_string(share).c_str());
        TrainOptions options = optionsFor(folder);
        std::unique_ptr<FileSizeLimit> limit;
        options.events.start = [&](const StartEvent&) {
            // Checkpoints are smaller than the table will be; only the table reaches the limit.
            limit = std::make_unique<FileSizeLimit>(static_cast<rlim_t>(share * static_cast<double>(whole.size())));
        };
        Project project = tinyProject();
        const Error error = errorOf([&] { trainTiny("reference", options, project); });
        limit.reset();
        QCOMPARE(error.kind(), ErrorKind::resources);
        QVERIFY(whole.starts_with(contentOf(folder / "metrics.csv")));
        const auto steps = CheckpointStore(folder / "checkpoints").steps();
        for (const std::int64_t step : steps)
            QVERIFY(readCheckpoint(CheckpointStore(folder / "checkpoints").at(step)));
        QVERIFY(readRunRecord(folder));
        if (steps.empty())
            continue;
        trainTiny("reference", resume(folder));
        QCOMPARE(contentOf(folder / "metrics.csv"), whole);
    }
}

void TestTrainerErrors::refusesTwoTrainersOnOneRun()
{
    TrainOptions options = optionsFor(at("run"));
    Error second(ErrorKind::failed, NS_MESSAGE("", ""));
    options.events.epoch = [&](const EpochEvent& event) {
        if (event.epoch == 1)
            second = errorOf([&] { trainTiny("reference", resume(at("run"))); });
    };
    trainTiny("reference", options);
    QCOMPARE(second.message().id(), std::string("run.locked"));
    QCOMPARE(second.kind(), ErrorKind::input);
    QCOMPARE(trainTiny("reference", resume(at("run"))).state, RunState::done);
}

void TestTrainerErrors::refusesToResumeAnotherProject_data()
{
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QString>("mention");
    QTest::newRow("network") << "dense_1.units=7"
                             << "its network";
    QTest::newRow("batch") << "training.batch=4"
                           << "its training settings";
    QTest::newRow("seed") << "training.seed=4"
                          << "its training settings";
    QTest::newRow("rate") << "optimizer.learning_rate=0.5"
                          << "its training settings";
    QTest::newRow("schedule") << "schedule.alpha=0.5"
                              << "its training settings";
    QTest::newRow("data") << "data.divide=1"
                          << "its data settings";
}

void TestTrainerErrors::refusesToResumeAnotherProject()
{
    QFETCH(QString, setting);
    QFETCH(QString, mention);
    trainUntil("reference", 6, optionsFor(at("run")));
    const std::string before = contentOf(at("run") / "metrics.csv");
    Project project = tinyProject();
    applySetting(project, setting.toStdString());
    const Error error = errorOf([&] { trainTiny("reference", resume(at("run")), project); });
    QCOMPARE(error.message().id(), std::string("resume.project"));
    QVERIFY2(mentions(error, mention.toStdString()) && mentions(error, projectPathOf(at("run")).string()), error.what());
    QCOMPARE(contentOf(at("run") / "metrics.csv"), before);

    // What does not affect training may differ.
    Project dressed = tinyProject();
    dressed.title = "another title";
    dressed.graph.nodes[2].title = "hidden";
    dressed.graph.nodes[2].x = 7.0;
    dressed.graph.notes.push_back({.text = "a note"});
    dressed.training.keepCheckpoints = 9;
    QCOMPARE(trainTiny("reference", resume(at("run")), dressed).state, RunState::done);
}

void TestTrainerErrors::refusesOtherData()
{
    trainUntil("reference", 6, optionsFor(at("run")));
    const auto resumeWith = [&](LoadedData data) {
        return errorOf([&] { Trainer(tinyProject(), std::move(data), *backendFor("reference").take(), resume(at("run"))).run(); });
    };
    QCOMPARE(resumeWith(tinyData(24, 7)).message().id(), std::string("run.data_size"));
    LoadedData other = tinyData();
    other.set.id = "synthetic";
    QCOMPARE(resumeWith(std::move(other)).message().id(), std::string("run.data_source"));
}

void TestTrainerErrors::refusesAnotherFingerprint()
{
    trainUntil("reference", 6, optionsFor(at("run")));
    OtherDevice other([](DeviceInfo& device) { device.properties["threads"] = "7"; });
    const auto trainOn = [&](bool accept) {
        TrainOptions options = resume(at("run"));
        options.acceptOtherFingerprint = accept;
        return Trainer(tinyProject(), tinyData(), other, options).run();
    };
    const Error error = errorOf([&] { trainOn(false); });
    QCOMPARE(error.kind(), ErrorKind::input);
    QVERIFY2(mentions(error, "threads: – there, 7 here"), error.what());
    QCOMPARE(trainOn(true).state, RunState::done);
    QCOMPARE(readRunRecord(at("run")).take().fingerprint.at("threads"), std::string("7"));
}

void TestTrainerErrors::refusesARunWithoutRows()
{
    trainUntil("reference", 6, optionsFor(at("run")));
    const std::string rows = contentOf(at("run") / "metrics.csv");
    QVERIFY(writeFileSafely(at("run") / "metrics.csv", rows.substr(0, rows.size() - 5)));
    QCOMPARE(errorOf([&] { trainTiny("reference", resume(at("run"))); }).message().id(), std::string("log.gap"));
}

void TestTrainerErrors::refusesADamagedCheckpoint()
{
    trainUntil("reference", 6, optionsFor(at("run")));
    const fs::path path = at("run") / "checkpoints/000006/weights.safetensors";
    std::string bytes = contentOf(path);
    bytes.back() = static_cast<char>(bytes.back() ^ 1);
    QVERIFY(writeFileSafely(path, bytes));
    const Error error = errorOf([&] { trainTiny("reference", resume(at("run"))); });
    QCOMPARE(error.kind(), ErrorKind::input);
    QVERIFY(mentions(error, path.string()));
    // The previous one is still valid.
    QCOMPARE(trainTiny("reference", resume(at("run") / "checkpoints/000005")).state, RunState::done);
}

void TestTrainerErrors::refusesARunWithoutCheckpoint()
{
    trainUntil("reference", 0, optionsFor(at("run")));
    RunFolder::open(at("run")).checkpoints().removeAfter(-1);
    QCOMPARE(errorOf([&] { trainTiny("reference", resume(at("run"))); }).message().id(), std::string("run.checkpoint"));
    QCOMPARE(errorOf([&] { trainTiny("reference", resume(at("nowhere"))); }).message().id(), std::string("run.none"));
}

NETSMITH_TEST(TestTrainerErrors)

} // namespace test_trainer_errors

#include "test_trainer_errors.moc"
