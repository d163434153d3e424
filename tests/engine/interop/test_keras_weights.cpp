#include "engine/core/files/mapped_file.h"
#include "engine/core/float16.h"
#include "engine/input/zip_archive.h"
#include "engine/interop/weights/keras_kinds.h"
#include "engine/interop/weights/keras_weights.h"
#include "tests/engine/input/zip_bytes.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <bit>
#include <cstring>
#include <filesystem>

namespace test_keras_weights {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::interop;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

// Written by tests/fixtures/weights/make_keras.py.
const fs::path fixtures = NETSMITH_KERAS_FIXTURES;

MappedFile inMemory(std::span<const std::byte> bytes)
{
    const std::shared_ptr<std::byte[]> copy(new std::byte[bytes.size()]); // of exactly this size, which a sanitizer watches
    std::ranges::copy(bytes, copy.get());
    return {copy, bytes.size()};
}

Expected<WeightFile> read(const MappedFile& file)
{
    return isHdf5(file.all()) ? readKerasH5(file, "some file") : readKerasArchive(file, "some file");
}

MappedFile fixture(const std::string& name)
{
    return mapFile(fixtures / name).take();
}

std::vector<double> numbersOf(const WeightTensor& tensor)
{
    std::vector<double> numbers(static_cast<std::size_t>(tensor.shape.elements()));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::byte* at = tensor.bytes.data() + i * sizeOf(tensor.type);
        if (!withCppType(tensor.type, [&]<class T>(T number) {
                std::memcpy(&number, at, sizeof number);
                numbers[i] = static_cast<double>(number);
            })) {
            std::uint16_t bits = 0;
            std::memcpy(&bits, at, sizeof bits);
            numbers[i] = tensor.type == DataType::f16 ? static_cast<double>(halfValue(bits))
                                                      : static_cast<double>(std::bit_cast<float>(std::uint32_t{bits} << 16));
        }
    }
    return numbers;
}

/// The rows "name shape", as a failed comparison shows them.
std::string rowsOf(const WeightFile& weights)
{
    std::string rows;
    for (const WeightTensor& tensor : weights.tensors)
        rows.append(tensor.name).append(" ").append(tensor.shape.text()).append("\n");
    return rows;
}

/// Whether element j of tensor k is k + j/1024, which is how the fixtures were made.
bool areNumbered(std::span<const WeightTensor> tensors, int first = 0)
{
    for (std::size_t k = 0; k < tensors.size(); ++k) {
        const std::vector<double> numbers = numbersOf(tensors[k]);
        for (std::size_t j = 0; j < numbers.size(); ++j)
            if (numbers[j] != first + static_cast<double>(k) + static_cast<double>(j) / 1024)
                return false;
    }
    return true;
}

std::string errorOf(const Expected<WeightFile>& weights)
{
    return weights ? "" : weights.error().what();
}

constexpr const char* recurrentRows = "both/forward_lstm/lstm_cell/kernel 3×8\n"
                                      "both/forward_lstm/lstm_cell/recurrent_kernel 2×8\n"
                                      "both/forward_lstm/lstm_cell/bias 8\n"
                                      "both/backward_lstm/lstm_cell/kernel 3×8\n"
                                      "both/backward_lstm/lstm_cell/recurrent_kernel 2×8\n"
                                      "both/backward_lstm/lstm_cell/bias 8\n"
                                      "each/dense/kernel 4×2\n"
                                      "each/dense/bias 2\n"
                                      "gru/gru_cell/kernel 2×6\n"
                                      "gru/gru_cell/recurrent_kernel 2×6\n"
                                      "gru/gru_cell/bias 2×6\n";
constexpr const char* stackRows = "stack/stacked_rnn_cells/lstm_cell/kernel 2×8\n"
                                  "stack/stacked_rnn_cells/lstm_cell/recurrent_kernel 2×8\n"
                                  "stack/stacked_rnn_cells/lstm_cell/bias 8\n"
                                  "stack/stacked_rnn_cells/lstm_cell_1/kernel 2×12\n"
                                  "stack/stacked_rnn_cells/lstm_cell_1/recurrent_kernel 3×12\n"
                                  "stack/stacked_rnn_cells/lstm_cell_1/bias 12\n";

