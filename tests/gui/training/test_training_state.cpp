#include "gui/training/training_state.h"
#include "tests/test_program.h"

#include <QtTest>

#include <functional>
#include <map>
#include <set>

namespace test_training_state {

using namespace netsmith::gui;
using State = TrainingState;
using Action = TrainingAction;

namespace {

using Way = std::function<void(TrainingStateMachine&)>;

/// A path into each state, by reports of the worker and actions of the user.
const std::map<State, Way>& ways()
{
    static const std::map<State, Way> ways = [] {
        std::map<State, Way> w;
        w[State::idle] = [](auto&) {};
        w[State::preparing] = [](auto& m) { m.perform(Action::run); };
        w[State::preFlight] = [w](auto& m) { w.at(State::preparing)(m), m.estimated(); };
        w[State::running] = [w](auto& m) { w.at(State::preparing)(m), m.began(); };
        w[State::pausing] = [w](auto& m) { w.at(State::running)(m), m.perform(Action::pause); };
        w[State::paused] = [w](auto& m) { w.at(State::pausing)(m), m.pauseReached(); };
        w[State::stopping] = [w](auto& m) { w.at(State::running)(m), m.perform(Action::stop); };
        w[State::stopped] = [w](auto& m) { w.at(State::stopping)(m), m.stopReached(); };
        w[State::finished] = [w](auto& m) { w.at(State::running)(m), m.finished(); };
        w[State::failed] = [w](auto& m) { w.at(State::running)(m), m.failed(TrainingFailure::diverged, true); };
        return w;
    }();
    return ways;
}

TrainingStateMachine at(State state)
{
    TrainingStateMachine machine;
    ways().at(state)(machine);
    return machine;
}

/// The allowed actions of each state, and their next states; other actions are not allowed.
const std::map<State, std::map<Action, State>> table{
    {State::idle, {{Action::run, State::preparing}, {Action::step, State::preparing}}},
    {State::preparing, {{Action::cancel, State::idle}}},
    {State::preFlight, {{Action::train, State::preparing}, {Action::change, State::preparing}, {Action::cancel, State::idle}}},
    {State::running, {{Action::pause, State::pausing}, {Action::stop, State::stopping}}},
    {State::pausing, {{Action::run, State::running}, {Action::step, State::pausing}, {Action::stop, State::stopping}}},
    {State::paused, {{Action::run, State::running}, {Action::step, State::pausing}, {Action::stop, State::stopping}}},
    {State::stopping, {}},
    {State::stopped, {{Action::resume, State::preparing}, {Action::runAnew, State::preparing}}},
    {State::finished, {{Action::runAnew, State::preparing}, {Action::trainLonger, State::preparing}}},
    {State::failed, {{Action::resume, State::preparing}, {Action::runAnew, State::preparing}, {Action::change, State::failed}}},
};

enum class Report { estimated, began, pauseReached, stopReached, finished, cancelled, failed };
constexpr std::initializer_list<Report> allReports{Report::estimated, Report::began,     Report::pauseReached, Report::stopReached,
                                                   Report::finished,  Report::cancelled, Report::failed};

bool tell(TrainingStateMachine& machine, Report report)
{
    switch (report) {
    case Report::estimated: return machine.estimated();
    case Report::began: return machine.began();
    case Report::pauseReached: return machine.pauseReached();
    case Report::stopReached: return machine.stopReached();
    case Report::finished: return machine.finished();
    case Report::cancelled: return machine.cancelled();
    case Report::failed: return machine.failed(TrainingFailure::disk, false);
    }
    return false;
}

/// The next state for each report; other reports come too late and change nothing.
const std::map<State, std::map<Report, State>> reports{
    {State::idle, {}},
    {State::preparing,
     {{Report::estimated, State::preFlight},
      {Report::began, State::running},
      {Report::cancelled, State::idle},
      {Report::failed, State::failed}}},
    {State::preFlight, {{Report::cancelled, State::idle}, {Report::failed, State::failed}}},
    {State::running, {{Report::finished, State::finished}, {Report::failed, State::failed}}},
    {State::pausing, {{Report::pauseReached, State::paused}, {Report::finished, State::finished}, {Report::failed, State::failed}}},
    {State::paused, {{Report::finished, State::finished}, {Report::failed, State::failed}}},
    {State::stopping,
     {{Report::stopReached, State::stopped}, {Report::finished, State::finished}, {Report::failed, State::failed}}},
    {State::stopped, {}},
    {State::finished, {}},
    {State::failed, {}},
};

} // namespace

class TestTrainingState : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsEveryState()
    {
        for (const State state : allTrainingStates) {
            QCOMPARE(at(state).state(), state);
            QVERIFY(table.contains(state) && reports.contains(state));
        }
    }

