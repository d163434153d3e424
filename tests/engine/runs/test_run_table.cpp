#include "engine/runs/run_filter.h"
#include "engine/runs/run_groups.h"
#include "engine/runs/table_text.h"
#include "tests/engine/train/tiny_training.h"

#include <QtTest>

#include <cmath>
#include <functional>
#include <set>

using namespace netsmith;
using namespace netsmith::runs;
using namespace netsmith::test;

namespace {

RunSummary made(const std::string& name, std::int64_t seed, double accuracy, const std::string& precision = "fp32")
{
    RunSummary run;
    run.folder = "/runs/" + name;
    run.readable = true;
    run.state = train::RunState::done;
    run.project = "net";
    run.graphHash = "a";
    run.settingsHash = "b";
    run.dataSource = "mnist";
    run.device = "cpu";
    run.precision = precision;
    run.seed = seed;
    run.batch = 32;
    run.epochs = 2;
    run.started = "2026-01-0" + std::to_string(seed) + "T00:00:00Z";
    run.seconds = 10.0 * static_cast<double>(seed);
    run.judgedBy = "val_accuracy";
    run.bestEpoch = 1;
    run.bestValues = {{"loss", 1.0 - accuracy}, {"val_accuracy", accuracy}};
    run.values = {{"loss", 2.0}, {"val_accuracy", accuracy - 0.1}};
    return run;
}

std::vector<RunSummary> some()
{
    std::vector<RunSummary> runs{made("a", 1, 0.9), made("b", 2, 0.7), made("c", 3, 0.8, "bf16")};
    runs[0].label.tags = {"wide", "night shift"};
    runs[1].label.tags = {"wider"};
    runs[2].label.name = "named";
    RunSummary broken;
    broken.folder = "/runs/broken";
    broken.problem = Message(NS_MESSAGE("test.broken", "it is broken"));
    runs.push_back(broken);
    return runs;
}

QStringList names(const std::vector<RunSummary>& runs)
{
    QStringList out;
    for (const RunSummary& run : runs)
        out += QString::fromStdString(run.name());
    return out;
}

QStringList names(const RunGroup& group)
{
    QStringList out;
    for (const RunSummary* run : group.runs)
        out += QString::fromStdString(run->name());
    return out;
}

} // namespace

/// What a table of runs can do, on plain values.
class TestRunTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void columnsHaveTheirOwnNames();
    void sorts_data();
    void sorts();
    void filters_data();
    void filters();
    void filtersRefuse_data();
    void filtersRefuse();
    void groupsByEverythingButTheSeed();
    void groupsKeepApart();
    void spreadsAreRight();
    void writesCsv();
    void writesMarkdown();
};

void TestRunTable::columnsHaveTheirOwnNames()
{
    std::set<std::string> ids;
    for (const RunColumn& column : runColumns()) {
        QVERIFY2(ids.insert(column.id).second, column.id.c_str());
        QVERIFY(!column.title.empty() && column.value);
        for (const RunSummary& run : some()) { // a number's column holds numbers, and what can't be read has nothing but its place
            const Cell cell = column.value(run);
            QVERIFY2(!(column.number ? std::holds_alternative<std::string>(cell) : std::holds_alternative<double>(cell)),
                     column.id.c_str());
        }
    }
    const auto runs = some();
    for (const RunColumn& column : metricColumns(runs))
        QVERIFY2(ids.insert(column.id).second, column.id.c_str());
    QVERIFY(ids.contains("val_accuracy") && ids.contains("best.val_accuracy"));
    QCOMPARE(std::get<double>(columnNamed("best.val_accuracy", runs).value(runs[0])), 0.9);
    QCOMPARE(std::get<double>(columnNamed("val_accuracy", runs).value(runs[0])), 0.8);
    QCOMPARE(std::get<double>(columnNamed("best", runs).value(runs[0])), 0.9);
    QCOMPARE(std::get<std::string>(columnNamed("error", runs).value(runs[3])), std::string("it is broken"));
    const Error error = errorOf([&] { (void)columnNamed("secnds", runs); });
    QVERIFY(error.kind() == ErrorKind::usage && mentions(error, "\"seconds\""));
}

void TestRunTable::sorts_data()
{
    QTest::addColumn<QString>("column");
    QTest::addColumn<bool>("descending");
    QTest::addColumn<QStringList>("order");
    QTest::newRow("numbers") << "best" << false << QStringList{"b", "named", "a", "broken"};
    QTest::newRow("numbers, the largest first") << "best" << true << QStringList{"a", "named", "b", "broken"};
    QTest::newRow("words") << "precision" << false << QStringList{"named", "a", "b", "broken"};
    QTest::newRow("equals stay") << "batch" << true << QStringList{"a", "b", "named", "broken"};
    QTest::newRow("a metric") << "val_accuracy" << false << QStringList{"b", "named", "a", "broken"};
    QTest::newRow("time") << "started" << true << QStringList{"named", "b", "a", "broken"};
}

