#include "engine/core/files/safe_file.h"
#include "engine/runs/store/run_store.h"
#include "engine/train/trainer/run_log.h"
#include "tests/engine/cli/copied_tree.h"
#include "tests/engine/runs/made_runs.h"
#include "tests/engine/train/tiny_training.h"
#include "tests/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cstdio>
#include <fcntl.h>
#include <functional>
#include <thread>
#include <unistd.h>

namespace test_swapped_links {

namespace fs = std::filesystem;
using namespace netsmith;
using namespace netsmith::runs;
using namespace netsmith::test;

namespace {

bool exchange(const fs::path& one, const fs::path& other)
{
    return ::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE) == 0;
}

/// While it lives, swaps what `path` names for a link to `target` and back, as fast as it can.
class Swapper {
public:
    Swapper(const fs::path& path, const fs::path& target)
        : m_path(path)
        , m_other(path.parent_path().parent_path() / "swapped")
        , m_content(fs::is_regular_file(path) ? readTextFile(path).take() : std::string())
    {
        fs::create_symlink(target, m_other);
        m_thread = std::jthread([this, target](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                exchange(m_path, m_other);
                std::error_code ignored;
                if (fs::is_regular_file(fs::symlink_status(m_path, ignored))
                    && fs::is_regular_file(fs::symlink_status(m_other, ignored))) { // the engine replaced the link
                    fs::remove(m_other, ignored);
                    fs::create_symlink(target, m_other, ignored);
                }
            }
        });
    }
    ~Swapper()
    {
        m_thread = {};
        if (fs::is_symlink(m_path))
            exchange(m_path, m_other);
        fs::remove(m_other);
        if (!m_content.empty() && !fs::exists(m_path)) // the engine removed one of them
            (void)writeFileSafely(m_path, m_content).hasValue();
    }

private:
    fs::path m_path;
    fs::path m_other;
    std::string m_content; ///< if it is a file
    std::jthread m_thread;
};

/// Writes, moves or removes something in the project's folder of runs.
using Act = std::function<void(const fs::path& project)>;

void label(const fs::path& project)
{
    changeLabel(project / "runs" / "a", [](RunLabel& label) { label.notes += 'x'; });
}

/// The label changes, so that the index is written.
void list(const fs::path& project)
{
    label(project);
    (void)RunStore(project / "runs").list();
}

void save(const fs::path& project)
{
    RunFolder::open(project / "runs" / "a").save(madeRecord(3)).take();
}

void discard(const fs::path& project)
{
    writeRun(project / "runs" / "b", madeRecord(2));
    (void)RunStore(project / "runs").remove("b");
}

void discardAndRestore(const fs::path& project)
{
    RunStore store(project / "runs");
    if (!fs::exists(project / "runs" / "a")) // the link prevented its restoration
        (void)store.restore("a");
    (void)store.restore(store.remove("a"));
}

void discardAndPurge(const fs::path& project)
{
    discard(project);
    (void)RunStore(project / "runs").purge();
}

void writeCheckpoints(const fs::path& project)
{
    CheckpointQueue queue(RunFolder::open(project / "runs" / "a").checkpoints());
    for (const std::int64_t step : {1, 2}) {
        queue.add(step, {.weights = ArraysToWrite({}), .optimizer = ArraysToWrite({}), .state = "{}"}, {});
        queue.write();
    }
}

void removeCheckpoints(const fs::path& project)
{
    RunFolder::open(project / "runs" / "a").checkpoints().removeAfter(0);
}

void beginRun(const fs::path& project)
{
    train::RunLog::create(RunFolder::createBeside(project / "net.netsmith"), tinyProject(), madeRecord(), {"loss"}, {})
        .folder()
        .clear();
}

void beginFold(const fs::path& project)
{
    train::RunLog::create(RunFolder::create(project / "runs" / "a" / "folds" / "2"), tinyProject(), madeRecord(), {"loss"}, {})
        .folder()
        .clear();
}