std::string wholeRows()
{
    return std::string("stem/kernel 3×3×3×2\nstem/bias 2\n"
                       "depthwise/kernel 3×3×2×1\ndepthwise/bias 2\n"
                       "separable/depthwise_kernel 3×3×2×1\nseparable/pointwise_kernel 1×1×2×4\n"
                       "norm/gamma 4\nnorm/beta 4\nnorm/moving_mean 4\nnorm/moving_variance 4\n"
                       "unscaled/beta 4\nunscaled/moving_mean 4\nunscaled/moving_variance 4\n"
                       "embedding/embeddings 7×3\n"
                       "second/kernel 1×1×4×4\nsecond/bias 4\n")
        + recurrentRows + "inner/inner_dense/kernel 4×3\ninner/inner_dense/bias 3\n" + stackRows + "head/kernel 6×2\nhead/bias 2\n";
}

} // namespace

class TestKerasWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsAWholeModel();
    void readsWeightsAlone();
    void readsALegacyModel();
    void readsKeras2();
    void readsKeras1();
    void readsEveryType();
    void readsNewerObjects();
    void namesVariables();
    void refuses_data();
    void refuses();
    void refusesBadArchives();
    void everyTruncationIsAnError();
    void aFlippedBitEndsWell();
    void noticesWrongChecksums();
    void readsRealFiles_data();
    void readsRealFiles();
};

void TestKerasWeights::readsAWholeModel()
{
    const MappedFile file = fixture("whole.keras");
    const auto weights = readKerasArchive(file, "whole.keras");
    QCOMPARE(errorOf(weights), "");
    QCOMPARE(weights->framework, Framework::keras);
    QCOMPARE(rowsOf(*weights), wholeRows());
    QVERIFY(areNumbered(weights->tensors));
    QCOMPARE(weights->notes.size(), std::size_t{1});
    QCOMPARE(weights->notes[0].text(), "the state of the optimizer was left out");

    const auto config = kerasConfig(file, "whole.keras");
    QVERIFY(config && *config && (*config)->model.starts_with(R"({"module": "keras.src.models.functional")"));
}

void TestKerasWeights::readsWeightsAlone()
{
    const MappedFile whole = fixture("whole.keras");
    data::ZipArchive archive(whole.all(), "whole.keras");
    QVERIFY(archive.find("model.weights.h5"));
    const std::span<const std::byte> member = archive.bytes(*archive.find("model.weights.h5"));
    const MappedFile file = inMemory(member);
    const auto weights = readKerasH5(file, "some file");
    QCOMPARE(errorOf(weights), "");
    // The file does not tell which of gamma and beta the layer lacks.
    std::string rows = wholeRows();
    for (const auto& [kind, index] :
         {std::pair("unscaled/beta", "unscaled/vars/0"), std::pair("unscaled/moving_mean", "unscaled/vars/1"),
          std::pair("unscaled/moving_variance", "unscaled/vars/2")})
        rows.replace(rows.find(kind), std::strlen(kind), index);
    QCOMPARE(rowsOf(*weights), rows);
    QVERIFY(areNumbered(weights->tensors));
    // Arrays in one piece are not copied.
    for (const WeightTensor& tensor : weights->tensors)
        QVERIFY(tensor.bytes.data() >= file.bytes.get()
                && tensor.bytes.data() + tensor.bytes.size() <= file.bytes.get() + file.size);
    const auto config = kerasConfig(file, "some file");
    QVERIFY(config && !*config);
}

void TestKerasWeights::readsALegacyModel()
{
    const MappedFile file = fixture("small.h5");
    const auto weights = read(file);
    QCOMPARE(errorOf(weights), "");
    QCOMPARE(rowsOf(*weights),
             std::string("embedding/embeddings 7×3\n") + recurrentRows + stackRows + "head/kernel 3×2\nhead/bias 2\n");
    const auto head = std::span(weights->tensors).last(2);
    QVERIFY(areNumbered(head, 100));
    QCOMPARE(numbersOf(weights->tensors[0])[20], 13 + 20.0 / 1024); // the embedding is variable 13 of the whole model
    const auto config = kerasConfig(file, "small.h5");
    QVERIFY(config && *config && (*config)->model.starts_with(R"({"class_name": "Functional")"));
}

