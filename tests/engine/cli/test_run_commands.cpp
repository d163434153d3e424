#include "engine/store/run_record.h"
#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/copied_tree.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <csignal>

namespace test_run_commands {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

/// `runs` and its subcommands: the table, names and tags, deleting and undoing, differences, cards, projects, exports.
class TestRunCommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void listsRuns();
    void givesMetricsTheSameDecimals();
    void boundsWhatOthersWrote();
    void listsAFolder();
    void sortsAndChooses();
    void groups();
    void writesFormats();
    void tellsWhatCannotBeRead();
    void names();
    void deletesAndRestores();
    void refusesToDeleteWhatIsTrained();
    void tellsDifferences();
    void printsCards();
    void makesProjects();
    void exportsForTensorBoard();
    void trainsForTensorBoard();
    void fullDiskLeavesNothing();

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }
    CliResult runs(const QStringList& arguments) const { return m_cli->run(QStringList{u"runs"_s} + arguments); }
    template <class Change>
    void changeRecord(const QString& run, Change change) const
    {
        netsmith::RunRecord record = netsmith::readRunRecord(path(run).toStdString()).take();
        change(record);
        writeBytes(path(run + u"/run.json"_s), QByteArray::fromStdString(toJson(record)));
    }

    QTemporaryDir m_made; ///< two runs that differ in their seeds and one that is wider
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestRunCommands::initTestCase()
{
    writeSmallMnist(m_made.filePath(u"data"_s), 200, 50);
    writeProject(m_made.filePath(u"small.netsmith"_s), smallProject());
    CliProcess cli(m_made.path());
    cli.setVariable(u"NETSMITH_DATA_DIR"_s, m_made.filePath(u"data"_s));
    const auto train = [&](const QString& name, const QStringList& more) {
        const CliResult result = cli.run(QStringList{u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"runs/"_s + name} + more);
        QVERIFY2(result.code == 0, result.words());
    };
    train(u"one"_s, {u"--seed"_s, u"1"_s});
    train(u"two"_s, {u"--seed"_s, u"2"_s});
    train(u"wide"_s, {u"--seed"_s, u"3"_s, u"--set"_s, u"hidden.units=24"_s, u"--epochs"_s, u"1"_s});
}

void TestRunCommands::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    copyTree(m_made.path(), m_folder->path());
    m_cli = std::make_unique<CliProcess>(m_folder->path());
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, path(u"data"_s));
}

void TestRunCommands::listsRuns()
{
    const CliResult json = runs({u"small.netsmith"_s, u"--json"_s});
    QVERIFY2(json.code == 0, json.words());
    QCOMPARE(json.lines().size(), 3);
    for (const QJsonObject& run : json.lines()) {
        QCOMPARE(run[u"event"].toString(), u"run"_s);
        for (const char* key : {"name", "state", "device", "precision", "seed", "best", "best_metric", "best_epoch", "seconds",
                                "samples_per_s", "memory_bytes", "graph_hash", "data_hash", "values", "best_values"})
            QVERIFY2(run.contains(QLatin1StringView(key)), key);
        QCOMPARE(run[u"best_metric"].toString(), u"val_accuracy"_s);
        QVERIFY(run[u"memory_bytes"].toDouble() > 4 * 784 * 16 && run[u"samples_per_s"].toDouble() > 0);
    }
    const CliResult words = runs({u"small.netsmith"_s});
    for (const char* word : {"Name", "Device", "Best", "Time", "Peak memory", "one", "two", "wide", "val_accuracy", "runs/wide"})
        QVERIFY2(words.out.contains(word), words.words());
    QVERIFY2(!words.out.contains("Energy") && !words.out.contains("Tags"), words.words()); // there are none
    QCOMPARE(words.out.count('\n'), 4);
}

/// Even if all values of a column are integers.
void TestRunCommands::givesMetricsTheSameDecimals()
{
    for (const auto& [name, accuracy] : {std::pair(u"one"_s, 1.0), std::pair(u"two"_s, 0.975)})
        changeRecord(u"runs/"_s + name, [accuracy](netsmith::RunRecord& record) {
            record.bestEpoch = record.epochsDone;
            for (auto& [metric, value] : record.values)
                value = metric == "val_accuracy" ? accuracy : value;
        });
    const CliResult words = runs({u"small.netsmith"_s});
    QVERIFY2(words.out.contains("  1.0000  ") && words.out.contains("  0.9750  "), words.words());
}

