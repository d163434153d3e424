#include "engine/fields/text/vocabulary.h"
#include "engine/inspect/predictions/class_report.h"
#include "engine/store/checkpoint.h"
#include "gui/attribution/attribution_window.h"
#include "gui/attribution/importance_list.h"
#include "gui/attribution/importance_picture.h"
#include "gui/attribution/importance_scale.h"
#include "gui/attribution/importance_series.h"
#include "gui/attribution/importance_view.h"
#include "gui/attribution/token_importance.h"
#include "gui/data/sample_grid.h"
#include "gui/data/sample_list.h"
#include "gui/predictions/predictions_page.h"
#include "gui/tryit/drawing_pad.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/note_box.h"
#include "tests/gui/app/cut_off.h"
#include "tests/gui/app/studio_fixture.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMouseEvent>
#include <QPlainTextEdit>
#include <QScopeGuard>
#include <QSlider>
#include <QToolButton>

#include <cstring>

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // ms

using Method = inspect::AttributionMethod;
using Now = AttributionFeed::State;

/// As by the mouse; where windows lie over each other, `QTest::mouseMove` may reach another one.
void point(QWidget* widget, QPoint place)
{
    QMouseEvent event(QEvent::MouseMove, QPointF(place), QPointF(widget->mapToGlobal(place)), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(widget, &event);
}

} // namespace

/// What the network looked at, in the real window: by each method, of live, saved and earlier networks.
class TestAttributionWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_studio.reset(); }
    void eachMethodShowsTheEnginesMap_data();
    void eachMethodShowsTheEnginesMap();
    void aLinearNetworkIsKnownByHand();
    void thePadIsFollowed();
    void textsHaveTheirTokens();
    void aTextIsContinued();
    void rowsAndSeriesHaveTheirs_data();
    void rowsAndSeriesHaveTheirs();
    void anotherClassIsExplained();
    void baselinesAndStepsCount();
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

private:
    MainWindow& window() { return m_studio->window(); }
    AttributionWindow& why() { return *m_studio->child<AttributionWindow>("attributionWindow"); }
    AttributionFeed& feed() { return why().feed(); }
    QString label(const char* name) { return m_studio->child<QLabel>(name)->text(); }
    void trainAndStop(const QString& sample)
    {
        m_studio->openForSteps(sample);
        m_studio->trainAStep();
        window().session().stop();
        QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::stopped, patience);
    }
    void takeNextSample()
    {
        window().raisePanel("tryItDock");
        QTest::mouseClick(m_studio->child<QPushButton>("tryItNext"), Qt::LeftButton);
        auto* verdict = m_studio->child<QLabel>("tryItVerdict");
        QTRY_VERIFY_WITH_TIMEOUT(verdict->text().endsWith(u": correct"_s) || verdict->text().endsWith(u": wrong"_s), patience);
    }
    void ask()
    {
        auto* button = m_studio->child<QToolButton>("tryItWhy");
        QVERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(feed().state() != Now::noSample);
        QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready, patience);
    }
    /// As by a click on the list.
    void choose(const char* box, const QVariant& data)
    {
        auto* choice = m_studio->child<QComboBox>(box);
        const int index = choice->findData(data);
        QVERIFY2(index >= 0, box);
        choice->setCurrentIndex(index);
        Q_EMIT choice->activated(index);
        QTRY_VERIFY_WITH_TIMEOUT(feed().state() != Now::working, patience);
    }
    /// The same computed by the engine alone.
    inspect::Explanation expected(const inspect::AttributionRequest& request)
    {
        inspect::AttributionNetwork network(window().session().askedPlace());
        return network.explain(feed().report()->inputs, request);
    }
    /// Keeps a picture where NETSMITH_PICTURES names a folder.
    void keepPicture(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
            why().grab().save(folder + u'/' + name + u".png"_s);
    }

    std::unique_ptr<StudioFixture> m_studio;
};

