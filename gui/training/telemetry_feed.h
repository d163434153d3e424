#pragma once

#include "engine/telemetry/telemetry.h"
#include "gui/widgets/side_thread.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace netsmith::gui {

/// Looks at the machine twice a second on a thread of its own, while somebody looks at what it says.
class TelemetryFeed : public QObject {
    Q_OBJECT

public:
    static constexpr int interval = 500; // ms

    explicit TelemetryFeed(telemetry::TelemetrySources sources = {}, QObject* parent = nullptr);

    void setActive(bool active);
    /// The newest; empty before the first.
    const telemetry::Sample& sample() const { return m_sample; }

Q_SIGNALS:
    void sampled();

private:
    void look();

    telemetry::TelemetrySources m_sources;
    telemetry::Sample m_sample;
    QTimer m_timer;
    bool m_looking = false;
    std::optional<telemetry::Telemetry> m_telemetry; ///< the thread's
    SideThread m_thread{"netsmith-sensor"};
};

} // namespace netsmith::gui
