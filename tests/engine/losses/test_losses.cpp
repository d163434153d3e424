#include "engine/losses/measured_quantity.h"
#include "engine/ops/objective_call.h"
#include "engine/ops/softmax.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace test_losses {

using namespace netsmith;
using Strings = std::vector<std::string>;

namespace {

/// A batch of 4 predictions, from a softmax or not, and a target, in a program of their own.
struct Judged {
    explicit Judged(bool softmax, const Shape& prediction = {4, 10}, const Shape& target = {4}, DataType type = DataType::i32)
    {
        const TensorId made = emitter.add({{}, prediction, DataType::f32});
        this->prediction = softmax ? emitter.emitOne(ops::softmax, noAttributes(), {made}) : made;
        logits = made;
        this->target = emitter.add({{}, target, type, Role::data});
    }
    Judged(const Judged&) = delete;

    /// The ops that lowering adds, and the first input of the last one.
    template <class S>
    Strings lower(const S& spec, bool fuse = true)
    {
        LossCall call(emitter, prediction, target, fuse);
        const std::size_t before = program.ops.size();
        spec.lower({}, call);
        Strings names;
        for (std::size_t i = before; i < program.ops.size(); ++i)
            names.emplace_back(program.ops[i].spec->name);
        judges = program.ops.back().inputs[0];
        sum = call.sum();
        return names;
    }

    std::vector<TensorInfo> tensors;
    Program program;
    Emitter emitter{tensors, program};
    TensorId prediction = noTensor;
    TensorId logits = noTensor;
    TensorId target = noTensor;
    TensorId judges = noTensor;
    TensorId sum = noTensor;
};

const LossSpec& loss(const char* id)
{
    return *losses().find(id);
}

QString problem(const char* id, const Shape& output, const Shape& target, int classes)
{
    const auto found = loss(id).problem({}, output, target, classes);
    return found ? QString::fromStdString(found->text()) : QString();
}

} // namespace

class TestLosses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void metricsSayWhichNumberIsBetter();
    void namesSayWhatWasMeasured();
    void runsAreJudgedByTheirFirstMetric();
    void registriesAreWhole();
    void softmaxIsFusedAway();
    void withoutFusionProbabilitiesAreJudged();
    void anythingElseIsLogits();
    void vectorsAreTargetsToo();
    void singleNumbersAreReshaped();
    void problems();
};

void TestLosses::registriesAreWhole()
{
    const auto check = [](const auto& registry) {
        QVERIFY(std::ranges::is_sorted(registry, std::less<>(), [](const auto& spec) { return spec.id; }));
        for (const auto& spec : registry) {
            QVERIFY2(!spec.title.empty() && spec.doc.size() > 20 && spec.doc.ends_with('.'), spec.id.c_str());
            QVERIFY2(spec.problem && spec.lower, spec.id.c_str());
        }
    };
    check(losses());
    check(metrics());
}

void TestLosses::softmaxIsFusedAway()
{
    for (const char* id : {"sparse_categorical_crossentropy", "categorical_crossentropy"}) {
        Judged judged(true);
        QCOMPARE(judged.lower(loss(id)), (Strings{"softmax_cross_entropy"}));
        QCOMPARE(judged.judges, judged.logits);
        QCOMPARE(judged.emitter.shape(judged.sum), Shape());
    }
}

void TestLosses::withoutFusionProbabilitiesAreJudged()
{
    Judged judged(true);
    QCOMPARE(judged.lower(loss("sparse_categorical_crossentropy"), false), (Strings{"cross_entropy"}));
    QCOMPARE(judged.judges, judged.prediction);
}

void TestLosses::anythingElseIsLogits()
{
    for (const bool fuse : {true, false}) {
        Judged judged(false);
        QCOMPARE(judged.lower(loss("sparse_categorical_crossentropy"), fuse), (Strings{"softmax_cross_entropy"}));
        QCOMPARE(judged.judges, judged.prediction);
    }
}

void TestLosses::vectorsAreTargetsToo()
{
    Judged judged(true, {4, 10}, {4, 10}, DataType::f32);
    QCOMPARE(judged.lower(loss("categorical_crossentropy")), (Strings{"softmax_cross_entropy"}));
    QCOMPARE(judged.lower(*metrics().find("accuracy")), (Strings{"accuracy"}));
}

void TestLosses::singleNumbersAreReshaped()
{
    Judged column(false, {4, 1}, {4}, DataType::f32);
    QCOMPARE(column.lower(loss("mean_squared_error")), (Strings{"reshape", "pointwise_loss"}));
    QCOMPARE(column.emitter.shape(column.sum), Shape());
    Judged same(false, {4, 3, 2}, {4, 3, 2}, DataType::f32);
    QCOMPARE(same.lower(loss("mean_squared_error")), (Strings{"pointwise_loss"}));
    QCOMPARE(same.lower(*metrics().find("mean_absolute_error")), (Strings{"pointwise_loss"}));
}

