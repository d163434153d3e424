#include "engine/fields/element.h"
#include "engine/inspect/predictions/class_report.h"
#include "engine/inspect/predictions/prediction_tables.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <cstring>
#include <random>

namespace test_predictions {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

using namespace Qt::StringLiterals;

namespace {

/// An output of probabilities for these classes.
PredictedOutput sharesOf(int classes)
{
    return {.node = "classes",
            .shape = {classes},
            .classNames = {},
            .target = {.name = "label", .type = DataType::i32, .classes = classes},
            .form = OutputForm::shares};
}

/// Probabilities and right classes of samples whose right class tends to be likely.
struct RandomClasses {
    explicit RandomClasses(int classes, int samples, unsigned seed)
    {
        std::mt19937 random(seed);
        std::normal_distribution<double> normal;
        for (int i = 0; i < samples; ++i) {
            truths.push_back(static_cast<int>(random() % static_cast<unsigned>(classes)));
            std::vector<double> logits;
            double sum = 0.0;
            for (int c = 0; c < classes; ++c) {
                logits.push_back(2.0 * normal(random) + (c == truths.back() ? 1.5 : 0.0));
                sum += std::exp(logits.back());
            }
            for (double& logit : logits)
                logit = std::exp(logit) / sum;
            shares.emplace_back(logits.begin(), logits.end());
        }
    }

    ClassOutcomes outcomes() const
    {
        ClassOutcomes all(sharesOf(static_cast<int>(shares.front().size())));
        for (std::size_t i = 0; i < shares.size(); ++i)
            all.add(static_cast<std::int32_t>(i), 0, truths[i], shares[i]);
        return all;
    }

    std::vector<int> truths;
    std::vector<std::vector<float>> shares;
};

/// A field of one number each.
template <class T>
data::Field fieldOf(data::FieldSpec spec, const std::vector<T>& numbers)
{
    const std::int64_t size = spec.shape.elements();
    data::NewField made = data::makeField(std::move(spec), std::ssize(numbers) / size);
    std::memcpy(made.bytes, numbers.data(), numbers.size() * sizeof(T));
    return made.field;
}

bool isNear(double a, double b, double tolerance = 1e-12)
{
    return std::abs(a - b) <= tolerance;
}

} // namespace

/// What a network predicts for samples whose targets are known, counted and ordered.
class TestPredictions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fourSamplesByHand();
    void curvesAgreeWithTheirDefinitions();
    void aClassThatNeverOccursHasNoCurve();
    void logitsAndProbabilitiesAreEqual();
    void calibrationByHand();
    void mistakesBeginWithTheWorst();
    void manyClassesTakeLittleMemory();
    void residualsByHand();
    void listedResidualsAreSpreadEvenly();
    void stepsBeyondALengthAreLeftOut();
    void samplesKeepTheirPlaces();
    void aTargetThatIsAnInputIsScaledLikeIt();
    void tablesNameClassesAndSamples();
};

void TestPredictions::fourSamplesByHand()
{
    ClassOutcomes outcomes(sharesOf(2 + 1));
    const std::vector<std::pair<int, std::vector<float>>> samples{
        {0, {0.8F, 0.1F, 0.1F}}, {0, {0.3F, 0.6F, 0.1F}}, {1, {0.2F, 0.7F, 0.1F}}, {2, {0.5F, 0.2F, 0.3F}}};
    for (std::size_t i = 0; i < samples.size(); ++i)
        outcomes.add(static_cast<std::int32_t>(i), 0, samples[i].first, samples[i].second);
    outcomes.add(4, 0, 3, samples[0].second); // no such class
    outcomes.add(5, 0, 0, std::vector<float>{NAN, 0.0F, 0.0F});
    QCOMPARE(outcomes.count(), 4);
    outcomes.add(6, 0, 0, std::vector<float>{INFINITY, 0.0F, 0.0F});
    QCOMPARE(outcomes.notFinite(), 2);
    QCOMPARE(outcomes.right(), 2);
    QCOMPARE(outcomes.cell(0, 1), 1);
    QCOMPARE(outcomes.cell(2, 0), 1);
    QCOMPARE(outcomes.cell(1, 2), 0);
    const ClassReport report = reportOf(outcomes);
    QVERIFY(isNear(report.accuracy, 0.5));
    QVERIFY(isNear(report.classes[0].precision.value(), 0.5) && isNear(report.classes[0].recall.value(), 0.5));
    QVERIFY(isNear(report.classes[1].precision.value(), 0.5) && isNear(report.classes[1].recall.value(), 1.0));
    QVERIFY(!report.classes[2].precision && isNear(report.classes[2].recall.value(), 0.0)); // never predicted
    QVERIFY(isNear(report.precision, 1.0 / 3.0) && isNear(report.recall, 0.5));
    QVERIFY(isNear(report.f1, (0.5 + 2.0 / 3.0 + 0.0) / 3.0));
    // Class 0 of its own 0.8 and 0.3, of the others 0.2 and 0.5: three of the four pairs are in order.
    QVERIFY(isNear(report.classes[0].auc.value(), 0.75));
    // Found at the ranks 1 and 3: (1/1 + 2/3)/2.
    QVERIFY(isNear(report.classes[0].averagePrecision.value(), (1.0 + 2.0 / 3.0) / 2.0));
}

