#include "gui/progress/run_bars.h"

#include "engine/train/evaluation.h"
#include "gui/training/session_diagnostics.h"
#include "gui/training/training_words.h"
#include "gui/widgets/labels/notice_bar.h"
#include "gui/widgets/number_text.h"

#include <QAccessible>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

RunBars::RunBars(TrainingSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_failed(new NoticeBar(NoteBox::Kind::bad, u"failedBar"_s, this))
    , m_finished(new NoticeBar(NoteBox::Kind::good, u"finishedBar"_s, this))
    , m_stopped(new NoticeBar(NoteBox::Kind::info, u"stoppedBar"_s, this))
    , m_edited(new NoticeBar(NoteBox::Kind::info, u"editedBar"_s, this))
    , m_closing(new NoticeBar(NoteBox::Kind::careful, u"closingBar"_s, this))
    , m_last(new NoticeBar(NoteBox::Kind::info, u"lastRunBar"_s, this))
    , m_failedRestart(m_failed->addVerb(u"failedRestartButton"_s, true))
    , m_failedResume(m_failed->addVerb(u"failedResumeButton"_s))
    , m_failedBatch(m_failed->addVerb(u"failedBatchButton"_s))
    , m_failedData(m_failed->addVerb(u"failedDataButton"_s, true))
    , m_failedElsewhere(m_failed->addVerb(u"failedElsewhereButton"_s, true))
    , m_failedSettings(m_failed->addVerb(u"failedSettingsButton"_s))
    , m_failedCopy(m_failed->addVerb(u"copyDiagnosticsButton"_s))
    , m_try(m_finished->addVerb(u"tryTrainedButton"_s, true))
    , m_mistakes(m_finished->addVerb(u"seeMistakesButton"_s))
    , m_precisions(m_finished->addVerb(u"comparePrecisionsButton"_s))
    , m_longer(m_finished->addVerb(u"trainLongerButton"_s))
    , m_anew(m_finished->addVerb(u"runAnewButton"_s))
    , m_resume(m_stopped->addVerb(u"resumeButton"_s))
    , m_stoppedAnew(m_stopped->addVerb(u"stoppedRunAnewButton"_s))
    , m_keep(m_closing->addVerb(u"closeKeepingButton"_s, true))
    , m_drop(m_closing->addVerb(u"closeDroppingButton"_s))
    , m_stay(m_closing->addVerb(u"goOnTrainingButton"_s))
    , m_lastResume(m_last->addVerb(u"lastRunResumeButton"_s, true))
{
    setObjectName(u"runBars"_s);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(1);
    for (NoticeBar* bar : {m_closing, m_failed, m_finished, m_stopped, m_edited, m_last})
        column->addWidget(bar);

    connect(m_failedRestart, &QPushButton::clicked, this, &RunBars::restartAsked);
    connect(m_failedResume, &QPushButton::clicked, &session, &TrainingSession::resume);
    connect(m_failedBatch, &QPushButton::clicked, this, [this] {
        m_session.useBatch(m_batch);
        m_session.runAnew();
    });
    connect(m_failedData, &QPushButton::clicked, this, &RunBars::dataAsked);
    connect(m_failedElsewhere, &QPushButton::clicked, this, &RunBars::saveElsewhereAsked);
    connect(m_failedSettings, &QPushButton::clicked, this, [this] { Q_EMIT settingsAsked(QString::fromStdString(m_setting)); });
    connect(m_failedCopy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_failed->details()); });
    connect(m_try, &QPushButton::clicked, this, &RunBars::tryAsked);
    connect(m_mistakes, &QPushButton::clicked, this, &RunBars::mistakesAsked);
    connect(m_precisions, &QPushButton::clicked, this, &RunBars::precisionsAsked);
    connect(m_longer, &QPushButton::clicked, this, [this] { m_session.trainLonger(m_session.run()->project->training.epochs); });
    connect(m_anew, &QPushButton::clicked, &session, &TrainingSession::runAnew);
    connect(m_resume, &QPushButton::clicked, &session, &TrainingSession::resume);
    connect(m_stoppedAnew, &QPushButton::clicked, &session, &TrainingSession::runAnew);
    connect(m_keep, &QPushButton::clicked, this, [this] { answerClosing(true, true); });
    connect(m_drop, &QPushButton::clicked, this, [this] { answerClosing(true, false); });
    connect(m_stay, &QPushButton::clicked, this, [this] { answerClosing(false, true); });
    connect(m_closing, &NoticeBar::dismissed, this, [this] { answerClosing(false, true); });
    for (NoticeBar* bar : {m_failed, m_finished, m_stopped})
        connect(bar, &NoticeBar::dismissed, this, [this] {
            m_outcomeSeen = true;
            place();
        });
    connect(m_edited, &NoticeBar::dismissed, this, [this] {
        m_editedSeen = true;
        place();
    });
    connect(m_last, &NoticeBar::dismissed, this, &RunBars::forgetLastRun);
    connect(m_lastResume, &QPushButton::clicked, this, [this] { m_session.resumeRun(std::filesystem::path(m_lastRun->folder)); });
    connect(&session, &TrainingSession::runChanged, this, &RunBars::forgetLastRun);
    connect(&session, &TrainingSession::stateChanged, this, &RunBars::follow);
    connect(&session, &TrainingSession::editedSinceRunChanged, this, [this] {
        m_editedSeen = false;
        retranslate();
    });
    connect(&session, &TrainingSession::updated, this, &RunBars::showClosing);
    retranslate();
}

