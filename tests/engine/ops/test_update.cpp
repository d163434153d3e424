#include "engine/ops/adaptive_update.h"
#include "engine/ops/control.h"
#include "tests/engine/ops/op_cases.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace test_update {

using namespace netsmith;
using namespace netsmith::test;

namespace {

using Values = std::vector<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();

/// An arena of 12: a part with weight decay, one without it and at half the learning rate, and an untouched gap.
constexpr std::int64_t elements = 12;
const std::vector<UpdateRange> ranges{{0, 4, 1.0f, true}, {4, 8, 0.5f, false}};
constexpr double rates[] = {0.1, 0.05, 0.025};
constexpr int firstStep = 5; ///< of the launch, which need not be the first one
constexpr double gradientScale = 0.25;

/// An optimizer's op on the smallest arenas that test everything.
struct Optimizer {
    const OpSpec* spec = nullptr;
    std::shared_ptr<const Attributes> attributes = noAttributes();
    std::size_t moments = 0;
    double weightDecay = 0.0;
    /// Updates one element's weight and moments: the formula of its paper and of Keras.
    std::function<void(double& w, Values& moments, double g, double lr, int t)> formula;
    Values first{}; ///< the initial moments; empty: 0
};

Optimizer sgd(double momentum, bool nesterov, double weightDecay)
{
    auto attributes = std::make_shared<SgdAttributes>();
    attributes->momentum = momentum;
    attributes->nesterov = nesterov;
    attributes->weightDecay = weightDecay;
    attributes->ranges = ranges;
    Optimizer made{&ops::sgd, attributes, momentum == 0.0 ? 0u : 1u, weightDecay, {}};
    if (momentum == 0.0)
        made.formula = [](double& w, Values&, double g, double lr, int) { w = w - lr * g; };
    else if (!nesterov)
        made.formula = [momentum](double& w, Values& v, double g, double lr, int) {
            v[0] = momentum * v[0] - lr * g;
            w = w + v[0];
        };
    else
        made.formula = [momentum](double& w, Values& v, double g, double lr, int) {
            v[0] = momentum * v[0] - lr * g;
            w = w + momentum * v[0] - lr * g;
        };
    return made;
}

Optimizer adam(double beta1, double beta2, double epsilon, double weightDecay)
{
    auto attributes = std::make_shared<AdamAttributes>();
    attributes->beta1 = beta1;
    attributes->beta2 = beta2;
    attributes->epsilon = epsilon;
    attributes->weightDecay = weightDecay;
    attributes->ranges = ranges;
    return {&ops::adam, attributes, 2, weightDecay, [=](double& w, Values& s, double g, double lr, int t) {
                s[0] = beta1 * s[0] + (1 - beta1) * g;
                s[1] = beta2 * s[1] + (1 - beta2) * g * g;
                const double alpha = lr * std::sqrt(1 - std::pow(beta2, t)) / (1 - std::pow(beta1, t));
                w = w - alpha * s[0] / (std::sqrt(s[1]) + epsilon);
            }};
}

Optimizer adadelta()
{
    auto attributes = std::make_shared<AdadeltaAttributes>();
    attributes->rho = 0.75;
    attributes->epsilon = 0.01;
    attributes->ranges = ranges;
    return {&ops::adadelta, attributes, 2, 0.0, [](double& w, Values& s, double g, double lr, int) {
                s[0] = 0.75 * s[0] + 0.25 * g * g;
                const double change = -std::sqrt(s[1] + 0.01) / std::sqrt(s[0] + 0.01) * g;
                s[1] = 0.75 * s[1] + 0.25 * change * change;
                w = w + lr * change;
            }};
}

Optimizer adagrad(double weightDecay)
{
    auto attributes = std::make_shared<AdagradAttributes>();
    attributes->epsilon = 0.01;
    attributes->weightDecay = weightDecay;
    attributes->ranges = ranges;
    return {&ops::adagrad,
            attributes,
            1,
            weightDecay,
            [](double& w, Values& s, double g, double lr, int) {
                s[0] = s[0] + g * g;
                w = w - lr * g / std::sqrt(s[0] + 0.01);
            },
            {0.1}};
}

Optimizer lion(double weightDecay)
{
    auto attributes = std::make_shared<LionAttributes>();
    attributes->weightDecay = weightDecay;
    attributes->ranges = ranges;
    return {&ops::lion, attributes, 1, weightDecay, [](double& w, Values& s, double g, double lr, int) {
                const double direction = 0.9 * s[0] + 0.1 * g;
                w = w - lr * (direction > 0 ? 1 : -1);
                s[0] = 0.99 * s[0] + 0.01 * g;
            }};
}

Optimizer nadam(double weightDecay)
{
    auto attributes = std::make_shared<NadamAttributes>();
    attributes->beta1 = 0.8;
    attributes->beta2 = 0.9;
    attributes->weightDecay = weightDecay;
    attributes->ranges = ranges;
    return {&ops::nadam, attributes, 2, weightDecay, [](double& w, Values& s, double g, double lr, int t) {
                const auto mu = [](int i) { return 0.8 * (1 - 0.5 * std::pow(0.96, i)); };
                double product = 1;
                for (int i = 1; i <= t; ++i)
                    product *= mu(i);
                s[0] = 0.8 * s[0] + 0.2 * g;
                s[1] = 0.9 * s[1] + 0.1 * g * g;
                const double mean = mu(t + 1) * s[0] / (1 - product * mu(t + 1)) + (1 - mu(t)) * g / (1 - product);
                w = w - lr * mean / (std::sqrt(s[1] / (1 - std::pow(0.9, t))) + 1e-7);
            }};
}

Optimizer rmsprop(double momentum, bool centered, double weightDecay)
{
    auto attributes = std::make_shared<RmspropAttributes>();
    attributes->rho = 0.75;
    attributes->epsilon = 0.01;
    attributes->momentum = momentum;
    attributes->centered = centered;
    attributes->weightDecay = weightDecay;
    attributes->ranges = ranges;
    const std::size_t moments = 1 + (centered ? 1 : 0) + (momentum > 0 ? 1 : 0);
    return {&ops::rmsprop, attributes, moments, weightDecay, [=](double& w, Values& s, double g, double lr, int) {
                s[0] = 0.75 * s[0] + 0.25 * g * g;
                double spread = s[0] + 0.01;
                if (centered) {
                    s[1] = 0.75 * s[1] + 0.25 * g;
                    spread -= s[1] * s[1];
                }
                double step = lr * g / std::sqrt(spread);
                if (momentum > 0)
                    step = s[moments - 1] = momentum * s[moments - 1] + step;
                w = w - step;
            }};
}

const std::vector<std::pair<const char*, Optimizer>>& optimizers()
{
    static const std::vector<std::pair<const char*, Optimizer>> all{
        {"sgd", sgd(0.0, false, 0.0)},
        {"sgd with decay", sgd(0.0, false, 0.5)},
        {"momentum", sgd(0.9, false, 0.0)},
        {"nesterov", sgd(0.9, true, 0.0)},
        {"nesterov with decay", sgd(0.8, true, 0.5)},
        {"adam", adam(0.9, 0.999, 1e-7, 0.0)},
        {"adam, large epsilon", adam(0.8, 0.9, 0.1, 0.0)},
        {"adamw", adam(0.9, 0.999, 1e-7, 0.5)},
        {"adadelta", adadelta()},
        {"adagrad", adagrad(0.5)},
        {"lion", lion(0.5)},
        {"nadam", nadam(0.5)},
        {"rmsprop", rmsprop(0.0, false, 0.5)},
        {"rmsprop with momentum", rmsprop(0.9, false, 0.0)},
        {"rmsprop, centered with momentum", rmsprop(0.9, true, 0.0)},
    };
    return all;
}

/// The case for one step.
OpCase caseOf(const Optimizer& optimizer, std::int32_t status)
{
    OpCase made{"update", optimizer.spec, optimizer.attributes, {givenInput({elements}, uniform(elements, 1, -1, 1))}, {0}};
    made.inputs.push_back(givenInput({elements}, uniform(elements, 2, -4, 4)));
    for (std::size_t s = 0; s < optimizer.moments; ++s) {
        made.into.push_back(static_cast<int>(made.inputs.size()));
        made.inputs.push_back(givenInput({elements}, Values(elements, optimizer.first.empty() ? 0.0 : optimizer.first[s])));
    }
    Values ring(control::maximumSteps, 99.0);
    std::ranges::copy(rates, ring.begin() + firstStep);
    made.inputs.push_back(givenInput({control::maximumSteps}, ring));
    made.inputs.push_back(countersInput(0, 0, 0, 0));
    made.inputs.push_back(givenInput(Shape(), {gradientScale}));
    made.inputs.push_back(givenInput({1}, {static_cast<double>(status)}, DataType::i32));
    return made;
}

struct Guarded {
    double scale;
    double status;
};

Guarded guard(Backend& backend, double clip, double squares, double samples, const Values& losses, double status = control::good)
{
    OpCase made{"guard",
                &ops::guard,
                std::make_shared<GuardAttributes>(clip),
                {givenInput(Shape(), {squares}), givenInput(Shape(), {samples})}};
    for (const double loss : losses)
        made.inputs.push_back(givenInput(Shape(), {loss}));
    made.inputs.push_back(givenInput({1}, {status}, DataType::i32));
    made.targets = {givenInput(Shape(), {0.0})};
    const int count = static_cast<int>(made.inputs.size());
    made.into = {count, count - 1};
    OpRun run(backend, made);
    run.run();
    return {run.read(run.outputs()[0])[0], run.read(run.outputs()[1])[0]};
}

} // namespace