/// The area under the ROC curve is the share of pairs in order (Hanley and McNeil 1982); the average precision goes through the
/// samples in the order of their scores.
void TestPredictions::curvesAgreeWithTheirDefinitions()
{
    for (const unsigned seed : {1U, 2U, 3U}) {
        const RandomClasses random(4, 500, seed);
        const ClassReport report = reportOf(random.outcomes());
        for (std::size_t c = 0; c < 4; ++c) {
            double inOrder = 0.0, pairs = 0.0;
            std::vector<std::pair<float, bool>> scores;
            for (std::size_t i = 0; i < random.truths.size(); ++i) {
                scores.emplace_back(random.shares[i][c], random.truths[i] == static_cast<int>(c));
                for (std::size_t j = 0; j < random.truths.size(); ++j)
                    if (random.truths[i] == static_cast<int>(c) && random.truths[j] != static_cast<int>(c)) {
                        const float own = random.shares[i][c], other = random.shares[j][c];
                        inOrder += own > other ? 1.0 : own == other ? 0.5 : 0.0;
                        ++pairs;
                    }
            }
            QVERIFY2(isNear(report.classes[c].auc.value(), inOrder / pairs, 1e-3), qPrintable(QString::number(seed)));
            std::ranges::sort(scores, std::greater());
            double found = 0.0, precision = 0.0;
            for (std::size_t i = 0; i < scores.size(); ++i)
                if (scores[i].second) {
                    ++found;
                    precision += found / static_cast<double>(i + 1);
                }
            QVERIFY(isNear(report.classes[c].averagePrecision.value(), precision / found, 5e-3));
        }
        const auto curve = rocCurve(random.outcomes(), 0);
        QVERIFY(curve.front().x == 0.0 && curve.front().y == 0.0 && curve.back().x == 1.0 && curve.back().y == 1.0);
        for (std::size_t i = 1; i < curve.size(); ++i)
            QVERIFY(curve[i].x >= curve[i - 1].x && curve[i].y >= curve[i - 1].y && curve[i].threshold < curve[i - 1].threshold);
    }
}

void TestPredictions::aClassThatNeverOccursHasNoCurve()
{
    ClassOutcomes outcomes(sharesOf(3));
    outcomes.add(0, 0, 1, std::vector<float>{0.1F, 0.8F, 0.1F});
    const ClassReport report = reportOf(outcomes);
    QVERIFY(rocCurve(outcomes, 0).empty() && precisionRecallCurve(outcomes, 0).empty());
    QVERIFY(!report.classes[0].recall && !report.classes[0].precision && !report.classes[0].f1 && !report.classes[0].auc);
    QVERIFY(rocCurve(outcomes, 1).empty()); // nothing to tell it from
    QVERIFY(isNear(report.classes[1].averagePrecision.value(), 1.0));
    QVERIFY(isNear(report.recall, 1.0)); // of the one class that occurs
    const ClassReport none = reportOf(ClassOutcomes(sharesOf(3)));
    QVERIFY(none.accuracy == 0.0 && !none.calibrationError && none.f1 == 0.0);
}

