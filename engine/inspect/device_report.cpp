#include "engine/inspect/device_report.h"

#include "engine/core/files/safe_file.h"
#include "engine/graph/json/json_object.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace netsmith::inspect {
namespace {

constexpr const char* reportFormat = "netsmith-devices";

/// The plain numbers, by their names in files.
struct Figure {
    const char* key;
    double DeviceReport::*value;
};
constexpr std::array deviceFigures{
    Figure{"clock_hz", &DeviceReport::clock},
    Figure{"memory_clock_hz", &DeviceReport::memoryClock},
    Figure{"memory_bandwidth", &DeviceReport::memoryBandwidth},
    Figure{"power_limit_watts", &DeviceReport::powerLimit},
    Figure{"measured_memory_bandwidth", &DeviceReport::measuredBandwidth},
};
struct PrecisionFigure {
    const char* key;
    double PrecisionReport::*value;
};
constexpr std::array precisionFigures{
    PrecisionFigure{"peak_flops", &PrecisionReport::peak},
    PrecisionFigure{"gemm_flops", &PrecisionReport::gemm},
    PrecisionFigure{"conv_flops", &PrecisionReport::conv},
};

/// A figure, if present, is a number above 0.
double figureFrom(const Json& value, const std::string& pointer)
{
    const double number = numberFrom(value, pointer);
    if (!(number >= 0.0) || !std::isfinite(number))
        refuse(NS_MESSAGE("report.figure", "{0}: {1} is not a valid device figure"), pointer, number);
    return number;
}

bool flagFrom(const Json& value, const std::string& pointer)
{
    if (!value.is_boolean())
        throwType(value, pointer, NS_MESSAGE("json.boolean", "true or false"));
    return value.get<bool>();
}

std::int64_t bytesFrom(JsonObject& object, std::string_view key)
{
    const std::int64_t bytes = object.integer(key, 0);
    if (bytes < 0)
        refuse(NS_MESSAGE("report.figure", "{0}: {1} is not a valid device figure"), object.at(key), bytes);
    return bytes;
}

PrecisionReport precisionReportFrom(const std::string& name, const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    PrecisionReport report;
    report.name = name;
    report.available = flagFrom(object.require("available"), object.at("available"));
    report.note = object.text("note");
    if (const Json* cores = object.take("tensor_cores"))
        report.tensorCores = flagFrom(*cores, object.at("tensor_cores"));
    for (const PrecisionFigure& figure : precisionFigures)
        if (const Json* value = object.take(figure.key))
            report.*figure.value = figureFrom(*value, object.at(figure.key));
    return report;
}

DeviceReport reportFrom(const Json& json, const std::string& pointer)
{
    JsonObject object(json, pointer);
    DeviceReport report;
    report.id = object.requiredText("id");
    report.name = object.requiredText("name");
    report.memoryTotal = bytesFrom(object, "memory_total");
    report.memoryFree = bytesFrom(object, "memory_free");
    report.cacheBytes = bytesFrom(object, "cache_bytes");
    for (const Figure& figure : deviceFigures)
        if (const Json* value = object.take(figure.key))
            report.*figure.value = figureFrom(*value, object.at(figure.key));
    const Json& precisions = object.require("precisions");
    JsonObject(precisions, object.at("precisions")); // throws unless it is one
    for (const auto& item : precisions.items())
        report.precisions.push_back(
            precisionReportFrom(item.key(), item.value(), pointerTo(object.at("precisions"), std::string_view(item.key()))));
    if (const Json* ways = object.take("bandwidths")) {
        JsonObject(*ways, object.at("bandwidths"));
        for (const auto& item : ways->items())
            report.ways.emplace_back(item.key(),
                                     figureFrom(item.value(), pointerTo(object.at("bandwidths"), std::string_view(item.key()))));
    }
    if (const Json* properties = object.take("properties")) {
        JsonObject(*properties, object.at("properties"));
        for (const auto& item : properties->items())
            report.properties[item.key()] =
                textFrom(item.value(), pointerTo(object.at("properties"), std::string_view(item.key())));
    }
    return report;
}

std::vector<DeviceReport> reportsFrom(const Json& json)
{
    JsonObject object(json, "");
    if (const Json* format = object.take("format"); !format || *format != reportFormat)
        refuse(NS_MESSAGE("report.format",
                          "it is not a device report; \"netsmith-cli devices --benchmark --output FILE\" writes one"));
    if (const std::int64_t schema = integerFrom(object.require("schema"), "/schema"); schema > deviceReportSchema)
        refuse(NS_MESSAGE("report.schema", "it is of version {0}, but this Netsmith reads up to {1}; a newer one wrote it: update"),
               schema, deviceReportSchema);
    std::vector<DeviceReport> reports;
    const Json::array_t& devices = arrayFrom(object.require("devices"), "/devices");
    for (std::size_t i = 0; i < devices.size(); ++i)
        reports.push_back(reportFrom(devices[i], pointerTo("/devices", i)));
    return reports;
}

} // namespace

