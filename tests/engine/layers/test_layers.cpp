#include "engine/ops/activation.h"
#include "engine/ops/affine.h"
#include "engine/ops/batch_norm.h"
#include "engine/ops/conv2d.h"
#include "engine/ops/dropout.h"
#include "engine/ops/gaussian_noise.h"
#include "engine/ops/layer_norm.h"
#include "engine/ops/pool2d.h"
#include "engine/ops/scale.h"
#include "engine/ops/upsample.h"
#include "tests/engine/layers/named_layer.h"
#include "tests/engine/layers/recording_call.h"
#include "tests/test_program.h"

#include <QtTest>

#include <limits>

namespace test_layers {

using namespace netsmith;
using netsmith::test::layer;
using netsmith::test::RecordingCall;
using netsmith::test::shapeText;
using Sizes = std::vector<std::int64_t>;

namespace {

constexpr std::int64_t batch = 2;

using Strings = std::vector<std::string>;

} // namespace

/// What is special to each layer: shapes and parameter counts as in Keras, and the resulting ops.
class TestLayers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void shapes_data();
    void shapes();
    void convolutionCountsAndFans();
    void groupedFansAreThoseOfKeras();
    void depthwiseKernelsAreThoseOfKeras();
    void separableConvolutionIsTwo();
    void transposedConvolutionRunsTheGradient();
    void sequencesAreImagesOfOneRow();
    void explicitPaddingReachesTheOp();
    void convolutionWithoutBiasAndWithSoftmax();
    void denseCountsAndFans();
    void batchNormStagesItsStatistics();
    void sampleNormsLearnWhatIsAskedFor();
    void dropoutActsInTrainingAlone();
    void noiseActsInTrainingAlone();
    void globalPoolingSeesTheWholeImage();
    void addSumsPairwise();
    void averageDividesByTheCount();
    void repeatedVectorsAreUpsampled();
    void rescalingByNothingIsNothing();
    void preluHasASlopeForEachChannel();
    void leakySlopesAreThoseOfKeras();
    void decayIsForKernelsAlone();
    void parametersOutOfRangeAreRefused();
};

