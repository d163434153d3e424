#include "engine/core/files/safe_file.h"
#include "engine/graph/project/project_hash.h"
#include "engine/store/run_folder.h"
#include "tests/engine/core/file_size_limit.h"
#include "tests/engine/core/plain_user.h"
#include "tests/engine/runs/run_root.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <atomic>
#include <fstream>
#include <map>
#include <sys/stat.h>
#include <thread>

namespace test_run_store {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::runs;
using namespace netsmith::test;

/// A folder of runs: the list shows what the files say, however the folders came about.
class TestRunStore : public RunRootTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeRoot(); }
    void tellsWhatARunIs();
    void oldRunsGetTheirHashesFromTheirProject();
    void tellsWhoseARunIs();
    void listsOldestFirst();
    void seesWhatChanged();
    void tellsWhatCannotBeRead();
    void leavesOutWhatJustBegins();
    void noFolderHasNoRuns();
    void worksWhereNothingCanBeWritten();
    void settingsComeFromTheRunsProject();
    void linksLeadNowhere();
    void severalProgramsAtOnce();
    void findsTheStoreOfAPath();
};

void TestRunStore::tellsWhatARunIs()
{
    writeRun(at("a"), madeRecord(7));
    RunLabel label;
    label.name = "the good one";
    label.tags = {"wide", "night"};
    label.notes = "two lines\nof thoughts";
    label.colour = 3;
    QVERIFY(writeLabel(opened("a"), label));
    for (int i = 0; i < 2; ++i) { // read, then from the index
        const auto runs = RunStore(m_root).list();
        QCOMPARE(runs.size(), std::size_t{1});
        const RunSummary& run = runs.front();
        QVERIFY(!run.problem && run.readable && !run.active);
        QCOMPARE(run.folder, at("a"));
        QVERIFY(run.label == label);
        QCOMPARE(run.name(), std::string("the good one"));
        QCOMPARE(run.stateName(), std::string("done"));
        QCOMPARE(run.projectFile, std::string("made.netsmith"));
        QCOMPARE(run.seed, std::int64_t{7});
        QCOMPARE(run.seconds, 12.507);
        QCOMPARE(run.memoryBytes.value_or(0), std::int64_t{1 << 20});
        QCOMPARE(run.samplesPerSecond.value_or(0), 1000.0);
        QVERIFY(!run.joules);
        QCOMPARE(run.bestEpoch.value_or(0), std::int64_t{2});
        QVERIFY(run.best());
        QCOMPARE(run.best()->first, std::string("val_accuracy"));
        QCOMPARE(run.best()->second, 0.7); // the second epoch's row, not the last one's
        QVERIFY(run.values == madeRecord(7).values);
    }
}

void TestRunStore::oldRunsGetTheirHashesFromTheirProject()
{
    RunRecord record = madeRecord();
    record.graphHash.clear();
    record.settingsHash.clear();
    record.judgedBy.clear();
    const Project project = tinyProject();
    writeRun(at("old"), record, &project);
    writeRun(at("older"), record);
    const auto runs = RunStore(m_root).list();
    QCOMPARE(runs[0].graphHash, graphHash(project.graph));
    QCOMPARE(runs[0].settingsHash, settingsHash(project));
    QVERIFY(!runs[1].problem && runs[1].graphHash.empty());
    QVERIFY(runs[1].best() && runs[1].best()->first == "val_accuracy");
}

void TestRunStore::tellsWhoseARunIs()
{
    using Files = std::vector<std::string>;
    RunSummary run;
    run.folder = "runs/20260301-120000-net-2"; // from before it was recorded
    QCOMPARE(run.projectFiles(), (Files{"net-2.netsmith", "net.netsmith"}));
    run.folder = "runs/20260301-120000-my-net";
    QCOMPARE(run.projectFiles(), Files{"my-net.netsmith"});
    run.folder = "runs/mine";
    QCOMPARE(run.projectFiles(), Files());
    run.projectFile = "a.netsmith";
    QCOMPARE(run.projectFiles(), Files{"a.netsmith"});
}

void TestRunStore::listsOldestFirst()
{
    RunRecord record = madeRecord();
    writeRun(at("b"), record);
    writeRun(at("a"), record);
    record.started = "2025-01-01T00:00:00Z";
    writeRun(at("z"), record);
    fs::create_directories(at("no run"));
    std::ofstream(at("a file")) << "x";
    QCOMPARE(namesOf(RunStore(m_root).list()), (Names{"z", "a", "b"}));
}