void TestAttributionWindow::init()
{
    m_studio = std::make_unique<StudioFixture>();
}

void TestAttributionWindow::eachMethodShowsTheEnginesMap_data()
{
    QTest::addColumn<int>("method");
    for (int i = 0; i < inspect::attributionMethods; ++i)
        QTest::newRow(std::string(idOf(static_cast<Method>(i))).c_str()) << i;
}

/// Of a digit, number by number, and in the colours of the picture.
void TestAttributionWindow::eachMethodShowsTheEnginesMap()
{
    QFETCH(const int, method);
    trainAndStop(u"mnist_cnn"_s);
    takeNextSample();
    ask();
    choose("attributionMethod", method);
    QVERIFY2(feed().state() == Now::ready, qPrintable(label("attributionState")));
    const AttributionReport& report = *feed().report();
    QCOMPARE(static_cast<int>(report.method), method);
    const inspect::Explanation engine = expected({.method = report.method});
    QCOMPARE(report.explanation.target, engine.target);
    QCOMPARE(report.explanation.score, engine.score);
    QCOMPARE(report.explanation.inputs.size(), std::size_t{1});
    QCOMPARE(report.explanation.inputs[0].values, engine.inputs[0].values);
    QVERIFY2(label("attributionTitle").startsWith(u"Why “"_s), qPrintable(label("attributionTitle")));
    QVERIFY2(label("attributionState").startsWith(u"Test sample 1 · true class “7” · step 1 · "_s),
             qPrintable(label("attributionState")));

    auto* picture = m_studio->child<ImportancePicture>("importancePicture0");
    auto* view = m_studio->child<ImportanceView>("attributionView");
    const Importance& shown = view->shown()[0];
    QCOMPARE(shown.values, engine.inputs[0].values); // one channel
    m_studio->child<QSlider>("attributionBlend")->setValue(100);
    const QImage image = picture->grab().toImage();
    std::size_t most = 0;
    for (std::size_t i = 0; i < shown.values.size(); ++i)
        if (std::abs(shown.values[i]) > std::abs(shown.values[most]))
            most = i;
    const QPoint cell(static_cast<int>(most) % static_cast<int>(shown.width),
                      static_cast<int>(most) / static_cast<int>(shown.width));
    const QPoint place = picture->cellRectangle(cell).center().toPoint();
    if (!shown.isSmooth)
        QCOMPARE(image.pixelColor(place), ImportanceScale().color(shown.values[most] / view->most()));
    point(picture, place);
    QCOMPARE(picture->cell(), std::optional(cell));
    QCOMPARE(label("attributionPointed"),
             u"Row %1, column %2: %3"_s.arg(cell.y() + 1).arg(cell.x() + 1).arg(signedText(shown.values[most])));
    QVERIFY(picture->isVisible() && !picture->visibleRegion().isEmpty());
    m_studio->child<QSlider>("attributionBlend")->setValue(75);
    keepPicture(u"why_"_s + QString::fromLatin1(QTest::currentDataTag()));
}

