#include "gui/progress/telemetry_feed.h"

#include <utility>

namespace netsmith::gui {

TelemetryFeed::TelemetryFeed(telemetry::TelemetrySources sources, QObject* parent)
    : QObject(parent)
    , m_sources(std::move(sources))
{
    m_timer.setInterval(interval);
    connect(&m_timer, &QTimer::timeout, this, &TelemetryFeed::look);
}

void TelemetryFeed::setActive(bool active)
{
    if (!active)
        return m_timer.stop();
    m_timer.start();
    look();
}

void TelemetryFeed::look()
{
    if (std::exchange(m_looking, true))
        return; // a driver may be slow
    m_thread.run([this] {
        if (!m_telemetry) // on the thread, since it opens the GPU's library
            m_telemetry.emplace(m_sources);
        m_thread.answer([this, sample = m_telemetry->sample()] {
            m_looking = false;
            m_sample = sample;
            Q_EMIT sampled();
        });
    });
}

} // namespace netsmith::gui