/// The ops that write lasting state, on every backend: formulas by hand over three steps, and no writes once the latch is set.
class TestUpdate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsTheFormula_data() { optimizerRows(); }
    void followsTheFormula();
    void changesNothingOnceLatched_data() { optimizerRows(); }
    void changesNothingOnceLatched();
    void scalesAndClips_data() { backendRows(); }
    void scalesAndClips();
    void latchesWhatIsNotFinite_data() { backendRows(); }
    void latchesWhatIsNotFinite();
    void commitsAndAdvancesUnlessLatched_data() { backendRows(); }
    void commitsAndAdvancesUnlessLatched();
    void recordsOneRow_data() { backendRows(); }
    void recordsOneRow();

private:
    static void backendRows();
    static void optimizerRows();
};

void TestUpdate::backendRows()
{
    QTest::addColumn<QString>("backend");
    QTest::newRow("reference") << "reference";
    QTest::newRow("cpu") << "cpu";
}

void TestUpdate::optimizerRows()
{
    QTest::addColumn<QString>("backend");
    QTest::addColumn<int>("index");
    for (const char* backend : {"reference", "cpu"})
        for (std::size_t i = 0; i < optimizers().size(); ++i)
            QTest::newRow((std::string(backend) + ", " + optimizers()[i].first).c_str()) << backend << static_cast<int>(i);
}

