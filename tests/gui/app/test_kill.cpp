#include "tests/gui/app/studio_fixture.h"

#include "engine/runs/store/run_store.h"
#include "engine/store/checkpoint.h"
#include "engine/store/run_folder.h"
#include "gui/runs/table/run_table_model.h"
#include "tests/gui/training/small_training.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QProcess>
#include <QRandomGenerator>
#include <QTimer>
#include <QTreeView>
#include <QtTest>

#include <fcntl.h>
#include <unistd.h>

// A studio is killed at random moments of editing, training and saving; the next one goes on. The test starts itself as the studio
// that is killed: `test_gui_app_kill --studio FOLDER SEED`. NETSMITH_KILLS is the number of times, by default 6.

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace fs = std::filesystem;

namespace {

constexpr int patience = 60000; // milliseconds
constexpr qint64 mayBeLost = 30000; // milliseconds of edits

/// Lines that are written before what they announce is done; a kill does not lose data that was passed to the system.
class Journal {
public:
    explicit Journal(const QString& folder)
        : m_folder(folder)
        , m_file(::open(qPrintable(folder + u"/journal"_s), O_WRONLY | O_CREAT | O_APPEND, 0600))
    {
    }
    ~Journal() { ::close(m_file); }

    void say(const char* word, int edit) const
    {
        const QByteArray line = QByteArray(word) + ' ' + QByteArray::number(edit) + ' '
            + QByteArray::number(QDateTime::currentMSecsSinceEpoch()) + '\n';
        if (::write(m_file, line.constData(), static_cast<std::size_t>(line.size())) != line.size())
            qFatal("the journal can't be written");
    }
    void keep(int edit, const std::string& bytes) const
    {
        QFile file(m_folder + u"/kept-%1"_s.arg(edit));
        if (!file.open(QIODevice::WriteOnly) || file.write(QByteArray::fromStdString(bytes)) < 0)
            qFatal("the journal can't be written");
    }

private:
    QString m_folder;
    int m_file;
};

struct Story {
    int saved = -1; ///< the edit of the last save that ended
    int saving = -1; ///< of the last that began
    std::vector<std::pair<int, qint64>> edits; ///< and when
};

Story read(const QString& folder)
{
    Story story;
    QFile file(folder + u"/journal"_s);
    if (!file.open(QIODevice::ReadOnly))
        return story;
    for (const QByteArray& line : file.readAll().split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (words.size() != 3)
            continue;
        const int edit = words[1].toInt();
        if (words[0] == "edit")
            story.edits.emplace_back(edit, words[2].toLongLong());
        else if (words[0] == "saving")
            story.saving = edit;
        else if (words[0] == "saved")
            story.saved = edit;
    }
    return story;
}

/// Whether the newest line begins like this.
bool saysLast(const QString& folder, const char* word)
{
    QFile file(folder + u"/journal"_s);
    if (!file.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = file.readAll();
    return text.mid(text.lastIndexOf('\n', -2) + 1).startsWith(QByteArray(word) + ' ');
}

MainWindow::Places placesIn(const QString& folder)
{
    return {.autosave = folder + u"/autosave"_s, .untitledRuns = folder + u"/untitled"_s, .dataDir = {}};
}

QString projectIn(const QString& folder)
{
    return folder + u"/work/small.netsmith"_s;
}

/// The number of the edit, which each edit stores.
int editOf(const Project& project)
{
    return QString::fromStdString(project.description).toInt();
}

/// The studio that will be killed: it edits all the time, saves often, trains, pauses, stops.
int live(int argc, char** argv)
{
    QApplication application(argc, argv);
    const QString folder = QString::fromLocal8Bit(argv[2]);
    QRandomGenerator random(QByteArray(argv[3]).toUInt());
    const bool untitled = QByteArray(argv[4]) == "untitled";
    Theme::instance().apply();
    Preferences preferences(folder + u"/preferences.json"_s);
    Studio studio(preferences, placesIn(folder));
    MainWindow& window = studio.openWindow();
    if (untitled)
        window.files().openSample(projectIn(folder));
    else
        window.files().open(projectIn(folder));
    Journal journal(folder);
    int edit = 0;
    QTimer hand;
    QObject::connect(&hand, &QTimer::timeout, &window, [&] {
        TrainingSession& session = window.session();
        const auto ticket = random.bounded(100);
        if (ticket < 60) {
            ++edit;
            window.document().edit(u"Edit"_s, [edit](Project& project) { project.description = std::to_string(edit); });
            journal.say("edit", edit);
        } else if (ticket < 75 && !untitled && !window.files().isBusy()) {
            journal.keep(edit, toJson(window.document().project()));
            journal.say("saving", edit);
            window.files().save([&journal, edit] { journal.say("saved", edit); });
        } else if (ticket < 82)
            session.startAtOnce();
        else if (ticket < 86)
            session.pause();
        else if (ticket < 95)
            session.goOn();
        else if (ticket < 97)
            session.stop();
        else
            session.resume();
    });
    window.files().whenIdle([&hand] {
        hand.start(15);
        std::puts("ready");
        std::fflush(stdout);
    });
    return QApplication::exec();
}

} // namespace

/// What a SIGKILL leaves, and how the next start recovers it.
class TestKill : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theNextStartGoesOn();

private:
    struct Tally {
        int recovered = 0;
        int interrupted = 0;
        int resumed = 0;
        int checkpoints = 0;
        int whileSaving = 0;
        qint64 mostLost = 0; ///< milliseconds of edits
    };
    enum class Victim {
        anywhere, ///< of a project with a file, at any moment
        saving, ///< of the same, in the middle of a save
        untitled, ///< of a project that was never saved, at any moment
    };
    void round(quint32 seed, Victim victim);
    void checkFile(const QString& folder, const Story& story);
    void checkRuns(const fs::path& projectFile);

