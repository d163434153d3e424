#include "engine/ops/control.h"
#include "engine/ops/adaptive_update.h"
#include "engine/ops/muon.h"
#include "engine/optimizers/registry.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace test_optimizers {

using namespace netsmith;

namespace {

/// An optimizer lowered over arenas of 64 weights.
struct Lowered {
    Lowered(const char* id, const ParameterMap& parameters, bool inner = true)
    {
        const OptimizerSpec& spec = *optimizers().find(id);
        const auto add = [this](const Shape& shape, DataType type = DataType::f32) {
            return emitter.add({{}, shape, type, Role::control});
        };
        weights = add({64});
        const TensorId gradients = add({64});
        for (std::size_t i = 0; i < spec.slots(parameters).size(); ++i)
            slots.push_back(add({64}));
        OptimizerCall call(emitter, weights, gradients, slots, add({256}), add({control::counterCount}, DataType::i64), add({}),
                           add({1}, DataType::i32), {{0, 48, 1.0f, true}, {48, 64, 1.0f, false}},
                           {{{0, 48, 1.0f, true}, {6, 8}, inner}, {{48, 64, 1.0f, false}, {16}}});
        spec.lower(parameters, call);
    }
    Lowered(const Lowered&) = delete;

    const Op& op() const { return program.ops.at(0); }

    std::vector<TensorInfo> tensors;
    Program program;
    Emitter emitter{tensors, program};
    TensorId weights = noTensor;
    std::vector<TensorId> slots;
};

} // namespace

class TestOptimizers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void registryIsWhole();
    void defaultsAreThoseOfKeras();
    void sgdKeepsVelocityForMomentumAlone();
    void adamUpdatesItsMoments();
    void rmspropKeepsWhatItNeeds();
    void adagradBeginsWithASum();
    void muonLeavesVectorsToAdam();
    void everyOneDecaysAndLeavesOutWhatDoesNot();
    void ratesThatAreNoRatesAreRefused();
};

void TestOptimizers::registryIsWhole()
{
    QVERIFY(std::ranges::is_sorted(optimizers(), std::less<>(), &OptimizerSpec::id));
    for (const OptimizerSpec& spec : optimizers()) {
        QVERIFY2(!spec.title.empty() && spec.doc.size() > 20 && spec.doc.ends_with('.'), spec.id.c_str());
        QVERIFY2(spec.parameter("learning_rate"), spec.id.c_str());
        for (const ParameterSpec& parameter : spec.parameters) {
            QVERIFY2(!parameter.title.empty() && parameter.doc.ends_with('.'), parameter.name.c_str());
            QVERIFY2(!problemOf(parameter, parameter.defaultValue), parameter.name.c_str());
            if (parameter.usual)
                QVERIFY2(parameter.hard->contains(parameter.usual->minimum) && parameter.hard->contains(parameter.usual->maximum),
                         parameter.name.c_str());
        }
    }
}

void TestOptimizers::defaultsAreThoseOfKeras()
{
    QCOMPARE(optimizers().find("sgd")->learningRate({}), 0.01);
    QCOMPARE(optimizers().find("adam")->learningRate({}), 0.001);
    QCOMPARE(optimizers().find("adamw")->learningRate({{"learning_rate", 0.5}}), 0.5);

    const Lowered sgd("sgd", {});
    QCOMPARE(sgd.op().as<SgdAttributes>().momentum, 0.0);
    QVERIFY(!sgd.op().as<SgdAttributes>().nesterov);
    QCOMPARE(sgd.op().as<SgdAttributes>().weightDecay, 0.0);
    const Lowered adam("adam", {});
    QCOMPARE(adam.op().as<AdamAttributes>().beta1, 0.9);
    QCOMPARE(adam.op().as<AdamAttributes>().beta2, 0.999);
    QCOMPARE(adam.op().as<AdamAttributes>().epsilon, 1e-7);
    QCOMPARE(adam.op().as<AdamAttributes>().weightDecay, 0.0);
    const Lowered adamw("adamw", {});
    QCOMPARE(adamw.op().as<AdamAttributes>().weightDecay, 0.004);
}

void TestOptimizers::sgdKeepsVelocityForMomentumAlone()
{
    const Lowered plain("sgd", {});
    QVERIFY(plain.slots.empty());
    QCOMPARE(plain.op().outputs, (std::vector<TensorId>{plain.weights}));
    const Lowered heavy("sgd", {{"momentum", 0.9}, {"nesterov", true}});
    QCOMPARE(heavy.slots.size(), 1u);
    QCOMPARE(heavy.op().outputs, (std::vector<TensorId>{heavy.weights, heavy.slots[0]}));
    QVERIFY(heavy.op().as<SgdAttributes>().nesterov);
    QCOMPARE(heavy.op().as<SgdAttributes>().ranges.size(), 2u);
}

