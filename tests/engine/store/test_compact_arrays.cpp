#include "engine/store/compact_arrays.h"

#include "engine/core/bfloat16.h"
#include "engine/core/float16.h"
#include "engine/core/symmetric_grid.h"
#include "engine/store/safetensors.h"
#include "tests/test_program.h"

#include <QtTest>

#include <bit>
#include <cstring>
#include <limits>
#include <map>
#include <random>
#include <set>

namespace test_compact_arrays {

using namespace netsmith;

namespace {

using Numbers = std::vector<float>;

TensorView viewOf(const std::string& name, const Shape& shape, const Numbers& numbers)
{
    return {name, DataType::f32, shape, std::as_bytes(std::span(numbers))};
}

/// What a file lists of an array: "I8 [20, 32]".
QByteArray partText(const SafetensorsEntries& file, const std::string& name)
{
    const auto found = std::ranges::find(file.entries, name, &SafetensorsEntry::name);
    if (found == file.entries.end())
        return "none";
    QByteArray text = QByteArray::fromStdString(found->type) + ' ';
    for (const std::int64_t size : found->sizes)
        text += QByteArray::number(static_cast<qlonglong>(size)) + ' ';
    return text.trimmed();
}

/// A file without its list of encodings: the arrays as any other program sees them.
SafetensorsEntries asOthersSee(std::vector<std::byte>& content)
{
    const std::string key(ArrayForm::key);
    const auto place = std::search(content.begin(), content.end(), reinterpret_cast<const std::byte*>(key.data()),
                                   reinterpret_cast<const std::byte*>(key.data() + key.size()));
    if (place != content.end())
        *place = std::byte{'N'};
    return safetensorsEntries(content, "file");
}

std::string withText(const std::vector<std::byte>& content)
{
    return {reinterpret_cast<const char*>(content.data()), content.size()};
}

/// Of pruned weights: a tenth is not 0.
Numbers drawn(std::mt19937& generator, std::size_t count, double share)
{
    std::normal_distribution<float> normal(0.0f, 0.1f);
    std::uniform_real_distribution<double> uniform(0.0, 1.0);
    Numbers numbers(count);
    for (float& number : numbers) {
        const float value = normal(generator);
        number = uniform(generator) < share ? value : 0.0f;
    }
    return numbers;
}

void putOnGrid(Numbers& numbers, std::size_t channels)
{
    for (std::size_t c = 0; c < channels; ++c) {
        float largest = 0.0f;
        for (std::size_t i = c; i < numbers.size(); i += channels)
            largest = std::max(largest, std::abs(numbers[i]));
        const float scale = gridScale(largest);
        for (std::size_t i = c; i < numbers.size(); i += channels)
            numbers[i] = scale > 0.0f ? std::nearbyint(numbers[i] / scale) * scale + 0.0f : 0.0f;
    }
}

/// Steps of 4 bits for each 32 rows of a channel.
void putOnSmallGrid(Numbers& numbers, std::size_t channels)
{
    std::map<std::size_t, float> largest;
    const auto group = [&](std::size_t i) { return i / channels / 32 * channels + i % channels; };
    for (std::size_t i = 0; i < numbers.size(); ++i)
        largest[group(i)] = std::max(largest[group(i)], std::abs(numbers[i]));
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (const float scale = smallGridScale(largest[group(i)]); numbers[i] != 0.0f)
            numbers[i] = std::nearbyint(numbers[i] / scale) * scale + 0.0f;
}

void putInHalf(Numbers& numbers)
{
    for (float& number : numbers)
        number = roundedToHalf(number) + 0.0f;
}

void putInBrain(Numbers& numbers)
{
    for (float& number : numbers)
        number = static_cast<float>(BFloat16(number)) + 0.0f;
}

void putOnPalette(Numbers& numbers, int values)
{
    for (float& number : numbers)
        if (number != 0.0f)
            number = 0.125f + static_cast<float>(static_cast<int>(std::abs(number) * 1e4f) % values);
}

/// Makes numbers fit "int8", "int4", "float16", "bfloat16" or a palette, "200".
void fit(Numbers& numbers, const QByteArray& form, std::size_t channels)
{
    if (form == "int8")
        putOnGrid(numbers, channels);
    else if (form == "int4")
        putOnSmallGrid(numbers, channels);
    else if (form == "float16")
        putInHalf(numbers);
    else if (form == "bfloat16")
        putInBrain(numbers);
    else if (!form.isEmpty())
        putOnPalette(numbers, form.toInt());
}

} // namespace

/// Arrays come back bit for bit from every form, in few bytes, and damaged ones are errors.
class TestCompactArrays : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scalesAreExact();
    void formsAreChosen_data();
    void formsAreChosen();
    void keepsEveryBit_data();
    void keepsEveryBit();
    void denseFilesAreAsBefore();
    void randomArraysComeBack();
    void writesWhatIsDocumented();
    void readsLargeArraysOnce();
    void refusesDamage_data();
    void refusesDamage();
};

