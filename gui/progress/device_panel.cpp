#include "gui/progress/device_panel.h"

#include "gui/progress/memory_bar.h"
#include "gui/training/preflight_outcome.h"
#include "gui/training/training_words.h"
#include "gui/widgets/controls/refresh_pacer.h"
#include "gui/widgets/controls/wrap_layout.h"
#include "gui/widgets/engine_text.h"
#include "gui/widgets/labels/elided_label.h"
#include "gui/widgets/labels/fact_list.h"
#include "gui/widgets/labels/pill.h"
#include "gui/widgets/labels/share_bar.h"
#include "gui/widgets/labels/text_label.h"
#include "gui/widgets/lists/section_header.h"
#include "gui/widgets/number_text.h"

#include <QEvent>
#include <QFrame>
#include <QVBoxLayout>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

using namespace Qt::StringLiterals;

namespace netsmith::gui {
namespace {

QFrame* makeRule()
{
    auto* rule = new QFrame;
    rule->setProperty("class", u"hairline"_s);
    rule->setFixedHeight(1);
    return rule;
}

/// The GPU that a device id refers to: "cuda:1" is the driver's second.
const telemetry::GpuSample* gpuOf(const telemetry::Sample& sample, const std::string& device)
{
    constexpr std::string_view cuda = "cuda";
    if (!device.starts_with(cuda))
        return nullptr;
    int index = 0;
    if (const auto colon = device.find(':'); colon != std::string::npos)
        std::from_chars(device.data() + colon + 1, device.data() + device.size(), index);
    const auto found = std::ranges::find(sample.gpus, index, &telemetry::GpuSample::index);
    return found == sample.gpus.end() ? nullptr : &*found;
}

} // namespace

DevicePanel::DevicePanel(TrainingSession& session, QWidget* parent, telemetry::TelemetrySources sources)
    : QWidget(parent)
    , m_session(session)
    , m_feed(std::move(sources))
    , m_pacer(new RefreshPacer(this))
    , m_name(new ElidedLabel(TextRole::caption, u"muted"_s))
    , m_utilization(new FactList)
    , m_busy(new ShareBar)
    , m_memory(new FactList)
    , m_memoryBar(new MemoryBar(6))
    , m_sensors(new FactList)
    , m_noRun(new TextLabel(TextRole::body, u"muted"_s))
    , m_run(new FactList)
    , m_precision(new FactList)
{
    setObjectName(u"devicePanel"_s);
    m_name->setObjectName(u"deviceName"_s);
    m_busy->setObjectName(u"utilizationBar"_s);
    m_busy->setMood(ShareBar::Mood::neutral);
    m_memoryBar->setObjectName(u"deviceMemoryBar"_s);
    m_noRun->setObjectName(u"noRunHint"_s);
    m_noRun->setWordWrap(true);
    for (FactList* list : {m_utilization, m_memory, m_sensors, m_run, m_precision})
        list->setSteady();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(6);
    m_deviceHeader = addHeader(*column, m_devicePill);
    column->addWidget(m_name);
    column->addWidget(m_utilization);
    column->addWidget(m_busy);
    column->addWidget(m_memory);
    column->addWidget(m_memoryBar);
    column->addWidget(m_sensors);
    column->addSpacing(4);
    column->addWidget(makeRule());
    column->addSpacing(4);
    m_runHeader = addHeader(*column, m_runPill);
    column->addWidget(m_noRun);
    column->addWidget(m_run);
    column->addSpacing(4);
    column->addWidget(makeRule());
    column->addSpacing(4);
    m_precisionHeader = addHeader(*column, m_precisionPill);
    m_precisionPill->setKind(Pill::Kind::accent);
    column->addWidget(m_precision);
    column->addStretch();

    connect(m_pacer, &RefreshPacer::refresh, this, &DevicePanel::refresh);
    connect(&m_feed, &TelemetryFeed::sampled, m_pacer, &RefreshPacer::request);
    connect(&session, &TrainingSession::updated, m_pacer, &RefreshPacer::request);
    connect(&session, &TrainingSession::stateChanged, m_pacer, &RefreshPacer::requestAtOnce);
    connect(&session, &TrainingSession::runChanged, m_pacer, &RefreshPacer::requestAtOnce);
    refresh();
}

SectionHeader* DevicePanel::addHeader(QVBoxLayout& column, Pill*& pill)
{
    auto* header = new SectionHeader({}, this);
    pill = new Pill({}, Pill::Kind::plain, this);
    auto* row = new WrapLayout(8, 4, WrapLayout::Last::atEnd);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(header);
    row->addWidget(pill);
    column.addLayout(row);
    return header;
}

void DevicePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_feed.setActive(true);
    m_pacer->requestAtOnce();
}

void DevicePanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_feed.setActive(false);
}

void DevicePanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QWidget::changeEvent(event);
}

void DevicePanel::refresh()
{
    showDevice();
    showRun();
    showPrecision();
}

void DevicePanel::showDevice()
{
    const auto& run = m_session.run();
    const std::string device = run ? run->device : m_session.document().project().training.device;
    m_deviceHeader->setText(tr("Device"));
    m_devicePill->setText(device == "auto" ? tr("Automatic") : device == "cpu" ? u"CPU"_s : fromStd(device));
    m_name->setText(run ? fromStd(run->deviceName) : QString());
    m_name->setVisible(run != nullptr);

    const telemetry::Sample& sample = m_feed.sample();
    if (const telemetry::GpuSample* gpu = gpuOf(sample, device))
        showGpu(*gpu);
    else
        showProcessor(sample);

    if (m_session.isLive() && run)
        m_memory->set(u"runMemory"_s, tr("Memory"), tr("%1 by this run").arg(bytesText(run->memory.total())),
                      tr("What this run holds on the device, also while it is paused"));
    else
        m_memory->set(u"runMemory"_s, tr("Memory"), memoryText(m_session.otherWork()));
    m_memoryBar->setUse(m_session.isLive() && run ? run->memory : MemoryUse());
    const double speed = m_session.snapshot().samplesPerSecond;
    const bool measured = m_session.isLive() && m_session.state() != TrainingState::paused && speed > 0.0;
    m_sensors->set(u"throughput"_s, tr("Throughput"),
                   measured ? tr("%1 samples/s").arg(shortCountText(speed)) : tr("not available"),
                   tr("How fast training progresses: a device can be fully busy and still get little done"));
    showRate(measured ? m_session.snapshot().rate : ComputeRate());
}

QString DevicePanel::memoryText(std::optional<JobKind> work)
{
    switch (work.value_or(JobKind::run)) {
    case JobKind::run: break;
    case JobKind::comparison: return tr("used by the comparison");
    case JobKind::compression: return tr("used by the compression");
    case JobKind::verification: return tr("used by the repeated run");
    case JobKind::twin: return tr("used by the twin");
    case JobKind::rateRange: return tr("used by the search for a learning rate");
    case JobKind::profile: return tr("used by the profiler");
    case JobKind::trace: return tr("used by the Step by step panel");
    }
    return tr("none used by training");
}

void DevicePanel::showRate(const ComputeRate& rate)
{
    const QString id = u"computeRate"_s;
    if (rate.flops <= 0.0) {
        m_sensors->hide(id);
        return;
    }
    const auto share = rate.share();
    const QString flops = flopRateText(rate.flops);
    m_sensors->set(id, tr("Compute rate"),
                   share ? tr("%1 · %2", "FLOP/s, and the share of the peak").arg(flops, percentText(*share, 0)) : flops,
                   share ? tr("The operations of the layers divided by the time they take. The percentage is of the %1 that "
                              "\"netsmith-cli devices --benchmark\" measured on this device")
                               .arg(flopRateText(rate.peak))
                         : tr("The operations of the layers divided by the time they take. Run \"netsmith-cli devices "
                              "--benchmark\" to measure the peak of this device and see the percentage here"));
}

void DevicePanel::showGpu(const telemetry::GpuSample& gpu)
{
    const QString absent = tr("not available");
    const auto number = [&](const std::optional<double>& value, const QString& pattern) {
        return value ? pattern.arg(countText(std::llround(*value))) : absent;
    };
    m_utilization->set(u"utilization"_s, tr("Utilization"), gpu.utilization ? percentText(*gpu.utilization / 100.0, 0) : absent,
                       tr("The percentage of time in which the GPU was busy"));
    m_utilization->hide(u"ownUtilization"_s);
    m_busy->setShare(gpu.utilization.value_or(0.0) / 100.0);
    m_busy->setAccessibleName(tr("Utilization"));
    m_sensors->set(u"deviceMemory"_s, tr("Memory of all programs"),
                   gpu.memoryUsed && gpu.memoryTotal
                       ? tr("%1 of %2", "memory").arg(bytesText(*gpu.memoryUsed), bytesText(*gpu.memoryTotal))
                       : absent);
    m_sensors->set(
        u"powerTemperature"_s, tr("Power · temperature"),
        !gpu.power && !gpu.temperature
            ? absent
            : tr("%1 · %2", "power and temperature").arg(number(gpu.power, tr("%1 W")), number(gpu.temperature, tr("%1 °C"))));
    m_sensors->set(u"clocks"_s, tr("Clock"), number(gpu.smClock, tr("%1 MHz")));
    QStringList reasons;
    for (const telemetry::Throttle throttle : gpu.throttles.value_or(std::vector<telemetry::Throttle>()))
        if (throttle != telemetry::Throttle::idle)
            reasons << engineText(telemetry::titleOf(throttle));
    m_sensors->set(u"slowedBy"_s, tr("Slowed by"),
                   !gpu.throttles        ? absent
                       : reasons.empty() ? tr("nothing")
                                         : reasons.join(tr(", ", "between two reasons")));
}

