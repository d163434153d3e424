#include "engine/input/images/image_loading.h"
#include "engine/input/images/picture_file.h"

#include <cstdlib>

/// PNG, JPEG, WebP and BMP: any bytes give a picture of the size in its header, or an error.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size)
{
    using namespace netsmith::data;
    const auto file = std::as_bytes(std::span(bytes, size));
    const auto header = readPictureHeader(file, "input");
    if (header && static_cast<std::int64_t>(header->width) * header->height > 1'000'000)
        return 0; // large ones are slow under a sanitizer and no different
    for (const int channels : {1, 3, 4}) {
        const auto decoded = decodePicture(file, "input", {.channels = channels});
        if (decoded && (!header || decoded->picture.width != header->width || decoded->picture.height != header->height))
            std::abort();
        std::byte small[5 * 7 * 4];
        for (const Fit fit : {Fit::stretch, Fit::crop, Fit::pad}) {
            const bool read = readImage(file, "input", {5, 7, channels, fit}, small).hasValue();
            if (decoded && !read)
                std::abort();
        }
    }
    return 0;
}
