#include "tests/gui/app/studio_fixture.h"

#include "engine/runs/store/run_summary.h"
#include "gui/plots/plot_panel.h"
#include "gui/runs/table/run_table.h"
#include "gui/training/training_words.h"
#include "gui/widgets/labels/note_box.h"
#include "tests/gui/training/picture.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QLabel>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QToolButton>
#include <QtTest>

#include <algorithm>
#include <optional>

namespace test_runs_in_window {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;
namespace fs = std::filesystem;

/// How the table of runs affects the rest of the window: curves, colours, projects, preferences.
class TestRunsInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_data.folder().string())); }
    void init();
    void cleanup() { m_studio.reset(); }
    void itsEndLeadsOn();
    void eyesChooseWhatIsPlotted();
    void aRunHasOneBest();
    void curvesAreCalledWhatTheirRunIs();
    void hiddenCurvesGoOnWhileTheRunTrains();
    void theLossScaleHasAPlotOfItsOwn();
    void opensWhatARunTrained();
    void aRunIsTrainedAgainAndCompared();
    void keepsTheTableAsItWas();
    void aSavedSamplesRunIsDrawnOnceOrNotAtAll();
    void oneNumberSaysWhatIsBest();
    void runControlsStayWhateverTheProjectIsCalled();

private:
    MainWindow& window() { return m_studio->window(); }
    TrainingSession& session() { return window().session(); }
    RunTable* table() { return m_studio->child<RunTable>("runsTree"); }
    /// A dock behind another one counts as visible.
    bool isInFront() { return !table()->visibleRegion().isEmpty(); }
    PlotPanel* plots() { return m_studio->child<PlotPanel>("plotPanel"); }
    void train();

    SmallTraining m_data;
    std::unique_ptr<StudioFixture> m_studio;
    QString m_path;
};

void TestRunsInWindow::init()
{
    m_studio = std::make_unique<StudioFixture>();
    m_path = m_studio->path(u"small.netsmith"_s);
    QVERIFY(saveProject(smallProject(1), m_path.toStdString()).hasValue());
    window().files().open(m_path);
    awaitFiles(window());
    QCOMPARE(window().document().path(), m_path);
}

void TestRunsInWindow::train()
{
    const auto judged = [this] {
        int count = 0;
        for (int row = 0; row < table()->model()->rowCount(); ++row)
            count += table()->model()->index(row, RunTableModel::columnOf("best")).data().toString().isEmpty() ? 0 : 1;
        return count;
    };
    const int before = judged();
    session().startAtOnce();
    QTRY_COMPARE(session().state(), TrainingState::finished);
    QTRY_COMPARE(judged(), before + 1); // or the rows are not sorted yet
}

/// It leads to the next steps with a trained network.
void TestRunsInWindow::itsEndLeadsOn()
{
    train();
    m_studio->child<QWidget>("tryItDock")->hide();
    QVERIFY(!m_studio->child<QWidget>("tryItPanel")->isVisible());
    m_studio->press("tryTrainedButton");
    QTRY_VERIFY(m_studio->child<QWidget>("tryItPanel")->isVisible());
    m_studio->press("seeMistakesButton");
    QTRY_VERIFY(window().findChild<QWidget*>(u"mistakesWindow"_s) && m_studio->child<QWidget>("mistakesWindow")->isVisible());
    QVERIFY(!m_studio->child<QWidget>("comparePanel")->isVisible());
    m_studio->press("comparePrecisionsButton");
    QTRY_VERIFY(m_studio->child<QWidget>("comparePanel")->isVisible());
}

void TestRunsInWindow::eyesChooseWhatIsPlotted()
{
    train();
    train();
    window().raisePanel("runsDock");
    const fs::path first = table()->chosen().empty() ? fs::path() : table()->chosen().front();
    QVERIFY(first.empty());
    table()->setCurrentIndex(table()->model()->index(0, RunTableModel::columnOf("name"))); // trained here: both are shown
    const fs::path newest = table()->current();
    QVERIFY(static_cast<RunTableModel*>(table()->model())->isShown(newest));
    QCOMPARE(plots()->runs().size(), 2u);
    savePictures(window(), u"window-runs"_s);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Space);
    QCOMPARE(plots()->runs().size(), 1u);
    QVERIFY(!static_cast<RunTableModel*>(table()->model())->isShown(newest));
    QVERIFY(isInFront()); // this does not raise the curves
    QTest::keyClick(table(), Qt::Key_Space);
    QTRY_COMPARE(plots()->runs().size(), 2u);
    const QModelIndex colour = table()->currentIndex().siblingAtColumn(RunTableModel::colourColumn);
    QTRY_COMPARE(colour.data(Qt::DecorationRole).value<QColor>(), plots()->colorOf(newest.string()));
    QVERIFY(isInFront());
    QTest::keyClick(table(), Qt::Key_Return);
    QTRY_VERIFY(!isInFront()); // but this does

    window().raisePanel("runsDock");
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Delete);
    QTRY_COMPARE(table()->model()->rowCount(), 1);
    QCOMPARE(plots()->runs().size(), 1u);
}

