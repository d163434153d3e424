#include "engine/interop/weights/tflite_weights.h"
#include "tests/engine/interop/stored_numbers.h"
#include "tests/test_program.h"

#include <QtTest>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>

namespace test_tflite_weights {

using namespace netsmith;
using namespace netsmith::interop;
namespace fs = std::filesystem;

namespace {

using Numbers = std::vector<double>;

const fs::path fixtures = fs::path(NETSMITH_FIXTURES) / "weights" / "tflite";

} // namespace

/// The weights of TensorFlow Lite's files have the numbers that were written, and hostile files are rejected.
class TestTfliteWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void saysWhatIsLeftOut();
    void refuses_data();
    void refuses();
    void refusesEveryTruncation();
    void readsRealFiles_data();
    void readsRealFiles();
};

void TestTfliteWeights::reads_data()
{
    QTest::addColumn<QString>("stored");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<Numbers>("numbers");
    const auto row = [](const char* name, const char* stored, const char* shape, const Numbers& numbers) {
        QTest::newRow(name) << stored << shape << numbers;
    };
    row("conv/kernel", "float32", "1×2×2×1", {1, 2.5, -3, 4});
    row("half", "float16", "3", {1, 2.5, -3});
    row("brain", "bfloat16", "3×1", {1, 2.5, -3});
    row("u8", "uint8 × scale", "2×2", {-2, 1, 0.5, 2});
    row("channels", "int8 × scale", "2×3", {-1, 0, 2, 0, 2, 4});
    row("last_axis", "int8 × scale", "2×3", {-2, 0, 16, 1, 4, 12});
    row("bias", "int32 × scale", "2", {1, -4});
    row("four", "int4 × scale", "3", {-16, 14, 2});
    row("i16", "int16 × scale", "2", {-1, 150.5});
    row("outside", "float32", "2", {0.5, 0.75});
    row("conv/kernel:2", "float32", "4", {1, 2.5, -3, 4});
}

void TestTfliteWeights::reads()
{
    QFETCH(const QString, stored);
    QFETCH(const QString, shape);
    QFETCH(const Numbers, numbers);
    const WeightFile file = readTfliteWeights(fixtures / "good.tflite").take();
    QVERIFY(file.framework == Framework::tflite);
    const WeightTensor* tensor = interop::stored(file, QTest::currentDataTag());
    QVERIFY(tensor);
    QCOMPARE(QString::fromStdString(tensor->stored), stored);
    QCOMPARE(QString::fromStdString(tensor->shape.text()), shape);
    QCOMPARE(storedNumbers(file, QTest::currentDataTag()), numbers);
}

void TestTfliteWeights::saysWhatIsLeftOut()
{
    const WeightFile file = readTfliteWeights(fixtures / "good.tflite").take();
    QCOMPARE(file.tensors.size(), std::size_t{11});
    QStringList notes;
    for (const Message& note : file.notes)
        notes << QString::fromStdString(note.text());
    QCOMPARE(notes,
             (QStringList{"\"text\" left out: elements of string are no weights",
                          "\"packed\" left out: it is sparse; convert the model with dense weights",
                          "\"custom\" left out: its quantization is of another kind than scale and zero point",
                          "\"seven_axes\" left out: it has 7 axes, and 6 can be used",
                          "\"new\" left out: its type, number 99, is not known",
                          "1 tensor left out: integers without a scale are no weights"}));
}

void TestTfliteWeights::refuses_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("part"); ///< of the sentence
    const auto row = [](const char* file, const char* id, const char* part) { QTest::newRow(file) << id << part; };
    row("negative", "tflite.bytes", "\"w\"");
    row("overflow", "tflite.bytes", "\"w\"");
    row("bytes", "tflite.bytes", "16 bytes");
    row("scales", "tflite.scales", "4×4 has 3 scales");
    row("axis", "tflite.scales", "axis 2");
    row("zeros", "tflite.scales", "2 zero points");
    row("buffer", "tflite.buffer", "buffer 2 of 2");
    row("range", "tflite.range", "16 bytes from 1000");
    row("range_overflow", "tflite.range", "\"w\"");
    row("shared", "tflite.shared", "share their bytes");
    row("not_unicode", "tflite.utf8", "\\xff");
}

