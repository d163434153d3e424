#include "engine/cuda/backend.h"
#include "tests/engine/cuda/host_device.h"
#include "tests/engine/reference/tiny_plan.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

namespace test_launches {

using namespace netsmith;
using namespace netsmith::test;

/// Launches of many steps: the results do not depend on the number of steps a launch.
class TestLaunches : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void togetherAsOneByOne_data();
    void togetherAsOneByOne();
    void nothingIsCommittedBehindAFailure_data();
    void nothingIsCommittedBehindAFailure();
    void evaluatesTogether();
    void longStepsGoInSmallRecordings();
    void theSameWithoutRecordings();
    void aLaunchWaitsOnce();
    void aProfilerSeesNames();
    void countersComeAndGoWithRuns();

private:
    cuda::CudaBackend m_backend;
};

namespace {

constexpr int batch = 2;
constexpr int mostSteps = 120;

/// Trains the tiny plan for any number of steps; step `fails` gets a sample that is not finite.
class Training {
public:
    explicit Training(Backend& backend, int fails = -1)
    {
        m_data.images.insert(m_data.images.end(), {1, std::numeric_limits<float>::infinity(), 0});
        m_data.labels.push_back(1);
        m_data.order.clear();
        for (int i = 0; i < mostSteps * batch; ++i)
            m_data.order.push_back(i / batch == fails ? 6 : (i * 5 + i / 7) % 6);
        m_state = backend.createState(m_tiny.plan).take();
        m_executable = backend.compile(m_tiny.plan, *m_state, {}).take();
        m_data.bindTo(*m_state);
        std::vector<float> weights(static_cast<std::size_t>(m_tiny.plan.parameters.elements));
        for (std::size_t i = 0; i < weights.size(); ++i)
            weights[i] = 0.25f * static_cast<float>(i % 5) - 0.5f;
        m_state->writeArena(Arena::weights, std::span<const float>(weights)).take();
        hostDevice = {};
    }

    /// The rows of the steps that were done.
    std::vector<float> train(int steps)
    {
        std::vector<float> rates;
        for (int i = 0; i < steps; ++i)
            rates.push_back(0.1f / static_cast<float>(1 + m_done + i));
        return run({TinyPlan::forwardBackward, TinyPlan::update}, rates);
    }
    std::vector<float> evaluate(int steps)
    {
        return run({TinyPlan::evaluate}, std::vector<float>(static_cast<std::size_t>(steps)));
    }

    /// Starts again from the first step.
    void rewind()
    {
        m_done = 0;
        m_state->writeCounters("train", std::array<std::int64_t, control::counterCount>{}).take();
    }
    /// Op by op.
    void stepAlone()
    {
        for (const int program : {TinyPlan::forwardBackward, TinyPlan::update})
            m_executable->runOps(program, 0, m_executable->kernelCount(program)).take();
    }

    int done() const { return m_done; }
    std::vector<float> weights() const
    {
        std::vector<float> weights(static_cast<std::size_t>(m_tiny.plan.parameters.elements));
        m_state->readArena(Arena::weights, std::span<float>(weights)).take();
        return weights;
    }
    /// Except for the position within the launch.
    std::array<std::int64_t, control::counterCount> counters() const
    {
        std::array<std::int64_t, control::counterCount> counters{};
        m_state->readCounters("train", counters).take();
        counters[control::launch] = counters[control::rate] = 0;
        return counters;
    }

private:
    std::vector<float> run(const std::vector<int>& programs, const std::vector<float>& rates)
    {
        const std::size_t columns = m_tiny.plan.columns.size();
        std::vector<float> rows(rates.size() * columns);
        const int done = m_executable->run(programs, static_cast<int>(rates.size()), rates, rows).take();
        m_done += done;
        rows.resize(static_cast<std::size_t>(done) * columns);
        return rows;
    }

    TinyPlan m_tiny;
    TinyData m_data;
    std::unique_ptr<State> m_state;
    std::unique_ptr<Executable> m_executable;
    int m_done = 0;
};

/// One step a launch.
std::vector<float> trainedOneByOne(Training& training, int steps)
{
    std::vector<float> rows;
    for (int i = 0; i < steps; ++i)
        std::ranges::copy(training.train(1), std::back_inserter(rows));
    return rows;
}

int recordingsFor(int steps)
{
    return steps / 32 + std::popcount(static_cast<unsigned>(steps % 32));
}

} // namespace

