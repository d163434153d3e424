#include "engine/core/error.h"
#include "engine/ops/batch_matmul.h"
#include "engine/ops/batch_norm.h"
#include "engine/ops/cast.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/conv3d.h"
#include "engine/ops/dense.h"
#include "engine/ops/objective_call.h"
#include "engine/ops/recolor.h"
#include "engine/ops/reshape.h"
#include "engine/ops/softmax.h"
#include "engine/ops/update.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <limits>

namespace test_emitter {

using namespace netsmith;

namespace {

/// An empty program with an emitter.
struct Bench {
    TensorId input(const Shape& shape, DataType type = DataType::f32)
    {
        return emitter.add({.name = "in", .shape = shape, .type = type, .role = Role::input});
    }

    std::vector<TensorInfo> tensors;
    Program program;
    Emitter emitter{tensors, program};
};

/// The id of the error that `call` throws; empty when it throws none.
template <class Call>
std::string thrownId(Call&& call)
{
    try {
        call();
    } catch (const Error& error) {
        return error.message().id();
    }
    return {};
}

} // namespace

/// Emitting ops, their costs and texts, windows, and what a loss knows about the network.
class TestEmitter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsOpsInOrder();
    void emitsWithTypesAndOrigin();
    void writesOnlyWhatFits();
    void viewsParameters();
    void onlyWhatDrawsTakesCounters();
    void findsTheLastWriter();
    void countsOperationsAndBytes();
    void resolvesPadding_data();
    void resolvesPadding();
    void refusesWindowsPast64Bits();
    void tellsAllAttributes();
    void seesThroughToTheLogits();
};

void TestEmitter::listsOpsInOrder()
{
    const auto all = allOps();
    QVERIFY(std::ranges::is_sorted(all, {}, &OpSpec::name));
    QVERIFY(std::ranges::adjacent_find(all, {}, &OpSpec::name) == all.end());
    for (const OpSpec* spec : all)
        QVERIFY2(spec->infer, spec->name.data());
}

void TestEmitter::emitsWithTypesAndOrigin()
{
    Bench bench;
    const TensorId x = bench.input({2, 3}, DataType::bf16);
    bench.emitter.setOrigin({"dense_1"});
    const TensorId y = emitActivation(bench.emitter, x, Activation::tanh);
    QCOMPARE(bench.emitter.info(y).type, DataType::bf16);
    QVERIFY(bench.emitter.info(y).role == Role::activation);
    QCOMPARE(bench.emitter.shape(y).text(), std::string("2×3"));
    QCOMPARE(bench.program.ops[0].origin, std::vector<std::string>{"dense_1"});
    QCOMPARE(emitActivation(bench.emitter, x, Activation::none), x);
    QCOMPARE(emitCast(bench.emitter, x, DataType::bf16), x);
    QCOMPARE(bench.program.ops.size(), 1u);
}

void TestEmitter::writesOnlyWhatFits()
{
    Bench bench;
    const TensorId x = bench.input({2, 3});
    const TensorId same = bench.input({2, 3});
    const TensorId other = bench.input({3, 2});
    const TensorId narrow = bench.input({2, 3}, DataType::bf16);
    const auto relu = std::make_shared<ActivationAttributes>(Activation::relu);
    bench.emitter.emitInto(ops::activation, relu, {x}, {same});
    QCOMPARE(bench.program.ops[0].outputs, std::vector<TensorId>{same});
    QCOMPARE(thrownId([&] { bench.emitter.emitInto(ops::activation, relu, {x}, {other}); }), std::string("op.target"));
    QCOMPARE(thrownId([&] { bench.emitter.emitInto(ops::activation, relu, {x}, {narrow}); }), std::string("op.target"));
    QCOMPARE(thrownId([&] { bench.emitter.emitInto(ops::activation, relu, {x}, {}); }), std::string("op.outputs"));
    QCOMPARE(bench.program.ops.size(), 1u);
}

/// In another shape a parameter is still the same segment, and one tensor however often it is requested.
void TestEmitter::viewsParameters()
{
    Bench bench;
    const TensorId kernel = bench.emitter.add({"conv.kernel", {3, 2, 4}, DataType::f32, Role::segment, Arena::weights, 7});
    const TensorId other = bench.emitter.add({"other.kernel", {3, 2, 4}, DataType::f32, Role::segment, Arena::weights, 8});
    const TensorId view = emitReshape(bench.emitter, kernel, {1, 3, 2, 4});
    QVERIFY(bench.program.ops.empty());
    QCOMPARE(bench.emitter.shape(view).text(), std::string("1×3×2×4"));
    QVERIFY(bench.emitter.info(view).role == Role::segment && bench.emitter.info(view).arena == Arena::weights);
    QCOMPARE(bench.emitter.info(view).segment, 7);
    QCOMPARE(emitReshape(bench.emitter, kernel, {1, 3, 2, 4}), view);
    QCOMPARE(emitReshape(bench.emitter, kernel, {3, 2, 4}), kernel);
    QVERIFY(emitReshape(bench.emitter, other, {1, 3, 2, 4}) != view);
    QCOMPARE(thrownId([&] { emitReshape(bench.emitter, kernel, {5, 5}); }), std::string("op.attribute"));
}

