#include "engine/core/safe_file.h"
#include "engine/data/images/image_loading.h"
#include "engine/data/source.h"
#include "tests/engine/data/picture_bytes.h"

#include <QTemporaryDir>
#include <QtTest>

#include <png.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <set>

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::data;
using namespace netsmith::test;

/// Pictures in folders as people have them: found, judged by their names, decoded, left out where they are broken.
class TestImageFolder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_folder.reset(); }

    void trainAndTestAreRead();
    void foldersOfClassesAreEnough();
    void parametersMakeTheFields();
    void badFoldersAreSentences_data();
    void badFoldersAreSentences();
    void loopsAreRefused();
    void brokenPicturesAreLeftOut();
    void tooManyBrokenOnesAreAnError();
    void namesOfAnyScript();
    void whatLiesThereIsSeenAnew();
    void pixelsAreKept();
    void keptPixelsNoticeChanges();
    void unchangedPicturesAreNotDecodedAgain();
    void brokenPicturesAreTriedAgain();
    void freshFilesAreNotTrusted();
    void damagedPixelsAreDecodedAnew();
    void whatCannotBeKeptIsAWarning();
    void moreThanMemoryIsMapped();
    void indexSurvivesDamage();
    void settingsThatDoNotFit();
    void relativePathsAreLookedForInDataFolders();
    void loadingCanBeStopped();
    void cifarAsJpegs();

private:
    void put(const std::string& path, const std::string& content) const
    {
        fs::create_directories((m_root / path).parent_path());
        writeFileSafely(m_root / path, content).take();
    }
    /// As if written long ago: what was written a moment ago is not trusted to stay as it is.
    void age(const std::string& path) const
    {
        fs::last_write_time(m_root / path, fs::file_time_type::clock::now() - std::chrono::hours(1));
    }
    void putOld(const std::string& path, const std::string& content) const
    {
        put(path, content);
        age(path);
    }
    /// The file of decoded pictures.
    fs::path kept() const
    {
        for (const auto& entry : fs::directory_iterator(paths().cacheDir / "images"))
            return entry.path();
        return {};
    }
    static std::string grey(std::uint8_t value, int side = 4)
    {
        return pngBytes(side, side, PNG_COLOR_TYPE_GRAY, 8,
                        std::vector<std::uint8_t>(static_cast<std::size_t>(side * side), value));
    }
    DataSettings settings(ParameterMap parameters = {}) const
    {
        return {.source = "image_folder", .path = m_root.string(), .parameters = std::move(parameters)};
    }
    DataPaths paths() const { return {{}, {}, fs::path(m_folder->path().toStdString()) / "cache"}; }
    DataSet loadAnew(ParameterMap parameters = {}) const
    {
        return sourceFor(settings(std::move(parameters)), {})->load({}, {}).take();
    }
    DataSet load(ParameterMap parameters = {}) const
    {
        return sourceFor(settings(std::move(parameters)), paths())->load(paths(), {}).take();
    }
    std::string problem(ParameterMap parameters = {}) const
    {
        try {
            load(std::move(parameters));
        } catch (const Error& error) {
            return error.message().id();
        }
        return "none";
    }
    static ParameterMap small(std::int64_t channels = 1)
    {
        return {{"height", std::int64_t{2}}, {"width", std::int64_t{2}}, {"channels", channels}};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestImageFolder::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = fs::path(m_folder->path().toStdString()) / "photos";
    fs::create_directories(m_root);
}

void TestImageFolder::trainAndTestAreRead()
{
    put("train/dog/b.png", grey(20));
    put("train/dog/a.PNG", grey(10));
    put("train/cat/deep/er/c.jpg", jpegBytes(8, 8, std::vector<std::uint8_t>(64, 30), {.channels = 1}));
    put("test/dog/x.png", grey(40));
    const auto source = sourceFor(settings(small()), paths());
    QCOMPARE(source->info().trainCount, 3);
    QCOMPARE(source->info().testCount, 1);
    QCOMPARE(source->fields()[0].shape.text(), std::string("2×2×1"));
    const DataSet set = source->load(paths(), {}).take();
    QCOMPARE(set.train.count(), 3);
    QCOMPARE(set.test.count(), 1);
    const Field& label = set.train.field("label");
    QCOMPARE(label.spec.classNames, (std::vector<std::string>{"cat", "dog"}));
    QVERIFY(label.spec == source->fields()[1]);
    QCOMPARE(std::to_integer<int>(label.sample(0)[0]), 0);
    QCOMPARE(std::to_integer<int>(label.sample(2)[0]), 1);
    for (const auto& [index, value] : {std::pair{0, 30}, {1, 10}, {2, 20}})
        for (const std::byte pixel : set.train.field("image").sample(index))
            QCOMPARE(std::to_integer<int>(pixel), value);
    QCOMPARE(std::to_integer<int>(set.test.field("label").sample(0)[0]), 1);
    QVERIFY(set.warnings.empty());
    QCOMPARE(set.fingerprint, load(small()).fingerprint);
    put("train/dog/b.png", grey(21));
    QVERIFY(set.fingerprint != load(small()).fingerprint);
}

