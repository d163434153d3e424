#include "engine/backend/loader.h"
#include "tests/engine/reference/tiny_plan.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace test_reference {

using namespace netsmith;
using namespace netsmith::test;

namespace {

using Values = std::vector<double>;
using Counters = std::array<std::int64_t, control::counterCount>;

constexpr int trainingPrograms[] = {TinyPlan::forwardBackward, TinyPlan::update};
constexpr int evaluation[] = {TinyPlan::evaluate};
const double notANumber = std::numeric_limits<double>::quiet_NaN();

/// The weights as in the arena: the kernel, a gap, the bias, a gap.
Values startingWeights()
{
    Values weights(32, 0.0);
    std::ranges::copy(Values{0.5, -0.25, 0.125, 0.75, -0.5, 0.25}, weights.begin());
    weights[16] = 0.1;
    weights[17] = -0.2;
    return weights;
}

/// One training step in plain C++, independent of the engine: the oracle of the oracle.
struct ByHand {
    TinyData data;
    Values weights = startingWeights();

    double step(std::size_t position, double lr)
    {
        Values gradient(32, 0.0);
        double loss = 0.0;
        for (std::size_t row = 0; row < 2; ++row) {
            const auto sample = static_cast<std::size_t>(data.order[position + row]);
            const float* x = &data.images[sample * 3];
            double logits[2];
            for (std::size_t n = 0; n < 2; ++n)
                logits[n] = weights[16 + n] + x[0] * weights[n] + x[1] * weights[2 + n] + x[2] * weights[4 + n];
            const double sum = std::exp(logits[0]) + std::exp(logits[1]);
            loss += std::log(sum) - logits[data.labels[sample]];
            for (std::size_t n = 0; n < 2; ++n) {
                const double d = std::exp(logits[n]) / sum - (data.labels[sample] == n ? 1.0 : 0.0);
                gradient[16 + n] += d;
                for (std::size_t k = 0; k < 3; ++k)
                    gradient[k * 2 + n] += x[k] * d;
            }
        }
        for (std::size_t i = 0; i < weights.size(); ++i)
            weights[i] -= lr * gradient[i] / 2.0;
        return loss;
    }
};

std::string idOf(const Error& error)
{
    return error.message().id();
}

} // namespace

/// The reference as a backend: launches, rates, counters, metrics, the latch, data, and every misuse.
class TestReference : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();

    void trainsAsByHand();
    void launchesOfAnyLengthAgree();
    void evaluatesWithoutLearning();
    void predicts();
    void nanLatchesAndNamesItsOp();
    void runsOpsOneByOne();
    void readsDataWhereItIsNow();
    void refusesWrongData();
    void refusesWrongCalls();
    void refusesAnotherPlansState();
    void tellsItsMemory();
    void tellsItsKernels();
    void offersWhatItCan();
    void roundsToBf16();
    void roundsToFp16();

private:
    Values arena(Arena which)
    {
        Values values(32);
        m_state->readArena(which, values).take();
        return values;
    }
    Counters counters(std::string_view stream)
    {
        Counters values{};
        m_state->readCounters(stream, values).take();
        return values;
    }
    Expected<int> train(int steps, std::span<float> metrics, std::vector<float> rates = {})
    {
        if (rates.empty())
            rates.assign(static_cast<std::size_t>(steps), 0.1f);
        return m_executable->run(trainingPrograms, steps, rates, metrics);
    }

    TinyPlan m_tiny;
    TinyData m_data;
    Backend* m_backend = nullptr;
    std::unique_ptr<State> m_state;
    std::unique_ptr<Executable> m_executable;
};

void TestReference::init()
{
    auto backend = loadBackend("reference");
    QVERIFY2(backend.hasValue(), backend ? "" : backend.error().what());
    m_backend = *backend;
    m_data = {};
    m_state = m_backend->createState(m_tiny.plan).take();
    m_executable = m_backend->compile(m_tiny.plan, *m_state, {}).take();
    m_data.bindTo(*m_state);
    m_state->writeArena(Arena::weights, startingWeights()).take();
}

void TestReference::trainsAsByHand()
{
    ByHand hand;
    const std::vector<float> rates{0.5f, 0.25f, 0.125f};
    std::vector<float> metrics(6);
    QCOMPARE(train(3, metrics, rates).take(), 3);
    for (std::size_t s = 0; s < 3; ++s) {
        QCOMPARE(metrics[s * 2], static_cast<float>(hand.step(s * 2, static_cast<double>(rates[s]))));
        QCOMPARE(metrics[s * 2 + 1], 2.0f);
    }
    const Values weights = arena(Arena::weights);
    for (std::size_t i = 0; i < weights.size(); ++i)
        QVERIFY2(std::abs(weights[i] - hand.weights[i]) < 1e-14, qPrintable(QString("weight %1").arg(i)));
    QCOMPARE(counters("train"), (Counters{3, 6, 6, 3, 3}));
    QCOMPARE(counters("evaluate"), (Counters{}));
}

