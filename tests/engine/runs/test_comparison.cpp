#include "engine/graph/project/project_file.h"
#include "engine/runs/comparing/comparison_words.h"
#include "engine/runs/store/run_store.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <numeric>

namespace test_comparison {

using namespace netsmith;
using namespace netsmith::runs;

namespace {

VariantResult resultOf(const std::string& name, double samplesPerSecond, std::int64_t activations, double accuracy)
{
    VariantResult result{.name = Message(NS_MESSAGE("test.name", "{0}"), name), .run = "run"};
    result.setting = result.name;
    result.samplesPerSecond = samplesPerSecond;
    result.seconds = 60.0;
    result.memory.weights = 40;
    result.memory.activations = activations;
    result.metric = {"val_accuracy", accuracy};
    return result;
}

/// A project with generated data.
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

/// The first sentence about the other one.
std::string words(const VariantResult& base, const VariantResult& other)
{
    return conclusionsOf(std::vector{base, other}).findings.front().text();
}

/// Results of three seeds with these accuracies.
std::vector<VariantResult> seedsOf(const std::string& setting, std::vector<double> accuracies, double samplesPerSecond = 1000.0)
{
    std::vector<VariantResult> results;
    for (const double accuracy : accuracies) {
        results.push_back(resultOf(setting, samplesPerSecond, 60, accuracy));
        results.back().name = Message(NS_MESSAGE("test.seed", "{0}, seed {1}"), setting, static_cast<std::int64_t>(results.size()));
    }
    return results;
}

std::vector<VariantResult> joined(std::vector<VariantResult> one, const std::vector<VariantResult>& other)
{
    one.insert(one.end(), other.begin(), other.end());
    return one;
}

} // namespace

/// What is compared, and the conclusions about it.
class TestComparison : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyCombinationIsTrained();
    void startsDiffer();
    void conclusions();
    void theFirstThatEndedIsTheMeasure();
    void seedsTellWhatIsChance();
    void theChoiceIsTheBestBeyondTheSpread();
    void ofEqualOnesTheFastestIsChosen();
    void oneSeedChoosesNothing();
    void reasonsAreWhatWasMeasured();
    void othersOnTheMachineAreTold();
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
    const std::vector<Variant> repeated = variantsOf(project, {.learningRates = {0.001, 0.002}, .seeds = {1, 2}}, true);
    QCOMPARE(repeated[3].name.text(), std::string("lr 0.002, seed 2"));
    QCOMPARE(repeated[3].setting.text(), std::string("lr 0.002"));
    QCOMPARE(repeated[2].setting, repeated[3].setting);
    QCOMPARE(variants[1].project.training.batch, 16);
    QCOMPARE(variants[1].project.training.precision, std::string("bf16"));
    QCOMPARE(variants[1].project.training.seed, project.training.seed);
    const Error error = test::errorOf([&] { variantsOf(project, {.precisions = {"bf16"}}, true); });
    QCOMPARE(error.message().id(), std::string("compare.one"));
    // A setting given twice is trained once.
    QCOMPARE(namesOf({.precisions = {"fp32", "bf16", "fp32"}, .batches = {8, 8}, .fusion = {true, true}, .seeds = {1, 1}}),
             QString("FP32 | BF16"));
    ComparedSettings large{.precisions = {"fp32", "bf16"}, .learningRates = {0.1, 0.2}, .seeds = std::vector<std::int64_t>(251)};
    std::iota(large.seeds.begin(), large.seeds.end(), 0);
    QCOMPARE(countOf(large), 1004u);
    QCOMPARE(test::errorOf([&] { variantsOf(project, large, true); }).message().text(),
             std::string("1004 trainings are too many to compare; choose at most 1000"));
    const std::vector<Variant> ways = waysOf(project, large, true);
    QCOMPARE(ways.size(), 2u);
    QCOMPARE(ways[1].name.text(), std::string("BF16"));
    QCOMPARE(ways[1].project.training.seed, project.training.seed);
    QCOMPARE(waysOf(project, {.seeds = {1, 2}}, true).size(), 1u);
}

