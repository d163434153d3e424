#include "engine/store/safetensors.h"
#include "tests/test_program.h"

#include <QtTest>

#include <cstring>

namespace test_safetensors {

using namespace netsmith;

namespace {

std::vector<std::byte> fileOf(std::string_view header, std::size_t dataBytes)
{
    std::vector<std::byte> out(8 + header.size() + dataBytes);
    const std::uint64_t length = header.size();
    std::memcpy(out.data(), &length, 8);
    std::memcpy(out.data() + 8, header.data(), header.size());
    return out;
}

template <class T>
std::span<const std::byte> bytesOf(const std::vector<T>& values)
{
    return std::as_bytes(std::span(values));
}

} // namespace

/// What is written can be read, and hostile files are rejected.
class TestSafetensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatItWrites();
    void writesTheFormat();
    void readsOtherTypes();
    void keepsItsViewsWhenMoved();
    void refuses_data();
    void refuses();
    void refusesEveryTruncation();
    void refusesHugeHeaders();
};

void TestSafetensors::readsWhatItWrites()
{
    const std::vector<float> kernel{1.5f, -2.0f, 0.0f, 4.0f, 5.0f, 6.0f};
    const std::vector<std::int64_t> steps{1, -2};
    const auto content = writeSafetensors(std::vector<TensorView>{{"dense.kernel", DataType::f32, {2, 3}, bytesOf(kernel)},
                                                                  {"a \"name\"", DataType::i64, {2}, bytesOf(steps)},
                                                                  {"scalar", DataType::f32, {}, bytesOf(kernel).first(4)}},
                                          {{"format", "netsmith"}});
    const auto file = parseSafetensors(content, "file").take();
    QCOMPARE(file.tensors.size(), std::size_t{3});
    QCOMPARE(file.metadata.at("format"), std::string("netsmith"));
    const TensorView* read = file.find("dense.kernel");
    QVERIFY(read && read->shape == Shape({2, 3}) && read->type == DataType::f32);
    QVERIFY(std::ranges::equal(read->bytes, bytesOf(kernel)));
    QVERIFY(std::ranges::equal(file.find("a \"name\"")->bytes, bytesOf(steps)));
    QCOMPARE(file.find("scalar")->shape.rank(), 0);
    QVERIFY(!file.find("dense"));
    QVERIFY(parseSafetensors(writeSafetensors({}, {}), "empty").take().tensors.empty());
}

void TestSafetensors::writesTheFormat()
{
    const std::vector<float> one{1.0f};
    const auto content = writeSafetensors(std::vector<TensorView>{{"w", DataType::f32, {1}, bytesOf(one)}}, {});
    const std::string header = R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
    QCOMPARE(content.size(), std::size_t{64 + 4});
    std::uint64_t length = 0;
    std::memcpy(&length, content.data(), 8);
    QCOMPARE(length, std::uint64_t{56});
    QCOMPARE(std::string(reinterpret_cast<const char*>(content.data()) + 8, header.size()), header);
    const unsigned char bits[4]{0, 0, 0x80, 0x3f};
    QCOMPARE(std::memcmp(content.data() + 64, bits, 4), 0);
}

void TestSafetensors::readsOtherTypes()
{
    const auto content = fileOf(R"({"a":{"dtype":"BF16","shape":[2],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[3],)"
                                R"("data_offsets":[4,7]}}   )",
                                7);
    const auto file = parseSafetensors(content, "file").take();
    QCOMPARE(file.find("a")->type, DataType::bf16);
    QCOMPARE(file.find("b")->bytes.size(), std::size_t{3});
}

void TestSafetensors::keepsItsViewsWhenMoved()
{
    const std::vector<float> one{1.0f};
    auto first =
        parseSafetensors(writeSafetensors(std::vector<TensorView>{{"w", DataType::f32, {1}, bytesOf(one)}}, {}), "f").take();
    const SafetensorsFile second = std::move(first);
    QVERIFY(std::ranges::equal(second.find("w")->bytes, bytesOf(one)));
}

