#include "engine/store/run_folder.h"
#include "tests/engine/runs/run_root.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

namespace test_run_trash {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::runs;
using namespace netsmith::test;

/// Deleting runs, which can be restored until they are purged.
class TestRunTrash : public RunRootTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { makeRoot(); }
    void deletedRunsComeBack();
    void refusesToMoveWhatIsInUse();
    void refusesNamesThatLeadElsewhere();
    void purgesForGood();
};

void TestRunTrash::deletedRunsComeBack()
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
    // A name that is taken in the meantime.
    (void)store.remove("b");
    writeRun(at("b"), madeRecord(4));
    QCOMPARE(errorOf([&] { (void)store.restore("b"); }).message().id(), std::string("runs.taken"));
    QCOMPARE(namesOf(store.deleted()), Names{"b"});
    // A run without its record can be deleted too.
    fs::remove(at("b") / "run.json");
    QCOMPARE(store.remove("b"), std::string("b-2"));
}

void TestRunTrash::refusesToMoveWhatIsInUse()
{
    writeRun(at("a"), madeRecord());
    RunStore store(m_root);
    {
        const auto training = RunFolder::open(at("a"));
        QCOMPARE(errorOf([&] { (void)store.remove("a"); }).message().id(), std::string("run.locked"));
        RunRecord record = madeRecord();
        record.state = RunState::running;
        QVERIFY(training.save(record));
        QVERIFY(store.list()[0].active);
        QCOMPARE(store.list()[0].stateName(), std::string("running"));
    }
    QCOMPARE(store.list()[0].stateName(), std::string("interrupted"));
    QCOMPARE(errorOf([&] { (void)store.remove("b"); }).message().id(), std::string("runs.missing"));
}

void TestRunTrash::refusesNamesThatLeadElsewhere()
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

void TestRunTrash::purgesForGood()
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

NETSMITH_TEST(TestRunTrash)

} // namespace test_run_trash

#include "test_run_trash.moc"
