#include "engine/core/error.h"
#include "engine/inspect/weights/neighbors.h"
#include "engine/inspect/weights/spectrum.h"
#include "engine/store/checkpoint_store.h"
#include "gui/canvas/canvas.h"
#include "gui/canvas/network_scene.h"
#include "gui/inspect/layer_window.h"
#include "gui/weights/history_view.h"
#include "gui/weights/sheet_view.h"
#include "gui/weights/spectrum_plot.h"
#include "gui/weights/weights_panel.h"
#include "gui/widgets/number_text.h"
#include "tests/gui/app/studio_fixture.h"
#include "tests/test_program.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QScrollArea>
#include <QSlider>
#include <QTabBar>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace test_layer_weights {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // ms

} // namespace

/// What a layer has learned, in the second tab of its window: the same numbers as in the run's checkpoints.
class TestLayerWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_studio = std::make_unique<StudioFixture>(); }
    void cleanup() { m_studio.reset(); }
    void filtersAreThoseOfTheCheckpoint();
    void deeperFiltersGoByInputChannel();
    void weightsFollowTheTraining();
    void momentsAreFollowed();
    void otherArraysAreChosen();
    void wordsHaveNeighbors();
    void numbersAreSaved();
    void layersWithoutWeightsSaySo();
    void longWorkWaitsToBeAskedFor();
    void nothingIsReadWhileItIsClosed();

private:
    MainWindow& window() { return m_studio->window(); }
    Canvas& canvas() { return *m_studio->child<Canvas>("canvas"); }
    QImage imageOf(const char* node)
    {
        const NodeItem* item = canvas().network().node(node);
        return item && item->picture() ? item->picture()->image : QImage();
    }
    /// Opens a layer by a click on its picture.
    void openLayer(const char* node)
    {
        QTRY_VERIFY_WITH_TIMEOUT(!imageOf(node).isNull(), patience);
        const NodeItem* item = canvas().network().node(node);
        canvas().centerOn(item);
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, canvas().mapFromScene(item->pictureRectangle().center()));
        m_layer = window().findChild<LayerWindow*>();
        QVERIFY(m_layer && m_layer->isVisible());
    }
    void openTab(int index)
    {
        auto* tabs = m_layer->findChild<QTabBar*>(u"layerTabs"_s);
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(index).center());
    }
    /// A sample project after a step, with the weights of one of its layers.
    void openWeights(const char* sample, const char* node)
    {
        m_studio->openForSteps(QString::fromLatin1(sample));
        m_studio->trainAStep();
        QTest::mouseClick(m_studio->child<QToolButton>("activationsActionButton"), Qt::LeftButton);
        openLayer(node);
        openTab(1);
        QTRY_VERIFY_WITH_TIMEOUT(feed().shown(), patience);
    }
    void stopRun()
    {
        window().session().stop();
        QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::stopped, patience);
    }
    WeightsPanel& panel() { return m_layer->weights(); }
    const WeightsFeed& feed() { return panel().feed(); }
    std::filesystem::path run() { return window().session().placeOfRun(); }
    QString text(const char* name) { return panel().findChild<QLabel*>(QString::fromLatin1(name))->text(); }
    template <class T>
    T& part()
    {
        return *panel().findChild<T*>();
    }
    /// Moves the pointer over a part, and returns what is said of its place.
    QString pointAt(QWidget& widget, QPointF place)
    {
        QMouseEvent move(QEvent::MouseMove, place, widget.mapToGlobal(place), Qt::NoButton, Qt::NoButton, {});
        QCoreApplication::sendEvent(&widget, &move); // the window may not be on top
        return text("weightsPointed");
    }
    void keepPicture(const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("NETSMITH_PICTURES"); !folder.isEmpty())
            m_layer->grab().save(folder + u'/' + name + u".png"_s);
    }

    std::unique_ptr<StudioFixture> m_studio;
    LayerWindow* m_layer = nullptr;
};

