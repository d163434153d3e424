#include "engine/cuda/backend.h"
#include "engine/cuda/device/plan_target.h"
#include "engine/cuda/device/recurrence_plan.h"
#include "engine/cuda/kernels/launch.h"
#include "engine/cuda/recurrences/sequence_tiles.h"
#include "engine/cuda/tuning_cache.h"
#include "tests/engine/cuda/host_device.h"
#include "tests/engine/plan/training_fixture.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <set>

namespace test_recurrence_choice {

using namespace netsmith;
using namespace netsmith::test;
using Layers = std::vector<std::pair<std::string, ParameterMap>>;

/// Which algorithm a recurrent layer uses, and that all of them compute the same.
class TestRecurrenceChoice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void allComputeTheSame_data();
    void allComputeTheSame();
    void theFastestIsTaken();
    void aSequenceIsTriedWhereItFits();
    void tilesHaveNames();
    void whatIsKeptIsTakenAgain();
    void anEstimateTimesNothing();
    void whatWasNamedIsTaken();
    void anEstimatesPlanIsNoRuns();
    void whatComputesWronglyIsPassedOver_data();
    void whatComputesWronglyIsPassedOver();
    void whatTookTheGpuIsNotTriedAgain();
    void anyOrderIsLetInOnRequest();
    void whatTheLibraryCannotIsOurOwn_data();
    void whatTheLibraryCannotIsOurOwn();
    void everySettingHasItsOwnName();

private:
    /// A batch that no other test uses, so that nothing was chosen for it yet.
    PlanOptions newOptions() { return {.batch = ++m_batch}; }

    std::int64_t m_batch = 6;
    QTemporaryDir m_folder;
    cuda::CudaBackend m_backend;
};

namespace {

const std::string ownName = "own";
constexpr int settings = 2; // of a layer: with a gradient, and to evaluate and predict

constexpr PlanOptions kept{.batch = 3}; ///< what another process chose an algorithm for,
constexpr PlanOptions lost{.batch = 2}; ///< and what another one lost the GPU with
constexpr std::int64_t comparedBatch = 6; ///< two groups of 4 samples, one of 8

cuda::RecurrenceSetting settingOf(const PlanOptions& options, bool training)
{
    return {.samples = options.batch, .steps = 28, .inputs = 28, .units = 5, .training = training, .weightGradients = training};
}

/// What the cache on disk says about such a layer.
cuda::TuningEntry entryOf(const PlanOptions& options, bool training)
{
    const cuda::TuningCache cache(cuda::tuningCacheFile("recurrences"));
    return cache.find(cuda::planTarget(), settingOf(options, training).text()).value_or(cuda::TuningEntry{});
}

std::string textOf(const std::vector<cuda::AlgorithmTrial>& trials)
{
    using Outcome = cuda::AlgorithmTrial::Outcome;
    std::string text;
    for (const cuda::AlgorithmTrial& trial : trials) {
        text += (text.empty() ? "" : ", ") + trial.algorithm + ' ';
        text += trial.outcome == Outcome::refused ? "refused"
            : trial.outcome == Outcome::timed     ? std::to_string(static_cast<int>(trial.milliseconds)) + " ms"
                                                  : std::string("wrong");
    }
    return text;
}

/// These layers over the rows of a digit, from the first to the last.
Project reading(const Layers& layers)
{
    Project project = sample("row_lstm");
    std::erase_if(project.graph.nodes, [](const Node& node) { return node.layer == "lstm"; });
    project.graph.edges.clear();
    auto end = project.graph.nodes.end() - 1;
    for (const auto& [layer, parameters] : layers) {
        Node node = project.graph.nodes.front();
        node.id = "layer_" + std::to_string(project.graph.nodes.size());
        node.layer = layer;
        node.parameters = parameters;
        end = project.graph.nodes.insert(end, node) + 1;
    }
    for (std::size_t i = 1; i < project.graph.nodes.size(); ++i)
        project.graph.edges.push_back(
            {{project.graph.nodes[i - 1].id, "output"}, {project.graph.nodes[i].id, "input"}, Json::object()});
    project.data.shuffle = false; // as stateful layers need it
    return project;
}

ParameterMap five(ParameterMap more = {})
{
    more["units"] = std::int64_t{5};
    return more;
}

std::vector<KernelInfo> recurrentKernels(SmallTraining& training)
{
    std::vector<KernelInfo> found;
    for (int program = 0; program < static_cast<int>(training.plan().programs.size()); ++program)
        for (KernelInfo& kernel : training.executable().kernels(program))
            if (kernel.op.starts_with("recurrence"))
                found.push_back(std::move(kernel));
    return found;
}

/// What was chosen for the recurrent layers, by key.
TunedAlgorithms choicesOf(SmallTraining& training)
{
    TunedAlgorithms choices;
    for (const KernelInfo& kernel : recurrentKernels(training))
        if (kernel.tuned)
            choices.insert_or_assign(kernel.tuned->key, kernel.tuned->value);
    return choices;
}
TunedAlgorithms choicesOf(SmallTraining&& training)
{
    return choicesOf(training);
}

TunedAlgorithms all(TunedAlgorithms choices, const std::string& name)
{
    for (auto& [key, value] : choices)
        value = name;
    return choices;
}

std::set<std::string> taken(const TunedAlgorithms& choices)
{
    std::set<std::string> names;
    for (const auto& [key, name] : choices)
        names.insert(name);
    return names;
}

/// The largest difference, relative to the largest number.
double apart(const std::vector<double>& a, const std::vector<double>& b)
{
    double most = 0.0, largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        most = std::max(most, std::abs(a[i] - b[i]));
        largest = std::max(largest, std::abs(a[i]));
    }
    return most / largest;
}

} // namespace

