#pragma once

#include "engine/telemetry/telemetry.h"

#include <QObject>
#include <QThread>

namespace netsmith::gui {

/// Looks at the machine twice a second on a thread of its own, while somebody looks at what it says.
class TelemetryFeed : public QObject {
    Q_OBJECT

public:
    static constexpr int interval = 500; // ms

    explicit TelemetryFeed(telemetry::TelemetrySources sources = {}, QObject* parent = nullptr);
    ~TelemetryFeed() override;

    void setActive(bool active);
    /// The newest; empty before the first.
    const telemetry::Sample& sample() const { return m_sample; }

Q_SIGNALS:
    void sampled();

private:
    class Worker;

    QThread m_thread;
    Worker* m_worker;
    telemetry::Sample m_sample;
};

} // namespace netsmith::gui