void TestLaunches::togetherAsOneByOne_data()
{
    QTest::addColumn<int>("steps");
    for (const int steps : {1, 2, 3, 31, 32, 33, 100})
        QTest::addRow("%d", steps) << steps;
}

void TestLaunches::togetherAsOneByOne()
{
    QFETCH(int, steps);
    Training apart(m_backend);
    const std::vector<float> rows = trainedOneByOne(apart, steps);
    QCOMPARE(hostDevice.launches, steps);
    Training together(m_backend);
    QCOMPARE(together.train(steps), rows);
    QCOMPARE(hostDevice.launches, recordingsFor(steps));
    QCOMPARE(together.done(), steps);
    QCOMPARE(together.weights(), apart.weights());
    QVERIFY(together.counters() == apart.counters());
    QCOMPARE(together.counters()[control::position], std::int64_t{batch} * steps);
    QCOMPARE(together.train(5), trainedOneByOne(apart, 5)); // with other recordings
    QCOMPARE(together.weights(), apart.weights());
}

void TestLaunches::nothingIsCommittedBehindAFailure_data()
{
    QTest::addColumn<int>("fails");
    for (const int fails : {0, 1, 20, 31, 32, 69})
        QTest::addRow("step %d of 70", fails + 1) << fails;
}

void TestLaunches::nothingIsCommittedBehindAFailure()
{
    QFETCH(int, fails);
    Training before(m_backend);
    const std::vector<float> rows = trainedOneByOne(before, fails);
    Training failing(m_backend, fails);
    QCOMPARE(failing.train(70), rows);
    QCOMPARE(failing.done(), fails);
    QCOMPARE(failing.weights(), before.weights());
    QVERIFY(failing.counters() == before.counters());
}

void TestLaunches::evaluatesTogether()
{
    Training apart(m_backend), together(m_backend);
    std::vector<float> rows;
    for (int i = 0; i < 47; ++i)
        std::ranges::copy(apart.evaluate(1), std::back_inserter(rows));
    QCOMPARE(together.evaluate(47), rows);
}

/// An op may be hundreds of kernels: what matters is the number of kernels in a recording.
void TestLaunches::longStepsGoInSmallRecordings()
{
    for (const auto& [kernels, launches] : {std::pair(128, 2), std::pair(1000, 10), std::pair(100000, 40)}) {
        Training training(m_backend);
        hostDevice.recordingSize = kernels;
        training.train(40);
        QCOMPARE(training.done(), 40);
        QCOMPARE(hostDevice.launches, launches);
    }
}

void TestLaunches::theSameWithoutRecordings()
{
    Training recorded(m_backend);
    const std::vector<float> want = recorded.train(33);
    qputenv("NETSMITH_CUDA_GRAPHS", "off");
    Training direct(m_backend);
    qunsetenv("NETSMITH_CUDA_GRAPHS");
    QVERIFY(direct.train(33) == want);
    QCOMPARE(hostDevice.launches, 0);
}

void TestLaunches::aLaunchWaitsOnce()
{
    Training training(m_backend);
    training.rewind();
    training.train(45);
    QCOMPARE(training.counters()[control::step], std::int64_t{45});
    QCOMPARE(hostDevice.waits, 1);
    QCOMPARE(hostDevice.copies, 2); // to the device and back
    QCOMPARE(hostDevice.unpinned, 0);
}

/// The launch's name, and within the recording those of its ops.
void TestLaunches::aProfilerSeesNames()
{
    Training training(m_backend);
    training.train(2);
    QCOMPARE(hostDevice.ranges.front(), std::string("forward_backward, update: 2 steps"));
    QVERIFY(std::ranges::find(hostDevice.ranges, "dense of dense") != hostDevice.ranges.end());
}

void TestLaunches::countersComeAndGoWithRuns()
{
    Training training(m_backend), again(m_backend);
    training.train(3);
    again.train(3);
    QCOMPARE(again.train(4), training.train(4));
    again.rewind();
    QCOMPARE(again.counters()[control::position], std::int64_t{0});
    again.stepAlone();
    QCOMPARE(again.counters()[control::step], std::int64_t{1});
    QCOMPARE(again.counters()[control::position], std::int64_t{batch});
    again.train(1);
    QCOMPARE(again.counters()[control::step], std::int64_t{2});
}

NETSMITH_TEST(TestLaunches)

} // namespace test_launches

#include "test_launches.moc"