void TestComparison::startsDiffer()
{
    const auto idOfError = [](const auto& call) { return test::errorOf(call).message().id(); };
    Project project = test::tinyProject();
    const ComparedSettings all{.seeds = {1, 2}, .starts = {Start::pretrained, Start::fineTuned, Start::scratch}};
    QCOMPARE(idOfError([&] { variantsOf(project, all, true); }), std::string("compare.no_weights"));
    setInitialWeights(project, InitialWeights{.path = "weights.safetensors"});
    QCOMPARE(idOfError([&] { variantsOf(project, all, true); }), std::string("compare.not_frozen"));
    QCOMPARE(idOfError([&] { startNamed("warm"); }), std::string("compare.start"));

    // Frozen by itself, as a part of a block, within its definition, and by a phase.
    Node& dense = project.graph.nodes.back();
    Project ofLayer = project, ofPart = project, ofDefinition = project, ofPhase = project;
    ofLayer.graph.nodes.back().parameters["trainable"] = false;
    ofPart.graph.nodes.back().parameters["conv2d_1.trainable"] = false;
    ofDefinition.graph.blocks = {{.id = "block_1", .title = "", .nodes = {ofLayer.graph.nodes.back()}}};
    ofPhase.training.groups = {{.name = "head", .layers = {dense.id}}};
    ofPhase.training.phases = {{.name = "first", .groups = {"head"}, .epochs = 1}, {.name = "then"}};
    for (const Project& frozen : {ofLayer, ofPart, ofDefinition, ofPhase}) {
        const std::vector<Variant> variants = variantsOf(frozen, all, true);
        QCOMPARE(variants.size(), 6u);
        QCOMPARE(variants[0].name.text(), std::string("pretrained, seed 1"));
        QCOMPARE(variants[5].setting.text(), std::string("from scratch"));
        QVERIFY(variants[0].project == frozen);
        Project thawed = project;
        thawed.graph.blocks = frozen.graph.blocks;
        thawed.training.groups = frozen.training.groups;
        for (Block& block : thawed.graph.blocks)
            block.nodes.front().parameters.erase("trainable");
        QVERIFY(variants[2].project == thawed);
        setInitialWeights(thawed, std::nullopt);
        QVERIFY(variants[4].project == thawed);
        QCOMPARE(waysOf(frozen, all, true).size(), 3u);
    }
    // Phases that take turns are how it is trained.
    ofPhase.training.phases = {{.name = "first", .groups = {"head"}, .steps = 1}, {.name = "then", .steps = 1}};
    QCOMPARE(variantsOf(ofPhase, {.starts = {Start::pretrained, Start::scratch}}, true)[1].project.training.phases.size(), 2u);
}

void TestComparison::conclusions()
{
    const VariantResult base = resultOf("fp32", 1000.0, 60, 0.9812);
    VariantResult other = resultOf("bf16", 1900.0, 14, 0.9808);
    QCOMPARE(words(base, other),
             std::string("bf16 is 1.9× as fast as fp32, uses 46 % less memory, and its validation accuracy is 0.04 "
                         "points lower"));
    other.note = Message(NS_MESSAGE("test.note", "it is emulated")); // it is fast, but not because of its precision
    QVERIFY(words(base, other).ends_with("points lower (it is emulated)"));
    other = resultOf("bf16", 500.0, 70, 0.9822);
    QCOMPARE(words(base, other),
             std::string("bf16 takes 2× as long as fp32, uses 10 % more memory, and its validation accuracy is 0.1 points "
                         "higher"));
    other.note = Message(NS_MESSAGE("test.note", "it has no AMX"));
    QVERIFY(words(base, other).ends_with("points higher (it has no AMX)"));
    other = resultOf("bf16", 1010.0, 60, 0.9812); // within the accuracy of the measurement
    other.note = base.note;
    QCOMPARE(words(base, other),
             std::string("bf16 is as fast as fp32, takes as much memory, and its validation accuracy is the same"));
    other.metric->second += 4e-5; // less than is shown
    QVERIFY(words(base, other).ends_with("its validation accuracy is the same"));
    other.note = Message(NS_MESSAGE("test.note", "it has no AMX"));
    QVERIFY(words(base, other).ends_with("is the same (it has no AMX)"));
    other.note.reset();
    other.metric = {"val_loss", 0.5};
    QVERIFY(words(base, other).ends_with("its quality was not measured"));
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
    VariantResult untimed = resultOf("bf16", 1000.0, 60, 0.9812);
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
    for (const Message& sentence : conclusionsOf(results).findings)
        sentences << QString::fromStdString(sentence.text());
    QCOMPARE(sentences.size(), 3);
    QCOMPARE(sentences[0], QString("batch 500 failed: no such device"));
    QCOMPARE(sentences[1], QString("batch 64 was stopped before its end"));
    QVERIFY2(sentences[2].startsWith("batch 32 is 2× as fast as batch 16, "), qPrintable(sentences[2]));
    QVERIFY(conclusionsOf(std::span(results).subspan(1, 1)).all().empty());
    results[2].persistence = {{"mean_absolute_error", 0.25}}; // for a forecast, of the data that both have
    QCOMPARE(conclusionsOf(results).findings.back().text(),
             std::string("a forecast that repeats the last known value would reach a mean absolute error of 0.2500"));
}