void TestOptimizers::adamUpdatesItsMoments()
{
    const Lowered adam("adam", {{"beta_1", 0.5}, {"beta_2", 0.75}, {"epsilon", 1e-3}, {"weight_decay", 0.125}});
    QCOMPARE(adam.slots.size(), 2u);
    QCOMPARE(adam.op().outputs, (std::vector<TensorId>{adam.weights, adam.slots[0], adam.slots[1]}));
    const auto& attributes = adam.op().as<AdamAttributes>();
    QCOMPARE(attributes.beta1, 0.5);
    QCOMPARE(attributes.beta2, 0.75);
    QCOMPARE(attributes.epsilon, 1e-3);
    QCOMPARE(attributes.weightDecay, 0.125);
    QCOMPARE(attributes.ranges.size(), 2u);
    QVERIFY(!attributes.ranges[1].decay);
}

void TestOptimizers::rmspropKeepsWhatItNeeds()
{
    QCOMPARE(Lowered("rmsprop", {}).slots.size(), 1u);
    QCOMPARE(Lowered("rmsprop", {{"momentum", 0.9}}).slots.size(), 2u);
    const Lowered all("rmsprop", {{"momentum", 0.9}, {"centered", true}});
    QCOMPARE(all.slots.size(), 3u);
    QCOMPARE(all.op().outputs, (std::vector<TensorId>{all.weights, all.slots[0], all.slots[1], all.slots[2]}));
    QVERIFY(all.op().as<RmspropAttributes>().centered);
}

void TestOptimizers::adagradBeginsWithASum()
{
    QCOMPARE(optimizers().find("adagrad")->slots({}), std::vector{0.1});
    QCOMPARE(optimizers().find("adagrad")->slots({{"initial_accumulator_value", 2.5}}), std::vector{2.5});
}

void TestOptimizers::muonLeavesVectorsToAdam()
{
    const Lowered muon("muon", {{"adam_lr_ratio", 0.25}, {"adam_beta_1", 0.5}, {"ns_steps", std::int64_t{3}}});
    QCOMPARE(muon.program.ops.size(), std::size_t{2});
    const auto& matrices = muon.op().as<MuonAttributes>();
    QCOMPARE(muon.op().outputs, (std::vector<TensorId>{muon.weights, muon.slots[0]}));
    QCOMPARE(matrices.iterations, 3);
    QCOMPARE(matrices.matrices.size(), std::size_t{1});
    QCOMPARE(matrices.matrices[0].rows, 6);
    QCOMPARE(matrices.matrices[0].columns, 8);
    const auto& others = muon.program.ops[1].as<AdamAttributes>();
    QCOMPARE(others.beta1, 0.5);
    QCOMPARE(others.ranges, (std::vector<UpdateRange>{{48, 64, 0.25f, false}}));

    const Lowered outer("muon", {{"adam_lr_ratio", 0.25}, {"weight_decay", 0.125}}, false);
    QCOMPARE(outer.program.ops.size(), std::size_t{1});
    const auto& adam = outer.op().as<AdamAttributes>();
    QCOMPARE(adam.weightDecay, 0.125);
    QCOMPARE(adam.ranges, (std::vector<UpdateRange>{{0, 48, 0.25f, true}, {48, 64, 0.25f, false}}));
}

void TestOptimizers::everyOneDecaysAndLeavesOutWhatDoesNot()
{
    for (const OptimizerSpec& spec : optimizers()) {
        QVERIFY2(spec.parameter("weight_decay"), spec.id.c_str());
        const Lowered lowered(spec.id.c_str(), {{"weight_decay", 0.125}});
        std::vector<UpdateRange> ranges;
        for (const Op& op : lowered.program.ops) {
            const auto& attributes = op.as<UpdateAttributes>();
            QCOMPARE(attributes.weightDecay, 0.125);
            ranges.insert(ranges.end(), attributes.ranges.begin(), attributes.ranges.end());
        }
        QCOMPARE(ranges.size(), 2u);
        QVERIFY(ranges[0].decay && !ranges[1].decay);
    }
}

void TestOptimizers::ratesThatAreNoRatesAreRefused()
{
    for (const OptimizerSpec& spec : optimizers())
        for (const double rate : {std::nan(""), 0.0, -1.0, std::numeric_limits<double>::infinity()})
            QVERIFY(problemOf(*spec.parameter("learning_rate"), rate).has_value());
}

NETSMITH_TEST(TestOptimizers)

} // namespace test_optimizers

#include "test_optimizers.moc"
