#include "tests/engine/plan/step_training.h"
#include "tests/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace test_step_losses {

using namespace netsmith;
using namespace netsmith::test;

namespace {

const double ln2 = std::log(2.0), ln4 = std::log(4.0);

Project projectOf(std::int64_t steps, std::int64_t tokens, std::int64_t size)
{
    Project project;
    project.title = "steps";
    project.training.optimizer = {"sgd", {}, Json::object()};
    addNode(project.graph, "input_1", "input", {{"shape", std::vector<std::int64_t>{steps}}, {"field", std::string("text")}}, {});
    addNode(project.graph, "embedding_1", "embedding", {{"input_dim", tokens}, {"output_dim", size}, {"mask_zero", true}},
            "input_1");
    return project;
}

/// Logits straight from a table of three tokens, and next tokens to predict.
Project tableProject()
{
    Project project = projectOf(4, 3, 3);
    addNode(project.graph, "softmax_1", "softmax", {}, "embedding_1");
    project.training.objectives[0].target = "next";
    project.training.objectives[0].metrics = {
        {"accuracy", {}, Json::object()},
        {"top_k_accuracy", {{"k", std::int64_t{2}}}, Json::object()},
        {"confusion_matrix", {}, Json::object()},
    };
    return project;
}

const Values table{5, 0, 0, ln2, 0, 0, 0, ln2, 0};

/// Two texts of four tokens.
class TableTraining : public StepTraining {
public:
    TableTraining(const QString& device, std::vector<std::int32_t> text, std::vector<std::int32_t> next)
        : StepTraining(tableProject(), device.toStdString(),
                       {classesOf("text", {4}, 3, std::move(text)), classesOf("next", {4}, 3, std::move(next))}, 2)
        , m_offset(plan().parameters.segments[0].offset)
    {
        Values all(static_cast<std::size_t>(plan().parameters.elements));
        std::ranges::copy(table, all.begin() + m_offset);
        setWeights(all);
    }

    Values tableNow() const
    {
        const Values all = weights();
        return {all.begin() + m_offset, all.begin() + m_offset + std::ssize(table)};
    }

private:
    std::int64_t m_offset;
};

bool isNear(double a, double b, double tolerance = 1e-6)
{
    return std::abs(a - b) <= tolerance;
}

/// A language model over texts of 3 to 1 tokens.
struct Model {
    Project project = projectOf(4, 7, 3);
    std::vector<Given> given{
        classesOf("text", {4}, 7, {3, 1, 4, 0, 5, 2, 0, 0, 6, 0, 0, 0, 0, 5, 3, 1}),
        classesOf("next", {4}, 5, {1, 4, 2, 0, 2, 3, 0, 0, 4, 0, 0, 0, 2, 3, 1, 0}),
        classesOf("kind", {}, 2, {0, 1, 1, 0}),
        {.type = {"weight", {}, DataType::f32}, .numbers = {1.0f, 0.25f, 2.0f, 0.5f}},
    };

    Model()
    {
        addNode(project.graph, "lstm_1", "lstm", {{"units", std::int64_t{3}}, {"return_sequences", true}}, "embedding_1");
        addNode(project.graph, "dense_1", "dense", {{"units", std::int64_t{5}}}, "lstm_1");
        addNode(project.graph, "softmax_1", "softmax", {}, "dense_1");
        project.training.objectives[0].target = "next";
    }

    /// Also predicts the text's class from the recurrent layer's last output; `first`: before the next tokens.
    void addKind(bool first)
    {
        addNode(project.graph, "gru_1", "gru", {{"units", std::int64_t{2}}}, "lstm_1");
        addNode(project.graph, "dense_2", "dense", {{"units", std::int64_t{2}}}, "gru_1");
        addNode(project.graph, "softmax_2", "softmax", {}, "dense_2");
        project.training.objectives[0].output = "softmax_1";
        project.training.objectives[0].weight = 0.5;
        Objective kind;
        kind.output = "softmax_2";
        kind.target = "kind";
        kind.weight = 1.5;
        project.training.objectives.insert(project.training.objectives.begin() + (first ? 0 : 1), kind);
    }
};

Model modelNamed(const std::string& name)
{
    Model model;
    if (name == "weighted samples")
        model.project.training.objectives[0].sampleWeight = "weight";
    else if (name == "weighted classes")
        model.project.training.objectives[0].loss.parameters["class_weights"] = std::vector<double>{1, 2, 0.5, 3, 1};
    else if (name == "penalty")
        model.project.graph.find("dense_1")->parameters["kernel_l2"] = 0.25;
    else if (name == "kind behind")
        model.addKind(false);
    else if (name == "kind before")
        model.addKind(true);
    return model;
}

} // namespace