void TestUpdate::followsTheFormula()
{
    QFETCH(QString, backend);
    QFETCH(int, index);
    const Availability available = availabilityOf(backend.toStdString());
    if (!available.backend)
        QSKIP(available.reason.c_str());
    const Optimizer& optimizer = optimizers()[static_cast<std::size_t>(index)].second;
    const OpCase made = caseOf(optimizer, control::good);
    OpRun run(*available.backend, made);
    const std::size_t countersAt = 3 + optimizer.moments;

    Values weights = made.inputs[0].values;
    const Values first = optimizer.first.empty() ? Values(optimizer.moments, 0.0) : optimizer.first;
    std::vector<Values> moments(elements, first); // by element
    for (int t = 1; t <= 3; ++t) {
        const Values gradient = uniform(elements, 10 + static_cast<std::uint64_t>(t), -4, 4);
        run.write(run.inputs()[1], gradient);
        Values counters(control::counterCount);
        counters[control::step] = t - 1.0;
        counters[control::rate] = firstStep + t - 1.0; // for any step of the launch
        run.write(run.inputs()[countersAt], counters);
        run.run();
        for (const UpdateRange& range : ranges)
            for (auto i = static_cast<std::size_t>(range.begin); i < static_cast<std::size_t>(range.end); ++i) {
                const double lr = rates[t - 1] * static_cast<double>(range.rateScale);
                if (range.decay)
                    weights[i] -= lr * optimizer.weightDecay * weights[i];
                optimizer.formula(weights[i], moments[i], gradient[i] * gradientScale, lr, t);
            }
        const Values got = run.read(run.outputs()[0]);
        for (std::size_t i = 0; i < elements; ++i) {
            QVERIFY2(std::abs(got[i] - weights[i]) < 2e-6,
                     qPrintable(QString("step %1, weight %2: %3, expected %4").arg(t).arg(i).arg(got[i]).arg(weights[i])));
            for (std::size_t s = 0; s < optimizer.moments; ++s)
                QVERIFY2(std::abs(run.read(run.outputs()[1 + s])[i] - moments[i][s]) < 2e-6,
                         qPrintable(QString("step %1, slot %2 of %3").arg(t).arg(s).arg(i)));
        }
    }
}

void TestUpdate::changesNothingOnceLatched()
{
    QFETCH(QString, backend);
    QFETCH(int, index);
    const Availability available = availabilityOf(backend.toStdString());
    if (!available.backend)
        QSKIP(available.reason.c_str());
    OpRun run(*available.backend, caseOf(optimizers()[static_cast<std::size_t>(index)].second, control::notFinite));
    run.write(run.inputs()[1], Values(elements, notANumber));
    std::vector<Values> before;
    for (const TensorId id : run.outputs())
        before.push_back(run.read(id));
    run.run();
    for (std::size_t i = 0; i < before.size(); ++i)
        QVERIFY(run.read(run.outputs()[i]) == before[i]);
}

