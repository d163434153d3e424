#include "tests/gui/app/studio_fixture.h"

#include "gui/app/asking/answers_window.h"
#include "gui/compare/compare_panel.h"
#include "gui/data/class_balance.h"
#include "gui/data/sample_grid.h"
#include "gui/plots/plot_panel.h"
#include "gui/runs/table/run_table.h"
#include "gui/runs/table/run_table_model.h"
#include "gui/settings/settings_panel.h"
#include "gui/tryit/try_it_pages.h"
#include "tests/gui/app/hostile_walk.h"
#include "tests/gui/training/picture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QDir>
#include <QImage>
#include <QLabel>
#include <QTableWidget>
#include <QToolButton>
#include <QtTest>

namespace test_hostile_samples {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

/// Folders of pictures whose names, the classes, are markup, in a project with such a name: the window shows all of it letter for
/// letter, before, during and after a run.
class TestHostileSamples : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_studio.reset(); }
    void samplesShowTheirClassesAsTheyAre();
    void plotsShowRunsAsTheyAre();
    void answersShowNamesAsTheyAre();
    void comparingShowsNamesAsTheyAre();
    void unsavedProjectsShowNamesAsTheyAre();

private:
    static constexpr int patience = 60000; // milliseconds

    MainWindow& window() { return m_studio->window(); }
    TrainingSession& session() { return window().session(); }
    QString pictures() const { return m_studio->path(hostile); }
    void train()
    {
        session().startAtOnce();
        QTRY_COMPARE_WITH_TIMEOUT(session().state(), TrainingState::finished, patience);
    }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestHostileSamples::init()
{
    m_studio = std::make_unique<StudioFixture>();
    for (int label = 0; label < 3; ++label) {
        const QString folder = pictures() + u"/%1%2"_s.arg(hostile).arg(label);
        QVERIFY(QDir().mkpath(folder));
        for (int i = 0; i < 8; ++i) {
            QImage picture(8, 8, QImage::Format_Grayscale8);
            picture.fill(80 * label + 4 * i);
            QVERIFY(picture.save(folder + u"/%1%2.png"_s.arg(hostile).arg(i)));
        }
    }
    const auto node = [](std::string id, std::string layer, ParameterMap parameters = {}) {
        return Node{.id = std::move(id), .layer = std::move(layer), .version = 1, .title = {}, .parameters = std::move(parameters)};
    };
    Project project;
    project.title = hostile.toStdString();
    project.graph.nodes = {node("input_1", "input", {{"shape", std::vector<std::int64_t>{8, 8, 1}}}), node("flatten_1", "flatten"),
                           node("dense_1", "dense", {{"units", std::int64_t{3}}, {"activation", std::string("softmax")}})};
    project.graph.edges = {{{"input_1", "output"}, {"flatten_1", "input"}, Json::object()},
                           {{"flatten_1", "output"}, {"dense_1", "input"}, Json::object()}};
    for (std::size_t i = 0; i < project.graph.nodes.size(); ++i)
        project.graph.nodes[i].x = 170.0 * static_cast<double>(i);
    project.data.source = "image_folder";
    project.data.path = pictures().toStdString();
    project.data.parameters = {{"channels", std::int64_t{1}}};
    project.data.validation = "split";
    project.data.validationSplit = 0.25;
    project.training.device = "reference";
    project.training.epochs = 1;
    project.training.batch = 6;
    const QString path = m_studio->path(hostile + u".netsmith"_s);
    QVERIFY(saveProject(project, path.toStdString()).hasValue());
    window().files().open(path);
    awaitFiles(window());
    QCOMPARE(window().document().path(), path);
}

/// The grid of samples and the class balance, which are painted.
void TestHostileSamples::samplesShowTheirClassesAsTheyAre()
{
    window().raisePanel("dataDock");
    const auto* balance = m_studio->child<ClassBalance>("classBalance");
    QTRY_VERIFY_WITH_TIMEOUT(balance->isVisible() && balance->accessibleDescription().contains(hostile), patience);
    savePictures(window(), u"hostile-data"_s);
    int tips = 0;
    for (SampleGrid* grid : window().findChildren<SampleGrid*>())
        if (grid->isVisible())
            tips += static_cast<int>(tipsOver(*grid, {16, 16}).filter(u"img src"_s).size());
    QCOMPARE(tips, 3);
    QVERIFY(readLabels() > 0);
}

