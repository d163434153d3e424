#include "engine/core/parallel.h"
#include "engine/store/run_record.h"
#include "gui/app/window/work_pages.h"
#include "gui/document/document.h"
#include "gui/jobs/machine_use.h"
#include "gui/profiler/layer_cost_table.h"
#include "gui/profiler/profiler_page.h"
#include "gui/profiler/profiler_session.h"
#include "gui/profiler/roofline_plot.h"
#include "gui/profiler/sharing_view.h"
#include "gui/profiler/timeline_view.h"
#include "gui/training/training_session.h"
#include "gui/widgets/labels/note_box.h"
#include "gui/widgets/number_text.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QWheelEvent>

namespace test_profiler_page {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 120000; // ms

} // namespace

/// The profiler in the window: where a step's time goes, and buttons that make it faster.
class TestProfilerPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_studio = std::make_unique<StudioFixture>(); }
    void cleanup() { m_studio.reset(); }
    void beforeItSaysWhatItDoes();
    void aStepIsTakenApart();
    void aConvolutionIsShownBesideOthers();
    void theTimelineIsReadWithMouseAndKeys();
    void aSmallBatchIsMendedWithAClick();
    void everyCauseHasItsButton_data();
    void everyCauseHasItsButton();
    void nothingOfTheMachineChangesDuringARun();
    void theMachineIsUsedAsTheMenuSays();
    void aCancelledProfileLeavesNothing();
    void aRunHasTheDeviceFirst();
    void aBrokenProjectSaysWhy();
    void theTraceIsSaved();

