#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/engine/train/tiny_series.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// A series through the program itself: learnt, judged, forecast from a table.
class TestSeriesCommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void forecastsWhatFollowsATable();
    void judgesByTheScaleItLearnt();
    void judgesAFileByItsWindows();

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
    const CliResult trained = m_cli->run({u"train"_s, u"series.netsmith"_s, u"--run-dir"_s, u"run"_s, u"--json"_s});
    QVERIFY2(trained.code == 0, trained.words());
    m_done = trained.event(u"done"_s);
}

void TestSeriesCommands::forecastsWhatFollowsATable()
{
    // The first window that validates is rows 30 to 32 of the series.
    const QJsonArray values =
        m_cli->run({u"predict"_s, u"run"_s, u"--index"_s, u"0"_s, u"--json"_s}).event(u"prediction"_s)[u"values"].toArray();
    QCOMPARE(values.size(), 2);
    QCOMPARE(forecast(u"load,wind\n"_s + rows(33, 3)), values);
    QCOMPARE(forecast(u"load,wind\n"_s + rows(33, 9)), values); // the last rows count
    QCOMPARE(forecast(rows(33, 3)), values); // in their order where nothing names them
    QVERIFY(forecast(u"load,wind\n"_s + rows(34, 3)) != values);

    const CliResult words = m_cli->run({u"predict"_s, u"run"_s, u"rows.csv"_s});
    QVERIFY2(words.code == 0 && words.out.contains("rows.csv"), words.words());
    writeBytes(m_folder->filePath(u"few.csv"_s), "load,wind\n1,2\n");
    const CliResult few = m_cli->run({u"predict"_s, u"run"_s, u"few.csv"_s});
    QVERIFY2(few.code == 3
                 && few.err.contains("few.csv has 1 row, and the network reads a window of 3; give it a file of at least 3"),
             few.words());
    writeBytes(m_folder->filePath(u"few.csv"_s), (u"load,wind\n"_s + rows(33, 4)).toUtf8());
    QCOMPARE(m_cli->run({u"predict"_s, u"run"_s, u"few.csv"_s}).code, 0);
    const CliResult judged = m_cli->run({u"evaluate"_s, u"run"_s, u"few.csv"_s});
    QVERIFY2(judged.code == 3
                 && judged.err.contains("has 4 rows, and judging needs 5: a window of 3 and the next 2 values; give a "
                                        "file of at least 5"),
             judged.words());
}

/// And not by the file's own, which may have changed since.
void TestSeriesCommands::judgesByTheScaleItLearnt()
{
    const QJsonObject judged = m_cli->run({u"evaluate"_s, u"run"_s, u"--json"_s}).event(u"evaluation"_s);
    QVERIFY(judged.contains(u"root_mean_squared_error"_s));
    QCOMPARE(judged[u"root_mean_squared_error"], m_done[u"val_root_mean_squared_error"]);
}

/// A file of the rows that validate is judged as they are, window by window.
void TestSeriesCommands::judgesAFileByItsWindows()
{
    writeBytes(m_folder->filePath(u"later.csv"_s), (u"load,wind\n"_s + rows(40, 10)).toUtf8());
    const QJsonObject judged = m_cli->run({u"evaluate"_s, u"run"_s, u"later.csv"_s, u"--json"_s}).event(u"evaluation"_s);
    QCOMPARE(judged[u"samples"].toInt(), 6);
    QCOMPARE(judged[u"root_mean_squared_error"], m_done[u"val_root_mean_squared_error"]);
}

QTEST_GUILESS_MAIN(TestSeriesCommands)
#include "test_series.moc"