const PrecisionReport* DeviceReport::find(std::string_view precision) const
{
    const auto found = std::ranges::find(precisions, precision, &PrecisionReport::name);
    return found == precisions.end() ? nullptr : &*found;
}

DeviceReport reportOf(const DeviceInfo& device)
{
    DeviceReport report;
    report.id = device.id;
    report.name = device.name;
    report.memoryTotal = device.memoryTotal;
    report.memoryFree = device.memoryFree;
    report.clock = device.facts.clock;
    report.memoryClock = device.facts.memoryClock;
    report.memoryBandwidth = device.facts.memoryBandwidth;
    report.cacheBytes = device.facts.cacheBytes;
    report.properties = device.properties;
    for (const PrecisionSupport& support : device.precisions) {
        PrecisionReport& precision = report.precisions.emplace_back();
        precision.name = nameOf(support.precision);
        precision.available = support.available;
        precision.note = support.note ? support.note->text() : "";
        const auto peak = std::ranges::find(device.facts.peaks, support.precision, &PeakRate::precision);
        if (peak != device.facts.peaks.end()) {
            precision.peak = peak->flops;
            precision.tensorCores = peak->tensorCores;
        }
    }
    return report;
}

Json toJson(const DeviceReport& report)
{
    Json json{{"id", report.id}, {"name", report.name}, {"memory_total", report.memoryTotal}, {"memory_free", report.memoryFree}};
    if (report.cacheBytes > 0)
        json["cache_bytes"] = report.cacheBytes;
    for (const Figure& figure : deviceFigures)
        if (report.*figure.value > 0.0)
            json[figure.key] = report.*figure.value;
    Json precisions = Json::object();
    for (const PrecisionReport& precision : report.precisions) {
        Json each{{"available", precision.available}, {"note", precision.note}, {"tensor_cores", precision.tensorCores}};
        for (const PrecisionFigure& figure : precisionFigures)
            if (precision.*figure.value > 0.0)
                each[figure.key] = precision.*figure.value;
        precisions[precision.name] = std::move(each);
    }
    json["precisions"] = std::move(precisions);
    if (!report.ways.empty()) {
        Json ways = Json::object();
        for (const auto& [way, bytesPerSecond] : report.ways)
            ways[way] = bytesPerSecond;
        json["bandwidths"] = std::move(ways);
    }
    Json properties = Json::object();
    for (const auto& [name, value] : report.properties)
        properties[name] = value;
    json["properties"] = std::move(properties);
    return json;
}

std::string reportsJson(const std::vector<DeviceReport>& reports)
{
    Json devices = Json::array();
    for (const DeviceReport& report : reports)
        devices.push_back(toJson(report));
    return writeJson({{"format", reportFormat}, {"schema", deviceReportSchema}, {"devices", std::move(devices)}});
}

Expected<std::vector<DeviceReport>> reportsFromJson(std::string_view text, std::string_view name)
try {
    return reportsFrom(readJson(text).take());
} catch (const Error& error) {
    return Error(ErrorKind::input, NS_MESSAGE("report.read", "{0}: {1}"), name, error.message());
}

Expected<std::vector<DeviceReport>> readReports(const std::filesystem::path& path)
{
    const auto text = readTextFile(path);
    return text ? reportsFromJson(*text, path.string()) : Expected<std::vector<DeviceReport>>(text.error());
}

} // namespace netsmith::inspect
