#include "engine/backend/loader.h"
#include "engine/store/checkpoint_store.h"
#include "gui/data/sample_view.h"
#include "engine/inspect/predictions/class_report.h"
#include "gui/predictions/class_table.h"
#include "gui/predictions/predictions_page.h"
#include "gui/predictions/score_plot.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QComboBox>
#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>

namespace test_predictions_page {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // ms

} // namespace

/// The page of predictions in the real window: of the live run, of saved ones and their moments.
class TestPredictionsPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_studio.reset(); }
    void nothingIsAskedBeforeARun();
    void aFinishedRunIsCounted();
    void eachViewShowsItsOwn();
    void aLiveRunIsFollowed();
    void aRunningRunIsFollowed();
    void aLongerRunIsAskedAgain();
    void aMomentIsAnother();
    void numbersHaveTheirErrors();
    void filesAreSaved();
    void aMissingCheckpointIsASentence();
    void anotherProjectHasNone();

private:
    MainWindow& window() { return m_studio->window(); }
    PredictionsPage& page() { return *m_studio->child<PredictionsPage>("predictionsPage"); }
    PredictionsFeed& feed() { return page().feed(); }
    QString label(const char* name) { return m_studio->child<QLabel>(name)->text(); }
    void open(const char* project)
    {
        window().files().openSample(QString::fromLatin1(NETSMITH_PROJECTS "/%1/%1.netsmith").arg(QLatin1String(project)));
        awaitFiles(window());
        window().document().edit(u"shorter"_s, [](Project& each) {
            if (!backendFor("cpu"))
                each.training.device = "reference";
            each.training.epochs = 4;
        });
    }
    void train()
    {
        window().session().startAtOnce();
        QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::finished, patience);
    }
    void showPage()
    {
        window().actions()["predictionsPageAction"]->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(feed().state() == PredictionsFeed::State::ready, patience);
    }
    void press(const char* button) { QTest::mouseClick(m_studio->child<QToolButton>(button), Qt::LeftButton); }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestPredictionsPage::init()
{
    m_studio = std::make_unique<StudioFixture>();
    window().resize(1600, 1000);
}

void TestPredictionsPage::nothingIsAskedBeforeARun()
{
    open("points");
    window().actions()["predictionsPageAction"]->trigger();
    QVERIFY(page().isVisible());
    QVERIFY(feed().state() == PredictionsFeed::State::nothing && !feed().report());
    QVERIFY(m_studio->child<QLabel>("predictionsAbout")->isVisible());
    QVERIFY(!m_studio->child<QWidget>("confusionView")->isVisible());
    QVERIFY(!m_studio->child<QWidget>("predictionsExport")->isVisible());
}

void TestPredictionsPage::aFinishedRunIsCounted()
{
    open("points");
    train();
    QVERIFY(!feed().report()); // nothing is computed for a page that is not shown
    showPage();
    const inspect::RunPredictions& report = *feed().report();
    const inspect::ClassOutcomes& outcomes = *report.outputs[0].classes;
    QCOMPARE(outcomes.count(), window().session().run()->validationSamples);
    double accuracy = -1.0; // of the last validation
    for (const auto& [name, value] : window().session().snapshot().epochValues)
        if (name == "val_accuracy")
            accuracy = value;
    QVERIFY(std::abs(reportOf(outcomes).accuracy - accuracy) < 1e-9);
    QCOMPARE(report.step, window().session().snapshot().step);
    QVERIFY2(label("predictionsSummary").startsWith(u"Accuracy "_s), qPrintable(label("predictionsSummary")));
    QVERIFY(label("predictionsState").contains(u"validation samples, after step"_s));
    QVERIFY(!m_studio->child<QLabel>("predictionsAbout")->isVisible());

    auto* part = m_studio->child<QComboBox>("predictionsPart");
    part->setCurrentIndex(1);
    QTRY_VERIFY_WITH_TIMEOUT(
        feed().state() == PredictionsFeed::State::ready && feed().report()->part == train::Evaluation::Part::training, patience);
    QCOMPARE(feed().report()->outputs[0].classes->count(), window().session().run()->trainSamples);
    QVERIFY(label("predictionsState").contains(u"training samples"_s));
}

