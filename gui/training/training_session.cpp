#include "gui/training/training_session.h"

#include "gui/document/project_delta.h"
#include "gui/training/preflight_outcome.h"
#include "gui/training/training_worker.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/number_text.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

TrainingFailure failureOf(const TrainingProblem& problem)
{
    switch (problem.kind) {
    case ErrorKind::diverged: return TrainingFailure::diverged;
    case ErrorKind::deviceLost: return TrainingFailure::device;
    case ErrorKind::resources:
        return problem.message.facts().cause == MessageFacts::Cause::disk ? TrainingFailure::disk : TrainingFailure::memory;
    default: return TrainingFailure::other;
    }
}

TrainingSession::TrainingSession(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    m_thread.setObjectName(u"netsmith-train"_s);
    auto* worker = new TrainingWorker(m_mailbox);
    worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, worker, &QObject::deleteLater);
    connect(&m_thread, &QThread::finished, this, &TrainingSession::finishedShutdown);
    connect(&m_mailbox, &Mailbox::posted, this, &TrainingSession::receive);
    connect(&document, &Document::changed, this, &TrainingSession::documentChanged);
    m_thread.start();
}

TrainingSession::~TrainingSession()
{
    if (!m_closing)
        shutdown();
    m_thread.wait();
}

std::shared_ptr<const PreflightOutcome> TrainingSession::preflight() const
{
    const bool shown =
        state() == TrainingState::preFlight || (state() == TrainingState::preparing && m_kind == TrainingJob::Kind::preFlight);
    return shown ? m_card : nullptr;
}

bool TrainingSession::canPredict() const
{
    return isLive() || m_run || !m_asked.empty();
}

bool TrainingSession::perform(TrainingAction action)
{
    if (m_closing || !m_machine.perform(action))
        return false;
    if (action != TrainingAction::change)
        m_card.reset();
    showState();
    return true;
}

void TrainingSession::showState()
{
    if (m_showing) // a slot changed the state again: the outer loop emits it after this one
        return;
    m_showing = true;
    if (!isLive() && state() != TrainingState::preparing)
        m_lease.giveBack();
    while (m_shown != state()) {
        m_shown = state();
        Q_EMIT stateChanged(m_shown);
    }
    m_showing = false;
}

void TrainingSession::setJobs(WindowJobs& jobs)
{
    m_lease.setJobs(jobs);
    connect(&jobs, &WindowJobs::changed, this, &TrainingSession::updated);
}

void TrainingSession::setWeights(const std::filesystem::path& run)
{
    if (run == m_weights)
        return;
    const bool forks = TrainingJob::isCheckpoint(run) || TrainingJob::isCheckpoint(m_weights);
    m_weights = run;
    if (preflight())
        Q_EMIT preflightChanged(); // updates the card
    if (forks)
        lookAgain(); // what a fork takes is told by its checkpoint
}

void TrainingSession::setFolds(std::int64_t folds)
{
    if (folds == std::exchange(m_folds, folds))
        return;
    Q_EMIT foldsChanged(folds);
    lookAgain();
}

/// All folds are trained alike: none can be trained for longer than the others.
bool TrainingSession::allows(TrainingAction action) const
{
    return m_machine.allows(action) && !(action == TrainingAction::trainLonger && m_run && m_run->fold);
}

namespace {

/// A saved run's device is not known before it is read.
std::vector<std::string> devicesOf(const Project& project, bool run)
{
    return run ? std::vector<std::string>() : std::vector{project.training.device};
}

} // namespace

bool TrainingSession::mayBegin(bool run)
{
    Q_EMIT starting();
    const QString why = run && !m_whyHeld.isEmpty() ? m_whyHeld : m_lease.whyNot(devicesOf(m_document.project(), run));
    if (!why.isEmpty())
        Q_EMIT held(why);
    return why.isEmpty();
}

bool TrainingSession::projectIsSound()
{
    if (!mayBegin(false))
        return false;
    const int errors = m_document.analysis().errorCount();
    if (errors > 0)
        Q_EMIT refused(errors);
    return errors == 0;
}

void TrainingSession::start()
{
    if (allows(TrainingAction::run) && !isLive() && projectIsSound() && perform(TrainingAction::run))
        submit(TrainingJob::Kind::preFlight);
}

void TrainingSession::startAtOnce()
{
    const TrainingAction action = state() == TrainingState::idle ? TrainingAction::run : TrainingAction::runAnew;
    if (allows(action) && projectIsSound() && perform(action))
        submit(TrainingJob::Kind::train);
}

void TrainingSession::step()
{
    const bool live = isLive();
    if (!allows(TrainingAction::step) || (!live && !projectIsSound()))
        return;
    if (live)
        m_order = m_mailbox.step();
    if (perform(TrainingAction::step) && !live)
        submit(TrainingJob::Kind::train, true);
}

