#pragma once

#include "engine/inspect/profiler/advice.h"
#include "engine/inspect/profiler/sharing.h"
#include "engine/predict/preparing.h"
#include "gui/document/document.h"
#include "gui/jobs/device_lease.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <memory>
#include <optional>
#include <stop_token>

namespace netsmith::gui {

/// Profiles the training of the document's project on its own thread, in memory.
class ProfilerSession : public QObject {
    Q_OBJECT

public:
    struct Result {
        Project project; ///< as it was profiled
        inspect::TrainingProfile profile;
        std::vector<inspect::Advice> advice;
        inspect::FusionSavings fusion;
        std::optional<inspect::SharingCosts> sharing{}; ///< of the slowest convolution; nothing: there is none
    };

    explicit ProfilerSession(Document& document, QObject* parent = nullptr);
    /// Stops and waits; the stop is checked between two steps.
    ~ProfilerSession() override;

    /// The window's jobs: nothing is profiled while another has the device, and a run stops it.
    void setJobs(WindowJobs& jobs);
    /// Why it can't start now; empty: it can.
    QString whyNot() const;
    void start();
    void cancel();
    /// Shows a profile that was made elsewhere.
    void show(std::shared_ptr<const Result> result);

    bool isBusy() const { return m_busy; }
    /// What a busy one is doing.
    const PreparingEvent& progress() const { return m_progress; }
    /// Null before the first; stays while the next one is made.
    const std::shared_ptr<const Result>& result() const { return m_result; }
    /// Why the last one ended without a result.
    const std::optional<Message>& problem() const { return m_problem; }

Q_SIGNALS:
    void changed();

private:
    static Result profile(const Project& project, const std::filesystem::path& dataDir, const PreparingWatch& watch);
    void end(std::uint64_t job);

    Document& m_document;
    DeviceLease m_lease{JobKind::profile};
    std::shared_ptr<const Result> m_result;
    std::optional<Message> m_problem;
    PreparingEvent m_progress;
    bool m_busy = false;
    std::uint64_t m_job = 0;
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-profile"}; ///< declared last: it uses the other members
};

} // namespace netsmith::gui
