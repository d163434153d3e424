#include "gui/inspect/moment_measures.h"

#include "engine/backend/loader.h"
#include "engine/inspect/measured_peaks.h"
#include "engine/inspect/measures/moment_measures.h"
#include "engine/predict/saved_run.h"
#include "engine/store/run_folder.h"
#include "engine/train/setup.h"
#include "gui/document/document.h"
#include "gui/jobs/window_jobs.h"
#include "gui/training/training_session.h"
#include "gui/widgets/guarded.h"

#include <utility>

namespace netsmith::gui {

struct MomentMeasures::Prepared {
    std::filesystem::path run;
    std::filesystem::path dataDir;
    train::TrainingSetup setup;
    double peak;
};

MomentMeasures::MomentMeasures(TrainingSession& session, const Document& document, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_document(document)
{
    connect(&session, &TrainingSession::stateChanged, this, &MomentMeasures::follow);
    connect(&session, &TrainingSession::askedChanged, this, &MomentMeasures::follow);
    connect(&session, &TrainingSession::runChanged, this, &MomentMeasures::follow);
}

MomentMeasures::~MomentMeasures()
{
    m_stop.request_stop();
}

void MomentMeasures::setJobs(WindowJobs& jobs)
{
    m_jobs = &jobs;
    connect(&jobs, &WindowJobs::changed, this, &MomentMeasures::follow);
}

void MomentMeasures::setWanted(bool wanted)
{
    if (std::exchange(m_wanted, wanted) != wanted)
        follow();
}

std::optional<MomentMeasures::Job> MomentMeasures::wantedJob() const
{
    const bool liveIsShown = !m_session.asksChosen() && m_session.snapshot().measures;
    if (!m_wanted || liveIsShown || !m_session.isResting() || m_session.askedPlace().empty())
        return std::nullopt;
    if (m_jobs && !m_jobs->whyNot(JobKind::profile).isEmpty())
        return std::nullopt;
    return Job{movedTo(m_session.askedRun()), m_session.askedPlace(), m_document.dataDir()};
}

void MomentMeasures::follow()
{
    const std::optional<Job> job = wantedJob();
    if (!job)
        forget();
    else if (job != m_job)
        begin(*job);
}

/// Nothing is measured, and what was is of no moment that is shown.
void MomentMeasures::forget()
{
    if (!m_job && !m_latest)
        return;
    m_stop.request_stop();
    ++m_number;
    m_job.reset();
    m_latest.reset();
    m_problem.reset();
    m_busy = false;
    m_thread.run([this] { m_prepared.reset(); });
    Q_EMIT changed();
}

void MomentMeasures::begin(const Job& job)
{
    m_stop.request_stop();
    m_stop = {};
    m_job = job;
    m_problem.reset();
    m_busy = true;
    const std::uint64_t number = ++m_number;
    const auto end = [this, number](std::shared_ptr<const inspect::StepMeasures> measures, std::optional<Message> problem) {
        m_thread.answer([this, number, measures = std::move(measures), problem = std::move(problem)] {
            if (number != m_number)
                return;
            m_busy = false;
            m_latest = measures;
            m_problem = problem;
            Q_EMIT changed();
        });
    };
    m_thread.runLarge([this, job, end, stop = m_stop.get_token()] {
        if (stop.stop_requested())
            return;
        guarded([&] { end(std::make_shared<const inspect::StepMeasures>(measure(job, stop)), {}); },
                [&](const Error& error) { end(nullptr, error.message()); });
    });
    Q_EMIT changed();
}

inspect::StepMeasures MomentMeasures::measure(const Job& job, const std::stop_token& stop)
{
    const PreparingWatch watch{.stop = stop};
    if (!m_prepared || m_prepared->run != job.run || m_prepared->dataDir != job.dataDir) {
        m_prepared.reset();
        const Project project = loadProject(projectPathOf(job.run)).take();
        Backend& backend = *backendFor(project.training.device).take();
        m_prepared.reset(new Prepared{
            job.run, job.dataDir, train::TrainingSetup(project, train::readData(project, job.dataDir, watch), backend, {}, watch),
            inspect::measuredPeak(project)});
    }
    const Checkpoint checkpoint = readCheckpoint(checkpointPlace(job.place).checkpoint).take();
    return inspect::measureMoment(m_prepared->setup, checkpoint, m_prepared->peak, watch);
}

} // namespace netsmith::gui
