#include "engine/predict/prediction.h"
#include "engine/train/evaluation.h"
#include "tests/engine/train/tiny_training.h"

#include "engine/core/files/mapped_file.h"
#include "engine/core/files/safe_file.h"
#include "engine/data/source.h"
#include "engine/fields/data_paths.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <memory>

namespace test_saved_run {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

/// Queries to a trained run: on a built-in data set, since a run finds its data by itself.
class TestSavedRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void judgesAsTheRunDid();
    void judgesTheCheckpointThatIsNamed();
    void answersAsItWasJudged();
    void refusesWrongInput();
    void noticesAFileThatShrinks();
    void placesOfCheckpoints();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_run;
    NamedValues m_values;
};

void TestSavedRun::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_run = fs::path(m_folder->path().toStdString()) / "run";
    Project project = tinyProject();
    project.graph.nodes[0].parameters["shape"] = std::vector<std::int64_t>{32, 32, 3};
    project.graph.find("dense_2")->parameters["units"] = std::int64_t{10};
    project.data.source = "random_images";
    project.training.epochs = 1;
    project.training.batch = 300;
    project.training.device = hasBackend("cpu") ? "cpu" : "reference";
    m_values = trainProject(project, optionsFor(m_run)).values;
}

void TestSavedRun::judgesAsTheRunDid()
{
    const Evaluation evaluation = evaluateRun(m_run, {});
    QCOMPARE(evaluation.part, Evaluation::Part::validation);
    QCOMPARE(evaluation.samples, 1000);
    QCOMPARE(evaluation.step, 17);
    QCOMPARE(evaluation.values[0].first, std::string("loss"));
    QCOMPARE(evaluation.values[0].second, m_values[2].second);
    QCOMPARE(evaluation.values[1].second, m_values[3].second);
    std::stop_source stop;
    stop.request_stop();
    EvaluateOptions stopped;
    stopped.stop = stop.get_token();
    QVERIFY(errorOf([&] { evaluateRun(m_run, stopped); }).message().id() != "test.nothing_thrown");
}

void TestSavedRun::judgesTheCheckpointThatIsNamed()
{
    const Evaluation first = evaluateRun(m_run / "checkpoints/000000", {});
    QCOMPARE(first.step, 0);
    QVERIFY(first.values[0].second != m_values[2].second);
}

void TestSavedRun::answersAsItWasJudged()
{
    Predictor predictor(m_run);
    QCOMPARE(predictor.inputs().size(), std::size_t{1});
    QCOMPARE(predictor.inputs()[0].name, std::string("image"));
    QVERIFY(predictor.outputs()[0].shape == Shape({10}));
    // All test samples, in pages with a smaller last one: as many are right as in the evaluation.
    const data::DataSet set = data::source("random_images").load(data::dataPaths(), {}).take();
    const auto outputs = predictor.predict(std::span(&set.test.field("image"), 1));
    QCOMPARE(outputs[0].size(), std::size_t{10000});
    int right = 0;
    for (std::int64_t i = 0; i < 1000; ++i) {
        const auto row = outputs[0].begin() + i * 10;
        double sum = 0.0;
        for (int c = 0; c < 10; ++c)
            sum += static_cast<double>(row[c]);
        QVERIFY(std::abs(sum - 1.0) < 1e-5);
        right += std::max_element(row, row + 10) - row == static_cast<std::ptrdiff_t>(set.test.field("label").sample(i)[0]);
    }
    QCOMPARE(right, qRound(m_values[3].second * 1000.0));
}

void TestSavedRun::refusesWrongInput()
{
    Predictor predictor(m_run);
    const auto [field, bytes] = data::makeField({.name = "image", .type = DataType::u8, .shape = {28, 28, 1}}, 2);
    const Error error = errorOf([&] { predictor.predict(std::span(&field, 1)); });
    QCOMPARE(error.kind(), ErrorKind::input);
    QVERIFY2(mentions(error, "32×32×3") && mentions(error, "28×28×1"), error.what());
    QCOMPARE(errorOf([&] { predictor.predict({}); }).kind(), ErrorKind::input);
}

/// Predictions for zeros in place of the missing end must not be returned.
void TestSavedRun::noticesAFileThatShrinks()
{
    const fs::path path = fs::path(m_folder->path().toStdString()) / "pictures";
    constexpr std::int64_t count = 4, size = 32 * 32 * 3;
    writeFileSafely(path, std::string(count * size, 'x')).take();
    const data::Field field{{.name = "image", .type = DataType::u8, .shape = {32, 32, 3}}, count, mapFile(path).take().bytes};
    Predictor predictor(m_run);
    QCOMPARE(predictor.predict(std::span(&field, 1)).front().size(), std::size_t{10 * count});
    fs::resize_file(path, size);
    const Error error = errorOf([&] { predictor.predict(std::span(&field, 1)); });
    QCOMPARE(error.message().id(), std::string("file.shrunk"));
    QVERIFY2(mentions(error, path.string()), error.what());
}

void TestSavedRun::placesOfCheckpoints()
{
    QCOMPARE(checkpointPlace(m_run).checkpoint, m_run / "checkpoints/000017");
    QCOMPARE(checkpointPlace(m_run / "").checkpoint, m_run / "checkpoints/000017");
    QCOMPARE(checkpointPlace(m_run / "checkpoints/000000/").run, m_run);
    QCOMPARE(errorOf([&] { checkpointPlace(m_run / "checkpoints"); }).message().id(), std::string("run.none"));
}

NETSMITH_TEST(TestSavedRun)

} // namespace test_saved_run

#include "test_saved_run.moc"
