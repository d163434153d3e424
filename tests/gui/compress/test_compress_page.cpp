#include "engine/runs/store/run_store.h"
#include "engine/train/trainer/trainer.h"
#include "gui/compress/chain_view.h"
#include "gui/compress/compress_page.h"
#include "gui/compress/family_view.h"
#include "gui/compress/stage_list.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/theme.h"
#include "tests/gui/compress/page_under_test.h"
#include "tests/gui/loud_language.h"
#include "tests/gui/training/picture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>

namespace test_compress_page {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr std::int64_t many = 4000; ///< epochs: long enough to act while it trains

} // namespace

/// From a trained run to smaller ones by clicks, on the reference backend.
class TestCompressPage : public QObject, private test::PageUnderTest {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init() { begin(); }
    void cleanup() { end(); }
    void withoutARunItSaysWhatToDo();
    void aChainIsMadeByClicks();
    void anEarlierChainIsShown();
    void whatCannotBeDoneSaysWhy();
    void aStopKeepsTheRunAndTheRest();
    void aStopBeforeTheFirstRunLeavesNone();
    void itWaitsForOthers();
    void anotherProjectHasOtherRuns();
    void everythingFollowsTheLanguage();
};

void TestCompressPage::withoutARunItSaysWhatToDo()
{
    auto* about = child<QLabel>("compressAbout");
    QVERIFY(about->isVisible());
    QVERIFY2(about->text().contains(u"Train the network first"_s), qPrintable(about->text()));
    QVERIFY(!startButton().isVisible() && !child<QWidget>("stageList")->isVisible());
    test::savePictures(*m_page, u"compress-none"_s);
    list();
    QVERIFY(startButton().isVisible() && startButton().isEnabled());
    QVERIFY(!startButton().toolTip().isEmpty());
    QCOMPARE(m_page->chosen().filename(), m_run.filename());
    QVERIFY(about->isVisible() && about->text().contains(u"kept as a run"_s));
    QTRY_VERIFY(!m_page->isReading());
    QVERIFY(!child<QWidget>("chainView")->isVisible() && !child<QWidget>("familyView")->isVisible());
    test::savePictures(*m_page, u"compress-before"_s);
}

