#include "engine/core/parallel.h"
#include "engine/inspect/embeddings/embedding.h"
#include "engine/inspect/embeddings/known_targets.h"
#include "engine/predict/prediction.h"
#include "engine/train/training_data.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <cstring>
#include <set>

namespace test_layer_outputs {

using namespace netsmith;
using namespace netsmith::inspect;
using namespace netsmith::test;

namespace {

/// A field of numbers.
template <class T>
data::Field fieldWith(data::FieldSpec spec, const std::vector<T>& numbers)
{
    const std::int64_t size = spec.shape.elements();
    data::NewField made = data::makeField(std::move(spec), std::ssize(numbers) / size);
    std::memcpy(made.bytes, numbers.data(), numbers.size() * sizeof(T));
    return made.field;
}

train::EvaluateOptions asked(bool training, std::stop_token stop = {})
{
    return {.device = {}, .dataDir = {}, .inputs = {}, .training = training, .stop = std::move(stop)};
}

} // namespace

/// What layers make of samples: of trained runs of every kind of data, and what the samples are.
class TestLayerOutputs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }
    void theLayerBeforeTheOutputIsChosen_data();
    void theLayerBeforeTheOutputIsChosen();
    void outputsAreThoseOfAPrediction();
    void aLiveRunGivesTheSame();
    void sequencesAreReadAtTheirSteps();
    void otherFieldsTellClassesApart();
    void whatCanNotBeShownIsASentence();
    void aDivergedNetworkIsASentence();
    void thePointsAreRows();

private:
    /// Trains a sample project a little; its folder.
    std::filesystem::path trained(const char* name)
    {
        const std::filesystem::path folder = std::filesystem::path(m_folder.path().toStdString()) / name;
        if (std::filesystem::exists(folder))
            return folder;
        Project project = loadProject(std::filesystem::path(NETSMITH_PROJECTS) / name / (std::string(name) + ".netsmith")).take();
        project.training.device = hasBackend("cpu") ? "cpu" : "reference";
        project.training.epochs = 1;
        trainFor(*backendFor(project.training.device).take(), 3, optionsFor(folder), project);
        return folder;
    }
    void trainFor(Backend& backend, std::int64_t steps, train::TrainOptions options, const Project& project)
    {
        std::stop_source stop;
        options.stop = stop.get_token();
        options.between = [&, last = std::move(options.between)](train::LiveRun& run) {
            if (last)
                last(run);
            if (run.position().step >= steps)
                stop.request_stop();
            return train::LaunchOrder{1};
        };
        train::Trainer(project, train::loadData(project, {}), backend, options).run();
    }

    QTemporaryDir m_folder;
};

void TestLayerOutputs::theLayerBeforeTheOutputIsChosen_data()
{
    QTest::addColumn<QString>("layer");
    QTest::addColumn<int>("width");
    QTest::newRow("points") << "" << 0;
    QTest::newRow("sine_forecast") << "gru_1" << 0;
    QTest::newRow("sentiment") << "gru_1" << 0;
}

void TestLayerOutputs::theLayerBeforeTheOutputIsChosen()
{
    QFETCH(const QString, layer);
    const LayerOutputs outputs = layerOutputsOfRun(trained(QTest::currentDataTag()), {}, {.samples = 100});
    if (!layer.isEmpty())
        QCOMPARE(QString::fromStdString(outputs.layer), layer);
    QCOMPARE(outputs.numbers.rows, 100);
    QCOMPARE(std::ssize(outputs.samples), 100);
    QVERIFY(outputs.available > 100);
    QCOMPARE(std::set<std::int32_t>(outputs.samples.begin(), outputs.samples.end()).size(), std::size_t{100});
    QVERIFY(outputs.layers.front().isInput && !outputs.layers.back().isInput);
    QCOMPARE(std::ssize(outputs.known.targets), 100);
    QCOMPARE(std::ssize(outputs.known.predictions), 100);
    const bool isForecast = outputs.layer == "gru_1" && outputs.known.field.name == "target";
    QCOMPARE(outputs.known.isClasses(), !isForecast);
    for (const EmbeddingMethod method : {EmbeddingMethod::tsne, EmbeddingMethod::pca}) {
        const Embedding embedding = embeddingOf(outputs, {.method = method});
        QCOMPARE(std::ssize(embedding.points), 100);
        for (const PlanePoint& point : embedding.points)
            QVERIFY(std::isfinite(point.x) && std::isfinite(point.y));
    }
}

