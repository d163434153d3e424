#include "engine/ops/batch_matmul.h"
#include "engine/ops/conv3d.h"
#include "engine/plan/passes/fusion.h"
#include "tests/engine/layers/named_layer.h"
#include "tests/engine/layers/recording_call.h"
#include "tests/test_program.h"

#include <QtTest>

namespace test_product_layers {

using namespace netsmith;
using netsmith::test::layer;
using netsmith::test::RecordingCall;
using netsmith::test::shapeText;
using Sizes = std::vector<std::int64_t>;
using Strings = std::vector<std::string>;

namespace {

constexpr std::int64_t batch = 2;

} // namespace

/// What is special to the layers that convolve volumes and multiply matrices: shapes as in Keras, and the resulting ops.
class TestProductLayers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapes_data();
    void shapes();
    void volumesAreConvolvedAtOnce();
    void activationsFuseWithVolumes();
    void dotTakesMatricesAsTheyLie();
};

void TestProductLayers::shapes_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<ParameterMap>("parameters");
    QTest::addColumn<std::vector<Shape>>("inputs");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* id, const ParameterMap& parameters, std::vector<Shape> inputs,
                        const char* expected) {
        QTest::newRow(name) << QString(id) << parameters << std::move(inputs) << QString::fromUtf8(expected);
    };
    const std::string same = "same";
    row("conv 3-D", "conv3d", {}, {Shape{8, 9, 10, 2}}, "6×7×8×32");
    row("conv 3-D same, strided", "conv3d", {{"padding", same}, {"strides", Sizes{1, 2, 3}}}, {Shape{8, 9, 10, 2}}, "8×5×4×32");
    row("conv 3-D dilated", "conv3d", {{"dilation_rate", Sizes{2}}, {"filters", std::int64_t{5}}}, {Shape{5, 6, 7, 2}}, "1×2×3×5");
    row("conv 3-D of an image", "conv3d", {}, {Shape{9, 9, 4}}, "expected a volume D×H×W×C, got 9×9×4");
    row("conv 3-D, groups", "conv3d", {{"groups", std::int64_t{3}}}, {Shape{8, 8, 8, 6}},
        "expected groups that divide 6 input channels and 32 filters, got 3");
    row("conv 3-D larger than the volume", "conv3d", {{"kernel_size", Sizes{5, 3, 3}}}, {Shape{4, 8, 8, 2}},
        "a 5×3×3 kernel with dilation 1×1×1 and padding 0,0,0,0,0,0 does not fit into a volume of 4×8×8 voxels; use a "
        "smaller kernel or dilation, or more padding");
    row("dot of vectors", "dot", {}, {Shape{7}, Shape{7}}, "1");
    row("dot of sequences", "dot", {}, {Shape{4, 7}, Shape{5, 7}}, "4×5");
    row("dot along the first axes", "dot", {{"axes", std::int64_t{1}}}, {Shape{7, 4}, Shape{7, 5}}, "4×5");
    row("dot of a matrix and a vector", "dot", {{"axes", Sizes{1, -1}}}, {Shape{7, 4}, Shape{7}}, "4");
    row("dot along a middle axis", "dot", {{"axes", Sizes{2, 3}}}, {Shape{2, 7, 3}, Shape{4, 5, 7}}, "2×3×4×5");
    row("dot of different sizes", "dot", {}, {Shape{4, 7}, Shape{7, 4}},
        "expected axes of one size to multiply along, got 7 of 4×7 and 4 of 7×4; choose other axes, or give them the same size "
        "first");
    row("dot that leaves too many axes", "dot", {}, {Shape{2, 3, 4, 5}, Shape{2, 3, 4, 5}},
        "expected inputs with at most 5 axes besides those multiplied along, got 2×3×4×5 and 2×3×4×5; reshape "
        "them to fewer axes first");
    row("dot along the batch", "dot", {{"axes", Sizes{0, 1}}}, {Shape{4}, Shape{4}},
        "axis 0 is not one of a sample, which has 1 axis; choose −1 for the last or 1 for the first");
    row("dot of scalars", "dot", {}, {Shape{}, Shape{}}, "expected at least one axis, got a scalar");
}