void TestImageFolder::foldersOfClassesAreEnough()
{
    put("b/1.png", grey(1));
    put("a/1.png", grey(2));
    put(".git/1.png", grey(3));
    put("a/.hidden.png", grey(3));
    put("readme.txt", "not a class");
    const DataSet set = load(small());
    QCOMPARE(set.train.count(), 2);
    QCOMPARE(set.test.count(), 0);
    QVERIFY(set.test.fields.empty());
}

void TestImageFolder::parametersMakeTheFields()
{
    put("a/1.png", grey(7, 6));
    put("b/1.png", grey(8, 6));
    const DataSet set =
        load({{"height", std::int64_t{4}}, {"width", std::int64_t{8}}, {"channels", std::int64_t{3}}, {"fit", std::string("pad")}});
    QCOMPARE(set.train.field("image").spec.shape.text(), std::string("4×8×3"));
    const auto sample = set.train.field("image").sample(0);
    QCOMPARE(std::to_integer<int>(sample[0]), 0); // the frame
    QCOMPARE(std::to_integer<int>(sample[3 * 3]), 7);
    QCOMPARE(load().train.field("image").spec.shape.text(), std::string("64×64×3"));
}

void TestImageFolder::badFoldersAreSentences_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("id");
    QTest::newRow("nothing") << QStringList{} << "images.no_classes";
    QTest::newRow("pictures without folders") << QStringList{"1.png"} << "images.no_classes";
    QTest::newRow("an empty class") << QStringList{"a/1.png", "b/notes.txt"} << "images.empty_class";
    QTest::newRow("classes that differ in case") << QStringList{"Cat/1.png", "cat/1.png"} << "images.same_class";
    QTest::newRow("a class of the test alone") << QStringList{"train/a/1.png", "test/b/1.png"} << "images.test_class";
}

void TestImageFolder::badFoldersAreSentences()
{
    QFETCH(QStringList, files);
    QFETCH(QString, id);
    for (const QString& file : files)
        put(file.toStdString(), file.endsWith(".txt") ? "notes" : grey(1));
    QCOMPARE(QString::fromStdString(problem()), id);
}

void TestImageFolder::loopsAreRefused()
{
    put("a/1.png", grey(1));
    fs::create_directory_symlink(m_root, m_root / "a" / "again"); // below a class links are not followed
    QCOMPARE(load(small()).train.count(), 1);
    fs::create_directory_symlink(m_root, m_root / "loop");
    QCOMPARE(problem(), std::string("images.loop"));
    fs::remove(m_root / "loop");
    const fs::path elsewhere = m_root.parent_path() / "elsewhere";
    fs::create_directories(elsewhere);
    writeFileSafely(elsewhere / "1.png", grey(2)).take();
    fs::create_directory_symlink(elsewhere, m_root / "b"); // a class that lies somewhere else
    QCOMPARE(load(small()).train.count(), 2);
}

void TestImageFolder::brokenPicturesAreLeftOut()
{
    for (int i = 0; i < 20; ++i)
        put("a/" + std::to_string(10 + i) + ".png", grey(static_cast<std::uint8_t>(i)));
    put("a/13.png", "");
    put("b/1.png", grey(99));
    put("b/picture.webp", "RIFF");
    const DataSet set = load(small());
    QCOMPARE(set.train.count(), 20);
    // What comes behind it has moved up, with its label.
    QCOMPARE(std::to_integer<int>(set.train.field("image").sample(3)[0]), 4);
    QCOMPARE(std::to_integer<int>(set.train.field("image").sample(19)[0]), 99);
    QCOMPARE(std::to_integer<int>(set.train.field("label").sample(19)[0]), 1);
    QCOMPARE(set.warnings.size(), std::size_t{2});
    const QString words = QString::fromStdString(set.warnings[0].text());
    QVERIFY2(words.startsWith("1 of 21 pictures can't be read and are left out, the first: "), qPrintable(words));
    QVERIFY2(words.contains("a/13.png is empty"), qPrintable(words));
    QVERIFY(QString::fromStdString(set.warnings[1].text()).contains("b/picture.webp"));
}