void TestComparison::seedsTellWhatIsChance()
{
    const auto findings = [](const std::vector<VariantResult>& results) { return conclusionsOf(results).findings; };
    // As in the test of the rule: p = 0.021 and 0.070.
    const auto best = seedsOf("a", {0.98, 0.99, 1.0});
    std::vector<Message> said = findings(joined(best, seedsOf("b", {0.95, 0.96, 0.97})));
    QCOMPARE(said[0].text(),
             std::string("b is 3 points worse than a in validation accuracy (96 ± 1 % against 99 ± 1 %), more than the spread of 3 "
                         "seeds"));
    QCOMPARE(said[1].text(), std::string("b is as fast as a, takes as much memory")); // the accuracy was mentioned before
    said = findings(joined(seedsOf("b", {0.96, 0.97, 0.98}), best));
    QCOMPARE(said[0].text(),
             std::string("a is 2 points better than b in validation accuracy (99 ± 1 % against 97 ± 1 %), within the spread of 3 "
                         "seeds: these two can't be told apart; more seeds would help"));
    QVERIFY(findings(joined(best, best)).size() <= 1); // one setting
    QCOMPARE(findings(best)[0].text(), std::string("over 3 seeds the validation accuracy of a is 99 ± 1 %"));
    const auto losses = [&](const std::string& name, std::vector<double> values) {
        auto results = seedsOf(name, std::move(values));
        for (VariantResult& result : results)
            result.metric->first = "val_loss";
        return results;
    };
    said = findings(joined(losses("a", {0.5, 0.6, 0.7}), losses("b", {0.1, 0.11, 0.12})));
    QCOMPARE(
        said[0].text(), // a lower loss is better
        std::string("b is 0.49 better than a in validation loss (0.11 ± 0.01 against 0.6 ± 0.1), more than the spread of 3 seeds"));
    // By less than is shown.
    said = findings(joined(seedsOf("a", {0.98, 0.98, 0.98}), seedsOf("b", {0.98001, 0.98001, 0.98001})));
    QCOMPARE(said[0].text(), std::string("b is as good as a in validation accuracy (98 ± 0 % against 98 ± 0 %)"));
}

void TestComparison::theChoiceIsTheBestBeyondTheSpread()
{
    const auto choice = [](const std::vector<VariantResult>& results) { return conclusionsOf(results).choice.value().text(); };
    const auto good = seedsOf("lr 0.003", {0.98, 0.981, 0.982}), bad = seedsOf("lr 0.001", {0.95, 0.951, 0.952}, 5000.0);
    QCOMPARE(choice(joined(bad, good)),
             std::string("choose lr 0.003: its validation accuracy, 98.1 ± 0.1 %, is better than that of every other by more than "
                         "the spread of the seeds"));
    const auto worst = seedsOf("lr 0.1", {0.5, 0.6, 0.7});
    QVERIFY(choice(joined(joined(worst, bad), good)).starts_with("choose lr 0.003: its "));
}

void TestComparison::ofEqualOnesTheFastestIsChosen()
{
    const auto choice = [](const std::vector<VariantResult>& results) { return conclusionsOf(results).choice.value().text(); };
    const auto full = seedsOf("FP32", {0.97, 0.98, 0.99});
    QCOMPARE(choice(joined(full, seedsOf("BF16", {0.968, 0.978, 0.988}, 1900.0))),
             std::string("choose BF16: none is better by more than the spread of the seeds, and it is 1.9× as fast as FP32"));
    QCOMPARE(choice(joined(full, seedsOf("BF16", {0.968, 0.978, 0.988}, 500.0))),
             std::string("choose FP32: none is better by more than the spread of the seeds, and those as good are slower"));
    auto disturbed = seedsOf("BF16", {0.968, 0.978, 0.988}, 1900.0); // not known to be faster
    disturbed[1].others = 0.5;
    QVERIFY(choice(joined(full, disturbed)).starts_with("these can't be told apart, so choose any: FP32, BF16"));
    auto small = seedsOf("BF16", {0.968, 0.978, 0.988});
    for (VariantResult& result : small)
        result.memory.activations = 10;
    QCOMPARE(
        choice(joined(full, small)),
        std::string("choose BF16: none is better by more than the spread of the seeds, and it uses 50 % less memory than FP32"));
    QCOMPARE(choice(joined(full, seedsOf("BF16", {0.968, 0.978, 0.988}))),
             std::string("these can't be told apart, so choose any: FP32, BF16; more seeds would help"));
}