void TestLayerWeights::filtersAreThoseOfTheCheckpoint()
{
    openWeights("mnist_cnn", "conv2d_1");
    QCOMPARE(m_layer->windowTitle(), u"Weights of conv2d_1"_s);
    stopRun(); // which writes a checkpoint
    const inspect::RunWeights saved(run());
    const inspect::LayerWeights weights = saved.weightsOf(saved.layer("conv2d_1"));
    const std::span<const float> kernel = weights.arrays[0].numbers;
    QTRY_VERIFY_WITH_TIMEOUT(feed().shown()->weights->step == saved.step() && feed().spectra() && feed().history(), patience);
    const auto& view = part<SheetView>();
    const inspect::WeightSheet& sheet = view.sheet();
    QCOMPARE(sheet.form, inspect::WeightSheet::Form::filters);
    QCOMPARE(sheet.outputs, 32);
    for (std::int64_t filter = 0; filter < 32; ++filter)
        for (std::int64_t row = 0; row < 3; ++row)
            for (std::int64_t column = 0; column < 3; ++column)
                QCOMPARE(sheet.at(filter, 0, row, column), kernel[static_cast<std::size_t>((row * 3 + column) * 32 + filter)]);
    // The number under the pointer.
    QCOMPARE(pointAt(part<SheetView>(), view.cellRectangle(7, 0, 2, 1).center()),
             u"Filter 7, input channel 0, row 2, column 1: %1"_s.arg(significantText(kernel[(2 * 3 + 1) * 32 + 7], 4)));
    QCOMPARE(pointAt(part<SheetView>(), {-5.0, -5.0}), u"Point at a picture or a plot to read its numbers."_s);

    const inspect::Spectrum spectrum = inspect::spectrumOf(inspect::matrixOf(weights.arrays[0]));
    QTRY_COMPARE_WITH_TIMEOUT(feed().spectra()->step, saved.step(), patience);
    QCOMPARE(feed().spectra()->list[0].values, spectrum.values);
    QCOMPARE(text("weightsSpectralNormFact"), significantText(spectrum.spectralNorm, 4));
    QCOMPARE(text("weightsStableRankFact"), significantText(spectrum.stableRank, 4));
    QCOMPARE(text("weightsRankFact"), u"9 of 9"_s);
    auto& plot = part<SpectrumPlot>();
    QVERIFY(plot.isVisible());
    QCOMPARE(pointAt(plot, {static_cast<double>(plot.width()), plot.height() / 2.0}),
             u"Singular value 9 of 9: %1"_s.arg(significantText(spectrum.values.back(), 4)));
    double squares = 0.0;
    for (const float number : kernel)
        squares += static_cast<double>(number) * static_cast<double>(number);
    QCOMPARE(text("weightsNormFact"), significantText(std::sqrt(squares), 4));
    QCOMPARE(text("weightsCountFact"), u"288"_s);
    QCOMPARE(text("weightsWhen"), u"After step %1"_s.arg(saved.step()));
    keepPicture(u"weights_conv2d_1"_s);
}

