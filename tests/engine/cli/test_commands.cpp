#include "tests/engine/cli/cli_process.h"
#include "tests/engine/cli/fixture.h"
#include "tests/test_program.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QtTest>

namespace test_commands {

using namespace Qt::StringLiterals;
using namespace netsmith::test;

namespace {

/// Mistakes on the command line, and the messages for them.
const std::vector<std::pair<QString, QString>>& usageSentences()
{
    static const std::vector<std::pair<QString, QString>> sentences{
        {u"train small.netsmith --epochs abc"_s, u"--epochs: expected a whole number from 1 up, got \"abc\""_s},
        {u"train small.netsmith --epochs 1.5"_s, u"got \"1.5\""_s},
        {u"train small.netsmith --seed -1"_s, u"--seed: expected a whole number from 0 up, got \"-1\""_s},
        {u"train small.netsmith --seed 9223372036854775808"_s,
         u"--seed: expected a whole number from 0 to 9223372036854775807, got \"9223372036854775808\""_s},
        {u"train small.netsmith --threads 5000"_s, u"--threads: expected a whole number from 1 to 4096, got \"5000\""_s},
        {u"train small.netsmith --validation-split 0.2"_s,
         u"there is no option \"--validation-split\"; write --set data.validation=split --set data.validation_split=0.2"_s},
        {u"train small.netsmith --epoch 3"_s, u"there is no option \"--epoch\"; did you mean \"--epochs\"?"_s},
        {u"data tokens --help"_s, u"there is no command \"tokens\""_s},
        {u"lr-range small.netsmith --lr 3"_s, u"write --set optimizer.learning_rate=0.001"_s},
        {u"predict run --index -1"_s, u"--index: expected a whole number from 0 up, got \"-1\""_s},
    };
    return sentences;
}

} // namespace

/// The commands that do not train: what they print, how they end.
class TestCommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void helpIsThere_data();
    void helpIsThere();
    void versionIsThere();
    void usageErrors_data();
    void usageErrors();
    void errorsAreEventsToo();
    void layersAreListed();
    void oneLayerIsTold();
    void whatIsListedIsDescribed_data();
    void whatIsListedIsDescribed();
    void usageIsToldInPlainWords();
    void dataIsListed();
    void dataIsShown();
    void augmentedImagesAreDrawn();
    void missingDataSaysHowToGetIt();
    void failedDownloadLeavesNothing();
    void devicesAreListed();
    void aGpuThatIsNotThereIsSaid();
    void checkTellsShapesAndMemory();
    void checkTellsAllProblems();
    void completionIsValidBash();
    void completionOffersWhatThereIs_data();
    void completionOffersWhatThereIs();
    void fullDiskIsNoSuccess();
    void noColourNorBarWithoutTerminal();

private:
    QTemporaryDir m_folder;
    std::unique_ptr<CliProcess> m_cli;
};

void TestCommands::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_cli = std::make_unique<CliProcess>(m_folder.path());
    writeSmallMnist(m_folder.filePath(u"data"_s), 200, 50);
    m_cli->setVariable(u"NETSMITH_DATA_DIR"_s, m_folder.filePath(u"data"_s));
    writeProject(m_folder.filePath(u"small.netsmith"_s), smallProject());
}

void TestCommands::helpIsThere_data()
{
    QTest::addColumn<QStringList>("command");
    for (const char* command :
         {"",           "devices",     "selftest",     "layers",       "data",        "data list",   "data fetch",
          "data show",  "check",       "train",        "evaluate",     "inspect",     "profile",     "attribute",
          "predict",    "runs",        "runs rename",  "runs tag",     "runs note",   "runs delete", "runs restore",
          "runs purge", "runs diff",   "runs card",    "runs project", "runs export", "verify",      "bench",
          "lr-range",   "twin",        "compare",      "completion",   "costs",       "compress",    "runs telemetry",
          "tensors",    "models list", "models fetch", "models show",  "models add"})
        QTest::newRow(command) << QString::fromUtf8(command).split(u' ', Qt::SkipEmptyParts);
}