void TestRecurrenceChoice::initTestCase()
{
    init();
    cuda::TuningCache cache(cuda::tuningCacheFile("recurrences"));
    for (const bool training : {false, true})
        cache.setFastest(cuda::planTarget(), settingOf(kept, training).text(), "rows again");
    cache.addDeviceLost(cuda::planTarget(), settingOf(lost, true).text(), "rows");
}

void TestRecurrenceChoice::init()
{
    cuda::kernels::hostBlockSize = 1;
    hostDevice = {};
    hostDevice.tuningCaches = m_folder.path().toStdString();
}

void TestRecurrenceChoice::allComputeTheSame_data()
{
    QTest::addColumn<std::string>("cell");
    QTest::addColumn<ParameterMap>("parameters");
    QTest::addColumn<bool>("isStacked");
    QTest::addColumn<Precision>("precision");
    QTest::addColumn<std::string>("algorithm");
    QTest::addColumn<int>("block");
    // By the library; then all units in a block, some in each, and more than there are.
    const std::string algorithms[] = {"rows", "own:sequence:4x5", "own:sequence:8x2", "own:sequence:16x8"};
    const auto add = [&](const std::string& cell, const char* name, const ParameterMap& parameters, bool isStacked = false,
                         Precision precision = Precision::fp32) {
        for (const std::string& algorithm : algorithms)
            for (const int block : {1, 3, 4})
                if (block == 1 || (isStacked && algorithm.starts_with("own")))
                    QTest::addRow("%s %s, %s by blocks of %d", cell.c_str(), name, algorithm.c_str(), block)
                        << cell << parameters << isStacked << precision << algorithm << block;
    };
    for (const std::string cell : {"lstm", "gru"}) {
        const auto row = [&](const auto&... values) { add(cell, values...); };
        row("the last state", five());
        row("every state", five({{"return_sequences", true}}));
        row("backward", five({{"direction", std::string("backward")}}));
        row("backward, every state", five({{"direction", std::string("backward")}, {"return_sequences", true}}));
        row("both directions", five({{"direction", std::string("bidirectional")}}));
        row("without a bias", five({{"use_bias", false}}));
        row("stacked backward", five({{"direction", std::string("backward")}, {"return_sequences", true}}), true);
        row("bf16", five({{"return_sequences", true}}), false, Precision::bf16);
        row("fp16 backward", five({{"direction", std::string("backward")}}), false, Precision::fp16);
    }
    add("gru", "stateful", five({{"stateful", true}}));
    add("gru", "stateful bf16", five({{"stateful", true}}), false, Precision::bf16);
}

