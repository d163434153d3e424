#include "engine/input/images/own_size.h"

#include "engine/core/files/safe_file.h"
#include "engine/input/images/picture_file.h"

#include <algorithm>
#include <ranges>

namespace netsmith::data {

PictureSize ownSize(const std::filesystem::path& root, const ImageListing& listing)
{
    constexpr int filesAtMost = 16;
    for (const ListedImage& image : listing.train | std::views::take(filesAtMost)) {
        const std::filesystem::path path = root / image.path;
        const auto file = readFile(path, pictureFileBytesAtMost);
        if (!file)
            continue;
        const auto header = readPictureHeader(*file, path.string());
        if (!header)
            continue;
        const bool swap = swapsSides(header->orientation);
        return {.height = std::min(swap ? header->width : header->height, ownSideAtMost),
                .width = std::min(swap ? header->height : header->width, ownSideAtMost)};
    }
    return {.height = ownSideWithout, .width = ownSideWithout};
}

} // namespace netsmith::data
