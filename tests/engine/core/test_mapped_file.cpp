#include "engine/core/files/mapped_file.h"

#include "engine/core/files/safe_file.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace test_mapped_file {

using namespace netsmith;
namespace fs = std::filesystem;

/// Files that are read where they are accessed.
class TestMappedFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatIsThere();
    void whatIsCutOffReadsAsZeros();
    void manyThreadsMayMeetTheEnd();

private:
    static std::uint64_t sumOf(std::span<const std::byte> bytes)
    {
        return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0},
                               [](std::uint64_t sum, std::byte byte) { return sum + std::to_integer<std::uint64_t>(byte); });
    }
    static std::string shrunk(std::span<const std::byte> bytes)
    try {
        checkMapped(bytes);
        return {};
    } catch (const Error& error) {
        return error.what();
    }
    fs::path write(const char* name, std::size_t size) const
    {
        const fs::path path = fs::path(m_folder.path().toStdString()) / name;
        writeFileSafely(path, std::string(size, '\1')).take();
        return path;
    }

    QTemporaryDir m_folder;
};

void TestMappedFile::readsWhatIsThere()
{
    const MappedFile file = mapFile(write("whole", 100000)).take();
    QCOMPARE(sumOf(file.all()), 100000u);
    QCOMPARE(shrunk(file.all()), std::string());
    QCOMPARE(shrunk(file.all().subspan(99999)), std::string());
    const std::vector<std::byte> memory(10);
    QCOMPARE(shrunk(memory), std::string());
    QCOMPARE(shrunk({}), std::string());
    // A file that is replaced stays readable for those who have mapped it.
    write("whole", 10);
    QCOMPARE(sumOf(file.all()), 100000u);
    QCOMPARE(shrunk(file.all()), std::string());
}

void TestMappedFile::whatIsCutOffReadsAsZeros()
{
    const fs::path path = write("cut", 100000);
    const MappedFile other = mapFile(write("other", 50000)).take();
    {
        const MappedFile file = mapFile(path).take();
        fs::resize_file(path, 20000);
        QCOMPARE(sumOf(file.all()), 20000u);
        const std::string words = shrunk(file.all().subspan(5, 10));
        QVERIFY2(words.find("cut was truncated while it was read: it had 100000 bytes and now has 20000") != std::string::npos,
                 words.c_str());
        // Zeros may have been read, even if the file grows again.
        fs::resize_file(path, 100000);
        QVERIFY(!shrunk(file.all()).empty());
    }
    QCOMPARE(sumOf(other.all()), 50000u);
    QCOMPARE(shrunk(other.all()), std::string());
    const MappedFile again = mapFile(path).take();
    QCOMPARE(shrunk(again.all()), std::string());
}

void TestMappedFile::manyThreadsMayMeetTheEnd()
{
    const fs::path path = write("threads", 1 << 20);
    const MappedFile file = mapFile(path).take();
    fs::resize_file(path, 0);
    std::vector<std::uint64_t> sums(8, 1);
    {
        std::vector<std::jthread> threads;
        for (std::uint64_t& sum : sums)
            threads.emplace_back([&sum, &file] { sum = sumOf(file.all()); });
    }
    QCOMPARE(sums, std::vector<std::uint64_t>(8, 0));
    QVERIFY(!shrunk(file.all()).empty());
}

NETSMITH_TEST(TestMappedFile)

} // namespace test_mapped_file

#include "test_mapped_file.moc"