void TrainingSession::train()
{
    if (!allows(TrainingAction::train) || !m_card->look.fits || !mayBegin(false))
        return;
    const auto look = m_card;
    if (!perform(TrainingAction::train)) // committing typed values has changed the card: it must be read first
        return;
    submit(TrainingJob::Kind::train);
    m_look = look;
}

void TrainingSession::cancel()
{
    if (!allows(TrainingAction::cancel))
        return;
    m_job = 0;
    m_mailbox.cancel(m_lastJob);
    m_snapshot = m_outcome;
    perform(TrainingAction::cancel);
    Q_EMIT updated();
}

void TrainingSession::pause()
{
    if (perform(TrainingAction::pause))
        m_order = m_mailbox.pause();
}

void TrainingSession::goOn()
{
    if (isLive() && perform(TrainingAction::run))
        m_order = m_mailbox.goOn();
}

void TrainingSession::stop()
{
    if (perform(TrainingAction::stop))
        m_mailbox.stop();
}

void TrainingSession::resume()
{
    if (m_run && allows(TrainingAction::resume) && mayBegin(true) && perform(TrainingAction::resume))
        submitResume(placeOfRun(), 0);
}

void TrainingSession::runAnew()
{
    if (allows(TrainingAction::runAnew) && projectIsSound() && perform(TrainingAction::runAnew))
        submit(TrainingJob::Kind::preFlight);
}

void TrainingSession::trainLonger(std::int64_t moreEpochs)
{
    if (m_run && moreEpochs > 0 && allows(TrainingAction::trainLonger) && mayBegin(true) && perform(TrainingAction::trainLonger))
        submitResume(placeOfRun(), m_run->epochs + moreEpochs);
}

void TrainingSession::resumeRun(const std::filesystem::path& run)
{
    if (m_closing || !m_machine.isResting() || !mayBegin(true) || !m_machine.resumeOther())
        return;
    showState();
    submitResume(run, 0);
}

void TrainingSession::keepCheckpoint()
{
    if (isLive())
        m_mailbox.wantCheckpoint();
}

void TrainingSession::useBatch(std::int64_t batch)
{
    m_document.edit(tr("Set the batch to %1").arg(batch), [batch](Project& project) { project.training.batch = batch; });
}

std::filesystem::path movedTo(const std::filesystem::path& run)
{
    std::error_code error;
    if (!std::filesystem::is_symlink(run, error))
        return run;
    std::filesystem::path place = std::filesystem::read_symlink(run, error);
    return error ? run : place;
}

std::filesystem::path TrainingSession::placeOfRun() const
{
    return m_run ? movedTo(m_run->listed()) : std::filesystem::path();
}

std::filesystem::path TrainingSession::placeOfCurves() const
{
    if (!m_run || !m_run->fold)
        return placeOfRun();
    runs::FoldPlace fold = *m_run->fold;
    fold.parent = placeOfRun();
    return fold.run();
}

std::filesystem::path TrainingSession::runFolder() const
{
    return m_run ? m_run->folder : std::filesystem::path();
}

bool TrainingSession::asksChosen() const
{
    return m_moment || (!m_asked.empty() && !(isLive() && m_asked == runFolder())); // a live run answers with its current weights
}

QString TrainingSession::nameOf(const std::filesystem::path& run) const
{
    if (run.parent_path().filename() == "checkpoints")
        return tr("%1, step %2", "the name of a run")
            .arg(nameOf(run.parent_path().parent_path()), countText(QString::fromStdString(run.filename().string()).toLongLong()));
    const QString name = m_runNamer ? m_runNamer(run) : QString();
    return name.isEmpty() ? fromStd(run.filename().string()) : name;
}

void TrainingSession::shutdown(Keep keep)
{
    if (m_closing)
        return;
    if (keep == Keep::nothing)
        m_mailbox.discardStop();
    if (isLive())
        stop();
    else
        cancel();
    m_closing = true;
    stopWriting();
    m_mailbox.cancel(m_lastJob);
    m_thread.quit();
}

void TrainingSession::submit(TrainingJob::Kind kind, bool pauseAfterStep)
{
    TrainingJob job;
    job.kind = kind;
    job.project = m_document.project();
    job.pauseAfterStep = pauseAfterStep;
    job.weights = m_weights;
    job.folds = m_folds;
    send(std::move(job));
}

void TrainingSession::submitResume(const std::filesystem::path& run, std::int64_t epochs)
{
    TrainingJob job;
    job.kind = TrainingJob::Kind::train;
    job.resume = run;
    job.epochs = epochs;
    send(std::move(job));
}

void TrainingSession::send(TrainingJob job)
{
    job.id = m_job = ++m_lastJob;
    job.place = m_place;
    job.dataDir = m_document.dataDir();
    job.stepsPerLaunch = m_stepsPerLaunch;
    m_lease.take(devicesOf(job.project, !job.resume.empty()));
    m_kind = job.kind;
    if (job.kind == TrainingJob::Kind::train && job.resume.empty())
        m_look.reset();
    m_snapshot = {};
    m_snapshot.phase = WorkerPhase::preparing;
    m_order = m_mailbox.submit(std::move(job));
    Q_EMIT updated();
}