void RunBars::follow()
{
    m_outcomeSeen = false;
    if (m_asked && !m_session.isLive()) // the run in question has ended by itself
        answerClosing(true, true);
    retranslate();
    if (m_session.state() == TrainingState::failed) {
        QAccessibleEvent alert(m_failed, QAccessible::Alert);
        QAccessible::updateAccessibility(&alert);
    }
}

void RunBars::place()
{
    const TrainingState state = m_session.state();
    const bool resumable = state == TrainingState::stopped;
    m_closing->setVisible(m_asked);
    m_failed->setVisible(state == TrainingState::failed && !m_outcomeSeen);
    m_finished->setVisible(state == TrainingState::finished && !m_outcomeSeen);
    m_stopped->setVisible(resumable && !m_outcomeSeen);
    m_last->setVisible(m_lastRun && state == TrainingState::idle);
    m_edited->setVisible(m_session.editedSinceRun() && m_session.isLive() && !m_editedSeen);
    bool any = false;
    for (const NoticeBar* bar : {m_closing, m_failed, m_finished, m_stopped, m_edited, m_last})
        any = any || !bar->isHidden();
    setVisible(any);
}

void RunBars::showFailed()
{
    const TrainingSnapshot& snapshot = m_session.snapshot();
    const TrainingFailure failure = m_session.failure();
    const bool resumable = m_session.allows(TrainingAction::resume);
    const bool lost = failure == TrainingFailure::device; // the run can't continue in this process
    m_failedRestart->setText(resumable ? tr("Restart and resume") : tr("Restart Netsmith"));
    m_failedRestart->setToolTip(tr("Netsmith closes and reopens with this project"));
    m_failedResume->setText(tr("Resume from the last checkpoint"));
    m_failedData->setText(tr("Show the data"));
    m_failedElsewhere->setText(tr("Save elsewhere…"));
    m_failedElsewhere->setToolTip(tr("Save the project in a writable folder; its runs are saved there too"));
    m_failedElsewhere->setVisible(failure == TrainingFailure::disk);
    m_failedCopy->setText(tr("Copy diagnostics"));
    m_failedCopy->setToolTip(tr("Copy the details, without your home folder's name"));
    const bool told = failure != TrainingFailure::none && snapshot.problem;
    m_batch = told ? snapshot.problem->message.facts().batch : 0;
    m_setting = told ? settingMeant(failure, snapshot.problem->message) : std::string();
    m_failedSettings->setText(m_setting.empty() ? tr("Change the settings")
                                                : tr("Change “%1”", "a setting").arg(settingTitle(m_setting)));
    m_failedBatch->setText(tr("Run again with a batch of %1").arg(countText(m_batch)));
    m_failedBatch->setVisible(m_batch > 0);
    m_failedData->hide();
    if (!told)
        return;
    const QString title = tr("%1.", "a short sentence").arg(failureTitle(failure));
    const QString what = sentenceText(snapshot.problem->message);
    // The engine's messages about these already say what to do.
    const bool advised = lost || failure == TrainingFailure::diverged || failure == TrainingFailure::memory;
    QString advice = missingDataAdvice(snapshot.problem->message);
    m_failedData->setVisible(!advice.isEmpty());
    if (advice.isEmpty())
        advice = failureAdvice(failure, resumable);
    m_failed->setText(title, advised ? what : tr("%1. %2", "what happened, and what to do").arg(what, advice));
    m_failed->setDetails(sessionDiagnostics(m_session).join(u'\n'));
    m_failedRestart->setVisible(lost);
    m_failedResume->setVisible(resumable && !lost);
}

void RunBars::setRunName(const QString& name)
{
    if (name == m_runName)
        return;
    m_runName = name;
    showOutcome();
}

QString RunBars::ofRun(const QString& words) const
{
    const QString sentence = tr("%1.", "a short sentence").arg(words);
    return m_runName.isEmpty() ? sentence : tr("%1: %2", "a run, and how it ended").arg(m_runName, sentence);
}

