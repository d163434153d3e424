#pragma once

#include "engine/core/expected.h"
#include "engine/fields/watch.h"
#include "engine/input/images/image_listing.h"

#include <string_view>

namespace netsmith::data {

/// What is known about one picture's file.
struct IndexedImage {
    static constexpr std::int64_t unsure = -1; ///< an unknown time, equal to no other

    std::string path; ///< below the folder
    std::int64_t size = 0; ///< bytes
    std::int64_t modified = unsure; ///< nanoseconds of the file system's clock
    std::uint32_t checksum = 0; ///< CRC-32 of its bytes, once read
    bool readable = false; ///< whether it could be decoded
    bool operator==(const IndexedImage&) const = default;

    /// Whether this file is unchanged since `before`.
    bool same(const IndexedImage& before) const
    {
        return modified != unsure && modified == before.modified && size == before.size && path == before.path;
    }
};

/// The size and the time of every listed file, in the order of the listing: train, then test; opens none of them. A file that is
/// missing or was just written has no reliable time: it may be written again within the same clock tick. Throws `data.cancelled`.
std::vector<IndexedImage> lookAtImages(const std::filesystem::path& root, const ImageListing& listing, const Watch& watch = {});

/// An index as text and back: their number, then a line "size modified checksum readable path" for each file.
std::string toText(const std::vector<IndexedImage>& images);
Expected<std::vector<IndexedImage>> imagesFromText(std::string_view text);

} // namespace netsmith::data