void TestRunsInWindow::aRunIsTrainedAgainAndCompared()
{
    train();
    window().raisePanel("runsDock");
    table()->setCurrentIndex(table()->model()->index(0, RunTableModel::columnOf("name")));
    QTest::mouseClick(m_studio->child<QToolButton>("cardOfRunButton"), Qt::LeftButton);
    auto* verify = m_studio->child<QPushButton>("runCardVerify");
    auto* verdict = m_studio->child<NoteBox>("runCardVerdict");
    QTRY_VERIFY(verify->isEnabled());
    QTest::mouseClick(verify, Qt::LeftButton);
    // It uses as many threads as the run did: nothing else starts in the meantime, here or in another window.
    QVERIFY(window().isTraining());
    QVERIFY(!m_studio->child<QPushButton>("twinStart")->isEnabled());
    QVERIFY(!m_studio->child<QPushButton>("findRate")->isEnabled());
    session().runAnew();
    QVERIFY(window().bars().shows(u"guardBar"_s));
    QCOMPARE(session().state(), TrainingState::finished);
    QTRY_VERIFY_WITH_TIMEOUT(verdict->isVisible(), 120000);
    QTRY_VERIFY(!window().isTraining());
    QVERIFY(m_studio->child<QPushButton>("findRate")->isEnabled());
    QVERIFY2(verdict->text().contains(u"bit-identical"_s, Qt::CaseInsensitive), qPrintable(verdict->text()));
    QVERIFY(verify->isEnabled());

    // A changed number is found.
    const fs::path rows = table()->current() / "metrics.csv";
    QFile file(QString::fromStdString(rows.string()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray text = file.readAll();
    file.close();
    const qsizetype digit = text.indexOf("0.", text.indexOf('\n')) + 2;
    text[digit] = text[digit] == '9' ? '1' : static_cast<char>(text[digit] + 1);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    QTest::mouseClick(verify, Qt::LeftButton);
    QVERIFY(!verdict->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(verdict->isVisible(), 120000);
    QVERIFY2(!verdict->text().contains(u"bit-identical"_s, Qt::CaseInsensitive), qPrintable(verdict->text()));
}

/// A run has the same result everywhere: in the bar, in the table and on its card.
void TestRunsInWindow::aRunHasOneBest()
{
    window().document().edit(u"Epochs"_s, [](Project& project) {
        project.training.epochs = 6;
        project.training.optimizer.parameters["learning_rate"] = 0.2; // the last epoch need not be the best
    });
    train();
    const runs::RunSummary summary = runs::summarize(session().run()->folder);
    QVERIFY(summary.best());
    const QString best = quantityText(summary.judgedBy, summary.best()->second);
    const QString bar = m_studio->child<QWidget>("finishedBar")->accessibleName();
    QVERIFY2(bar.contains(best), qPrintable(bar + u" / "_s + best));
    QTRY_COMPARE(table()->model()->index(0, RunTableModel::columnOf("best")).data().toString(), best);
    window().raisePanel("runsDock");
    table()->setCurrentIndex(table()->model()->index(0, RunTableModel::columnOf("name")));
    QTest::mouseClick(m_studio->child<QToolButton>("cardOfRunButton"), Qt::LeftButton);
    auto* card = m_studio->child<QTextBrowser>("runCardText");
    QTRY_VERIFY(!card->toPlainText().isEmpty());
    static const QRegularExpression row(u"Best\\s+(\\S+( %)?) \\("_s);
    const QRegularExpressionMatch told = row.match(card->toPlainText());
    QVERIFY2(told.hasMatch(), qPrintable(card->toPlainText()));
    QCOMPARE(told.captured(1), best);
}

void TestRunsInWindow::curvesAreCalledWhatTheirRunIs()
{
    train();
    train();
    const auto shownAs = [this](const std::string& run) {
        const auto found = std::ranges::find(plots()->runs(), run, &PlotRun::id);
        return found == plots()->runs().end() ? QString() : found->name;
    };
    const auto nameCell = [this] { return table()->model()->index(0, RunTableModel::columnOf("name")); };
    const auto rename = [&](const QString& text) { QVERIFY(table()->model()->setData(nameCell(), text, Qt::EditRole)); };
    window().raisePanel("runsDock");
    table()->setCurrentIndex(nameCell());
    const std::string run = table()->current().string();
    const QString began = shownAs(run);
    QVERIFY2(began.startsWith(u'#'), qPrintable(began));
    rename(u"with momentum"_s);
    QTRY_COMPARE(shownAs(run), u"with momentum"_s);
    table()->setCurrentIndex(nameCell());
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Space);
    QVERIFY(shownAs(run).isEmpty());
    QTest::keyClick(table(), Qt::Key_Space); // out of its folder
    QTRY_COMPARE(shownAs(run), u"with momentum"_s);
    rename(QString());
    QTRY_COMPARE(shownAs(run), began);
}

void TestRunsInWindow::hiddenCurvesGoOnWhileTheRunTrains()
{
    window().document().edit(u"Epochs"_s, [](Project& project) { project.training.epochs = 100000; });
    session().startAtOnce();
    QTRY_VERIFY(session().snapshot().step > 3);
    window().raisePanel("runsDock");
    QTRY_COMPARE(table()->model()->rowCount(), 1);
    table()->setCurrentIndex(table()->model()->index(0, RunTableModel::columnOf("name")));
    const std::string id = table()->current().string();
    const auto points = [&] {
        const CurveSeries* series = plots()->model().find({id, "loss", CurveKind::train});
        return series ? series->size() : 0;
    };
    QTRY_VERIFY(points() > 0);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Space);
    QTRY_VERIFY(!plots()->runs().front().visible);
    const std::size_t before = points();
    QTRY_VERIFY(points() > before);
    QTest::keyClick(table(), Qt::Key_Space);
    QTRY_VERIFY(plots()->runs().front().visible);
    QVERIFY(points() > before); // nothing was read again or lost
    session().stop();
    QTRY_VERIFY(session().isResting());
}

/// While such a run trains and when it is shown again, with the skipped steps.
void TestRunsInWindow::theLossScaleHasAPlotOfItsOwn()
{
    const auto hasPlot = [this] { return window().findChild<QWidget*>(u"plot_loss_scale"_s) != nullptr; };
    train();
    QVERIFY(!hasPlot());
    window().document().edit(u"Precision"_s, [](Project& project) {
        project.training.precision = "fp16-emulated";
        project.training.objectives[0].weight = 1e3; // overflows at first
        project.training.epochs = 2;
    });
    train();
    QVERIFY(hasPlot());
    const std::string run = session().run()->folder.string();
    const auto points = [&](CurveKind kind) {
        const CurveSeries* series = plots()->model().find({run, "loss_scale", kind});
        return series ? static_cast<std::int64_t>(series->size()) : 0;
    };
    const std::int64_t skipped = session().snapshot().skippedSteps;
    QVERIFY(skipped > 0);
    QTRY_COMPARE(points(CurveKind::plain), 16);
    QTRY_COMPARE(points(CurveKind::marks), skipped);
    window().raisePanel("curvesDock");
    savePictures(window(), u"window-loss-scale"_s);

    window().raisePanel("runsDock");
    table()->setCurrent(run);
    QCOMPARE(table()->current().string(), run);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Space);
    QCOMPARE(points(CurveKind::plain), 0);
    QTest::keyClick(table(), Qt::Key_Space); // out of its folder
    QTRY_COMPARE(points(CurveKind::plain), 16);
    QCOMPARE(points(CurveKind::marks), skipped);
}

