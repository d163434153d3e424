#include "engine/store/run_folder.h"

#include "engine/core/files/safe_file.h"
#include "engine/store/growing_file.h"
#include "engine/train/trainer/run_log.h"
#include "tests/engine/core/file_size_limit.h"
#include "tests/engine/core/plain_user.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <barrier>
#include <fstream>
#include <memory>
#include <mutex>
#include <set>
#include <sys/stat.h>
#include <thread>

namespace test_run_folder {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::test;
using namespace netsmith::train;

namespace {

bool keepAll(std::span<const std::string_view>)
{
    return true;
}

RunRecord fullRecord()
{
    RunRecord record;
    record.state = RunState::diverged;
    record.error = "why \"it\" ended";
    record.title = "a title";
    record.projectFile = "a net.netsmith";
    record.started = "2026-01-02T03:04:05Z";
    record.updated = "2026-01-02T03:04:06Z";
    record.device = "cpu";
    record.deviceName = "a processor";
    record.precision = "bf16";
    record.fuse = false;
    record.epochs = 5;
    record.batch = 32;
    record.seed = 7;
    record.data = Message(NS_MESSAGE("test.data", "{0} from {1}, {2:image|images} of {3} ± {4}"),
                          Message(NS_MESSAGE("test.name", "MNIST")), "/here", 3, 0.5, -2.0);
    record.dataSource = "mnist";
    record.dataHash = "d0";
    record.graphHash = "a1";
    record.settingsHash = "b2";
    record.binary = "libnetsmith c3";
    record.memoryBytes = 123456789;
    record.resumptions = {{.step = 13, .epochsBefore = 2}, {.step = 40, .epochsBefore = 5, .otherFingerprint = true}};
    record.samplesPerSecond = 1234.5;
    record.rate = {4.5e10, 9e10};
    record.joules = 0.75;
    record.epochJoules = {0.5, std::nullopt, 0.25};
    record.trainSamples = 60000;
    record.validationSamples = 10000;
    record.parameters = 101770;
    record.fingerprint = {{"threads", "2"}, {"build", "x"}};
    record.epochsDone = 4;
    record.steps = 7500;
    record.seconds = 12.25;
    record.values = {{"loss", 0.5}, {"dense_2/accuracy", 0.125}};
    record.judgedBy = "dense_2/accuracy";
    record.weightsFrom = WeightsOrigin{"/runs/an earlier one", 1200};
    record.folds = 5;
    record.deviations = {{"loss", 0.25}, {"dense_2/accuracy", 0.0625}};
    record.bestEpoch = 3;
    record.endedEarly = true;
    record.restoredStep = 4500;
    return record;
}

} // namespace

class TestRunFolder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void recordsComeBack();
    void recordsRefuse_data();
    void recordsRefuse();
    void locks();
    void refusesFoldersWithSomethingInThem();
    void refusesWhereNothingCanBeMade();
    void isNamedByProjectAndTime();
    void namesAreUniqueAmongThoseThatStartAtOnce();
    void aRunThatCouldNotBeginLeavesNoFolder();
    void linksLeadNowhere();
    void unfinishedCheckpointsGo();
    void listsRuns();
    void listingHindersNoOne();
    void tableGrows();
    void tableIsCutBack();
    void tableRefusesAnotherHeader();
    void fullDiskTakesBackTheRows();
    void fullDiskAtTheBeginning();
    void numbersAreExact();

private:
    fs::path at(const char* name) const { return m_root / name; }
    OpenFolder opened() const { return OpenFolder::open(m_root).take(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestRunFolder::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestRunFolder::recordsComeBack()
{
    const RunRecord record = fullRecord();
    const std::string text = toJson(record);
    const RunRecord read = recordFromJson(text, "run.json").take();
    QVERIFY(read == record);
    QCOMPARE(toJson(read), text);
    QCOMPARE(read.data.text(), std::string("MNIST from /here, 3 images of 0.5 ± -2"));
    const RunRecord plain;
    QVERIFY(recordFromJson(toJson(plain), "run.json").take() == plain);
}

void TestRunFolder::recordsRefuse_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("mention");
    QTest::newRow("newer") << QByteArray("\"schema\": 2") << QByteArray("\"schema\": 3") << QByteArray("newer");
    QTest::newRow("unknown state") << QByteArray("\"diverged\"") << QByteArray("\"sleeping\"") << QByteArray("sleeping");
    QTest::newRow("no state") << QByteArray("\"diverged\"") << QByteArray("\"\"") << QByteArray("/state");
    QTest::newRow("missing key") << QByteArray("\"batch\"") << QByteArray("\"bunch\"") << QByteArray("batch");
    QTest::newRow("wrong type") << QByteArray("\"threads\": \"2\"") << QByteArray("\"threads\": 2")
                                << QByteArray("/fingerprint/threads");
    QTest::newRow("broken") << QByteArray("{") << QByteArray("") << QByteArray("JSON");
}

void TestRunFolder::recordsRefuse()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, mention);
    QByteArray text = QByteArray::fromStdString(toJson(fullRecord()));
    QVERIFY(text.contains(from));
    text.replace(text.indexOf(from), from.size(), to);
    const auto record = recordFromJson(text.toStdString(), "some run.json");
    QVERIFY(!record);
    QCOMPARE(record.error().kind(), ErrorKind::input);
    QVERIFY2(mentions(record.error(), mention.toStdString()) && mentions(record.error(), "some run.json"), record.error().what());
}