private:
    void open()
    {
        m_studio->openForSteps(u"mnist_mlp"_s);
        m_studio->window().openPage(u"profiler"_s);
    }
    void profile()
    {
        QPushButton* button = m_studio->child<QPushButton>("profileButton");
        QVERIFY(button->isVisible() && button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(session().isBusy());
        QTRY_VERIFY_WITH_TIMEOUT(!session().isBusy(), patience);
    }
    ProfilerSession& session() { return m_studio->child<ProfilerPage>("profilerPage")->session(); }
    QString text(const char* label) { return m_studio->child<QLabel>(label)->text(); }
    Document& document() { return m_studio->window().document(); }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestProfilerPage::beforeItSaysWhatItDoes()
{
    open();
    QVERIFY(m_studio->child<QLabel>("profileAbout")->isVisible());
    QVERIFY(!m_studio->child<TimelineView>("timelineView")->isVisible());
    QVERIFY(!m_studio->child<QPushButton>("saveTraceButton")->isVisible());
    QCOMPARE(m_studio->child<QPushButton>("profileButton")->text(), u"Profile"_s);
}

void TestProfilerPage::aStepIsTakenApart()
{
    open();
    profile();
    QVERIFY2(!session().problem(), session().problem() ? session().problem()->text().c_str() : "");
    QVERIFY(!m_studio->child<QLabel>("profileAbout")->isVisible());
    QVERIFY2(text("profileFindings").contains(u"% of a step"_s), qPrintable(text("profileFindings")));
    QVERIFY2(text("profileState").contains(u"a step of 32 samples"_s), qPrintable(text("profileState")));
    auto* table = m_studio->child<LayerCostTable>("layerCostTable");
    QVERIFY(table->isVisible());
    QStringList layers;
    double shares = 0.0;
    for (int i = 0; i < table->topLevelItemCount(); ++i) {
        layers << table->topLevelItem(i)->text(0);
        shares += table->topLevelItem(i)->data(3, Qt::UserRole).toDouble();
    }
    QVERIFY(layers.contains(u"dense_1"_s) && layers.contains(u"dense_2"_s));
    QVERIFY(shares > 0.95 && shares < 1.0 + 1e-9);
    auto* plot = m_studio->child<RooflinePlot>("rooflinePlot");
    QVERIFY(plot->points().size() >= 2);
    QVERIFY(plot->wordsAt(plot->placeOf(0)).startsWith(QString::fromStdString(plot->points().front().layer)));
    QVERIFY(plot->wordsAt(QPointF(-100.0, -100.0)).isEmpty());
    // A layer of the table is shown on the canvas.
    for (int i = 0; i < table->topLevelItemCount(); ++i)
        if (table->topLevelItem(i)->text(0) == u"dense_2"_s) {
            table->setCurrentItem(table->topLevelItem(i));
            table->setFocus();
            QTest::keyClick(table, Qt::Key_Return);
        }
    QCOMPARE(m_studio->window().findChild<WorkPages*>()->current(), u"network"_s);
    QVERIFY(document().selection().contains("dense_2"));
}

void TestProfilerPage::aConvolutionIsShownBesideOthers()
{
    m_studio->openForSteps(u"shifted_digits"_s);
    document().edit(u"smaller"_s, [](Project& project) {
        project.training.batch = 8;
        for (Node& node : project.graph.nodes)
            if (node.parameters.contains("filters"))
                node.parameters["filters"] = std::int64_t{4};
    });
    m_studio->window().openPage(u"profiler"_s);
    profile();
    QVERIFY2(!session().problem(), session().problem() ? session().problem()->text().c_str() : "");
    const auto& costs = session().result()->sharing;
    QVERIFY(costs);
    auto* view = m_studio->child<SharingView>("sharingView");
    QVERIFY(view->isVisible());
    QVERIFY2(text("profileSharing").contains(QString::fromStdString(costs->layer)), qPrintable(text("profileSharing")));
    for (std::size_t i = 0; i < costs->connections.size(); ++i) {
        const auto cell = [&](int column) {
            return m_studio->child<QLabel>(u"sharing_%1_%2"_s.arg(i).arg(column).toLatin1().constData())->text();
        };
        QCOMPARE(cell(1), countText(costs->connections[i].parameters));
        QCOMPARE(cell(3), durationText(costs->connections[i].seconds));
    }
    QCOMPARE(m_studio->child<QLabel>("sharing_0_0")->text(), u"Dense"_s);
    if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
        view->parentWidget()->grab().save(folder + u"/profiler_sharing.png"_s);
}

void TestProfilerPage::theTimelineIsReadWithMouseAndKeys()
{
    open();
    profile();
    auto* view = m_studio->child<TimelineView>("timelineView");
    const inspect::TrainingProfile& profile = session().result()->profile;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < profile.kernels.size(); ++i)
        if (profile.kernels[i].shown > profile.kernels[longest].shown)
            longest = i;
    QTRY_VERIFY([&] { // again where the page was laid out meanwhile
        QTest::mouseMove(view, view->rectangleOf(longest).center().toPoint());
        return view->described() == std::optional(longest);
    }());
    QVERIFY2(text("profilePointed").contains(QString::fromStdString(profile.kernels[longest].op)),
             qPrintable(text("profilePointed")));
    QTest::mouseMove(view, QPoint(2, 2));
    QTRY_VERIFY(!view->described());
    // The arrow keys go from kernel to kernel, past what doesn't run.
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Right);
    QVERIFY(view->described());
    const std::size_t first = *view->described();
    QTest::keyClick(view, Qt::Key_Right);
    QVERIFY(*view->described() > first && profile.kernels[*view->described()].implementation != "view");
    QTest::keyClick(view, Qt::Key_Left);
    QCOMPARE(*view->described(), first);
    // Zooming keeps what is under the pointer; moving and going back.
    const double all = view->to() - view->from();
    const QPointF place = view->rectangleOf(longest).center();
    QWheelEvent wheel(place, view->mapToGlobal(place), {}, {0, 240}, Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view, &wheel);
    const double zoomed = view->to() - view->from();
    QVERIFY(zoomed < all * 0.7);
    QVERIFY(view->rectangleOf(longest).contains(place));
    const double from = view->from();
    QTest::mousePress(view, Qt::LeftButton, {}, QPoint(300, 60));
    QTest::mouseMove(view, QPoint(260, 60));
    QTest::mouseMove(view, QPoint(240, 60));
    QTest::mouseRelease(view, Qt::LeftButton, {}, QPoint(240, 60));
    QVERIFY(view->from() >= from);
    QCOMPARE(view->to() - view->from(), zoomed);
    QTest::keyClick(view, Qt::Key_0);
    QCOMPARE(view->to() - view->from(), all);
    QWheelEvent plain(place, view->mapToGlobal(place), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view, &plain);
    QCOMPARE(view->to() - view->from(), all); // it scrolls the page
}

