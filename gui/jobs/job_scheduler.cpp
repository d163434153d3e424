#include "gui/jobs/job_scheduler.h"

#include <algorithm>
#include <utility>

namespace netsmith::gui {
namespace {

using Job = JobScheduler::Job;

bool isOf(const Job& job, JobKind kind, const Document& project)
{
    return job.kind == kind && job.project == &project;
}

bool shareADevice(const Job& one, const Job& other)
{
    return one.devices.empty() || other.devices.empty()
        || std::ranges::find_first_of(one.devices, other.devices) != one.devices.end();
}

bool givesWay(const Job& job, const Job& to)
{
    switch (job.kind) {
    case JobKind::twin:
    case JobKind::rateRange:
    case JobKind::profile:
    case JobKind::trace: return to.kind == JobKind::run;
    case JobKind::run:
    case JobKind::comparison:
    case JobKind::compression:
    case JobKind::verification: break;
    }
    return false;
}

} // namespace

const Job* JobScheduler::inTheWayOf(const Job& job) const
{
    const auto found = std::ranges::find_if(m_jobs, [&](const Job& other) {
        return !isOf(other, job.kind, *job.project) && shareADevice(other, job) && !givesWay(other, job);
    });
    return found == m_jobs.end() ? nullptr : &*found;
}

void JobScheduler::begin(Job job)
{
    std::list<Job> stopped;
    for (auto each = m_jobs.begin(); each != m_jobs.end();) {
        const auto other = each++;
        if (isOf(*other, job.kind, *job.project)) // it begins again
            m_jobs.erase(other);
        else if (shareADevice(*other, job) && givesWay(*other, job))
            stopped.splice(stopped.end(), m_jobs, other);
    }
    m_jobs.push_back(std::move(job));
    for (const Job& each : stopped)
        each.stop();
    Q_EMIT changed();
}

void JobScheduler::end(JobKind kind, const Document& project)
{
    if (std::erase_if(m_jobs, [&](const Job& job) { return isOf(job, kind, project); }) > 0)
        Q_EMIT changed();
}

bool JobScheduler::has(JobKind kind, const Document& project) const
{
    return std::ranges::any_of(m_jobs, [&](const Job& job) { return isOf(job, kind, project); });
}

} // namespace netsmith::gui
