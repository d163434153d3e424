#include "engine/input/images/image_loading.h"
#include "engine/input/images/picture_file.h"
#include "tests/engine/input/picture_bytes.h"
#include "tests/test_program.h"

#include <QtTest>

#include <dlfcn.h>
#include <png.h>
#include <webp/encode.h>
#include <webp/mux.h>
#include <zlib.h>

#include <array>
#include <atomic>

using namespace netsmith;
using namespace netsmith::data;
using namespace netsmith::test;

namespace {

std::atomic<std::uint64_t> bytesUnpacked;

} // namespace

/// Replaces zlib's function in every library of this program: it does the same and counts the output.
extern "C" int inflate(z_stream* stream, int flush)
{
    static const auto unpack = reinterpret_cast<int (*)(z_stream*, int)>(::dlsym(RTLD_NEXT, "inflate"));
    const uInt room = stream->avail_out;
    const int result = unpack(stream, flush);
    bytesUnpacked += room - stream->avail_out;
    return result;
}

namespace {

using Values = std::vector<std::uint8_t>;

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

Values pixelsOf(const std::string& file, int channels)
{
    const DecodedPicture decoded = decodePicture(bytesOf(file), "a", {.channels = channels}).take();
    return {decoded.picture.pixels.get(), decoded.picture.pixels.get() + decoded.picture.bytes()};
}

bool near(const Values& a, const Values& b, int most)
{
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::abs(int{a[i]} - int{b[i]}) > most)
            return false;
    return true;
}

Values times(int count, std::initializer_list<std::uint8_t> pixel)
{
    Values out;
    for (int i = 0; i < count; ++i)
        out.insert(out.end(), pixel);
    return out;
}

std::string idOf(const std::string& file, int channels = 3)
{
    const auto decoded = decodePicture(bytesOf(file), "a.png", {.channels = channels});
    return decoded ? "read" : decoded.error().message().id();
}

/// A bitmap: its header (Windows' of 40 bytes), palette or masks, and rows as they are stored.
std::string bmpBytes(int width, int height, int bits, int packing, const std::string& between, const std::string& rows,
                     std::uint32_t colours = 0)
{
    std::string out("BM");
    const auto number = [&](std::uint32_t value, int bytes) {
        for (int i = 0; i < bytes; ++i)
            out += static_cast<char>(value >> 8 * i);
    };
    number(static_cast<std::uint32_t>(54 + between.size() + rows.size()), 4);
    number(0, 4);
    number(static_cast<std::uint32_t>(54 + between.size()), 4);
    number(40, 4);
    number(static_cast<std::uint32_t>(width), 4);
    number(static_cast<std::uint32_t>(height), 4);
    number(1, 2);
    number(static_cast<std::uint32_t>(bits), 2);
    number(static_cast<std::uint32_t>(packing), 4);
    number(static_cast<std::uint32_t>(rows.size()), 4);
    number(0, 4);
    number(0, 4);
    number(colours, 4);
    number(0, 4);
    return out + between + rows;
}

/// A palette as it is stored: blue, green, red and a zero for each colour.
std::string paletteOf(std::initializer_list<std::array<char, 3>> rgb)
{
    std::string out;
    for (const auto& colour : rgb)
        out += {colour[2], colour[1], colour[0], '\0'};
    return out;
}

/// Lossless without an alpha channel; RGB pixels, or RGBA if `channels` is 4.
std::string webpBytes(int width, int height, const Values& pixels, int channels = 3)
{
    std::uint8_t* made = nullptr;
    const std::size_t size = channels == 4 ? WebPEncodeLosslessRGBA(pixels.data(), width, height, width * 4, &made)
                                           : WebPEncodeLosslessRGB(pixels.data(), width, height, width * 3, &made);
    const std::string out(reinterpret_cast<const char*>(made), size);
    WebPFree(made);
    return out;
}