void TestLayerWeights::deeperFiltersGoByInputChannel()
{
    openWeights("mnist_cnn", "conv2d_2");
    const inspect::WeightSheet& sheet = part<SheetView>().sheet();
    QCOMPARE(sheet.outputs, 64);
    QCOMPARE(sheet.inputs, 32);
    const std::span<const float> kernel = feed().shown()->numbers().numbers;
    QCOMPARE(sheet.at(63, 31, 1, 2), kernel[((1 * 3 + 2) * 32 + 31) * 64 + 63]);
    QVERIFY(text("weightsAbout").startsWith(u"A row for each of 64 filters, a column for each of 32 input channels"_s));
    keepPicture(u"weights_conv2d_2"_s);
    // A dense layer looks at the maps below it.
    m_layer->close();
    openLayer("dense_1");
    QTRY_VERIFY_WITH_TIMEOUT(feed().shown(), patience);
    QCOMPARE(part<SheetView>().sheet().form, inspect::WeightSheet::Form::unitImages);
    QCOMPARE(part<SheetView>().sheet().inputs, 32); // of 64, so that they can be made out
    QCOMPARE(text("weightsPart"), u"Inputs 0 to 31 of 64"_s);
    QTest::mouseClick(panel().findChild<QToolButton*>(u"weightsNext"_s), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(part<SheetView>().sheet().firstInput, 32, patience);
    QCOMPARE(part<SheetView>().sheet().at(5, 1, 2, 0),
             feed().shown()->numbers().numbers[static_cast<std::size_t>(((2 * 3 + 0) * 64 + 33) * 64 + 5)]);
    QVERIFY(!panel().findChild<QToolButton*>(u"weightsNext"_s)->isEnabled());
    QCOMPARE(part<SheetView>().sheet().wholeHeight, 3);
    keepPicture(u"weights_dense_1"_s);
}

void TestLayerWeights::weightsFollowTheTraining()
{
    openWeights("mnist_mlp", "dense_1");
    const std::int64_t before = feed().shown()->weights->step;
    const std::vector<float> cells = part<SheetView>().sheet().cells;
    window().session().goOn();
    QTRY_VERIFY_WITH_TIMEOUT(feed().shown()->weights->step > before && part<SheetView>().sheet().cells != cells, patience);
    stopRun();
    const inspect::RunWeights saved(run());
    QTRY_VERIFY_WITH_TIMEOUT(feed().shown()->weights->step == saved.step() && feed().history()
                                 && feed().history()->steps.back() == saved.step(),
                             patience);
    const auto& history = part<HistoryView>();
    QCOMPARE(history.marked(), saved.step());
    QCOMPARE(history.array().points.back().norm, feed().shown()->norm);
}

void TestLayerWeights::momentsAreFollowed()
{
    m_studio->openForSteps(u"points"_s);
    window().document().edit(u"shorter"_s, [](Project& project) { project.training.epochs = 4; });
    window().session().setStepsPerLaunch(0);
    window().raisePanel("tryItDock");
    window().session().startAtOnce();
    QTRY_COMPARE_WITH_TIMEOUT(window().session().state(), TrainingState::finished, patience);
    QTest::mouseClick(m_studio->child<QToolButton>("activationsActionButton"), Qt::LeftButton);
    openLayer("dense_1");
    openTab(1);
    const std::vector<std::int64_t> steps = CheckpointStore(run() / "checkpoints").steps();
    QTRY_VERIFY_WITH_TIMEOUT(feed().shown() && feed().history(), patience);
    QVERIFY(steps.size() >= 3);
    std::vector<std::int64_t> expected = steps;
    if (steps.front() != 0)
        expected.insert(expected.begin(), 0);
    QCOMPARE(feed().history()->steps, expected);
    QCOMPARE(feed().history()->beginsWithFirst, steps.front() != 0);
    QTest::keyClick(m_studio->child<QSlider>("momentSlider"), Qt::Key_Home);
    QTRY_COMPARE_WITH_TIMEOUT(feed().shown()->weights->step, steps.front(), patience);
    QCOMPARE(part<HistoryView>().marked(), steps.front());
    const inspect::RunWeights saved(CheckpointStore(run() / "checkpoints").at(steps.front()));
    const inspect::LayerWeights weights = saved.weightsOf(saved.layer("dense_1"));
    QVERIFY(std::ranges::equal(feed().shown()->numbers().numbers, weights.arrays[0].numbers));
    auto& history = part<HistoryView>();
    const QString words = pointAt(history, {history.xOf(steps.back()), 30.0});
    const inspect::WeightPoint& last = history.array().points.back();
    QVERIFY2(words.startsWith(u"Step %1: norm %2, distance from the first weights %3"_s.arg(
                 countText(steps.back()), significantText(last.norm, 4), significantText(*last.distance, 4))),
             qPrintable(words));
    keepPicture(u"weights_points"_s);
}

void TestLayerWeights::otherArraysAreChosen()
{
    openWeights("sentiment", "gru_1");
    auto* arrays = panel().findChild<QComboBox*>(u"weightsArray"_s);
    QCOMPARE(arrays->count(), 3);
    QTRY_VERIFY_WITH_TIMEOUT(feed().spectra(), patience);
    QCOMPARE(feed().spectra()->list.size(), std::size_t{4}); // the whole, z, r, h
    arrays->setFocus();
    QTest::keyClick(arrays, Qt::Key_Down);
    QTRY_COMPARE_WITH_TIMEOUT(feed().shown()->numbers().facts.name, std::string("recurrent_kernel"), patience);
    QCOMPARE(part<SheetView>().sheet().form, inspect::WeightSheet::Form::gates);
    QTRY_VERIFY_WITH_TIMEOUT(feed().spectra() && feed().spectra()->list[0].array == "recurrent_kernel", patience);
    keepPicture(u"weights_gru"_s);
    QTest::keyClick(arrays, Qt::Key_Down);
    QTRY_COMPARE_WITH_TIMEOUT(feed().shown()->numbers().facts.name, std::string("bias"), patience);
    QVERIFY(!part<SpectrumPlot>().isVisible());
}

void TestLayerWeights::wordsHaveNeighbors()
{
    openWeights("sentiment", "embedding_1");
    auto* word = panel().findChild<QLineEdit*>(u"neighborWord"_s);
    auto* list = panel().findChild<QTreeWidget*>(u"neighborList"_s);
    QVERIFY(word->isVisible() && !list->isVisible());
    word->setFocus();
    QTest::keyClicks(word, u"not"_s);
    QTRY_VERIFY_WITH_TIMEOUT(feed().found() && feed().found()->neighbors && feed().found()->word == u"not"_s, patience);
    const inspect::WeightArray& table = feed().shown()->numbers();
    const inspect::TokenNames names(feed().shown()->weights->tokens, table.facts.shape[0]);
    const inspect::Neighbors expected = inspect::neighborsOf(table, names.idOf("not"), 50);
    QVERIFY(list->isVisible());
    QCOMPARE(list->topLevelItemCount(), static_cast<int>(expected.byCosine.size()));
    for (int row : {0, 1, 10}) {
        const inspect::Neighbor& each = expected.byCosine[static_cast<std::size_t>(row)];
        QCOMPARE(list->topLevelItem(row)->text(0), QString::fromStdString(names.nameOf(each.id)));
        QCOMPARE(list->topLevelItem(row)->text(1), QLocale().toString(each.cosine, 'f', 3));
        QCOMPARE(list->topLevelItem(row)->text(2), significantText(each.distance));
    }
    keepPicture(u"weights_embedding"_s);
    panel().findChild<QComboBox*>(u"neighborMeasure"_s)->setFocus();
    QTest::keyClick(panel().findChild<QComboBox*>(u"neighborMeasure"_s), Qt::Key_Down);
    QCOMPARE(list->topLevelItem(0)->text(0), QString::fromStdString(names.nameOf(expected.byDistance[0].id)));
    // A click goes on to the neighbor's own.
    const QString next = list->topLevelItem(0)->text(0);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualItemRect(list->topLevelItem(0)).center());
    QCOMPARE(word->text(), next);
    QTRY_VERIFY_WITH_TIMEOUT(feed().found()->word == next && feed().found()->neighbors, patience);
    word->selectAll();
    QTest::keyClicks(word, u"zzz"_s);
    QTRY_VERIFY_WITH_TIMEOUT(feed().found()->problem && feed().found()->word == u"zzz"_s, patience);
    QVERIFY2(text("neighborState").contains(u"“zzz”"_s) || text("neighborState").contains(u"\"zzz\""_s),
             qPrintable(text("neighborState")));
    QVERIFY(!list->isVisible());
}

