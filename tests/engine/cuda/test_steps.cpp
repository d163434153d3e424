#include "engine/cuda/backend.h"
#include "tests/engine/backend/mirror_rank.h"
#include "tests/engine/cuda/host_device.h"
#include "tests/engine/train/rank_training.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <sstream>

namespace test_steps {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

/// Whole trainings with the CUDA backend and the host as the device: launches, counters, guards, checkpoints.
class TestSteps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void trainsAsTheReference_data() { precisions(); }
    void trainsAsTheReference();
    void resumesBitForBit_data();
    void resumesBitForBit();
    void launchesOfAnyLengthAgree_data() { precisions(); }
    void launchesOfAnyLengthAgree();
    void goesOnWhereAnotherDeviceStopped();
    void aStepThatFailsCommitsNothing();
    void finishesProductsItself_data() { precisions(); }
    void finishesProductsItself();
    void exchangesWithOtherRanks();

private:
    void precisions();
    fs::path at(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

    cuda::CudaBackend m_backend;
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

std::vector<double> numbersOf(const std::string& csv)
{
    std::vector<double> out;
    std::istringstream lines(csv);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');)
            if (char* end = nullptr; !cell.empty())
                if (const double value = std::strtod(cell.c_str(), &end); *end == 0)
                    out.push_back(value);
    }
    return out;
}

train::TrainOptions resumed(const fs::path& run)
{
    train::TrainOptions options;
    options.resume = run;
    return options;
}

/// In FP16 the first steps overflow, until the scale has been halved a few times.
Project projectFor(const QString& precision)
{
    Project project = tinyProject();
    project.training.precision = precision.toStdString();
    if (precision == u"fp16")
        project.training.objectives[0].weight = 1e3;
    return project;
}

void compareMetrics(const fs::path& run, const fs::path& other, double tolerance = 1e-4)
{
    const std::vector<double> have = numbersOf(contentOf(run / "metrics.csv"));
    const std::vector<double> want = numbersOf(contentOf(other / "metrics.csv"));
    QCOMPARE(have.size(), want.size());
    QVERIFY(have.size() > 60);
    for (std::size_t i = 0; i < have.size(); ++i)
        QVERIFY2(std::abs(have[i] - want[i]) <= tolerance * std::max(1.0, std::abs(want[i])),
                 qPrintable(u"%1: %2, expected %3"_s.arg(i).arg(have[i]).arg(want[i])));
}

} // namespace

void TestSteps::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CACHE_HOME", m_folder->path().toUtf8());
}

void TestSteps::precisions()
{
    QTest::addColumn<QString>("precision");
    QTest::newRow("fp32") << "fp32";
    QTest::newRow("fp16") << "fp16";
}

void TestSteps::trainsAsTheReference()
{
    QFETCH(QString, precision);
    const Project project = projectFor(precision);
    trainTiny(m_backend, optionsFor(at("cuda")), project);
    trainTiny("reference", optionsFor(at("reference")), project);
    compareMetrics(at("cuda"), at("reference"), precision == u"fp16" ? 5e-3 : 1e-4);
}

void TestSteps::resumesBitForBit_data()
{
    QTest::addColumn<QString>("precision");
    QTest::addColumn<int>("steps");
    for (const char* precision : {"fp32", "fp16"})
        for (const int steps : {0, 1, 4, 5, 6, 14})
            QTest::addRow("%s, %d steps", precision, steps) << precision << steps;
}

void TestSteps::resumesBitForBit()
{
    QFETCH(QString, precision);
    QFETCH(int, steps);
    trainTiny(m_backend, optionsFor(at("whole")), projectFor(precision));
    trainUntil(m_backend, steps, optionsFor(at("parts")), projectFor(precision));
    trainTiny(m_backend, resumed(at("parts")), projectFor(precision));
    for (const char* file : {"metrics.csv", "checkpoints/000015/weights.safetensors", "checkpoints/000015/optimizer.safetensors"})
        QVERIFY2(contentOf(at("whole") / file) == contentOf(at("parts") / file), file);
}

/// Also where steps are skipped within them, which use no rate.
void TestSteps::launchesOfAnyLengthAgree()
{
    QFETCH(QString, precision);
    for (const int steps : {1, 4}) {
        train::TrainOptions options = optionsFor(at(steps == 1 ? "one" : "four"));
        options.stepsPerLaunch = steps;
        trainTiny(m_backend, options, projectFor(precision));
    }
    for (const char* file : {"metrics.csv", "checkpoints/000015/weights.safetensors", "checkpoints/000015/optimizer.safetensors"})
        QVERIFY2(contentOf(at("one") / file) == contentOf(at("four") / file), file);
}

void TestSteps::goesOnWhereAnotherDeviceStopped()
{
    trainUntil("reference", 7, optionsFor(at("parts")));
    train::TrainOptions options = resumed(at("parts"));
    const Error refused = errorOf([&] { trainTiny(m_backend, options); });
    QCOMPARE(refused.kind(), ErrorKind::input);
    options.acceptOtherFingerprint = true;
    trainTiny(m_backend, options);
    trainTiny("reference", optionsFor(at("whole")));
    compareMetrics(at("parts"), at("whole"));
}

void TestSteps::aStepThatFailsCommitsNothing()
{
    Project project = tinyProject();
    project.graph.find("dense_1")->parameters["activation"] = std::string("none");
    project.data.divide = 2e-39; // the first product overflows
    const Error error = errorOf([&] { trainTiny(m_backend, optionsFor(at("run")), project); });
    QCOMPARE(error.kind(), ErrorKind::diverged);
    QVERIFY2(mentions(error, "step 1 (epoch 1)"), error.what());
    QCOMPARE(contentOf(at("run") / "metrics.csv"), std::string("kind,epoch,step,lr,loss,accuracy,val_loss,val_accuracy\n"));
}

/// Where the library has no algorithm with a fused bias and relu.
void TestSteps::finishesProductsItself()
{
    QFETCH(QString, precision);
    Project project = projectFor(precision);
    project.graph.nodes[2].parameters["activation"] = std::string("relu");
    trainTiny(m_backend, optionsFor(at("library")), project);
    hostDevice.refusesFinish = true;
    trainTiny(m_backend, optionsFor(at("own")), project);
    hostDevice.refusesFinish = false;
    compareMetrics(at("own"), at("library"), 5e-3); // Adam amplifies rounding where a unit is nearly always 0
}

/// Gradients, sums and statistics of a step, at their place in the recorded work of several steps.
void TestSteps::exchangesWithOtherRanks()
{
    Project project = tinyProject();
    project.graph.find("batch_normalization_1")->parameters["synchronized"] = false;
    const data::DataSplit samples = noiseOf({4, 4, 1}, 3, 60);
    const auto reference = backendFor("reference").take();
    MirrorRank here, there;
    const Arenas have = trained({m_backend, project, samples, 5, 6}, &here),
                 want = trained({*reference, project, samples, 5, 6}, &there);
    QCOMPARE(here.exchanges, 12); // the sums, then the mean of the statistics
    QCOMPARE(have.size(), 4u);
    for (std::size_t i = 0; i < have.size(); ++i) {
        QCOMPARE(have[i].size(), want[i].size());
        for (std::size_t n = 0; n < have[i].size(); ++n)
            QVERIFY2(std::abs(have[i][n] - want[i][n]) < 1e-4, qPrintable(QString::number(have[i][n] - want[i][n])));
    }
}

NETSMITH_TEST(TestSteps)

} // namespace test_steps

#include "test_steps.moc"
