#include "engine/input/images/image_loading.h"
#include "tests/engine/input/picture_folder.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <set>

namespace test_kept_pixels {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::data;
using namespace netsmith::test;

namespace {

bool same(const DataSplit& a, const DataSplit& b)
{
    if (a.count() != b.count() || a.names != b.names || a.fields.size() != b.fields.size())
        return false;
    for (std::size_t i = 0; i < a.fields.size(); ++i)
        if (!(a.fields[i].spec == b.fields[i].spec) || !std::ranges::equal(a.fields[i].all(), b.fields[i].all()))
            return false;
    return true;
}

/// Equal for a network and for a person, wherever their bytes are.
bool same(const DataSet& a, const DataSet& b)
{
    return same(a.train, b.train) && same(a.test, b.test) && a.fingerprint == b.fingerprint && a.warnings == b.warnings;
}

} // namespace

/// The file of decoded pictures: it saves decoding where nothing changed, and is not used otherwise.
class TestKeptPixels : public QObject, private PictureFolder {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeFolder(); }
    void cleanup() { removeFolder(); }

    void pixelsAreKept();
    void keptPixelsNoticeChanges();
    void unchangedPicturesAreNotDecodedAgain();
    void brokenPicturesAreTriedAgain();
    void freshFilesAreNotTrusted();
    void damagedPixelsAreDecodedAnew();
    void whatCannotBeKeptIsAWarning();
    void moreThanMemoryIsMapped();
    void indexSurvivesDamage();
};

void TestKeptPixels::pixelsAreKept()
{
    for (int i = 0; i < 12; ++i)
        putOld("train/a/" + std::to_string(10 + i) + ".png", grey(static_cast<std::uint8_t>(i)));
    putOld("train/a/15.png", "no picture");
    putOld("train/b/1.png", grey(99));
    putOld("test/b/2.png", grey(77));
    const DataSet first = load(small());
    QVERIFY(!first.train.mapped);
    QCOMPARE(first.warnings.size(), std::size_t{1});
    const DataSet second = load(small());
    QVERIFY(second.train.mapped && second.test.mapped);
    QVERIFY(same(first, second));
    QVERIFY(same(loadAnew(small()), second));
    QCOMPARE(std::to_integer<int>(second.test.field("image").sample(0)[0]), 77);
    QVERIFY(!load(small(3)).train.mapped); // another size is another file
    QVERIFY(load(small(3)).train.mapped);
    for (const char* path : {"train/b/1.png", "test/b/2.png"}) // as some archives unpack them
        fs::last_write_time(m_root / path, fs::file_time_type::clock::from_sys(std::chrono::sys_seconds()));
    load(small());
    QVERIFY(load(small()).train.mapped);
}

void TestKeptPixels::keptPixelsNoticeChanges()
{
    for (int i = 0; i < 4; ++i)
        putOld("a/" + std::to_string(i) + ".png", grey(static_cast<std::uint8_t>(10 * i)));
    putOld("b/9.png", grey(90));
    load(small());
    const auto changed = [&](const char* what) {
        const DataSet now = load(small());
        QVERIFY2(!now.train.mapped, what);
        QVERIFY2(same(now, loadAnew(small())), what);
        QVERIFY2(load(small()).train.mapped, what);
        QVERIFY2(same(now, load(small())), what);
    };
    putOld("a/2.png", grey(200, 7));
    changed("a file that is another");
    putOld("a/15.png", grey(150));
    changed("a file more");
    fs::remove(m_root / "a" / "0.png");
    changed("a file less");
    fs::rename(m_root / "a" / "1.png", m_root / "b" / "1.png");
    changed("a file in another class");
    fs::create_directories(m_root / "c");
    fs::rename(m_root / "b" / "1.png", m_root / "c" / "1.png");
    changed("a new class");
    fs::create_directories(m_root / "test" / "a");
    fs::create_directories(m_root / "train");
    for (const char* name : {"a", "b", "c"})
        fs::rename(m_root / name, m_root / "train" / name);
    putOld("test/a/5.png", grey(5));
    changed("a part for the test");
}

void TestKeptPixels::unchangedPicturesAreNotDecodedAgain()
{
    putOld("a/1.png", grey(1));
    putOld("a/2.png", grey(2));
    load(small());
    const auto time = fs::last_write_time(m_root / "a/1.png");
    std::string other = readTextFile(m_root / "a/1.png").take();
    other.replace(0, 4, "none");
    put("a/1.png", other); // no longer a PNG: decoding it would fail
    fs::last_write_time(m_root / "a/1.png", time);
    QCOMPARE(load(small()).train.count(), 2);
    putOld("b/3.png", grey(3));
    const DataSet set = load(small());
    QCOMPARE(set.train.count(), 3);
    QCOMPARE(std::to_integer<int>(set.train.field("image").sample(0)[0]), 1);
}

