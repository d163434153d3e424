#pragma once

#include "engine/input/class_folders.h"

namespace netsmith::data {

using ListedImage = ListedFile;
using ImageListing = ClassFolders;

/// Whether a file has a picture's extension: .jpg, .jpeg, .jpe, .jfif, .png, .webp or .bmp, in any case.
bool isNamedAsPicture(const std::filesystem::path& path);
/// Lists the pictures of `root` by class like `listClassFolders`: the files with such extensions.
ImageListing listImages(const std::filesystem::path& root);

} // namespace netsmith::data