void TestPredictionsPage::eachViewShowsItsOwn()
{
    open("points");
    train();
    showPage();
    const inspect::ClassOutcomes& outcomes = *feed().report()->outputs[0].classes;
    auto* confusion = m_studio->child<ConfusionView>("confusionView");
    QVERIFY(confusion->isVisible());
    QTest::mouseClick(confusion, Qt::LeftButton, {}, confusion->placeOf({1, 1}).toPoint());
    QVERIFY2(label("predictionsSamplesTitle").endsWith(QString::number(outcomes.cell(1, 1))),
             qPrintable(label("predictionsSamplesTitle")));

    press("classesButton");
    auto* table = m_studio->child<ClassTable>("classTable");
    QVERIFY(table->isVisible() && !confusion->isVisible());
    QCOMPARE(table->topLevelItemCount(), outcomes.classes());
    QVERIFY(label("predictionsSamplesTitle").startsWith(u"Worst"_s) || label("predictionsSamplesTitle").startsWith(u"No mist"_s));
    table->setCurrentItem(table->topLevelItem(0));
    QVERIFY(label("predictionsSamplesTitle").endsWith(u"with 0"_s));

    press("curvesButton");
    auto* left = m_studio->child<ScorePlot>("leftPlot");
    QVERIFY(left->isVisible());
    QCOMPARE(std::ssize(left->series()), outcomes.classes());
    auto* subject = m_studio->child<QComboBox>("predictionsSubject");
    QVERIFY(subject->isVisible() && subject->count() == outcomes.classes() + 1);
    subject->setCurrentIndex(2);
    QCOMPARE(left->series().size(), 1);
    QCOMPARE(left->series()[0].points.size(), rocCurve(outcomes, 1).size());

    press("calibrationButton");
    QVERIFY(!subject->isVisible());
    double counted = 0.0;
    for (const QPointF& bar : m_studio->child<ScorePlot>("rightPlot")->series()[0].points)
        counted += bar.y();
    QCOMPARE(counted, static_cast<double>(outcomes.count()));
    QVERIFY(!m_studio->child<QToolButton>("valuesButton")->isVisible());
}

void TestPredictionsPage::aLiveRunIsFollowed()
{
    m_studio->openForSteps(u"points"_s);
    window().actions()["predictionsPageAction"]->trigger();
    m_studio->trainAStep();
    const auto isOfStep = [&] {
        return feed().state() == PredictionsFeed::State::ready && feed().isLive()
            && feed().report()->step == window().session().snapshot().step;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isOfStep(), patience);
    QCOMPARE(window().session().snapshot().step, 1);
    QVERIFY2(label("predictionsState").endsWith(u"live"_s), qPrintable(label("predictionsState")));
    m_studio->trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(isOfStep(), patience);
    QCOMPARE(feed().report()->step, 2);
    // A page that is not shown asks nothing.
    window().openPage(u"network"_s);
    m_studio->trainAStep();
    QCOMPARE(feed().report()->step, 2);
    window().openPage(u"predictions"_s);
    QTRY_VERIFY_WITH_TIMEOUT(isOfStep(), patience);
    window().session().stop();
    // The checkpoint of the stop, no longer live.
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == PredictionsFeed::State::ready && !feed().isLive(), patience);
    QCOMPARE(feed().report()->step, 3);
}

/// Epochs pass faster than answers come: each answer is shown, and the last weights are.
void TestPredictionsPage::aRunningRunIsFollowed()
{
    open("points");
    window().document().edit(u"longer"_s, [](Project& each) { each.training.epochs = 4000; });
    window().actions()["predictionsPageAction"]->trigger();
    window().session().startAtOnce(); // with the page open
    QTRY_VERIFY_WITH_TIMEOUT(feed().isLive() && feed().report() && feed().report()->step > 0, patience);
    QVERIFY(window().session().isLive());
    const std::int64_t step = feed().report()->step;
    QTRY_VERIFY_WITH_TIMEOUT(feed().report()->step > step, patience);
    QVERIFY(feed().isLive());
    window().session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!feed().isLive() && feed().state() == PredictionsFeed::State::ready, patience);
    QCOMPARE(feed().report()->step, window().session().snapshot().step);
}

/// What a run became while the page was hidden.
void TestPredictionsPage::aLongerRunIsAskedAgain()
{
    open("points");
    train();
    showPage();
    const std::int64_t step = feed().report()->step;
    window().openPage(u"network"_s);
    window().session().trainLonger(2);
    QTRY_VERIFY_WITH_TIMEOUT(window().session().state() == TrainingState::finished && window().session().snapshot().step > step,
                             patience);
    window().openPage(u"predictions"_s);
    QTRY_VERIFY_WITH_TIMEOUT(feed().report() && feed().report()->step > step, patience);
    QCOMPARE(feed().report()->step, window().session().snapshot().step);
}