void TestRecurrenceChoice::allComputeTheSame()
{
    QFETCH(std::string, cell);
    QFETCH(ParameterMap, parameters);
    QFETCH(bool, isStacked);
    QFETCH(Precision, precision);
    QFETCH(std::string, algorithm);
    QFETCH(int, block);
    Layers layers;
    if (isStacked)
        layers.emplace_back(cell, five({{"return_sequences", true}}));
    layers.emplace_back(cell, parameters);
    if (parameters.contains("return_sequences"))
        layers.emplace_back("flatten", ParameterMap{});
    const Project project = reading(layers);
    const PlanOptions options{.batch = comparedBatch, .precision = precision};

    const TunedAlgorithms names = choicesOf(SmallTraining(project, m_backend, options));
    QVERIFY(!names.empty());
    const TunedAlgorithms own = all(names, ownName), others = all(names, algorithm);
    hostDevice.multiprocessors = 1000;
    cuda::kernels::hostBlockSize = block;
    SmallTraining ours(project, m_backend, options, {.tunedAlgorithms = &own}),
        theirs(project, m_backend, options, {.tunedAlgorithms = &others});
    QCOMPARE(choicesOf(theirs), others);
    const auto kernels = recurrentKernels(theirs);
    QVERIFY(kernels.size() >= 5); // three to train, and to evaluate and predict
    for (const KernelInfo& kernel : kernels)
        if (algorithm == "rows" || kernel.op != "recurrence_backward_weights") // which has no steps
            QCOMPARE(kernel.implementation, algorithm);

    const auto losses = [](SmallTraining& training) {
        std::vector<float> rows = training.train(3, 0.01f);
        std::ranges::copy(training.evaluate(2), std::back_inserter(rows));
        return std::vector<double>(rows.begin(), rows.end());
    };
    const double most = precision == Precision::fp32 ? 1e-5 : 0.02;
    const double loss = apart(losses(ours), losses(theirs));
    QVERIFY2(loss <= most, QByteArray::number(loss));
    const double gradients = apart(ours.arena(Arena::gradients), theirs.arena(Arena::gradients));
    QVERIFY2(gradients <= 10 * most, QByteArray::number(gradients));
    const double weights = apart(ours.arena(Arena::weights), theirs.arena(Arena::weights));
    QVERIFY2(weights <= 10 * most, QByteArray::number(weights));
    // What the library keeps are not numbers of ours, and the search for the first that is not finite must not read them.
    const auto wrong = theirs.executable().findNotFinite(theirs.plan().programIndex(programs::forwardBackward)).take();
    QVERIFY2(!wrong, wrong ? wrong->op.c_str() : "");
}

void TestRecurrenceChoice::theFastestIsTaken()
{
    const Project project = reading({{"lstm", five()}});
    const PlanOptions options = newOptions();
    hostDevice.times = {3.0, 2.0, 1.0, 1.0, 2.0, 3.0}; // our own, and the library's two
    const TunedAlgorithms choices = choicesOf(SmallTraining(project, m_backend, options));
    QCOMPARE(choices.size(), std::size_t{settings});
    QCOMPARE(taken(choices), (std::set<std::string>{"own", "rows again"}));
    QCOMPARE(hostDevice.timings, 6);
    QCOMPARE(choicesOf(SmallTraining(project, m_backend, options)), choices); // for the life of the process
    QCOMPARE(hostDevice.timings, 6);
}

void TestRecurrenceChoice::aSequenceIsTriedWhereItFits()
{
    const Project project = reading({{"lstm", five()}});
    m_batch = std::max<std::int64_t>(m_batch, 200);
    const PlanOptions options = newOptions(); // more than 200 samples are 51 groups of 4, 26 of 8 and 13 of 16
    hostDevice.multiprocessors = 26;
    hostDevice.times = std::vector<double>(10, 5.0);
    hostDevice.times[2] = hostDevice.times[7] = 1.0;
    QCOMPARE(taken(choicesOf(SmallTraining(project, m_backend, options))), std::set<std::string>{"own:sequence:16x4"});
    const cuda::TuningEntry entry = entryOf(options, true);
    QCOMPARE(textOf(entry.trials),
             std::string("own 5 ms, own:sequence:8x8 5 ms, own:sequence:16x4 1 ms, rows 5 ms, rows again 5 ms"));
    // What another GPU had room for, 26 groups of two blocks, is chosen again.
    const TunedAlgorithms named = all(choicesOf(SmallTraining(project, m_backend, options)), "own:sequence:8x4");
    const TunedAlgorithms chosen = choicesOf(SmallTraining(project, m_backend, options, {.tunedAlgorithms = &named}));
    QCOMPARE(taken(chosen), std::set<std::string>{"own:sequence:16x4"});
}

void TestRecurrenceChoice::tilesHaveNames()
{
    const auto tiles = cuda::sequenceTilesFrom("own:sequence:8x24");
    QVERIFY(tiles);
    QCOMPARE(tiles->samples, 8);
    QCOMPARE(tiles->units, 24);
    QCOMPARE(cuda::nameOf(*tiles), std::string("own:sequence:8x24"));
    for (const char* const other :
         {"own", "own:sequence:", "own:sequence:8", "own:sequence:8x", "own:sequence:5x4", "own:sequence:4x0", "own:sequence:4x-4",
          "own:sequence:04x4", "own:sequence:4x4 ", "own:sequence:4x1999999999", "own:sequence:4x99999999999"})
        QVERIFY2(!cuda::sequenceTilesFrom(other), other);
}

