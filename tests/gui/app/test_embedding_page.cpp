#include "engine/backend/loader.h"
#include "engine/store/checkpoint_store.h"
#include "gui/embedding/embedding_page.h"
#include "gui/embedding/embedding_view.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>

#include <cmath>

namespace test_embedding_page {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // ms

} // namespace

/// The page of embeddings in the real window: of the live run, of saved ones and their moments.
class TestEmbeddingPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_studio.reset(); }
    void nothingIsAskedBeforeARun();
    void aFinishedRunHasItsPoints();
    void choicesAreFollowed();
    void aPointShowsItsSample();
    void itIsCancelledAndComputedAgain();
    void aLiveRunIsFollowed();
    void aMomentIsAnother();
    void numbersHaveAScale();
    void filesAreSaved();
    void aMissingCheckpointIsASentence();
    void anotherProjectHasNone();

private:
    MainWindow& window() { return m_studio->window(); }
    EmbeddingPage& page() { return *m_studio->child<EmbeddingPage>("embeddingPage"); }
    EmbeddingFeed& feed() { return page().feed(); }
    EmbeddingView& view() { return *m_studio->child<EmbeddingView>("embeddingView"); }
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
    void awaitPoints() { QTRY_VERIFY_WITH_TIMEOUT(feed().state() == EmbeddingFeed::State::ready, patience); }
    void showPage()
    {
        m_studio->child<QComboBox>("embeddingCount")->setCurrentIndex(0); // 500 samples
        window().actions()["embeddingPageAction"]->trigger();
        awaitPoints();
    }
    void choose(const char* box, int index) { m_studio->child<QComboBox>(box)->setCurrentIndex(index); }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestEmbeddingPage::init()
{
    m_studio = std::make_unique<StudioFixture>();
    window().resize(1600, 1000);
}

void TestEmbeddingPage::nothingIsAskedBeforeARun()
{
    open("points");
    window().actions()["embeddingPageAction"]->trigger();
    QVERIFY(page().isVisible());
    QVERIFY(feed().state() == EmbeddingFeed::State::nothing && !feed().outputs());
    QVERIFY(m_studio->child<QLabel>("embeddingAbout")->isVisible());
    for (const char* hidden : {"embeddingView", "embeddingCancel", "embeddingLayer"})
        QVERIFY2(!m_studio->child<QWidget>(hidden)->isVisible(), hidden);
}

void TestEmbeddingPage::aFinishedRunHasItsPoints()
{
    open("points");
    train();
    QVERIFY(!feed().outputs()); // nothing is computed for a page that is not shown
    QSignalSpy changed(&feed(), &EmbeddingFeed::changed);
    bool moved = false; // points are seen before they are at rest
    connect(&feed(), &EmbeddingFeed::changed, this, [&] { moved = moved || (view().points() && !feed().result()); });
    showPage();
    QVERIFY(moved);
    const inspect::LayerOutputs& outputs = *feed().outputs();
    QCOMPARE(outputs.samples.size(), feed().points()->size());
    QCOMPARE(view().points(), feed().points());
    QCOMPARE(outputs.step, window().session().snapshot().step);
    QVERIFY(outputs.known.isClasses() && !view().pointPalette().entries().empty());
    QVERIFY2(label("embeddingSummary").startsWith(u"t-SNE"_s), qPrintable(label("embeddingSummary")));
    QVERIFY(label("embeddingState").contains(u"validation samples, after step"_s));
    auto* layer = m_studio->child<QComboBox>("embeddingLayer");
    QVERIFY(layer->isVisible());
    QCOMPARE(layer->count(), std::ssize(outputs.layers));
    QCOMPARE(layer->currentData().toString().toStdString(), outputs.layer);
    QVERIFY(!m_studio->child<QPushButton>("embeddingCancel")->isVisible());
}