void TestKerasWeights::readsKeras2()
{
    const MappedFile file = fixture("keras2.h5");
    const auto weights = read(file);
    QCOMPARE(errorOf(weights), "");
    QCOMPARE(rowsOf(*weights),
             "conv2d_1/kernel 3×3×1×2\nconv2d_1/bias 2\n"
             "batch_normalization_1/gamma 2\nbatch_normalization_1/beta 2\n"
             "batch_normalization_1/moving_mean 2\nbatch_normalization_1/moving_variance 2\n"
             "inner/dense_7/kernel 40×50\ninner/dense_7/bias 50\nblock/dense/kernel 50×3\n");
    QVERIFY(areNumbered(std::span(weights->tensors).first(8)));
    const WeightTensor& half = weights->tensors.back();
    QCOMPARE(half.stored, "float16");
    QCOMPARE(half.type, DataType::f16);
    const std::vector<double> halves = numbersOf(half);
    for (std::size_t j = 0; j < halves.size(); ++j)
        QCOMPARE(halves[j], static_cast<double>(halfValue(halfBits(8 + static_cast<float>(j) / 1024))));
    QCOMPARE(weights->notes.size(), std::size_t{1});
    const auto config = kerasConfig(file, "keras2.h5");
    QVERIFY(config && *config);
    QCOMPARE((*config)->model, R"({"class_name": "Model"})");
}

void TestKerasWeights::readsKeras1()
{
    const auto weights = read(fixture("keras1.h5"));
    QCOMPARE(errorOf(weights), "");
    QCOMPARE(rowsOf(*weights), "conv1/kernel 2×2\nconv1/bias 2\nfire/squeeze/kernel 2×2\nfire/squeeze/bias 2\n");
    QVERIFY(areNumbered(std::span(weights->tensors).first(2)));
    QVERIFY(areNumbered(std::span(weights->tensors).last(2)));
}

void TestKerasWeights::readsEveryType()
{
    const auto weights = read(fixture("types.weights.h5"));
    QCOMPARE(errorOf(weights), "");
    struct Row {
        const char* stored;
        DataType type;
        std::vector<double> numbers;
    };
    const std::vector<double> signedNumbers{1, -2, 3};
    const std::vector<double> unsignedNumbers{1, 200, 3};
    const Row rows[] = {
        {"float16", DataType::f16, signedNumbers},  {"float32", DataType::f32, signedNumbers},
        {"float64", DataType::f64, signedNumbers},  {"float32", DataType::f32, signedNumbers}, // big-endian
        {"int8", DataType::i32, signedNumbers},     {"int16", DataType::i32, signedNumbers},
        {"int32", DataType::i32, signedNumbers},    {"int64", DataType::i64, signedNumbers}, // big-endian
        {"uint8", DataType::u8, unsignedNumbers},   {"uint16", DataType::i32, unsignedNumbers},
        {"uint32", DataType::i64, unsignedNumbers}, {"bfloat16", DataType::bf16, {1, -2}},
        {"float32", DataType::f32, signedNumbers}, // in the header
        {"float32", DataType::f32, signedNumbers}, // in chunks
    };
    QCOMPARE(weights->tensors.size(), std::size(rows));
    for (std::size_t i = 0; i < std::size(rows); ++i) {
        QCOMPARE(weights->tensors[i].stored, rows[i].stored);
        QCOMPARE(weights->tensors[i].type, rows[i].type);
        QCOMPARE(numbersOf(weights->tensors[i]), rows[i].numbers);
    }
    QCOMPARE(weights->notes.size(), std::size_t{1});
    QCOMPARE(weights->notes[0].text(), "\"dense/vars/14\" was left out: it is empty or has more than 6 axes");
}

void TestKerasWeights::readsNewerObjects()
{
    const auto weights = read(fixture("latest.weights.h5"));
    QCOMPARE(errorOf(weights), "");
    QCOMPARE(rowsOf(*weights),
             "the_dense/kernel 3×2\nthe_dense/bias 2\n"
             "the_a_layer/vars/0 3×2\nthe_a_layer/vars/1 2\n"
             "the_dense_1/kernel 3×2\nthe_dense_1/bias 2\n");
    QVERIFY(areNumbered(std::span(weights->tensors).first(2)));
    QCOMPARE(weights->notes.size(), std::size_t{1});
    QCOMPARE(weights->notes[0].text(), "1 state of a random generator was left out");
}

