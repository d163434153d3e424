#include "engine/core/host_memory.h"

#include <QtTest>

/// The memory that forecasts are held against.
class TestHostMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsWhatCachesGiveBack();
};

void TestHostMemory::countsWhatCachesGiveBack()
{
    const netsmith::HostMemory memory = netsmith::hostMemory();
    QVERIFY(memory.available > 0);
    QVERIFY(memory.available <= memory.total);
}

QTEST_GUILESS_MAIN(TestHostMemory)
#include "test_host_memory.moc"