void TestCompressPage::aChainIsMadeByClicks()
{
    list();
    QSignalSpy chosen(m_page.get(), &CompressPage::runChosen);
    type("stage0", "epochsField", u"3"_s);
    QStringList training; // a short one is over before anything could look for it
    connect(&session(), &CompressSession::progressed, this, [&] {
        if (session().progress().training)
            training << child<QLabel>("compressWords")->text();
    });
    start();
    QVERIFY(session().isLive());
    QCOMPARE(startButton().text(), u"Stop"_s);
    QVERIFY(!child<QWidget>("stageList")->isEnabled() && !child<QComboBox>("compressRun")->isEnabled());
    QVERIFY(child<QWidget>("compressBar")->isVisible());
    QVERIFY(ends());
    disconnect(&session(), nullptr, this, nullptr);
    QVERIFY(!training.isEmpty());
    QVERIFY2(training[0].startsWith(u"1 of 2: Remove channels · epoch "_s), qPrintable(training[0]));
    QVERIFY2(!problem().isVisible(), qPrintable(problem().text()));
    QVERIFY(!child<QWidget>("compressBar")->isVisible() && !child<QWidget>("compressStopped")->isVisible());
    QCOMPARE(session().stage(), session().stages().size());
    QCOMPARE(m_small->runs().size(), 3u);
    QCOMPARE(session().runs().size(), 3u);

    QCOMPARE(changeOf(0), u"Original"_s);
    QCOMPARE(changeOf(1), u"50 % of the FLOPs removed, then trained"_s);
    QCOMPARE(changeOf(2), u"8 bits, static"_s);
    list(); // there the runs are called so, too
    QTRY_VERIFY(!m_page->isReading());
    const auto called = [&](int card) {
        return child<QWidget>(u"chainCard%1"_s.arg(card).toLatin1().constData())->findChild<QPushButton*>(u"chainOpen"_s)->text();
    };
    QCOMPARE(called(1), u"50 % of the FLOPs removed"_s);
    QCOMPARE(called(2), u"8 bits, static"_s);
    for (const char* name : {"chainBytes", "chainParameters", "chainFlops", "chainMemory", "chainP50_1", "chainP99_1",
                             "chainP50_64", "chainP99_64", "chainJudged", "chainInterval"})
        for (int card = 0; card < 3; ++card)
            QVERIFY2(!fact(card, name).isEmpty(), name);
    QVERIFY(fact(0, "chainBytesDifference").isEmpty()); // there is nothing before it
    QVERIFY2(fact(1, "chainBytesDifference").startsWith(u"0."_s) && fact(1, "chainBytesDifference").endsWith(u'×'),
             qPrintable(fact(1, "chainBytesDifference")));
    const std::vector<compress::ChainRun>& runs = child<ChainView>("chainView")->runs();
    QVERIFY(runs[1].measures->size.flops < 0.51 * runs[0].measures->size.flops);
    QVERIFY(runs[1].measures->bytes < runs[0].measures->bytes);
    QVERIFY(runs[1].isTrained && !runs[2].isTrained);
    test::savePictures(*m_page, u"compress-after"_s);

    // The plot has all of them; a click or Enter asks for one.
    QVERIFY(plot().isVisible());
    QCOMPARE(plot().points().size(), 3u);
    for (const ParetoPoint& point : plot().points())
        QVERIFY(point.interval && point.isShown && !point.name.isEmpty());
    QVERIFY(std::ranges::any_of(plot().points(), &ParetoPoint::isFront));
    for (std::size_t i = 0; i < plot().points().size(); ++i)
        QVERIFY(plot().axisRect()->rect().contains(plot().placeOf(i).toPoint()));
    QTest::mouseClick(&plot(), Qt::LeftButton, {}, plot().placeOf(0).toPoint());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.back()[0].value<std::filesystem::path>().filename(), plot().points()[0].run.filename());
    QTest::mouseClick(&plot(), Qt::LeftButton, {}, QPoint(plot().width() - 2, 2)); // beside them
    QCOMPARE(chosen.count(), 1);
    plot().setFocus();
    QTest::keyClick(&plot(), Qt::Key_Right);
    QTest::keyClick(&plot(), Qt::Key_Right);
    QTest::keyClick(&plot(), Qt::Key_Right);
    QTest::keyClick(&plot(), Qt::Key_Left);
    QTest::keyClick(&plot(), Qt::Key_Return);
    QCOMPARE(chosen.count(), 2);
    QCOMPARE(chosen.back()[0].value<std::filesystem::path>().filename(), plot().points()[1].run.filename());
    QVERIFY(plot().wordsOf(1).contains(plot().points()[1].change));
    QVERIFY(!plot().pointAt(QPointF(-100.0, -100.0)));
    auto* cost = child<QComboBox>("familyCost");
    for (int i = 0; i < cost->count(); ++i) {
        cost->setCurrentIndex(i);
        QCOMPARE(plot().points().size(), 3u);
        QVERIFY(std::ranges::is_sorted(plot().points(), {}, &ParetoPoint::cost));
    }
    QTRY_VERIFY(!m_page->isReading());
    QTest::mouseClick(child<QWidget>("chainCard0")->findChild<QPushButton*>(u"chainOpen"_s), Qt::LeftButton);
    QCOMPARE(chosen.back()[0].value<std::filesystem::path>().filename(), m_run.filename());

    // What is shown can be saved.
    QSignalSpy failed(m_page.get(), &CompressPage::exportFailed);
    for (const char* action : {"saveFamilyPng", "saveFamilySvg", "saveFamilyCsv"}) {
        child<QAction>(action)->trigger();
        auto* dialog = child<QFileDialog>("familyExportDialog");
        QVERIFY(dialog);
        delete dialog;
    }
    const std::filesystem::path folder = m_small->folder();
    for (const char* name : {"all.png", "all.svg", "all.csv"}) {
        const QString file = QString::fromStdString((folder / name).string());
        child<FamilyView>("familyView")->save(folder / name);
        QTRY_VERIFY(QFile::exists(file) && QFileInfo(file).size() > 200);
    }
    QFile table(QString::fromStdString((folder / "all.csv").string()));
    QVERIFY(table.open(QIODevice::ReadOnly));
    const QStringList lines = QString::fromUtf8(table.readAll()).trimmed().split(u'\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY(lines[0].startsWith(u"run,made_of,change,trained,bytes"_s) && lines[0].contains(u"accuracy,accuracy_low"_s));
    for (const QString& line : lines)
        QCOMPARE(line.count(u','), lines[0].count(u','));
    child<FamilyView>("familyView")->save("/nowhere/all.csv");
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(failed[0][0].toString().contains(u"/nowhere"_s));
}

