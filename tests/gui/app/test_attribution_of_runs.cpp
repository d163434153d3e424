#include "engine/inspect/predictions/class_report.h"
#include "engine/store/checkpoint.h"
#include "gui/data/sample_grid.h"
#include "gui/predictions/predictions_page.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/note_box.h"
#include "tests/gui/app/attribution_test.h"
#include "tests/gui/app/cut_off.h"
#include "tests/test_program.h"

#include <QAction>
#include <QSlider>

namespace test_attribution_of_runs {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// What live, saved and earlier networks looked at, in the real window; what is cancelled, saved and missing.
class TestAttributionOfRuns : public AttributionTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_studio = std::make_unique<StudioFixture>(); }
    void cleanup() { m_studio.reset(); }
    void aMistakeIsExplained();
    void itCanBeCancelled();
    void aLiveRunIsFollowed();
    void aRunningRunIsFollowed();
    void aMomentIsAnother();
    void filesAreSaved();
    void whatIsMissingIsSaid();
    void anotherProjectHasNoSample();
    void largeTextsHaveTheirPlace_data();
    void largeTextsHaveTheirPlace();
};

/// A sample of the page Predictions, by the mouse and by keys.
void TestAttributionOfRuns::aMistakeIsExplained()
{
    trainAndStop(u"mnist_mlp"_s);
    window().openPage(u"predictions"_s);
    auto& predictions = *m_studio->child<PredictionsPage>("predictionsPage");
    QTRY_VERIFY_WITH_TIMEOUT(predictions.feed().state() == PredictionsFeed::State::ready, patience);
    auto* grid = predictions.findChild<SampleGrid*>(u"sampleGrid"_s);
    QTRY_VERIFY_WITH_TIMEOUT(grid->isVisible(), patience);
    QTest::mouseClick(grid, Qt::LeftButton, {}, grid->sampleRectangle(1).center());
    QTRY_VERIFY(window().findChild<QWidget*>(u"attributionWindow"_s));
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready, patience);
    QVERIFY2(label("attributionState").startsWith(u"Sample "_s), qPrintable(label("attributionState")));
    const inspect::RunPredictions& report = *predictions.feed().report();
    const auto mistake = [&](std::size_t index) {
        const std::int32_t position = worstMistakes(*report.outputs[0].classes, 10)[index].sample;
        const auto bytes = report.split.field("image").sample(report.samples[static_cast<std::size_t>(position)]);
        return std::ranges::equal(bytes, feed().report()->inputs[0].all());
    };
    QVERIFY(mistake(1));
    QCOMPARE(feed().report()->explanation.inputs[0].values, expected({}).inputs[0].values);
    QTest::keyClick(grid, Qt::Key_Right);
    QTest::keyClick(grid, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready && mistake(2), patience);
    keepPicture(u"why_mistake"_s);
}

/// What was cancelled never comes, and can be asked for again.
void TestAttributionOfRuns::itCanBeCancelled()
{
    trainAndStop(u"mnist_cnn"_s);
    takeNextSample();
    ask();
    const AttributionFeed::Report before = feed().report();
    auto* steps = m_studio->child<QComboBox>("attributionSteps");
    steps->setCurrentIndex(steps->findData(500));
    Q_EMIT steps->activated(steps->currentIndex());
    QCOMPARE(feed().state(), Now::working);
    auto* button = m_studio->child<QPushButton>("attributionAgain");
    int stale = 0; // answers that are not to what is asked last
    connect(&feed(), &AttributionFeed::changed, this, [&] {
        const bool isOther = feed().state() == Now::ready && feed().report()->wishes != feed().wishes();
        stale += feed().state() == Now::failed || isOther ? 1 : 0;
    });
    feed().cancel();
    QCOMPARE(feed().state(), Now::cancelled);
    QVERIFY(button->isVisible());
    QCOMPARE(button->text(), u"Compute"_s);
    QVERIFY(m_studio->child<QWidget>("attributionProblem")->isVisible());
    // Whatever the thread still answered would be there before the next answer.
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(feed().report(), before);
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready, patience);
    QCOMPARE(feed().report()->wishes.steps, 500);
    QVERIFY(!m_studio->child<QWidget>("attributionProblem")->isVisible());
    // The newest request wins.
    for (const int index : {0, 1, 2, 3, 0})
        Q_EMIT steps->activated(index);
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready, patience);
    QCOMPARE(feed().report()->wishes.steps, 10);
    // So does one that comes while another is computed.
    AttributionWishes wishes = feed().wishes();
    wishes.steps = 5000;
    feed().setWishes(wishes);
    QTRY_VERIFY_WITH_TIMEOUT(feed().all() > 0, patience);
    QVERIFY2(label("attributionState").contains(u"computing: "_s), qPrintable(label("attributionState")));
    wishes.steps = 20;
    feed().setWishes(wishes);
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() != Now::working, patience);
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready, patience);
    QCOMPARE(feed().report()->wishes.steps, 20);
    QCOMPARE(stale, 0);
    m_studio.reset(); // with what counts
}

