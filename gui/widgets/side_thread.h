#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace netsmith::gui {

/// A thread for slow work: runs one job after another and delivers answers on the thread that created it. Both pass through locks
/// of its own, not Qt's events, which the thread sanitizer can't follow.
class SideThread {
public:
    using Call = std::function<void()>;

    /// `name`: as shown by debuggers, at most 15 bytes.
    explicit SideThread(std::string name);
    /// Waits for the running job; drops waiting jobs and undelivered answers.
    ~SideThread();
    SideThread(const SideThread&) = delete;
    SideThread& operator=(const SideThread&) = delete;

    void run(Call work);
    /// Waits until all jobs have run: for an owner whose last jobs must not be dropped.
    void finish();
    /// For work that needs much memory, which is returned to the system afterwards.
    void runLarge(Call work);
    /// Called from `work`: runs `call` in the event loop of the thread that created this.
    void answer(Call call);

private:
    class Answers;

    void work(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Call> m_waiting;
    std::unique_ptr<Answers> m_answers;
    std::jthread m_thread; ///< last, since it uses the others
};

} // namespace netsmith::gui
