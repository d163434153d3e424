#include "gui/plots/curve_plot.h"
#include "gui/twin/exponent_plot.h"
#include "gui/twin/twin_losses.h"
#include "gui/twin/twin_panel.h"
#include "gui/twin/twin_table.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/theme.h"
#include "tests/gui/loud_language.h"
#include "tests/gui/training/small_training.h"
#include "tests/gui/training/picture.h"
#include "tests/test_program.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSlider>
#include <QUndoStack>
#include <QtTest>

namespace test_twin_panel {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// From the button to a layer kept in FP32, on the reference backend.
class TestTwinPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void init();
    void cleanup();
    void whatItIsForStandsBelowTheButtons();
    void measuresLayers();
    void goesThroughTime();
    void keepsALayer();
    void whatCannotBeKeptIsTakenBack();
    void rowsStayWhereTheyAre();
    void theAdviceIsThatOfAllMoments();
    void theAdvisedScaleIsAnEdit();
    void showsTheLossScale();
    void isPausedAndStopped();
    void saysWhatIsWrong();
    void forgetsAnotherProject();
    void waitsForARun();
    void endsWhileItTrains();

private:
    template <class T>
    T* child(const char* name)
    {
        return m_panel->findChild<T*>(QString::fromLatin1(name));
    }
    void click(const char* name) { QTest::mouseClick(child<QPushButton>(name), Qt::LeftButton); }
    TwinSession& session() { return m_panel->session(); }
    TwinTable& table() { return *child<TwinTable>("twinTable"); }
    bool comesTo(std::size_t moments)
    {
        return QTest::qWaitFor([&] { return session().moments().size() >= moments; }, 60000);
    }
    void choose(const char* node)
    {
        const auto items = table().findItems(QString::fromLatin1(node), Qt::MatchExactly);
        QCOMPARE(items.size(), 1);
        table().setCurrentItem(items.front());
    }

    test::SmallTraining m_small;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<TwinPanel> m_panel;
};

