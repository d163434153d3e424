#include "engine/predict/prediction.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <memory>
#include <new>

using namespace netsmith;
using namespace netsmith::test;

namespace {

std::atomic<std::int64_t> live{0};
std::atomic<std::int64_t> most{0};

void* counted(void* memory)
{
    if (!memory)
        throw std::bad_alloc();
    const std::int64_t now = live += static_cast<std::int64_t>(::malloc_usable_size(memory));
    for (std::int64_t before = most; before < now && !most.compare_exchange_weak(before, now);) { }
    return memory;
}

void forget(void* memory)
{
    live -= static_cast<std::int64_t>(::malloc_usable_size(memory));
    std::free(memory);
}

/// The most bytes that `work` had at once beyond those before it.
template <class F>
std::int64_t peakOf(F work)
{
    const std::int64_t before = live;
    most = before;
    work();
    return most - before;
}

/// The tiny network with a wide hidden layer.
Project wideProject(std::int64_t units)
{
    Project project = tinyProject();
    project.training.epochs = 1;
    std::ranges::find(project.graph.nodes, "dense", &Node::layer)->parameters.insert_or_assign("units", units);
    return project;
}

} // namespace

// The program's own operators replace the standard library's in every library it loads.
void* operator new(std::size_t size)
{
    return counted(std::malloc(size ? size : 1));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    void* const memory = std::malloc(size ? size : 1);
    return memory ? counted(memory) : nullptr;
}
void operator delete(void* memory) noexcept
{
    forget(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    forget(memory);
}

/// A checkpoint of a large network must fit into memory beside it, and a prediction needs neither the optimizer's arrays nor a
/// second copy of the weights.
class TestCheckpointMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isLittleMoreThanTheArrays_data();
    void isLittleMoreThanTheArrays();
    void aPredictionHoldsTheWeightsOnce();
};

void TestCheckpointMemory::isLittleMoreThanTheArrays_data()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << device;
}

void TestCheckpointMemory::isLittleMoreThanTheArrays()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    const QTemporaryDir folder;
    const auto store = OpenFolder::open(folder.path().toStdString()).take();
    train::TrainingSetup setup(wideProject(100'000), tinyData(), *backendFor(device.toStdString()).take(), {});
    setup.network().drawWeights();
    State& state = setup.network().state();
    const LogicalPlan& plan = setup.network().plan();

    std::int64_t bytes = 0;
    const std::int64_t writing = peakOf([&] {
        CheckpointState header;
        header.precision = "fp32";
        const CheckpointFiles files = takeCheckpoint(state, plan, header);
        bytes = files.bytes();
        writeCheckpoint(store, "000001", files).take();
    });
    QVERIFY(bytes > 10'000'000);
    QVERIFY2(writing <= bytes + bytes / 5, qPrintable(QStringLiteral("%1 bytes for %2").arg(writing).arg(bytes)));
    const std::int64_t reading = peakOf([&] {
        const Checkpoint read = readCheckpoint(store.path() / "000001").take();
        restoreWeights(state, plan, read.weights, "weights");
        restoreSlots(state, plan, read.optimizer, "slots");
    });
    QVERIFY2(reading <= bytes + bytes / 5, qPrintable(QStringLiteral("%1 bytes for %2").arg(reading).arg(bytes)));
}

void TestCheckpointMemory::aPredictionHoldsTheWeightsOnce()
{
    if (!hasBackend("cpu"))
        QSKIP("this backend is not built");
    const QTemporaryDir folder;
    const std::filesystem::path run = folder.filePath("run").toStdString();
    const Project project = wideProject(400'000);
    QCOMPARE(project.training.optimizer.id, std::string("adam"));
    trainTiny("cpu", optionsFor(run), project);
    std::int64_t weights = 0;
    for (const TensorView& array : openSavedRun(run, {}).checkpoint.weights.tensors)
        weights += std::ssize(array.bytes);
    QVERIFY(weights > 20'000'000);
    std::unique_ptr<Predictor> predictor;
    const std::int64_t taken = peakOf([&] { predictor = std::make_unique<Predictor>(run, "cpu", 1); });
    QVERIFY2(taken <= weights / 10, qPrintable(QStringLiteral("%1 bytes beside %2 of the weights").arg(taken).arg(weights)));
}

NETSMITH_TEST(TestCheckpointMemory)
#include "test_checkpoint_memory.moc"
