#include "tests/gui/app/steps_fixture.h"

#include "gui/canvas/items/trail_layer.h"
#include "tests/test_program.h"

namespace test_steps_numbers {

using namespace netsmith;
using namespace netsmith::gui;
using namespace Qt::StringLiterals;

/// The numbers of a training step in the window, checked by hand.
class TestStepsNumbers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m = std::make_unique<StepsFixture>(); }
    void cleanup() { m.reset(); }
    void everyNumberOnTheWayForward();
    void everyNumberOnTheWayBack();
    void oneSampleAtATime();
    void otherOptimizersAreNamed();
    void convolutionsAreTables();
    void sequencesHaveSteps();
    void otherNetworksAreFollowed_data();
    void otherNetworksAreFollowed();

private:
    std::unique_ptr<StepsFixture> m;
};

void TestStepsNumbers::everyNumberOnTheWayForward()
{
    m->open();
    m->begin();
    QCOMPARE(m->panel().stages().size(), std::size_t{4 + 1 + 3 + 3});
    QCOMPARE(m->text("stepsWhere"), u"Forward, layer 1 of 4: input_1"_s);
    QCOMPARE(m->table().rowCount(), 4); // samples
    QCOMPARE(m->table().columnCount(), 2);
    m->click("stepsNext");
    QCOMPARE(m->text("stepsWhere"), u"Forward, layer 2 of 4: dense_1"_s);
    QCOMPARE(m->table().rowCount(), 2 + 3); // x, y, bias, sum, tanh
    QCOMPARE(m->table().columnCount(), 3);
    for (int sample : {0, 3}) {
        m->studio.child<QComboBox>("stepsSample")->setCurrentIndex(sample);
        for (int unit = 0; unit < 3; ++unit) {
            double sum = 0.0;
            for (int i = 0; i < 2; ++i) {
                QVERIFY2(m->rowTitle(i).startsWith(u"x[%1] = "_s.arg(i)), qPrintable(m->rowTitle(i)));
                const double product = m->cell(i, unit) * numberIn(m->rowTitle(i).section(u' ', -1));
                QVERIFY(std::abs(numberIn(m->below(i, unit).section(u' ', -1)) - product) < tolerance(product));
                sum += product;
            }
            sum += m->cell(2, unit);
            QVERIFY(std::abs(m->cell(3, unit) - sum) < tolerance(sum));
            QVERIFY(std::abs(m->cell(4, unit) - std::tanh(sum)) < tolerance(sum));
        }
    }
    QCOMPARE(m->rowTitle(2), u"Bias"_s);
    QCOMPARE(m->rowTitle(4), u"tanh(z)"_s);
    m->view().setCurrentIndex(m->table().index(3, 1));
    QVERIFY2(m->text("stepsEquation").startsWith(u"z[1] = "_s), qPrintable(m->text("stepsEquation")));
    m->view().setCurrentIndex(m->table().index(4, 1));
    QVERIFY2(m->text("stepsEquation").startsWith(u"tanh("_s), qPrintable(m->text("stepsEquation")));
    // The loss of each sample, and of the batch.
    for (int i = 0; i < 3; ++i)
        m->click("stepsNext");
    QCOMPARE(m->text("stepsWhere"), u"The loss"_s);
    QCOMPARE(m->table().rowCount(), 4 + 1);
    QCOMPARE(m->table().columnCount(), 2 + 1 + 1);
    double sum = 0.0;
    for (int sample = 0; sample < 4; ++sample) {
        const double loss = -std::log(m->cell(sample, static_cast<int>(m->cell(sample, 2))));
        QVERIFY(std::abs(m->cell(sample, 3) - loss) < tolerance(loss));
        sum += loss;
    }
    QVERIFY(std::abs(m->cell(4, 3) - sum / 4.0) < tolerance(sum));
    QVERIFY(std::abs(m->shownLoss() - sum / 4.0) < tolerance(sum));
    const double byHand = lossByHand(*m->session().step(), {"dense_1", "dense_2", "dense_3"});
    QVERIFY(std::abs(m->session().step()->loss - byHand) < 1e-5);
    m->studio.closeUnchanged();
}

