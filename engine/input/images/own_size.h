#pragma once

#include "engine/input/images/image_listing.h"

namespace netsmith::data {

/// The displayed size of a picture, in pixels.
struct PictureSize {
    int height = 0;
    int width = 0;
};

/// The limit of a side that the user did not choose: camera photographs would fill the disk and the memory.
inline constexpr int ownSideAtMost = 256;
/// What a folder without a picture that can be read is taken for; loading it reports the error.
inline constexpr int ownSideWithout = 64;

/// The size of the first listed picture whose header can be read, each side at most `ownSideAtMost`. Looks at a few files only.
PictureSize ownSize(const std::filesystem::path& root, const ImageListing& listing);

} // namespace netsmith::data
