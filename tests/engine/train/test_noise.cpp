#include "engine/predict/prediction.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <memory>
#include <set>

namespace test_noise {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

Node node(const char* id, const char* layer, ParameterMap parameters)
{
    return {.id = id, .layer = layer, .version = 1, .title = {}, .parameters = std::move(parameters)};
}

/// The tiny network and a generator beside it, which learns to turn noise of a given deviation into 8 numbers of 0.5.
Project generating(double deviation)
{
    Project project = tinyProject();
    Graph& graph = project.graph;
    graph.nodes.push_back(node("noise", "random_normal", {{"shape", std::vector<std::int64_t>{5}}, {"stddev", deviation}}));
    graph.nodes.push_back(node("made", "dense", {{"units", std::int64_t{8}}, {"activation", std::string("tanh")}}));
    graph.edges.push_back({{"noise", "output"}, {"made", "input"}, Json::object()});
    TrainingSettings& training = project.training;
    training.objectives[0].output = "dense_2";
    training.objectives.push_back({.output = "made", .loss = {"mean_squared_error", {}}, .metrics = {}});
    training.objectives[1].targetValue = 0.5;
    return project;
}

} // namespace

/// A layer that draws noise: in training different for each sample, in validation and prediction the same each time.
class TestNoise : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void isNormalInPredictions_data() { devices(); }
    void isNormalInPredictions();
    void isDrawnAnewForEachSample_data() { devices(); }
    void isDrawnAnewForEachSample();
    void goesOnToTheSameBits_data() { devices(); }
    void goesOnToTheSameBits();

private:
    void devices();
    fs::path at(const std::string& name) const { return m_root / name; }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestNoise::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestNoise::devices()
{
    QTest::addColumn<QString>("device");
    for (const char* device : {"reference", "cpu"})
        QTest::newRow(device) << device;
}

void TestNoise::isNormalInPredictions()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    constexpr std::int64_t count = 2000;
    trainTiny(device.toStdString(), optionsFor(at("run")), generating(3.0));
    Predictor predictor(at("run"), {}, 64, {"noise", "made"});
    QCOMPARE(predictor.outputs().size(), 4u);
    QCOMPARE(predictor.outputs()[2].node, std::string("noise"));
    auto [image, bytes] = data::makeField(predictor.inputs()[0], count);
    const std::vector<std::vector<float>> first = predictor.predict(std::vector{image});
    const std::vector<float>& noise = first[2];
    QCOMPARE(noise.size(), std::size_t{5 * count});
    double mean = 0.0, square = 0.0, beyond = 0.0;
    for (const float number : noise) {
        mean += double(number) / double(noise.size());
        square += double(number) * double(number) / double(noise.size());
        beyond += std::abs(number) > 3.0f ? 1.0 / double(noise.size()) : 0.0;
    }
    // Four standard errors of 10,000 numbers.
    QVERIFY2(std::abs(mean) < 0.12, qPrintable(QString::number(mean)));
    QVERIFY2(std::abs(std::sqrt(square) - 3.0) < 0.085, qPrintable(QString::number(std::sqrt(square))));
    QVERIFY2(std::abs(beyond - 0.3173) < 0.019, qPrintable(QString::number(beyond)));
    QVERIFY(std::set(noise.begin(), noise.end()).size() > noise.size() - 10);
    QCOMPARE(first[3].size(), std::size_t{8 * count});
    QVERIFY(predictor.predict(std::vector{image}) == first);
}

/// With rates so small that nothing is learned, losses differ only by the noise.
void TestNoise::isDrawnAnewForEachSample()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    Project project = generating(1.0);
    project.training.optimizer = {"sgd", {{"learning_rate", 1e-12}}};
    project.training.schedule = {"constant", {}};
    project.training.batch = 23;
    std::set<double> trained, validated;
    TrainOptions options = optionsFor(at("run"));
    options.events.epoch = [&](const EpochEvent& event) {
        for (const auto& [name, value] : event.values)
            if (name.ends_with("made/loss"))
                (name.starts_with("val_") ? validated : trained).insert(value);
    };
    trainTiny(device.toStdString(), options, project);
    QCOMPARE(trained.size(), 3u);
    QCOMPARE(validated.size(), 1u);
}

void TestNoise::goesOnToTheSameBits()
{
    QFETCH(QString, device);
    if (!hasBackend(device.toStdString()))
        QSKIP("this backend is not built");
    const Project project = generating(1.0);
    trainTiny(device.toStdString(), optionsFor(at("whole")), project);
    trainUntil(device.toStdString(), 7, optionsFor(at("parts")), project);
    TrainOptions resumed;
    resumed.resume = at("parts");
    trainTiny(device.toStdString(), resumed, project);
    QCOMPARE(contentOf(at("parts") / "metrics.csv"), contentOf(at("whole") / "metrics.csv"));
}

NETSMITH_TEST(TestNoise)

} // namespace test_noise

#include "test_noise.moc"