void TestStepsNumbers::everyNumberOnTheWayBack()
{
    m->open();
    m->begin();
    m->goTo(StepWay::back, "dense_2");
    QCOMPARE(m->text("stepsWhere"), u"Back, layer 2 of 3: dense_2"_s);
    QCOMPARE(m->table().rowCount(), 3 + 4); // inputs, bias, gradient of the output, slope, δ
    QCOMPARE(m->table().columnCount(), 3 + 1); // units, gradient of x
    auto* sampleBox = m->studio.child<QComboBox>("stepsSample");
    std::vector<double> weights(9), biases(3);
    for (int sample = 0; sample < 4; ++sample) {
        sampleBox->setCurrentIndex(sample);
        for (int unit = 0; unit < 3; ++unit) {
            const double delta = m->cell(4, unit) * m->cell(5, unit); // gradient of the output times slope
            QVERIFY(std::abs(m->cell(6, unit) - delta) < tolerance(delta));
            biases[static_cast<std::size_t>(unit)] += m->cell(6, unit);
            for (int i = 0; i < 3; ++i) {
                const double part = numberIn(m->rowTitle(i).section(u' ', -1)) * m->cell(6, unit);
                QVERIFY(std::abs(numberIn(m->below(i, unit).section(u' ', -1)) - part) < tolerance(part));
                weights[static_cast<std::size_t>(3 * i + unit)] += part;
            }
        }
        // What flows on is what the layer before gets.
        const inspect::TracedLayer& before = layerOf(*m->session().step(), "dense_1");
        for (int i = 0; i < 3; ++i) {
            const double gradient = before.gradient[static_cast<std::size_t>(sample * 3 + i)];
            QVERIFY(std::abs(m->cell(i, 3) - gradient) < tolerance(gradient));
        }
    }
    for (int unit = 0; unit < 3; ++unit) {
        QVERIFY(std::abs(m->cell(3, unit) - biases[static_cast<std::size_t>(unit)])
                < tolerance(biases[static_cast<std::size_t>(unit)]));
        for (int i = 0; i < 3; ++i) {
            const double gradient = weights[static_cast<std::size_t>(3 * i + unit)];
            QVERIFY(std::abs(m->cell(i, unit) - gradient) < tolerance(gradient));
        }
    }
    m->view().setCurrentIndex(m->table().index(1, 2));
    QVERIFY2(m->text("stepsEquation").startsWith(u"Gradient of w[1, 2] = "_s), qPrintable(m->text("stepsEquation")));
    QCOMPARE(m->text("stepsEquation").count(u'×'), 1 + 4); // one for each sample
    // The softmax at the end passes (p − t) / batch on.
    m->goTo(StepWay::back, "dense_3");
    const inspect::TracedStep& step = *m->session().step();
    sampleBox->setCurrentIndex(1);
    for (int unit = 0; unit < 2; ++unit) {
        const double p = layerOf(step, "dense_3").output[static_cast<std::size_t>(2 + unit)];
        const double delta = (p - (static_cast<int>(step.objectives[0].target[1]) == unit ? 1.0 : 0.0)) / 4.0;
        QCOMPARE(m->rowTitle(m->table().rowCount() - 1), u"δ, gradient of the sum"_s);
        QVERIFY(std::abs(m->cell(m->table().rowCount() - 1, unit) - delta) < tolerance(delta));
    }
    const int rows = m->table().rowCount(), target = static_cast<int>(step.objectives[0].target[1]);
    m->view().setCurrentIndex(m->table().index(rows - 1, target));
    QVERIFY2(m->text("stepsEquation").contains(u"(output − target) ÷ samples"_s), qPrintable(m->text("stepsEquation")));
    QVERIFY2(m->text("stepsEquation").contains(u"− 1) ÷ 4 = "_s), qPrintable(m->text("stepsEquation")));
    // Its gradient comes from the cross-entropy, that of the layer before through the weights.
    m->view().setCurrentIndex(m->table().index(rows - 2, target));
    QCOMPARE(m->rowTitle(rows - 2), u"Gradient of the output"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m->text("stepsEquation").contains(u"−t ÷ (p × n) = −1 ÷ ("_s), stepsPatience);
    m->goTo(StepWay::back, "dense_2");
    m->view().setCurrentIndex(m->table().index(4, 1));
    QTRY_VERIFY_WITH_TIMEOUT(m->text("stepsEquation").contains(u"dense_3.kernel"_s), stepsPatience);
    QVERIFY(m->text("stepsEquation").count(u'×') >= 2); // a product for each unit
    // The update.
    m->goTo(StepWay::update, "dense_2");
    QCOMPARE(m->text("stepsWhere"), u"Update, layer 2 of 3: dense_2"_s);
    const inspect::TracedParameter& kernel = layerOf(step, "dense_2").parameters[0];
    for (int unit = 0; unit < 3; ++unit)
        for (int i = 0; i < 3; ++i) {
            const auto at = static_cast<std::size_t>(3 * i + unit);
            const double after = kernel.before[at] - 0.1 * kernel.gradient[at];
            QVERIFY(std::abs(m->cell(i, unit) - after) < tolerance(after));
            QVERIFY2(m->below(i, unit).contains(u" − 0.1"_s), qPrintable(m->below(i, unit)));
        }
    m->view().setCurrentIndex(m->table().index(0, 0));
    QVERIFY2(m->text("stepsEquation").startsWith(u"dense_2.kernel[0, 0] = weight − learning rate × gradient = "_s),
             qPrintable(m->text("stepsEquation")));
    m->studio.closeUnchanged();
}

