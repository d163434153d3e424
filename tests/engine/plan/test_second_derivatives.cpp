#include "engine/backend/loader.h"
#include "engine/core/philox.h"
#include "engine/ops/add.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/dense.h"
#include "engine/ops/reshape.h"
#include "engine/ops/softmax.h"
#include "engine/ops/weight_penalty.h"
#include "engine/plan/autodiff.h"
#include "engine/plan/segment_layout.h"
#include "tests/engine/plan/training_fixture.h"

#include <QtTest>

#include <cmath>
#include <functional>

using namespace netsmith;

namespace {

using Values = std::vector<double>;

Values numbers(std::int64_t count, std::uint64_t row)
{
    RandomStream random(3, row);
    Values values(static_cast<std::size_t>(count));
    for (double& value : values)
        value = random.uniform() - 0.5;
    return values;
}

Program& begun(LogicalPlan& plan)
{
    plan.programs.push_back({"penalty", {}});
    return plan.programs.back();
}

/// A network of which d(seed·y)/dx is squared and summed, as in a gradient penalty (Gulrajani et al. 2017), and differentiated by
/// the weights.
class PenaltyNetwork {
public:
    using Build = std::function<TensorId(PenaltyNetwork&, TensorId x)>;

    PenaltyNetwork(const Shape& input, const Build& build)
        : m_emitter(plan.tensors, begun(plan))
    {
        m_emitter.setOrigin({"critic"});
        const TensorId x = add("x", input, Role::input);
        const TensorId y = build(*this, x);
        m_seed = add("seed", Shape(m_emitter.shape(y)), Role::input);
        m_one = add("one", Shape(), Role::input);
        m_x = x;
        const std::vector<bool> frozen(plan.parameters.segments.size(), false), free(plan.parameters.segments.size(), true);
        const auto first =
            appendBackward(m_emitter, plan.tensors, std::vector<Differentiated>{{y, m_seed}}, frozen, std::vector<TensorId>{x});
        penalty = m_emitter.emitOne(ops::weightPenalty, std::make_shared<WeightPenaltyAttributes>(0.0, 1.0, 1.0), {first.at(x)});
        appendBackward(m_emitter, plan.tensors, std::vector<Differentiated>{{penalty, m_one}}, free);
        layOut(plan.parameters);
        layOutState(plan);
    }

    TensorId add(const std::string& name, const Shape& shape, Role role)
    {
        return m_emitter.add({.name = name, .shape = shape, .type = DataType::f32, .role = role});
    }
    TensorId weight(const Shape& shape)
    {
        Segment segment;
        segment.id = "weight" + std::to_string(plan.parameters.segments.size());
        segment.shape = shape;
        const int index = static_cast<int>(plan.parameters.segments.size());
        plan.parameters.segments.push_back(segment);
        return m_emitter.add({segment.id, shape, DataType::f32, Role::segment, Arena::weights, index});
    }
    TensorId dense(TensorId x, std::int64_t units)
    {
        auto attributes = std::make_shared<DenseAttributes>();
        return m_emitter.emitOne(ops::dense, attributes, {x, weight({m_emitter.shape(x)[-1], units}), weight({units})});
    }
    TensorId conv(TensorId x, std::int64_t filters, std::int64_t stride)
    {
        auto attributes = std::make_shared<Conv2dAttributes>();
        attributes->inputShape = m_emitter.shape(x);
        attributes->kernelShape = {3, 3, m_emitter.shape(x)[3], filters};
        attributes->window = {{3, 3}, {stride, stride}, {1, 1}, 1, 1, 1, 1};
        attributes->bias = true;
        return m_emitter.emitOne(ops::conv2d, attributes, {x, weight(attributes->kernelShape), weight({filters})});
    }
    Emitter& emitter() { return m_emitter; }

    struct Answer {
        double penalty = 0.0;
        Values gradients; ///< of the arena
    };
    Answer run(const std::string& device, const Values& weights)
    {
        Backend& backend = *backendFor(device).take();
        const auto state = backend.createState(plan).take();
        const auto executable = backend.compile(plan, *state, {.fuse = false, .keepAll = true}).take();
        state->writeArena(Arena::weights, std::span<const double>(weights)).take();
        executable->write(m_x, numbers(plan.tensor(m_x).shape.elements(), 1)).take();
        executable->write(m_seed, numbers(plan.tensor(m_seed).shape.elements(), 2)).take();
        executable->write(m_one, Values{1.0}).take();
        executable->runOps(0, 0, static_cast<int>(plan.programs[0].ops.size())).take();
        Answer answer{0.0, Values(weights.size())};
        executable->read(penalty, std::span(&answer.penalty, 1)).take();
        state->readArena(Arena::gradients, std::span<double>(answer.gradients)).take();
        return answer;
    }