void TestRunFolder::locks()
{
    {
        const RunFolder folder = RunFolder::create(at("run"));
        QVERIFY(folder.save(RunRecord{}));
        QVERIFY(mentions(errorOf([&] { RunFolder::open(at("run")); }), "another process"));
        QVERIFY(mentions(errorOf([&] { RunFolder::create(at("run")); }), "another process"));
        QCOMPARE(errorOf([&] { RunFolder::create(at("run")); }).kind(), ErrorKind::input);
    }
    QCOMPARE(RunFolder::open(at("run")).path(), at("run"));
}

void TestRunFolder::refusesFoldersWithSomethingInThem()
{
    fs::create_directories(at("full"));
    QVERIFY(writeFileSafely(at("full") / "thesis.txt", "years of work"));
    const Error error = errorOf([&] { RunFolder::create(at("full")); });
    QCOMPARE(error.message().id(), std::string("run.exists"));
    QCOMPARE(contentOf(at("full") / "thesis.txt"), std::string("years of work"));
    QCOMPARE(errorOf([&] { RunFolder::open(at("full")); }).message().id(), std::string("run.none"));
    QCOMPARE(errorOf([&] { RunFolder::open(at("nowhere")); }).message().id(), std::string("run.none"));
}

void TestRunFolder::refusesWhereNothingCanBeMade()
{
    QVERIFY(writeFileSafely(at("file"), "x"));
    QCOMPARE(errorOf([&] { RunFolder::create(at("file")); }).kind(), ErrorKind::input);
    QCOMPARE(errorOf([&] { RunFolder::create(at("file") / "run"); }).kind(), ErrorKind::input);
    QCOMPARE(errorOf([&] { RunFolder::create("/proc/nothing/run"); }).message().id(), std::string("folder.make"));
    fs::create_directories(at("locked"));
    const test::PlainUser user(m_root);
    if (!user)
        QSKIP("root can't become another user here, and may write into every folder");
    QVERIFY(::chmod(at("locked").c_str(), 0500) == 0);
    QCOMPARE(errorOf([&] { RunFolder::create(at("locked") / "run"); }).kind(), ErrorKind::resources);
}

void TestRunFolder::isNamedByProjectAndTime()
{
    std::set<fs::path> made;
    for (int i = 0; i < 3; ++i) { // within the same second a number makes the name unique
        const fs::path path = RunFolder::createBeside(at("net.netsmith")).path();
        QVERIFY(
            QRegularExpression("^\\d{8}-\\d{6}-net(-\\d)?$").match(QString::fromStdString(path.filename().string())).hasMatch());
        QCOMPARE(path.parent_path(), m_root / "runs");
        QVERIFY(made.insert(path).second);
    }
}

/// The file system decides who is first: each run that starts at the same moment gets a folder of its own.
void TestRunFolder::namesAreUniqueAmongThoseThatStartAtOnce()
{
    constexpr int starters = 16, each = 12;
    std::barrier together(starters);
    std::mutex mutex;
    std::set<fs::path> made;
    int failed = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < starters; ++i)
            threads.emplace_back([&] {
                for (int j = 0; j < each; ++j) {
                    together.arrive_and_wait();
                    try {
                        const RunFolder folder = RunFolder::createBeside(at("net.netsmith"));
                        const std::scoped_lock lock(mutex);
                        failed += !made.insert(folder.path()).second;
                    } catch (const Error&) {
                        const std::scoped_lock lock(mutex);
                        ++failed;
                    }
                }
            });
    }
    QCOMPARE(failed, 0);
    QCOMPARE(made.size(), std::size_t{starters * each});
}

void TestRunFolder::aRunThatCouldNotBeginLeavesNoFolder()
{
    RunFolder::createBeside(at("net.netsmith")).clear();
    QVERIFY(fs::is_empty(at("runs")));
}

