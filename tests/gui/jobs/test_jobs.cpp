#include "gui/document/document.h"
#include "gui/jobs/device_lease.h"
#include "gui/jobs/devices.h"
#include "gui/jobs/window_jobs.h"
#include "tests/test_program.h"

#include <QSignalSpy>
#include <QtTest>

#include <memory>
#include <vector>

namespace test_jobs {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::gui;

namespace {

constexpr JobKind allKinds[] = {JobKind::run,       JobKind::comparison, JobKind::verification, JobKind::twin,
                                JobKind::rateRange, JobKind::profile,    JobKind::trace};

bool givesWay(JobKind kind)
{
    return kind == JobKind::twin || kind == JobKind::rateRange || kind == JobKind::profile || kind == JobKind::trace;
}

} // namespace

/// Each device trains for one job at a time, in whichever window.
class TestJobs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void oneWaitsForAnother_data() { pairs(false); }
    void oneWaitsForAnother();
    void otherWindowsAreNamed_data() { pairs(true); }
    void otherWindowsAreNamed();
    void devicesAreLentApart();
    void theSettingsNamesMeanDevices();
    void aJobMayBeginAgain();
    void aClosedWindowEndsItsJobs();
    void aLeaseGivesBackWhatItTook();

private:
    void pairs(bool withItself);
    JobScheduler::Job job(JobKind kind, const Document& project, std::vector<std::string> devices = {})
    {
        return {.kind = kind, .project = &project, .devices = std::move(devices), .stop = [this] { ++m_stopped; }};
    }

    JobScheduler m_scheduler;
    Document m_document{nullptr}, m_other{nullptr};
    std::unique_ptr<WindowJobs> m_jobs, m_otherJobs;
    int m_stopped = 0;
};

void TestJobs::init()
{
    m_jobs = std::make_unique<WindowJobs>(m_scheduler, m_document);
    m_otherJobs = std::make_unique<WindowJobs>(m_scheduler, m_other);
    m_stopped = 0;
}

void TestJobs::pairs(bool withItself)
{
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    for (const JobKind first : allKinds)
        for (const JobKind second : allKinds)
            if (withItself || first != second)
                QTest::addRow("%d, then %d", static_cast<int>(first), static_cast<int>(second))
                    << static_cast<int>(first) << static_cast<int>(second);
}

void TestJobs::oneWaitsForAnother()
{
    QFETCH(int, first);
    QFETCH(int, second);
    const auto one = static_cast<JobKind>(first), next = static_cast<JobKind>(second);
    QVERIFY(m_jobs->whyNot(one).isEmpty());
    m_jobs->begin(one, {}, [this] { ++m_stopped; });
    QVERIFY(m_jobs->has(one));
    QCOMPARE(m_jobs->isTraining(), !givesWay(one));
    QCOMPARE(m_jobs->besideRun(), one == JobKind::run ? std::nullopt : std::optional(one));
    const bool stops = next == JobKind::run && givesWay(one);
    QCOMPARE(m_jobs->whyNot(next).isEmpty(), stops);
    if (stops) {
        m_jobs->begin(next, {});
        QCOMPARE(m_stopped, 1);
        QVERIFY(!m_jobs->has(one));
        m_jobs->end(one); // it says so once it has stopped
        QVERIFY(m_jobs->has(next));
    } else {
        const QString why = m_jobs->whyNot(next);
        QVERIFY2(!why.contains(u"window"_s), qPrintable(why));
        m_jobs->end(one);
        QVERIFY(m_jobs->whyNot(next).isEmpty());
        QCOMPARE(m_stopped, 0);
    }
}

void TestJobs::otherWindowsAreNamed()
{
    QFETCH(int, first);
    QFETCH(int, second);
    const auto one = static_cast<JobKind>(first), next = static_cast<JobKind>(second);
    QSignalSpy changed(m_otherJobs.get(), &WindowJobs::changed);
    m_jobs->begin(one, {}, [this] { ++m_stopped; });
    QCOMPARE(changed.count(), 1);
    QVERIFY(!m_otherJobs->has(one) && !m_otherJobs->isTraining() && !m_otherJobs->besideRun());
    if (next == JobKind::run && givesWay(one)) {
        QVERIFY(m_otherJobs->whyNot(next).isEmpty());
        m_otherJobs->begin(next, {});
        QCOMPARE(m_stopped, 1);
    } else {
        QVERIFY(m_otherJobs->whyNot(next).startsWith(m_document.name() + u" is training in another window."_s));
    }
}