void TestCompactArrays::scalesAreExact()
{
    QCOMPARE(gridScale(127.0f), 1.0f);
    QCOMPARE(gridScale(254.0f), 2.0f);
    QCOMPARE(gridScale(0.0f), 1.0f);
    QCOMPARE(gridScale(std::numeric_limits<float>::quiet_NaN()), 1.0f);
    // 1 / 127 = 0x3c010204 in f32; rounded up to 16 bits the last eight are 0.
    QCOMPARE(std::bit_cast<std::uint32_t>(gridScale(1.0f)), 0x3c010300U);
    std::mt19937 generator(7);
    std::uniform_real_distribution<float> uniform(1e-6f, 1e6f);
    for (int i = 0; i < 2000; ++i) {
        const float largest = uniform(generator), scale = gridScale(largest);
        QVERIFY(scale * 127.0f >= largest);
        QCOMPARE(std::nearbyint(largest / scale), 127.0f);
        QCOMPARE(gridScale(127.0f * scale), scale);
        for (int q = 1; q <= 127; ++q) // exact: the product in double is the one in float
            QCOMPARE(static_cast<double>(static_cast<float>(q) * scale), static_cast<double>(q) * static_cast<double>(scale));
    }
}

void TestCompactArrays::formsAreChosen_data()
{
    QTest::addColumn<double>("share"); // that is not 0
    QTest::addColumn<QByteArray>("form"); // see `fit`
    QTest::addColumn<QByteArray>("codes");
    QTest::addColumn<QByteArray>("mask");
    QTest::addColumn<QByteArray>("table");
    const auto row = [](const char* name, double share, const char* form, const char* codes, const char* mask, const char* table) {
        QTest::newRow(name) << share << QByteArray(form) << QByteArray(codes) << QByteArray(mask) << QByteArray(table);
    };
    row("dense", 1.0, "", "F32 200 64", "none", "none");
    row("masked", 0.1, "", "F32 M", "U8 1600", "none");
    row("barely sparse", 0.99, "", "F32 200 64", "none", "none");
    row("int8", 1.0, "int8", "I8 200 64", "none", "F32 64");
    row("masked int8", 0.1, "int8", "I8 M", "U8 1600", "F32 64");
    row("int4", 1.0, "int4", "U8 6400", "none", "BF16 448"); // 7 groups of rows
    row("masked int4", 0.1, "int4", "U8 H", "U8 1600", "BF16 448");
    row("float16", 1.0, "float16", "F16 200 64", "none", "none");
    row("masked float16", 0.1, "float16", "F16 M", "U8 1600", "none");
    row("bfloat16", 1.0, "bfloat16", "BF16 200 64", "none", "none");
    row("masked bfloat16", 0.1, "bfloat16", "BF16 M", "U8 1600", "none");
    row("palette", 1.0, "200", "U8 200 64", "none", "F32 200");
    row("half bytes", 1.0, "16", "U8 6400", "none", "F32 16");
    row("masked palette", 0.1, "200", "U8 M", "U8 1600", "F32 P");
    row("masked half bytes", 0.1, "5", "U8 H", "U8 1600", "F32 5");
}

