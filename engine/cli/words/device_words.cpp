#include "engine/cli/words/device_words.h"

#include "engine/cli/words/memory_words.h"
#include "engine/cli/words/words.h"

#include <fmt/format.h>

namespace netsmith::cli {
namespace {

using inspect::DeviceReport;
using inspect::DeviceRow;
using inspect::DeviceUnit;
using inspect::PrecisionReport;

/// Empty if unknown.
std::string deviceValue(const DeviceRow& row, std::size_t device)
{
    if (row.unit == DeviceUnit::text)
        return row.words[device];
    const double number = row.numbers[device];
    if (number <= 0.0)
        return {};
    switch (row.unit) {
    case DeviceUnit::bytes: return bytesText(number);
    case DeviceUnit::bytesPerSecond: return countText(number) + "B/s";
    case DeviceUnit::flops: return countText(number) + "FLOP/s";
    case DeviceUnit::hertz: return countText(number) + "Hz";
    case DeviceUnit::watts: return fmt::format("{:.0f} W", number);
    case DeviceUnit::text: break;
    }
    return {};
}

std::string supportWords(const PrecisionReport& precision)
{
    std::string words = precision.available ? "yes" : "no";
    if (precision.tensorCores)
        words += ", by tensor cores";
    return precision.note.empty() ? words : words + ": " + precision.note;
}

Json rowJson(const DeviceRow& row)
{
    Json json{{"key", row.key}, {"title", row.title.text()}};
    Json values = Json::array();
    Json ratios = Json::array();
    for (const std::string& words : row.words)
        values.push_back(words.empty() ? Json() : Json(words));
    for (std::size_t i = 0; i < row.numbers.size(); ++i) {
        values.push_back(row.numbers[i] > 0.0 ? Json(row.numbers[i]) : Json());
        ratios.push_back(row.ratio(i) > 0.0 ? Json(row.ratio(i)) : Json());
    }
    json["values"] = std::move(values);
    if (!row.numbers.empty())
        json["ratios"] = std::move(ratios);
    return json;
}

} // namespace

void tellDevice(Console& console, const DeviceReport& report)
{
    console.event("device", toJson(report));
    console.line(fmt::format("{}  {}", report.id, report.name));
    Table facts({Table::Align::left, Table::Align::left}, 2);
    for (const PrecisionReport& precision : report.precisions)
        facts.add({precision.name, supportWords(precision)});
    for (const DeviceRow& row : inspect::deviceRows({report}))
        facts.add({row.title.text(), deviceValue(row, 0)});
    console.print(facts.text());
}

void compareDevices(Console& console, const std::vector<NamedDevice>& devices)
{
    using enum Table::Align;
    std::vector<DeviceReport> reports;
    std::vector<Table::Align> columns{left};
    std::vector<std::string> head{""};
    std::vector<std::string> names{"name"};
    Json heads = Json::array();
    for (const NamedDevice& device : devices) {
        reports.push_back(device.report);
        columns.push_back(left);
        head.push_back(device.title());
        names.push_back(device.report.name);
        heads.push_back({{"report", device.file}, {"id", device.report.id}, {"name", device.report.name}});
    }
    Table table(columns);
    table.add(head);
    table.add(names);
    Json rows = Json::array();
    for (const DeviceRow& row : inspect::deviceRows(reports)) {
        std::vector<std::string> cells{row.title.text()};
        for (std::size_t i = 0; i < devices.size(); ++i) {
            cells.push_back(deviceValue(row, i));
            if (i > 0 && row.ratio(i) > 0.0)
                cells.back() += fmt::format(" ({:.3g}×)", row.ratio(i));
        }
        table.add(std::move(cells));
        rows.push_back(rowJson(row));
    }
    console.event("comparison", {{"devices", std::move(heads)}, {"rows", std::move(rows)}});
    console.print(table.text());
}

void tellFit(Console& console, const NamedDevice& device, const inspect::DeviceFit& fit, std::string_view reckonedBy)
{
    const std::string id = device.report.id.substr(0, device.report.id.find(':'));
    const bool isStandIn = fit.memory && id != reckonedBy;
    Json json{{"report", device.file},       {"device", device.report.id},
              {"name", device.report.name},  {"fits", fit.fits ? Json(*fit.fits) : Json()},
              {"message", fit.words.text()}, {"memory_free", fit.available},
              {"reckoned_by", reckonedBy}};
    if (fit.memory)
        json["memory"] = memoryJson(*fit.memory);
    if (fit.fits == false && fit.memory)
        json["largest_batch"] = fit.largestBatch;
    console.event("fit", json);
    console.line(fmt::format("{}  {}: {}{}", device.title(), device.report.name, fit.words.text(),
                             isStandIn ? fmt::format(" (estimated by the backend \"{}\")", reckonedBy) : ""));
}

} // namespace netsmith::cli