void DevicePanel::showProcessor(const telemetry::Sample& sample)
{
    const QString absent = tr("not available");
    m_utilization->set(u"ownUtilization"_s, tr("By this program"),
                       sample.processCpu ? percentText(*sample.processCpu / 100.0, 0) : absent);
    m_utilization->set(u"utilization"_s, tr("Utilization"), sample.systemCpu ? percentText(*sample.systemCpu / 100.0, 0) : absent,
                       tr("The percentage of processor capacity in use, by any program"));
    m_busy->setShare(sample.systemCpu.value_or(0.0) / 100.0);
    m_busy->setAccessibleName(tr("Utilization"));
    m_sensors->set(u"deviceMemory"_s, tr("Memory of all programs"),
                   sample.memoryUsed && sample.memoryTotal
                       ? tr("%1 of %2", "memory").arg(bytesText(*sample.memoryUsed), bytesText(*sample.memoryTotal))
                       : absent);
    for (const QString& ofGpus : {u"powerTemperature"_s, u"clocks"_s, u"slowedBy"_s})
        m_sensors->hide(ofGpus);
}

void DevicePanel::setHasLastRun(bool hasLastRun)
{
    m_hasLastRun = hasLastRun;
    showRun();
}

void DevicePanel::showRun()
{
    const TrainingSnapshot& snapshot = m_session.snapshot();
    const QString absent = tr("not available");
    m_runHeader->setText(tr("Run"));
    m_runPill->setText(headlineOf(m_session).state);
    const bool any = snapshot.facts != nullptr;
    m_noRun->setText(m_hasLastRun ? tr("Nothing has been trained since the project was opened. Its last run is in the Runs panel.")
                                  : tr("No run yet. Its progress and the time left will be shown here."));
    m_noRun->setVisible(!any);
    m_run->setVisible(any);
    if (!any)
        return;
    m_run->set(u"step"_s, tr("Step"), tr("%1 of %2", "steps").arg(countText(snapshot.step), countText(snapshot.totalSteps)));
    m_run->set(u"learningRate"_s, tr("Learning rate"), snapshot.learningRate > 0.0 ? numberText(snapshot.learningRate, 3) : absent);
    for (const auto& [name, value] : snapshot.values)
        m_run->set(u"run_"_s + fromStd(name), quantityTitle(name), quantityText(name, value), tr("The mean over the epoch so far"));
}

void DevicePanel::showPrecision()
{
    const auto& run = m_session.run();
    const std::string asked = run ? run->precision : m_session.document().project().training.precision;
    const QString name = precisionTitle(asked);
    m_precisionHeader->setText(tr("Precision"));
    m_precisionPill->setText(name);
    const auto look = m_session.preflightOfRun();
    QString layers = tr("not available");
    if (asked == "fp32")
        layers = tr("all in FP32");
    else if (look && look->look.precision == asked && !look->look.precisions.empty()) {
        const auto all = static_cast<std::int64_t>(look->look.precisions.size());
        const std::int64_t lower = std::ranges::count(look->look.precisions, asked, &inspect::LayerPrecision::precision);
        layers = tr("%1 of %2 in %3", "layers, and in which precision").arg(countText(lower), countText(all), name);
    }
    m_precision->set(u"layerPrecision"_s, tr("Layers"), layers,
                     tr("What the layers actually compute in; losses and everything kept between steps are always FP32"));
    const bool isScaled = asked.starts_with("fp16");
    const TrainingSnapshot& snapshot = m_session.snapshot();
    const QString scale = snapshot.lossScale ? numberText(*snapshot.lossScale, 6) : tr("not available");
    m_precision->set(u"lossScale"_s, tr("Loss scale"), isScaled ? scale : tr("not needed"),
                     isScaled ? tr("What the loss is multiplied by, so that small gradients do not underflow in FP16")
                              : tr("Small gradients do not underflow in this precision"));
    m_precision->set(u"skippedSteps"_s, tr("Skipped steps"), countText(isScaled ? snapshot.skippedSteps : 0),
                     isScaled
                         ? tr("A step whose gradients overflow is skipped, and the loss scale is halved for the next")
                         : tr("A step that produces a NaN or an infinity is never skipped: training stops and names the layer"));
}

} // namespace netsmith::gui
