#include "tests/engine/cli/own_arrays.h"
#include "tests/test_program.h"

#include <csignal>

namespace test_own_files {

using namespace Qt::StringLiterals;
using namespace netsmith;
using namespace netsmith::test;

/// The files of a person's own data: their names, and what happens if they change.
class TestOwnFiles : public OwnArraysTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeFolder(); }
    void arraysAreNamedInAnyCase();
    void filesMayEndInCapitals();
    void tellsNothingOfOtherFiles();
    void refusesNul();
    void aFileThatShrinksEndsTheRun();
    void findsWhatTheDistributionBrings();
};

void TestOwnFiles::arraysAreNamedInAnyCase()
{
    write({{"X_Train.npy", array("<f4", "6", features(6, 0))},
           {"Kind_Train.npy", array("<i8", "", classes())},
           {"X_Test.npy", array("<f4", "6", features(6, 0))},
           {"Kind_Test.npy", array("<i8", "", classes())}});
    Project own = project("features", {6});
    own.data.validation = "test";
    own.data.parameters = {{"target", std::string("Kind_Train")}};
    write(own);
    train(u"run"_s);
    const QJsonObject itself = cli({u"evaluate"_s, u"run"_s}).event(u"evaluation"_s);
    QCOMPARE(itself[u"samples"].toInt(), samples);
    QCOMPARE(cli({u"evaluate"_s, u"run"_s, u"set.npz"_s}).event(u"evaluation"_s)[u"loss"], itself[u"loss"]);
}

void TestOwnFiles::filesMayEndInCapitals()
{
    write(project("features", {6}));
    write(plain());
    const QJsonObject done = train(u"archive"_s);
    for (const auto& [name, bytes] : plain())
        writeBytes(path(QString::fromStdString(name).toUpper()), QByteArray::fromStdString(bytes));
    QCOMPARE(train(u"files"_s, {u"--set"_s, u"data.path=X.NPY"_s}), done);
    const QJsonObject itself = cli({u"evaluate"_s, u"files"_s, u"set.npz"_s}).event(u"evaluation"_s);
    QCOMPARE(cli({u"evaluate"_s, u"files"_s, u"X.NPY"_s}).event(u"evaluation"_s)[u"loss"], itself[u"loss"]);
}

void TestOwnFiles::tellsNothingOfOtherFiles()
{
    write(plain());
    writeBytes(path(u"elsewhere/secret.txt"_s), "hunter2 is the password\n");
    Project peeping = project("features", {6});
    peeping.data.validation = "file";
    peeping.data.validationFile = "elsewhere/secret.txt";
    write(peeping);
    const CliResult refused = cli({u"train"_s, u"own.netsmith"_s});
    QCOMPARE(refused.code, 3);
    QVERIFY2(refused.err.contains("secret.txt") && refused.err.contains("expected one from 0 to 59"), refused.words());
    QVERIFY2(!refused.err.contains("hunter2") && !refused.out.contains("hunter2"), refused.words());
}

void TestOwnFiles::refusesNul()
{
    write(plain());
    const std::string nul("set.npz\0.txt", 12);
    Project project = netsmith::test::project("features", {6});
    project.data.path = nul;
    const auto refusal = [&](const Project& given) {
        write(given);
        const CliResult refused = cli({u"check"_s, u"own.netsmith"_s});
        return refused.code == 3 ? refused.err : refused.words();
    };
    QVERIFY2(refusal(project).contains("data.path contains a NUL character"), refusal(project));
    project = netsmith::test::project("features", {6});
    project.data.validation = "file";
    project.data.validationFile = nul;
    QVERIFY2(refusal(project).contains("data.validation_file contains a NUL character"), refusal(project));
    project = netsmith::test::project("features", {6});
    project.data.source = "csv";
    project.data.parameters = {{"test_file", nul}};
    QVERIFY2(refusal(project).contains("data.source.test_file contains a NUL character"), refusal(project));
}

