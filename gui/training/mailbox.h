#pragma once

#include "gui/training/live_predictions.h"
#include "gui/training/live_weights.h"
#include "gui/training/prediction.h"
#include "gui/training/text_writing.h"
#include "gui/training/training_job.h"
#include "gui/training/training_snapshot.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace netsmith::gui {

/// The only connection between the window and the worker: the latest snapshot one way, requests the other. Neither side ever waits
/// for the other, except the worker when paused. Lives on the GUI thread.
class Mailbox : public QObject {
    Q_OBJECT

public:
    /// Between two `posted`, milliseconds: at most 30 a second.
    static constexpr int interval = 34;

    explicit Mailbox(QObject* parent = nullptr);
    ~Mailbox() override;

    // The window's side.

    /// Replaces a job that has not started, and asks the current one to stop. An order, like `pause`.
    std::uint64_t submit(TrainingJob job);
    /// The current job ends after the current launch.
    void stop();
    /// Cancels all jobs up to this one, started or not.
    void cancel(std::uint64_t job);
    /// Each of these is an order and returns its number; a snapshot has the number of the last order followed.
    std::uint64_t pause();
    std::uint64_t step();
    std::uint64_t goOn();
    /// The latest wins; pictures and a grid that a request before it wanted come with it.
    void ask(PredictionRequest request);
    /// Replaces a text that is being written.
    void write(WritingRequest request);
    void stopWriting();
    /// What the live run's network predicts for its samples; the latest wins, and it is dropped where no run is live.
    void review(LivePredictionsRequest request);
    /// A copy of the live run's network; the latest request wins, and it is dropped where no run is live.
    void copyWeights(std::uint64_t id);
    /// Whether the run's layers are measured from now on, at first at once.
    void measure(bool measures);
    /// Whether the run is examined from now on, which measures its layers, too.
    void examine(bool examines);
    void wantCheckpoint() { m_checkpointWanted = true; }
    /// The checkpoint written by a stop is not kept.
    void discardStop() { m_discardStop = true; }

    /// The latest snapshot, with the curves' points since the last call.
    TrainingSnapshot takeSnapshot();
    /// The latest, after those with pictures or a grid that it lacks.
    std::vector<PredictionAnswer> takeAnswers();
    std::optional<LivePredictions> takeReview();
    std::optional<LiveWeights> takeCopied();
    /// The text requested, as far as written since the last call.
    std::optional<WrittenText> takeWritten();

    // The worker's side.

    /// The worker's last call; makes sure that its work is complete before the mailbox is destroyed.
    void leave(const QObject& worker);

    struct TakenJob {
        TrainingJob job;
        std::stop_token stop;
    };
    std::optional<TakenJob> takeJob();
    /// A request for predictions while there is no job.
    std::optional<PredictionRequest> takeRequest();
    /// The text to write, until it is done; null if there is none.
    std::shared_ptr<const WritingRequest> wantedText();
    bool measures() const { return m_measures || m_examines; }
    bool examines() const { return m_examines; }
    std::atomic<bool>* checkpointWanted() { return &m_checkpointWanted; }
    bool discardsStop() const { return m_discardStop; }
    bool isCancelled(std::uint64_t job) const { return job <= m_cancelled; }
    /// Whether a job was cancelled, so that the data read for the next one can be freed; true once.
    bool takeRelease() { return m_release.exchange(false); }

    struct Command {
        enum class Kind { launch, predict, review, copy, measure, pause };
        Kind kind = Kind::launch;
        int steps = 0; ///< launch: the most steps to take; 0: chosen by time
        PredictionRequest request; ///< predict
        std::uint64_t order = 0; ///< the last one followed so far
        LivePredictionsRequest review{}; ///< review
        std::uint64_t copy = 0; ///< copy: its id
    };
    /// What a job should do before its next launch. A step is one training launch of one batch, after whatever validation comes
    /// before it.
    Command nextCommand(const std::stop_token& stop, bool training);
    /// After a `pause`: blocks until there is something to do beyond its `order`, including writing a text or another pause, whose
    /// requester waits for it to be reached.
    void waitForCommand(const std::stop_token& stop, std::uint64_t order, bool training);

    void update(const std::function<void(TrainingSnapshot&)>& change);
    void answer(PredictionAnswer answer);
    void reviewed(LivePredictions predictions);
    void copied(LiveWeights weights);
    /// Drops requests for a review and a copy: no run is live.
    void dropLiveRequests();
    /// Appends to the written text; ignored for a text that is no longer requested.
    void wrote(WrittenText piece);

Q_SIGNALS:
    /// A new snapshot or answer can be taken; emitted at most once per `interval`.
    void posted();
    /// A job or a request can be taken, or has been withdrawn.
    void requested();

private:
    void notify();
    void announce();

    std::mutex m_mutex;
    std::condition_variable_any m_changed;

    std::optional<TrainingJob> m_job;
    std::stop_source m_stop;
    bool m_pause = false;
    int m_steps = 0;
    std::uint64_t m_order = 0;
    std::optional<PredictionRequest> m_request;
    std::optional<LivePredictionsRequest> m_review;
    std::optional<std::uint64_t> m_copy;
    std::atomic<bool> m_measures = false;
    std::atomic<bool> m_examines = false;
    bool m_measuresAtOnce = false;
    std::atomic<bool> m_checkpointWanted = false;
    std::atomic<bool> m_discardStop = false;
    std::atomic<bool> m_release = false;
    std::atomic<std::uint64_t> m_cancelled = 0;

    TrainingSnapshot m_snapshot;
    std::vector<PredictionAnswer> m_answers;
    std::optional<LivePredictions> m_reviewed;
    std::optional<LiveWeights> m_copied;
    std::shared_ptr<const WritingRequest> m_text; ///< until it is done
    std::optional<WrittenText> m_written;
    bool m_notified = false;

    QElapsedTimer m_sinceAnnounced;
    QTimer m_later;
};

} // namespace netsmith::gui
