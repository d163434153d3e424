#include "engine/graph/project/project_file.h"
#include "engine/train/pruning/weight_removal.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <memory>

namespace test_pruning_schedule {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;
using namespace Qt::StringLiterals;

namespace {

constexpr std::int64_t weights = 16 * 6 + 6 * 3; ///< of the tiny project, which takes five steps an epoch

/// Six epochs, so that there are 30 steps.
Project prunedProject(PruningSchedule schedule)
{
    Project project = tinyProject();
    project.training.epochs = 6;
    project.training.keepCheckpoints = 100;
    project.training.pruning = std::move(schedule);
    return project;
}

/// Both kernels after a step, one after the other.
std::vector<double> kernelsAt(const fs::path& run, std::int64_t step)
{
    const Arrays arrays = arraysOf(checkpointOf(run, step).weights);
    std::vector<double> all = arrays.at("dense_1.kernel");
    const std::vector<double>& second = arrays.at("dense_2.kernel");
    all.insert(all.end(), second.begin(), second.end());
    return all;
}

std::int64_t zerosIn(const std::vector<double>& numbers)
{
    return std::ranges::count(numbers, 0.0);
}

} // namespace

/// Weights that become zero while a training goes on.
class TestPruningSchedule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void followsThePolynomial_data();
    void followsThePolynomial();
    void removesWhatTheCriterionSays_data();
    void removesWhatTheCriterionSays();
    void layersLoseTheSameShare();
    void onlySomeLayers();
    void somethingIsLeftOfEachKernel();
    void goesOnFromZerosThatWereThere();
    void averagesGoToo();
    void resumesBitForBit_data();
    void resumesBitForBit();
    void noDenseEpochIsTheBest();
    void waitsBeforeItStopsEarly();
    void settingsAreChecked();
    void projectsKeepIt();

private:
    fs::path at(const char* name) const { return m_root / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestPruningSchedule::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestPruningSchedule::followsThePolynomial_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("criterion");
    for (const char* device : {"reference", "cpu"})
        for (const WeightCriterion criterion : weightCriteria)
            QTest::addRow("%s, %s", device, idOf(criterion).data())
                << QString::fromLatin1(device) << QString::fromLatin1(idOf(criterion).data());
}

/// From step 6 to step 24 in prunings every three: after the first epoch none are zero, after the fifth all that shall be.
void TestPruningSchedule::followsThePolynomial()
{
    QFETCH(QString, device);
    QFETCH(QString, criterion);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend was not built");
    trainTiny(device.toStdString(), optionsFor(at("run")),
              prunedProject({.sparsity = 0.8, .criterion = criterion.toStdString(), .begin = 0.2, .end = 0.8, .frequency = 3}));
    std::vector<double> before;
    for (int epoch = 1; epoch <= 6; ++epoch) {
        const std::vector<double> kernels = kernelsAt(at("run"), 5 * epoch);
        // The last pruning before the epoch's end, counted from step 6 of 18.
        const double time = std::clamp((5 * epoch - 6) / 3 * 3 / 18.0, 0.0, 1.0);
        const double expected = 0.8 * (1.0 - std::pow(1.0 - time, 3.0)) * static_cast<double>(weights);
        const std::int64_t zeros = zerosIn(kernels);
        QVERIFY2(std::abs(static_cast<double>(zeros) - expected) <= 2.0, // the share of whole weights is rounded each time
                 qPrintable(u"epoch %1: %2 for %3"_s.arg(epoch).arg(zeros).arg(expected)));
        for (std::size_t i = 0; i < before.size(); ++i)
            QVERIFY(before[i] != 0.0 || kernels[i] == 0.0); // what is zero stays so
        before = kernels;
    }
    QCOMPARE(zerosIn(before), std::llround(0.8 * weights));
    const Arrays arrays = arraysOf(checkpointOf(at("run"), 30).weights);
    for (const auto& [id, numbers] : arrays)
        QVERIFY2(id.ends_with(".kernel") || zerosIn(numbers) == 0, id.c_str());
}

void TestPruningSchedule::removesWhatTheCriterionSays_data()
{
    QTest::addColumn<QString>("criterion");
    QTest::newRow("magnitude") << u"magnitude"_s;
    QTest::newRow("movement") << u"movement"_s;
}

/// A single pruning after the last step: the same training without it tells what the weights were.
void TestPruningSchedule::removesWhatTheCriterionSays()
{
    QFETCH(QString, criterion);
    Project project = prunedProject({.sparsity = 0.6, .criterion = criterion.toStdString(), .end = 1.0, .frequency = 1000});
    trainTiny("reference", optionsFor(at("pruned")), project);
    project.training.pruning = {};
    trainTiny("reference", optionsFor(at("dense")), project);
    const std::vector<double> first = kernelsAt(at("dense"), 0), last = kernelsAt(at("dense"), 30),
                              pruned = kernelsAt(at("pruned"), 30);
    QVERIFY(kernelsAt(at("pruned"), 25) == kernelsAt(at("dense"), 25));
    double mostGone = -1e9, leastKept = 1e9;
    for (std::size_t i = 0; i < last.size(); ++i) {
        const bool isMovement = criterion == u"movement"_s;
        const double importance = isMovement ? last[i] * last[i] - std::pow(static_cast<float>(first[i]), 2.0) : std::abs(last[i]);
        QVERIFY(pruned[i] == 0.0 || pruned[i] == last[i]);
        (pruned[i] == 0.0 ? mostGone : leastKept) =
            pruned[i] == 0.0 ? std::max(mostGone, importance) : std::min(leastKept, importance);
    }
    QCOMPARE(zerosIn(pruned), std::llround(0.6 * weights));
    QVERIFY2(mostGone <= leastKept, qPrintable(u"%1 %2"_s.arg(mostGone).arg(leastKept)));
}

void TestPruningSchedule::layersLoseTheSameShare()
{
    trainTiny("reference", optionsFor(at("run")), prunedProject({.sparsity = 0.5, .scope = "layer", .frequency = 4}));
    const Arrays arrays = arraysOf(checkpointOf(at("run"), 30).weights);
    QCOMPARE(zerosIn(arrays.at("dense_1.kernel")), 48);
    QCOMPARE(zerosIn(arrays.at("dense_2.kernel")), 9);
}

void TestPruningSchedule::onlySomeLayers()
{
    trainTiny("reference", optionsFor(at("run")), prunedProject({.sparsity = 0.5, .frequency = 4, .layers = {"dense_2"}}));
    const Arrays arrays = arraysOf(checkpointOf(at("run"), 30).weights);
    QCOMPARE(zerosIn(arrays.at("dense_1.kernel")), 0);
    QCOMPARE(zerosIn(arrays.at("dense_2.kernel")), 9);
}

void TestPruningSchedule::somethingIsLeftOfEachKernel()
{
    trainTiny("reference", optionsFor(at("run")), prunedProject({.sparsity = 0.999, .frequency = 1}));
    const Arrays arrays = arraysOf(checkpointOf(at("run"), 30).weights);
    QCOMPARE(zerosIn(arrays.at("dense_1.kernel")), 95);
    QCOMPARE(zerosIn(arrays.at("dense_2.kernel")), 17);
}

/// The share is reached, not added.
void TestPruningSchedule::goesOnFromZerosThatWereThere()
{
    trainTiny("reference", optionsFor(at("first")), prunedProject({.sparsity = 0.5, .frequency = 2}));
    Project project = prunedProject({.sparsity = 0.7, .end = 0.5, .frequency = 5});
    TrainOptions options = optionsFor(at("second"));
    options.weights = at("first");
    trainTiny("reference", options, project);
    // At step 5 of 15, (2/3)³ of the way from 0.5 to 0.7 is left.
    QVERIFY(std::abs(zerosIn(kernelsAt(at("second"), 5)) - (0.7 - 0.2 * 8.0 / 27.0) * weights) <= 1.0);
    QCOMPARE(zerosIn(kernelsAt(at("second"), 30)), std::llround(0.7 * weights));
    const std::vector<double> before = kernelsAt(at("first"), 30), after = kernelsAt(at("second"), 30);
    for (std::size_t i = 0; i < before.size(); ++i)
        QVERIFY(before[i] != 0.0 || after[i] == 0.0);
}

void TestPruningSchedule::averagesGoToo()
{
    Project project = prunedProject({.sparsity = 0.5, .frequency = 2});
    project.training.emaMomentum = 0.9;
    trainTiny("cpu", optionsFor(at("run")), project);
    const Arrays arrays = arraysOf(checkpointOf(at("run"), 30).weights);
    const std::vector<double>&kernel = arrays.at("dense_1.kernel"), &average = arrays.at("dense_1.kernel/average");
    QVERIFY(zerosIn(kernel) > 30);
    for (std::size_t i = 0; i < kernel.size(); ++i)
        QCOMPARE(average[i] == 0.0, kernel[i] == 0.0);
}

void TestPruningSchedule::resumesBitForBit_data()
{
    QTest::addColumn<QString>("criterion");
    QTest::addColumn<int>("step");
    for (const WeightCriterion criterion : weightCriteria)
        for (const int step : {0, 7, 8, 9, 20, 23})
            QTest::addRow("%s, after %d", idOf(criterion).data(), step) << QString::fromLatin1(idOf(criterion).data()) << step;
}

/// Before, at and after a pruning, and when all are done.
void TestPruningSchedule::resumesBitForBit()
{
    QFETCH(QString, criterion);
    QFETCH(int, step);
    const Project project =
        prunedProject({.sparsity = 0.8, .criterion = criterion.toStdString(), .begin = 0.1, .end = 0.7, .frequency = 5});
    QCOMPARE(differsAfterResume(m_root, hasBackend("cpu") ? "cpu" : "reference", step, project), std::string());
}

/// The loss is least before a pruning that leaves next to nothing, and what is restored is sparse nevertheless.
void TestPruningSchedule::noDenseEpochIsTheBest()
{
    Project project = prunedProject({.sparsity = 0.95, .end = 0.7, .frequency = 1000});
    project.training.earlyStopping = {.patience = 5, .restoreBest = true};
    project.training.monitor = "loss";
    const DoneEvent done = trainTiny("reference", optionsFor(at("run")), project);
    QVERIFY(done.bestEpoch && *done.bestEpoch >= 5); // step 21 is in the fifth
    const Arrays arrays = arraysOf(readCheckpoint(done.checkpoint).take().weights);
    QVERIFY(zerosIn(arrays.at("dense_1.kernel")) > 80);
}

/// Nothing improves with a rate this small, and yet the share is reached.
void TestPruningSchedule::waitsBeforeItStopsEarly()
{
    Project project = withoutBatchNorm();
    project.training.epochs = 8;
    project.training.keepCheckpoints = 100;
    project.training.optimizer.parameters = {{"learning_rate", 1e-30}};
    project.training.schedule = {"constant", {}};
    project.training.earlyStopping = {.patience = 1};
    project.training.pruning = {.sparsity = 0.5, .end = 0.5, .frequency = 10};
    const DoneEvent done = trainTiny("reference", optionsFor(at("run")), project);
    QCOMPARE(done.ending, Ending::earlyStopping);
    QVERIFY2(done.epochsDone >= 4 && done.epochsDone < 8, QByteArray::number(static_cast<qlonglong>(done.epochsDone)));
    QCOMPARE(zerosIn(kernelsAt(at("run"), done.step)), 57);
}

void TestPruningSchedule::settingsAreChecked()
{
    const auto says = [&](const PruningSchedule& schedule) {
        return QByteArray(errorOf([&] { trainTiny("reference", optionsFor(at("none")), prunedProject(schedule)); }).what());
    };
    QVERIFY(says({.sparsity = 0.5, .begin = 0.8, .end = 0.6}).contains("pruning.begin is 0.8"));
    QVERIFY(says({.sparsity = 1.0}).contains("sparsity"));
    QVERIFY(says({.sparsity = 0.5, .criterion = "size"}).contains("size"));
    QVERIFY(says({.sparsity = 0.5, .frequency = 0}).contains("frequency"));
    QVERIFY(says({.sparsity = 0.5, .layers = {"dense_7"}}).contains("dense_7"));
    QVERIFY(!fs::exists(at("none")));
}

void TestPruningSchedule::projectsKeepIt()
{
    Project project = prunedProject({.sparsity = 0.5, .criterion = "movement", .begin = 0.25, .layers = {"dense_2"}});
    saveProject(project, at("p.netsmith")).take();
    QVERIFY(loadProject(at("p.netsmith")).take().training.pruning == project.training.pruning);
    QVERIFY(contentOf(at("p.netsmith")).find("\"pruning\"") != std::string::npos);
    project.training.pruning = {};
    saveProject(project, at("p.netsmith")).take();
    QVERIFY(contentOf(at("p.netsmith")).find("\"pruning\"") == std::string::npos); // older files stay as they are
    applySetting(project, "pruning.sparsity=0.75");
    QCOMPARE(project.training.pruning.sparsity, 0.75);
}

NETSMITH_TEST(TestPruningSchedule)

} // namespace test_pruning_schedule

#include "test_pruning_schedule.moc"
