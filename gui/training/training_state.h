#pragma once

#include <initializer_list>

namespace netsmith::gui {

/// How training stands, as a person sees it.
enum class TrainingState {
    idle, ///< "Ready"
    preparing, ///< "Reading MNIST…", "Planning…"
    preFlight, ///< the card is shown; it may still be timing
    running,
    pausing, ///< to the next launch's end, or for one more step
    paused,
    stopping,
    stopped, ///< with a checkpoint to go on from
    finished,
    failed,
};

/// What kind of thing went wrong, and so what to advise.
enum class TrainingFailure { none, diverged, memory, device, disk, other };

/// What a person may do about it.
enum class TrainingAction {
    run, ///< a new run, or on from a pause
    step, ///< one batch, then paused
    train, ///< yes, what the card says
    change, ///< the settings that the card or the failed run is about
    cancel,
    pause,
    resume, ///< on from the newest checkpoint
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

/// The one place that knows in which state what may be done and where it leads, so that no two views can disagree.
class TrainingStateMachine {
public:
    TrainingState state() const { return m_state; }
    TrainingFailure failure() const { return m_state == TrainingState::failed ? m_failure : TrainingFailure::none; }
    /// A run has the device: it computes, or is paused and keeps all of the device's memory.
    bool isLive() const;
    /// Nothing is under way: what a person does next begins something.
    bool isResting() const;
    bool allows(TrainingAction action) const;

    /// What a person does; false and nothing changed where it is not allowed now.
    bool perform(TrainingAction action);

    // What the worker reports; false and nothing changed where it comes too late to matter.
    bool estimated(); ///< the memory is known: the card can be shown
    bool began();
    bool pauseReached();
    bool stopReached();
    bool finished();
    bool cancelled();
    /// `resumable`: there is a checkpoint to go on from.
    bool failed(TrainingFailure failure, bool resumable);

    /// A run that lies on the disk was chosen to go on with; cancelled, all is as it was.
    bool resumeOther();
    /// Another project was opened.
    void reset() { *this = {}; }

private:
    bool enter(TrainingState state);
    void prepare(bool onlyStep);

    TrainingState m_state = TrainingState::idle;
    TrainingFailure m_failure = TrainingFailure::none;
    bool m_resumable = false; ///< in `failed`
    bool m_onlyStep = false; ///< what is being prepared pauses after its first step
    TrainingState m_resting = TrainingState::idle; ///< where cancelling leads back to
};

} // namespace netsmith::gui