/// Titles, legends and the texts above them.
void TestHostileSamples::plotsShowRunsAsTheyAre()
{
    train();
    train();
    QAbstractItemModel& table = *m_studio->child<RunTable>("runsTree")->model();
    QTRY_COMPARE_WITH_TIMEOUT(table.rowCount(), 2, patience);
    const auto called = [&table](const QString& name) {
        return table.match(table.index(0, RunTableModel::columnOf("name")), Qt::DisplayRole, name, 1, Qt::MatchExactly);
    };
    for (const QString& number : {u"#1"_s, u"#2"_s}) {
        QVERIFY(!called(number).isEmpty());
        QVERIFY(table.setData(called(number).front(), hostile + number, Qt::EditRole));
        QTRY_VERIFY(!called(hostile + number).isEmpty());
    }
    window().raisePanel("curvesDock");
    const auto* plots = m_studio->child<PlotPanel>("plotPanel");
    const auto title = [plots] { return plots->findChild<QWidget*>(u"plotTitle_loss"_s); }; // created again for new runs
    QTRY_VERIFY2(title()->toolTip().count(hostile + u'#') == 2, qPrintable(title()->toolTip()));
    savePictures(window(), u"hostile-runs"_s);
    QVERIFY(!tipsOver(*title(), {40, 8}).filter(u"img src"_s).isEmpty());
    tipsOver(*plots->findChild<QWidget*>(u"plot_loss"_s), {60, 30});
    QTRY_VERIFY(readLabels(m_studio->child<QWidget>("finishedBar")) > 0); // it names the run that ended
    QVERIFY(readLabels() > 1);
}

/// Queries to the trained network: a sample, files of samples, and its mistakes.
void TestHostileSamples::answersShowNamesAsTheyAre()
{
    train();
    window().raisePanel("tryItDock");
    QTest::keyClick(&window(), Qt::Key_F9);
    auto* verdict = m_studio->child<QLabel>("tryItVerdict");
    QTRY_VERIFY_WITH_TIMEOUT(verdict->text().contains(hostile), patience);
    tipsOver(*m_studio->child<QWidget>("tryItBars"), {40, 8});
    Q_EMIT m_studio->child<TryItPages>("tryItPages")->filesGiven({pictures()});
    auto* answers = m_studio->child<AnswersWindow>("answersWindow");
    QVERIFY(answers);
    auto* rows = answers->findChild<QTableWidget*>(u"answersTable"_s);
    QTRY_COMPARE_WITH_TIMEOUT(rows->rowCount(), 24, patience);
    QVERIFY(rows->item(0, 1)->text().contains(hostile));
    QVERIFY(!tipsOver(*rows->viewport(), {80, 16}).filter(u"img src"_s).isEmpty());
    QVERIFY(rows->columnViewportPosition(1) < rows->viewport()->width()); // long paths leave room for the answers
    savePictures(*answers, u"hostile-answers"_s);
    m_studio->press("seeMistakesButton");
    auto* grid = window().findChild<QWidget*>(u"mistakeGrid"_s);
    QVERIFY(grid);
    QTRY_VERIFY_WITH_TIMEOUT(grid->height() > 40 && tipsOver(*grid, {20, 20}).filter(u"img src"_s).size() > 0, patience);
    savePictures(*grid->window(), u"hostile-mistakes"_s);
    QVERIFY(readLabels() > 1);
}

void TestHostileSamples::comparingShowsNamesAsTheyAre()
{
    QTRY_VERIFY_WITH_TIMEOUT(m_studio->child<TrainingSettingsPanel>("trainingSettingsPanel")->devices().areKnown(), patience);
    window().openPage(u"compare"_s);
    m_studio->press("compareStart");
    auto* panel = m_studio->child<ComparePanel>("comparePanel");
    readLabels(); // also while it trains
    QTRY_COMPARE_WITH_TIMEOUT(panel->session().state(), CompareSession::State::ended, patience);
    savePictures(window(), u"hostile-compare"_s);
    auto* table = m_studio->child<QAbstractItemView>("compareTable");
    QVERIFY(table->model()->rowCount() > 0);
    tipsOver(*table->viewport(), {60, 12});
    QVERIFY(readLabels() > 0);
}

void TestHostileSamples::unsavedProjectsShowNamesAsTheyAre()
{
    window().actions()["closeAction"]->trigger();
    window().files().openSample(m_studio->path(hostile + u".netsmith"_s));
    awaitFiles(window());
    QVERIFY(window().document().path().isEmpty());
    train();
    window().actions()["closeAction"]->trigger();
    const auto unsaved = [this] {
        int lines = 0;
        for (const QPushButton* line : m_studio->child<QWidget>("startPage")->findChildren<QPushButton*>())
            lines += line->toolTip().contains(u"never saved"_s) && line->text() == hostile;
        return lines;
    };
    QTRY_COMPARE_WITH_TIMEOUT(unsaved(), 1, patience);
    savePictures(window(), u"hostile-unsaved"_s);
    readLabels();
    for (const QToolButton* verb : m_studio->child<QWidget>("startPage")->findChildren<QToolButton*>())
        if (verb->objectName().startsWith(u"forget_"_s))
            tipsOver(const_cast<QToolButton&>(*verb), {10, 10});
}

NETSMITH_WINDOW_TEST(TestHostileSamples)

} // namespace test_hostile_samples

#include "test_hostile_samples.moc"
