#include "engine/input/sample_files.h"
#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/engine/input/npy_bytes.h"
#include "tests/engine/train/tiny_series.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <cstring>

namespace test_series {

using namespace Qt::StringLiterals;
using namespace netsmith::test;
using netsmith::data::readSamples;
using netsmith::data::SampleReading;
using netsmith::data::Samples;

/// A time series through the program itself: trained, evaluated, forecast from a table.
class TestSeriesCommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void forecastsWhatFollowsATable();
    void judgesByTheScaleItLearnt();
    void judgesAFileByItsWindows();
    void judgesSeveralFilesByTheirWindows();
    void windowsLieInTheMemoryOfTheirRows();

private:
    QJsonArray forecast(const QString& table) const
    {
        writeBytes(m_folder->filePath(u"rows.csv"_s), table.toUtf8());
        return m_cli->run({u"predict"_s, u"run"_s, u"rows.csv"_s, u"--json"_s}).event(u"prediction"_s)[u"values"].toArray();
    }
    /// The last `count` rows before this one.
    static QString rows(int end, int count)
    {
        QString table;
        for (int row = end - count; row < end; ++row)
            table += QString::fromStdString(seriesRow(row));
        return table;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<CliProcess> m_cli;
    QJsonObject m_done;
};

void TestSeriesCommands::initTestCase()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_cli = std::make_unique<CliProcess>(m_folder->path());
    writeProject(m_folder->filePath(u"series.netsmith"_s), tinySeriesProject(m_folder->path().toStdString()));
    const CliResult trained = m_cli->run({u"train"_s, u"series.netsmith"_s, u"--run-dir"_s, u"run"_s, u"--device"_s,
                                          QStringLiteral(NETSMITH_TEST_DEVICE), u"--json"_s});
    QVERIFY2(trained.code == 0, trained.words());
    m_done = trained.event(u"done"_s);
}

void TestSeriesCommands::forecastsWhatFollowsATable()
{
    // The first validation window is rows 30 to 32 of the series.
    const QJsonArray values =
        m_cli->run({u"predict"_s, u"run"_s, u"--index"_s, u"0"_s, u"--json"_s}).event(u"prediction"_s)[u"values"].toArray();
    QCOMPARE(values.size(), 2);
    QCOMPARE(forecast(u"load,wind\n"_s + rows(33, 3)), values);
    QCOMPARE(forecast(u"load,wind\n"_s + rows(33, 9)), values); // the last rows count
    QCOMPARE(forecast(rows(33, 3)), values); // in order where nothing names them
    QVERIFY(forecast(u"load,wind\n"_s + rows(34, 3)) != values);

    const CliResult words = m_cli->run({u"predict"_s, u"run"_s, u"rows.csv"_s});
    QVERIFY2(words.code == 0 && words.out.contains("rows.csv"), words.words());
    writeBytes(m_folder->filePath(u"few.csv"_s), "load,wind\n1,2\n");
    const CliResult few = m_cli->run({u"predict"_s, u"run"_s, u"few.csv"_s});
    QVERIFY2(few.code == 3
                 && few.err.contains("few.csv has 1 row, but the network reads a window of 3; give it a file with at least 3"),
             few.words());
    writeBytes(m_folder->filePath(u"few.csv"_s), (u"load,wind\n"_s + rows(33, 4)).toUtf8());
    QCOMPARE(m_cli->run({u"predict"_s, u"run"_s, u"few.csv"_s}).code, 0);
    const CliResult judged = m_cli->run({u"evaluate"_s, u"run"_s, u"few.csv"_s});
    QVERIFY2(judged.code == 3
                 && judged.err.contains("has 4 rows, but evaluating needs 5: a window of 3 and the next 2 values; give a "
                                        "file of at least 5"),
             judged.words());
}

/// And not by those of the file, which may have changed since.
void TestSeriesCommands::judgesByTheScaleItLearnt()
{
    const QJsonObject judged = m_cli->run({u"evaluate"_s, u"run"_s, u"--json"_s}).event(u"evaluation"_s);
    QVERIFY(judged.contains(u"root_mean_squared_error"_s));
    QCOMPARE(judged[u"root_mean_squared_error"], m_done[u"val_root_mean_squared_error"]);
}

