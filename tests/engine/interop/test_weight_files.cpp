#include "engine/interop/weights/weight_formats.h"
#include "engine/input/zip_archive.h"
#include "engine/store/safetensors.h"
#include "tests/engine/interop/weight_fixtures.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cstring>

namespace test_weight_files {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::interop;
using namespace netsmith::test;

/// NPY, NPZ, safetensors and ZIP, and how formats are told apart.
class TestWeightFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void arraysAreRead_data();
    void arraysAreRead();
    void singleArraysAreCalledAsTheirFiles();
    void safetensorsAreRead();
    void ourCheckpointsAreStillStrict();
    void numbersAreRounded();
    void contentDecidesBeforeTheName();
    void theNameDecidesWhoSaysWhatIsWrong();
    void othersAreSentences_data();
    void othersAreSentences();
    void bombsAreSentences_data();
    void bombsAreSentences();
    void namesThatClimbDoNoHarm();
    void zip64IsRead();
    void archivesCutAnywhereAreSentences();
};

void TestWeightFiles::arraysAreRead_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("stored") << u"arrays.npz"_s;
    QTest::newRow("deflated") << u"compressed.npz"_s;
}

void TestWeightFiles::arraysAreRead()
{
    QFETCH(const QString, name);
    const WeightFile file = read(name);
    QCOMPARE(file.format, std::string("NumPy"));
    QVERIFY(file.framework == Framework::unknown);
    const std::vector<float> arange = numbers(0, 24);
    const auto isTensor = [&](const char* tensorName, const char* stored, DataType type, const Shape& shape,
                              const std::vector<float>& expected) {
        const WeightTensor* tensor = file.find(tensorName);
        return tensor && tensor->stored == stored && tensor->type == type && tensor->shape == shape
            && floatsOf(*tensor) == expected;
    };
    QVERIFY(isTensor("plain", "float32", DataType::f32, {2, 3, 4}, arange));
    QVERIFY(isTensor("fortran", "float32", DataType::f32, {4, 6}, arange));
    QVERIFY(isTensor("big", "float64", DataType::f64, {24}, arange));
    QVERIFY(isTensor("half", "float16", DataType::f16, {24}, arange));
    QVERIFY(isTensor("byte", "int8", DataType::i32, {8}, {-3, -2, -1, 0, 1, 2, 3, 4}));
    QVERIFY(isTensor("flags", "bool", DataType::u8, {2}, {1, 0}));
    QVERIFY(isTensor("step", "int64", DataType::i64, {}, {12}));
    QCOMPARE(file.tensors.size(), 7u);
    QCOMPARE(file.notes.size(), 3u);
    for (const auto& [i, words] : {std::pair(0, "\"names\" is left out"), {1, "Python objects"}, {2, "\"nothing\" is left out"}})
        QVERIFY2(notes(file)[i].contains(QLatin1String(words)), qPrintable(notes(file)[i]));
}

void TestWeightFiles::singleArraysAreCalledAsTheirFiles()
{
    const WeightFile fortran = read(u"fortran.npy"_s);
    QCOMPARE(names(fortran), QStringList{u"fortran"_s});
    QCOMPARE(floatsOf(fortran.tensors[0]), numbers(0, 24));
    const WeightFile integers = read(u"short.npy"_s);
    QVERIFY(integers.tensors[0].type == DataType::i32 && integers.tensors[0].stored == "int16");
    QCOMPARE(floatsOf(integers.tensors[0]), (std::vector<float>{-3, -2, -1, 0, 1, 2, 3, 4}));
}

