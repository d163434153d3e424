#include "engine/runs/store/run_summary.h"
#include "gui/plots/plot_panel.h"
#include "tests/engine/train/tiny_series.h"
#include "tests/gui/compare/compare_panel_test.h"
#include "tests/gui/loud_language.h"
#include "tests/gui/quiet.h"
#include "tests/gui/training/picture.h"
#include "tests/test_program.h"

#include <QFileDialog>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace test_compare_panel {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr std::int64_t many = 400; ///< epochs: long enough to act while it trains

} // namespace

/// From one click to a conclusion, on the reference backend.
class TestComparePanel : public test::ComparePanelTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init() { makePanel(); }
    void cleanup() { dropPanel(); }
    void invitesToACompare();
    void comparesPrecisions();
    void tellsWhatAEstimateMustBeat();
    void takesOperationsApart();
    void aStopKeepsWhatIsDone();
    void oneThatFailsLeavesTheOthers();
    void saysWhatIsWrong();
    void waitsForOthers();
    void tellsHowLongItTakes();
    void forgetsAnotherProject();
    void endsWhileItTrains();
    void theBestSettingIsFirst();
    void aRowOpensItsRun();
    void theTableIsExported();
};

void TestComparePanel::invitesToACompare()
{
    QVERIFY(!table().isVisible());
    QVERIFY(!child<PlotPanel>("compareCurves")->isVisible());
    QVERIFY(!conclusions().isVisible());
    QVERIFY(!problem().isVisible());
    QVERIFY(!child<QWidget>("compareBar")->isVisible());
    QVERIFY(child<QLabel>("compareAbout")->text().contains(u"kept as a run"_s));
    QVERIFY(child<QLabel>("comparePlan")->text().startsWith(u"2 run"_s));
    QVERIFY(child<QPushButton>("compareStart")->isEnabled());
    QVERIFY(child<QCheckBox>("compare_fp32")->isChecked());
    QVERIFY(child<QCheckBox>("compare_bf16")->isChecked());
    QVERIFY(!child<QCheckBox>("compare_tf32")->isEnabled()); // not on the reference
    QVERIFY(!child<QCheckBox>("compare_tf32")->toolTip().isEmpty());
    m_document->edit(u"precision"_s, [](Project& project) { project.training.precision = "fp16-emulated"; });
    QVERIFY(child<QCheckBox>("compare_fp16-emulated")->isChecked());
    QVERIFY(!child<QCheckBox>("compare_bf16")->isChecked());
    test::savePictures(*m_panel, u"compare-before"_s);
    by(u"Batch sizes"_s);
    QCOMPARE(child<QLineEdit>("compareBatches")->text(), u"4, 8, 16"_s);
    QVERIFY(!child<QWidget>("compareValues")->isVisible());
}

