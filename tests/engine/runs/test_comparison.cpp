#include "engine/runs/comparison.h"
#include "tests/engine/train/tiny_training.h"

#include <QtTest>

using namespace netsmith;
using namespace netsmith::runs;

namespace {

VariantResult resultOf(std::string name, double samplesPerSecond, std::int64_t activations, double accuracy)
{
    VariantResult result{.name = std::move(name), .run = "run"};
    result.samplesPerSecond = samplesPerSecond;
    result.memory.weights = 40;
    result.memory.activations = activations;
    result.metric = {"val_accuracy", accuracy};
    return result;
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
};

void TestComparison::everyCombinationIsTrained()
{
    const Project project = test::tinyProject();
    const auto namesOf = [&](const ComparedSettings& settings) {
        QStringList names;
        for (const Variant& variant : variantsOf(project, settings, true))
            names << QString::fromStdString(variant.name);
        return names.join(" | ");
    };
    QCOMPARE(namesOf({.precisions = {"fp32", "bf16"}}), QString("fp32 | bf16"));
    QCOMPARE(namesOf({.precisions = {"fp32", "bf16"}, .batches = {8, 16}}),
             QString("fp32, batch 8 | bf16, batch 8 | fp32, batch 16 | bf16, batch 16"));
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
             std::string("bf16 is 1.9× as fast as fp32, uses 46 % less memory, and its val_accuracy is 0.04 points "
                         "lower"));
    other.note = Message(NS_MESSAGE("test.note", "it is emulated")); // what is fast all the same is not so by its precision
    QVERIFY(words(base, other).ends_with("points lower (it is emulated)"));
    other = resultOf("bf16", 500.0, 70, 0.9822);
    QCOMPARE(words(base, other),
             std::string("bf16 takes 2× as long as fp32, uses 10 % more memory, and its val_accuracy is 0.1 points higher"));
    other.note = Message(NS_MESSAGE("test.note", "it has no AMX"));
    QVERIFY(words(base, other).ends_with("points higher (it has no AMX)"));
    other = resultOf("bf16", 1010.0, 60, 0.9812); // within what a measurement is worth
    other.note = base.note;
    QCOMPARE(words(base, other), std::string("bf16 is as fast as fp32, takes as much memory, and its val_accuracy is the same"));
    other.metric->second += 4e-5; // less than is told
    QVERIFY(words(base, other).ends_with("its val_accuracy is the same"));
    other.note = Message(NS_MESSAGE("test.note", "it has no AMX"));
    QVERIFY(words(base, other).ends_with("is the same (it has no AMX)"));
    other.note.reset();
    other.metric = {"val_loss", 0.5};
    QVERIFY(words(base, other).ends_with("how good it becomes was not measured"));
    VariantResult loss = base;
    loss.metric = {"val_loss", 0.25};
    QVERIFY(words(loss, other).ends_with("its val_loss is 0.25 higher"));
    other.error = Message(NS_MESSAGE("test.failure", "no such device"));
    QCOMPARE(words(base, other), std::string("bf16 failed: no such device"));
    QCOMPARE(words(base, resultOf("bf16", 1.0, 1, 1.0)).substr(0, 28), std::string("bf16 takes 1000× as long as"));
    VariantResult untimed = base;
    untimed.samplesPerSecond.reset();
    QVERIFY(words(base, untimed).find("not trained long enough") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestComparison)
#include "test_comparison.moc"