    LogicalPlan plan;
    TensorId penalty = noTensor;

private:
    Emitter m_emitter;
    TensorId m_x = noTensor;
    TensorId m_seed = noTensor;
    TensorId m_one = noTensor;
};

TensorId critic(PenaltyNetwork& network, TensorId x, Activation kind)
{
    Emitter& emitter = network.emitter();
    const TensorId hidden = emitActivation(emitter, network.dense(x, 5), kind);
    const TensorId again = emitAdd(emitter, network.dense(hidden, 5), hidden);
    return network.dense(emitActivation(emitter, again, kind), 2);
}

TensorId convolutions(PenaltyNetwork& network, TensorId x, Activation kind)
{
    Emitter& emitter = network.emitter();
    const TensorId first = emitActivation(emitter, network.conv(x, 3, 1), kind);
    const TensorId second = emitActivation(emitter, network.conv(first, 2, 2), kind);
    const Shape shape = emitter.shape(second);
    return network.dense(emitReshape(emitter, second, {shape[0], shape[1] * shape[2] * shape[3]}), 2);
}

} // namespace

/// Gradients that are differentiated again.
class TestSecondDerivatives : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areFiniteDifferences_data();
    void areFiniteDifferences();
    void whatHasNoneIsRefused_data();
    void whatHasNoneIsRefused();
};

void TestSecondDerivatives::areFiniteDifferences_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("image");
    for (const Activation kind : {Activation::tanh, Activation::relu, Activation::leakyRelu})
        for (const bool image : {false, true})
            QTest::addRow("%s %s", std::string(nameOf(kind)).c_str(), image ? "conv2d" : "dense")
                << static_cast<int>(kind) << image;
}

void TestSecondDerivatives::areFiniteDifferences()
{
    QFETCH(const int, kind);
    QFETCH(const bool, image);
    PenaltyNetwork network(image ? Shape{2, 5, 6, 2} : Shape{3, 4}, [&](PenaltyNetwork& made, TensorId x) {
        const auto activation = static_cast<Activation>(kind);
        return image ? convolutions(made, x, activation) : critic(made, x, activation);
    });
    Values weights = numbers(network.plan.parameters.elements, 7);
    const PenaltyNetwork::Answer answer = network.run("reference", weights);
    QVERIFY(answer.penalty > 1e-4);
    constexpr double step = 1e-6;
    int moved = 0;
    for (const Segment& segment : network.plan.parameters.segments)
        for (std::int64_t i = 0; i < segment.elements(); i += std::max<std::int64_t>(1, segment.elements() / 7)) {
            double& weight = weights[static_cast<std::size_t>(segment.offset + i)];
            const double value = weight;
            weight = value + step;
            const double above = network.run("reference", weights).penalty;
            weight = value - step;
            const double below = network.run("reference", weights).penalty;
            weight = value;
            const double have = answer.gradients[static_cast<std::size_t>(segment.offset + i)];
            QVERIFY2(std::abs((above - below) / (2 * step) - have) <= 1e-6 * std::max(1.0, std::abs(have)), segment.id.c_str());
            moved += have != 0.0 ? 1 : 0;
        }
    QVERIFY(moved > 10);
    if (!test::hasDevice("cpu"))
        return;
    const PenaltyNetwork::Answer fast = network.run("cpu", weights);
    QVERIFY(std::abs(fast.penalty - answer.penalty) <= 1e-5 * answer.penalty);
    for (std::size_t i = 0; i < weights.size(); ++i)
        QVERIFY(std::abs(fast.gradients[i] - answer.gradients[i]) <= 1e-5 * std::max(1.0, std::abs(answer.gradients[i])));
}

void TestSecondDerivatives::whatHasNoneIsRefused_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("softmax") << -1 << QByteArray("softmax_backward");
    QTest::newRow("gelu") << static_cast<int>(Activation::gelu) << QByteArray("gelu");
}

void TestSecondDerivatives::whatHasNoneIsRefused()
{
    QFETCH(const int, kind);
    QFETCH(const QByteArray, named);
    try {
        PenaltyNetwork network({3, 4}, [&](PenaltyNetwork& made, TensorId x) {
            const TensorId hidden = made.dense(x, 5);
            return kind < 0 ? made.emitter().emitOne(ops::softmax, noAttributes(), {hidden})
                            : emitActivation(made.emitter(), hidden, static_cast<Activation>(kind));
        });
        QFAIL("nothing was refused");
    } catch (const Error& error) {
        QCOMPARE(error.message().id(), std::string_view("op.derivative_of"));
        QVERIFY2(error.message().text().find(named.toStdString()) != std::string::npos, error.what());
        QVERIFY2(error.message().text().find("critic") != std::string::npos, error.what());
    }
}

QTEST_GUILESS_MAIN(TestSecondDerivatives)
#include "test_second_derivatives.moc"
