#include "tests/engine/core/file_root.h"
#include "tests/test_program.h"

#include <fstream>
#include <unistd.h>

namespace test_file_reading {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;

/// Whole files read, and their hashes.
class TestFileReading : public FileRootTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeRoot(); }
    void cleanup() { dropRoot(); }
    void readsWhatIsThere();
    void refusesToReadTooMuch();
    void hashesByFips180_data();
    void hashesByFips180();
    void hashesFiles();
};

void TestFileReading::readsWhatIsThere()
{
    const auto missing = readFile(at("file"));
    QVERIFY(!missing);
    QCOMPARE(missing.error().message().id(), std::string("file.read"));
    QCOMPARE(missing.error().kind(), ErrorKind::input);
    std::ofstream(at("empty"));
    QCOMPARE(textOf("empty"), std::string());
}

void TestFileReading::refusesToReadTooMuch()
{
    QVERIFY(writeFileSafely(at("file"), "12345"));
    QVERIFY(readFile(at("file"), 5));
    const auto read = readFile(at("file"), 4);
    QVERIFY(!read);
    QCOMPARE(read.error().message().id(), std::string("file.size"));

    // A sparse file can claim more than the machine has.
    std::ofstream(at("huge"));
    if (::truncate(at("huge").c_str(), off_t{1} << 43) != 0)
        QSKIP("this file system has no files of 8 TiB");
    const auto huge = readFile(at("huge"), std::uint64_t{1} << 44);
    QVERIFY(!huge);
    QCOMPARE(huge.error().kind(), ErrorKind::resources);
}

void TestFileReading::hashesByFips180_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("digest");
    QTest::newRow("nothing") << std::string() << std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    QTest::newRow("abc") << std::string("abc") << std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    QTest::newRow("two blocks") << std::string("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                                << std::string("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    QTest::newRow("a million") << std::string(1000000, 'a')
                               << std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

void TestFileReading::hashesByFips180()
{
    QFETCH(std::string, text);
    QFETCH(std::string, digest);
    QCOMPARE(hashOf(text), digest);
}

void TestFileReading::hashesFiles()
{
    const std::string content(200000, 'f');
    QVERIFY(writeFileSafely(at("file"), content));
    QCOMPARE(sha256OfFile(at("file")).take(), hashOf(content));
    QCOMPARE(sha256OfFile(at("nowhere")).error().message().id(), std::string("file.read"));
    fs::create_directory(at("folder"));
    QCOMPARE(sha256OfFile(at("folder")).error().message().id(), std::string("file.folder"));
}

NETSMITH_TEST(TestFileReading)

} // namespace test_file_reading

#include "test_file_reading.moc"