/// Where steps of a sequence are masked, losses and metrics are means over the others.
class TestStepLosses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leaveMaskedStepsOut_data();
    void leaveMaskedStepsOut();
    void aBatchOfPaddingTeachesNothing_data();
    void aBatchOfPaddingTeachesNothing();
    void stepsFollowTheDifferences_data();
    void stepsFollowTheDifferences();
    void batchesAddUpToALargerOne();
};

void TestStepLosses::leaveMaskedStepsOut_data()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << QString(device);
}

/// By hand, like Keras's sum_over_batch_size with a mask: three of eight steps count, with p of ½, ¼ and ½.
void TestStepLosses::leaveMaskedStepsOut()
{
    QFETCH(QString, device);
    if (!hasDevice(device.toStdString()))
        QSKIP("this build has no such device");
    TableTraining training(device, {1, 2, 0, 0, 2, 0, 0, 0}, {0, 0, 1, 1, 1, 2, 2, 2});
    for (const std::vector<float>& row : {training.evaluate(), training.train()}) {
        const double samples = row[1];
        QVERIFY(isNear(samples, 0.75));
        QVERIFY(isNear(row[0] / samples, (ln2 + ln4 + ln2) / 3));
        QVERIFY(isNear(row[2] / samples, 2.0 / 3));
        QVERIFY(isNear(row[3] / samples, 1.0));
        const std::vector<float> counts(row.begin() + 4, row.end());
        QCOMPARE(counts, (std::vector<float>{1, 1, 0, 0, 1, 0, 0, 0, 0}));
    }
    // Each step's p minus the target, over the three that count.
    const Values expected{5, 0, 0, ln2 + 0.5 / 3, -0.25 / 3, -0.25 / 3, 0.5 / 3, ln2, -0.5 / 3};
    const Values got = training.tableNow();
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY2(isNear(got[i], expected[i]), qPrintable(QString("%1: %2, expected %3").arg(i).arg(got[i]).arg(expected[i])));
}

void TestStepLosses::aBatchOfPaddingTeachesNothing_data()
{
    leaveMaskedStepsOut_data();
}

void TestStepLosses::aBatchOfPaddingTeachesNothing()
{
    QFETCH(QString, device);
    if (!hasDevice(device.toStdString()))
        QSKIP("this build has no such device");
    TableTraining training(device, {0, 0, 0, 0, 0, 0, 0, 0}, {0, 1, 2, 0, 1, 2, 0, 1});
    const std::vector<float> row = training.train();
    QCOMPARE(row[0], 0.0f);
    QVERIFY(row[1] > 0.0f);
    QCOMPARE(row[2], 0.0f);
    const Values got = training.tableNow();
    for (std::size_t i = 0; i < table.size(); ++i)
        QVERIFY(isNear(got[i], table[i]));
}

void TestStepLosses::stepsFollowTheDifferences_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"one objective", "weighted samples", "weighted classes", "penalty", "kind behind", "kind before"})
        QTest::newRow(name) << QString(name);
}

/// A step at a rate of 1 is the gradient of the mean over what counts, in double; several objectives each have a mean of their own.
void TestStepLosses::stepsFollowTheDifferences()
{
    QFETCH(QString, name);
    const Model model = modelNamed(name.toStdString());
    StepTraining training(model.project, "reference", model.given, 4);
    const Values before = training.weights();
    training.train();
    const Values after = training.weights();
    constexpr double step = 1e-5;
    double largest = 0.0;
    for (const Segment& segment : training.plan().parameters.segments)
        for (std::int64_t i = 0; i < segment.elements(); i += 3) {
            const auto at = static_cast<std::size_t>(segment.offset + i);
            const auto objectiveAt = [&](double by) {
                Values weights = before;
                weights[at] += by;
                training.setWeights(weights);
                return training.objective(model.project);
            };
            const double expected = (objectiveAt(step) - objectiveAt(-step)) / (2.0 * step);
            const double got = before[at] - after[at];
            largest = std::max(largest, std::abs(expected));
            QVERIFY2(isNear(got, expected, 1e-7),
                     qPrintable(QString("%1[%2]: %3, expected %4").arg(segment.id.c_str()).arg(i).arg(got).arg(expected)));
        }
    QVERIFY(largest > 0.01);
}

/// Accumulating two batches with different numbers of steps gives the same update as one batch of both.
void TestStepLosses::batchesAddUpToALargerOne()
{
    Model model = modelNamed("one objective");
    StepTraining whole(model.project, "reference", model.given, 4);
    whole.train();
    model.project.training.gradientAccumulationSteps = 2;
    StepTraining halves(model.project, "reference", model.given, 2);
    const Values before = halves.weights();
    halves.train();
    const Values a = whole.weights(), b = halves.weights();
    double moved = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        QVERIFY(isNear(a[i], b[i], 1e-12));
        moved = std::max(moved, std::abs(a[i] - before[i]));
    }
    QVERIFY(moved > 0.01);
}

NETSMITH_TEST(TestStepLosses)

} // namespace test_step_losses

#include "test_step_losses.moc"