void TestLayers::shapes_data()
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
    constexpr std::int64_t huge = std::numeric_limits<std::int32_t>::max();
    row("conv", "conv2d", {}, {Shape{28, 28, 1}}, "26×26×32");
    row("conv same", "conv2d", {{"padding", same}}, {Shape{28, 27, 1}}, "28×27×32");
    row("conv same, stride 2", "conv2d", {{"padding", same}, {"strides", Sizes{2}}}, {Shape{28, 27, 1}}, "14×14×32");
    row("conv, stride 2×3", "conv2d", {{"strides", Sizes{2, 3}}}, {Shape{28, 27, 1}}, "13×9×32");
    row("conv, one size", "conv2d", {{"kernel_size", std::int64_t{5}}}, {Shape{28, 28, 1}}, "24×24×32");
    row("conv dilated", "conv2d", {{"dilation_rate", Sizes{2, 2}}}, {Shape{28, 28, 1}}, "24×24×32");
    row("conv explicit", "conv2d", {{"padding", std::string("explicit")}, {"explicit_padding", Sizes{1, 2, 3, 4}}},
        {Shape{28, 28, 1}}, "29×33×32");
    row("conv grouped", "conv2d", {{"groups", std::int64_t{4}}}, {Shape{8, 8, 8}}, "6×6×32");
    row("conv of a vector", "conv2d", {}, {Shape{784}}, "expected an image H×W×C, got 784");
    row("conv of a sequence", "conv2d", {}, {Shape{28, 28}}, "expected an image H×W×C, got 28×28");
    row("conv, groups", "conv2d", {{"groups", std::int64_t{3}}}, {Shape{8, 8, 8}},
        "expected groups that divide 8 input channels and 32 filters, got 3");
    row("conv, weights overflow", "conv2d", {{"kernel_size", Sizes{65536, 65536}}, {"filters", std::int64_t{1 << 20}}},
        {Shape{65536, 65536, huge}}, "a tensor of 65536×65536×2147483647×1048576 has more elements than 64 bits can count");
    row("depthwise", "depthwise_conv2d", {{"depth_multiplier", std::int64_t{2}}}, {Shape{9, 8, 3}}, "7×6×6");
    row("depthwise same, stride 2", "depthwise_conv2d", {{"padding", same}, {"strides", Sizes{2}}}, {Shape{9, 8, 3}}, "5×4×3");
    row("depthwise explicit", "depthwise_conv2d", {{"padding", std::string("explicit")}, {"explicit_padding", Sizes{1, 0, 2, 1}}},
        {Shape{9, 8, 3}}, "8×9×3");
    row("depthwise of a vector", "depthwise_conv2d", {}, {Shape{784}}, "expected an image H×W×C, got 784");
    row("separable", "separable_conv2d", {{"depth_multiplier", std::int64_t{2}}}, {Shape{9, 8, 3}}, "7×6×32");
    row("transposed", "conv2d_transpose", {}, {Shape{5, 4, 3}}, "7×6×32");
    row("transposed, stride 2", "conv2d_transpose", {{"strides", Sizes{2}}}, {Shape{5, 4, 3}}, "11×9×32");
    row("transposed same", "conv2d_transpose", {{"padding", same}, {"strides", Sizes{2}}}, {Shape{5, 4, 3}}, "10×8×32");
    row("transposed, dilated", "conv2d_transpose", {{"dilation_rate", Sizes{2}}}, {Shape{5, 4, 3}}, "9×8×32");
    row("transposed, stride beyond the kernel", "conv2d_transpose", {{"strides", Sizes{4}}}, {Shape{5, 4, 3}}, "20×16×32");
    row("transposed, overflow", "conv2d_transpose", {{"strides", Sizes{65536}}},
        {Shape{std::numeric_limits<std::int64_t>::max() / 16, 1, 1}},
        "an image of 576460752303423487 pixels grows by strides of 65536 beyond what 64 bits can count; use smaller strides");
    row("conv 1-D", "conv1d", {}, {Shape{10, 4}}, "8×32");
    row("conv 1-D same, stride 2", "conv1d", {{"padding", same}, {"strides", Sizes{2}}}, {Shape{9, 4}}, "5×32");
    row("conv 1-D causal", "conv1d", {{"padding", std::string("causal")}, {"dilation_rate", Sizes{4}}}, {Shape{9, 4}}, "9×32");
    row("conv 1-D of an image", "conv1d", {}, {Shape{9, 9, 4}}, "expected a sequence T×C, got 9×9×4");
    row("max pooling 1-D", "max_pooling1d", {}, {Shape{11, 4}}, "5×4");
    row("average pooling 1-D same", "average_pooling1d", {{"padding", same}}, {Shape{11, 4}}, "6×4");
    row("max pooling 3-D", "max_pooling3d", {{"strides", Sizes{1, 2}}}, {Shape{5, 6, 7, 4}}, "4×3×3×4");
    row("average pooling 3-D same", "average_pooling3d", {{"padding", same}}, {Shape{5, 6, 7, 4}}, "3×3×4×4");
    row("max pooling 3-D of an image", "max_pooling3d", {}, {Shape{6, 7, 4}}, "expected a volume D×H×W×C, got 6×7×4");
    row("global max pooling", "global_max_pooling2d", {{"keepdims", true}}, {Shape{8, 7, 6}}, "1×1×6");
    row("global average pooling 1-D", "global_average_pooling1d", {}, {Shape{8, 6}}, "6");
    row("global max pooling 3-D", "global_max_pooling3d", {{"keepdims", true}}, {Shape{3, 8, 7, 6}}, "1×1×1×6");
    row("dense", "dense", {{"units", std::int64_t{128}}}, {Shape{784}}, "128");
    row("dense, leading axes", "dense", {{"units", std::int64_t{5}}}, {Shape{7, 3, 2}}, "7×3×5");
    row("dense of a scalar", "dense", {}, {Shape{}}, "expected at least one axis, got a scalar");
    row("max pooling", "max_pooling2d", {}, {Shape{11, 11, 64}}, "5×5×64");
    row("max pooling same", "max_pooling2d", {{"padding", same}}, {Shape{11, 11, 64}}, "6×6×64");
    row("max pooling, stride 1", "max_pooling2d", {{"strides", Sizes{1}}}, {Shape{11, 11, 64}}, "10×10×64");
    row("max pooling explicit", "max_pooling2d",
        {{"pool_size", Sizes{3}},
         {"strides", Sizes{2}},
         {"padding", std::string("explicit")},
         {"explicit_padding", Sizes{1, 1, 0, 2}}},
        {Shape{8, 7, 4}}, "4×4×4");
    row("max pooling of padding", "max_pooling2d", {{"padding", std::string("explicit")}, {"explicit_padding", Sizes{0, 0, 2, 0}}},
        {Shape{8, 7, 4}}, "expected less padding than the window of 2, got 2; a window of padding alone has no result");
    row("average pooling", "average_pooling2d", {{"pool_size", Sizes{3, 2}}}, {Shape{9, 8, 2}}, "3×4×2");
    row("global pooling", "global_average_pooling2d", {}, {Shape{8, 7, 64}}, "64");
    row("global pooling, kept", "global_average_pooling2d", {{"keepdims", true}}, {Shape{8, 7, 64}}, "1×1×64");
    row("flatten", "flatten", {}, {Shape{3, 3, 64}}, "576");
    row("flatten a scalar", "flatten", {}, {Shape{}}, "1");
    row("flatten, overflow", "flatten", {}, {Shape{huge, huge, huge}},
        "a tensor of 2147483647×2147483647×2147483647 has more elements than 64 bits can count");
    row("add", "add", {}, {Shape{4, 4, 2}, Shape{4, 4, 2}}, "4×4×2");
    row("add, different shapes", "add", {}, {Shape{4, 4, 2}, Shape{4, 4, 3}},
        "expected inputs of the same shape, or of size 1 along an axis, got 4×4×2 and 4×4×3; give them the same shape first");
    row("add, one number a channel", "add", {}, {Shape{4, 5, 2}, Shape{1, 1, 2}}, "4×5×2");
    row("maximum, each repeated", "maximum", {}, {Shape{4, 1, 2}, Shape{1, 5, 2}}, "4×5×2");
    row("subtract", "subtract", {}, {Shape{4, 2}, Shape{4, 2}}, "4×2");
    row("multiply, one number a step", "multiply", {}, {Shape{4, 2}, Shape{4, 1}}, "4×2");
    row("multiply, other ranks", "multiply", {}, {Shape{4, 2}, Shape{2}},
        "expected inputs of the same shape, or of size 1 along an axis, got 4×2 and 2; give them the same shape first");
    row("concatenate", "concatenate", {}, {Shape{4, 4, 2}, Shape{4, 4, 3}, Shape{4, 4, 1}}, "4×4×6");
    row("concatenate, first axis", "concatenate", {{"axis", std::int64_t{1}}}, {Shape{4, 4, 2}, Shape{3, 4, 2}}, "7×4×2");
    row("concatenate, different shapes", "concatenate", {}, {Shape{4, 4, 2}, Shape{4, 5, 2}},
        "expected inputs that differ along axis -1 only, got 4×4×2 and 4×5×2");
    row("concatenate the batch", "concatenate", {{"axis", std::int64_t{0}}}, {Shape{4}, Shape{4}},
        "axis 0 is not one of a sample, which has 1 axis; choose −1 for the last or 1 for the first");
    row("affine", "affine", {}, {Shape{7, 5}}, "7×5");
    row("affine of a scalar", "affine", {}, {Shape{}}, "expected at least one axis, got a scalar");
    row("layer norm", "layer_normalization", {}, {Shape{7, 5}}, "7×5");
    row("layer norm of a scalar", "layer_normalization", {}, {Shape{}}, "expected at least one axis, got a scalar");
    row("rms norm", "rms_normalization", {}, {Shape{4, 4, 3}}, "4×4×3");
    row("group norm", "group_normalization", {{"groups", std::int64_t{2}}}, {Shape{5, 4, 6}}, "5×4×6");
    row("group norm, a group a channel", "group_normalization", {{"groups", std::int64_t{-1}}}, {Shape{6}}, "6");
    row("group norm, no divisor", "group_normalization", {}, {Shape{5, 4, 6}},
        "expected groups that divide 6 channels, got 32; choose a divisor, or −1 for as many groups as channels");
    row("group norm, no groups", "group_normalization", {{"groups", std::int64_t{0}}}, {Shape{6}},
        "expected groups that divide 6 channels, got 0; choose a divisor, or −1 for as many groups as channels");
    row("spatial dropout of sequences", "spatial_dropout1d", {}, {Shape{7, 5}}, "7×5");
    row("spatial dropout of an image as a sequence", "spatial_dropout1d", {}, {Shape{7, 5, 3}},
        "expected a sequence T×C, got 7×5×3");
    row("spatial dropout of a vector", "spatial_dropout2d", {}, {Shape{7}}, "expected an image H×W×C, got 7");
    row("spatial dropout of an image as a volume", "spatial_dropout3d", {}, {Shape{7, 5, 3}},
        "expected a volume D×H×W×C, got 7×5×3");
    row("reshape", "reshape", {{"target_shape", Sizes{2, -1, 3}}}, {Shape{4, 9}}, "2×6×3");
    row("reshape to a vector", "reshape", {}, {Shape{4, 9}}, "36");
    row("reshape, other count", "reshape", {{"target_shape", Sizes{5, 7}}}, {Shape{4, 9}},
        "expected a target shape of 36 elements, as many as 4×9 has, got 5×7");
    row("reshape, not divisible", "reshape", {{"target_shape", Sizes{5, -1}}}, {Shape{4, 9}},
        "expected a target shape of 36 elements, as many as 4×9 has, got 5×-1");
    row("reshape, two open", "reshape", {{"target_shape", Sizes{-1, -1}}}, {Shape{4, 9}},
        "expected sizes of 1 or more and at most one −1, got -1×-1");
    row("reshape, nothing", "reshape", {{"target_shape", Sizes{0, 4}}}, {Shape{4, 9}},
        "expected sizes of 1 or more and at most one −1, got 0×4");
    row("reshape, overflow", "reshape", {{"target_shape", Sizes{1 << 24, 1 << 24, 1 << 24}}}, {Shape{4}},
        "expected a target shape of 4 elements, as many as 4 has, got 16777216×16777216×16777216");
    row("permute", "permute", {{"dims", Sizes{3, 1, 2}}}, {Shape{4, 5, 6}}, "6×4×5");
    row("permute, twice the same", "permute", {{"dims", Sizes{1, 1}}}, {Shape{4, 5}},
        "expected each of the axes 1 to 2 once, got 1×1");
    row("permute, too few", "permute", {}, {Shape{4, 5, 6}}, "expected each of the axes 1 to 3 once, got 2×1");
    row("zero padding of a sequence", "zero_padding1d", {{"padding", Sizes{2, 1}}}, {Shape{4, 3}}, "7×3");
    row("zero padding of an image", "zero_padding2d", {{"padding", Sizes{1, 2}}}, {Shape{4, 5, 3}}, "6×9×3");
    row("zero padding of each side", "zero_padding2d", {{"padding", Sizes{1, 2, 0, 4}}}, {Shape{4, 5, 3}}, "7×9×3");
    row("zero padding of a volume", "zero_padding3d", {}, {Shape{4, 5, 6, 3}}, "6×7×8×3");
    row("zero padding by three", "zero_padding2d", {{"padding", Sizes{1, 2, 3}}}, {Shape{4, 5, 3}},
        "expected 2 numbers, one per axis, or 4, one per side, got 3");
    row("cropping of a sequence", "cropping1d", {{"cropping", Sizes{2, 1}}}, {Shape{4, 3}}, "1×3");
    row("cropping of an image", "cropping2d", {{"cropping", Sizes{1, 0, 0, 2}}}, {Shape{4, 5, 3}}, "3×3×3");
    row("cropping of nothing", "cropping2d", {}, {Shape{4, 5, 3}}, "4×5×3");
    row("cropping of a volume", "cropping3d", {}, {Shape{4, 5, 6, 3}}, "2×3×4×3");
    row("cropping of everything", "cropping1d", {{"cropping", Sizes{2, 2}}}, {Shape{4, 3}},
        "expected to cut off less than the 4 of axis 1 of 4×3, got 4 in all");
    row("upsampling of a sequence", "up_sampling1d", {{"size", Sizes{3}}}, {Shape{4, 3}}, "12×3");
    row("upsampling of an image", "up_sampling2d", {{"size", Sizes{2, 3}}}, {Shape{4, 5, 3}}, "8×15×3");
    row("upsampling of a volume", "up_sampling3d", {}, {Shape{4, 5, 6, 3}}, "8×10×12×3");
    row("upsampling of a vector", "up_sampling2d", {}, {Shape{4}}, "expected an image H×W×C, got 4");
    row("repeat vector", "repeat_vector", {{"n", std::int64_t{5}}}, {Shape{3}}, "5×3");
    row("repeat an image", "repeat_vector", {}, {Shape{4, 5, 3}}, "expected a vector, got 4×5×3; put Flatten before it");
    row("glu", "glu", {}, {Shape{7, 6}}, "7×3");
    row("glu of three", "glu", {}, {Shape{3}}, "expected a last axis of an even size, which is halved, got 3; make it even");
    row("lstm", "lstm", {{"units", std::int64_t{5}}}, {Shape{7, 3}}, "5");
    row("gru of every step", "gru", {{"units", std::int64_t{5}}, {"return_sequences", true}}, {Shape{7, 3}}, "7×5");
    row("simple rnn, both ways", "simple_rnn",
        {{"units", std::int64_t{5}}, {"direction", std::string("bidirectional")}, {"return_sequences", true}}, {Shape{7, 3}},
        "7×10");
    row("lstm of an image", "lstm", {}, {Shape{7, 5, 3}}, "expected a sequence T×C, got 7×5×3");
    row("input", "input", {{"shape", Sizes{32, 32, 3}}}, {}, "32×32×3");
}