/// One dense layer and a softmax: the saliency of a class is the size of its weights less the mean of all classes, and integrated
/// gradients are these times the numbers of the sample.
void TestAttributionWindow::aLinearNetworkIsKnownByHand()
{
    m_studio->openForSteps(u"mnist_mlp"_s);
    window().document().edit(u"linear"_s, [](Project& project) {
        Graph& graph = project.graph;
        const std::string input = graph.nodes.front().id;
        graph.nodes.erase(graph.nodes.begin() + 1, graph.nodes.end());
        graph.nodes.push_back({.id = "flat", .layer = "flatten", .version = 1, .title = {}, .parameters = {}});
        graph.nodes.push_back({.id = "linear",
                               .layer = "dense",
                               .version = 1,
                               .title = {},
                               .parameters = {{"units", std::int64_t{10}}, {"activation", std::string("softmax")}}});
        graph.edges = {{{input, "output"}, {"flat", "input"}, Json::object()},
                       {{"flat", "output"}, {"linear", "input"}, Json::object()}};
        project.training.objectives.front().output = "linear";
    });
    m_studio->trainAStep();
    window().session().stop();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::stopped, patience);
    takeNextSample();
    ask();
    const Checkpoint checkpoint = readCheckpoint(checkpointPlace(window().session().askedPlace()).checkpoint).take();
    const TensorView* kernel = checkpoint.weights.find("linear.kernel");
    QVERIFY(kernel && kernel->shape == Shape({784, 10}));
    std::vector<float> weights(7840);
    std::memcpy(weights.data(), kernel->bytes.data(), kernel->bytes.size());
    const auto target = static_cast<std::size_t>(feed().report()->explanation.target);
    std::vector<double> slopes;
    for (std::size_t i = 0; i < 784; ++i) {
        double mean = 0.0;
        for (std::size_t c = 0; c < 10; ++c)
            mean += static_cast<double>(weights[10 * i + c]) / 10.0;
        slopes.push_back(static_cast<double>(weights[10 * i + target]) - mean);
    }
    const std::vector<double> integrated = feed().report()->explanation.inputs[0].values;
    const data::Field sample = feed().report()->inputs[0];
    choose("attributionMethod", static_cast<int>(Method::saliency));
    const std::vector<double> saliency = feed().report()->explanation.inputs[0].values;
    for (std::size_t i = 0; i < 784; ++i) {
        const double x = std::to_integer<int>(sample.bytes[static_cast<std::ptrdiff_t>(i)]) / 255.0;
        QVERIFY(std::abs(saliency[i] - std::abs(slopes[i])) < 1e-5);
        QVERIFY(std::abs(integrated[i] - slopes[i] * x) < 1e-5);
    }
    // There are no maps to weigh.
    auto* methods = m_studio->child<QComboBox>("attributionMethod");
    const int cam = methods->findData(static_cast<int>(Method::gradCam));
    QVERIFY(!(methods->model()->index(cam, 0).flags() & Qt::ItemIsEnabled));
    QVERIFY(methods->itemData(cam, Qt::ToolTipRole).toString().contains(u"no layer has maps"_s));
}

/// Strokes on the pad are explained as they are drawn, and the window says what it shows.
void TestAttributionWindow::thePadIsFollowed()
{
    trainAndStop(u"mnist_mlp"_s);
    window().raisePanel("tryItDock");
    auto* pad = m_studio->child<DrawingPad>("tryItPad");
    QTRY_VERIFY(!pad->visibleRegion().isEmpty());
    QTest::mouseClick(m_studio->child<QToolButton>("tryItWhy"), Qt::LeftButton);
    QCOMPARE(feed().state(), Now::noSample);
    QVERIFY(m_studio->child<QWidget>("attributionProblem")->isVisible());
    QVERIFY(!m_studio->child<QWidget>("attributionView")->isVisible());
    const auto stroke = [&](QPointF from, QPointF to) {
        const auto at = [&](QPointF share) {
            return QPoint(static_cast<int>(share.x() * pad->width()), static_cast<int>(share.y() * pad->height()));
        };
        QTest::mousePress(pad, Qt::LeftButton, {}, at(from));
        for (int part = 1; part <= 8; ++part)
            QTest::mouseMove(pad, at(from + (to - from) * (part / 8.0)));
        QTest::mouseRelease(pad, Qt::LeftButton, {}, at(to));
    };
    stroke({0.5, 0.2}, {0.5, 0.8});
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready, patience);
    QVERIFY2(label("attributionState").startsWith(u"Your picture · "_s), qPrintable(label("attributionState")));
    const auto bytesOf = [&] {
        const auto all = feed().report()->inputs[0].all();
        return QByteArray(reinterpret_cast<const char*>(all.data()), static_cast<qsizetype>(all.size()));
    };
    const QByteArray first = bytesOf();
    stroke({0.2, 0.3}, {0.8, 0.3});
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready && bytesOf() != first, patience);
    const auto asked = window().session().question()->samples[0].all();
    QTRY_VERIFY_WITH_TIMEOUT(
        feed().state() == Now::ready && bytesOf() == QByteArray(reinterpret_cast<const char*>(asked.data()), 784), patience);
    QCOMPARE(feed().report()->explanation.inputs[0].values, expected({}).inputs[0].values);
    // The same is not asked twice.
    const AttributionFeed::Report report = feed().report();
    takeNextSample();
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready && feed().report() != report, patience);
    QVERIFY2(label("attributionState").startsWith(u"Test sample 1 · "_s), qPrintable(label("attributionState")));
}

