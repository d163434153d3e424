#include "tests/engine/plan/step_training.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace test_stateful {

using namespace netsmith;
using namespace netsmith::test;

namespace {

using Tokens = std::vector<std::int32_t>;

/// Two texts of six tokens, the token after each, and a class for each half; the second has padding in its first half.
const Tokens first{1, 4, 2, 6, 3, 5}, second{2, 5, 0, 1, 1, 6};
const Tokens firstNext{4, 2, 1, 3, 0, 1}, secondNext{0, 1, 1, 1, 4, 2};

Tokens joined(std::initializer_list<std::span<const std::int32_t>> parts)
{
    Tokens all;
    for (const auto part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

/// An embedding, a recurrent layer and a softmax over its states or over the last one.
Project recurrentProject(const std::string& cell, std::int64_t steps, bool stateful, bool everyStep)
{
    Project project;
    project.title = "states";
    project.data.shuffle = false;
    project.training.optimizer = {"sgd", {}, Json::object()};
    project.training.objectives[0].target = everyStep ? "next" : "kind";
    Graph& graph = project.graph;
    addNode(graph, "input_1", "input", {{"shape", std::vector<std::int64_t>{steps}}, {"field", std::string("text")}}, {});
    addNode(graph, "embedding_1", "embedding",
            {{"input_dim", std::int64_t{7}}, {"output_dim", std::int64_t{3}}, {"mask_zero", true}}, "input_1");
    addNode(graph, "layer_1", cell, {{"units", std::int64_t{4}}, {"return_sequences", everyStep}, {"stateful", stateful}},
            "embedding_1");
    addNode(graph, "dense_1", "dense", {{"units", std::int64_t{5}}}, "layer_1");
    addNode(graph, "softmax_1", "softmax", {}, "dense_1");
    return project;
}

/// Whole texts in one batch.
StepTraining wholeTexts(const std::string& device, const std::string& cell, bool everyStep)
{
    return {recurrentProject(cell, 6, false, everyStep),
            device,
            {classesOf("text", {6}, 7, joined({first, second})), classesOf("next", {6}, 5, joined({firstNext, secondNext})),
             classesOf("kind", {}, 5, {3, 1})},
            2};
}

/// The texts' halves, in two batches.
StepTraining halfTexts(const std::string& device, const std::string& cell, bool everyStep, Precision precision = Precision::fp32)
{
    const auto halves = [](const Tokens& a, const Tokens& b) {
        const std::span<const std::int32_t> x(a), y(b);
        return joined({x.first(3), y.first(3), x.last(3), y.last(3)});
    };
    return {recurrentProject(cell, 3, true, everyStep),
            device,
            {classesOf("text", {3}, 7, halves(first, second)), classesOf("next", {3}, 5, halves(firstNext, secondNext)),
             classesOf("kind", {}, 5, {0, 0, 3, 1})},
            2,
            precision};
}

/// The mean loss of one batch after another.
double meanOf(const std::vector<std::vector<float>>& rows)
{
    double loss = 0.0, samples = 0.0;
    for (const std::vector<float>& row : rows) {
        loss += static_cast<double>(row[0]);
        samples += static_cast<double>(row[1]);
    }
    return loss / samples;
}

bool isNear(double a, double b)
{
    return std::abs(a - b) < 1e-5;
}

} // namespace

/// A stateful layer reads a sequence in pieces with the same result as in one piece.
class TestStateful : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void piecesAreReadAsTheWhole_data();
    void piecesAreReadAsTheWhole();
    void everyEpochBeginsAnew_data();
    void everyEpochBeginsAnew();
    void validationHasItsOwnState();
    void aStepThatFailsLeavesTheState();
    void aSkippedStepCarriesOn_data() { everyEpochBeginsAnew_data(); }
    void aSkippedStepCarriesOn();
    void lowPrecisionsCarryOn_data();
    void lowPrecisionsCarryOn();
    void predictionsBeginAnew();
    void refusesWhatDoesNotFollow_data();
    void refusesWhatDoesNotFollow();
    void windowsMustNotOverlap();
};

void TestStateful::piecesAreReadAsTheWhole_data()
{
    QTest::addColumn<QString>("device");
    QTest::addColumn<QString>("cell");
    QTest::addColumn<bool>("everyStep");
    for (const char* device : {"reference", "cpu"})
        for (const char* cell : {"simple_rnn", "lstm", "gru"})
            for (const bool everyStep : {true, false})
                QTest::addRow("%s, %s, %s", device, cell, everyStep ? "every step" : "the last") << device << cell << everyStep;
}

/// The loss over both batches is that of the whole texts; with a loss on the last step only, that of the second batch is.
void TestStateful::piecesAreReadAsTheWhole()
{
    QFETCH(QString, device);
    QFETCH(QString, cell);
    QFETCH(bool, everyStep);
    if (!hasDevice(device.toStdString()))
        QSKIP("this build has no such device");
    StepTraining whole = wholeTexts(device.toStdString(), cell.toStdString(), everyStep);
    StepTraining halves = halfTexts(device.toStdString(), cell.toStdString(), everyStep);
    const double expected = meanOf({whole.evaluate()});
    const auto ofBoth = [&](const std::vector<float>& a, const std::vector<float>& b) {
        return everyStep ? meanOf({a, b}) : meanOf({b});
    };
    const std::vector<float> judged = halves.evaluate();
    QVERIFY(isNear(ofBoth(judged, halves.evaluate(true)), expected));
    const std::vector<float> trained = halves.train(0.0f);
    QVERIFY(isNear(ofBoth(trained, halves.train(0.0f)), expected));
}

void TestStateful::everyEpochBeginsAnew_data()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << QString(device);
}