void TestLayers::shapes()
{
    QFETCH(QString, id);
    QFETCH(ParameterMap, parameters);
    QFETCH(std::vector<Shape>, inputs);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(shapeText(id.toStdString(), parameters, inputs)), expected);
}

void TestLayers::convolutionCountsAndFans()
{
    RecordingCall call("stem", {Shape{28, 28, 3}}, batch, true);
    layer("conv2d").lower({{"kernel_size", Sizes{5, 3}}, {"activation", std::string("relu")}}, call);
    QCOMPARE(call.ops(), (Strings{"conv2d", "activation"}));
    QCOMPARE(call.weights["kernel"].shape, (Shape{5, 3, 3, 32}));
    QCOMPARE(call.weights["bias"].shape, (Shape{32}));
    QCOMPARE(call.weights["kernel"].initializer.fanIn, 5 * 3 * 3);
    QCOMPARE(call.weights["kernel"].initializer.fanOut, 5 * 3 * 32);
    QCOMPARE(call.weights["kernel"].initializer.id, std::string("glorot_uniform"));
    QCOMPARE(call.weights["bias"].initializer.id, std::string("zeros"));
}

void TestLayers::groupedFansAreThoseOfKeras()
{
    RecordingCall call("node", {Shape{8, 8, 8}}, batch, true);
    layer("conv2d").lower({{"groups", std::int64_t{4}}}, call);
    QCOMPARE(call.weights["kernel"].shape, (Shape{3, 3, 2, 32}));
    QCOMPARE(call.weights["kernel"].initializer.fanIn, 3 * 3 * 2);
    QCOMPARE(call.weights["kernel"].initializer.fanOut, 3 * 3 * 32);
    QCOMPARE(call.program().ops[0].as<Conv2dAttributes>().groups, 4);
}

