#include "engine/core/files/safe_file.h"
#include "engine/input/tables/csv_samples.h"
#include "engine/predict/prediction.h"
#include "engine/train/evaluation.h"
#include "engine/train/training_data.h"
#include "tests/engine/train/tiny_series.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <memory>

namespace test_series {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

/// A run that forecasts a series keeps how its numbers were standardised.
class TestSeries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatTrainsTellsTheScale();
    void runsKeepTheScale();
    void filesAreForecastFromTheirEnd();
    void runsAreReadAgainByTheirScale();
    void olderRunsSayWhatTheyLack();

private:
    fs::path root() const { return m_folder->path().toStdString(); }
    std::vector<float> forecast(const fs::path& run, const data::Field& windows) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    Project m_project;
    data::Field m_raw; ///< validation windows as in the file
    data::Field m_read; ///< the same as the network reads them
};

std::vector<float> TestSeries::forecast(const fs::path& run, const data::Field& windows) const
{
    return Predictor(run).predict(std::span(&windows, 1)).front();
}

void TestSeries::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_project = tinySeriesProject(root());
    m_project.training.device = hasBackend("cpu") ? "cpu" : "reference";

    m_raw = loadData(m_project, {}).set.test.field("series");
    m_read = divideData(m_project, loadData(m_project, {})).validationSplit().field("series");
    trainProject(m_project, optionsFor(root() / "run"));
}

void TestSeries::whatTrainsTellsTheScale()
{
    const TrainingData data = divideData(m_project, loadData(m_project, {}));
    QCOMPARE(data.trainCount(), 26);
    const data::ColumnFit& load = data.trainSplit().field("series").spec.columns[0].fit;
    QCOMPARE(load.subtract, 13.5f); // rows 0 to 27, those of the training windows
    QCOMPARE(load.divide, static_cast<float>(std::sqrt((28.0 * 28.0 - 1.0) / 12.0)));
    const auto first = [](const data::Field& field) { return *reinterpret_cast<const float*>(field.sample(0).data()); };
    QCOMPARE(first(m_read), (30.0f - load.subtract) / load.divide);
    QCOMPARE(first(data.validationSplit().field("target")), 33.0f); // targets stay in their unit
    // What is held out from the training part does not count either.
    Project parted = m_project;
    parted.data.validation = "file";
    parted.data.validationFile = (root() / "held.txt").string();
    std::string held;
    for (int i = 3; i < 26; ++i)
        held += std::to_string(i) + "\n";
    writeFileSafely(parted.data.validationFile, held).take();
    const TrainingData few = divideData(parted, loadData(parted, {}));
    QCOMPARE(few.trainSplit().field("series").spec.columns[0].fit.subtract, 2.0f); // rows 0 to 4
}

void TestSeries::runsKeepTheScale()
{
    const RunRecord record = readRunRecord(root() / "run").take();
    const data::FieldSpec& series = record.fields[0];
    QCOMPARE(series.name, std::string("series"));
    QCOMPARE(series.shape, Shape({3, 2}));
    QCOMPARE(series.columns.size(), std::size_t{2});
    QVERIFY(series.columns[1].fitted);
    QCOMPARE(series.columns[1].fit, m_read.spec.columns[1].fit);
    const std::vector<float> answers = forecast(root() / "run", m_raw);
    QCOMPARE(answers.size(), static_cast<std::size_t>(2 * m_raw.count));
    QCOMPARE(answers, forecast(root() / "run", m_read));
}

void TestSeries::filesAreForecastFromTheirEnd()
{
    std::string table = "wind,load\n";
    for (int i = 20; i < 33; ++i) { // the first validation window is the last three
        const std::string row = seriesRow(i);
        const std::size_t comma = row.find(',');
        table += row.substr(comma + 1, row.size() - comma - 2) + "," + row.substr(0, comma) + "\n";
    }
    Predictor predictor(root() / "run");
    const data::OpenCsv open = [&] { return data::openBytes(std::as_bytes(std::span(table)), "some file"); };
    const data::Field last = data::readCsvSamples(open, "some file", {.inputs = {predictor.inputs()[0]}}).inputs.front();
    const std::vector<float> answers = forecast(root() / "run", m_raw);
    QCOMPARE(predictor.predict(std::span(&last, 1)).front(), std::vector<float>(answers.begin(), answers.begin() + 2));
}

/// Not by the current training part, which may be split differently.
void TestSeries::runsAreReadAgainByTheirScale()
{
    LoadedData loaded = loadData(m_project, {});
    loaded.learnt = readRunRecord(root() / "run").take().fields;
    loaded.learnt[0].columns[1].fit.subtract = 77.0f;
    const TrainingData data = divideData(m_project, std::move(loaded));
    QCOMPARE(data.trainSplit().field("series").spec.columns[1].fit.subtract, 77.0f);
}

/// Runs from before it was recorded were standardised by numbers that are no longer known.
void TestSeries::olderRunsSayWhatTheyLack()
{
    fs::copy(root() / "run", root() / "older", fs::copy_options::recursive);
    RunRecord record = readRunRecord(root() / "older").take();
    record.fields[0].columns.clear();
    writeFileSafely(root() / "older" / "run.json", toJson(record)).take();
    QCOMPARE(errorOf([&] { forecast(root() / "older", m_raw); }).message().id(), std::string("data.unfitted"));
    QCOMPARE(errorOf([&] { evaluateRun(root() / "older", {}); }).message().id(), std::string("data.unfitted"));
    QCOMPARE(forecast(root() / "older", m_read), forecast(root() / "run", m_raw));
}

NETSMITH_TEST(TestSeries)

} // namespace test_series

#include "test_series.moc"