/// Paused after each step, with the weights of that step.
void TestAttributionOfRuns::aLiveRunIsFollowed()
{
    m_studio->openForSteps(u"mnist_mlp"_s);
    m_studio->trainAStep();
    takeNextSample();
    ask();
    QVERIFY(feed().report()->live);
    QCOMPARE(feed().report()->step, 1);
    QVERIFY2(label("attributionState").contains(u"live"_s), qPrintable(label("attributionState")));
    const std::vector<double> first = feed().report()->explanation.inputs[0].values;
    m_studio->trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready && feed().report()->step == 2, patience);
    QVERIFY(feed().report()->explanation.inputs[0].values != first);
    // A window that is closed asks nothing.
    why().close();
    m_studio->trainAStep();
    QCOMPARE(feed().report()->step, 2);
    ask();
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready && feed().report()->step == 3, patience);
    const std::vector<double> live = feed().report()->explanation.inputs[0].values;
    window().session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready && !feed().report()->live, patience);
    QCOMPARE(feed().report()->step, 3);
    QCOMPARE(feed().report()->explanation.inputs[0].values, live); // the copy was the run's own weights
    QCOMPARE(live, expected({}).inputs[0].values);
}

/// It trains on while it is asked.
void TestAttributionOfRuns::aRunningRunIsFollowed()
{
    m_studio->openForSteps(u"mnist_mlp"_s);
    window().document().edit(u"longer"_s, [](Project& project) { project.training.epochs = 4000; });
    window().raisePanel("tryItDock");
    window().session().startAtOnce();
    QTRY_VERIFY_WITH_TIMEOUT(window().session().snapshot().step > 0, patience);
    takeNextSample();
    ask();
    QVERIFY(feed().report()->live);
    const std::int64_t step = feed().report()->step;
    QTRY_VERIFY_WITH_TIMEOUT(feed().report() && feed().report()->step > step, patience);
    QVERIFY(window().session().isLive());
    window().session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready && !feed().report()->live, patience);
    QCOMPARE(feed().report()->step, window().session().snapshot().step);
}

void TestAttributionOfRuns::aMomentIsAnother()
{
    window().files().openSample(StudioFixture::sample("points"));
    awaitFiles(window());
    window().document().edit(u"shorter"_s, [](Project& project) { project.training.epochs = 4; });
    window().session().startAtOnce();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::finished, patience);
    window().raisePanel("tryItDock");
    QTest::keyClick(&window(), Qt::Key_F9);
    QTRY_VERIFY_WITH_TIMEOUT(window().session().question().has_value(), patience);
    ask();
    const std::int64_t last = feed().report()->step;
    QCOMPARE(last, window().session().snapshot().step);
    window().raisePanel("curvesDock");
    m_studio->child<QSlider>("momentSlider")->setValue(0);
    const std::int64_t step = *window().session().moment();
    QVERIFY(step < last);
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready && feed().report()->step == step, patience);
    QCOMPARE(feed().report()->explanation.inputs[0].values, expected({}).inputs[0].values);
    window().session().setMoment(std::nullopt);
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready && feed().report()->step == last, patience);
}

