#include "engine/input/arrays/npy.h"

#include "engine/core/files/safe_file.h"
#include "engine/input/arrays/npz.h"
#include "tests/engine/input/npy_bytes.h"
#include "tests/engine/input/zip_bytes.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

namespace test_npy {

using namespace netsmith;
using namespace netsmith::data;
using namespace netsmith::test;

namespace {

Expected<NpyArray> parse(const std::string& content)
{
    return parseNpy(std::as_bytes(std::span(content)), "some file");
}

template <class T>
std::vector<T> valuesOf(const NpyArray& array)
{
    std::vector<T> values(static_cast<std::size_t>(array.shape.elements()));
    std::memcpy(values.data(), array.bytes.get(), values.size() * sizeof(T));
    return values;
}

/// Fails the test where the array is another one.
template <class T>
bool holds(const std::string& content, DataType type, const Shape& shape, const std::vector<T>& values)
{
    const Expected<NpyArray> array = parse(content);
    return array && array->type == type && array->shape == shape && valuesOf<T>(*array) == values;
}

} // namespace

class TestNpy : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEveryType();
    void readsEveryVersionAndOrder();
    void refusesBadContent_data();
    void refusesBadContent();
    void everyTruncationIsAnError();
    void everyFlippedBitEndsWell();
    void mapsLargeFiles();
    void noticesAFileThatShrinks();
    void largeArraysLieOnTheDisk();
    void readsArchives();
    void refusesBadArchives();
};

void TestNpy::readsEveryType()
{
    const Shape three{3};
    const auto file = [](const char* type, const std::string& elements) { return npyFile(npyHeader(type, "(3,)"), elements); };
    QVERIFY(holds<std::uint8_t>(file("|u1", bytesOf<std::uint8_t>({0, 7, 255})), DataType::u8, three, {0, 7, 255}));
    QVERIFY(holds<std::uint8_t>(file("|b1", bytesOf<std::uint8_t>({0, 1, 1})), DataType::u8, three, {0, 1, 1}));
    QVERIFY(holds<std::int32_t>(file("|i1", bytesOf<std::int8_t>({-128, 0, 127})), DataType::i32, three, {-128, 0, 127}));
    for (const bool big : {false, true}) {
        const std::string order = big ? ">" : "<";
        const auto read = [&](const char* type, const std::string& elements) { return file((order + type).c_str(), elements); };
        QVERIFY(holds<std::int32_t>(read("i2", bytesOf<std::int16_t>({-300, 0, 300}, big)), DataType::i32, three, {-300, 0, 300}));
        QVERIFY(holds<std::int32_t>(read("u2", bytesOf<std::uint16_t>({1, 0, 65535}, big)), DataType::i32, three, {1, 0, 65535}));
        QVERIFY(
            holds<std::int32_t>(read("i4", bytesOf<std::int32_t>({-1, 0, 1 << 30}, big)), DataType::i32, three, {-1, 0, 1 << 30}));
        QVERIFY(holds<std::int64_t>(read("u4", bytesOf<std::uint32_t>({1, 0, 4294967295u}, big)), DataType::i64, three,
                                    {1, 0, 4294967295}));
        QVERIFY(holds<std::int64_t>(read("i8", bytesOf<std::int64_t>({-1, 0, 1L << 60}, big)), DataType::i64, three,
                                    {-1, 0, 1L << 60}));
        QVERIFY(holds<std::int64_t>(read("u8", bytesOf<std::uint64_t>({1, 0, 1UL << 60}, big)), DataType::i64, three,
                                    {1, 0, 1L << 60}));
        QVERIFY(holds<float>(read("f4", bytesOf<float>({-1.5f, 0.0f, 3e38f}, big)), DataType::f32, three, {-1.5f, 0.0f, 3e38f}));
        QVERIFY(holds<double>(read("f8", bytesOf<double>({-1.5, 0.0, 1e300}, big)), DataType::f64, three, {-1.5, 0.0, 1e300}));
        // 1, the smallest number, the negative of the largest one.
        QVERIFY(holds<float>(read("f2", bytesOf<std::uint16_t>({0x3C00, 0x0001, 0xFBFF}, big)), DataType::f32, three,
                             {1.0f, 5.9604645e-8f, -65504.0f}));
    }
}

