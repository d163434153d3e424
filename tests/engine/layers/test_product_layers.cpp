#include "engine/layers/registry.h"
#include "engine/ops/conv3d.h"
#include "tests/engine/layers/recording_call.h"

#include <QtTest>

using namespace netsmith;
using netsmith::test::RecordingCall;
using Sizes = std::vector<std::int64_t>;
using Strings = std::vector<std::string>;

namespace {

constexpr std::int64_t batch = 2;

const LayerSpec& layer(std::string_view id)
{
    return *layers().find(id);
}

std::string shapeText(std::string_view id, const ParameterMap& parameters, const std::vector<Shape>& inputs)
{
    try {
        return layer(id).shapes(parameters, inputs)[0].text();
    } catch (const Error& error) {
        return error.what();
    }
}

} // namespace

/// What is special to the layers that convolve volumes: Keras's shapes, and the ops that come out.
class TestProductLayers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapes_data();
    void shapes();
    void volumesAreConvolvedAtOnce();
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
        "a kernel of 5×3×3 with the dilation 1×1×1 and the padding 0,0,0,0,0,0 does not fit into a volume of 4×8×8 voxels; use a "
        "smaller kernel or dilation, or more padding");
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
    // The odd voxel of padding comes behind, as in Keras.
    const std::array<WindowAxis, 3> expected{{{2, 1, 1, 0, 1}, {3, 2, 1, 0, 1}, {4, 2, 1, 1, 2}}};
    QVERIFY(attributes.window.axes == expected);
}

QTEST_GUILESS_MAIN(TestProductLayers)
#include "test_product_layers.moc"
