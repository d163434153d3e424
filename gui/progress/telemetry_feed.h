#pragma once

#include "engine/telemetry/telemetry.h"
#include "gui/widgets/side_thread.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace netsmith::gui {

/// Samples the machine's state twice a second on another thread, while a view shows it.
class TelemetryFeed : public QObject {
    Q_OBJECT

public:
    static constexpr int interval = 500; // ms

    explicit TelemetryFeed(telemetry::TelemetrySources sources = {}, QObject* parent = nullptr);

    void setActive(bool active);
    /// The latest; empty before the first.
    const telemetry::Sample& sample() const { return m_sample; }

Q_SIGNALS:
    void sampled();

private:
    void look();

    telemetry::TelemetrySources m_sources;
    telemetry::Sample m_sample;
    QTimer m_timer;
    bool m_looking = false;
    std::optional<telemetry::Telemetry> m_telemetry; ///< used by the thread only
    SideThread m_thread{"netsmith-sensor"};
};

} // namespace netsmith::gui