void TestNpy::readsEveryVersionAndOrder()
{
    const std::vector<float> values{0, 1, 2, 3, 4, 5};
    for (const int version : {1, 2, 3})
        QVERIFY(holds(npyFile(npyHeader("<f4", "(2, 3)"), bytesOf(values), version), DataType::f32, {2, 3}, values));
    QVERIFY(holds(npyFile("{\"shape\":(2,3),\"fortran_order\":False,\"descr\":\"<f4\"}", bytesOf(values)), DataType::f32, {2, 3},
                  values));
    const std::string fortran = npyFile(npyHeader("<f4", "(2, 3)", true), bytesOf<float>({0, 3, 1, 4, 2, 5}));
    QVERIFY(holds(fortran, DataType::f32, {2, 3}, values));
    // 2×3×2: element (i, j, k) has the value 100 i + 10 j + k.
    const std::string cube =
        npyFile(npyHeader("|u1", "(2, 3, 2)", true), bytesOf<std::uint8_t>({0, 100, 10, 110, 20, 120, 1, 101, 11, 111, 21, 121}));
    QVERIFY(holds<std::uint8_t>(cube, DataType::u8, {2, 3, 2}, {0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121}));
}

void TestNpy::refusesBadContent_data()
{
    QTest::addColumn<std::string>("content");
    QTest::addColumn<std::string>("id");
    const auto row = [](const char* name, const std::string& content, const char* id) {
        QTest::newRow(name) << content << std::string(id);
    };
    const auto header = [&](const char* name, const std::string& dictionary, const char* id) {
        row(name, npyFile(dictionary, std::string(24, '\0')), id);
    };
    const std::string good = npyFile(npyHeader("<f4", "(2, 3)"), std::string(24, '\0'));
    row("empty", "", "data.npy.short_header");
    row("half the magic number", good.substr(0, 4), "data.npy.short_header");
    row("another format", "PK\3\4 and so on and on", "data.npy.magic");
    row("version 0", npyFile(npyHeader("<f4", "(2, 3)"), std::string(24, '\0'), 0), "data.npy.version");
    row("version 4", npyFile(npyHeader("<f4", "(2, 3)"), std::string(24, '\0'), 4), "data.npy.version");
    row("no header", good.substr(0, 10), "data.npy.short_header");
    row("a huge header", std::string("\x93NUMPY\2\0\xFF\xFF\xFF\x7F", 12), "data.npy.long_header");
    row("a byte short", good.substr(0, good.size() - 1), "data.npy.short");
    row("half", good.substr(0, good.size() - 12), "data.npy.short");
    row("a byte too many", good + 'x', "data.npy.trailing");
    header("objects", npyHeader("|O", "(2, 3)"), "data.npy.object");
    header("structures", "{'descr': [('a', '<f4'), ('b', '<f4')], 'fortran_order': False, 'shape': (3,), }", "data.npy.structure");
    header("texts", npyHeader("<U3", "(2,)"), "data.npy.texts");
    header("texts of no characters", npyHeader("<U0", "(2,)"), "data.npy.type");
    header("complex numbers", npyHeader("<c8", "(3,)"), "data.npy.type");
    header("times", npyHeader("<M8", "(3,)"), "data.npy.type");
    header("floats of 16 bytes", npyHeader("<f16", "(1,)"), "data.npy.type");
    header("integers of 3 bytes", npyHeader("<i3", "(8,)"), "data.npy.type");
    header("no type", npyHeader("", "(2, 3)"), "data.npy.type");
    header("a size of 0", npyHeader("<f4", "(2, 0)"), "data.npy.zero");
    header("a negative size", npyHeader("<f4", "(-2, 3)"), "data.npy.header");
    header("no axes", npyHeader("<f4", "()"), "data.npy.scalar");
    header("seven axes", npyHeader("<f4", "(1, 1, 1, 1, 1, 1, 6)"), "data.npy.rank");
    header("a large claim", npyHeader("<f4", "(2000000, 3)"), "data.npy.claim");
    header("a claim past 64 bits", npyHeader("<f4", "(4294967296, 4294967296)"), "data.npy.claim");
    header("a size past 64 bits", npyHeader("<f4", "(99999999999999999999,)"), "data.npy.header");
    header("a small claim", npyHeader("<f4", "(2, 2)"), "data.npy.trailing");
    header("no shape", "{'descr': '<f4', 'fortran_order': False}", "data.npy.header");
    header("two shapes", "{'descr': '<f4', 'fortran_order': False, 'shape': (2,3), 'shape': (2,3)}", "data.npy.header");
    header("another key", "{'descr': '<f4', 'fortran_order': False, 'shape': (2,3), 'more': 1}", "data.npy.header");
    header("a wrong order", "{'descr': '<f4', 'fortran_order': 0, 'shape': (2,3)}", "data.npy.header");
    header("no dictionary", "import os", "data.npy.header");
    header("a dictionary not closed", "{'descr': '<f4', 'fortran_order': False, 'shape': (2,3)", "data.npy.header");
    header("something behind it", npyHeader("<f4", "(2, 3)") + " x", "data.npy.header");
    row("booleans of 2", npyFile(npyHeader("|b1", "(2,)"), "\1\2"), "data.npy.bool");
    row("u64 past i64", npyFile(npyHeader("<u8", "(1,)"), std::string(8, '\xFF')), "data.npy.unsigned");
}

