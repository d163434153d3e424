#include "engine/backend/communicator.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <thread>

namespace test_shared_runs {

using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

/// A run that several ranks train, against the same run of one.
class TestSharedRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder.emplace(); }
    void ranksTrainAsOne_data();
    void ranksTrainAsOne();
    void twiceTheSame();
    void otherRanksGoOn_data();
    void otherRanksGoOn();
    void aStopReachesAll();
    void mistakesAreSentences();
    void oneThatFailsEndsAll();

private:
    std::filesystem::path at(const char* name) const { return std::filesystem::path(m_folder->path().toStdString()) / name; }
    /// What the first rank's trainer returned; the errors of all, if there were any, in their order.
    DoneEvent share(int count, const std::string& device, TrainOptions options, const Project& project,
                    std::vector<std::string>* errors = nullptr, std::int64_t samples = 23);

    std::optional<QTemporaryDir> m_folder;
};

namespace {

/// The numbers of two runs' tables, which differ by no more than this.
void compareTables(const std::filesystem::path& one, const std::filesystem::path& other, double most)
{
    const auto a = tableOf(one / "metrics.csv"), b = tableOf(other / "metrics.csv");
    QCOMPARE(a.size(), b.size());
    QVERIFY(a.size() > 4);
    for (std::size_t row = 0; row < a.size(); ++row) {
        QCOMPARE(a[row].size(), b[row].size());
        for (std::size_t column = 0; column < a[row].size(); ++column) {
            bool isNumber = false;
            const double x = QString::fromStdString(a[row][column]).toDouble(&isNumber);
            if (!isNumber) {
                QCOMPARE(a[row][column], b[row][column]);
                continue;
            }
            const double y = QString::fromStdString(b[row][column]).toDouble();
            const bool isValidation = a[0][column].starts_with("val_"); // each batch's sum is recorded in FP32
            QVERIFY2(std::abs(x - y) <= (isValidation ? std::max(most, 1e-6) : most) * std::max(1.0, std::abs(x)),
                     qPrintable(QString("row %1, column %2: %3 and %4").arg(row).arg(column).arg(x).arg(y)));
        }
    }
}

Project dropoutProject(std::int64_t batch, int accumulate)
{
    Project project = withoutBatchNorm();
    project.training.batch = batch;
    project.training.gradientAccumulationSteps = accumulate;
    project.training.globalClipnorm = 0.5;
    return project;
}

} // namespace

DoneEvent TestSharedRuns::share(int count, const std::string& device, TrainOptions options, const Project& project,
                                std::vector<std::string>* errors, std::int64_t samples)
{
    const auto ranks = ranksInProcess(count);
    Backend& backend = *backendFor(device).take();
    DoneEvent done;
    std::vector<std::string> said(static_cast<std::size_t>(count));
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < count; ++rank)
            threads.emplace_back([&, rank] {
                Communicator& own = *ranks[static_cast<std::size_t>(rank)];
                TrainOptions mine = options;
                mine.ranks = &own;
                try {
                    if (rank == 0)
                        done = Trainer(project, tinyData(samples), backend, mine).run();
                    else
                        followTraining(project, tinyData(samples), backend, mine);
                } catch (const Error& error) {
                    said[static_cast<std::size_t>(rank)] = error.what();
                    own.leave();
                }
            });
    }
    if (errors)
        *errors = said;
    else
        for (const std::string& each : said)
            if (!each.empty())
                QTest::qFail(each.c_str(), __FILE__, __LINE__);
    return done;
}

void TestSharedRuns::ranksTrainAsOne_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("batch");
    QTest::addColumn<int>("accumulate");
    QTest::addColumn<int>("samples");
    QTest::addColumn<bool>("normalized");
    for (const char* device : {"reference", "cpu"}) {
        QTest::addRow("%s, halves that differ", device) << device << 2 << 5 << 1 << 23 << false;
        QTest::addRow("%s, last of one sample", device) << device << 3 << 4 << 1 << 21 << false;
        QTest::addRow("%s, last without a rank's share, accumulated", device) << device << 3 << 4 << 3 << 30 << false;
        QTest::addRow("%s, as many ranks as samples", device) << device << 4 << 4 << 2 << 23 << false;
        QTest::addRow("%s, normalized over all samples", device) << device << 3 << 5 << 1 << 21 << true;
        QTest::addRow("%s, normalized, last without a rank's share", device) << device << 3 << 4 << 1 << 30 << true;
    }
}

