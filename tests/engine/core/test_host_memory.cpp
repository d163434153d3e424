#include "engine/core/host_memory.h"
#include "tests/test_program.h"

#include <QtTest>

#include <sstream>

namespace test_host_memory {

using netsmith::HostMemory;
using netsmith::hostMemory;

/// The memory that estimates are compared with.
class TestHostMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void thisMachineHasSome();
    void countsWhatCachesGiveBack();
    void isNothingWhereNothingTells();
};

void TestHostMemory::thisMachineHasSome()
{
    const HostMemory memory = hostMemory();
    QVERIFY(memory.available > 0);
    QVERIFY(memory.available <= memory.total);
}

void TestHostMemory::countsWhatCachesGiveBack()
{
    std::istringstream meminfo("MemTotal:       16000000 kB\nMemFree:         1000000 kB\nMemAvailable:    9000000 kB\n"
                               "Buffers:          500000 kB\nCached:          8000000 kB\nHugePages_Total:       0\n"
                               "Hugepagesize:       2048 kB\n");
    const HostMemory memory = hostMemory(meminfo);
    QCOMPARE(memory.total, std::int64_t{16'000'000} * 1024);
    QCOMPARE(memory.available, std::int64_t{9'000'000} * 1024);
}

void TestHostMemory::isNothingWhereNothingTells()
{
    std::istringstream nothing;
    QCOMPARE(hostMemory(nothing).total, 0);
    QCOMPARE(hostMemory(nothing).available, 0);
}

NETSMITH_TEST(TestHostMemory)

} // namespace test_host_memory

#include "test_host_memory.moc"