void TestEmbeddingPage::choicesAreFollowed()
{
    open("points");
    train();
    showPage();
    const EmbeddingFeed::Outputs outputs = feed().outputs();
    choose("embeddingMethod", 1);
    awaitPoints();
    QVERIFY(feed().result()->method == inspect::EmbeddingMethod::pca);
    QCOMPARE(feed().outputs(), outputs); // the network was not asked again
    QVERIFY2(label("embeddingSummary").startsWith(u"PCA"_s), qPrintable(label("embeddingSummary")));
    QVERIFY(!m_studio->child<QComboBox>("embeddingPerplexity")->isVisible());
    choose("embeddingLayer", 0);
    awaitPoints();
    QCOMPARE(feed().outputs()->layer, feed().outputs()->layers[0].node);
    QVERIFY(feed().outputs()->layers[0].isInput);
    choose("embeddingPart", 1);
    awaitPoints();
    QVERIFY(feed().outputs()->part == train::Evaluation::Part::training);
    QVERIFY(label("embeddingState").contains(u"training samples"_s));
    choose("embeddingMethod", 0);
    choose("embeddingPerplexity", 0);
    awaitPoints();
    QCOMPARE(feed().result()->perplexity, 5.0);
    choose("embeddingPerplexity", 1); // while one is computed, too
    choose("embeddingPerplexity", 4);
    awaitPoints();
    QCOMPARE(feed().result()->perplexity, 100.0);
}

void TestEmbeddingPage::aPointShowsItsSample()
{
    open("points");
    train();
    showPage();
    const inspect::LayerOutputs& outputs = *feed().outputs();
    QVERIFY(!m_studio->child<QWidget>("embeddingSample")->isVisible());
    QTest::mouseClick(&view(), Qt::LeftButton, {}, view().placeOf(17).toPoint());
    QVERIFY(view().chosen());
    const std::size_t chosen = *view().chosen();
    QCOMPARE(label("embeddingSampleTitle"), u"Sample %1"_s.arg(outputs.samples[chosen]));
    QVERIFY2(label("embeddingSampleFacts").contains(u"Predicted: "_s), qPrintable(label("embeddingSampleFacts")));
    QVERIFY(m_studio->child<QWidget>("embeddingSample")->isVisible());
    QVERIFY(view().accessibleDescription().contains(label("embeddingSampleTitle")));
    view().setFocus();
    QTest::keyClick(&view(), Qt::Key_Right);
    QVERIFY(view().chosen() && *view().chosen() != chosen);
    QCOMPARE(label("embeddingSampleTitle"), u"Sample %1"_s.arg(outputs.samples[*view().chosen()]));
}

void TestEmbeddingPage::itIsCancelledAndComputedAgain()
{
    open("points");
    train();
    window().actions()["embeddingPageAction"]->trigger(); // 2,000 samples
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == EmbeddingFeed::State::placing && feed().points(), patience);
    auto* cancel = m_studio->child<QPushButton>("embeddingCancel");
    QVERIFY(cancel->isVisible());
    QTest::mouseClick(cancel, Qt::LeftButton);
    QVERIFY(feed().state() == EmbeddingFeed::State::stopped && !feed().result() && feed().points());
    QVERIFY(!cancel->isVisible() && view().isVisible());
    auto* again = m_studio->child<QPushButton>("embeddingAgain");
    QVERIFY(again->isVisible() && !m_studio->child<QWidget>("embeddingExport")->isEnabled());
    QTest::mouseClick(again, Qt::LeftButton);
    awaitPoints();
    QVERIFY(!again->isVisible() && m_studio->child<QWidget>("embeddingExport")->isEnabled());
}

void TestEmbeddingPage::aLiveRunIsFollowed()
{
    m_studio->openForSteps(u"points"_s);
    choose("embeddingCount", 0);
    window().actions()["embeddingPageAction"]->trigger();
    m_studio->trainAStep();
    const auto isOfStep = [&] {
        return feed().state() == EmbeddingFeed::State::ready && feed().isLive()
            && feed().outputs()->step == window().session().snapshot().step;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isOfStep(), patience);
    QCOMPARE(feed().outputs()->step, 1);
    QVERIFY2(label("embeddingState").contains(u"live"_s), qPrintable(label("embeddingState")));
    m_studio->trainAStep();
    QTRY_VERIFY_WITH_TIMEOUT(isOfStep(), patience);
    QCOMPARE(feed().outputs()->step, 2);
    window().openPage(u"network"_s); // a page that is not shown asks nothing
    m_studio->trainAStep();
    QCOMPARE(feed().outputs()->step, 2);
    window().openPage(u"embedding"_s);
    QTRY_VERIFY_WITH_TIMEOUT(isOfStep(), patience);
    QCOMPARE(feed().outputs()->step, 3);
}

