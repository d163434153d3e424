#include "engine/store/checkpoint_store.h"
#include "tests/engine/train/tiny_text.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <memory>

namespace test_observation {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

data::Field oneImage()
{
    data::Field field = tinyData(23, 1).set.test.field("image");
    field.count = 1;
    return field;
}

/// Text in adjacent windows, read by a layer that keeps its state from batch to batch, beside a normalization's statistics.
Project statefulProject(const fs::path& folder)
{
    Project project = tinyTextProject(folder, true);
    project.graph.nodes.push_back({.id = "lstm_1", .layer = "lstm", .version = 1, .title = {}, .parameters = {}});
    project.graph.nodes.back().parameters = {{"units", std::int64_t{8}}, {"return_sequences", true}, {"stateful", true}};
    project.graph.nodes.push_back({.id = "norm_1", .layer = "batch_normalization", .version = 1, .title = {}, .parameters = {}});
    project.graph.edges = {{{"input_1", "output"}, {"embedding_1", "input"}, Json::object()},
                           {{"embedding_1", "output"}, {"lstm_1", "input"}, Json::object()},
                           {{"lstm_1", "output"}, {"norm_1", "input"}, Json::object()},
                           {{"norm_1", "output"}, {"dense_1", "input"}, Json::object()}};
    project.data.parameters["step"] = std::int64_t{4};
    project.data.shuffle = false;
    project.training.batch = 8;
    project.training.epochs = 2;
    return project;
}

void trainText(Project project, const QString& device, TrainOptions options)
{
    Backend& backend = *backendFor(device.toStdString()).take();
    project.training.device = backend.devices().front().id;
    LoadedData data = loadData(project, {});
    Trainer(std::move(project), std::move(data), backend, std::move(options)).run();
}

} // namespace

/// The outputs of a network's layers while it trains.
class TestObservation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void layersAreThoseOfNow_data() { devices(); }
    void layersAreThoseOfNow();
    void statefulNetworksToo_data() { devices(); }
    void statefulNetworksToo();

private:
    void devices();
    fs::path at(const std::string& name) const { return m_root / name; }
    std::string weightsOf(const char* run) const
    {
        return contentOf(CheckpointStore(at(run) / "checkpoints").newest().value() / "weights.safetensors");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestObservation::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestObservation::devices()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        if (hasBackend(device))
            QTest::newRow(device) << device;
}

/// The layers' outputs are those of the current weights, and the training continues with the same bits.
void TestObservation::layersAreThoseOfNow()
{
    QFETCH(const QString, device);
    TrainOptions options = optionsFor(at("run"));
    options.stepsPerLaunch = 2;
    const data::Field image = oneImage();
    std::vector<std::vector<float>> hidden; // the first dense layer, before each launch
    options.between = [&](LiveRun& run) {
        ObservedNetwork& observed = run.observed();
        const auto values = observed.predict(std::span(&image, 1));
        const auto answers = run.predict(std::span(&image, 1));
        const auto& outputs = observed.outputs();
        [&] {
            QCOMPARE(values.size(), outputs.size());
            for (std::size_t i = 0; i < answers[0].size(); ++i)
                QVERIFY(std::abs(values[0][i] - answers[0][i]) < 1e-5F);
            QCOMPARE(outputs[1].source, OutputSource::input);
            for (std::size_t i = 0; i < outputs.size(); ++i) {
                QCOMPARE(std::ssize(values[i]), outputs[i].shape.elements());
                QCOMPARE(outputs[i].source == OutputSource::objective, i == 0);
                if (outputs[i].node == "dense_1" && i > 0)
                    hidden.push_back(values[i]);
            }
        }();
        return LaunchOrder{};
    };
    trainTiny(device.toStdString(), options);
    QCOMPARE(hidden.size(), std::size_t{15});
    QVERIFY(hidden.front() != hidden.back()); // it follows the training
    QCOMPARE(hidden[3], hidden[4]); // and a validation changes nothing
    options = optionsFor(at("straight"));
    options.stepsPerLaunch = 2;
    trainTiny(device.toStdString(), options);
    QCOMPARE(weightsOf("run"), weightsOf("straight"));
    QCOMPARE(contentOf(at("run") / "metrics.csv"), contentOf(at("straight") / "metrics.csv"));
}

/// What a stateful layer keeps has the size of the batch, and is in the same arena as a normalization's statistics.
void TestObservation::statefulNetworksToo()
{
    QFETCH(const QString, device);
    Project project = statefulProject(m_root);
    const data::DataSplit split = loadData(project, {}).set.train;
    data::Field window = split.fields.front();
    window.count = 1;
    TrainOptions options = optionsFor(at("run"));
    int observed = 0;
    options.between = [&](LiveRun& run) {
        const auto values = run.observed().predict(std::span(&window, 1));
        const auto answers = run.predict(std::span(&window, 1));
        for (std::size_t i = 0; i < answers[0].size(); ++i)
            observed += std::abs(values[0][i] - answers[0][i]) < 1e-5F ? 1 : -1000000;
        return LaunchOrder{};
    };
    trainText(project, device, options);
    QVERIFY(observed > 0);
    trainText(project, device, optionsFor(at("straight")));
    QCOMPARE(weightsOf("run"), weightsOf("straight"));
}

NETSMITH_TEST(TestObservation)

} // namespace test_observation

#include "test_observation.moc"
