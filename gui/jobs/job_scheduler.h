#pragma once

#include <QObject>

#include <functional>
#include <list>
#include <string>
#include <vector>

namespace netsmith::gui {

class Document;

/// What trains a network.
enum class JobKind {
    run, ///< also while it is prepared
    comparison, ///< several runs one after another
    compression, ///< a run made smaller in stages, with trainings between them
    verification, ///< a run that is trained again
    twin,
    rateRange, ///< a learning rate range test
    profile, ///< training steps timed kernel by kernel
    trace, ///< a training step taken apart, while it is prepared
};

/// Lends the machine's devices to the jobs of all windows, each to one at a time: what trains on a device takes all of it, and two
/// would only delay each other. A precision twin, a learning rate range test, a profile and a step taken apart give way to a run;
/// everything else waits.
class JobScheduler : public QObject {
    Q_OBJECT

public:
    struct Job {
        JobKind kind{};
        const Document* project = nullptr;
        std::vector<std::string> devices{}; ///< "cpu" stands for the processor; empty: not known, so it may be any
        std::function<void()> stop{}; ///< of a job that gives way
    };

    using QObject::QObject;

    /// A job that has one of the devices and keeps it; null if there is none.
    const Job* inTheWayOf(const Job& job) const;
    /// Gives a job that nothing is in the way of its devices until `end`: what gives way to it is stopped.
    void begin(Job job);
    /// Does nothing if it has ended.
    void end(JobKind kind, const Document& project);
    bool has(JobKind kind, const Document& project) const;

Q_SIGNALS:
    /// A job has begun or ended.
    void changed();

private:
    std::list<Job> m_jobs;
};

} // namespace netsmith::gui