void TestPredictions::logitsAndProbabilitiesAreEqual()
{
    const RandomClasses random(3, 200, 5);
    PredictedOutput logits = sharesOf(3);
    logits.form = OutputForm::softmaxLogits;
    ClassOutcomes outcomes(logits);
    for (std::size_t i = 0; i < random.truths.size(); ++i) {
        std::vector<float> numbers;
        for (const float share : random.shares[i])
            numbers.push_back(std::log(share) + 3.0F);
        outcomes.add(static_cast<std::int32_t>(i), 0, random.truths[i], numbers);
    }
    const ClassReport a = reportOf(random.outcomes()), b = reportOf(outcomes);
    QVERIFY(isNear(a.accuracy, b.accuracy));
    QVERIFY(isNear(a.calibrationError.value(), b.calibrationError.value(), 1e-4));
    QVERIFY(isNear(a.classes[1].auc.value(), b.classes[1].auc.value(), 1e-3));

    // One number decides between two classes.
    PredictedOutput binary{.node = "yes",
                           .shape = {1},
                           .classNames = {"no", "yes"},
                           .target = {.name = "label", .shape = {1}, .classes = 2},
                           .form = OutputForm::shares};
    ClassOutcomes decided(binary);
    decided.add(0, 0, 1, std::vector<float>{0.9F});
    decided.add(1, 0, 0, std::vector<float>{0.7F});
    QCOMPARE(decided.cell(0, 1), 1);
    QVERIFY(isNear(decided.listed()[1].truthShare, 0.3F, 1e-6));
    QVERIFY(isNear(reportOf(decided).classes[1].auc.value(), 1.0));
    QVERIFY(isNear(reportOf(decided).classes[0].auc.value(), 1.0)); // seen from the other side

    PredictedOutput large = sharesOf(2);
    large.form = OutputForm::numbers; // of any size
    for (const float size : {0.02F, 1.0F, 3000.0F}) {
        ClassOutcomes scores(large);
        for (int i = 0; i < 20; ++i) { // of class 1 the higher numbers, but for the last
            const float own = size * (1.0F + 0.05F * static_cast<float>(i));
            scores.add(i, 0, i < 10 || i == 19 ? 0 : 1, std::vector<float>{-own, own});
        }
        QVERIFY2(isNear(reportOf(scores).classes[1].auc.value(), 10.0 / 11.0, 0.02),
                 qPrintable(QString::number(static_cast<double>(size))));
    }
    PredictedOutput margin = binary;
    margin.form = OutputForm::numbers; // scores without a scale, as of a hinge loss
    ClassOutcomes scored(margin);
    scored.add(0, 0, 1, std::vector<float>{-0.5F});
    QCOMPARE(scored.cell(1, 0), 1);
    QVERIFY(!expectedCalibrationError(scored));
}

void TestPredictions::calibrationByHand()
{
    ClassOutcomes outcomes(sharesOf(2));
    const auto add = [&](float share, bool right) { outcomes.add(0, 0, right ? 0 : 1, std::vector<float>{share, 1.0F - share}); };
    for (int i = 0; i < 4; ++i)
        add(0.9F, i < 3); // confident by 0.9, right in 0.75
    for (int i = 0; i < 2; ++i)
        add(0.75F, i < 1); // by 0.75, right in 0.5
    QVERIFY(isNear(expectedCalibrationError(outcomes).value(), (4 * 0.15 + 2 * 0.25) / 6.0, 1e-6));
    const ClassOutcomes::ConfidenceBin& bin = outcomes.confidences()[13]; // (0.867, 0.933]
    QCOMPARE(bin.count, 4);
    QVERIFY(isNear(bin.accuracy(), 0.75) && isNear(bin.meanConfidence(), 0.9, 1e-6));
}

