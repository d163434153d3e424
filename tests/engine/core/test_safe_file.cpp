#include "engine/core/system_reason.h"
#include "tests/engine/core/file_root.h"
#include "tests/engine/core/file_size_limit.h"
#include "tests/engine/core/plain_user.h"
#include "tests/test_program.h"

#include <array>
#include <csignal>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace test_safe_file {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;

/// A file is written whole or not at all, at the place its name leads to.
class TestSafeFile : public FileRootTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeRoot(); }
    void cleanup() { dropRoot(); }
    void makesAndReplacesFiles_data();
    void makesAndReplacesFiles();
    void newFilesObeyTheUmask();
    void keepsPermissionBits();
    void keepsBitsThatForbidReading();
    void removesWhatTheKilledLeft();
    void remembersFewFolders();
    void leavesWhatOthersWriteNow();
    void followsLinks();
    void followsLinksToNothing();
    void noLinkLeadsOut();
    void takesTheLongestName();
    void fullDiskKeepsTheOldContent();
    void saysWhatHelps();
    void readOnlyFolder();
    void readOnlyFile();
    void missingFolder();
    void refusesWhatIsNotAFile();
};

void TestSafeFile::makesAndReplacesFiles_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {0, 1, 65535, 65536, 65537, 3000000})
        QTest::addRow("%d bytes", size) << size;
}

void TestSafeFile::makesAndReplacesFiles()
{
    QFETCH(int, size);
    std::string content(static_cast<std::size_t>(size), '\0');
    for (std::size_t i = 0; i < content.size(); ++i)
        content[i] = static_cast<char>(i * 7 + i / 256);
    QVERIFY(writeFileSafely(at("file"), content));
    QVERIFY(textOf("file") == content);
    QVERIFY(writeFileSafely(at("file"), "short"));
    QCOMPARE(textOf("file"), std::string("short"));
    QVERIFY(writeFileSafely(at("file"), content));
    QVERIFY(textOf("file") == content);
    QCOMPARE(entries(), std::size_t{1});
}

void TestSafeFile::newFilesObeyTheUmask()
{
    const mode_t before = ::umask(027);
    const auto written = writeFileSafely(at("file"), "x");
    ::umask(before);
    QVERIFY(written);
    QCOMPARE(modeOf(at("file")), mode_t{0640});
}

void TestSafeFile::keepsPermissionBits()
{
    QVERIFY(writeFileSafely(at("secret"), "old"));
    QVERIFY(::chmod(at("secret").c_str(), 0600) == 0);
    QVERIFY(writeFileSafely(at("secret"), "new"));
    QCOMPARE(modeOf(at("secret")), mode_t{0600});
    QCOMPARE(textOf("secret"), std::string("new"));
}

void TestSafeFile::keepsBitsThatForbidReading()
{
    QVERIFY(writeFileSafely(at("drop"), "old"));
    QVERIFY(::chmod(at("drop").c_str(), 0200) == 0);
    QVERIFY(writeFileSafely(at("drop"), "newer"));
    QCOMPARE(modeOf(at("drop")), mode_t{0200});
    QCOMPARE(fs::file_size(at("drop")), std::uintmax_t{5});
}