/// Losses, metrics, draws and rates of the whole batch, the last one smaller, and those of the validation.
void TestSharedRuns::ranksTrainAsOne()
{
    QFETCH(QString, device);
    QFETCH(int, ranks);
    QFETCH(int, batch);
    QFETCH(int, accumulate);
    QFETCH(int, samples);
    QFETCH(bool, normalized);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = dropoutProject(batch, accumulate);
    if (normalized)
        project.graph = tinyProject().graph;
    Backend& backend = *backendFor(device.toStdString()).take();
    Trainer(project, tinyData(samples), backend, optionsFor(at("alone"))).run();
    const DoneEvent done = share(ranks, device.toStdString(), optionsFor(at("shared")), project, nullptr, samples);
    QCOMPARE(done.state, RunState::done);
    compareTables(at("alone"), at("shared"), device == u"cpu" ? 3e-5 : 1e-9);
    const Checkpoint alone = checkpointOf(at("alone"), done.step), shared = checkpointOf(at("shared"), done.step);
    QCOMPARE(shared.state.position.counters, alone.state.position.counters);
    const Arrays a = arraysOf(alone.weights), b = arraysOf(shared.weights);
    for (const auto& [name, numbers] : a)
        for (std::size_t i = 0; i < numbers.size(); ++i)
            QVERIFY2(std::abs(numbers[i] - b.at(name)[i]) < (device == u"cpu" ? 1e-4 : 1e-9), name.c_str());
}

void TestSharedRuns::twiceTheSame()
{
    const Project project = dropoutProject(5, 1);
    const std::string device = hasBackend("cpu") ? "cpu" : "reference";
    const DoneEvent done = share(3, device, optionsFor(at("once")), project);
    share(3, device, optionsFor(at("again")), project);
    QCOMPARE(contentOf(at("once") / "metrics.csv"), contentOf(at("again") / "metrics.csv"));
    const Checkpoint once = checkpointOf(at("once"), done.step), again = checkpointOf(at("again"), done.step);
    QCOMPARE(arraysOf(once.weights), arraysOf(again.weights));
    QCOMPARE(arraysOf(once.optimizer), arraysOf(again.optimizer));
}

void TestSharedRuns::otherRanksGoOn_data()
{
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("after");
    QTest::newRow("three, then two") << 3 << 2;
    QTest::newRow("two, then one") << 2 << 1;
    QTest::newRow("one, then three") << 1 << 3;
    QTest::newRow("two, then two") << 2 << 2;
}

/// A checkpoint in the middle of an epoch, resumed by another number of ranks: as if nothing had been.
void TestSharedRuns::otherRanksGoOn()
{
    QFETCH(int, before);
    QFETCH(int, after);
    const Project project = dropoutProject(5, 1);
    const auto train = [&](int ranks, const TrainOptions& options) {
        return ranks > 1 ? share(ranks, "reference", options, project) : trainTiny("reference", options, project);
    };
    const DoneEvent alone = train(1, optionsFor(at("alone")));
    TrainOptions first = optionsFor(at("run"));
    first.steps = 7;
    QCOMPARE(train(before, first).step, 7);
    TrainOptions second = optionsFor({});
    second.resume = at("run");
    const DoneEvent done = train(after, second);
    QCOMPARE(done.step, alone.step);
    compareTables(at("alone"), at("run"), 1e-9);
}

/// The first rank's: the others need none of their own.
void TestSharedRuns::aStopReachesAll()
{
    std::stop_source stop;
    TrainOptions options = optionsFor(at("run"));
    options.stop = stop.get_token();
    options.stepsPerLaunch = 1;
    options.events.step = [&](const StepEvent& event) {
        if (event.step == 3)
            stop.request_stop();
    };
    const DoneEvent done = share(2, "reference", options, dropoutProject(5, 1));
    QCOMPARE(done.state, RunState::stopped);
    QCOMPARE(done.step, 3);
}

void TestSharedRuns::mistakesAreSentences()
{
    std::vector<std::string> errors;
    share(3, "reference", optionsFor(at("small")), dropoutProject(2, 1), &errors);
    for (const std::string& error : errors)
        QVERIFY2(error.find("a batch of 2 samples can't be shared by 3 ranks") != std::string::npos
                     || error.find("another rank of this training has ended") != std::string::npos,
                 error.c_str());
    QVERIFY(!std::filesystem::exists(at("small")));
}

/// The others hear of it instead of waiting.
void TestSharedRuns::oneThatFailsEndsAll()
{
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = 1;
    options.between = [&](LiveRun& run) -> LaunchOrder {
        if (run.position().step == 2)
            throw Error(ErrorKind::resources, NS_MESSAGE("test.full", "the disk is full"));
        return {};
    };
    std::vector<std::string> errors;
    share(3, "reference", options, dropoutProject(5, 1), &errors);
    QCOMPARE(errors[0], std::string("the disk is full"));
    for (const std::size_t rank : {1, 2})
        QVERIFY2(errors[rank].find("another rank of this training has ended") != std::string::npos, errors[rank].c_str());
}

NETSMITH_TEST(TestSharedRuns)

} // namespace test_shared_runs

#include "test_shared_runs.moc"