/// Nothing in a project's folder makes us write outside it.
void TestRunFolder::linksLeadNowhere()
{
    fs::create_directories(at("elsewhere") / "000007");
    const auto put = [](const fs::path& path, const char* text) { QVERIFY(writeFileSafely(path, std::string_view(text))); };
    put(at("elsewhere") / "000007" / "manifest.json", "mine");
    put(at("elsewhere") / "file", "mine");
    const auto refused = [&](const fs::path& link, const fs::path& target, auto&& act) {
        fs::create_symlink(target, link);
        const Error error = errorOf(act);
        QVERIFY2(error.message().id() == "file.link" && mentions(error, link.string().c_str()), error.what());
        fs::remove(link);
    };
    refused(at("runs"), at("elsewhere"), [&] { RunFolder::createBeside(at("net.netsmith")); });
    QVERIFY(RunFolder::create(at("elsewhere") / "run").save(fullRecord()));
    refused(at("runs"), at("elsewhere"), [&] { RunFolder::open(at("runs") / "run"); });
    refused(at("runs"), at("elsewhere"), [&] { openRun(at("runs") / "run" / "").take(); });
    fs::create_directories(at("runs"));
    refused(at("runs") / "run", at("elsewhere") / "run", [&] { RunFolder::open(at("runs") / "run"); });

    const fs::path run = at("runs") / "a";
    QVERIFY(RunFolder::create(run).save(fullRecord()));
    fs::remove(run / "checkpoints");
    refused(run / "checkpoints", at("elsewhere"), [&] { RunFolder::open(run); });
    fs::create_directories(run / "checkpoints");
    {
        const RunFolder folder = RunFolder::open(run);
        fs::remove(run / "run.json");
        refused(run / "run.json", at("elsewhere") / "file", [&] { folder.save(fullRecord()).take(); });
        refused(run / "project.netsmith", at("elsewhere") / "file", [&] { folder.save(tinyProject()).take(); });
        refused(run / "kernels.json", at("elsewhere") / "file", [&] { folder.save(TunedAlgorithms{{"a", "b"}}).take(); });
        refused(run / "metrics.csv", at("elsewhere") / "file",
                [&] { GrowingFile::cutBack(folder.folder(), "metrics.csv", 0).take(); });
        fs::create_directory_symlink(at("elsewhere") / "000007", run / "checkpoints" / "000007");
        QVERIFY(folder.checkpoints().steps().empty());
        folder.checkpoints().removeAfter(0);
    }
    QCOMPARE(readTextFile(at("elsewhere") / "file").take(), std::string("mine"));
    QCOMPARE(readTextFile(at("elsewhere") / "000007" / "manifest.json").take(), std::string("mine"));

    // A folder that a person chose is different.
    fs::create_directories(at("large disk"));
    fs::create_directory_symlink(at("large disk"), at("chosen"));
    QVERIFY(RunFolder::create(at("chosen")).save(fullRecord()));
    RunFolder::open(at("chosen"));
}

void TestRunFolder::unfinishedCheckpointsGo()
{
    QVERIFY(RunFolder::create(at("run")).save(fullRecord()));
    fs::create_directories(at("run") / "checkpoints" / "000030.new");
    fs::create_directories(at("run") / "checkpoints" / "mine.new");
    RunFolder::open(at("run"));
    QVERIFY(!fs::exists(at("run") / "checkpoints" / "000030.new"));
    QVERIFY(fs::exists(at("run") / "checkpoints" / "mine.new"));
}

void TestRunFolder::listsRuns()
{
    QVERIFY(listRuns(at("net.netsmith")).empty());
    RunRecord record = fullRecord();
    {
        const RunFolder later = RunFolder::create(at("runs") / "a");
        QVERIFY(later.save(record));
        record.started = "2025-01-01T00:00:00Z";
        QVERIFY(RunFolder::create(at("runs") / "b").save(record));
        fs::create_directories(at("runs") / "no run");
        const auto runs = listRuns(at("net.netsmith"));
        QCOMPARE(runs.size(), std::size_t{2});
        QCOMPARE(runs[0].folder.filename(), fs::path("b"));
        QVERIFY(!runs[0].active && runs[1].active);
    }
    QVERIFY(!listRuns(at("net.netsmith"))[1].active);
}

/// Listing checks a run's lock by locking it, which must not make the run seem to be in use.
void TestRunFolder::listingHindersNoOne()
{
    QVERIFY(RunFolder::create(at("runs") / "a").save(fullRecord()));
    const std::jthread lister([this](const std::stop_token& stop) {
        while (!stop.stop_requested())
            (void)listRuns(at("net.netsmith"));
    });
    for (int i = 0; i < 500; ++i)
        RunFolder::open(at("runs") / "a"); // throws if it is in use
}