void TrainingSession::receive()
{
    TrainingSnapshot snapshot = m_mailbox.takeSnapshot();
    const bool ended = snapshot.phase == WorkerPhase::stopped || snapshot.phase == WorkerPhase::finished
        || snapshot.phase == WorkerPhase::failed || snapshot.phase == WorkerPhase::cancelled;
    if (snapshot.job == m_job)
        follow(std::move(snapshot));
    else if (ended)
        Q_EMIT abandonedEnded();
    for (const PredictionAnswer& answer : m_mailbox.takeAnswers())
        Q_EMIT answered(answer);
    if (const auto review = m_mailbox.takeReview())
        Q_EMIT reviewed(*review);
    if (const auto weights = m_mailbox.takeCopied())
        Q_EMIT weightsCopied(*weights);
    if (const auto text = m_mailbox.takeWritten())
        Q_EMIT written(*text);
}

void TrainingSession::follow(TrainingSnapshot snapshot)
{
    const bool begin = snapshot.curvesBegin;
    const runs::RunCurves points = std::exchange(snapshot.newCurves, {});
    const std::vector<PassedRun> passed = std::exchange(snapshot.passed, {});
    const bool otherCard = snapshot.preflight && snapshot.preflight != m_card;
    m_snapshot = std::move(snapshot);
    if (otherCard)
        m_card = m_snapshot.preflight;
    for (const PassedRun& run : passed)
        followRun(run.facts, run.newCurves, run.curvesBegin);
    followRun(m_snapshot.facts, points, begin);
    followPhase();
    if (otherCard)
        Q_EMIT preflightChanged();
    Q_EMIT updated();
}

void TrainingSession::followRun(const std::shared_ptr<const RunFacts>& facts, const runs::RunCurves& points, bool begin)
{
    if (facts && facts != m_run) {
        m_run = facts;
        const bool ofRunBefore = m_asked.empty() && std::exchange(m_moment, {});
        compareWithRun();
        Q_EMIT runChanged();
        if (ofRunBefore)
            Q_EMIT askedChanged();
    }
    if (begin)
        m_curves = {};
    m_curves.append(points);
    if (begin || !points.empty())
        Q_EMIT curvesAdded(points, begin);
}

/// The worker's reports advance the state; a snapshot may cover several transitions, since the latest wins.
void TrainingSession::followPhase()
{
    switch (m_snapshot.phase) {
    case WorkerPhase::idle:
    case WorkerPhase::preparing: break;
    case WorkerPhase::estimated:
        m_kind = TrainingJob::Kind::preFlight; // also if a run was requested that can't fit
        m_machine.estimated();
        break;
    case WorkerPhase::training:
    case WorkerPhase::validating: m_machine.began(); break;
    case WorkerPhase::paused:
        m_machine.began();
        if (m_snapshot.order == m_order)
            m_machine.pauseReached();
        break;
    case WorkerPhase::stopped:
        m_machine.began();
        m_machine.stopReached();
        break;
    case WorkerPhase::finished:
        m_machine.began();
        m_machine.finished();
        break;
    case WorkerPhase::failed: m_machine.failed(failureOf(*m_snapshot.problem), !m_snapshot.checkpoint.empty()); break;
    case WorkerPhase::cancelled: m_machine.cancelled(); break;
    }
    if (m_machine.isResting())
        m_outcome = m_snapshot;
    showState();
}

void TrainingSession::documentChanged(const Change& change)
{
    if (!change.matters() || m_closing)
        return;
    if (change.everything)
        forget();
    compareWithRun();
    lookAgain();
}

void TrainingSession::lookAgain()
{
    const bool looked = state() == TrainingState::preparing && m_kind == TrainingJob::Kind::preFlight;
    if (!looked && state() != TrainingState::preFlight)
        return;
    if (m_document.analysis().errorCount() > 0) { // there is nothing to estimate
        cancel();
        return;
    }
    if (looked || perform(TrainingAction::change))
        submit(TrainingJob::Kind::preFlight); // the card stays as it is until then
}

void TrainingSession::compareWithRun()
{
    const bool edited = m_run && ProjectDelta::between(*m_run->project, m_document.project()).change().matters();
    if (edited != std::exchange(m_edited, edited))
        Q_EMIT editedSinceRunChanged(edited);
}

/// Another project was opened. A live run continues: the window asks before it opens one.
void TrainingSession::forget()
{
    if (isLive())
        return;
    m_job = 0;
    m_mailbox.cancel(m_lastJob);
    stopWriting();
    m_machine.reset();
    m_snapshot = m_outcome = {};
    m_curves = {};
    m_run.reset();
    m_asked.clear();
    m_moment.reset();
    m_question.reset();
    m_look.reset();
    m_weights.clear();
    setFolds(0);
    showState();
    Q_EMIT runChanged();
    Q_EMIT curvesAdded({}, true);
    Q_EMIT updated();
}

} // namespace netsmith::gui
