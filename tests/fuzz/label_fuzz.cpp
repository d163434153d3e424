#include "engine/runs/store/run_label.h"

#include <cstdlib>

/// A run's label (label.json): what can be read survives a round trip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace netsmith;
    const auto label = runs::labelFromJson({reinterpret_cast<const char*>(data), size}, "input");
    if (!label)
        return 0;
    const std::string written = runs::toJson(*label);
    const auto again = runs::labelFromJson(written, "again");
    if (!again || runs::toJson(*again) != written)
        std::abort();
    return 0;
}
