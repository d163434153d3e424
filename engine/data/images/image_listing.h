#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace netsmith::data {

/// A picture by its place below the folder and the class that its own folder stands for.
struct ListedImage {
    std::string path; ///< "train/cat/0001.jpg"
    int label = 0;
};

/// What lies in a folder of pictures by class, known from names alone.
struct ImageListing {
    std::vector<std::string> classes; ///< folders' names in the order of their bytes
    std::vector<ListedImage> train; ///< by class, then in the order of their paths' bytes
    std::vector<ListedImage> test; ///< empty where there is no such folder
    std::int64_t others = 0; ///< files that are no pictures by their names
    std::string firstOther;
};

/// Lists `root`: `train/CLASS/…` and `test/CLASS/…` ("val", "valid" and "validation" serve as test), or `CLASS/…` alone. Pictures
/// are .jpg, .jpeg, .jpe, .jfif and .png in any case, in folders of any depth below their class; what begins with a dot is left
/// out, and links to folders are followed for classes only. Throws `images.*`, naming the folder, where there are no classes, one
/// has no training picture, two differ in case alone, test has one that train has not, or a link leads back to where it lies.
ImageListing listImages(const std::filesystem::path& root);

} // namespace netsmith::data