void TestComparePanel::comparesPrecisions()
{
    start();
    QVERIFY(session().isLive());
    QVERIFY(!child<QComboBox>("compareBy")->isEnabled());
    QVERIFY(child<QWidget>("compareBar")->isVisible());
    QCOMPARE(column(u"Training"_s), (QStringList{u"FP32"_s, u"BF16"_s}));
    QVERIFY(ends());
    QVERIFY2(!problem().isVisible(), qPrintable(problem().text()));
    QCOMPARE(session().results().size(), 2u);
    QCOMPARE(column(u"State"_s), (QStringList{u"done"_s, u"done"_s}));
    QVERIFY(!column(u"Memory"_s).contains(QString()));
    QVERIFY(!column(u"Step"_s).contains(QString()));
    QVERIFY(!column(u"Accuracy, validation"_s).join(u' ').isEmpty());
    for (int i = 0; i < table().columnCount(); ++i) { // each visible column has content
        QStringList texts;
        for (int row = 0; row < table().topLevelItemCount(); ++row)
            texts << table().topLevelItem(row)->text(i);
        QVERIFY2(table().isColumnHidden(i) == texts.join(QString()).isEmpty(), qPrintable(table().headerItem()->text(i)));
    }
    QVERIFY(column(u"Energy"_s).isEmpty()); // it can't be measured here
    QVERIFY(conclusions().isVisible()); // about having one seed only
    QVERIFY2(conclusions().text().contains(u"with several seeds"_s), qPrintable(conclusions().text()));
    QVERIFY2(findings().contains(u"BF16 "_s), qPrintable(findings()));
    QVERIFY(!child<QWidget>("compareAbout")->isVisible());
    QVERIFY(!child<QWidget>("compareBar")->isVisible());
    QVERIFY(child<QComboBox>("compareBy")->isEnabled());
    QCOMPARE(m_document->undoStack().count(), 0);

    QCOMPARE(m_small->runs().size(), 2u);
    const runs::RunSummary first = runs::summarize(session().results()[0].run),
                           second = runs::summarize(session().results()[1].run);
    QCOMPARE(first.precision, std::string("fp32"));
    QCOMPARE(second.precision, std::string("bf16"));
    QCOMPARE(second.seed, first.seed);
    QCOMPARE(second.graphHash, first.graphHash);
    QCOMPARE(first.state, RunState::done);

    auto* curves = child<PlotPanel>("compareCurves");
    QVERIFY(curves->isVisible());
    QCOMPARE(curves->runs().size(), 2u);
    QCOMPARE(curves->runs()[1].name, u"BF16"_s);
    for (const runs::VariantResult& result : session().results())
        for (const char* quantity : {"loss", "accuracy"}) {
            const CurveSeries* trained = curves->model().find({result.run.string(), quantity, CurveKind::train});
            const CurveSeries* validated = curves->model().find({result.run.string(), quantity, CurveKind::validation});
            QVERIFY(trained && validated);
            QCOMPARE(trained->size(), 16u);
            QCOMPARE(validated->size(), 2u);
        }
    QVERIFY(table().topLevelItem(0)->data(0, Qt::DecorationRole).value<QColor>()
            != table().topLevelItem(1)->data(0, Qt::DecorationRole).value<QColor>());
    QTRY_VERIFY(test::isQuiet(*curves)); // they are drawn
    test::savePictures(*m_panel, u"compare-after"_s);
}

void TestComparePanel::tellsWhatAEstimateMustBeat()
{
    const QTemporaryDir folder;
    Project project = test::tinySeriesProject(folder.path().toStdString());
    project.training.device = "reference";
    m_document->reset(project, {});
    QTRY_VERIFY_WITH_TIMEOUT(child<QPushButton>("compareStart")->isEnabled(), patience);
    start();
    QVERIFY(ends());
    QVERIFY2(findings().contains(u"repeats the last known value would reach a mean absolute error of 1.5000 and "_s),
             qPrintable(findings())); // it rises by one each time
    QVERIFY2(conclusions().text().contains(u" validation Root mean squared error"_s),
             qPrintable(conclusions().text())); // by its title
}

void TestComparePanel::takesOperationsApart()
{
    by(u"Fusion"_s);
    start();
    QVERIFY(ends());
    QCOMPARE(sorted(column(u"Training"_s)), (QStringList{u"fused"_s, u"not fused"_s}));
    QVERIFY(runs::summarize(session().results()[0].run).fuse);
    QVERIFY(!runs::summarize(session().results()[1].run).fuse);
}

void TestComparePanel::aStopKeepsWhatIsDone()
{
    setEpochs(many);
    by(u"Batch sizes"_s);
    typeBatches(u"8,16,4"_s);
    start();
    QVERIFY(isInTheSecond());
    QCOMPARE(child<QPushButton>("compareStart")->text(), u"Stop"_s);
    QCOMPARE(column(u"State"_s).first(), u"done"_s);
    QCOMPARE(column(u"State"_s).last(), u"waiting"_s);
    start(); // the same button
    QCOMPARE(session().state(), CompareSession::State::stopping);
    QVERIFY(!child<QPushButton>("compareStart")->isEnabled());
    QVERIFY(ends());
    QCOMPARE(column(u"State"_s), (QStringList{u"done"_s, u"stopped"_s, u"not trained"_s}));
    QCOMPARE(findings().split(u'\n').first(), u"• Batch 16 was stopped before its end"_s);
    QVERIFY(!conclusions().isVisible()); // with one alone there is no choice
    QCOMPARE(m_small->runs().size(), 2u);
    QCOMPARE(runs::summarize(session().results()[0].run).state, RunState::done);
    QCOMPARE(runs::summarize(session().results()[1].run).state, RunState::stopped);
    QCOMPARE(child<QPushButton>("compareStart")->text(), u"Compare"_s);
    QVERIFY(child<QPushButton>("compareStart")->isEnabled());
}

