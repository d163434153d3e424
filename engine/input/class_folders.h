#pragma once

#include "engine/core/message.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::data {

/// A file by its place below the folder and the class that its own folder stands for.
struct ListedFile {
    std::string path; ///< "train/cat/0001.jpg"
    int label = 0;
};

/// What lies in a folder of files by class, known from names alone.
struct ClassFolders {
    std::vector<std::string> classes; ///< folders' names in the order of their bytes
    std::vector<ListedFile> train; ///< by class, then in the order of their paths' bytes
    std::vector<ListedFile> test; ///< empty where there is no such folder
    std::int64_t others = 0; ///< files of other endings
    std::string firstOther;
};

/// The names that samples of such files have.
std::vector<std::string> namesOf(std::span<const ListedFile> files);

/// Which files are samples, and the words that are particular to them.
struct WantedFiles {
    std::span<const std::string_view> endings; ///< ".jpg", in small letters; files have them in any case
    MessageTemplate emptyClass; ///< takes the class's folder
    MessageTemplate noClasses; ///< takes the folder
};

/// Lists `root`: `train/CLASS/…` and `test/CLASS/…` ("val", "valid" and "validation" serve as test), or `CLASS/…` alone. Files lie
/// in folders of any depth below their class; what begins with a dot is left out, and links to folders are followed for classes
/// only. Throws `images.*`, naming the folder, where there are no classes, one has no training file, two differ in case alone, test
/// has one that train has not, or a link leads back to where it lies.
ClassFolders listClassFolders(const std::filesystem::path& root, const WantedFiles& wanted);

} // namespace netsmith::data