/// A run may come from anywhere, with texts as long as a file: the table stays a table, and machine-readable output is complete.
void TestRunCommands::boundsWhatOthersWrote()
{
    constexpr std::size_t length = 1'000'000;
    changeRecord(u"runs/one"_s, [](netsmith::RunRecord& record) { record.device.assign(length, 'x'); });
    for (const char* format : {"text", "markdown"}) {
        const CliResult words = runs({u"small.netsmith"_s, u"--format"_s, QString::fromLatin1(format)});
        QVERIFY2(words.out.contains("xxx…") && words.out.size() < 4000, QByteArray::number(words.out.size()));
    }
    const CliResult csv = runs({u"small.netsmith"_s, u"--format"_s, u"csv"_s});
    QVERIFY(csv.out.contains(QByteArray(length, 'x')));
}

void TestRunCommands::listsAFolder()
{
    QCOMPARE(runs({u"runs"_s, u"--json"_s}).lines().size(), 3);
    QCOMPARE(runs({path(u"runs/"_s), u"--json"_s}).lines().size(), 3);
    QVERIFY(QDir(m_folder->path()).mkpath(u"empty"_s));
    const CliResult none = runs({u"empty"_s});
    QVERIFY2(none.code == 0 && none.out.contains("no run"), none.words());
}

void TestRunCommands::sortsAndChooses()
{
    const auto names = [&](const QStringList& more) {
        QStringList found;
        for (const QJsonObject& run : runs(QStringList{u"small.netsmith"_s, u"--json"_s} + more).lines())
            found += run[u"name"].toString();
        return found;
    };
    QCOMPARE(names({u"--sort"_s, u"seed"_s}), (QStringList{u"one"_s, u"two"_s, u"wide"_s}));
    QCOMPARE(names({u"--sort"_s, u"seed"_s, u"--reverse"_s}), (QStringList{u"wide"_s, u"two"_s, u"one"_s}));
    QCOMPARE(names({u"--sort"_s, u"parameters"_s, u"--reverse"_s}).first(), u"wide"_s);
    QCOMPARE(names({u"--filter"_s, u"epochs=1"_s}), QStringList{u"wide"_s});
    QCOMPARE(names({u"--filter"_s, u"seed>1"_s, u"--filter"_s, u"name~t"_s}), QStringList{u"two"_s});
    QCOMPARE(names({u"--filter"_s, u"device=cuda:0"_s}), QStringList());
    QCOMPARE(names({u"--filter"_s, u"number:2"_s}), QStringList{u"two"_s});
    QCOMPARE(names({u"--filter"_s, u"batch<1,000"_s, u"--filter"_s, u"state:DONE"_s}).size(), 3);
    const CliResult none = runs({u"small.netsmith"_s, u"--filter"_s, u"seed=9"_s});
    QVERIFY2(none.code == 0 && none.out.contains("No run matches"), none.words());
}

void TestRunCommands::groups()
{
    const CliResult json = runs({u"small.netsmith"_s, u"--group"_s, u"--json"_s});
    QVERIFY2(json.code == 0, json.words());
    const QList<QJsonObject> lines = json.lines();
    QCOMPARE(lines.size(), 2);
    const auto pair = std::ranges::find_if(lines, [](const QJsonObject& line) { return line[u"count"].toInt() == 2; });
    QVERIFY2(pair != lines.end(), json.words());
    QCOMPARE((*pair)[u"seeds"].toArray(), (QJsonArray{1, 2}));
    QVERIFY((*pair)[u"best"].toObject().contains(u"deviation"));
    const CliResult words = runs({u"small.netsmith"_s, u"--group"_s});
    QVERIFY2(words.out.contains("±") && words.out.contains("Runs"), words.words());
    QCOMPARE(words.out.count('\n'), 3);
    const QByteArray csv = runs({u"small.netsmith"_s, u"--group"_s, u"--format"_s, u"csv"_s}).out;
    QVERIFY2(csv.contains("best.mean,best.deviation") && csv.count('\n') == 3, csv);
}

