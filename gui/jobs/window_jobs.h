#pragma once

#include "gui/jobs/job_scheduler.h"

#include <QPointer>

#include <optional>

namespace netsmith::gui {

class Devices;

/// The jobs of one window: what it trains, and why it can't train more.
class WindowJobs : public QObject {
    Q_OBJECT

public:
    WindowJobs(JobScheduler& scheduler, const Document& document, QObject* parent = nullptr);
    /// Ends them.
    ~WindowJobs() override;

    /// What turns a project's setting, such as "auto", into a device; until then all devices count as one.
    void setDevices(const Devices* devices) { m_devices = devices; }

    /// Why a job can't begin on these devices, as projects name them; empty: it can. No devices: they are not known yet.
    QString whyNot(JobKind kind, const std::vector<std::string>& devices = {}) const;
    /// Begins a job that can. `stop`: of a job that gives way to others.
    void begin(JobKind kind, const std::vector<std::string>& devices, std::function<void()> stop = {});
    void end(JobKind kind);
    bool has(JobKind kind) const;
    /// A job that keeps its devices until it ends.
    bool isTraining() const;
    /// What works here beside a run.
    std::optional<JobKind> besideRun() const;

Q_SIGNALS:
    /// A job of this or another window has begun or ended.
    void changed();

private:
    JobScheduler::Job job(JobKind kind, const std::vector<std::string>& devices) const;

    QPointer<JobScheduler> m_scheduler; ///< a closed window may be deleted after it
    const Document& m_document;
    const Devices* m_devices = nullptr;
};

} // namespace netsmith::gui
