#include "engine/interop/weights/onnx_weights.h"
#include "tests/engine/interop/stored_numbers.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>

namespace test_onnx_weights {

using namespace netsmith;
using namespace netsmith::interop;
namespace fs = std::filesystem;

namespace {

using Numbers = std::vector<double>;

WeightFile fixture(const std::string& name)
{
    return readOnnxWeights(fs::path(NETSMITH_FIXTURES) / "weights" / "onnx" / (name + ".onnx")).take();
}

std::vector<std::string> namesOf(const WeightFile& file)
{
    std::vector<std::string> names;
    for (const WeightTensor& tensor : file.tensors)
        names.push_back(tensor.name);
    return names;
}

bool same(double a, double b)
{
    return std::isnan(b) ? std::isnan(a) : a == b;
}

} // namespace

/// The weights of ONNX models have the numbers that were written, or that onnx reads from real files.
class TestOnnxWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEveryType_data();
    void readsEveryType();
    void saysWhatIsLeftOut();
    void readsConstants();
    void dequantizes();
    void readsOtherFiles();
    void readsFunctions();
    void readsNewerFiles();
    void readsRealFiles_data();
    void readsRealFiles();
};

void TestOnnxWeights::readsEveryType_data()
{
    QTest::addColumn<QString>("stored");
    QTest::addColumn<int>("type");
    QTest::addColumn<Numbers>("numbers");
    const auto row = [](const char* name, const char* stored, DataType type, const Numbers& numbers) {
        QTest::newRow(name) << stored << static_cast<int>(type) << numbers;
    };
    const Numbers plain{1, 2.5, -3};
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    row("f32_raw", "float32", DataType::f32, plain);
    row("f32_list", "float32", DataType::f32, plain);
    row("f64_raw", "float64", DataType::f64, plain);
    row("f64_list", "float64", DataType::f64, plain);
    row("f16_raw", "float16", DataType::f16, plain);
    row("f16_list", "float16", DataType::f16, plain);
    row("bf16_raw", "bfloat16", DataType::bf16, plain);
    row("bf16_list", "bfloat16", DataType::bf16, plain);
    row("scalar", "float32", DataType::f32, {7});
    // The largest and the smallest number of each format are those of ONNX's "Float stored in 8 bits".
    row("e4m3fn", "float8e4m3fn", DataType::f32, {1, 2.5, -3, 448, 0x1p-9, nan});
    row("e4m3fnuz", "float8e4m3fnuz", DataType::f32, {1, 2.5, -3, 240, 0x1p-10, nan});
    row("e5m2", "float8e5m2", DataType::f32, {1, 2.5, -3, 57344, 0x1p-16, infinity});
    row("e5m2fnuz", "float8e5m2fnuz", DataType::f32, {1, 2.5, -3, 57344, 0x1p-17, nan});
}

void TestOnnxWeights::readsEveryType()
{
    QFETCH(const QString, stored);
    QFETCH(const int, type);
    QFETCH(const Numbers, numbers);
    const WeightFile file = fixture("types");
    const WeightTensor* tensor = interop::stored(file, QTest::currentDataTag());
    QVERIFY(tensor);
    QCOMPARE(QString::fromStdString(tensor->stored), stored);
    QCOMPARE(static_cast<int>(tensor->type), type);
    const Numbers got = storedNumbers(file, QTest::currentDataTag());
    QVERIFY(std::ranges::equal(got, numbers, same));
}

void TestOnnxWeights::saysWhatIsLeftOut()
{
    const WeightFile file = fixture("types");
    QCOMPARE(file.format, std::string("ONNX"));
    QVERIFY(file.framework == Framework::onnx);
    QCOMPARE(file.tensors.size(), std::size_t{13});
    QVERIFY(stored(file, "f32_list")->shape == Shape({1, 3}));
    QVERIFY(stored(file, "scalar")->shape == Shape());
    QStringList notes;
    for (const Message& note : file.notes)
        notes << QString::fromStdString(note.text());
    QCOMPARE(notes,
             (QStringList{"\"seven_axes\" left out: it has 7 axes, and 6 can be used",
                          "\"complex\" left out: numbers of complex64 can't be read",
                          "\"e2m1\" left out: numbers of type 23 can't be read",
                          "8 tensors left out: shapes, indices and settings of operators are no weights"}));
}

void TestOnnxWeights::readsConstants()
{
    const WeightFile file = fixture("constants");
    QCOMPARE(namesOf(file), (std::vector<std::string>{"kernel", "bias", "inner", "inner:2"}));
    QVERIFY(stored(file, "kernel")->shape == Shape({3, 2}));
    QCOMPARE(storedNumbers(file, "kernel"), (Numbers{1, 1.25, 1.5, 1.75, 2, 2.25}));
    QCOMPARE(storedNumbers(file, "bias"), (Numbers{0.5, -0.5}));
    // onnx sorts the attributes: the other branch is the first one
    QCOMPARE(storedNumbers(file, "inner"), (Numbers{20, 20.25}));
    QCOMPARE(storedNumbers(file, "inner:2"), (Numbers{10, 10.25}));
    QCOMPARE(file.notes.size(), std::size_t{1}); // the bounds of Clip and the axes
    QCOMPARE(file.notes.at(0).text(), std::string("3 tensors left out: shapes, indices and settings of operators are no weights"));
}

