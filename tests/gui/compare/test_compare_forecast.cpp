#include "gui/compare/compare_panel.h"
#include "gui/training/settings_panel.h"
#include "gui/widgets/theme.h"
#include "tests/gui/quiet.h"
#include "tests/gui/training/small_training.h"

#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QtTest>

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 120000; // milliseconds

} // namespace

/// How long a comparison will take, before it starts.
class TestCompareForecast : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qunsetenv("NETSMITH_DATA_DIR"); // data are where a test says
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
    void ask(CompareForecast& forecast, const std::vector<runs::Variant>& ways)
    {
        forecast.ask(ways, m_small.folder());
        QTRY_VERIFY_WITH_TIMEOUT(forecast.seconds(ways), patience);
    }

    const QTemporaryDir m_cache;
    test::SmallTraining m_small;
};

void TestCompareForecast::knowsWhatIsAskedAlone()
{
    CompareForecast forecast;
    ask(forecast, batches({4, 8}));
    QVERIFY(*forecast.seconds(batches({4, 8})) > *forecast.seconds(batches({8})));
    QSignalSpy came(&forecast, &CompareForecast::came);
    ask(forecast, batches({8, 16}));
    QCOMPARE(came.size(), 1); // what is still asked for is known
    QVERIFY(!forecast.seconds(batches({4}))); // each edit asks for other ways: those of all before would only gather
}

void TestCompareForecast::timesAgainWhatCouldNotBe()
{
    CompareForecast forecast;
    const QTemporaryDir empty;
    const std::vector<runs::Variant> ways = batches({4, 8});
    forecast.ask(ways, empty.path().toStdString());
    QTRY_VERIFY(test::isQuiet(forecast)); // it is being timed
    ask(forecast, batches({4, 8, 16}));
    QVERIFY(forecast.seconds(ways));
}

void TestCompareForecast::forgetsWhatIsOutOfDate()
{
    CompareForecast forecast;
    const std::vector<runs::Variant> ways = batches({4, 8});
    ask(forecast, ways);
    forecast.forget();
    QVERIFY(!forecast.seconds(ways));
    ask(forecast, ways);
}

void TestCompareForecast::saysHowLongBeforeItStarts()
{
    Document document;
    document.setDataDir(m_small.folder());
    document.reset(test::smallProject(2), {});
    TrainingSettingsPanel settings(document);
    ComparePanel panel(document, settings);
    panel.setPlace(m_small.place());
    panel.show();
    const auto* plan = panel.findChild<QLabel*>(u"comparePlan"_s);
    QTRY_VERIFY_WITH_TIMEOUT(plan->text().contains(u" · about "_s), patience);
    auto* seeds = panel.findChild<QLineEdit*>(u"compareSeeds"_s);
    seeds->setFocus();
    QTest::keyClicks(seeds, u"1-3"_s); // known from the first moment: a seed costs no time
    QVERIFY2(plan->text().startsWith(u"6 training"_s) && plan->text().contains(u" · about "_s), qPrintable(plan->text()));
    panel.setBusy(ComparePanel::Busy::run); // nothing is timed beside a run
    document.edit(u"batch"_s, [](Project& project) { project.training.batch = 16; });
    QVERIFY2(!plan->text().contains(u"about"_s), qPrintable(plan->text()));
    QVERIFY(test::isQuiet(panel.forecast()));
    panel.setBusy(ComparePanel::Busy::no);
    QTRY_VERIFY_WITH_TIMEOUT(plan->text().contains(u" · about "_s), patience);
    document.readDataAgain(); // there may be more of them now
    QVERIFY2(!plan->text().contains(u"about"_s), qPrintable(plan->text()));
    QTRY_VERIFY_WITH_TIMEOUT(plan->text().contains(u" · about "_s), patience);
    QVERIFY(m_small.runs().empty());
}

void TestCompareForecast::timesDataThatCome()
{
    const QTemporaryDir empty;
    Document document;
    document.setDataDir(empty.path().toStdString());
    Project project = test::smallProject(2);
    project.data.source = "fashion_mnist"; // which nothing stands in for
    document.reset(project, {});
    TrainingSettingsPanel settings(document);
    ComparePanel panel(document, settings);
    panel.setPlace(m_small.place());
    panel.show();
    QTRY_VERIFY(document.missingData());
    document.setDataDir(m_small.folder());
    QTRY_VERIFY_WITH_TIMEOUT(panel.findChild<QLabel*>(u"comparePlan"_s)->text().contains(u" · about "_s), patience);
}

QTEST_MAIN(TestCompareForecast)
#include "test_compare_forecast.moc"
