#include "gui/widgets/side_thread.h"

#include "gui/widgets/free_memory.h"

#include <QObject>

#include <future>

#include <pthread.h>
#include <sys/resource.h>
#include <utility>

namespace netsmith::gui {
namespace {

constexpr int niceness = 5; // lower priority than the window and training

} // namespace

class SideThread::Answers : public QObject {
public:
    void post(Call call)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_calls.push_back(std::move(call));
        }
        QMetaObject::invokeMethod(this, &Answers::next, Qt::QueuedConnection);
    }

private:
    void next()
    {
        Call call;
        {
            const std::lock_guard lock(m_mutex);
            call = std::move(m_calls.front());
            m_calls.pop_front();
        }
        call(); // may destroy this object
    }

    std::mutex m_mutex;
    std::deque<Call> m_calls;
};

SideThread::SideThread(std::string name)
    : m_answers(std::make_unique<Answers>())
    , m_thread([this, name = std::move(name)](const std::stop_token& stop) {
        ::pthread_setname_np(::pthread_self(), name.c_str());
        ::setpriority(PRIO_PROCESS, 0, niceness); // on Linux, for this thread only
        work(stop);
    })
{
}

SideThread::~SideThread()
{
    m_thread.request_stop();
    m_thread.join();
}

void SideThread::run(Call work)
{
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back(std::move(work));
    }
    m_wake.notify_one();
}

void SideThread::finish()
{
    std::promise<void> done;
    run([&done] { done.set_value(); });
    done.get_future().wait();
}

void SideThread::runLarge(Call work)
{
    run([work = std::move(work)]() mutable {
        work();
        work = {}; // including its captures
        giveBackFreeMemory();
    });
}

void SideThread::answer(Call call)
{
    m_answers->post(std::move(call));
}

void SideThread::work(const std::stop_token& stop)
{
    while (true) {
        Call call;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return !m_waiting.empty(); }) || stop.stop_requested())
                return;
            call = std::move(m_waiting.front());
            m_waiting.pop_front();
        }
        call();
    }
}

} // namespace netsmith::gui
