#include "engine/fields/text/vocabulary.h"
#include "engine/inspect/predictions/class_report.h"
#include "engine/store/checkpoint.h"
#include "gui/attribution/importance_list.h"
#include "gui/attribution/importance_picture.h"
#include "gui/attribution/importance_scale.h"
#include "gui/attribution/importance_series.h"
#include "gui/attribution/importance_view.h"
#include "gui/attribution/token_importance.h"
#include "gui/tryit/drawing_pad.h"
#include "gui/widgets/engine_text.h"
#include "tests/gui/app/attribution_test.h"
#include "tests/test_program.h"

#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSlider>

#include <cstring>

namespace test_attribution_window {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// What the network looked at, in the real window: by each method, of pictures, texts, rows and series.
class TestAttributionWindow : public AttributionTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_studio = std::make_unique<StudioFixture>(); }
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
};

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
    static const QRegularExpression state(u"^Test sample 1 · true class “\\d” · step 1 · "_s); // a digit of MNIST, or a drawn one
    QVERIFY2(state.match(label("attributionState")).hasMatch(), qPrintable(label("attributionState")));

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
    m_studio->openForSteps(u"char_lstm"_s);
    if (window().document().missingData() && window().document().analysis().errorCount() > 0)
        QSKIP("the data of char_lstm are not in NETSMITH_DATA_DIR");
    trainAndStop();
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

NETSMITH_WINDOW_TEST(TestAttributionWindow)

} // namespace test_attribution_window

#include "test_attribution_window.moc"
