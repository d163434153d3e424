#pragma once

#include "engine/core/message.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace netsmith::data {

/// A file by its path below the folder, and the class of its folder.
struct ListedFile {
    std::string path; ///< "train/cat/0001.jpg"
    int label = 0;
};

/// The contents of a folder of files by class, known from names alone.
struct ClassFolders {
    std::vector<std::string> classes; ///< folders' names in the order of their bytes
    std::vector<ListedFile> train; ///< by class, then in the order of their paths' bytes
    std::vector<ListedFile> test; ///< empty if there is no such folder
    std::int64_t others = 0; ///< files with other extensions
    std::string firstOther;
};

/// The names that samples of such files have.
std::vector<std::string> namesOf(std::span<const ListedFile> files);

/// Which files are samples, and the messages particular to them.
struct WantedFiles {
    std::span<const std::string_view> endings; ///< ".jpg", in lowercase; matched case-insensitively
    MessageTemplate emptyClass; ///< takes the class's folder
    MessageTemplate noClasses; ///< takes the folder
};

/// Lists `root`: `train/CLASS/…` and `test/CLASS/…` ("val", "valid" and "validation" serve as test), or `CLASS/…` alone. Files may
/// be at any depth below their class; names that begin with a dot are left out, and links to folders are followed for classes only.
/// Throws `images.*`, naming the folder, if there are no classes, one has no training file, two differ only in case, test has one
/// that train does not have, or a link leads back to a folder that contains it.
ClassFolders listClassFolders(const std::filesystem::path& root, const WantedFiles& wanted);

} // namespace netsmith::data