void TestRunsInWindow::opensWhatARunTrained()
{
    train();
    window().document().edit(u"Batch"_s, [](Project& project) { project.training.batch = 3; });
    window().raisePanel("runsDock");
    table()->setCurrentIndex(table()->model()->index(0, RunTableModel::columnOf("name")));
    m_studio->child<QAction>("projectOfRunAction")->trigger();
    QTRY_COMPARE(m_studio->studio().windows().size(), 2);
    MainWindow& other = *m_studio->studio().windows().back();
    awaitFiles(other);
    QCOMPARE(other.document().path(), QString()); // saving must not touch the run
    QCOMPARE(other.document().project().training.batch, SmallTraining::batch);
    QVERIFY(other.document().project().graph.find("dense_1"));
}

void TestRunsInWindow::keepsTheTableAsItWas()
{
    train();
    table()->setArrangement(u"best shown name seed"_s);
    const QString kept = table()->arrangement();
    window().close(); // it takes a moment
    QTRY_VERIFY(m_studio->studio().windows().isEmpty());
    m_studio->restart();
    QCOMPARE(table()->arrangement(), kept);
}

void TestRunsInWindow::aSavedSamplesRunIsDrawnOnceOrNotAtAll()
{
    const QTemporaryDir samples;
    const QString sample = samples.filePath(u"sample.netsmith"_s);
    QVERIFY(saveProject(smallProject(1), sample.toStdString()).hasValue());
    m_studio = std::make_unique<StudioFixture>();
    window().files().openSample(sample); // as a copy without a file
    awaitFiles(window());
    QTRY_COMPARE(table()->model()->rowCount(), 0);
    train();
    QTRY_COMPARE(plots()->runs().size(), 1u);
    QVERIFY(QDir().mkpath(m_studio->path(u"elsewhere"_s)));
    const QString saved = m_studio->path(u"elsewhere/kept.netsmith"_s);
    window().files().save();
    awaitFiles(window());
    m_studio->chooseFile("saveDialog", saved);
    QTRY_COMPARE(window().document().path(), saved);
    QTRY_COMPARE(table()->model()->rowCount(), 1);
    window().raisePanel("runsDock");
    const auto* model = static_cast<RunTableModel*>(table()->model());
    const fs::path beside = fs::path(saved.toStdString()).parent_path() / "runs";
    // The table is read again when the runs have moved, and is empty for a moment.
    const auto place = [model] { return model->runs().empty() ? fs::path() : model->runs().front().folder.parent_path(); };
    QTRY_COMPARE(place().string(), beside.string());
    const fs::path run = model->runs().front().folder;
    table()->setCurrent(run);
    QTRY_VERIFY(model->isShown(run)); // its eye is on because it is drawn
    QCOMPARE(plots()->runs().size(), 1u);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Space);
    QCOMPARE(plots()->runs().size(), 0u);
    QVERIFY(!model->isShown(run));
    QTest::keyClick(table(), Qt::Key_Space);
    QTRY_COMPARE(plots()->runs().size(), 1u);
    QVERIFY(model->isShown(run));
}

