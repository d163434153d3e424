#include "engine/core/files/safe_file.h"
#include "engine/cuda/tuning_cache.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <optional>

namespace test_tuning_cache {

using namespace netsmith;
using cuda::TuningCache;
namespace fs = std::filesystem;

/// What tuning found out, on disk.
class TestTuningCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void isReadAgain();
    void trialsAreReadAgain();
    void targetsAreApart();
    void twoWritersLoseNothing();
    void whatIsNoCacheIsEmpty_data();
    void whatIsNoCacheIsEmpty();
    void worksWithoutAFile();

private:
    fs::path file() const { return fs::path(m_folder->path().toStdString()) / "cuda" / "convolutions.json"; }

    std::optional<QTemporaryDir> m_folder;
};

namespace {

std::optional<std::string> fastestOf(const TuningCache& cache, const char* target, const char* operation)
{
    const auto entry = cache.find(target, operation);
    return entry ? entry->fastest : std::nullopt;
}

} // namespace

void TestTuningCache::init()
{
    m_folder.emplace();
}

void TestTuningCache::isReadAgain()
{
    TuningCache cache(file());
    QVERIFY(!cache.find("a GPU", "a shape"));
    cache.setFastest("a GPU", "a shape", "the first");
    cache.setFastest("a GPU", "a shape", "the second");
    QCOMPARE(fastestOf(TuningCache(file()), "a GPU", "a shape"), std::optional<std::string>("the second"));
}

void TestTuningCache::trialsAreReadAgain()
{
    using Outcome = cuda::AlgorithmTrial::Outcome;
    TuningCache cache(file());
    cache.setFastest("a GPU", "a layer", "own",
                     {{"own", Outcome::timed, 1.5}, {"one", Outcome::refused}, {"two", Outcome::wrongResults}});
    const auto trials = TuningCache(file()).find("a GPU", "a layer").value().trials;
    QCOMPARE(trials.size(), std::size_t{3});
    QCOMPARE(trials[0].algorithm, std::string("own"));
    QVERIFY(trials[0].outcome == Outcome::timed);
    QCOMPARE(trials[0].milliseconds, 1.5);
    QCOMPARE(trials[1].algorithm, std::string("one"));
    QVERIFY(trials[1].outcome == Outcome::refused);
    QCOMPARE(trials[2].algorithm, std::string("two"));
    QVERIFY(trials[2].outcome == Outcome::wrongResults);
}

void TestTuningCache::targetsAreApart()
{
    TuningCache cache(file());
    cache.setFastest("a GPU", "a shape", "one");
    cache.setFastest("another", "a shape", "two");
    const TuningCache again(file());
    QCOMPARE(fastestOf(again, "a GPU", "a shape"), std::optional<std::string>("one"));
    QCOMPARE(fastestOf(again, "another", "a shape"), std::optional<std::string>("two"));
    QVERIFY(!again.find("another", "another shape"));
}

void TestTuningCache::twoWritersLoseNothing()
{
    TuningCache one(file());
    TuningCache two(file());
    one.setFastest("a GPU", "first", "1");
    two.setFastest("a GPU", "second", "2");
    one.addDeviceLost("a GPU", "second", "3");
    two.addDeviceLost("a GPU", "second", "4");
    two.addDeviceLost("a GPU", "second", "4");
    const TuningCache again(file());
    QCOMPARE(fastestOf(again, "a GPU", "first"), std::optional<std::string>("1"));
    QCOMPARE(fastestOf(again, "a GPU", "second"), std::optional<std::string>("2"));
    auto lost = again.find("a GPU", "second").value().deviceLost;
    std::ranges::sort(lost);
    QCOMPARE(lost, (std::vector<std::string>{"3", "4"}));
}

void TestTuningCache::whatIsNoCacheIsEmpty_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("cut off") << QByteArray(R"({"format": 2, "entries": {"a GPU": {"a sh)");
    QTest::newRow("of a later format") << QByteArray(R"({"format": 3, "entries": {"a GPU": {"a shape": {"fastest": "x"}}}})");
    QTest::newRow("numbers for entries") << QByteArray(R"({"format": 2, "entries": {"a GPU": {"a shape": 3}}})");
    QTest::newRow("a number for an algorithm") << QByteArray(R"({"format": 2, "entries": {"a GPU": {"a shape": {"fastest": 3}}}})");
    QTest::newRow("a list") << QByteArray("[1, 2]");
    QTest::newRow("no entries") << QByteArray(R"({"format": 2})");
}

void TestTuningCache::whatIsNoCacheIsEmpty()
{
    QFETCH(QByteArray, content);
    fs::create_directories(file().parent_path());
    QVERIFY(writeFileSafely(file(), content.toStdString()));
    TuningCache cache(file());
    QVERIFY(!cache.find("a GPU", "a shape"));
    cache.setFastest("a GPU", "a shape", "new");
    QVERIFY(TuningCache(file()).find("a GPU", "a shape"));
}

void TestTuningCache::worksWithoutAFile()
{
    TuningCache cache({});
    cache.setFastest("a GPU", "a shape", "one");
    QCOMPARE(fastestOf(cache, "a GPU", "a shape"), std::optional<std::string>("one"));
}

NETSMITH_TEST(TestTuningCache)

} // namespace test_tuning_cache

#include "test_tuning_cache.moc"