void TestRunCommands::writesFormats()
{
    const QByteArray csv = runs({u"small.netsmith"_s, u"--format"_s, u"csv"_s}).out;
    QVERIFY2(csv.startsWith("name,tag,state,") && csv.contains(",val_accuracy,") && csv.count('\n') == 4, csv);
    const qsizetype columns = csv.split('\n').first().count(',');
    for (const QByteArray& row : csv.trimmed().split('\n'))
        QVERIFY2(row.contains('"') || row.count(',') == columns, row);
    const QByteArray markdown = runs({u"small.netsmith"_s, u"--format"_s, u"markdown"_s}).out;
    QVERIFY2(markdown.startsWith("| Name |") && markdown.contains("\n| --- |") && markdown.count('\n') == 5, markdown);
    QCOMPARE(runs({u"small.netsmith"_s, u"--format"_s, u"json"_s}).lines().size(), 3);
    for (const QString& format : {u"csv"_s, u"json"_s, u"text"_s}) {
        const CliResult written = runs({u"small.netsmith"_s, u"--format"_s, format, u"--output"_s, u"table"_s});
        QVERIFY2(written.code == 0 && written.out.isEmpty() && written.err.contains("table"), written.words());
        const QByteArray printed = runs({u"small.netsmith"_s, u"--format"_s, format}).out;
        QVERIFY2(readBytes(path(u"table"_s)) == printed, printed);
    }
    const CliResult nowhere = runs({u"small.netsmith"_s, u"--output"_s, u"no/table"_s});
    QVERIFY2(nowhere.code == 3 && nowhere.err.contains("no/table"), nowhere.words());
}

void TestRunCommands::tellsWhatCannotBeRead()
{
    QVERIFY(QFile::remove(path(u"runs/one/run.json"_s)));
    writeBytes(path(u"runs/two/run.json"_s), readBytes(path(u"runs/two/run.json"_s)).replace("\"schema\": 2", "\"schema\": 9"));
    writeBytes(path(u"runs/.index"_s), "not an index");
    QVERIFY(QDir(m_folder->path()).mkpath(u"runs/holiday pictures"_s));
    const CliResult words = runs({u"small.netsmith"_s});
    QVERIFY2(words.code == 0 && words.out.count("unreadable") == 2 && words.out.contains("version 9")
                 && words.out.contains("deleted in part") && !words.out.contains("holiday"),
             words.words());
    QCOMPARE(runs({u"small.netsmith"_s, u"--json"_s}).lines().size(), 3);
    QCOMPARE(runs({u"small.netsmith"_s, u"--filter"_s, u"state=unreadable"_s, u"--json"_s}).lines().size(), 2);
}

void TestRunCommands::names()
{
    const QByteArray record = readBytes(path(u"runs/one/run.json"_s));
    QCOMPARE(runs({u"rename"_s, u"runs/one"_s, u"夜 run"_s}).code, 0);
    QCOMPARE(runs({u"tag"_s, u"runs/one/"_s, u"night"_s, u"two words"_s}).code, 0);
    QCOMPARE(runs({u"tag"_s, u"runs/one"_s, u"--remove"_s, u"night"_s}).code, 0);
    const QJsonObject run = runs({u"note"_s, u"runs/one"_s, u"worth a look"_s, u"--json"_s}).event(u"run"_s);
    QCOMPARE(run[u"name"].toString(), u"夜 run"_s);
    QCOMPARE(run[u"tags"].toArray(), QJsonArray{u"two words"_s});
    QCOMPARE(run[u"notes"].toString(), u"worth a look"_s);
    QCOMPARE(readBytes(path(u"runs/one/run.json"_s)), record);
    const CliResult listed = runs({u"small.netsmith"_s});
    QVERIFY2(listed.out.contains("夜 run") && listed.out.contains("Tags"), listed.words());
    QCOMPARE(runs({u"small.netsmith"_s, u"--filter"_s, u"tag=two words"_s, u"--json"_s}).lines().size(), 1);
    // A run is named by its folder all the same.
    QCOMPARE(m_cli->run({u"evaluate"_s, u"runs/one"_s}).code, 0);
    QCOMPARE(runs({u"rename"_s, u"runs/one"_s, QString()}).code, 0);
    QVERIFY(runs({u"small.netsmith"_s}).out.contains("one"));
}