void TestImageFolder::tooManyBrokenOnesAreAnError()
{
    put("a/1.png", grey(1));
    put("a/2.png", "no picture");
    QCOMPARE(problem(), std::string("images.broken"));
}

void TestImageFolder::namesOfAnyScript()
{
    const std::string odd = "línea\nß";
    put("猫/一.png", grey(1));
    put("Ёж/" + odd + ".png", grey(2));
    const DataSet set = load(small());
    QCOMPARE(set.train.field("label").spec.classNames, (std::vector<std::string>{"Ёж", "猫"}));
    QCOMPARE(std::to_integer<int>(set.train.field("image").sample(0)[0]), 2);
    QCOMPARE(load(small()).train.count(), 2); // through the index
}

void TestImageFolder::whatLiesThereIsSeenAnew()
{
    put("a/1.png", grey(1));
    const auto one = sourceFor(settings(), paths());
    QCOMPARE(one.get(), sourceFor(settings(), paths()).get()); // an editor asks after each change
    QVERIFY(one.get() != sourceFor(settings(small()), paths()).get());
    put("b/1.png", grey(2));
    QCOMPARE(sourceFor(settings(), paths())->fields()[1].classes, 2);
}

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

/// As they are for a network and for a person; not where their bytes lie.
bool same(const DataSet& a, const DataSet& b)
{
    return same(a.train, b.train) && same(a.test, b.test) && a.fingerprint == b.fingerprint && a.warnings == b.warnings;
}

} // namespace

void TestImageFolder::pixelsAreKept()
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
    QVERIFY(!load(small(3)).train.mapped); // pictures of another format are others
    QVERIFY(load(small(3)).train.mapped);
    for (const char* path : {"train/b/1.png", "test/b/2.png"}) // as some archives unpack them
        fs::last_write_time(m_root / path, fs::file_time_type::clock::from_sys(std::chrono::sys_seconds()));
    load(small());
    QVERIFY(load(small()).train.mapped);
}

void TestImageFolder::keptPixelsNoticeChanges()
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

void TestImageFolder::unchangedPicturesAreNotDecodedAgain()
{
    putOld("a/1.png", grey(1));
    putOld("a/2.png", grey(2));
    load(small());
    const auto time = fs::last_write_time(m_root / "a/1.png");
    std::string other = readTextFile(m_root / "a/1.png").take();
    other.replace(0, 4, "none");
    put("a/1.png", other); // no PNG any more: decoding it would say so
    fs::last_write_time(m_root / "a/1.png", time);
    QCOMPARE(load(small()).train.count(), 2);
    putOld("b/3.png", grey(3));
    const DataSet set = load(small());
    QCOMPARE(set.train.count(), 3);
    QCOMPARE(std::to_integer<int>(set.train.field("image").sample(0)[0]), 1);
}

void TestImageFolder::brokenPicturesAreTriedAgain()
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

void TestImageFolder::freshFilesAreNotTrusted()
{
    putOld("a/1.png", grey(1));
    put("a/2.png", grey(2));
    QVERIFY(same(load(small()), load(small())));
    QVERIFY(!load(small()).train.mapped);
    age("a/2.png");
    load(small());
    QVERIFY(load(small()).train.mapped);
}

void TestImageFolder::damagedPixelsAreDecodedAnew()
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

void TestImageFolder::whatCannotBeKeptIsAWarning()
{
    putOld("a/1.png", grey(1));
    const DataPaths unwritable{{}, {}, m_root / "a" / "1.png"};
    const DataSet set = sourceFor(settings(small()), unwritable)->load(unwritable, {}).take();
    QCOMPARE(set.train.count(), 1);
    QCOMPARE(set.warnings.size(), std::size_t{1});
    QCOMPARE(set.warnings[0].id(), std::string("images.not_kept"));
}

void TestImageFolder::moreThanMemoryIsMapped()
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

void TestImageFolder::indexSurvivesDamage()
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