void TestCompactArrays::formsAreChosen()
{
    QFETCH(double, share);
    QFETCH(QByteArray, form);
    QFETCH(QByteArray, codes);
    QFETCH(QByteArray, mask);
    QFETCH(QByteArray, table);
    std::mt19937 generator(11);
    Numbers numbers = drawn(generator, 200 * 64, share);
    fit(numbers, form, 64);
    const auto others = std::ranges::count_if(numbers, [](float number) { return number != 0.0f; });
    std::set<float> different(numbers.begin(), numbers.end());
    different.erase(0.0f);
    codes.replace("M", QByteArray::number(static_cast<qlonglong>(others)));
    codes.replace("H", QByteArray::number(static_cast<qlonglong>((others + 1) / 2)));
    table.replace("P", QByteArray::number(static_cast<qlonglong>(different.size())));
    std::vector<std::byte> content =
        writeCompactSafetensors(std::vector{viewOf("k", {200, 64}, numbers)}, {{"format", "netsmith"}});

    const SafetensorsFile read = parseSafetensors(content, "file").take();
    QCOMPARE(read.tensors.size(), std::size_t{1});
    QVERIFY(read.tensors[0].shape == Shape({200, 64}));
    QVERIFY(std::ranges::equal(read.tensors[0].bytes, std::as_bytes(std::span(numbers))));
    QCOMPARE(read.metadata.size(), std::size_t{1}); // its forms are the file's own business
    QVERIFY(content.size() <= 4 * numbers.size() + 128);
    const SafetensorsEntries seen = asOthersSee(content);
    QCOMPARE(partText(seen, "k"), codes);
    QCOMPARE(partText(seen, "k.mask"), mask);
    QCOMPARE(partText(seen, form.startsWith("int") ? "k.scale" : "k.palette"), table);
}

void TestCompactArrays::keepsEveryBit_data()
{
    QTest::addColumn<quint32>("bits");
    QTest::newRow("negative zero") << 0x80000000U;
    QTest::newRow("NaN with a payload") << 0x7fc00123U;
    QTest::newRow("infinity") << 0xff800000U;
    QTest::newRow("denormal") << 0x00000002U;
    QTest::newRow("negative denormal") << 0x80000004U;
    QTest::newRow("off the grid by the last bit") << 0x3dcccccfU;
    QTest::newRow("largest") << 0x7f7ffffeU;
    QTest::newRow("beyond binary16") << 0x47800000U; // 65536
    QTest::newRow("binary16's smallest") << 0x33800000U;
    QTest::newRow("below it") << 0x33000000U;
    QTest::newRow("bfloat16's NaN") << 0xffc10000U;
    QTest::newRow("NaN whose upper half is infinite") << 0x7f800001U;
}

/// One odd number among ones that fit a grid, a palette and a mask.
void TestCompactArrays::keepsEveryBit()
{
    QFETCH(quint32, bits);
    std::mt19937 generator(13);
    for (const double share : {1.0, 0.3, 0.0})
        for (const char* form : {"", "int8", "int4", "float16", "bfloat16"}) {
            Numbers numbers = drawn(generator, 40 * 16, share);
            fit(numbers, form, 16);
            const std::uint32_t odd = bits;
            std::memcpy(&numbers[123], &odd, sizeof odd);
            const auto content = writeCompactSafetensors(std::vector{viewOf("k", {40, 16}, numbers)}, {});
            const SafetensorsFile read = parseSafetensors(content, "file").take();
            QVERIFY(std::ranges::equal(read.find("k")->bytes, std::as_bytes(std::span(numbers))));
        }
}

/// Whatever is no kernel, too: biases of zeros, norms of ones, integers.
void TestCompactArrays::denseFilesAreAsBefore()
{
    std::mt19937 generator(17);
    const Numbers kernel = drawn(generator, 600 * 16, 1.0), zeros(1024), small{0.0f, 0.0f, 1.0f, 1.0f};
    const std::vector<double> wide(1024);
    const std::vector<TensorView> arrays{viewOf("kernel", {600, 16}, kernel),
                                         viewOf("bias", {1024}, zeros),
                                         viewOf("small", {2, 2}, small),
                                         {"wide", DataType::f64, {32, 32}, std::as_bytes(std::span(wide))}};
    QVERIFY(writeCompactSafetensors(arrays, {{"format", "netsmith"}}) == writeSafetensors(arrays, {{"format", "netsmith"}}));
}

