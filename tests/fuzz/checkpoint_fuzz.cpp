#include "engine/store/checkpoint.h"
#include "engine/store/run_record.h"

#include <cstdlib>

using namespace netsmith;

/// A checkpoint's state and a run's record: what can be read survives a round trip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const Expected<CheckpointState> state = stateFromJson(text, "input")) {
        const std::string written = stateToJson(*state);
        const Expected<CheckpointState> again = stateFromJson(written, "again");
        if (!again || stateToJson(*again) != written)
            std::abort();
    }
    if (const Expected<RunRecord> record = recordFromJson(text, "input")) {
        const std::string written = toJson(*record);
        const Expected<RunRecord> again = recordFromJson(written, "again");
        if (!again || toJson(*again) != written)
            std::abort();
    }
    return 0;
}
