#pragma once

#include "engine/input/npy.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace netsmith::data {

/// What is said of an array's part at the end of its name: "x_train" trains, "x_test" tests.
inline constexpr std::string_view trainEnding = "_train", testEnding = "_test";
/// Whether a file is called one of NumPy's arrays, in any case.
bool isNpyFile(const std::filesystem::path& path);
/// The name of an array that is asked for by that of its training part, without regard to case: "left_train" is left.
std::string withoutTrainEnding(std::string name);

/// An array that a data set is made of, in up to two parts: "x_train" or "x" trains, "x_test" tests.
struct ArrayWanted {
    std::string name; ///< "x", without regard to case
    bool required = true;
};

/// The arrays of an NPZ file, or of NPY files side by side, that a data set is made of.
class NpySet {
public:
    /// One that was found. Its elements can be asked for once, while it is visited.
    struct Array {
        std::string name; ///< "x_train"
        std::string place; ///< for errors
        NpyHeader header;
        std::function<NpyArray()> numbers;
        std::function<void(const TextVisit&)> texts;
    };
    /// Gets the index of what was wanted, and whether this is the part that tests.
    using Visit = std::function<void(std::size_t wanted, bool test, const Array& array)>;
    /// Gets the name of an array that was not wanted, and in words what it holds.
    using VisitOther = std::function<void(const std::string& name, const std::string& holds)>;

    /// `path` is the NPZ file, or any NPY file of the folder.
    NpySet(std::filesystem::path path, std::vector<ArrayWanted> wanted);

    /// Visits each array that was wanted, and the others of an NPZ file, be they of a kind that can't be read. Throws
    /// `data.npy.twice`, `data.npy.missing`, `data.npy.half_test` and `data.npy.count` where parts do not belong together, and what
    /// reading does.
    void each(const Visit& visit, const VisitOther& other = {}) const;

    /// The NPZ file, or the NPY files of the folder that are read, by name.
    std::vector<std::filesystem::path> files() const;
    /// What there is to want: the arrays of the NPZ file, or of all NPY files of the folder, without the endings of their parts.
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
