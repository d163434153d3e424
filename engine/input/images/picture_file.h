#pragma once

#include "engine/core/expected.h"
#include "engine/input/images/orientation.h"
#include "engine/input/images/picture.h"

#include <span>
#include <string>

namespace netsmith::data {

/// A picture's header, and its orientation.
struct PictureHeader {
    int width = 0; ///< as stored: before rotation
    int height = 0;
    Orientation orientation = Orientation::upright;
};

/// The largest picture: larger ones are rejected by their header, before memory is allocated.
inline constexpr int pictureSideAtMost = 30000;
inline constexpr std::int64_t picturePixelsAtMost = 100'000'000;
inline constexpr std::uint64_t pictureFileBytesAtMost = std::uint64_t{1} << 30;

/// What a caller needs of a picture.
struct PictureWanted {
    int channels = 3; ///< 1, 3 or 4; see `decodePicture`
    int width = 0; ///< a JPEG may be decoded at a smaller size, at least this wide and high, which is faster; 0: as stored
    int height = 0;
};

/// Whether a file with these first bytes, 16 or more, is a picture of a supported format, damaged or not.
bool beginsAsPicture(std::span<const std::byte> beginning);

/// The header of a PNG, JPEG, WebP or BMP file, recognised by its first bytes, not by its name. Errors `image.*` name the file.
Expected<PictureHeader> readPictureHeader(std::span<const std::byte> file, const std::string& name);

/// Decodes a PNG, JPEG, WebP or BMP file: of any depth, palette, interlace; baseline and progressive; grey, colour and CMYK
/// (Adobe's inverted too); lossy, lossless and in runs. The first image of an animation. Colour becomes grey with the weights of
/// ITU-R BT.601; transparency is blended with black if no alpha is wanted. Errors `image.*` name the file; a truncated one is an
/// error too.
struct DecodedPicture {
    Picture picture; ///< as stored: not rotated yet
    Orientation orientation = Orientation::upright;
};
Expected<DecodedPicture> decodePicture(std::span<const std::byte> file, const std::string& name, const PictureWanted& wanted);

} // namespace netsmith::data