/// Shapes and fans as in Keras, while the op gets a view: one channel a group.
void TestLayers::depthwiseKernelsAreThoseOfKeras()
{
    RecordingCall call("node", {Shape{8, 8, 3}}, batch, true);
    layer("depthwise_conv2d").lower({{"depth_multiplier", std::int64_t{2}}}, call);
    QCOMPARE(call.ops(), (Strings{"conv2d"}));
    QCOMPARE(call.weights["kernel"].shape, (Shape{3, 3, 3, 2}));
    QCOMPARE(call.weights["kernel"].initializer.fanIn, 3 * 3 * 3);
    QCOMPARE(call.weights["kernel"].initializer.fanOut, 3 * 3 * 2);
    QCOMPARE(call.weights["bias"].shape, (Shape{6}));
    const auto& attributes = call.program().ops[0].as<Conv2dAttributes>();
    QCOMPARE(attributes.groups, 3);
    QCOMPARE(attributes.kernelShape, (Shape{3, 3, 1, 6}));
}

void TestLayers::separableConvolutionIsTwo()
{
    RecordingCall call("node", {Shape{8, 8, 3}}, batch, true);
    layer("separable_conv2d").lower({{"depth_multiplier", std::int64_t{2}}, {"filters", std::int64_t{5}}}, call);
    QCOMPARE(call.ops(), (Strings{"conv2d", "conv2d"}));
    QCOMPARE(call.weights["depthwise_kernel"].shape, (Shape{3, 3, 3, 2}));
    QCOMPARE(call.weights["pointwise_kernel"].shape, (Shape{1, 1, 6, 5}));
    QCOMPARE(call.weights["bias"].shape, (Shape{5}));
    QVERIFY(!call.program().ops[0].as<Conv2dAttributes>().bias);
}

