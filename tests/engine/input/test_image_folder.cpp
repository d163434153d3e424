#include "engine/input/images/image_loading.h"
#include "tests/engine/input/picture_folder.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace test_image_folder {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::data;
using namespace netsmith::test;

/// Pictures in people's folders: found, recognised by their names, decoded, left out if they are broken.
class TestImageFolder : public QObject, private PictureFolder {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeFolder(); }
    void cleanup() { removeFolder(); }

    void trainAndTestAreRead();
    void foldersOfClassesAreEnough();
    void parametersMakeTheFields();
    void sizesOfTheirOwn();
    void theCacheCanBeLeftOut();
    void badFoldersAreSentences_data();
    void badFoldersAreSentences();
    void loopsAreRefused();
    void brokenPicturesAreLeftOut();
    void tooManyBrokenOnesAreAnError();
    void namesOfAnyScript();
    void whatLiesThereIsSeenAnew();
    void settingsThatDoNotFit();
    void relativePathsAreLookedForInDataFolders();
    void loadingCanBeStopped();
    void cifarAsJpegs();
};

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
}

/// Without a chosen size it is that of the pictures: a network for 32×32 must not silently learn from an enlarged quarter of each.
void TestImageFolder::sizesOfTheirOwn()
{
    const auto shape = [&](ParameterMap parameters = {}) {
        return load(std::move(parameters)).train.field("image").spec.shape.text();
    };
    put("a/2.png", grey(8, 6));
    put("a/3.png", grey(8, 9));
    QCOMPARE(shape(), std::string("6×6×3"));
    QCOMPARE(shape({{"height", std::int64_t{4}}}), std::string("4×6×3"));
    put("a/1.jpg", jpegBytes(8, 4, std::vector<std::uint8_t>(32, 30), {.channels = 1, .orientation = 6}));
    QCOMPARE(shape(), std::string("8×4×3")); // as displayed
    put("a/0.png", grey(1, 300));
    QCOMPARE(shape(), std::string("256×256×3"));
    put("a/0.png", "no picture");
    QCOMPARE(sourceFor(settings(), paths())->fields()[0].shape.text(), std::string("8×4×3"));
}

void TestImageFolder::theCacheCanBeLeftOut()
{
    putOld("a/1.png", grey(7, 6));
    ParameterMap parameters = small();
    parameters["cache"] = false;
    const auto files = [&] { return fs::exists(paths().cacheDir / "images") && !fs::is_empty(paths().cacheDir / "images"); };
    const DataSet first = load(parameters);
    QVERIFY(!first.train.mapped && !files());
    QVERIFY(!load(parameters).train.mapped);
    QVERIFY(first.warnings.empty());
    parameters["cache"] = true;
    QVERIFY(!load(parameters).train.mapped); // decoded for the last time
    QVERIFY(files());
    const DataSet kept = load(parameters);
    QVERIFY(kept.train.mapped);
    QVERIFY(std::ranges::equal(kept.train.field("image").all(), first.train.field("image").all()));
    QVERIFY(!load(small()).train.fields.empty() && load(small()).train.mapped); // the default
}

void TestImageFolder::badFoldersAreSentences_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::addColumn<QString>("id");
    QTest::newRow("nothing") << QStringList{} << "images.no_classes";
    QTest::newRow("pictures without folders") << QStringList{"1.png"} << "images.no_classes";
    QTest::newRow("an empty class") << QStringList{"a/1.png", "b/notes.txt"} << "images.empty_class";
    QTest::newRow("classes that differ in case") << QStringList{"Cat/1.png", "cat/1.png"} << "images.same_class";
    QTest::newRow("a class only in the test set") << QStringList{"train/a/1.png", "test/b/1.png"} << "images.test_class";
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
    fs::create_directory_symlink(elsewhere, m_root / "b"); // a class in another folder
    QCOMPARE(load(small()).train.count(), 2);
}

void TestImageFolder::brokenPicturesAreLeftOut()
{
    for (int i = 0; i < 20; ++i)
        put("a/" + std::to_string(10 + i) + ".png", grey(static_cast<std::uint8_t>(i)));
    put("a/13.png", "");
    put("b/1.png", grey(99));
    put("b/picture.gif", "GIF89a");
    const DataSet set = load(small());
    QCOMPARE(set.train.count(), 20);
    // Those after it have moved up, with their labels.
    QCOMPARE(std::to_integer<int>(set.train.field("image").sample(3)[0]), 4);
    QCOMPARE(std::to_integer<int>(set.train.field("image").sample(19)[0]), 99);
    QCOMPARE(std::to_integer<int>(set.train.field("label").sample(19)[0]), 1);
    QCOMPARE(set.warnings.size(), std::size_t{2});
    const QString words = QString::fromStdString(set.warnings[0].text());
    QVERIFY2(words.startsWith("1 of 21 pictures can't be read and are left out, the first: "), qPrintable(words));
    QVERIFY2(words.contains("a/13.png is empty"), qPrintable(words));
    QVERIFY(QString::fromStdString(set.warnings[1].text()).contains("b/picture.gif"));
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

void TestImageFolder::settingsThatDoNotFit()
{
    put("a/1.png", grey(1));
    QCOMPARE(problem({{"height", std::int64_t{-1}}}), std::string("data.parameter_value"));
    QCOMPARE(problem({{"heigth", std::int64_t{4}}}), std::string("data.parameter_meant"));
    QCOMPARE(problem({{"quetzal", std::int64_t{4}}}), std::string("data.parameter"));
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
    const DataSettings asked{.source = "image_folder", .path = root.string()};
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

NETSMITH_TEST(TestImageFolder)

} // namespace test_image_folder

#include "test_image_folder.moc"