void TestCommands::helpIsThere()
{
    QFETCH(QStringList, command);
    const CliResult result = m_cli->run(command + QStringList{u"--help"_s});
    QVERIFY2(result.ended && result.code == 0, result.words());
    QVERIFY2(result.out.contains("Usage:"), result.words());
    QVERIFY2(result.err.isEmpty(), result.words());
    // Every option says what it does: a text follows its name.
    for (const QByteArray& line : result.out.split('\n'))
        if (line.startsWith("  --"))
            QVERIFY2(line.trimmed().contains("  ") || line.size() > 33, line);
}

void TestCommands::versionIsThere()
{
    const CliResult result = m_cli->run({u"--version"_s});
    QVERIFY2(result.code == 0 && result.out.startsWith("netsmith-cli "), result.words());
}

void TestCommands::usageErrors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("nothing") << QStringList{};
    QTest::newRow("no such command") << QStringList{u"trian"_s};
    QTest::newRow("no such option") << QStringList{u"layers"_s, u"--colour"_s};
    QTest::newRow("no project") << QStringList{u"train"_s};
    QTest::newRow("a value that is no number") << QStringList{u"train"_s, u"small.netsmith"_s, u"--epochs"_s, u"many"_s};
    QTest::newRow("no epochs") << QStringList{u"train"_s, u"small.netsmith"_s, u"--epochs"_s, u"0"_s};
    QTest::newRow("no batch") << QStringList{u"train"_s, u"small.netsmith"_s, u"--batch"_s, u"-3"_s};
    QTest::newRow("no such precision") << QStringList{u"check"_s, u"small.netsmith"_s, u"--precision"_s, u"fp8"_s};
    QTest::newRow("unknown data set") << QStringList{u"data"_s, u"show"_s, u"mnst"_s};
    QTest::newRow("data without a command") << QStringList{u"data"_s};
    QTest::newRow("runs without a project") << QStringList{u"runs"_s};
    QTest::newRow("runs sorted by no column") << QStringList{u"runs"_s, u"small.netsmith"_s, u"--sort"_s, u"beauty"_s};
    QTest::newRow("runs filtered by no column") << QStringList{u"runs"_s, u"small.netsmith"_s, u"--filter"_s, u"best"_s};
    QTest::newRow("runs in an unknown format") << QStringList{u"runs"_s, u"small.netsmith"_s, u"--format"_s, u"yaml"_s};
    QTest::newRow("one run compared") << QStringList{u"runs"_s, u"diff"_s, u"run"_s};
    QTest::newRow("no steps to verify") << QStringList{u"verify"_s, u"run"_s, u"--steps"_s, u"0"_s};
    QTest::newRow("no such layer") << QStringList{u"layers"_s, u"quetzal"_s};
    for (const auto& [arguments, words] : usageSentences())
        QTest::newRow(qPrintable(arguments)) << arguments.split(u' ');
}

void TestCommands::usageErrors()
{
    QFETCH(QStringList, arguments);
    const CliResult result = m_cli->run(arguments);
    QVERIFY2(result.ended && result.code == 2, result.words());
    QVERIFY2(result.out.isEmpty(), result.words());
    QVERIFY2(result.err.startsWith("error: ") && result.err.count('\n') == 1, result.words());
    QVERIFY2(result.err.contains("netsmith-cli"), "it does not point to the help: " + result.words());
}

void TestCommands::errorsAreEventsToo()
{
    const CliResult usage = m_cli->run({u"layers"_s, u"--json"_s, u"--colour"_s});
    QCOMPARE(usage.event(u"error"_s)[u"code"].toInt(), 2);
    const CliResult missing = m_cli->run({u"check"_s, u"nowhere.netsmith"_s, u"--json"_s});
    QCOMPARE(missing.code, 3);
    QCOMPARE(missing.event(u"error"_s)[u"code"].toInt(), 3);
    QVERIFY2(missing.event(u"error"_s)[u"message"].toString().contains(u"nowhere.netsmith"), missing.words());
    QVERIFY2(missing.err.startsWith("error: ") && missing.err.count('\n') == 1, missing.words());
}

void TestCommands::layersAreListed()
{
    const CliResult words = m_cli->run({u"layers"_s});
    QVERIFY2(words.code == 0 && words.out.contains("conv2d") && words.out.contains("dense"), words.words());
    const CliResult json = m_cli->run({u"layers"_s, u"--json"_s});
    const QList<QJsonObject> lines = json.lines();
    QVERIFY(lines.size() >= 10);
    for (const QJsonObject& line : lines) {
        QCOMPARE(line[u"event"].toString(), u"layer"_s);
        for (const char* key : {"id", "title", "doc", "category"})
            QVERIFY2(!line[QLatin1StringView(key)].toString().isEmpty(), json.words());
        QVERIFY(words.out.contains(line[u"id"].toString().toUtf8()));
    }
}