void TestNpy::refusesBadContent()
{
    QFETCH(std::string, content);
    QFETCH(std::string, id);
    const auto array = parse(content);
    QVERIFY(!array);
    QCOMPARE(array.error().message().id(), id);
    const std::string sentence = array.error().what();
    QVERIFY2(sentence.starts_with("some file ") && sentence.find('{') == std::string::npos, sentence.c_str());
}

void TestNpy::everyTruncationIsAnError()
{
    const std::string content = npyFile(npyHeader("<f4", "(2, 3)"), std::string(24, '\1'));
    QVERIFY(parse(content));
    for (std::size_t size = 0; size < content.size(); ++size)
        QVERIFY2(!parse(content.substr(0, size)), std::to_string(size).c_str());
}

void TestNpy::everyFlippedBitEndsWell()
{
    const std::string content = npyFile(npyHeader("<f4", "(2, 3)"), std::string(24, '\1'));
    for (std::size_t bit = 0; bit < (content.size() - 24) * 8; ++bit) {
        std::string flipped = content;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
        if (const auto array = parse(flipped))
            QVERIFY(array->shape.elements() * std::int64_t(sizeOf(array->type)) >= 6);
    }
}

void TestNpy::mapsLargeFiles()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath("x.npy").toStdString();
    const auto file = [&](const std::string& header, const std::string& more = {}) {
        writeFileSafely(path, npyFile(header, bytesOf<float>({1, 2, 3, 4, 5, 6}) + more)).take();
        return readNpyFile(path, 24);
    };
    const NpyArray mapped = file(npyHeader("<f4", "(2, 3)"));
    QVERIFY(mapped.mapped);
    QCOMPARE(mapped.shape, (Shape{2, 3}));
    QCOMPARE(valuesOf<float>(mapped), (std::vector<float>{1, 2, 3, 4, 5, 6}));
    QVERIFY(!readNpyFile(path, 25).mapped);
    QCOMPARE(valuesOf<float>(readNpyFile(path, 25)), valuesOf<float>(mapped));
    // Another byte order or layout than in memory is read, not mapped.
    QVERIFY(!file(npyHeader(">f4", "(2, 3)")).mapped);
    QVERIFY(!file(npyHeader("<f4", "(2, 3)", true)).mapped);
    QVERIFY_THROWS_EXCEPTION(Error, file(npyHeader("<f4", "(2, 3)"), "more"));
}

