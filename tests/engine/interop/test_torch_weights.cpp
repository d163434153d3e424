#include "tests/engine/interop/weight_fixtures.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace test_torch_weights {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::interop;
using namespace netsmith::test;

/// Checkpoints that PyTorch wrote (tests/fixtures/weights/make_pytorch.py).
class TestTorchWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void networksAreRead_data();
    void networksAreRead();
    void storedTensorsStayInTheFile();
    void viewsBecomeContiguous_data();
    void viewsBecomeContiguous();
    void typesAreCast_data();
    void typesAreCast();
    void whatIsNoDenseTensorIsLeftOut();
    void bigEndianNumbersAreTurned();
    void aCheckpointGivesItsStateDict();
    void nestedNamesAreJoined();
    void modulesAreReadWithoutTheirClasses_data();
    void modulesAreReadWithoutTheirClasses();
    void codeIsRefusedByName_data();
    void codeIsRefusedByName();
    void badFilesAreSentences_data();
    void badFilesAreSentences();
    void truncatedFilesAreSentences_data();
    void truncatedFilesAreSentences();
    void realCheckpointsHaveTheSumsThatPyTorchGives_data();
    void realCheckpointsHaveTheSumsThatPyTorchGives();
};

void TestTorchWeights::networksAreRead_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"net.pt", "net_legacy.pt", "net_protocol1.pt", "net_protocol5.pt", "net_legacy_protocol4.pt"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestTorchWeights::networksAreRead()
{
    QFETCH(const QString, name);
    const WeightFile file = read(name);
    QCOMPARE(file.format, std::string("PyTorch"));
    QVERIFY(file.framework == Framework::pytorch);
    QVERIFY(file.notes.empty());
    const std::vector<std::pair<std::string, Shape>> expected{{"conv.weight", {4, 3, 3, 3}},
                                                              {"conv.bias", {4}},
                                                              {"bn.weight", {4}},
                                                              {"bn.bias", {4}},
                                                              {"bn.running_mean", {4}},
                                                              {"bn.running_var", {4}},
                                                              {"bn.num_batches_tracked", {}},
                                                              {"lstm.weight_ih_l0", {12, 4}},
                                                              {"lstm.weight_hh_l0", {12, 3}},
                                                              {"lstm.bias_ih_l0", {12}},
                                                              {"lstm.bias_hh_l0", {12}},
                                                              {"head.weight", {2, 3}},
                                                              {"head.bias", {2}}};
    QCOMPARE(file.tensors.size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
        const WeightTensor& tensor = file.tensors[k];
        QCOMPARE(tensor.name, expected[k].first);
        QVERIFY(tensor.shape == expected[k].second);
        if (tensor.name == "bn.num_batches_tracked") {
            QVERIFY(tensor.type == DataType::i64 && tensor.stored == "int64");
            QCOMPARE(floatsOf(tensor), std::vector<float>{5.0f}); // 6 - 1, as an integer
        } else {
            QVERIFY(tensor.type == DataType::f32 && tensor.stored == "float32");
            QCOMPARE(floatsOf(tensor), numbers(static_cast<int>(k), tensor.shape.elements()));
        }
    }
    QVERIFY(file.find("head.bias") == &file.tensors[12]);
    QVERIFY(!file.find("head"));
}

void TestTorchWeights::storedTensorsStayInTheFile()
{
    for (const QString& name : {u"net.pt"_s, u"net_legacy.pt"_s}) {
        WeightFile file = read(name);
        const std::byte* first = file.tensors[0].bytes.data();
        const std::byte* last = file.tensors.back().bytes.data();
        // Within one mapping, in which nothing else lies between them.
        QVERIFY(std::abs(last - first) < QFileInfo(fixture(name)).size());
        const WeightFile moved = std::move(file);
        QVERIFY(moved.tensors[0].bytes.data() == first);
        QCOMPARE(floatsOf(moved.tensors[0]), numbers(0, 108));
    }
}

void TestTorchWeights::viewsBecomeContiguous_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("ZIP") << u"views.pt"_s;
    QTest::newRow("legacy") << u"views_legacy.pt"_s;
}