void TestCompressPage::anEarlierChainIsShown()
{
    compress::ChainOptions options{
        .stages = stagesOf({{"prune", {{"epochs", std::int64_t{0}}}}, {"cluster"}}), .dataDir = m_small->folder(), .timed = false};
    (void)compress::runChain(m_run, options);
    list();
    QTRY_VERIFY_WITH_TIMEOUT(m_page->chosen().filename() == m_run.filename(), patience); // not the newest one
    QTRY_VERIFY(!m_page->isReading());
    QCOMPARE(child<ChainView>("chainView")->runs().size(), 3u);
    QVERIFY2(changeOf(2).startsWith(u"16 value"_s), qPrintable(changeOf(2)));
    QVERIFY(fact(1, "chainP50_1").isEmpty() && !fact(1, "chainBytes").isEmpty()); // nothing was timed
    QCOMPARE(plot().points().size(), 3u);
    child<QComboBox>("familyCost")->setCurrentIndex(1);
    QVERIFY(plot().points().empty());
    // A person's choice stays.
    m_page->choose(m_small->runs()[1]);
    QTRY_VERIFY(!m_page->isReading());
    QCOMPARE(child<ChainView>("chainView")->runs().size(), 2u);
    list();
    QTRY_VERIFY(!m_page->isReading());
    QCOMPARE(m_page->chosen().filename(), m_small->runs()[1].filename());
}

void TestCompressPage::whatCannotBeDoneSaysWhy()
{
    list();
    type("stage0", "shareField", u"0.99"_s);
    start();
    QVERIFY(ends());
    QVERIFY2(problem().isVisible() && problem().text().contains(u"FLOPs"_s), qPrintable(problem().text()));
    QCOMPARE(m_small->runs().size(), 1u);
    QVERIFY(startButton().isEnabled());
    QVERIFY(!child<QWidget>("compressStopped")->isVisible());
    // What can be said before is said at the stage, and nothing starts.
    auto* stages = child<StageList>("stageList");
    stages->setStages({{"sparsify", {{"steps", std::int64_t{3}}, {"epochs", std::int64_t{0}}}}});
    QVERIFY(!startButton().isEnabled());
    QCOMPARE(startButton().toolTip(), stages->mistake());
    QVERIFY(!stages->mistake().isEmpty());
    stages->setStages({{"cluster"}});
    QVERIFY(startButton().isEnabled());
    start();
    QVERIFY(!problem().isVisible());
    QVERIFY(ends());
    QCOMPARE(m_small->runs().size(), 2u);
}

