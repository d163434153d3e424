#include "engine/core/host_memory.h"
#include "engine/store/checkpoint_store.h"
#include "engine/train/machine_settings.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace test_data_placement {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

/// Samples that don't fit into a device's memory are copied for each launch, with the same results.
class TestDataPlacement : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void sizesDecide_data();
    void sizesDecide();
    void theMachinesSettingDecides();
    void bitsAreThoseOfTheWholeSet_data();
    void bitsAreThoseOfTheWholeSet();
    void resumedBitsToo();
    void divergenceIsFoundInTheWindow();

private:
    void expectSame(const DoneEvent& whole) const;
    fs::path at(const std::string& name) const { return m_root / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestDataPlacement::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestDataPlacement::sizesDecide_data()
{
    QTest::addColumn<qint64>("free");
    QTest::addColumn<bool>("ofHost");
    QTest::addColumn<bool>("mapped");
    QTest::addColumn<bool>("validates");
    QTest::addColumn<qint64>("wanted");
    QTest::addColumn<qint64>("window");
    QTest::addColumn<qint64>("bytes");
    // 1000 samples of 1 MiB, 10 a step.
    constexpr qint64 mebi = 1 << 20;
    constexpr qint64 whole = 1000 * mebi;
    QTest::newRow("enough room") << 2 * whole << false << true << false << qint64{0} << qint64{0} << whole;
    QTest::newRow("a little less") << 2 * whole - 2 << false << false << false << qint64{0} << qint64{60} << 120 * mebi;
    QTest::newRow("with validation") << whole << false << false << true << qint64{0} << qint64{60} << 240 * mebi;
    QTest::newRow("in this machine's memory already") << whole << true << false << true << qint64{0} << qint64{0} << whole;
    QTest::newRow("on this machine's disk") << whole << true << true << false << qint64{0} << qint64{60} << 60 * mebi;
    QTest::newRow("as requested") << 9 * whole << true << false << false << qint64{11} << qint64{20} << 20 * mebi;
}

void TestDataPlacement::sizesDecide()
{
    QFETCH(qint64, free);
    QFETCH(bool, ofHost);
    QFETCH(bool, mapped);
    QFETCH(bool, validates);
    QFETCH(qint64, wanted);
    DeviceInfo device;
    device.memoryTotal = hostMemory().total + (ofHost ? 0 : 4096);
    device.memoryFree = free;
    const DataPlacement placement = placeData({1000, std::int64_t{1000} << 20, mapped, validates}, 10, device, wanted);
    QTEST(static_cast<qint64>(placement.window), "window");
    QTEST(static_cast<qint64>(placement.bytes), "bytes");
}

void TestDataPlacement::theMachinesSettingDecides()
{
    constexpr std::int64_t mebi = 1 << 20;
    const MachineSettings before = machineSettings();
    const auto windowWith = [&](SamplePlacement placement, std::int64_t free, bool ofHost, bool mapped) {
        useMachine({.placement = placement});
        DeviceInfo device;
        device.memoryTotal = hostMemory().total + (ofHost ? 0 : 4096);
        device.memoryFree = free * mebi;
        const DataExtent data{1000, 1000 * mebi, mapped, false}; // 1000 samples of 1 MiB
        const std::int64_t window = placeData(data, 10, device).window;
        useMachine(before);
        if (placement == SamplePlacement::whole && fitsWhole(data, device) != (window == 0))
            return std::int64_t{-1};
        return window;
    };
    using enum SamplePlacement;
    for (const bool ofHost : {false, true}) {
        QCOMPARE(windowWith(automatic, 2000, ofHost, true), 0);
        QCOMPARE(windowWith(automatic, 1999, ofHost, true), 60);
        QCOMPARE(windowWith(whole, 1999, ofHost, true), 0);
        QCOMPARE(windowWith(whole, 1336, ofHost, true), 0);
        QCOMPARE(windowWith(whole, 1333, ofHost, true), 60);
        QCOMPARE(windowWith(parts, 9000, ofHost, true), 60);
    }
    QCOMPARE(windowWith(whole, 500, true, false), 0); // it is there already
    QCOMPARE(windowWith(parts, 9000, true, false), 60);
    QVERIFY(machineSettings() == before);
    for (const SamplePlacement each : samplePlacements)
        QVERIFY(samplePlacementNamed(idOf(each)) == each);
    QVERIFY(samplePlacementNamed("anything else") == automatic);
}

void TestDataPlacement::expectSame(const DoneEvent& whole) const
{
    QCOMPARE(contentOf(at("parts") / "metrics.csv"), contentOf(at("whole") / "metrics.csv"));
    for (const char* file : {"weights.safetensors", "optimizer.safetensors", "state.json"})
        QVERIFY2(contentOf(CheckpointStore(at("whole") / "checkpoints").at(whole.step) / file)
                     == contentOf(CheckpointStore(at("parts") / "checkpoints").at(whole.step) / file),
                 file);
}

void TestDataPlacement::bitsAreThoseOfTheWholeSet_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("accumulate");
    QTest::addColumn<int>("samples");
    for (const char* device : {"reference", "cpu"}) {
        QTest::addRow("%s, a step at a time", device) << device << 1 << 1;
        QTest::addRow("%s, two steps", device) << device << 1 << 10;
        QTest::addRow("%s, several batches a step", device) << device << 2 << 1;
        QTest::addRow("%s, more than the set", device) << device << 1 << 1000;
    }
}

void TestDataPlacement::bitsAreThoseOfTheWholeSet()
{
    QFETCH(QString, device);
    QFETCH(int, accumulate);
    QFETCH(int, samples);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = tinyProject();
    project.training.gradientAccumulationSteps = accumulate;
    const DoneEvent whole = trainTiny(device.toStdString(), optionsFor(at("whole")), project);
    TrainOptions options = optionsFor(at("parts"));
    options.samplesAtOnce = samples;
    bool said = false;
    options.events.start = [&](const StartEvent& event) {
        for (const Message& warning : event.warnings)
            said = said || warning.id() == "data.streamed";
    };
    trainTiny(device.toStdString(), std::move(options), project);
    QVERIFY(said);
    expectSame(whole);
}

void TestDataPlacement::resumedBitsToo()
{
    const DoneEvent whole = trainTiny("reference", optionsFor(at("whole")));
    TrainOptions options = optionsFor(at("parts"));
    options.samplesAtOnce = 10;
    trainUntil("reference", 7, options); // in the middle of an epoch
    TrainOptions resumed;
    resumed.resume = at("parts");
    resumed.samplesAtOnce = 5;
    trainTiny("reference", resumed);
    expectSame(whole);
}

void TestDataPlacement::divergenceIsFoundInTheWindow()
{
    Project project = tinyProject();
    project.training.optimizer = {"sgd", {{"learning_rate", 1e6}, {"weight_decay", 1e3}}};
    project.training.schedule = {"constant", {}};
    project.training.epochs = 100;
    const Error whole = errorOf([&] { trainTiny("reference", optionsFor(at("whole")), project); });
    TrainOptions options = optionsFor(at("parts"));
    options.samplesAtOnce = 10;
    const Error parts = errorOf([&] { trainTiny("reference", std::move(options), project); });
    QVERIFY2(parts.kind() == ErrorKind::diverged, parts.what());
    QCOMPARE(std::string(parts.what()), std::string(whole.what()));
}

NETSMITH_TEST(TestDataPlacement)

} // namespace test_data_placement

#include "test_data_placement.moc"