void TestRunCommands::deletesAndRestores()
{
    const auto before = contentOf(path(u"runs/one"_s));
    const CliResult deleted = runs({u"delete"_s, u"runs/one"_s, u"runs/two"_s, u"--json"_s});
    QVERIFY2(deleted.code == 0 && deleted.lines().size() == 2, deleted.words());
    QCOMPARE(runs({u"small.netsmith"_s, u"--json"_s}).lines().size(), 1);
    QCOMPARE(runs({u"small.netsmith"_s, u"--deleted"_s, u"--json"_s}).lines().size(), 2);
    const CliResult restored = runs({u"restore"_s, deleted.lines().first()[u"restore"].toString()});
    QVERIFY2(restored.code == 0, restored.words());
    QCOMPARE(contentOf(path(u"runs/one"_s)), before);
    QCOMPARE(runs({u"small.netsmith"_s, u"--json"_s}).lines().size(), 2);
    const CliResult purged = runs({u"purge"_s, u"small.netsmith"_s});
    QVERIFY2(purged.code == 0 && purged.out.startsWith("1 deleted run"), purged.words());
    QVERIFY(runs({u"small.netsmith"_s, u"--deleted"_s}).out.contains("No run was deleted"));
    QCOMPARE(runs({u"restore"_s, u"runs/two"_s}).code, 3);
}

void TestRunCommands::refusesToDeleteWhatIsTrained()
{
    const QStringList train{u"train"_s,    u"small.netsmith"_s, u"--run-dir"_s, u"runs/long"_s,
                            u"--epochs"_s, u"100000"_s,         u"--json"_s};
    CliResult deleted, verified, listed;
    m_cli->during(train, 3, SIGTERM, [&] {
        deleted = runs({u"delete"_s, u"runs/long"_s});
        verified = m_cli->run({u"verify"_s, u"runs/long"_s});
        listed = runs({u"small.netsmith"_s, u"--filter"_s, u"state=running"_s, u"--json"_s});
        QCOMPARE(runs({u"rename"_s, u"runs/long"_s, u"named meanwhile"_s}).code, 0);
    });
    QVERIFY2(deleted.code == 3 && deleted.err.contains("another process"), deleted.words());
    QVERIFY2(verified.code == 3 && verified.err.contains("another process"), verified.words());
    QCOMPARE(listed.lines().size(), 1);
    const QJsonObject run = runs({u"small.netsmith"_s, u"--filter"_s, u"epochs=100000"_s, u"--json"_s}).event(u"run"_s);
    QCOMPARE(run[u"state"].toString(), u"stopped"_s);
    QCOMPARE(run[u"name"].toString(), u"named meanwhile"_s);
}

void TestRunCommands::tellsDifferences()
{
    const QJsonObject json = runs({u"diff"_s, u"runs/one"_s, u"runs/wide"_s, u"--json"_s}).event(u"diff"_s);
    QCOMPARE(json[u"settings"].toObject()[u"training.epochs"].toArray(), (QJsonArray{u"2"_s, u"1"_s}));
    const QJsonObject node = json[u"graphs"].toArray().at(0).toObject()[u"nodes"].toArray().at(0).toObject();
    QCOMPARE(node[u"node"].toString(), u"hidden"_s);
    QCOMPARE(node[u"values"].toObject()[u"units"].toArray(), (QJsonArray{u"16"_s, u"24"_s}));
    const CliResult words = runs({u"diff"_s, u"runs/one"_s, u"runs/two"_s, u"runs/wide"_s});
    QVERIFY2(words.code == 0 && words.out.contains("~ hidden (dense): units 16 → 24"), words.words());
    QVERIFY2(words.out.contains("training.seed"), words.words());
    copyTree(path(u"runs/one"_s), path(u"runs/same"_s));
    const CliResult same = runs({u"diff"_s, u"runs/one"_s, u"runs/same"_s});
    QVERIFY2(same.code == 0 && same.out.contains("do not differ"), same.words());
    QVERIFY(runs({u"diff"_s, u"runs/one"_s, u"runs/wide"_s, u"--format"_s, u"markdown"_s}).out.contains("```diff\n~ hidden"));
}

