#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace netsmith::test {

/// A PNG file of pixels as libpng takes them: `colour` and `depth` are libpng's. The palette of an indexed one is grey except for
/// entry 1, which is red; entry 2 is transparent.
std::string pngBytes(int width, int height, int colour, int depth, const std::vector<std::uint8_t>& rows, bool interlaced = false);

struct JpegOptions {
    int channels = 3; ///< 1 grey, 3 RGB, 4 inks as they are stored
    bool progressive = false;
    bool adobe = false; ///< for inks: with Adobe's marker
    int orientation = 0; ///< in an EXIF block; 0: none
    bool bigEndian = false; ///< of that block
    int quality = 95;
};
std::string jpegBytes(int width, int height, const std::vector<std::uint8_t>& pixels, const JpegOptions& options = {});

/// An EXIF block with an orientation between two other entries.
std::string exifBlock(int orientation, bool bigEndian);

} // namespace netsmith::test
