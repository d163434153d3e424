#include "engine/input/arrays/idx.h"

#include "engine/core/files/safe_file.h"
#include "engine/input/sample_files.h"
#include "tests/engine/input/idx_bytes.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cstring>
#include <functional>

namespace test_idx {

using namespace netsmith;
using namespace netsmith::data;
using namespace netsmith::test;

namespace {

const IdxWanted images{DataType::u8, {3, 4}};
const IdxWanted labels{DataType::u8, {}};

Expected<IdxArray> parse(const std::string& content, const std::optional<IdxWanted>& wanted = {})
{
    return parseIdx(std::as_bytes(std::span(content)), "some file", wanted);
}

template <class T>
std::vector<T> valuesOf(const IdxArray& array)
{
    std::vector<T> values(static_cast<std::size_t>(array.shape.elements()));
    std::memcpy(values.data(), array.bytes.get(), values.size() * sizeof(T));
    return values;
}

} // namespace

class TestIdx : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsBytes_data();
    void readsBytes();
    void turnsWiderElementsToMachineOrder();
    void readsFilesAsItReadsMemory();
    void refusesBadContent_data();
    void refusesBadContent();
    void everyTruncationIsAnError_data();
    void everyTruncationIsAnError();
    void everyFlippedBitOfGzipIsAnErrorOrHarmless();
    void refusesWhatIsNotAFile();
    void classesOfSamplesAreChecked();
};

void TestIdx::readsBytes_data()
{
    QTest::addColumn<std::string>("content");
    const std::string plain = idxBytes({5, 3, 4});
    QTest::newRow("plain") << plain;
    QTest::newRow("gzip") << gzipped(plain);
    QTest::newRow("gzip in two members") << gzipped(plain.substr(0, 21)) + gzipped(plain.substr(21));
    QTest::newRow("gzip with an empty member") << gzipped(plain) + gzipped("");
}

void TestIdx::readsBytes()
{
    QFETCH(std::string, content);
    const IdxArray array = parse(content, images).take();
    QCOMPARE(array.type, DataType::u8);
    QCOMPARE(array.shape.text(), Shape({5, 3, 4}).text());
    std::vector<std::uint8_t> expected(60);
    std::iota(expected.begin(), expected.end(), std::uint8_t{0});
    QCOMPARE(valuesOf<std::uint8_t>(array), expected);
}

void TestIdx::turnsWiderElementsToMachineOrder()
{
    const auto integers = parse(idxHeader(0x0C, {3}) + bigEndian(1) + bigEndian(0xFFFFFFFE) + bigEndian(0x01020304)).take();
    QCOMPARE(integers.type, DataType::i32);
    QCOMPARE(valuesOf<std::int32_t>(integers), (std::vector<std::int32_t>{1, -2, 0x01020304}));
    const auto floats = parse(idxHeader(0x0D, {2}) + bigEndian(0x3F800000) + bigEndian(0xC0200000)).take();
    QCOMPARE(floats.type, DataType::f32);
    QCOMPARE(valuesOf<float>(floats), (std::vector<float>{1.0f, -2.5f}));
    const auto doubles = parse(idxHeader(0x0E, {1}) + bigEndian(0x3FF80000) + bigEndian(0)).take();
    QCOMPARE(doubles.type, DataType::f64);
    QCOMPARE(valuesOf<double>(doubles), (std::vector<double>{1.5}));
}

void TestIdx::readsFilesAsItReadsMemory()
{
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("images").toStdString();
    const std::string plain = idxBytes({700, 13, 17}); // longer than the reader's buffer
    for (const std::string& content : {plain, gzipped(plain)}) {
        QVERIFY(writeFileSafely(path, content));
        const IdxArray array = readIdx(path).take();
        QCOMPARE(array.shape.text(), Shape({700, 13, 17}).text());
        QVERIFY(std::memcmp(array.bytes.get(), plain.data() + 16, plain.size() - 16) == 0);
        QCOMPARE(reinterpret_cast<std::uintptr_t>(array.bytes.get()) % 64, std::uintptr_t{0});
    }
}