void TestStateful::everyEpochBeginsAnew()
{
    QFETCH(QString, device);
    if (!hasDevice(device.toStdString()))
        QSKIP("this build has no such device");
    StepTraining halves = halfTexts(device.toStdString(), "lstm", true);
    const std::vector<float> begun = halves.train(0.0f);
    const std::vector<float> gone = halves.train(0.0f);
    halves.goTo(0);
    QCOMPARE(halves.train(0.0f), begun);
    QCOMPARE(halves.train(0.0f), gone);
    // Without the first batch the loss of the second one differs.
    StepTraining alone = halfTexts(device.toStdString(), "lstm", true);
    alone.goTo(2);
    QVERIFY(!isNear(meanOf({alone.train(0.0f)}), meanOf({gone})));
}

/// It neither uses the state of training nor changes it.
void TestStateful::validationHasItsOwnState()
{
    StepTraining undisturbed = halfTexts("reference", "gru", true), disturbed = halfTexts("reference", "gru", true);
    const std::vector<float> judged = disturbed.evaluate();
    QCOMPARE(disturbed.train(0.5f), undisturbed.train(0.5f));
    disturbed.evaluate();
    disturbed.evaluate(true);
    QCOMPARE(disturbed.train(0.5f), undisturbed.train(0.5f));
    StepTraining other = halfTexts("reference", "gru", true);
    other.train(0.0f);
    QCOMPARE(other.evaluate(), judged);
    // Nor does a training step between two evaluated batches.
    const std::vector<float> next = other.evaluate(true);
    other.evaluate();
    other.train(0.0f);
    QCOMPARE(other.evaluate(true), next);
}

/// Only steps that count change the lasting state.
void TestStateful::aStepThatFailsLeavesTheState()
{
    StepTraining training = halfTexts("reference", "lstm", true);
    training.train(0.0f);
    const Values before = training.statistics();
    Values weights = training.weights();
    std::ranges::fill(weights, std::nan(""));
    training.setWeights(weights);
    bool failed = false;
    try {
        training.train(0.0f);
    } catch (const std::runtime_error&) {
        failed = true;
    }
    QVERIFY(failed);
    QCOMPARE(training.statistics(), before);
    QVERIFY(std::ranges::any_of(before, [](double value) { return value != 0.0; }));
}

/// Its gradients overflow because of the loss scale, but the batch was read.
void TestStateful::aSkippedStepCarriesOn()
{
    QFETCH(QString, device);
    if (!hasDevice(device.toStdString()))
        QSKIP("this build has no such device");
    StepTraining counted = halfTexts(device.toStdString(), "lstm", true, Precision::fp16Emulated);
    StepTraining skipped = halfTexts(device.toStdString(), "lstm", true, Precision::fp16Emulated);
    const Values weights = skipped.weights();
    counted.train(0.0f);
    skipped.goTo(0, 30);
    skipped.train(1.0f);
    QCOMPARE(skipped.weights(), weights);
    QVERIFY(std::ranges::any_of(skipped.statistics(), [](double value) { return value != 0.0; }));
    QCOMPARE(skipped.statistics(), counted.statistics());
}