/// A PNG whose header claims another size; its checksum is right.
std::string claiming(std::string png, std::uint32_t width, std::uint32_t height)
{
    const auto put = [&](std::size_t at, std::uint32_t value) {
        for (std::size_t i = 0; i < 4; ++i)
            png[at + i] = static_cast<char>(value >> 8 * (3 - i) & 255u);
    };
    put(16, width);
    put(20, height);
    put(29, static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(png.data() + 12), 17)));
    return png;
}

std::string word(std::size_t value)
{
    std::string out;
    for (int shift = 24; shift >= 0; shift -= 8)
        out += static_cast<char>(value >> shift & 255u);
    return out;
}

/// A chunk with its length and its checksum.
std::string chunk(const std::string& type, const std::string& content)
{
    const std::string summed = type + content;
    const auto* bytes = reinterpret_cast<const Bytef*>(summed.data());
    return word(content.size()) + summed + word(crc32(0, bytes, static_cast<uInt>(summed.size())));
}

/// The PNG with chunks inserted before its picture.
std::string withChunks(const std::string& png, const std::string& chunks)
{
    constexpr std::size_t behindHeader = 8 + 25;
    return png.substr(0, behindHeader) + chunks + png.substr(behindHeader);
}

std::string repeated(const std::string& text, int times)
{
    std::string out;
    for (int i = 0; i < times; ++i)
        out += text;
    return out;
}

std::string packed(const std::string& text)
{
    uLongf size = compressBound(text.size());
    std::string out(size, '\0');
    compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(text.data()), text.size());
    out.resize(size);
    return out;
}

} // namespace

/// Files as programs and cameras write them, and as a broken disk returns them.
class TestPictures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pngOfEveryKind();
    void textsOfPngsAreNotUnpacked();
    void refusesPngsOfManyChunks();
    void opacityIsKeptOrLaidOnBlack();
    void jpegGreyAndColour();
    void bitmapsOfEveryKind();
    void runsAreUnpacked();
    void webpOfEveryKind();
    void webpIsTurned();
    void inksAreMixed();
    void jpegsComeSmaller();
    void camerasAreTurned_data();
    void camerasAreTurned();
    void exifThatMakesNoSense();
    void brokenFilesAreSentences();
    void nothingIsTakenForAClaim();
    void anyCutIsAnError();
};

void TestPictures::pngOfEveryKind()
{
    const Values grey{0, 51, 102, 255};
    QCOMPARE(pixelsOf(pngBytes(2, 2, PNG_COLOR_TYPE_GRAY, 8, grey), 1), grey);
    QCOMPARE(pixelsOf(pngBytes(2, 2, PNG_COLOR_TYPE_GRAY, 8, grey, true), 1), grey);
    QCOMPARE(pixelsOf(pngBytes(2, 1, PNG_COLOR_TYPE_GRAY, 8, {7, 200}), 3), (Values{7, 7, 7, 200, 200, 200}));
    QCOMPARE(pixelsOf(pngBytes(8, 1, PNG_COLOR_TYPE_GRAY, 1, {0b10100000}), 1), (Values{255, 0, 255, 0, 0, 0, 0, 0}));
    QCOMPARE(pixelsOf(pngBytes(2, 1, PNG_COLOR_TYPE_GRAY, 16, {0x80, 0x80, 0xff, 0xff}), 1), (Values{0x80, 0xff}));
    QCOMPARE(pixelsOf(pngBytes(1, 1, PNG_COLOR_TYPE_RGB, 16, {1, 1, 2, 2, 3, 3}), 3), (Values{1, 2, 3}));
    // The weights of BT.601: 0.299, 0.587, 0.114.
    QCOMPARE(pixelsOf(pngBytes(3, 1, PNG_COLOR_TYPE_RGB, 8, {255, 0, 0, 0, 255, 0, 0, 0, 255}), 1), (Values{76, 150, 29}));
    // Entries 0 to 3: black, red, transparent grey, white.
    const std::string indexed = pngBytes(4, 1, PNG_COLOR_TYPE_PALETTE, 2, {0b00011011});
    QCOMPARE(pixelsOf(indexed, 3), (Values{0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 255, 255}));
    QCOMPARE(pixelsOf(indexed, 4), (Values{0, 0, 0, 255, 255, 0, 0, 255, 128, 128, 128, 0, 255, 255, 255, 255}));
}

