#include "engine/cuda/backend.h"
#include "engine/cuda/kernels/cast.h"
#include "engine/cuda/kernels/float16.h"
#include "engine/ops/constant.h"
#include "engine/ops/loss_scale.h"
#include "tests/engine/plan/training_fixture.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace test_half {

using namespace netsmith;
using netsmith::cuda::Float16;
using netsmith::test::SmallTraining;
using Counters = std::array<std::int64_t, control::counterCount>;
using Values = std::vector<double>;

/// FP16 in the CUDA backend with the host as the device: its numbers, and the steps skipped because of their narrow range.
class TestHalf : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyNumberComesBack();
    void roundsToTheNearestEven();
    void castsAsItRounds();
    void keepsInFullWhatBf16Keeps();
    void trainsAsTheReference_data();
    void trainsAsTheReference();
    void anOverflowIsWrittenNowhere_data();
    void anOverflowIsWrittenNowhere();
    void evaluatesAndPredicts();

private:
    cuda::CudaBackend m_backend;
};

namespace {

constexpr PlanOptions half{.batch = 8, .precision = Precision::fp16};

/// Batch normalisation, dropout, Adam and a moving average of the weights: everything that a step changes.
Project steppingProject()
{
    Project project = test::sample("mnist_mlp");
    Graph& graph = project.graph;
    graph = Graph{};
    const auto add = [&](std::string id, std::string layer, ParameterMap parameters) {
        const std::string before = graph.nodes.empty() ? std::string() : graph.nodes.back().id;
        graph.nodes.push_back(
            {.id = std::move(id), .layer = std::move(layer), .version = 1, .title = {}, .parameters = std::move(parameters)});
        if (!before.empty())
            graph.edges.push_back({{before, "output"}, {graph.nodes.back().id, "input"}, Json::object()});
    };
    using Sizes = std::vector<std::int64_t>;
    add("input_1", "input", {{"shape", Sizes{28, 28, 1}}});
    add("conv2d_1", "conv2d", {{"filters", std::int64_t{4}}, {"strides", Sizes{2, 2}}, {"activation", std::string("relu")}});
    add("max_pooling2d_1", "max_pooling2d", {});
    add("flatten_1", "flatten", {});
    add("dense_1", "dense", {{"units", std::int64_t{16}}});
    add("batch_normalization_1", "batch_normalization", {});
    add("dropout_1", "dropout", {{"rate", 0.25}});
    add("dense_2", "dense", {{"units", std::int64_t{10}}, {"activation", std::string("softmax")}});
    project.training.optimizer = {"adam", {}};
    project.training.emaMomentum = 0.9;
    return project;
}

Counters countersOf(SmallTraining& training)
{
    Counters counters{};
    training.state().readCounters("train", counters).take();
    return counters;
}

void setCounters(SmallTraining& training, const Counters& counters)
{
    training.state().writeCounters("train", counters).take();
}

/// Everything that outlasts a step except the counters.
std::vector<Values> lasting(SmallTraining& training)
{
    std::vector<Values> all;
    for (const Arena arena : {Arena::weights, Arena::slot0, Arena::slot1, Arena::statistics, Arena::average})
        all.push_back(training.arena(arena));
    return all;
}

bool haveSameBytes(const std::vector<Values>& a, const std::vector<Values>& b)
{
    return std::ranges::equal(a, b, [](const Values& x, const Values& y) {
        return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) == 0;
    });
}

} // namespace

void TestHalf::everyNumberComesBack()
{
    for (std::uint32_t bits = 0; bits <= 0xffffu; ++bits) {
        Float16 number;
        number.bits = static_cast<std::uint16_t>(bits);
        const auto value = static_cast<float>(number);
        if ((bits & 0x7fffu) > 0x7c00u) {
            QVERIFY(std::isnan(value) && std::isnan(static_cast<float>(Float16(value))));
            continue;
        }
        QCOMPARE(Float16(value).bits, number.bits);
        QCOMPARE(std::bit_cast<std::uint32_t>(roundedToHalf(value)), std::bit_cast<std::uint32_t>(value));
    }
}

