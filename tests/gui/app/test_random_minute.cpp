#include "tests/gui/app/studio_fixture.h"

#include "engine/store/run_folder.h"
#include "gui/canvas/canvas.h"
#include "gui/training/preflight_outcome.h"
#include "tests/gui/training/small_training.h"
#include "tests/test_program.h"

#include <QLineEdit>
#include <QRandomGenerator>
#include <QTreeView>
#include <QtTest>

#include <map>

namespace test_random_minute {

using namespace netsmith;
using namespace netsmith::gui;
using namespace netsmith::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 60000; // milliseconds until a command counts as lost
constexpr int defaultActions = 150;

/// The possible transitions of each state, by a user's action or a report of the worker. Snapshots may skip states between two of
/// them.
const std::map<TrainingState, std::set<TrainingState>>& ways()
{
    static const std::map<TrainingState, std::set<TrainingState>> ways{
        {TrainingState::idle, {TrainingState::preparing}},
        {TrainingState::preparing, // again if the project was edited during preparation
         {TrainingState::preparing, TrainingState::preFlight, TrainingState::running, TrainingState::pausing, TrainingState::paused,
          TrainingState::idle, TrainingState::stopped, TrainingState::finished, TrainingState::failed}},
        {TrainingState::preFlight,
         {TrainingState::preparing, TrainingState::idle, TrainingState::stopped, TrainingState::finished, TrainingState::failed}},
        {TrainingState::running, {TrainingState::pausing, TrainingState::stopping, TrainingState::finished, TrainingState::failed}},
        {TrainingState::pausing,
         {TrainingState::paused, TrainingState::running, TrainingState::stopping, TrainingState::finished, TrainingState::failed}},
        {TrainingState::paused, {TrainingState::pausing, TrainingState::running, TrainingState::stopping}},
        {TrainingState::stopping, {TrainingState::stopped, TrainingState::finished, TrainingState::failed}},
        {TrainingState::stopped, {TrainingState::preparing, TrainingState::idle}},
        {TrainingState::finished, {TrainingState::preparing, TrainingState::idle}},
        {TrainingState::failed, {TrainingState::preparing, TrainingState::idle}},
    };
    return ways;
}

const char* nameOf(TrainingState state)
{
    static const char* const names[] = {"idle",   "preparing", "preFlight", "running",  "pausing",
                                        "paused", "stopping",  "stopped",   "finished", "failed"};
    return names[static_cast<int>(state)];
}

} // namespace

/// Whatever is done in whatever order, the window responds, no command is lost and no file is damaged.
class TestRandomMinute : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void anythingInAnyOrder();

private:
    struct Deed {
        const char* name;
        int weight;
        void (TestRandomMinute::*act)();
    };

    MainWindow& window() { return m_studio->window(); }
    TrainingSession& session() { return window().session(); }
    int random(int below) { return static_cast<int>(m_random.bounded(below)); }
    bool chance(int percent) { return random(100) < percent; }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&window(), key, modifiers); }
    void openProject();
    void watch();
    void check();
    void settle();
    void linger();
    void type(const char* dock, const char* field, const QString& text);

    void run();
    void pause();
    void step();
    void stop();
    void runAnew();
    void trainLonger();
    void pauseAndGoOn();
    void hurry();
    void startAtOnce();
    void editSetting();
    void editNetwork();
    void undo();
    void redo();
    void save();
    void predict();
    void resumeFromList();
    void close();

    SmallTraining m_files;
    std::unique_ptr<StudioFixture> m_studio;
    QString m_path;
    QRandomGenerator m_random;
    std::vector<TrainingState> m_seen;
    std::uint64_t m_lastAnswer = 0;
    QString m_wrong;
    std::map<std::string, int> m_done;
};

void TestRandomMinute::initTestCase()
{
    qputenv("NETSMITH_DATA_DIR", QByteArray::fromStdString(m_files.folder().string()));
}

void TestRandomMinute::openProject()
{
    window().files().open(m_path);
    awaitFiles(window());
    QCOMPARE(window().document().path(), m_path);
    session().setStepsPerLaunch(chance(50) ? 1 : 0);
    watch();
}

/// Follows every state of this window's session from now on.
void TestRandomMinute::watch()
{
    m_seen = {session().state()};
    m_lastAnswer = 0;
    connect(&session(), &TrainingSession::stateChanged, this, [this](TrainingState state) {
        if (!ways().at(m_seen.back()).contains(state))
            m_wrong = QString::asprintf("%s led to %s", nameOf(m_seen.back()), nameOf(state));
        if (state == TrainingState::failed && session().snapshot().problem)
            m_wrong = u"failed: "_s + QString::fromStdString(session().snapshot().problem->message.text());
        m_seen.push_back(state);
    });
    connect(&session(), &TrainingSession::answered, this,
            [this](const PredictionAnswer& answer) { m_lastAnswer = std::max(m_lastAnswer, answer.id); });
}