void TestReference::launchesOfAnyLengthAgree()
{
    std::vector<float> all(6);
    QCOMPARE(train(3, all).take(), 3);
    const Values together = arena(Arena::weights);

    init();
    std::vector<float> first(4), second(2);
    QCOMPARE(train(2, first).take(), 2);
    QCOMPARE(train(1, second).take(), 1);
    QVERIFY(arena(Arena::weights) == together);
    first.insert(first.end(), second.begin(), second.end());
    QCOMPARE(first, all);
    QCOMPARE(counters("train"), (Counters{3, 6, 6, 1, 1}));
}

void TestReference::evaluatesWithoutLearning()
{
    ByHand hand;
    std::vector<float> metrics(6);
    m_state->writeCounters("evaluate", Counters{0, 0, 100, 9}).take();
    QCOMPARE(m_executable->run(evaluation, 3, {}, metrics).take(), 3);
    for (std::size_t s = 0; s < 3; ++s)
        QCOMPARE(metrics[s * 2], static_cast<float>(hand.step(s * 2, 0.0)));
    QVERIFY(arena(Arena::weights) == startingWeights());
    QCOMPARE(counters("evaluate"), (Counters{0, 6, 106, 3}));
    QCOMPARE(counters("train"), (Counters{}));
}

void TestReference::predicts()
{
    const int program[] = {TinyPlan::predict};
    m_executable->write(m_tiny.predictInput, Values{0, 0, 0, 1, 0, 0}).take();
    QCOMPARE(m_executable->run(program, 1, {}, {}).take(), 1);
    Values out(4);
    m_executable->read(m_tiny.prediction, out).take();
    QCOMPARE(out[0], 1.0 / (1.0 + std::exp(-0.3)));
    QCOMPARE(out[2], 1.0 / (1.0 + std::exp(-0.3 - 0.75)));
}

void TestReference::nanLatchesAndNamesItsOp()
{
    // The third batch holds samples 4 and 2.
    m_data.images[4 * 3] = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> metrics(10, -1.0f);
    m_data.order = {5, 0, 3, 1, 4, 2, 0, 1, 2, 3};
    m_data.bindTo(*m_state);
    QCOMPARE(train(5, metrics).take(), 2);
    QCOMPARE(counters("train"), (Counters{2, 4, 4, 2, 2}));
    QVERIFY(std::isfinite(metrics[2]));
    QCOMPARE(metrics[4], -1.0f); // no row for a step that was not done
    ByHand hand;
    hand.step(0, 0.1f);
    hand.step(2, 0.1f);
    const Values weights = arena(Arena::weights);
    for (std::size_t i = 0; i < weights.size(); ++i)
        QVERIFY(std::abs(weights[i] - hand.weights[i]) < 1e-14);

    const auto found = m_executable->findNotFinite(TinyPlan::forwardBackward).take();
    QVERIFY(found.has_value());
    QCOMPARE(found->op, std::string("gather"));
    QCOMPARE(found->origin, std::vector<std::string>{"input"});
    QVERIFY(arena(Arena::weights) == weights);

    // With valid data it goes on where it stopped, and the latch is off.
    m_data.images[4 * 3] = 1.0f;
    QCOMPARE(train(1, {}).take(), 1);
    QCOMPARE(counters("train"), (Counters{3, 6, 6, 1, 1}));
    m_state->writeCounters("train", Counters{}).take();
    QVERIFY(!m_executable->findNotFinite(TinyPlan::forwardBackward).take().has_value());
}

void TestReference::runsOpsOneByOne()
{
    std::vector<float> metrics(2);
    QCOMPARE(train(1, metrics).take(), 1);
    const Values whole = arena(Arena::weights);
    init();
    for (const int program : trainingPrograms)
        for (int i = 0; i < m_executable->kernelCount(program); ++i)
            m_executable->runOps(program, i, i + 1).take();
    // The rate is left from the last launch: none yet, so that only the counters moved.
    QVERIFY(arena(Arena::weights) == startingWeights());
    QCOMPARE(counters("train"), (Counters{1, 2, 2, 1, 1}));
    Values logits(4);
    m_executable->read(m_tiny.logits, logits).take();
    QVERIFY(std::ranges::all_of(logits, [](double value) { return std::isfinite(value); }));
    QVERIFY(whole != startingWeights());
}

