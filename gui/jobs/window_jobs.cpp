#include "gui/jobs/window_jobs.h"

#include "gui/document/document.h"
#include "gui/jobs/devices.h"

#include <algorithm>
#include <utility>

namespace netsmith::gui {
namespace {

constexpr JobKind allKinds[] = {JobKind::run,  JobKind::comparison, JobKind::compression, JobKind::verification,
                                JobKind::twin, JobKind::rateRange,  JobKind::profile,     JobKind::trace};

/// What a device computes with: the processor under either of its backends, or a GPU.
std::string lentAs(const DeviceInfo& device)
{
    return device.id.starts_with("cuda") ? device.id : "cpu";
}

} // namespace

WindowJobs::WindowJobs(JobScheduler& scheduler, const Document& document, QObject* parent)
    : QObject(parent)
    , m_scheduler(&scheduler)
    , m_document(document)
{
    connect(m_scheduler, &JobScheduler::changed, this, &WindowJobs::changed);
}

WindowJobs::~WindowJobs()
{
    if (!m_scheduler)
        return;
    disconnect(m_scheduler, nullptr, this, nullptr);
    for (const JobKind kind : allKinds)
        end(kind);
}

QString WindowJobs::whyNot(JobKind kind, const std::vector<std::string>& devices) const
{
    const JobScheduler::Job* other = m_scheduler ? m_scheduler->inTheWayOf(job(kind, devices)) : nullptr;
    if (!other)
        return {};
    if (other->project != &m_document)
        return tr("%1 is training in another window. Stop it first: a device trains only one network at a time.")
            .arg(other->project->name());
    switch (other->kind) {
    case JobKind::run: return tr("This project is training. Stop the run first.");
    case JobKind::comparison: return tr("This project is being compared. Stop the comparison first, or let it finish.");
    case JobKind::compression: return tr("A run of this project is being compressed. Stop that first, or let it finish.");
    case JobKind::verification: return tr("A run is being repeated for comparison. Stop it on its card first, or let it finish.");
    case JobKind::twin: return tr("The precision twin is training. Stop it first.");
    case JobKind::rateRange: return tr("A learning rate is being searched for. Stop the search first, or let it finish.");
    case JobKind::profile: return tr("Training steps are being profiled. Cancel that first, or let it finish.");
    case JobKind::trace: return tr("A training step is being prepared to be looked at. Wait a moment.");
    }
    return {};
}

void WindowJobs::begin(JobKind kind, const std::vector<std::string>& devices, std::function<void()> stop)
{
    if (!m_scheduler)
        return;
    JobScheduler::Job begun = job(kind, devices);
    begun.stop = std::move(stop);
    m_scheduler->begin(std::move(begun));
}

void WindowJobs::end(JobKind kind)
{
    if (m_scheduler) // else all jobs have ended with it
        m_scheduler->end(kind, m_document);
}

bool WindowJobs::has(JobKind kind) const
{
    return m_scheduler && m_scheduler->has(kind, m_document);
}

bool WindowJobs::isTraining() const
{
    return has(JobKind::run) || has(JobKind::comparison) || has(JobKind::compression) || has(JobKind::verification);
}

std::optional<JobKind> WindowJobs::besideRun() const
{
    const auto found = std::ranges::find_if(allKinds, [this](JobKind kind) { return kind != JobKind::run && has(kind); });
    return found == std::ranges::end(allKinds) ? std::nullopt : std::optional(*found);
}

JobScheduler::Job WindowJobs::job(JobKind kind, const std::vector<std::string>& devices) const
{
    JobScheduler::Job job{.kind = kind, .project = &m_document};
    for (const std::string& setting : devices) {
        const DeviceInfo* device = m_devices ? m_devices->find(setting) : nullptr;
        if (!device) {
            job.devices.clear();
            return job;
        }
        job.devices.push_back(lentAs(*device));
    }
    return job;
}

} // namespace netsmith::gui