void TestCompactArrays::randomArraysComeBack()
{
    std::mt19937 generator(19);
    const auto number = [&](int least, int most) { return std::uniform_int_distribution(least, most)(generator); };
    for (int round = 0; round < 150; ++round) {
        std::vector<Numbers> all;
        std::vector<TensorView> arrays;
        for (int i = number(1, 5); i > 0; --i) {
            const Shape shape{number(1, 40), number(1, 9), number(1, 40)};
            Numbers& numbers = all.emplace_back(drawn(generator, static_cast<std::size_t>(shape.elements()), number(0, 4) / 4.0));
            const QByteArray forms[] = {"", "int8", "int4", "float16", "bfloat16", QByteArray::number(number(1, 300))};
            fit(numbers, forms[number(0, 5)], static_cast<std::size_t>(shape[-1]));
            arrays.push_back(viewOf("array " + std::to_string(i), shape, numbers));
        }
        for (std::size_t i = 0; i < all.size(); ++i)
            arrays[i].bytes = std::as_bytes(std::span(all[i]));
        std::vector<std::byte> content = writeCompactSafetensors(arrays, {{"a", "b"}});
        for (const SafetensorsEntry& each : asOthersSee(content).entries) {
            const std::ptrdiff_t width = each.type.ends_with("32") ? 4 : each.type.ends_with("16") ? 2 : 1;
            QCOMPARE((each.bytes.data() - content.data()) % width, 0);
        }
        content = writeCompactSafetensors(arrays, {{"a", "b"}});
        QVERIFY(content.size() <= writeSafetensors(arrays, {{"a", "b"}}).size() + 64);
        const SafetensorsFile read = parseSafetensors(content, "file").take();
        QCOMPARE(read.tensors.size(), arrays.size());
        for (std::size_t i = 0; i < arrays.size(); ++i) {
            QCOMPARE(read.tensors[i].name, arrays[i].name);
            QVERIFY(read.tensors[i].shape == arrays[i].shape);
            QVERIFY(std::ranges::equal(read.tensors[i].bytes, arrays[i].bytes));
        }
    }
}

