#pragma once

#include "engine/data/dataset.h"
#include "engine/data/images/image_index.h"
#include "engine/data/images/resample.h"

namespace netsmith::data {

/// What each picture is made into.
struct ImageFormat {
    int height = 0;
    int width = 0;
    int channels = 3; ///< 1, 3 or 4
    Fit fit = Fit::stretch;
};

/// "image", H×W×C of bytes, and "label", one of the classes.
std::vector<FieldSpec> imageFields(const ImageFormat& format, const std::vector<std::string>& classes);

struct LoadedImages {
    DataSplit train;
    DataSplit test;
    std::string fingerprint; ///< of paths and contents
    std::vector<Message> warnings; ///< pictures that were left out
};

/// Decodes, turns and scales every picture, in parallel. One that can't be read is left out and counted, the first of them named in
/// a warning. Throws `images.broken` where that is more than one in ten, `images.memory` where all take more than half of the
/// memory that is free, and `data.cancelled`.
LoadedImages loadImages(const std::filesystem::path& root, const ImageListing& listing, const ImageIndex& index,
                        const ImageFormat& format, const Watch& watch);

/// One picture file as `format` wants it: H·W·C bytes at `out`.
Expected<void> readImage(std::span<const std::byte> file, const std::string& name, const ImageFormat& format, std::byte* out);

} // namespace netsmith::data