void TestKerasWeights::namesVariables()
{
    for (const auto& [className, snake] :
         {std::pair("Conv2D", "conv2d"), std::pair("SeparableConv2D", "separable_conv2d"), std::pair("LSTMCell", "lstm_cell"),
          std::pair("PReLU", "p_re_lu"), std::pair("SimpleRNN", "simple_rnn"), std::pair("Conv1DTranspose", "conv1d_transpose"),
          std::pair("BatchNormalization", "batch_normalization"), std::pair("", "")})
        QCOMPARE(snakeCase(className), snake);
    QCOMPARE(kerasName("dense_1", "dense_1/kernel:0"), "dense_1/kernel");
    QCOMPARE(kerasName("dense_1", "dense_1_12/kernel:0"), "dense_1/kernel");
    QCOMPARE(kerasName("dense", "dense_layer/kernel:0"), "dense/dense_layer/kernel");
    QCOMPARE(kerasName("model", "dense/kernel"), "model/dense/kernel");
    using Names = std::vector<std::string>;
    QCOMPARE(kerasKinds("dense", nullptr, std::vector<int>{2}), Names{"kernel"});
    QCOMPARE(kerasKinds("dense", nullptr, (std::vector<int>{2, 1, 1})), (Names{"kernel", "bias", "vars/2"}));
    QCOMPARE(kerasKinds("batch_normalization", nullptr, (std::vector<int>{1, 1, 1})), (Names{"vars/0", "vars/1", "vars/2"}));
    const Json uncentered = {{"center", false}, {"scale", true}};
    QCOMPARE(kerasKinds("batch_normalization", &uncentered, (std::vector<int>{1, 1, 1})),
             (Names{"gamma", "moving_mean", "moving_variance"}));
    QCOMPARE(kerasKinds("layer_normalization", &uncentered, std::vector<int>{1}), Names{"gamma"});
}

void TestKerasWeights::refuses_data()
{
    QTest::addColumn<QString>("sentence");
    QTest::newRow("external_link") << u"is a link to another file, which is not followed"_s;
    QTest::newRow("external_link_1_8") << u"is a link to another file, which is not followed"_s;
    QTest::newRow("soft_link_loop") << u"is a link to a name"_s;
    QTest::newRow("hard_link_loop") << u"its group \"layers/dense/layers\" contains itself"_s;
    QTest::newRow("external_storage") << u"its numbers are in another file, which is not followed"_s;
    QTest::newRow("virtual") << u"its numbers are in other arrays or files, which are not followed"_s;
    QTest::newRow("huge_shape") << u"were never written"_s;
    QTest::newRow("huge_chunk") << u"a piece of it has 100 bytes and its shape needs 1073741824"_s;
    QTest::newRow("lzf") << u"filter 32000"_s;
    QTest::newRow("committed_type") << u"it has a type of its own"_s;
    QTest::newRow("references") << u"its elements are of type reference"_s;
    QTest::newRow("texts") << u"its elements are of type sequence"_s;
    QTest::newRow("structure") << u"its elements are of type structure"_s;
    QTest::newRow("many_links") << u"for many members"_s;
    QTest::newRow("new_chunks") << u"as only HDF5 1.10 and later do"_s;
    QTest::newRow("no_weights") << u"it contains no weights of a model"_s;
}

void TestKerasWeights::refuses()
{
    QFETCH(const QString, sentence);
    const auto weights = read(fixture("refused_" + std::string(QTest::currentDataTag()) + ".h5"));
    QVERIFY(!weights);
    QCOMPARE(weights.error().kind(), ErrorKind::input);
    const QString text = QString::fromUtf8(weights.error().what());
    QVERIFY2(text.startsWith(u"some file can't be read as a Keras model: "_s) && text.contains(sentence), qPrintable(text));
}

void TestKerasWeights::refusesBadArchives()
{
    const auto refusal = [](const std::vector<std::pair<std::string, std::string>>& members) {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(u"x.keras"_s).toStdString();
        writeZip(path, members, true);
        return errorOf(readKerasArchive(mapFile(path).take(), "some file"));
    };
    QVERIFY(refusal({{"config.json", "{}"}}).find("contains no model.weights.h5") != std::string::npos);
    QVERIFY(refusal({{"model.weights.h5", "x"}, {"model.weights.h5", "y"}}).find("two of its files are called \"model.weights.h5\"")
            != std::string::npos);
    QVERIFY(refusal({{"model.weights.h5", "no HDF5 at all"}}).find("does not begin as an HDF5 file does") != std::string::npos);
    QVERIFY(refusal({{"model.weights.h5", std::string(4'000'000, 'x')}}).find("out of all proportion") != std::string::npos);
    QVERIFY(errorOf(readKerasArchive(inMemory({}), "some file")).find("can't be read as a ZIP archive") != std::string::npos);
}

void TestKerasWeights::everyTruncationIsAnError()
{
    for (const char* name : {"whole.keras", "small.h5", "keras2.h5", "keras1.h5", "types.weights.h5", "latest.weights.h5"}) {
        const MappedFile file = fixture(name);
        for (std::size_t piece = 0; piece < 16; ++piece) {
            const auto weights = read(inMemory(file.all().first(file.size * piece / 16)));
            QVERIFY2(!weights, name);
            QCOMPARE(weights.error().kind(), ErrorKind::input);
        }
    }
}

