#include "gui/training/mailbox.h"

#include <QMetaObject>

#include <algorithm>
#include <iterator>
#include <utility>

namespace netsmith::gui {

Mailbox::Mailbox(QObject* parent)
    : QObject(parent)
{
    m_later.setSingleShot(true);
    connect(&m_later, &QTimer::timeout, this, &Mailbox::announce);
}

Mailbox::~Mailbox()
{
    const std::lock_guard lock(m_mutex); // this, unlike QThread::wait, shows the thread sanitizer that the worker has left
}

void Mailbox::leave(const QObject& worker)
{
    disconnect(this, nullptr, &worker, nullptr);
    const std::lock_guard lock(m_mutex);
}

std::uint64_t Mailbox::submit(TrainingJob job)
{
    std::stop_source before; // its stop request wakes the waiting worker, outside the lock
    std::uint64_t order = 0;
    {
        const std::lock_guard lock(m_mutex);
        std::swap(before, m_stop);
        m_pause = job.pauseAfterStep;
        m_steps = job.pauseAfterStep ? 1 : 0;
        order = ++m_order;
        m_checkpointWanted = false;
        m_job = std::move(job);
    }
    before.request_stop();
    Q_EMIT requested();
    return order;
}

void Mailbox::stop()
{
    std::stop_source underWay;
    {
        const std::lock_guard lock(m_mutex);
        underWay = m_stop;
    }
    underWay.request_stop();
}

void Mailbox::cancel(std::uint64_t job)
{
    m_cancelled = job;
    {
        const std::lock_guard lock(m_mutex);
        m_job.reset();
    }
    m_release = true;
    stop();
    Q_EMIT requested();
}

std::uint64_t Mailbox::pause()
{
    std::uint64_t order = 0;
    {
        const std::lock_guard lock(m_mutex);
        m_pause = true;
        m_steps = 0;
        order = ++m_order;
    }
    m_changed.notify_all(); // a run may wait in a pause that was ended and requested again
    return order;
}

std::uint64_t Mailbox::step()
{
    std::uint64_t order = 0;
    {
        const std::lock_guard lock(m_mutex);
        m_pause = true;
        m_steps = 1;
        order = ++m_order;
    }
    m_changed.notify_all();
    return order;
}

std::uint64_t Mailbox::goOn()
{
    std::uint64_t order = 0;
    {
        const std::lock_guard lock(m_mutex);
        m_pause = false;
        m_steps = 0;
        order = ++m_order;
    }
    m_changed.notify_all();
    return order;
}

void Mailbox::ask(PredictionRequest request)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_request && m_request->observes) { // pictures that were asked for and did not come yet
            request.observes = true;
            if (!request.grid)
                request.grid = m_request->grid;
        }
        m_request = std::move(request);
    }
    m_changed.notify_all();
    Q_EMIT requested();
}

void Mailbox::write(WritingRequest request)
{
    {
        const std::lock_guard lock(m_mutex);
        m_text = std::make_shared<const WritingRequest>(std::move(request));
        m_written.reset();
    }
    m_changed.notify_all();
    Q_EMIT requested();
}

void Mailbox::stopWriting()
{
    const std::lock_guard lock(m_mutex);
    m_text.reset();
    m_written.reset();
}

void Mailbox::review(LivePredictionsRequest request)
{
    {
        const std::lock_guard lock(m_mutex);
        m_review = std::move(request);
    }
    m_changed.notify_all(); // a run may be paused
    Q_EMIT requested(); // or none may be live
}

void Mailbox::copyWeights(std::uint64_t id)
{
    {
        const std::lock_guard lock(m_mutex);
        m_copy = id;
    }
    m_changed.notify_all(); // likewise
    Q_EMIT requested();
}

void Mailbox::measure(bool measures)
{
    {
        const std::lock_guard lock(m_mutex);
        m_measures = measures;
        m_measuresAtOnce = this->measures();
    }
    m_changed.notify_all(); // a run may be paused
}

void Mailbox::examine(bool examines)
{
    {
        const std::lock_guard lock(m_mutex);
        m_examines = examines;
        m_measuresAtOnce = measures();
    }
    m_changed.notify_all(); // likewise
}

TrainingSnapshot Mailbox::takeSnapshot()
{
    const std::lock_guard lock(m_mutex);
    m_notified = false;
    std::vector<PassedRun> passed = std::exchange(m_snapshot.passed, {});
    runs::RunCurves points = std::exchange(m_snapshot.newCurves, {});
    TrainingSnapshot taken = m_snapshot;
    m_snapshot.curvesBegin = false;
    taken.passed = std::move(passed);
    taken.newCurves = std::move(points);
    return taken;
}