void TestImageFolder::settingsThatDoNotFit()
{
    put("a/1.png", grey(1));
    QCOMPARE(problem({{"height", std::int64_t{0}}}), std::string("data.parameter_value"));
    QCOMPARE(problem({{"heigth", std::int64_t{4}}}), std::string("data.parameter"));
    QCOMPARE(problem({{"channels", std::int64_t{2}}}), std::string("images.channels"));
    const auto thrown = [&](DataSettings settings) {
        try {
            sourceFor(settings, paths());
        } catch (const Error& error) {
            return error.message().id();
        }
        return std::string("none");
    };
    QCOMPARE(thrown({.source = "image_folder"}), std::string("data.place_folder"));
    QCOMPARE(thrown({.source = "image_folder", .path = "/nowhere/at/all"}), std::string("data.place_missing"));
    QCOMPARE(thrown({.source = "image_folder", .path = "nowhere"}), std::string("data.place_nowhere"));
    QCOMPARE(thrown({.source = "image_folder", .path = (m_root / "a" / "1.png").string()}), std::string("data.place_no_folder"));
    QCOMPARE(thrown({.source = "mnist", .parameters = {{"height", std::int64_t{4}}}}), std::string("data.parameter_none"));
    QVERIFY(!source("image_folder").find(paths()).available);
    QVERIFY(!source("image_folder").load(paths(), {}));
}

void TestImageFolder::relativePathsAreLookedForInDataFolders()
{
    put("a/1.png", grey(1));
    DataPaths here = paths();
    here.environmentDir = m_root.parent_path();
    QCOMPARE(sourceFor({.source = "image_folder", .path = "photos"}, here)->info().trainCount, 1);
    QVERIFY(resolve(DataSettings{.source = "image_folder", .path = "photos"}, here).words.text().ends_with("/photos"));
}

void TestImageFolder::loadingCanBeStopped()
{
    put("a/1.png", grey(1));
    std::stop_source stop;
    stop.request_stop();
    const auto loaded = sourceFor(settings(), paths())->load(paths(), {.report = {}, .stop = stop.get_token()});
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().message().id(), std::string("data.cancelled"));
}

/// The pictures of shared/data, unpacked beside their archive or where NETSMITH_CIFAR_JPEG says.
void TestImageFolder::cifarAsJpegs()
{
    const char* unpacked = std::getenv("NETSMITH_CIFAR_JPEG");
    const char* data = std::getenv("NETSMITH_DATA_DIR");
    fs::path root = unpacked ? fs::path(unpacked) : fs::path();
    if (root.empty() && data && fs::exists(fs::path(data) / "cifar10-jpeg.tar.xz")) {
        root = m_root.parent_path() / "cifar";
        fs::create_directories(root);
        const std::string command =
            "tar xJf '" + (fs::path(data) / "cifar10-jpeg.tar.xz").string() + "' -C '" + root.string() + "'";
        if (std::system(command.c_str()) != 0)
            QSKIP("tar can't unpack the CIFAR JPEGs here");
        if (!fs::exists(root / "train"))
            root = fs::directory_iterator(root)->path();
    }
    if (root.empty())
        QSKIP("NETSMITH_DATA_DIR names no folder with the CIFAR JPEGs");
    const DataSettings asked{
        .source = "image_folder", .path = root.string(), .parameters = {{"height", std::int64_t{32}}, {"width", std::int64_t{32}}}};
    const auto source = sourceFor(asked, paths());
    const DataSet set = source->load(paths(), {}).take();
    QCOMPARE(set.train.count(), 50000);
    QCOMPARE(set.test.count(), 10000);
    QVERIFY(set.warnings.empty());
    QCOMPARE(source->fields()[1].classNames.front(), std::string("airplane"));
    QCOMPARE(source->fields()[1].classNames.back(), std::string("truck"));
    // The known means of CIFAR-10's colours: 0.4914, 0.4822, 0.4465.
    std::array<double, 3> sums{};
    const auto pixels = set.train.field("image").all();
    for (std::size_t i = 0; i < pixels.size(); ++i)
        sums[i % 3] += std::to_integer<int>(pixels[i]);
    for (const auto& [channel, mean] : {std::pair{0, 0.4914}, {1, 0.4822}, {2, 0.4465}})
        QVERIFY(std::abs(sums[static_cast<std::size_t>(channel)] / 50000 / 1024 / 255 - mean) < 0.002);
}

QTEST_GUILESS_MAIN(TestImageFolder)
#include "test_image_folder.moc"