void TestLayers::transposedConvolutionRunsTheGradient()
{
    RecordingCall call("node", {Shape{5, 4, 3}}, batch, true);
    layer("conv2d_transpose").lower({{"filters", std::int64_t{6}}, {"strides", Sizes{2}}}, call);
    QCOMPARE(call.ops(), (Strings{"conv2d_backward_data", "add_bias"}));
    QCOMPARE(call.weights["kernel"].shape, (Shape{3, 3, 6, 3}));
    QCOMPARE(call.weights["kernel"].initializer.fanIn, 3 * 3 * 6);
    QCOMPARE(call.weights["bias"].shape, (Shape{6}));
}

void TestLayers::sequencesAreImagesOfOneRow()
{
    RecordingCall call("node", {Shape{9, 4}}, batch, true);
    layer("conv1d").lower({{"padding", std::string("causal")}, {"dilation_rate", Sizes{2}}, {"groups", std::int64_t{2}}}, call);
    QCOMPARE(call.ops(), (Strings{"reshape", "conv2d", "reshape"}));
    QCOMPARE(call.weights["kernel"].shape, (Shape{3, 2, 32}));
    QCOMPARE(call.weights["kernel"].initializer.fanIn, 3 * 2);
    const Window2d& window = call.program().ops[1].as<Conv2dAttributes>().window;
    QCOMPARE(window.left, 4);
    QCOMPARE(window.right, 0);
}