void TestPictures::textsOfPngsAreNotUnpacked()
{
    const std::string plain = pngBytes(3, 2, PNG_COLOR_TYPE_RGB, 8, Values(18, 77));
    bytesUnpacked = 0;
    const Values pixels = pixelsOf(plain, 3);
    const std::uint64_t needed = bytesUnpacked;
    QVERIFY(needed >= 2 * (1 + 9)); // the rows, to show that counting works
    // Each of 60 texts would take 8 MiB.
    const std::string large = packed(std::string(std::size_t{8} << 20, 'a'));
    const std::string texts = chunk("zTXt", std::string("Comment\0\0", 9) + large)
        + chunk("iTXt", std::string("Title\0\1\0\0\0", 10) + large) + chunk("iCCP", std::string("profile\0\0", 9) + large);
    bytesUnpacked = 0;
    QCOMPARE(pixelsOf(withChunks(plain, repeated(texts, 20)), 3), pixels);
    QCOMPARE(bytesUnpacked.load(), needed);
}

void TestPictures::refusesPngsOfManyChunks()
{
    const std::string plain = pngBytes(3, 2, PNG_COLOR_TYPE_RGB, 8, Values(18, 77));
    const std::string text = chunk("tEXt", std::string("Comment\0words", 13));
    QCOMPARE(idOf(withChunks(plain, repeated(text, 1000))), std::string("read"));
    bytesUnpacked = 0;
    QCOMPARE(idOf(withChunks(plain, repeated(text, 1001))), std::string("image.png_chunks"));
    QCOMPARE(idOf(withChunks(plain, repeated(text, 10000))), std::string("image.png_chunks"));
    QCOMPARE(idOf(withChunks(plain, repeated(chunk("prVt", "x"), 1001))), std::string("image.png_chunks"));
    QCOMPARE(idOf(withChunks(plain, chunk("tEXt", std::string((std::size_t{32} << 20) + 1, 'a')))),
             std::string("image.png_chunks"));
    QCOMPARE(bytesUnpacked.load(), std::uint64_t{0}); // known before any of the picture is decoded
    // The picture itself may have any number of chunks, and texts may follow it.
    const std::string header = plain.substr(0, 8 + 25), pieces = repeated(chunk("IDAT", ""), 5000);
    QCOMPARE(idOf(header + pieces + plain.substr(8 + 25)), std::string("read"));
    QCOMPARE(idOf(plain.substr(0, plain.size() - 12) + repeated(text, 1001) + plain.substr(plain.size() - 12)),
             std::string("image.png_chunks"));
}

void TestPictures::opacityIsKeptOrLaidOnBlack()
{
    const std::string colour = pngBytes(1, 1, PNG_COLOR_TYPE_RGB_ALPHA, 8, {200, 100, 50, 128});
    QCOMPARE(pixelsOf(colour, 4), (Values{200, 100, 50, 128}));
    QCOMPARE(pixelsOf(colour, 3), (Values{100, 50, 25}));
    const std::string grey = pngBytes(1, 1, PNG_COLOR_TYPE_GRAY_ALPHA, 8, {200, 128});
    QCOMPARE(pixelsOf(grey, 1), (Values{100}));
    QCOMPARE(pixelsOf(grey, 4), (Values{200, 200, 200, 128}));
    QCOMPARE(pixelsOf(pngBytes(1, 1, PNG_COLOR_TYPE_RGB, 8, {9, 8, 7}), 4), (Values{9, 8, 7, 255}));
}