void TestKeptPixels::brokenPicturesAreTriedAgain()
{
    for (int i = 0; i < 10; ++i)
        putOld("a/" + std::to_string(i) + ".png", grey(static_cast<std::uint8_t>(i)));
    const std::string good = readTextFile(m_root / "a/5.png").take();
    const auto time = fs::last_write_time(m_root / "a/5.png");
    put("a/5.png", std::string(good.size(), '?'));
    fs::last_write_time(m_root / "a/5.png", time);
    QCOMPARE(load(small()).train.count(), 9);
    QCOMPARE(load(small()).warnings.size(), std::size_t{1});
    put("a/5.png", good);
    fs::last_write_time(m_root / "a/5.png", time);
    QCOMPARE(load(small()).train.count(), 10);
    QVERIFY(load(small()).train.mapped);
}

void TestKeptPixels::freshFilesAreNotTrusted()
{
    putOld("a/1.png", grey(1));
    put("a/2.png", grey(2));
    QVERIFY(same(load(small()), load(small())));
    QVERIFY(!load(small()).train.mapped);
    age("a/2.png");
    load(small());
    QVERIFY(load(small()).train.mapped);
}

void TestKeptPixels::damagedPixelsAreDecodedAnew()
{
    putOld("train/a/1.png", grey(1));
    putOld("train/b/2.png", grey(2));
    putOld("test/b/3.png", grey(3));
    const DataSet good = load(small());
    const std::string bytes = readTextFile(kept()).take();
    QVERIFY(bytes.size() > 64);
    const auto holds = [&](const std::string& damaged) {
        writeFileSafely(kept(), damaged).take();
        return same(good, load(small())) && readTextFile(kept()).take() == bytes;
    };
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        QVERIFY2(holds(bytes.substr(0, i)), "cut short");
        std::string flipped = bytes;
        flipped[i] = static_cast<char>(flipped[i] ^ 0x10);
        QVERIFY2(holds(flipped), "a bit flipped");
    }
    QVERIFY(holds(bytes + bytes));
    QVERIFY(holds("netsmith"));
    QVERIFY(load(small()).train.mapped);
}

void TestKeptPixels::whatCannotBeKeptIsAWarning()
{
    putOld("a/1.png", grey(1));
    const DataPaths unwritable{{}, {}, m_root / "a" / "1.png"};
    const DataSet set = sourceFor(settings(small()), unwritable)->load(unwritable, {}).take();
    QCOMPARE(set.train.count(), 1);
    QCOMPARE(set.warnings.size(), std::size_t{1});
    QCOMPARE(set.warnings[0].id(), std::string("images.not_kept"));
}

void TestKeptPixels::moreThanMemoryIsMapped()
{
    for (int i = 0; i < 30; ++i)
        putOld("train/a/" + std::to_string(10 + i) + ".png", grey(static_cast<std::uint8_t>(i)));
    putOld("train/a/23.png", "no picture");
    putOld("test/a/1.png", grey(99));
    const ImageListing listing = listImages(m_root);
    const ImageFormat format{4, 4, 1, Fit::stretch};
    const fs::path file = paths().cacheDir / "images" / "test.pixels";
    const auto read = [&](const fs::path& kept, std::int64_t memory) {
        return loadImages(m_root, listing, lookAtImages(m_root, listing), format, kept, {}, memory);
    };
    const LoadedImages whole = read({}, 1 << 20);
    const LoadedImages mapped = read(file, 100);
    QVERIFY(!whole.train.mapped && mapped.train.mapped && mapped.test.mapped);
    QVERIFY(same(whole.train, mapped.train) && same(whole.test, mapped.test));
    QVERIFY(whole.fingerprint == mapped.fingerprint && whole.warnings == mapped.warnings);
    const auto problem = [&](const fs::path& kept) {
        try {
            read(kept, 100);
        } catch (const Error& error) {
            return error.message().id();
        }
        return std::string("none");
    };
    QCOMPARE(problem({}), std::string("images.memory"));
    QCOMPARE(problem(m_root / "train/a/10.png/no folder/x.pixels"), std::string("images.memory"));
}

void TestKeptPixels::indexSurvivesDamage()
{
    const std::vector<IndexedImage> images{{"a/1.png", 3, 4, 5, true}, {"línea\n\\ß", 0, IndexedImage::unsure, 0, false}};
    const std::string text = toText(images);
    QVERIFY(imagesFromText(text).take() == images);
    for (std::size_t size = 0; size < text.size(); ++size)
        QVERIFY(!imagesFromText(text.substr(0, size)));
    for (const char* wrong :
         {"netsmith images 1 0\n", "netsmith images 2 1\n1 2 3 a\n", "netsmith images 2 1\n1 2 -3 1 a\n",
          "netsmith images 2 1\n1 2 3 2 a\n", "netsmith images 2 1\n1 2 4294967296 1 a\n", "netsmith images 2 1\n1 -2 3 1 a\n",
          "netsmith images 2 1\n1 2 3 1 \n", "netsmith images 2 1\n1 2 3 1 a\\\n", "netsmith images 2 9\n"})
        QVERIFY2(!imagesFromText(wrong), wrong);
}

NETSMITH_TEST(TestKeptPixels)

} // namespace test_kept_pixels

#include "test_kept_pixels.moc"