void TestLayers::explicitPaddingReachesTheOp()
{
    RecordingCall call("node", {Shape{8, 8, 3}}, batch, true);
    layer("conv2d").lower({{"padding", std::string("explicit")}, {"explicit_padding", Sizes{1, 2, 3, 4}}, {"strides", Sizes{2, 1}}},
                          call);
    const Window2d& window = call.program().ops[0].as<Conv2dAttributes>().window;
    QCOMPARE(window.top, 1);
    QCOMPARE(window.bottom, 2);
    QCOMPARE(window.left, 3);
    QCOMPARE(window.right, 4);
    QCOMPARE(window.stride.height, 2);
    QCOMPARE(window.stride.width, 1);
}

void TestLayers::convolutionWithoutBiasAndWithSoftmax()
{
    RecordingCall call("node", {Shape{8, 8, 3}}, batch, true);
    layer("conv2d").lower({{"use_bias", false}, {"activation", std::string("softmax")}}, call);
    QCOMPARE(call.ops(), (Strings{"conv2d", "softmax"}));
    QVERIFY(!call.weights.contains("bias"));
    QVERIFY(!call.program().ops[0].as<Conv2dAttributes>().bias);
}

void TestLayers::denseCountsAndFans()
{
    RecordingCall call("node", {Shape{784}}, batch, true);
    layer("dense").lower({{"units", std::int64_t{128}}}, call);
    QCOMPARE(call.ops(), (Strings{"dense"}));
    QCOMPARE(call.parameterCount(), 784 * 128 + 128);
    QCOMPARE(call.weights["kernel"].initializer.fanIn, 784);
    QCOMPARE(call.weights["kernel"].initializer.fanOut, 128);
}

void TestLayers::batchNormStagesItsStatistics()
{
    const ParameterMap parameters{{"momentum", 0.9}, {"epsilon", 1e-5}};
    RecordingCall training("node", {Shape{8, 8, 3}}, batch, true);
    layer("batch_normalization").lower(parameters, training);
    const Op& op = training.program().ops.at(0);
    QCOMPARE(training.ops(), (Strings{"batch_norm"}));
    QCOMPARE(op.as<BatchNormAttributes>().momentum, 0.9);
    QCOMPARE(op.as<BatchNormAttributes>().epsilon, 1e-5);
    QCOMPARE(training.statistics, (std::map<std::string, float>{{"moving_mean", 0.0f}, {"moving_variance", 1.0f}}));
    // A step does not write what it reads: the next statistics are staged until they are committed.
    for (const TensorId read : op.inputs)
        QVERIFY(std::ranges::find(op.outputs, read) == op.outputs.end());
    QCOMPARE(training.emitter().info(op.outputs.at(3)).role, Role::segment);
    QCOMPARE(training.emitter().info(op.outputs.at(4)).role, Role::segment);

    RecordingCall evaluation("node", {Shape{8, 8, 3}}, batch, false);
    layer("batch_normalization").lower(parameters, evaluation);
    QCOMPARE(evaluation.ops(), (Strings{"batch_norm_inference"}));
}