void TestPictures::bitmapsOfEveryKind()
{
    using namespace std::string_literals;
    const Values corners{255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255}; // red, green; blue, white
    const std::string rows24 = "\xff\0\0\xff\xff\xff\0\0"s + "\0\0\xff\0\xff\0\0\0"s; // the lower one first, each filled to 4 bytes
    QCOMPARE(pixelsOf(bmpBytes(2, 2, 24, 0, "", rows24), 3), corners);
    QCOMPARE(pixelsOf(bmpBytes(2, -2, 24, 0, "", rows24.substr(8) + rows24.substr(0, 8)), 3), corners); // from the top
    const std::string four = paletteOf({{'\xff', 0, 0}, {0, '\xff', 0}, {0, 0, '\xff'}, {'\xff', '\xff', '\xff'}});
    QCOMPARE(pixelsOf(bmpBytes(2, 2, 8, 0, four, "\2\3\0\0\0\1\0\0"s, 4), 3), corners);
    QCOMPARE(pixelsOf(bmpBytes(2, 2, 4, 0, four, "\x23\0\0\0\x01\0\0\0"s, 4), 3), corners);
    QCOMPARE(pixelsOf(bmpBytes(3, 1, 1, 0, paletteOf({{0, 0, 0}, {9, 9, 9}}), "\xa0\0\0\0"s), 1), (Values{9, 0, 9}));
    QCOMPARE(pixelsOf(bmpBytes(2, 1, 16, 0, "", "\x00\x7c\xe0\x03"s), 3), (Values{255, 0, 0, 0, 255, 0})); // 5 bits each
    QCOMPARE(pixelsOf(bmpBytes(1, 1, 32, 0, "", "\3\2\1\x7f"s), 3), (Values{1, 2, 3})); // the fourth byte is unused
    const std::string masks = "\0\xf8\0\0"s + "\xe0\x07\0\0"s + "\x1f\0\0\0"s; // 5, 6 and 5 bits
    QCOMPARE(pixelsOf(bmpBytes(2, 1, 16, 3, masks, "\xe0\x07\x1f\x00"s), 3), (Values{0, 255, 0, 0, 0, 255}));
    const std::string opacity = "\xff\0\0\0"s + "\0\xff\0\0"s + "\0\0\xff\0"s + "\0\0\0\xff"s;
    QCOMPARE(pixelsOf(bmpBytes(1, 1, 32, 6, opacity, "\x0a\x14\x1e\x80"s), 4), (Values{10, 20, 30, 128}));
    const std::string core = "BM\x1d\0\0\0\0\0\0\0\x1a\0\0\0\x0c\0\0\0\1\0\1\0\1\0\x18\0\3\2\1\0"s; // OS/2's
    QCOMPARE(pixelsOf(core, 3), (Values{1, 2, 3}));
    QCOMPARE(idOf(bmpBytes(2, 2, 8, 0, four, "\2\4\0\0\0\1\0\0"s, 4)), std::string("image.bmp")); // no such colour
    QCOMPARE(idOf(bmpBytes(2, 2, 24, 0, "", rows24.substr(1))), std::string("image.bmp"));
    QCOMPARE(idOf(bmpBytes(2, 2, 24, 4, "", rows24)), std::string("image.bmp_kind")); // a JPEG within
    QCOMPARE(idOf(bmpBytes(60000, 1, 24, 0, "", rows24)), std::string("image.large"));
    QCOMPARE(idOf(bmpBytes(0, 1, 24, 0, "", rows24)), std::string("image.no_size"));
    QCOMPARE(idOf(bmpBytes(9000, 9000, 24, 0, "", rows24)), std::string("image.claim"));
}

