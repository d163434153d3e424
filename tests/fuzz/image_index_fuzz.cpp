#include "engine/input/images/image_index.h"

#include <cstdlib>

/// The index of a folder of pictures: what can be read survives a round trip, or there is an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    using namespace netsmith::data;
    const auto images = imagesFromText({reinterpret_cast<const char*>(bytes), size});
    if (!images)
        return 0;
    const auto again = imagesFromText(toText(*images));
    if (!again || *again != *images)
        std::abort();
    return 0;
}