/// Conditions that hold after every action.
void TestRandomMinute::check()
{
    QVERIFY2(m_wrong.isEmpty(), qPrintable(m_wrong));
    QCOMPARE(nameOf(session().state()), nameOf(m_seen.back())); // no state change was missed
    bool answers = false;
    QTimer::singleShot(0, this, [&answers] { answers = true; });
    QTRY_VERIFY_WITH_TIMEOUT(answers, patience);
    const std::string text = toJson(window().document().project());
    const Expected<Project> again = projectFromJson(text);
    QVERIFY(again.hasValue());
    QCOMPARE(toJson(*again), text);
    QCOMPARE(window().runActions().pauseAction()->isEnabled(), session().allows(TrainingAction::pause));
    QCOMPARE(session().preflight() != nullptr && session().state() == TrainingState::preFlight,
             session().state() == TrainingState::preFlight);
}

/// Waits until everything under way has ended.
void TestRandomMinute::settle()
{
    const auto transient = [this] {
        const TrainingState state = session().state();
        return state == TrainingState::preparing || state == TrainingState::pausing || state == TrainingState::stopping;
    };
    QTRY_VERIFY2_WITH_TIMEOUT(!transient() || !m_wrong.isEmpty(), nameOf(session().state()), patience);
    QVERIFY2(m_wrong.isEmpty(), qPrintable(m_wrong));
    if (session().state() == TrainingState::running) {
        const std::int64_t step = session().snapshot().step;
        QTRY_VERIFY_WITH_TIMEOUT(session().state() != TrainingState::running || session().snapshot().step > step, patience);
    }
}

/// Waits for a random time, so that the next action meets the worker at another moment.
void TestRandomMinute::linger()
{
    if (chance(60))
        QTest::qWait(random(60));
}

void TestRandomMinute::run()
{
    const TrainingState before = session().state();
    const bool sound = window().document().analysis().errorCount() == 0;
    key(Qt::Key_F5);
    switch (before) {
    case TrainingState::pausing:
    case TrainingState::paused: QCOMPARE(session().state(), TrainingState::running); break;
    case TrainingState::stopped:
    case TrainingState::preFlight: QCOMPARE(session().state(), TrainingState::preparing); break;
    case TrainingState::idle:
    case TrainingState::finished: QCOMPARE(session().state(), sound ? TrainingState::preparing : before); break;
    default: QCOMPARE(session().state(), before);
    }
    if (before == TrainingState::idle && sound && chance(70)) {
        QTRY_VERIFY_WITH_TIMEOUT(session().state() == TrainingState::preFlight || !m_wrong.isEmpty(), patience);
        if (chance(30)) { // until its estimate is complete
            QTRY_VERIFY_WITH_TIMEOUT((session().preflight() && session().preflight()->complete) || !m_wrong.isEmpty(), patience);
        }
    }
}

void TestRandomMinute::pause()
{
    const TrainingState before = session().state();
    key(Qt::Key_F6);
    if (before == TrainingState::running)
        QVERIFY(session().state() == TrainingState::pausing);
    if (session().state() == TrainingState::pausing && chance(60)) {
        QTRY_VERIFY_WITH_TIMEOUT(session().state() == TrainingState::paused || session().state() == TrainingState::finished,
                                 patience);
    }
}

void TestRandomMinute::step()
{
    const TrainingState before = session().state();
    const std::int64_t at = session().snapshot().step;
    key(Qt::Key_F10);
    if (before != TrainingState::paused)
        return;
    QCOMPARE(session().state(), TrainingState::pausing);
    if (chance(70)) {
        QTRY_VERIFY_WITH_TIMEOUT(session().state() != TrainingState::pausing, patience);
        QCOMPARE(session().snapshot().step, at + 1);
    }
}

void TestRandomMinute::stop()
{
    const TrainingState before = session().state();
    key(Qt::Key_F5, Qt::ShiftModifier);
    if (before == TrainingState::preparing || before == TrainingState::preFlight)
        QVERIFY(session().isResting());
    if (session().isLive()) {
        QCOMPARE(session().state(), TrainingState::stopping);
        if (chance(70)) {
            QTRY_VERIFY_WITH_TIMEOUT(session().isResting(), patience);
        }
    }
}

void TestRandomMinute::runAnew()
{
    window().runActions().runAnewAction()->trigger();
}

void TestRandomMinute::trainLonger()
{
    window().runActions().trainLongerAction()->trigger();
}

