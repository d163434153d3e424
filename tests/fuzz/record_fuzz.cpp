#include "engine/store/run_record.h"

#include <cstdlib>

/// A run's record (run.json): what can be read survives a round trip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace netsmith;
    const auto record = recordFromJson({reinterpret_cast<const char*>(data), size}, "input");
    if (!record)
        return 0;
    const std::string written = toJson(*record);
    const auto again = recordFromJson(written, "again");
    if (!again || toJson(*again) != written)
        std::abort();
    return 0;
}
