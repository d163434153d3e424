#include "engine/backend/loader.h"
#include "engine/backend/proven_devices.h"
#include "engine/cli/command_line.h"
#include "engine/cli/completion.h"
#include "engine/cli/project_options.h"
#include "engine/cli/terminal/output_file.h"
#include "engine/cli/words/device_words.h"
#include "engine/data/source.h"
#include "engine/inspect/device_benchmark.h"
#include "engine/inspect/measured_peaks.h"
#include "engine/predict/field_types.h"
#include "engine/telemetry/telemetry.h"
#include "engine/train/project_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

namespace netsmith::cli {
namespace {

/// The modules that this program knows of; those that are not installed offer no devices.
constexpr std::array backends{"cpu", "cuda", "reference"};

struct DevicesOptions {
    bool benchmark = false;
    std::string output;
    std::vector<std::string> compare;
    ProjectOptions fits; ///< no path: nothing is asked
};

/// The power limits reported by NVIDIA's library, for CUDA devices. The two may number GPUs differently, so they are matched by
/// name: for GPUs with the same name and different limits, none is shown.
void addPowerLimits(std::vector<NamedDevice>& devices)
{
    if (std::ranges::none_of(devices, [](const NamedDevice& device) { return device.report.id.starts_with("cuda"); }))
        return;
    const std::vector<telemetry::GpuSample> gpus = telemetry::NvmlLibrary(telemetry::TelemetrySources().nvml.c_str()).sample();
    for (NamedDevice& device : devices) {
        double limit = 0.0;
        bool isCertain = device.report.id.starts_with("cuda");
        for (const telemetry::GpuSample& gpu : gpus)
            if (gpu.name == device.report.name && gpu.powerLimit) {
                isCertain = isCertain && (limit == 0.0 || limit == *gpu.powerLimit);
                limit = *gpu.powerLimit;
            }
        device.report.powerLimit = isCertain ? limit : 0.0;
    }
}

/// The devices of this machine, measured if requested.
std::vector<NamedDevice> devicesHere(Console& console, bool benchmark)
{
    std::vector<NamedDevice> devices;
    const PreparingWatch watch{
        .report = [&](const PreparingEvent& event) { console.progress(event.words.text(), event.done, event.total); }, .stop = {}};
    for (const char* name : backends) {
        const Expected<Backend*> backend = loadBackend(name);
        if (!backend) {
            // Missing is normal; present but broken deserves a warning.
            if (backend.error().cause() != MessageFacts::Cause::notInstalled)
                console.warn(backend.error().what());
            continue;
        }
        for (const DeviceInfo& device : (*backend)->devices()) {
            devices.push_back({.report = inspect::reportOf(device)});
            if (name == std::string_view("cuda") && !isProven(device))
                console.note(fmt::format("\"auto\" uses {0} once \"netsmith-cli selftest --device {0}\" has passed", device.id));
            if (benchmark && name != std::string_view("reference")) // meant for correctness, not speed
                inspect::measure(devices.back().report, **backend, {.watch = watch});
        }
        for (const DeviceInfo& device : (*backend)->otherDevices()) {
            devices.push_back({.report = inspect::reportOf(device)});
            console.note(fmt::format("{} is not used: CUDA_VISIBLE_DEVICES selects another GPU", device.id));
        }
        if (const auto problem = (*backend)->problem())
            console.warn(problem->what());
    }
    if (devices.empty())
        throw Error(ErrorKind::failed,
                    NS_MESSAGE("cli.no_devices", "there is no device to compute on: no backend is installed next to the program"));
    addPowerLimits(devices);
    return devices;
}

std::vector<NamedDevice> devicesIn(const std::vector<std::string>& files)
{
    std::vector<NamedDevice> devices;
    for (const std::string& file : files)
        for (inspect::DeviceReport& report : inspect::readReports(file).take())
            devices.push_back({file, std::move(report)});
    return devices;
}

/// The backend of a device if it can be loaded here, else one that needs nothing but a processor.
Backend& reckonerOf(const inspect::DeviceReport& report)
{
    const std::string name = report.id.substr(0, report.id.find(':'));
    if (std::ranges::find(backends, name) != backends.end()) // a file names it: nothing else is loaded
        if (const Expected<Backend*> backend = loadBackend(name); backend && !(*backend)->problem())
            return **backend;
    return *hostBackend().take();
}

void tellFits(Console& console, const ProjectOptions& options, const std::vector<NamedDevice>& devices)
{
    const Project project = openProject(options);
    const std::shared_ptr<const data::Source> source = data::sourceFor(project.data, data::dataPaths(options.dataDir));
    const CheckedProject checked = train::checkProject(project, fieldTypes(source->fields()));
    const inspect::SampleCounts counts = inspect::sampleCounts(project, *source);
    for (const NamedDevice& device : devices) {
        Backend& backend = reckonerOf(device.report);
        tellFit(console, device, inspect::fitOn(device.report, checked, counts, backend), backend.name());
    }
}

int run(Console& console, const DevicesOptions& options)
{
    // Before anything is measured: files may be bad.
    std::vector<NamedDevice> given = devicesIn(options.compare);
    OutputFile output(options.output);
    const bool isHere = options.compare.empty() || options.benchmark || !options.output.empty() || !options.fits.path.empty();
    std::vector<NamedDevice> here = isHere ? devicesHere(console, options.benchmark) : std::vector<NamedDevice>();
    if (options.fits.path.empty() || options.benchmark)
        for (const NamedDevice& device : here)
            tellDevice(console, device.report);
    std::vector<inspect::DeviceReport> reports;
    for (const NamedDevice& device : here)
        reports.push_back(device.report);
    if (options.benchmark)
        if (const auto kept = inspect::keepMeasured(reports); !kept)
            console.warn(kept.error().what());
    if (output) {
        const std::string text = inspect::reportsJson(reports);
        output.write(text);
        console.event("written", {{"file", options.output}, {"bytes", text.size()}});
        console.note(fmt::format("written to {}", options.output));
    }
    std::vector<NamedDevice> all = std::move(here);
    std::ranges::move(given, std::back_inserter(all));
    if (!options.compare.empty() && options.fits.path.empty()) {
        if (all.size() < 2)
            throw Error(ErrorKind::usage,
                        NS_MESSAGE("cli.devices.alone",
                                   "there is only one device, so there is nothing to compare it with: name another report, or "
                                   "measure this machine with --benchmark"));
        compareDevices(console, all);
    }
    if (!options.fits.path.empty())
        tellFits(console, options.fits, all);
    return 0;
}

} // namespace

void addDevices(CommandLine& line)
{
    CLI::App& command = line.add(line.app, "devices", "List the devices that networks can be trained on, and what each offers");
    const auto options = std::make_shared<DevicesOptions>();
    command.add_flag("--benchmark", options->benchmark,
                     "Measure each: FLOP/s of matrix products and convolutions, memory and transfer bandwidth");
    command.add_option("--output", options->output, "Write a report to this file, to compare with on other machines")
        ->type_name(fileType);
    command.add_option("--compare", options->compare, "Compare the devices of these reports; with --benchmark also this machine's")
        ->type_name(fileType);
    CLI::Option* fits =
        command.add_option("--fits", options->fits.path, "Show which devices a project fits on, including those of reports")
            ->type_name(fileType);
    command.add_option("--precision", options->fits.precision, "The project's numeric precision")
        ->check(CLI::IsMember(precisionNames()))
        ->needs(fits);
    command.add_option("--batch", options->fits.batch, "Samples per step of the project")
        ->check(wholeNumber(1))
        ->type_name("N")
        ->needs(fits);
    line.onRun(command, [&line, options] { return run(line.console, *options); });
}

} // namespace netsmith::cli
