#include "gui/training/training_state.h"

#include <algorithm>

namespace netsmith::gui {

using State = TrainingState;
using Action = TrainingAction;

bool TrainingStateMachine::isLive() const
{
    return m_state == State::running || m_state == State::pausing || m_state == State::paused || m_state == State::stopping;
}

bool TrainingStateMachine::isResting() const
{
    return m_state == State::idle || m_state == State::stopped || m_state == State::finished || m_state == State::failed;
}

bool TrainingStateMachine::allows(TrainingAction action) const
{
    const auto oneOf = [action](std::initializer_list<Action> actions) {
        return std::ranges::find(actions, action) != actions.end();
    };
    switch (m_state) {
    case State::idle: return oneOf({Action::run, Action::step});
    case State::preparing: return oneOf({Action::cancel});
    case State::preFlight: return oneOf({Action::train, Action::change, Action::cancel});
    case State::running: return oneOf({Action::pause, Action::stop});
    case State::pausing:
    case State::paused: return oneOf({Action::run, Action::step, Action::stop});
    case State::stopping: return false;
    case State::stopped: return oneOf({Action::resume, Action::runAnew});
    case State::finished: return oneOf({Action::runAnew, Action::trainLonger});
    case State::failed: return oneOf({Action::change, Action::runAnew}) || (m_resumable && action == Action::resume);
    }
    return false;
}

bool TrainingStateMachine::perform(TrainingAction action)
{
    if (!allows(action))
        return false;
    switch (action) {
    case Action::run: return isLive() ? enter(State::running) : (prepare(false), true);
    case Action::step: return isLive() ? enter(State::pausing) : (prepare(true), true);
    case Action::train: m_state = State::preparing; return true;
    case Action::change: // a failed run stays visible while its settings are changed
        if (m_state == State::preFlight)
            m_state = State::preparing;
        return true;
    case Action::cancel: return enter(m_resting);
    case Action::pause: return enter(State::pausing);
    case Action::stop: return enter(State::stopping);
    case Action::resume:
    case Action::runAnew:
    case Action::trainLonger: prepare(false); return true;
    }
    return false;
}

void TrainingStateMachine::prepare(bool onlyStep)
{
    m_resting = m_state;
    m_onlyStep = onlyStep;
    m_state = State::preparing;
}

bool TrainingStateMachine::enter(TrainingState state)
{
    m_state = state;
    return true;
}

bool TrainingStateMachine::estimated()
{
    return m_state == State::preparing && enter(State::preFlight);
}

bool TrainingStateMachine::began()
{
    return m_state == State::preparing && enter(m_onlyStep ? State::pausing : State::running);
}

bool TrainingStateMachine::pauseReached()
{
    return m_state == State::pausing && enter(State::paused);
}

bool TrainingStateMachine::stopReached()
{
    return m_state == State::stopping && enter(State::stopped);
}

bool TrainingStateMachine::finished()
{
    return isLive() && enter(State::finished);
}

bool TrainingStateMachine::cancelled()
{
    return (m_state == State::preparing || m_state == State::preFlight) && enter(m_resting);
}

bool TrainingStateMachine::failed(TrainingFailure failure, bool resumable)
{
    if (isResting())
        return false;
    m_failure = failure;
    m_resumable = resumable;
    return enter(State::failed);
}

bool TrainingStateMachine::resumeOther()
{
    if (!isResting())
        return false;
    prepare(false);
    return true;
}

} // namespace netsmith::gui