void TestOnnxWeights::dequantizes()
{
    const WeightFile file = fixture("quantized");
    QCOMPARE(stored(file, "rows")->stored, std::string("uint8 × scale"));
    QCOMPARE(storedNumbers(file, "rows"), (Numbers{-2, 1, 2, 8}));
    QCOMPARE(storedNumbers(file, "kernel"), (Numbers{-0.25, 0, 0.25, 0.5}));
    QCOMPARE(stored(file, "four")->stored, std::string("int4 × scale"));
    QCOMPARE(storedNumbers(file, "four"), (Numbers{-16, 14, 2}));
    QVERIFY(!stored(file, "lost"));
    QCOMPARE(file.notes.at(0).id(), std::string("onnx.left_out"));
}

void TestOnnxWeights::readsOtherFiles()
{
    const WeightFile file = fixture("external");
    QCOMPARE(storedNumbers(file, "near"), (Numbers{1.5, -2.5, 3.5}));
    QCOMPARE(storedNumbers(file, "far"), (Numbers{0, 1, 2, 3}));
    QVERIFY(stored(file, "far")->shape == Shape({2, 2}));
}

void TestOnnxWeights::readsFunctions()
{
    QCOMPARE(storedNumbers(fixture("function"), "factor"), (Numbers{4, 4.25}));
}

void TestOnnxWeights::readsNewerFiles()
{
    const WeightFile file = fixture("newer");
    QCOMPARE(storedNumbers(file, "w"), (Numbers{0, 0.25}));
    QCOMPARE(file.notes.size(), std::size_t{2});
}

void TestOnnxWeights::readsRealFiles_data()
{
    QTest::addColumn<int>("tensors");
    QTest::addColumn<qint64>("count");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<double>("sum");
    // As onnx 1.23 and NumPy say.
    QTest::newRow("cifar10_resnet/resnet20.onnx") << 97 << qint64{271098} << "layer3.2.conv2.weight"
                                                  << "64×64×3×3" << 1.509974816668091;
    QTest::newRow("cifar10_resnet/resnet56.onnx") << 277 << qint64{857082} << "linear.weight"
                                                  << "10×64" << -0.008035663631744683;
    QTest::newRow("efficientnet_lite0/efficientnet_lite0.onnx") << 247 << qint64{4694024} << "_conv_head.weight"
                                                                << "1280×320×1×1" << -21.113805372136994;
    QTest::newRow("squeezenet/squeezenet1.0_pruned.onnx") << 52 << qint64{1248424} << "conv10.weight"
                                                          << "1000×512×1×1" << -1765.9888464754913;
    QTest::newRow("ppocr_angle/ch_ppocr_mobile_v2.0_cls_infer.onnx") << 213 << qint64{133628} << "conv11_linear_weights"
                                                                     << "32×200×1×1" << -6.036498075527561;
    QTest::newRow("basic_pitch/nmp.onnx") << 24 << qint64{35740} << "const_fold_opt__655"
                                          << "36×1×1×256" << 4.4446946020570977e-05;
    QTest::newRow("fastestdet/FastestDet.onnx") << 140 << qint64{240301} << "onnx::Conv_967"
                                                << "80×96×1×1" << 12.13964480163122;
    QTest::newRow("silero_vad/silero_vad_16k_op15.onnx") << 15 << qint64{309633} << "model.decoder.rnn.weight_hh"
                                                         << "512×128" << -269.44023466207364;
}

void TestOnnxWeights::readsRealFiles()
{
    QFETCH(const int, tensors);
    QFETCH(const qint64, count);
    QFETCH(const QString, name);
    QFETCH(const QString, shape);
    QFETCH(const double, sum);
    const char* folder = std::getenv("NETSMITH_DATA_DIR");
    const fs::path path = fs::path(folder ? folder : "") / "weights" / QTest::currentDataTag();
    if (!folder || !fs::exists(path))
        QSKIP("needs NETSMITH_DATA_DIR with weights/");
    const WeightFile file = readOnnxWeights(path).take();
    QCOMPARE(file.tensors.size(), static_cast<std::size_t>(tensors));
    qint64 numbers = 0;
    for (const WeightTensor& tensor : file.tensors) {
        QCOMPARE(tensor.bytes.size(), static_cast<std::size_t>(tensor.shape.elements()) * sizeOf(tensor.type));
        numbers += tensor.shape.elements();
    }
    QCOMPARE(numbers, count);
    const WeightTensor* tensor = stored(file, name.toStdString());
    QVERIFY(tensor);
    QCOMPARE(QString::fromStdString(tensor->shape.text()), shape);
    const Numbers values = storedNumbers(file, name.toStdString());
    QCOMPARE(std::accumulate(values.begin(), values.end(), 0.0), sum);
}

NETSMITH_TEST(TestOnnxWeights)

} // namespace test_onnx_weights

#include "test_onnx_weights.moc"