void TestEmbeddingPage::aMomentIsAnother()
{
    open("points");
    train();
    showPage();
    const EmbeddingFeed::Points trained = feed().points();
    window().raisePanel("curvesDock");
    m_studio->child<QSlider>("momentSlider")->setValue(0);
    const std::int64_t step = *window().session().moment();
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == EmbeddingFeed::State::ready && feed().outputs()->step == step, patience);
    window().session().setMoment(std::nullopt);
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == EmbeddingFeed::State::ready && feed().outputs()->step > step, patience);
    QCOMPARE(*feed().points(), *trained); // the same bits
}

void TestEmbeddingPage::numbersHaveAScale()
{
    open("curve");
    train();
    showPage();
    QVERIFY(view().pointPalette().isScale());
    QVERIFY(view().pointPalette().most() > view().pointPalette().least());
    view().choose(0);
    QVERIFY2(label("embeddingSampleFacts").contains(u"True number: "_s), qPrintable(label("embeddingSampleFacts")));
}

void TestEmbeddingPage::filesAreSaved()
{
    open("points");
    train();
    showPage();
    QSignalSpy failed(&page(), &EmbeddingPage::exportFailed);
    const auto savedAs = [&](const char* action, const QString& name) {
        m_studio->child<QAction>(action)->trigger();
        m_studio->typeFile("embeddingExportDialog", m_studio->path(name));
        QTRY_VERIFY(!window().findChild<QWidget*>(u"embeddingExportDialog"_s)); // or the next would type into this one
    };
    const auto content = [&](const QString& name) {
        QFile file(m_studio->path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    savedAs("saveEmbeddingPng", u"points.png"_s);
    QTRY_VERIFY(!QImage(m_studio->path(u"points.png"_s)).isNull());
    savedAs("saveEmbeddingSvg", u"points.svg"_s);
    QTRY_VERIFY(content(u"points.svg"_s).contains("</svg>"));
    QVERIFY(!content(u"points.svg"_s).contains("<image")); // shapes, and no pixels
    savedAs("saveEmbeddingTable", u"points.csv"_s);
    QTRY_COMPARE(content(u"points.csv"_s).count('\n'), std::ssize(feed().outputs()->samples) + 1);
    QVERIFY(content(u"points.csv"_s).startsWith("index,x,y,target,prediction\n"));
    QVERIFY(failed.isEmpty());
    page().exportTable(m_studio->path(u"nowhere/points.csv"_s).toStdString());
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY(failed[0][0].toString().contains(u"nowhere"_s));
}

void TestEmbeddingPage::aMissingCheckpointIsASentence()
{
    open("points");
    train();
    std::filesystem::remove_all(window().session().placeOfRun() / "checkpoints");
    window().actions()["embeddingPageAction"]->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == EmbeddingFeed::State::failed, patience);
    QVERIFY(m_studio->child<QWidget>("embeddingProblem")->isVisible() && !view().isVisible());
    QVERIFY(feed().problem());
}

void TestEmbeddingPage::anotherProjectHasNone()
{
    open("points");
    train();
    showPage();
    m_studio->closeUnchanged();
    QTRY_VERIFY(!feed().outputs());
    open("curve");
    window().openPage(u"embedding"_s);
    QVERIFY(feed().state() == EmbeddingFeed::State::nothing && !view().isVisible());
    QVERIFY(m_studio->child<QLabel>("embeddingAbout")->isVisible());
}

NETSMITH_WINDOW_TEST(TestEmbeddingPage)

} // namespace test_embedding_page

#include "test_embedding_page.moc"