void TestIdx::refusesBadContent_data()
{
    QTest::addColumn<std::string>("content");
    QTest::addColumn<std::string>("id");
    QTest::addColumn<bool>("asLabels");
    const auto image = [](const char* name, const std::string& content, const char* id) {
        QTest::newRow(name) << content << std::string(id) << false;
    };
    const auto label = [](const char* name, const std::string& content, const char* id) {
        QTest::newRow(name) << content << std::string(id) << true;
    };
    // Plain and compressed alike.
    const auto both = [&](const char* name, const std::string& content, const char* id) {
        image(name, content, id);
        image((std::string(name) + ", gzip").c_str(), gzipped(content), id);
    };
    const std::string good = idxBytes({5, 3, 4});
    const std::string packed = gzipped(good);
    constexpr std::uint32_t most = 0xFFFFFFFF;

    both("empty", "", "data.idx.empty");
    both("one byte", good.substr(0, 1), "data.idx.magic");
    both("three bytes", good.substr(0, 3), "data.idx.magic");
    both("text", "label,pixel0,pixel1\n5,0,0\n", "data.idx.magic");
    both("a web page", "<!DOCTYPE html><html>404</html>", "data.idx.magic");
    both("first byte", flipped(good, 0, 1), "data.idx.magic");
    both("second byte", flipped(good, 1, 0x80), "data.idx.magic");
    both("byte-swapped magic", std::string("\x03\x08\0\0", 4) + good.substr(4), "data.idx.magic");
    both("unknown type", flipped(good, 2, 0x07 ^ 0x08), "data.idx.type");
    both("type zero", flipped(good, 2, 0x08), "data.idx.type");
    both("i8", flipped(good, 2, 0x08 ^ 0x09), "data.idx.unsupported");
    both("i16", flipped(good, 2, 0x08 ^ 0x0B), "data.idx.unsupported");
    both("f32 for u8", idxHeader(0x0D, {5, 3, 4}) + std::string(240, '\0'), "data.idx.other_type");
    both("rank zero", flipped(good, 3, 3), "data.idx.rank");
    both("rank 255", flipped(good, 3, 3 ^ 255), "data.idx.rank");
    both("rank 7", idxBytes({1, 1, 1, 1, 1, 1, 1}), "data.idx.rank");
    both("no sizes", good.substr(0, 4), "data.idx.header");
    both("half the sizes", good.substr(0, 11), "data.idx.header");
    both("no samples", idxHeader(0x08, {0, 3, 4}), "data.idx.zero");
    both("no rows", idxHeader(0x08, {5, 0, 4}), "data.idx.zero");
    both("rank 2 for images", idxBytes({5, 12}), "data.idx.other_rank");
    both("rank 4 for images", idxBytes({5, 3, 4, 1}), "data.idx.other_rank");
    both("labels for images", idxBytes({5}), "data.idx.other_rank");
    both("other height", idxBytes({5, 4, 4}), "data.idx.other_sample");
    both("turned", idxBytes({5, 4, 3}), "data.idx.other_sample");
    both("huge rows", idxHeader(0x08, {5, most, 4}) + std::string(60, '\1'), "data.idx.other_sample");
    both("huge claim", idxHeader(0x08, {most, 3, 4}) + std::string(60, '\1'), "data.idx.claim");
    image("one sample too many", flipped(good, 7, 5 ^ 6), "data.idx.claim");
    image("one byte short", good.substr(0, good.size() - 1), "data.idx.claim");
    image("header only", good.substr(0, 16), "data.idx.claim");
    image("one sample too many, gzip", gzipped(flipped(good, 7, 5 ^ 6)), "data.idx.short");
    image("one byte short, gzip", gzipped(good.substr(0, good.size() - 1)), "data.idx.short");
    both("one byte more", good + "x", "data.idx.trailing");
    both("twice", good + good, "data.idx.trailing");
    both("one sample too few", flipped(good, 7, 5 ^ 4), "data.idx.trailing");
    label("images for labels", good, "data.idx.other_rank");
    label("i32 labels", idxHeader(0x0C, {1}) + bigEndian(3), "data.idx.other_type");
    label("huge count of labels", idxHeader(0x08, {most}) + "x", "data.idx.claim");
    label("a bomb of zeros", gzipped(idxHeader(0x08, {1000}) + std::string(std::size_t{1} << 24, '\0')), "data.idx.trailing");

    image("gzip in two bytes", packed.substr(0, 2), "data.gzip_short");
    image("gzip header only", packed.substr(0, 10), "data.gzip_short");
    image("gzip half", packed.substr(0, packed.size() / 2), "data.gzip_short");
    image("gzip without its trailer", packed.substr(0, packed.size() - 8), "data.gzip_short");
    image("gzip without its last byte", packed.substr(0, packed.size() - 1), "data.gzip_short");
    image("gzip, other method", flipped(packed, 2, 1), "data.gzip");
    image("gzip, reserved flag", flipped(packed, 3, 0x80), "data.gzip");
    image("gzip, wrong checksum", flipped(packed, -5, 1), "data.gzip");
    image("gzip, wrong size", flipped(packed, -1, 1), "data.gzip");
    image("gzip, wrong block", flipped(packed, 10, 6), "data.gzip");
    image("gzip, then rubbish", packed + "rubbish", "data.gzip");
    image("gzip, then zeros", packed + std::string(512, '\0'), "data.gzip");
    image("gzip, then half a member", packed + packed.substr(0, 10), "data.gzip_short");
    image("gzip twice over", gzipped(packed), "data.idx.magic");
}

