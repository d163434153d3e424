#include "engine/catalog/catalog.h"
#include "engine/core/files/safe_file.h"
#include "engine/data/order.h"
#include "engine/losses/measured_quantity.h"
#include "engine/predict/field_types.h"
#include "engine/train/metric_table.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <numeric>
#include <set>

namespace test_objectives {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

/// Several outputs with losses of their own, metrics of several sums, sample weights and class weights.
class TestObjectives : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesEachOutput();
    void outputsMayBeCalledAsTheValidation();
    void tellsObjectivesOfOneOutputApart();
    void addsLossesAndGradients();
    void weighsSamples();
    void finishesSums();
    void resumesSums();
    void refusesBadWeights();
};

namespace {

/// The tiny network with a second output, with another loss and other metrics.
Project forked(double first, double second)
{
    Project project = tinyProject();
    project.graph.nodes.push_back({.id = "dense_3",
                                   .layer = "dense",
                                   .version = 1,
                                   .title = {},
                                   .parameters = {{"units", std::int64_t{3}}, {"activation", std::string("softmax")}}});
    project.graph.edges.push_back({{"dropout_1", "output"}, {"dense_3", "input"}, Json::object()});
    Objective& one = project.training.objectives[0];
    one.output = "dense_2";
    one.weight = first;
    Objective other;
    other.output = "dense_3";
    other.loss = {"categorical_focal_crossentropy", {{"gamma", 1.5}}};
    other.weight = second;
    other.metrics = {{"f1_score", {}}, {"confusion_matrix", {}}, {"top_k_accuracy", {{"k", std::int64_t{2}}}}};
    project.training.objectives.push_back(std::move(other));
    return project;
}

Project withSecondOutputNamed(const std::string& id)
{
    Project project = forked(1.0, 0.25);
    for (Node& node : project.graph.nodes)
        if (node.id == "dense_3")
            node.id = id;
    project.graph.edges.back().to.node = id;
    project.training.objectives[1].output = id;
    return project;
}

/// One batch of 5 through a network with its initial weights: the recorded sums and the gradients.
struct FirstStep {
    LogicalPlan plan;
    std::vector<double> sums;
    std::vector<double> gradients;

    FirstStep(const Project& project, const LoadedData& data)
    {
        const auto fields = fieldTypes(data.set.train);
        CompiledNetwork network(*backendFor("reference").take(), {CheckedProject(project, catalog(), fields)}, {5});
        network.drawWeights();
        const auto order = data::identityOrder(5);
        network.bind("train", data.set.train, order);
        const CompiledNetwork::Sized& sized = network.at(5);
        plan = network.plan();
        const std::vector<int> programs = sized.step(1);
        std::vector<float> row(plan.columns.size());
        const std::vector<float> rates{0.0f};
        sized.executable->run(programs, 1, rates, row).take();
        addRow(sums, row);
        gradients.resize(static_cast<std::size_t>(plan.parameters.elements));
        network.state().readArena(Arena::gradients, gradients).take();
    }
};

double valueOf(const NamedValues& values, const std::string& name)
{
    for (const auto& [key, value] : values)
        if (key == name)
            return value;
    return std::nan("");
}

bool close(double a, double b)
{
    return std::abs(a - b) <= 1e-6 * std::max({1.0, std::abs(a), std::abs(b)});
}

} // namespace

void TestObjectives::namesEachOutput()
{
    const Project project = forked(1.0, 0.25);
    const FirstStep step(project, tinyData());
    const MetricTable table(step.plan, project);
    const std::vector<std::string> expected{"loss",         "dense_2/loss",     "dense_2/accuracy",
                                            "dense_3/loss", "dense_3/f1_score", "dense_3/top_k_accuracy"};
    QVERIFY(table.names() == expected);
    const NamedValues values = table.values(step.sums, "val_");
    QVERIFY(close(valueOf(values, "val_loss"), valueOf(values, "val_dense_2/loss") + 0.25 * valueOf(values, "val_dense_3/loss")));
    const std::vector<ConfusionTable> tables = table.tables(step.sums);
    QCOMPARE(tables.size(), std::size_t{1});
    QCOMPARE(tables[0].name, std::string("dense_3/confusion_matrix"));
    QCOMPARE(tables[0].classes, std::int64_t{3});
    QCOMPARE(std::accumulate(tables[0].counts.begin(), tables[0].counts.end(), 0.0), 5.0);
}

