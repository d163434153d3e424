#include "gui/compare/compare_panel.h"
#include "gui/settings/settings_panel.h"
#include "gui/widgets/theme.h"
#include "tests/gui/quiet.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QtTest>

namespace test_compare_estimate {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 120000; // milliseconds

} // namespace

/// The estimated time of a comparison, before it starts.
class TestCompareEstimate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qunsetenv("NETSMITH_DATA_DIR"); // only the test's data must be found
        qputenv("XDG_CACHE_HOME", m_cache.path().toUtf8());
        Theme::instance().apply();
    }
    void knowsWhatIsAskedAlone();
    void timesAgainWhatCouldNotBe();
    void forgetsWhatIsOutOfDate();
    void saysHowLongBeforeItStarts();
    void timesDataThatCome();

private:
    /// The small project with each batch.
    static std::vector<runs::Variant> batches(std::vector<std::int64_t> sizes)
    {
        return runs::waysOf(test::smallProject(2), {.batches = std::move(sizes)}, true);
    }
    void ask(CompareEstimate& estimate, const std::vector<runs::Variant>& ways)
    {
        estimate.ask(ways, m_small.folder());
        QTRY_VERIFY_WITH_TIMEOUT(estimate.seconds(ways), patience);
    }

    const QTemporaryDir m_cache;
    test::SmallTraining m_small;
};

void TestCompareEstimate::knowsWhatIsAskedAlone()
{
    CompareEstimate estimate;
    ask(estimate, batches({4, 8}));
    QVERIFY(*estimate.seconds(batches({4, 8})) > *estimate.seconds(batches({8})));
    QSignalSpy came(&estimate, &CompareEstimate::came);
    ask(estimate, batches({8, 16}));
    QCOMPARE(came.size(), 1); // what was estimated before is known
    QVERIFY(!estimate.seconds(batches({4}))); // estimates that are no longer needed are dropped
}

void TestCompareEstimate::timesAgainWhatCouldNotBe()
{
    CompareEstimate estimate;
    const QTemporaryDir empty;
    const std::vector<runs::Variant> ways = batches({4, 8});
    estimate.ask(ways, empty.path().toStdString());
    QTRY_VERIFY(test::isQuiet(estimate)); // it is being timed
    ask(estimate, batches({4, 8, 16}));
    QVERIFY(estimate.seconds(ways));
}

void TestCompareEstimate::forgetsWhatIsOutOfDate()
{
    CompareEstimate estimate;
    const std::vector<runs::Variant> ways = batches({4, 8});
    ask(estimate, ways);
    estimate.forget();
    QVERIFY(!estimate.seconds(ways));
    ask(estimate, ways);
}

void TestCompareEstimate::saysHowLongBeforeItStarts()
{
    Document document;
    document.setDataDir(m_small.folder());
    document.reset(test::smallProject(2), {});
    TrainingSettingsPanel settings(document);
    JobScheduler scheduler;
    WindowJobs jobs(scheduler, document);
    ComparePanel panel(document, settings);
    panel.setJobs(jobs);
    panel.setPlace(m_small.place());
    panel.show();
    const auto* plan = panel.findChild<QLabel*>(u"comparePlan"_s);
    QTRY_VERIFY_WITH_TIMEOUT(plan->text().contains(u" · about "_s), patience);
    auto* seeds = panel.findChild<QLineEdit*>(u"compareSeeds"_s);
    seeds->setFocus();
    QTest::keyClicks(seeds, u"1-3"_s); // known at once: a seed does not change the time
    QVERIFY2(plan->text().startsWith(u"6 run"_s) && plan->text().contains(u" · about "_s), qPrintable(plan->text()));
    jobs.begin(JobKind::run, {}); // nothing is timed during a run
    document.edit(u"batch"_s, [](Project& project) { project.training.batch = 16; });
    QVERIFY2(!plan->text().contains(u"about"_s), qPrintable(plan->text()));
    QVERIFY(test::isQuiet(panel.estimate()));
    jobs.end(JobKind::run);
    QTRY_VERIFY_WITH_TIMEOUT(plan->text().contains(u" · about "_s), patience);
    document.readDataAgain(); // there may be more of them now
    QVERIFY2(!plan->text().contains(u"about"_s), qPrintable(plan->text()));
    QTRY_VERIFY_WITH_TIMEOUT(plan->text().contains(u" · about "_s), patience);
    QVERIFY(m_small.runs().empty());
}

void TestCompareEstimate::timesDataThatCome()
{
    const QTemporaryDir empty;
    Document document;
    document.setDataDir(empty.path().toStdString());
    Project project = test::smallProject(2);
    project.data.source = "fashion_mnist"; // which has no stand-in
    document.reset(project, {});
    TrainingSettingsPanel settings(document);
    ComparePanel panel(document, settings);
    panel.setPlace(m_small.place());
    panel.show();
    QTRY_VERIFY(document.missingData());
    document.setDataDir(m_small.folder());
    QTRY_VERIFY_WITH_TIMEOUT(panel.findChild<QLabel*>(u"comparePlan"_s)->text().contains(u" · about "_s), patience);
}

NETSMITH_WINDOW_TEST(TestCompareEstimate)

} // namespace test_compare_estimate

#include "test_compare_estimate.moc"
