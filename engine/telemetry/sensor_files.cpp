#include "engine/telemetry/sensor_files.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>

namespace netsmith::telemetry {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> processorChips{"coretemp", "k10temp", "zenpower", "cpu_thermal"};
constexpr std::size_t mostClocks = 16; ///< cores whose clocks are read

std::string_view trimmed(std::string_view text)
{
    const std::size_t begin = std::min(text.find_first_not_of(" \t\n"), text.size());
    const std::size_t end = text.find_last_not_of(" \t\n");
    return end == std::string_view::npos ? std::string_view() : text.substr(begin, end + 1 - begin);
}

} // namespace

std::string sensorText(const fs::path& path)
{
    std::string text(1 << 16, '\0'); // everything needed is at the beginning, even on a machine with hundreds of cores
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return {};
    std::size_t size = 0;
    for (ssize_t count = 1; count > 0 && size < text.size();) {
        count = read(file, text.data() + size, text.size() - size);
        size += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
    close(file);
    text.resize(size);
    return text;
}

std::optional<std::int64_t> sensorNumber(const fs::path& path)
{
    const std::string text = sensorText(path);
    const std::string_view number = trimmed(text);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    return error == std::errc() && end == number.data() + number.size() ? std::optional(value) : std::nullopt;
}

std::vector<std::pair<int, fs::path>> numberedFolders(const fs::path& folder, std::string_view prefix)
{
    std::vector<std::pair<int, fs::path>> found;
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code)) {
        const std::string name = entry->path().filename().string();
        int number = 0;
        const char* last = name.data() + name.size();
        if (!name.starts_with(prefix))
            continue;
        if (const auto [rest, error] = std::from_chars(name.data() + prefix.size(), last, number);
            error == std::errc() && rest == last)
            found.emplace_back(number, entry->path());
    }
    std::ranges::sort(found);
    return found;
}

std::vector<Temperature> temperaturesIn(const fs::path& sys, bool processor)
{
    constexpr int mostSensors = 64; // of a chip; they are numbered from 1, and some may be missing
    std::vector<Temperature> all;
    for (const auto& [number, chip] : numberedFolders(sys / "class" / "hwmon", "hwmon")) {
        const std::string name(trimmed(sensorText(chip / "name")));
        if (processor && std::ranges::find(processorChips, name) == processorChips.end())
            continue;
        for (int sensor = 1; sensor <= mostSensors; ++sensor) {
            const std::string start = "temp" + std::to_string(sensor);
            if (const auto millidegrees = sensorNumber(chip / (start + "_input")))
                all.push_back(
                    {name, std::string(trimmed(sensorText(chip / (start + "_label")))), static_cast<double>(*millidegrees) / 1e3});
        }
    }
    return all;
}

std::optional<double> processorTemperature(const std::vector<Temperature>& all)
{
    // Of AMD's two, Tctl may be raised by an offset that steers the fans; Tdie is the die's own.
    const auto hottest = [&](auto fits) {
        std::optional<double> most;
        for (const Temperature& one : all)
            if (fits(one))
                most = std::max(most.value_or(one.celsius), one.celsius);
        return most;
    };
    const auto isAmd = [](const Temperature& one) { return one.chip == "k10temp" || one.chip == "zenpower"; };
    if (const auto intel = hottest([](const auto& one) { return one.chip == "coretemp" && one.label.starts_with("Package"); }))
        return intel;
    if (const auto die = hottest([&](const auto& one) { return isAmd(one) && one.label == "Tdie"; }))
        return die;
    if (const auto control = hottest([&](const auto& one) { return isAmd(one) && (one.label == "Tctl" || one.label.empty()); }))
        return control;
    return hottest([](const auto& one) { return one.chip == "coretemp" || one.chip == "cpu_thermal"; });
}

std::vector<double> coreClocks(const fs::path& sys)
{
    std::vector<double> clocks;
    const auto cores = numberedFolders(sys / "devices" / "system" / "cpu", "cpu");
    const std::size_t stride = (cores.size() + mostClocks - 1) / mostClocks;
    for (std::size_t i = 0; i < cores.size(); i += stride)
        if (const auto kilohertz = sensorNumber(cores[i].second / "cpufreq" / "scaling_cur_freq"); kilohertz && *kilohertz > 0)
            clocks.push_back(static_cast<double>(*kilohertz) / 1e3);
    return clocks;
}

} // namespace netsmith::telemetry