void TestSafeFile::removesWhatTheKilledLeft()
{
    const pid_t child = ::fork();
    if (child == 0) {
        auto writer = SafeFileWriter::open(at("file"));
        (void)writer->append(std::as_bytes(std::span("half"))).hasValue();
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(entries(), std::size_t{1});
    // A file that only looks like one of ours is somebody's own, and links are not followed.
    std::ofstream(at(".netsmith-notes.new")) << "mine";
    std::ofstream(at("mine")) << "mine";
    fs::create_symlink(at("mine"), at(".netsmith-1-1.new"));
    QVERIFY(writeFileSafely(at("file"), "whole"));
    QCOMPARE(entries(), std::size_t{4});
    QCOMPARE(textOf("file"), std::string("whole"));
    QCOMPARE(textOf("mine"), std::string("mine"));
    QCOMPARE(textOf(".netsmith-notes.new"), std::string("mine"));
}

/// Training writes each checkpoint into a new folder: what is remembered about folders must not grow with that.
void TestSafeFile::remembersFewFolders()
{
    QVERIFY(writeFileSafely(at("file"), "old"));
    for (int i = 0; i < 100; ++i) {
        const fs::path folder = m_root / std::to_string(i);
        fs::create_directory(folder);
        QVERIFY(writeFileSafely(folder / "file", "x"));
    }
    const fs::path left = at(".netsmith-1-1.new");
    std::ofstream(left) << "left by the killed";
    QVERIFY(writeFileSafely(at("file"), "new"));
    QVERIFY(!fs::exists(left));
}

void TestSafeFile::leavesWhatOthersWriteNow()
{
    std::array<int, 2> begun{}, goOn{};
    QVERIFY(::pipe(begun.data()) == 0 && ::pipe(goOn.data()) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        auto writer = SafeFileWriter::open(at("theirs"));
        char byte = 0;
        const bool told = ::write(begun[1], "x", 1) == 1 && ::read(goOn[0], &byte, 1) == 1;
        ::_exit(told && writer->append(std::as_bytes(std::span("x", 1))) && writer->commit() ? 0 : 1);
    }
    char byte = 0;
    QCOMPARE(::read(begun[0], &byte, 1), ssize_t{1});
    QVERIFY(writeFileSafely(at("ours"), "x"));
    QCOMPARE(::write(goOn[1], "x", 1), ssize_t{1});
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    QCOMPARE(textOf("theirs"), std::string("x"));
    for (const int fd : {begun[0], begun[1], goOn[0], goOn[1]})
        ::close(fd);
}

void TestSafeFile::followsLinks()
{
    fs::create_directory(at("elsewhere"));
    QVERIFY(writeFileSafely(at("elsewhere/file"), "old"));
    fs::create_symlink("elsewhere/file", at("inner"));
    fs::create_symlink(at("inner"), at("outer"));
    QVERIFY(writeFileSafely(at("outer"), "new"));
    QVERIFY(fs::is_symlink(at("outer")) && fs::is_symlink(at("inner")));
    QVERIFY(!fs::is_symlink(at("elsewhere/file")));
    QCOMPARE(textOf("elsewhere/file"), std::string("new"));
}

void TestSafeFile::noLinkLeadsOut()
{
    fs::create_directory(at("place"));
    QVERIFY(writeFileSafely(at("diary"), "dear diary"));
    for (const char* to : {"../diary", "../nothing"}) {
        fs::remove(at("place/link"));
        fs::create_symlink(to, at("place/link"));
        const Expected<void> refused = writeFileSafely(at("place/link"), "new");
        QVERIFY(!refused);
        QCOMPARE(refused.error().message().id(), std::string("file.leads_out"));
        QVERIFY(refused.error().message().text().find(at(fs::path(to).filename().string().c_str())) != std::string::npos);
    }
    QCOMPARE(readTextFile(at("diary")).take(), std::string("dear diary"));
    QVERIFY(!fs::exists(at("nothing")));
    // Back into the folder through another one is not outside.
    fs::remove(at("place/link"));
    fs::create_symlink("../place/inside", at("place/link"));
    QVERIFY(writeFileSafely(at("place/link"), "new"));
    QCOMPARE(readTextFile(at("place/inside")).take(), std::string("new"));
}

void TestSafeFile::followsLinksToNothing()
{
    fs::create_directory(at("elsewhere"));
    fs::create_symlink("elsewhere/file", at("link"));
    QVERIFY(writeFileSafely(at("link"), "new"));
    QVERIFY(fs::is_symlink(at("link")));
    QCOMPARE(textOf("elsewhere/file"), std::string("new"));

    fs::create_symlink("round", at("round"));
    const auto written = writeFileSafely(at("round"), "new");
    QVERIFY(!written);
    QCOMPARE(written.error().kind(), ErrorKind::input);
    QVERIFY(fs::is_symlink(at("round")));
}

void TestSafeFile::takesTheLongestName()
{
    const std::string name(255, 'n');
    QVERIFY(writeFileSafely(at(name), "x"));
    QCOMPARE(textOf(name), std::string("x"));
    const auto written = writeFileSafely(at(name + "n"), "x");
    QVERIFY(!written);
    QCOMPARE(written.error().kind(), ErrorKind::input);
    QCOMPARE(entries(), std::size_t{1});
}

void TestSafeFile::fullDiskKeepsTheOldContent()
{
    QVERIFY(writeFileSafely(at("file"), "old"));
    const std::string content(20000, 'x');
    const auto written = [&] {
        const FileSizeLimit limit(8192);
        return writeFileSafely(at("file"), content);
    }();
    QVERIFY(!written);
    QCOMPARE(written.error().kind(), ErrorKind::resources);
    QVERIFY(std::string_view(written.error().what()).find(at("file").string()) != std::string_view::npos);
    QCOMPARE(textOf("file"), std::string("old"));
    QCOMPARE(entries(), std::size_t{1});
    QVERIFY(writeFileSafely(at("file"), content));
}

void TestSafeFile::saysWhatHelps()
{
    const auto refusal = [&](auto resource, rlim_t most) {
        rlimit before{};
        ::getrlimit(resource, &before);
        const rlimit limit{most, before.rlim_max};
        ::setrlimit(resource, &limit);
        auto written = writeFileSafely(at("file"), std::string(1 << 16, 'x'));
        ::setrlimit(resource, &before);
        return QByteArray(written ? "it was written" : written.error().what());
    };
    std::signal(SIGXFSZ, SIG_IGN);
    const QByteArray large = refusal(RLIMIT_FSIZE, 4096);
    QVERIFY2(large.contains("File too large; ") && large.contains("raise the limit on a file's size"), large);
    const QByteArray many = refusal(RLIMIT_NOFILE, 0);
    QVERIFY2(many.contains("Too many open files; ") && many.endsWith("raise the limit on open files (ulimit -n)"), many);
    QVERIFY(!many.contains("space") && !many.contains("folder"));
    QVERIFY(systemAdvice(ENOSPC).text() == "free some space" && isOfItsPlace(ENOSPC));
}

void TestSafeFile::readOnlyFolder()
{
    QVERIFY(writeFileSafely(at("file"), "old"));
    const test::PlainUser user(m_root);
    if (!user)
        QSKIP("root can't become another user here, and may write into every folder");
    QVERIFY(::chmod(m_root.c_str(), 0500) == 0);
    const auto replaced = writeFileSafely(at("file"), "new");
    const auto made = writeFileSafely(at("other"), "new");
    QVERIFY(::chmod(m_root.c_str(), 0700) == 0);
    QVERIFY(!replaced && !made);
    QCOMPARE(replaced.error().kind(), ErrorKind::resources);
    QCOMPARE(textOf("file"), std::string("old"));
    QCOMPARE(entries(), std::size_t{1});
}

void TestSafeFile::readOnlyFile()
{
    QVERIFY(writeFileSafely(at("file"), "old"));
    const test::PlainUser user(m_root);
    if (!user)
        QSKIP("root can't become another user here, and may write every file");
    QVERIFY(::chmod(at("file").c_str(), 0444) == 0);
    const auto written = writeFileSafely(at("file"), "new");
    QVERIFY(!written);
    QCOMPARE(written.error().kind(), ErrorKind::resources);
    QCOMPARE(textOf("file"), std::string("old"));
    QCOMPARE(entries(), std::size_t{1});
}

void TestSafeFile::missingFolder()
{
    const auto written = writeFileSafely(at("nowhere/file"), "x");
    QVERIFY(!written);
    QCOMPARE(written.error().kind(), ErrorKind::input);
    QCOMPARE(entries(), std::size_t{0});
}

void TestSafeFile::refusesWhatIsNotAFile()
{
    // As root, a rename over /dev/null would put a file in its place.
    QVERIFY(::mkfifo(at("pipe").c_str(), 0600) == 0);
    fs::create_directory(at("folder"));
    for (const char* name : {"pipe", "folder"}) {
        const auto written = writeFileSafely(at(name), "x");
        QVERIFY(!written);
        QCOMPARE(written.error().kind(), ErrorKind::input);
        const auto read = readFile(at(name));
        QVERIFY(!read);
        QCOMPARE(read.error().kind(), ErrorKind::input);
    }
    QVERIFY(fs::is_fifo(at("pipe")) && fs::is_directory(at("folder")));
    QCOMPARE(entries(), std::size_t{2});
}

NETSMITH_TEST(TestSafeFile)

} // namespace test_safe_file

#include "test_safe_file.moc"