/// In the table, the legend and the bar after the end.
void TestRunsInWindow::oneNumberSaysWhatIsBest()
{
    window().document().edit(u"Epochs"_s, [](Project& project) { project.training.epochs = 4; });
    train();
    window().raisePanel("runsDock");
    const auto bestCell = [&] { return table()->model()->index(0, RunTableModel::columnOf("best")).data().toString(); };
    QTRY_VERIFY(bestCell().endsWith(u"%"_s));
    const QString best = bestCell();
    const TrainingSnapshot& snapshot = session().snapshot();
    QVERIFY(snapshot.bestEpoch.has_value());
    const QString name = table()->model()->index(0, RunTableModel::columnOf("name")).data().toString();
    QVERIFY2(name.startsWith(u"#1"_s), qPrintable(name));
    const QString expected = u"%1: Best %2 at epoch %3."_s.arg(name, best).arg(*snapshot.bestEpoch);
    QTRY_VERIFY2(m_studio->child<QWidget>("finishedBar")->accessibleName().startsWith(expected),
                 qPrintable(m_studio->child<QWidget>("finishedBar")->accessibleName() + u" instead of "_s + expected));
    const CurveSeries* curve = plots()->model().find({plots()->runs().front().id, "accuracy", CurveKind::validation});
    QVERIFY(curve);
    const auto point = curve->best(CurveTraceKind::raw, Better::higher);
    QCOMPARE(quantityText("val_accuracy", curve->values(CurveTraceKind::raw)[*point]), best);
    QCOMPARE(qRound(curve->x(CurveX::epoch)[*point]), static_cast<int>(*snapshot.bestEpoch));
}

void TestRunsInWindow::runControlsStayWhateverTheProjectIsCalled()
{
    const auto places = [&] {
        QList<int> found;
        for (const char* name : {"runButton", "stepButton", "stopButton"})
            found << m_studio->child<QWidget>(name)->mapTo(&window(), QPoint()).x();
        return found;
    };
    std::optional<QList<int>> before;
    for (const QString& name : {u"a"_s, u"a project whose name is a whole sentence, and a long one at that"_s}) {
        m_studio = std::make_unique<StudioFixture>();
        const QString path = m_studio->path(name + u".netsmith"_s);
        QVERIFY(saveProject(smallProject(100000), path.toStdString()).hasValue());
        window().files().open(path);
        awaitFiles(window());
        QCOMPARE(window().document().path(), path);
        window().resize(1366, 740);
        for (int i = 0; i < 5; ++i) // layouts trigger each other
            QCoreApplication::processEvents();
        QVERIFY(m_studio->child<QWidget>("runControls")->isVisible());
        if (!before)
            before = places();
        QCOMPARE(places(), *before);
    }
    // And the remaining time is shown only once, whatever changes.
    session().startAtOnce();
    QTRY_VERIFY(session().snapshot().step > 3);
    QTRY_VERIFY(m_studio->child<QLabel>("runTimeLabel")->text().endsWith(u"left"_s));
    int told = 0;
    for (const QLabel* label : window().findChildren<QLabel*>())
        told += label->isVisible() && label->text().contains(u" left"_s) ? 1 : 0;
    QCOMPARE(told, 1);
    QCOMPARE(places(), *before);
    session().stop();
    QTRY_VERIFY(session().isResting());
}

NETSMITH_WINDOW_TEST(TestRunsInWindow)

} // namespace test_runs_in_window

#include "test_runs_in_window.moc"