void TestPictures::runsAreUnpacked()
{
    using namespace std::string_literals;
    const std::string palette = paletteOf({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}});
    // Three of colour 2; the end of the row; on by one; three single ones and a byte to fill; the end.
    const std::string bytes = "\3\2"s + "\0\0"s + "\0\2\1\0"s + "\0\3\1\2\3\0"s + "\0\1"s;
    QCOMPARE(pixelsOf(bmpBytes(4, 2, 8, 1, palette, bytes, 4), 1), (Values{0, 1, 2, 3, 2, 2, 2, 0}));
    const std::string halves = "\3\x21"s + "\0\0"s + "\0\4\x12\x30"s + "\0\1"s;
    QCOMPARE(pixelsOf(bmpBytes(4, 2, 4, 2, palette, halves, 4), 1), (Values{1, 2, 3, 0, 2, 1, 2, 0}));
    QCOMPARE(idOf(bmpBytes(4, 2, 8, 1, palette, "\5\2\0\1"s, 4)), std::string("image.bmp")); // past the row
    QCOMPARE(idOf(bmpBytes(4, 2, 8, 1, palette, "\3\2\0\0"s, 4)), std::string("image.bmp")); // no end
    QCOMPARE(idOf(bmpBytes(4, 2, 8, 1, palette, "\0\2\1\3\0\1"s, 4)), std::string("image.bmp")); // past the last row
    QCOMPARE(idOf(bmpBytes(4, 2, 8, 1, palette, "\0\xff\1\0\1"s, 4)), std::string("image.bmp"));
}

void TestPictures::webpOfEveryKind()
{
    const Values rgb{255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30};
    QCOMPARE(pixelsOf(webpBytes(2, 2, rgb), 3), rgb);
    QCOMPARE(pixelsOf(webpBytes(2, 2, rgb), 1), (Values{76, 150, 29, 18}));
    const Values clear{200, 100, 50, 255, 200, 100, 50, 51};
    QCOMPARE(pixelsOf(webpBytes(2, 1, clear, 4), 4), clear);
    QCOMPARE(pixelsOf(webpBytes(2, 1, clear, 4), 3), (Values{200, 100, 50, 40, 20, 10})); // on black
    const Values grey = times(64 * 48, {90, 90, 90});
    std::uint8_t* made = nullptr;
    const std::size_t size = WebPEncodeRGB(grey.data(), 64, 48, 64 * 3, 75.0f, &made);
    const std::string lossy(reinterpret_cast<const char*>(made), size);
    WebPFree(made);
    QVERIFY(near(pixelsOf(lossy, 3), grey, 2));
    for (std::size_t left = 12; left < lossy.size(); ++left)
        QCOMPARE(idOf(lossy.substr(0, left)), std::string("image.webp"));
}

/// A camera's orientation in the file's EXIF chunk.
void TestPictures::webpIsTurned()
{
    const Values wide{255, 255, 255, 0, 0, 0};
    const std::string plain = webpBytes(2, 1, wide);
    const WebPData image{reinterpret_cast<const std::uint8_t*>(plain.data()), plain.size()};
    WebPMux* mux = WebPMuxCreate(&image, 0);
    const std::string block = exifBlock(6, true);
    const WebPData exif{reinterpret_cast<const std::uint8_t*>(block.data()), block.size()};
    QCOMPARE(WebPMuxSetChunk(mux, "EXIF", &exif, 0), WEBP_MUX_OK);
    WebPData assembled{};
    QCOMPARE(WebPMuxAssemble(mux, &assembled), WEBP_MUX_OK);
    const std::string file(reinterpret_cast<const char*>(assembled.bytes), assembled.size);
    WebPDataClear(&assembled);
    WebPMuxDelete(mux);
    std::byte out[2];
    QVERIFY(readImage(bytesOf(file), "a", {.height = 2, .width = 1, .channels = 1}, out));
    QCOMPARE(std::to_integer<int>(out[0]), 255);
    QCOMPARE(std::to_integer<int>(out[1]), 0);
}

void TestPictures::jpegGreyAndColour()
{
    for (const bool progressive : {false, true}) {
        const std::string colour = jpegBytes(16, 8, times(128, {200, 60, 30}), {.progressive = progressive});
        QVERIFY(near(pixelsOf(colour, 3), times(128, {200, 60, 30}), 2));
        QVERIFY(near(pixelsOf(colour, 4), times(128, {200, 60, 30, 255}), 2));
        QVERIFY(near(pixelsOf(colour, 1), times(128, {98}), 2)); // 0.299·200 + 0.587·60 + 0.114·30
        const std::string grey = jpegBytes(16, 8, times(128, {77}), {.channels = 1, .progressive = progressive});
        QVERIFY(near(pixelsOf(grey, 1), times(128, {77}), 1));
        QVERIFY(near(pixelsOf(grey, 3), times(128, {77, 77, 77}), 1));
    }
}

