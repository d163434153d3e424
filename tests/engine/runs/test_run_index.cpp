#include "engine/core/files/safe_file.h"
#include "tests/engine/runs/run_root.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <cmath>
#include <fstream>

namespace test_run_index {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::runs;
using namespace netsmith::test;

namespace {

QString numbersOf(const std::vector<RunSummary>& runs)
{
    QStringList out;
    for (const RunSummary& run : runs)
        out << QString::fromStdString(run.folder.filename().string()) + ':' + QString::number(run.number);
    return out.join(' ');
}

} // namespace

/// What a folder of runs keeps about them: the index, which is only a cache, and the numbers, which stay.
class TestRunIndex : public RunRootTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeRoot(); }
    void theIndexIsReadAndNotTheRuns();
    void damagedIndexIsMadeAnew_data();
    void damagedIndexIsMadeAnew();
    void indexComesBack();
    void fuzzSeedIsAnIndex();
    void numbersStayWhateverGoes();
    void damagedNumbersAreGivenAgain();
};

/// Whether the index was used: it says something else about a run whose files are unchanged.
void TestRunIndex::theIndexIsReadAndNotTheRuns()
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

void TestRunIndex::damagedIndexIsMadeAnew_data()
{
    QTest::addColumn<bool>("told");
    for (const char* name : {"empty", "cut", "a flipped bit", "foreign", "another version", "a folder in its place"})
        QTest::newRow(name) << true; // by the row's name
}

void TestRunIndex::damagedIndexIsMadeAnew()
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
        text.replace(text.find("index ") + 6, 1, "9");
    if (damage == "a folder in its place") {
        fs::remove(at(".index"));
        fs::create_directories(at(".index"));
    } else
        std::ofstream(at(".index"), std::ios::trunc) << text;
    QCOMPARE(RunStore(m_root).list()[0].project, std::string("made"));
    if (!fs::is_directory(at(".index")))
        QVERIFY(indexFromText(contentOf(at(".index"))));
}

void TestRunIndex::indexComesBack()
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

/// Otherwise fuzzing ends at the first line, as it did when the format of the index changed.
void TestRunIndex::fuzzSeedIsAnIndex()
{
    const auto index = indexFromText(summedIndex(contentOf(fs::path(NETSMITH_FUZZ_SEEDS) / "run_index" / "index.json")));
    QVERIFY(index && index->size() == 2);
    QCOMPARE(index->begin()->second.summary.folds, std::int64_t{3});
}

void TestRunIndex::numbersStayWhateverGoes()
{
    const auto runOf = [](const char* started) {
        RunRecord record = madeRecord();
        record.started = started;
        return record;
    };
    writeRun(at("second"), runOf("2026-01-02T00:00:00Z"));
    writeRun(at("first"), runOf("2026-01-01T00:00:00Z"));
    RunStore store(m_root);
    QCOMPARE(numbersOf(store.list()), "first:1 second:2");
    writeRun(at("earlier"), runOf("2025-01-01T00:00:00Z")); // moved here later
    QCOMPARE(numbersOf(RunStore(m_root).list()), "earlier:3 first:1 second:2");
    QCOMPARE(numbersOf(store.list()), "earlier:3 first:1 second:2"); // numbered by another process

    store.remove("earlier");
    store.remove("second");
    QCOMPARE(numbersOf(store.list()), "first:1");
    QCOMPARE(numbersOf(store.deleted()), "earlier:3 second:2");
    writeRun(at("third"), runOf("2026-02-01T00:00:00Z"));
    QCOMPARE(numbersOf(RunStore(m_root).list()), "first:1 third:4"); // numbers of deleted runs are not used again
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

void TestRunIndex::damagedNumbersAreGivenAgain()
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
    RunRecord earlier = madeRecord();
    earlier.started = "2025-01-01T00:00:00Z";
    writeRun(at("b"), earlier);
    QCOMPARE(numbersOf(store.list()), "b:2 a:1"); // for the life of the process
}

NETSMITH_TEST(TestRunIndex)

} // namespace test_run_index

#include "test_run_index.moc"
