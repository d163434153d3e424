#pragma once

#include "engine/twin/twin.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace netsmith::gui {

/// A precision twin on a thread of its own. It works in short slices, each asked for when the one before was answered: so the
/// window never waits, and whatever it asks for comes between two slices.
class TwinSession : public QObject {
    Q_OBJECT

public:
    enum class State { idle, preparing, running, paused, ended };

    explicit TwinSession(QObject* parent = nullptr);
    /// Stops and waits: it looks at the stop between two steps.
    ~TwinSession() override;

    /// Begins anew with a copy of the project.
    void start(Project project, std::filesystem::path dataDir, std::string precision);
    void pause();
    void goOn();
    /// Ends what is under way; what was measured stays.
    void stop();
    /// The same, and lets go of what was measured.
    void clear();
    /// From the next slice on the low copy computes these layers in FP32.
    void keepInFp32(const std::vector<std::string>& layers);

    State state() const { return m_state; }
    /// Whether a slice is under way; where none is and none is asked for, nothing more comes.
    bool isSlicing() const { return m_slicing; }
    bool isLive() const { return m_state == State::preparing || m_state == State::running || m_state == State::paused; }
    /// As it was begun, but for the layers in FP32.
    const Project& project() const { return m_project; }
    const std::vector<twin::TwinMoment>& moments() const { return m_moments; }
    /// What to make of them.
    const twin::TwinAdvice& advice() const { return m_advice; }
    const std::optional<twin::TwinStep>& lastStep() const { return m_lastStep; }
    std::int64_t totalSteps() const { return m_totalSteps; }

Q_SIGNALS:
    void stateChanged();
    void stepped(const std::vector<netsmith::twin::TwinStep>& steps);
    /// `moments` has one more at its end.
    void measured();
    /// Why it ended early.
    void failed(const netsmith::Message& message);
    /// Why it goes on without keeping these layers, which were asked for.
    void notKept(const std::vector<std::string>& layers, const netsmith::Message& message);

private:
    struct Work;
    struct Slice;

    void setState(State state);
    /// Asks for the next slice, unless one is under way.
    void advance();
    static Slice workOn(Work& work, const std::stop_token& stop);
    void take(const Slice& slice);
    /// Calls it here, unless another twin was begun meanwhile.
    void tell(std::uint64_t job, SideThread::Call call);
    void fail(std::uint64_t job, const Message& message, bool over);
    void letGo();

    std::shared_ptr<Work> m_work; ///< the worker's own; here it is only handed on
    Project m_project;
    std::vector<twin::TwinMoment> m_moments;
    twin::TwinAdvice m_advice;
    std::optional<twin::TwinStep> m_lastStep;
    std::int64_t m_totalSteps = 0;
    State m_state = State::idle;
    bool m_slicing = false;
    std::uint64_t m_job = 0;
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-twin"}; ///< the last, for it uses the others
};

} // namespace netsmith::gui
