#include "engine/catalog/catalog.h"
#include "engine/cuda/backend.h"
#include "engine/predict/field_types.h"
#include "engine/train/data_placement.h"
#include "tests/engine/cuda/host_device.h"
#include "tests/engine/train/tiny_text.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <numeric>

namespace test_streaming {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

/// Data sets that are streamed to a device while it computes: the same bits as with those in its memory.
class TestStreaming : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { hostDevice = {}; }
    void bitsAreThoseOfTheWholeSet_data();
    void bitsAreThoseOfTheWholeSet();
    void windowsOfATextToo();
    void resumedBitsToo();
    void samplesComeWhileItComputes();
    void memoryIsEstimated();

private:
    fs::path at(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }
    void expectSame() const;

    cuda::CudaBackend m_backend;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestStreaming::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", m_folder->path().toUtf8());
}

void TestStreaming::expectSame() const
{
    QCOMPARE(contentOf(at("parts") / "metrics.csv"), contentOf(at("whole") / "metrics.csv"));
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(at("whole") / "checkpoints"))
        if (entry.path().extension() == ".safetensors")
            files.push_back(fs::relative(entry.path(), at("whole")));
    QVERIFY(files.size() >= 2);
    for (const fs::path& file : files)
        QVERIFY2(contentOf(at("parts") / file) == contentOf(at("whole") / file), file.c_str());
}

void TestStreaming::bitsAreThoseOfTheWholeSet_data()
{
    QTest::addColumn<int>("samples");
    QTest::addColumn<int>("stepsPerLaunch");
    QTest::addColumn<int>("accumulate");
    QTest::addColumn<bool>("atOnce");
    for (const bool atOnce : {false, true}) {
        const char* const when = atOnce ? "copied at once" : "copied late";
        QTest::addRow("a step at a time, %s", when) << 1 << 0 << 1 << atOnce;
        QTest::addRow("two steps, one a launch, %s", when) << 10 << 1 << 1 << atOnce;
        QTest::addRow("two steps, two a launch, %s", when) << 10 << 2 << 1 << atOnce;
        QTest::addRow("three steps, two a launch, %s", when) << 15 << 2 << 1 << atOnce;
        QTest::addRow("three steps, by the clock, %s", when) << 15 << 0 << 1 << atOnce;
        QTest::addRow("several batches a step, %s", when) << 1 << 0 << 2 << atOnce;
        QTest::addRow("more than the set, %s", when) << 1000 << 0 << 1 << atOnce;
    }
}

void TestStreaming::bitsAreThoseOfTheWholeSet()
{
    QFETCH(int, samples);
    QFETCH(int, stepsPerLaunch);
    QFETCH(int, accumulate);
    QFETCH(bool, atOnce);
    Project project = tinyProject();
    project.training.gradientAccumulationSteps = accumulate;
    trainTiny(m_backend, optionsFor(at("whole")), project);
    QCOMPARE(hostDevice.copiesBeside + hostDevice.copiesBefore, 0);
    hostDevice.copiesAtOnce = atOnce;
    TrainOptions options = optionsFor(at("parts"));
    options.samplesAtOnce = samples;
    options.stepsPerLaunch = stepsPerLaunch;
    trainTiny(m_backend, std::move(options), project);
    QVERIFY(hostDevice.copiesBefore > 0);
    expectSame();
}

/// Samples that overlap in the text are separate in the window.
void TestStreaming::windowsOfATextToo()
{
    Project project = tinyTextProject(m_folder->path().toStdString());
    project.training.device = m_backend.devices().front().id;
    project.training.epochs = 2;
    Trainer(project, loadData(project, {}), m_backend, optionsFor(at("whole"))).run();
    TrainOptions options = optionsFor(at("parts"));
    options.samplesAtOnce = 40;
    Trainer(project, loadData(project, {}), m_backend, std::move(options)).run();
    QVERIFY(hostDevice.copiesBeside > 0);
    expectSame();
}

void TestStreaming::resumedBitsToo()
{
    trainTiny(m_backend, optionsFor(at("whole")));
    TrainOptions options = optionsFor(at("parts"));
    options.samplesAtOnce = 10;
    trainUntil(m_backend, 7, options); // in the middle of an epoch
    TrainOptions resumed;
    resumed.resume = at("parts");
    resumed.samplesAtOnce = 5;
    trainTiny(m_backend, resumed);
    expectSame();
}

/// Only the samples of an epoch's first launch are waited for.
void TestStreaming::samplesComeWhileItComputes()
{
    TrainOptions options = optionsFor(at("run"));
    options.samplesAtOnce = 5;
    options.stepsPerLaunch = 1;
    trainTiny(m_backend, std::move(options));
    constexpr int fields = 2, epochs = 3;
    constexpr int launches = 5; // the last one of 3 samples
    // The 7 validation samples all stay on the device: one launch before, one beside.
    QCOMPARE(hostDevice.copiesBefore, fields * (epochs + 1));
    QCOMPARE(hostDevice.copiesBeside, fields * (epochs * (launches - 1) + 1));
}

void TestStreaming::memoryIsEstimated()
{
    const Project project = tinyProject();
    const LoadedData loaded = tinyData();
    const data::DataSplit& split = loaded.set.train;
    const std::vector<FieldType> fields = fieldTypes(split);
    constexpr std::int64_t batch = 5;
    CompiledNetwork network(m_backend, {CheckedProject(project, catalog(), fields)}, {batch});
    std::vector<std::int32_t> order(static_cast<std::size_t>(split.count()));
    std::iota(order.begin(), order.end(), 0);
    const DataPlacement placement = placeData(extentOf(split, false), batch, m_backend.devices().front(), 2 * batch);
    QCOMPARE(placement.window, 2 * batch);
    network.bind("train", split, order, placement.window);
    const auto orders = static_cast<std::int64_t>(order.size() * sizeof order.front());
    QCOMPARE(network.at(batch).executable->memory().data, placement.bytes + orders);
}

NETSMITH_TEST(TestStreaming)

} // namespace test_streaming

#include "test_streaming.moc"