void TestStepsNumbers::oneSampleAtATime()
{
    m->open();
    m->studio.child<QComboBox>("stepsBatch")->setCurrentIndex(1);
    m->begin();
    QCOMPARE(m->session().step()->samples.size(), std::size_t{1});
    QVERIFY(!m->studio.child<QComboBox>("stepsSample")->isVisible());
    m->goTo(StepWay::back, "dense_2"); // now each gradient is one product
    for (int unit = 0; unit < 3; ++unit)
        for (int i = 0; i < 3; ++i)
            QCOMPARE(numberIn(m->below(i, unit).section(u' ', -1)), m->cell(i, unit));
    const std::vector<std::int32_t> first = m->session().step()->samples;
    m->click("stepsTake");
    m->await();
    QVERIFY(m->session().step()->samples != first);
    m->studio.closeUnchanged();
}

void TestStepsNumbers::otherOptimizersAreNamed()
{
    m->open("adam");
    m->begin();
    m->goTo(StepWay::update, "dense_1");
    m->view().setCurrentIndex(m->table().index(0, 0));
    QVERIFY2(m->text("stepsEquation").contains(u"the optimizer made"_s), qPrintable(m->text("stepsEquation")));
    m->view().setCurrentIndex(m->table().index(1, 1));
    QVERIFY2(m->text("stepsEquation").startsWith(u"dense_1.kernel[1, 1]: "_s), qPrintable(m->text("stepsEquation")));
    m->view().setCurrentIndex(m->table().index(0, 0));
    QVERIFY2(m->below(0, 0).startsWith(u"from "_s), qPrintable(m->below(0, 0)));
    QVERIFY(m->text("stepsFacts").contains(u"adam"_s));
    m->studio.closeUnchanged();
}

void TestStepsNumbers::convolutionsAreTables()
{
    m->studio.openForSteps(u"mnist_cnn"_s);
    m->document().edit(u"batch"_s, [](Project& project) { project.training.batch = 8; });
    m->window().raisePanel("stepsDock");
    m->begin();
    const inspect::TracedStep& step = *m->session().step();
    const auto conv = std::ranges::find(step.layers, std::string("conv2d"), &inspect::TracedLayer::layer);
    QVERIFY(conv != step.layers.end());
    QCOMPARE(m->text("stepsWhere").section(u' ', 0, 0), u"Forward,"_s);
    QCOMPARE(m->table().rowCount(), 28);
    QCOMPARE(m->table().columnCount(), 28);
    m->goTo(StepWay::forward, conv->node);
    auto* tensors = m->studio.child<QComboBox>("stepsTensor");
    QVERIFY(tensors->isVisible());
    QCOMPARE(tensors->count(), 1 + static_cast<int>(conv->parameters.size()));
    const Shape shape = conv->shape;
    QCOMPARE(std::int64_t{m->table().rowCount()}, shape[1] * shape[2]);
    QCOMPARE(std::int64_t{m->table().columnCount()}, shape[3]);
    m->studio.child<QComboBox>("stepsSample")->setCurrentIndex(2);
    const double shown = conv->output[static_cast<std::size_t>((2 * shape[1] * shape[2] + 100) * shape[3] + 3)];
    QVERIFY(std::abs(m->cell(100, 3) - shown) < tolerance(shown));
    m->view().setCurrentIndex(m->table().index(100, 3)); // taken apart as well
    QTRY_VERIFY_WITH_TIMEOUT(m->text("stepsEquation").count(u'×') >= 9, stepsPatience);
    tensors->setCurrentIndex(1);
    const double before = m->session().step()->loss;
    m->type(4, 1, u"0.9"_s);
    QVERIFY(m->session().step()->loss != before);
    const auto own = m->ownTracer();
    own->setWeight(conv->parameters[0].id, 4 * shape[3] + 1, 0.9);
    QVERIFY(std::abs(own->look().loss - m->session().step()->loss) < 1e-5);
    QCOMPARE(tensors->currentIndex(), 1);
    m->goTo(StepWay::back, layerOf(*m->session().step(), "dense_1").node);
    QVERIFY(m->table().sums());
    // On the way back its weights' gradients are sums of products, too, and a bias's is a sum.
    m->goTo(StepWay::back, conv->node);
    const std::string kernel = conv->parameters[0].id, bias = conv->parameters[1].id;
    tensors->setCurrentText(QString::fromStdString(kernel));
    m->view().setCurrentIndex(m->table().index(4, 1));
    QTRY_VERIFY_WITH_TIMEOUT(m->text("stepsEquation").count(u'×') >= 9, stepsPatience);
    QVERIFY2(m->text("stepsEquation").contains(u"Products of "_s), qPrintable(m->text("stepsEquation")));
    tensors->setCurrentText(QString::fromStdString(bias));
    m->view().setCurrentIndex(m->table().index(0, 1));
    QTRY_VERIFY_WITH_TIMEOUT(m->text("stepsEquation").contains(u"added up"_s), stepsPatience);
    m->studio.closeUnchanged();
}

