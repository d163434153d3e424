#pragma once

#include "gui/progress/telemetry_feed.h"
#include "gui/training/training_session.h"

#include <QWidget>

class QVBoxLayout;

namespace netsmith::gui {

class ElidedLabel;
class FactList;
class MemoryBar;
class Pill;
class RefreshPacer;
class SectionHeader;
class ShareBar;
class TextLabel;

/// The device's load beside the speed of training, since a busy device may do little useful work, and the numeric precision in use.
/// Values that can't be read are shown as such.
class DevicePanel : public QWidget {
    Q_OBJECT

public:
    explicit DevicePanel(TrainingSession& session, QWidget* parent = nullptr, telemetry::TelemetrySources sources = {});

    /// Whether there is a run from before the project was opened.
    void setHasLastRun(bool hasLastRun);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    SectionHeader* addHeader(QVBoxLayout& column, Pill*& pill);
    void refresh();
    void showDevice();
    void showRate(const ComputeRate& rate);
    void showGpu(const telemetry::GpuSample& gpu);
    void showProcessor(const telemetry::Sample& sample);
    void showRun();
    void showPrecision();
    /// What uses the memory when no run does.
    static QString memoryText(std::optional<JobKind> work);

    TrainingSession& m_session;
    TelemetryFeed m_feed;
    RefreshPacer* m_pacer;
    SectionHeader* m_deviceHeader;
    Pill* m_devicePill = nullptr;
    ElidedLabel* m_name;
    FactList* m_utilization;
    ShareBar* m_busy;
    FactList* m_memory;
    MemoryBar* m_memoryBar;
    FactList* m_sensors;
    SectionHeader* m_runHeader;
    Pill* m_runPill = nullptr;
    TextLabel* m_noRun; ///< in place of a run's facts if there is none
    FactList* m_run;
    SectionHeader* m_precisionHeader;
    Pill* m_precisionPill = nullptr;
    FactList* m_precision;
    bool m_hasLastRun = false;
};

} // namespace netsmith::gui