void TestPredictions::mistakesBeginWithTheWorst()
{
    const RandomClasses random(5, 400, 9);
    const ClassOutcomes outcomes = random.outcomes();
    const std::vector<ClassOutcome> worst = worstMistakes(outcomes, 20);
    QCOMPARE(worst.size(), 20);
    float least = 1.0F;
    for (std::size_t i = 0; i < random.truths.size(); ++i)
        if (std::ranges::max_element(random.shares[i]) - random.shares[i].begin() != random.truths[i])
            least = std::min(least, random.shares[i][static_cast<std::size_t>(random.truths[i])]);
    QVERIFY(isNear(worst.front().truthShare, least, 1e-6));
    for (std::size_t i = 0; i < worst.size(); ++i) {
        QVERIFY(!worst[i].isRight());
        QVERIFY(i == 0 || worst[i].truthShare >= worst[i - 1].truthShare);
    }
    const ConfusionCell cell = outcomes.cells().front();
    const std::vector<ClassOutcome> in = outcomesIn(outcomes, cell.truth, cell.predicted, 1000);
    QCOMPARE(std::ssize(in), cell.count);
    for (std::size_t i = 0; i < in.size(); ++i) {
        QVERIFY(in[i].truth == cell.truth && in[i].predicted == cell.predicted);
        QVERIFY(i == 0 || in[i].confidence <= in[i - 1].confidence);
    }
    std::int64_t all = 0;
    for (const ConfusionCell& one : outcomes.cells())
        all += one.count;
    QCOMPARE(all, outcomes.count());
}

void TestPredictions::manyClassesTakeLittleMemory()
{
    constexpr int classes = 50000;
    ClassOutcomes outcomes(sharesOf(classes));
    std::vector<float> shares(classes, 0.0F);
    shares[7] = 1.0F;
    outcomes.add(0, 0, 7, shares);
    outcomes.add(1, 0, classes - 1, shares);
    QCOMPARE(outcomes.cells().size(), 2);
    QVERIFY(outcomes.scores(classes - 1).own.size() < 128); // 50,000 × 2 × 4096 would be 1.6 GB
    QVERIFY(isNear(reportOf(outcomes).accuracy, 0.5));
    QCOMPARE(confusionRows(outcomes).size(), 3); // a row for each cell
}

void TestPredictions::residualsByHand()
{
    ValueOutcomes outcomes(
        {.node = "y", .shape = {2}, .classNames = {}, .target = {.name = "y", .type = DataType::f32, .shape = {2}}});
    outcomes.add(0, std::vector{1.0, 10.0}, std::vector{2.0, 10.0});
    outcomes.add(1, std::vector{3.0, 10.0}, std::vector{1.0, 12.0});
    outcomes.add(2, std::vector<double>{5.0, NAN}, std::vector{6.0, 1.0});
    outcomes.add(3, std::vector{5.0, 7.0}, std::vector<double>{NAN, NAN}); // unknown
    const ValueScores first = outcomes.scores(0), second = outcomes.scores(1);
    QCOMPARE(first.count, 3);
    QCOMPARE(second.count, 2);
    QCOMPARE(outcomes.notFinite(), 1);
    QVERIFY(isNear(first.meanError, 0.0) && isNear(first.meanAbsoluteError, 4.0 / 3.0));
    QVERIFY(isNear(first.rootMeanSquaredError, std::sqrt(2.0)));
    QVERIFY(isNear(first.r2.value(), 1.0 - 6.0 / 14.0)); // 2, 1 and 6 around 3
    QVERIFY(isNear(second.meanError, -1.0));
    const auto worst = outcomes.worst(2);
    QCOMPARE(worst[0].sample, 1); // 2 and −2
    QVERIFY(isNear(worst[0].error, 2.0, 1e-6) && worst[1].sample == 2);
    QCOMPARE(outcomes.worst(10).size(), 3);

    ValueOutcomes constant({.node = "y", .shape = {1}, .classNames = {}, .target = {.name = "y", .shape = {1}}});
    constant.add(0, std::vector{1.0}, std::vector{2.0});
    constant.add(1, std::vector{1.0}, std::vector{2.0});
    QVERIFY(!constant.scores(0).r2);
    QCOMPARE(ValueOutcomes(constant.output()).scores(0).count, 0);
}