/// Worked by hand: what other programs find, and that numbers of four bytes are aligned.
void TestCompactArrays::writesWhatIsDocumented()
{
    Numbers numbers(32 * 33); // 3 of them are not 0
    numbers[0] = 1.5f;
    numbers[9] = -2.5f;
    numbers[33 * 32 - 1] = 0.3f;
    const Numbers bias{7.0f};
    std::vector<std::byte> content =
        writeCompactSafetensors(std::vector{viewOf("k", {32, 33}, numbers), viewOf("b", {1}, bias)}, {});
    QVERIFY(withText(content).find(R"("netsmith.encodings":"{\"k\":{\"as\":\"masked numbers\",\"shape\":[32,33]}}")")
            != std::string::npos);
    const SafetensorsEntries seen = asOthersSee(content);
    const auto entry = [&](const char* name) { return *std::ranges::find(seen.entries, name, &SafetensorsEntry::name); };
    float values[3];
    std::memcpy(values, entry("k").bytes.data(), sizeof values);
    QCOMPARE(values[0], 1.5f);
    QCOMPARE(values[1], -2.5f);
    QCOMPARE(values[2], 0.3f);
    const auto mask = entry("k.mask").bytes;
    QCOMPARE(mask.size(), std::size_t{132});
    QCOMPARE(mask[0], std::byte{1});
    QCOMPARE(mask[1], std::byte{2});
    QCOMPARE(mask[131], std::byte{128});
    QVERIFY((entry("b").bytes.data() - content.data()) % 4 == 0);

    // Integers of 4 bits: −7, −2, 3, −7, … as two's complements; scales of ½, 9/16, … for 32 rows each.
    Numbers small(288);
    for (std::size_t row = 0; row < small.size(); ++row)
        small[row] = (static_cast<float>(row * 5 % 15) - 7.0f) * (0.5f + static_cast<float>(row / 32) / 16.0f);
    content = writeCompactSafetensors(std::vector{viewOf("k", {288, 1}, small)}, {});
    const SafetensorsEntries fours = asOthersSee(content);
    const auto part = [&](const char* name) { return std::ranges::find(fours.entries, name, &SafetensorsEntry::name)->bytes; };
    QCOMPARE(part("k").size(), std::size_t{144});
    QCOMPARE(part("k")[0], std::byte{0xe9});
    QCOMPARE(part("k")[1], std::byte{0x93});
    QCOMPARE(part("k.scale").size(), std::size_t{18});
    QCOMPARE(part("k.scale")[0], std::byte{0x00});
    QCOMPARE(part("k.scale")[1], std::byte{0x3f});
    QCOMPARE(part("k.scale")[2], std::byte{0x10});
    QCOMPARE(part("k.scale")[3], std::byte{0x3f});

    // Codes of half a byte: the palette ascends by its bits, the first code is in the lower half.
    Numbers shared(300, 3.0f);
    shared[0] = 2.0f;
    shared[3] = 5.0f;
    content = writeCompactSafetensors(std::vector{viewOf("k", {20, 15}, shared)}, {});
    const SafetensorsEntries halves = asOthersSee(content);
    const auto codes = std::ranges::find(halves.entries, "k", &SafetensorsEntry::name)->bytes;
    QCOMPARE(codes.size(), std::size_t{150});
    QCOMPARE(codes[0], std::byte{0x10});
    QCOMPARE(codes[1], std::byte{0x21});
    QCOMPARE(codes[2], std::byte{0x11});
}

/// Of a large dense array, only a small part is read before it is written.
void TestCompactArrays::readsLargeArraysOnce()
{
    std::mt19937 generator(23);
    const Numbers dense = drawn(generator, 2048 * 512, 1.0);
    std::int64_t read = 0;
    const std::vector<TensorView> arrays{{"k", DataType::f32, {2048, 512}, {}}};
    const StoredArrays stored(arrays, [&](std::size_t, std::int64_t first, std::span<std::byte> out) {
        std::memcpy(out.data(), dense.data() + first, out.size());
        read += std::ssize(out);
    });
    QVERIFY2(read <= 16 * 4096 * 4, QByteArray::number(static_cast<qlonglong>(read)));
    std::vector<std::byte> content = stored.header({});
    stored.write([&](std::span<const std::byte> piece) { content.insert(content.end(), piece.begin(), piece.end()); });
    QVERIFY(std::ranges::equal(parseSafetensors(content, "file").take().find("k")->bytes, std::as_bytes(std::span(dense))));
}

void TestCompactArrays::refusesDamage_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QByteArray>("entries");
    QTest::addColumn<QByteArray>("bytes"); // hexadecimal
    QTest::addColumn<QByteArray>("mention");
    const auto row = [](const char* name, const char* list, const char* entries, const char* bytes, const char* mention) {
        QTest::newRow(name) << QByteArray(list) << QByteArray(entries) << QByteArray(bytes) << QByteArray(mention);
    };
    const char* masked = R"({"k":{"as":"masked numbers","shape":[2,2]}})";
    const char* grid = R"({"k":{"as":"int8","shape":[2,2]}})";
    const char* palette = R"({"k":{"as":"palette","shape":[2,2]}})";
    const char* numberAndMask = "F32 k 1; U8 k.mask 1";
    row("no JSON", "x", numberAndMask, "0000803f 01", "not a JSON object");
    row("a list", "[]", numberAndMask, "0000803f 01", "not a JSON object");
    row("no form", R"({"k":{"shape":[2,2]}})", numberAndMask, "0000803f 01", "in which form");
    row("unknown form", R"({"k":{"as":"zip","shape":[2,2]}})", numberAndMask, "0000803f 01", "\"zip\"");
    row("plain form", R"({"k":{"as":"numbers","shape":[2,2]}})", numberAndMask, "0000803f 01", "\"numbers\"");
    row("no shape", R"({"k":{"as":"int8"}})", numberAndMask, "0000803f 01", "shape");
    row("negative shape", R"({"k":{"as":"int8","shape":[-2,2]}})", numberAndMask, "0000803f 01", "shape");
    row("empty shape", R"({"k":{"as":"int8","shape":[]}})", numberAndMask, "0000803f 01", "shape");
    row("overflowing shape", R"({"k":{"as":"masked numbers","shape":[4611686018427387904,4]}})", numberAndMask, "0000803f 01",
        "shape");
    row("huge shape", R"({"k":{"as":"masked numbers","shape":[1099511627776,4]}})", numberAndMask, "0000803f 01", "k.mask");
    row("no such array", R"({"j":{"as":"masked numbers","shape":[2,2]}})", numberAndMask, "0000803f 01", "\"j\"");
    row("no mask", masked, "F32 k 1", "0000803f", "\"k.mask\" is missing");
    row("mask of another type", masked, "F32 k 1; I8 k.mask 1", "0000803f 01", "expected U8");
    row("mask too long", masked, "F32 k 1; U8 k.mask 2", "0000803f 0100", "expected 1");
    row("mask with another count", masked, "F32 k 1; U8 k.mask 1", "0000803f 03", "\"k\" has 4 bytes, expected 8");
    row("mask past the end", masked, "F32 k 1; U8 k.mask 1", "0000803f 10", "after its last number");
    row("no scales", grid, "I8 k 4", "01020304", "\"k.scale\" is missing");
    row("one scale", grid, "F32 k.scale 1; I8 k 4", "0000803f 01020304", "\"k.scale\" has 4 bytes, expected 8");
    row("NaN scale", grid, "F32 k.scale 2; I8 k 4", "0000803f 0000c07f 01020304", "a scale of");
    row("infinite scale", grid, "F32 k.scale 2; I8 k 4", "0000803f 0000807f 01020304", "a scale of");
    row("negative scale", grid, "F32 k.scale 2; I8 k 4", "0000803f 000080bf 01020304", "a scale of");
    row("scales of integers", grid, "I32 k.scale 2; I8 k 4", "01000000 01000000 01020304", "expected F32");
    row("too few codes", grid, "F32 k.scale 2; I8 k 3", "0000803f 0000803f 010203", "\"k\" has 3 bytes, expected 4");
    row("codes of another type", grid, "F32 k.scale 2; U8 k 4", "0000803f 0000803f 01020304", "expected I8");
    const char* small = R"({"k":{"as":"int4","shape":[33,1]}})";
    const char* halves = R"({"k":{"as":"float16","shape":[2,1]}})";
    row("one scale for 33 rows", small, "BF16 k.scale 1; U8 k 17", "803f 0000000000000000000000000000000000",
        "\"k.scale\" has 2 bytes, expected 4");
    row("infinite scale of int4", small, "BF16 k.scale 2; U8 k 17", "803f 807f 0000000000000000000000000000000000", "a scale of");
    row("scales of int4 in floats", small, "F32 k.scale 2; U8 k 17", "0000803f 0000803f 0000000000000000000000000000000000",
        "expected BF16");
    row("too few halves", halves, "F16 k 1", "003c", "\"k\" has 2 bytes, expected 4");
    row("halves of another type", halves, "BF16 k 2", "803f 803f", "expected F16");
    row("no palette", palette, "U8 k 2", "1010", "\"k.palette\" is missing");
    row("empty palette", palette, "F32 k.palette 0; U8 k 2", "1010", "has 0 values");
    row("code past the palette", palette, "F32 k.palette 2; U8 k 2", "0000803f 00000040 1021", "value 3 of a palette of 2");
    row("half bytes too long", palette, "F32 k.palette 2; U8 k 4", "0000803f 00000040 00010001", "expected 2");
}