/// Words on coloured grounds, the most important first in the list, and both point at each other.
void TestAttributionWindow::textsHaveTheirTokens()
{
    trainAndStop(u"sentiment"_s);
    window().raisePanel("tryItDock");
    auto* text = m_studio->child<QPlainTextEdit>("sentenceText");
    QTRY_VERIFY(text->isVisible());
    text->setPlainText(u"the"_s);
    QTRY_VERIFY_WITH_TIMEOUT(window().session().question().has_value(), patience);
    ask();
    const std::vector<std::string>& known = feed().report()->inputs[0].spec.vocabulary->tokens();
    QStringList words; // of letters, as they are written with spaces between them
    for (std::size_t i = 0; i < known.size() && words.size() < 5; ++i)
        if (std::ranges::all_of(known[i], [](char letter) { return letter >= 'a' && letter <= 'z'; }))
            words << fromStd(known[i]);
    QCOMPARE(words.size(), 5);
    text->setPlainText(words.join(u' '));
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready && feed().report()->sample.text == words.join(u' ').toStdString(),
                             patience);
    const AttributionReport& report = *feed().report();
    QCOMPARE(report.method, Method::inputGradient); // nothing is between two tokens
    const std::vector<ShownPart> parts = partsOf(importancesIn(report)[0]);
    QCOMPARE(parts.size(), std::size_t{5});
    const inspect::Explanation engine = expected({.method = Method::inputGradient});
    for (std::size_t i = 0; i < parts.size(); ++i) {
        QCOMPARE(parts[i].text, words[static_cast<qsizetype>(i)]);
        QCOMPARE(parts[i].value, engine.inputs[0].values[static_cast<std::size_t>(parts[i].position)]);
    }
    auto* shown = m_studio->child<TokenImportance>("importanceText0");
    auto* list = m_studio->child<ImportanceList>("importanceTokens0");
    QCOMPARE(list->topLevelItemCount(), 5);
    std::size_t most = 0;
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (std::abs(parts[i].value) > std::abs(parts[most].value))
            most = i;
    QCOMPARE(list->topLevelItem(0)->text(0), words[static_cast<qsizetype>(most)]);
    const QRectF place = shown->partRectangle(static_cast<int>(most));
    const QColor ground = shown->grab().toImage().pixelColor(QPointF(place.left() + 1.5, place.center().y()).toPoint());
    QCOMPARE(ground, ImportanceScale().color(parts[most].value < 0.0 ? -1.0 : 1.0, 0.55));
    point(shown, place.center().toPoint());
    QCOMPARE(shown->current(), static_cast<int>(most));
    QVERIFY(list->topLevelItem(0)->isSelected());
    QVERIFY2(label("attributionPointed").contains(words[static_cast<qsizetype>(most)]), qPrintable(label("attributionPointed")));
    list->setCurrentItem(list->topLevelItem(3));
    QVERIFY(shown->current() != static_cast<int>(most));
    keepPicture(u"why_text"_s);
    // Another text, and a method that suits none.
    text->setPlainText(words.front());
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready && list->topLevelItemCount() == 1, patience);
    choose("attributionMethod", static_cast<int>(Method::occlusion));
    QCOMPARE(feed().report()->explanation.inputs[0].values, expected({.method = Method::occlusion}).inputs[0].values);
    choose("attributionMethod", static_cast<int>(Method::integratedGradients));
    QCOMPARE(feed().state(), Now::failed);
    QVERIFY(m_studio->child<QWidget>("attributionProblem")->isVisible());
    QVERIFY2(messageText(*feed().problem()).contains(u"between two tokens"_s), qPrintable(messageText(*feed().problem())));
    QVERIFY(!m_studio->child<QWidget>("attributionView")->isVisible());
    choose("attributionMethod", static_cast<int>(Method::saliency));
    QCOMPARE(feed().state(), Now::ready);
}