void TestPredictions::listedResidualsAreSpreadEvenly()
{
    ValueOutcomes image({.node = "y", .shape = {8, 8, 1}, .classNames = {}, .target = {.name = "y", .shape = {8, 8, 1}}});
    QCOMPARE(image.columns(), 1);
    std::vector<double> zeros(64);
    constexpr int samples = 5000; // 320,000 numbers
    for (int i = 0; i < samples; ++i)
        image.add(i, zeros, std::vector<double>(64, i));
    const std::vector<ValueOutcome>& listed = image.listed(0);
    QVERIFY(listed.size() > ValueOutcomes::listedAtMost / 2 && listed.size() <= ValueOutcomes::listedAtMost);
    QCOMPARE(image.scores(0).count, 64 * samples);
    QVERIFY(listed.front().sample == 0 && listed.back().sample > samples - 2);
    for (std::size_t i = 1; i < listed.size(); ++i)
        QVERIFY(listed[i].sample - listed[i - 1].sample <= 1);
    QVERIFY(isNear(image.scores(0).meanError, -(samples - 1) / 2.0, 1e-6));
}

void TestPredictions::stepsBeyondALengthAreLeftOut()
{
    const data::FieldSpec input{.name = "x", .type = DataType::i32, .shape = {3}};
    const data::FieldSpec labels{.name = "y", .type = DataType::i32, .shape = {3}, .classes = 2, .lengths = "y_length"};
    data::DataSplit split;
    split.fields = {fieldOf<std::int32_t>(input, {0, 1, 0, 1, 1, 1}), fieldOf<std::int32_t>(labels, {0, 1, 1, 1, 0, 0}),
                    fieldOf<std::int32_t>({.name = "y_length", .type = DataType::i32, .shape = {}}, {2, 1})};
    // Predicts the class that is read.
    const PredictedOutput output{.node = "steps", .shape = {3, 2}, .classNames = {}, .target = labels, .form = OutputForm::shares};
    const PredictingNetwork network{std::span(&input, 1), std::span(&output, 1),
                                    [](std::span<const data::Field> given) {
                                        std::vector<float> numbers;
                                        data::eachElement(DataType::i32, given[0].all(), [&](double number) {
                                            numbers.push_back(number < 0.5 ? 1.0F : 0.0F);
                                            numbers.push_back(number < 0.5 ? 0.0F : 1.0F);
                                        });
                                        return std::vector<std::vector<float>>{numbers};
                                    },
                                    2};
    const std::vector<std::int32_t> order{0, 1};
    const auto lengths = predictionsOf(network, {split, order}).value();
    QCOMPARE(lengths[0].classes->count(), 3);
    QCOMPARE(lengths[0].classes->right(), 3);
    QCOMPARE(lengths[0].classes->listed()[1].step, 1);
    QCOMPARE(lengths[0].classes->listed()[2].sample, 1);

    data::DataSplit padded = split;
    padded.fields[1].spec.lengths.clear();
    padded.fields[1].spec.padding = 0;
    QCOMPARE(predictionsOf(network, {padded, order}).value()[0].classes->count(), 3); // the 1s
}

