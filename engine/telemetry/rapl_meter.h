#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <vector>

namespace netsmith::telemetry {

/// The energy of the processor's packages and of their memory, by the counters that Intel and AMD call RAPL, for any thread. The
/// counters wrap around, the largest after some forty minutes under load, so it must be read more often than that.
/// https://docs.kernel.org/power/powercap/powercap.html
class RaplMeter {
public:
    /// Looks for zones below `sys`/class/powercap.
    explicit RaplMeter(const std::filesystem::path& sys);

    /// Joules since this object was made. Nothing if a package has no counter that may be read, as most systems allow only to
    /// root: the energy of a part would look like that of the whole.
    std::optional<double> joules();

private:
    struct Zone {
        std::filesystem::path counter;
        std::optional<std::int64_t> range; ///< microjoules at which it starts again from 0
        std::optional<std::int64_t> last; ///< nothing: it could not be read
        double joules = 0.0;
        bool required = false; ///< a package; memory may be missing
    };
    bool read(Zone& zone);

    std::mutex m_mutex;
    std::vector<Zone> m_zones;
};

} // namespace netsmith::telemetry