void TestProfilerPage::aSmallBatchIsMendedWithAClick()
{
    m_studio->openForSteps(u"mnist_mlp"_s);
    document().edit(u"Batch"_s, [](Project& project) { project.training.batch = 1; });
    m_studio->window().openPage(u"profiler"_s);
    profile();
    QPushButton* remedy = nullptr;
    for (QPushButton* each : m_studio->child<ProfilerPage>("profilerPage")->findChildren<QPushButton*>(u"adviceRemedy"_s))
        if (each->isVisible() && each->text() == u"Use a batch of 32"_s)
            remedy = each;
    if (!remedy)
        QSKIP("a batch of 1 is as fast here: the machine is busy");
    QTest::mouseClick(remedy, Qt::LeftButton);
    QCOMPARE(document().project().training.batch, 32);
    QCOMPARE(document().undoStack().undoText(), u"Use a batch of 32"_s);
    QTRY_VERIFY(!remedy->isVisible());
    QVERIFY(text("profileState").contains(u"the project was changed since"_s));
    document().undoStack().undo();
    QCOMPARE(document().project().training.batch, 1);
    QTRY_VERIFY(remedy->isVisible());
    QVERIFY(!text("profileState").contains(u"changed since"_s));
    document().undoStack().undo();
    m_studio->closeUnchanged();
}

void TestProfilerPage::everyCauseHasItsButton_data()
{
    QTest::addColumn<int>("slowness");
    QTest::addColumn<QString>("button");
    const auto row = [](inspect::Slowness slowness, const QString& button) {
        QTest::newRow(std::string(idOf(slowness)).c_str()) << static_cast<int>(slowness) << button;
    };
    row(inspect::Slowness::loading, u"Keep the set in memory"_s);
    row(inspect::Slowness::decoding, u"Cache the decoded set"_s);
    row(inspect::Slowness::smallBatch, u"Use a batch of 40"_s);
    row(inspect::Slowness::singlePrecision, u"Train in BF16"_s);
    row(inspect::Slowness::fewThreads, u"Use all cores"_s);
    row(inspect::Slowness::noFusion, u"Fuse operations"_s);
}