void TestTfliteWeights::refuses()
{
    QFETCH(const QString, id);
    QFETCH(const QString, part);
    const fs::path path = fixtures / (std::string(QTest::currentDataTag()) + ".tflite");
    const auto file = readTfliteWeights(path);
    QVERIFY(!file);
    QVERIFY(file.error().kind() == ErrorKind::input);
    QCOMPARE(QString::fromStdString(file.error().message().id()), id);
    const auto text = QString::fromUtf8(file.error().what());
    QVERIFY2(text.contains(part), qPrintable(text));
    QVERIFY2(text.startsWith(QString::fromStdString(path.string())), qPrintable(text));
}

void TestTfliteWeights::refusesEveryTruncation()
{
    std::ifstream stream(fixtures / "good.tflite", std::ios::binary);
    const std::string content{std::istreambuf_iterator<char>(stream), {}};
    for (std::size_t size = 0; size < content.size(); size += 4) {
        // a copy, so that the sanitizer sees what is read past its end
        const std::vector<char> part(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(size));
        QVERIFY2(!parseTfliteWeights(std::as_bytes(std::span(part)), "part"), qPrintable(QString::number(size)));
    }
}

void TestTfliteWeights::readsRealFiles_data()
{
    QTest::addColumn<int>("tensors");
    QTest::addColumn<qint64>("count");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<double>("sum");
    // As the package tflite and NumPy say, in f32 arithmetic.
    QTest::newRow("mlperf_tiny/kws_ref_model.tflite") << 20 << qint64{22604} << "functional_1/conv2d_4/Conv2D"
                                                      << "64×1×1×64" << -17.742851354181767;
    QTest::newRow("mlperf_tiny/kws_ref_model_float32.tflite") << 20 << qint64{22604} << "functional_1/conv2d_4/Conv2D"
                                                              << "64×1×1×64" << -17.52160633634776;
    QTest::newRow("mlperf_tiny/pretrainedResnet_quant.tflite") << 20 << qint64{77706} << "model/conv2d_8/Conv2D"
                                                               << "64×1×1×32" << -55.494508044212125;
    QTest::newRow("mobilenet_tflite/mobilenet_v1_0.25_128_quant.tflite")
        << 56 << qint64{467593}
        << "MobilenetV1/Logits/Conv2d_1c_1x1/Conv2D;MobilenetV1/Logits/Conv2d_1c_1x1/weights_quant/FakeQuantWithMinMaxVars"
        << "1001×1×1×256" << 1017.0371607821435;
    QTest::newRow("mobilenet_tflite/mobilenet_v2_1.0_224_quant.tflite")
        << 106 << qint64{3489097}
        << "MobilenetV2/Logits/Conv2d_1c_1x1/Conv2D;MobilenetV2/Logits/Conv2d_1c_1x1/weights_quant/FakeQuantWithMinMaxVars"
        << "1001×1×1×1280" << 1195.5155689601088;
}

void TestTfliteWeights::readsRealFiles()
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
    const WeightFile file = readTfliteWeights(path).take();
    QCOMPARE(file.tensors.size(), static_cast<std::size_t>(tensors));
    qint64 numbers = 0;
    for (const WeightTensor& tensor : file.tensors)
        numbers += tensor.shape.elements();
    QCOMPARE(numbers, count);
    const WeightTensor* tensor = stored(file, name.toStdString());
    QVERIFY(tensor);
    QCOMPARE(QString::fromStdString(tensor->shape.text()), shape);
    const Numbers values = storedNumbers(file, name.toStdString());
    QCOMPARE(std::accumulate(values.begin(), values.end(), 0.0), sum);
}

NETSMITH_TEST(TestTfliteWeights)

} // namespace test_tflite_weights

#include "test_tflite_weights.moc"