/// Zeros read in place of the missing end must not be used.
void TestNpy::noticesAFileThatShrinks()
{
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("x.npy").toStdString();
    const std::string content = npyFile(npyHeader("<f8", "(4096,)"), bytesOf(std::vector<double>(4096, 1.0)));
    writeFileSafely(path, content).take();
    const NpyArray array = readNpyFile(path, 1);
    QVERIFY(array.mapped);
    double total = 0.0;
    eachNumber(array, [&](std::int64_t, double number) { total += number; });
    QCOMPARE(total, 4096.0);
    std::filesystem::resize_file(path, 4096);
    std::string id;
    try {
        eachNumber(array, [](std::int64_t, double) {});
    } catch (const Error& error) {
        id = error.message().id();
    }
    QCOMPARE(id, std::string("file.shrunk"));
}

void TestNpy::largeArraysLieOnTheDisk()
{
    const QTemporaryDir cache;
    qputenv("XDG_CACHE_HOME", cache.path().toLocal8Bit());
    const std::string halves = bytesOf<std::uint16_t>({0x3C00, 0x0001, 0xFBFF, 0x4000, 0, 0x3800}, true);
    for (const bool fortran : {false, true}) {
        const std::string content = npyFile(npyHeader(">f2", "(2, 3)", fortran), halves);
        const auto read = [&](std::int64_t memory) {
            return readNpy(*openBytes(std::as_bytes(std::span(content)), "some file"), "some file", memory);
        };
        const std::int64_t needed = 12 + 24 + (fortran ? 12 : 0); // as stored, as read, and once more for the transpose
        const NpyArray inMemory = read(needed), onDisk = read(needed - 1);
        QVERIFY(!inMemory.mapped && onDisk.mapped);
        QCOMPARE(reinterpret_cast<std::uintptr_t>(onDisk.bytes.get()) % 4096, 0u); // a page of a mapping
        QCOMPARE(onDisk.type, DataType::f32);
        QCOMPARE(onDisk.shape, (Shape{2, 3}));
        QCOMPARE(valuesOf<float>(onDisk), valuesOf<float>(inMemory));
    }
}

void TestNpy::readsArchives()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath("set.npz").toStdString();
    const std::string x = npyFile(npyHeader("<f4", "(500, 3)"), std::string(6000, '\0')),
                      y = npyFile(npyHeader("|u1", "(2,)"), "\1\2");
    for (const bool deflate : {false, true}) {
        writeZip(path, {{"x_train.npy", x}, {"read me.txt", "words"}, {"y_train.npy", y}}, deflate);
        std::vector<std::string> names;
        eachNpzArray(path, [&](const std::string& name, ByteReader& reader, const std::string& place) {
            names.push_back(name);
            const NpyArray array = readNpy(reader, place);
            QCOMPARE(array.shape, name == "x_train" ? (Shape{500, 3}) : Shape{2});
        });
        QCOMPARE(names, (std::vector<std::string>{"x_train", "y_train"}));
    }
}

void TestNpy::refusesBadArchives()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath("set.npz").toStdString();
    const auto errorOf = [&] {
        try {
            eachNpzArray(path, [](const std::string&, ByteReader& reader, const std::string& place) { readNpy(reader, place); });
            return std::string();
        } catch (const Error& error) {
            return error.message().id();
        }
    };
    QCOMPARE(errorOf(), std::string("file.read"));
    const std::string x = npyFile(npyHeader("<f4", "(500, 3)"), std::string(6000, '\0'));
    writeZip(path, {{"x.npy", x}, {"x.npy", x}}, true);
    QCOMPARE(errorOf(), std::string("weights.zip"));
    writeZip(path, {{"x.npy", x}}, true);
    QCOMPARE(errorOf(), std::string());
    const std::string whole = readTextFile(path).take();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        QVERIFY(writeFileSafely(path, whole.substr(0, size)));
        QVERIFY2(!errorOf().empty(), std::to_string(size).c_str());
    }
    writeZip(path, {{"x.npy", npyFile(npyHeader("<f4", "(9000000000, 3)"), std::string(6000, '\0'))}}, true);
    QCOMPARE(errorOf(), std::string("data.npy.claim"));
}

NETSMITH_TEST(TestNpy)

} // namespace test_npy

#include "test_npy.moc"
