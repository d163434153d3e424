#include "engine/core/parallel.h"
#include "engine/optimizers/registry.h"
#include "tests/engine/plan/training_fixture.h"
#include "tests/sample_names.h"
#include "tests/test_program.h"

#include <QDir>
#include <QProcess>
#include <QtTest>

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <fstream>
#include <new>
#include <string>

using namespace netsmith;
using netsmith::test::SmallTraining;

namespace {

std::atomic<bool> counting{false};
std::atomic<int> ours{0};

/// Counts an allocation made by one of our libraries; oneDNN makes a few small ones of its own in every execution.
void count(const void* caller)
{
    Dl_info info{};
    if (counting && dladdr(caller, &info) && info.dli_fname
        && std::string_view(info.dli_fname).find("netsmith") != std::string_view::npos)
        ++ours;
}

std::int64_t residentKibibytes()
{
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("VmRSS:"))
            return std::stoll(line.substr(6));
    return 0;
}

} // namespace

// The program's own operators replace the standard library's in every library it loads.
void* operator new(std::size_t size)
{
    count(__builtin_return_address(0));
    if (void* memory = std::malloc(size ? size : 1))
        return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment)
{
    count(__builtin_return_address(0));
    const auto step = static_cast<std::size_t>(alignment);
    if (void* memory = std::aligned_alloc(step, (size + step - 1) / step * step))
        return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    count(__builtin_return_address(0));
    return std::malloc(size ? size : 1);
}
void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept
{
    std::free(memory);
}

class TestSteadySteps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theCounterCounts();
    void aStepAllocatesNothing_data();
    void aStepAllocatesNothing();
    void aStepOfAnyKindAllocatesNothing_data();
    void aStepOfAnyKindAllocatesNothing();
    void memoryDoesNotGrow();
    void aStepCreatesNoPrimitive();
    void threadsShareTheWork();
    void oneThreadStaysAlone();
    void noPlanRunsAReferenceImplementation_data();
    void noPlanRunsAReferenceImplementation();

private:
    static void addSamples();
    static void rewind(SmallTraining& training);
    /// Those of the steps of eight batches, after the first two; −1 where training fails.
    static int allocations(SmallTraining& training);
};

void TestSteadySteps::rewind(SmallTraining& training)
{
    const std::array<std::int64_t, control::counterCount> start{};
    training.state().writeCounters("train", start).take();
}

int TestSteadySteps::allocations(SmallTraining& training)
{
    const LogicalPlan& plan = training.plan();
    std::vector<int> programs(static_cast<std::size_t>(plan.accumulate), plan.programIndex(programs::forwardBackward));
    if (plan.accumulate > 1)
        programs.insert(programs.begin() + 1, plan.programIndex(programs::accumulate));
    programs.push_back(plan.programIndex(programs::update));
    const auto train = [&](int steps) {
        rewind(training);
        std::vector<float> metrics(static_cast<std::size_t>(steps) * plan.columns.size());
        const std::vector<float> rates(static_cast<std::size_t>(steps * plan.updateGroups), 1e-3f);
        ours = 0;
        counting = true;
        const auto done = training.executable().run(programs, steps, rates, metrics);
        counting = false;
        return done && *done == steps ? ours.load() : -1;
    };
    train(2);
    return train(8 / plan.accumulate);
}