void removeFold(const fs::path& project)
{
    removeRun(project / "runs" / "a" / "folds" / "1");
}

} // namespace

/// Somebody replaces a folder or a file by a link between our check and our use of it: nothing outside the project is written,
/// moved or removed, and afterwards everything works.
class TestSwappedLinks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leadNowhere_data();
    void leadNowhere();
};

void TestSwappedLinks::leadNowhere_data()
{
    QTest::addColumn<QString>("swapped");
    QTest::addColumn<QString>("target");
    QTest::addColumn<Act>("act");
    const auto add = [](const char* name, const char* swapped, const char* target, const Act& act) {
        QTest::newRow(name) << QString::fromUtf8(swapped) << QString::fromUtf8(target) << act;
    };
    add("runs, label", "runs", "runs", label);
    add("runs, list", "runs", "runs", list);
    add("runs, save", "runs", "runs", save);
    add("runs, discard and restore", "runs", "runs", discardAndRestore);
    add("runs, begin a run", "runs", "empty", beginRun);
    add("a run, label", "runs/a", "runs/a", label);
    add("a run, save", "runs/a", "runs/a", save);
    add("a run, remove checkpoints", "runs/a", "runs/a", removeCheckpoints);
    add("trash, discard", "runs/.trash", "empty", discard);
    add("trash, discard and restore", "runs/.trash", "runs", discardAndRestore);
    add("trash, discard and purge", "runs/.trash", "runs", discardAndPurge);
    add("checkpoints, write", "runs/a/checkpoints", "runs/a/checkpoints", writeCheckpoints);
    add("checkpoints, remove", "runs/a/checkpoints", "runs/a/checkpoints", removeCheckpoints);
    add("a checkpoint, remove", "runs/a/checkpoints/000002", "runs/a/checkpoints/000002", removeCheckpoints);
    add("folds, begin one", "runs/a/folds", "empty", beginFold);
    add("folds, remove one", "runs/a/folds", "runs/a/folds", removeFold);
    add("index, list", "runs/.index", "diary", list);
    add("label, label", "runs/a/label.json", "runs/a/label.json", label);
    add("record, save", "runs/a/run.json", "runs/a/run.json", save);
}

void TestSwappedLinks::leadNowhere()
{
    QFETCH(QString, swapped);
    QFETCH(QString, target);
    QFETCH(Act, act);
    QTemporaryDir folder;
    const fs::path root = folder.path().toStdString(), project = root / "project", outside = root / "outside";
    for (const fs::path& place : {project, outside}) {
        const fs::path run = place / "runs" / "a";
        writeRun(run, madeRecord());
        fs::create_directories(place / "runs" / ".trash");
        fs::create_directories(place / "empty");
        fs::create_directories(run / "folds" / "1");
        fs::create_directories(run / "checkpoints" / "000002");
        QVERIFY(writeFileSafely(run / "checkpoints" / "000002" / "manifest.json", "{}"));
        changeLabel(run, [](RunLabel& label) { label.name = "mine"; });
        QVERIFY(writeFileSafely(place / "diary", "dear diary"));
        (void)RunStore(place / "runs").list();
    }
    const auto before = contentOf(QString::fromStdString(outside.string()));
    {
        const Swapper swapper(project / swapped.toStdString(), outside / target.toStdString());
        for (int i = 0; i < 600; ++i)
            try {
                act(project);
            } catch (const Error&) { // it met the link
            }
    }
    const auto after = contentOf(QString::fromStdString(outside.string()));
    QVERIFY2(after == before, qPrintable(QStringList(after.keys()).join(u' ')));
    try {
        act(project);
    } catch (const Error& error) {
        QFAIL(error.what());
    }
}

NETSMITH_TEST(TestSwappedLinks)

} // namespace test_swapped_links

#include "test_swapped_links.moc"