void TestCommands::oneLayerIsTold()
{
    const QJsonObject layer = m_cli->run({u"layers"_s, u"dropout"_s, u"--json"_s}).event(u"layer"_s);
    const QJsonObject rate = layer[u"parameters"].toArray().at(0).toObject();
    QCOMPARE(rate[u"name"].toString(), u"rate"_s);
    QCOMPARE(rate[u"type"].toString(), u"real"_s);
    QCOMPARE(rate[u"default"].toDouble(), 0.5);
    QCOMPARE(rate[u"range"].toObject()[u"open_maximum"].toBool(), true);
    const CliResult words = m_cli->run({u"layers"_s, u"dropout"_s});
    QVERIFY2(words.out.contains("[0, 1)") && words.out.contains("default 0.5"), words.words());
}

void TestCommands::whatIsListedIsDescribed_data()
{
    QTest::addColumn<QString>("command");
    for (const char* const command : {"layers", "losses", "metrics", "optimizers", "schedules", "transforms"})
        QTest::newRow(command) << QString::fromLatin1(command);
}

/// The text says everything that the JSON says, wherever lines are broken.
void TestCommands::whatIsListedIsDescribed()
{
    QFETCH(const QString, command);
    const QList<QJsonObject> listed = m_cli->run({command, u"--json"_s}).lines();
    QVERIFY(listed.size() >= 4);
    for (const qsizetype index : {qsizetype{0}, listed.size() / 2, listed.size() - 1}) {
        const QJsonObject& each = listed[index];
        const CliResult result = m_cli->run({command, each[u"id"].toString()});
        const QString words = QString::fromUtf8(result.out).simplified();
        QVERIFY2(words.contains(each[u"title"].toString()) && words.contains(each[u"doc"].toString().simplified()), result.words());
        for (const QJsonValue& value : each[u"parameters"].toArray()) {
            const QJsonObject parameter = value.toObject();
            QVERIFY2(words.contains(parameter[u"name"].toString()), result.words());
            QVERIFY2(words.contains(parameter[u"doc"].toString().simplified()), result.words());
        }
    }
}

void TestCommands::usageIsToldInPlainWords()
{
    for (const auto& [arguments, words] : usageSentences()) {
        const CliResult result = m_cli->run(arguments.split(u' '));
        QVERIFY2(result.code == 2 && result.err.contains(words.toUtf8()) && result.err.size() < 300, result.words());
    }
}

void TestCommands::dataIsListed()
{
    const CliResult result = m_cli->run({u"data"_s, u"list"_s, u"--json"_s});
    QCOMPARE(result.code, 0);
    bool mnist = false;
    for (const QJsonObject& line : result.lines())
        if (line[u"id"].toString() == u"mnist"_s) {
            mnist = true;
            QVERIFY2(line[u"available"].toBool() && line[u"where"].toString().contains(m_folder.path()), result.words());
        }
    QVERIFY2(mnist, result.words());
}

void TestCommands::dataIsShown()
{
    const CliResult json = m_cli->run({u"data"_s, u"show"_s, u"mnist"_s, u"--json"_s});
    QVERIFY2(json.code == 0, json.words());
    const QJsonObject data = json.event(u"data"_s);
    QCOMPARE(data[u"train"].toInt(), 200);
    QCOMPARE(data[u"test"].toInt(), 50);
    const QJsonArray fields = data[u"fields"].toArray();
    QCOMPARE(fields.at(0).toObject()[u"shape"].toArray(), (QJsonArray{28, 28, 1}));
    int labels = 0;
    for (const QJsonValue& count : fields.at(1).toObject()[u"train_counts"].toArray())
        labels += count.toInt();
    QCOMPARE(labels, 200);
    const CliResult words = m_cli->run({u"data"_s, u"show"_s, u"mnist"_s});
    QVERIFY2(words.code == 0 && words.out.contains("200 samples") && words.out.contains("█"), words.words());
}

