#include "engine/runs/comparison.h"
#include "tests/engine/train/tiny_training.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace netsmith;
using namespace netsmith::runs;

namespace {

VariantResult resultOf(const std::string& name, double samplesPerSecond, std::int64_t activations, double accuracy)
{
    VariantResult result{.name = Message(NS_MESSAGE("test.name", "{0}"), name), .run = "run"};
    result.samplesPerSecond = samplesPerSecond;
    result.seconds = 60.0;
    result.memory.weights = 40;
    result.memory.activations = activations;
    result.metric = {"val_accuracy", accuracy};
    return result;
}

/// One whose data is made on the spot.
Project flowersProject()
{
    Project project = test::tinyProject();
    project.graph.nodes.erase(project.graph.nodes.begin() + 1); // nothing to flatten
    project.graph.edges.erase(project.graph.edges.begin());
    project.graph.edges.front().from = {"input_1", "output"};
    project.graph.nodes.front().parameters = {{"field", std::string("features")}, {"shape", std::vector<std::int64_t>{7}}};
    project.data = {.source = "synthetic_flowers", .divide = 1.0};
    project.training.device = "reference";
    return project;
}

std::string words(const VariantResult& base, const VariantResult& other)
{
    return conclusionOf(base, other).text();
}

} // namespace

/// What is compared, and what is said of it.
class TestComparison : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyCombinationIsTrained();
    void conclusions();
    void theFirstThatEndedIsTheMeasure();
    void aStopKeepsWhatIsDone();
};

void TestComparison::everyCombinationIsTrained()
{
    const Project project = test::tinyProject();
    const auto namesOf = [&](const ComparedSettings& settings) {
        QStringList names;
        for (const Variant& variant : variantsOf(project, settings, true))
            names << QString::fromStdString(variant.name.text());
        return names.join(" | ");
    };
    QCOMPARE(namesOf({.precisions = {"fp32", "bf16"}}), QString("FP32 | BF16"));
    QCOMPARE(namesOf({.precisions = {"fp32", "bf16"}, .batches = {8, 16}}),
             QString("FP32, batch 8 | BF16, batch 8 | FP32, batch 16 | BF16, batch 16"));
    QCOMPARE(namesOf({.precisions = {"bf16"}, .devices = {"cpu", "cuda:0"}}), QString("cpu | cuda:0"));
    QCOMPARE(namesOf({.fusion = {true, false}}), QString("fused | not fused"));
    const std::vector<Variant> variants = variantsOf(project, {.precisions = {"bf16"}, .batches = {8, 16}}, true);
    QCOMPARE(variants[1].project.training.batch, 16);
    QCOMPARE(variants[1].project.training.precision, std::string("bf16"));
    QCOMPARE(variants[1].project.training.seed, project.training.seed);
    const Error error = test::errorOf([&] { variantsOf(project, {.precisions = {"bf16"}}, true); });
    QCOMPARE(error.message().id(), std::string("compare.one"));
}

