#pragma once

#include "engine/interop/weights/hdf5/array.h"
#include "engine/interop/weights/hdf5/links.h"

#include <map>
#include <optional>
#include <string_view>

namespace netsmith::interop::hdf5 {

/// Whether the bytes begin as an HDF5 file does.
bool isFile(std::span<const std::byte> bytes);

/// An HDF5 file in memory, as h5py writes it unless told otherwise: hard links, arrays in one piece or in chunks, gzip. It is read
/// by our own code because libhdf5 crashes on damaged files, and because it does not tell the order in which a group was filled.
/// Every address is checked, time and memory are bounded by the file's size, and nothing outside the file is opened. All functions
/// throw `weights.hdf5_*`, whose sentences do not name the file.
class File {
public:
    explicit File(std::span<const std::byte> bytes);

    std::uint64_t root() const { return m_root; }
    const Object& object(std::uint64_t address);
    /// Empty for an object that is no group.
    const std::vector<Link>& links(std::uint64_t group);
    /// The object at a path below a group: "conv1/conv1/kernel:0".
    std::optional<std::uint64_t> find(std::uint64_t group, std::string_view path);

    /// An attribute that is a text or an array of texts; nothing if there is none of this name.
    std::optional<std::vector<std::string>> texts(std::uint64_t object, std::string_view attribute);
    Array array(std::uint64_t object);

private:
    std::string variableText(Cursor& reference);

    Content m_content;
    std::uint64_t m_root = nowhere;
    std::map<std::uint64_t, Object> m_objects{};
    std::map<std::uint64_t, std::vector<Link>> m_links{};
};

} // namespace netsmith::interop::hdf5