void TestUpdate::scalesAndClips()
{
    QFETCH(QString, backend);
    const Availability available = availabilityOf(backend.toStdString());
    if (!available.backend)
        QSKIP(available.reason.c_str());
    // The summed gradient has the norm 40, its mean over 8 samples 5.
    QCOMPARE(guard(*available.backend, 0.0, 1600, 8, {1.0}).scale, 0.125);
    QCOMPARE(guard(*available.backend, 10.0, 1600, 8, {1.0}).scale, 0.125);
    QCOMPARE(guard(*available.backend, 5.0, 1600, 8, {1.0}).scale, 0.125);
    QCOMPARE(guard(*available.backend, 2.5, 1600, 8, {1.0}).scale, 0.0625);
    QCOMPARE(guard(*available.backend, 2.5, 0, 8, {1.0}).scale, 0.125);
}

void TestUpdate::latchesWhatIsNotFinite()
{
    QFETCH(QString, backend);
    const Availability available = availabilityOf(backend.toStdString());
    if (!available.backend)
        QSKIP(available.reason.c_str());
    const auto statusOf = [&](double squares, const Values& losses, double status = control::good) {
        return guard(*available.backend, 1.0, squares, 8, losses, status).status;
    };
    QCOMPARE(statusOf(4, {1.0, -2.0}), double{control::good});
    for (const double bad : {notANumber, infinity, -infinity}) {
        QCOMPARE(statusOf(std::abs(bad), {1.0, 2.0}), double{control::notFinite});
        QCOMPARE(statusOf(4, {1.0, bad}), double{control::notFinite});
        QCOMPARE(statusOf(4, {bad, 1.0}), double{control::notFinite});
    }
    // Once set, it stays set.
    QCOMPARE(statusOf(4, {1.0}, control::notFinite), double{control::notFinite});
    QCOMPARE(statusOf(4, {1.0}, 7), 7.0);
}

void TestUpdate::commitsAndAdvancesUnlessLatched()
{
    QFETCH(QString, backend);
    const Availability available = availabilityOf(backend.toStdString());
    if (!available.backend)
        QSKIP(available.reason.c_str());
    const auto status = [](std::int32_t value) { return givenInput({1}, {static_cast<double>(value)}, DataType::i32); };
    const auto run = [&](const OpCase& made) {
        OpRun ran(*available.backend, made);
        ran.run();
        return ran.read(ran.outputs()[0]);
    };
    const auto commit = [&](std::int32_t value) {
        auto attributes = std::make_shared<CommitAttributes>();
        attributes->recurrentState = {{1, 2}};
        return run({"commit",
                    &ops::commitStatistics,
                    attributes,
                    {givenInput({3}, {1, 2, 3}), status(value), givenInput({3}, {7, 8, 9})},
                    {2}});
    };
    QCOMPARE(commit(control::good), (Values{1, 2, 3}));
    QCOMPARE(commit(control::notFinite), (Values{7, 8, 9}));
    QCOMPARE(commit(control::skippedStep), (Values{7, 2, 9}));

    const auto advance = [&](bool countsStep, std::int32_t value) {
        Values counters = run({"advance",
                               &ops::advance,
                               std::make_shared<AdvanceAttributes>(32, countsStep),
                               {countersInput(5, 64, 1000, 2), status(value)},
                               {0, 1}});
        counters.resize(4);
        return counters;
    };
    QCOMPARE(advance(true, control::good), (Values{6, 96, 1032, 3}));
    QCOMPARE(advance(false, control::good), (Values{5, 96, 1032, 3}));
    QCOMPARE(advance(true, control::notFinite), (Values{5, 64, 1000, 2}));
    QCOMPARE(advance(true, control::skippedStep), (Values{5, 96, 1032, 3}));
}

void TestUpdate::recordsOneRow()
{
    QFETCH(QString, backend);
    const Availability available = availabilityOf(backend.toStdString());
    if (!available.backend)
        QSKIP(available.reason.c_str());
    OpCase made{"record",
                &ops::record,
                noAttributes(),
                {givenInput(Shape(), {1.5}), givenInput(Shape(), {32}), countersInput(9, 8, 7, 3)},
                {3}};
    Values ring(control::maximumSteps * 2, -1.0);
    made.targets = {givenInput({control::maximumSteps, 2}, ring)};
    OpRun run(*available.backend, made);
    run.run();
    ring[6] = 1.5;
    ring[7] = 32;
    QCOMPARE(run.read(run.outputs()[0]), ring);
}

NETSMITH_TEST(TestUpdate)

} // namespace test_update

#include "test_update.moc"