/// Of a network that writes, the next token is explained by the end of the prompt.
void TestAttributionWindow::aTextIsContinued()
{
    trainAndStop(u"char_lstm"_s);
    window().raisePanel("tryItDock");
    auto* prompt = m_studio->child<QPlainTextEdit>("textPrompt");
    QTRY_VERIFY(prompt->isVisible());
    prompt->setPlainText(u"to be"_s);
    ask();
    QVERIFY(m_studio->child<QWidget>("importanceText0")->isVisible());
    QString read;
    for (const ShownPart& part : partsOf(importancesIn(*feed().report())[0]))
        read += (part.hasSpace ? u" "_s : QString()) + part.text;
    QCOMPARE(read, u"to be"_s);
    prompt->setPlainText(u"or not"_s);
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready && feed().report()->sample.text == "or not", patience);
    keepPicture(u"why_continued"_s);
}

void TestAttributionWindow::rowsAndSeriesHaveTheirs_data()
{
    QTest::addColumn<QString>("project");
    for (const char* project : {"table_classifier", "sine_forecast"})
        QTest::newRow(project) << QString::fromLatin1(project);
}

void TestAttributionWindow::rowsAndSeriesHaveTheirs()
{
    QFETCH(const QString, project);
    trainAndStop(project);
    window().raisePanel("tryItDock");
    QTest::keyClick(&window(), Qt::Key_F9);
    QTRY_VERIFY_WITH_TIMEOUT(window().session().question().has_value(), patience);
    ask();
    const AttributionReport& report = *feed().report();
    const inspect::Explanation engine = expected({});
    QCOMPARE(report.explanation.inputs[0].values, engine.inputs[0].values);
    const std::vector<Importance> shown = importancesIn(report);
    if (project == u"sine_forecast"_s) {
        auto* series = m_studio->child<ImportanceSeries>("importanceSeries0");
        QVERIFY(series->isVisible());
        point(series, series->rect().center());
        const QPoint cell = series->cell().value();
        const double there = shown[0].values[static_cast<std::size_t>(cell.y() * shown[0].width + cell.x())];
        QVERIFY2(label("attributionPointed").endsWith(signedText(there)), qPrintable(label("attributionPointed")));
        QVERIFY2(label("attributionTitle").startsWith(u"Why "_s), qPrintable(label("attributionTitle")));
    } else {
        auto* list = m_studio->child<ImportanceList>("importanceRow0");
        QVERIFY(list->isVisible());
        const std::vector<ShownColumn> columns = columnsOf(shown[0]);
        QCOMPARE(list->topLevelItemCount(), static_cast<int>(columns.size()));
        double sum = 0.0, all = 0.0;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            QCOMPARE(list->topLevelItem(static_cast<int>(i))->text(0), columns[i].name);
            QCOMPARE(list->topLevelItem(static_cast<int>(i))->text(2), signedText(columns[i].importance));
            sum += columns[i].importance;
        }
        for (const double value : engine.inputs[0].values)
            all += value;
        QVERIFY(std::abs(sum - all) < 1e-9); // categories are added up
    }
    keepPicture(u"why_"_s + project);
}