void TestStepsNumbers::sequencesHaveSteps()
{
    m->open();
    m->document().edit(u"sequence"_s, [](Project& project) {
        // The point as two steps of one number: a dense layer for each.
        Node reshape, flatten;
        reshape.id = "reshape_1";
        reshape.layer = "reshape";
        flatten.id = "flatten_1";
        flatten.layer = "flatten";
        reshape.parameters["target_shape"] = std::vector<std::int64_t>{2, 1};
        project.graph.nodes.push_back(reshape);
        project.graph.nodes.push_back(flatten);
        project.graph.edges = {{{"input_1", "output"}, {"reshape_1", "input"}, Json::object()},
                               {{"reshape_1", "output"}, {"dense_1", "input"}, Json::object()},
                               {{"dense_1", "output"}, {"flatten_1", "input"}, Json::object()},
                               {{"flatten_1", "output"}, {"dense_2", "input"}, Json::object()},
                               {{"dense_2", "output"}, {"dense_3", "input"}, Json::object()}};
    });
    m->begin();
    m->goTo(StepWay::forward, "dense_1");
    auto* row = m->studio.child<QComboBox>("stepsRow");
    QVERIFY(row->isVisible());
    QCOMPARE(row->count(), 2);
    const std::vector<double>& points = m->session().step()->layers.front().output;
    for (int step = 0; step < 2; ++step) {
        row->setCurrentIndex(step);
        const double x = numberIn(m->rowTitle(0).section(u' ', -1));
        QVERIFY(std::abs(x - points[static_cast<std::size_t>(step)]) < tolerance(x));
        const double sum = x * m->cell(0, 1) + m->cell(1, 1);
        QVERIFY(std::abs(m->cell(2, 1) - sum) < tolerance(sum));
    }
    m->studio.closeUnchanged();
}

void TestStepsNumbers::otherNetworksAreFollowed_data()
{
    QTest::addColumn<QString>("sample");
    for (const char* sample :
         {"curve", "table_classifier", "mnist_mlp", "mnist_residual", "mnist_autoencoder", "sine_forecast", "row_lstm"})
        QTest::newRow(sample) << QString::fromLatin1(sample);
}

void TestStepsNumbers::otherNetworksAreFollowed()
{
    QFETCH(const QString, sample);
    m->studio.openForSteps(sample);
    m->document().edit(u"batch"_s, [](Project& project) { project.training.batch = 4; });
    m->window().raisePanel("stepsDock");
    m->click("stepsBegin");
    QTRY_VERIFY_WITH_TIMEOUT(m->session().state() != StepsSession::State::preparing, stepsPatience);
    if (m->session().problem() && m->session().problem()->facts().dataSource != "")
        QSKIP("its data is not here");
    QCOMPARE(m->session().state(), StepsSession::State::ready);
    const std::size_t count = m->panel().stages().size();
    QVERIFY(count > 6);
    auto* tensors = m->studio.child<QComboBox>("stepsTensor");
    for (std::size_t stage = 0; stage < count; ++stage) {
        for (int tensor = 0; tensor < tensors->count(); ++tensor) {
            tensors->setCurrentIndex(tensor);
            QVERIFY2(m->table().rowCount() > 0 && m->table().columnCount() > 0, qPrintable(m->text("stepsWhere")));
            m->view().setCurrentIndex(m->table().index(m->table().rowCount() - 1, m->table().columnCount() - 1));
            QVERIFY(std::isfinite(m->table().number(m->table().index(0, 0))) || m->table().rowCount() > 1);
        }
        QVERIFY2(!m->network().trail().currentNodes().empty(), qPrintable(m->text("stepsWhere")));
        if (stage + 1 < count)
            m->click("stepsNext");
    }
    QVERIFY(!m->button("stepsNext").isEnabled());
    m->click("stepsTake");
    m->await();
    QCOMPARE(m->session().step()->step, std::int64_t{2});
    m->studio.closeUnchanged();
}

NETSMITH_WINDOW_TEST(TestStepsNumbers)

} // namespace test_steps_numbers

#include "test_steps_numbers.moc"
