#pragma once

#include "engine/core/expected.h"
#include "engine/data/images/image_listing.h"
#include "engine/data/watch.h"

#include <string_view>

namespace netsmith::data {

/// What is known of one file without decoding it.
struct IndexedImage {
    std::string path; ///< below the folder
    std::int64_t size = 0; ///< bytes
    std::int64_t modified = 0; ///< nanoseconds of the file system's clock
    int width = 0; ///< as stored; 0: its header can't be read, and so it is left out
    int height = 0;
    bool operator==(const IndexedImage&) const = default;
};

/// The files of a folder of pictures, kept on disk so that the next opening reads no header that it knows.
struct ImageIndex {
    std::vector<IndexedImage> images; ///< in the order of the listing: train, then test
    std::int64_t fresh = 0; ///< of them, whose header was read now: new or changed since the index was kept
};

/// Looks at every listed file, and at the headers of those that `file`, the index of before, does not know as they are now; keeps
/// the new index there where it differs. An index that is absent, damaged or can't be written costs time and nothing else; `file`
/// may be empty. Throws `data.cancelled`.
ImageIndex openImageIndex(const std::filesystem::path& root, const ImageListing& listing, const std::filesystem::path& file,
                          const Watch& watch = {});

/// An index's text and back: a line "size modified width height path" for each file, in front of them their number.
std::string toText(const std::vector<IndexedImage>& images);
Expected<std::vector<IndexedImage>> imagesFromText(std::string_view text);

} // namespace netsmith::data