void TestTwinPanel::init()
{
    m_document = std::make_unique<Document>();
    m_document->setDataDir(m_small.folder());
    m_document->reset(test::smallProject(1000), {});
    m_panel = std::make_unique<TwinPanel>(*m_document);
    m_panel->resize(480, 800);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

void TestTwinPanel::cleanup()
{
    m_panel.reset();
    m_document.reset();
}

void TestTwinPanel::whatItIsForStandsBelowTheButtons()
{
    m_panel->resize(900, 800);
    const auto* about = child<QLabel>("twinAbout");
    QVERIFY(about->isVisible());
    const int gap = about->y() - child<QPushButton>("twinStart")->geometry().bottom();
    QVERIFY2(gap > 0 && gap <= 24, qPrintable(QString::number(gap)));
}

void TestTwinPanel::measuresLayers()
{
    QVERIFY(!child<NoteBox>("twinAdvice")->isVisible());
    click("twinStart");
    QVERIFY(session().isLive());
    QVERIFY(!child<QComboBox>("twinPrecision")->isEnabled());
    QVERIFY(comesTo(2));
    QCOMPARE(session().moments().front().step, 0);
    QCOMPARE(table().topLevelItemCount(), static_cast<int>(session().moments().back().layers.size()));
    const QTreeWidgetItem& dense = *table().findItems(u"dense_1"_s, Qt::MatchExactly).front();
    for (int column = 0; column < table().columnCount(); ++column)
        QVERIFY2(!dense.text(column).isEmpty(), qPrintable(table().headerItem()->text(column)));
    QVERIFY(child<TwinLosses>("twinLosses")->graph(0)->dataCount() >= 10);
    QVERIFY(child<TwinLosses>("twinLosses")->graph(1)->dataCount() >= 10);
    QVERIFY(child<NoteBox>("twinAdvice")->isVisible());
    QVERIFY(!child<QPushButton>("twinKeep")->isEnabled());
    choose("dense_1");
    QVERIFY(child<QPushButton>("twinKeep")->isEnabled());
    QVERIFY(child<QLabel>("twinLayer")->text().contains(u"dense_1"_s));
    QVERIFY(!child<ExponentPlot>("exponentPlot")->accessibleDescription().isEmpty());
    QCOMPARE(m_document->undoStack().count(), 0);
}

void TestTwinPanel::goesThroughTime()
{
    auto* slider = child<QSlider>("twinSlider");
    QVERIFY(!slider->isEnabled());
    click("twinStart");
    QVERIFY(comesTo(3));
    QVERIFY(slider->isEnabled());
    QCOMPARE(slider->value(), slider->maximum());
    choose("dense_1");
    slider->setValue(0);
    QVERIFY2(child<QLabel>("twinAt")->text().startsWith(u"step 0"_s), qPrintable(child<QLabel>("twinAt")->text()));
    QCOMPARE(table().chosen(), std::string("dense_1"));
    const std::size_t before = session().moments().size();
    QVERIFY(comesTo(before + 1));
    QCOMPARE(slider->value(), 0); // stays where the user put it
    slider->setValue(slider->maximum());
    QVERIFY(comesTo(session().moments().size() + 1));
    QCOMPARE(slider->value(), slider->maximum());
}

void TestTwinPanel::keepsALayer()
{
    click("twinStart");
    QVERIFY(comesTo(1));
    choose("dense_1");
    click("twinKeep");
    QCOMPARE(m_document->project().training.fp32Layers, std::vector<std::string>{"dense_1"});
    QCOMPARE(m_document->undoStack().count(), 1);
    QCOMPARE(session().project().training.fp32Layers, std::vector<std::string>{"dense_1"});
    QVERIFY(!child<QPushButton>("twinKeep")->isEnabled());
    const std::size_t before = session().moments().size();
    QVERIFY(comesTo(before + 2)); // it goes on
    QVERIFY(!child<NoteBox>("twinProblem")->isVisible());
    m_document->undoStack().undo();
    QVERIFY(session().project().training.fp32Layers.empty());
    QVERIFY(child<QPushButton>("twinKeep")->isEnabled());
}

/// A setting from elsewhere stays; a click here that can't be applied is undone.
void TestTwinPanel::whatCannotBeKeptIsTakenBack()
{
    click("twinStart");
    QVERIFY(comesTo(1));
    choose("dense_1");
    m_document->edit(u"new"_s, [](Project& project) { // a layer that the twin does not have
        Node node;
        node.id = "dense_9";
        node.layer = "dense";
        project.graph.nodes.push_back(node);
        project.training.fp32Layers = {"dense_9"};
    });
    auto* problem = child<NoteBox>("twinProblem");
    QTRY_VERIFY_WITH_TIMEOUT(problem->isVisible(), 60000);
    QVERIFY2(problem->text().contains(u"dense_9"_s), qPrintable(problem->text()));
    QCOMPARE(m_document->project().training.fp32Layers, std::vector<std::string>{"dense_9"});
    QVERIFY(session().project().training.fp32Layers.empty());
    QVERIFY(session().isLive());

    click("twinKeep");
    QVERIFY(!problem->isVisible());
    QCOMPARE(m_document->project().training.fp32Layers, (std::vector<std::string>{"dense_9", "dense_1"}));
    QTRY_COMPARE_WITH_TIMEOUT(m_document->project().training.fp32Layers, std::vector<std::string>{"dense_9"}, 60000);
    QVERIFY(problem->isVisible());
    QVERIFY(child<QPushButton>("twinKeep")->isEnabled());
    QCOMPARE(m_document->undoStack().index(), 1);

    m_document->edit(u"none"_s, [](Project& project) { project.training.fp32Layers.clear(); });
    click("twinKeep");
    const std::size_t before = session().moments().size();
    QVERIFY(comesTo(before + 2)); // it goes on
    QCOMPARE(m_document->project().training.fp32Layers, std::vector<std::string>{"dense_1"});
    QCOMPARE(session().project().training.fp32Layers, std::vector<std::string>{"dense_1"});
    QVERIFY(!problem->isVisible());
}

/// The table is not rebuilt at each moment: its scroll position and selection stay.
void TestTwinPanel::rowsStayWhereTheyAre()
{
    table().setFixedHeight(70); // one row of three
    click("twinStart");
    QVERIFY(comesTo(1));
    choose("dense_1");
    table().scrollToBottom();
    auto* bar = table().verticalScrollBar();
    QVERIFY(bar->value() > 0);
    const int scrolled = bar->value();
    const QTreeWidgetItem* row = table().currentItem();
    const QString before = row->text(1);
    const std::size_t moments = session().moments().size();
    QVERIFY(comesTo(moments + 2));
    QCOMPARE(table().currentItem(), row);
    QCOMPARE(bar->value(), scrolled);
    QVERIFY(row->text(1) != before); // its numbers are new
}

void TestTwinPanel::theAdviceIsThatOfAllMoments()
{
    click("twinStart");
    QVERIFY(comesTo(4));
    click("twinPause");
    const twin::TwinAdvice all = twin::adviceOf(session().moments());
    const twin::TwinAdvice& told = session().advice();
    QCOMPARE(told.node, all.node);
    QCOMPARE(told.lossScale, all.lossScale);
    QCOMPARE(told.keptNow, all.keptNow);
    QStringList sentences;
    for (const Message& sentence : all.words)
        sentences << QString::fromStdString(sentence.text());
    QCOMPARE(child<NoteBox>("twinAdvice")->text(), sentences.join(u'\n'));
}

void TestTwinPanel::theAdvisedScaleIsAnEdit()
{
    m_document->edit(u"faint"_s, [](Project& project) {
        project.training.objectives[0].weight = 1e-7; // FP16 loses these gradients
        project.training.lossScale = 1.0;
    });
    const Project before = m_document->project();
    auto* scale = child<QPushButton>("twinScaleLoss");
    click("twinStart");
    QVERIFY(comesTo(1));
    click("twinPause");
    QVERIFY(scale->isVisible());
    const double wanted = session().advice().lossScale.value();
    QVERIFY(wanted > 1.0);
    click("twinScaleLoss");
    QCOMPARE(m_document->project().training.lossScale, wanted);
    QVERIFY(!scale->isVisible());
    m_document->undoStack().undo();
    QCOMPARE(m_document->project(), before);
    QVERIFY(scale->isVisible());
}

void TestTwinPanel::showsTheLossScale()
{
    auto* scale = child<QWidget>("twinScale");
    QVERIFY(!scale->isVisible());
    m_document->edit(u"heavy"_s, [](Project& project) { project.training.objectives[0].weight = 1e3; }); // overflows at first
    click("twinStart");
    QVERIFY(comesTo(2));
    click("twinPause");
    QTRY_VERIFY(!session().isSlicing());
    QVERIFY(scale->isVisible());
    const std::vector<PlotCurve>& curves = child<CurvePlot>("twinScalePlot")->curves();
    QCOMPARE(static_cast<std::int64_t>(curves[0].series->size()), session().lastStep()->step);
    QCOMPARE(curves[0].series->values(CurveTraceKind::raw).front(), 65536.0);
    QVERIFY(session().lastStep()->skipped > 0);
    QCOMPARE(static_cast<std::int64_t>(curves[1].series->size()), session().lastStep()->skipped);
    QVERIFY2(child<QLabel>("twinScaleTitle")->text().contains(u"skipped"_s), qPrintable(child<QLabel>("twinScaleTitle")->text()));
    click("twinStart");

    auto* precision = child<QComboBox>("twinPrecision");
    precision->setCurrentIndex(precision->findData(u"bf16-emulated"_s)); // it needs no scale
    click("twinStart");
    QVERIFY(comesTo(1));
    QVERIFY(!scale->isVisible());
    click("twinStart");
    precision->setCurrentIndex(precision->findData(u"int8"_s));
    click("twinStart");
    QVERIFY(comesTo(1));
    QVERIFY(session().moments().back().format.isInt8 && !scale->isVisible());
    test::savePictures(*m_panel, u"twin-int8"_s);
}

void TestTwinPanel::isPausedAndStopped()
{
    click("twinStart");
    QVERIFY(comesTo(1));
    click("twinPause");
    QCOMPARE(session().state(), TwinSession::State::paused);
    QTRY_VERIFY(!session().isSlicing()); // what was under way has arrived, and no more was requested
    const std::size_t moments = session().moments().size();
    const std::int64_t step = session().lastStep() ? session().lastStep()->step : 0;
    QCoreApplication::processEvents();
    QVERIFY(!session().isSlicing());
    QCOMPARE(session().moments().size(), moments);
    QCOMPARE(session().lastStep() ? session().lastStep()->step : 0, step);
    click("twinPause");
    QVERIFY(comesTo(moments + 1));
    click("twinStart");
    QCOMPARE(session().state(), TwinSession::State::ended);
    QVERIFY(!session().moments().empty());
    QVERIFY(table().topLevelItemCount() > 0);
    QVERIFY(child<QComboBox>("twinPrecision")->isEnabled());
}

void TestTwinPanel::saysWhatIsWrong()
{
    m_document->edit(u"break"_s, [](Project& project) { project.training.batch = 1 << 20; });
    click("twinStart");
    QTRY_VERIFY_WITH_TIMEOUT(child<NoteBox>("twinProblem")->isVisible(), 60000);
    QVERIFY(!session().isLive());
    m_document->edit(u"cut"_s, [](Project& project) { project.graph.edges.clear(); });
    click("twinStart");
    QVERIFY(!session().isLive());
    QVERIFY2(child<NoteBox>("twinProblem")->text().contains(u"error"_s), qPrintable(child<NoteBox>("twinProblem")->text()));
    const netsmith::test::LoudLanguage loud;
    QTRY_VERIFY(child<NoteBox>("twinProblem")->isVisible() && child<NoteBox>("twinProblem")->text().contains(u"ERROR"_s));
}

void TestTwinPanel::forgetsAnotherProject()
{
    click("twinStart");
    QVERIFY(comesTo(1));
    m_document->reset(test::smallProject(2), {});
    QCOMPARE(session().state(), TwinSession::State::idle);
    QVERIFY(session().moments().empty());
    QCOMPARE(table().topLevelItemCount(), 0);
    QVERIFY(!child<NoteBox>("twinAdvice")->isVisible());
    click("twinStart"); // 16 steps, and over by itself
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TwinSession::State::ended, 180000);
    QCOMPARE(session().lastStep()->step, 16);
    QVERIFY(!child<NoteBox>("twinProblem")->isVisible());
}