void TestRunStore::seesWhatChanged()
{
    writeRun(at("a"), madeRecord(1));
    writeRun(at("b"), madeRecord(2));
    RunStore store(m_root);
    QCOMPARE(store.list().size(), std::size_t{2});
    RunRecord changed = madeRecord(3); // the same length as before
    QVERIFY(writeFileSafely(at("a") / "run.json", toJson(changed)));
    QCOMPARE(store.list()[0].seed, std::int64_t{3});
    QCOMPARE(RunStore(m_root).list()[0].seed, std::int64_t{3});
    QVERIFY(writeLabel(opened("b"), {.name = "named", .tags = {}, .notes = {}, .colour = {}}));
    QCOMPARE(store.list()[1].name(), std::string("named"));
    QVERIFY(writeLabel(opened("b"), {}));
    QCOMPARE(store.list()[1].name(), std::string("b"));
    fs::remove_all(at("a"));
    QCOMPARE(namesOf(store.list()), Names{"b"});
    writeRun(at("c"), madeRecord(4));
    QCOMPARE(namesOf(store.list()), (Names{"b", "c"}));
    QCOMPARE(namesOf(RunStore(m_root).list()), (Names{"b", "c"}));
}

void TestRunStore::tellsWhatCannotBeRead()
{
    for (const char* name : {"half", "newer", "broken", "bad label"})
        writeRun(at(name), madeRecord());
    fs::remove(at("half") / "run.json");
    std::string text = toJson(madeRecord());
    text.replace(text.find("\"schema\": 2"), 11, "\"schema\": 7");
    std::ofstream(at("newer") / "run.json") << text;
    std::ofstream(at("broken") / "run.json") << "{\"schema\": 1,";
    std::ofstream(at("bad label") / "label.json") << "[]";
    for (int i = 0; i < 2; ++i) {
        std::map<std::string, RunSummary> runs;
        for (RunSummary& run : RunStore(m_root).list())
            runs[run.folder.filename().string()] = run;
        QCOMPARE(runs.size(), std::size_t{4});
        for (const auto& [name, words] :
             {std::pair("half", "deleted in part"), {"newer", "version 7"}, {"broken", "run.json"}, {"bad label", "label.json"}}) {
            QVERIFY2(runs[name].problem, name);
            QVERIFY2(runs[name].problem->text().find(words) != std::string::npos, runs[name].problem->text().c_str());
            QCOMPARE(runs[name].readable, std::string_view(name) == "bad label");
        }
        QCOMPARE(runs["half"].stateName(), std::string("unreadable"));
        QCOMPARE(runs["bad label"].stateName(), std::string("done"));
    }
}

/// A run's record is written last: until then nothing is wrong with it, and there is nothing to show.
void TestRunStore::leavesOutWhatJustBegins()
{
    writeRun(at("a"), madeRecord());
    std::optional<RunFolder> begun = RunFolder::create(at("b"));
    QVERIFY(looksLikeARun(at("b")));
    QCOMPARE(namesOf(RunStore(m_root).list()), Names{"a"});
    begun.reset(); // the process that started it died
    QCOMPARE(namesOf(RunStore(m_root).list()), (Names{"b", "a"}));
    QVERIFY(RunStore(m_root).list()[0].problem);
}

void TestRunStore::noFolderHasNoRuns()
{
    QVERIFY(RunStore(at("nowhere")).list().empty());
    QVERIFY(RunStore(at("nowhere")).deleted().empty());
    QCOMPARE(RunStore(at("nowhere")).purge(), std::int64_t{0});
    QVERIFY(!fs::exists(at("nowhere")));
}

void TestRunStore::worksWhereNothingCanBeWritten()
{
    writeRun(at("a"), madeRecord());
    {
        const FileSizeLimit limit(10); // a full disk
        QCOMPARE(RunStore(m_root).list().size(), std::size_t{1});
        QVERIFY(!fs::exists(at(".index")));
        const Error error = errorOf([&] { changeLabel(at("a"), [](RunLabel& label) { label.name = "a longer name"; }); });
        QCOMPARE(error.kind(), ErrorKind::resources);
    }
    QCOMPARE(RunStore(m_root).list()[0].name(), std::string("a"));
    const test::PlainUser user(m_root);
    if (!user)
        QSKIP("root can't become another user here, and may read and write everything");
    QVERIFY(::chmod(at("a").c_str(), 0) == 0);
    const auto runs = RunStore(m_root).list();
    QVERIFY(runs.size() == 1 && runs[0].problem);
    QVERIFY(::chmod(at("a").c_str(), 0700) == 0);
    QVERIFY(::chmod(m_root.c_str(), 0) == 0);
    QCOMPARE(errorOf([&] { (void)RunStore(m_root).list(); }).message().id(), std::string("runs.folder"));
    QVERIFY(::chmod(m_root.c_str(), 0700) == 0);
}

void TestRunStore::settingsComeFromTheRunsProject()
{
    Project project = tinyProject();
    project.training.optimizer.parameters["learning_rate"] = 0.25;
    writeRun(at("a"), madeRecord(), &project);
    writeRun(at("b"), madeRecord());
    for (int i = 0; i < 2; ++i) { // read, then from the index
        const auto runs = RunStore(m_root).list();
        QCOMPARE(runs[0].settings.value("training.optimizer.learning_rate"), std::string("0.25"));
        QVERIFY(runs[0].settings.value("training.seed").empty()); // the one in the record counts
        QVERIFY(runs[1].settings.values().empty());
    }
}