void TestComparison::conclusions()
{
    const VariantResult base = resultOf("fp32", 1000.0, 60, 0.9812);
    VariantResult other = resultOf("bf16", 1900.0, 14, 0.9808);
    QCOMPARE(words(base, other),
             std::string("bf16 is 1.9× as fast as fp32, uses 46 % less memory, and its validation accuracy is 0.04 "
                         "points lower"));
    other.note = Message(NS_MESSAGE("test.note", "it is emulated")); // what is fast all the same is not so by its precision
    QVERIFY(words(base, other).ends_with("points lower (it is emulated)"));
    other = resultOf("bf16", 500.0, 70, 0.9822);
    QCOMPARE(words(base, other),
             std::string("bf16 takes 2× as long as fp32, uses 10 % more memory, and its validation accuracy is 0.1 points "
                         "higher"));
    other.note = Message(NS_MESSAGE("test.note", "it has no AMX"));
    QVERIFY(words(base, other).ends_with("points higher (it has no AMX)"));
    other = resultOf("bf16", 1010.0, 60, 0.9812); // within what a measurement is worth
    other.note = base.note;
    QCOMPARE(words(base, other),
             std::string("bf16 is as fast as fp32, takes as much memory, and its validation accuracy is the same"));
    other.metric->second += 4e-5; // less than is told
    QVERIFY(words(base, other).ends_with("its validation accuracy is the same"));
    other.note = Message(NS_MESSAGE("test.note", "it has no AMX"));
    QVERIFY(words(base, other).ends_with("is the same (it has no AMX)"));
    other.note.reset();
    other.metric = {"val_loss", 0.5};
    QVERIFY(words(base, other).ends_with("how good it becomes was not measured"));
    VariantResult loss = base;
    loss.metric = {"val_loss", 0.25};
    QVERIFY(words(loss, other).ends_with("its validation loss is 0.25 higher"));
    other.error = Message(NS_MESSAGE("test.failure", "no such device"));
    QCOMPARE(words(base, other), std::string("bf16 failed: no such device"));
    QCOMPARE(words(base, resultOf("bf16", 1.0, 1, 1.0)).substr(0, 28), std::string("bf16 takes 1000× as long as"));
    VariantResult brief = resultOf("bf16", 1900.0, 60, 0.9812);
    brief.seconds = 0.9;
    QCOMPARE(words(base, brief),
             std::string("the trainings were too short to compare the speeds of bf16 and fp32; bf16 takes as much memory, and its "
                         "validation accuracy is the same"));
    QVERIFY(words(brief, base).starts_with("the trainings were too short"));
    VariantResult untimed = base;
    untimed.samplesPerSecond.reset();
    QVERIFY(words(base, untimed).find("not trained long enough") != std::string::npos);
}

void TestComparison::theFirstThatEndedIsTheMeasure()
{
    std::vector<VariantResult> results{resultOf("batch 500", 0.0, 60, 0.9), resultOf("batch 16", 1000.0, 60, 0.9),
                                       resultOf("batch 32", 2000.0, 60, 0.9), resultOf("batch 64", 2000.0, 60, 0.9)};
    results[0].error = Message(NS_MESSAGE("test.failure", "no such device"));
    results[3].stopped = true;
    QStringList sentences;
    for (const Message& sentence : conclusionsOf(results))
        sentences << QString::fromStdString(sentence.text());
    QCOMPARE(sentences.size(), 3);
    QCOMPARE(sentences[0], QString("batch 500 failed: no such device"));
    QVERIFY2(sentences[1].startsWith("batch 32 is 2× as fast as batch 16, "), qPrintable(sentences[1]));
    QCOMPARE(sentences[2], QString("batch 64 was stopped before its end"));
    QVERIFY(conclusionsOf(std::span(results).subspan(1, 1)).empty());
}

/// On the reference, into a folder of its own.
void TestComparison::aStopKeepsWhatIsDone()
{
    const QTemporaryDir folder;
    Project project = flowersProject();
    project.training.epochs = 100000;
    std::vector<Variant> variants = variantsOf(project, {.batches = {8, 16, 32}}, true);
    variants.front().project.training.epochs = 1;
    std::stop_source stop;
    QStringList done;
    CompareOptions how{.stop = stop.get_token()};
    how.options = [&](const Variant&) {
        train::TrainOptions told{.projectFile = std::filesystem::path(folder.path().toStdString()) / "tiny.netsmith"};
        told.events.step = [&](const train::StepEvent&) {
            if (done.size() == 1) // within the second
                stop.request_stop();
        };
        return told;
    };
    how.done = [&](const VariantResult& result) { done << QString::fromStdString(result.name.text()); };
    const std::vector<VariantResult> results = trainVariants(variants, how);
    QCOMPARE(done, (QStringList{"batch 8", "batch 16"}));
    QCOMPARE(results.size(), 2u);
    QVERIFY2(!results[0].error && !results[1].error, results[0].error ? results[0].error->text().c_str() : "the second failed");
    QVERIFY(!results[0].stopped && results[0].metric && results[0].stepSeconds);
    QVERIFY(results[1].stopped);
    QCOMPARE(readLabel(results[0].run).take().name, std::string("batch 8"));
    QCOMPARE(summarize(results[1].run).state, train::RunState::stopped);
}

QTEST_GUILESS_MAIN(TestComparison)
#include "test_comparison.moc"
