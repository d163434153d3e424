#include "engine/inspect/measures/moment_measures.h"

#include "engine/store/checkpoint_store.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <cmath>

namespace test_moment_measures {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

namespace {

Project projectFor(const std::string& device)
{
    Project project = tinyProject();
    project.training.device = backendFor(device).take()->devices().front().id;
    return project;
}

/// The training after each of its first steps, as a run that was stopped there.
std::vector<Checkpoint> momentsOf(const std::string& device, std::int64_t steps, const QTemporaryDir& folder)
{
    std::vector<Checkpoint> moments;
    for (std::int64_t step = 1; step <= steps; ++step) {
        const std::filesystem::path run = folder.filePath(QString::number(step)).toStdString();
        trainUntil(device, step, optionsFor(run), projectFor(device));
        moments.push_back(checkpointOf(run, step));
    }
    return moments;
}

struct Measurer {
    explicit Measurer(const Project& project)
        : setup(project, tinyData(), *backendFor(project.training.device).take(), {})
    {
    }
    StepMeasures at(const Checkpoint& moment) { return measureMoment(setup, moment, 1e9); }

    train::TrainingSetup setup;
};

const LayerMeasures* layerOf(const StepMeasures& all, const std::string& node)
{
    const auto found = std::ranges::find(all.layers, node, &LayerMeasures::node);
    return found == all.layers.end() ? nullptr : &*found;
}

/// How far a layer's trained weights are apart in two checkpoints, relative to the first.
double changeOf(const std::string& node, const Arrays& from, const Arrays& to)
{
    double change = 0.0, weights = 0.0;
    for (const auto& [id, before] : from) {
        if (!id.starts_with(node + '.') || id.find("moving") != std::string::npos)
            continue;
        const std::vector<double>& after = to.at(id);
        for (std::size_t i = 0; i < before.size(); ++i) {
            change += (after[i] - before[i]) * (after[i] - before[i]);
            weights += before[i] * before[i];
        }
    }
    return std::sqrt(change / weights);
}

} // namespace

/// A saved training measured at its checkpoints.
class TestMomentMeasures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theStepIsTheRunsOwn_data();
    void theStepIsTheRunsOwn();
    void anyOrderOfMomentsIsTheSame();
    void anotherNetworkIsRefused();
};

void TestMomentMeasures::theStepIsTheRunsOwn_data()
{
    QTest::addColumn<QString>("device");
    QTest::newRow("reference") << "reference";
    if (hasBackend("cpu"))
        QTest::newRow("cpu") << "cpu";
}

/// The optimizer, the rate, the order of the samples and dropout's draws are those of the run: the change of each layer's weights
/// is that to the next checkpoint.
void TestMomentMeasures::theStepIsTheRunsOwn()
{
    QFETCH(QString, device);
    const QTemporaryDir folder;
    const std::vector<Checkpoint> moments = momentsOf(device.toStdString(), 9, folder);
    const Project project = projectFor(device.toStdString());
    Measurer measurer(project);
    int compared = 0;
    for (std::size_t i = 0; i + 1 < moments.size(); ++i) {
        const auto step = static_cast<std::int64_t>(i) + 1;
        const StepMeasures measures = measurer.at(moments[i]);
        QCOMPARE(measures.step, step);
        QCOMPARE(measures.batch, project.training.batch);
        QCOMPARE(measures.peak, 1e9);
        QVERIFY(!measures.unobserved);
        const Arrays before = arraysOf(moments[i].weights), after = arraysOf(moments[i + 1].weights);
        for (const char* node : {"dense_1", "batch_normalization_1", "dense_2"}) {
            const LayerMeasures* layer = layerOf(measures, node);
            QVERIFY2(layer && layer->update && layer->gradient && layer->seconds() > 0.0, node);
            if ((step + 1) % 5 == 0)
                continue; // the epoch's last step has less than a batch, so another is measured
            const double expected = changeOf(node, before, after);
            QVERIFY2(
                std::abs(*layer->update - expected) <= 1e-4 * expected,
                qPrintable(QStringLiteral("%1 %2: %3, %4").arg(step).arg(QLatin1String(node)).arg(*layer->update).arg(expected)));
            ++compared;
        }
    }
    QVERIFY(compared >= 18);
}

/// One setup serves for many moments.
void TestMomentMeasures::anyOrderOfMomentsIsTheSame()
{
    const QTemporaryDir folder;
    const std::vector<Checkpoint> moments = momentsOf("reference", 8, folder);
    const Project project = projectFor("reference");
    Measurer many(project);
    for (const std::size_t place : {7u, 2u, 5u, 2u, 0u}) {
        const StepMeasures again = many.at(moments[place]), fresh = Measurer(project).at(moments[place]);
        for (const LayerMeasures& layer : fresh.layers) {
            QCOMPARE(layerOf(again, layer.node)->update, layer.update);
            QCOMPARE(layerOf(again, layer.node)->gradient, layer.gradient);
            QCOMPARE(layerOf(again, layer.node)->dead, layer.dead);
        }
    }
}

void TestMomentMeasures::anotherNetworkIsRefused()
{
    const QTemporaryDir folder;
    const std::vector<Checkpoint> moments = momentsOf("reference", 2, folder);
    Project other = projectFor("reference");
    for (Node& node : other.graph.nodes)
        if (node.id == "dense_1")
            node.parameters["units"] = std::int64_t{9};
    Measurer measurer(other);
    const Error error = errorOf([&] { measurer.at(moments[1]); });
    QVERIFY2(mentions(error, "dense_1"), error.what());
}

NETSMITH_TEST(TestMomentMeasures)

} // namespace test_moment_measures

#include "test_moment_measures.moc"