void TestAttributionWindow::anotherClassIsExplained()
{
    trainAndStop(u"mnist_mlp"_s);
    takeNextSample();
    ask();
    const std::int64_t predicted = feed().report()->explanation.target;
    auto* targets = m_studio->child<QComboBox>("attributionTarget");
    QCOMPARE(targets->count(), 11);
    QCOMPARE(targets->currentIndex(), 0);
    const std::int64_t other = (predicted + 1) % 10;
    choose("attributionTarget", QVariant::fromValue<qlonglong>(other));
    QCOMPARE(feed().report()->explanation.target, other);
    QCOMPARE(feed().report()->explanation.inputs[0].values, expected({.target = other}).inputs[0].values);
    QCOMPARE(label("attributionTitle"), u"Why “%1”?"_s.arg(other));
    QCOMPARE(m_studio->child<QComboBox>("attributionTarget")->currentData().toLongLong(), other);
    choose("attributionTarget", QVariant::fromValue<qlonglong>(-1));
    QCOMPARE(feed().report()->explanation.target, predicted);
}

void TestAttributionWindow::baselinesAndStepsCount()
{
    trainAndStop(u"mnist_mlp"_s);
    takeNextSample();
    ask();
    QVERIFY(m_studio->child<QWidget>("attributionSteps")->isVisible());
    QVERIFY(m_studio->child<QWidget>("attributionGround")->isVisible());
    choose("attributionSteps", 500);
    choose("attributionGround", static_cast<int>(AttributionWishes::Ground::white));
    const inspect::Explanation engine = expected({.steps = 500, .baseline = 1.0});
    QCOMPARE(feed().report()->explanation.inputs[0].values, engine.inputs[0].values);
    const double whole = engine.score - engine.baseline;
    QCOMPARE(label("attributionSum"),
             u"The parts add up to %1 of %2."_s.arg(signedText(whole + engine.incompleteness), signedText(whole)));
    choose("attributionMethod", static_cast<int>(Method::occlusion));
    QVERIFY(!m_studio->child<QWidget>("attributionSteps")->isVisible());
    QVERIFY(m_studio->child<QWidget>("attributionPatch")->isVisible());
    m_studio->child<QComboBox>("attributionPatch")->setCurrentIndex(2);
    Q_EMIT m_studio->child<QComboBox>("attributionPatch")->activated(2);
    QTRY_VERIFY_WITH_TIMEOUT(feed().state() == Now::ready && feed().report()->wishes.patch == 7, patience);
    QCOMPARE(feed().report()->explanation.inputs[0].values,
             expected({.method = Method::occlusion, .patch = 7, .baseline = 1.0}).inputs[0].values);
    choose("attributionMethod", static_cast<int>(Method::saliency));
    QVERIFY(!m_studio->child<QWidget>("attributionGround")->isVisible());
}

/// A sample of the page Predictions, by the mouse and by keys.
void TestAttributionWindow::aMistakeIsExplained()
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
void TestAttributionWindow::itCanBeCancelled()
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
void TestAttributionWindow::aLiveRunIsFollowed()
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
void TestAttributionWindow::aRunningRunIsFollowed()
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

void TestAttributionWindow::aMomentIsAnother()
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

void TestAttributionWindow::filesAreSaved()
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
void TestAttributionWindow::whatIsMissingIsSaid()
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

void TestAttributionWindow::anotherProjectHasNoSample()
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

void TestAttributionWindow::largeTextsHaveTheirPlace_data()
{
    QTest::addColumn<int>("percent");
    QTest::newRow("100") << 100;
    QTest::newRow("200") << 200;
}

/// Nothing is cut off, in a window as small as it can be.
void TestAttributionWindow::largeTextsHaveTheirPlace()
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

QTEST_MAIN(TestAttributionWindow)
#include "test_attribution_window.moc"