void TestLayers::sampleNormsLearnWhatIsAskedFor()
{
    for (const char* id : {"layer_normalization", "group_normalization"}) {
        RecordingCall both("node", {Shape{4, 4, 32}}, batch, true);
        layer(id).lower({}, both);
        QCOMPARE(both.weights["gamma"].initializer.id, std::string("ones"));
        QCOMPARE(both.weights["beta"].initializer.id, std::string("zeros"));
        QCOMPARE(both.parameterCount(), 64);
        RecordingCall neither("node", {Shape{4, 4, 32}}, batch, true);
        layer(id).lower({{"scale", false}, {"center", false}}, neither);
        QVERIFY(neither.weights.empty());
    }
    RecordingCall rms("node", {Shape{4, 5}}, batch, false);
    layer("rms_normalization").lower({}, rms);
    QCOMPARE(rms.ops(), (Strings{"layer_norm"}));
    QVERIFY(!rms.program().ops[0].as<LayerNormAttributes>().centred);
    QCOMPARE(rms.program().ops[0].as<LayerNormAttributes>().epsilon, 1e-6);
    QCOMPARE(rms.weights["scale"].shape, (Shape{5}));
}

void TestLayers::dropoutActsInTrainingAlone()
{
    RecordingCall training("node", {Shape{10}}, batch, true);
    layer("dropout").lower({{"rate", 0.25}}, training);
    QCOMPARE(training.ops(), (Strings{"dropout"}));
    const auto& attributes = training.program().ops[0].as<DropoutAttributes>();
    QCOMPARE(attributes.rate, 0.25);
    QCOMPARE(attributes.seed, training.seed());

    RecordingCall other("another node", {Shape{10}}, batch, true);
    layer("dropout").lower({}, other);
    QVERIFY(other.program().ops[0].as<DropoutAttributes>().node != attributes.node);

    RecordingCall evaluation("node", {Shape{10}}, batch, false);
    layer("dropout").lower({}, evaluation);
    QVERIFY(evaluation.ops().empty());
    RecordingCall none("node", {Shape{10}}, batch, true);
    layer("dropout").lower({{"rate", 0.0}}, none);
    QVERIFY(none.ops().empty());
}

void TestLayers::noiseActsInTrainingAlone()
{
    const std::map<std::string, Shape> inputs{{"alpha_dropout", {10}},          {"gaussian_dropout", {10}},
                                              {"gaussian_noise", {10}},         {"spatial_dropout1d", {4, 3}},
                                              {"spatial_dropout2d", {4, 4, 3}}, {"spatial_dropout3d", {4, 4, 4, 3}}};
    for (const auto& [id, shape] : inputs) {
        RecordingCall training("node", {shape}, batch, true);
        layer(id).lower({}, training);
        QCOMPARE(training.ops(), Strings{id.starts_with("gaussian") ? "gaussian_noise" : "dropout"});
        RecordingCall evaluation("node", {shape}, batch, false);
        layer(id).lower({}, evaluation);
        QVERIFY(evaluation.ops().empty());
        RecordingCall none("node", {shape}, batch, true);
        layer(id).lower({{layer(id).parameters[0].name, 0.0}}, none);
        QVERIFY(none.ops().empty());
        if (id.starts_with("spatial"))
            QVERIFY(training.program().ops[0].as<DropoutAttributes>().what == Dropped::channels);
    }
    RecordingCall noise("node", {Shape{10}}, batch, true);
    layer("gaussian_dropout").lower({{"rate", 0.2}}, noise);
    QCOMPARE(noise.program().ops[0].as<GaussianNoiseAttributes>().deviation, 0.5);
    QVERIFY(noise.program().ops[0].as<GaussianNoiseAttributes>().multiplied);
}

void TestLayers::globalPoolingSeesTheWholeImage()
{
    RecordingCall call("node", {Shape{8, 7, 64}}, batch, true);
    layer("global_average_pooling2d").lower({}, call);
    QCOMPARE(call.ops(), (Strings{"avg_pool2d", "reshape"}));
    const Window2d& window = call.program().ops[0].as<Pool2dAttributes>().window;
    QCOMPARE(window.kernel.height, 8);
    QCOMPARE(window.kernel.width, 7);
}

void TestLayers::addSumsPairwise()
{
    RecordingCall call("node", {Shape{3}, Shape{3}, Shape{3}}, batch, true);
    layer("add").lower({}, call);
    QCOMPARE(call.ops(), (Strings{"add", "add"}));
}

