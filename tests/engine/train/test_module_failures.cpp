#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <new>
#include <optional>
#include <thread>
#include <utility>

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

std::atomic<int> primitivesUntilFailure = -1; ///< negative: none fails
std::atomic<int> allocationsUntilFailure = -1;
std::function<void()> besideFailure; ///< called once, by the primitive after the one that failed
bool hasJustFailed = false;

bool isDue(std::atomic<int>& count)
{
    return count.load() >= 0 && count.fetch_sub(1) == 0;
}

} // namespace

// The CPU module calls these instead of the libraries' functions, because the symbols of the program come first.

extern "C" int dnnl_primitive_execute(const void* primitive, void* stream, int count, const void* arguments)
{
    allocationsUntilFailure = -1; // allocations by oneDNN itself must not fail
    constexpr int runtimeError = 5; // dnnl_runtime_error
    if (std::exchange(hasJustFailed, false) && besideFailure)
        std::exchange(besideFailure, nullptr)();
    if (isDue(primitivesUntilFailure)) {
        hasJustFailed = true;
        return runtimeError;
    }
    using Execute = int (*)(const void*, void*, int, const void*);
    static const auto execute =
        reinterpret_cast<Execute>(dlsym(dlopen("libdnnl.so.2", RTLD_NOW | RTLD_NOLOAD), "dnnl_primitive_execute"));
    return execute(primitive, stream, count, arguments);
}

void* operator new(std::size_t size)
{
    if (isDue(allocationsUntilFailure))
        throw std::bad_alloc();
    if (void* bytes = std::malloc(size > 0 ? size : 1))
        return bytes;
    throw std::bad_alloc();
}

void* operator new(std::size_t size, const std::nothrow_t&) noexcept
{
    return std::malloc(size > 0 ? size : 1);
}

void operator delete(void* bytes) noexcept
{
    std::free(bytes);
}

void operator delete(void* bytes, std::size_t) noexcept
{
    std::free(bytes);
}

namespace {

/// A network with a convolution, which oneDNN computes.
Project convolving()
{
    Project project = tinyProject();
    Node convolution{.id = "conv2d_1",
                     .layer = "conv2d",
                     .version = 1,
                     .title = {},
                     .parameters = {{"filters", std::int64_t{2}}, {"activation", std::string("softsign")}}};
    auto& edges = project.graph.edges;
    const auto first = std::ranges::find(edges, "input_1", [](const Edge& edge) { return edge.from.node; });
    edges.push_back({{"conv2d_1", "output"}, first->to, Json::object()});
    const auto again = std::ranges::find(edges, "input_1", [](const Edge& edge) { return edge.from.node; });
    again->to = {"conv2d_1", "input"};
    project.graph.nodes.push_back(std::move(convolution));
    return project;
}

} // namespace

/// Failures below a backend's module become errors, and training never continues with results that were not computed.
class TestModuleFailures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void aFailedPrimitiveEndsTheRun_data();
    void aFailedPrimitiveEndsTheRun();
    void aFailureIsOfWhatFailed();
    void noExceptionCrossesTheBoundary();

private:
    fs::path at(const char* name) const { return m_root / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestModuleFailures::init()
{
    if (!hasBackend("cpu"))
        QSKIP("the processor's module is not built");
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestModuleFailures::cleanup()
{
    primitivesUntilFailure = -1;
    allocationsUntilFailure = -1;
    besideFailure = nullptr;
    hasJustFailed = false;
}

void TestModuleFailures::aFailedPrimitiveEndsTheRun_data()
{
    QTest::addColumn<int>("until");
    for (const int until : {0, 1, 5, 12})
        QTest::addRow("%d", until) << until;
}

void TestModuleFailures::aFailedPrimitiveEndsTheRun()
{
    QFETCH(int, until);
    trainTiny("cpu", optionsFor(at("straight")), convolving());
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = 1;
    options.events.step = [&](const StepEvent& event) {
        if (event.step == 2)
            primitivesUntilFailure = until;
    };
    const Error error = errorOf([&] { trainTiny("cpu", options, convolving()); });
    QVERIFY2(mentions(error, "oneDNN failed"), error.what());
    QCOMPARE(readRunRecord(at("run")).take().state, RunState::failed);
    // The run goes on from what had been computed, to the same end.
    options = {};
    options.resume = at("run");
    trainTiny("cpu", options, convolving());
    QCOMPARE(contentOf(at("run") / "metrics.csv"), contentOf(at("straight") / "metrics.csv"));
    QCOMPARE(contentOf(at("run") / "checkpoints/000015/weights.safetensors"),
             contentOf(at("straight") / "checkpoints/000015/weights.safetensors"));
}

/// Two networks at once, as when a network is queried while another trains: the failure of one does not affect the other.
void TestModuleFailures::aFailureIsOfWhatFailed()
{
    struct Network {
        TrainingSetup setup{convolving(), tinyData(), *backendFor("cpu").take(), {}};
        std::vector<float> rates = std::vector<float>(1, 0.1F);
        std::vector<float> rows = std::vector<float>(setup.metrics().recorded());

        Network()
        {
            setup.network().drawWeights();
            setup.beginEpoch(0);
        }
        Expected<int> run()
        {
            const CompiledNetwork::Sized& sized = setup.network().at(5);
            return sized.executable->run(sized.step(1), 1, rates, rows);
        }
    };
    Network failing, other;
    QVERIFY(failing.run() && other.run());
    int beside = 0;
    for (int primitive = 0; primitive < 40; ++primitive) {
        std::optional<Expected<int>> ran;
        besideFailure = [&] { std::thread([&] { ran = other.run(); }).join(); };
        hasJustFailed = false;
        primitivesUntilFailure = primitive;
        const Expected<int> failed = failing.run();
        if (primitivesUntilFailure.exchange(-1) >= 0)
            break; // all have been tried
        QVERIFY(!failed && mentions(failed.error(), "oneDNN failed"));
        if (!ran)
            continue; // it was the last one of its kernel
        ++beside;
        QVERIFY2(*ran, ran->hasValue() ? "" : ran->error().what());
    }
    QVERIFY(beside > 0);
    QVERIFY(failing.run());
}

void TestModuleFailures::noExceptionCrossesTheBoundary()
{
    TrainingSetup setup(convolving(), tinyData(), *backendFor("cpu").take(), {});
    setup.network().drawWeights();
    setup.beginEpoch(0);
    const CompiledNetwork::Sized& sized = setup.network().at(5);
    const std::vector<int> programs = sized.step(1);
    std::vector<float> rates(1, 0.1F), rows(setup.metrics().recorded());
    int failed = 0;
    for (int allocation = 0; allocation < 50; ++allocation) {
        allocationsUntilFailure = allocation;
        try {
            const Expected<int> ran = sized.executable->run(programs, 1, rates, rows);
            allocationsUntilFailure = -1;
            if (ran)
                break; // all have been tried
            ++failed;
            QCOMPARE(ran.error().kind(), ErrorKind::resources);
        } catch (...) {
            allocationsUntilFailure = -1;
            QFAIL("an exception left the module");
        }
    }
    QVERIFY(failed > 0);
    QCOMPARE(sized.executable->run(programs, 1, rates, rows).take(), 1);
}

NETSMITH_TEST(TestModuleFailures)
#include "test_module_failures.moc"