void TestRunCommands::printsCards()
{
    const QJsonObject card = runs({u"card"_s, u"runs/one"_s, u"--json"_s}).event(u"card"_s);
    QCOMPARE(card[u"origin"].toObject()[u"data_hash"].toString().size(), 64);
    QCOMPARE(card[u"origin"].toObject()[u"graph_hash"].toString().size(), 64);
    QVERIFY(card[u"machine"].toObject().contains(u"build") && card[u"machine"].toObject().contains(u"binary"));
    QCOMPARE(card[u"origin"].toObject()[u"seed"].toString(), u"1"_s);
    const CliResult words = runs({u"card"_s, u"runs/one"_s});
    QVERIFY2(words.code == 0 && words.out.contains("Graph, SHA-256") && words.out.contains("training.batch"), words.words());
    QCOMPARE(runs({u"card"_s, u"runs/one"_s, u"--format"_s, u"markdown"_s, u"--output"_s, u"card.md"_s}).code, 0);
    QVERIFY(readBytes(path(u"card.md"_s)).startsWith("# one\n"));
}

void TestRunCommands::makesProjects()
{
    const CliResult made = runs({u"project"_s, u"runs/wide"_s, u"back.netsmith"_s, u"--json"_s});
    QVERIFY2(made.code == 0 && made.event(u"project"_s)[u"exact"].toBool(), made.words());
    QCOMPARE(readBytes(path(u"back.netsmith"_s)), readBytes(path(u"runs/wide/project.netsmith"_s)));
    QCOMPARE(runs({u"project"_s, u"runs/one"_s, u"back.netsmith"_s}).code, 3);
    QCOMPARE(runs({u"project"_s, u"runs/one"_s, u"back.netsmith"_s, u"--overwrite"_s}).code, 0);
    // Trained again, it gives the same run.
    QCOMPARE(m_cli->run({u"train"_s, u"back.netsmith"_s, u"--run-dir"_s, u"again"_s}).code, 0);
    QCOMPARE(readBytes(path(u"again/metrics.csv"_s)), readBytes(path(u"runs/one/metrics.csv"_s)));
}

void TestRunCommands::exportsForTensorBoard()
{
    const CliResult exported = runs({u"export"_s, u"runs/one"_s, u"--tensorboard"_s, u"board"_s, u"--json"_s});
    QVERIFY2(exported.code == 0, exported.words());
    const QJsonArray files = exported.event(u"exported"_s)[u"files"].toArray();
    QCOMPARE(files.size(), 2);
    for (const QJsonValue& file : files)
        QVERIFY(QFileInfo(path(file.toString())).size() > 100 || QFileInfo(file.toString()).size() > 100);
}

void TestRunCommands::trainsForTensorBoard()
{
    const CliResult trained =
        m_cli->run({u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"run"_s, u"--tensorboard"_s, u"board"_s});
    QVERIFY2(trained.code == 0, trained.words());
    for (const QString& part : {u"board/train"_s, u"board/validation"_s}) {
        const QDir folder(path(part));
        QCOMPARE(folder.entryList({u"events.out.tfevents.*"_s}).size(), 1);
    }
    QCOMPARE(readBytes(path(u"run/metrics.csv"_s)), readBytes(path(u"runs/one/metrics.csv"_s)));
    const CliResult refused =
        m_cli->run({u"train"_s, u"small.netsmith"_s, u"--run-dir"_s, u"other"_s, u"--tensorboard"_s, u"small.netsmith"_s});
    QVERIFY2(refused.code == 3 && refused.err.contains("small.netsmith"), refused.words());
    QVERIFY(!QFileInfo::exists(path(u"other"_s)));
}

void TestRunCommands::fullDiskLeavesNothing()
{
    QProcess shell;
    shell.setWorkingDirectory(m_folder->path());
    const QString script =
        u"mkdir disk; mount -t tmpfs -o size=8k tmpfs disk || exit 77; '%1' runs small.netsmith --format csv --output "
        "disk/table.csv; dd if=/dev/zero of=disk/filler bs=1k count=7 2>/dev/null; '%1' runs small.netsmith "
        "--format csv --output disk/other.csv; code=$?; ls -A disk >&2; exit $code"_s.arg(QStringLiteral(NETSMITH_CLI));
    shell.start(u"unshare"_s, {u"-r"_s, u"-m"_s, u"sh"_s, u"-c"_s, script});
    const bool ran = shell.waitForStarted() && shell.waitForFinished();
    const QByteArray err = shell.readAllStandardError();
    if (!ran || shell.exitCode() == 77 || err.startsWith("unshare"))
        QSKIP("this machine lets no user mount a file system");
    QVERIFY2(shell.exitCode() == 4 && !err.contains(".new"), err);
}

NETSMITH_TEST(TestRunCommands)

} // namespace test_run_commands

#include "test_run_commands.moc"