void TestJobs::devicesAreLentApart()
{
    m_scheduler.begin(job(JobKind::run, m_document, {"cuda:0"}));
    QVERIFY(!m_scheduler.inTheWayOf(job(JobKind::run, m_other, {"cpu"})));
    QVERIFY(!m_scheduler.inTheWayOf(job(JobKind::run, m_other, {"cuda:1", "cpu"})));
    QVERIFY(m_scheduler.inTheWayOf(job(JobKind::comparison, m_other, {"cpu", "cuda:0"})));
    QVERIFY(m_scheduler.inTheWayOf(job(JobKind::run, m_other))); // it may be that device
    m_scheduler.begin(job(JobKind::twin, m_other, {"cpu"}));
    m_scheduler.begin(job(JobKind::run, m_document, {"cuda:0"}));
    QCOMPARE(m_stopped, 0);
    QVERIFY(m_scheduler.has(JobKind::twin, m_other));
    m_scheduler.begin(job(JobKind::run, m_document, {"cpu"}));
    QCOMPARE(m_stopped, 1);
    QVERIFY(!m_scheduler.has(JobKind::twin, m_other));
    m_scheduler.end(JobKind::run, m_document);
}

void TestJobs::theSettingsNamesMeanDevices()
{
    Devices devices;
    m_jobs->setDevices(&devices);
    m_otherJobs->setDevices(&devices);
    m_jobs->begin(JobKind::run, {"reference"});
    QVERIFY(!m_otherJobs->whyNot(JobKind::run, {"nowhere:7"}).isEmpty()); // while they are not known
    devices.read();
    QTRY_VERIFY_WITH_TIMEOUT(devices.areKnown(), 60000);
    if (!devices.find("reference"))
        QSKIP("this backend is not built");
    m_jobs->begin(JobKind::run, {"reference"}); // the processor, as that of "cpu"
    QVERIFY(!m_otherJobs->whyNot(JobKind::run, {"reference"}).isEmpty());
    if (devices.find("cpu"))
        QVERIFY(!m_otherJobs->whyNot(JobKind::run, {"cpu"}).isEmpty());
    const auto* const automatic = devices.find("auto"); // none without the CPU's module
    QCOMPARE(m_otherJobs->whyNot(JobKind::run, {"auto"}).isEmpty(), automatic && automatic->id.starts_with("cuda"));
    QVERIFY(!m_otherJobs->whyNot(JobKind::run, {"nowhere:7"}).isEmpty());
}

void TestJobs::aJobMayBeginAgain()
{
    m_jobs->begin(JobKind::run, {});
    QVERIFY(m_jobs->whyNot(JobKind::run).isEmpty()); // confirmed on its card
    m_jobs->begin(JobKind::run, {});
    m_jobs->end(JobKind::run);
    QVERIFY(m_otherJobs->whyNot(JobKind::run).isEmpty());
}

void TestJobs::aClosedWindowEndsItsJobs()
{
    for (const JobKind kind : {JobKind::comparison, JobKind::verification})
        m_jobs->begin(kind, {});
    QVERIFY(!m_otherJobs->whyNot(JobKind::run).isEmpty());
    m_jobs.reset();
    QVERIFY(m_otherJobs->whyNot(JobKind::run).isEmpty());
    auto scheduler = std::make_unique<JobScheduler>();
    WindowJobs jobs(*scheduler, m_document);
    DeviceLease lease(JobKind::rateRange);
    lease.setJobs(jobs);
    jobs.begin(JobKind::run, {});
    scheduler.reset(); // a closed window, and the panels in it, are deleted later
    QVERIFY(!jobs.has(JobKind::run) && jobs.whyNot(JobKind::run).isEmpty());
    lease.take({});
    lease.giveBack();
    jobs.end(JobKind::run);
}

void TestJobs::aLeaseGivesBackWhatItTook()
{
    DeviceLease alone(JobKind::run); // without the jobs of a window
    QVERIFY(alone.whyNot().isEmpty() && !alone.isTraining());
    alone.take({"cpu"});
    alone.giveBack();
    {
        DeviceLease run(JobKind::run), twin(JobKind::twin);
        for (DeviceLease* lease : {&run, &twin})
            lease->setJobs(*m_jobs);
        twin.take({"cpu"}, [this] { ++m_stopped; });
        QVERIFY(run.has(JobKind::twin) && !run.isTraining());
        run.take({"cpu"});
        QCOMPARE(m_stopped, 1); // the twin gave way
        QVERIFY(m_jobs->has(JobKind::run) && run.isTraining() && !m_jobs->has(JobKind::twin));
        QVERIFY(!twin.whyNot({"cpu"}).isEmpty());
        twin.take({"cpu"}, [this] { ++m_stopped; }); // it can't
        QVERIFY(!m_jobs->has(JobKind::twin));
        QVERIFY(!m_otherJobs->whyNot(JobKind::run).isEmpty());
    }
    QVERIFY(!m_jobs->has(JobKind::run));
    QVERIFY(m_otherJobs->whyNot(JobKind::run).isEmpty());
    DeviceLease left(JobKind::run);
    left.setJobs(*m_jobs);
    left.take({});
    m_jobs.reset(); // before the lease
    QVERIFY(m_otherJobs->whyNot(JobKind::run).isEmpty());
}

NETSMITH_WINDOW_TEST(TestJobs)

} // namespace test_jobs

#include "test_jobs.moc"