void TestProductLayers::shapes()
{
    QFETCH(QString, id);
    QFETCH(ParameterMap, parameters);
    QFETCH(std::vector<Shape>, inputs);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(shapeText(id.toStdString(), parameters, inputs)), expected);
}

void TestProductLayers::volumesAreConvolvedAtOnce()
{
    RecordingCall call("node", {Shape{5, 8, 7, 4}}, batch, true);
    layer("conv3d").lower({{"padding", std::string("same")},
                           {"kernel_size", Sizes{2, 3, 4}},
                           {"strides", Sizes{1, 2, 2}},
                           {"groups", std::int64_t{2}}},
                          call);
    QCOMPARE(call.ops(), (Strings{"conv3d"}));
    QCOMPARE(call.weights["kernel"].shape, (Shape{2, 3, 4, 2, 32}));
    QCOMPARE(call.weights["kernel"].initializer.fanIn, 2 * 3 * 4 * 2);
    QCOMPARE(call.weights["kernel"].initializer.fanOut, 2 * 3 * 4 * 32);
    QCOMPARE(call.weights["bias"].shape, (Shape{32}));
    const auto& attributes = call.program().ops[0].as<Conv3dAttributes>();
    QCOMPARE(attributes.groups, 2);
    // The odd voxel of padding comes after, as in Keras.
    const std::array<WindowAxis, 3> expected{{{2, 1, 1, 0, 1}, {3, 2, 1, 0, 1}, {4, 2, 1, 1, 2}}};
    QVERIFY(attributes.window.axes == expected);
}

void TestProductLayers::activationsFuseWithVolumes()
{
    LogicalPlan plan;
    Emitter emitter(plan.tensors, plan.programs.emplace_back());
    const auto conv = std::make_shared<Conv3dAttributes>();
    conv->window.axes.fill({2});
    conv->bias = false;
    conv->inputShape = {1, 4, 4, 4, 1};
    conv->kernelShape = {2, 2, 2, 1, 3};
    const TensorId x = emitter.add({.name = {}, .shape = conv->inputShape, .role = Role::input});
    const TensorId w = emitter.add({.name = {}, .shape = conv->kernelShape, .role = Role::segment});
    const TensorId y = emitter.emitOne(ops::conv3d, conv, {x, w});
    const TensorId rectified = emitter.emitOne(ops::activation, std::make_shared<ActivationAttributes>(Activation::relu), {y});
    const LogicalPlan fused = fuse(plan, {});
    QCOMPARE(fused.programs[0].ops.size(), std::size_t{1});
    QVERIFY(fused.programs[0].ops[0].as<Conv3dAttributes>().activation == Activation::relu);
    QCOMPARE(fused.programs[0].ops[0].outputs[0], rectified);
}

/// The first or last axis is contracted in place; one between them is moved to the end.
void TestProductLayers::dotTakesMatricesAsTheyLie()
{
    RecordingCall plain("node", {Shape{4, 7}, Shape{5, 7}}, batch, true);
    layer("dot").lower({}, plain);
    QCOMPARE(plain.ops(), (Strings{"batch_matmul"}));
    QVERIFY(!plain.program().ops[0].as<BatchMatmulAttributes>().transposeLeft);
    QVERIFY(plain.program().ops[0].as<BatchMatmulAttributes>().transposeRight);
    RecordingCall first("node", {Shape{7, 4}, Shape{7, 5}}, batch, true);
    layer("dot").lower({{"axes", std::int64_t{1}}}, first);
    QCOMPARE(first.ops(), (Strings{"batch_matmul"}));
    QVERIFY(first.program().ops[0].as<BatchMatmulAttributes>().transposeLeft);
    QVERIFY(!first.program().ops[0].as<BatchMatmulAttributes>().transposeRight);
    RecordingCall middle("node", {Shape{2, 7, 3}, Shape{7}}, batch, true);
    layer("dot").lower({{"axes", Sizes{2, 1}}, {"normalize", true}}, middle);
    QCOMPARE(middle.ops(),
             (Strings{"transpose", "layer_norm", "reshape", "layer_norm", "reshape", "batch_matmul", "scale", "reshape"}));
}

NETSMITH_TEST(TestProductLayers)

} // namespace test_product_layers

#include "test_product_layers.moc"