void RunBars::showOutcome()
{
    const TrainingSnapshot& snapshot = m_session.snapshot();
    const int epochs = m_session.run() ? static_cast<int>(m_session.run()->project->training.epochs) : 0;
    if (m_session.state() == TrainingState::finished) {
        const QString time = durationText(snapshot.seconds);
        const auto trained = static_cast<int>(snapshot.epoch);
        QString sentence;
        if (snapshot.restoredEpoch)
            sentence =
                tr("Trained %n epoch(s) in %2; the result is from epoch %1, the last in which this improved: %3.", nullptr, trained)
                    .arg(countText(*snapshot.restoredEpoch), time, quantityTitle(snapshot.judgedBy));
        else if (snapshot.ending == train::Ending::earlyStopping)
            sentence = tr("Ended after %n epoch(s) and %1 because this no longer improved: %2.", nullptr, trained)
                           .arg(time, quantityTitle(snapshot.judgedBy));
        else
            sentence = tr("Trained %n epoch(s) in %1.", nullptr, trained).arg(time);
        if (!snapshot.persistence.empty())
            sentence = tr("%1. %2", "what was measured so far, and what to do")
                           .arg(sentenceText(train::persistenceWords(snapshot.persistence)), sentence);
        const QString best = bestText(snapshot);
        if (snapshot.crossValidation)
            m_finished->setText(ofRun(tr("Trained in %1", "a duration").arg(time)),
                                tr("%1.", "a short sentence").arg(foldsText(*snapshot.crossValidation)));
        else
            m_finished->setText(ofRun(best.isEmpty() ? headlineOf(m_session).state : best), sentence);
    }
    m_try->setText(tr("Try it"));
    m_try->setToolTip(tr("Draw, type or use a test sample, and see what the network predicts"));
    m_mistakes->setText(tr("Show mistakes"));
    m_mistakes->setToolTip(tr("The samples that the trained network gets wrong, the worst first"));
    m_precisions->setText(tr("Compare precisions"));
    m_precisions->setToolTip(tr("Train it in several precisions, side by side"));
    m_longer->setVisible(m_session.allows(TrainingAction::trainLonger));
    m_longer->setText(tr("Train %n more epoch(s)", nullptr, epochs));
    m_anew->setText(tr("Run again"));
    if (m_session.state() == TrainingState::stopped) {
        QString sentence = m_session.editedSinceRun()
            ? tr("Resume continues with the network as it was; Run again trains it as it is now.")
            : tr("A checkpoint was kept to resume from.");
        if (snapshot.crossValidation && !snapshot.crossValidation->done.empty())
            sentence = tr("%1. %2", "what was measured so far, and what to do").arg(foldsText(*snapshot.crossValidation), sentence);
        m_stopped->setText(ofRun(headlineOf(m_session).state), sentence);
    }
    m_resume->setText(tr("Resume"));
    m_stoppedAnew->setText(tr("Run again"));
}

void RunBars::showEdited()
{
    m_edited->setText(tr("Edited since this run started."),
                      tr("The run continues with the network and the settings it started with."));
}

void RunBars::showLastRun()
{
    m_lastResume->setText(tr("Resume"));
    if (!m_lastRun)
        return;
    const QString how = m_lastRun->state == RunState::stopped ? tr("The last run was stopped.")
        : m_lastRun->state == RunState::failed                ? tr("The last run failed.")
                                                              : tr("The last run was interrupted.");
    if (m_lastRun->folds > 0) {
        m_last->setText(how,
                        tr("It is a cross-validation with %n fold(s). Resume continues with the interrupted fold.", nullptr,
                           static_cast<int>(m_lastRun->folds)));
        return;
    }
    m_last->setText(
        how,
        tr("It trained %1 of %n epoch(s). Resume continues from its last checkpoint.", nullptr, static_cast<int>(m_lastRun->epochs))
            .arg(countText(m_lastRun->epochsDone)));
}

void RunBars::offerLastRun(const runs::RunSummary& run)
{
    m_lastRun = run;
    showLastRun();
    place();
}

void RunBars::forgetLastRun()
{
    m_lastRun.reset();
    place();
}

void RunBars::showClosing()
{
    if (!m_asked)
        return;
    const TrainingSnapshot& snapshot = m_session.snapshot();
    m_closing->setText(tr("Closing stops training."),
                       tr("It is at step %1 of %2. With a checkpoint, it can be resumed from here later.")
                           .arg(countText(snapshot.step), countText(snapshot.totalSteps)));
}

void RunBars::retranslate()
{
    for (NoticeBar* bar : {m_closing, m_failed, m_finished, m_stopped, m_edited, m_last})
        bar->retranslate();
    m_keep->setText(tr("Save a checkpoint and close"));
    m_drop->setText(tr("Close without a checkpoint"));
    m_drop->setToolTip(tr("Progress since the last checkpoint is lost"));
    m_stay->setText(tr("Keep training"));
    showFailed();
    showOutcome();
    showEdited();
    showLastRun();
    showClosing();
    place();
}

void RunBars::askBeforeClosing()
{
    m_asked = true;
    showClosing();
    place();
    m_keep->setFocus(Qt::OtherFocusReason);
}

void RunBars::answerClosing(bool close, bool keepCheckpoint)
{
    if (!std::exchange(m_asked, false))
        return;
    place();
    if (close)
        Q_EMIT closingConfirmed(keepCheckpoint);
    else
        Q_EMIT closingDeclined();
}

void RunBars::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace netsmith::gui