/// Commands faster than the worker can follow: the last one counts.
void TestRandomMinute::pauseAndGoOn()
{
    if (session().state() != TrainingState::running && session().state() != TrainingState::paused)
        return;
    for (int i = random(6); i >= 0; --i) {
        key(Qt::Key_F6);
        if (chance(30))
            QCoreApplication::processEvents();
        if (chance(20))
            key(Qt::Key_F10);
        key(Qt::Key_F5);
    }
    if (session().state() != TrainingState::running)
        return;
    if (chance(50)) {
        key(Qt::Key_F6);
        QTRY_VERIFY_WITH_TIMEOUT(session().state() == TrainingState::paused || session().state() == TrainingState::finished,
                                 patience);
    }
}

/// One key after the other, without a pause.
void TestRandomMinute::hurry()
{
    for (int i = random(8); i >= 0; --i)
        switch (random(5)) {
        case 0: key(Qt::Key_F5); break;
        case 1: key(Qt::Key_F5, Qt::ShiftModifier); break;
        case 2: key(Qt::Key_F6); break;
        case 3: key(Qt::Key_F10); break;
        case 4: QCoreApplication::processEvents(); break;
        }
}

void TestRandomMinute::startAtOnce()
{
    session().startAtOnce();
}

void TestRandomMinute::type(const char* dock, const char* field, const QString& text)
{
    window().raisePanel(dock);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the fields of the previous project
    auto* edit = m_studio->child<QLineEdit>(field);
    QVERIFY(edit);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, text);
    if (chance(70))
        QTest::keyClick(edit, Qt::Key_Return); // else it is committed when needed
}

void TestRandomMinute::editSetting()
{
    switch (random(3)) {
    case 0: type("trainingSettingsDock", "epochsField", QString::number(chance(50) ? 2 + random(4) : 1000)); break;
    case 1: type("trainingSettingsDock", "batchField", QString::number(1 + random(16))); break;
    case 2: type("trainingSettingsDock", "seedField", QString::number(random(1000))); break;
    }
}

void TestRandomMinute::editNetwork()
{
    Canvas& canvas = window().canvas();
    const auto& nodes = window().document().graph().nodes;
    if (nodes.empty())
        return;
    window().document().selection().select(nodes[static_cast<std::size_t>(random(static_cast<int>(nodes.size())))].id);
    canvas.setFocus();
    switch (random(5)) {
    case 0: QTest::keyClick(&canvas, Qt::Key_D, Qt::ControlModifier); break;
    case 1: QTest::keyClick(&canvas, Qt::Key_Delete); break;
    case 2: QTest::keyClick(&canvas, Qt::Key_Right); break;
    case 3: QTest::keyClick(&canvas, Qt::Key_L, Qt::ControlModifier); break;
    case 4:
        QTest::keyClick(&canvas, Qt::Key_C, Qt::ControlModifier);
        QTest::keyClick(&canvas, Qt::Key_V, Qt::ControlModifier);
        break;
    }
    if (chance(80)) // mostly the network stays trainable
        while (window().document().analysis().errorCount() > 0 && window().document().undoStack().canUndo())
            key(Qt::Key_Z, Qt::ControlModifier);
}

void TestRandomMinute::undo()
{
    window().canvas().setFocus();
    for (int i = random(4); i >= 0; --i)
        key(Qt::Key_Z, Qt::ControlModifier);
}

void TestRandomMinute::redo()
{
    window().canvas().setFocus();
    for (int i = random(4); i >= 0; --i)
        key(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
}

void TestRandomMinute::save()
{
    key(Qt::Key_S, Qt::ControlModifier);
    awaitFiles(window());
    QVERIFY(!window().document().isModified());
    const Expected<Project> written = loadProject(m_path.toStdString());
    QVERIFY(written.hasValue());
    QCOMPARE(toJson(*written), toJson(window().document().project()));
}

void TestRandomMinute::predict()
{
    if (!session().canPredict())
        return;
    const std::uint64_t asked = session().predict(oneDigit());
    if (chance(60)) {
        QTRY_VERIFY_WITH_TIMEOUT(m_lastAnswer >= asked, patience);
    }
}

void TestRandomMinute::resumeFromList()
{
    if (!session().isResting())
        return;
    window().raisePanel("runsDock");
    auto* tree = m_studio->child<QTreeView>("runsTree");
    if (tree->model()->rowCount() == 0)
        return;
    tree->setCurrentIndex(tree->model()->index(random(tree->model()->rowCount()), 0));
    m_studio->child<QAction>("resumeRunAction")->trigger();
}

/// Closes the window in any state, and opens the project again.
void TestRandomMinute::close()
{
    QSignalSpy ended(&m_studio->studio(), &Studio::ended);
    window().close();
    const auto answer = [this](const char* button) {
        for (QPushButton* found : window().findChildren<QPushButton*>(QString::fromLatin1(button)))
            if (found->isVisible()) {
                QTest::mouseClick(found, Qt::LeftButton);
                return true;
            }
        return false;
    };
    if (chance(15)) {
        answer("unsavedCancel");
        if (answer("goOnTrainingButton") || ended.isEmpty())
            for (int i = 0; i < 3; ++i)
                QCoreApplication::processEvents();
        if (!ended.isEmpty() || !window().isEnabled()) {
            QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, patience);
        } else {
            return;
        }
    } else {
        const char* unsaved = chance(50) ? "unsavedSave" : "unsavedDiscard";
        const char* training = chance(70) ? "closeKeepingButton" : "closeDroppingButton";
        const auto isClosed = [&] {
            if (ended.isEmpty() && !answer(unsaved))
                answer(training);
            return !ended.isEmpty();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isClosed(), patience);
        QCOMPARE(ended.size(), 1);
    }
    QVERIFY2(m_wrong.isEmpty(), qPrintable(m_wrong));
    m_studio->restart();
    for (const RunEntry& run : listRuns(m_path.toStdString()))
        QVERIFY2(!run.active && run.record.state != RunState::running, run.folder.c_str()); // every run was ended properly
    openProject();
}