std::vector<PredictionAnswer> Mailbox::takeAnswers()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_answers, {});
}

std::optional<LivePredictions> Mailbox::takeReview()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_reviewed, std::nullopt);
}

std::optional<LiveWeights> Mailbox::takeCopied()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_copied, std::nullopt);
}

std::optional<WrittenText> Mailbox::takeWritten()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_written, std::nullopt);
}

std::optional<Mailbox::TakenJob> Mailbox::takeJob()
{
    const std::lock_guard lock(m_mutex);
    if (!m_job)
        return std::nullopt;
    return TakenJob{*std::exchange(m_job, std::nullopt), m_stop.get_token()};
}

std::optional<PredictionRequest> Mailbox::takeRequest()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_request, std::nullopt);
}

std::shared_ptr<const WritingRequest> Mailbox::wantedText()
{
    const std::lock_guard lock(m_mutex);
    return m_text;
}

Mailbox::Command Mailbox::nextCommand(const std::stop_token& stop, bool training)
{
    const std::lock_guard lock(m_mutex);
    if (stop.stop_requested())
        return {Command::Kind::launch, 0, {}, m_order};
    if (m_request)
        return {Command::Kind::predict, 0, *std::exchange(m_request, std::nullopt), m_order};
    if (m_review) {
        Command command{Command::Kind::review, 0, {}, m_order};
        command.review = *std::exchange(m_review, std::nullopt);
        return command;
    }
    if (m_copy) {
        Command command{Command::Kind::copy, 0, {}, m_order};
        command.copy = *std::exchange(m_copy, std::nullopt);
        return command;
    }
    if (training && std::exchange(m_measuresAtOnce, false))
        return {Command::Kind::measure, 0, {}, m_order};
    if (!m_pause)
        return {Command::Kind::launch, 0, {}, m_order};
    if (m_steps == 0)
        return {Command::Kind::pause, 0, {}, m_order};
    if (training)
        --m_steps;
    return {Command::Kind::launch, training ? 1 : 0, {}, m_order};
}

void Mailbox::waitForCommand(const std::stop_token& stop, std::uint64_t order, bool training)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, stop,
                   [&] { return m_request || m_review || m_copy || m_text || (training && m_measuresAtOnce) || m_order != order; });
}

void Mailbox::update(const std::function<void(TrainingSnapshot&)>& change)
{
    const std::lock_guard lock(m_mutex);
    change(m_snapshot);
    notify();
}

void Mailbox::answer(PredictionAnswer answer)
{
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_answers, [&](const PredictionAnswer& older) {
        return (answer.observed || !older.observed) && (answer.surface || !older.surface);
    });
    m_answers.push_back(std::move(answer));
    notify();
}

void Mailbox::reviewed(LivePredictions predictions)
{
    const std::lock_guard lock(m_mutex);
    m_reviewed = std::move(predictions);
    notify();
}

void Mailbox::copied(LiveWeights weights)
{
    const std::lock_guard lock(m_mutex);
    m_copied = std::move(weights);
    notify();
}

void Mailbox::dropLiveRequests()
{
    const std::lock_guard lock(m_mutex);
    m_review.reset();
    m_copy.reset();
}

void Mailbox::wrote(WrittenText piece)
{
    const std::lock_guard lock(m_mutex);
    if (!m_text || piece.id != m_text->id)
        return;
    if (piece.done)
        m_text.reset();
    if (m_written) { // not taken yet
        std::vector<WrittenToken> tokens = std::move(m_written->tokens);
        std::ranges::move(piece.tokens, std::back_inserter(tokens));
        piece.tokens = std::move(tokens);
        if (piece.unknown.empty())
            piece.unknown = std::move(m_written->unknown);
    }
    m_written = std::move(piece);
    notify();
}

/// Requires the lock. Also covers what was posted before.
void Mailbox::notify()
{
    if (!std::exchange(m_notified, true))
        QMetaObject::invokeMethod(this, &Mailbox::announce, Qt::QueuedConnection);
}

void Mailbox::announce()
{
    if (m_sinceAnnounced.isValid() && m_sinceAnnounced.elapsed() < interval) {
        m_later.start(static_cast<int>(interval - m_sinceAnnounced.elapsed()));
        return;
    }
    m_sinceAnnounced.start();
    Q_EMIT posted();
}

} // namespace netsmith::gui