void TestLayerWeights::numbersAreSaved()
{
    openWeights("mnist_mlp", "dense_2");
    QTRY_VERIFY_WITH_TIMEOUT(feed().spectra() && feed().history(), patience);
    const QString weights = m_studio->path(u"weights.csv"_s), picture = m_studio->path(u"weights.png"_s);
    panel().findChild<QAction*>(u"saveWeights"_s)->trigger();
    m_studio->typeFile("weightsSaveDialog", weights);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(weights), patience);
    QFile file(weights);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readLine().trimmed(), "index_0,index_1,weight");
    const QList<QByteArray> first = file.readLine().trimmed().split(',');
    QCOMPARE(first[0], "0");
    QCOMPARE(static_cast<float>(first[2].toDouble()), feed().shown()->numbers().numbers[0]);
    panel().findChild<QAction*>(u"saveSheet"_s)->trigger();
    m_studio->typeFile("weightsSaveDialog", picture);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(picture), patience);
    QTRY_VERIFY_WITH_TIMEOUT(!QImage(picture).isNull(), patience);
    panel().save(WeightsPanel::Saved::spectra, std::filesystem::path(m_studio->path(u"none/there.csv"_s).toStdString()));
    QTRY_VERIFY_WITH_TIMEOUT(
        std::ranges::any_of(panel().findChildren<QLabel*>(),
                            [](const QLabel* label) { return label->isVisible() && label->text().contains(u"there.csv"_s); }),
        patience);
}

