#include "engine/core/files/open_folder.h"
#include "tests/engine/core/file_root.h"
#include "tests/engine/core/file_size_limit.h"
#include "tests/test_program.h"

#include <algorithm>
#include <fcntl.h>
#include <fstream>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace test_safe_file_writer {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;

/// A file that is written piece by piece keeps its old content until the new one is committed.
class TestSafeFileWriter : public FileRootTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeRoot(); }
    void cleanup() { dropRoot(); }
    void isNeverMoreReadable();
    void writesPieces();
    void startsAnewWhenCleared();
    void leavesNothingUncommitted();
    void fullDiskEndsThePieces();
    void noticesWhatTheDiskChanged();
    void largeFilesComeInBlocks_data() { sizes(); }
    void largeFilesComeInBlocks();
    void fullDiskEndsALargeFile_data() { sizes(); }
    void fullDiskEndsALargeFile();
    void noticesWhatTheDiskChangedInALargeFile();
    void largeFilesStayOutOfTheCache_data() { sizes(); }
    void largeFilesStayOutOfTheCache();

private:
    void sizes();
    SafeFileWriter inFolder(bool bypassed) const
    {
        return SafeFileWriter::open(OpenFolder::open(m_root).take(), "file", bypassed ? PageCache::bypassed : PageCache::used)
            .take();
    }
};

namespace {

/// Bytes that repeat nowhere near a block's length.
std::string largeContent(std::size_t size)
{
    std::string content(size, '\0');
    std::uint32_t state = 1;
    for (char& each : content) {
        state = state * 1664525 + 1013904223;
        each = static_cast<char>(state >> 24);
    }
    return content;
}

/// How much of a file is in the system's cache.
std::size_t cachedBytes(const fs::path& path, std::size_t size)
{
    const int file = ::open(path.c_str(), O_RDONLY);
    void* const mapped = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
    ::close(file);
    const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    std::vector<unsigned char> pages((size + page - 1) / page);
    if (mapped == MAP_FAILED || ::mincore(mapped, size, pages.data()) != 0)
        return size;
    ::munmap(mapped, size);
    return static_cast<std::size_t>(std::ranges::count_if(pages, [](unsigned char each) { return (each & 1) != 0; })) * page;
}

bool hasAWayPastTheCache(const fs::path& path)
{
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_DIRECT, 0600);
    const FileBlock block = FileBlock::make();
    std::ranges::fill(block.all(), std::byte{1});
    const bool written = writeAll(file, block.all());
    ::close(file);
    return written && cachedBytes(path, FileBlock::size) == 0;
}

} // namespace

void TestSafeFileWriter::isNeverMoreReadable()
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

void TestSafeFileWriter::writesPieces()
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

void TestSafeFileWriter::startsAnewWhenCleared()
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

void TestSafeFileWriter::leavesNothingUncommitted()
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

void TestSafeFileWriter::fullDiskEndsThePieces()
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

void TestSafeFileWriter::noticesWhatTheDiskChanged()
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

void TestSafeFileWriter::sizes()
{
    QTest::addColumn<qulonglong>("size");
    QTest::addColumn<bool>("bypassed");
    constexpr std::size_t block = FileBlock::size;
    for (const std::size_t size : {block - 1, block, block + 1, 2 * block, 3 * block + 512, 4 * block + 4096, 5 * block + 12345})
        for (const bool bypassed : {false, true})
            QTest::addRow("%zu bytes, %s", size, bypassed ? "past the cache" : "cached") << qulonglong{size} << bypassed;
}

void TestSafeFileWriter::largeFilesComeInBlocks()
{
    QFETCH(qulonglong, size);
    QFETCH(bool, bypassed);
    const std::string content = largeContent(size);
    QVERIFY(writeFileSafely(at("file"), "old"));
    SafeFileWriter writer = inFolder(bypassed);
    for (std::size_t done = 0, piece = 1; done < size; done += piece, piece = std::min<std::size_t>(piece * 3 + 1, size - done))
        writer.append(std::as_bytes(std::span(content)).subspan(done, piece)).take();
    QCOMPARE(writer.size(), std::uint64_t{size});
    QCOMPARE(writer.sha256(), hashOf(content));
    QCOMPARE(textOf("file"), std::string("old"));
    writer.commit().take();
    QVERIFY(textOf("file") == content);
    QCOMPARE(sha256OfFile(at("file")).take(), hashOf(content));
    QCOMPARE(entries(), std::size_t{1});
}

void TestSafeFileWriter::fullDiskEndsALargeFile()
{
    QFETCH(qulonglong, size);
    QFETCH(bool, bypassed);
    const std::string content = largeContent(size);
    QVERIFY(writeFileSafely(at("file"), "old"));
    {
        SafeFileWriter writer = inFolder(bypassed);
        const FileSizeLimit limit(size - 300);
        Expected<void> written = writer.append(std::as_bytes(std::span(content)));
        if (written)
            written = writer.commit();
        QVERIFY(!written);
        QCOMPARE(written.error().kind(), ErrorKind::resources);
        QCOMPARE(written.error().message().id(), std::string("file.write"));
    }
    QCOMPARE(textOf("file"), std::string("old"));
    QCOMPARE(entries(), std::size_t{1});
}

void TestSafeFileWriter::noticesWhatTheDiskChangedInALargeFile()
{
    QVERIFY(writeFileSafely(at("file"), "old"));
    const std::string content = largeContent(4 * FileBlock::size);
    for (const std::size_t place : {std::size_t{5}, FileBlock::size + 5, 2 * FileBlock::size + 5}) {
        SafeFileWriter writer = inFolder(true);
        writer.append(std::as_bytes(std::span(content))).take();
        for (const auto& entry : fs::directory_iterator(m_root))
            if (entry.path() != at("file")) {
                std::fstream file(entry.path(), std::ios::in | std::ios::out);
                file.seekp(static_cast<std::streamoff>(place));
                file << static_cast<char>(content[place] + 1);
            }
        const auto committed = writer.commit();
        QVERIFY(!committed);
        QCOMPARE(committed.error().kind(), ErrorKind::resources);
        QCOMPARE(textOf("file"), std::string("old"));
    }
}

/// Neither writing nor reading back leaves more than the first block and the last, shorter one.
void TestSafeFileWriter::largeFilesStayOutOfTheCache()
{
    QFETCH(qulonglong, size);
    QFETCH(bool, bypassed);
    if (!hasAWayPastTheCache(at("probe")))
        QSKIP("this file system has no way past the cache");
    const std::string content = largeContent(size);
    SafeFileWriter writer = inFolder(bypassed);
    writer.append(std::as_bytes(std::span(content))).take();
    writer.commit().take();
    const std::size_t cached = cachedBytes(at("file"), size);
    if (bypassed)
        QVERIFY2(cached <= 2 * FileBlock::size, qPrintable(QString::number(cached)));
    else
        QVERIFY2(cached + FileBlock::size >= size, qPrintable(QString::number(cached)));
}

NETSMITH_TEST(TestSafeFileWriter)

} // namespace test_safe_file_writer

#include "test_safe_file_writer.moc"