void TestCompactArrays::refusesDamage()
{
    QFETCH(QByteArray, list);
    QFETCH(QByteArray, entries);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, mention);
    const QByteArray data = QByteArray::fromHex(bytes.replace(" ", ""));
    QByteArray header = "{\"__metadata__\":{\"netsmith.encodings\":\"" + list.replace("\"", "\\\"") + "\"}";
    qsizetype reached = 0;
    for (const QByteArray& each : entries.split(';')) {
        const QList<QByteArray> words = each.trimmed().split(' ');
        const qsizetype size = words[2].toInt() * (words[0].endsWith('8') ? 1 : words[0].endsWith("16") ? 2 : 4);
        header += ",\"" + words[1] + R"(":{"dtype":")" + words[0] + R"(","shape":[)" + words[2] + R"(],"data_offsets":[)"
            + QByteArray::number(reached) + ',' + QByteArray::number(reached + size) + "]}";
        reached += size;
    }
    header += '}';
    QCOMPARE(data.size(), reached);
    std::vector<std::byte> content(static_cast<std::size_t>(8 + header.size() + data.size()));
    const std::uint64_t length = static_cast<std::uint64_t>(header.size());
    std::memcpy(content.data(), &length, 8);
    std::memcpy(content.data() + 8, header.data(), static_cast<std::size_t>(header.size()));
    std::memcpy(content.data() + 8 + header.size(), data.data(), static_cast<std::size_t>(data.size()));
    const auto file = parseSafetensors(content, "some file");
    QVERIFY(!file);
    const QByteArray words = file.error().what();
    QVERIFY2(words.contains("some file") && words.contains(mention), words);
    QCOMPARE(file.error().kind(), ErrorKind::input);
}

NETSMITH_TEST(TestCompactArrays)

} // namespace test_compact_arrays

#include "test_compact_arrays.moc"
