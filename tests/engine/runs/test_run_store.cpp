#include "engine/runs/run_store.h"

#include "engine/core/safe_file.h"
#include "engine/graph/project_hash.h"
#include "engine/train/store/run_folder.h"
#include "tests/engine/core/file_size_limit.h"
#include "tests/engine/core/plain_user.h"
#include "tests/engine/runs/made_runs.h"
#include "tests/engine/train/tiny_training.h"

#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::runs;
using namespace netsmith::test;

namespace {

std::vector<std::string> namesOf(const std::vector<RunSummary>& runs)
{
    std::vector<std::string> names;
    for (const RunSummary& run : runs)
        names.push_back(run.folder.filename().string());
    return names;
}

using Names = std::vector<std::string>;

} // namespace

/// A folder of runs: what is listed is what the files say, however the index and the folders came to be as they are.
class TestRunStore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void tellsWhatARunIs();
    void oldRunsGetTheirHashesFromTheirProject();
    void listsOldestFirst();
    void seesWhatChanged();
    void theIndexIsReadAndNotTheRuns();
    void damagedIndexIsMadeAnew_data();
    void damagedIndexIsMadeAnew();
    void indexComesBack();
    void fuzzSeedIsAnIndex();
    void tellsWhatCannotBeRead();
    void leavesOutWhatJustBegins();
    void noFolderHasNoRuns();
    void worksWhereNothingCanBeWritten();
    void numbersStayWhateverGoes();
    void damagedNumbersAreGivenAgain();
    void settingsComeFromTheRunsProject();
    void labelsAreKept();
    void labelsRefuse();
    void deletedRunsComeBack();
    void refusesToMoveWhatIsInUse();
    void refusesNamesThatLeadElsewhere();
    void purgesForGood();
    void linksLeadNowhere();
    void severalProgramsLabelAtOnce();
    void severalProgramsAtOnce();
    void findsTheStoreOfAPath();

private:
    fs::path at(const char* name) const { return m_root / name; }
    OpenFolder opened(const char* run) const { return OpenFolder::open(at(run)).take(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_root;
};

void TestRunStore::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_root = m_folder->path().toStdString();
}