void TestRunTable::sorts()
{
    QFETCH(QString, column);
    QFETCH(bool, descending);
    QFETCH(QStringList, order);
    std::vector<RunSummary> runs = some();
    sortBy(runs, columnNamed(column.toStdString(), runs), descending);
    QCOMPARE(names(runs), order);
}

void TestRunTable::filters_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QStringList>("left");
    const auto row = [](const char* filter, const QStringList& left) { QTest::newRow(filter) << QString(filter) << left; };
    row("precision=bf16", {"named"});
    row("precision!=bf16", {"a", "b", "broken"});
    row("best>0.75", {"a", "named"});
    row("best >= 0.8", {"a", "named"});
    row("best<0.8", {"b"});
    row("best<=0.8", {"b", "named"});
    row("seed=2", {"b"});
    row("tag=wide", {"a"});
    row("tag=night shift", {"a"});
    row("tag!=wide", {"b", "named", "broken"});
    row("tag~wide", {"a", "b"});
    row("name~am", {"named"});
    row("started>=2026-01-02", {"b", "named"});
    row("state=unreadable", {"broken"});
    row("val_accuracy=0.8", {"a"});
}

void TestRunTable::filters()
{
    QFETCH(QString, filter);
    QFETCH(QStringList, left);
    std::vector<RunSummary> runs = some();
    const RunFilter made = filterFrom(filter.toStdString(), runs);
    std::erase_if(runs, [&](const RunSummary& run) { return !made.matches(run); });
    QCOMPARE(names(runs), left);
}

void TestRunTable::filtersRefuse_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("mention");
    const auto row = [](const char* filter, const char* mention) { QTest::newRow(filter) << QString(filter) << QString(mention); };
    row("", "\"\"");
    row("precision", "precision");
    row("=3", "=3");
    row("precison=bf16", "precision");
    row("best>good", "a number");
    row("best>", "a number");
    row("best~0.9", "a number");
    row("best!0.9", "best!0.9");
    row("nowhere=1", "nowhere");
}

void TestRunTable::filtersRefuse()
{
    QFETCH(QString, filter);
    QFETCH(QString, mention);
    const auto runs = some();
    const Error error = errorOf([&] { (void)filterFrom(filter.toStdString(), runs); });
    QCOMPARE(error.kind(), ErrorKind::usage);
    QVERIFY2(mentions(error, mention.toStdString()), error.what());
}

void TestRunTable::groupsByEverythingButTheSeed()
{
    const auto runs = some();
    const auto groups = groupRuns(runs);
    QCOMPARE(groups.size(), std::size_t{2}); // by precision; what can't be read is in none
    QCOMPARE(names(groups[0]), (QStringList{"a", "b"}));
    QCOMPARE(names(groups[1]), QStringList{"named"});
}

void TestRunTable::groupsKeepApart()
{
    const RunSummary like = made("a", 1, 0.9);
    const std::vector<std::function<void(RunSummary&)>> changes{
        [](RunSummary& run) { run.graphHash = "other"; },
        [](RunSummary& run) { run.settingsHash = "other"; },
        [](RunSummary& run) { run.dataHash = "other"; },
        [](RunSummary& run) { run.dataSource = "other"; },
        [](RunSummary& run) { run.device = "cuda:0"; },
        [](RunSummary& run) { run.precision = "bf16"; },
        [](RunSummary& run) { run.fuse = false; },
        [](RunSummary& run) { run.epochs = 3; },
        [](RunSummary& run) { run.state = train::RunState::stopped; },
    };
    for (const auto& change : changes) {
        RunSummary other = made("b", 2, 0.9);
        QCOMPARE(groupRuns(std::vector{like, other}).size(), std::size_t{1}); // looked into no more
        change(other);
        QCOMPARE(groupRuns(std::vector{like, other}).size(), std::size_t{2});
    }
}

void TestRunTable::spreadsAreRight()
{
    const std::vector<RunSummary> runs{made("a", 1, 0.9), made("b", 2, 0.7), made("c", 3, 0.8)};
    const RunGroup group{{&runs[0], &runs[1], &runs[2]}};
    const Spread best = spreadOf(group, columnNamed("best", runs));
    QCOMPARE(best.count, std::int64_t{3});
    QVERIFY(std::abs(best.mean - 0.8) < 1e-12 && std::abs(*best.deviation - 0.1) < 1e-12);
    QCOMPARE(spreadOf(group, columnNamed("energy", runs)).count, std::int64_t{0});
    QVERIFY(!spreadOf({{&runs[0]}}, columnNamed("best", runs)).deviation);
}

void TestRunTable::writesCsv()
{
    QCOMPARE(csvText({{"a", "b"}, {"1,5", "say \"x\""}, {"two\nlines", ""}}),
             std::string("a,b\n\"1,5\",\"say \"\"x\"\"\"\n\"two\nlines\",\n"));
}

void TestRunTable::writesMarkdown()
{
    QCOMPARE(markdownText({{"a", "b"}, {"x|y", "two\nlines"}}), std::string("| a | b |\n| --- | --- |\n| x\\|y | two lines |\n"));
}

QTEST_GUILESS_MAIN(TestRunTable)
#include "test_run_table.moc"