void TestComparePanel::oneThatFailsLeavesTheOthers()
{
    by(u"Batch sizes"_s);
    typeBatches(u"1000, 8, 16"_s);
    start();
    QVERIFY(ends());
    QCOMPARE(column(u"State"_s), (QStringList{u"done"_s, u"done"_s, u"failed"_s}));
    const QStringList sentences = findings().split(u'\n');
    QVERIFY(sentences.size() >= 2);
    QVERIFY2(sentences[0].contains(u" failed: "_s), qPrintable(sentences[0]));
    QVERIFY2(sentences[1].contains(u"batch 16 "_s, Qt::CaseInsensitive) && sentences[1].contains(u"batch 8"_s),
             qPrintable(sentences[1]));
    QCOMPARE(m_small->runs().size(), 2u);
    QCOMPARE(child<PlotPanel>("compareCurves")->runs().size(), 2u);
}

void TestComparePanel::saysWhatIsWrong()
{
    tick("compare_bf16");
    QVERIFY(!child<QCheckBox>("compare_bf16")->isChecked());
    start();
    QVERIFY(!session().isLive());
    QVERIFY2(problem().isVisible() && problem().text().contains(u"two or more"_s), qPrintable(problem().text()));
    {
        const netsmith::test::LoudLanguage loud;
        QTRY_VERIFY(problem().isVisible() && problem().text().contains(u"TWO OR MORE"_s));
    }
    QTRY_VERIFY(problem().text().contains(u"two or more"_s));
    by(u"Batch sizes"_s);
    for (const QString& wrong : {u"many"_s, u"8, 0"_s, u"8, -16"_s, u"8; 1.5"_s, u"8"_s, u"99999999999999999999, 8"_s}) {
        typeBatches(wrong);
        start();
        QVERIFY2(!session().isLive() && problem().isVisible(), qPrintable(wrong));
    }
    by(u"Fusion"_s);
    m_document->edit(u"cut"_s, [](Project& project) { project.graph.edges.clear(); });
    start();
    QVERIFY(!session().isLive());
    QVERIFY2(problem().text().contains(u"error"_s), qPrintable(problem().text()));
    QVERIFY(m_small->runs().empty());
    m_document->undoStack().undo();
    start();
    QVERIFY(!problem().isVisible());
    QVERIFY(ends());
}

void TestComparePanel::waitsForOthers()
{
    auto* button = child<QPushButton>("compareStart");
    JobScheduler scheduler;
    Document other(nullptr);
    WindowJobs jobs(scheduler, *m_document), otherJobs(scheduler, other);
    m_panel->setJobs(jobs);
    for (const JobKind kind : {JobKind::run, JobKind::verification, JobKind::twin}) {
        jobs.begin(kind, {});
        QVERIFY(!button->isEnabled());
        QVERIFY(!button->toolTip().isEmpty());
        start();
        QVERIFY(!session().isLive());
        jobs.end(kind);
    }
    QVERIFY(button->isEnabled());
    otherJobs.begin(JobKind::run, {});
    start();
    QVERIFY(!session().isLive());
    QVERIFY2(problem().text().contains(u"another window"_s), qPrintable(problem().text()));
    otherJobs.end(JobKind::run);
    start();
    QVERIFY(session().isLive());
    QVERIFY(jobs.has(JobKind::comparison));
    QVERIFY(ends());
    QVERIFY(!jobs.has(JobKind::comparison));
    m_panel.reset();
}

void TestComparePanel::tellsHowLongItTakes()
{
    setEpochs(many);
    start();
    QTRY_VERIFY_WITH_TIMEOUT(session().secondsLeft() && session().results().empty(), patience);
    QVERIFY(*session().secondsLeft() > *session().progress().secondsLeft); // the second is to come
    QVERIFY(session().share() > 0.0 && session().share() < 0.5);
    const QString words = child<QLabel>("compareWords")->text();
    QVERIFY2(words.startsWith(u"1 of 2: FP32 · epoch "_s) && words.endsWith(u" left"_s), qPrintable(words));
    QVERIFY2(column(u"State"_s).first().endsWith(u" %"_s), qPrintable(column(u"State"_s).first()));
    QVERIFY(isInTheSecond());
    QVERIFY(session().share() > 0.5);
    start();
    QVERIFY(ends());
}

