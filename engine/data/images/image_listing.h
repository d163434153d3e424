#pragma once

#include "engine/data/class_folders.h"

namespace netsmith::data {

using ListedImage = ListedFile;
using ImageListing = ClassFolders;

/// Lists the pictures of `root` by class as `listClassFolders` does: .jpg, .jpeg, .jpe, .jfif, .png, .webp and .bmp.
ImageListing listImages(const std::filesystem::path& root);

} // namespace netsmith::data