void TestPredictions::samplesKeepTheirPlaces()
{
    constexpr int count = 100;
    std::vector<float> numbers(count);
    for (int i = 0; i < count; ++i)
        numbers[static_cast<std::size_t>(i)] = static_cast<float>(i);
    const data::FieldSpec x{.name = "x", .type = DataType::f32, .shape = {1}};
    data::FieldSpec y = x;
    y.name = "y";
    data::DataSplit split;
    split.fields = {fieldOf(x, numbers), fieldOf(y, numbers)};
    const std::vector<PredictedOutput> outputs{
        {.node = "same", .shape = {1}, .classNames = {}, .target = y},
        {.node = "teacher", .shape = {1}, .classNames = {}, .target = {.type = DataType::f32, .shape = {1}}}}; // learns no field
    std::int64_t calls = 0;
    const PredictingNetwork network{std::span(&x, 1), outputs,
                                    [&](std::span<const data::Field> given) {
                                        ++calls;
                                        std::vector<float> same;
                                        data::eachElement(DataType::f32, given[0].all(),
                                                          [&](double number) { same.push_back(static_cast<float>(number)); });
                                        return std::vector{same, same};
                                    },
                                    8};
    const std::vector<std::int32_t> order{7, 8, 9, 3, 99, 0};
    const auto found = predictionsOf(network, {split, order}).value();
    QCOMPARE(found.size(), 1);
    QCOMPARE(found[0].values->scores(0).count, 6);
    QCOMPARE(found[0].values->scores(0).meanAbsoluteError, 0.0);
    QCOMPARE(found[0].values->listed(0)[4].truth, 99.0F);
    QCOMPARE(calls, 1);
    QVERIFY(!predictionsOf(network, {split, order}, [](std::int64_t) { return false; }));
    const Error error = errorOf([&] {
        return predictionsOf({network.inputs, std::span(outputs).last(1), network.predict, 8}, {split, order});
    });
    QCOMPARE(error.message().id(), "predictions.no_target");

    QCOMPARE(spread(order, 10), order);
    QCOMPARE(spread(order, 3), (std::vector<std::int32_t>{7, 9, 99}));
}

/// As in an autoencoder of pictures, whose bytes are read as numbers from 0 to 1.
void TestPredictions::aTargetThatIsAnInputIsScaledLikeIt()
{
    const data::FieldSpec image{.name = "image", .type = DataType::u8, .shape = {2, 1, 1}};
    data::DataSplit split;
    split.fields = {fieldOf<std::uint8_t>(image, {0, 51, 102, 255})};
    const PredictedOutput output{.node = "same", .shape = {2, 1, 1}, .classNames = {}, .target = image};
    const PredictingNetwork network{std::span(&image, 1), std::span(&output, 1),
                                    [](std::span<const data::Field> given) {
                                        std::vector<float> same;
                                        data::eachElement(DataType::u8, given[0].all(), [&](double number) {
                                            same.push_back(static_cast<float>(number) / 255.0F);
                                        });
                                        return std::vector<std::vector<float>>{same};
                                    },
                                    2};
    const std::vector<std::int32_t> order{0, 1};
    QVERIFY(predictionsOf(network, {split, order}).value()[0].values->worst(1)[0].error < 1e-6F);
}

void TestPredictions::tablesNameClassesAndSamples()
{
    RunPredictions run;
    run.samples = {4, 2};
    run.split.names = {"a", "b", "c.png", "d", "=e"};
    PredictedOutput output = sharesOf(2);
    output.classNames = {"cat", "dog"};
    run.outputs.reserve(3);
    OutputPredictions& only = run.outputs.emplace_back();
    only.classes.emplace(output);
    only.classes->add(0, 0, 1, std::vector<float>{0.75F, 0.25F});
    only.classes->add(1, 0, 0, std::vector<float>{0.75F, 0.25F});
    const std::vector<NamedTable> tables = tablesOf(run);
    QStringList names;
    for (const NamedTable& table : tables)
        names << QString::fromStdString(table.name);
    QCOMPARE(names.join(u' '), u"confusion_matrix classes roc precision_recall calibration predictions"_s);
    QCOMPARE(tables[0].rows(), (TableRows{{"right \\ predicted", "cat", "dog"}, {"cat", "1", "0"}, {"dog", "1", "0"}}));
    QCOMPARE(tables[5].rows()[1], (std::vector<std::string>{"=e", "dog", "cat", "0.75", "0.25"}));
    QCOMPARE(tables[5].rows()[2][0], std::string("c.png"));
    run.outputs.emplace_back(run.outputs.front()); // two losses of the same output
    QCOMPARE(tablesOf(run)[0].name, std::string("classes.confusion_matrix"));
    QCOMPARE(tablesOf(run)[6].name, std::string("classes_2.confusion_matrix"));
    run.outputs.emplace_back().values.emplace(
        PredictedOutput{.node = "block/y", .shape = {1}, .classNames = {}, .target = {.name = "y", .shape = {1}}});
    QCOMPARE(tablesOf(run).back().name, std::string("block.y.residuals"));
}

NETSMITH_TEST(TestPredictions)

} // namespace test_predictions

#include "test_predictions.moc"
