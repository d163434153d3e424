#include "engine/core/safe_file.h"

#include "engine/core/open_folder.h"
#include "engine/core/system_reason.h"
#include "tests/engine/core/plain_user.h"
#include "tests/engine/core/file_size_limit.h"

#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <memory>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace netsmith;
using netsmith::test::FileSizeLimit;

namespace {

mode_t modeOf(const fs::path& path)
{
    struct stat status { };
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

std::string hashOf(std::string_view text)
{
    return sha256(std::as_bytes(std::span(text)));
}

} // namespace

class TestSafeFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_folder.reset(); }

    void makesAndReplacesFiles_data();
    void makesAndReplacesFiles();
    void newFilesObeyTheUmask();
    void keepsPermissionBits();
    void keepsBitsThatForbidReading();
    void isNeverMoreReadable();
    void removesWhatTheKilledLeft();
    void remembersFewFolders();
    void leavesWhatOthersWriteNow();
    void leadsNowhereInsideAFolder();
    void removesInsideAFolder();
    void followsLinks();
    void followsLinksToNothing();
    void takesTheLongestName();
    void fullDiskKeepsTheOldContent();
    void saysWhatHelps();
    void readOnlyFolder();
    void readOnlyFile();
    void missingFolder();
    void refusesWhatIsNotAFile();
    void writesPieces();
    void startsAnewWhenCleared();
    void leavesNothingUncommitted();
    void fullDiskEndsThePieces();
    void noticesWhatTheDiskChanged();
    void readsWhatIsThere();
    void refusesToReadTooMuch();
    void hashesByFips180_data();
    void hashesByFips180();
    void hashesFiles();

private:
    fs::path at(std::string_view name) const { return m_root / name; }
    std::string textOf(std::string_view name) const { return readTextFile(at(name)).take(); }
    std::size_t entries() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(m_root), {})); }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestSafeFile::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_root = m_folder->path().toStdString();
}

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

void TestSafeFile::isNeverMoreReadable()
{
    QVERIFY(writeFileSafely(at("secret"), "old"));
    QVERIFY(::chmod(at("secret").c_str(), 0600) == 0);
    auto writer = SafeFileWriter::open(at("secret")).take();
    QVERIFY(writer.append(std::as_bytes(std::span("new"))));
    for (const auto& entry : fs::directory_iterator(m_root))
        QCOMPARE(modeOf(entry.path()), mode_t{0600});
    QVERIFY(writer.commit());
    QCOMPARE(modeOf(at("secret")), mode_t{0600});
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
    // What only looks like one is somebody's own, and links lead nowhere.
    std::ofstream(at(".netsmith-notes.new")) << "mine";
    std::ofstream(at("mine")) << "mine";
    fs::create_symlink(at("mine"), at(".netsmith-1-1.new"));
    QVERIFY(writeFileSafely(at("file"), "whole"));
    QCOMPARE(entries(), std::size_t{4});
    QCOMPARE(textOf("file"), std::string("whole"));
    QCOMPARE(textOf("mine"), std::string("mine"));
    QCOMPARE(textOf(".netsmith-notes.new"), std::string("mine"));
}

/// A training writes into a new folder for each checkpoint: what is remembered of them must not grow with that.
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

void TestSafeFile::leadsNowhereInsideAFolder()
{
    fs::create_directories(at("elsewhere"));
    fs::create_directories(at("folder/sub"));
    std::ofstream(at("folder/file")) << "x";
    fs::create_symlink(at("elsewhere"), at("folder/link"));
    fs::create_symlink(at("nothing"), at("folder/dangling"));
    fs::create_symlink(at("folder"), at("chosen")); // a person may reach the folder by one
    const OpenFolder chosen = OpenFolder::open(at("chosen")).take();
    QCOMPARE(chosen.inside("sub").take().path(), at("chosen/sub"));
    for (const char* below : {"link", "link/sub", "dangling", "sub/../link"}) {
        for (const auto& refused : {chosen.inside(below), chosen.make(below)})
            QVERIFY2(!refused && refused.error().kind() == ErrorKind::input, below);
        QVERIFY2(!chosen.find(below), below);
        QVERIFY2(!writeFileSafely(chosen, below, "x"), below);
    }
    for (const char* link : {"link", "dangling"}) {
        QCOMPARE(chosen.inside(link).error().message().id(), std::string("file.link"));
        QCOMPARE(writeFileSafely(chosen, link, "x").error().message().id(), std::string("file.link"));
    }
    QVERIFY(fs::is_empty(at("elsewhere")) && !fs::exists(at("nothing")));
    for (const char* none : {"none", "file", "none/sub", "file/sub"}) {
        QVERIFY2(!chosen.find(none).take(), none);
        QCOMPARE(chosen.inside(none).error().message().id(), std::string("folder.open"));
    }
    QCOMPARE(chosen.make("file/sub").error().message().id(), std::string("folder.make"));
    QVERIFY(writeFileSafely(chosen.make("sub/new").take(), "file", "x"));
    QCOMPARE(textOf("folder/sub/new/file"), std::string("x"));
}

