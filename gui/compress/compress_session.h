#pragma once

#include "engine/compress/chain/chain.h"
#include "gui/widgets/side_thread.h"

#include <QObject>

#include <optional>
#include <stop_token>
#include <vector>

namespace netsmith::gui {

/// What a compression is doing now.
struct CompressProgress {
    Message words{}; ///< of what is no training
    std::int64_t done = 0; ///< of `total`; of a training its steps
    std::int64_t total = 0; ///< 0: not known
    bool training = false;
    std::filesystem::path run{}; ///< that is trained
    std::int64_t epoch = 0; ///< from 1
    std::int64_t epochs = 0;
    std::optional<double> secondsLeft{}; ///< of this training
};

/// Makes a chain of smaller runs of a trained one on its own thread. Each is an ordinary run.
class CompressSession : public QObject {
    Q_OBJECT

public:
    enum class State { idle, running, stopping, ended };

    explicit CompressSession(QObject* parent = nullptr);
    /// Stops, and waits for the checkpoint of a training.
    ~CompressSession() override;

    void start(const std::filesystem::path& run, std::vector<compress::Stage> stages, const std::filesystem::path& dataDir);
    /// Stops a training at its next launch, with a checkpoint, and everything else as soon as it can; the runs made so far are
    /// kept.
    void stop();
    /// The same, and forgets them.
    void clear();

    State state() const { return m_state; }
    bool isLive() const { return m_state == State::running || m_state == State::stopping; }
    const std::vector<compress::Stage>& stages() const { return m_stages; }
    /// The stage that is being done, from 0; their number: all are done, and the runs are timed.
    std::size_t stage() const;
    /// Measured so far, the one that was begun with first.
    const std::vector<compress::ChainRun>& runs() const { return m_runs; }
    const CompressProgress& progress() const { return m_progress; }
    /// Of what it is doing now, 0 … 1; negative: not known.
    double share() const;
    /// Of a compression that was stopped within a training: that run, and what was to be done to it.
    const std::filesystem::path& stoppedRun() const { return m_stoppedRun; }
    const std::vector<compress::Stage>& left() const { return m_left; }

Q_SIGNALS:
    void stateChanged();
    void progressed();
    /// A run was written, began to be trained, or was measured.
    void runMade();
    /// Why it ended early.
    void failed(const netsmith::Message& message);

private:
    void setState(State state);
    /// Runs on the thread.
    compress::ChainResult make(std::uint64_t job, const std::filesystem::path& run, std::vector<compress::Stage> stages,
                               const std::filesystem::path& dataDir, const std::stop_token& stop);
    train::TrainEvents trainingEvents(std::uint64_t job);
    /// Calls it on this thread, unless it has begun again meanwhile.
    void tell(std::uint64_t job, SideThread::Call call);
    void take(const compress::ChainRun& run);
    void end(const compress::ChainResult& result);

    std::vector<compress::Stage> m_stages;
    std::vector<compress::ChainRun> m_runs;
    std::vector<compress::Stage> m_left;
    std::filesystem::path m_stoppedRun;
    CompressProgress m_progress;
    std::int64_t m_made = 0; ///< runs that were written
    bool m_isBetween = true; ///< the last of them is done, and the next one is being made
    State m_state = State::idle;
    std::uint64_t m_job = 0;
    std::stop_source m_stop;
    SideThread m_thread{"netsmith-shrink"}; ///< declared last: it uses the other members
};

} // namespace netsmith::gui
