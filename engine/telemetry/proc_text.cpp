#include "engine/telemetry/proc_text.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace netsmith::telemetry {
namespace {

/// Cuts the next field off a line; empty at its end.
std::string_view nextField(std::string_view& line)
{
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    const std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    const std::string_view field = line.substr(begin, end - begin);
    line.remove_prefix(end);
    return field;
}

std::optional<std::uint64_t> numberFrom(std::string_view field)
{
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    return error == std::errc() && end == field.data() + field.size() ? std::optional(value) : std::nullopt;
}

std::string_view nextLine(std::string_view& text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

/// "MemTotal:  16384 kB" → bytes.
std::optional<std::int64_t> bytesAt(std::string_view text, std::string_view key)
{
    while (!text.empty()) {
        std::string_view line = nextLine(text);
        if (nextField(line) != key)
            continue;
        const auto kibibytes = numberFrom(nextField(line));
        if (!kibibytes || nextField(line) != "kB" || *kibibytes > std::numeric_limits<std::int64_t>::max() / 1024)
            return std::nullopt;
        return static_cast<std::int64_t>(*kibibytes) * 1024;
    }
    return std::nullopt;
}

/// The numbers of a line after its name. User, nice, system, idle, iowait, irq, softirq, steal; guests' time is in user's already.
template <class Ticks>
bool addTicks(std::string_view line, Ticks& ticks)
{
    for (int field = 0; field < 8; ++field) {
        const auto value = numberFrom(nextField(line));
        if (!value)
            return false;
        ticks.total += *value;
        if (field != 3 && field != 4 && field != 7)
            ticks.busy += *value;
    }
    return true;
}

} // namespace

std::optional<CpuTicks> cpuTicksFrom(std::string_view stat)
{
    CpuTicks ticks;
    std::string_view all = nextLine(stat);
    if (nextField(all) != "cpu")
        return std::nullopt;
    if (!addTicks(all, ticks))
        return std::nullopt;
    for (std::string_view line = nextLine(stat); line.starts_with("cpu"); line = nextLine(stat))
        ++ticks.cores;
    return ticks.cores > 0 ? std::optional(ticks) : std::nullopt;
}

std::vector<CoreTicks> coreTicksFrom(std::string_view stat)
{
    std::vector<CoreTicks> cores;
    constexpr std::string_view name = "cpu";
    nextLine(stat); // all of them together
    for (std::string_view line = nextLine(stat); line.starts_with(name); line = nextLine(stat)) {
        const auto number = numberFrom(nextField(line).substr(name.size()));
        CoreTicks ticks;
        if (!number || *number > 1 << 20 || !addTicks(line, ticks))
            break;
        ticks.core = static_cast<int>(*number);
        cores.push_back(ticks);
    }
    return cores;
}

std::optional<std::uint64_t> processTicksFrom(std::string_view stat)
{
    const std::size_t name = stat.rfind(')');
    if (name == std::string_view::npos)
        return std::nullopt;
    stat.remove_prefix(name + 1);
    stat = stat.substr(0, stat.find('\n'));
    for (int field = 3; field < 14; ++field) // up to utime, the fourteenth
        nextField(stat);
    const auto user = numberFrom(nextField(stat));
    const auto system = numberFrom(nextField(stat));
    return user && system ? std::optional(*user + *system) : std::nullopt;
}

std::optional<std::int64_t> residentBytesFrom(std::string_view status)
{
    return bytesAt(status, "VmRSS:");
}

std::optional<SystemMemory> systemMemoryFrom(std::string_view meminfo)
{
    const auto total = bytesAt(meminfo, "MemTotal:");
    const auto available = bytesAt(meminfo, "MemAvailable:");
    return total && available ? std::optional(SystemMemory{*total, *available}) : std::nullopt;
}

} // namespace netsmith::telemetry