/// For any two neighbours, a number between them is rounded to the nearer one, and the middle to the even one.
void TestHalf::roundsToTheNearestEven()
{
    for (std::uint32_t sign : {0u, 0x8000u})
        for (std::uint32_t bits = 0; bits < 0x7c00u; ++bits) {
            const std::uint32_t low = sign | bits;
            // Infinity is where the next number would be, at 65536.
            const double above = bits == 0x7bffu ? 65536.0 : static_cast<double>(halfValue(static_cast<std::uint16_t>(bits + 1)));
            const double size = (static_cast<double>(halfValue(static_cast<std::uint16_t>(bits))) + above) / 2.0;
            const auto middle = static_cast<float>(sign ? -size : size);
            const float zero = 0.0f, beyond = std::copysign(std::numeric_limits<float>::infinity(), middle);
            QCOMPARE(std::uint32_t{Float16(middle).bits}, bits % 2 == 0 ? low : low + 1);
            QCOMPARE(std::uint32_t{Float16(std::nextafter(middle, zero)).bits}, low);
            QCOMPARE(std::uint32_t{Float16(std::nextafter(middle, beyond)).bits}, low + 1);
        }
    QCOMPARE(std::uint32_t{Float16(std::numeric_limits<float>::max()).bits}, 0x7c00u);
    QCOMPARE(std::uint32_t{Float16(-std::numeric_limits<double>::infinity()).bits}, 0xfc00u);
    QCOMPARE(std::uint32_t{Float16(1e-30f).bits}, 0u);
}

void TestHalf::castsAsItRounds()
{
    const std::vector<float> x{0.1f, -65519.0f, 65520.0f, 6e-8f, -3e-8f, 1.0009766f, std::numeric_limits<float>::infinity()};
    const auto count = static_cast<std::int64_t>(x.size());
    cuda::Stream stream;
    std::vector<Float16> low(x.size());
    std::vector<float> back(x.size());
    cuda::kernels::cast(stream, x.data(), low.data(), count);
    cuda::kernels::cast(stream, low.data(), back.data(), count);
    for (std::size_t i = 0; i < x.size(); ++i)
        QCOMPARE(back[i], roundedToHalf(x[i]));
}

/// The same ops on the same types as in BF16, except those that scale the loss: what outlasts a step, losses and their sums are
/// f32.
void TestHalf::keepsInFullWhatBf16Keeps()
{
    const Project project = steppingProject();
    const auto plan = [&](Precision precision) {
        return buildPlan({project, catalog(), test::fieldsOf(project)}, {.batch = 8, .precision = precision});
    };
    const LogicalPlan low = plan(Precision::fp16), known = plan(Precision::bf16);
    const auto words = [](const LogicalPlan& of, DataType type) {
        std::vector<std::string> all;
        for (const Op& op : of.program(programs::evaluate).ops) {
            if (op.spec == &ops::constant) // the loss scale's column in a row
                continue;
            std::string line(op.spec->name);
            for (const TensorId id : op.outputs)
                line += of.tensor(id).type == type ? " low" : ' ' + std::string(nameOf(of.tensor(id).type));
            all.push_back(line);
        }
        return all;
    };
    QCOMPARE(words(low, DataType::f16), words(known, DataType::bf16));
    int narrow = 0;
    for (const TensorInfo& tensor : low.tensors) {
        QVERIFY(tensor.type != DataType::bf16);
        narrow += tensor.type == DataType::f16 ? 1 : 0;
        QVERIFY(tensor.type != DataType::f16 || tensor.role == Role::activation);
    }
    QVERIFY(narrow > 20);
    QVERIFY(
        std::ranges::any_of(low.program(programs::forwardBackward).ops, [](const Op& op) { return op.spec == &ops::lossScale; }));
}

void TestHalf::trainsAsTheReference_data()
{
    QTest::addColumn<int>("precision");
    QTest::newRow("the same, rounded from double") << static_cast<int>(Precision::fp16);
    QTest::newRow("emulated") << static_cast<int>(Precision::fp16Emulated);
    QTest::newRow("fp32") << static_cast<int>(Precision::fp32);
}