void TestSafetensors::refuses_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<QByteArray>("mention");
    const auto row = [](const char* name, const char* header, int bytes, const char* mention) {
        QTest::newRow(name) << QByteArray(header) << bytes << QByteArray(mention);
    };
    row("no JSON", "hello", 0, "JSON");
    row("cut JSON", R"({"w":{)", 0, "JSON");
    row("a list", "[]", 0, "object");
    row("doubled name",
        R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 4,
        "twice");
    row("no type", R"({"w":{"shape":[1],"data_offsets":[0,4]}})", 4, "dtype");
    row("unknown type", R"({"w":{"dtype":"F8_E4M3","shape":[4],"data_offsets":[0,4]}})", 4, "F8_E4M3");
    row("type of another kind", R"({"w":{"dtype":3,"shape":[1],"data_offsets":[0,4]}})", 4, "dtype");
    row("negative size", R"({"w":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})", 4, "shape");
    row("fractional size", R"({"w":{"dtype":"F32","shape":[1.5],"data_offsets":[0,4]}})", 4, "shape");
    row("size past 63 bits", R"({"w":{"dtype":"F32","shape":[18446744073709551615],"data_offsets":[0,4]}})", 4, "shape");
    row("empty array", R"({"w":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}})", 0, "empty");
    row("seven axes", R"({"w":{"dtype":"F32","shape":[1,1,1,1,1,1,1],"data_offsets":[0,4]}})", 4, "axes");
    row("overflowing shape", R"({"w":{"dtype":"F32","shape":[4611686018427387904,4],"data_offsets":[0,4]}})", 4, "64 bits");
    row("three offsets", R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[0,4,8]}})", 8, "data_offsets");
    row("end before begin", R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[4,0]}})", 4, "claims bytes");
    row("past the end", R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 4, "claims bytes");
    row("huge offsets", R"({"w":{"dtype":"F32","shape":[1],"data_offsets":[9223372036854775803,9223372036854775807]}})", 4,
        "claims");
    row("shape against bytes", R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", 4, "needs 8 bytes");
    row("overlap", R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})",
        8, "overlaps");
    row("the same bytes",
        R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 4,
        "overlaps");
    row("gap", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", 8, "gap");
    row("rest", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 6, "2 bytes that no array claims");
    row("metadata of numbers", R"({"__metadata__":{"a":1}})", 0, "__metadata__");
    row("metadata as a list", R"({"__metadata__":[]})", 0, "__metadata__");
}

void TestSafetensors::refuses()
{
    QFETCH(QByteArray, header);
    QFETCH(int, bytes);
    QFETCH(QByteArray, mention);
    const auto file = parseSafetensors(
        fileOf({header.data(), static_cast<std::size_t>(header.size())}, static_cast<std::size_t>(bytes)), "some file");
    QVERIFY(!file);
    QCOMPARE(file.error().kind(), ErrorKind::input);
    const QByteArray words = file.error().what();
    QVERIFY2(words.contains("some file") && words.contains(mention), words);
}

void TestSafetensors::refusesEveryTruncation()
{
    const std::vector<float> values{1.0f, 2.0f, 3.0f};
    const auto content = writeSafetensors(std::vector<TensorView>{{"w", DataType::f32, {3}, bytesOf(values)}}, {{"a", "b"}});
    for (std::size_t size = 0; size < content.size(); ++size)
        QVERIFY(!parseSafetensors({content.begin(), content.begin() + static_cast<std::ptrdiff_t>(size)}, "cut"));
    auto longer = content;
    longer.push_back(std::byte{0});
    QVERIFY(!parseSafetensors(std::move(longer), "longer"));
}

void TestSafetensors::refusesHugeHeaders()
{
    for (const std::uint64_t length : {std::uint64_t{1} << 63, ~std::uint64_t{0}, std::uint64_t{200'000'000}, std::uint64_t{3}}) {
        std::vector<std::byte> content(10);
        std::memcpy(content.data(), &length, 8);
        QVERIFY(!parseSafetensors(std::move(content), "huge"));
    }
}

NETSMITH_TEST(TestSafetensors)

} // namespace test_safetensors

#include "test_safetensors.moc"