void TestRunFolder::tableGrows()
{
    CsvLog log = CsvLog::create(opened(), "log.csv", "a,b").take();
    QVERIFY(log.append("1,2\n3,4\n"));
    QVERIFY(log.append(""));
    QVERIFY(log.append("5,6\n"));
    QVERIFY(log.sync());
    QCOMPARE(contentOf(at("log.csv")), std::string("a,b\n1,2\n3,4\n5,6\n"));
    QVERIFY(!CsvLog::create(opened(), "log.csv", "a,b"));
    fs::create_directories(at("gone"));
    const OpenFolder gone = OpenFolder::open(at("gone")).take();
    fs::remove(at("gone"));
    QCOMPARE(CsvLog::create(gone, "log.csv", "a").error().kind(), ErrorKind::input);
}

void TestRunFolder::tableIsCutBack()
{
    std::ofstream(at("log.csv")) << "a,b\n1,x\n2,\n3,z\n4,w\n5,unfin";
    const auto upTo = [](std::string_view last) {
        return [last](std::span<const std::string_view> fields) { return fields.size() == 2 && fields[0] <= last; };
    };
    {
        QVERIFY(CsvLog::reopen(opened(), "log.csv", "a,b", upTo("4")).hasValue());
    }
    QCOMPARE(contentOf(at("log.csv")), std::string("a,b\n1,x\n2,\n3,z\n4,w\n"));
    CsvLog log = CsvLog::reopen(opened(), "log.csv", "a,b", upTo("2")).take();
    QVERIFY(log.append("3,new\n"));
    QCOMPARE(contentOf(at("log.csv")), std::string("a,b\n1,x\n2,\n3,new\n"));
    CsvLog empty = CsvLog::reopen(opened(), "log.csv", "a,b", upTo("0")).take();
    QCOMPARE(contentOf(at("log.csv")), std::string("a,b\n"));
}

void TestRunFolder::tableRefusesAnotherHeader()
{
    std::ofstream(at("log.csv")) << "a,b,c\n1,2,3\n";
    for (const char* header : {"a,b", "a,b,c,d", "x"})
        QCOMPARE(CsvLog::reopen(opened(), "log.csv", header, keepAll).error().message().id(), std::string("log.header"));
    QVERIFY(!CsvLog::reopen(opened(), "none.csv", "a", keepAll));
    QCOMPARE(contentOf(at("log.csv")), std::string("a,b,c\n1,2,3\n"));
}

void TestRunFolder::fullDiskTakesBackTheRows()
{
    CsvLog log = CsvLog::create(opened(), "log.csv", "a,b").take();
    QVERIFY(log.append("1,2\n"));
    {
        const FileSizeLimit limit(12);
        const auto appended = log.append("3,4\n5,6\n");
        QVERIFY(!appended);
        QCOMPARE(appended.error().kind(), ErrorKind::resources);
        QVERIFY(mentions(appended.error(), at("log.csv").string()));
        QCOMPARE(contentOf(at("log.csv")), std::string("a,b\n1,2\n"));
        QVERIFY(log.append("7,8\n")); // a shorter row still fits
    }
    QVERIFY(log.append("9,9\n"));
    QCOMPARE(contentOf(at("log.csv")), std::string("a,b\n1,2\n7,8\n9,9\n"));
}

void TestRunFolder::fullDiskAtTheBeginning()
{
    const auto create = [&] { RunLog::create(RunFolder::create(at("run")), tinyProject(), RunRecord{}, {"loss"}, {}); };
    {
        const FileSizeLimit limit(100);
        QCOMPARE(errorOf(create).kind(), ErrorKind::resources);
    }
    QVERIFY(fs::is_empty(at("run")));
    create(); // the same folder, once there is room
    QCOMPARE(contentOf(at("run") / "metrics.csv"), std::string("kind,epoch,step,lr,loss\n"));
}

void TestRunFolder::numbersAreExact()
{
    QCOMPARE(csvNumber(0.001), std::string("0.001"));
    QCOMPARE(csvNumber(2.0), std::string("2"));
    QCOMPARE(csvNumber(-1e30), std::string("-1e+30"));
    for (const float value : {0.1f, 1.0f / 3.0f, 16777216.0f, 3.4e38f, 1.2e-38f})
        QVERIFY(std::stof(csvNumber(static_cast<double>(value))) == value);
}

NETSMITH_TEST(TestRunFolder)

} // namespace test_run_folder

#include "test_run_folder.moc"