/// From a profile in which a cause was planted: its sentence comes first, and a click on its button changes what slows, and no
/// more.
void TestProfilerPage::everyCauseHasItsButton()
{
    QFETCH(const int, slowness);
    QFETCH(const QString, button);
    const auto planted = static_cast<inspect::Slowness>(slowness);
    const train::MachineSettings slow{.threads = 1, .fuse = false, .placement = train::SamplePlacement::parts};
    MachineUse::instance().set(slow);
    m_studio->openForSteps(u"mnist_mlp"_s);
    if (planted == inspect::Slowness::decoding)
        document().edit(u"Pictures"_s, [](Project& project) {
            project.data.source = "image_folder";
            project.data.parameters = {{"cache", false}};
        });
    m_studio->window().openPage(u"profiler"_s);
    auto result = std::make_shared<ProfilerSession::Result>(ProfilerSession::Result{document().project(), {}, {}, {}, {}});
    inspect::TrainingProfile& profile = result->profile;
    profile.batch = 10;
    profile.samples = 1000;
    profile.threads = 1;
    profile.epochs = 5;
    profile.step = 0.01;
    std::vector<inspect::Alternative> others{{inspect::Slowness::singlePrecision, 0, 0.9},
                                             {inspect::Slowness::smallBatch, 40, 0.7}};
    if (planted == inspect::Slowness::loading) {
        profile.samplesAtOnce = 40;
        profile.wholeFits = true;
        profile.staging = 0.006;
    } else if (planted == inspect::Slowness::decoding) {
        profile.decodes = true;
        profile.reading = 10.0;
    } else {
        others.push_back({planted, 40, 0.3});
    }
    result->advice = inspect::adviceOn(profile, others);
    session().show(result);

    const Project before = document().project();
    const int undoable = document().undoStack().count();
    auto* row = m_studio->child<QWidget>("advice0");
    auto* remedy = row->findChild<QPushButton*>(u"adviceRemedy"_s);
    QTRY_VERIFY(remedy->isVisible());
    QCOMPARE(remedy->text(), button);
    QVERIFY(remedy->isEnabled() && !remedy->toolTip().isEmpty());
    QTest::mouseClick(remedy, Qt::LeftButton);
    QVERIFY(!remedy->isVisible());

    Project mended = before;
    train::MachineSettings use = slow;
    switch (planted) {
    case inspect::Slowness::loading: use.placement = train::SamplePlacement::whole; break;
    case inspect::Slowness::decoding: mended.data.parameters["cache"] = true; break;
    case inspect::Slowness::smallBatch: mended.training.batch = 40; break;
    case inspect::Slowness::singlePrecision: mended.training.precision = "bf16"; break;
    case inspect::Slowness::fewThreads: use.threads = 0; break;
    case inspect::Slowness::noFusion: use.fuse = true; break;
    }
    QVERIFY(document().project() == mended);
    QVERIFY(MachineUse::instance().settings() == use);
    QCOMPARE(document().undoStack().count(), undoable + (mended == before ? 0 : 1));
    if (!(mended == before)) {
        document().undoStack().undo();
        QVERIFY(document().project() == before);
        QTRY_VERIFY(remedy->isVisible());
    }
    MachineUse::instance().set({});
    m_studio->closeUnchanged();
}

void TestProfilerPage::nothingOfTheMachineChangesDuringARun()
{
    open();
    auto result = std::make_shared<ProfilerSession::Result>(ProfilerSession::Result{document().project(), {}, {}, {}, {}});
    result->profile.batch = result->profile.samples = 10;
    result->profile.step = 1.0;
    result->advice = inspect::adviceOn(result->profile, {{inspect::Slowness::noFusion, 0, 0.5}});
    MachineUse::instance().set({.fuse = false});
    session().show(result);
    auto* remedy = m_studio->child<QWidget>("advice0")->findChild<QPushButton*>(u"adviceRemedy"_s);
    auto* fuse = m_studio->child<QAction>("fuseAction");
    QTRY_VERIFY(remedy->isVisible() && remedy->isEnabled());
    QVERIFY(fuse->isEnabled() && !fuse->isChecked());
    m_studio->trainAStep();
    QTRY_VERIFY(!remedy->isEnabled());
    QVERIFY(!fuse->isEnabled());
    QVERIFY2(remedy->toolTip().contains(u"training"_s), qPrintable(remedy->toolTip()));
    m_studio->window().session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(remedy->isEnabled(), patience);
    QVERIFY(fuse->isEnabled());
    const std::filesystem::path run = m_studio->window().session().placeOfRun();
    QVERIFY(!readRunRecord(run).take().fuse); // as the setting said
    MachineUse::instance().set({});
}