void TestTorchWeights::viewsBecomeContiguous()
{
    QFETCH(const QString, name);
    const WeightFile file = read(name);
    const std::vector<float> base = numbers(0, 24), axes = numbers(1, 24), last = numbers(5, 24);
    const auto at = [](const std::vector<float>& from, const std::vector<std::size_t>& places) {
        std::vector<float> out;
        for (const std::size_t place : places)
            out.push_back(from[place]);
        return out;
    };
    std::vector<std::size_t> turned, reversed;
    for (std::size_t x = 0; x < 4; ++x)
        for (std::size_t y = 0; y < 6; ++y)
            turned.push_back(y * 4 + x);
    for (std::size_t c = 0; c < 4; ++c)
        for (std::size_t b = 0; b < 3; ++b)
            for (std::size_t a = 0; a < 2; ++a)
                reversed.push_back(a * 12 + b * 4 + c);
    const auto isTensor = [&](const char* tensorName, const Shape& shape, const std::vector<float>& expected) {
        const WeightTensor* tensor = file.find(tensorName);
        return tensor && tensor->shape == shape && floatsOf(*tensor) == expected;
    };
    QVERIFY(isTensor("transposed", {4, 6}, at(base, turned)));
    QVERIFY(isTensor("strided", {3, 3}, at(base, {5, 6, 7, 13, 14, 15, 21, 22, 23})));
    QVERIFY(isTensor("reversed_axes", {4, 3, 2}, at(axes, reversed)));
    QVERIFY(isTensor("shared", {6, 4}, base));
    QVERIFY(isTensor("expanded", {5, 3}, at(numbers(2, 3), {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2})));
    QVERIFY(isTensor("scalar", {}, numbers(3, 1)));
    QVERIFY(isTensor("parameter", {3}, numbers(4, 3)));
    QVERIFY(isTensor("channels_last", {2, 3, 2, 2}, last));
    QCOMPARE(file.tensors.size(), 8u);
    QCOMPARE(notes(file),
             (QStringList{u"\"empty\" is left out: it holds no numbers"_s,
                          u"\"deep\" is left out: it has 7 axes, and at most 6 can be read"_s}));
}

void TestTorchWeights::typesAreCast_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("ZIP") << u"types.pt"_s;
    QTest::newRow("legacy") << u"types_legacy.pt"_s;
}

void TestTorchWeights::typesAreCast()
{
    QFETCH(const QString, name);
    const WeightFile file = read(name);
    const std::vector<std::pair<const char*, DataType>> types{
        {"float64", DataType::f64}, {"float32", DataType::f32}, {"float16", DataType::f16}, {"bfloat16", DataType::bf16},
        {"int64", DataType::i64},   {"int32", DataType::i32},   {"int16", DataType::i32},   {"int8", DataType::i32}};
    for (const auto& [stored, type] : types) {
        const WeightTensor* tensor = file.find(stored);
        QVERIFY2(tensor, stored);
        QVERIFY2(tensor->type == type && tensor->stored == stored, stored);
        QCOMPARE(floatsOf(*tensor), (std::vector<float>{-3, -2, -1, 0, 1, 2, 3, 4}));
    }
    QVERIFY(file.find("uint8")->type == DataType::u8);
    QCOMPARE(floatsOf(*file.find("uint8")), (std::vector<float>{0, 1, 2, 3, 4}));
    QVERIFY(file.find("bool")->type == DataType::u8);
    QCOMPARE(floatsOf(*file.find("bool")), (std::vector<float>{1, 0, 1}));
    if (name == u"types.pt"_s)
        for (const char* stored : {"uint16", "uint32", "uint64"})
            QCOMPARE(floatsOf(*file.find(stored)), (std::vector<float>{0, 1, 65535}));
}

void TestTorchWeights::whatIsNoDenseTensorIsLeftOut()
{
    QCOMPARE(
        notes(read(u"types.pt"_s)),
        (QStringList{
            u"\"array\" is left out: it is made by numpy._core.multiarray._reconstruct, and not a tensor"_s,
            u"\"complex64\" is left out: numbers of the type ComplexFloatStorage can't be read"_s,
            u"\"float8\" is left out: numbers of the type torch.float8_e4m3fn can't be read"_s,
            u"\"sparse\" is left out: it is made by torch._utils._rebuild_sparse_tensor, and only dense tensors can be read"_s}));
}

