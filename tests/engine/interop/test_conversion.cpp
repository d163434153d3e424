#include "engine/interop/weights/conversion.h"
#include "tests/engine/interop/foreign_weights.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cstring>

namespace test_conversion {

using namespace netsmith;
using namespace netsmith::interop;
using namespace netsmith::test;

/// Each layout on numbers that were written down by hand: 1, 2, 3, … in the file's order.
class TestConversion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void kernelsOfPyTorch();
    void kernelsOfTflite();
    void depthwiseKernels();
    void flattenedMaps();
    void linearLayers();
    void gatesOfPyTorch();
    void gatesOfOnnx();
    void vectors();
    void everyType();
    void misfits();

private:
    /// The numbers 1, 2, 3, … of this shape as the weight; empty: they do not fit.
    static Numbers converted(Framework framework, const Shape& shape, const LayerWeight& weight, int tensors = 1);
};

Numbers TestConversion::converted(Framework framework, const Shape& shape, const LayerWeight& weight, int tensors)
{
    const auto conversion = conversionFor(framework, shape, weight, tensors);
    if (!conversion)
        return {};
    ForeignFile file(framework);
    const auto count = static_cast<std::size_t>(shape.elements());
    file.add("a", shape, counted(count)).add("b", shape, counted(count, 100.0f));
    const std::vector<const WeightTensor*> given{&file.file.tensors[0], &file.file.tensors[1]};
    return convert(std::span(given).first(static_cast<std::size_t>(tensors)), *conversion);
}

void TestConversion::kernelsOfPyTorch()
{
    // O,I,H,W = 3,2,1,2 → H,W,I,O: of each point the two inputs, each with its three outputs.
    const Numbers wanted{1, 5, 9, 3, 7, 11, 2, 6, 10, 4, 8, 12};
    const LayerWeight kernel = convolution("c", {1, 2, 2, 3})[0];
    for (const Framework framework : {Framework::pytorch, Framework::onnx, Framework::darknet})
        QCOMPARE(converted(framework, {3, 2, 1, 2}, kernel), wanted);
    // Of sequences, O,I,T, and of volumes.
    QCOMPARE(converted(Framework::pytorch, {3, 2, 2}, convolution("c", {2, 2, 3})[0]), wanted);
    QCOMPARE(converted(Framework::pytorch, {3, 2, 1, 1, 2}, convolution("c", {1, 1, 2, 2, 3})[0]), wanted);
    // A linear layer is a kernel of one point.
    QCOMPARE(converted(Framework::pytorch, {3, 2}, convolution("c", {1, 1, 2, 3})[0]), (Numbers{1, 3, 5, 2, 4, 6}));
    // Ours as it is.
    QCOMPARE(converted(Framework::keras, {1, 2, 2, 3}, kernel), counted(12));
}

void TestConversion::kernelsOfTflite()
{
    // O,H,W,I = 3,1,2,2.
    QCOMPARE(converted(Framework::tflite, {3, 1, 2, 2}, convolution("c", {1, 2, 2, 3})[0]),
             (Numbers{1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 12}));
    QCOMPARE(converted(Framework::tflite, {3, 1, 1, 2}, denseLayer("d", 2, 3)[0]), (Numbers{1, 3, 5, 2, 4, 6}));
    QCOMPARE(converted(Framework::tflite, {3, 1, 2, 2}, convolution("c", {2, 2, 3})[0]),
             (Numbers{1, 5, 9, 2, 6, 10, 3, 7, 11, 4, 8, 12}));
}

void TestConversion::depthwiseKernels()
{
    // Two channels with two patterns each, of two points: PyTorch has a row for each pattern, in the order of the channels.
    const LayerWeight kernel = depthwise("d", {1, 2, 2, 2})[0];
    QCOMPARE(converted(Framework::pytorch, {4, 1, 1, 2}, kernel), (Numbers{1, 3, 5, 7, 2, 4, 6, 8}));
    QCOMPARE(converted(Framework::tflite, {1, 1, 2, 4}, kernel), counted(8));
    QCOMPARE(converted(Framework::keras, {1, 2, 2, 2}, kernel), counted(8));
}

