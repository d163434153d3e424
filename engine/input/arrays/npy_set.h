#pragma once

#include "engine/input/arrays/npy.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace netsmith::data {

/// The part of an array given by its suffix: "x_train" is for training, "x_test" for testing.
inline constexpr std::string_view trainEnding = "_train", testEnding = "_test";
/// Whether a file has the extension of a NumPy array, in any case.
bool isNpyFile(const std::filesystem::path& path);
/// The name of an array from that of its training part, case-insensitively: "left_train" is left.
std::string withoutTrainEnding(std::string name);

/// An array of a data set, in up to two parts: "x_train" or "x" for training, "x_test" for testing.
struct ArrayWanted {
    std::string name; ///< "x", case-insensitive
    bool required = true;
};

/// The arrays of a data set, from an NPZ file or NPY files in one folder.
class NpySet {
public:
    /// A found array. Its elements can be read once, while it is visited.
    struct Array {
        std::string name; ///< "x_train"
        std::string place; ///< for errors
        NpyHeader header;
        std::function<NpyArray()> numbers;
        std::function<void(const TextVisit&)> texts;
    };
    /// Gets the index of the wanted array, and whether this is the test part.
    using Visit = std::function<void(std::size_t wanted, bool test, const Array& array)>;
    /// Gets the name of an array that was not wanted, and a description of its content.
    using VisitOther = std::function<void(const std::string& name, const std::string& holds)>;

    /// `path` is the NPZ file, or any NPY file of the folder.
    NpySet(std::filesystem::path path, std::vector<ArrayWanted> wanted);

    /// Visits each wanted array, and the others of an NPZ file, even if they can't be read. Throws
    /// `data.npy.twice`, `data.npy.missing`, `data.npy.half_test` and `data.npy.count` if parts do not belong together, and errors
    /// of reading.
    void each(const Visit& visit, const VisitOther& other = {}) const;

    /// The NPZ file, or the NPY files of the folder that are read, by name.
    std::vector<std::filesystem::path> files() const;
    /// The available arrays of the NPZ file, or of all NPY files of the folder, without the suffixes of their parts.
    std::vector<std::string> names() const;
    /// Of all files that are read.
    std::string fingerprint() const;

private:
    struct Role {
        std::size_t wanted = 0;
        bool test = false;
    };
    std::optional<Role> roleOf(const std::string& name) const;
    std::string nameOf(const Role& role) const;
    bool isFolder() const { return isNpyFile(m_path); }

    std::filesystem::path m_path;
    std::vector<ArrayWanted> m_wanted;
};

} // namespace netsmith::data
