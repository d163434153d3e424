#include "gui/profiler/profiler_session.h"

#include "engine/backend/loader.h"
#include "engine/inspect/profiler/profile_training.h"
#include "engine/train/trainer/launch_pacer.h"
#include "gui/jobs/machine_use.h"
#include "gui/widgets/guarded.h"

namespace netsmith::gui {

ProfilerSession::ProfilerSession(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
}

ProfilerSession::~ProfilerSession()
{
    m_stop.request_stop();
}

void ProfilerSession::setJobs(WindowJobs& jobs)
{
    m_lease.setJobs(jobs);
    connect(&jobs, &WindowJobs::changed, this, &ProfilerSession::changed);
}

QString ProfilerSession::whyNot() const
{
    return m_busy ? QString() : m_lease.whyNot({m_document.project().training.device});
}

void ProfilerSession::cancel()
{
    m_stop.request_stop();
}

ProfilerSession::Result ProfilerSession::profile(const Project& project, const std::filesystem::path& dataDir,
                                                 const PreparingWatch& watch)
{
    Backend& backend = *backendFor(project.training.device).take();
    const train::Stopwatch reading;
    train::LoadedData data = train::readData(project, dataDir, watch);
    const double read = reading.seconds();
    const data::DataSplit samples = data.set.train;
    const bool fuse = train::machineSettings().fuse;
    train::TrainingSetup setup(project, std::move(data), backend, {.fuse = fuse}, watch);
    setup.network().drawWeights();
    const inspect::DeviceLimits limits = inspect::deviceLimits(backend, setup.device(), project.training.precision, watch);
    Result result{.project = project,
                  .profile = inspect::profileTraining(setup, {.fused = fuse, .limits = limits, .reading = read, .watch = watch}),
                  .advice = {},
                  .fusion = {}};
    result.advice = inspect::adviceOn(result.profile,
                                      inspect::measureAlternatives(project, result.profile, samples, backend, {.watch = watch}));
    result.sharing = inspect::measureSharing(setup, backend, slowestConvolution(result.profile, setup), watch);
    result.fusion = inspect::measureFusion(project, samples, backend, {.watch = watch});
    return result;
}

void ProfilerSession::start()
{
    if (m_busy || !whyNot().isEmpty())
        return;
    m_stop = {};
    m_busy = true;
    m_problem.reset();
    m_progress = {};
    m_lease.take({m_document.project().training.device}, [this] { cancel(); });
    const std::uint64_t job = ++m_job;
    Q_EMIT changed();
    m_thread.runLarge([this, job, project = m_document.project(), dataDir = m_document.dataDir(), stop = m_stop.get_token()] {
        const auto work = [&] {
            const PreparingWatch watch{.report =
                                           [this, job](const PreparingEvent& event) {
                                               m_thread.answer([this, job, event] {
                                                   if (job != m_job)
                                                       return;
                                                   m_progress = event;
                                                   Q_EMIT changed();
                                               });
                                           },
                                       .stop = stop};
            m_thread.answer([this, job, result = std::make_shared<const Result>(profile(project, dataDir, watch))] {
                if (job == m_job)
                    m_result = result;
                end(job);
            });
        };
        guarded(work, [this, job, stop](const Error& error) {
            m_thread.answer([this, job, stop, message = error.message()] {
                if (job == m_job && !stop.stop_requested())
                    m_problem = message;
                end(job);
            });
        });
    });
}

void ProfilerSession::show(std::shared_ptr<const Result> result)
{
    m_result = std::move(result);
    Q_EMIT changed();
}

void ProfilerSession::end(std::uint64_t job)
{
    if (job != m_job)
        return;
    m_busy = false;
    MachineUse::instance().apply(); // the profile tried another number of threads
    m_lease.giveBack();
    Q_EMIT changed();
}

} // namespace netsmith::gui