void TestConversion::flattenedMaps()
{
    // A map of 1×2 points with 3 channels, then a vector of 1, into 2 units. PyTorch's columns are c0p0 c0p1 c1p0 … v.
    const LayerWeight kernel = denseLayer("d", 7, 2, {}, {Shape{1, 2, 3}, Shape{1}})[0];
    QCOMPARE(converted(Framework::pytorch, {2, 7}, kernel), (Numbers{1, 8, 3, 10, 5, 12, 2, 9, 4, 11, 6, 13, 7, 14}));
    // TFLite flattens as we do.
    QCOMPARE(converted(Framework::tflite, {2, 7}, kernel), (Numbers{1, 8, 2, 9, 3, 10, 4, 11, 5, 12, 6, 13, 7, 14}));
    QCOMPARE(converted(Framework::keras, {7, 2}, kernel), counted(14));
    // A normalization of the flattened map has its numbers in the same order.
    LayerWeight gamma = norm("n", 6)[0];
    gamma.flattened = {Shape{1, 2, 3}};
    QCOMPARE(converted(Framework::pytorch, {6}, gamma), (Numbers{1, 3, 5, 2, 4, 6}));
    // One point, or one channel, is in the same order either way.
    for (const Shape& map : {Shape{1, 1, 6}, Shape{2, 3, 1}}) {
        gamma.flattened = {map};
        QVERIFY(conversionFor(Framework::pytorch, {6}, gamma)->isIdentity());
    }
}

void TestConversion::linearLayers()
{
    const LayerWeight kernel = denseLayer("d", 2, 3)[0];
    const Numbers turned{1, 3, 5, 2, 4, 6};
    QCOMPARE(converted(Framework::pytorch, {3, 2}, kernel), turned);
    QCOMPARE(converted(Framework::pytorch, {3, 2, 1, 1}, kernel), turned);
    QCOMPARE(converted(Framework::onnx, {3, 2}, kernel), turned); // transB
    QCOMPARE(converted(Framework::onnx, {2, 3}, kernel), counted(6)); // a MatMul
    const LayerWeight square = denseLayer("d", 2, 2)[0];
    QCOMPARE(converted(Framework::onnx, {2, 2}, square), (Numbers{1, 3, 2, 4}));
    QVERIFY(conversionFor(Framework::onnx, {2, 2}, square, 1, true)->isIdentity());
    // Embeddings are never transposed.
    QCOMPARE(converted(Framework::pytorch, {3, 2}, embeddingLayer("e", 3, 2)[0]), counted(6));
    QVERIFY(converted(Framework::pytorch, {2, 3}, embeddingLayer("e", 3, 2)[0]).empty());
}

void TestConversion::gatesOfPyTorch()
{
    // One unit, one input: the gates i,f,g,o are ours.
    const auto lstm = recurrentLayer("r", 4, 1, 1);
    QCOMPARE(converted(Framework::pytorch, {4, 1}, lstm[0]), (Numbers{1, 2, 3, 4}));
    QCOMPARE(converted(Framework::pytorch, {4}, lstm[2], 2), (Numbers{101, 103, 105, 107})); // both biases
    QCOMPARE(converted(Framework::pytorch, {4}, lstm[2]), counted(4));
    // r,z,n of a GRU are z,r,h here; two inputs.
    const auto gru = recurrentLayer("r", 3, 2, 1);
    QCOMPARE(converted(Framework::pytorch, {3, 2}, gru[0]), (Numbers{3, 1, 5, 4, 2, 6}));
    QCOMPARE(converted(Framework::pytorch, {3}, gru[2], 2), (Numbers{2, 1, 3, 101, 100, 102})); // one below the other
    QCOMPARE(converted(Framework::keras, {2, 3}, gru[2]), counted(6));
    const auto simple = recurrentLayer("r", 1, 2, 2);
    QCOMPARE(converted(Framework::pytorch, {2, 2}, simple[0]), (Numbers{1, 3, 2, 4}));
    QCOMPARE(converted(Framework::pytorch, {2}, simple[2], 2), (Numbers{101, 103}));
}