void TestLayerOutputs::outputsAreThoseOfAPrediction()
{
    const std::filesystem::path run = trained("points");
    const LayerOutputs outputs = layerOutputsOfRun(run, {}, {.samples = 30});
    Predictor predictor(run, {}, 64, {outputs.layer});
    for (std::size_t i = 0; i < 30; ++i) {
        data::FieldSpec spec = outputs.split.field(outputs.input).spec;
        spec.stride = 0;
        data::NewField one = data::makeField(spec, 1);
        std::ranges::copy(outputs.split.field(outputs.input).sample(outputs.samples[i]), one.bytes);
        const std::vector<std::vector<float>> made = predictor.predict(std::span(&one.field, 1));
        const auto row = outputs.numbers.row(static_cast<std::int64_t>(i));
        QCOMPARE(std::vector<float>(row.begin(), row.end()), made.back());
        QCOMPARE(outputs.known.predictions[i], static_cast<float>(classAnswer(predictor.outputs()[0], made[0]).best));
    }
    const LayerOutputs training = layerOutputsOfRun(run, asked(true), {.samples = 10});
    QVERIFY(training.part == train::Evaluation::Part::training);
}

void TestLayerOutputs::aLiveRunGivesTheSame()
{
    if (!hasBackend("cpu"))
        QSKIP("no CPU backend");
    const std::filesystem::path folder = std::filesystem::path(m_folder.path().toStdString()) / "live";
    Project project = loadProject(std::filesystem::path(NETSMITH_PROJECTS) / "points/points.netsmith").take();
    project.training.device = "cpu";
    std::optional<LayerOutputs> live;
    train::TrainOptions options = optionsFor(folder);
    options.between = [&](train::LiveRun& run) {
        if (run.position().step == 3 && !live)
            live = layerOutputsOfLiveRun(run, false, {.layer = "no such layer", .orDefault = true, .samples = 40}, 100.0);
        return train::LaunchOrder{1};
    };
    trainFor(*backendFor("cpu").take(), 3, options, project);
    QVERIFY(live);
    const LayerOutputs saved = layerOutputsOfRun(folder, {}, {.samples = 40});
    QCOMPARE(live->layer, saved.layer);
    QCOMPARE(live->samples, saved.samples);
    QCOMPARE(live->step, 3);
    QCOMPARE(live->known.targets, saved.known.targets);
    for (std::size_t i = 0; i < saved.numbers.numbers.size(); ++i) // one by one, and in batches
        QVERIFY(std::abs(live->numbers.numbers[i] - saved.numbers.numbers[i]) < 1e-4F);
}

void TestLayerOutputs::sequencesAreReadAtTheirSteps()
{
    const data::FieldSpec tokens{.name = "x", .type = DataType::i32, .shape = {4}, .lengths = "x_length"};
    const data::FieldSpec padded{.name = "p", .type = DataType::i32, .shape = {4}, .padding = 0};
    const data::FieldSpec next{.name = "y", .type = DataType::i32, .shape = {4}, .classes = 9, .lengths = "x_length"};
    data::DataSplit split;
    split.fields = {fieldWith<std::int32_t>(tokens, {1, 2, 3, 4, 5, 6, 0, 0}),
                    fieldWith<std::int32_t>(padded, {1, 0, 2, 0, 0, 0, 0, 0}),
                    fieldWith<std::int32_t>(next, {2, 3, 4, 5, 6, 7, 8, 8}),
                    fieldWith<std::int32_t>({.name = "x_length", .type = DataType::i32, .shape = {}}, {4, 2})};
    const ValidSteps byLength(std::span(&tokens, 1), split), byPadding(std::span(&padded, 1), split);
    QCOMPARE(byLength.steps(), 4);
    QCOMPARE(byLength.of(0), 4);
    QCOMPARE(byLength.of(1), 2);
    QCOMPARE(byPadding.of(0), 3); // a 0 within is a token
    QCOMPARE(byPadding.of(1), 0);

    const PredictedOutput output{.node = "out", .shape = {4, 9}, .classNames = {}, .target = next, .form = OutputForm::shares};
    TargetReader reader(std::span(&output, 1), split);
    QVERIFY(reader.hasSteps());
    std::vector<float> shares(2 * 4 * 9, 0.0F);
    shares[3 * 9 + 5] = 1.0F; // at the last step of the first sample
    shares[4 * 9 + 1 * 9 + 3] = 1.0F; // at the second one of the other
    reader.add(0, {shares}, 0);
    reader.add(1, {shares}, 1);
    const KnownTargets known = reader.take();
    QCOMPARE(known.targets, (std::vector<float>{5.0F, 7.0F}));
    QCOMPARE(known.predictions, (std::vector<float>{5.0F, 3.0F}));
    QCOMPARE(known.textOf(7.0F), std::string("7"));
}