void TestCommands::augmentedImagesAreDrawn()
{
    const QStringList show{u"data"_s, u"show"_s, u"small.netsmith"_s, u"--augmented"_s};
    const CliResult drawn = m_cli->run(show + QStringList{u"sheet.png"_s});
    QVERIFY2(drawn.code == 0, drawn.words());
    QVERIFY(readBytes(m_folder.filePath(u"sheet.png"_s)).startsWith("\x89PNG"));
    // A file that can't be written is refused before the data is loaded.
    const CliResult refused = m_cli->run(show + QStringList{u"nowhere/sheet.png"_s});
    QVERIFY2(refused.code == 3 && refused.err.contains("nowhere/sheet.png") && refused.out.isEmpty(), refused.words());
}

void TestCommands::missingDataSaysHowToGetIt()
{
    QVERIFY(QDir(m_folder.path()).mkpath(u"empty"_s));
    CliProcess cli(m_folder.filePath(u"empty"_s));
    const CliResult result = cli.run({u"data"_s, u"show"_s, u"mnist"_s});
    QVERIFY2(result.code == 3 && result.err.contains("data fetch mnist"), result.words());
}

void TestCommands::failedDownloadLeavesNothing()
{
    QVERIFY(QDir(m_folder.path()).mkpath(u"download"_s));
    CliProcess cli(m_folder.filePath(u"download"_s));
    // Nothing listens there, so that no test depends on the network.
    for (const char* variable : {"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"})
        cli.setVariable(QString::fromUtf8(variable), u"http://127.0.0.1:9"_s);
    cli.setVariable(u"no_proxy"_s, {});
    const CliResult result = cli.run({u"data"_s, u"fetch"_s, u"mnist"_s, u"--json"_s});
    QVERIFY2(result.ended && result.code == 1, result.words());
    QVERIFY2(result.err.count('\n') == 1 && result.err.contains("train-images-idx3-ubyte.gz"), result.words());
    QCOMPARE(result.event(u"error"_s)[u"code"].toInt(), 1);
    QDirIterator files(m_folder.filePath(u"download"_s), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    QVERIFY2(!files.hasNext(), qPrintable(files.next()));
}

void TestCommands::devicesAreListed()
{
    const CliResult result = m_cli->run({u"devices"_s, u"--json"_s});
    QVERIFY2(result.code == 0 && !result.event(u"device"_s).isEmpty(), result.words());
    for (const QJsonObject& line : result.lines())
        QVERIFY2(line[u"event"] != u"device"_s || line[u"precisions"].toObject().contains(u"fp32"), result.words());
}

/// Whether the module, the driver or the GPU is missing, the message says so, and no other device trains instead.
void TestCommands::aGpuThatIsNotThereIsSaid()
{
    for (const QJsonObject& device : m_cli->run({u"devices"_s, u"--json"_s}).lines())
        if (device[u"id"].toString().startsWith(u"cuda"_s))
            QSKIP("there is a GPU here");
    for (const QString& device : {u"cuda"_s, u"cuda:0"_s, u"cuda:7"_s}) {
        const CliResult result = m_cli->run({u"train"_s, u"small.netsmith"_s, u"--device"_s, device, u"--run-dir"_s, u"gpu-run"_s});
        QCOMPARE(result.code, 3);
        QVERIFY2(result.err.contains("cuda") || result.err.contains("NVIDIA"), result.words());
        QVERIFY(!QFileInfo::exists(m_folder.filePath(u"gpu-run"_s)));
    }
}

void TestCommands::checkTellsShapesAndMemory()
{
    const CliResult result = m_cli->run({u"check"_s, u"small.netsmith"_s, u"--json"_s, u"--device"_s, u"reference"_s});
    QVERIFY2(result.code == 0, result.words());
    const QJsonObject check = result.event(u"check"_s);
    QCOMPARE(check[u"parameters"].toInt(), 784 * 16 + 16 + 16 * 10 + 10);
    QCOMPARE(check[u"batch"].toInt(), 16);
    QVERIFY2(check[u"memory"].toObject()[u"weights"].toInt() >= 4 * check[u"parameters"].toInt(), result.words());
    QVERIFY(check[u"flops_training"].toDouble() > check[u"flops_forward"].toDouble());
    QVERIFY(check[u"flops_forward"].toDouble() >= 2.0 * (784 * 16 + 16 * 10));
    QJsonObject hidden;
    for (const QJsonObject& line : result.lines())
        if (line[u"id"].toString() == u"hidden"_s)
            hidden = line;
    QCOMPARE(hidden[u"outputs"].toObject()[u"output"].toArray(), QJsonArray{16});
    QCOMPARE(hidden[u"parameters"].toInt(), 784 * 16 + 16);
}

void TestCommands::checkTellsAllProblems()
{
    netsmith::Project project = smallProject();
    project.graph.find("hidden")->parameters["units"] = std::int64_t{0};
    project.graph.find("classes")->layer = "dnse";
    writeProject(m_folder.filePath(u"bad.netsmith"_s), project);
    const CliResult result = m_cli->run({u"check"_s, u"bad.netsmith"_s, u"--json"_s});
    QVERIFY2(result.code == 3, result.words());
    QStringList nodes;
    for (const QJsonObject& line : result.lines())
        if (line[u"event"].toString() == u"problem"_s)
            nodes += line[u"node"].toString();
    QVERIFY2(nodes.contains(u"hidden"_s) && nodes.contains(u"classes"_s), result.words());
    QVERIFY2(result.err.count('\n') == 1 && result.err.contains("bad.netsmith"), result.words());
}

void TestCommands::completionIsValidBash()
{
    const CliResult script = m_cli->run({u"completion"_s});
    QCOMPARE(script.code, 0);
    writeBytes(m_folder.filePath(u"completion.bash"_s), script.out);
    QProcess bash;
    bash.start(u"bash"_s, {u"-n"_s, m_folder.filePath(u"completion.bash"_s)});
    QVERIFY(bash.waitForFinished());
    QCOMPARE(bash.readAllStandardError(), QByteArray());
    QCOMPARE(bash.exitCode(), 0);
}

void TestCommands::completionOffersWhatThereIs_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("offer");
    QTest::newRow("commands") << QStringList{u"trai"_s} << u"train"_s;
    QTest::newRow("several commands") << QStringList{u"tra"_s} << u"transforms train trace"_s;
    QTest::newRow("commands of data") << QStringList{u"data"_s, u"f"_s} << u"fetch"_s;
    QTest::newRow("commands of runs") << QStringList{u"runs"_s, u"ren"_s} << u"rename"_s;
    QTest::newRow("projects of runs") << QStringList{u"runs"_s, u"sm"_s} << u"small.netsmith"_s;
    QTest::newRow("options") << QStringList{u"train"_s, u"x.netsmith"_s, u"--no-fu"_s} << u"--no-fusion"_s;
    QTest::newRow("values") << QStringList{u"train"_s, u"--precision"_s, u"t"_s} << u"tf32"_s;
    QTest::newRow("data sets") << QStringList{u"data"_s, u"show"_s, u"mn"_s} << u"mnist"_s;
    QTest::newRow("files") << QStringList{u"check"_s, u"sm"_s} << u"small.netsmith"_s;
}

