#pragma once

#include "engine/core/message.h"
#include "engine/inspect/measures/layer_measures.h"
#include "gui/widgets/side_thread.h"

#include <QObject>
#include <QPointer>

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>

namespace netsmith::gui {

class Document;
class TrainingSession;
class WindowJobs;

/// Measures the layers of a saved run at the moment that is asked, on its own thread; only while nothing trains.
class MomentMeasures : public QObject {
    Q_OBJECT

public:
    MomentMeasures(TrainingSession& session, const Document& document, QObject* parent);
    /// Stops and waits; the stop is checked between two steps.
    ~MomentMeasures() override;

    /// The window's jobs: it gives way to all of them.
    void setJobs(WindowJobs& jobs);
    /// Whether there is anything to show them.
    void setWanted(bool wanted);

    /// Of the asked moment, or of the one before while that is measured; null: none.
    const std::shared_ptr<const inspect::StepMeasures>& latest() const { return m_latest; }
    /// Why there are none.
    const std::optional<Message>& problem() const { return m_problem; }
    bool isBusy() const { return m_busy; }

Q_SIGNALS:
    void changed();

private:
    struct Prepared;
    struct Job {
        std::filesystem::path run;
        std::filesystem::path place;
        std::filesystem::path dataDir;
        bool operator==(const Job&) const = default;
    };

    void follow();
    std::optional<Job> wantedJob() const;
    void begin(const Job& job);
    void forget();
    inspect::StepMeasures measure(const Job& job, const std::stop_token& stop);

    TrainingSession& m_session;
    const Document& m_document;
    QPointer<WindowJobs> m_jobs;
    bool m_wanted = false;
    bool m_busy = false;
    std::optional<Job> m_job; ///< that was begun last
    std::uint64_t m_number = 0; ///< of that job
    std::shared_ptr<const inspect::StepMeasures> m_latest;
    std::optional<Message> m_problem;
    std::stop_source m_stop;
    std::unique_ptr<Prepared> m_prepared; ///< the run's data and its compiled network, for its next moment; the thread's
    SideThread m_thread{"netsmith-moment"}; ///< declared last: it uses the other members
};

} // namespace netsmith::gui
