#pragma once

#include "engine/fields/dataset.h"
#include "engine/graph/project/project.h"
#include "engine/input/images/image_index.h"
#include "engine/input/images/resample.h"

namespace netsmith::data {

/// The format that each picture is converted to.
struct ImageFormat {
    int height = 0;
    int width = 0;
    int channels = 3; ///< 1, 3 or 4
    Fit fit = Fit::stretch;
};

/// The fit named "crop", "pad" or else "stretch", as in a project's `data.source.fit`.
Fit fitNamed(std::string_view name);

/// The format for other pictures given to a network that was trained on such a field with these settings: they are processed like
/// the training pictures, stretched if those did not come from a folder. Nothing if the field holds no pictures.
std::optional<ImageFormat> imageFormatOf(const FieldSpec& field, const DataSettings& settings);

/// "image", H×W×C of bytes, and "label", one of the classes.
std::vector<FieldSpec> imageFields(const ImageFormat& format, const std::vector<std::string>& classes);

struct LoadedImages {
    DataSplit train;
    DataSplit test;
    std::string fingerprint; ///< of paths and contents
    std::vector<Message> warnings; ///< pictures left out
};

/// The most memory that pictures may take: half of what is free; the other half is for the network, its gradients and the rest of
/// the machine.
std::int64_t memoryForImages();

/// Decodes, rotates and scales every picture, in parallel, and caches them in `file`; those already in it whose files are unchanged
/// according to `images` (`lookAtImages`) are not decoded again. Pictures that take more than `memory` bytes are read from `file`
/// on demand; if others can't be cached, that is a warning. `file` may be empty. Unreadable pictures are left out and counted, the
/// first of them named in a warning. Throws `images.broken` if they are more than one in ten, `images.memory` if pictures too large
/// for memory can't be cached, and `data.cancelled`.
LoadedImages loadImages(const std::filesystem::path& root, const ImageListing& listing, std::vector<IndexedImage> images,
                        const ImageFormat& format, const std::filesystem::path& file, const Watch& watch,
                        std::int64_t memory = memoryForImages());

/// The key for the file name of a folder's decoded pictures: everything that determines their pixels besides their files.
std::string pixelsKey(const std::filesystem::path& root, const ImageFormat& format);

/// One picture file as `format` wants it: H·W·C bytes at `out`. Every picture from a file reaches a network through this, so that
/// predictions see pictures as in training.
Expected<void> readImage(std::span<const std::byte> file, const std::string& name, const ImageFormat& format, std::byte* out);

} // namespace netsmith::data