void TestCompressPage::aStopKeepsTheRunAndTheRest()
{
    list();
    type("stage0", "epochsField", QString::number(many));
    start();
    QTRY_VERIFY_WITH_TIMEOUT(session().progress().training && session().progress().done > 0, patience);
    start(); // the same button
    QCOMPARE(session().state(), CompressSession::State::stopping);
    QVERIFY(!startButton().isEnabled());
    QVERIFY(ends());
    QVERIFY2(!problem().isVisible(), qPrintable(problem().text()));
    QCOMPARE(m_small->runs().size(), 2u);
    const std::filesystem::path stopped = m_small->runs()[1];
    QVERIFY(readRunRecord(stopped).take().state == RunState::stopped);
    list();
    auto* note = child<NoteBox>("compressStopped");
    QVERIFY(note->isVisible());
    QVERIFY2(note->text().contains(u"resumed"_s), qPrintable(note->text()));
    QTest::mouseClick(child<QPushButton>("compressGoOn"), Qt::LeftButton);
    QCOMPARE(m_page->chosen().filename(), stopped.filename());
    QVERIFY(child<StageList>("stageList")->stages() == std::vector<StageDraft>{{"quantize"}});
    start();
    QVERIFY(ends());
    QVERIFY2(!problem().isVisible(), qPrintable(problem().text()));
    QCOMPARE(m_small->runs().size(), 3u);
    QCOMPARE(child<ChainView>("chainView")->runs().size(), 3u); // back to the original
    QCOMPARE(changeOf(2), u"8 bits, static"_s);
}

void TestCompressPage::aStopBeforeTheFirstRunLeavesNone()
{
    list();
    start();
    session().stop();
    QVERIFY(ends());
    QVERIFY(!problem().isVisible());
    QVERIFY(m_small->runs().size() <= 2u); // the first stage may have been quicker
    start();
    QVERIFY(session().isLive());
    m_page.reset(); // while it computes
    m_page = std::make_unique<CompressPage>(*m_document);
}

void TestCompressPage::itWaitsForOthers()
{
    list();
    JobScheduler scheduler;
    Document other(nullptr);
    WindowJobs jobs(scheduler, *m_document), otherJobs(scheduler, other);
    m_page->setJobs(jobs);
    for (const JobKind kind : {JobKind::run, JobKind::comparison, JobKind::verification, JobKind::twin}) {
        jobs.begin(kind, {});
        QVERIFY(!startButton().isEnabled());
        QCOMPARE(startButton().toolTip(), jobs.whyNot(JobKind::compression));
        QCOMPARE(child<QLabel>("compressWords")->text(), startButton().toolTip());
        start();
        QVERIFY(!session().isLive());
        jobs.end(kind);
    }
    start();
    QVERIFY(jobs.has(JobKind::compression) && jobs.isTraining());
    QVERIFY2(jobs.whyNot(JobKind::run).contains(u"compressed"_s), qPrintable(jobs.whyNot(JobKind::run)));
    QVERIFY(!otherJobs.whyNot(JobKind::run).isEmpty());
    session().stop();
    QVERIFY(ends());
    QVERIFY(!jobs.has(JobKind::compression));
    m_page.reset();
}

void TestCompressPage::anotherProjectHasOtherRuns()
{
    list();
    child<StageList>("stageList")->setStages({{"cluster"}});
    start();
    m_document->reset(test::smallProject(1), {});
    QVERIFY(!session().isLive() && session().runs().empty());
    QVERIFY(m_page->chosen().empty() && !startButton().isVisible());
    list();
    QCOMPARE(child<StageList>("stageList")->stages().size(), 2u);
}

void TestCompressPage::everythingFollowsTheLanguage()
{
    list();
    {
        const netsmith::test::LoudLanguage loud;
        QTRY_COMPARE(startButton().text(), u"COMPRESS"_s);
        QCOMPARE(child<QLabel>("compressAbout")->text(), child<QLabel>("compressAbout")->text().toUpper());
        const auto* title = child<QWidget>("stage0")->findChild<QLabel*>(u"stageTitle"_s);
        QCOMPARE(title->text(), title->text().toUpper());
    }
    QTRY_COMPARE(startButton().text(), u"Compress"_s);
}

NETSMITH_WINDOW_TEST(TestCompressPage)

} // namespace test_compress_page

#include "test_compress_page.moc"