void TestLayers::averageDividesByTheCount()
{
    RecordingCall call("node", {Shape{3}, Shape{3}, Shape{3}, Shape{3}}, batch, true);
    layer("average").lower({}, call);
    QCOMPARE(call.ops(), (Strings{"add", "add", "add", "scale"}));
    QCOMPARE(call.program().ops.back().as<ScaleAttributes>().factor, 0.25);
}

void TestLayers::repeatedVectorsAreUpsampled()
{
    RecordingCall call("node", {Shape{3}}, batch, true);
    layer("repeat_vector").lower({{"n", std::int64_t{5}}}, call);
    QCOMPARE(call.ops(), (Strings{"reshape", "upsample"}));
    RecordingCall once("node", {Shape{3}}, batch, true);
    layer("repeat_vector").lower({{"n", std::int64_t{1}}}, once);
    QCOMPARE(once.ops(), (Strings{"reshape"}));
    RecordingCall image("node", {Shape{4, 5, 3}}, batch, true);
    layer("up_sampling2d").lower({{"size", Sizes{2, 3}}, {"interpolation", std::string("bilinear")}}, image);
    const auto& attributes = image.program().ops.at(0).as<UpsampleAttributes>();
    QCOMPARE(attributes.factors, (Sizes{2, 3}));
    QVERIFY(attributes.interpolation == Interpolation::linear);
}

void TestLayers::rescalingByNothingIsNothing()
{
    RecordingCall call("node", {Shape{3}}, batch, true);
    layer("rescaling").lower({}, call);
    QVERIFY(call.ops().empty());
    RecordingCall other("node", {Shape{3}}, batch, true);
    layer("rescaling").lower({{"scale", 0.5}, {"offset", -1.0}}, other);
    QCOMPARE(other.program().ops.at(0).as<AffineAttributes>().factors, std::vector{0.5});
    QCOMPARE(other.program().ops.at(0).as<AffineAttributes>().offsets, std::vector{-1.0});
}

void TestLayers::preluHasASlopeForEachChannel()
{
    RecordingCall call("node", {Shape{8, 7, 4}}, batch, true);
    layer("prelu").lower({}, call);
    QCOMPARE(call.weights["alpha"].shape, (Shape{4}));
    QCOMPARE(call.weights["alpha"].initializer.id, std::string("zeros"));
}

void TestLayers::leakySlopesAreThoseOfKeras()
{
    RecordingCall alone("node", {Shape{3}}, batch, true);
    layer("leaky_relu").lower({}, alone);
    QCOMPARE(alone.program().ops.back().as<ActivationAttributes>().alpha, 0.3);
    RecordingCall ending("node", {Shape{3}}, batch, true);
    layer("dense").lower({{"activation", std::string("leaky_relu")}}, ending);
    QCOMPARE(ending.program().ops.back().as<ActivationAttributes>().alpha, 0.2);
}

void TestLayers::decayIsForKernelsAlone()
{
    for (const LayerSpec& spec : layers()) {
        if (spec.inputs.empty())
            continue;
        int fitting = 0;
        for (const Shape& shape : {Shape{8, 8, 32}, Shape{6, 8, 8, 32}, Shape{8, 4}, Shape{8}}) {
            const std::vector<Shape> inputs(spec.inputs[0].many ? 2 : spec.neededInputs(), shape);
            try {
                spec.shapes({}, inputs);
            } catch (const Error&) {
                continue;
            }
            ++fitting;
            RecordingCall call("node", inputs, batch, true);
            spec.lower({}, call);
            for (const auto& [name, weight] : call.weights)
                QCOMPARE(decays(weight.kind), name.ends_with("kernel") || name == "embeddings");
        }
        QVERIFY2(fitting > 0, spec.id.c_str());
    }
}

void TestLayers::parametersOutOfRangeAreRefused()
{
    QCOMPARE(shapeText("dense", {{"units", std::int64_t{0}}}, {Shape{4}}), std::string("units must be in [1, 16777216], got 0"));
    QCOMPARE(shapeText("dropout", {{"rate", 1.0}}, {Shape{4}}), std::string("rate must be in [0, 1), got 1"));
    QCOMPARE(shapeText("conv2d", {{"padding", std::string("full")}}, {Shape{4, 4, 1}}),
             std::string("padding must be one of explicit, same, valid, got \"full\""));
}

NETSMITH_TEST(TestLayers)

} // namespace test_layers

#include "test_layers.moc"