void TestIdx::refusesBadContent()
{
    QFETCH(std::string, content);
    QFETCH(std::string, id);
    QFETCH(bool, asLabels);
    const IdxWanted& wanted = asLabels ? labels : images;
    const auto array = parse(content, wanted);
    QVERIFY(!array);
    QCOMPARE(array.error().message().id(), id);
    QCOMPARE(array.error().kind(), ErrorKind::input);
    const std::string sentence = array.error().what();
    QVERIFY2(sentence.starts_with("some file ") && sentence.find('{') == std::string::npos, sentence.c_str());

    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("file").toStdString();
    QVERIFY(writeFileSafely(path, content));
    const auto fromFile = readIdx(path, wanted);
    QVERIFY(!fromFile);
    QCOMPARE(fromFile.error().what(), path.string() + sentence.substr(std::strlen("some file")));
}

void TestIdx::everyTruncationIsAnError_data()
{
    QTest::addColumn<std::string>("content");
    QTest::newRow("plain") << idxBytes({5, 3, 4});
    QTest::newRow("gzip") << gzipped(idxBytes({5, 3, 4}));
}

void TestIdx::everyTruncationIsAnError()
{
    QFETCH(std::string, content);
    QVERIFY(parse(content, images));
    for (std::size_t size = 0; size < content.size(); ++size)
        QVERIFY2(!parse(content.substr(0, size), images), std::to_string(size).c_str());
}

void TestIdx::everyFlippedBitOfGzipIsAnErrorOrHarmless()
{
    const std::string plain = idxBytes({5, 3, 4});
    const std::string packed = gzipped(plain);
    int refused = 0;
    for (std::ptrdiff_t i = 0; i < std::ssize(packed) * 8; ++i) {
        const auto array = parse(flipped(packed, i / 8, 1 << i % 8), images);
        refused += array ? 0 : 1;
        QVERIFY(!array || std::memcmp(array->bytes.get(), plain.data() + 16, 60) == 0); // time stamp, system, text flag
    }
    QVERIFY(refused > std::ssize(packed) * 6);
}

void TestIdx::refusesWhatIsNotAFile()
{
    QTemporaryDir folder;
    const auto missing = readIdx(folder.filePath("missing").toStdString());
    QVERIFY(!missing);
    QCOMPARE(missing.error().message().id(), std::string("data.read"));
    const auto directory = readIdx(folder.path().toStdString());
    QVERIFY(!directory);
    QCOMPARE(directory.error().message().id(), std::string("data.kind"));
}

/// For inputs that are classes: a token past the vocabulary.
void TestIdx::classesOfSamplesAreChecked()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("tokens-idx2-ubyte").toStdString();
    SampleReading reading{.inputs = {{.name = "token", .type = DataType::u8, .shape = {4}, .classes = 5}}, .targets = {}};
    writeFileSafely(path, idxBytes({3, 4}, 5)).take();
    QCOMPARE(readSamples(path, reading).count(), std::int64_t{3});
    writeFileSafely(path, idxBytes({3, 4}, 6)).take(); // the sixth is class 5 of 0 to 4
    QVERIFY_THROWS_EXCEPTION(Error, readSamples(path, reading));
}

NETSMITH_TEST(TestIdx)

} // namespace test_idx

#include "test_idx.moc"
