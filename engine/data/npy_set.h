#pragma once

#include "engine/data/npy.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace netsmith::data {

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
    using VisitOther = std::function<void(const std::string& name, const NpyHeader& header)>;

    /// `path` is the NPZ file, or any NPY file of the folder.
    NpySet(std::filesystem::path path, std::vector<ArrayWanted> wanted);

    /// Visits each array that was wanted, and the others of an NPZ file. Throws `data.npy.twice`, `data.npy.missing`,
    /// `data.npy.half_test` and `data.npy.count` where parts do not belong together, and what reading does.
    void each(const Visit& visit, const VisitOther& other = {}) const;

    /// Of all files that are read.
    std::string fingerprint() const;

private:
    struct Role {
        std::size_t wanted = 0;
        bool test = false;
    };
    std::optional<Role> roleOf(const std::string& name) const;
    std::string nameOf(const Role& role) const;
    std::vector<std::filesystem::path> files() const;
    bool isFolder() const { return m_path.extension() == ".npy"; }

    std::filesystem::path m_path;
    std::vector<ArrayWanted> m_wanted;
};

} // namespace netsmith::data