void TestLayerOutputs::otherFieldsTellClassesApart()
{
    const data::FieldSpec image{.name = "image", .type = DataType::u8, .shape = {2, 2, 1}};
    const data::FieldSpec label{.name = "label", .type = DataType::i32, .shape = {}, .classes = 3, .classNames = {"a", "b", "c"}};
    data::DataSplit split;
    split.fields = {fieldWith<std::uint8_t>(image, {1, 2, 3, 4, 5, 6, 7, 8}), fieldWith<std::int32_t>(label, {2, 0})};
    const PredictedOutput autoencoder{.node = "out", .shape = {2, 2, 1}, .classNames = {}, .target = image};
    TargetReader reader(std::span(&autoencoder, 1), split);
    reader.add(0, {std::vector<float>(8)}, 0);
    reader.add(1, {std::vector<float>(8)}, 1);
    KnownTargets known = reader.take();
    QVERIFY(known.isClasses() && known.predictions.empty());
    QCOMPARE(known.targets, (std::vector<float>{2.0F, 0.0F}));
    QCOMPARE(known.textOf(2.0F), std::string("c"));

    split.fields.pop_back();
    TargetReader nothing(std::span(&autoencoder, 1), split);
    nothing.add(0, {std::vector<float>(8)}, 0);
    known = nothing.take();
    QVERIFY(!known.any() && known.targets.empty());
}

void TestLayerOutputs::whatCanNotBeShownIsASentence()
{
    const std::filesystem::path run = trained("points");
    const Error unknown = errorOf([&] { return layerOutputsOfRun(run, {}, {.layer = "dense_99"}); });
    QCOMPARE(unknown.message().id(), "embedding.layer");
    QVERIFY(mentions(unknown, "dense_99") && mentions(unknown, "dense_1"));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(errorOf([&] { return layerOutputsOfRun(run, asked(false, stop.get_token()), {}); }).cause()
            == MessageFacts::Cause::cancelled);

    LayerOutputs outputs = layerOutputsOfRun(run, {}, {.samples = 50});
    LayerOutputs equal = outputs;
    std::ranges::fill(equal.numbers.numbers, 3.0F);
    for (const EmbeddingMethod method : {EmbeddingMethod::tsne, EmbeddingMethod::pca})
        QCOMPARE(errorOf([&] { return embeddingOf(equal, {.method = method}); }).message().id(), "embedding.equal");
    LayerOutputs one = layerOutputsOfRun(run, {}, {.samples = 1});
    QCOMPARE(errorOf([&] { return embeddingOf(one, {}); }).message().id(), "embedding.few");
}

void TestLayerOutputs::aDivergedNetworkIsASentence()
{
    Project project = loadProject(std::filesystem::path(NETSMITH_PROJECTS) / "points/points.netsmith").take();
    project.training.device = "reference";
    std::optional<Error> error;
    train::TrainOptions options = optionsFor(std::filesystem::path(m_folder.path().toStdString()) / "diverged");
    options.between = [&](train::LiveRun& run) {
        if (run.position().step == 1 && !error) {
            CompiledNetwork& network = run.setup().network();
            for (const Segment& segment : network.plan().parameters.segments)
                network.state().fill(Arena::weights, segment.offset, segment.elements(), NAN).take();
            error = errorOf([&] { return layerOutputsOfLiveRun(run, false, {.samples = 20}, 100.0); });
        }
        return train::LaunchOrder{1};
    };
    try {
        trainFor(*backendFor("reference").take(), 1, options, project);
    } catch (const Error&) { // it can't go on
    }
    QVERIFY(error);
    QCOMPARE(error->message().id(), "embedding.diverged");
}

void TestLayerOutputs::thePointsAreRows()
{
    const LayerOutputs outputs = layerOutputsOfRun(trained("points"), {}, {.samples = 20});
    const Embedding embedding = embeddingOf(outputs, {.method = EmbeddingMethod::pca});
    const TableRows rows = embeddingRows(outputs, embedding);
    QCOMPARE(rows.size(), std::size_t{21});
    QCOMPARE(rows[0], (std::vector<std::string>{"index", "x", "y", "target", "prediction"}));
    for (std::size_t i = 0; i < 20; ++i) {
        QCOMPARE(rows[i + 1][0], std::to_string(outputs.samples[i]));
        QVERIFY(std::abs(std::stod(rows[i + 1][1]) - embedding.points[i].x) < 1e-6);
        QCOMPARE(rows[i + 1][3], outputs.known.textOf(outputs.known.targets[i]));
    }
}

NETSMITH_TEST(TestLayerOutputs)

} // namespace test_layer_outputs

#include "test_layer_outputs.moc"