/// 20 steps in five launches: each loss within half a percent. Sums are added in another order, so that some numbers are rounded
/// the other way.
void TestHalf::trainsAsTheReference()
{
    QFETCH(int, precision);
    const Project project = steppingProject();
    SmallTraining got(project, m_backend, half);
    SmallTraining expected(project, "reference", {.batch = 8, .precision = static_cast<Precision>(precision)});
    double most = 0.0;
    for (int launch = 0; launch < 5; ++launch) {
        for (SmallTraining* each : {&got, &expected}) {
            Counters counters = countersOf(*each);
            counters[control::position] = 0; // there are not more samples
            setCounters(*each, counters);
        }
        const std::vector<float> a = got.train(4), b = expected.train(4);
        const std::size_t widthA = got.plan().columns.size(), widthB = expected.plan().columns.size();
        QCOMPARE(a.size(), 4 * widthA);
        for (std::size_t i = 0; i < 4; ++i) {
            const double have = a[i * widthA], want = b[i * widthB];
            most = std::max(most, std::abs(have - want) / std::max(1.0, std::abs(want)));
        }
    }
    QCOMPARE(countersOf(got)[control::step], 20);
    QCOMPARE(countersOf(got)[control::skipped], 0);
    QVERIFY2(most > 0.0 && most < 5e-3, qPrintable(QString::number(most)));
}

void TestHalf::anOverflowIsWrittenNowhere_data()
{
    QTest::addColumn<int>("shift");
    QTest::addColumn<int>("behind");
    for (const int behind : {0, 1, 3})
        for (const int shift : {14, 40}) // gradients that f32 can represent, and others that are infinite from the start
            QTest::addRow("a scale of 2^%d after %d steps", LossScaling::firstExponent + shift, behind) << shift << behind;
}

/// Injected at one step: weights, both of Adam's slots, batch norm's statistics and the average keep every byte, and Adam its
/// count. Reset to the same samples and the same scale, the training goes on as if the step had never happened.
void TestHalf::anOverflowIsWrittenNowhere()
{
    QFETCH(int, shift);
    QFETCH(int, behind);
    SmallTraining hurt(steppingProject(), m_backend, half);
    SmallTraining whole(steppingProject(), m_backend, half);
    if (behind > 0) {
        hurt.train(behind);
        whole.train(behind);
    }
    const Counters before = countersOf(hurt);
    const std::vector<Values> kept = lasting(hurt);
    QCOMPARE(before[control::step], behind);
    Counters scaled = before;
    scaled[control::scaleShift] = shift;
    setCounters(hurt, scaled);
    QCOMPARE(hurt.train(1).size(), hurt.plan().columns.size()); // the launch goes on
    QVERIFY(!std::ranges::all_of(hurt.arena(Arena::gradients), [](double value) { return std::isfinite(value); }));
    QVERIFY(haveSameBytes(lasting(hurt), kept));
    Counters expected = before;
    expected[control::position] += 8;
    expected[control::samples] += 8;
    expected[control::launch] = 1;
    expected[control::rate] = 0; // the next step gets the one that this did not use
    expected[control::scaleShift] = shift - 1;
    expected[control::goodSteps] = 0;
    expected[control::skipped] = 1;
    QCOMPARE(countersOf(hurt), expected);

    setCounters(hurt, before);
    hurt.train(2);
    whole.train(2);
    QVERIFY(!haveSameBytes(lasting(hurt), kept));
    QVERIFY(haveSameBytes(lasting(hurt), lasting(whole)));
}

void TestHalf::evaluatesAndPredicts()
{
    const Project project = steppingProject();
    SmallTraining low(project, m_backend, half);
    SmallTraining full(project, m_backend, {.batch = 8});
    low.train(1); // or there is no average yet
    full.train(1);
    const std::vector<float> a = low.evaluate(2), b = full.evaluate(2);
    QVERIFY2(std::abs(a[0] - b[0]) < 0.005f * b[0], qPrintable(QString("%1 and %2").arg(double(a[0])).arg(double(b[0]))));
    QVERIFY(a[0] != b[0]);
    const LogicalPlan& plan = low.plan();
    QCOMPARE(plan.tensor(plan.predictions.front()).type, DataType::f32);
}

NETSMITH_TEST(TestHalf)

} // namespace test_half

#include "test_half.moc"