void TestStateful::lowPrecisionsCarryOn_data()
{
    QTest::addColumn<QString>("cell");
    QTest::addColumn<int>("precision");
    for (const char* cell : {"simple_rnn", "lstm", "gru"})
        for (const Precision precision : {Precision::bf16, Precision::bf16Emulated})
            QTest::addRow("%s, %s", cell, nameOf(precision).data()) << cell << static_cast<int>(precision);
}

void TestStateful::lowPrecisionsCarryOn()
{
    QFETCH(QString, cell);
    QFETCH(int, precision);
    for (const bool everyStep : {true, false}) {
        StepTraining exact = halfTexts("reference", cell.toStdString(), everyStep);
        StepTraining rounded = halfTexts("reference", cell.toStdString(), everyStep, static_cast<Precision>(precision));
        exact.train(0.0f);
        rounded.train(0.0f);
        const std::vector<float> a = exact.train(0.0f), b = rounded.train(0.0f);
        QVERIFY(std::abs(a[0] - b[0]) < 0.02f * a[0]);
    }
}

/// A prompt is read as if nothing came before it.
void TestStateful::predictionsBeginAnew()
{
    const StepTraining halves = halfTexts("reference", "lstm", true);
    for (const Op& op : halves.plan().program(programs::predict).ops)
        QVERIFY(op.spec->name != "begin_state" && op.spec->name != "copy");
    const Segment* state = halves.plan().statistics.find("layer_1.state");
    QVERIFY(state);
    QCOMPARE(state->shape, (Shape{2, 4}));
    QVERIFY(state->kept == Kept::ofBatch);
    QVERIFY(halves.plan().statistics.find("layer_1.cell"));
}

void TestStateful::refusesWhatDoesNotFollow_data()
{
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("words");
    QTest::newRow("shuffled") << "shuffle"
                              << "lstm \"layer_1\"|data.shuffle to false";
    QTest::newRow("split") << "split"
                           << "\"split\"|to test or none";
    QTest::newRow("backward") << "backward"
                              << "backward|direction to forward";
    QTest::newRow("both ways") << "bidirectional"
                               << "bidirectional|stateful to false";
}

void TestStateful::refusesWhatDoesNotFollow()
{
    QFETCH(QString, change);
    QFETCH(QString, words);
    Project project = recurrentProject("lstm", 3, true, true);
    const std::vector<FieldType> fields{{"text", {3}, DataType::i32, 7}, {"next", {3}, DataType::i32, 5}};
    QVERIFY(CheckedProject(project, catalog(), fields).ok());
    if (change == "shuffle")
        project.data.shuffle = true;
    else if (change == "split")
        project.data.validation = "split";
    else
        project.graph.find("layer_1")->parameters["direction"] = change.toStdString();
    const CheckedProject checked(project, catalog(), fields);
    const auto wrong = std::ranges::find(checked.problems(), Severity::error, &Problem::severity);
    QVERIFY(wrong != checked.problems().end());
    QCOMPARE(wrong->node, std::string("layer_1"));
    const QString text = QString::fromStdString(wrong->message.text());
    for (const QString& word : words.split('|'))
        QVERIFY2(text.contains(word), qPrintable(text));
}

void TestStateful::windowsMustNotOverlap()
{
    const Project project = recurrentProject("gru", 3, true, true);
    std::vector<FieldType> fields{{"text", {3}, DataType::i32, 7, 3}, {"next", {3}, DataType::i32, 5, 3}};
    QVERIFY(CheckedProject(project, catalog(), fields).ok());
    fields[0].stride = fields[1].stride = 2;
    const CheckedProject checked(project, catalog(), fields);
    const auto wrong = std::ranges::find(checked.problems(), Severity::error, &Problem::severity);
    QVERIFY(wrong != checked.problems().end());
    const std::string text = wrong->message.text();
    for (const char* word : {"gru \"layer_1\"", "\"text\" have 3 numbers", "begin 2 apart", "step"})
        QVERIFY2(text.find(word) != std::string::npos, text.c_str());
}

NETSMITH_TEST(TestStateful)

} // namespace test_stateful

#include "test_stateful.moc"
