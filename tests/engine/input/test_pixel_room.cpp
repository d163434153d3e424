#include "engine/core/files/safe_file.h"
#include "engine/input/images/pixel_room.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <chrono>

namespace test_pixel_room {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::data;

/// Decoded pictures stay within their share of the disk, and the most recently opened ones are kept.
class TestPixelRoom : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_folder.reset(); }

    void theOldestGo();
    void openingKeepsYoung();
    void oneThatIsLargerGoesAlone();
    void moreThanTheDiskIsRefused();
    void halfWrittenOnesAreForgotten();

private:
    /// A file of 1000 bytes, last opened `hours` hours ago.
    void put(const std::string& name, int hours) const
    {
        writeFileSafely(m_path / name, std::string(1000, 'x')).take();
        fs::last_write_time(m_path / name, fs::file_time_type::clock::now() - std::chrono::hours(hours));
    }
    bool has(const char* name) const { return fs::exists(m_path / name); }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_path;
};

void TestPixelRoom::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->path().toStdString();
    put("old.pixels", 30);
    put("new.pixels", 10);
    put("newest.pixels", 5);
    put("other.txt", 90);
}

void TestPixelRoom::theOldestGo()
{
    makePixelRoom(m_path / "mine.pixels", 1000, 4000).take();
    QVERIFY(has("old.pixels"));
    makePixelRoom(m_path / "mine.pixels", 1001, 4000).take();
    QVERIFY(!has("old.pixels") && has("new.pixels") && has("newest.pixels") && has("other.txt"));
    makePixelRoom(m_path / "newest.pixels", 2000, 3000).take(); // it replaces its own old version
    QVERIFY(has("new.pixels"));
}

void TestPixelRoom::openingKeepsYoung()
{
    markOpened(m_path / "old.pixels");
    markOpened(m_path / "missing.pixels");
    makePixelRoom(m_path / "mine.pixels", 2000, 4000).take();
    QVERIFY(has("old.pixels") && !has("new.pixels") && has("newest.pixels"));
    QVERIFY(!has("missing.pixels"));
}

void TestPixelRoom::oneThatIsLargerGoesAlone()
{
    makePixelRoom(m_path / "mine.pixels", 9000, 4000).take();
    QVERIFY(!has("old.pixels") && !has("new.pixels") && !has("newest.pixels") && has("other.txt"));
}

void TestPixelRoom::moreThanTheDiskIsRefused()
{
    const auto made = makePixelRoom(m_path / "mine.pixels", std::int64_t{1} << 60, 4000);
    QVERIFY(!made);
    QCOMPARE(made.error().message().id(), std::string("images.room"));
    QVERIFY(has("old.pixels"));
}

void TestPixelRoom::halfWrittenOnesAreForgotten()
{
    put(".netsmith-1-0.new", 30);
    put(".netsmith-1-1.new", 20);
    makePixelRoom(m_path / "mine.pixels", 1, 4000).take();
    QVERIFY(!has(".netsmith-1-0.new") && has(".netsmith-1-1.new"));
}

NETSMITH_TEST(TestPixelRoom)

} // namespace test_pixel_room

#include "test_pixel_room.moc"
