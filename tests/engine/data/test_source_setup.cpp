#include "engine/core/files/safe_file.h"
#include "engine/data/file_stamps.h"
#include "engine/data/source.h"
#include "tests/engine/input/npy_bytes.h"
#include "tests/engine/input/zip_bytes.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>

namespace test_source_setup {

using namespace netsmith;
using namespace netsmith::data;
using namespace netsmith::test;

namespace {

std::string table(int rows)
{
    std::string text = "a,b,y\n";
    for (int row = 0; row < rows; ++row)
        text += std::to_string(row) + ".5,2.5," + (row % 2 ? "yes\n" : "no\n");
    return text;
}

} // namespace

/// When a source is set up again, and what is known about its file before.
class TestSourceSetup : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void aTestFileIsReadAgain();
    void whatIsAtHandReadsNothing();
    void namesOfColumns();
    void namesOfArrays();
    void stampsTellContentsApart();
    void aNamedSetTellsItsFiles();

private:
    std::filesystem::path path(const char* name) const { return std::filesystem::path(m_folder->path().toStdString()) / name; }
    void write(const char* name, const std::string& text) const { writeFileSafely(path(name), text).take(); }
    DataSettings settings(const char* source, const char* name, ParameterMap parameters = {}) const
    {
        return {.source = source, .path = path(name).string(), .parameters = std::move(parameters)};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestSourceSetup::aTestFileIsReadAgain()
{
    write("table.csv", table(40));
    write("test.csv", table(8));
    const DataSettings asked = settings("csv", "table.csv", {{"test_file", std::string("test.csv")}});
    const auto source = sourceFor(asked, {});
    QCOMPARE(source->info().testCount, 8);
    QCOMPARE(source->files({}), (std::vector{path("table.csv"), path("test.csv")}));
    QCOMPARE(sourceFor(asked, {}), source);
    write("test.csv", table(12));
    QCOMPARE(sourceFor(asked, {})->info().testCount, 12);
}

void TestSourceSetup::whatIsAtHandReadsNothing()
{
    write("table.csv", table(40));
    const DataSettings asked = settings("csv", "table.csv");
    QVERIFY(!sourceAtHand(asked, {}));
    const auto source = sourceFor(asked, {});
    QCOMPARE(sourceAtHand(asked, {}), source);
    write("table.csv", table(41));
    QVERIFY(!sourceAtHand(asked, {}));
    QVERIFY(sourceAtHand({.source = "emnist"}, {})); // with a place of its own
    try {
        sourceAtHand(settings("csv", "nowhere.csv"), {});
        QFAIL("a missing file was opened");
    } catch (const Error& error) {
        QCOMPARE(error.message().id(), std::string("data.place_missing"));
    }
}

void TestSourceSetup::namesOfColumns()
{
    write("table.csv", table(40));
    const std::vector<std::string> all{"a", "b", "y"};
    QCOMPARE(partNames(settings("csv", "table.csv", {{"target", std::string("no such column")}}), {}), all);
    QCOMPARE(partNames(settings("series", "table.csv"), {}), all);
    QVERIFY(partNames(settings("csv", "nowhere.csv"), {}).empty());
    QVERIFY(partNames({.source = "mnist"}, {}).empty());
    write("table.txt", "a|b\n1|2\n");
    QCOMPARE(partNames(settings("csv", "table.txt", {{"delimiter", std::string("bar")}}), {}),
             (std::vector<std::string>{"a", "b"}));
}

void TestSourceSetup::namesOfArrays()
{
    const std::string three = npyFile(npyHeader("|u1", "(3,)"), std::string(3, '\1'));
    for (const char* name : {"left_train.npy", "left_test.npy", "price.npy"})
        write(name, three);
    QCOMPARE(partNames(settings("npy", "price.npy"), {}), (std::vector<std::string>{"left", "price"}));
}

void TestSourceSetup::stampsTellContentsApart()
{
    write("one", "abc");
    const FileStamps before({path("one"), path("none")});
    QCOMPARE(FileStamps({path("one"), path("none")}), before);
    const auto time = std::filesystem::last_write_time(path("one"));
    write("one", "xyz");
    std::filesystem::last_write_time(path("one"), time); // as programs that unpack archives do
    QVERIFY(!(FileStamps({path("one"), path("none")}) == before));
    std::filesystem::create_directories(path("classes/cat"));
    const FileStamps folder({path("classes")});
    QCOMPARE(folder.folders(), (std::vector{path("classes"), path("classes/cat")}));
    write("classes/cat/1.png", "");
    QVERIFY(!(FileStamps({path("classes")}) == folder));
}

void TestSourceSetup::aNamedSetTellsItsFiles()
{
    const DataPaths paths{.dataDir = path("."), .environmentDir = {}, .cacheDir = {}};
    QVERIFY(source("cifar100").files(paths).empty());
    std::filesystem::create_directories(path("cifar100"));
    write("cifar100/train.bin", "a");
    write("cifar100/test.bin", "b");
    QCOMPARE(source("cifar100").files(paths).size(), 2u);
}

NETSMITH_TEST(TestSourceSetup)

} // namespace test_source_setup

#include "test_source_setup.moc"