void TestCommands::completionOffersWhatThereIs()
{
    QFETCH(QStringList, words);
    QFETCH(QString, offer);
    words.prepend(u"netsmith-cli"_s);
    QProcess bash;
    bash.setWorkingDirectory(m_folder.path());
    bash.start(
        u"bash"_s,
        {u"-c"_s,
         u"source completion.bash; COMP_WORDS=(%1); COMP_CWORD=%2; _netsmith_cli; echo \"${COMPREPLY[*]}\""_s.arg(words.join(u' '))
             .arg(words.size() - 1)});
    QVERIFY(bash.waitForFinished());
    QCOMPARE(QString::fromUtf8(bash.readAllStandardError()), QString());
    QCOMPARE(QString::fromUtf8(bash.readAllStandardOutput()).trimmed(), offer);
}

void TestCommands::fullDiskIsNoSuccess()
{
    QProcess process;
    process.setStandardOutputFile(u"/dev/full"_s);
    process.start(QStringLiteral(NETSMITH_CLI), {u"layers"_s});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 4);
}

void TestCommands::noColourNorBarWithoutTerminal()
{
    const CliResult result = m_cli->run({u"data"_s, u"show"_s, u"random_images"_s});
    QVERIFY2(result.code == 0 && result.err.isEmpty(), result.words());
    QVERIFY2(!result.out.contains('\033') && !result.out.contains('\r'), result.words());
}

NETSMITH_TEST(TestCommands)

} // namespace test_commands

#include "test_commands.moc"