void TestPictures::inksAreMixed()
{
    // A third of cyan, no magenta, two thirds of yellow, a fifth of black: (1−c)(1−k) of each light is left.
    const std::uint8_t c = 85, m = 0, y = 170, k = 51;
    const Values colour = times(64, {136, 204, 68});
    QVERIFY(near(pixelsOf(jpegBytes(8, 8, times(64, {c, m, y, k}), {.channels = 4}), 3), colour, 3));
    const auto flipped = [](std::uint8_t ink) { return static_cast<std::uint8_t>(255 - ink); };
    const Values adobe = times(64, {flipped(c), flipped(m), flipped(y), flipped(k)});
    QVERIFY(near(pixelsOf(jpegBytes(8, 8, adobe, {.channels = 4, .adobe = true}), 3), colour, 3));
}

void TestPictures::jpegsComeSmaller()
{
    const std::string file = jpegBytes(64, 48, times(64 * 48, {10, 200, 90}));
    const auto sides = [&](int width, int height) {
        const DecodedPicture decoded = decodePicture(bytesOf(file), "a", {3, width, height}).take();
        return std::array{decoded.picture.width, decoded.picture.height};
    };
    QCOMPARE(sides(0, 0), (std::array{64, 48}));
    QCOMPARE(sides(33, 10), (std::array{64, 48}));
    QCOMPARE(sides(32, 10), (std::array{32, 24}));
    QCOMPARE(sides(8, 7), (std::array{16, 12}));
    QCOMPARE(sides(1, 1), (std::array{8, 6}));
}

void TestPictures::camerasAreTurned_data()
{
    QTest::addColumn<int>("orientation");
    QTest::addColumn<QByteArray>("seen"); // the corners as displayed: top left, top right, bottom left, bottom right
    // Stored: a is top left, b top right, c bottom left, d bottom right.
    QTest::newRow("upright") << 1 << QByteArray("abcd");
    QTest::newRow("mirrored") << 2 << QByteArray("badc");
    QTest::newRow("turned by 180°") << 3 << QByteArray("dcba");
    QTest::newRow("flipped") << 4 << QByteArray("cdab");
    QTest::newRow("transposed") << 5 << QByteArray("acbd");
    QTest::newRow("to be turned clockwise") << 6 << QByteArray("cadb");
    QTest::newRow("transversed") << 7 << QByteArray("dbca");
    QTest::newRow("to be turned counterclockwise") << 8 << QByteArray("bdac");
}

void TestPictures::camerasAreTurned()
{
    QFETCH(int, orientation);
    QFETCH(QByteArray, seen);
    // 16 by 32 pixels, each quarter in another grey.
    const std::array<std::uint8_t, 4> greys{20, 90, 160, 230};
    Values pixels;
    for (int y = 0; y < 32; ++y)
        for (int x = 0; x < 16; ++x)
            pixels.push_back(greys[static_cast<std::size_t>((y / 16) * 2 + x / 8)]);
    for (const bool bigEndian : {false, true}) {
        const std::string file = jpegBytes(16, 32, pixels, {.channels = 1, .orientation = orientation, .bigEndian = bigEndian});
        const DecodedPicture decoded = decodePicture(bytesOf(file), "a", {.channels = 1}).take();
        QCOMPARE(static_cast<int>(decoded.orientation), orientation);
        std::array<std::byte, 8 * 8> small{};
        readImage(bytesOf(file), "a", {8, 8, 1, Fit::stretch}, small.data()).take();
        for (std::size_t corner = 0; corner < 4; ++corner) {
            const std::size_t at = (corner / 2 ? 6 : 1) * 8 + (corner % 2 ? 6 : 1);
            const int want = greys[static_cast<std::size_t>(seen[static_cast<qsizetype>(corner)] - 'a')];
            QVERIFY2(std::abs(std::to_integer<int>(small[at]) - want) < 4, qPrintable(QString::number(corner)));
        }
    }
}