void TestSteadySteps::addSamples()
{
    QTest::addColumn<QString>("name");
    for (const std::string& name : test::sampleNames(NETSMITH_SOURCE_DIR "/projects"))
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestSteadySteps::theCounterCounts()
{
    counting = true;
    ours = 0;
    const Project project = test::sample("mnist_mlp"); // allocates in the engine's library
    counting = false;
    QVERIFY(ours > 10);
}

void TestSteadySteps::aStepAllocatesNothing_data()
{
    addSamples();
}

void TestSteadySteps::aStepAllocatesNothing()
{
    QFETCH(QString, name);
    SmallTraining training(test::sample(name.toStdString()), "cpu", {.batch = 2});
    QCOMPARE(allocations(training), 0);
}

void TestSteadySteps::aStepOfAnyKindAllocatesNothing_data()
{
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<Precision>("precision");
    for (const OptimizerSpec& optimizer : optimizers())
        for (const Precision precision : {Precision::fp32, Precision::fp16Emulated})
            QTest::addRow("%s, %s", optimizer.id.c_str(), std::string(nameOf(precision)).c_str())
                << QString::fromStdString(optimizer.id) << precision;
}

/// With accumulation, both kinds of clipping, averaging, a weight penalty and a norm limit.
void TestSteadySteps::aStepOfAnyKindAllocatesNothing()
{
    QFETCH(QString, optimizer);
    QFETCH(Precision, precision);
    Project project = test::sample("mnist_mlp");
    for (Node& node : project.graph.nodes)
        if (node.layer == "dense")
            node.parameters.insert({{"kernel_l1", 1e-5}, {"kernel_l2", 1e-4}, {"max_norm", 2.0}});
    project.training.gradientAccumulationSteps = 2;
    project.training.emaMomentum = 0.9;
    project.training.globalClipnorm = 1.0;
    project.training.clipValue = 0.5;
    project.training.optimizer = {optimizer.toStdString(), {}, Json::object()};
    SmallTraining training(project, "cpu", {.batch = 2, .precision = precision});
    QCOMPARE(allocations(training), 0);
}

void TestSteadySteps::memoryDoesNotGrow()
{
    SmallTraining training(test::sample("mnist_cnn"), "cpu", {.batch = 4});
    const auto steps = [&](int count) {
        for (int i = 0; i < count; i += 8) {
            rewind(training);
            QCOMPARE(training.train(8).size(), 8 * training.plan().columns.size());
        }
    };
    steps(104);
    const std::int64_t before = residentKibibytes();
    steps(1000);
    QVERIFY2(residentKibibytes() - before < 512, qPrintable(QString::number(residentKibibytes() - before)));
}

void TestSteadySteps::aStepCreatesNoPrimitive()
{
    // In a process of its own, where oneDNN logs what it creates.
    if (qEnvironmentVariableIsSet("NETSMITH_TEST_STEPS")) {
        SmallTraining training(test::sample("mnist_cnn"), "cpu", {.batch = 4});
        training.train(qEnvironmentVariableIntValue("NETSMITH_TEST_STEPS"));
        return;
    }
    const auto created = [](const char* steps) {
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("NETSMITH_TEST_STEPS", steps);
        environment.insert("DNNL_VERBOSE", "2");
        process.setProcessEnvironment(environment);
        process.start(QCoreApplication::applicationFilePath(), {"aStepCreatesNoPrimitive"});
        if (!process.waitForFinished(120000))
            return qsizetype(-1);
        return process.readAllStandardOutput().count(",create");
    };
    const qsizetype once = created("1");
    QVERIFY(once > 5);
    QCOMPARE(created("8"), once);
}

/// Each number of threads divides the weights differently; none must be left out or updated twice.
void TestSteadySteps::threadsShareTheWork()
{
    for (const char* name : {"mnist_mlp", "mnist_cnn"}) {
        std::vector<double> alone;
        for (const int threads : {1, 2, 3, 5}) {
            setThreadCount(threads);
            SmallTraining training(test::sample(name), "cpu", {.batch = 8});
            training.train(3);
            const std::vector<double> weights = training.arena(Arena::weights);
            if (alone.empty())
                alone = weights;
            for (std::size_t i = 0; i < weights.size(); ++i) // an update moves a weight by 1e-3
                QVERIFY2(std::abs(weights[i] - alone[i]) < 2e-4,
                         qPrintable(QString("%1, %2 threads, weight %3: %4, with one thread %5")
                                        .arg(name)
                                        .arg(threads)
                                        .arg(i)
                                        .arg(weights[i])
                                        .arg(alone[i])));
        }
        setThreadCount(0);
    }
}

/// With one thread requested, to leave the other cores free, oneDNN must not start a second one either.
void TestSteadySteps::oneThreadStaysAlone()
{
    constexpr const char* inside = "NETSMITH_TEST_ONE_THREAD";
    if (!qEnvironmentVariableIsSet(inside)) { // a process of its own, which has started no thread yet
        QProcess process;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(inside, "1");
        process.setProcessEnvironment(environment);
        process.start(QCoreApplication::applicationFilePath(), {"oneThreadStaysAlone"});
        QVERIFY(process.waitForFinished(120000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardOutput());
        return;
    }
    const auto threads = [] { return QDir("/proc/self/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(); };
    const qsizetype before = threads();
    setThreadCount(1);
    SmallTraining training(test::sample("mnist_cnn"), "cpu", {.batch = 32});
    training.train(2);
    QCOMPARE(threads(), before);
}

void TestSteadySteps::noPlanRunsAReferenceImplementation_data()
{
    addSamples();
}

void TestSteadySteps::noPlanRunsAReferenceImplementation()
{
    QFETCH(QString, name);
    for (const Precision precision : {Precision::fp32, Precision::bf16}) {
        try {
            SmallTraining training(test::sample(name.toStdString()), "cpu", {.batch = 32, .precision = precision});
            for (std::size_t program = 0; program < training.plan().programs.size(); ++program)
                for (const KernelInfo& kernel : training.executable().kernels(static_cast<int>(program)))
                    QVERIFY2(
                        kernel.implementation.find("ref") == std::string::npos,
                        qPrintable(QString::fromStdString(kernel.op + " " + kernel.attributes + ": " + kernel.implementation)));
        } catch (const Error& error) {
            QCOMPARE(error.message().id(), std::string("backend.precision")); // a processor without bf16
        }
    }
}

NETSMITH_TEST(TestSteadySteps)
#include "test_steady_steps.moc"
