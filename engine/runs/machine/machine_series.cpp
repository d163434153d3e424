#include "engine/runs/machine/machine_series.h"

#include "engine/core/message.h"

#include <algorithm>

namespace netsmith::runs {
namespace {

using enum TelemetryColumn;

template <class Value>
std::optional<MachineFigures::Spread> spreadOver(std::span<const TelemetryRow> rows, const Value& valueIn)
{
    double sum = 0.0, count = 0.0, peak = 0.0;
    for (const TelemetryRow& row : rows)
        if (const std::optional<double> value = valueIn(row)) {
            peak = count > 0.0 ? std::max(peak, *value) : *value;
            sum += *value;
            count += 1.0;
        }
    return count > 0.0 ? std::optional(MachineFigures::Spread{sum / count, peak}) : std::nullopt;
}

constexpr MachineSeries busiest{.id = "busiest_core",
                                .title = NS_TEXT("machine", "Busiest core"),
                                .unit = MachineUnit::percent,
                                .all = TelemetryColumn::cpu,
                                .busiestCore = true};

} // namespace

std::optional<double> MachineSeries::valueIn(const TelemetryRow& row) const
{
    if (!busiestCore)
        return row[all];
    return row.cores.empty() ? std::nullopt : std::optional(*std::ranges::max_element(row.cores));
}

std::span<const MachineSeries> machineSeries(bool gpu)
{
    static const std::array<MachineSeries, 8> ofProcessor{{
        {"throughput", NS_TEXT("machine", "Throughput"), MachineUnit::perSecond, samplesPerSecond},
        {"peak_share", NS_TEXT("machine", "Share of peak"), MachineUnit::share, peakShare},
        {"utilization", NS_TEXT("machine", "Utilization"), MachineUnit::percent, TelemetryColumn::cpu, cpuRun},
        busiest,
        {"memory", NS_TEXT("machine", "Memory"), MachineUnit::bytes, TelemetryColumn::memory, memoryRun},
        {"power", NS_TEXT("machine", "Power"), MachineUnit::watts, cpuPower},
        {"temperature", NS_TEXT("machine", "Temperature"), MachineUnit::celsius, cpuTemperature},
        {"clock", NS_TEXT("machine", "Clock"), MachineUnit::megahertz, cpuClock},
    }};
    static const std::array<MachineSeries, 9> ofGpu{{
        {"throughput", NS_TEXT("machine", "Throughput"), MachineUnit::perSecond, samplesPerSecond},
        {"peak_share", NS_TEXT("machine", "Share of peak"), MachineUnit::share, peakShare},
        {"utilization", NS_TEXT("machine", "Utilization"), MachineUnit::percent, TelemetryColumn::gpu},
        {"memory", NS_TEXT("machine", "Memory"), MachineUnit::bytes, gpuMemory, gpuMemoryRun},
        {"power", NS_TEXT("machine", "Power"), MachineUnit::watts, gpuPower},
        {"temperature", NS_TEXT("machine", "Temperature"), MachineUnit::celsius, gpuTemperature},
        {"clock", NS_TEXT("machine", "Clock"), MachineUnit::megahertz, gpuClock},
        {"processor", NS_TEXT("machine", "Processor"), MachineUnit::percent, TelemetryColumn::cpu, cpuRun},
        busiest,
    }};
    return gpu ? std::span<const MachineSeries>(ofGpu) : ofProcessor;
}

std::vector<MachineFigures> machineFigures(std::span<const TelemetryRow> rows, bool gpu)
{
    std::vector<MachineFigures> figures;
    for (const MachineSeries& series : machineSeries(gpu))
        figures.push_back({&series, spreadOver(rows, [&](const TelemetryRow& row) { return series.valueIn(row); }),
                           spreadOver(rows, [&](const TelemetryRow& row) { return series.runIn(row); })});
    return figures;
}

} // namespace netsmith::runs
