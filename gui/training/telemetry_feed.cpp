#include "gui/training/telemetry_feed.h"

#include <QTimer>

#include <optional>

using namespace Qt::StringLiterals;

namespace netsmith::gui {

/// Lives on the feed's thread. What it reads goes to the window as a value.
class TelemetryFeed::Worker : public QObject {
public:
    Worker(TelemetryFeed& feed, telemetry::TelemetrySources sources)
        : m_feed(feed)
        , m_sources(std::move(sources))
        , m_timer(this)
    {
        m_timer.setInterval(interval);
        connect(&m_timer, &QTimer::timeout, this, &Worker::look);
    }

    void setActive(bool active)
    {
        if (!active)
            return m_timer.stop();
        if (m_timer.isActive())
            return;
        m_timer.start();
        look();
    }

private:
    void look()
    {
        if (!m_telemetry) // on this thread, for it opens the GPU's library
            m_telemetry.emplace(m_sources);
        QMetaObject::invokeMethod(&m_feed, [&feed = m_feed, sample = m_telemetry->sample()] {
            feed.m_sample = sample;
            Q_EMIT feed.sampled();
        });
    }

    TelemetryFeed& m_feed;
    telemetry::TelemetrySources m_sources;
    std::optional<telemetry::Telemetry> m_telemetry;
    QTimer m_timer;
};

TelemetryFeed::TelemetryFeed(telemetry::TelemetrySources sources, QObject* parent)
    : QObject(parent)
    , m_worker(new Worker(*this, std::move(sources)))
{
    m_thread.setObjectName(u"netsmith-sensor"_s);
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start(QThread::LowPriority);
}

TelemetryFeed::~TelemetryFeed()
{
    m_thread.quit();
    m_thread.wait();
}

void TelemetryFeed::setActive(bool active)
{
    QMetaObject::invokeMethod(m_worker, [worker = m_worker, active] { worker->setActive(active); });
}

} // namespace netsmith::gui