void TestReference::readsDataWhereItIsNow()
{
    Values logits(4), again(4);
    m_executable->runOps(TinyPlan::forwardBackward, 0, 3).take();
    m_executable->read(m_tiny.logits, logits).take();
    TinyData other;
    other.order = {0, 5, 3, 1, 4, 2};
    m_state->bind("train/order", other.orderArray()).take();
    m_executable->runOps(TinyPlan::forwardBackward, 0, 3).take();
    m_executable->read(m_tiny.logits, again).take();
    QCOMPARE(again, (Values{logits[2], logits[3], logits[0], logits[1]}));
}

void TestReference::refusesWrongData()
{
    const auto refusal = [&] {
        auto result = train(1, {});
        return result ? std::string() : idOf(result.error());
    };
    QCOMPARE(idOf(m_state->bind("train/image", {}).error()), std::string("reference.empty"));
    m_state->bind("train/image", m_data.labelArray()).take();
    QCOMPARE(refusal(), std::string("reference.bound"));
    HostArray narrow = m_data.imageArray();
    narrow.sampleElements = 2;
    m_state->bind("train/image", narrow).take();
    QCOMPARE(refusal(), std::string("reference.bound"));
    m_data.bindTo(*m_state);
    QCOMPARE(refusal(), std::string());

    m_data.order[3] = 6;
    QCOMPARE(refusal(), std::string("reference.sample"));
    m_data.order[3] = -1;
    QCOMPARE(refusal(), std::string("reference.sample"));
    m_data.order[3] = 1;
    for (const std::int64_t position : {std::int64_t{-1}, std::int64_t{5}, std::int64_t{1} << 40}) {
        m_state->writeCounters("train", Counters{0, position, 0, 0}).take();
        QCOMPARE(refusal(), std::string("reference.order"));
    }

    const auto fresh = m_backend->createState(m_tiny.plan).take();
    const auto executable = m_backend->compile(m_tiny.plan, *fresh, {}).take();
    const auto unbound = executable->run(evaluation, 1, {}, {});
    QVERIFY(!unbound);
    QCOMPARE(idOf(unbound.error()), std::string("reference.unbound"));
    QVERIFY(QString(unbound.error().what()).contains("evaluate/image"));
}

void TestReference::refusesWrongCalls()
{
    std::vector<float> room(4);
    const std::vector<float> rates{0.1f, 0.1f};
    const int nowhere[] = {7};
    const auto runs = [&](std::span<const int> programs, int steps, std::span<const float> given, std::span<float> metrics) {
        auto result = m_executable->run(programs, steps, given, metrics);
        return result ? std::string() : idOf(result.error());
    };
    QCOMPARE(runs(trainingPrograms, -1, {}, {}), std::string("reference.run"));
    QCOMPARE(runs(trainingPrograms, control::maximumSteps + 1, {}, {}), std::string("reference.run"));
    QCOMPARE(runs(trainingPrograms, 3, rates, {}), std::string("reference.run"));
    QCOMPARE(runs(trainingPrograms, 3, {}, room), std::string("reference.run"));
    QCOMPARE(runs(nowhere, 1, {}, {}), std::string("reference.program"));
    QCOMPARE(runs(trainingPrograms, 0, {}, {}), std::string());

    QCOMPARE(idOf(m_executable->runOps(TinyPlan::predict, 0, 9).error()), std::string("reference.ops"));
    QCOMPARE(idOf(m_executable->runOps(-1, 0, 1).error()), std::string("reference.program"));
    QCOMPARE(m_executable->kernelCount(9), 0);
    Values three(3);
    QCOMPARE(idOf(m_executable->read(m_tiny.logits, three).error()), std::string("reference.count"));
    QCOMPARE(idOf(m_executable->write(m_tiny.logits, three).error()), std::string("reference.count"));
    QCOMPARE(idOf(m_executable->read(-1, three).error()), std::string("reference.tensor"));
    QCOMPARE(idOf(m_executable->read(m_tiny.plan.findTensor("train/image"), three).error()), std::string("reference.data"));
    QCOMPARE(idOf(m_state->readArena(Arena::weights, three).error()), std::string("state.size"));
    QCOMPARE(idOf(m_state->readArena(Arena::slot0, three).error()), std::string("state.size"));
    Counters counters{};
    QCOMPARE(idOf(m_state->readCounters("test", counters).error()), std::string("reference.stream"));
}