void TestRunStore::tellsWhatARunIs()
{
    writeRun(at("a"), madeRecord(7));
    RunLabel label;
    label.name = "the good one";
    label.tags = {"wide", "night"};
    label.notes = "two lines\nof thoughts";
    label.colour = 3;
    QVERIFY(writeLabel(opened("a"), label));
    for (int i = 0; i < 2; ++i) { // read, then out of the index
        const auto runs = RunStore(m_root).list();
        QCOMPARE(runs.size(), std::size_t{1});
        const RunSummary& run = runs.front();
        QVERIFY(!run.problem && run.readable && !run.active);
        QCOMPARE(run.folder, at("a"));
        QVERIFY(run.label == label);
        QCOMPARE(run.name(), std::string("the good one"));
        QCOMPARE(run.stateName(), std::string("done"));
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
    train::RunRecord record = madeRecord();
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

void TestRunStore::listsOldestFirst()
{
    train::RunRecord record = madeRecord();
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
    train::RunRecord changed = madeRecord(3); // as long as the one before
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

/// Told by an index that says something else about a run whose files are as they were.
void TestRunStore::theIndexIsReadAndNotTheRuns()
{
    writeRun(at("a"), madeRecord());
    (void)RunStore(m_root).list();
    RunIndex index = indexFromText(contentOf(at(".index"))).take();
    index.at("a").summary.project = "out of the index";
    QVERIFY(writeFileSafely(at(".index"), indexText(index)));
    QCOMPARE(RunStore(m_root).list()[0].project, std::string("out of the index"));
    index.at("a").stamp += '0';
    QVERIFY(writeFileSafely(at(".index"), indexText(index)));
    QCOMPARE(RunStore(m_root).list()[0].project, std::string("made"));
}

void TestRunStore::damagedIndexIsMadeAnew_data()
{
    QTest::addColumn<bool>("told");
    for (const char* name : {"empty", "cut", "a flipped bit", "foreign", "another version", "a folder in its place"})
        QTest::newRow(name) << true; // by the row's name
}

void TestRunStore::damagedIndexIsMadeAnew()
{
    writeRun(at("a"), madeRecord());
    (void)RunStore(m_root).list();
    std::string text = contentOf(at(".index"));
    const std::string damage = QTest::currentDataTag();
    if (damage == "empty")
        text.clear();
    else if (damage == "cut")
        text.resize(text.size() / 2);
    else if (damage == "a flipped bit")
        text[text.find("made")] ^= 1;
    else if (damage == "foreign")
        text = "kind,epoch,step\n1,2,3\n";
    else if (damage == "another version")
        text.replace(text.find("index 5"), 7, "index 9");
    if (damage == "a folder in its place") {
        fs::remove(at(".index"));
        fs::create_directories(at(".index"));
    } else
        std::ofstream(at(".index"), std::ios::trunc) << text;
    QCOMPARE(RunStore(m_root).list()[0].project, std::string("made"));
    if (!fs::is_directory(at(".index")))
        QVERIFY(indexFromText(contentOf(at(".index"))));
}

void TestRunStore::indexComesBack()
{
    writeRun(at("a"), madeRecord());
    RunIndex index;
    RunSummary summary = summarize(at("a"));
    summary.folder.clear();
    summary.error = "why";
    summary.joules = 0.25;
    summary.values.emplace_back("recall", NAN);
    summary.label.colour = 0;
    summary.settings = RunSettings(RunSettings::Values{{"training.optimizer", "sgd"}});
    index["a"] = {"1 2 3", summary};
    RunIndex again = indexFromText(indexText(index)).take();
    auto& values = again.at("a").summary.values;
    QVERIFY(std::isnan(values.back().second));
    values.back().second = index.at("a").summary.values.back().second = 0.0;
    QVERIFY(again == index);
    QVERIFY(indexFromText(indexText({})).take().empty());
}

/// Else fuzzing ends at the first line, as it did when the index became another one.
void TestRunStore::fuzzSeedIsAnIndex()
{
    const auto index = indexFromText(summedIndex(contentOf(fs::path(NETSMITH_FUZZ_SEEDS) / "run_index" / "index.json")));
    QVERIFY(index && index->size() == 2);
    QCOMPARE(index->begin()->second.summary.folds, std::int64_t{3});
}

void TestRunStore::tellsWhatCannotBeRead()
{
    for (const char* name : {"half", "newer", "broken", "bad label"})
        writeRun(at(name), madeRecord());
    fs::remove(at("half") / "run.json");
    std::string text = toJson(madeRecord());
    text.replace(text.find("\"schema\": 1"), 11, "\"schema\": 7");
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

/// A run's record is written last: until then nothing is wrong with it, and nothing to be shown.
void TestRunStore::leavesOutWhatJustBegins()
{
    writeRun(at("a"), madeRecord());
    std::optional<train::RunFolder> begun = train::RunFolder::create(at("b"));
    QVERIFY(looksLikeARun(at("b")));
    QCOMPARE(namesOf(RunStore(m_root).list()), Names{"a"});
    begun.reset(); // whoever began it died
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

namespace {

QString numbersOf(const std::vector<RunSummary>& runs)
{
    QStringList out;
    for (const RunSummary& run : runs)
        out << QString::fromStdString(run.folder.filename().string()) + ':' + QString::number(run.number);
    return out.join(' ');
}

} // namespace

void TestRunStore::numbersStayWhateverGoes()
{
    const auto runOf = [](const char* started) {
        train::RunRecord record = madeRecord();
        record.started = started;
        return record;
    };
    writeRun(at("second"), runOf("2026-01-02T00:00:00Z"));
    writeRun(at("first"), runOf("2026-01-01T00:00:00Z"));
    RunStore store(m_root);
    QCOMPARE(numbersOf(store.list()), "first:1 second:2");
    writeRun(at("earlier"), runOf("2025-01-01T00:00:00Z")); // came here later
    QCOMPARE(numbersOf(RunStore(m_root).list()), "earlier:3 first:1 second:2");
    QCOMPARE(numbersOf(store.list()), "earlier:3 first:1 second:2"); // another program gave it

    store.remove("earlier");
    store.remove("second");
    QCOMPARE(numbersOf(store.list()), "first:1");
    QCOMPARE(numbersOf(store.deleted()), "earlier:3 second:2");
    writeRun(at("third"), runOf("2026-02-01T00:00:00Z"));
    QCOMPARE(numbersOf(RunStore(m_root).list()), "first:1 third:4"); // those of the deleted are not given again
    store.restore("second");
    store.purge();
    fs::remove(at(".index"));
    QCOMPARE(numbersOf(RunStore(m_root).list()), "first:1 second:2 third:4");

    // Another run in a folder of the same name is another run, also in the trash.
    store.remove("first");
    writeRun(at("first"), runOf("2026-03-01T00:00:00Z"));
    QCOMPARE(numbersOf(store.list()), "second:2 third:4 first:5");
    QCOMPARE(store.remove("first"), std::string("first-2"));
    QCOMPARE(numbersOf(store.deleted()), "first:1 first-2:5");
    store.restore("first-2");
    QCOMPARE(numbersOf(RunStore(m_root).list()), "second:2 third:4 first-2:5");
}

void TestRunStore::damagedNumbersAreGivenAgain()
{
    writeRun(at("a"), madeRecord());
    for (const char* damage :
         {"", "[]", "{", R"({"schema": 1, "next": 0, "numbers": {}})", R"({"schema": 1, "next": 2, "numbers": []})",
          R"({"schema": 1, "next": 2, "numbers": {"x": 2}})", R"({"schema": 9, "next": 2, "numbers": {}})"}) {
        std::ofstream(at(".numbers"), std::ios::trunc) << damage;
        QCOMPARE(numbersOf(RunStore(m_root).list()), "a:1");
    }
    QVERIFY(RunNumbers::fromText(contentOf(at(".numbers"))));
    fs::remove(at(".numbers"));
    fs::create_directories(at(".numbers")); // can't be written
    RunStore store(m_root);
    QCOMPARE(numbersOf(store.list()), "a:1");
    train::RunRecord earlier = madeRecord();
    earlier.started = "2025-01-01T00:00:00Z";
    writeRun(at("b"), earlier);
    QCOMPARE(numbersOf(store.list()), "b:2 a:1"); // as long as the program runs
}

void TestRunStore::settingsComeFromTheRunsProject()
{
    Project project = tinyProject();
    project.training.optimizer.parameters["learning_rate"] = 0.25;
    writeRun(at("a"), madeRecord(), &project);
    writeRun(at("b"), madeRecord());
    for (int i = 0; i < 2; ++i) { // read, then out of the index
        const auto runs = RunStore(m_root).list();
        QCOMPARE(runs[0].settings.value("training.optimizer.learning_rate"), std::string("0.25"));
        QVERIFY(runs[0].settings.value("training.seed").empty()); // the record's holds
        QVERIFY(runs[1].settings.values().empty());
    }
}

void TestRunStore::labelsAreKept()
{
    writeRun(at("a"), madeRecord());
    changeLabel(at("a"), [](RunLabel& label) {
        label.name = "夜间运行";
        label.add("night");
        label.add("night");
        label.add("two words");
    });
    QCOMPARE(readLabel(at("a")).take().tags, (Names{"night", "two words"}));
    changeLabel(at("a"), [](RunLabel& label) { label.remove("night"); });
    const RunLabel label = readLabel(at("a")).take();
    QCOMPARE(label.name, std::string("夜间运行"));
    QCOMPARE(label.tags, Names{"two words"});
    QVERIFY(labelFromJson(toJson(label), "x").take() == label);
    QCOMPARE(errorOf([&] { changeLabel(at("nowhere"), [](RunLabel&) {}); }).message().id(), std::string("run.none"));
}

void TestRunStore::labelsRefuse()
{
    writeRun(at("a"), madeRecord());
    for (const char* tag : {"", " a", "a ", "a,b", "a\nb"})
        QCOMPARE(errorOf([&] { RunLabel().add(tag); }).message().id(), std::string("runs.tag"));
    QVERIFY(!writeLabel(opened("a"), {.name = "two\nlines", .tags = {}, .notes = {}, .colour = {}}));
    for (const char* text : {"", "[]", "{}", R"({"schema": 9})", R"({"schema": 1, "tags": [1]})", R"({"schema": 1, "colour": -1})",
                             R"({"schema": 1, "name": 5})"}) {
        const auto label = labelFromJson(text, "some label.json");
        QVERIFY2(!label && mentions(label.error(), "some label.json"), text);
    }
}

void TestRunStore::deletedRunsComeBack()
{
    writeRun(at("a"), madeRecord(1));
    writeRun(at("b"), madeRecord(2));
    const std::string bytes = contentOf(at("a") / "metrics.csv");
    RunStore store(m_root);
    QCOMPARE(store.remove("a"), std::string("a"));
    QCOMPARE(namesOf(store.list()), Names{"b"});
    QCOMPARE(namesOf(store.deleted()), Names{"a"});
    // Another one of the same name goes beside it.
    writeRun(at("a"), madeRecord(3));
    QCOMPARE(store.remove("a"), std::string("a-2"));
    QCOMPARE(store.deleted().size(), std::size_t{2});
    QCOMPARE(store.restore("a"), at("a"));
    QCOMPARE(contentOf(at("a") / "metrics.csv"), bytes);
    QCOMPARE(store.list()[0].seed, std::int64_t{1});
    QCOMPARE(errorOf([&] { (void)store.restore("a"); }).message().id(), std::string("runs.missing"));
    QCOMPARE(store.restore("a-2"), at("a-2"));
    // A name that is taken meanwhile.
    (void)store.remove("b");
    writeRun(at("b"), madeRecord(4));
    QCOMPARE(errorOf([&] { (void)store.restore("b"); }).message().id(), std::string("runs.taken"));
    QCOMPARE(namesOf(store.deleted()), Names{"b"});
    // What is half deleted can go too.
    fs::remove(at("b") / "run.json");
    QCOMPARE(store.remove("b"), std::string("b-2"));
}

void TestRunStore::refusesToMoveWhatIsInUse()
{
    writeRun(at("a"), madeRecord());
    RunStore store(m_root);
    {
        const auto training = train::RunFolder::open(at("a"));
        QCOMPARE(errorOf([&] { (void)store.remove("a"); }).message().id(), std::string("run.locked"));
        train::RunRecord record = madeRecord();
        record.state = train::RunState::running;
        QVERIFY(training.save(record));
        QVERIFY(store.list()[0].active);
        QCOMPARE(store.list()[0].stateName(), std::string("running"));
    }
    QCOMPARE(store.list()[0].stateName(), std::string("interrupted"));
    QCOMPARE(errorOf([&] { (void)store.remove("b"); }).message().id(), std::string("runs.missing"));
}

void TestRunStore::refusesNamesThatLeadElsewhere()
{
    writeRun(at("a"), madeRecord());
    writeRun(at("inner") / "b", madeRecord());
    RunStore store(at("inner"));
    for (const char* name : {"", ".", "..", "../a", "/etc", ".trash"}) {
        QCOMPARE(errorOf([&] { (void)store.remove(name); }).message().id(), std::string("runs.missing"));
        QCOMPARE(errorOf([&] { (void)store.restore(name); }).message().id(), std::string("runs.missing"));
    }
    QVERIFY(fs::exists(at("a") / "run.json") && fs::exists(at("inner") / "b" / "run.json"));
}

void TestRunStore::purgesForGood()
{
    RunStore store(m_root);
    for (const char* name : {"a", "b", "c"})
        writeRun(at(name), madeRecord());
    (void)store.remove("a");
    (void)store.remove("b");
    (void)store.remove("c");
    QCOMPARE(store.purge(std::vector<std::string>{"a", "gone"}), std::int64_t{1});
    QCOMPARE(store.deleted().size(), std::size_t{2});
    QCOMPARE(errorOf([&] { (void)store.purge(std::vector<std::string>{"../c"}); }).message().id(), std::string("runs.missing"));
    (void)store.restore("c");
    QCOMPARE(store.purge(), std::int64_t{1});
    QVERIFY(store.deleted().empty() && !fs::exists(at(".trash")));
    QCOMPARE(namesOf(store.list()), Names{"c"});
}

/// A project may come from anywhere with links in its folder of runs: listing them and emptying the trash touch nothing elsewhere.
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
    QCOMPARE(RunStore(runs).purge(), std::int64_t{1}); // the link alone goes
    fs::create_symlink(elsewhere / "dear", runs / "b");
    QCOMPARE(idOf([&] { (void)RunStore(runs).remove("b"); }), link);

    fs::rename(runs, elsewhere / "runs");
    fs::create_symlink(elsewhere / "runs", runs);
    QCOMPARE(idOf([&] { (void)RunStore(runs).remove("a"); }), link);
    QCOMPARE(idOf([&] { changeLabel(runs / "a", [](RunLabel&) {}); }), link);
    QCOMPARE(readTextFile(elsewhere / "file").take(), std::string("mine"));
    QVERIFY(fs::is_directory(elsewhere / "dear"));
    QCOMPARE(std::distance(fs::directory_iterator(elsewhere), {}), std::ptrdiff_t{3});

    // Any other folder of runs may be a link, for it was somebody's own choice.
    fs::create_symlink(elsewhere / "runs", at("chosen"));
    QCOMPARE(RunStore(at("chosen")).remove("a"), std::string("a"));
}

void TestRunStore::severalProgramsLabelAtOnce()
{
    constexpr int programs = 8, each = 25;
    writeRun(at("a"), madeRecord());
    std::vector<pid_t> children;
    for (int i = 0; i < programs; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            try {
                for (int j = 0; j < each; ++j)
                    changeLabel(at("a"), [&](RunLabel& label) { label.add(std::to_string(i) + '-' + std::to_string(j)); });
            } catch (const Error&) {
                ::_exit(1);
            }
            ::_exit(0);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    QCOMPARE(readLabel(at("a")).take().tags.size(), std::size_t{programs * each});
    QVERIFY(!fs::exists(at("a") / ".label.lock"));
    std::ofstream(at("a") / ".label.lock"); // as a killed program leaves it
    changeLabel(at("a"), [](RunLabel& label) { label.add("last"); });
    QVERIFY(readLabel(at("a")).take().has("last"));
}

/// Readers, a writer and one that deletes and restores, all over one store.
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
                (void)store.remove("run3"); // while a list looks whether it is trained, which may take a moment
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

QTEST_GUILESS_MAIN(TestRunStore)
#include "test_run_store.moc"