/// All that a folder holds goes, and of a link in it the link alone.
void TestSafeFile::removesInsideAFolder()
{
    fs::create_directories(at("elsewhere"));
    std::ofstream(at("elsewhere/mine")) << "mine";
    fs::create_directories(at("folder/a/b/c"));
    std::ofstream(at("folder/a/b/file")) << "x";
    fs::create_symlink(at("elsewhere"), at("folder/a/b/link"));
    fs::create_symlink(at("elsewhere"), at("folder/link"));
    const OpenFolder folder = OpenFolder::open(at("folder")).take();
    for (const char* wrong : {".", "..", "../elsewhere", "link/mine", "a/b"})
        QCOMPARE(folder.remove(wrong).error().message().id(), std::string("folder.remove"));
    QVERIFY(folder.holds("a") && folder.holds("link") && !folder.holds("b"));
    QVERIFY(folder.remove("a").take() && folder.remove("link").take());
    QVERIFY(!folder.remove("a").take());
    QVERIFY(folder.names().empty());
    QCOMPARE(textOf("elsewhere/mine"), std::string("mine"));
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

void TestSafeFile::writesPieces()
{
    QVERIFY(writeFileSafely(at("file"), "old"));
    QVERIFY(::chmod(at("file").c_str(), 0600) == 0);
    SafeFileWriter writer = SafeFileWriter::open(at("file")).take();
    std::string content;
    for (int i = 0; i < 300; ++i) {
        const std::string piece(static_cast<std::size_t>(i * 7), static_cast<char>('a' + i % 26));
        writer.append(std::as_bytes(std::span(piece))).take();
        content += piece;
    }
    QCOMPARE(writer.size(), std::uint64_t{content.size()});
    QCOMPARE(writer.sha256(), hashOf(content));
    QCOMPARE(textOf("file"), std::string("old"));
    writer.commit().take();
    QVERIFY(textOf("file") == content);
    QCOMPARE(modeOf(at("file")), mode_t{0600});
    QCOMPARE(entries(), std::size_t{1});
}

void TestSafeFile::startsAnewWhenCleared()
{
    SafeFileWriter writer = SafeFileWriter::open(at("file")).take();
    writer.append(std::as_bytes(std::span("wrong and longer"))).take();
    writer.clear().take();
    QCOMPARE(writer.size(), std::uint64_t{0});
    const std::string content = "right";
    writer.append(std::as_bytes(std::span(content))).take();
    QCOMPARE(writer.sha256(), hashOf(content));
    writer.commit().take();
    QCOMPARE(textOf("file"), content);
}

void TestSafeFile::leavesNothingUncommitted()
{
    QVERIFY(writeFileSafely(at("file"), "old"));
    {
        SafeFileWriter writer = SafeFileWriter::open(at("file")).take();
        writer.append(std::as_bytes(std::span("new"))).take();
        QCOMPARE(entries(), std::size_t{2});
    }
    QCOMPARE(textOf("file"), std::string("old"));
    QCOMPARE(entries(), std::size_t{1});

    fs::create_directory(at("folder"));
    const auto refused = SafeFileWriter::open(at("folder"));
    QVERIFY(!refused);
    QCOMPARE(refused.error().message().id(), std::string("file.kind"));
}

void TestSafeFile::fullDiskEndsThePieces()
{
    QVERIFY(writeFileSafely(at("file"), "old"));
    {
        SafeFileWriter writer = SafeFileWriter::open(at("file")).take();
        const std::string piece(5000, 'x');
        const FileSizeLimit limit(8192);
        writer.append(std::as_bytes(std::span(piece))).take();
        const auto appended = writer.append(std::as_bytes(std::span(piece)));
        QVERIFY(!appended);
        QCOMPARE(appended.error().kind(), ErrorKind::resources);
        QCOMPARE(appended.error().message().id(), std::string("file.write"));
    }
    QCOMPARE(textOf("file"), std::string("old"));
    QCOMPARE(entries(), std::size_t{1});
}

void TestSafeFile::noticesWhatTheDiskChanged()
{
    QVERIFY(writeFileSafely(at("file"), "old"));
    SafeFileWriter writer = SafeFileWriter::open(at("file")).take();
    writer.append(std::as_bytes(std::span("written as this"))).take();
    for (const auto& entry : fs::directory_iterator(m_root))
        if (entry.path() != at("file"))
            std::fstream(entry.path(), std::ios::in | std::ios::out) << 'W';
    const auto committed = writer.commit();
    QVERIFY(!committed);
    QCOMPARE(committed.error().kind(), ErrorKind::resources);
    QCOMPARE(textOf("file"), std::string("old"));
}

void TestSafeFile::readsWhatIsThere()
{
    const auto missing = readFile(at("file"));
    QVERIFY(!missing);
    QCOMPARE(missing.error().message().id(), std::string("file.read"));
    QCOMPARE(missing.error().kind(), ErrorKind::input);
    std::ofstream(at("empty"));
    QCOMPARE(textOf("empty"), std::string());
}

void TestSafeFile::refusesToReadTooMuch()
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

void TestSafeFile::hashesByFips180_data()
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

void TestSafeFile::hashesByFips180()
{
    QFETCH(std::string, text);
    QFETCH(std::string, digest);
    QCOMPARE(hashOf(text), digest);
}

void TestSafeFile::hashesFiles()
{
    const std::string content(200000, 'f');
    QVERIFY(writeFileSafely(at("file"), content));
    QCOMPARE(sha256OfFile(at("file")).take(), hashOf(content));
    QCOMPARE(sha256OfFile(at("nowhere")).error().message().id(), std::string("file.read"));
    fs::create_directory(at("folder"));
    QCOMPARE(sha256OfFile(at("folder")).error().message().id(), std::string("file.kind"));
}

QTEST_GUILESS_MAIN(TestSafeFile)
#include "test_safe_file.moc"