void TestTwinPanel::waitsForARun()
{
    JobScheduler scheduler;
    WindowJobs jobs(scheduler, *m_document);
    m_panel->setJobs(jobs);
    click("twinStart");
    QVERIFY(jobs.has(JobKind::twin));
    jobs.begin(JobKind::run, {});
    QVERIFY(!session().isLive());
    QVERIFY(!child<QPushButton>("twinStart")->isEnabled());
    jobs.end(JobKind::run);
    QVERIFY(child<QPushButton>("twinStart")->isEnabled());
    click("twinStart");
    QTRY_COMPARE_WITH_TIMEOUT(session().state(), TwinSession::State::ended, 180000);
    QVERIFY(!jobs.has(JobKind::twin));

    Document other(nullptr);
    WindowJobs otherJobs(scheduler, other);
    otherJobs.begin(JobKind::run, {});
    click("twinStart");
    QVERIFY(!session().isLive());
    QVERIFY(child<NoteBox>("twinProblem")->text().contains(u"another window"_s));
    m_panel.reset();
}

void TestTwinPanel::endsWhileItTrains()
{
    click("twinStart");
    QVERIFY(comesTo(1));
    m_panel.reset(); // waits for the current step, and no answer comes after it
    QCoreApplication::processEvents();
}

NETSMITH_WINDOW_TEST(TestTwinPanel)

} // namespace test_twin_panel

#include "test_twin_panel.moc"
