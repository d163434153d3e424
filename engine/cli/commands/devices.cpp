#include "engine/backend/loader.h"
#include "engine/cli/command_line.h"
#include "engine/cli/words.h"

#include <fmt/format.h>

#include <array>

namespace netsmith::cli {
namespace {

/// The modules that this program knows of; those that are not installed offer no devices.
constexpr std::array backends{"cpu", "cuda", "reference"};

Json toJson(const DeviceInfo& device)
{
    Json precisions = Json::object();
    for (const PrecisionSupport& support : device.precisions)
        precisions[std::string(nameOf(support.precision))] = {{"available", support.available},
                                                              {"note", support.note ? support.note->text() : ""}};
    Json properties = Json::object();
    for (const auto& [name, value] : device.properties)
        properties[name] = value;
    return {{"id", device.id},
            {"name", device.name},
            {"memory_total", device.memoryTotal},
            {"memory_free", device.memoryFree},
            {"precisions", precisions},
            {"properties", properties}};
}

void print(Console& console, const DeviceInfo& device)
{
    console.print(fmt::format("{}  {}", device.id, device.name));
    Table facts({Table::Align::left, Table::Align::left}, 2);
    facts.add({"memory",
               fmt::format("{} free of {}", bytesText(static_cast<double>(device.memoryFree)),
                           bytesText(static_cast<double>(device.memoryTotal)))});
    for (const PrecisionSupport& support : device.precisions)
        facts.add({std::string(nameOf(support.precision)),
                   (support.available ? "yes" : "no") + (support.note ? ": " + support.note->text() : "")});
    for (const auto& [name, value] : device.properties)
        facts.add({name, value});
    console.print(facts.text());
}

int run(Console& console)
{
    bool any = false;
    for (const char* name : backends) {
        const Expected<Backend*> backend = loadBackend(name);
        if (!backend) {
            // Absent is normal; present and broken is worth a word.
            if (backend.error().message().id() != "backend.missing")
                console.warn(backend.error().what());
            continue;
        }
        for (const DeviceInfo& device : (*backend)->devices()) {
            any = true;
            console.event("device", toJson(device));
            print(console, device);
        }
        if (const auto problem = (*backend)->problem())
            console.warn(problem->text());
    }
    if (!any)
        throw Error(ErrorKind::failed,
                    NS_MESSAGE("cli.no_devices", "there is no device to compute on: no backend is installed beside the program"));
    return 0;
}

} // namespace

void addDevices(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "devices", "List the devices that networks can be trained on, and what each offers");
    line.onRun(command, [&line] { return run(line.console); });
}

} // namespace netsmith::cli