void TestConversion::gatesOfOnnx()
{
    // i,o,f,c of an LSTM are i,f,c,o here; the second direction follows the first.
    const auto lstm = recurrentLayer("r", 4, 1, 1, true);
    QCOMPARE(converted(Framework::onnx, {2, 4, 1}, lstm[0]), (Numbers{1, 3, 4, 2}));
    QCOMPARE(converted(Framework::onnx, {2, 4, 1}, lstm[3]), (Numbers{5, 7, 8, 6}));
    QCOMPARE(converted(Framework::onnx, {2, 8}, lstm[2]), (Numbers{1 + 5, 3 + 7, 4 + 8, 2 + 6}));
    QCOMPARE(converted(Framework::onnx, {2, 8}, lstm[5]), (Numbers{9 + 13, 11 + 15, 12 + 16, 10 + 14}));
    // z,r,h of a GRU are ours.
    const auto gru = recurrentLayer("r", 3, 1, 1);
    QCOMPARE(converted(Framework::onnx, {1, 3, 1}, gru[0]), counted(3));
    QCOMPARE(converted(Framework::onnx, {1, 6}, gru[2]), counted(6));
}

void TestConversion::vectors()
{
    LayerWeight alpha = norm("p", 3)[0];
    alpha.kind = WeightKind::alpha;
    for (const Shape& shape : {Shape{3}, Shape{3, 1, 1}, Shape{1, 1, 3}})
        QCOMPARE(converted(Framework::onnx, shape, alpha), counted(3));
    QVERIFY(converted(Framework::onnx, {3, 2}, alpha).empty());
}

void TestConversion::everyType()
{
    const auto read = [](DataType type, const void* data, std::size_t bytes, std::int64_t count) {
        WeightTensor tensor{"t", "", type, Shape{count}, {static_cast<const std::byte*>(data), bytes}};
        return floatsOf(tensor);
    };
    const double f64[]{0.1, -2.0};
    const std::uint16_t f16[]{0x3c00, 0xc100}, bf16[]{0x3f80, 0xc020};
    const std::int64_t i64[]{7, -3};
    const std::int32_t i32[]{7, -3};
    const std::uint8_t u8[]{7, 255};
    QCOMPARE(read(DataType::f64, f64, sizeof f64, 2), (Numbers{0.1f, -2.0f}));
    QCOMPARE(read(DataType::f16, f16, sizeof f16, 2), (Numbers{1.0f, -2.5f}));
    QCOMPARE(read(DataType::bf16, bf16, sizeof bf16, 2), (Numbers{1.0f, -2.5f}));
    QCOMPARE(read(DataType::i64, i64, sizeof i64, 2), (Numbers{7.0f, -3.0f}));
    QCOMPARE(read(DataType::i32, i32, sizeof i32, 2), (Numbers{7.0f, -3.0f}));
    QCOMPARE(read(DataType::u8, u8, sizeof u8, 2), (Numbers{7.0f, 255.0f}));
}

void TestConversion::misfits()
{
    const LayerWeight kernel = convolution("c", {3, 3, 2, 4})[0];
    QVERIFY(conversionFor(Framework::pytorch, {4, 2, 3, 3}, kernel));
    QVERIFY(!conversionFor(Framework::pytorch, {2, 4, 3, 3}, kernel));
    QVERIFY(!conversionFor(Framework::pytorch, {4, 2, 9}, kernel));
    QVERIFY(!conversionFor(Framework::keras, {4, 2, 3, 3}, kernel));
    QVERIFY(!conversionFor(Framework::pytorch, {4, 2, 3, 3}, kernel, 2));
    // The bias of Keras's GRU without reset_after computes something else.
    QVERIFY(!conversionFor(Framework::keras, {3}, recurrentLayer("r", 3, 1, 1)[2]));
    QVERIFY(!conversionFor(Framework::pytorch, {3}, recurrentLayer("r", 3, 1, 1)[2]));
    QVERIFY(!conversionFor(Framework::onnx, {1, 3, 2}, recurrentLayer("r", 3, 1, 1)[0]));
}

NETSMITH_TEST(TestConversion)

} // namespace test_conversion

#include "test_conversion.moc"