void TestRandomMinute::anythingInAnyOrder()
{
    bool given = false;
    auto seed = static_cast<quint32>(qEnvironmentVariableIntValue("NETSMITH_RANDOM_SEED", &given));
    if (!given)
        seed = 1; // the same actions each time; other seeds give others
    const int seconds = qEnvironmentVariableIntValue("NETSMITH_RANDOM_SECONDS");
    m_random.seed(seed);
    qInfo("NETSMITH_RANDOM_SEED=%u", seed);

    m_studio = std::make_unique<StudioFixture>();
    m_path = QString::fromStdString(m_files.place().projectFile.string());
    QVERIFY(saveProject(smallProject(200), m_path.toStdString()).hasValue());
    openProject();

    constexpr Deed deeds[] = {
        {"run", 20, &TestRandomMinute::run},
        {"pause", 14, &TestRandomMinute::pause},
        {"step", 10, &TestRandomMinute::step},
        {"stop", 8, &TestRandomMinute::stop},
        {"run anew", 3, &TestRandomMinute::runAnew},
        {"train longer", 3, &TestRandomMinute::trainLonger},
        {"pause and go on", 8, &TestRandomMinute::pauseAndGoOn},
        {"hurry", 8, &TestRandomMinute::hurry},
        {"start at once", 6, &TestRandomMinute::startAtOnce},
        {"edit a setting", 6, &TestRandomMinute::editSetting},
        {"edit the network", 8, &TestRandomMinute::editNetwork},
        {"undo", 5, &TestRandomMinute::undo},
        {"redo", 3, &TestRandomMinute::redo},
        {"save", 4, &TestRandomMinute::save},
        {"predict", 12, &TestRandomMinute::predict},
        {"resume from the list", 4, &TestRandomMinute::resumeFromList},
        {"close", 3, &TestRandomMinute::close},
    };
    int sum = 0;
    for (const Deed& deed : deeds)
        sum += deed.weight;
    QElapsedTimer clock;
    clock.start();
    for (int i = 0; seconds > 0 ? clock.elapsed() < seconds * 1000 : i < defaultActions; ++i) {
        int ticket = random(sum);
        const Deed* deed = deeds;
        while (ticket >= deed->weight)
            ticket -= (deed++)->weight;
        ++m_done[deed->name];
        (this->*deed->act)();
        const auto told = [&] {
            return QString::asprintf("action %d, %s, in the state %s", i, deed->name, nameOf(session().state()));
        };
        QVERIFY2(!QTest::currentTestFailed(), qPrintable(told()));
        linger();
        check();
        if (chance(25))
            settle();
        QVERIFY2(!QTest::currentTestFailed(), qPrintable(told()));
    }

    settle();
    if (!session().isResting()) {
        key(Qt::Key_F5, Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(session().isResting(), patience);
    }
    // The list shows the runs on the disk. It may lag behind: a run may come or go between two reads of the disk.
    auto* tree = m_studio->child<QTreeView>("runsTree");
    const auto showsAll = [&] { return tree->model()->rowCount() == static_cast<int>(listRuns(m_path.toStdString()).size()); };
    QVERIFY(QTest::qWaitFor(showsAll, patience));
    close();
    m_studio.reset();
    QString summary;
    for (const auto& [name, count] : m_done)
        summary += u" %1 %2,"_s.arg(count).arg(QString::fromStdString(name));
    qInfo("%s", qPrintable(summary.chopped(1).trimmed()));
}

NETSMITH_WINDOW_TEST(TestRandomMinute)

} // namespace test_random_minute

#include "test_random_minute.moc"