/// "val_" at the beginning of a column means validation, whatever an output is called.
void TestObjectives::outputsMayBeCalledAsTheValidation()
{
    Project project = withSecondOutputNamed("val_dense_2"); // beside a dense_2
    QTemporaryDir folder;
    for (const char* validation : {"test", "none"}) {
        project.data.validation = validation;
        const fs::path run = fs::path(folder.path().toStdString()) / validation;
        const DoneEvent done = trainTiny("reference", optionsFor(run), project);
        const bool validates = project.data.validation == "test";
        QCOMPARE(done.judgedBy, std::string(validates ? "val_loss" : "loss"));
        const auto rows = tableOf(run / "metrics.csv");
        const std::set<std::string> names(rows[0].begin(), rows[0].end());
        QCOMPARE(names.size(), rows[0].size());
        const auto validated =
            std::ranges::count_if(names, [](const std::string& name) { return measuredQuantity(name).ofValidation; });
        QCOMPARE(validated, validates ? (std::ssize(names) - 4) / 2 : 0);
    }
    const MeasuredQuantity trained = measuredQuantity("_val_dense_2/loss"), validated = measuredQuantity("val__val_dense_2/loss");
    QVERIFY(!trained.ofValidation && validated.ofValidation);
    QCOMPARE(trained.output, std::string("val_dense_2"));
    QCOMPARE(validated.output, std::string("val_dense_2"));
    QCOMPARE(measuredQuantity("__val_dense_2/loss").output, std::string("_val_dense_2"));
    QCOMPARE(measuredQuantity("_dense_2/loss").output, std::string("_dense_2"));
}

void TestObjectives::tellsObjectivesOfOneOutputApart()
{
    Project project = forked(1.0, 0.5);
    project.training.objectives[1].output = "dense_2";
    std::erase_if(project.graph.nodes, [](const Node& node) { return node.id == "dense_3"; });
    std::erase_if(project.graph.edges, [](const Edge& edge) { return edge.to.node == "dense_3"; });
    QTemporaryDir folder;
    const fs::path run = fs::path(folder.path().toStdString()) / "run";
    trainTiny("reference", optionsFor(run), project);
    const auto rows = tableOf(run / "metrics.csv");
    const std::set<std::string> names(rows[0].begin(), rows[0].end());
    QCOMPARE(names.size(), rows[0].size());
    for (const char* name : {"loss", "dense_2/loss", "dense_2/loss_1", "dense_2/accuracy", "val_dense_2/f1_score"})
        QVERIFY2(names.contains(name), name);
    // The weighted sum of both losses, rounded as in the table.
    const auto at = [&](const char* name) {
        return std::stod(rows[1][static_cast<std::size_t>(std::ranges::find(rows[0], name) - rows[0].begin())]);
    };
    QVERIFY(std::abs(at("loss") - (at("dense_2/loss") + 0.5 * at("dense_2/loss_1"))) < 1e-6);
    QVERIFY(std::abs(at("dense_2/loss") - at("dense_2/loss_1")) > 1e-3);
}

void TestObjectives::addsLossesAndGradients()
{
    const LoadedData data = tinyData();
    const FirstStep both(forked(1.0, 1.0), data), twice(forked(2.0, 1.0), data), quarter(forked(1.0, 0.25), data);
    double largest = 0.0;
    for (std::size_t i = 0; i < both.gradients.size(); ++i) {
        const double first = twice.gradients[i] - both.gradients[i];
        const double second = both.gradients[i] - first;
        QVERIFY(close(quarter.gradients[i], first + 0.25 * second));
        largest = std::max(largest, std::abs(second));
    }
    QVERIFY(largest > 1e-3); // the second loss does reach the weights
    QVERIFY(both.sums == quarter.sums);
}

