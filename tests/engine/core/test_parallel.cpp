#include "engine/core/parallel.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <immintrin.h>
#include <limits>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace test_parallel {

using namespace netsmith;

namespace {

using Ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

Ranges rangesOf(std::int64_t count, std::int64_t grain)
{
    Ranges ranges;
    std::mutex mutex;
    parallelFor(count, grain, [&](std::int64_t begin, std::int64_t end) {
        const std::lock_guard lock(mutex);
        ranges.emplace_back(begin, end);
    });
    std::ranges::sort(ranges);
    return ranges;
}

} // namespace

class TestParallel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { setThreadCount(0); }

    void coversEachIndexOnce_data();
    void coversEachIndexOnce();
    void splitsTheSameWayEachTime();
    void smallLoopsStayOnTheCallersThread();
    void usesTheThreadsItWasGiven();
    void nestsWithoutLosingIndices();
    void flushesDenormalsOnEveryThread();
    void defaultsToTheCoresItMayUse();
};

void TestParallel::coversEachIndexOnce_data()
{
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 2, 3, 5, 16})
        QTest::addRow("%d threads", threads) << threads;
}

void TestParallel::coversEachIndexOnce()
{
    QFETCH(int, threads);
    setThreadCount(threads);
    for (const std::int64_t count : {0, 1, 2, 3, 7, 15, 16, 17, 64, 1000, 1009})
        for (const std::int64_t grain : {0, 1, 2, 3, 8, 1000, 1000000}) {
            // Plain counters: if two ranges overlapped, the thread sanitizer would see it too.
            std::vector<int> visits(static_cast<std::size_t>(count));
            parallelFor(count, grain, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t i = begin; i < end; ++i)
                    ++visits[static_cast<std::size_t>(i)];
            });
            QVERIFY(std::ranges::all_of(visits, [](int n) { return n == 1; }));
            const Ranges ranges = rangesOf(count, grain);
            QVERIFY(ranges.size() <= static_cast<std::size_t>(threads));
            QVERIFY(std::ranges::all_of(ranges, [](const auto& range) { return range.first < range.second; }));
        }
}

void TestParallel::splitsTheSameWayEachTime()
{
    setThreadCount(3);
    const Ranges expected{{0, 33}, {33, 66}, {66, 100}};
    for (int i = 0; i < 20; ++i)
        QVERIFY(rangesOf(100, 1) == expected);
}

void TestParallel::smallLoopsStayOnTheCallersThread()
{
    setThreadCount(4);
    std::thread::id ranOn;
    parallelFor(19, 10, [&](std::int64_t, std::int64_t) { ranOn = std::this_thread::get_id(); });
    QVERIFY(ranOn == std::this_thread::get_id());
    QCOMPARE(rangesOf(20, 10).size(), std::size_t{2});
}

void TestParallel::usesTheThreadsItWasGiven()
{
    setThreadCount(3);
    QCOMPARE(threadCount(), 3);
    QCOMPARE(rangesOf(1000, 1).size(), std::size_t{3});
    setThreadCount(1);
    QCOMPARE(rangesOf(1000, 1).size(), std::size_t{1});
}

void TestParallel::nestsWithoutLosingIndices()
{
    setThreadCount(2);
    std::vector<int> visits(40 * 50);
    parallelFor(40, 1, [&](std::int64_t outerBegin, std::int64_t outerEnd) {
        for (std::int64_t i = outerBegin; i < outerEnd; ++i)
            parallelFor(50, 1, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t j = begin; j < end; ++j)
                    ++visits[static_cast<std::size_t>(i * 50 + j)];
            });
    });
    QVERIFY(std::ranges::all_of(visits, [](int n) { return n == 1; }));
}

void TestParallel::flushesDenormalsOnEveryThread()
{
    setThreadCount(3);
    std::vector<int> flushed(3);
    _mm_setcsr(_mm_getcsr() & ~0x8040u); // whatever ran here before
    parallelFor(3, 1, [&](std::int64_t begin, std::int64_t) {
        volatile float smallest = std::numeric_limits<float>::min();
        flushed[static_cast<std::size_t>(begin)] = smallest * 0.5f == 0.0f;
    });
    QVERIFY(std::ranges::all_of(flushed, [](int yes) { return yes; }));
}

void TestParallel::defaultsToTheCoresItMayUse()
{
    QVERIFY(threadCount() >= 1);
    QVERIFY(threadCount() <= std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
    const int cores = threadCount();
    setThreadCount(-5);
    QCOMPARE(threadCount(), cores);
}

NETSMITH_TEST(TestParallel)

} // namespace test_parallel

#include "test_parallel.moc"