void TestPredictionsPage::aMomentIsAnother()
{
    open("points");
    train();
    showPage();
    const auto count = [&] { return feed().report()->outputs[0].classes->right(); };
    const std::int64_t trained = count();
    window().raisePanel("curvesDock");
    m_studio->child<QSlider>("momentSlider")->setValue(0);
    const std::int64_t step = *window().session().moment();
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == PredictionsFeed::State::ready && feed().report()->step == step, patience);
    QVERIFY(count() != trained || step == window().session().snapshot().step);
    window().session().setMoment(std::nullopt);
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == PredictionsFeed::State::ready && feed().report()->step > step, patience);
    QCOMPARE(count(), trained);
}

void TestPredictionsPage::numbersHaveTheirErrors()
{
    open("curve");
    train();
    showPage();
    QVERIFY(page().view() == PredictionsPage::View::values);
    QVERIFY(m_studio->child<QToolButton>("valuesButton")->isVisible());
    QVERIFY(!m_studio->child<QToolButton>("confusionButton")->isVisible());
    const inspect::ValueOutcomes& outcomes = *feed().report()->outputs[0].values;
    QCOMPARE(m_studio->child<ScorePlot>("leftPlot")->series()[0].points.size(), outcomes.listed(0).size());
    double bars = 0.0;
    for (const QPointF& bar : m_studio->child<ScorePlot>("rightPlot")->series()[0].points)
        bars += bar.y();
    QCOMPARE(bars, static_cast<double>(outcomes.scores(0).count));
    QVERIFY(label("predictionsSummary").contains(u"Root mean squared error"_s));
}

void TestPredictionsPage::filesAreSaved()
{
    open("points");
    train();
    showPage();
    QSignalSpy failed(&page(), &PredictionsPage::exportFailed);
    const auto savedAs = [&](const char* action, const QString& name) {
        m_studio->child<QAction>(action)->trigger();
        m_studio->typeFile("predictionsExportDialog", m_studio->path(name));
    };
    savedAs("savePredictionsPng", u"matrix.png"_s);
    QTRY_VERIFY(!QImage(m_studio->path(u"matrix.png"_s)).isNull());
    press("curvesButton");
    savedAs("savePredictionsSvg", u"curves.svg"_s);
    const auto svg = [&] {
        QFile file(m_studio->path(u"curves.svg"_s));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QTRY_VERIFY(svg().contains("</svg>"));
    QVERIFY(svg().contains("<polyline") && !svg().contains("<image")); // lines, and no pixels
    page().exportTables(m_studio->path(u"."_s).toStdString());
    QTRY_VERIFY(QFile::exists(m_studio->path(u"predictions.csv"_s)));
    QFile rows(m_studio->path(u"predictions.csv"_s));
    QVERIFY(rows.open(QIODevice::ReadOnly));
    QCOMPARE(rows.readAll().count('\n'), feed().report()->outputs[0].classes->count() + 1);
    QVERIFY(failed.isEmpty());
    page().exportTables(m_studio->path(u"nowhere"_s).toStdString());
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(failed[0][0].toString().contains(u"nowhere"_s));
}

void TestPredictionsPage::aMissingCheckpointIsASentence()
{
    open("points");
    train();
    std::filesystem::remove_all(window().session().placeOfRun() / "checkpoints");
    window().actions()["predictionsPageAction"]->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == PredictionsFeed::State::failed, patience);
    QVERIFY(m_studio->child<QWidget>("predictionsProblem")->isVisible());
    QVERIFY(feed().problem());
}

void TestPredictionsPage::anotherProjectHasNone()
{
    open("points");
    train();
    showPage();
    m_studio->closeUnchanged();
    QTRY_VERIFY(!feed().report());
    open("curve");
    window().openPage(u"predictions"_s);
    QVERIFY(feed().state() == PredictionsFeed::State::nothing);
    QVERIFY(m_studio->child<QLabel>("predictionsAbout")->isVisible());
}

NETSMITH_WINDOW_TEST(TestPredictionsPage)

} // namespace test_predictions_page

#include "test_predictions_page.moc"