/// A file of the validation rows gives the same result as validation, window by window.
void TestSeriesCommands::judgesAFileByItsWindows()
{
    writeBytes(m_folder->filePath(u"later.csv"_s), (u"load,wind\n"_s + rows(40, 10)).toUtf8());
    const QJsonObject judged = m_cli->run({u"evaluate"_s, u"run"_s, u"later.csv"_s, u"--json"_s}).event(u"evaluation"_s);
    QCOMPARE(judged[u"samples"].toInt(), 6);
    QCOMPARE(judged[u"root_mean_squared_error"], m_done[u"val_root_mean_squared_error"]);
}

/// Each window lies within one file, whether the files are tables or arrays.
void TestSeriesCommands::judgesSeveralFilesByTheirWindows()
{
    const auto judge = [&](const QStringList& files) {
        return m_cli->run(QStringList{u"evaluate"_s, u"run"_s} + files + QStringList{u"--json"_s}).event(u"evaluation"_s);
    };
    writeBytes(m_folder->filePath(u"later.csv"_s), (u"load,wind\n"_s + rows(40, 10)).toUtf8());
    writeBytes(m_folder->filePath(u"before.csv"_s), (u"load,wind\n"_s + rows(33, 9)).toUtf8());
    std::vector<float> x, y;
    for (int first = 24; first < 29; ++first) {
        for (int row = first; row < first + 3; ++row)
            x.insert(x.end(), {static_cast<float>(row), static_cast<float>(100 * (row * row % 7))});
        y.insert(y.end(), {static_cast<float>(first + 3), static_cast<float>(first + 4)});
    }
    writeBytes(m_folder->filePath(u"x.npy"_s), QByteArray::fromStdString(npyFile(npyHeader("<f4", "(5, 3, 2)"), bytesOf(x))));
    writeBytes(m_folder->filePath(u"y.npy"_s), QByteArray::fromStdString(npyFile(npyHeader("<f4", "(5, 2)"), bytesOf(y))));
    const QJsonObject later = judge({u"later.csv"_s}), before = judge({u"before.csv"_s});
    const auto together = [&](const QJsonObject& one, const QJsonObject& two, const QString& name) {
        return std::sqrt((6.0 * std::pow(one[name].toDouble(), 2.0) + 5.0 * std::pow(two[name].toDouble(), 2.0)) / 11.0);
    };
    for (const QStringList& files : {QStringList{u"later.csv"_s, u"before.csv"_s}, QStringList{u"later.csv"_s, u"x.npy"_s}}) {
        const QJsonObject both = judge(files);
        QCOMPARE(both[u"samples"].toInt(), 11);
        const QString name = u"root_mean_squared_error"_s;
        QVERIFY(std::abs(both[name].toDouble() - together(later, before, name)) < 1e-4 * both[name].toDouble());
        if (files.back().endsWith(u".csv"_s))
            QVERIFY(std::abs(both[u"persistence"][name].toDouble()
                             - together(later[u"persistence"].toObject(), before[u"persistence"].toObject(), name))
                    < 1e-9);
        else
            QVERIFY(!both.contains(u"persistence"_s)); // the rows before are unknown
    }
}

/// Otherwise a long series would take its size times the window's length.
void TestSeriesCommands::windowsLieInTheMemoryOfTheirRows()
{
    writeBytes(m_folder->filePath(u"all.csv"_s), (u"load,wind\n"_s + rows(40, 40)).toUtf8());
    SampleReading reading{.inputs = {{.name = "series",
                                      .type = netsmith::DataType::f32,
                                      .shape = {3, 2},
                                      .columns = {{.name = "load"}, {.name = "wind"}}}},
                          .targets = {{.name = "target", .type = netsmith::DataType::f32, .shape = {2}}},
                          .toJudge = true};
    reading.settings.source = "series";
    reading.settings.parameters = {{"target", std::string("load")}};
    const Samples samples = readSamples(m_folder->filePath(u"all.csv"_s).toStdString(), reading);
    QCOMPARE(samples.count(), std::int64_t{40 - 3 - 2 + 1});
    QVERIFY2(samples.inputs[0].all().size() <= 40 * 2 * sizeof(float), qPrintable(QString::number(samples.inputs[0].all().size())));
    const std::span<const std::byte> last = samples.inputs[0].sample(35);
    float numbers[6];
    QCOMPARE(last.size(), sizeof numbers);
    std::memcpy(numbers, last.data(), sizeof numbers);
    QCOMPARE(numbers[0], 35.0f);
    QCOMPARE(numbers[4], 37.0f);
}

NETSMITH_TEST(TestSeriesCommands)

} // namespace test_series

#include "test_series.moc"