void TestLosses::problems()
{
    QCOMPARE(problem("sparse_categorical_crossentropy", {10}, {}, 10), QString());
    QCOMPARE(problem("sparse_categorical_crossentropy", {7, 10}, {7}, 10), QString());
    QCOMPARE(problem("sparse_categorical_crossentropy", {7}, {}, 10),
             QString("expected 10, one number for each of the 10 classes of the target, got 7"));
    QCOMPARE(problem("sparse_categorical_crossentropy", {26, 26, 10}, {}, 10),
             QString("expected 10, one number for each of the 10 classes of the target, got 26×26×10"));
    QCOMPARE(problem("sparse_categorical_crossentropy", {8, 10}, {7}, 10),
             QString("expected 7×10, one number for each of the 10 classes of the target, got 8×10"));
    QVERIFY(problem("sparse_categorical_crossentropy", {10}, {}, 0).contains("holds no classes"));
    QCOMPARE(problem("categorical_crossentropy", {10}, {}, 10), QString());
    QCOMPARE(problem("categorical_crossentropy", {10}, {10}, 0), QString());
    QCOMPARE(problem("categorical_crossentropy", {9}, {10}, 0), QString("expected the target's shape 10, got 9"));
    QVERIFY(problem("categorical_crossentropy", {1}, {}, 0).contains("neither a class nor a vector"));
    QCOMPARE(problem("mean_squared_error", {1}, {}, 0), QString());
    QCOMPARE(problem("mean_squared_error", {2, 3}, {2, 3}, 0), QString());
    QCOMPARE(problem("mean_squared_error", {2}, {}, 0), QString("expected the target's shape scalar, got 2"));
    QVERIFY(problem("mean_squared_error", {10}, {}, 10).contains("class numbers"));
    QVERIFY(metrics().find("accuracy")->problem({}, {9}, {}, 10).has_value());
    QVERIFY(!metrics().find("accuracy")->problem({}, {10}, {}, 10).has_value());
}

/// By scikit-learn's naming: a score should be high, an error or a loss low.
void TestLosses::metricsSayWhichNumberIsBetter()
{
    const Strings errors{"mean_absolute_error", "mean_absolute_percentage_error", "root_mean_squared_error"};
    for (const MetricSpec& metric : metrics()) {
        if (metric.isTable)
            continue;
        const bool isError = std::ranges::find(errors, metric.id) != errors.end();
        QVERIFY2(metric.higherIsBetter != isError, metric.id.c_str());
        const MeasuredQuantity quantity = measuredQuantity("val_dense_2/" + metric.id + "_1");
        QVERIFY2(quantity.higherIsBetter == metric.higherIsBetter && quantity.format == metric.format, metric.id.c_str());
        QCOMPARE(quantity.isBetter(0.75, 0.5), !isError);
        QCOMPARE(quantity.isBetter(0.5, 0.75), isError);
        QVERIFY(!quantity.isBetter(0.5, 0.5) && !quantity.isBetter(std::nan(""), 0.5) && quantity.isBetter(0.5, std::nan("")));
    }
    QVERIFY(metrics().find("accuracy")->format == MetricFormat::percent);
    QVERIFY(metrics().find("r2_score")->format == MetricFormat::number);
}

void TestLosses::namesSayWhatWasMeasured()
{
    const MeasuredQuantity top = measuredQuantity("val_dense_2/top_k_accuracy_1");
    QVERIFY(top.ofValidation);
    QCOMPARE(top.output, std::string("dense_2"));
    QCOMPARE(top.id, std::string("top_k_accuracy"));
    QCOMPARE(top.number, 1);
    const MeasuredQuantity loss = measuredQuantity("loss");
    QVERIFY(!loss.ofValidation && !loss.metric && !loss.higherIsBetter && loss.output.empty() && loss.number == 0);
    QCOMPARE(measuredQuantity("unheard_of_2").id, std::string("unheard_of_2"));
}

void TestLosses::runsAreJudgedByTheirFirstMetric()
{
    const auto judged = [](Strings names) { return judgedBy(names); };
    QCOMPARE(judged({"loss", "accuracy", "val_loss", "val_accuracy"}), std::string("val_accuracy"));
    QCOMPARE(judged({"loss", "f1_score", "auc"}), std::string("f1_score"));
    QCOMPARE(judged({"loss", "val_loss"}), std::string("val_loss"));
    QCOMPARE(judged({"loss"}), std::string("loss"));
    QCOMPARE(judged({"loss", "a/loss", "a/accuracy", "val_loss", "val_a/loss", "val_a/accuracy"}), std::string("val_loss"));
    QCOMPARE(judged({}), std::string());
    const Strings measured{"loss", "accuracy", "val_loss", "val_accuracy"};
    QCOMPARE(judgedBy(measured, "accuracy"), std::string("val_accuracy"));
    QCOMPARE(judgedBy(measured, "val_accuracy"), std::string("val_accuracy"));
    QCOMPARE(judgedBy(measured, "auc"), std::string());
}

NETSMITH_TEST(TestLosses)

} // namespace test_losses

#include "test_losses.moc"