void TestOwnFiles::aFileThatShrinksEndsTheRun()
{
    // So large that it is read where it is accessed, in several windows an epoch; a hole of zeros takes no space on the disk.
    constexpr qint64 count = 300'000, width = 256;
    const std::string head = npyFile(npyHeader("<f4", "(" + std::to_string(count) + ", " + std::to_string(width) + ")"), "");
    const qint64 size = static_cast<qint64>(head.size()) + count * width * 4;
    writeBytes(path(u"x.npy"_s), QByteArray::fromStdString(head));
    QVERIFY(QFile::resize(path(u"x.npy"_s), size));
    std::vector<std::uint8_t> labels(count);
    for (std::size_t i = 0; i < labels.size(); ++i)
        labels[i] = static_cast<std::uint8_t>(i % 3);
    writeBytes(path(u"y.npy"_s), QByteArray::fromStdString(npyFile(npyHeader("|u1", "(300000,)"), bytesOf(labels))));
    Project large = project("features", {width});
    large.data.path = "x.npy";
    large.data.validation = "none";
    large.training.device = "cpu";
    large.training.batch = 2000;
    large.training.epochs = 1000;
    large.training.checkpointEvery = 100;
    write(large);
    const auto shrink = [&] { QVERIFY(QFile::resize(path(u"x.npy"_s), 1 << 20)); };
    const CliResult ended = m_folder->program().during({u"train"_s, u"own.netsmith"_s, u"--run-dir"_s, u"run"_s}, 2, 0,
                                                       shrink); // after its first epochs
    if (ended.err.contains("the backend \"cpu\" is not installed"))
        QSKIP("the reference would take too long");
    QVERIFY(ended.ended);
    QVERIFY2(ended.code == 3, ended.words());
    QVERIFY2(ended.err.contains("x.npy was truncated while it was read") && ended.err.contains("now has 1048576"), ended.words());
    // The training so far is kept, and goes on once the file is as it was.
    QVERIFY(QFile::resize(path(u"x.npy"_s), size));
    const QDir checkpoints(path(u"run/checkpoints"_s));
    QVERIFY2(!checkpoints.entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot).isEmpty(), ended.words());
    int epochs = 0;
    const CliResult resumed =
        m_folder->program().interrupt({u"train"_s, u"own.netsmith"_s, u"--resume"_s, u"run"_s, u"--json"_s}, SIGTERM, 4);
    for (const QJsonObject& line : resumed.lines())
        epochs = std::max(epochs, line[u"epoch"].toInt());
    QVERIFY2(epochs > 0 && resumed.event(u"start"_s)[u"step"].toInt() >= 100, resumed.words());
}

/// Debian's dataset-fashion-mnist puts the four files into /usr/share/datasets/fashion-mnist.
void TestOwnFiles::findsWhatTheDistributionBrings()
{
    const auto where = [&] {
        for (const QJsonObject& line : cli({u"data"_s, u"list"_s}).lines())
            if (line[u"id"].toString() == u"fashion_mnist"_s)
                return line[u"available"].toBool() ? line[u"where"].toString() : QString();
        return u"not in the list"_s;
    };
    QCOMPARE(where(), QString());
    writeSmallMnist(path(u"made"_s), 30, 10);
    QVERIFY(QDir(path(u"."_s)).mkpath(u"system/datasets"_s));
    QVERIFY(QDir(path(u"."_s)).rename(u"made/mnist"_s, u"system/datasets/fashion-mnist"_s));
    m_folder->setVariable(u"XDG_DATA_DIRS"_s, u"relative:"_s + path(u"system"_s));
    QCOMPARE(where(), u"Fashion-MNIST from "_s + path(u"system/datasets/fashion-mnist"_s));
    QCOMPARE(cli({u"data"_s, u"show"_s, u"fashion_mnist"_s}).event(u"data"_s)[u"train"].toInt(), 30);
    // What the user downloaded comes first.
    QVERIFY(QDir(path(u"."_s)).mkpath(u"cache/netsmith/data"_s));
    writeSmallMnist(path(u"cache/netsmith/data"_s), 20, 10);
    QVERIFY(QDir(path(u"cache/netsmith/data"_s)).rename(u"mnist"_s, u"fashion_mnist"_s));
    QCOMPARE(cli({u"data"_s, u"show"_s, u"fashion_mnist"_s}).event(u"data"_s)[u"train"].toInt(), 20);
}

NETSMITH_TEST(TestOwnFiles)

} // namespace test_own_files

#include "test_own_files.moc"
