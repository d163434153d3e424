#pragma once

#include "gui/jobs/window_jobs.h"

namespace netsmith::gui {

/// A job's claim on devices: taken when it begins, and given back when it ends or this is destroyed. A panel without the jobs of a
/// window, as in tests, finds every device free.
class DeviceLease {
public:
    explicit DeviceLease(JobKind kind)
        : m_kind(kind)
    {
    }
    ~DeviceLease() { giveBack(); }
    DeviceLease(const DeviceLease&) = delete;
    DeviceLease& operator=(const DeviceLease&) = delete;

    void setJobs(WindowJobs& jobs) { m_jobs = &jobs; }
    WindowJobs* jobs() const { return m_jobs; }

    /// Why the devices can't be taken, as `WindowJobs::whyNot`; empty: they can.
    QString whyNot(const std::vector<std::string>& devices = {}) const;
    /// Takes devices that can be taken; others are left as they are. `stop`: for a job that gives way to others.
    void take(const std::vector<std::string>& devices, std::function<void()> stop = {});
    void giveBack();

    /// Whether the window has a job of a kind, and whether one of its jobs keeps its devices until it ends.
    bool has(JobKind kind) const { return m_jobs && m_jobs->has(kind); }
    bool isTraining() const { return m_jobs && m_jobs->isTraining(); }

private:
    JobKind m_kind;
    QPointer<WindowJobs> m_jobs; ///< may be destroyed first
};

} // namespace netsmith::gui