void TestTorchWeights::bigEndianNumbersAreTurned()
{
    const WeightFile file = read(u"big_endian.pt"_s);
    QCOMPARE(floatsOf(*file.find("a")), numbers(0, 5));
    QCOMPARE(floatsOf(*file.find("b")), (std::vector<float>{-3, -2, -1, 0, 1, 2, 3, 4}));
}

void TestTorchWeights::aCheckpointGivesItsStateDict()
{
    const WeightFile file = read(u"checkpoint.pt"_s), plain = read(u"net.pt"_s);
    QCOMPARE(file.tensors.size(), plain.tensors.size());
    for (std::size_t i = 0; i < file.tensors.size(); ++i) {
        QCOMPARE(file.tensors[i].name, plain.tensors[i].name);
        QCOMPARE(floatsOf(file.tensors[i]), floatsOf(plain.tensors[i]));
    }
    QCOMPARE(notes(file),
             (QStringList{u"the tensors under \"state_dict\" are read, not those under \"optimizer\""_s,
                          u"\"module.\" at the start of all names is dropped"_s}));
}

void TestTorchWeights::nestedNamesAreJoined()
{
    const WeightFile nested = read(u"nested.pt"_s);
    QCOMPARE(names(nested), (QStringList{u"encoder.w"_s, u"list.0"_s, u"list.1"_s}));
    QCOMPARE(floatsOf(nested.tensors[2]), numbers(2, 4));
    QCOMPARE(notes(nested), (QStringList{u"the tensors under \"model\" are read"_s, u"the tensors under \"ema\" are read"_s}));
    QCOMPARE(names(read(u"tuple.pt"_s)), QStringList{u"w"_s});
    QCOMPARE(names(read(u"tensor.pt"_s)), QStringList{u"tensor"_s}); // the file's own name
}

void TestTorchWeights::modulesAreReadWithoutTheirClasses_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("pickled") << u"module.pt"_s;
    QTest::newRow("TorchScript") << u"script.pt"_s;
}

void TestTorchWeights::modulesAreReadWithoutTheirClasses()
{
    QFETCH(const QString, name);
    const WeightFile file = read(name);
    const std::vector<std::pair<const char*, int>> expected{{"0.weight", 0}, {"0.bias", 1},         {"1.weight", 2},
                                                            {"1.bias", 3},   {"1.running_mean", 4}, {"1.running_var", 5}};
    for (const auto& [tensor, k] : expected) {
        QVERIFY2(file.find(tensor), tensor);
        QCOMPARE(floatsOf(*file.find(tensor)), numbers(k, file.find(tensor)->shape.elements()));
    }
    QVERIFY(file.find("1.num_batches_tracked"));
    QVERIFY(name == u"script.pt"_s || !file.find("passing")); // TorchScript saves it
}

void TestTorchWeights::codeIsRefusedByName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("callee");
    QTest::newRow("reduce") << u"runs.pt"_s << u"posix.system"_s;
    QTest::newRow("a result that nothing uses") << u"runs_hidden.pt"_s << u"os.system"_s;
    QTest::newRow("as in Python 2") << u"runs_old.pt"_s << u"os.system"_s;
    QTest::newRow("a name from the stack") << u"runs_eval.pt"_s << u"builtins.eval"_s;
}

void TestTorchWeights::codeIsRefusedByName()
{
    QFETCH(const QString, name);
    QFETCH(const QString, callee);
    const QString sentence = refusal(fixture(name));
    QVERIFY2(sentence.contains(u"its pickle calls %1, which could do anything; nothing was run"_s.arg(callee)),
             qPrintable(sentence));
    QVERIFY2(sentence.contains(name + u":archive/data.pkl, byte "_s), qPrintable(sentence));
    QVERIFY(!QFileInfo::exists(u"/tmp/netsmith_pickle_was_run"_s));
}

