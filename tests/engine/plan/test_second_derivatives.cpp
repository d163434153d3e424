#include "engine/core/files/safe_file.h"
#include "engine/graph/json/json_text.h"
#include "engine/ops/add.h"
#include "engine/ops/softmax.h"
#include "engine/ops/stop_gradient.h"
#include "tests/engine/plan/penalty_network.h"
#include "tests/engine/plan/training_fixture.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>

namespace test_second_derivatives {

using namespace netsmith;
using namespace netsmith::test;

namespace {

using Values = PenaltyNetwork::Values;

/// About ten numbers of each weight's gradient against central differences in double.
void compareWithDifferences(PenaltyNetwork& network, int& moved)
{
    PenaltyNetwork::Given given = network.drawn();
    const PenaltyNetwork::Answer answer = network.run("reference", given);
    QVERIFY(answer.penalty > 1e-4);
    constexpr double step = 1e-6;
    for (const Segment& segment : network.plan.parameters.segments)
        for (std::int64_t i = 0; i < segment.elements(); i += std::max<std::int64_t>(1, segment.elements() / 7)) {
            double& weight = given.weights[static_cast<std::size_t>(segment.offset + i)];
            const double value = weight;
            weight = value + step;
            const double above = network.run("reference", given).penalty;
            weight = value - step;
            const double below = network.run("reference", given).penalty;
            weight = value;
            const double have = answer.gradients[static_cast<std::size_t>(segment.offset + i)];
            QVERIFY2(std::abs((above - below) / (2 * step) - have) <= 1e-6 * std::max(1.0, std::abs(have)), segment.id.c_str());
            moved += have != 0.0 ? 1 : 0;
        }
}

void isNear(const Values& have, const Values& wanted, double tolerance)
{
    QCOMPARE(have.size(), wanted.size());
    for (std::size_t i = 0; i < have.size(); ++i)
        QVERIFY2(std::abs(have[i] - wanted[i]) <= tolerance * std::max(1.0, std::abs(wanted[i])),
                 qPrintable(QString("element %1: %2, not %3").arg(i).arg(have[i], 0, 'g', 12).arg(wanted[i], 0, 'g', 12)));
}

Activation activationNamed(const std::string& name)
{
    return name == "tanh" ? Activation::tanh : name == "relu" ? Activation::relu : Activation::leakyRelu;
}

} // namespace

/// Second derivatives, and gradients that an op stops.
class TestSecondDerivatives : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areFiniteDifferences_data();
    void areFiniteDifferences();
    void arePyTorchs();
    void whatHasNoneIsRefused_data();
    void whatHasNoneIsRefused();
    void endWhereTheGradientIsStopped();
};

void TestSecondDerivatives::areFiniteDifferences_data()
{
    QTest::addColumn<std::string>("name");
    QTest::addColumn<int>("kind");
    for (const std::string name : {"dense", "conv1d", "conv2d", "conv3d"})
        for (const Activation kind : {Activation::tanh, Activation::relu, Activation::leakyRelu})
            QTest::addRow("%s %s", name.c_str(), std::string(nameOf(kind)).c_str()) << name << static_cast<int>(kind);
}

void TestSecondDerivatives::areFiniteDifferences()
{
    QFETCH(const std::string, name);
    QFETCH(const int, kind);
    PenaltyNetwork network(name, static_cast<Activation>(kind));
    int moved = 0;
    compareWithDifferences(network, moved);
    QVERIFY(moved > 10);
    if (!test::hasDevice("cpu"))
        return;
    const PenaltyNetwork::Given given = network.drawn();
    const PenaltyNetwork::Answer exact = network.run("reference", given), fast = network.run("cpu", given);
    QVERIFY(std::abs(fast.penalty - exact.penalty) <= 1e-5 * exact.penalty);
    isNear(fast.gradients, exact.gradients, 1e-5);
}