    void allowsWhatTheTableSays()
    {
        for (const State state : allTrainingStates)
            for (const Action action : allTrainingActions) {
                TrainingStateMachine machine = at(state);
                const auto& row = table.at(state);
                QCOMPARE(machine.allows(action), row.contains(action));
                QCOMPARE(machine.perform(action), row.contains(action));
                QCOMPARE(machine.state(), row.contains(action) ? row.at(action) : state);
            }
    }

    void takesReportsThatMatter()
    {
        for (const State state : allTrainingStates)
            for (const Report report : allReports) {
                TrainingStateMachine machine = at(state);
                const auto& row = reports.at(state);
                QCOMPARE(tell(machine, report), row.contains(report));
                QCOMPARE(machine.state(), row.contains(report) ? row.at(report) : state);
            }
    }

    void isLiveOrRestsOrPrepares()
    {
        const std::set<State> live{State::running, State::pausing, State::paused, State::stopping};
        const std::set<State> resting{State::idle, State::stopped, State::finished, State::failed};
        for (const State state : allTrainingStates) {
            QCOMPARE(at(state).isLive(), live.contains(state));
            QCOMPARE(at(state).isResting(), resting.contains(state));
        }
    }

    void pausesAfterTheStepItBeganWith()
    {
        TrainingStateMachine machine;
        QVERIFY(machine.perform(Action::step));
        QVERIFY(machine.began());
        QCOMPARE(machine.state(), State::pausing);
        QVERIFY(machine.pauseReached());
        QVERIFY(machine.perform(Action::step));
        QCOMPARE(machine.state(), State::pausing);
    }

    void leadsBackWhenCancelled()
    {
        for (const State state : {State::stopped, State::finished, State::failed}) {
            for (const bool byWorker : {false, true}) {
                TrainingStateMachine machine = at(state);
                QVERIFY(machine.perform(Action::runAnew));
                QVERIFY(machine.estimated());
                QVERIFY(machine.perform(Action::train));
                QCOMPARE(byWorker ? machine.cancelled() : machine.perform(Action::cancel), true);
                QCOMPARE(machine.state(), state);
            }
        }
        TrainingStateMachine machine = at(State::failed);
        machine.perform(Action::resume);
        QCOMPARE(machine.failure(), TrainingFailure::none); // a run in preparation has not failed
        machine.perform(Action::cancel);
        QCOMPARE(machine.failure(), TrainingFailure::diverged);
        QVERIFY(machine.allows(Action::resume));
    }

    void resumesAFailedRunOnlyFromACheckpoint()
    {
        TrainingStateMachine machine;
        machine.perform(Action::run);
        machine.failed(TrainingFailure::other, false);
        QVERIFY(!machine.allows(Action::resume));
        QVERIFY(!machine.perform(Action::resume));
        QVERIFY(machine.perform(Action::runAnew));
        machine.began();
        machine.failed(TrainingFailure::memory, true);
        QVERIFY(machine.allows(Action::resume));
    }

    void goesOnWithAnotherRunOnlyWhileItRests()
    {
        for (const State state : allTrainingStates) {
            TrainingStateMachine machine = at(state);
            const bool resting = machine.isResting();
            QCOMPARE(machine.resumeOther(), resting);
            QCOMPARE(machine.state(), resting ? State::preparing : state);
            if (resting) {
                machine.perform(Action::cancel);
                QCOMPARE(machine.state(), state); // this window may have no run to resume
            }
        }
    }
};

NETSMITH_WINDOW_TEST(TestTrainingState)

} // namespace test_training_state

#include "test_training_state.moc"