void TestRecurrenceChoice::whatIsKeptIsTakenAgain()
{
    const Project project = reading({{"lstm", five()}});
    QCOMPARE(taken(choicesOf(SmallTraining(project, m_backend, kept))), std::set<std::string>{"rows again"});
    QCOMPARE(hostDevice.timings, 0);
    // What was found is kept for the next process.
    const PlanOptions options = newOptions();
    hostDevice.brokenPlans = {"rows again"};
    hostDevice.times = {1.0, 2.0, 1.0, 2.0};
    const TunedAlgorithms found = choicesOf(SmallTraining(project, m_backend, options));
    for (const bool training : {false, true}) {
        const cuda::TuningEntry entry = entryOf(options, training);
        QCOMPARE(entry.fastest, ownName);
        QCOMPARE(textOf(entry.trials), std::string("own 1 ms, rows 2 ms, rows again refused"));
    }
}

void TestRecurrenceChoice::anEstimateTimesNothing()
{
    const Project project = reading({{"gru", five()}});
    const PlanOptions options = newOptions();
    const CompileOptions estimate{.measures = false};
    hostDevice.times = std::vector<double>(6, 1.0);
    hostDevice.times[0] = hostDevice.times[3] = 0.5;
    QCOMPARE(taken(choicesOf(SmallTraining(project, m_backend, options, estimate))), std::set<std::string>{"rows"});
    QCOMPARE(hostDevice.timings, 0);
    // A run still times it, and later estimates use the result.
    QCOMPARE(taken(choicesOf(SmallTraining(project, m_backend, options))), std::set<std::string>{ownName});
    QCOMPARE(taken(choicesOf(SmallTraining(project, m_backend, options, estimate))), std::set<std::string>{ownName});
    QCOMPARE(hostDevice.timings, 6);
}

void TestRecurrenceChoice::whatWasNamedIsTaken()
{
    const Project project = reading({{"lstm", five()}});
    const PlanOptions options = newOptions();
    const auto choices = [&](const TunedAlgorithms& named) {
        return choicesOf(SmallTraining(project, m_backend, options, {.tunedAlgorithms = &named}));
    };
    const TunedAlgorithms timed = choices({});
    QCOMPARE(taken(timed), std::set<std::string>{ownName});
    QCOMPARE(choices(all(timed, "rows again")), all(timed, "rows again"));
    QCOMPARE(choices(all(timed, "of an older library")), timed);
    hostDevice.brokenPlans = {"rows"};
    QCOMPARE(choices(all(timed, "rows")), timed);
}

/// A plan used for an estimate never ran: a run tries it first.
void TestRecurrenceChoice::anEstimatesPlanIsNoRuns()
{
    const Project project = reading({{"lstm", five()}});
    const PlanOptions options = newOptions();
    const TunedAlgorithms timed = choicesOf(SmallTraining(project, m_backend, options)), named = all(timed, "rows");
    hostDevice.brokenPlans = {"rows"};
    QCOMPARE(choicesOf(SmallTraining(project, m_backend, options, {.measures = false, .tunedAlgorithms = &named})), named);
    QCOMPARE(choicesOf(SmallTraining(project, m_backend, options, {.tunedAlgorithms = &named})), timed);
}

void TestRecurrenceChoice::whatComputesWronglyIsPassedOver_data()
{
    QTest::addColumn<std::vector<std::string> HostDevice::*>("fault");
    QTest::newRow("not runnable") << &HostDevice::brokenPlans;
    QTest::newRow("two gates swapped") << &HostDevice::wrongPlans;
    QTest::newRow("other bits on each run") << &HostDevice::shakyPlans;
}

void TestRecurrenceChoice::whatComputesWronglyIsPassedOver()
{
    QFETCH(std::vector<std::string> HostDevice::*, fault);
    const Project project = reading({{"lstm", five()}});
    const PlanOptions options = newOptions();
    hostDevice.*fault = {"rows", "rows again"};
    hostDevice.times = {5.0, 1.0, 1.0, 5.0, 1.0, 1.0};
    const TunedAlgorithms choices = choicesOf(SmallTraining(project, m_backend, options));
    for (const auto& [key, name] : choices)
        if (key.find("for training") != std::string::npos)
            QCOMPARE(name, ownName);
    QCOMPARE(choices.size(), std::size_t{settings});
}