/// A project may come from anywhere, with links in its folder of runs: listing them and emptying the trash touch nothing outside.
void TestRunStore::linksLeadNowhere()
{
    const fs::path elsewhere = at("elsewhere");
    fs::create_directories(elsewhere / "dear");
    QVERIFY(writeFileSafely(elsewhere / "file", std::string_view("mine")));
    const fs::path runs = m_root / "project" / "runs";
    writeRun(runs / "a", madeRecord());
    const auto idOf = [](auto&& act) { return errorOf(act).message().id(); };
    const std::string link = "file.link";

    fs::create_symlink(elsewhere / "file", runs / ".index");
    QCOMPARE(RunStore(runs).list().size(), std::size_t{1});
    fs::create_symlink(elsewhere / "file", runs / "a" / "label.json");
    QVERIFY(idOf([&] { changeLabel(runs / "a", [](RunLabel& label) { label.name = "b"; }); }) != std::string());
    QVERIFY(
        idOf([&] {
            writeLabel(OpenFolder::open(runs / "a").take(), RunLabel{.name = "b", .tags = {}, .notes = {}, .colour = {}}).take();
        })
        == link);
    fs::create_symlink(elsewhere, runs / ".trash");
    QCOMPARE(idOf([&] { (void)RunStore(runs).purge(); }), link);
    QCOMPARE(idOf([&] { (void)RunStore(runs).remove("a"); }), link);
    QCOMPARE(idOf([&] { (void)RunStore(runs).restore("dear"); }), link);
    fs::remove(runs / ".trash");
    fs::create_directories(runs / ".trash");
    fs::create_symlink(elsewhere, runs / ".trash" / "b");
    QCOMPARE(RunStore(runs).purge(), std::int64_t{1}); // only the link is removed
    fs::create_symlink(elsewhere / "dear", runs / "b");
    QCOMPARE(idOf([&] { (void)RunStore(runs).remove("b"); }), link);

    fs::rename(runs, elsewhere / "runs");
    fs::create_symlink(elsewhere / "runs", runs);
    QCOMPARE(idOf([&] { (void)RunStore(runs).remove("a"); }), link);
    QCOMPARE(idOf([&] { changeLabel(runs / "a", [](RunLabel&) {}); }), link);
    QCOMPARE(readTextFile(elsewhere / "file").take(), std::string("mine"));
    QVERIFY(fs::is_directory(elsewhere / "dear"));
    QCOMPARE(std::distance(fs::directory_iterator(elsewhere), {}), std::ptrdiff_t{3});

    // Any other folder of runs may be a link, which is somebody's own choice.
    fs::create_symlink(elsewhere / "runs", at("chosen"));
    QCOMPARE(RunStore(at("chosen")).remove("a"), std::string("a"));
}

/// Readers, a writer and one that deletes and restores, all on one store.
void TestRunStore::severalProgramsAtOnce()
{
    for (int i = 0; i < 20; ++i)
        writeRun(m_root / ("run" + std::to_string(i)), madeRecord(i));
    std::atomic<int> wrong{0};
    const auto list = [&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            const auto runs = RunStore(m_root).list();
            wrong += runs.size() < 18 || runs.size() > 20;
            for (const RunSummary& run : runs)
                wrong += run.problem ? run.folder.filename() != "run3" : run.project != "made";
        }
    };
    {
        const std::jthread one(list), two(list);
        RunStore store(m_root);
        for (int i = 0; i < 60; ++i) {
            changeLabel(m_root / "run1", [&](RunLabel& label) { label.name = "name " + std::to_string(i); });
            (void)writeFileSafely(m_root / "run2" / "run.json", toJson(madeRecord(i))).hasValue();
            try {
                (void)store.remove("run3"); // may be locked for a moment while a list checks whether it is being trained
            } catch (const Error& error) {
                wrong += error.message().id() != "run.locked";
                continue;
            }
            (void)store.restore("run3");
        }
    }
    QCOMPARE(wrong.load(), 0);
    const auto runs = RunStore(m_root).list();
    QCOMPARE(runs.size(), std::size_t{20});
    for (const RunSummary& run : runs)
        QVERIFY(!run.problem);
    QVERIFY(std::ranges::any_of(runs, [](const RunSummary& run) { return run.name() == "name 59"; }));
}

void TestRunStore::findsTheStoreOfAPath()
{
    writeRun(at("runs") / "a", madeRecord());
    std::ofstream(at("net.netsmith")) << "{}";
    QCOMPARE(storeOf(at("net.netsmith")).folder(), at("runs"));
    QCOMPARE(storeOf(at("runs")).folder(), at("runs"));
    QCOMPARE(storeOf(at("runs") / "").folder(), at("runs"));
    QCOMPARE(errorOf([&] { (void)storeOf(at("runs") / "a"); }).message().id(), std::string("runs.path_is_run"));
    QCOMPARE(errorOf([&] { (void)storeOf(at("nothing")); }).message().id(), std::string("runs.path"));
}

NETSMITH_TEST(TestRunStore)

} // namespace test_run_store

#include "test_run_store.moc"