void TestSecondDerivatives::arePyTorchs()
{
    const Json cases =
        readJson(readTextFile(NETSMITH_SOURCE_DIR "/tests/fixtures/parity/penalties/penalties.json").take()).take()["cases"];
    QCOMPARE(cases.size(), std::size_t(12));
    for (const Json& each : cases) {
        PenaltyNetwork network(each["network"].get<std::string>(), activationNamed(each["activation"].get<std::string>()));
        const std::vector<Segment>& segments = network.plan.parameters.segments;
        QCOMPARE(each["weights"].size(), segments.size());
        PenaltyNetwork::Given given{each["x"].get<Values>(), each["seed"].get<Values>(), network.drawn().weights};
        for (std::size_t i = 0; i < segments.size(); ++i)
            std::ranges::copy(each["weights"][i].get<Values>(), given.weights.begin() + segments[i].offset);
        const PenaltyNetwork::Answer answer = network.run("reference", given);
        isNear({answer.penalty}, {each["penalty"].get<double>()}, 1e-10);
        for (std::size_t i = 0; i < segments.size(); ++i) {
            const auto begin = answer.gradients.begin() + segments[i].offset;
            isNear(Values(begin, begin + segments[i].elements()), each["gradients"][i].get<Values>(), 1e-10);
        }
    }
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
        QFAIL("nothing was rejected");
    } catch (const Error& error) {
        QCOMPARE(error.message().id(), std::string_view("op.derivative_of"));
        QVERIFY2(error.message().text().find(named.toStdString()) != std::string::npos, error.what());
        QVERIFY2(error.message().text().find("critic") != std::string::npos, error.what());
    }
}

/// y = tanh(x·W) + stop(tanh(x·V)): V gets no gradient, and W the same as without the second term.
void TestSecondDerivatives::endWhereTheGradientIsStopped()
{
    const auto network = [](bool stopped) {
        return PenaltyNetwork({3, 4}, [&](PenaltyNetwork& made, TensorId x) {
            Emitter& emitter = made.emitter();
            const TensorId open = emitActivation(emitter, made.dense(x, 5), Activation::tanh);
            if (!stopped)
                return open;
            const TensorId closed = emitActivation(emitter, made.dense(x, 5), Activation::tanh);
            return emitAdd(emitter, open, emitStopGradient(emitter, closed));
        });
    };
    PenaltyNetwork open = network(false), stopped = network(true);
    const auto of = [](const Values& arena, const PenaltyNetwork& made, std::size_t segment) {
        const Segment& part = made.plan.parameters.segments[segment];
        return Values(arena.begin() + part.offset, arena.begin() + part.offset + part.elements());
    };
    for (const std::string device : {"reference", "cpu"}) {
        if (!test::hasDevice(device))
            continue;
        const PenaltyNetwork::Given whole = stopped.drawn();
        PenaltyNetwork::Given part = open.drawn();
        part.x = whole.x;
        part.seed = whole.seed;
        for (std::size_t i = 0; i < 2; ++i)
            std::ranges::copy(of(whole.weights, stopped, i), part.weights.begin() + open.plan.parameters.segments[i].offset);
        const Values stoppedAt = stopped.run(device, whole).gradients, openAt = open.run(device, part).gradients;
        for (std::size_t i = 0; i < 2; ++i) {
            isNear(of(stoppedAt, stopped, i), of(openAt, open, i), 0.0);
            QVERIFY(std::ranges::all_of(of(stoppedAt, stopped, 2 + i), [](double each) { return each == 0.0; }));
        }
        QVERIFY(std::ranges::any_of(of(stoppedAt, stopped, 0), [](double each) { return each != 0.0; }));
    }
    for (const Op& op : stopped.plan.programs[0].ops)
        for (const TensorId id : op.outputs)
            QVERIFY2(stopped.plan.tensor(id).arena != Arena::gradients || stopped.plan.tensor(id).segment < 2,
                     "computed for nobody");
}

NETSMITH_TEST(TestSecondDerivatives)

} // namespace test_second_derivatives

#include "test_second_derivatives.moc"
