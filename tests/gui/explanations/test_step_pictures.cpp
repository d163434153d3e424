#include "engine/layers/registry.h"
#include "gui/explanations/step_picture.h"
#include "gui/explanations/step_words.h"
#include "gui/widgets/theme.h"
#include "tests/engine/inspect/random_layers.h"
#include "tests/test_program.h"

#include <QtTest>

#include <limits>
#include <set>

namespace test_step_pictures {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

constexpr std::uint64_t cases = 6; // of each layer

/// Whether something is drawn on it.
bool isDrawn(const QImage& image)
{
    std::set<QRgb> colors;
    for (int y = 0; y < image.height(); y += 2)
        for (int x = 0; x < image.width(); x += 2)
            colors.insert(image.pixel(x, y));
    return colors.size() > 2;
}

} // namespace

/// Every step of every layer is drawn, and said in words.
class TestStepPictures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(); }
    void everyLayer_data();
    void everyLayer();
    void noLayerIsWithout();
    void whatIsNotFinite();
    void aWindowBesideTheInput();

private:
    static void keepPicture(const inspect::ExplainedStep& step, const QString& name)
    {
        const QString folder = qEnvironmentVariable("NETSMITH_PICTURES");
        if (folder.isEmpty())
            return;
        StepPicture picture;
        picture.show(step);
        picture.resize(600, picture.sizeHint().height());
        picture.grab().save(folder + u'/' + name + u".png"_s);
    }
    /// What is wrong with the picture of a step; empty: nothing.
    static QString flawOf(const inspect::ExplainedStep& step)
    {
        StepPicture picture;
        picture.show(step);
        picture.resize(600, picture.sizeHint().height());
        if (!isDrawn(picture.grab().toImage()))
            return u"nothing is drawn"_s;
        if (stepTitle(step).isEmpty() || stepEquation(step).isEmpty() || stepMeaning(step).isEmpty())
            return u"words are missing"_s;
        if (picture.accessibleName().isEmpty())
            return u"a screen reader knows nothing of it"_s;
        return {};
    }
};

void TestStepPictures::everyLayer_data()
{
    QTest::addColumn<QString>("id");
    for (const LayerSpec& layer : layers())
        if (!layer.inputs.empty())
            QTest::newRow(layer.id.c_str()) << QString::fromStdString(layer.id);
}

void TestStepPictures::everyLayer()
{
    QFETCH(QString, id);
    const LayerSpec& layer = *layers().find(id.toStdString());
    for (std::uint64_t seed = 0; seed < cases; ++seed) {
        const auto input = randomLayer(layer, seed, layer.category == Category::regularisation);
        QVERIFY(input);
        ExplainedLayer explained(*input, 0);
        for (const std::int64_t element : {std::int64_t{0}, explained.elements() / 2, explained.elements() - 1})
            for (const inspect::ExplainedStep& step : explained.explain(element)) {
                keepPicture(step, u"step_%1_%2_%3"_s.arg(id).arg(seed).arg(element));
                const QString flaw = flawOf(step);
                QVERIFY2(
                    flaw.isEmpty(),
                    qPrintable(u"%1 in case %2: %3"_s.arg(QString::fromUtf8(inspect::idOf(step.kind).data())).arg(seed).arg(flaw)));
            }
    }
}

/// The types of the registry of which no step is drawn: those that stand for others or pass the sample on.
void TestStepPictures::noLayerIsWithout()
{
    QStringList without;
    for (const LayerSpec& layer : layers()) {
        bool has = false;
        for (std::uint64_t seed = 0; !layer.inputs.empty() && !has && seed < cases; ++seed) {
            const auto input = randomLayer(layer, seed, layer.category == Category::regularisation);
            has = input && !ExplainedLayer(*input, 0).explain(0).empty();
        }
        if (!has)
            without << QString::fromStdString(layer.id);
    }
    // `LayerExplainer` makes the steps of these itself: drawn here.
    QCOMPARE(without, (QStringList{u"block"_s, u"input"_s, u"random_normal"_s}));
    inspect::ExplainedStep block;
    block.kind = inspect::StepKind::block;
    block.members = {"res_1/conv2d_1", "res_1/add_1"};
    QCOMPARE(flawOf(block), QString());
    for (const char* function : {"drawn", "scaled", "fitted", "as_is"}) {
        inspect::ExplainedStep sample;
        sample.kind = inspect::StepKind::input;
        sample.function = function;
        sample.operands = {{"image", Shape{2, 2, 1}}};
        sample.terms = {{.at = {1, 0, 0}, .input = 51.0, .factor = 255.0, .value = 0.2}};
        sample.result = 0.2;
        inspect::WindowPicture window;
        window.plane = {.height = 2, .width = 2, .rows = 2, .columns = 2, .cells = {0.0F, 1.0F, 0.2F, 0.5F}};
        window.vertical.first = 1;
        sample.window = window;
        QCOMPARE(flawOf(sample), QString());
    }
}

void TestStepPictures::whatIsNotFinite()
{
    for (const char* id :
         {"conv2d", "dense", "softmax", "max_pooling2d", "layer_normalization", "lstm", "relu", "add", "embedding"}) {
        auto input = randomLayer(*layers().find(id), 3, false);
        QVERIFY(input);
        for (double& value : input->inputs[0].values)
            value = std::numeric_limits<double>::quiet_NaN();
        ExplainedLayer explained(*input, 0);
        for (const inspect::ExplainedStep& step : explained.explain(0))
            QVERIFY2(flawOf(step).isEmpty(), id);
    }
}

/// A padded corner: the equation has a product of 0 for each number that is not there.
void TestStepPictures::aWindowBesideTheInput()
{
    LayerInput input;
    input.layer = "conv2d";
    input.training = false;
    input.parameters = {
        {"filters", std::int64_t{1}}, {"kernel_size", std::vector<std::int64_t>{2, 2}}, {"padding", std::string("same")}};
    input.inputs = {{Shape{1, 3, 3, 1}, {1, 2, 3, 4, 5, 6, 7, 8, 9}}};
    input.weights["kernel"] = {Shape{2, 2, 1, 1}, {10, 20, 30, -40}};
    input.weights["bias"] = {Shape{1}, {-1}};
    ExplainedLayer explained(input, 0);
    const std::vector<inspect::ExplainedStep> steps = explained.explain(8);
    QCOMPARE(stepEquation(steps[0]), u"9 × 10 + 0 × 20 + 0 × 30 + 0 × (−40) = 90\n90 − 1 (bias) = 89"_s);
    StepPicture picture;
    picture.show(steps[0]);
    QVERIFY(picture.writesNumbers());
    QCOMPARE(flawOf(steps[0]), QString());
}

NETSMITH_WINDOW_TEST(TestStepPictures)

} // namespace test_step_pictures

#include "test_step_pictures.moc"
