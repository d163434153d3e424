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

/// A precision twin on its own thread. It works in short slices, each requested when the previous one has been handled: the window
/// never waits, and its requests are handled between two slices.
class TwinSession : public QObject {
    Q_OBJECT

public:
    enum class State { idle, preparing, running, paused, ended };

    explicit TwinSession(QObject* parent = nullptr);
    /// Stops and waits; the stop is checked between two steps.
    ~TwinSession() override;

    /// Starts from the beginning with a copy of the project.
    void start(Project project, std::filesystem::path dataDir, std::string precision);
    void pause();
    void goOn();
    /// Stops; the measurements are kept.
    void stop();
    /// The same, and discards the measurements.
    void clear();
    /// From the next slice on, the low-precision copy computes these layers in FP32.
    void keepInFp32(const std::vector<std::string>& layers);

    State state() const { return m_state; }
    /// Whether a slice is running; if none is and none is requested, no more results follow.
    bool isSlicing() const { return m_slicing; }
    bool isLive() const { return m_state == State::preparing || m_state == State::running || m_state == State::paused; }
    /// As started, except for the layers in FP32.
    const Project& project() const { return m_project; }
    const std::vector<twin::TwinMoment>& moments() const { return m_moments; }
    /// The advice drawn from them.
    const twin::TwinAdvice& advice() const { return m_advice; }
    const std::optional<twin::TwinStep>& lastStep() const { return m_lastStep; }
    std::int64_t totalSteps() const { return m_totalSteps; }

Q_SIGNALS:
    void stateChanged();
    void stepped(const std::vector<netsmith::twin::TwinStep>& steps);
    /// A moment was appended to `moments`.
    void measured();
    /// Why it ended early.
    void failed(const netsmith::Message& message);
    /// Why it continues without keeping these requested layers in FP32.
    void notKept(const std::vector<std::string>& layers, const netsmith::Message& message);

private:
    struct Work;
    struct Slice;

    void setState(State state);
    /// Requests the next slice, unless one is running.
    void advance();
    static Slice workOn(Work& work, const std::stop_token& stop);
    void take(const Slice& slice);
    /// Calls it on this thread, unless another twin was started meanwhile.
    void tell(std::uint64_t job, SideThread::Call call);
    void fail(std::uint64_t job, const Message& message, bool over);
    void letGo();

    std::shared_ptr<Work> m_work; ///< used by the worker only; this thread just passes it on
    Project m_project;
    std::vector<twin::TwinMoment> m_moments;
    twin::TwinAdvice m_advice;
    std::optional<twin::TwinStep> m_lastStep;
    std::int64_t m_totalSteps = 0;
    State m_state = State::idle;
    bool m_slicing = false;
    std::uint64_t m_job = 0;
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-twin"}; ///< declared last: it uses the other members
};

} // namespace netsmith::gui
