#pragma once

#include "engine/fields/dataset.h"
#include "engine/graph/project.h"
#include "engine/input/images/image_index.h"
#include "engine/input/images/resample.h"

namespace netsmith::data {

/// What each picture is made into.
struct ImageFormat {
    int height = 0;
    int width = 0;
    int channels = 3; ///< 1, 3 or 4
    Fit fit = Fit::stretch;
};

/// The fit called "crop", "pad" or else "stretch", as a project's `data.source.fit` names it.
Fit fitNamed(std::string_view name);

/// What a picture from elsewhere is made into for a network that was trained on the pictures of such a field with these settings:
/// it goes the way of the training pictures, stretched where they came from no folder. Nothing where the field holds no pictures.
std::optional<ImageFormat> imageFormatOf(const FieldSpec& field, const DataSettings& settings);

/// "image", H×W×C of bytes, and "label", one of the classes.
std::vector<FieldSpec> imageFields(const ImageFormat& format, const std::vector<std::string>& classes);

struct LoadedImages {
    DataSplit train;
    DataSplit test;
    std::string fingerprint; ///< of paths and contents
    std::vector<Message> warnings; ///< pictures that were left out
};

/// The most memory that pictures may take: half of what is free now; the other half is for the network, its gradients and the rest
/// of the machine.
std::int64_t memoryForImages();

/// Decodes, turns and scales every picture, in parallel, and keeps them in `file`; those that it holds from before, and whose files
/// are as `images` (`lookAtImages`) found them, are not decoded again. Pictures that take more than `memory` bytes are read from
/// `file` where they are touched; if the others can't be kept, that is a warning. `file` may be empty. A picture that can't be read
/// is left out and counted, the first of them named in a warning. Throws `images.broken` where that is more than one in ten,
/// `images.memory` where pictures that are too many for memory can't be kept, and `data.cancelled`.
LoadedImages loadImages(const std::filesystem::path& root, const ImageListing& listing, std::vector<IndexedImage> images,
                        const ImageFormat& format, const std::filesystem::path& file, const Watch& watch,
                        std::int64_t memory = memoryForImages());

/// What the name of the file of a folder's decoded pictures is made from: whatever determines their pixels beside themselves.
std::string pixelsKey(const std::filesystem::path& root, const ImageFormat& format);

/// One picture file as `format` wants it: H·W·C bytes at `out`. Everything that gives a network a picture from a file does so
/// through this: what is asked is seen as what was trained on.
Expected<void> readImage(std::span<const std::byte> file, const std::string& name, const ImageFormat& format, std::byte* out);

} // namespace netsmith::data
