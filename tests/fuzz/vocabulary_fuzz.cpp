#include "engine/fields/text/vocabulary.h"

#include <cstdlib>

/// The vocabulary of a run: what can be read survives a round trip.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    using namespace netsmith;
    const auto vocabulary = data::vocabularyFromJson({reinterpret_cast<const char*>(bytes), size}, "input");
    if (!vocabulary)
        return 0;
    const auto again = data::vocabularyFromJson(data::toJson(*vocabulary), "again");
    if (!again || !(*again == *vocabulary))
        std::abort();
    return 0;
}