void TestLayerWeights::layersWithoutWeightsSaySo()
{
    m_studio->openForSteps(u"mnist_cnn"_s);
    m_studio->trainAStep();
    QTest::mouseClick(m_studio->child<QToolButton>("activationsActionButton"), Qt::LeftButton);
    openLayer("flatten_1");
    openTab(1);
    const auto says = [&](const QString& words) {
        return std::ranges::any_of(panel().findChildren<QLabel*>(),
                                   [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(says(u"\"flatten_1\" has no weights"_s) || says(u"“flatten_1” has no weights"_s), patience);
}

/// Singular values that take more than about a second are computed on demand, and can be stopped.
void TestLayerWeights::longWorkWaitsToBeAskedFor()
{
    m_studio->openForSteps(u"mnist_mlp"_s);
    window().document().edit(u"wider"_s,
                             [](Project& project) { project.graph.find("dense_1")->parameters["units"] = std::int64_t{2000}; });
    m_studio->trainAStep();
    QTest::mouseClick(m_studio->child<QToolButton>("activationsActionButton"), Qt::LeftButton);
    openLayer("dense_1");
    openTab(1);
    QTRY_VERIFY_WITH_TIMEOUT(feed().shown(), patience);
    QVERIFY(feed().spectraWait() && !feed().spectra() && !feed().spectraShare());
    QVERIFY2(text("weightsSpectrumState").startsWith(u"They take about 1."_s), qPrintable(text("weightsSpectrumState")));
    auto* verb = panel().findChild<QPushButton*>(u"weightsSpectrumVerb"_s);
    QCOMPARE(verb->text(), u"Compute"_s);
    panel().findChild<QScrollArea*>(u"weightsSide"_s)->ensureWidgetVisible(verb);
    QTest::mouseClick(verb, Qt::LeftButton);
    QVERIFY(feed().spectraShare());
    QCOMPARE(verb->text(), u"Cancel"_s);
    QTest::mouseClick(verb, Qt::LeftButton);
    QVERIFY(!feed().spectraShare() && !feed().spectra());
    QCOMPARE(verb->text(), u"Compute"_s);
    QTest::mouseClick(verb, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(feed().spectra(), patience);
    QCOMPARE(feed().spectra()->list[0].values.size(), std::size_t{784});
    QVERIFY(!verb->isVisible());
}

/// In the tab of the output no weights are copied, and a closed window keeps none.
void TestLayerWeights::nothingIsReadWhileItIsClosed()
{
    m_studio->openForSteps(u"mnist_mlp"_s);
    m_studio->trainAStep();
    bool came = false, isLast = false; // with any answer, with the last one
    connect(&window().session(), &TrainingSession::answered, this, [&](const PredictionAnswer& answer) {
        isLast = answer.weights != nullptr;
        came = came || isLast;
    });
    QTest::mouseClick(m_studio->child<QToolButton>("activationsActionButton"), Qt::LeftButton);
    openLayer("dense_1");
    int answers = 0;
    connect(&window().session(), &TrainingSession::answered, this, [&] { ++answers; });
    m_studio->child<QAction>("nextSampleAction")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(answers > 0, patience);
    QVERIFY(!came && !feed().weights());
    openTab(1);
    QTRY_VERIFY_WITH_TIMEOUT(feed().shown(), patience);
    QVERIFY(came);
    openTab(0);
    // What was asked before may still be answered.
    m_studio->child<QAction>("nextSampleAction")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!isLast, patience);
    came = false;
    answers = 0;
    m_studio->child<QAction>("nextSampleAction")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(answers > 0, patience);
    QVERIFY(!came);
    m_layer->close();
    QVERIFY(!feed().weights() && !feed().shown() && !feed().history());
}

NETSMITH_WINDOW_TEST(TestLayerWeights)

} // namespace test_layer_weights

#include "test_layer_weights.moc"
