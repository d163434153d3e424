#pragma once

#include "engine/core/expected.h"
#include "engine/input/images/orientation.h"
#include "engine/input/images/picture.h"

#include <span>
#include <string>

namespace netsmith::data {

/// What a picture's header says, and what it takes to show it upright.
struct PictureHeader {
    int width = 0; ///< as stored: before it is turned
    int height = 0;
    Orientation orientation = Orientation::upright;
};

/// How large a picture may be: more is refused by its header, before memory is taken for it.
inline constexpr int pictureSideAtMost = 30000;
inline constexpr std::int64_t picturePixelsAtMost = 100'000'000;
inline constexpr std::uint64_t pictureFileBytesAtMost = std::uint64_t{1} << 30;

/// What a caller makes of a picture.
struct PictureWanted {
    int channels = 3; ///< 1, 3 or 4; see `decodePicture`
    int width = 0; ///< a JPEG may come smaller than stored, at least this wide and high, which is faster; 0: as stored
    int height = 0;
};

/// Whether a file with these first bytes, 16 or more, is a picture of a format that is read, damaged or not.
bool beginsAsPicture(std::span<const std::byte> beginning);

/// The header of a PNG, JPEG, WebP or BMP file, told by its first bytes and not by its name. Errors `image.*` name the file.
Expected<PictureHeader> readPictureHeader(std::span<const std::byte> file, const std::string& name);

/// Decodes a PNG, JPEG, WebP or BMP file: of any depth, palette, interlace; baseline and progressive; grey, colour and CMYK
/// (Adobe's inverted too); lossy, lossless and in runs. The first image of an animation. Colour becomes grey as ITU-R BT.601 weighs
/// it; what is transparent is laid on black where no opacity is wanted. Errors `image.*` name the file; a truncated one is an error
/// too.
struct DecodedPicture {
    Picture picture; ///< as stored: not turned yet
    Orientation orientation = Orientation::upright;
};
Expected<DecodedPicture> decodePicture(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted);

} // namespace netsmith::data