/// A field of weights multiplies the contribution of each sample, and the batch size stays the same.
void TestObjectives::weighsSamples()
{
    LoadedData data = tinyData();
    auto [weight, bytes] = data::makeField({.name = "weight", .type = DataType::u8, .shape = {}}, 23);
    for (std::int64_t i = 0; i < 23; ++i)
        bytes[i] = static_cast<std::byte>(2);
    data.set.train.fields.push_back(std::move(weight));
    Project project = tinyProject();
    const FirstStep plain(project, data);
    project.training.objectives[0].sampleWeight = "weight";
    const FirstStep doubled(project, data);
    QVERIFY(close(doubled.sums[0], 2.0 * plain.sums[0]));
    QCOMPARE(doubled.sums[1], plain.sums[1]);
    QCOMPARE(doubled.sums[2], plain.sums[2]); // metrics are not weighted
    for (std::size_t i = 0; i < plain.gradients.size(); ++i)
        QVERIFY(close(doubled.gradients[i], 2.0 * plain.gradients[i]));

    project.training.objectives[0].sampleWeight.clear();
    project.training.objectives[0].loss.parameters = {{"class_weights", std::vector<double>{2.0, 2.0, 2.0}}};
    QVERIFY(close(FirstStep(project, data).sums[0], 2.0 * plain.sums[0]));
}

void TestObjectives::finishesSums()
{
    const auto finish = [](const char* id, std::vector<double> sums, double samples) {
        return metrics().find(id)->finish(sums, samples);
    };
    // Of two classes 3 of 4 and 1 of 2 were found, with 4 and 2 predicted; a class without samples counts as 0.
    QCOMPARE(finish("recall", {3, 1, 0, 4, 2, 0, 4, 2, 0}, 6), (0.75 + 0.5) / 3.0);
    QCOMPARE(finish("precision", {3, 6, 4}, 9), 0.5);
    QCOMPARE(finish("f1_score", {3, 6, 4}, 9), 0.6);
    QCOMPARE(finish("f1_score", {0, 0, 0}, 9), 0.0);
    QCOMPARE(finish("binary_accuracy", {4, 1, 2, 3}, 10), 0.7);
    QCOMPARE(finish("root_mean_squared_error", {36}, 9), 2.0);
    // The targets 1, 2, 3 and errors of 1 and 1: 1 − 2/2.
    QCOMPARE(finish("r2_score", {2, 6, 0, 14, 0}, 3), 0.0);
    QCOMPARE(finish("r2_score", {2, 6, 0, 12, 0}, 3), 0.0); // all targets the same
    QCOMPARE(finish("auc", {4, 4, 0, 4, 0, 0}, 8), 1.0);
    QCOMPARE(finish("auc", {4, 2, 0, 4, 2, 0}, 8), 0.5);
}

/// Sums of a metric survive a stop within an epoch.
void TestObjectives::resumesSums()
{
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString();
    trainTiny("reference", optionsFor(root / "whole"), forked(1.0, 0.25));
    trainUntil("reference", 7, optionsFor(root / "stopped"), forked(1.0, 0.25));
    TrainOptions options = optionsFor(root / "stopped");
    options.resume = root / "stopped";
    trainTiny("reference", options, forked(1.0, 0.25));
    QCOMPARE(contentOf(root / "stopped" / "metrics.csv"), contentOf(root / "whole" / "metrics.csv"));
}

void TestObjectives::refusesBadWeights()
{
    const LoadedData data = tinyData();
    const auto fields = fieldTypes(data.set.train);
    const auto problems = [&](const Project& project) {
        std::string out;
        for (const Problem& problem : CheckedProject(project, catalog(), fields).problems())
            out += problem.message.text() + '\n';
        return QString::fromStdString(out);
    };
    Project project = tinyProject();
    Objective& objective = project.training.objectives[0];
    objective.sampleWeight = "weights";
    QVERIFY(problems(project).contains("no field \"weights\" of sample weights; it has: image, label"));
    objective.sampleWeight = "image";
    QVERIFY(problems(project).contains("one number per sample, but the field \"image\" holds arrays of 4×4×1"));
    objective.sampleWeight = "label";
    QVERIFY(problems(project).contains("holds class numbers"));
    objective.sampleWeight.clear();
    objective.loss.parameters = {{"class_weights", std::vector<double>{1.0, 2.0}}};
    QVERIFY(problems(project).contains("class_weights: expected 3 numbers, one for each class, got 2"));
    objective.loss.parameters = {{"class_weights", std::vector<double>{1.0, -2.0, 1.0}}};
    QVERIFY(problems(project).contains("class_weights must be in [0, 1000000], got 1, -2, 1"));
    objective.loss.parameters.clear();
    objective.metrics = {{"top_k_accuracy", {{"k", std::int64_t{4}}}}};
    QVERIFY(problems(project).contains("k is 4, more than the 3 outputs of a sample; choose at most 3"));
}

NETSMITH_TEST(TestObjectives)

} // namespace test_objectives

#include "test_objectives.moc"