void TestComparePanel::forgetsAnotherProject()
{
    start();
    QVERIFY(ends());
    m_document->reset(test::smallProject(many), {});
    QCOMPARE(session().state(), CompareSession::State::idle);
    QVERIFY(!table().isVisible());
    QVERIFY(!conclusions().isVisible());
    QVERIFY(child<PlotPanel>("compareCurves")->runs().empty());
    start();
    QTRY_VERIFY_WITH_TIMEOUT(session().progress().step > 0, patience);
    m_document->reset(test::smallProject(2), {}); // the old one trains on to its next launch, and its report is ignored
    QCOMPARE(session().state(), CompareSession::State::idle);
    start();
    QVERIFY(ends());
    QCOMPARE(session().results().size(), 2u);
    QCOMPARE(column(u"State"_s), (QStringList{u"done"_s, u"done"_s}));
}

void TestComparePanel::endsWhileItTrains()
{
    setEpochs(many);
    start();
    QTRY_VERIFY_WITH_TIMEOUT(session().progress().step > 0, patience);
    m_panel.reset(); // waits for the checkpoint, and no answer comes after it
    QCoreApplication::processEvents();
    QCOMPARE(m_small->runs().size(), 1u);
    QCOMPARE(runs::summarize(m_small->runs().front()).state, RunState::stopped);
}

void TestComparePanel::theBestSettingIsFirst()
{
    by(u"Learning rates"_s);
    type("compareRates", u"1e-9, 0.01"_s);
    setEpochs(8);
    start();
    QCOMPARE(column(u"Training"_s), (QStringList{u"lr 1e-09"_s, u"lr 0.01"_s})); // in training order
    QVERIFY(ends());
    QCOMPARE(column(u"Training"_s), (QStringList{u"lr 0.01"_s, u"lr 1e-09"_s}));
}

void TestComparePanel::aRowOpensItsRun()
{
    QSignalSpy wanted(m_panel.get(), &ComparePanel::runWanted);
    start();
    QVERIFY(ends());
    auto* open = child<QPushButton>("compareOpenRun");
    QVERIFY(!open->isEnabled()); // no row is selected
    for (int row = 0; row < 2; ++row) {
        QTreeWidgetItem* item = table().topLevelItem(row);
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, table().visualItemRect(item).center());
        QVERIFY(open->isEnabled());
        QTest::mouseClick(open, Qt::LeftButton);
        QCOMPARE(wanted.size(), row + 1);
        const auto run = wanted.last().first().value<std::filesystem::path>();
        const auto result = std::ranges::find(session().results(), item->text(0).toStdString(),
                                              [](const runs::VariantResult& each) { return each.name.text(); });
        QVERIFY(result != session().results().end());
        QCOMPARE(run, result->run);
    }
    QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, table().visualItemRect(table().topLevelItem(1)).center());
    QTRY_COMPARE(wanted.size(), 3);
}

void TestComparePanel::theTableIsExported()
{
    QVERIFY(!child<QPushButton>("compareExport")->isVisible());
    start();
    QVERIFY(ends());
    QTest::mouseClick(child<QPushButton>("compareExport"), Qt::LeftButton);
    auto* dialog = child<QFileDialog>("compareExportDialog");
    QVERIFY(dialog);
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"table.csv"_s);
    Q_EMIT dialog->fileSelected(file);
    QTRY_VERIFY(QFile::exists(file));
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = written.readAll().trimmed().split('\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[0].startsWith("training,setting,state,metric,value,"));
    QVERIFY(lines[1].contains("val_accuracy"));
    Q_EMIT dialog->fileSelected(folder.filePath(u"no folder/table.csv"_s));
    QTRY_VERIFY(problem().isVisible());
}

NETSMITH_WINDOW_TEST(TestComparePanel)

} // namespace test_compare_panel

#include "test_compare_panel.moc"