    SmallTraining m_data;
    Tally m_tally;
};

void TestKill::checkFile(const QString& folder, const Story& story)
{
    QFile file(projectIn(folder));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(projectFromJson(bytes.toStdString()).hasValue());
    QByteArrayList allowed;
    for (const int edit : {story.saved, story.saving}) {
        QFile kept(edit < 0 ? folder + u"/first"_s : folder + u"/kept-%1"_s.arg(edit));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        allowed << kept.readAll();
    }
    QVERIFY2(allowed.contains(bytes), "the file is neither the old one nor the new one");
    m_tally.whileSaving += story.saving != story.saved;
    const QStringList beside = QFileInfo(file).dir().entryList(QDir::Files | QDir::Hidden);
    for (const QString& name : beside)
        QVERIFY2(!name.endsWith(u".netsmith"_s) || name == u"small.netsmith"_s, qPrintable(name));
}

void TestKill::checkRuns(const fs::path& projectFile)
{
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(projectFile.parent_path() / "runs", ignored))
        if (fs::exists(entry.path() / "run.json")) {
            const auto record = readRunRecord(entry.path());
            QVERIFY2(record.hasValue(), entry.path().c_str());
            QVERIFY(loadProject(projectPathOf(entry.path())).hasValue());
            for (const std::int64_t step : CheckpointStore(entry.path() / "checkpoints").steps()) {
                const auto checkpoint = readCheckpoint(CheckpointStore(entry.path() / "checkpoints").at(step));
                QVERIFY2(checkpoint.hasValue(), checkpoint.hasValue() ? "" : checkpoint.error().what());
                ++m_tally.checkpoints;
            }
        }
}