void TestReference::refusesAnotherPlansState()
{
    LogicalPlan larger = m_tiny.plan;
    larger.parameters.elements = 48;
    layOutState(larger);
    const auto refused = m_backend->compile(larger, *m_state, {});
    QVERIFY(!refused);
    QCOMPARE(idOf(refused.error()), std::string("state.row"));

    LogicalPlan cut = m_tiny.plan;
    cut.precision = Precision::tf32;
    QCOMPARE(idOf(m_backend->compile(cut, *m_state, {}).error()), std::string("reference.precision"));
    QVERIFY(m_backend->unsupported(cut, cut.programs[0].ops[0]).has_value());
    QVERIFY(!m_backend->unsupported(m_tiny.plan, m_tiny.plan.programs[0].ops[0]).has_value());

    static const OpSpec unknown{.name = "transmogrify"};
    LogicalPlan strange = m_tiny.plan;
    strange.programs[0].ops[0].spec = &unknown;
    QCOMPARE(idOf(m_backend->compile(strange, *m_state, {}).error()), std::string("reference.op"));
    QVERIFY(m_backend->unsupported(strange, strange.programs[0].ops[0]).has_value());

    LogicalPlan huge = m_tiny.plan;
    for (TensorInfo& info : huge.tensors)
        if (info.role == Role::activation)
            info.shape = {std::int64_t{1} << 31, std::int64_t{1} << 28};
    QCOMPARE(idOf(m_backend->estimate(huge, {}).error()), std::string("reference.total"));
    QCOMPARE(static_cast<int>(m_backend->compile(huge, *m_state, {}).error().kind()), static_cast<int>(ErrorKind::resources));
}

void TestReference::tellsItsMemory()
{
    const MemoryUse estimate = m_backend->estimate(m_tiny.plan, {}).take();
    const MemoryUse used = m_executable->memory();
    QCOMPARE(estimate.weights, 32 * 8);
    QCOMPARE(estimate.gradients, 32 * 8);
    QCOMPARE(estimate.optimizer, 0);
    QCOMPARE(estimate.activations, used.activations);
    QCOMPARE(estimate.workspace, used.workspace);
    QCOMPARE(estimate.data, 0);
    QCOMPARE(used.data, 6 * 3 * 4 + 6 + 6 * 4); // once, though both streams use it
    QCOMPARE(used.total(), estimate.total() + used.data);
}

void TestReference::tellsItsKernels()
{
    const auto kernels = m_executable->kernels(TinyPlan::forwardBackward);
    QCOMPARE(static_cast<int>(kernels.size()), m_executable->kernelCount(TinyPlan::forwardBackward));
    QCOMPARE(kernels[2].op, std::string("dense"));
    QCOMPARE(kernels[2].attributes, std::string("bias"));
    QCOMPARE(kernels[2].origin, std::vector<std::string>{"dense"});
    QCOMPARE(kernels[2].flops, 2.0 * 2 * 3 * 2);
    QVERIFY(m_executable->kernels(-1).empty());
}

void TestReference::offersWhatItCan()
{
    const auto devices = m_backend->devices();
    QCOMPARE(devices.size(), 1u);
    QCOMPARE(devices[0].id, std::string("reference"));
    QCOMPARE(m_backend->name(), std::string_view("reference"));
    for (const PrecisionSupport& support : devices[0].precisions) {
        QCOMPARE(support.available, support.precision != Precision::tf32);
        QVERIFY(support.note || isEmulated(support.precision));
    }
}

void TestReference::roundsToBf16()
{
    LogicalPlan narrow = m_tiny.plan;
    narrow.precision = Precision::bf16;
    narrow.tensors[static_cast<std::size_t>(m_tiny.predictInput)].type = DataType::bf16;
    const auto executable = m_backend->compile(narrow, *m_state, {}).take();
    executable->write(m_tiny.predictInput, Values{1.001, 3.14159, notANumber, 1e30, 0, -0.3}).take();
    Values back(6);
    executable->read(m_tiny.predictInput, back).take();
    QCOMPARE(back[0], 1.0);
    QCOMPARE(back[1], 3.140625);
    QVERIFY(std::isnan(back[2]));
    QCOMPARE(back[5], -0.30078125);
}

void TestReference::roundsToFp16()
{
    LogicalPlan narrow = m_tiny.plan;
    narrow.precision = Precision::fp16;
    narrow.tensors[static_cast<std::size_t>(m_tiny.predictInput)].type = DataType::f16;
    const auto executable = m_backend->compile(narrow, *m_state, {}).take();
    executable->write(m_tiny.predictInput, Values{1.0004, 3.14159, notANumber, 65520, 1e-7, -2e-8}).take();
    Values back(6);
    executable->read(m_tiny.predictInput, back).take();
    QCOMPARE(back[0], 1.0);
    QCOMPARE(back[1], 3.140625);
    QVERIFY(std::isnan(back[2]));
    QVERIFY(std::isinf(back[3]));
    QCOMPARE(back[4], 0x1p-23); // 2⁻²⁴ apart
    QCOMPARE(back[5], 0.0);
}

NETSMITH_TEST(TestReference)

} // namespace test_reference

#include "test_reference.moc"