void TestKerasWeights::aFlippedBitEndsWell()
{
    for (const char* name : {"keras1.h5", "latest.weights.h5", "types.weights.h5"}) {
        const MappedFile file = fixture(name);
        std::vector<std::byte> bytes(file.all().begin(), file.all().end());
        for (std::size_t i = 0; i < bytes.size(); i += 3) {
            const std::byte bit{static_cast<unsigned char>(1 << i % 8)};
            bytes[i] ^= bit;
            const auto weights = read(inMemory(bytes));
            bytes[i] ^= bit;
            if (!weights)
                QCOMPARE(weights.error().kind(), ErrorKind::input);
            else
                for (const WeightTensor& tensor : weights->tensors)
                    QCOMPARE(tensor.bytes.size(), static_cast<std::size_t>(tensor.shape.elements()) * sizeOf(tensor.type));
        }
    }
}

void TestKerasWeights::noticesWrongChecksums()
{
    const auto damaged = [](const char* name, std::string_view after, std::size_t distance) {
        const MappedFile file = fixture(name);
        std::vector<std::byte> bytes(file.all().begin(), file.all().end());
        const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        const std::size_t at = text.find(after);
        if (at == std::string_view::npos)
            return std::string("nothing to damage");
        bytes[at + distance] ^= std::byte{1};
        return errorOf(read(inMemory(bytes)));
    };
    // The times of an object, which nothing else depends on; compressed numbers, from the header of zlib's level 4.
    QVERIFY(damaged("latest.weights.h5", "OHDR", 8).find("a checksum in it is wrong") != std::string::npos);
    QVERIFY(damaged("keras2.h5", "\x78\x5e", 40).find("a checksum of its numbers is wrong") != std::string::npos);
}

void TestKerasWeights::readsRealFiles_data()
{
    QTest::addColumn<std::size_t>("tensors");
    QTest::addColumn<qint64>("numbers");
    QTest::addColumn<double>("sum");
    QTest::addColumn<double>("weightedSum"); // tensor k, from 1, counts k times
    QTest::addColumn<QString>("last");
    // As h5py reads them, in the order of the attributes.
    QTest::newRow("emotion_xception/emotion_model.hdf5")
        << std::size_t{80} << qint64{58423} << 15988.347060740247 << 1095601.1541095292 << u"conv2d_7/bias 7"_s;
    QTest::newRow("mlperf_tiny/pretrainedResnet.h5")
        << std::size_t{48} << qint64{78666} << 42286.801465312004 << 257492.43946026027 << u"dense/bias 10"_s;
    QTest::newRow("mlperf_tiny/str_ww_ref_model.h5")
        << std::size_t{26} << qint64{47707} << 307.662507545514 << 3438.8031924071083 << u"dense/bias 3"_s;
    QTest::newRow("squeezenet/squeezenet1.1_notop_keras_tf.h5")
        << std::size_t{50} << qint64{722496} << -2232.901831159792 << -92963.9233589063 << u"fire9/expand3x3/bias 256"_s;
}

void TestKerasWeights::readsRealFiles()
{
    QFETCH(const std::size_t, tensors);
    QFETCH(const qint64, numbers);
    QFETCH(const double, sum);
    QFETCH(const double, weightedSum);
    QFETCH(const QString, last);
    const fs::path path = fs::path(qEnvironmentVariable("NETSMITH_DATA_DIR").toStdString()) / "weights" / QTest::currentDataTag();
    if (!fs::exists(path))
        QSKIP("needs weights/ of the data in NETSMITH_DATA_DIR");
    const auto weights = readKerasH5(mapFile(path).take(), path.string());
    QCOMPARE(errorOf(weights), "");
    QCOMPARE(weights->tensors.size(), tensors);
    qint64 count = 0;
    double found = 0;
    double weighted = 0;
    for (std::size_t k = 0; k < weights->tensors.size(); ++k)
        for (const double number : numbersOf(weights->tensors[k])) {
            ++count;
            found += number;
            weighted += static_cast<double>(k + 1) * number;
        }
    QCOMPARE(count, numbers);
    QVERIFY(std::abs(found - sum) < 1e-6 && std::abs(weighted - weightedSum) < 1e-4);
    const WeightTensor& final = weights->tensors.back();
    QCOMPARE(QString::fromStdString(final.name + ' ' + final.shape.text()), last);
}

NETSMITH_TEST(TestKerasWeights)

} // namespace test_keras_weights

#include "test_keras_weights.moc"