void TestPictures::exifThatMakesNoSense()
{
    const auto of = [](const std::string& block) {
        return orientationFromExif({reinterpret_cast<const std::uint8_t*>(block.data()), block.size()});
    };
    const std::string good = exifBlock(6, true);
    QCOMPARE(of(good), Orientation::turned90);
    for (std::size_t size = 0; size < good.size(); ++size)
        QVERIFY(of(good.substr(0, size)) == Orientation::upright || of(good.substr(0, size)) == Orientation::turned90);
    QCOMPARE(of(exifBlock(9, false)), Orientation::upright);
    QCOMPARE(of("MM\0*\xff\xff\xff\xff and more"), Orientation::upright);
}

void TestPictures::brokenFilesAreSentences()
{
    const std::string png = pngBytes(2, 2, PNG_COLOR_TYPE_GRAY, 8, {1, 2, 3, 4});
    QCOMPARE(idOf(""), std::string("image.empty"));
    QCOMPARE(idOf("hello"), std::string("image.format"));
    QCOMPARE(idOf("GIF89a"), std::string("image.other_format"));
    QCOMPARE(idOf(png.substr(0, 20)), std::string("image.png"));
    std::string damaged = png;
    damaged[45] ^= 1;
    QCOMPARE(idOf(damaged), std::string("image.png"));
    QCOMPARE(idOf("\xff\xd8\xff"), std::string("image.jpeg"));
    QCOMPARE(idOf(png), std::string("read"));
    const auto error = decodePicture(bytesOf(""), "photos/cat/1.jpg", {}).error();
    QCOMPARE(error.what(), "photos/cat/1.jpg is empty, expected a PNG, JPEG, WebP or BMP picture");
}

void TestPictures::nothingIsTakenForAClaim()
{
    const std::string png = pngBytes(2, 2, PNG_COLOR_TYPE_GRAY, 8, {1, 2, 3, 4});
    QCOMPARE(idOf(claiming(png, 60000, 2)), std::string("image.large"));
    QCOMPARE(idOf(claiming(png, 20000, 20000)), std::string("image.large"));
    QCOMPARE(idOf(claiming(png, 9000, 9000)), std::string("image.claim"));
    QCOMPARE(idOf(claiming(png, 300, 300)), std::string("image.png")); // small enough to be decoded
    std::string jpeg = jpegBytes(16, 16, times(256, {1}), {.channels = 1});
    const std::size_t frame = jpeg.find("\xff\xc0");
    QVERIFY(frame != std::string::npos);
    for (const std::size_t at : {std::size_t{5}, std::size_t{7}}) // height and width
        jpeg.replace(frame + at, 2, "\xea\x60"); // 60,000
    QCOMPARE(idOf(jpeg), std::string("image.large"));
    for (const std::size_t at : {std::size_t{5}, std::size_t{7}})
        jpeg.replace(frame + at, 2, std::string("\x23\x28")); // 9,000
    QCOMPARE(idOf(jpeg), std::string("image.claim"));
}

void TestPictures::anyCutIsAnError()
{
    Values noise;
    for (int i = 0; i < 24 * 24 * 3; ++i)
        noise.push_back(static_cast<std::uint8_t>(i * 2654435761u >> 13));
    for (const std::string& file : {jpegBytes(24, 24, noise), jpegBytes(24, 24, noise, {.progressive = true}),
                                    pngBytes(24, 24, PNG_COLOR_TYPE_RGB, 8, noise)}) {
        QCOMPARE(idOf(file), std::string("read"));
        for (std::size_t size = 0; size + 20 < file.size(); size += 7)
            QVERIFY2(idOf(file.substr(0, size)) != "read", qPrintable(QString::number(size)));
    }
}

NETSMITH_TEST(TestPictures)
#include "test_pictures.moc"