void TestTorchWeights::badFilesAreSentences_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("words");
    QTest::newRow("circle") << u"circle.pt"_s << u"contain themselves"_s;
    QTest::newRow("circle of lists") << u"circle_list.pt"_s << u"contain themselves"_s;
    QTest::newRow("exponential") << u"laughs.pt"_s << u"lists more than 1048576 entries"_s;
    QTest::newRow("deep") << u"deep.pt"_s << u"contain themselves or are nested too deeply"_s;
    QTest::newRow("a huge text") << u"huge_count.pt"_s << u"ends too early"_s;
    QTest::newRow("a huge tensor of one number") << u"expanded.pt"_s << u"far more numbers than the file holds"_s;
}

void TestTorchWeights::badFilesAreSentences()
{
    QFETCH(const QString, name);
    QFETCH(const QString, words);
    const QString sentence = refusal(fixture(name));
    QVERIFY2(sentence.contains(words) && sentence.contains(name), qPrintable(sentence));
}

void TestTorchWeights::truncatedFilesAreSentences_data()
{
    networksAreRead_data();
    QTest::newRow("views.pt") << u"views.pt"_s;
}

void TestTorchWeights::truncatedFilesAreSentences()
{
    QFETCH(const QString, name);
    const QByteArray content = bytesOfFile(fixture(name));
    QTemporaryDir folder;
    for (int part = 0; part < 16; ++part) {
        const QString path = folder.filePath(u"cut.pt"_s);
        writeBytes(path, content.first(content.size() * part / 16));
        const QString sentence = refusal(path);
        QVERIFY2(sentence.contains(u"cut.pt"_s), qPrintable(name + u": "_s + sentence));
    }
}

void TestTorchWeights::realCheckpointsHaveTheSumsThatPyTorchGives_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("shape");
    QTest::addColumn<double>("sum");
    QTest::addColumn<double>("all"); // absolute values of all tensors
    QTest::newRow("ResNet-20") << u"cifar10_resnet/resnet20-12fca82f.th"_s << 97 << u"layer3.0.conv2.weight"_s << u"64×64×3×3"_s
                               << -171.6008931375049 << 21349.562590950627;
    QTest::newRow("FastestDet") << u"fastestdet/FastestDet_AP05_0.253.pth"_s << 420 << u"SPP.Conv1x1.conv1x1.0.weight"_s
                                << u"96×336×1×1"_s << -21.86014915910573 << 109960080.23676787;
    QTest::newRow("ShuffleNetV2") << u"fastestdet/shufflenetv2_backbone.pth"_s << 330 << u"stage4.0.branch_main.0.weight"_s
                                  << u"96×96×1×1"_s << -29.08581895096978 << 85941154.02211682;
}

void TestTorchWeights::realCheckpointsHaveTheSumsThatPyTorchGives()
{
    QFETCH(const QString, path);
    const QString file = qEnvironmentVariable("NETSMITH_DATA_DIR") + u"/weights/"_s + path;
    if (!QFileInfo::exists(file))
        QSKIP("needs weights/ in NETSMITH_DATA_DIR");
    const WeightFile weights = readWeights(file.toStdString()).take();
    QFETCH(const int, count);
    QCOMPARE(weights.tensors.size(), static_cast<std::size_t>(count));
    QFETCH(const QString, name);
    const WeightTensor* tensor = weights.find(name.toStdString());
    QVERIFY(tensor);
    QTEST(QString::fromStdString(tensor->shape.text()), "shape");
    double ofOne = 0.0, ofAll = 0.0;
    for (const float number : floatsOf(*tensor))
        ofOne += static_cast<double>(number);
    for (const WeightTensor& each : weights.tensors)
        for (const float number : floatsOf(each))
            ofAll += std::abs(static_cast<double>(number));
    QFETCH(const double, sum);
    QFETCH(const double, all);
    QVERIFY2(std::abs(ofOne - sum) < 1e-9 * std::abs(sum), qPrintable(QString::number(ofOne, 'g', 17)));
    QVERIFY2(std::abs(ofAll - all) < 1e-9 * all, qPrintable(QString::number(ofAll, 'g', 17)));
}

NETSMITH_TEST(TestTorchWeights)

} // namespace test_torch_weights

#include "test_torch_weights.moc"