void TestWeightFiles::safetensorsAreRead()
{
    const WeightFile file = read(u"types.safetensors"_s);
    QCOMPARE(file.format, std::string("safetensors"));
    QVERIFY(file.framework == Framework::pytorch); // as its metadata says
    QVERIFY(file.find("half")->type == DataType::f16 && file.find("half")->stored == "float16");
    QCOMPARE(floatsOf(*file.find("half")), numbers(0, 6));
    QVERIFY(file.find("brain")->type == DataType::bf16);
    QCOMPARE(floatsOf(*file.find("brain")), numbers(1, 4));
    QCOMPARE(floatsOf(*file.find("byte")), (std::vector<float>{-3, -2, -1, 0, 1, 2, 3, 4}));
    QCOMPARE(floatsOf(*file.find("short")), (std::vector<float>{-3, -2, -1, 0, 1, 2, 3, 4}));
    QCOMPARE(floatsOf(*file.find("bool")), (std::vector<float>{1, 0}));
    QCOMPARE(floatsOf(*file.find("scalar")), numbers(2, 1));
    QCOMPARE(notes(file).size(), 2);
    QVERIFY(notes(file).contains(u"\"empty\" is left out: it holds no numbers"_s));
    QVERIFY(notes(file).contains(u"\"small\" is left out: numbers of the type F8_E4M3 can't be read"_s));
}

void TestWeightFiles::ourCheckpointsAreStillStrict()
{
    const Expected<SafetensorsFile> file = parseSafetensors(mapFile(fixture(u"types.safetensors"_s).toStdString()).take(), "x");
    QVERIFY(!file);
    QVERIFY2(QString::fromUtf8(file.error().what()).contains(u"the array \"empty\" is empty"_s), file.error().what());
}

void TestWeightFiles::numbersAreRounded()
{
    const auto floats = []<class T>(DataType type, const std::vector<T>& stored) {
        return floatsOf({.type = type, .shape = {std::ssize(stored)}, .bytes = std::as_bytes(std::span(stored))});
    };
    QCOMPARE(floats(DataType::f64, std::vector<double>{0.1, 1.0 + 0x1p-24, 1.0 + 0x1.8p-23}),
             (std::vector<float>{0.1f, 1.0f, 1.0f + 0x1p-22f}));
    QCOMPARE(floats(DataType::i64, std::vector<std::int64_t>{(1 << 24) + 1, -(1 << 24) - 3}),
             (std::vector<float>{0x1p24f, -0x1p24f - 4.0f}));
    QCOMPARE(floats(DataType::f16, std::vector<std::uint16_t>{0x3c00, 0x0001, 0xfbff}),
             (std::vector<float>{1.0f, 0x1p-24f, -65504.0f}));
    QCOMPARE(floats(DataType::bf16, std::vector<std::uint16_t>{0x3f80, 0xc040}), (std::vector<float>{1.0f, -3.0f}));
}

void TestWeightFiles::contentDecidesBeforeTheName()
{
    QTemporaryDir folder;
    for (const auto& [name, other] : {std::pair(u"net.pt"_s, u"a.npz"_s),
                                      {u"net_legacy.pt"_s, u"b"_s},
                                      {u"arrays.npz"_s, u"c.pt"_s},
                                      {u"fortran.npy"_s, u"d.safetensors"_s},
                                      {u"types.safetensors"_s, u"e.bin"_s}}) {
        QVERIFY(QFile::copy(fixture(name), folder.filePath(other)));
        const WeightFile file = readWeights(folder.filePath(other).toStdString()).take();
        QCOMPARE(file.format, read(name).format);
        QCOMPARE(file.tensors.size(), read(name).tensors.size());
    }
}

void TestWeightFiles::theNameDecidesWhoSaysWhatIsWrong()
{
    QTemporaryDir folder;
    for (const auto& [name, words] : {std::pair(u"a.pt"_s, u"byte"_s),
                                      {u"a.npz"_s, u"ZIP archive"_s},
                                      {u"a.NPY"_s, u"NPY"_s},
                                      {u"a.safetensors"_s, u"safetensors"_s}}) {
        writeBytes(folder.filePath(name), "text, and no weights at all");
        const QString sentence = refusal(folder.filePath(name));
        QVERIFY2(sentence.contains(words) && !sentence.contains(u"these can"_s), qPrintable(sentence));
    }
}

void TestWeightFiles::othersAreSentences_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("words");
    QTest::newRow("empty") << QByteArray() << u"is empty; files with weights have one of these formats: "_s;
    QTest::newRow("text") << QByteArray("a,b\n1,2\n") << u"is in a format that can't be read; these can: "_s;
}

