#include "gui/progress/run_actions.h"

#include "gui/widgets/icon.h"

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

QAction* makeAction(QObject* parent, const QString& name, const QString& picture, Token color, const QKeySequence& keys = {})
{
    auto* action = new QAction(parent);
    action->setObjectName(name);
    if (!picture.isEmpty())
        action->setIcon(icon(picture, color));
    action->setShortcut(keys);
    return action;
}

void setWords(QAction* action, const QString& text, const QString& explanation)
{
    action->setText(text);
    action->setStatusTip(explanation);
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(keys.isEmpty() ? explanation : RunActions::tr("%1 (%2)").arg(explanation, keys));
}

} // namespace

RunActions::RunActions(TrainingSession& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_run(makeAction(this, u"runAction"_s, u"run"_s, Token::accent, Qt::Key_F5))
    , m_pause(makeAction(this, u"pauseAction"_s, u"pause"_s, Token::text, Qt::Key_F6))
    , m_step(makeAction(this, u"stepAction"_s, u"step"_s, Token::text, Qt::Key_F10))
    , m_stop(makeAction(this, u"stopAction"_s, u"stop"_s, Token::text, Qt::SHIFT | Qt::Key_F5))
    , m_runAnew(makeAction(this, u"runAnewAction"_s, {}, Token::text))
    , m_trainLonger(makeAction(this, u"trainLongerAction"_s, {}, Token::text))
{
    connect(m_run, &QAction::triggered, this, &RunActions::run);
    connect(m_pause, &QAction::triggered, &session, &TrainingSession::pause);
    connect(m_step, &QAction::triggered, &session, &TrainingSession::step);
    connect(m_stop, &QAction::triggered, this, &RunActions::stop);
    connect(m_runAnew, &QAction::triggered, &session, &TrainingSession::runAnew);
    connect(m_trainLonger, &QAction::triggered, this, [this] { m_session.trainLonger(m_session.run()->project->training.epochs); });
    connect(&session, &TrainingSession::stateChanged, this, &RunActions::follow);
    connect(&session, &TrainingSession::runChanged, this, &RunActions::follow);
    follow();
}

TrainingAction RunActions::leadsOn() const
{
    switch (m_session.state()) {
    case TrainingState::preFlight: return TrainingAction::train;
    case TrainingState::stopped: return TrainingAction::resume;
    case TrainingState::finished:
    case TrainingState::failed: return TrainingAction::runAnew;
    default: return TrainingAction::run;
    }
}

void RunActions::run()
{
    switch (leadsOn()) {
    case TrainingAction::train: return m_session.train();
    case TrainingAction::resume: return m_session.resume();
    case TrainingAction::runAnew: return m_session.runAnew();
    default: return m_session.isLive() ? m_session.goOn() : m_session.start();
    }
}

void RunActions::stop()
{
    if (m_session.allows(TrainingAction::cancel))
        m_session.cancel();
    else
        m_session.stop();
}

void RunActions::setAvailable(bool available)
{
    m_available = available;
    follow();
}

void RunActions::follow()
{
    const auto allows = [this](TrainingAction action) { return m_available && m_session.allows(action); };
    m_run->setEnabled(allows(leadsOn()));
    m_pause->setEnabled(allows(TrainingAction::pause));
    m_step->setEnabled(allows(TrainingAction::step));
    m_stop->setEnabled(allows(TrainingAction::stop) || allows(TrainingAction::cancel));
    m_runAnew->setEnabled(allows(TrainingAction::runAnew));
    m_trainLonger->setEnabled(allows(TrainingAction::trainLonger) && m_session.run());
    retranslate();
}

void RunActions::retranslate()
{
    switch (leadsOn()) {
    case TrainingAction::train: setWords(m_run, tr("Train"), tr("Start training as shown on the card")); break;
    case TrainingAction::resume: setWords(m_run, tr("Resume"), tr("Continue from the checkpoint")); break;
    case TrainingAction::runAnew: setWords(m_run, tr("Run again"), tr("Train from the beginning, in a new run")); break;
    default:
        if (m_session.isLive())
            setWords(m_run, tr("Resume"), tr("Continue training"));
        else
            setWords(m_run, tr("Run"), tr("Train the network"));
    }
    setWords(m_pause, tr("Pause"), tr("Pause after the current batches; you can try the network in the meantime"));
    setWords(m_step, tr("Step"), tr("Train one batch, then pause"));
    if (m_session.allows(TrainingAction::cancel))
        setWords(m_stop, tr("Cancel"), tr("Don't start a run"));
    else
        setWords(m_stop, tr("Stop"), tr("Stop and keep a checkpoint to resume from"));
    setWords(m_runAnew, tr("Run again"), tr("Train from the beginning, in a new run"));
    const auto epochs = m_session.run() ? static_cast<int>(m_session.run()->project->training.epochs) : 0;
    if (epochs > 0)
        setWords(m_trainLonger, tr("Train %n more epoch(s)", nullptr, epochs), tr("Continue the finished run"));
    else
        setWords(m_trainLonger, tr("Train longer"), tr("Continue the finished run"));
}

} // namespace netsmith::gui