/// What is the same for every sample needs no sample number.
void TestEmitter::onlyWhatDrawsTakesCounters()
{
    using Kind = ColorStep::Kind;
    const auto takesCounters = [](Kind kind, double low, double high) {
        Bench bench;
        const TensorId counters = bench.input({8}, DataType::i64);
        RecolorAttributes attributes;
        attributes.steps = {{kind, 1, low, high}};
        emitRecolor(bench.emitter, bench.input({2, 4, 4, 3}), counters, attributes);
        return bench.program.ops.back().inputs[1] == counters;
    };
    QVERIFY(takesCounters(Kind::grey, 0.0, 0.5));
    QVERIFY(!takesCounters(Kind::grey, 0.0, 0.0)); // never
    QVERIFY(!takesCounters(Kind::grey, 0.0, 1.0)); // always
    QVERIFY(takesCounters(Kind::brightness, -0.5, 0.5));
    QVERIFY(!takesCounters(Kind::brightness, 0.5, 0.5));
}

void TestEmitter::findsTheLastWriter()
{
    Bench bench;
    const TensorId x = bench.input({2, 3});
    const TensorId home = bench.input({2, 3});
    QVERIFY(!bench.emitter.producer(home));
    for (const Activation kind : {Activation::relu, Activation::tanh})
        bench.emitter.emitInto(ops::activation, std::make_shared<ActivationAttributes>(kind), {x}, {home});
    QVERIFY(bench.emitter.producer(home)->as<ActivationAttributes>().kind == Activation::tanh);
}

void TestEmitter::countsOperationsAndBytes()
{
    Bench bench;
    const TensorId x = bench.input({2, 3});
    const TensorId w = bench.input({3, 5});
    const auto attributes = std::make_shared<DenseAttributes>();
    attributes->bias = false;
    bench.emitter.emitOne(ops::dense, attributes, {x, w});
    const Cost dense = costOf(bench.program.ops[0], bench.tensors);
    QCOMPARE(dense.flops, 2.0 * 2 * 3 * 5);
    QCOMPARE(dense.bytes, 4.0 * (6 + 15 + 10));

    const auto conv = std::make_shared<Conv2dAttributes>();
    conv->window.kernel = {3, 3};
    conv->groups = 2;
    conv->inputShape = {2, 6, 5, 4};
    conv->kernelShape = {3, 3, 2, 8};
    const TensorId image = bench.input(conv->inputShape);
    const TensorId kernel = bench.input(conv->kernelShape);
    bench.emitter.emitOne(ops::conv2d, conv, {image, kernel, bench.input({8})});
    // 2 images of 4×3 results, 8 filters, 3·3 taps of 2 channels.
    QCOMPARE(costOf(bench.program.ops[1], bench.tensors).flops, 2.0 * 2 * 12 * 8 * 18);

    // 2 volumes of 2×3×3 results, 6 filters, 3·3·3 taps of 2 channels; the gradients take as many.
    Conv3dAttributes volumes;
    volumes.window.axes.fill({3, 2});
    volumes.groups = 2;
    volumes.inputShape = {2, 6, 7, 8, 4};
    volumes.kernelShape = {3, 3, 3, 2, 6};
    for (const OpSpec* spec : {&ops::conv3d, &ops::conv3dBackwardData, &ops::conv3dBackwardWeights})
        QCOMPARE(spec->flops(volumes, {}, {}), 2.0 * 2 * 18 * 6 * 54);

    emitBatchMatmul(bench.emitter, bench.input({6, 7, 4}), bench.input({6, 7, 5}), true, false);
    QCOMPARE(costOf(bench.program.ops[2], bench.tensors).flops, 2.0 * 6 * 4 * 5 * 7);

    // What is read and written in place counts once.
    bench.emitter.emitInto(ops::activation, std::make_shared<ActivationAttributes>(Activation::relu), {x}, {x});
    QCOMPARE(costOf(bench.program.ops[3], bench.tensors).bytes, 4.0 * 6);
}

void TestEmitter::resolvesPadding_data()
{
    QTest::addColumn<int>("input");
    QTest::addColumn<int>("kernel");
    QTest::addColumn<int>("stride");
    QTest::addColumn<int>("dilation");
    QTest::addColumn<QString>("padding");
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("after");
    QTest::addColumn<int>("output");
    QTest::newRow("valid") << 7 << 3 << 2 << 1 << "valid" << 0 << 0 << 3;
    QTest::newRow("same, odd kernel") << 7 << 3 << 1 << 1 << "same" << 1 << 1 << 7;
    QTest::newRow("same, even kernel: the odd pixel after") << 7 << 2 << 1 << 1 << "same" << 0 << 1 << 7;
    QTest::newRow("same, strided") << 8 << 3 << 2 << 1 << "same" << 0 << 1 << 4;
    QTest::newRow("same, strided, odd") << 7 << 3 << 2 << 1 << "same" << 1 << 1 << 4;
    QTest::newRow("same, dilated") << 9 << 3 << 1 << 3 << "same" << 3 << 3 << 9;
    QTest::newRow("same, stride beyond the kernel") << 7 << 1 << 3 << 1 << "same" << 0 << 0 << 3;
    QTest::newRow("same, kernel beyond the input") << 2 << 5 << 1 << 1 << "same" << 2 << 2 << 2;
}

