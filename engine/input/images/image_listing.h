#pragma once

#include "engine/input/class_folders.h"

namespace netsmith::data {

using ListedImage = ListedFile;
using ImageListing = ClassFolders;

/// Whether a file is called a picture: .jpg, .jpeg, .jpe, .jfif, .png, .webp or .bmp, in any case.
bool isNamedAsPicture(const std::filesystem::path& path);
/// Lists the pictures of `root` by class as `listClassFolders` does: the files that are called so.
ImageListing listImages(const std::filesystem::path& root);

} // namespace netsmith::data
