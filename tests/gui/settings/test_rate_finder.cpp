#include "engine/backend/loader.h"
#include "gui/document/document.h"
#include "gui/plots/rate_plot.h"
#include "gui/settings/rate_finder.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/theme.h"
#include "tests/gui/loud_language.h"
#include "tests/test_program.h"

#include <QPushButton>
#include <QUndoStack>
#include <QtTest>

namespace test_rate_finder {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// From the button to the rate that the document trains with.
class TestRateFinder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init();
    void cleanup() { m_finder.reset(); }
    void offersWhatItFound();
    void isStopped();
    void saysWhatIsWrong();
    void waitsForARun();

private:
    template <class T>
    T* child(const char* name)
    {
        return m_finder->findChild<T*>(QString::fromLatin1(name));
    }
    void click(const char* name) { QTest::mouseClick(child<QPushButton>(name), Qt::LeftButton); }

    std::unique_ptr<Document> m_document;
    std::unique_ptr<RateFinder> m_finder;
};

void TestRateFinder::init()
{
    Project project = loadProject(NETSMITH_PROJECTS "/table_classifier/table_classifier.netsmith").take();
    if (!loadBackend("cpu"))
        project.training.device = "reference";
    m_document = std::make_unique<Document>();
    m_document->reset(project, {});
    m_finder = std::make_unique<RateFinder>(*m_document);
    m_finder->resize(280, 320);
    m_finder->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_finder.get()));
}

void TestRateFinder::offersWhatItFound()
{
    QVERIFY(!child<RatePlot>("ratePlot")->isVisible());
    click("findRate");
    QVERIFY(child<RatePlot>("ratePlot")->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(child<NoteBox>("rateNote")->isVisible(), 60000);
    QVERIFY2(child<NoteBox>("rateNote")->text().startsWith(u"The loss fell fastest at "_s),
             qPrintable(child<NoteBox>("rateNote")->text()));
    QCOMPARE(m_document->undoStack().count(), 0);
    QVERIFY(child<RatePlot>("ratePlot")->graph(1)->dataCount() > 20);
    {
        const netsmith::test::LoudLanguage loud;
        QTRY_VERIFY(child<NoteBox>("rateNote")->text().startsWith(u"THE LOSS"_s));
        QVERIFY(child<QPushButton>("useRate")->text().startsWith(u"USE"_s));
    }
    click("useRate");
    const double rate = std::get<double>(m_document->project().training.optimizer.parameters.at("learning_rate"));
    QVERIFY2(rate > 1e-4 && rate < 10.0 && rate != 1e-3, qPrintable(QString::number(rate)));
    QCOMPARE(m_document->undoStack().count(), 1);
    QVERIFY(!child<RatePlot>("ratePlot")->isVisible());
}

void TestRateFinder::isStopped()
{
    click("findRate");
    QVERIFY(m_finder->isBusy());
    QCOMPARE(child<QPushButton>("findRate")->text(), u"Stop the search"_s);
    click("findRate");
    QTRY_VERIFY_WITH_TIMEOUT(!m_finder->isBusy(), 60000);
    QVERIFY(!child<NoteBox>("rateNote")->isVisible());
    QCOMPARE(child<QPushButton>("findRate")->text(), u"Find a learning rate"_s);
}

void TestRateFinder::saysWhatIsWrong()
{
    m_document->edit(u"break"_s, [](Project& project) { project.training.batch = 1 << 20; });
    click("findRate");
    QTRY_VERIFY_WITH_TIMEOUT(child<NoteBox>("rateNote")->isVisible(), 60000);
    QVERIFY2(child<NoteBox>("rateNote")->text().contains(u"1200"_s) || child<NoteBox>("rateNote")->text().contains(u"1,200"_s),
             qPrintable(child<NoteBox>("rateNote")->text()));
    QVERIFY(!m_finder->isBusy());
    QVERIFY(!child<RatePlot>("ratePlot")->isVisible());
    const QString said = child<NoteBox>("rateNote")->text();
    const netsmith::test::LoudLanguage loud;
    QTRY_VERIFY(child<NoteBox>("rateNote")->text() != said);
    QVERIFY(child<NoteBox>("rateNote")->isVisible());
}

void TestRateFinder::waitsForARun()
{
    JobScheduler scheduler;
    WindowJobs jobs(scheduler, *m_document);
    m_finder->setJobs(jobs);
    click("findRate");
    QVERIFY(jobs.has(JobKind::rateRange));
    jobs.begin(JobKind::run, {});
    QTRY_VERIFY_WITH_TIMEOUT(!m_finder->isBusy(), 60000);
    QVERIFY(!child<QPushButton>("findRate")->isEnabled());
    m_finder->start();
    QVERIFY(!m_finder->isBusy());
    QVERIFY2(child<NoteBox>("rateNote")->text().contains(u"training"_s), qPrintable(child<NoteBox>("rateNote")->text()));
    jobs.end(JobKind::run);
    QVERIFY(child<QPushButton>("findRate")->isEnabled());
    click("findRate");
    QVERIFY(jobs.has(JobKind::rateRange));
    QTRY_VERIFY_WITH_TIMEOUT(!m_finder->isBusy(), 60000);
    QVERIFY(!jobs.has(JobKind::rateRange));
    m_finder.reset();
}

NETSMITH_WINDOW_TEST(TestRateFinder)

} // namespace test_rate_finder

#include "test_rate_finder.moc"
