#pragma once

#include "gui/training/live_predictions.h"
#include "gui/training/training_state.h"
#include "gui/widgets/side_thread.h"

#include <QElapsedTimer>
#include <QObject>

#include <filesystem>
#include <stop_token>
#include <string>

namespace netsmith::gui {

class TrainingSession;

/// Asks the chosen network about the samples of its data: the live run again after each epoch and in each pause, a saved run or a
/// chosen moment once. While nothing is shown, nothing is asked. What is asked, and of what use the answers are, a subclass knows.
class AskedFeed : public QObject {
    Q_OBJECT

public:
    void setShown(bool shown);
    /// Asks once more.
    void refresh();
    /// The run that the latest answer is of.
    const std::filesystem::path& run() const { return m_run; }
    bool isLive() const { return m_live; }

Q_SIGNALS:
    void changed();

protected:
    /// `thread`: its name, at most 15 bytes.
    AskedFeed(TrainingSession& session, std::string thread, QObject* parent);
    /// Stops the work on the thread and waits for it: a subclass's destructor does so, since the work may use it.
    void stop();

    /// Puts the question to the live run; returns its number.
    virtual std::uint64_t askLive() = 0;
    virtual void answered(const LivePredictions& answer) = 0;
    /// Asks a saved run or a checkpoint, on the thread.
    virtual void askSaved(const std::filesystem::path& place, std::uint64_t job) = 0;
    virtual bool isWorking() const = 0;
    /// Nothing is under way any longer.
    virtual void rest() = 0;
    virtual bool knowsAny() const = 0;
    /// What is known is of another network.
    virtual void forget() = 0;
    /// An answer of the live run is still being worked on, and the next one waits for that.
    virtual bool holdsLive() const { return false; }
    /// The user wants nothing before the training's state changes.
    virtual bool isHeld() const { return false; }

    TrainingSession& session() const { return m_session; }
    bool isShown() const { return m_shown; }
    /// Ends what is under way; the next job's number.
    std::uint64_t newJob();
    bool isCurrent(std::uint64_t job) const { return job == m_job; }
    std::stop_token stopToken() const { return m_stop.get_token(); }
    /// Runs work on the thread, unless it is stopped before.
    void runLarge(std::function<void()> work);
    /// From there: runs `call` on the window's thread if the job is still wanted.
    void tell(std::uint64_t job, std::function<void()> call);
    /// Gives up what was asked.
    void giveUp();
    /// What was asked for meanwhile comes next.
    void goOn();
    void setOrigin(std::filesystem::path run, bool live);

private:
    void follow();
    void ask();
    void drop();

    TrainingSession& m_session;
    bool m_shown = false;
    std::filesystem::path m_run;
    bool m_live = false;
    std::filesystem::path m_place; ///< the run or the checkpoint asked last; empty: the live run, or none
    std::uint64_t m_question = 0; ///< the last one to the live run; 0 once it is answered or no longer wanted
    bool m_again = false; ///< it is to be asked once more after that
    std::uint64_t m_job = 0; ///< the last one on the thread
    std::int64_t m_epoch = 0; ///< of the live run when it was asked last
    TrainingState m_sessionState{};
    bool m_wasLive = false;
    std::stop_source m_stop;
    SideThread m_thread;
};

/// Lets one call in a hundred milliseconds pass.
class ToldProgress {
public:
    bool isDue();

private:
    QElapsedTimer m_since;
};

} // namespace netsmith::gui