void TestKill::round(quint32 seed, Victim victim)
{
    const bool untitled = victim == Victim::untitled;
    QRandomGenerator random(seed);
    QTemporaryDir home;
    const QString folder = home.path();
    QVERIFY(QDir(folder).mkpath(u"work"_s));
    Project project = smallProject(1000000); // no run ends by itself, however late it is killed and resumed
    QVERIFY(saveProject(project, projectIn(folder).toStdString()).hasValue());
    QVERIFY(QFile::copy(projectIn(folder), folder + u"/first"_s));

    QProcess studio;
    studio.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    studio.start(QCoreApplication::applicationFilePath(),
                 {u"--studio"_s, folder, QString::number(seed), untitled ? u"untitled"_s : u"saved"_s});
    QVERIFY(studio.waitForReadyRead(patience)); // it is ready
    const int lifetime = 100 + static_cast<int>(random.bounded(random.bounded(3) == 0 ? 14000 : 4000));
    QVERIFY2(!studio.waitForFinished(lifetime), "the studio ended by itself");
    if (victim == Victim::saving) {
        const QDeadlineTimer end(patience);
        while (!saysLast(folder, "saving"))
            QVERIFY2(!end.hasExpired(), "it no longer saves");
        for (auto looks = random.bounded(40); looks > 0 && saysLast(folder, "saving"); --looks) { // to a random point of the save
        }
    }
    const qint64 killed = QDateTime::currentMSecsSinceEpoch();
    studio.kill(); // SIGKILL
    QVERIFY(studio.waitForFinished(patience));
    QCOMPARE(studio.exitStatus(), QProcess::CrashExit);

    const Story story = read(folder);
    checkFile(folder, story);
    checkRuns(projectIn(folder).toStdString());
    if (QTest::currentTestFailed())
        return;

    // The next start: unsaved edits are offered, at most half a minute old.
    Preferences preferences(folder + u"/preferences.json"_s);
    Studio next(preferences, placesIn(folder));
    MainWindow& window = next.openWindow();
    window.files().offerRecovery();
    awaitFiles(window);
    int kept = untitled ? 0 : editOf(loadProject(projectIn(folder).toStdString()).take());
    const bool offered = window.bars().shows(u"recoveryBar"_s);
    if (offered) {
        QTest::mouseClick(window.findChild<QPushButton*>(u"recoverWork"_s), Qt::LeftButton);
        awaitFiles(window);
        QVERIFY(!window.bars().shows(u"openFailedBar"_s));
        kept = std::max(kept, editOf(window.document().project()));
        QCOMPARE(window.document().path(), untitled ? QString() : projectIn(folder));
        ++m_tally.recovered;
    } else if (!untitled) {
        window.files().open(projectIn(folder));
        awaitFiles(window);
    }
    for (const auto& [edit, time] : story.edits)
        if (edit > kept) {
            m_tally.mostLost = std::max(m_tally.mostLost, killed - time);
            QVERIFY2(killed - time <= mayBeLost, qPrintable(u"edit %1 of %2 is lost"_s.arg(edit).arg(story.edits.back().first)));
            break;
        }
    if (untitled && !offered)
        return; // killed before its first copy

    // Its runs are listed; an interrupted one says so, and can be resumed.
    const fs::path projectFile = window.session().place().projectFile;
    const std::vector<RunEntry> runs = listRuns(projectFile);
    auto* tree = window.findChild<QTreeView*>(u"runsTree"_s);
    auto* model = qobject_cast<RunTableModel*>(tree->model());
    QVERIFY(model);
    const auto rowOf = [model](const std::filesystem::path& run) {
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->runsAt(row).front()->folder == run)
                return row;
        return -1;
    };
    const auto stateOf = [&](const std::filesystem::path& run) {
        return model->index(rowOf(run), RunTableModel::columnOf("state")).data().toString();
    };
    // A run that was killed before its record was written is listed too, at the end.
    const std::size_t rows = runs::RunStore(projectFile.parent_path() / "runs").list().size();
    QVERIFY(rows >= runs.size());
    QTRY_COMPARE_WITH_TIMEOUT(model->rowCount(), static_cast<int>(rows), patience);
    checkRuns(projectFile);
    for (const RunEntry& run : runs) {
        QVERIFY(!run.active);
        if (run.record.state != RunState::running)
            continue;
        ++m_tally.interrupted;
        QCOMPARE(stateOf(run.folder), u"Interrupted"_s);
        if (!CheckpointStore(run.folder / "checkpoints").newest())
            continue; // killed before its first weights were written
        tree->setCurrentIndex(model->index(rowOf(run.folder), 0));
        window.findChild<QAction*>(u"resumeRunAction"_s)->trigger();
        QCOMPARE(window.session().state(), TrainingState::preparing);
        QTRY_VERIFY2_WITH_TIMEOUT(window.session().snapshot().step > run.record.steps
                                      || window.session().state() == TrainingState::failed,
                                  run.folder.c_str(), patience);
        QVERIFY2(window.session().state() != TrainingState::failed,
                 window.session().snapshot().problem ? window.session().snapshot().problem->message.text().c_str() : "");
        window.session().stop();
        QTRY_VERIFY_WITH_TIMEOUT(window.session().isResting(), patience);
        QCOMPARE(readRunRecord(run.folder)->state, RunState::stopped);
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(run.folder), u"Stopped"_s, patience);
        ++m_tally.resumed;
        break;
    }
}

void TestKill::theNextStartGoesOn()
{
    qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_data.folder().string()));
    bool given = false;
    auto seed = static_cast<quint32>(qEnvironmentVariableIntValue("NETSMITH_RANDOM_SEED", &given));
    if (!given)
        seed = 1; // the same kills each time; other seeds give others
    const int kills = qEnvironmentVariableIsSet("NETSMITH_KILLS") ? qEnvironmentVariableIntValue("NETSMITH_KILLS") : 6;
    qInfo("NETSMITH_RANDOM_SEED=%u, %d kills", seed, kills);
    for (int i = 0; i < kills; ++i) {
        round(seed + static_cast<quint32>(i), static_cast<Victim>(i % 3));
        QVERIFY2(!QTest::currentTestFailed(), qPrintable(u"kill %1"_s.arg(i + 1)));
    }
    qInfo("%d kills, %d of them while saving: %d works recovered, edits of at most %.1f s lost, %d checkpoints read, %d runs shown "
          "as interrupted, %d resumed",
          kills, m_tally.whileSaving, m_tally.recovered, static_cast<double>(m_tally.mostLost) / 1000.0, m_tally.checkpoints,
          m_tally.interrupted, m_tally.resumed);
}

int main(int argc, char** argv)
{
    if (argc == 5 && QByteArray(argv[1]) == "--studio")
        return live(argc, argv);
    QApplication application(argc, argv);
    TestKill test;
    return QTest::qExec(&test, argc, argv);
}
#include "test_kill.moc"