void TestEmitter::resolvesPadding()
{
    QFETCH(int, input);
    QFETCH(int, kernel);
    QFETCH(int, stride);
    QFETCH(int, dilation);
    QFETCH(QString, padding);
    QFETCH(int, before);
    QFETCH(int, after);
    QFETCH(int, output);
    // The other axis stays as it is, so that the two can't be mixed up.
    const Window2d tall = windowFor({input, 4}, {kernel, 1}, {stride, 1}, {dilation, 1}, padding.toStdString());
    QCOMPARE(tall.top, before);
    QCOMPARE(tall.bottom, after);
    QCOMPARE(tall.left + tall.right, 0);
    QVERIFY((tall.outputOf({input, 4}) == Size2{output, 4}));
    const Window2d wide = windowFor({4, input}, {1, kernel}, {1, stride}, {1, dilation}, padding.toStdString());
    QCOMPARE(wide.left, before);
    QCOMPARE(wide.right, after);
    QVERIFY((wide.outputOf({4, input}) == Size2{4, output}));
}

void TestEmitter::refusesWindowsPast64Bits()
{
    constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    const Size2 input{5, 5};
    QCOMPARE(thrownId([&] { windowFor(input, {huge, 1}, {1, 1}, {huge, 1}, "same"); }), std::string("op.window"));
    QCOMPARE(thrownId([&] { Window2d{{1, huge}, {1, 1}, {1, huge}}.outputOf(input); }), std::string("op.window"));
    QCOMPARE(thrownId([&] { Window2d{{1, 1}, {1, 1}, {1, 1}, huge, huge}.outputOf(input); }), std::string("op.window"));
    QCOMPARE(thrownId([&] { Window2d{{1, 1}, {0, 1}}.outputOf(input); }), std::string("op.window"));
    QCOMPARE(thrownId([&] { Window2d{{1, 1}, {1, 1}, {1, 1}, -1}.outputOf(input); }), std::string("op.window"));
    QVERIFY((Window2d{{5, 5}}.outputOf(input) == Size2{1, 1}));
}

void TestEmitter::tellsAllAttributes()
{
    Conv2dAttributes conv;
    conv.window = {{3, 2}, {2, 1}, {1, 4}, 0, 1, 2, 3};
    conv.groups = 2;
    conv.activation = Activation::relu;
    conv.inputShape = {1, 8, 8, 4};
    QCOMPARE(conv.text(), std::string("kernel 3×2 stride 2×1 dilation 1×4 padding 0,1,2,3 groups 2 bias relu input 1×8×8×4"));
    BatchNormAttributes norm;
    norm.residual = true;
    norm.activation = Activation::relu;
    QCOMPARE(norm.text(), std::string("epsilon 0.001 momentum 0.99 residual relu"));
    SgdAttributes sgd;
    sgd.momentum = 0.9;
    sgd.nesterov = true;
    sgd.ranges = {{0, 16, 1.0f, true}, {16, 32, 0.5f, false}};
    QCOMPARE(sgd.text(), std::string("momentum 0.9 nesterov decay 0 0..16 16..32 rate×0.5 undecayed"));
}

void TestEmitter::seesThroughToTheLogits()
{
    for (const bool cast : {false, true}) {
        Bench bench;
        const TensorId logits = bench.input({4, 10}, cast ? DataType::bf16 : DataType::f32);
        const TensorId made = bench.emitter.emitOne(ops::softmax, noAttributes(), {logits});
        const TensorId prediction = emitCast(bench.emitter, made, DataType::f32);
        const LossCall fused(bench.emitter, prediction, noTensor, true);
        QCOMPARE(fused.beforeActivation("softmax"), logits);
        QCOMPARE(fused.beforeActivation("sigmoid"), noTensor);
        QVERIFY(fused.madeBy("softmax"));
        const LossCall plain(bench.emitter, prediction, noTensor, false);
        QCOMPARE(plain.beforeActivation("softmax"), noTensor);
        QVERIFY(plain.madeBy("softmax"));
    }
    Bench bench;
    const TensorId x = bench.input({4, 10});
    const TensorId y = emitActivation(bench.emitter, x, Activation::sigmoid);
    QCOMPARE(LossCall(bench.emitter, y, noTensor, true).beforeActivation("sigmoid"), x);
    QCOMPARE(LossCall(bench.emitter, y, noTensor, true).beforeActivation("tanh"), noTensor);
    QVERIFY(!LossCall(bench.emitter, x, noTensor, true).madeBy("sigmoid"));
    // After a reshape the rows may differ.
    const TensorId flat = emitReshape(bench.emitter, y, {40});
    QCOMPARE(LossCall(bench.emitter, flat, noTensor, true).beforeActivation("sigmoid"), noTensor);
}

NETSMITH_TEST(TestEmitter)

} // namespace test_emitter

#include "test_emitter.moc"