void TestRecurrenceChoice::whatTookTheGpuIsNotTriedAgain()
{
    const Project project = reading({{"lstm", five()}});
    hostDevice.times = {3.0, 1.0, 2.0, 3.0, 3.0}; // to train: our own and the second; to evaluate: our own and both
    const TunedAlgorithms choices = choicesOf(SmallTraining(project, m_backend, lost));
    QCOMPARE(taken(choices), (std::set<std::string>{"own", "rows again"}));
    QCOMPARE(hostDevice.timings, 5);
    QCOMPARE(textOf(entryOf(lost, true).trials), std::string("own 3 ms, rows refused, rows again 1 ms"));

    // Algorithms that the GPU is lost with now are not tried again either.
    const PlanOptions options = newOptions();
    for (const char* const fatal : {"rows", "rows again"}) {
        hostDevice.fatalPlans = {fatal};
        QVERIFY_THROWS_EXCEPTION(Error, SmallTraining(project, m_backend, options));
    }
    hostDevice.fatalPlans = {"rows", "rows again"};
    hostDevice.times.clear();
    QVERIFY_THROWS_EXCEPTION(Error, SmallTraining(project, m_backend, options)); // to evaluate; to train, our own is left by now
    QCOMPARE(entryOf(options, true).deviceLost, (std::vector<std::string>{"rows", "rows again"}));
}

void TestRecurrenceChoice::anyOrderIsLetInOnRequest()
{
    const Project project = reading({{"lstm", five()}});
    const PlanOptions options = newOptions();
    hostDevice.shakyPlans = {"rows", "rows again"};
    hostDevice.times = {5.0, 1.0, 1.0, 5.0, 1.0, 1.0};
    const TunedAlgorithms choices = choicesOf(SmallTraining(project, m_backend, options, {.deterministic = false}));
    QCOMPARE(taken(choices), std::set<std::string>{"rows"});
    for (const auto& [key, name] : choices)
        QVERIFY2(key.find("in any order") != std::string::npos, key.c_str());
}

void TestRecurrenceChoice::whatTheLibraryCannotIsOurOwn_data()
{
    QTest::addColumn<Layers>("layers");
    QTest::addColumn<bool>("keepsAll");
    QTest::newRow("a simple cell") << Layers{{"simple_rnn", five()}} << false;
    QTest::newRow("a stateful LSTM") << Layers{{"lstm", five({{"stateful", true}})}} << false;
    QTest::newRow("gates that are kept for inspection") << Layers{{"lstm", five()}} << true;
}

void TestRecurrenceChoice::whatTheLibraryCannotIsOurOwn()
{
    QFETCH(Layers, layers);
    QFETCH(bool, keepsAll);
    SmallTraining training(reading(layers), m_backend, newOptions(), {.keepAll = keepsAll});
    for (const auto& [key, name] : choicesOf(training)) // prediction starts from 0 and keeps nothing: it may
        QVERIFY2(key.find("for training") == std::string::npos, key.c_str());
    training.train(1);
}

/// Every figure of a layer is part of its key: two that differ must not share a choice.
void TestRecurrenceChoice::everySettingHasItsOwnName()
{
    const cuda::RecurrenceSetting setting;
    std::set<std::string> names{setting.text()};
    const auto other = [&](const auto& change) {
        cuda::RecurrenceSetting changed = setting;
        change(changed);
        QVERIFY2(names.insert(changed.text()).second, changed.text().c_str());
    };
    other([](auto& s) { s.cell = Cell::gru; });
    other([](auto& s) { s.type = DataType::bf16; });
    other([](auto& s) { s.tensorFloat = true; });
    other([](auto& s) { s.anyOrder = true; });
    other([](auto& s) { s.bias = false; });
    other([](auto& s) { s.training = true; });
    other([](auto& s) { s.training = s.inputGradient = true; });
    other([](auto& s) { s.training = s.weightGradients = true; });
    other([](auto& s) { s.state = true; });
    for (const auto figure : {&cuda::RecurrenceSetting::samples, &cuda::RecurrenceSetting::steps, &cuda::RecurrenceSetting::inputs,
                              &cuda::RecurrenceSetting::units})
        other([&](auto& s) { s.*figure = 2; });
}

NETSMITH_TEST(TestRecurrenceChoice)

} // namespace test_recurrence_choice

#include "test_recurrence_choice.moc"