void TestComparison::oneSeedChoosesNothing()
{
    const std::vector<VariantResult> results{resultOf("a", 1000.0, 60, 0.9), resultOf("b", 1000.0, 60, 0.95)};
    QCOMPARE(conclusionsOf(results).choice.value().text(),
             std::string("b did best, validation accuracy 95 %, but with one seed each that may be chance: compare with several "
                         "seeds, such as 1-3, before you choose"));
    const std::vector<VariantResult> same{resultOf("a", 1000.0, 60, 0.9), resultOf("b", 1000.0, 60, 0.9)};
    QVERIFY(conclusionsOf(same).choice.value().text().starts_with("all reach the same validation accuracy, 90 %, with one seed"));
    QVERIFY(!conclusionsOf(std::span(results).first(1)).choice);
    std::vector<VariantResult> seeds = joined(seedsOf("a", {0.9, 0.91}), seedsOf("b", {0.95, 0.96}));
    seeds[1].error = Message(NS_MESSAGE("test.failure", "no such device"));
    QCOMPARE(conclusionsOf(seeds).choice.value().text(),
             std::string("b did best, validation accuracy 95.5 ± 0.71 %, but a was trained with one seed, so this may be chance: "
                         "compare with several seeds of each before you choose"));
}

void TestComparison::reasonsAreWhatWasMeasured()
{
    VariantResult base = resultOf("fp32", 1000.0, 46 << 20, 0.98), other = resultOf("bf16", 2000.0, 12 << 20, 0.98);
    base.stepSeconds = 0.064;
    other.stepSeconds = 0.032;
    base.batch = other.batch = 64;
    const auto reasons = [&] { return conclusionsOf(std::vector{base, other}).findings.back().text(); };
    QCOMPARE(reasons(),
             std::string(
                 "measured of bf16 and fp32: a step takes 32 ms against 64 ms; memory for layer outputs: 12 MiB against 46 MiB"));
    base.peakShare = 0.4;
    other.peakShare = 0.123;
    QVERIFY(reasons().find("it reaches 12 % of what the device was measured at, against 40 %") != std::string::npos);
    other.batch = 128;
    QVERIFY(reasons().find("a step of 128 samples takes 32 ms, one of 64 64 ms") != std::string::npos);
    other = base;
    QVERIFY(!reasons().starts_with("measured")); // nothing differs
}

void TestComparison::othersOnTheMachineAreTold()
{
    VariantResult base = resultOf("fp32", 1000.0, 60, 0.98), other = resultOf("bf16", 1000.0, 60, 0.98);
    const auto last = [&] { return conclusionsOf(std::vector{base, other}).findings.back().text(); };
    QVERIFY(last().find("other programs") == std::string::npos); // not measured
    base.others = 0.02;
    other.others = 0.03;
    QCOMPARE(last(), std::string("other programs used at most 3 % of the processors meanwhile"));
    base.others = 0.4;
    QCOMPARE(last(), std::string("other programs used 40 % of the processors during fp32, so its speed may be understated"));
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
    int asked = 0;
    how.othersShare = [&asked]() -> std::optional<double> { return ++asked % 2 ? std::nullopt : std::optional(0.25); };
    how.done = [&](const VariantResult& result) { done << QString::fromStdString(result.name.text()); };
    const std::vector<VariantResult> results = trainVariants(variants, how);
    QCOMPARE(done, (QStringList{"batch 8", "batch 16"}));
    QCOMPARE(results.size(), 2u);
    QVERIFY2(!results[0].error && !results[1].error, results[0].error ? results[0].error->text().c_str() : "the second failed");
    QVERIFY(!results[0].stopped && results[0].metric && results[0].stepSeconds);
    QVERIFY(results[1].stopped);
    QCOMPARE(results[0].others, std::optional(0.25)); // from beginning to end
    QCOMPARE(asked, 4);
    QCOMPARE(RunStore(results[0].run.parent_path()).list().front().name(), std::string("#1 · batch 8, epochs 1"));
    QVERIFY(readLabel(results[0].run).take() == RunLabel()); // labels are for people
    QCOMPARE(summarize(results[1].run).state, RunState::stopped);
}

NETSMITH_TEST(TestComparison)

} // namespace test_comparison

#include "test_comparison.moc"
