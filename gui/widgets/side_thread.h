#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace netsmith::gui {

/// A thread for what would keep the window waiting: one thing after the other, with answers on the thread that made it. What is
/// handed over passes under locks of its own and not within Qt's events, into which the thread sanitizer can't see.
class SideThread {
public:
    using Call = std::function<void()>;

    /// `name`: what debuggers show, of at most 15 bytes.
    explicit SideThread(std::string name);
    /// Waits for what is under way; what has not begun is dropped, and so are answers that did not arrive yet.
    ~SideThread();
    SideThread(const SideThread&) = delete;
    SideThread& operator=(const SideThread&) = delete;

    void run(Call work);
    /// The same with work that takes much memory, which is given back to the system once it is done.
    void runLarge(Call work);
    /// From within `work`: called where the thread was made, once its loop turns.
    void answer(Call call);

private:
    class Answers;

    void work(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Call> m_waiting;
    std::unique_ptr<Answers> m_answers;
    std::jthread m_thread; ///< the last, for it uses the others
};

} // namespace netsmith::gui
