#pragma once

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

namespace netsmith::gui {

/// The only thing that crosses between the window and the worker: the latest snapshot one way, requests the other. Neither side
/// ever waits for the other, but for the worker where it is paused. Lives on the GUI thread.
class Mailbox : public QObject {
    Q_OBJECT

public:
    /// Between two `posted`, milliseconds: at most 30 a second.
    static constexpr int interval = 34;

    explicit Mailbox(QObject* parent = nullptr);
    ~Mailbox() override;

    // The window's side.

    /// Takes the place of a job that has not begun, and asks the one under way to stop. An order, as `pause` is.
    std::uint64_t submit(TrainingJob job);
    /// The job under way ends at the next launch's end.
    void stop();
    /// Jobs up to this one, under way or not begun, come to nothing.
    void cancel(std::uint64_t job);
    /// Each of these is an order, by the number it gives; a snapshot says which was the last one followed.
    std::uint64_t pause();
    std::uint64_t step();
    std::uint64_t goOn();
    /// The latest wins.
    void ask(PredictionRequest request);
    /// Takes the place of a text that is being written.
    void write(WritingRequest request);
    void stopWriting();
    void wantCheckpoint() { m_checkpointWanted = true; }
    /// The checkpoint that a stop writes is not kept.
    void discardStop() { m_discardStop = true; }

    /// The latest snapshot with the curves' points since the last time.
    TrainingSnapshot takeSnapshot();
    std::optional<PredictionAnswer> takeAnswer();
    /// What was written since the last time of the text that is wanted.
    std::optional<WrittenText> takeWritten();

    // The worker's side.

    /// The last call of it: what the worker did is over before the mailbox goes.
    void leave(const QObject& worker);

    struct TakenJob {
        TrainingJob job;
        std::stop_token stop;
    };
    std::optional<TakenJob> takeJob();
    /// Asked for predictions while no job is under way.
    std::optional<PredictionRequest> takeRequest();
    /// The text that is to be written, until it is done; null where none is.
    std::shared_ptr<const WritingRequest> wantedText();
    std::atomic<bool>* checkpointWanted() { return &m_checkpointWanted; }
    bool discardsStop() const { return m_discardStop; }
    bool isCancelled(std::uint64_t job) const { return job <= m_cancelled; }
    /// Whether a job was cancelled, so that what was read for the next one is not needed; once.
    bool takeRelease() { return m_release.exchange(false); }

    struct Command {
        enum class Kind { launch, predict, pause };
        Kind kind = Kind::launch;
        int steps = 0; ///< launch: at most so many; 0: as many as seem right
        PredictionRequest request; ///< predict
        std::uint64_t order = 0; ///< the last one that this follows
    };
    /// What a job is to do before its next launch. A step is one launch of training of one batch, whatever validation comes before
    /// it.
    Command nextCommand(const std::stop_token& stop, bool training);
    /// Behind a `pause`: blocks until there is something to do beyond its `order`, a text to be written included, be it another
    /// pause: who asked for it waits to hear that it is reached.
    void waitForCommand(const std::stop_token& stop, std::uint64_t order);

    void update(const std::function<void(TrainingSnapshot&)>& change);
    void answer(PredictionAnswer answer);
    /// Adds to what is taken; nothing of a text that is not wanted any more.
    void wrote(WrittenText piece);

Q_SIGNALS:
    /// There is a new snapshot or answer to take; no more often than every `interval`.
    void posted();
    /// There is a job or a request to take, or there is none any more.
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
    std::atomic<bool> m_checkpointWanted = false;
    std::atomic<bool> m_discardStop = false;
    std::atomic<bool> m_release = false;
    std::atomic<std::uint64_t> m_cancelled = 0;

    TrainingSnapshot m_snapshot;
    std::optional<PredictionAnswer> m_answer;
    std::shared_ptr<const WritingRequest> m_text; ///< until it is done
    std::optional<WrittenText> m_written;
    bool m_notified = false;

    QElapsedTimer m_sinceAnnounced;
    QTimer m_later;
};

} // namespace netsmith::gui