void TestProfilerPage::theMachineIsUsedAsTheMenuSays()
{
    open();
    const int cores = threadCount();
    auto* all = m_studio->child<QAction>("threads0Action");
    QVERIFY(all->isChecked());
    QVERIFY(m_studio->child<QAction>("fuseAction")->isChecked());
    QVERIFY(m_studio->child<QAction>("placement_autoAction")->isChecked());
    if (cores > 1) {
        m_studio->child<QAction>("threads1Action")->trigger();
        QCOMPARE(threadCount(), 1);
        QVERIFY(!all->isChecked());
    }
    m_studio->child<QAction>("fuseAction")->trigger();
    m_studio->child<QAction>("placement_partsAction")->trigger();
    const train::MachineSettings wanted{cores > 1 ? 1 : 0, false, train::SamplePlacement::parts};
    QVERIFY(train::machineSettings() == wanted);
    QTRY_VERIFY(Preferences(m_studio->path(u"preferences.json"_s)).machineUse == wanted); // at the next start, too
    all->trigger();
    m_studio->child<QAction>("fuseAction")->trigger();
    m_studio->child<QAction>("placement_autoAction")->trigger();
    QVERIFY(train::machineSettings() == train::MachineSettings{});
    QCOMPARE(threadCount(), cores);
}

void TestProfilerPage::aCancelledProfileLeavesNothing()
{
    open();
    QPushButton* button = m_studio->child<QPushButton>("profileButton");
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(button->text(), u"Cancel"_s);
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!session().isBusy(), patience);
    QVERIFY(!session().result() && !session().problem());
    QCOMPARE(button->text(), u"Profile"_s);
    profile();
    QVERIFY(session().result());
}

void TestProfilerPage::aRunHasTheDeviceFirst()
{
    open();
    QPushButton* button = m_studio->child<QPushButton>("profileButton");
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(session().isBusy());
    m_studio->trainAStep(); // which stops the profile
    QTRY_VERIFY_WITH_TIMEOUT(!session().isBusy(), patience);
    QVERIFY(!session().result());
    QVERIFY(!button->isEnabled());
    QVERIFY(m_studio->child<NoteBox>("profileNote")->isVisible());
    QVERIFY(button->toolTip().contains(u"is training"_s));
    m_studio->window().session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), patience);
}

void TestProfilerPage::aBrokenProjectSaysWhy()
{
    m_studio->openForSteps(u"mnist_mlp"_s);
    document().edit(u"Batch"_s, [](Project& project) { project.training.batch = 1000000; });
    m_studio->window().openPage(u"profiler"_s);
    profile();
    QVERIFY(session().problem() && !session().result());
    QVERIFY(m_studio->child<QWidget>("profileNote")->isVisible());
    document().undoStack().undo();
    m_studio->closeUnchanged();
}

void TestProfilerPage::theTraceIsSaved()
{
    open();
    profile();
    auto* page = m_studio->child<ProfilerPage>("profilerPage");
    const QString path = m_studio->path(u"step.json"_s);
    QTest::mouseClick(m_studio->child<QPushButton>("saveTraceButton"), Qt::LeftButton);
    m_studio->typeFile("traceDialog", path);
    QTRY_VERIFY(QFile::exists(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray events = QJsonDocument::fromJson(file.readAll()).object()[u"traceEvents"_s].toArray();
    qsizetype kernels = 0;
    for (const QJsonValue& event : events)
        kernels += event[u"args"_s][u"kernel"_s].isString() ? 1 : 0;
    qsizetype running = 0;
    for (const inspect::ProfiledKernel& kernel : session().result()->profile.kernels)
        running += kernel.implementation != "view" ? 1 : 0;
    QCOMPARE(kernels, running);
    QSignalSpy failed(page, &ProfilerPage::exportFailed);
    page->exportTrace("/nowhere/step.json");
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(failed.front().front().toString().contains(u"/nowhere"_s));
}

NETSMITH_WINDOW_TEST(TestProfilerPage)

} // namespace test_profiler_page

#include "test_profiler_page.moc"