void TestAttributionOfRuns::filesAreSaved()
{
    trainAndStop(u"mnist_mlp"_s);
    takeNextSample();
    ask();
    const auto savedAs = [&](const char* action, const QString& name) {
        m_studio->child<QAction>(action)->trigger();
        m_studio->typeFile("attributionExportDialog", m_studio->path(name));
    };
    savedAs("saveAttributionPng", u"why.png"_s);
    QTRY_VERIFY(!QImage(m_studio->path(u"why.png"_s)).isNull());
    savedAs("saveAttributionCsv", u"why.csv"_s);
    QTRY_VERIFY(QFile::exists(m_studio->path(u"why.csv"_s)));
    QFile rows(m_studio->path(u"why.csv"_s));
    QVERIFY(rows.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = rows.readAll().split('\n');
    QCOMPARE(lines.size(), 1 + 784 + 1);
    QCOMPARE(lines[0], QByteArray("input,place,importance"));
    const std::vector<double>& values = feed().report()->explanation.inputs[0].values;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const QList<QByteArray> cells = lines[static_cast<qsizetype>(i) + 1].split(',');
        QCOMPARE(cells[1],
                 QByteArray::number(static_cast<qlonglong>(i / 28)) + ' ' + QByteArray::number(static_cast<qlonglong>(i % 28))
                     + " 0");
        QVERIFY(std::abs(cells[2].toDouble() - values[i]) <= 1e-8 * std::abs(values[i]));
    }
    why().exportNumbers(m_studio->path(u"nowhere/why.csv"_s).toStdString());
    auto* problem = m_studio->child<NoteBox>("attributionProblem");
    QTRY_VERIFY(problem->isVisible());
    QVERIFY2(problem->text().contains(u"nowhere"_s), qPrintable(problem->text()));
    QVERIFY(m_studio->child<QWidget>("attributionView")->isVisible());
}

/// No run, a run without its files: a sentence each, and no old map.
void TestAttributionOfRuns::whatIsMissingIsSaid()
{
    m_studio->openForSteps(u"mnist_mlp"_s);
    window().raisePanel("tryItDock");
    QVERIFY(!m_studio->child<QToolButton>("tryItWhy")->isEnabled());
    m_studio->trainAStep();
    window().session().stop();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::stopped, patience);
    takeNextSample();
    ask();
    auto* problem = m_studio->child<NoteBox>("attributionProblem");
    QVERIFY(!problem->isVisible());
    std::filesystem::remove_all(window().session().placeOfRun() / "checkpoints");
    why().close();
    QTest::mouseClick(m_studio->child<QToolButton>("tryItWhy"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::failed, patience);
    QVERIFY(problem->isVisible() && !problem->text().isEmpty());
    QVERIFY(!feed().report());
    QVERIFY(!m_studio->child<QWidget>("attributionView")->isVisible());
    std::filesystem::remove_all(window().session().placeOfRun());
    feed().ask();
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::failed || feed().state() == Now::noNetwork, patience);
    QVERIFY(problem->isVisible() && !problem->text().isEmpty());
}

void TestAttributionOfRuns::anotherProjectHasNoSample()
{
    trainAndStop(u"mnist_mlp"_s);
    takeNextSample();
    ask();
    choose("attributionMethod", static_cast<int>(Method::occlusion));
    m_studio->closeUnchanged();
    QTRY_VERIFY(!feed().report());
    QCOMPARE(feed().state(), Now::noSample);
    QVERIFY(!feed().wishes().method);
    QVERIFY(m_studio->child<QWidget>("attributionProblem")->isVisible());
}

void TestAttributionOfRuns::largeTextsHaveTheirPlace_data()
{
    QTest::addColumn<int>("percent");
    QTest::newRow("100") << 100;
    QTest::newRow("200") << 200;
}

/// Nothing is cut off, in a window as small as it can be.
void TestAttributionOfRuns::largeTextsHaveTheirPlace()
{
    QFETCH(const int, percent);
    const auto restore = qScopeGuard([] { Theme::instance().setTextPercent(100); });
    Theme::instance().setTextPercent(percent);
    trainAndStop(u"mnist_cnn"_s);
    takeNextSample();
    ask();
    for (int i = 0; i < inspect::attributionMethods; ++i) {
        choose("attributionMethod", i);
        why().resize(percent == 200 ? QSize(1200, 760) : QSize(720, 520));
        QCoreApplication::processEvents();
        QTRY_COMPARE(cutOff(why()).join(u'\n'), QString());
        keepPicture(u"why_%1_%2"_s.arg(percent).arg(i));
    }
}

NETSMITH_WINDOW_TEST(TestAttributionOfRuns)

} // namespace test_attribution_of_runs

#include "test_attribution_of_runs.moc"
