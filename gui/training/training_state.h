#pragma once

#include <initializer_list>

namespace netsmith::gui {

/// The state of training as the user sees it.
enum class TrainingState {
    idle, ///< "Ready"
    preparing, ///< "Reading MNIST…", "Planning…"
    preFlight, ///< the card is shown; it may still be timing
    running,
    pausing, ///< until the current launch ends, or for one more step
    paused,
    stopping,
    stopped, ///< with a checkpoint to resume from
    finished,
    failed,
};

/// The kind of failure, which determines the advice.
enum class TrainingFailure { none, diverged, memory, device, disk, other };

/// What the user can do.
enum class TrainingAction {
    run, ///< a new run, or continue after a pause
    step, ///< one batch, then paused
    train, ///< confirms the card
    change, ///< the settings that the card or the failed run is about
    cancel,
    pause,
    resume, ///< from the newest checkpoint
    stop,
    runAnew,
    trainLonger,
};

inline constexpr std::initializer_list<TrainingState> allTrainingStates{
    TrainingState::idle,   TrainingState::preparing, TrainingState::preFlight, TrainingState::running,  TrainingState::pausing,
    TrainingState::paused, TrainingState::stopping,  TrainingState::stopped,   TrainingState::finished, TrainingState::failed};
inline constexpr std::initializer_list<TrainingAction> allTrainingActions{
    TrainingAction::run,   TrainingAction::step,   TrainingAction::train, TrainingAction::change,  TrainingAction::cancel,
    TrainingAction::pause, TrainingAction::resume, TrainingAction::stop,  TrainingAction::runAnew, TrainingAction::trainLonger};

/// The only place that defines which actions each state allows and where they lead, so that views can't disagree.
class TrainingStateMachine {
public:
    TrainingState state() const { return m_state; }
    TrainingFailure failure() const { return m_state == TrainingState::failed ? m_failure : TrainingFailure::none; }
    /// A run has the device: it computes, or is paused and keeps all of the device's memory.
    bool isLive() const;
    /// Nothing is running: the user's next action starts something.
    bool isResting() const;
    bool allows(TrainingAction action) const;

    /// The user's action; returns false and changes nothing if it is not allowed now.
    bool perform(TrainingAction action);

    // The worker's reports; return false and change nothing if they come too late to matter.
    bool estimated(); ///< the memory is known: the card can be shown
    bool began();
    bool pauseReached();
    bool stopReached();
    bool finished();
    bool cancelled();
    /// `resumable`: there is a checkpoint to resume from.
    bool failed(TrainingFailure failure, bool resumable);

    /// Another saved run was chosen to be resumed; cancelling restores the previous state.
    bool resumeOther();
    /// Another project was opened.
    void reset() { *this = {}; }

private:
    bool enter(TrainingState state);
    void prepare(bool onlyStep);

    TrainingState m_state = TrainingState::idle;
    TrainingFailure m_failure = TrainingFailure::none;
    bool m_resumable = false; ///< in `failed`
    bool m_onlyStep = false; ///< the run being prepared pauses after its first step
    TrainingState m_resting = TrainingState::idle; ///< the state to return to after cancelling
};

} // namespace netsmith::gui