void TestWeightFiles::othersAreSentences()
{
    QFETCH(const QByteArray, content);
    QFETCH(const QString, words);
    QTemporaryDir folder;
    writeBytes(folder.filePath(u"x"_s), content);
    for (const char* format : {"safetensors", "PyTorch", "NPY", "NPZ"})
        QVERIFY2(refusal(folder.filePath(u"x"_s)).contains(QLatin1String(format)), format);
    QVERIFY(refusal(folder.filePath(u"x"_s)).contains(words));
    QVERIFY(refusal(folder.path()).contains(u"is a folder, and a file with weights is expected"_s));
    const Expected<WeightFile> none = readWeights(folder.filePath(u"none"_s).toStdString());
    QVERIFY(!none);
    QVERIFY(QString::fromUtf8(none.error().what()).contains(u"none"_s));
}

void TestWeightFiles::bombsAreSentences_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("words");
    QTest::newRow("claims much") << u"bomb_claims_much.npz"_s << u"\"w.npy\" in it claims 4000000000 bytes, more than"_s;
    QTest::newRow("claims little") << u"bomb_claims_little.npz"_s << u"it unpacks to more than it claims"_s;
    QTest::newRow("overlap") << u"overlap.npz"_s << u"files in it overlap"_s;
}

void TestWeightFiles::bombsAreSentences()
{
    QFETCH(const QString, name);
    QFETCH(const QString, words);
    const QString sentence = refusal(fixture(name));
    QVERIFY2(sentence.contains(words), qPrintable(sentence));
}

void TestWeightFiles::namesThatClimbDoNoHarm()
{
    const WeightFile file = read(u"climbs.npz"_s);
    QCOMPARE(names(file), QStringList{u"../../../tmp/w"_s});
    QCOMPARE(floatsOf(file.tensors[0]), numbers(0, 3));
    QVERIFY(!QFileInfo::exists(u"/tmp/w.npy"_s));
}

void TestWeightFiles::zip64IsRead()
{
    // One stored file whose sizes and place are in the fields of 64 bits alone.
    const auto text = [](auto... numbers) {
        QByteArray out;
        (out.append(reinterpret_cast<const char*>(&numbers), sizeof numbers), ...);
        return out;
    };
    const quint16 none = 0, one = 1, version = 45, name = 1, extra = 28;
    const quint32 nothing = 0, wide = 0xffffffff;
    const quint64 size = 3, local = 0;
    const QByteArray front =
        text(quint32{0x04034b50}, version, none, none, nothing, nothing, quint32{3}, quint32{3}, name, none) + "f" + "abc";
    const QByteArray entry = text(quint32{0x02014b50}, version, version, none, none, nothing, nothing, wide, wide, name, extra,
                                  none, none, none, nothing, wide)
        + "f" + text(one, quint16{24}, size, size, local);
    const quint64 begin = static_cast<quint64>(front.size()), length = static_cast<quint64>(entry.size()), entries = 1;
    const QByteArray end =
        text(quint32{0x06064b50}, quint64{44}, version, version, nothing, nothing, entries, entries, length, begin)
        + text(quint32{0x07064b50}, nothing, begin + length, quint32{1})
        + text(quint32{0x06054b50}, none, none, quint16{0xffff}, quint16{0xffff}, wide, wide, none);
    const QByteArray file = front + entry + end;
    data::ZipArchive archive(std::as_bytes(std::span(file.data(), static_cast<std::size_t>(file.size()))), "x");
    QCOMPARE(archive.entries().size(), 1u);
    const auto bytes = archive.bytes(*archive.find("f"));
    QCOMPARE(QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())), QByteArray("abc"));
    QVERIFY(!archive.find("g"));
}

void TestWeightFiles::archivesCutAnywhereAreSentences()
{
    QTemporaryDir folder;
    for (const QString& name : {u"arrays.npz"_s, u"compressed.npz"_s, u"fortran.npy"_s, u"types.safetensors"_s}) {
        const QByteArray content = bytesOfFile(fixture(name));
        const QString path = folder.filePath(name);
        for (int part = 0; part < 16; ++part) {
            writeBytes(path, content.first(content.size() * part / 16));
            QVERIFY2(refusal(path).contains(name), qPrintable(u"%1 %2"_s.arg(name).arg(part)));
        }
    }
}

NETSMITH_TEST(TestWeightFiles)

} // namespace test_weight_files

#include "test_weight_files.moc"
