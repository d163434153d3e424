#include "engine/train/trainer/machine_recorder.h"

#include "engine/telemetry/energy_meter.h"
#include "engine/telemetry/telemetry.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

namespace netsmith::train {
namespace {

using SensorClock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds sampling(1000);
constexpr std::size_t mostWaiting = 600; ///< samples, during a step that takes minutes

struct TimedSample {
    SensorClock::time_point when;
    telemetry::Sample sample;
};

std::optional<double> asNumber(const std::optional<std::int64_t>& bytes)
{
    return bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt;
}

void fill(TelemetryRow& row, const telemetry::Sample& sample, const std::string& device)
{
    using enum TelemetryColumn;
    row[cpu] = sample.systemCpu;
    row[cpuRun] = sample.processCpu;
    row[memory] = asNumber(sample.memoryUsed);
    row[memoryRun] = asNumber(sample.processMemory);
    row[cpuPower] = sample.power;
    row[cpuTemperature] = sample.temperature;
    row[cpuClock] = sample.clock;
    row.cores = sample.coreCpu;
    if (const telemetry::GpuSample* found = telemetry::gpuOf(sample.gpus, device)) {
        row[gpu] = found->utilization;
        row[gpuMemory] = asNumber(found->memoryUsed);
        row[gpuMemoryRun] = asNumber(found->memoryOwn);
        row[gpuPower] = found->power;
        row[gpuTemperature] = found->temperature;
        row[gpuClock] = found->smClock;
        row[gpuMemoryClock] = found->memoryClock;
    }
}

} // namespace

/// Samples the machine on its own thread.
class MachineRecorder::Sampler {
public:
    explicit Sampler(telemetry::TelemetrySources sources)
        : m_thread([this, sources = std::move(sources)](const std::stop_token& stop) { run(sources, stop); })
    {
    }

    bool isDue() const { return m_due.load(std::memory_order_relaxed); }

    std::vector<TimedSample> take()
    {
        const std::scoped_lock lock(m_mutex);
        m_due.store(false, std::memory_order_relaxed);
        return std::exchange(m_waiting, {});
    }

    void setPaused(bool paused)
    {
        {
            const std::scoped_lock lock(m_mutex);
            m_paused = paused;
            m_waiting.clear();
            ++m_period; // a sample that is being taken now belongs to the time before
            m_due.store(false, std::memory_order_relaxed);
        }
        m_wake.notify_all();
    }

    /// Ends the thread, which takes one more sample.
    void stop()
    {
        m_thread.request_stop();
        m_thread.join();
    }

private:
    /// Without memory for a sample there are no more.
    void run(const telemetry::TelemetrySources& sources, const std::stop_token& stop) noexcept
    try {
        telemetry::Telemetry telemetry(sources); // on this thread, since it loads the driver's library
        telemetry.sample(); // percentages are since the sample before
        std::unique_lock lock(m_mutex);
        while (true) {
            const bool stopping = stop.stop_requested();
            if (!m_paused) {
                const std::uint64_t period = m_period;
                lock.unlock();
                TimedSample sample{SensorClock::now(), telemetry.sample()};
                lock.lock();
                if (period == m_period) {
                    if (m_waiting.size() == mostWaiting)
                        m_waiting.erase(m_waiting.begin());
                    m_waiting.push_back(std::move(sample));
                    m_due.store(true, std::memory_order_relaxed);
                }
            }
            if (stopping)
                return;
            const std::uint64_t period = m_period;
            m_wake.wait_for(lock, stop, sampling, [&] { return period != m_period; });
        }
    } catch (const std::exception&) {
    }

    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::vector<TimedSample> m_waiting;
    std::uint64_t m_period = 0; ///< counts pauses and their ends
    bool m_paused = false;
    std::atomic<bool> m_due = false;
    std::jthread m_thread; ///< the last: it uses the others
};

MachineRecorder::MachineRecorder(Expected<TelemetryTable> table, Options options, const RecordedPosition& position)
    : m_options(std::move(options))
    , m_last(position)
{
    if (!table)
        return;
    m_table.emplace(std::move(*table));
    mark(TelemetryEvent::start, position);
    try {
        m_sampler = std::make_unique<Sampler>(m_options.sources);
    } catch (const std::system_error&) { // no thread to be had: the run is more important
        m_table.reset();
    }
}

MachineRecorder::~MachineRecorder() = default;

bool MachineRecorder::isDue() const
{
    return m_sampler && m_sampler->isDue();
}

void MachineRecorder::record(const RecordedPosition& position)
{
    if (!m_sampler)
        return;
    const std::vector<TimedSample> samples = m_sampler->take();
    if (samples.empty())
        return;
    // All that was trained since the last row is spread over these.
    std::optional<double> rate, share;
    if (const double passed = position.trainingSeconds - m_last.trainingSeconds;
        passed > 0.0 && position.samples > m_last.samples) {
        rate = static_cast<double>(position.samples - m_last.samples) / passed;
        if (m_options.peakFlops > 0.0 && position.flops > m_last.flops)
            share = (position.flops - m_last.flops) / passed / m_options.peakFlops;
    }
    const auto now = SensorClock::now();
    for (const TimedSample& sample : samples) {
        const double ago = std::chrono::duration<double>(now - sample.when).count();
        TelemetryRow row{
            .seconds = std::max(m_last.seconds, position.seconds - ago), .step = position.step, .epoch = position.epoch};
        row[TelemetryColumn::samplesPerSecond] = rate;
        row[TelemetryColumn::peakShare] = share;
        if (&sample == &samples.back())
            row[TelemetryColumn::joules] = position.joules;
        fill(row, sample.sample, m_options.device);
        add(std::move(row));
    }
    m_last = position;
}

void MachineRecorder::mark(TelemetryEvent event, const RecordedPosition& position)
{
    if (!m_table)
        return;
    record(position); // samples taken before it
    add({.seconds = position.seconds, .step = position.step, .epoch = position.epoch, .event = event});
}

void MachineRecorder::pause(const RecordedPosition& position)
{
    if (std::exchange(m_paused, true))
        return;
    mark(TelemetryEvent::pause, position);
    if (m_sampler)
        m_sampler->setPaused(true);
}

void MachineRecorder::resume(const RecordedPosition& position)
{
    if (!std::exchange(m_paused, false))
        return;
    if (m_sampler)
        m_sampler->setPaused(false);
    mark(TelemetryEvent::resume, position);
}

void MachineRecorder::finish(const RecordedPosition& position)
{
    if (!m_table)
        return;
    if (m_sampler)
        m_sampler->stop();
    record(position);
    if (m_table)
        tell(m_table->flush());
    m_sampler.reset();
    m_table.reset();
}

void MachineRecorder::add(TelemetryRow row)
{
    if (m_table)
        tell(m_table->add(std::move(row)));
}

void MachineRecorder::tell(const Expected<std::vector<TelemetryRow>>& rows)
{
    if (!rows)
        m_table.reset(); // nothing more is recorded
    else if (m_options.written && !rows->empty())
        m_options.written(*rows);
}

} // namespace netsmith::train
