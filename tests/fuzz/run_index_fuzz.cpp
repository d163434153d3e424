#include "engine/runs/store/run_index.h"

#include <cstdlib>

using namespace netsmith;
using namespace netsmith::runs;

/// The index of a folder of runs, and the label of a run: what can be read survives a round trip. The index's checksum is made
/// valid, so that its content is tested too.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::string summed = summedIndex(text);
    for (const std::string_view input : {text, std::string_view(summed)})
        if (const auto index = indexFromText(input)) {
            const std::string written = indexText(*index);
            const auto again = indexFromText(written);
            if (!again || indexText(*again) != written)
                std::abort();
        }
    if (const auto label = labelFromJson(text, "input")) {
        const auto again = labelFromJson(toJson(*label), "again");
        if (!again || toJson(*again) != toJson(*label))
            std::abort();
    }
    return 0;
}
