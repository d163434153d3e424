#include "engine/inspect/device_comparison.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

namespace netsmith::inspect {
namespace {

Message titleOfWay(const std::string& name)
{
    constexpr std::array titles{
        std::pair{"host_to_device_pageable", NS_MESSAGE("device.to_pageable", "from pageable memory to the device, measured")},
        std::pair{"host_to_device_pinned", NS_MESSAGE("device.to_pinned", "from pinned memory to the device, measured")},
        std::pair{"device_to_host_pageable", NS_MESSAGE("device.from_pageable", "from the device to pageable memory, measured")},
        std::pair{"device_to_host_pinned", NS_MESSAGE("device.from_pinned", "from the device to pinned memory, measured")},
    };
    for (const auto& [way, title] : titles)
        if (name == way)
            return Message(title);
    return Message(NS_MESSAGE("device.property", "{0}"), name);
}

class RowsOfDevices {
public:
    explicit RowsOfDevices(const std::vector<DeviceReport>& devices)
        : m_devices(devices)
    {
    }

    void number(std::string key, Message title, DeviceUnit unit, const std::function<double(const DeviceReport&)>& of)
    {
        DeviceRow row{std::move(key), std::move(title), unit};
        std::ranges::transform(m_devices, std::back_inserter(row.numbers), of);
        if (std::ranges::any_of(row.numbers, [](double number) { return number > 0.0; }))
            rows.push_back(std::move(row));
    }

    void ofPrecision(const std::string& name)
    {
        const auto figure = [&](const char* key, MessageTemplate title, double PrecisionReport::*value) {
            number(name + key, Message(title, name), DeviceUnit::flops, [&name, value](const DeviceReport& device) {
                const PrecisionReport* precision = device.find(name);
                return precision ? precision->*value : 0.0;
            });
        };
        figure(".peak", NS_MESSAGE("device.peak", "peak in {0}"), &PrecisionReport::peak);
        figure(".gemm", NS_MESSAGE("device.gemm", "GEMM in {0}, measured"), &PrecisionReport::gemm);
        figure(".conv", NS_MESSAGE("device.conv", "convolution in {0}, measured"), &PrecisionReport::conv);
    }

    void way(const std::string& name)
    {
        number(name, titleOfWay(name), DeviceUnit::bytesPerSecond, [&name](const DeviceReport& device) {
            const auto found = std::ranges::find(device.ways, name, &std::pair<std::string, double>::first);
            return found == device.ways.end() ? 0.0 : found->second;
        });
    }

    void property(const std::string& name)
    {
        DeviceRow row{name, Message(NS_MESSAGE("device.property", "{0}"), name)};
        for (const DeviceReport& device : m_devices) {
            const auto found = device.properties.find(name);
            row.words.push_back(found == device.properties.end() ? std::string() : found->second);
        }
        rows.push_back(std::move(row));
    }

    std::vector<DeviceRow> rows;

private:
    const std::vector<DeviceReport>& m_devices;
};

} // namespace

double DeviceRow::ratio(std::size_t device) const
{
    return numbers.empty() || numbers[0] <= 0.0 ? 0.0 : numbers[device] / numbers[0];
}

std::vector<DeviceRow> deviceRows(const std::vector<DeviceReport>& devices)
{
    using enum DeviceUnit;
    // Each name once, in order of first appearance.
    std::vector<std::string> precisions;
    std::vector<std::string> ways;
    std::set<std::string> properties;
    const auto note = [](std::vector<std::string>& names, const std::string& name) {
        if (std::ranges::find(names, name) == names.end())
            names.push_back(name);
    };
    for (const DeviceReport& device : devices) {
        for (const PrecisionReport& precision : device.precisions)
            note(precisions, precision.name);
        for (const auto& way : device.ways)
            note(ways, way.first);
        for (const auto& property : device.properties)
            properties.insert(property.first);
    }
    const auto figure = [](auto DeviceReport::*value) {
        return [value](const DeviceReport& device) { return static_cast<double>(device.*value); };
    };
    RowsOfDevices out(devices);
    out.number("memory_total", Message(NS_MESSAGE("device.memory", "memory")), bytes, figure(&DeviceReport::memoryTotal));
    out.number("memory_free", Message(NS_MESSAGE("device.free", "free memory")), bytes, figure(&DeviceReport::memoryFree));
    out.number("memory_bandwidth", Message(NS_MESSAGE("device.bandwidth", "memory bandwidth")), bytesPerSecond,
               figure(&DeviceReport::memoryBandwidth));
    out.number("measured_memory_bandwidth", Message(NS_MESSAGE("device.measured_bandwidth", "memory bandwidth, measured")),
               bytesPerSecond, figure(&DeviceReport::measuredBandwidth));
    for (const std::string& way : ways)
        out.way(way);
    for (const std::string& precision : precisions)
        out.ofPrecision(precision);
    out.number("clock_hz", Message(NS_MESSAGE("device.clock", "highest clock")), hertz, figure(&DeviceReport::clock));
    out.number("memory_clock_hz", Message(NS_MESSAGE("device.memory_clock", "memory clock")), hertz,
               figure(&DeviceReport::memoryClock));
    out.number("cache_bytes", Message(NS_MESSAGE("device.cache", "last-level cache")), bytes, figure(&DeviceReport::cacheBytes));
    out.number("power_limit_watts", Message(NS_MESSAGE("device.power", "power limit")), watts, figure(&DeviceReport::powerLimit));
    for (const std::string& property : properties)
        out.property(property);
    return std::move(out.rows);
}

} // namespace netsmith::inspect
